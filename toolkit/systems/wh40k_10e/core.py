"""The attack sequence of the 10th edition: facts, the wound table, and rules that nobody has to name."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.edition import Edition
from toolkit.rules.rule import All, Cover, FactIs, Forbidden, HasKeyword, ModifyRoll, NoEffectOnDice, Not, OnlyUnmodified, WeaponIs
from toolkit.rules.situation import Fact
from toolkit.rules.tables import wound_need
from toolkit.rules.use import Is, Keywords, Use, Visible, Window, Within

EDITION = Edition("wh40k_10e")

FACTS = (
    shared.PHASE,
    shared.REMAINED_STATIONARY,
    shared.half_range("The target is within half the range of every weapon."),
    Fact(
        "target_in_cover", "Target in cover", "Terrain gives the target the Benefit of Cover.", False,
        when_true="terrain covers the target", when_false="no terrain covers the target", in_question="into cover",
    ),
    shared.TARGET_VISIBLE,
    shared.CHARGED,
    shared.overwatch("The attacks are made with Fire Overwatch, in the opponent's turn."),
    shared.ADVANCED,
    shared.engaged("The attacking unit is within Engagement Range of an enemy."),
    shared.target_engaged("The target is within Engagement Range of a unit of the attacker's army."),
    Fact(
        "closest_target", "Closest target", "The target is the closest eligible target.", False,
        when_true="the target is the closest", when_false="another target is closer", in_question="at the closest target",
    ),
    Fact(
        "beyond_12", "Beyond 12 inches", "The target is more than 12 inches away.", False,
        when_true="the target is more than 12 inches away", when_false="the target is within 12 inches", in_question="beyond 12 inches",
    ),
)  # fmt: skip

RANGED, BIG = shared.RANGED, shared.BIG
SHOOTING_PHASE = All((WeaponIs("ranged"), FactIs("phase", "shooting"), Not(FactIs("overwatch"))))
"""Ranged attacks in the attacker's own shooting phase; Fire Overwatch is used in another phase."""

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

_core = EDITION.core

CORE = (
    _core(
        "Cover from terrain",
        "The Benefit of Cover: +1 to armour saves against ranged attacks; not for a Save of 3+ or better against AP 0.",
        Cover(), when=All((RANGED, FactIs("target_in_cover"))),
    ),
    _core(
        "Fire Overwatch",
        "In the opponent's turn only an unmodified 6 hits, whatever the BS or the modifiers.  1 CP",
        OnlyUnmodified("hit", 6), when=All((RANGED, FactIs("overwatch"))), cp=1, use=_OVERWATCH,
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
        NoEffectOnDice("which weapons may shoot"), when=All((RANGED, FactIs("engaged"))),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("engaged"), Not(EDITION.has("Pistol")), Not(BIG))),
                "{weapon}: an engaged unit may only shoot with Pistols; switch 'engaged' off or fire Pistols",
            ),
        ),
    ),
    _core(
        "Big Guns Never Tire",
        "An engaged Monster or Vehicle shoots at −1 to hit, except with Pistols.",
        ModifyRoll("hit", -1),
        when=All((RANGED, FactIs("engaged"), BIG, Not(EDITION.has("Pistol")))),
    ),
    _core(
        "Shooting after Advancing",
        "A unit that Advanced shoots with Assault weapons only.",
        NoEffectOnDice("which weapons may shoot"), when=All((RANGED, FactIs("advanced"))),
        forbidden=shared.after_advancing(EDITION),
    ),
    *shared.core(EDITION),
)  # fmt: skip

__all__ = ["BIG", "CORE", "EDITION", "FACTS", "RANGED", "SHOOTING_PHASE", "wound_need"]
