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
from toolkit.battlefield.regions import Region, arrival_region
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
    found = _map(state, state.goal == "damage")
    wrong = breaches(
        state.board, state.arriving, state.arrival, state.battle_round, coherency=state.coherency, anchor=state.anchor,
        engagement=rule.numbers.engagement,
    )  # fmt: skip
    left = gaps(state.board, threat(state), state.protected) if state.shown == "screen" and state.arrival.anchor is None else None
    closest = _map(state, False).frame["distance"] if state.goal == "damage" else None
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


def _map(state: ReservesState, damage: bool) -> ChargeMap:
    model = state.arriving.models[0]
    where = (state.board, model.base, state.arrival, state.battle_round, model.facing, state.anchor)
    return _worth(where, state.system, state.modifier, state.reroll, tuple(state.prizes.items()) if damage else None)


@lru_cache(maxsize=64)
def _rule(system: str, modifier: int, reroll: Any) -> ChargeRule:
    return ChargeRule.of(system, [modifier] if modifier else (), reroll=reroll)


# The same table is asked for again by a pinned answer, by another goal and by each place that is tried for a whole unit.
@lru_cache(maxsize=8)
def _region(where: Where) -> Region:
    board, base, arrival, battle_round, facing, anchor = where
    return arrival_region(board, base, arrival, battle_round, facing=facing, anchor=anchor)


@lru_cache(maxsize=8)
def _worth(where: Where, system: str, modifier: int, reroll: Any, prizes: tuple[tuple[str, float], ...] | None) -> ChargeMap:
    board, base, arrival, battle_round, facing, _ = where
    worth = None if prizes is None else dict(prizes)
    rule = _rule(system, modifier, reroll)
    return charge_map(board, base, arrival, battle_round, rule, facing=facing, region=_region(where), prizes=worth)
