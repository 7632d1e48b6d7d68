"""The defender's view of arrivals: which gaps are left, where a screening unit closes them, and what one more such unit is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import polars as pl
import shapely
from shapely import MultiPolygon, Polygon

from toolkit.battlefield.board import Board, opponent
from toolkit.battlefield.minkowski import around_model
from toolkit.battlefield.placement import FAR, Model, Unit, distance
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.spots import closest_spot
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.studies.screen_positions import chances_of, compare, grid_of, parts_of, turned
from toolkit.studies.threat import Threat

__all__ = ["Gaps", "Screen", "Threat", "best_screen", "gaps", "screens"]

MOST_TRIES = 20_000
"""Positions times facings that are compared for a screening unit."""


@dataclass(frozen=True)
class Gaps:
    """What a defender leaves open.

    Attributes
    ----------
    frame : polars.DataFrame
        One row a gap, the worst first: ``area`` (square inches of legal centres), ``x``, ``y``, ``facing`` (the spot closest to a
        protected unit), ``target``, ``distance`` (inches from there) and ``chance`` (of that charge).
    polygon : shapely geometry
        All of it.
    area : float
        Square inches.
    chance : Fraction
        Of the best charge at a protected unit from anywhere that can be reached, in the gaps or outside.
    """

    frame: pl.DataFrame
    polygon: Polygon | MultiPolygon
    area: float
    chance: Fraction

    @property
    def closed(self) -> bool:
        """Whether nothing is left open."""
        return not parts_of(self.polygon)


@dataclass(frozen=True)
class Screen:
    """One screening unit, with what it is worth.

    Attributes
    ----------
    unit : Unit or None
        Where it stands; None if there is no room for it anywhere.
    before, after : Gaps
    frame : polars.DataFrame
        One row for each position tried: ``x, y`` (centre, inches), ``facing`` (degrees), ``left`` (square inches that stay open, measured
        on a grid) and ``chance`` (of the best charge from there).
    """

    unit: Unit | None
    before: Gaps
    after: Gaps
    frame: pl.DataFrame


def gaps(board: Board, threat: Threat, protect: Sequence[str] = ()) -> Gaps:
    """Where the other player can arrive dangerously close.

    Parameters
    ----------
    board : Board
        With the defender's units on it, screens included.
    threat : Threat
    protect : sequence of str
        Units that must not be reached; all of the defender's if empty.

    Returns
    -------
    Gaps
        Bases that are not round are looked at in every 15 degrees, and what is open to one of these facings is open.

    Raises
    ------
    ToolkitError
        If a unit is not on the board.

    Examples
    --------
    >>> from toolkit.battlefield import Base, block
    >>> from toolkit.studies.charge_rule import ChargeRule
    >>> from toolkit.systems.wh40k_11e.reserves import INGRESS
    >>> board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 8, 22))
    >>> left = gaps(board, Threat(Base.parse("32mm"), INGRESS, 2, ChargeRule.of("wh40k_11e")))
    >>> left.closed, left.chance, left.frame["target"].to_list()[:1]
    (False, Fraction(5, 18), ['Tank'])
    """
    protected = _protected(board, threat, protect)
    regions = {
        facing: arrival_region(board, threat.base, threat.arrival, threat.battle_round, side=threat.side, facing=facing).polygon
        for facing in threat.facings
    }
    dangerous = {facing: _dangerous(each, protected, threat, facing) for facing, each in regions.items()}
    shape: Polygon | MultiPolygon = shapely.union_all(list(dangerous.values()))  # pyright: ignore[reportAssignmentType]
    rows = [{"area": part.area, **_closest(part, dangerous, protected, threat)} for part in parts_of(shape)]
    best = Fraction(0)
    if threat.arrival.may_charge:
        near = [(_spot(each, unit, threat, facing), unit) for facing, each in regions.items() if not each.is_empty for unit in protected]
        best = max((threat.rule.chance(inches, unit.name) for (_, _, inches), unit in near), default=best)
    names = ("area", "x", "y", "facing", "target", "distance", "chance")
    frame = pl.DataFrame(rows, schema={name: pl.String if name == "target" else pl.Float64 for name in names})
    return Gaps(frame.sort(["chance", "distance"], descending=[True, False]), shape, float(shape.area), best)


def best_screen(
    board: Board,
    unit: Unit,
    threat: Threat,
    protect: Sequence[str] = (),
    *,
    allowed: Polygon | MultiPolygon | None = None,
    facings: Sequence[float] = (0.0, 90.0),
    step: float = 1.0,
    grid: float = 0.5,
) -> Screen:
    """Where one screening unit leaves the least open.

    Positions are compared on a grid of threatened spots; what the best one leaves is then computed exactly.

    Parameters
    ----------
    board : Board
    unit : Unit
        The screening unit in the formation it would take, wherever it stands now. If a unit of that name is on the board it is moved.
    threat : Threat
    protect : sequence of str
        As for `gaps`; the screening unit itself never counts.
    allowed : shapely polygon, optional
        Where its models may stand (their deployment zone, or what they can reach); anywhere on the board if not given.
    facings : sequence of float
        Degrees by which the formation is turned.
    step, grid : float
        Inches between positions tried and between threatened spots.

    Returns
    -------
    Screen

    Raises
    ------
    ToolkitError
        If there would be more than 20,000 positions, a unit is not on the board, or the screening unit belongs to the arriving side.

    Examples
    --------
    >>> from toolkit.battlefield import Base, block
    >>> from toolkit.studies.charge_rule import ChargeRule
    >>> from toolkit.systems.wh40k_11e.reserves import INGRESS
    >>> board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 8, 22))
    >>> threat = Threat(Base.parse("32mm"), INGRESS, 2, ChargeRule.of("wh40k_11e"))
    >>> screen = best_screen(board, block("Screen", Base.parse("32mm"), 5, 30, 22, files=5), threat, step=3)
    >>> screen.after.area < screen.before.area
    True
    """
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("44x60")')
    checks.kind(threat, Threat, "threat", "a Threat")
    checks.number(step, "step", 0.1, 24)
    checks.number(grid, "grid", 0.1, 6)
    if isinstance(facings, (str, bytes)) or not isinstance(facings, Sequence) or not facings:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"facings {checks.shown(facings)}; they are a list of degrees, at least one")
    for facing in facings:
        checks.number(facing, "a facing", -FAR, FAR, unit="degrees")
    if allowed is not None:
        checks.kind(allowed, (Polygon, MultiPolygon), "allowed", "a polygon in inches")
        if not allowed.is_valid:
            raise ToolkitError("allowed crosses itself; list its corners in order around the outline")
    if checks.kind(unit, Unit, "unit", "a Unit, the screening one").side == threat.side:
        raise ToolkitError(f"{unit.name!r} belongs to the arriving side; a screening unit is of the other side")
    protect = checks.texts(protect, "protected units")
    names = [each.name for each in board.units]
    others = board.without(unit.name) if unit.name in names else board
    protected = tuple(each.name for each in _protected(others, threat, [name for name in protect if name != unit.name]))
    before = gaps(others, threat, protected)
    tries = math.ceil(board.width / step) * math.ceil(board.depth / step) * max(1, len(facings))
    if tries > MOST_TRIES:
        raise ToolkitError(f"{tries:,} positions of {unit.name!r} to compare; at most {MOST_TRIES:,}: take a larger step or fewer facings")
    spots = grid_of(before.polygon, grid)
    chances = chances_of(others, spots, protected, threat)
    rows: list[tuple[float, float, float, float, float]] = []
    for facing in facings:
        rows += compare(others, turned(unit, facing), facing, spots, chances, threat, allowed, step, grid)
    frame = pl.DataFrame(
        rows, schema=["x", "y", "facing", "left", "chance"], orient="row", schema_overrides=dict.fromkeys("xy", pl.Float64)
    )
    ranked = frame.sort(["left", "chance"], maintain_order=True)
    for x, y, facing, *_ in ranked.iter_rows():
        placed = turned(unit, facing).moved(x, y)
        try:
            after = gaps(others.with_unit(placed), threat, protected)
        except ToolkitError:  # A base in the way that the quick comparison of outlines let through.
            continue
        return Screen(placed, before, after, frame)
    return Screen(None, before, before, frame)


def screens(board: Board, units: Sequence[Unit], threat: Threat, protect: Sequence[str] = (), **options: object) -> tuple[Screen, ...]:
    """Screening units placed one after the other, each where it leaves the least open: what each of them is worth.

    The last one may be too many: placing stops when everything is closed. A better joint placement can exist, so that what is left open
    is an upper bound.

    Parameters
    ----------
    board, threat, protect
        As for `best_screen`.
    units : sequence of Unit
        In the order in which they are placed.
    options
        More arguments of `best_screen`.

    Returns
    -------
    tuple of Screen

    Raises
    ------
    ToolkitError
        As `best_screen`; and if two screening units have one name.
    """
    called = [each.name for each in checks.kinds(units, Unit, "screening units", "a Unit", "screening unit")]
    twice = next((name for name in called if called.count(name) > 1), None)
    if twice is not None:
        raise ToolkitError(f"two screening units are called {twice!r}; give each a name of its own")
    names = tuple(each.name for each in _protected(board, threat, protect))
    found: list[Screen] = []
    for unit in units:
        screen = best_screen(board, unit, threat, names, **options)  # pyright: ignore[reportArgumentType]
        found.append(screen)
        if screen.unit is None or screen.after.closed:
            break
        board = board.with_unit(screen.unit)
    return tuple(found)


# --- details --------------------------------------------------------------------------------------------------------


def _protected(board: Board, threat: Threat, names: Sequence[str]) -> tuple[Unit, ...]:
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("44x60")')
    defending = opponent(checks.kind(threat, Threat, "threat", "a Threat").side)
    names = checks.texts(names, "protected units")
    units = board.of_side(defending) if not names else tuple(board.unit(name) for name in names)
    wrong = next((each for each in units if each.side != defending), None)
    if wrong is not None:
        raise ToolkitError(f"{wrong.name!r} belongs to the arriving side; the protected units are of the other side")
    return units


def _dangerous(region: Polygon | MultiPolygon, protected: Sequence[Unit], threat: Threat, facing: float) -> Polygon | MultiPolygon:
    """The part of a region from which a protected unit is in reach."""
    near = [
        around_model(model, threat.base, facing % 180, threat.reach(unit.name))
        for unit in protected
        if threat.reach(unit.name) > 0
        for model in unit.models
    ]
    return region.intersection(shapely.union_all(near)) if near else Polygon()  # pyright: ignore[reportReturnType]


def _closest(
    part: Polygon, dangerous: Mapping[float, Polygon | MultiPolygon], protected: Sequence[Unit], threat: Threat
) -> dict[str, object]:
    """The spot of a gap that is worst for the defender: closest to a unit whose charge is likeliest."""
    found: list[tuple[float, float, float, float, float, str]] = []
    for facing, open_ in dangerous.items():
        here = part if len(dangerous) == 1 else part.intersection(open_)
        for unit in protected if not here.is_empty else ():
            x, y, inches = _spot(here, unit, threat, facing)  # pyright: ignore[reportArgumentType]
            chance = float(threat.rule.chance(inches, unit.name)) if threat.arrival.may_charge else 0.0
            found.append((-chance, inches, x, y, facing, unit.name))
    chance, inches, x, y, facing, name = min(found)
    return {"x": x, "y": y, "facing": facing, "target": name, "distance": inches, "chance": -chance}


def _spot(legal: Polygon | MultiPolygon, unit: Unit, threat: Threat, facing: float) -> tuple[float, float, float]:
    """The point of a polygon that is closest to a unit, and how many inches that is."""
    x, y = closest_spot(legal, unit.models, threat.base, facing)
    return x, y, min(distance(Model(threat.base, x, y, facing), each) for each in unit.models)
