"""Models and units on the table, and the distances between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from toolkit.battlefield.bases import MM_PER_INCH, Base
from toolkit.battlefield.tolerance import TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules import checks

Side = Literal["own", "enemy"]
MOST_MODELS = 200
"""Of one unit."""
FAR = 1000.0
"""Coordinates beyond this many inches are typing errors."""


@dataclass(frozen=True, slots=True)
class Model:
    """One model on the table.

    Attributes
    ----------
    base : Base
    x, y : float
        Centre of the base, inches across and up.
    facing : float
        Degrees counter-clockwise from up the table.
    z : float
        Inches above the table.

    Raises
    ------
    ToolkitError
        If a coordinate is not a number of inches.

    Examples
    --------
    >>> Model(Base.parse("32mm"), 10, 6).outline.bounds[0]
    9.37007874015748
    """

    base: Base
    x: float
    y: float
    facing: float = 0.0
    z: float = 0.0

    def __post_init__(self) -> None:
        checks.kind(self.base, Base, "the base of a model", 'a Base, such as Base.parse("32mm")')
        for name, value in (("x", self.x), ("y", self.y), ("facing", self.facing), ("z", self.z)):
            if not checks.is_number(value) or not abs(value) <= FAR:
                of = "degrees" if name == "facing" else "inches"
                raise ToolkitError(f"a model with {name} = {checks.shown(value)}; it is a number of {of} up to {FAR:g}")

    @property
    def outline(self) -> Polygon:
        """The outline of the base on the table."""
        return self.base.outline(self.x, self.y, self.facing)

    def moved(self, across: float, up: float) -> Model:
        """The same model, moved by so many inches."""
        return replace(self, x=self.x + across, y=self.y + up)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the table: its models, on their bases.

    Attributes
    ----------
    name : str
        Unique on a board.
    models : tuple of Model
    side : {"own", "enemy"}
    keywords, abilities : tuple of str
        As printed.

    Raises
    ------
    ToolkitError
        If it has no name or no models, if its side is unknown, or if two of its bases overlap.

    Examples
    --------
    >>> Unit("Scouts", (Model(Base.parse("32mm"), 10, 6), Model(Base.parse("32mm"), 12, 6))).centre
    (11.0, 6.0)
    """

    name: str
    models: tuple[Model, ...]
    side: Side = "enemy"
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks.name(self.name, "a unit")
        who = f"unit {self.name!r}"
        models = checks.kinds(self.models, Model, f"the models of {who}", "a Model", f"{who}: model")
        if not models:
            raise ToolkitError(f"{who} has no models; give at least one")
        if len(models) > MOST_MODELS:
            raise ToolkitError(f"{who} has {len(models):,} models; it has 1 to {MOST_MODELS}")
        checks.side(self.side, f"{who} is on the side")
        # Lists become tuples, so that a unit can be remembered.
        object.__setattr__(self, "models", models)
        for words in ("keywords", "abilities"):
            object.__setattr__(self, words, checks.texts(getattr(self, words), f"{words} of {who}"))
        overlap = next(overlaps(self.models), None)
        if overlap:
            first, second = (index + 1 for index in overlap)
            a, b = self.models[first - 1], self.models[second - 1]
            raise ToolkitError(
                f"unit {self.name!r}: the bases of models {first} and {second} overlap, at ({a.x:g}, {a.y:g}) and ({b.x:g}, {b.y:g}); "
                "move one of them"
            )

    @property
    def centre(self) -> tuple[float, float]:
        """The mean of the models' centres, inches."""
        count = len(self.models)
        return sum(each.x for each in self.models) / count, sum(each.y for each in self.models) / count

    @property
    def outline(self) -> Polygon:
        """All bases as one (multi)polygon."""
        return unary_union([each.outline for each in self.models])  # pyright: ignore[reportReturnType]

    def moved(self, across: float, up: float) -> Unit:
        """The same unit, moved by so many inches."""
        return replace(self, models=tuple(each.moved(across, up) for each in self.models))


def distance(one: Model, other: Model) -> float:
    """Horizontal inches between the edges of two bases; 0 where they touch or overlap.

    Parameters
    ----------
    one, other : Model

    Returns
    -------
    float
        Exact (to rounding) for round and rectangular bases, within `tolerance.CURVE` for ovals.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> distance(Model(base, 0, 0), Model(base, 3, 4))
    4.0
    """
    if not (isinstance(one, Model) and isinstance(other, Model)):  # pyright: ignore[reportUnnecessaryIsInstance]
        checks.kinds((one, other), Model, "models", "a Model", "model")
    apart = math.hypot(one.x - other.x, one.y - other.y)
    if one.base.shape == other.base.shape == "round":
        return max(0.0, apart - one.base.radius - other.base.radius)
    if one.base.shape == "round":
        return max(0.0, other.outline.distance(Point(one.x, one.y)) - one.base.radius)
    if other.base.shape == "round":
        return distance(other, one)
    return one.outline.distance(other.outline)


def unit_distance(one: Unit, other: Unit) -> float:
    """Horizontal inches between the closest models of two units, edge to edge.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> unit_distance(Unit("A", (Model(base, 0, 0), Model(base, 2, 0))), Unit("B", (Model(base, 12, 0),)))
    9.0
    """
    checks.kinds((one, other), Unit, "units", "a Unit", "unit")
    return min(distance(a, b) for a in one.models for b in other.models)


