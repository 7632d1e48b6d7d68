"""Stratagems of the core rules and of the Astra Militarum detachments: what they change, and when they may be used.

Fire Overwatch is a fact of the situation, see `core`. Numbers of rolls outside the attack sequence are in `rolls`.
"""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    AtOnce,
    ChangeCharacteristic,
    Cover,
    FactIs,
    FeelNoPain,
    Grant,
    HasKeyword,
    Invulnerable,
    ModifyRoll,
    NoCover,
    NoEffectOnDice,
    Not,
    Only,
    Rule,
)
from toolkit.rules.use import Either, Is, Keywords, Need, Once, Use, Visible, Window, Within
from toolkit.systems.wh40k_10e.core import EDITION, SHOOTING_PHASE

_INFANTRY = HasKeyword("defender", ("Infantry",))
_IS_INFANTRY, _IS_REGIMENT = Keywords("unit", ("Infantry",)), Keywords("unit", ("Regiment",))
_OWN_SHOOTING = Window(("shooting",))
_stratagem = EDITION.stratagem


def _core(
    name: str, summary: str, what: str, windows: tuple[Window, ...], *needs: Need, once: Once = "phase", cp: int = 1,
    follows: tuple[str, ...] = (),
) -> Rule:  # fmt: skip
    return _stratagem(name, "Core stratagems", summary, Use(windows, needs, once, follows), NoEffectOnDice(what), cp=cp)


_CORE = (
    _core(
        "Command Re-roll", "One roll, test or saving throw of a unit is made again; of dice rolled together, one.",
        "an Advance, Charge, hit, wound, damage or number-of-attacks roll, a saving throw, a Desperate Escape or Hazardous test",
        (Window(turn="either", at=("just after a roll",)),),
    ),
    _core(
        "Insane Bravery", "A unit passes a Battle-shock test without a roll, once per battle.", "the Battle-shock test is passed",
        (Window(("command",), at=("before a battle-shock test",)),), once="battle",
    ),
    _core(
        "Rapid Ingress", "A unit arrives from Reserves at the end of the opponent's Movement phase.",
        "when the unit arrives; with Deep Strike on every model also where",
        (Window(("movement",), "opponent", ("end of the phase",)),),
        Is("unit", "in reserves"), Is("unit", "can arrive this round"),
    ),
    _core(
        "Grenade", "Six D6 at an enemy unit within 8 inches: each 4+ is a mortal wound.", "six D6, a mortal wound on each 4+",
        (_OWN_SHOOTING,),
        Keywords("unit", ("Grenades",)), Is("unit", "advanced", False), Is("unit", "fell back", False), Is("unit", "shot", False),
        Is("unit", "engaged", False), Is("enemy", "engaged", False), Within("enemy", 8), Visible("enemy"),
    ),
    _stratagem(
        "Go to Ground", "Core stratagems", "Targeted Infantry have a 6+ invulnerable save and the Benefit of Cover.",
        Use(
            (Window(("shooting",), "opponent", ("an enemy unit has selected its targets",)),),
            (_IS_INFANTRY, Is("unit", "targeted")),
            follows=("until the end of the phase",),
        ),
        Invulnerable(6), Cover(), when=All((SHOOTING_PHASE, _INFANTRY)), side="defender",
    ),
    _core(
        "Heroic Intervention", "A unit within 6 inches charges an enemy unit that has just charged, without the Charge bonus.",
        "the unit charges that enemy unit",
        (Window(("charge",), "opponent", ("an enemy unit has ended a charge move",)),),
        Within("enemy", 6), Is("unit", "can charge"), Keywords("unit", none_of=("Vehicle",), unless=("Walker",)),
        follows=("the unit does not get Fights First from this charge",),
    ),
    _core(
        "Counter-offensive", "An engaged unit that has not fought yet fights next.", "the unit fights next",
        (Window(("fight",), "either", ("an enemy unit has fought",)),),
        Is("unit", "engaged"), Is("unit", "fought", False), cp=2,
    ),
)  # fmt: skip

_BRIDGEHEAD = (
    _stratagem(
        "Bellicosa Drop", "Bridgehead Strike", "Infantry with Deep Strike arrive more than 6 inches from enemies, and cannot charge.",
        Use(
            (Window(("movement",), at=("reinforcements step",)),),
            (_IS_INFANTRY, Is("unit", "in reserves"), Is("unit", "deep strike")),
            follows=("the unit cannot charge this turn",),
        ),
        NoEffectOnDice("the unit arrives by Deep Strike anywhere more than 6 inches from every enemy unit"),
    ),
    _stratagem(
        "Fire and Relocate", "Bridgehead Strike", "A unit that is not Titanic may shoot although it Advanced.",
        Use((_OWN_SHOOTING,), (Keywords("unit", none_of=("Titanic",)),), follows=("until the end of the phase",)),
        Grant("assault"), NoEffectOnDice("the unit may shoot after an Advance; it has not Remained Stationary"),
        when=All((SHOOTING_PHASE, Not(HasKeyword("attacker", ("Titanic",))))), side="attacker",
    ),
    _stratagem(
        "Servo-designators", "Bridgehead Strike", "An enemy unit hit earlier this phase by an Infantry unit has no Benefit of Cover.",
        Use(
            (Window(("shooting",), at=("the unit has shot",)),), (_IS_INFANTRY, Is("enemy", "hit"), Visible("enemy")),
            follows=("until the end of the phase",),
        ),
        NoCover(), when=SHOOTING_PHASE, side="attacker",
    ),
    _stratagem(
        "On My Position", "Bridgehead Strike", "Each engaged enemy unit suffers D6 mortal wounds on a 2+, then the unit itself 3D3.",
        Use((Window(("fight",), "opponent", ("end of the phase",)),), (_IS_REGIMENT, _IS_INFANTRY, Is("unit", "engaged"))),
        NoEffectOnDice("one D6 for each engaged enemy unit: on 2+ it suffers D6 mortal wounds; the unit itself suffers 3D3"),
    ),
)  # fmt: skip

