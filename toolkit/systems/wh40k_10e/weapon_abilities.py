"""Weapon abilities of the 10th edition, as records."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    AllocateToCharacter,
    AttacksPerModels,
    AutoHit,
    AutoWound,
    ChangeCharacteristic,
    Condition,
    Cover,
    CriticalOn,
    DevastatingDamage,
    Effect,
    ExtraHits,
    FactIs,
    Fails,
    FiresBesides,
    Forbidden,
    HasKeyword,
    ModifyRoll,
    NoCover,
    NoEffectOnDice,
    Not,
    Only,
    ReadingIs,
    Reroll,
    Rule,
    TestAfterAttacks,
    WeaponHas,
    WeaponIs,
)
from toolkit.systems.wh40k_10e.core import BIG, HALF_RANGE_UNKNOWN, RANGED

_UNSEEN = FactIs("target_visible", value=False)
_SPILLING = ReadingIs("devastating_wounds", "spill")


def _ability(
    name: str, summary: str, *effects: Effect, when: Condition | None = None, example: str = "", forbidden: tuple[Forbidden, ...] = (),
    aliases: tuple[str, ...] = (),
) -> Rule:  # fmt: skip
    slug = name.replace(" {x}+", "").replace(" {x}", "").replace("-{k}", "").lower().replace(" ", "-")
    source = f"Core rules: {name.replace('{x}', 'X').replace('{k}', 'keyword')}"
    keyword = name.lower()
    return Rule(
        f"wh40k_10e.weapon.{slug}",
        name,
        "Weapon abilities",
        "weapon",
        summary,
        source,
        effects,
        when,
        keyword,
        aliases,
        forbidden,
        example=example,
    )


WEAPON_ABILITIES = (
    _ability(
        "Anti-{k} {x}+", "An unmodified wound roll of x+ against a target with the keyword is a critical wound.",
        CriticalOn("wound", "{x}"), when=HasKeyword("defender", ("{k}",)), example="anti-infantry 4+", aliases=("anti {k} {x}",),
    ),
    _ability("Assault", "The weapon can shoot after the unit Advanced.", NoEffectOnDice("when the weapon may shoot")),
    _ability(
        "Blast", "+1 attack for every five models in the target unit.", AttacksPerModels(1, 5),
        forbidden=(
            Forbidden(
                FactIs("target_engaged"),
                "{weapon}: Blast cannot be fired at a unit engaged with the attacker's army; choose another target or weapon",
            ),
        ),
    ),
    _ability(
        "Conversion", "Successful unmodified hit rolls of 4+ are critical against targets more than 12 inches away.",
        CriticalOn("hit", 4), when=FactIs("beyond_12"),
    ),
    _ability(
        "Devastating Wounds", "A critical wound allows no save; its damage comes after all other attacks and does not carry over.",
        Only(ReadingIs("devastating_wounds", "lost"), DevastatingDamage()), Only(_SPILLING, DevastatingDamage(spills=True)),
    ),
    _ability(
        "Extra Attacks", "Its attacks are made besides those of another melee weapon.", NoEffectOnDice("which weapons attack together"),
    ),
    _ability(
        "Hazardous", "After the attacks one D6 for each such weapon used: on a 1 a bearer suffers 3 mortal wounds.",
        TestAfterAttacks(fails_on=1, mortal_wounds=3),
    ),
    _ability("Heavy", "+1 to hit if the unit remained stationary.", ModifyRoll("hit", 1), when=FactIs("remained_stationary")),
    _ability("Ignores Cover", "The target has no Benefit of Cover.", NoCover(), when=RANGED),
    _ability(
        "Indirect Fire", "At a target out of sight: −1 to hit, unmodified 1 to 3 fails, and the target is in cover.",
        ModifyRoll("hit", -1), Fails("hit", 3), Cover(), when=All((RANGED, _UNSEEN)),
        forbidden=(
            Forbidden(
                All((_UNSEEN, WeaponHas("wh40k_10e.weapon.torrent", "Torrent"))),
                "{weapon}: a Torrent weapon cannot be fired with Indirect Fire; it needs a visible target",
            ),
        ),
    ),
    _ability("Lance", "+1 to wound if the unit charged.", ModifyRoll("wound", 1), when=FactIs("charged")),
    _ability("Lethal Hits", "A critical hit wounds without a wound roll.", AutoWound()),
    _ability(
        "Melta {x}", "+x damage within half range.", ChangeCharacteristic("damage", "{x}"), when=FactIs("within_half_range"),
        example="melta 2", forbidden=(HALF_RANGE_UNKNOWN,),
    ),
    _ability("One Shot", "The weapon shoots once in a battle.", NoEffectOnDice("how often the weapon may shoot")),
    _ability(
        "Pistol", "Can be fired while engaged, at an engaged enemy; not together with the model's other guns.",
        NoEffectOnDice("when the weapon may shoot"),
        forbidden=(
            Forbidden(
                All((WeaponIs("ranged"), FiresBesides("wh40k_10e.weapon.pistol"), Not(BIG))),
                "{weapon}: a model fires its Pistols or its other guns, not both; right only if other models fire the other guns",
            ),
        ),
    ),
    _ability(
        "Precision", "The attacks can be allocated to a visible CHARACTER in the target unit.",
        AllocateToCharacter(), when=FactIs("target_visible"),
    ),
    _ability("Psychic", "The attack is psychic, for rules that ask.", NoEffectOnDice("what other rules may ask about the attack")),
    _ability(
        "Rapid Fire {x}", "+x attacks within half range.", ChangeCharacteristic("attacks", "{x}"), when=FactIs("within_half_range"),
        example="rapid fire 1", forbidden=(HALF_RANGE_UNKNOWN,),
    ),
    _ability("Sustained Hits {x}", "Each critical hit scores x more hits.", ExtraHits("{x}"), example="sustained hits 1"),
    _ability("Torrent", "Every attack hits without a roll.", AutoHit()),
    _ability("Twin-linked", "Re-roll failed wound rolls.", Reroll("wound", "failed")),
)  # fmt: skip
