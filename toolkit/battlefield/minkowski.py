"""Sums of shapes: where the centre of a base may not be, for the base to stay clear of something.

Curves become polygons around the true curve, so that a forbidden shape is never too small: at most 0.005 inches too large for distances of
up to 16 inches.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.bases import Base
from toolkit.battlefield.placement import Model
from toolkit.battlefield.tolerance import MARGIN

SEGMENTS = 32
"""Chords a quarter circle is made of."""
_AROUND = 1 / math.cos(math.pi / (4 * SEGMENTS))
_FINER = SEGMENTS * 3 // 2
"""GEOS rounds the number of chords of an arc, so that one may be half longer than asked for; with so many, none is longer than ours."""
_STEP = np.exp(1j * np.arange(4 * SEGMENTS) * (math.pi / (2 * SEGMENTS)))


def disc(x: float, y: float, radius: float) -> Polygon:
    """A polygon around the disc of this radius.

    Examples
    --------
    >>> disc(0, 0, 10).distance(shapely.Point(20, 0)) < 10
    True
    """
    around = _STEP * (radius * _AROUND) + complex(x, y)
    return Polygon(np.column_stack([around.real, around.imag]))


def grown(shape: BaseGeometry, inches: float) -> BaseGeometry:
    """Everything within so many inches of a shape, or a little more around its corners; exact along its sides.

    Examples
    --------
    >>> grown(shapely.box(0, 0, 60, 12), 1).bounds
    (-1.0, -1.0, 61.0, 13.0)
    """
    if inches <= 0:
        return shape
    return shape.buffer(inches, join_style="mitre").intersection(shape.buffer(inches * _AROUND, quad_segs=_FINER))


def convex_sum(one: Polygon, other: Polygon) -> Polygon:
    """The Minkowski sum of two convex polygons: every sum of a point of each.

    Examples
    --------
    >>> convex_sum(shapely.box(0, 0, 1, 1), shapely.box(0, 0, 2, 3)).bounds
    (0.0, 0.0, 3.0, 4.0)
    """
    starts, edges = zip(*(_from_lowest(each) for each in (one, other)), strict=True)
    sides = np.concatenate(edges)
    sides = sides[np.argsort(np.arctan2(sides[:, 1], sides[:, 0]) % (2 * math.pi), kind="stable")]
    return Polygon(starts[0] + starts[1] + np.cumsum(sides, axis=0))


def _from_lowest(shape: Polygon) -> tuple[np.ndarray, np.ndarray]:
    """The lowest (then leftmost) corner and the edges counter-clockwise from there."""
    corners = np.array(shapely.orient_polygons(shape).exterior.coords)[:-1]
    corners = np.roll(corners, -int(np.lexsort((corners[:, 0], corners[:, 1]))[0]), axis=0)
    return corners[0], np.diff(np.concatenate([corners, corners[:1]]), axis=0)


def _triangles(shape: BaseGeometry) -> list[Polygon]:
    return [each for part in _polygons(shape) for each in _polygons(shapely.constrained_delaunay_triangles(part))]


@lru_cache(maxsize=256)
def covering(base: Base, facing: float) -> Polygon:
    """A polygon that holds the whole base in the middle of the table: around ovals, whose outline leaves slivers of them out."""
    outline = base.outline(0, 0, facing)
    if base.shape == "rectangular":
        return outline
    out = 1 / math.cos(math.pi / (len(outline.exterior.coords) - 1))
    return Polygon(shapely.get_coordinates(outline) * out)


def around_shape(shape: BaseGeometry, base: Base, facing: float, inches: float = 0.0) -> BaseGeometry:
    """Centres of a base that overlaps a shape or comes within so many inches of it.

    Parameters
    ----------
    shape : shapely Polygon or MultiPolygon
    base : Base
    facing : float
        Degrees.
    inches : float

    Returns
    -------
    shapely geometry
    """
    if base.shape == "round":
        return grown(shape, inches + base.radius)
    outline = covering(base, facing)
    # Convex sums of triangles: the shape itself may have dents.
    return grown(shapely.union_all([convex_sum(each, outline) for each in _triangles(shape)]), inches)


def around_model(model: Model, base: Base, facing: float, inches: float) -> Polygon:
    """Centres of a base that overlaps a model or comes within so many inches of it."""
    if model.base.shape == base.shape == "round":
        return disc(model.x, model.y, (inches + MARGIN if inches > 0 else 0.0) + model.base.radius + base.radius)
    turned = 0.0 if model.base.shape == "round" else model.facing % 180
    return Polygon(np.add(_around_base(model.base, turned, base, facing, inches), (model.x, model.y)))


@lru_cache(maxsize=1024)
def _around_base(other: Base, other_facing: float, base: Base, facing: float, inches: float) -> np.ndarray:
    """Corners of the shape around a model in the middle of the table."""
    far = inches + MARGIN if inches > 0 else 0.0
    if base.shape == "round":
        shape = grown(covering(other, other_facing), far + base.radius)
    elif other.shape == "round":
        shape = grown(covering(base, facing), far + other.radius)
    else:
        shape = grown(convex_sum(covering(other, other_facing), covering(base, facing)), far)
    return shapely.get_coordinates(shape)[:-1]


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    if isinstance(shape, Polygon):
        return [shape]
    return [each for each in getattr(shape, "geoms", ()) if isinstance(each, Polygon)]
