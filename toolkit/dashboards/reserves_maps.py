"""From what the controls of the reserves planner say to the numbers on its screen: regions, charges and gaps, from the studies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.placement import Model
from toolkit.battlefield.regions import arrival_region
from toolkit.dashboards.reserves_answer import ReservesAnswer
from toolkit.dashboards.reserves_state import ReservesState
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_map import ChargeMap, charge_map, charges_from
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Threat, gaps

Where = tuple[Board, Base, Arrival, int, float, Model | None]
"""What a region depends on."""
APART, MOST_TRIES = 3.0, 10
"""Inches between the spots that are tried for a whole unit, and how many they are."""


def compute(state: ReservesState) -> ReservesAnswer:
    """The numbers of a state."""
    rule = charge_rule(state)
    found, likeliest = _maps_of(state)
    wrong = breaches(
        state.board, state.arriving, state.arrival, state.battle_round, coherency=state.coherency, anchor=state.anchor,
    )  # fmt: skip
    left = gaps(state.board, threat(state), state.protected) if state.shown == "screen" and state.arrival.anchor is None else None
    closest = likeliest.frame["distance"] if state.goal == "damage" else None
    charges = charges_from(state.board, state.arriving, rule, prizes=state.prizes)
    return ReservesAnswer(state, wrong, found.region, found, charges, rule, left, closest)


def charge_rule(state: ReservesState) -> ChargeRule:
    """How the arriving unit charges."""
    return _rule(state.system, state.modifier, state.reroll)


def threat(state: ReservesState) -> Threat:
    """What a screen is to prevent."""
    return Threat(state.arriving.models[0].base, state.arrival, state.battle_round, charge_rule(state), within=float(state.within))


def wanted(found: ChargeMap) -> Iterator[tuple[float, tuple[float, float]]]:
    """Spots worth trying for a whole unit with what they are worth, the best first, apart from each other."""
    if found.best is None:
        return
    tried = [(found.best.x, found.best.y)]
    yield float(found.best.value), tried[0]
    for row in found.frame.sort(["value", "distance"], descending=[True, False]).iter_rows(named=True):
        here = ((row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
        if all(math.dist(here, other) > APART for other in tried):
            tried.append(here)
            yield row["value"], here
        if len(tried) == MOST_TRIES:
            return


def _maps_of(state: ReservesState) -> tuple[ChargeMap, ChargeMap]:
    """What each spot is worth for the goal, and how likely the likeliest charge is there."""
    model = state.arriving.models[0]
    where = (state.board, model.base, state.arrival, state.battle_round, model.facing, state.anchor)
    return _maps(where, state.system, state.modifier, state.reroll, tuple(state.prizes.items()) if state.goal == "damage" else None)


@lru_cache(maxsize=64)
def _rule(system: str, modifier: int, reroll: Any) -> ChargeRule:
    return ChargeRule.of(system, [modifier] if modifier else (), reroll=reroll)


# The last table is kept: it is asked for again with each place that is tried for the arriving unit.
@lru_cache(maxsize=1)
def _maps(
    where: Where, system: str, modifier: int, reroll: Any, prizes: tuple[tuple[str, float], ...] | None
) -> tuple[ChargeMap, ChargeMap]:
    board, base, arrival, battle_round, facing, anchor = where
    region = arrival_region(board, base, arrival, battle_round, facing=facing, anchor=anchor)
    likeliest = charge_map(board, base, arrival, battle_round, _rule(system, modifier, reroll), facing=facing, region=region)
    if prizes is None:
        return likeliest, likeliest
    rule, worth = _rule(system, modifier, reroll), dict(prizes)
    return charge_map(board, base, arrival, battle_round, rule, facing=facing, region=region, prizes=worth), likeliest
