"""What a ranked unit must keep away from: boundaries of other units and impassable terrain, as exact sets of centres.

Two constructions carry everything. A rectangle R around c meets an obstacle O exactly if c lies in the sum of O and R (every point of one
added to every point of the other; R is symmetric about its centre). And O stands between R and a point P, the light, exactly if R meets
O or the shadow that O casts: a point of O on the way from P to a point q of R puts q on the ray behind it, and the other way round.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from shapely import MultiPoint, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.board import Board
from toolkit.battlefield.footprint import offsets
from toolkit.battlefield.placement import Unit
from toolkit.battlefield.tolerance import GRAZE, TOUCH

Offsets = Sequence[tuple[float, float]]
QUARTER = 256
"""Straight pieces a quarter of a circle is drawn with: at 6 inches they are less than 0.00003 inches off."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that blocks: a polygon, or a disc around a point.

    Attributes
    ----------
    name : str
        As messages call it: "unit 'Orcs'", "'Crag'".
    kind : {"unit", "impassable"}
    core : shapely.Polygon or shapely.Point
    radius : float
        Inches around the core that belong to it: 0, or the radius of a round base.
    owner : str
        Name of the unit or piece of terrain.
    """

    name: str
    kind: Literal["unit", "impassable"]
    core: Polygon | Point
    radius: float
    owner: str

    def gap(self, shape: BaseGeometry) -> float:
        """Inches between its edge and a shape; 0 where they meet."""
        return max(0.0, self.core.distance(shape) - self.radius)

    def meets(self, shape: BaseGeometry) -> bool:
        """Whether a shape enters it; to graze its edge is no entry."""
        if self.radius:
            return self.core.distance(shape) < self.radius - TOUCH
        if not self.core.intersects(shape):
            return False
        shared = self.core.intersection(shape)
        left, low, right, high = shared.bounds
        # As wide as its area over its length: a sliver from rounding is thinner than a touch.
        return shared.area > TOUCH * math.hypot(right - left, high - low)

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside it, its edge left out."""
        spot = Point(x, y)
        if self.radius:
            return self.core.distance(spot) < self.radius - TOUCH
        return self.core.contains(spot) and self.core.boundary.distance(spot) > TOUCH

    def outline(self, *, outside: bool = True) -> Polygon:
        """It as a polygon; a disc is drawn so that nothing of it is left out, or so that nothing else is in."""
        if isinstance(self.core, Polygon):
            return self.core
        return disc(self.core.x, self.core.y, self.radius, outside=outside, quarter=64)


@lru_cache(maxsize=64)
def _circle(quarter: int) -> np.ndarray:
    angle = np.arange(4 * quarter) * (math.pi / 2 / quarter)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def disc(x: float, y: float, radius: float, *, outside: bool = False, quarter: int = QUARTER) -> Polygon:
    """A disc as a polygon: with its corners on the circle, or around the circle.

    Examples
    --------
    >>> disc(0, 0, 6).area < 36 * math.pi < disc(0, 0, 6, outside=True).area
    True
    """
    drawn = radius / math.cos(math.pi / 4 / quarter) if outside else radius
    return Polygon(_circle(quarter) * drawn + (x, y))


def unit_boundary(unit: Unit) -> Polygon | None:
    """The rectangle around a unit whose rectangular bases all face the same way; None for any other unit.

    An incomplete rear rank changes nothing: the boundary stays a rectangle.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> from toolkit.battlefield.footprint import Footprint
    >>> round(unit_boundary(Footprint(Base.parse("25.4x25.4mm"), 7, 3).unit("Herd", 10, 10)).area, 9)
    9.0
    """
    first = unit.models[0]
    for each in unit.models:
        turned = (each.facing - first.facing) % 180
        if each.base.shape != "rectangular" or min(turned, 180 - turned) > 1e-6:
            return None
    middles = np.array([(each.x, each.y) for each in unit.models])
    halves = np.array([(each.base.width_inches, each.base.depth_inches) for each in unit.models]) / 2
    (_, (cos, sin), _, _) = offsets(2.0, 0.0, first.facing)
    turn = np.array([[cos, -sin], [sin, cos]])
    seen = middles @ turn
    (left, low), (right, high) = (seen - halves).min(axis=0), (seen + halves).max(axis=0)
    return Polygon(np.array([(left, low), (right, low), (right, high), (left, high)]) @ turn.T)


def obstacles(board: Board) -> tuple[Obstacle, ...]:
    """Every unit of both sides and every piece of impassable terrain.

    Units whose bases do not share one facing, and round bases, count model by model.
    """
    return tuple(_obstacles(board))


def _obstacles(board: Board) -> Iterator[Obstacle]:
    for unit in board.units:
        name = f"unit {unit.name!r}"
        around = unit_boundary(unit)
        if around is not None:
            yield Obstacle(name, "unit", around, 0.0, unit.name)
            continue
        for model in unit.models:
            if model.base.shape == "round":
                yield Obstacle(name, "unit", Point(model.x, model.y), model.base.radius, unit.name)
            else:
                yield Obstacle(name, "unit", model.outline, 0.0, unit.name)
    for piece in board.terrain:
        if piece.kind == "impassable":
            yield Obstacle(repr(piece.name), "impassable", piece.polygon, 0.0, piece.name)