def engaged(one: Model, other: Model, horizontal: float, vertical: float = 5.0) -> bool:
    """Whether two models are within Engagement Range: `horizontal` inches across and `vertical` inches up.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> engaged(Model(base, 0, 0), Model(base, 2, 0), 1), engaged(Model(base, 0, 0), Model(base, 2, 0, z=6), 1)
    (True, False)
    """
    return distance(one, other) <= horizontal + TOUCH and abs(one.z - other.z) <= vertical + TOUCH


def overlaps(models: Iterable[Model]) -> Iterator[tuple[int, int]]:
    """Pairs of models (by position) on the same level whose bases overlap, deeper than `tolerance.TOUCH`.

    Examples
    --------
    >>> base = Base.parse("32mm")
    >>> list(overlaps([Model(base, 0, 0), Model(base, 5, 0), Model(base, 0.5, 0)]))
    [(0, 2)]
    """
    listed = list(models)
    if len(listed) == 2:
        # By far the commonest question.
        a, b = listed
        apart = math.hypot(a.x - b.x, a.y - b.y)
        pairs = [(0, 1)] if apart < a.base.radius + b.base.radius - TOUCH and abs(a.z - b.z) <= TOUCH else []
    else:
        pairs = _close(listed) if listed else []
    for first, second in pairs:
        a, b = listed[first], listed[second]
        if a.base.shape == b.base.shape == "round" or (
            reaches_into(b, a.outline) if b.base.shape == "round" else reaches_into(a, b.outline)
        ):
            yield first, second


def _close(models: list[Model]) -> list[tuple[int, int]]:
    """Pairs on the same level whose circumscribed circles overlap."""
    x, y, z, radius = (np.array(each) for each in zip(*((each.x, each.y, each.z, each.base.radius) for each in models), strict=True))
    near = np.hypot(x[:, None] - x, y[:, None] - y) < radius[:, None] + radius - TOUCH
    near &= np.abs(z[:, None] - z) <= TOUCH
    return [(int(first), int(second)) for second, first in np.argwhere(np.tril(near, -1))]


def reaches_into(model: Model, shape: BaseGeometry) -> bool:
    """Whether a base reaches into a shape, deeper than `tolerance.TOUCH`.

    Examples
    --------
    >>> base, wall = Base.parse("25.4x25.4mm"), Polygon([(10, 0), (20, 0), (20, 10), (10, 10)])
    >>> reaches_into(Model(base, 9.5, 5), wall), reaches_into(Model(base, 9.50001, 5), wall)
    (False, True)
    """
    if model.base.shape == "round":
        return shape.distance(Point(model.x, model.y)) < model.base.radius - TOUCH
    smaller = _smaller(model.base)
    return smaller is not None and shape.intersects(smaller.outline(model.x, model.y, model.facing))


@lru_cache(maxsize=256)
def _smaller(base: Base) -> Base | None:
    """The base without a touch all round; None where nothing is left of it."""
    width, depth = (size - 2 * TOUCH * MM_PER_INCH for size in (base.width, base.depth))
    return Base(base.shape, width, depth) if min(width, depth) > 0 else None


def block(
    name: str,
    base: Base,
    count: int,
    x: float,
    y: float,
    *,
    files: int | None = None,
    gap: float = 0.1,
    side: Side = "enemy",
    keywords: tuple[str, ...] = (),
    abilities: tuple[str, ...] = (),
) -> Unit:
    """A unit in rows around a centre, with a small gap between bases.

    Parameters
    ----------
    name : str
    base : Base
    count : int
        Models, 1 to `MOST_MODELS`.
    x, y : float
        The centre, inches.
    files : int, optional
        Models side by side; the most square shape if not given.
    gap : float
        Inches between bases.
    side, keywords, abilities
        Of the unit.

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> [(round(each.x, 2), round(each.y, 2)) for each in block("Squad", Base.parse("25.4mm"), 3, 10, 10, files=3, gap=0.5).models]
    [(8.5, 10.0), (10.0, 10.0), (11.5, 10.0)]
    """
    checks.name(name, "a unit")
    checks.kind(base, Base, f"unit {name!r}: base", 'a Base, such as Base.parse("32mm")')
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_MODELS:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"unit {name!r} with {checks.shown(count)} models; it has 1 to {MOST_MODELS}")
    if files is None:
        files = math.ceil(math.sqrt(count))
    if isinstance(files, bool) or not isinstance(files, int) or not 1 <= files <= MOST_MODELS:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"unit {name!r} in {checks.shown(files)} files; it is a whole number from 1 to {MOST_MODELS}")
    if not checks.is_number(gap) or not 0 <= gap <= 9:
        raise ToolkitError(f"unit {name!r} with {checks.shown(gap)} inches between bases; it is a number from 0 to 9")
    for which, value in (("x", x), ("y", y)):
        checks.number(value, f"unit {name!r} with {which}", -FAR, FAR)
    ranks = math.ceil(count / files)
    across, up = base.width_inches + gap, base.depth_inches + gap
    models: list[Model] = []
    for rank in range(ranks):
        here = min(files, count - rank * files)
        models += [Model(base, x + (file - (here - 1) / 2) * across, y + ((ranks - 1) / 2 - rank) * up) for file in range(here)]
    return Unit(name, tuple(models), side, keywords, abilities)
