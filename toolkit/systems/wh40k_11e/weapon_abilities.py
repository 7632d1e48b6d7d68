"""Weapon abilities of the 11th edition, where it words or plays them in its own way; the others are in `toolkit.rules.shared`."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.rule import (
    All,
    AllocateToCharacter,
    AnyOf,
    AttacksPerModels,
    AutoWound,
    Cover,
    CriticalOn,
    DevastatingDamage,
    FactIs,
    Fails,
    FiresBesides,
    Forbidden,
    HasKeyword,
    IgnoreModifiers,
    ModifyRoll,
    NoCover,
    NoEffectOnDice,
    NoReroll,
    Not,
    Only,
    ReadingIs,
    Reroll,
    TestAfterAttacks,
    WeaponIs,
)
from toolkit.systems.wh40k_11e.core import BIG, EDITION, INDIRECTLY, RANGED

_SPOTTED = All((
    FactIs("remained_stationary"), AnyOf((FactIs("target_visible"), FactIs("target_spotted")), "no friendly unit sees the target"),
))  # fmt: skip
_BEYOND_THE_DISTANCE = All((ReadingIs("conversion", "explicit_distance"), FactIs("beyond_conversion")))
_BEYOND_HALF = All((ReadingIs("conversion", "half_range"), Not(FactIs("within_half_range"))))
_FISHING = ReadingIs("reroll_policy", "fishing")
_ALL_BIG = All((BIG, Not(FactIs("mixed_unit"))))
_STEADY = AnyOf((FactIs("remained_stationary"), FactIs("moved_little")), "the unit moved more than 3 inches")

_ability = EDITION.weapon_ability

_OWN = (
    _ability(
        "Blast {x}", "+x attacks, or +1 without a number, for every five models in the target unit when it is selected.",
        AttacksPerModels("{x}", 5), example="blast", aliases=("blast",), without_number="1",
        forbidden=(shared.BLAST_INTO_A_FIGHT,),
    ),
    _ability(
        "Cleave {x}", "+x attacks for every five models in the target unit, if all attacks of the weapon are made against it.",
        AttacksPerModels("{x}", 5), when=All((WeaponIs("melee"), Not(FactIs("split_attacks")))), example="cleave 1",
    ),
    _ability(
        "Close-Quarters", "Can be fired while engaged; Pistols are such weapons. Not together with the model's other guns.",
        NoEffectOnDice("when the weapon may shoot"), aliases=("pistol", "close quarters"),
        forbidden=(
            Forbidden(
                All((RANGED, FactIs("engaged"), FiresBesides("wh40k_11e.weapon.close-quarters"), Not(BIG))),
                "{weapon}: while engaged, only Close-Quarters weapons are fired; leave the other guns out",
            ),
        ),
    ),
    _ability(
        "Conversion", "Successful unmodified hit rolls of 4+ are critical beyond the distance that the weapon names (or half range).",
        CriticalOn("hit", 4), when=AnyOf((_BEYOND_THE_DISTANCE, _BEYOND_HALF), "the target is not far enough away"),
    ),
    _ability(
        "Devastating Wounds", "A critical wound allows no save; its damage is mortal, comes after its batch and does not carry over.",
        DevastatingDamage(),
    ),
    _ability(
        "Hazardous", "After the attacks a hazard roll for each such weapon selected: on 1 or 2 the unit suffers 1 mortal wound, or 3 if "
        "all its models are Monsters or Vehicles.",
        Only(_ALL_BIG, TestAfterAttacks(fails_on=2, mortal_wounds=3)),
        Only(Not(_ALL_BIG), TestAfterAttacks(fails_on=2, mortal_wounds=1)),
    ),
    _ability(
        "Heavy", "+1 to hit in the unit's own Shooting phase if it is unengaged, was not set up this turn and no model moved more than 3 "
        "inches.",
        ModifyRoll("hit", 1),
        when=All((
            RANGED, _STEADY, Not(FactIs("engaged")), Not(FactIs("set_up_this_turn")), FactIs("phase", "shooting"), Not(FactIs("overwatch")),
        )),
    ),
    _ability(
        "Hunter {k}", "The weapon can only attack targets with the keyword.", NoEffectOnDice("which targets may be attacked"),
        example="hunter vehicle",
        forbidden=(
            Forbidden(Not(HasKeyword("defender", ("{k}",))), "{weapon}: a Hunter weapon attacks {k} only; choose another target or weapon"),
        ),
    ),
    _ability("Ignores Cover", "The target has no cover, whatever gives it.", NoCover(), when=RANGED),
    _ability(
        "Indirect Fire", "Shooting indirectly: the target is in cover, no hit re-rolls, and unmodified 1 to 5 fails, or 1 to 3 if the unit "
        "is stationary and it or a friend sees the target.",
        Cover(), NoReroll("hit"), Only(_SPOTTED, Fails("hit", 3)), Only(Not(_SPOTTED), Fails("hit", 5)),
        when=All((RANGED, INDIRECTLY)),
    ),
    _ability("Lance", "+1 to wound if the unit made a charge move.", ModifyRoll("wound", 1), when=FactIs("charged")),
    _ability("Lethal Hits", "A critical hit may wound without a wound roll; the attacker can decline.", AutoWound()),
    _ability(
        "Precision", "The attacker makes the group of a visible CHARACTER the first to be attacked by the batch.",
        AllocateToCharacter(), when=FactIs("target_visible"),
    ),
    _ability(
        "Psychic", "Whatever worsens BS, WS or the hit roll is ignored; improvements count.",
        IgnoreModifiers("skill"), IgnoreModifiers("hit"),
    ),
    _ability("Target in Cover", "The target is in cover from the models that fire this weapon.", Cover(), when=RANGED),
    _ability(
        "Twin-linked", "Re-roll wound rolls.",
        Only(Not(_FISHING), Reroll("wound", "failed")), Only(_FISHING, Reroll("wound", "non_critical")),
    ),
)  # fmt: skip

WEAPON_ABILITIES = shared.weapon_abilities(EDITION, _OWN)
