"""The attack sequence of the 10th edition: facts, the wound table, and rules that nobody has to name."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    Condition,
    Cover,
    Effect,
    FactIs,
    Forbidden,
    HasKeyword,
    ModifyRoll,
    NoEffectOnDice,
    NoRange,
    Not,
    OnlyUnmodified,
    Rule,
    WeaponHas,
    WeaponIs,
)
from toolkit.rules.situation import Fact
from toolkit.rules.tables import wound_need
from toolkit.rules.use import Is, Keywords, Use, Visible, Window, Within

FACTS = (
    Fact(
        "phase", "Phase", "Ranged weapons attack in the shooting phase, melee weapons in the fight phase.", "shooting",
        ("shooting", "fight"),
    ),
    Fact(
        "remained_stationary", "Stayed stationary", "The attacking unit Remained Stationary this turn.", False,
        when_true="the unit remained stationary", when_false="the unit moved", in_question="stationary",
    ),
    Fact(
        "within_half_range", "Half range", "The target is within half the range of every weapon.", False,
        when_true="the target is within half range", when_false="the target is beyond half range", in_question="in half range",
    ),
    Fact(
        "target_in_cover", "Target in cover", "Terrain gives the target the Benefit of Cover.", False,
        when_true="terrain covers the target", when_false="no terrain covers the target", in_question="into cover",
    ),
    Fact(
        "target_visible", "Target visible", "At least one model of the target is visible to the attacking unit.", True,
        when_true="the target is visible", when_false="no model of the target is visible", in_question="out of sight",
    ),
    Fact(
        "charged", "Charged", "The attacking unit made a charge move this turn.", False,
        when_true="the unit charged", when_false="the unit did not charge", in_question="after a charge",
    ),
    Fact(
        "overwatch", "Overwatch", "The attacks are made with Fire Overwatch, in the opponent's turn.", False,
        when_true="the unit fires Overwatch", when_false="the unit does not fire Overwatch", in_question="in Overwatch",
    ),
    Fact(
        "advanced", "Advanced", "The attacking unit Advanced this turn.", False,
        when_true="the unit Advanced", when_false="the unit did not Advance", in_question="after Advancing",
    ),
    Fact(
        "engaged", "Engaged", "The attacking unit is within Engagement Range of an enemy.", False,
        when_true="the unit is engaged", when_false="the unit is not engaged", in_question="while engaged",
    ),
    Fact(
        "target_engaged", "Target engaged", "The target is within Engagement Range of a unit of the attacker's army.", False,
        when_true="the target is engaged with the attacker's army", when_false="the target is not engaged", in_question="into a fight",
    ),
    Fact(
        "closest_target", "Closest target", "The target is the closest eligible target.", False,
        when_true="the target is the closest", when_false="another target is closer", in_question="at the closest target",
    ),
    Fact(
        "beyond_12", "Beyond 12 inches", "The target is more than 12 inches away.", False,
        when_true="the target is more than 12 inches away", when_false="the target is within 12 inches", in_question="beyond 12 inches",
    ),
)  # fmt: skip

RANGED = WeaponIs("ranged")
SHOOTING_PHASE = All((WeaponIs("ranged"), FactIs("phase", "shooting"), Not(FactIs("overwatch"))))
"""Ranged attacks in the attacker's own shooting phase; Fire Overwatch is used in another phase."""
BIG = HasKeyword("attacker", ("Monster", "Vehicle"))


def _core(
    name: str,
    summary: str,
    effects: tuple[Effect, ...],
    when: Condition | None = None,
    forbidden: tuple[Forbidden, ...] = (),
    cp: int = 0,
    use: Use | None = None,
) -> Rule:
    slug = name.lower().replace(" ", "-")
    return Rule(
        f"wh40k_10e.core.{slug}",
        name,
        "Core rules",
        "any",
        summary,
        f"Core rules: {name}",
        effects,
        when,
        forbidden=forbidden,
        cp=cp,
        always=True,
        use=use,
    )


