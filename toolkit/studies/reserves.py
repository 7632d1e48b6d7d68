"""Which units may wait in reserves: the cap, what is wrong with a choice, and every choice that is legal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import ReserveLimits
from toolkit.studies.reserve_words import has_keyword
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

LIMITS: dict[str, ReserveLimits] = {"wh40k_10e": tenth.LIMITS, "wh40k_11e": eleventh.LIMITS}
"""What each edition allows by default; `wh40k_10e.reserves.CORE_LIMITS` are those of the 10th edition's core rules."""
BATTLE_SIZES = {"Incursion": 1000, "Strike Force": 2000, "Onslaught": 3000}
"""Points limit of each size of battle."""
MOST_UNITS = 200


@dataclass(frozen=True, slots=True)
class ArmyUnit:
    """One unit of an army list.

    Attributes
    ----------
    name : str
        Unique in the army.
    points : int
    keywords : tuple of str
        As printed.
    embarked_in : str
        Name of the Transport it starts the battle in; "" for none. It then waits wherever the Transport waits.
    deep_strike : bool
        If it waits, it waits in Reserves by Deep Strike, an ability of all of its models, and not in Strategic Reserves. Limits of
        Strategic Reserves alone, those of the 10th edition's core rules, do not count it, nor its passengers.

    Raises
    ------
    ToolkitError
        If it has no name, its points are no whole number from 0 to 10000, or it is embarked in itself, or waits by Deep Strike and in a
        Transport.

    Examples
    --------
    >>> ArmyUnit("Guns", -5)
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: unit 'Guns' costs -5 points; write a whole number from 0 to 10000
    """

    name: str
    points: int
    keywords: tuple[str, ...] = ()
    embarked_in: str = ""
    deep_strike: bool = False

    def __post_init__(self) -> None:
        checks.name(self.name, "a unit of an army")
        if isinstance(self.points, bool) or not isinstance(self.points, int) or not 0 <= self.points <= 10_000:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"unit {self.name!r} costs {checks.shown(self.points)} points; write a whole number from 0 to 10000")
        object.__setattr__(self, "keywords", checks.texts(self.keywords, f"keywords of unit {self.name!r}"))
        checks.text(self.embarked_in, f"the Transport of unit {self.name!r},")
        if self.embarked_in == self.name:
            raise ToolkitError(f"unit {self.name!r} is embarked in itself; name the Transport, or nothing")
        checks.flag(self.deep_strike, f"deep_strike of unit {self.name!r}")
        if self.deep_strike and self.embarked_in:
            raise ToolkitError(f"unit {self.name!r} waits by Deep Strike and in {self.embarked_in!r}; say of the Transport how both wait")


@dataclass(frozen=True)
class ReservesCheck:
    """A choice of units to wait in reserves, judged.

    Attributes
    ----------
    points : int
        Of all units that wait and count, passengers included.
    units : int
        How many units wait and count, passengers included.
    cap : Fraction
        Points that may wait.
    unit_cap : int or None
        Units that may wait; None for no limit.
    breaches : tuple of str
        Everything that is wrong with the choice.
    frame : polars.DataFrame
        One row a unit of the army: ``unit, points, waits, why`` ("chosen", "embarked in ...", or why it cannot wait).
    uncounted : int
        Points of units that wait by Deep Strike where that does not count.
    """

    points: int
    units: int
    cap: Fraction
    unit_cap: int | None
    breaches: tuple[str, ...]
    frame: pl.DataFrame
    uncounted: int = 0

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.breaches

    @property
    def room(self) -> Fraction:
        """Points that may still be added; negative where too much waits."""
        return self.cap - self.points


@dataclass(frozen=True)
class LegalSets:
    """Every choice of units that may wait together.

    Attributes
    ----------
    count : int
        How many there are, the empty one included; exact.
    largest : tuple of tuple of str
        The choices of the most points, the best first (as many as were asked for); only the units that are chosen, passengers are not
        named.
    points : tuple of int
        What each of `largest` comes to, passengers included and what does not count left out.
    """

    count: int
    largest: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


