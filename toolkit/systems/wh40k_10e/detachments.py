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
    NoEffectOnDice,
    Not,
    Only,
    Reroll,
    Rule,
)
from toolkit.rules.use import Beyond, Use, Window
from toolkit.systems.wh40k_10e.core import RANGED

_REGIMENT, _SQUADRON = HasKeyword("attacker", ("Regiment",)), HasKeyword("attacker", ("Squadron",))
_BIG_TARGET = HasKeyword("defender", ("Monster", "Vehicle"))
_CAMOUFLAGED = HasKeyword("defender", ("Walker", "Regiment"))

_START_OF_ROUND = Window(turn="either", at=("start of the battle round",))
_ONE_OF_THREE = "until the end of the battle round, and no other kind of Artillery Support with it"
_BOMBARDMENT = Use(
    (_START_OF_ROUND,), (Beyond("enemy", 12),), once="", follows=("at most 2, 3 or 4 units by the size of the battle", _ONE_OF_THREE)
)
_SMOKE = Use((_START_OF_ROUND,), once="", follows=("at most 2, 3 or 4 units by the size of the battle", _ONE_OF_THREE), despite_shock=True)

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
        "wh40k_10e.detachment.creeping-barrage", "Creeping Barrage", "Detachment", "any",
        "One D6 for each enemy unit more than 12 inches away: on 5+ it is shaken, −2 inches Move and −2 to charges.",
        "Siege Regiment, Artillery Support", (NoEffectOnDice("one D6 for each such unit, on 5+ its Move and its charges are 2 less"),),
        use=_BOMBARDMENT,
    ),
    Rule(
        "wh40k_10e.detachment.incendiary-bombardment", "Incendiary Bombardment", "Detachment", "attacker",
        "Chosen enemy units more than 12 inches away cannot have the Benefit of Cover.", "Siege Regiment, Artillery Support",
        (NoCover(),), RANGED, use=_BOMBARDMENT,
    ),
    Rule(
        "wh40k_10e.detachment.smoke-shells", "Smoke Shells", "Detachment", "defender",
        "Chosen units have Stealth: −1 to hit for ranged attacks.", "Siege Regiment, Artillery Support", (ModifyRoll("hit", -1),), RANGED,
        use=_SMOKE,
    ),
)  # fmt: skip