def sum_with(shape: Polygon | Point, corners: Offsets) -> BaseGeometry:
    """The centres around which a rectangle (its corners seen from its centre) meets a shape.

    Examples
    --------
    >>> from toolkit.battlefield.footprint import offsets
    >>> sum_with(shapely.box(0, 0, 2, 2), offsets(4, 2, 0)).area
    24.0
    """
    if isinstance(shape, Point) or _convex(shape):
        return _hull(shapely.get_coordinates(shape), corners)
    # The rectangle either lies inside the shape, and its centre with it, or crosses one of its sides.
    return shapely.union_all([shape, *(_hull(side, corners) for side in _sides(shape))])


def near(obstacle: Obstacle, corners: Offsets, inches: float, *, outside: bool = True, quarter: int = QUARTER) -> BaseGeometry:
    """The centres around which a rectangle comes within so many inches of an obstacle; arcs are outside or inside of the true ones."""
    around = inches + obstacle.radius
    drawn = around / math.cos(math.pi / 4 / quarter) if outside else around
    return sum_with(obstacle.core, corners).buffer(drawn, quad_segs=quarter)


def blocked(outline: Polygon, corners: Offsets, light: tuple[float, float], reach: float) -> BaseGeometry | None:
    """The centres around which an outline stands between a point of a rectangle and the light; None for all of them.

    Parameters
    ----------
    outline : shapely.Polygon
    corners : sequence of (float, float)
        Of the rectangle, seen from its centre.
    light : (float, float)
    reach : float
        Inches from the light within which the answer has to be right.
    """
    spot = Point(light)
    if outline.contains(spot) and outline.boundary.distance(spot) > TOUCH:
        return None
    return shapely.union_all([_hull(part, corners) for part in _shadow(outline, light, reach)] + [sum_with(outline, corners)])


def _shadow(outline: Polygon, light: tuple[float, float], reach: float) -> Iterator[np.ndarray]:
    """Convex pieces, as corners, that with the outline itself make up its shadow."""
    if _convex(outline):
        # Then the shadow is convex too: the outline and a distant arc behind it.
        seen = shapely.get_coordinates(outline) - light
        distance = np.hypot(seen[:, 0], seen[:, 1])
        seen, distance = seen[distance > TOUCH], distance[distance > TOUCH]
        middle = np.asarray(outline.centroid.coords[0]) - light
        angle = np.arctan2(_cross(middle, seen), seen @ middle)
        yield _with_arc(seen, middle, float(angle.min()), float(angle.max()), max(reach, float(distance.max()))) + light
        return
    for side in _sides(outline):
        first, second = side - light
        if abs(_cross(first, second)) <= TOUCH:  # seen end on
            continue
        far = max(reach, math.hypot(*first), math.hypot(*second))
        turn = math.atan2(float(_cross(first, second)), float(first @ second))
        yield _with_arc(np.array([first, second]), first, min(0.0, turn), max(0.0, turn), far) + light


def _with_arc(corners: np.ndarray, zero: np.ndarray, start: float, stop: float, far: float) -> np.ndarray:
    """Corners seen from the light, and points so far out that the chords between them are beyond `far`."""
    pieces = max(1, math.ceil((stop - start) / (math.pi / 12)))
    drawn = far / math.cos((stop - start) / pieces / 2)
    angle = math.atan2(zero[1], zero[0]) + np.linspace(start, stop, pieces + 1)
    return np.vstack([corners, drawn * np.column_stack([np.cos(angle), np.sin(angle)])])


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]


def _convex(shape: Polygon) -> bool:
    return not shape.interiors and abs(shape.convex_hull.area - shape.area) <= GRAZE * max(1.0, shape.area)


def _sides(shape: Polygon) -> Iterator[np.ndarray]:
    for ring in (shape.exterior, *shape.interiors):
        coords = np.asarray(ring.coords)
        yield from np.stack([coords[:-1], coords[1:]], axis=1)


def _hull(points: np.ndarray, corners: Offsets) -> BaseGeometry:
    every = (np.asarray(points)[:, None, :] + np.asarray(corners)[None, :, :]).reshape(-1, 2)
    return MultiPoint(every).convex_hull


def solid(shapes: BaseGeometry | Iterable[BaseGeometry]) -> Polygon | MultiPolygon:
    """Only what has an area."""
    listed = [shapes] if isinstance(shapes, BaseGeometry) else list(shapes)
    parts = [part for part in shapely.get_parts(shapely.get_parts(np.array(listed, dtype=object))) if isinstance(part, Polygon)]
    parts = [part for part in parts if part.area > GRAZE]
    if not parts:
        return Polygon()
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)
