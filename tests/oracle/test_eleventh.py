"""The 11th edition: small documents of every kind, toolkit and referee with equal fractions everywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .comparing import differences
from .documents import models, profile, what_ifs
from .eleventh import evaluate, read

Document = dict[str, Any]
KINDS = ("plain", "mixed", "leaders", "indirect", "close combat", "snap", "pooled", "engaged")
MOST_WOUNDS = 5
"""More dice than these take the referee too long."""


def small_document(seed: int) -> Document:
    """The document number `seed`; its kind goes round `KINDS`."""
    rng, kind = random.Random(f"eleventh {seed}"), KINDS[seed % len(KINDS)]
    while True:
        document = draft(rng, kind)
        if most_wounds(document) <= MOST_WOUNDS:
            return document


def most_wounds(document: Document) -> int:
    """The most dice of one batch."""
    totals: dict[Any, int] = {}
    for shot, (texts, least) in read(document).attacks:
        attacks = max(least, sum((sides if number else 0) * number + plus for number, sides, plus in texts))
        extra = shot.sustained[0] * shot.sustained[1] * bool(shot.sustained[0]) + shot.sustained[2] if shot.sustained else 0
        totals[shot] = totals.get(shot, 0) + attacks * (1 + extra)
    return max(totals.values())


def draft(rng: random.Random, kind: str) -> Document:
    melee = kind == "close combat"
    number = 2 if kind == "pooled" else rng.choice([1, 1, 2])
    weapons = [weapon(rng, kind, f"weapon {i + 1}", melee) for i in range(number)]
    if kind == "pooled":  # the same attacks under two names
        weapons[1] = {**weapons[0], "name": "weapon 2", "attacks": rng.choice([1, 2]), "count": 1}
        if rng.random() < 0.5:
            weapons.insert(1, weapon(rng, "plain", "between", melee))
    facts: Document = {"phase": "fight" if melee else "shooting"}
    for name in ("target_in_cover", "within_half_range", "remained_stationary", "moved_little", "plunging_fire", "damaged"):
        facts[name] = rng.random() < 0.4
    if melee:
        facts |= {"charged": rng.random() < 0.5, "split_attacks": rng.random() < 0.3}
    if kind == "indirect":
        facts |= rng.choice([{"target_visible": False}, {"indirect_shooting": True}, {"target_visible": False, "target_spotted": True}])
    if kind == "snap":
        facts["overwatch"] = True
    if kind == "engaged":
        facts |= {"engaged": rng.random() < 0.7, "target_engaged": rng.random() < 0.7}
    readings: Document = {}
    choices = {
        "devastating_timing": ["batch", "activation"],
        "damage_modifier_order": ["mul_add_div_sub_roundup", "mul_add_sub_div_roundup", "melta_div_add_sub_roundup"],
        "allocation_order": ["as_listed", "defender_minimises"],
        "allocation_objective": ["slain", "damage", "destroyed"],
        "lethal_policy": ["attacker_best", "always", "never"],
        "reroll_policy": ["failures", "fishing"],
        "rules_date": ["2026-10", "2026-06"],
    }
    for key, answers in choices.items():
        if rng.random() < 0.3:
            readings[key] = rng.choice(answers)
    big = kind == "engaged" and rng.random() < 0.7
    return {
        "system": "wh40k_11e",
        "title": kind,
        "attacker": {
            "keywords": ["Vehicle"] if big else ["Infantry"],
            "rules": rng.sample(["Take Aim!", "Damaged 5"], k=rng.choice([0, 0, 1, 2])),
            "weapons": weapons,
        },
        "defender": {
            "keywords": rng.choice([["Infantry"], ["Infantry"], ["Vehicle"]]),
            "rules": rng.sample(["Stealth", "Take Cover!"], k=rng.choice([0, 0, 1])),
            "models": target(rng, kind),
        },
        "situation": facts,
        "readings": readings,
    }


def target(rng: random.Random, kind: str) -> list[Document]:
    if kind == "leaders":
        unit = [profile(rng, rng.randint(1, 2)) for _ in range(rng.choice([1, 1, 2]))]
        return [*unit, *({**profile(rng, 1), "character": True} for _ in range(rng.choice([1, 2])))]
    if kind in ("mixed", "pooled") or rng.random() < 0.4:
        return [profile(rng, rng.randint(1, 2)) for _ in range(rng.choice([2, 2, 3]))]
    return models(rng, "plain")


def weapon(rng: random.Random, kind: str, name: str, melee: bool) -> Document:
    only = rng.choice([": Infantry", " (Infantry)", ": non-MONSTER/VEHICLE", " (Monster/Vehicle)", "", "", ""])
    known = [
        f"sustained hits {rng.choice(['1', '1', '2'])}", f"lethal hits{only}", "twin-linked", "psychic", "precision",
        rng.choice(["anti-infantry 4+", "anti-vehicle 2+", "anti-non-Monster/Vehicle 3+", "anti-infantry 5+"]),
        rng.choice(["devastating wounds", "devastating wounds: INFANTRY", "devastating wounds"]),
    ]  # fmt: skip
    abilities = rng.sample(known, k=rng.choice([0, 1, 2, 3, 4]))
    if kind == "leaders" and "precision" not in abilities and rng.random() < 0.5:
        abilities.append("precision")
    if melee:
        abilities += rng.sample(["lance", "cleave 1", "cleave 2"], k=rng.choice([0, 1, 2]))
    else:
        other = [
            "rapid fire 1",
            "rapid fire 2",
            "melta 1",
            "melta 2",
            "blast",
            "blast 2",
            "heavy",
            "ignores cover",
            "target in cover",
            "pistol",
        ]
        abilities += rng.sample(other, k=rng.choice([0, 1, 2, 3]))
        if kind == "indirect":
            abilities.append("indirect fire")
        elif rng.random() < 0.2:
            abilities.append("torrent")
    torrent = "torrent" in abilities
    modifiers = what_ifs(rng) if rng.random() < 0.5 else {}
    if rng.random() < 0.15:
        modifiers |= {"damage": rng.choice([-2, -1]), "skill": -1}
    return {
        "name": name,
        "count": rng.choice([1, 1, 2]),
        "type": "melee" if melee else "ranged",
        "attacks": rng.choice([1, 1, 2, 3, "D3"]),
        "skill": "N/A" if torrent else rng.choice(["2+", "3+", "4+", "5+", "6+"]),
        "strength": rng.choice([3, 4, 5, 6, 8, 10]),
        "ap": rng.choice([0, 0, -1, -1, -2, -3, -4]),
        "damage": rng.choice([1, 1, 2, 3, "D3", "D3+1"]),
        "abilities": abilities,
        "modifiers": modifiers,
    }


def agree(document: Document) -> None:
    wrong = differences(document, evaluate(document))
    assert not wrong, "\n".join([*wrong, repr(document)])


@pytest.mark.parametrize("seed", range(240), ids=[f"{KINDS[seed % len(KINDS)]}-{seed}".replace(" ", "-") for seed in range(240)])
def test_whole_distributions_are_equal(seed: int) -> None:
    agree(small_document(seed))