def check_reserves(
    army: Sequence[ArmyUnit],
    waiting: Iterable[str],
    points_limit: int,
    *,
    limits: ReserveLimits = eleventh.LIMITS,
    deep_strike_counts: bool | None = None,
) -> ReservesCheck:
    """Whether these units may start the battle in reserves.

    Parameters
    ----------
    army : sequence of ArmyUnit
        The whole list.
    waiting : iterable of str
        Names of the units placed in reserves. Passengers follow their Transport and need not be named.
    points_limit : int
        Of the battle size (`BATTLE_SIZES`), not of the list.
    limits : ReserveLimits
        Of the edition (`LIMITS`).
    deep_strike_counts : bool, optional
        Whether the limits count units that wait by Deep Strike. As the limits say if not given.

    Returns
    -------
    ReservesCheck

    Raises
    ------
    ToolkitError
        If a name is not in the army or there twice, a Transport is missing, or a number is impossible.

    Examples
    --------
    >>> army = [ArmyUnit("Carrier", 85, ("Transport",)), ArmyUnit("Veterans", 120, ("Infantry",), "Carrier"),
    ...         ArmyUnit("Bunker", 100, ("Fortification",))]
    >>> check = check_reserves(army, ["Carrier"], 1000)
    >>> check.points, check.room, check.legal
    (205, Fraction(295, 1), True)
    >>> check_reserves(army, ["Bunker"], 1000).breaches
    ("'Bunker' is a Fortification, which cannot wait in reserves",)
    """
    by_name = _army(army)
    counts = _counting(limits, deep_strike_counts)
    cap = limits.cap(_limit(points_limit))
    chosen: list[str] = []
    for name in checks.texts(waiting, "units that wait"):
        if name not in by_name:
            raise ToolkitError(f"{name!r} is not in the army; there are: {', '.join(by_name)}")
        if name in chosen:
            raise ToolkitError(f"{name!r} is placed in reserves twice; name each unit once")
        chosen.append(name)
    waits = {name for name, unit in by_name.items() if name in chosen or unit.embarked_in in chosen}
    counted = {name for name in waits if counts or not _by_deep_strike(by_name[name], by_name)}
    breaches: list[str] = []
    for name in (*chosen, *(each for each in by_name if each in waits and each not in chosen)):
        word = _barred(by_name[name], limits) if name in counted else ""
        if word and name in chosen:
            breaches.append(f"{name!r} is a {word}, which cannot wait in reserves")
        elif word:
            breaches.append(f"{name!r} is a {word}, which cannot wait in reserves, not in {by_name[name].embarked_in!r} either")
    for name in chosen:
        carrier = by_name[name].embarked_in
        if carrier and carrier not in chosen:
            breaches.append(
                f"{name!r} is embarked in {carrier!r}, which does not wait; place the Transport in reserves, or disembark the unit"
            )
    points = sum(by_name[name].points for name in counted)
    if points > cap:
        breaches.append(f"{points} points wait, {_short(points - cap)} more than the {_short(cap)} allowed")
    unit_cap = _unit_cap(by_name, limits)
    if unit_cap is not None and len(counted) > unit_cap:
        breaches.append(f"{len(counted)} units wait, {len(counted) - unit_cap} more than the {unit_cap} allowed")

    def why(unit: ArmyUnit) -> str:
        if unit.name not in waits:
            return "" if not counts and _by_deep_strike(unit, by_name) else _barred(unit, limits)
        told = "chosen" if unit.name in chosen else f"embarked in {unit.embarked_in}"
        return told if unit.name in counted else f"{told}, by Deep Strike: not counted"

    frame = pl.DataFrame(
        [{"unit": unit.name, "points": unit.points, "waits": unit.name in waits, "why": why(unit)} for unit in by_name.values()],
        schema={"unit": pl.String, "points": pl.Int64, "waits": pl.Boolean, "why": pl.String},
    )
    uncounted = sum(by_name[name].points for name in waits - counted)
    return ReservesCheck(points, len(counted), cap, unit_cap, tuple(breaches), frame, uncounted)


def legal_sets(
    army: Sequence[ArmyUnit],
    points_limit: int,
    *,
    limits: ReserveLimits = eleventh.LIMITS,
    largest: int = 10,
    deep_strike_counts: bool | None = None,
) -> LegalSets:
    """Every choice of units that may start the battle in reserves: how many there are, and those of the most points.

    Counted without listing them: for each number of points and units, in how many ways they come together.

    Parameters
    ----------
    army : sequence of ArmyUnit
    points_limit : int
        Of the battle size.
    limits : ReserveLimits
    largest : int
        How many of the largest choices to name, at most 1000.
    deep_strike_counts : bool, optional
        As for `check_reserves`.

    Returns
    -------
    LegalSets

    Raises
    ------
    ToolkitError
        As for `check_reserves`.

    Examples
    --------
    >>> army = [ArmyUnit("A", 200), ArmyUnit("B", 300), ArmyUnit("C", 400)]
    >>> found = legal_sets(army, 1000, largest=2)
    >>> found.count, found.largest, found.points
    (5, (('A', 'B'), ('C',)), (500, 400))
    """
    checks.whole(largest, "the number of largest choices", 0, 1000)
    blocks, cap, unit_cap = choosable(army, points_limit, limits, deep_strike_counts)
    tables = ways_to_wait(blocks, cap, unit_cap)
    found: list[tuple[str, ...]] = []
    sums: list[int] = []
    for total, units in sorted(tables[-1], key=lambda each: (-each[0], each[1])):
        for names in spelled(blocks, tables, total, units):
            if len(found) == largest:
                break
            found.append(names)
            sums.append(total)
    return LegalSets(sum(tables[-1].values()), tuple(found), tuple(sums))


Block = tuple[str, int, int]
"""A unit that can be chosen: its name, and the points and the number of units that wait with it and count."""
Table = dict[tuple[int, int], int]
"""In how many ways so many points and units come together."""