_COMBINED_ARMS = (
    _stratagem(
        "Coordinated Action", "Combined Arms", "A Regiment and a Squadron within 6 inches share their Orders.",
        Use(
            (Window(turn="either", at=("start of the phase",)),),
            (_IS_REGIMENT, Keywords("partner", ("Squadron",)), Within("partner", 6), Visible("partner")),
            follows=("until the end of the phase",), partner="the SQUADRON unit",
        ),
        NoEffectOnDice("Orders that affect one of the two units affect the other too"), AtOnce("Orders", 2),
    ),
    _stratagem(
        "Reinforcements!", "Combined Arms", "A new unit like one that was just destroyed is put into Strategic Reserves.",
        Use(
            (Window(turn="either", at=("the unit was destroyed",)),),
            (
                _IS_INFANTRY, _IS_REGIMENT, Is("unit", "destroyed"),
                Either(
                    (Keywords("unit", none_of=("Character",)), Is("unit", "attached", False)),
                    "a CHARACTER unit that was part of an Attached unit cannot be returned to it",
                ),
            ),
            despite_shock=True,
        ),
        NoEffectOnDice("a new unit in Strategic Reserves, at its Starting Strength, with all its wounds"), cp=2,
    ),
    _stratagem(
        "Fields of Fire", "Combined Arms", "A Regiment and a Squadron improve the AP of their attacks on one enemy unit by 1.",
        Use(
            (_OWN_SHOOTING,),
            (_IS_REGIMENT, Keywords("partner", ("Squadron",)), Is("unit", "shot", False), Is("partner", "shot", False)),
            follows=("until the end of the phase",), partner="the SQUADRON unit",
        ),
        ChangeCharacteristic("ap", 1), when=All((SHOOTING_PHASE, HasKeyword("attacker", ("Regiment", "Squadron")))), side="attacker",
    ),
)  # fmt: skip

_MECHANISED = (
    _stratagem(
        "Rapid Dispersal", "Mechanised Assault", "Infantry that disembarked this phase make a Normal move of D6 inches.",
        Use((Window(("movement",)),), (_IS_INFANTRY, Is("unit", "disembarked"))),
        NoEffectOnDice("a Normal move of up to D6 inches, also after the TRANSPORT moved"),
    ),
    _stratagem(
        "Hasty Extraction", "Mechanised Assault", "Charged Infantry within 3 inches of a Transport embark in it before the charge.",
        Use(
            (Window(("charge",), "opponent", ("an enemy unit has selected its charge targets",)),),
            (_IS_INFANTRY, Is("unit", "charge target"), Is("unit", "engaged", False), Keywords("partner", ("Transport",)),
             Within("partner", 3)),
            partner="the TRANSPORT",
        ),
        NoEffectOnDice("the unit embarks, so that the charge does not find it"),
    ),
)  # fmt: skip

_RECON = (
    _stratagem(
        "Scramble Field", "Recon Element", "Enemy reinforcements cannot be set up within 12 inches of an Infantry unit.",
        Use(
            (Window(("movement",), "opponent", ("start of the reinforcements step",)),), (_IS_INFANTRY,),
            follows=("until the end of the phase",),
        ),
        NoEffectOnDice("enemy units arrive more than 12 inches from the unit"),
    ),
    _stratagem(
        "Courageous Diversion", "Recon Element",
        "Infantry or Mounted have Feel No Pain 6+ in the enemy shooting phase, and are −1 to be hit as the closest target.",
        Use(
            (Window(("shooting",), "opponent", ("start of the phase",)),), (Keywords("unit", ("Infantry", "Mounted")),),
            follows=("until the end of the phase",),
        ),
        FeelNoPain(6), Only(FactIs("closest_target"), ModifyRoll("hit", -1)),
        when=All((SHOOTING_PHASE, HasKeyword("defender", ("Infantry", "Mounted")))), side="defender",
    ),
    _stratagem(
        "Tanglefoot Grenades", "Recon Element",
        "Charges at a Grenades unit are at −2, not together with other negative modifiers.",
        Use(
            (Window(("charge",), "opponent", ("start of the phase",)),), (Keywords("unit", ("Grenades",)),),
            follows=("until the end of the phase",),
        ),
        NoEffectOnDice("−2 to charge rolls with the unit as a target, not together with other negative modifiers"),
        aliases=("tanglefoot",),
    ),
)  # fmt: skip

_SIEGE = (
    _stratagem(
        "Trench Fighters", "Siege Regiment", "Targeted Infantry slain before they fought do so on a 4+, Regiment models on a 2+.",
        Use(
            (Window(("fight",), "either", ("an enemy unit has selected its targets",)),), (_IS_INFANTRY, Is("unit", "targeted")),
            follows=("until the end of the phase", "the models fight after the attacking unit has finished, then are removed"),
        ),
        NoEffectOnDice("one D6 for each model slain that has not fought, +2 for a REGIMENT model: on 4+ it fights before it is removed"),
    ),
)  # fmt: skip

STRATAGEMS = (*_CORE, *_BRIDGEHEAD, *_COMBINED_ARMS, *_MECHANISED, *_RECON, *_SIEGE)
