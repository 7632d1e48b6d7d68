"""Growing a coherent unit model by model inside regions of legal centres: the search behind `fit`.

Whether a whole unit has room is a packing problem, for which no quick exact method is known. What is here is greedy with good candidates:
lattices as dense as the bases allow, corners of the region, and, after each model, the places that touch it and another one or the
border of the region, where dense packings lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import shapely
from shapely import LinearRing, Polygon
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.bases import Base
from toolkit.battlefield.coherency import Coherency
from toolkit.battlefield.minkowski import convex_sum
from toolkit.battlefield.tolerance import CLEAR, ON_THE_BORDER, TOUCH

_COARSE = 64
"""Corners of the polygon around an oval, while searching."""
_RING = 12
"""Places around each model that are tried."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Bases that are alike and face the same way, and where their centres may be."""

    base: Base
    facing: float
    legal: BaseGeometry

    def allows(self, points: np.ndarray) -> np.ndarray:
        """Which points are legal centres."""
        return np.asarray(shapely.dwithin(self.legal, shapely.points(points), ON_THE_BORDER))


@lru_cache(maxsize=256)
def _around(base: Base, facing: float) -> Polygon:
    """The outline for the search: around ovals a polygon of few corners."""
    if base.shape == "rectangular":
        return base.outline(0, 0, facing)
    angle = np.arange(_COARSE) * (2 * math.pi / _COARSE)
    out = 0.5 / math.cos(math.pi / _COARSE)
    x, y = base.width_inches * out * np.cos(angle), base.depth_inches * out * np.sin(angle)
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return Polygon(np.column_stack([x * cos - y * sin, x * sin + y * cos]))


@lru_cache(maxsize=256)
def _sum(one: Base, one_facing: float, other: Base, other_facing: float) -> Polygon:
    made = convex_sum(_around(one, one_facing), _around(other, other_facing))
    shapely.prepare(made)
    return made


def gaps(one: Kind, other: Kind, steps: np.ndarray) -> np.ndarray:
    """Inches between the edges of two bases whose centres are so far apart; below 0 where they overlap.

    Exact for round and rectangular bases; ovals may seem 0.003 inches closer than they are.
    """
    if one.base.shape == other.base.shape == "round":
        return np.hypot(steps[:, 0], steps[:, 1]) - one.base.radius - other.base.radius
    apart = shapely.distance(_sum(one.base, one.facing, other.base, other.facing), shapely.points(steps))
    return np.where(apart > 0, apart, -1.0)


def lattice(kind: Kind, seed: tuple[float, float], reach: float, turn: float) -> np.ndarray:
    """Centres of the densest rows of a base within reach of a seed, turned by so many degrees."""
    base = kind.base
    across, up = base.width_inches + 2 * CLEAR, base.depth_inches + 2 * CLEAR
    half = math.sqrt(3) / 2
    rows, columns = min(40, int(reach / (up * half)) + 1), min(40, int(reach / across) + 1)
    row, column = (each.ravel() for each in np.mgrid[-rows : rows + 1, -columns : columns + 1])
    if base.shape == "rectangular":
        x, y, turn = column * across, row * up, 0.0
    else:
        # Ovals pack like circles that were stretched.
        x, y = column + (row % 2) / 2, row * half
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = (x * cos - y * sin) * across, (x * sin + y * cos) * up
    cos, sin = math.cos(math.radians(kind.facing)), math.sin(math.radians(kind.facing))
    points = np.column_stack([x * cos - y * sin, x * sin + y * cos])
    return points[np.hypot(points[:, 0], points[:, 1]) <= reach] + seed


@cache
def _turns() -> np.ndarray:
    angle = np.arange(_RING) * (2 * math.pi / _RING)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _ring(one: Kind, other: Kind) -> tuple[np.ndarray, BaseGeometry]:
    """Places where the other base touches one in the middle: some points, and the whole closed line."""
    return _ring_of(one.base, one.facing, other.base, other.facing)


@lru_cache(maxsize=256)
def _ring_of(one: Base, one_facing: float, other: Base, other_facing: float) -> tuple[np.ndarray, BaseGeometry]:
    if one.shape == other.shape == "round":
        radius = one.radius + other.radius + CLEAR
        angle = np.arange(96) * (2 * math.pi / 96)
        out = radius / math.cos(math.pi / 96)
        return _turns() * radius, LinearRing(np.column_stack([out * np.cos(angle), out * np.sin(angle)]))
    line = _sum(one, one_facing, other, other_facing).buffer(2 * CLEAR, join_style="mitre").exterior
    points = shapely.get_coordinates(shapely.line_interpolate_point(line, np.arange(_RING) / _RING, normalized=True))
    corners = shapely.get_coordinates(line)[:-1]
    return (np.concatenate([points, corners]) if len(corners) <= 12 else points), line


