"""Choices of units to wait in reserves, listed: all of them, and those to which nothing can be added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import polars as pl

from toolkit.rules import checks
from toolkit.rules.arrival import ReserveLimits
from toolkit.studies.reserves import ArmyUnit, Block, Table, choosable, spelled, ways_to_wait
from toolkit.systems.wh40k_11e import reserves as eleventh

MOST_LISTED = 10_000


@dataclass(frozen=True, slots=True)
class WaitingSet:
    """Units that may wait together.

    Attributes
    ----------
    names : tuple of str
        Those chosen; passengers follow their Transport and are not named.
    points, units : int
        Passengers included; what waits by Deep Strike where that does not count left out.
    room : Fraction
        Points that could still be added.
    """

    names: tuple[str, ...]
    points: int
    units: int
    room: Fraction


@dataclass(frozen=True)
class MaximalSets:
    """The choices to which no further unit can be added.

    Attributes
    ----------
    count : int
        How many there are; exact.
    sets : tuple of WaitingSet
        Those of the most points first, as many as were asked for.
    """

    count: int
    sets: tuple[WaitingSet, ...]

    @property
    def frame(self) -> pl.DataFrame:
        """One row a choice: ``units, points, waiting, room``."""
        return sets_frame(self.sets)


def sets_frame(sets: Sequence[WaitingSet]) -> pl.DataFrame:
    """Choices as a table: ``units`` (their names), ``points``, ``waiting`` (how many, passengers included), ``room``.

    Examples
    --------
    >>> sets_frame([WaitingSet(("A", "B"), 500, 3, Fraction(500))]).row(0)
    ('A, B', 500, 3, 500.0)
    """
    rows = [{"units": ", ".join(each.names), "points": each.points, "waiting": each.units, "room": float(each.room)} for each in sets]
    return pl.DataFrame(rows, schema={"units": pl.String, "points": pl.Int64, "waiting": pl.Int64, "room": pl.Float64})


def every_set(
    army: Sequence[ArmyUnit], points_limit: int, *, limits: ReserveLimits = eleventh.LIMITS, deep_strike_counts: bool | None = None
) -> Iterator[WaitingSet]:
    """Every legal choice, one by one, those of the most points first, down to nobody at all.

    There may be very many: `toolkit.studies.reserves.legal_sets` counts them without listing.

    Parameters
    ----------
    army : sequence of ArmyUnit
    points_limit : int
        Of the battle size.
    limits : ReserveLimits
    deep_strike_counts : bool, optional
        As for `toolkit.studies.reserves.check_reserves`.

    Yields
    ------
    WaitingSet

    Raises
    ------
    ToolkitError
        As for `toolkit.studies.reserves.check_reserves`.

    Examples
    --------
    >>> [each.names for each in every_set([ArmyUnit("A", 300), ArmyUnit("B", 400)], 1000)]
    [('B',), ('A',), ()]
    """
    blocks, cap, unit_cap = choosable(army, points_limit, limits, deep_strike_counts)
    tables = ways_to_wait(blocks, cap, unit_cap)
    for total, units in sorted(tables[-1], key=lambda each: (-each[0], each[1])):
        for names in spelled(blocks, tables, total, units):
            yield WaitingSet(names, total, units, cap - total)


def maximal_sets(
    army: Sequence[ArmyUnit],
    points_limit: int,
    *,
    limits: ReserveLimits = eleventh.LIMITS,
    most: int = 100,
    deep_strike_counts: bool | None = None,
) -> MaximalSets:
    """The choices to which no further unit can be added: how many, and those of the most points.

    Parameters
    ----------
    army : sequence of ArmyUnit
    points_limit : int
        Of the battle size.
    limits : ReserveLimits
    most : int
        How many to list.
    deep_strike_counts : bool, optional
        As for `toolkit.studies.reserves.check_reserves`.

    Returns
    -------
    MaximalSets

    Raises
    ------
    ToolkitError
        As for `toolkit.studies.reserves.check_reserves`.

    Examples
    --------
    >>> found = maximal_sets([ArmyUnit("A", 200), ArmyUnit("B", 300), ArmyUnit("C", 400)], 1000)
    >>> found.count, [each.names for each in found.sets]
    (2, [('A', 'B'), ('C',)])
    """
    checks.whole(most, "the number of first choices", 0, MOST_LISTED)
    blocks, cap, unit_cap = choosable(army, points_limit, limits, deep_strike_counts)

    def must_wait(points: int, units: int) -> tuple[Block, ...]:
        """What still fits beside so many points and units: in a choice that cannot grow, all of it waits already."""
        return tuple(each for each in blocks if points + each[1] <= cap and (unit_cap is None or units + each[2] <= unit_cap))

    known: dict[tuple[Block, ...], tuple[list[Block], list[Table]]] = {}
    count = 0
    ends: list[tuple[int, int, tuple[Block, ...]]] = []
    totals = ways_to_wait(blocks, cap, unit_cap)[-1]
    for points, units in sorted(totals, key=lambda each: (-each[0], each[1])):
        within = must_wait(points, units)
        if within not in known:
            others = [each for each in blocks if each not in within]
            known[within] = (others, ways_to_wait(others, cap, unit_cap))
        ways = known[within][1][-1].get(_without(within, points, units), 0)
        if ways:
            count += ways
            ends.append((points, units, within))
    order = {each[0]: at for at, each in enumerate(blocks)}

    def listed() -> Iterator[WaitingSet]:
        for points, units, within in ends:
            others, tables = known[within]
            for names in spelled(others, tables, *_without(within, points, units)):
                chosen = sorted((*names, *(each[0] for each in within)), key=order.__getitem__)
                yield WaitingSet(tuple(chosen), points, units, cap - points)

    return MaximalSets(count, tuple(islice(listed(), most)))


def _without(within: Sequence[Block], points: int, units: int) -> tuple[int, int]:
    return points - sum(each[1] for each in within), units - sum(each[2] for each in within)
