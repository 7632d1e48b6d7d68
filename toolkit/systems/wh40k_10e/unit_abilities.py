"""Abilities of units that touch the attack sequence; those of both editions are in `toolkit.rules.shared`."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.rule import Cover, ModifyRoll, Rule
from toolkit.systems.wh40k_10e.core import EDITION, RANGED

UNIT_ABILITIES = (
    shared.rearm_reload_fire(EDITION),
    Rule(
        EDITION.id("unit", "Stealth"), "Stealth", "Target abilities", "defender",
        "−1 to hit for ranged attacks against the unit.", "Core abilities: Stealth", (ModifyRoll("hit", -1),), RANGED,
    ),
    Rule(
        EDITION.id("unit", "Benefit of Cover"), "Benefit of Cover", "Target abilities", "defender",
        "+1 to armour saves against ranged attacks, whatever gives it; not for a Save of 3+ or better against AP 0.",
        "Core rules: Benefit of Cover", (Cover(),), RANGED,
    ),
    *shared.protections(
        EDITION,
        feel_no_pain="Each wound about to be lost is ignored on x+.",
        invulnerable="A save of x+ that AP does not worsen; the better save is used.",
        half_damage="Each attack's damage is halved, rounded up.",
    ),
    shared.deep_strike(EDITION, 9),
)  # fmt: skip
