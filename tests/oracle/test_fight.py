"""Two fighting units against the literal fight."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from toolkit.studies.fight import fight

from .fight_brute import play

Document = dict[str, Any]


def side(rng: random.Random, name: str) -> Document:
    """A few models with one or two kits."""

    def weapon(number: int, count: int) -> Document:
        return {
            "name": f"weapon {number}", "type": "melee", "count": count, "attacks": rng.choice([1, 1, 2, "D3"]),
            "skill": rng.choice(["2+", "3+", "4+"]), "strength": rng.choice([3, 4, 8]), "ap": rng.choice([0, -1, -3]),
            "damage": rng.choice([1, 1, 2, "D3"]),
            "abilities": rng.choice([[], [], ["lance"], ["lethal hits"], ["devastating wounds"], ["sustained hits 1"]]),
        }  # fmt: skip

    models = [{"count": rng.randint(1, 2), "toughness": rng.choice([3, 4, 5]), "save": rng.choice(["3+", "4+", "6+"]),
               "wounds": rng.randint(1, 2)}]  # fmt: skip
    if rng.random() < 0.4:
        models.append({"count": 1, "toughness": rng.choice([3, 4, 6]), "save": rng.choice(["2+", "4+"]), "wounds": rng.randint(1, 3)})
    if rng.random() < 0.3:
        models[0]["feel_no_pain"] = "5+"
    size = sum(model["count"] for model in models)
    unit: Document = {"name": name, "models": models, "keywords": rng.choice([["Infantry"], ["Infantry", "Regiment"]])}
    if size > 1 and rng.random() < 0.6:
        first = rng.randint(1, size - 1)
        unit["weapons"] = [weapon(1, first), weapon(2, size - first)]
        if rng.random() < 0.5:  # those named last fall first, and everybody has the second weapon
            unit["weapons"][1]["count"] = size
            unit["kits"] = [{"count": size - first, "weapons": ["weapon 2"]}, {"count": first, "weapons": ["weapon 1", "weapon 2"]}]
    else:
        unit["weapons"] = [weapon(1, size)]
    if rng.random() < 0.4:
        unit["charged"] = True
    if rng.random() < 0.35:
        unit["trench_fighters"] = True
    return unit


@pytest.mark.parametrize("seed", range(25))
def test_agrees_with_the_literal_fight(seed: int) -> None:
    rng = random.Random(seed)
    first, second = side(rng, "A"), side(rng, "B")
    order = rng.choice([(0, 1), (1, 0)])
    want = play(first, second, order)
    got = fight(first, second, order=order, exact=True)
    assert {pair: p for pair, p in got.joint.items() if p} == {pair: p for pair, p in want.items() if p}
    assert sum(got.joint.values()) == Fraction(1)
    floating = fight(first, second, order=order)
    assert all(float(p) == pytest.approx(floating.joint[pair], rel=1e-11, abs=1e-14) for pair, p in got.joint.items())
    for place, law in enumerate(got.lost):
        for lost, p in law.items():
            assert p == sum(q for pair, q in got.joint.items() if pair[place] == lost)