class Growth:
    """One attempt: a pool of candidates, and the models placed so far.

    Parameters
    ----------
    kinds : sequence of Kind
    wanted : sequence of Base
        Of the models to place, in this order.
    rule : Coherency
    target : ndarray
        The point that models are placed close to.
    dense : bool
        Whether places that touch the models placed before are candidates too.
    split : int
        After so many models a second group begins; 0 for one group as long as there is room.
    """

    def __init__(
        self, kinds: Sequence[Kind], wanted: Sequence[Base], rule: Coherency, target: np.ndarray, dense: bool, split: int = 0
    ) -> None:
        self.kinds, self.wanted, self.rule, self.target, self.dense, self.split = kinds, wanted, rule, target, dense, split
        self.need = rule.needed(len(wanted))
        self.near = rule.near if all(each.base.shape == "round" for each in kinds) else rule.near - 0.01
        self.placed: list[tuple[int, float, float]] = []
        self.lonely: tuple[int, float, float] | None = None
        self.offers: list[tuple[int, np.ndarray]] = []
        self._empty()

    def _empty(self) -> None:
        self.points = np.empty((0, 2))
        self.kind = np.empty(0, dtype=int)
        self.free = np.empty(0, dtype=bool)
        self.neighbours = np.empty(0, dtype=int)
        self.score = np.empty(0)

    def offer(self, kind: int, points: np.ndarray) -> None:
        """Add candidates of a kind; what is illegal or blocked by models placed before is left out."""
        if not len(points):
            return
        points = points[self.kinds[kind].allows(points)]
        self.offers.append((kind, points))
        self._add(kind, points)

    def _add(self, kind: int, points: np.ndarray) -> None:
        free, neighbours = np.ones(len(points), dtype=bool), np.zeros(len(points), dtype=int)
        for other, x, y in self.placed:
            self._judge(other, x, y, kind, points, free, neighbours)
        points, neighbours = points[free], neighbours[free]
        self.points = np.concatenate([self.points, points])
        self.kind = np.concatenate([self.kind, np.full(len(points), kind)])
        self.free = np.concatenate([self.free, np.ones(len(points), dtype=bool)])
        self.neighbours = np.concatenate([self.neighbours, neighbours])
        self.score = np.concatenate([self.score, np.hypot(*(points - self.target).T)])

    def _judge(self, other: int, x: float, y: float, kind: int, points: np.ndarray, free: np.ndarray, neighbours: np.ndarray) -> None:
        apart = gaps(self.kinds[other], self.kinds[kind], points - (x, y))
        free &= apart >= CLEAR / 2
        if self.rule.of_every_other is not None:
            free &= apart <= self.rule.of_every_other - TOUCH
        neighbours += (apart <= self.near) & (apart >= 0)

    def place(self, kind: int, x: float, y: float) -> None:
        """Put a model there and bring the pool up to date."""
        for each in range(len(self.kinds)):
            those = np.flatnonzero((self.kind == each) & self.free)
            if len(those):
                free, neighbours = self.free[those], self.neighbours[those]
                self._judge(kind, x, y, each, self.points[those], free, neighbours)
                self.free[those], self.neighbours[those] = free, neighbours
        before, self.placed = self.placed, [*self.placed, (kind, x, y)]
        left = set(self.left()) if self.dense else ()
        for each in (index for index, of in enumerate(self.kinds) if of.base in left):
            self.offer(each, self._touching(kind, x, y, each, before))
        if len(self.free) > 400 and self.free.mean() < 0.5:
            self._forget()

    def _forget(self) -> None:
        keep = self.free
        self.points, self.kind, self.neighbours, self.score = self.points[keep], self.kind[keep], self.neighbours[keep], self.score[keep]
        self.free = self.free[keep]

    def left(self) -> list[Base]:
        """Bases of the models still to place, in order."""
        return list(self.wanted[len(self.placed) :])

    def _touching(self, kind: int, x: float, y: float, other: int, before: Sequence[tuple[int, float, float]]) -> np.ndarray:
        """Places where a base touches the model just placed: around it, and there the border of the region or a second model."""
        points, line = _ring(self.kinds[kind], self.kinds[other])
        ring = shapely.transform(line, lambda each: np.add(each, (x, y)))
        found = [np.add(points, (x, y)), _crossings(ring, self.kinds[other].legal.boundary)]
        for third, across, up in before:
            if (
                math.hypot(across - x, up - y)
                < 2 * (self.kinds[other].base.radius + self.kinds[third].base.radius) + self.kinds[kind].base.radius
            ):
                second = shapely.transform(_ring(self.kinds[third], self.kinds[other])[1], lambda each, at=(across, up): np.add(each, at))
                found.append(_crossings(ring, second))
        return np.concatenate(found)

    def grow(self) -> bool:
        """Place model after model, each at the best free candidate; whether all found room and neighbours."""
        while left := self.left():
            index = self._best(left[0])
            if index is None:
                return False
            self.place(int(self.kind[index]), *self.points[index])
        return self._mended()

    def _mended(self) -> bool:
        """Move models that have too few neighbours to where there are enough; whether that was possible."""
        for _ in range(len(self.wanted)):
            counts = self._counts()
            short = [index for index, count in enumerate(counts) if count < self.need]
            if not short:
                return True
            # The last one placed: those before it hold the unit together.
            self._lift(short[-1])
            fits = self._those(self.left()[0])
            fits = fits[self.neighbours[fits] >= self.need]
            if not len(fits):
                return False
            index = fits[np.argmin(self.score[fits])]
            self.place(int(self.kind[index]), *self.points[index])
        return not any(count < self.need for count in self._counts())

    def _counts(self) -> list[int]:
        counts = [0] * len(self.placed)
        for first, (kind, x, y) in enumerate(self.placed):
            for second, (other, across, up) in enumerate(self.placed[:first]):
                if gaps(self.kinds[kind], self.kinds[other], np.array([[across - x, up - y]]))[0] <= self.near:
                    counts[first] += 1
                    counts[second] += 1
        return counts

    def _lift(self, index: int) -> None:
        """Take one model off again."""
        base = self.wanted[index]
        self.placed = self.placed[:index] + self.placed[index + 1 :]
        self.wanted = [*self.wanted[:index], *self.wanted[index + 1 :], base]
        offers, self.offers = self.offers, []
        self._empty()
        for each, points in offers:
            self.offers.append((each, points))
            self._add(each, points)

    def _those(self, base: Base) -> np.ndarray:
        """Free candidates for a base, however it faces."""
        return np.flatnonzero(self.free & np.isin(self.kind, [index for index, each in enumerate(self.kinds) if each.base == base]))

    def _apart(self, kind: int, x: float, y: float, those: np.ndarray) -> np.ndarray:
        """Inches from a model to candidates."""
        apart = np.empty(len(those))
        for each in np.unique(self.kind[those]):
            same = self.kind[those] == each
            apart[same] = gaps(self.kinds[kind], self.kinds[each], self.points[those[same]] - (x, y))
        return apart

    def _best(self, base: Base) -> int | None:
        fits = self._those(base)
        if not len(fits):
            return None
        if not self.placed or not self.need:
            return int(fits[np.argmin(self.score[fits])])
        if self.lonely is not None:
            fits = fits[self._apart(*self.lonely, fits) <= self.near]
            self.lonely = None
            return int(fits[np.argmin(self.score[fits])]) if len(fits) else None
        if self.split == len(self.placed):
            return self._second_group(fits[self.neighbours[fits] == 0])
        # Two neighbours where the unit needs two, if there is such a place; then whatever touches the unit.
        for least in range(min(self.need, len(self.placed)), 0, -1):
            those = fits[self.neighbours[fits] >= least]
            if len(those):
                return int(those[np.argmin(self.score[those])])
        return self._second_group(fits)

    def _second_group(self, fits: np.ndarray) -> int | None:
        """Where only closeness to some and to all is asked, a unit may stand in groups: a place that has room for a neighbour too."""
        if self.rule.of_every_other is None or len(self.left()) < 2:
            return None
        partners = self._those(self.left()[1])
        for index in fits[np.argsort(self.score[fits], kind="stable")][:40]:
            here = (int(self.kind[index]), float(self.points[index, 0]), float(self.points[index, 1]))
            apart = self._apart(*here, partners)
            if ((apart >= CLEAR / 2) & (apart <= self.near)).any():
                self.lonely = here
                return int(index)
        return None


def _crossings(one: BaseGeometry, other: BaseGeometry) -> np.ndarray:
    return shapely.get_coordinates(shapely.intersection(one, other))
