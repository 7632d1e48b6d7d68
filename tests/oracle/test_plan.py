"""Whole turns: the tree adds up, and agrees with turns played with dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from toolkit.studies.plan import run_plan

from .plan_dice import random_battle, random_plan, turns

GAMES = 4000


@pytest.mark.parametrize("seed", range(10))
def test_random_plans(seed: int) -> None:
    document = random_plan(seed)
    result = run_plan(document, exact=True)
    assert sum(leaf.probability for leaf in result.leaves) == Fraction(1)
    assert sum(Fraction(p) for _, p in result.damage.items()) == 1
    assert result.cp == sum(step.get("cp", 0) for step in document["steps"])
    floating = run_plan(document)
    assert [float(leaf.probability) for leaf in result.leaves] == pytest.approx([leaf.probability for leaf in floating.leaves], rel=1e-9)
    agree(result, document, seed)


@pytest.mark.parametrize("seed", range(16))
def test_random_battles_in_which_both_sides_lose_models(seed: int) -> None:
    document = random_battle(seed)
    result = run_plan(document, exact=True)
    assert sum(leaf.probability for leaf in result.leaves) == Fraction(1)
    assert sum(leaf.joint.mass for leaf in result.leaves) == Fraction(1)
    floating = run_plan(document)
    for unit in document["units"]:
        together = result.together(unit["name"])
        assert sum(together.values()) == 1
        lost, dead = result.own(unit["name"]).slain, result.slain
        assert [sum(p for pair, p in together.items() if pair[0] == n) for n in range(lost.high + 1)] == [
            lost[n] for n in range(lost.high + 1)
        ]
        assert [sum(p for pair, p in together.items() if pair[1] == n) for n in range(dead.high + 1)] == [
            dead[n] for n in range(dead.high + 1)
        ]
        near = floating.together(unit["name"])
        assert all(near[pair] == pytest.approx(float(p), rel=1e-9, abs=1e-13) for pair, p in together.items())
    agree(result, document, seed)


def agree(result: Any, document: dict[str, Any], seed: int) -> None:
    """The exact tree and laws lie within 4 standard errors of turns played with dice."""
    seen = turns(document, GAMES, seed)
    leaves = {tuple(what.rpartition(": ")[2] for what in leaf.happened): leaf.probability for leaf in result.leaves}
    ways: Counter[tuple[str, ...]] = Counter()
    for (happened, _, _, _), times in seen.items():
        ways[happened] += times
    assert set(ways) <= set(leaves)
    assert all(off(ways[way], float(p)) < 4 for way, p in leaves.items() if likely(p))
    names = [unit["name"] for unit in document.get("units", [])]
    laws = [(result.damage, 1, 0), (result.slain, 2, 0), *((result.own(name).slain, 3, n) for n, name in enumerate(names))]
    for law, place, number in laws:
        values: Counter[int] = Counter()
        for end, times in seen.items():
            values[end[3][number] if place == 3 else end[place]] += times  # type: ignore[index]
        assert all(off(values[value], float(p)) < 4 for value, p in law.items() if likely(p))
        mean = sum(value * times for value, times in values.items()) / GAMES
        assert abs(mean - float(law.mean())) < 4 * law.std() / sqrt(GAMES) + 1e-12
    for number, name in enumerate(names):
        pairs: Counter[tuple[int, int]] = Counter()
        for (_, _, dead, lost), times in seen.items():
            pairs[lost[number], dead] += times
        assert all(off(pairs[pair], float(p)) < 4 for pair, p in result.together(name).items() if likely(p))


def likely(p: Fraction | float) -> bool:
    """Often enough for a standard error to mean something."""
    return 20 <= GAMES * p <= GAMES - 20


def off(times: int, p: float) -> float:
    return abs(times / GAMES - p) / sqrt(p * (1 - p) / GAMES)
