"""Whole turns: the tree adds up, and agrees with turns played with dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from toolkit.studies.plan import run_plan

from .plan_dice import random_plan, turns

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
    seen = turns(document, GAMES, seed)
    leaves = {tuple(what.rpartition(": ")[2] for what in leaf.happened): leaf.probability for leaf in result.leaves}
    ways: Counter[tuple[str, ...]] = Counter()
    for (happened, _, _), times in seen.items():
        ways[happened] += times
    assert set(ways) <= set(leaves)
    assert all(off(ways[way], float(p)) < 4 for way, p in leaves.items() if likely(p))
    removed: Counter[int] = Counter()
    slain: Counter[int] = Counter()
    for (_, lost, dead), times in seen.items():
        removed[lost] += times
        slain[dead] += times
    for law, values in ((result.damage, removed), (result.slain, slain)):
        assert all(off(values[value], float(p)) < 4 for value, p in law.items() if likely(p))
        mean = sum(value * times for value, times in values.items()) / GAMES
        assert abs(mean - float(law.mean())) < 4 * law.std() / sqrt(GAMES) + 1e-12


def likely(p: Fraction | float) -> bool:
    """Often enough for a standard error to mean something."""
    return 20 <= GAMES * p <= GAMES - 20


def off(times: int, p: float) -> float:
    return abs(times / GAMES - p) / sqrt(p * (1 - p) / GAMES)
