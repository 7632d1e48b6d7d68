"""Matchups too large to follow every die: the toolkit against dice rolled by a seeded generator, within five standard errors."""

from __future__ import annotations

from typing import Any

import pytest

import toolkit as tk

from .matchups import gun, matchup, models
from .simulate import simulate

GAMES = 4000

LARGE: dict[str, dict[str, Any]] = {
    "sixty criticals with D3 more hits each": matchup(
        gun(60, "3+", 6, -1, "D3+3", "sustained hits D3", "devastating wounds", modifiers={"critical_hit": 5}),
        models(1, 8, "3+", 24, feel_no_pain="5+"),
    ),
    "four weapons in order into a mixed unit with a leader": matchup(
        [
            gun("2D6+3", "4+", 4, 0, 1, "sustained hits 1", "lethal hits", count=2, modifiers={"reroll_hits": "ones"}),
            gun(10, "3+", 5, -2, 2, "devastating wounds", "anti-infantry 4+"),
            gun(4, "3+", 9, -3, "D6+1", "precision", "devastating wounds"),
            gun("D6", "N/A", 5, -1, 1, "ignores cover", count=3),
        ],
        [
            models(8, 4, "4+", 2, invulnerable="5+"),
            models(4, 5, "3+", 3, feel_no_pain="5+", damage_reduction=1),
            models(1, 4, "2+", 5, invulnerable="4+", feel_no_pain_mortal="4+", character=True),
        ],
        target_in_cover=True,
    ),
    "melta into halved damage": matchup(
        gun(3, "3+", 9, -4, "D6", "melta 2", "twin-linked", count=6),
        models(3, 10, "2+", 12, invulnerable="4+", half_damage=True),
        within_half_range=True,
    ),
    "blast into a horde": matchup(
        gun("D6+6", "5+", 6, -1, 1, "blast", "heavy", count=4), models(40, 3, "5+", 1), remained_stationary=True, ours=["Take Aim!"]
    ),
    "three hundred lasgun shots": matchup(
        gun(1, "4+", 3, 0, 1, "rapid fire 1", count=100),
        models(20, 4, "3+", 2, feel_no_pain="6+"),
        within_half_range=True,
        ours=["First Rank, Fire! Second Rank, Fire!"],
    ),
    "random everything": matchup(
        gun(
            "3D6",
            "3+",
            7,
            -2,
            "D6",
            "sustained hits 2",
            "lethal hits",
            "devastating wounds",
            count=2,
            modifiers={"reroll_wounds": "non_critical"},
        ),
        models(10, 6, "3+", 4, invulnerable="5+", feel_no_pain="6+", feel_no_pain_mortal="4+"),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_within_five_standard_errors(name: str) -> None:
    document = LARGE[name]
    result, tally = tk.crunch(document), simulate(document, GAMES, seed=len(name))
    for what in ("damage", "slain"):
        pmf = getattr(result, what)
        assert sum(p for _, p in pmf.items()) == pytest.approx(1, abs=1e-12)
        assert tally.mean_off(what, float(pmf.mean()), float(pmf.std())) < 5
        common = {value: float(p) for value, p in pmf.items() if 25 <= GAMES * p <= GAMES - 25}
        assert all(tally.standard_errors_off(what, value, p) < 5 for value, p in common.items())
        assert all(pmf[value] > 0 for value in getattr(tally, what))
