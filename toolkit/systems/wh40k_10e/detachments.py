"""Detachment abilities of the Astra Militarum."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    AnyOf,
    ChangeCharacteristic,
    Cover,
    CoveredTwice,
    FactIs,
    Grant,
    HasKeyword,
    ModifyRoll,
    NoCover,
    Not,
    Only,
    Reroll,
    Rule,
)
from toolkit.systems.wh40k_10e.core import RANGED

_REGIMENT, _SQUADRON = HasKeyword("attacker", ("Regiment",)), HasKeyword("attacker", ("Squadron",))
_BIG_TARGET = HasKeyword("defender", ("Monster", "Vehicle"))
_CAMOUFLAGED = HasKeyword("defender", ("Walker", "Regiment"))

DETACHMENTS = (
    Rule(
        "wh40k_10e.detachment.born-soldiers", "Born Soldiers", "Detachment", "attacker",
        "Lethal Hits at visible targets: Regiment units against all but Monsters and Vehicles, Squadron units against those.",
        "Combined Arms", (Grant("lethal hits"),),
        All((
            RANGED, FactIs("target_visible"),
            AnyOf(
                (All((_REGIMENT, Not(_BIG_TARGET))), All((_SQUADRON, _BIG_TARGET))),
                "it needs a Regiment firing at no Monster or Vehicle, or a Squadron firing at one",
            ),
        )),
    ),
    Rule(
        "wh40k_10e.detachment.only-the-best", "Only the Best", "Detachment", "attacker",
        "Infantry models re-roll hit rolls of 1 with ranged attacks.", "Bridgehead Strike", (Reroll("hit", "ones"),),
        All((RANGED, HasKeyword("attacker", ("Infantry",)))),
    ),
    Rule(
        "wh40k_10e.detachment.masters-of-camouflage", "Masters of Camouflage", "Detachment", "defender",
        "Walkers and Regiment units have cover; where anything else covers them too, their Save is improved by 1, to 3+ at best.",
        "Recon Element", (Cover(), Only(CoveredTwice(), ChangeCharacteristic("save", 1, best=3))), All((RANGED, _CAMOUFLAGED)),
    ),
    Rule(
        "wh40k_10e.detachment.incendiary-bombardment", "Incendiary Bombardment", "Detachment", "attacker",
        "Chosen enemy units more than 12 inches away cannot have the Benefit of Cover.", "Siege Regiment, Artillery Support",
        (NoCover(),), RANGED,
    ),
    Rule(
        "wh40k_10e.detachment.smoke-shells", "Smoke Shells", "Detachment", "defender",
        "Chosen units have Stealth: −1 to hit for ranged attacks.", "Siege Regiment, Artillery Support", (ModifyRoll("hit", -1),), RANGED,
    ),
)  # fmt: skip