def choosable(
    army: Sequence[ArmyUnit], points_limit: int, limits: ReserveLimits, deep_strike_counts: bool | None = None
) -> tuple[list[Block], Fraction, int | None]:
    """The units that can be placed in reserves, each with its passengers, and how many points and units may wait."""
    by_name = _army(army)
    counts = _counting(limits, deep_strike_counts)
    passengers: dict[str, list[ArmyUnit]] = defaultdict(list)
    for unit in by_name.values():
        if unit.embarked_in:
            passengers[unit.embarked_in].append(unit)
    blocks: list[Block] = []
    for unit in by_name.values():
        if unit.embarked_in:
            continue
        together = [unit, *passengers[unit.name]]
        if unit.deep_strike and not counts:
            blocks.append((unit.name, 0, 0))
        elif not any(_barred(each, limits) for each in together):
            blocks.append((unit.name, sum(each.points for each in together), len(together)))
    return blocks, limits.cap(_limit(points_limit)), _unit_cap(by_name, limits)


def ways_to_wait(blocks: Sequence[Block], cap: Fraction, unit_cap: int | None) -> list[Table]:
    """After each block in turn: in how many ways the blocks so far come to each number of points and units."""
    tables: list[Table] = [{(0, 0): 1}]
    for _, points, size in blocks:
        ways: dict[tuple[int, int], int] = defaultdict(int, tables[-1])
        for (so_far, units), count in tables[-1].items():
            if so_far + points <= cap and (unit_cap is None or units + size <= unit_cap):
                ways[so_far + points, units + size] += count
        tables.append(dict(ways))
    return tables


def spelled(blocks: Sequence[Block], tables: Sequence[Table], total: int, units: int) -> Iterator[tuple[str, ...]]:
    """Each choice of exactly so many points and units, read back from the tables."""
    if not blocks:
        if total == units == 0:
            yield ()
        return
    name, points, size = blocks[-1]
    if tables[len(blocks) - 1].get((total - points, units - size)):
        for rest in spelled(blocks[:-1], tables, total - points, units - size):
            yield (*rest, name)
    if tables[len(blocks) - 1].get((total, units)):
        yield from spelled(blocks[:-1], tables, total, units)


def check_limits(limits: ReserveLimits) -> None:
    """Refuse anything but the limits of an edition.

    Raises
    ------
    ToolkitError
        If they are none.

    Examples
    --------
    >>> check_limits("wh40k_10e")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: limits 'wh40k_10e'; it is a ReserveLimits, such as LIMITS["wh40k_10e"]
    """
    checks.kind(limits, ReserveLimits, "limits", 'a ReserveLimits, such as LIMITS["wh40k_10e"]')


def _army(army: Sequence[ArmyUnit]) -> dict[str, ArmyUnit]:
    army = checks.kinds(army, ArmyUnit, "the units of an army", "an ArmyUnit", "of the army, unit number")
    if len(army) > MOST_UNITS:
        raise ToolkitError(f"an army of {len(army)} units; at most {MOST_UNITS}")
    by_name: dict[str, ArmyUnit] = {}
    for unit in army:
        if unit.name in by_name:
            raise ToolkitError(f"the army has {unit.name!r} twice; give each unit a name of its own")
        by_name[unit.name] = unit
    for unit in army:
        if not unit.embarked_in:
            continue
        carrier = by_name.get(unit.embarked_in)
        if carrier is None:
            raise ToolkitError(f"{unit.name!r} is embarked in {unit.embarked_in!r}, which is not in the army")
        if not has_keyword(carrier.keywords, "Transport"):
            raise ToolkitError(f"{unit.name!r} is embarked in {carrier.name!r}, which has no keyword TRANSPORT")
        if carrier.embarked_in:
            raise ToolkitError(f"{unit.name!r} is embarked in {carrier.name!r}, which is embarked itself")
    return by_name


def _limit(points: int) -> int:
    if isinstance(points, bool) or not isinstance(points, int) or not 0 < points <= 100_000:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a battle of {checks.shown(points)} points; write a whole number, such as 2000")
    return points


def _counting(limits: ReserveLimits, deep_strike_counts: bool | None) -> bool:
    """Whether the limits count what waits by Deep Strike."""
    check_limits(limits)
    if deep_strike_counts is None:
        return limits.counts_deep_strike
    checks.flag(deep_strike_counts, "deep_strike_counts")
    return deep_strike_counts


def _by_deep_strike(unit: ArmyUnit, by_name: Mapping[str, ArmyUnit]) -> bool:
    """Whether it waits in Reserves by Deep Strike, if it waits; passengers as their Transport."""
    return by_name[unit.embarked_in].deep_strike if unit.embarked_in else unit.deep_strike


def _unit_cap(army: Collection[object], limits: ReserveLimits) -> int | None:
    return None if limits.share_of_units is None else int(limits.share_of_units * len(army))


def _barred(unit: ArmyUnit, limits: ReserveLimits) -> str:
    """The keyword that keeps a unit out of reserves; "" if none does."""
    return next((word for word in limits.not_keywords if has_keyword(unit.keywords, word)), "")


def _short(value: Fraction | int) -> str:
    return f"{float(value):g}"
