"""Many places for one base at once: how far each is from some models, and which legal one is closest to them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.affinity import translate
from shapely.ops import nearest_points

from toolkit.battlefield.bases import Base
from toolkit.battlefield.minkowski import convex_sum
from toolkit.battlefield.placement import Model

Floats = NDArray[np.float64]


def distances(models: Sequence[Model], base: Base, facing: float, xs: Floats, ys: Floats) -> Floats:
    """Inches from a base at each of many spots to the closest of some models, edge to edge.

    Parameters
    ----------
    models : sequence of Model
    base : Base
    facing : float
        Degrees.
    xs, ys : ndarray of float64, shape (n,)
        Centres, inches.

    Returns
    -------
    ndarray of float64, shape (n,)
        Exact (to rounding) for round and rectangular bases, within `toolkit.battlefield.tolerance.CURVE` for ovals, as
        `toolkit.battlefield.placement.distance`.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> distances([Model(base, 0, 0)], base, 0.0, np.array([3.0, 0.0]), np.array([4.0, 0.5])).tolist()
    [4.0, 0.0]
    """
    least = np.full(len(xs), math.inf)
    if base.shape == "round":
        round_ones = [each for each in models if each.base.shape == "round"]
        if round_ones:  # by far the commonest case
            at = np.array([(each.x, each.y, each.base.radius) for each in round_ones])
            apart = np.hypot(xs[:, None] - at[:, 0], ys[:, None] - at[:, 1]) - at[:, 2]
            least = apart.min(axis=1) - base.radius
        shapes = {base.radius: [each.outline for each in models if each.base.shape != "round"]}
    else:
        shapes = _around(models, base, facing)
    spots = shapely.points(xs, ys)
    for radius, listed in shapes.items():
        if listed:
            least = np.minimum(least, shapely.distance(spots, shapely.multipolygons(listed)) - radius)
    return np.maximum(least, 0.0)


def bounds(models: Sequence[Model], base: Base, xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
    """Quickly: the least and the most that `distances` can be, whichever way the base faces.

    Examples
    --------
    >>> card, model = Base.parse("25.4x50.8mm"), Model(Base.parse("25.4mm"), 0, 0)
    >>> [each.round(3).tolist() for each in bounds([model], card, np.array([5.0]), np.array([0.0]))]
    [[3.382], [4.0]]
    """
    at = np.array([(each.x, each.y, each.base.radius, each.base.inner) for each in models])
    apart = np.hypot(xs[:, None] - at[:, 0], ys[:, None] - at[:, 1])
    least, most = (apart - at[:, 2]).min(axis=1) - base.radius, (apart - at[:, 3]).min(axis=1) - base.inner
    return np.maximum(least, 0.0), np.maximum(most, 0.0)


def closest_spot(legal: Polygon | MultiPolygon, models: Sequence[Model], base: Base, facing: float) -> tuple[float, float]:
    """The point of a polygon from which a base that stands there is closest to some models, edge to edge.

    Examples
    --------
    >>> model = Model(Base.parse("25.4mm"), 10, 0)
    >>> closest_spot(shapely.box(0, 1, 4, 5), [model], Base.parse("25.4x50.8mm"), 90)
    (4.0, 1.0)
    """
    least, found = math.inf, (math.nan, math.nan)
    for radius, listed in _around(models, base, facing).items():
        mine, other = nearest_points(legal, shapely.multipolygons(listed))
        if mine.distance(other) - radius < least:
            least, found = mine.distance(other) - radius, (mine.x, mine.y)
    return found


def _around(models: Sequence[Model], base: Base, facing: float) -> dict[float, list[Polygon]]:
    """Shapes whose distance from the centre of a base, less the radius they stand under, is the distance between the bases.

    A base is the same turned half around, so it is as far from a point as that base, moved to the point, is from its own centre.
    """
    found: dict[float, list[Polygon]] = {}
    for each in models:
        if base.shape == "round":
            found.setdefault(base.radius, []).append(each.outline)
        elif each.base.shape == "round":
            found.setdefault(each.base.radius, []).append(base.outline(each.x, each.y, facing))
        else:
            shape = convex_sum(base.outline(0, 0, facing), each.base.outline(0, 0, each.facing))
            found.setdefault(0.0, []).append(translate(shape, each.x, each.y))
    return found
