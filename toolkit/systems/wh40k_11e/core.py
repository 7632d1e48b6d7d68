"""The attack sequence of the 11th edition: facts, and rules that nobody has to name."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.edition import Edition
from toolkit.rules.rule import (
    All,
    AnyOf,
    ChangeCharacteristic,
    Cover,
    FactIs,
    Forbidden,
    HasKeyword,
    ModifyRoll,
    NoEffectOnDice,
    NoReroll,
    Not,
    Only,
    OnlyUnmodified,
    ReadingIs,
)
from toolkit.rules.situation import Fact

EDITION = Edition("wh40k_11e")

FACTS = (
    shared.PHASE,
    shared.REMAINED_STATIONARY,
    Fact(
        "moved_little", "Moved 3 inches or less", "No model of the attacking unit moved more than 3 inches this turn.", False,
        when_true="no model moved more than 3 inches", when_false="the unit moved more than 3 inches", in_question="after a short move",
    ),
    Fact(
        "set_up_this_turn", "Set up this turn", "The attacking unit was set up on the table this turn.", False,
        when_true="the unit was set up this turn", when_false="the unit was not set up this turn", in_question="just set up",
    ),
    shared.half_range("The target was within half the range of every weapon when it was selected."),
    Fact(
        "target_in_cover", "Target in cover", "The whole target unit has the benefit of cover from every attacking model.", False,
        when_true="the target is in cover", when_false="the target is not in cover", in_question="into cover",
    ),
    shared.TARGET_VISIBLE,
    Fact(
        "indirect_shooting", "Indirect shooting", "The unit chose to shoot indirectly, whether it sees its targets or not.", False,
        when_true="the unit shoots indirectly", when_false="the unit does not shoot indirectly", in_question="shooting indirectly",
    ),
    Fact(
        "target_spotted", "Target spotted", "The target is visible to another friendly unit.", False,
        when_true="a friendly unit sees the target", when_false="no friendly unit sees the target", in_question="with a spotter",
    ),
    shared.CHARGED,
    shared.overwatch("The attacks are snap shooting with Fire Overwatch, at the end of the opponent's Movement phase."),
    shared.ADVANCED,
    shared.engaged("The attacking unit is engaged with an enemy unit."),
    shared.target_engaged("The target is engaged with a unit of the attacker's army."),
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

RANGED, BIG, UNSEEN = shared.RANGED, shared.BIG, shared.UNSEEN
BIG_TARGET = HasKeyword("defender", ("Monster", "Vehicle"))
CLOSE_QUARTERS = EDITION.has("Close-Quarters")
INDIRECTLY = AnyOf((FactIs("indirect_shooting"), UNSEEN), "the unit sees its target and does not shoot indirectly")
SNAP_CRITICAL = AnyOf(
    (ReadingIs("snap_hits_critical"), ReadingIs("rules_date", "2026-06")), "hits of snap shooting are not critical since October 2026"
)

_core = EDITION.core

CORE = (
    _core(
        "Cover", "BS is worse by 1 against a target in cover; not a modifier of the roll, so that it is not capped with those.",
        Cover(), when=All((RANGED, FactIs("target_in_cover"))),
    ),
    _core(
        "Plunging Fire", "BS is better by 1 against ground-level targets from above; not for Aircraft.",
        ChangeCharacteristic("skill", 1), when=All((RANGED, FactIs("plunging_fire"), Not(HasKeyword("attacker", ("Aircraft",))))),
    ),
    _core(
        "Fire Overwatch", "Snap shooting: only an unmodified 6 hits, and no hit roll is re-rolled.  1 CP",
        Only(SNAP_CRITICAL, OnlyUnmodified("hit", 6)),
        Only(Not(SNAP_CRITICAL), OnlyUnmodified("hit", 6, critical=False)),
        NoReroll("hit"),
        when=All((RANGED, FactIs("overwatch"))), cp=1,
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
        NoEffectOnDice("which weapons may shoot"), when=All((RANGED, FactIs("engaged"))),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("engaged"), Not(CLOSE_QUARTERS), Not(BIG))),
                "{weapon}: an engaged unit may only shoot with Close-Quarters weapons (Pistols); switch 'engaged' off or fire those",
            ),
        ),
    ),
    _core(
        "Close-quarters shooting", "An engaged Monster or Vehicle shoots at −1 to hit, except with Close-Quarters weapons.",
        ModifyRoll("hit", -1), when=All((RANGED, FactIs("engaged"), BIG, Not(CLOSE_QUARTERS))),
    ),
    _core(
        "Shooting at an engaged Monster or Vehicle", "−1 to hit a Monster or Vehicle that is engaged with the attacker's army.",
        ModifyRoll("hit", -1), when=All((RANGED, FactIs("target_engaged"), BIG_TARGET)),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("target_engaged"), Not(BIG_TARGET), Not(FactIs("engaged")))),
                "{weapon}: of the units engaged with the attacker's army only Monsters and Vehicles can be shot from outside",
            ),
        ),
    ),
    _core(
        "Shooting after Advancing", "A unit that Advanced shoots with Assault weapons only, and not indirectly.",
        NoEffectOnDice("which weapons may shoot"), when=All((RANGED, FactIs("advanced"))),
        forbidden=(
            *shared.after_advancing(EDITION),
            Forbidden(
                All((RANGED, FactIs("advanced"), INDIRECTLY)),
                "{weapon}: a unit that Advanced cannot shoot indirectly; switch one of them off",
            ),
        ),
    ),
    *shared.core(EDITION),
)  # fmt: skip
