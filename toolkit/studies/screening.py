"""The defender's view of arrivals: which gaps are left, where a screening unit closes them, and what one more such unit is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import polars as pl
import shapely
from shapely import MultiPolygon, Polygon
from shapely.ops import nearest_points

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, opponent
from toolkit.battlefield.placement import Model, Side, Unit, distance
from toolkit.battlefield.regions import arrival_region
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_map import distances
from toolkit.studies.charge_rule import ChargeRule

SMALLEST_GAP = 1e-6
"""Square inches; what is smaller comes from rounding."""
MOST_TRIES = 20_000
"""Positions times facings that are compared for a screening unit."""


@dataclass(frozen=True, slots=True)
class Threat:
    """What the arriving player has, and what the defender wants to prevent.

    Attributes
    ----------
    base : Base
        Of the arriving model that stands closest.
    arrival : Arrival
        How it arrives.
    battle_round : int
    rule : ChargeRule
        How it charges.
    within : float or None
        Arriving within so many inches of a protected unit is to be prevented ...
    chance : float or None
        ... or arriving where the charge at a protected unit succeeds with more than this chance. One of the two is given.
    side : {"own", "enemy"}
        Of the arriving unit.

    Raises
    ------
    ToolkitError
        If none or both are given, or a number is out of range.
    """

    base: Base
    arrival: Arrival
    battle_round: int
    rule: ChargeRule
    within: float | None = 9.0
    chance: float | None = None
    side: Side = "own"

    def __post_init__(self) -> None:
        if (self.within is None) == (self.chance is None):
            raise ToolkitError("a screen is asked for inches (within=9) or for a chance (chance=0.25); give one of them")
        if self.within is not None and not 0 < self.within <= 60:
            raise ToolkitError(f'a screen against arrivals within {self.within!r}"; it is more than 0 and at most 60 inches')
        if self.chance is not None and not 0 <= self.chance < 1:
            raise ToolkitError(f"a screen against charges of more than {self.chance!r}; it is a chance from 0 to below 1")

    def reach(self, target: str) -> float:
        """Inches from a protected unit within which an arrival is to be prevented.

        Examples
        --------
        >>> arrival = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6)
        >>> Threat(Base.parse("32mm"), arrival, 2, ChargeRule.of("wh40k_11e"), within=None, chance=0.25).reach("Tank")
        9.0
        """
        if self.within is not None:
            return self.within
        chances = self.rule.chances(target)
        feared = [needed for needed, chance in enumerate(chances) if self.chance is not None and float(chance) > self.chance + 1e-12]
        if not feared or not self.arrival.may_charge:
            return 0.0
        return min(float(feared[-1] + self.rule.numbers.engagement), float(self.rule.numbers.within))


@dataclass(frozen=True)
class Gaps:
    """What a defender leaves open.

    Attributes
    ----------
    frame : polars.DataFrame
        One row a gap, the worst first: ``area`` (square inches of legal centres), ``x``, ``y`` (the spot closest to a protected unit),
        ``target``, ``distance`` (inches from there) and ``chance`` (of that charge).
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
        return self.area <= SMALLEST_GAP


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
        Bases that are not round are given the reach of the circle around them, so that no gap is missed.

    Raises
    ------
    ToolkitError
        If a unit is not on the board.

    Examples
    --------
    >>> from toolkit.battlefield.placement import block
    >>> board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 8, 22))
    >>> arrival = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, first_round=2)
    >>> left = gaps(board, Threat(Base.parse("32mm"), arrival, 2, ChargeRule.of("wh40k_11e")))
    >>> left.closed, left.chance, left.frame["target"].to_list()[:1]
    (False, Fraction(5, 18), ['Tank'])
    """
    protected = _protected(board, threat, protect)
    region = arrival_region(board, threat.base, threat.arrival, threat.battle_round, side=threat.side)
    rows: list[dict[str, object]] = []
    best = Fraction(0)
    shape: Polygon | MultiPolygon = Polygon()
    if not region.polygon.is_empty:
        shape = _dangerous(region.polygon, protected, threat)
        for part in _parts(shape):
            rows.append({"area": part.area, **_closest(part, protected, threat)})
        if threat.arrival.may_charge:
            best = max((threat.rule.chance(_closest_inches(region.polygon, each, threat), each.name) for each in protected), default=best)
    schema = {"area": pl.Float64, "x": pl.Float64, "y": pl.Float64, "target": pl.String, "distance": pl.Float64, "chance": pl.Float64}
    frame = pl.DataFrame(rows, schema=schema).sort(["chance", "distance"], descending=[True, False])
    return Gaps(frame, shape, float(shape.area), best)


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
        If there would be more than 20,000 positions, or a unit is not on the board.

    Examples
    --------
    >>> from toolkit.battlefield.placement import block
    >>> board = Board.parse("44x60").with_unit(block("Tank", Base.parse("100mm"), 1, 8, 22))
    >>> arrival = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, first_round=2)
    >>> threat = Threat(Base.parse("32mm"), arrival, 2, ChargeRule.of("wh40k_11e"))
    >>> screen = best_screen(board, block("Screen", Base.parse("32mm"), 5, 30, 22, files=5), threat, step=3)
    >>> screen.after.area < screen.before.area
    True
    """
    if not (0.1 <= step <= 24 and 0.1 <= grid <= 6):
        raise ToolkitError(f'steps of {step!r}" and a grid of {grid!r}"; steps are 0.1 to 24 inches, grids 0.1 to 6')
    names = [each.name for each in board.units]
    others = board.without(unit.name) if unit.name in names else board
    protected = tuple(each.name for each in _protected(others, threat, [name for name in protect if name != unit.name]))
    before = gaps(others, threat, protected)
    tries = math.ceil(board.width / step) * math.ceil(board.depth / step) * max(1, len(facings))
    if tries > MOST_TRIES:
        raise ToolkitError(f"{tries:,} positions of {unit.name!r} to compare; at most {MOST_TRIES:,}: take a larger step or fewer facings")
    spots = _grid(before.polygon, grid)
    chances = _chances(others, spots, protected, threat)
    rows: list[tuple[float, float, float, float, float]] = []
    for facing in facings:
        turned = _turned(unit, facing)
        rows += _compare(others, turned, facing, spots, chances, threat, allowed, step, grid)
    frame = pl.DataFrame(
        rows, schema=["x", "y", "facing", "left", "chance"], orient="row", schema_overrides=dict.fromkeys("xy", pl.Float64)
    )
    ranked = frame.sort(["left", "chance"], maintain_order=True)
    for x, y, facing, *_ in ranked.iter_rows():
        placed = _turned(unit, facing).moved(x, y)
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
    """
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
    defending = opponent(threat.side)
    units = board.of_side(defending) if not names else tuple(board.unit(name) for name in names)
    wrong = next((each for each in units if each.side != defending), None)
    if wrong is not None:
        raise ToolkitError(f"{wrong.name!r} belongs to the arriving side; the protected units are of the other side")
    return units


def _dangerous(region: Polygon | MultiPolygon, protected: Sequence[Unit], threat: Threat) -> Polygon | MultiPolygon:
    """The part of a region from which a protected unit is in reach."""
    near = [
        each.outline.buffer(threat.reach(each.name) + threat.base.radius, quad_segs=32) for each in protected if threat.reach(each.name) > 0
    ]
    return region.intersection(shapely.union_all(near)) if near else Polygon()  # pyright: ignore[reportReturnType]


def _parts(shape: Polygon | MultiPolygon) -> list[Polygon]:
    pieces = [shape] if isinstance(shape, Polygon) else list(getattr(shape, "geoms", ()))
    return [each for each in pieces if isinstance(each, Polygon) and each.area > SMALLEST_GAP]


def _closest(part: Polygon, protected: Sequence[Unit], threat: Threat) -> dict[str, object]:
    """The spot of a gap that is worst for the defender: closest to a unit whose charge is likeliest."""
    found: list[tuple[float, float, float, float, str]] = []
    for unit in protected:
        spot = nearest_points(part, unit.outline)[0]
        inches = _inches(unit, threat, spot.x, spot.y)
        chance = float(threat.rule.chance(inches, unit.name)) if threat.arrival.may_charge else 0.0
        found.append((-chance, inches, spot.x, spot.y, unit.name))
    chance, inches, x, y, name = min(found)
    return {"x": x, "y": y, "target": name, "distance": inches, "chance": -chance}


def _closest_inches(region: Polygon | MultiPolygon, unit: Unit, threat: Threat) -> float:
    spot = nearest_points(region, unit.outline)[0]
    return _inches(unit, threat, spot.x, spot.y)


def _inches(unit: Unit, threat: Threat, x: float, y: float) -> float:
    return min(distance(Model(threat.base, x, y), each) for each in unit.models)


def _grid(shape: Polygon | MultiPolygon, grid: float) -> np.ndarray:
    if shape.is_empty:
        return np.zeros((0, 2))
    left, low, right, high = shape.bounds
    xs, ys = np.meshgrid(np.arange(left, right + grid, grid), np.arange(low, high + grid, grid), indexing="ij")
    inside = shapely.intersects_xy(shape, xs.ravel(), ys.ravel())
    corners = np.concatenate([np.array(each.exterior.coords) for each in _parts(shape)] or [np.zeros((0, 2))])
    # The corners belong to the grid: the worst spots of a gap lie on its outline.
    return np.concatenate([np.column_stack([xs.ravel()[inside], ys.ravel()[inside]]), corners])


def _chances(board: Board, spots: np.ndarray, protected: Sequence[str], threat: Threat) -> np.ndarray:
    best = np.zeros(len(spots))
    for name in protected if threat.arrival.may_charge and len(spots) else ():
        apart = distances(board.unit(name).models, threat.base, 0.0, spots[:, 0], spots[:, 1])
        best = np.maximum(best, threat.rule.chances_at(apart, name)[1])
    return best


def _turned(unit: Unit, facing: float) -> Unit:
    """The formation around the origin, turned."""
    x, y = unit.centre
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    models = tuple(
        replace(
            each,
            x=(each.x - x) * cos - (each.y - y) * sin,
            y=(each.x - x) * sin + (each.y - y) * cos,
            facing=each.facing + facing,
        )
        for each in unit.models
    )
    return replace(unit, models=models)


def _compare(
    board: Board,
    turned: Unit,
    facing: float,
    spots: np.ndarray,
    chances: np.ndarray,
    threat: Threat,
    allowed: Polygon | MultiPolygon | None,
    step: float,
    grid: float,
) -> list[tuple[float, float, float, float, float]]:
    """Each position where the unit has room, with what it leaves open."""
    left, low, right, high = turned.outline.bounds
    xs = np.arange(-left, board.width - right + 1e-9, step)
    ys = np.arange(-low, board.depth - high + 1e-9, step)
    across, up = (each.ravel() for each in np.meshgrid(xs, ys, indexing="ij"))
    if not len(across):
        return []
    outline = turned.outline
    moved = shapely.get_coordinates(outline)[None, :, :] + np.column_stack([across, up])[:, None, :]
    shapes = shapely.set_coordinates(np.full(len(across), outline), moved.reshape(-1, 2))
    taken = [each.outline for each in board.units] + [each.polygon for each in board.terrain if each.kind == "impassable"]
    free = ~shapely.intersects(shapes, shapely.union_all(taken)) if taken else np.ones(len(across), bool)
    if allowed is not None:
        free &= shapely.covers(allowed.buffer(1e-9), shapes)
    rows: list[tuple[float, float, float, float, float]] = []
    keep = [(each.x, each.y, threat.arrival.enemy + threat.base.radius + _inner(each)) for each in turned.models]
    for x, y in zip(across[free], up[free], strict=True):
        open_ = np.ones(len(spots), bool)
        for model_x, model_y, away in keep:
            open_ &= (spots[:, 0] - x - model_x) ** 2 + (spots[:, 1] - y - model_y) ** 2 > away * away
        worst = float(chances[open_].max()) if open_.any() else 0.0
        rows.append((float(x), float(y), facing, float(open_.sum()) * grid * grid, worst))
    return rows


def _inner(model: Model) -> float:
    """The radius of a circle inside the base: what it closes is closed in any case."""
    return min(model.base.width_inches, model.base.depth_inches) / 2
