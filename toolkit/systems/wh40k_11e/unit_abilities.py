"""Abilities of units that touch the attack sequence; those of both editions are in `toolkit.rules.shared`."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.rule import Cover, FactIs, ModifyRoll, Rule
from toolkit.systems.wh40k_11e.core import EDITION, RANGED

UNIT_ABILITIES = (
    shared.rearm_reload_fire(EDITION),
    Rule(
        EDITION.id("unit", "Damaged"), "Damaged {x}", "Unit abilities", "attacker",
        "−1 to hit while the model has x wounds or fewer left.", "Core abilities: Damaged X", (ModifyRoll("hit", -1),), FactIs("damaged"),
        keyword="damaged {x}", aliases=("damaged",), example="damaged 5",
    ),
    Rule(
        EDITION.id("unit", "Stealth"), "Stealth", "Target abilities", "defender",
        "The unit is in cover against ranged attacks; every model must have it.", "Core abilities: Stealth", (Cover(),), RANGED,
    ),
    Rule(
        EDITION.id("unit", "Benefit of Cover"), "Benefit of Cover", "Target abilities", "defender",
        "BS is worse by 1 against the unit, whatever gives it cover.", "Core rules: Cover", (Cover(),), RANGED,
    ),
    *shared.protections(
        EDITION,
        feel_no_pain="Each wound about to be lost is ignored on x+; several do not add up.",
        invulnerable="A save of x+ that AP does not worsen.",
        half_damage="Each attack's damage is halved, rounded up once at the end.",
        invulnerable_aliases=("insv {x}",),
    ),
    shared.deep_strike(EDITION, 8),
)  # fmt: skip
