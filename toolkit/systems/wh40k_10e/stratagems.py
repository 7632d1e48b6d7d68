"""Stratagems that change dice of the attack sequence. Fire Overwatch is a fact of the situation, see `core`."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    ChangeCharacteristic,
    Cover,
    FactIs,
    FeelNoPain,
    HasKeyword,
    Invulnerable,
    ModifyRoll,
    NoCover,
    Only,
    Rule,
)
from toolkit.systems.wh40k_10e.core import SHOOTING_PHASE

_INFANTRY = HasKeyword("defender", ("Infantry",))

STRATAGEMS = (
    Rule(
        "wh40k_10e.stratagem.fields-of-fire", "Fields of Fire", "Stratagems", "attacker",
        "A Regiment and a Squadron improve the AP of their attacks on one enemy unit by 1.  1 CP", "Combined Arms",
        (ChangeCharacteristic("ap", 1),), All((SHOOTING_PHASE, HasKeyword("attacker", ("Regiment", "Squadron")))), cp=1,
    ),
    Rule(
        "wh40k_10e.stratagem.servo-designators", "Servo-designators", "Stratagems", "attacker",
        "An enemy unit hit earlier this phase by an Infantry unit has no Benefit of Cover.  1 CP", "Bridgehead Strike",
        (NoCover(),), SHOOTING_PHASE, cp=1,
    ),
    Rule(
        "wh40k_10e.stratagem.go-to-ground", "Go to Ground", "Stratagems", "defender",
        "Targeted Infantry have a 6+ invulnerable save and the Benefit of Cover.  1 CP", "Core stratagems",
        (Invulnerable(6), Cover()), All((SHOOTING_PHASE, _INFANTRY)), cp=1,
    ),
    Rule(
        "wh40k_10e.stratagem.courageous-diversion", "Courageous Diversion", "Stratagems", "defender",
        "Infantry or Mounted have Feel No Pain 6+ in the enemy shooting phase, and are −1 to be hit as the closest target.  1 CP",
        "Recon Element", (FeelNoPain(6), Only(FactIs("closest_target"), ModifyRoll("hit", -1))),
        All((SHOOTING_PHASE, HasKeyword("defender", ("Infantry", "Mounted")))), cp=1,
    ),
)  # fmt: skip
