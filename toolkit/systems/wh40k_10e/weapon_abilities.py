"""Weapon abilities of the 10th edition, where it words or plays them in its own way; the others are in `toolkit.rules.shared`."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.rule import (
    All,
    AllocateToCharacter,
    AttacksPerModels,
    AutoWound,
    Cover,
    CriticalOn,
    DevastatingDamage,
    FactIs,
    Fails,
    FiresBesides,
    Forbidden,
    ModifyRoll,
    NoCover,
    NoEffectOnDice,
    Not,
    Only,
    ReadingIs,
    Reroll,
    TestAfterAttacks,
    WeaponIs,
)
from toolkit.systems.wh40k_10e.core import BIG, EDITION, RANGED

_UNSEEN = FactIs("target_visible", value=False)
_SPILLING = ReadingIs("devastating_wounds", "spill")

_ability = EDITION.weapon_ability

_OWN = (
    _ability(
        "Blast", "+1 attack for every five models in the target unit.", AttacksPerModels(1, 5),
        forbidden=(shared.BLAST_INTO_A_FIGHT,),
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
                All((_UNSEEN, EDITION.has("Torrent"))),
                "{weapon}: a Torrent weapon cannot be fired with Indirect Fire; it needs a visible target",
            ),
        ),
    ),
    _ability("Lance", "+1 to wound if the unit charged.", ModifyRoll("wound", 1), when=FactIs("charged")),
    _ability("Lethal Hits", "A critical hit wounds without a wound roll.", AutoWound()),
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
    _ability("Twin-linked", "Re-roll failed wound rolls.", Reroll("wound", "failed")),
)  # fmt: skip

WEAPON_ABILITIES = shared.weapon_abilities(EDITION, _OWN)