_OVERWATCH = Use(
    (
        Window(
            ("movement", "charge"),
            "opponent",
            ("an enemy unit is set up", "an enemy unit starts or ends a move", "an enemy unit declares a charge"),
        ),
    ),
    (Is("unit", "can shoot"), Within("enemy", 24), Visible("enemy"), Keywords("enemy", none_of=("Titanic",))),
    once="turn",
)

CORE = (
    _core(
        "Cover from terrain",
        "The Benefit of Cover: +1 to armour saves against ranged attacks; not for a Save of 3+ or better against AP 0.",
        effects=(Cover(),), when=All((RANGED, FactIs("target_in_cover"))),
    ),
    _core(
        "Fire Overwatch",
        "In the opponent's turn only an unmodified 6 hits, whatever the BS or the modifiers.  1 CP",
        effects=(OnlyUnmodified("hit", 6),), when=All((RANGED, FactIs("overwatch"))), cp=1, use=_OVERWATCH,
        forbidden=(
            Forbidden(
                All((FactIs("overwatch"), HasKeyword("defender", ("Titanic",)))),
                "Fire Overwatch cannot be used against a Titanic unit; choose another target",
            ),
        ),
    ),
    _core(
        "Shooting while engaged",
        "An engaged unit shoots with Pistols only, unless it is a Monster or Vehicle.",
        effects=(NoEffectOnDice("which weapons may shoot"),), when=All((RANGED, FactIs("engaged"))),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("engaged"), Not(WeaponHas("wh40k_10e.weapon.pistol", "Pistol")), Not(BIG))),
                "{weapon}: an engaged unit may only shoot with Pistols; switch 'engaged' off or fire Pistols",
            ),
        ),
    ),
    _core(
        "Big Guns Never Tire",
        "An engaged Monster or Vehicle shoots at −1 to hit, except with Pistols.",
        effects=(ModifyRoll("hit", -1),),
        when=All((RANGED, FactIs("engaged"), BIG, Not(WeaponHas("wh40k_10e.weapon.pistol", "Pistol")))),
    ),
    _core(
        "Shooting after Advancing",
        "A unit that Advanced shoots with Assault weapons only.",
        effects=(NoEffectOnDice("which weapons may shoot"),), when=All((RANGED, FactIs("advanced"))),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("advanced"), Not(WeaponHas("wh40k_10e.weapon.assault", "Assault")))),
                "{weapon}: after an Advance only Assault weapons may shoot; switch 'advanced' off or fire Assault weapons",
            ),
            Forbidden(
                All((FactIs("advanced"), FactIs("remained_stationary"))),
                "a unit cannot have Advanced and Remained Stationary in one turn; switch one of them off",
            ),
        ),
    ),
    _core(
        "Targets out of sight",
        "A target without a visible model can be shot with Indirect Fire only.",
        effects=(NoEffectOnDice("which targets may be shot"),), when=All((RANGED, FactIs("target_visible", value=False))),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("target_visible", value=False), Not(WeaponHas("wh40k_10e.weapon.indirect-fire", "Indirect Fire")))),
                "{weapon}: no model of the target is visible and the weapon has no Indirect Fire; it could not shoot",
            ),
            Forbidden(
                All((FactIs("target_visible", value=False), FactIs("overwatch"))),
                "Fire Overwatch needs a visible target; switch 'overwatch' or 'out of sight' off",
            ),
        ),
    ),
    _core(
        "Phases",
        "Ranged weapons attack in the shooting phase, melee weapons in the fight phase.",
        effects=(NoEffectOnDice("which weapons attack"),),
        forbidden=(
            Forbidden(All((RANGED, FactIs("phase", "fight"))), "{weapon} is a ranged weapon; it does not attack in the fight phase"),
            Forbidden(
                All((WeaponIs("melee"), FactIs("phase", "shooting"))),
                "{weapon} is a melee weapon; it does not attack in the shooting phase",
            ),
        ),
    ),
)  # fmt: skip

HALF_RANGE_UNKNOWN = Forbidden(
    All((FactIs("within_half_range"), NoRange())),
    "{weapon}: half range is counted for {rule}, but the weapon has no range; give its range in inches",
)

__all__ = ["BIG", "CORE", "FACTS", "HALF_RANGE_UNKNOWN", "RANGED", "SHOOTING_PHASE", "wound_need"]
