"""The attack sequence of the 11th edition: facts, and rules that nobody has to name."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    AnyOf,
    ChangeCharacteristic,
    Condition,
    Cover,
    Effect,
    FactIs,
    Forbidden,
    HasKeyword,
    ModifyRoll,
    NoEffectOnDice,
    NoRange,
    NoReroll,
    Not,
    Only,
    OnlyUnmodified,
    ReadingIs,
    Rule,
    WeaponHas,
    WeaponIs,
)
from toolkit.rules.situation import Fact

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
        "moved_little", "Moved 3 inches or less", "No model of the attacking unit moved more than 3 inches this turn.", False,
        when_true="no model moved more than 3 inches", when_false="the unit moved more than 3 inches", in_question="after a short move",
    ),
    Fact(
        "set_up_this_turn", "Set up this turn", "The attacking unit was set up on the table this turn.", False,
        when_true="the unit was set up this turn", when_false="the unit was not set up this turn", in_question="just set up",
    ),
    Fact(
        "within_half_range", "Half range", "The target was within half the range of every weapon when it was selected.", False,
        when_true="the target is within half range", when_false="the target is beyond half range", in_question="in half range",
    ),
    Fact(
        "target_in_cover", "Target in cover", "The whole target unit has the benefit of cover from every attacking model.", False,
        when_true="the target is in cover", when_false="the target is not in cover", in_question="into cover",
    ),
    Fact(
        "target_visible", "Target visible", "At least one model of the target is visible to the attacking unit.", True,
        when_true="the target is visible", when_false="no model of the target is visible", in_question="out of sight",
    ),
    Fact(
        "indirect_shooting", "Indirect shooting", "The unit chose to shoot indirectly, whether it sees its targets or not.", False,
        when_true="the unit shoots indirectly", when_false="the unit does not shoot indirectly", in_question="shooting indirectly",
    ),
    Fact(
        "target_spotted", "Target spotted", "The target is visible to another friendly unit.", False,
        when_true="a friendly unit sees the target", when_false="no friendly unit sees the target", in_question="with a spotter",
    ),
    Fact(
        "charged", "Charged", "The attacking unit made a charge move this turn.", False,
        when_true="the unit charged", when_false="the unit did not charge", in_question="after a charge",
    ),
    Fact(
        "overwatch", "Overwatch", "The attacks are snap shooting with Fire Overwatch, at the end of the opponent's Movement phase.", False,
        when_true="the unit fires Overwatch", when_false="the unit does not fire Overwatch", in_question="in Overwatch",
    ),
    Fact(
        "advanced", "Advanced", "The attacking unit Advanced this turn.", False,
        when_true="the unit Advanced", when_false="the unit did not Advance", in_question="after Advancing",
    ),
    Fact(
        "engaged", "Engaged", "The attacking unit is engaged with an enemy unit.", False,
        when_true="the unit is engaged", when_false="the unit is not engaged", in_question="while engaged",
    ),
    Fact(
        "target_engaged", "Target engaged", "The target is engaged with a unit of the attacker's army.", False,
        when_true="the target is engaged with the attacker's army", when_false="the target is not engaged", in_question="into a fight",
    ),
    Fact(
        "plunging_fire", "Plunging fire",
        "A target on the ground, from at least 3 inches up, or from a Towering model within 12 inches.", False,
        when_true="the unit fires from above", when_false="the unit does not fire from above", in_question="from above",
    ),
    Fact(
        "beyond_conversion", "Beyond Conversion", "The target is beyond the distance that Conversion names for the weapon.", False,
        when_true="the target is beyond the distance of Conversion", when_false="the target is within the distance of Conversion",
        in_question="from afar",
    ),
    Fact(
        "damaged", "Damaged", "The attacking model has no more wounds left than its Damaged ability names.", False,
        when_true="the attacker is damaged", when_false="the attacker is not damaged", in_question="by a damaged model",
    ),
    Fact(
        "split_attacks", "Attacks split", "Each weapon's attacks are split over several units; its Attacks are those at this one.", False,
        when_true="the attacks are split over several units", when_false="all attacks have one target", in_question="attacks split",
    ),
    Fact(
        "mixed_unit", "Mixed unit", "Some models of the attacking unit are neither Monsters nor Vehicles.", False,
        when_true="not all models are Monsters or Vehicles", when_false="all models are alike", in_question="in a mixed unit",
    ),
)  # fmt: skip

RANGED = WeaponIs("ranged")
BIG = HasKeyword("attacker", ("Monster", "Vehicle"))
BIG_TARGET = HasKeyword("defender", ("Monster", "Vehicle"))
CLOSE_QUARTERS = WeaponHas("wh40k_11e.weapon.close-quarters", "Close-Quarters")
INDIRECT_FIRE = WeaponHas("wh40k_11e.weapon.indirect-fire", "Indirect Fire")
UNSEEN = FactIs("target_visible", value=False)
INDIRECTLY = AnyOf((FactIs("indirect_shooting"), UNSEEN), "the unit sees its target and does not shoot indirectly")
SNAP_CRITICAL = AnyOf(
    (ReadingIs("snap_hits_critical"), ReadingIs("rules_date", "2026-06")), "hits of snap shooting are not critical since October 2026"
)


def _core(
    name: str, summary: str, effects: tuple[Effect, ...], when: Condition | None = None, forbidden: tuple[Forbidden, ...] = (), cp: int = 0
) -> Rule:
    slug = name.lower().replace(" ", "-")
    source = f"Core rules: {name}"
    return Rule(
        f"wh40k_11e.core.{slug}", name, "Core rules", "any", summary, source, effects, when, forbidden=forbidden, cp=cp, always=True
    )  # fmt: skip


CORE = (
    _core(
        "Cover", "BS is worse by 1 against a target in cover; not a modifier of the roll, so that it is not capped with those.",
        (Cover(),), All((RANGED, FactIs("target_in_cover"))),
    ),
    _core(
        "Plunging Fire", "BS is better by 1 against ground-level targets from above; not for Aircraft.",
        (ChangeCharacteristic("skill", 1),), All((RANGED, FactIs("plunging_fire"), Not(HasKeyword("attacker", ("Aircraft",))))),
    ),
    _core(
        "Fire Overwatch", "Snap shooting: only an unmodified 6 hits, and no hit roll is re-rolled.  1 CP",
        (
            Only(SNAP_CRITICAL, OnlyUnmodified("hit", 6)),
            Only(Not(SNAP_CRITICAL), OnlyUnmodified("hit", 6, critical=False)),
            NoReroll("hit"),
        ),
        All((RANGED, FactIs("overwatch"))), cp=1,
        forbidden=(
            Forbidden(
                All((FactIs("overwatch"), HasKeyword("attacker", ("Titanic",)))),
                "a Titanic unit cannot use Fire Overwatch; switch 'overwatch' off",
            ),
            Forbidden(All((FactIs("overwatch"), FactIs("engaged"))), "an engaged unit cannot use Fire Overwatch; switch one of them off"),
        ),
    ),
    _core(
        "Shooting while engaged", "An engaged unit shoots with Close-Quarters weapons only, unless it is a Monster or Vehicle.",
        (NoEffectOnDice("which weapons may shoot"),), All((RANGED, FactIs("engaged"))),
        (
            Forbidden(
                All((RANGED, FactIs("engaged"), Not(CLOSE_QUARTERS), Not(BIG))),
                "{weapon}: an engaged unit may only shoot with Close-Quarters weapons (Pistols); switch 'engaged' off or fire those",
            ),
        ),
    ),
    _core(
        "Close-quarters shooting", "An engaged Monster or Vehicle shoots at −1 to hit, except with Close-Quarters weapons.",
        (ModifyRoll("hit", -1),), All((RANGED, FactIs("engaged"), BIG, Not(CLOSE_QUARTERS))),
    ),
    _core(
        "Shooting at an engaged Monster or Vehicle", "−1 to hit a Monster or Vehicle that is engaged with the attacker's army.",
        (ModifyRoll("hit", -1),), All((RANGED, FactIs("target_engaged"), BIG_TARGET)),
        (
            Forbidden(
                All((RANGED, FactIs("target_engaged"), Not(BIG_TARGET), Not(FactIs("engaged")))),
                "{weapon}: of the units engaged with the attacker's army only Monsters and Vehicles can be shot from outside",
            ),
        ),
    ),
    _core(
        "Shooting after Advancing", "A unit that Advanced shoots with Assault weapons only, and not indirectly.",
        (NoEffectOnDice("which weapons may shoot"),), All((RANGED, FactIs("advanced"))),
        (
            Forbidden(
                All((RANGED, FactIs("advanced"), Not(WeaponHas("wh40k_11e.weapon.assault", "Assault")))),
                "{weapon}: after an Advance only Assault weapons may shoot; switch 'advanced' off or fire Assault weapons",
            ),
            Forbidden(
                All((FactIs("advanced"), FactIs("remained_stationary"))),
                "a unit cannot have Advanced and Remained Stationary in one turn; switch one of them off",
            ),
            Forbidden(
                All((RANGED, FactIs("advanced"), INDIRECTLY)),
                "{weapon}: a unit that Advanced cannot shoot indirectly; switch one of them off",
            ),
        ),
    ),
    _core(
        "Targets out of sight", "A target without a visible model can be shot with Indirect Fire only.",
        (NoEffectOnDice("which targets may be shot"),), All((RANGED, UNSEEN)),
        (
            Forbidden(
                All((RANGED, UNSEEN, Not(INDIRECT_FIRE))),
                "{weapon}: no model of the target is visible and the weapon has no Indirect Fire; it could not shoot",
            ),
            Forbidden(
                All((UNSEEN, FactIs("overwatch"))), "Fire Overwatch needs a visible target; switch 'overwatch' or 'out of sight' off"
            ),
        ),
    ),
    _core(
        "Phases", "Ranged weapons attack in the shooting phase, melee weapons in the fight phase.",
        (NoEffectOnDice("which weapons attack"),), None,
        (
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
