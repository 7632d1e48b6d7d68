"""The search behind `fit`: from many places, grow the unit there, push it where it is wanted, and judge it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

import numpy as np
import shapely
from shapely import Point
from shapely.ops import nearest_points

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.coherency import Coherency
from toolkit.battlefield.growth import Growth, Kind, lattice
from toolkit.battlefield.placement import Model, Side, Unit
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.rules.arrival import Arrival, EdgeReading

_HOPELESS_AFTER, _HOPELESS_BELOW = 40, 0.7
"""After so many starts the search goes on only if at least this part of the unit has found room together."""


@dataclass(frozen=True)
class Search:
    """What is asked of `fit`, and the ways to look for an answer."""

    board: Board
    unit: Unit
    arrival: Arrival
    battle_round: int
    coherency: Coherency
    near: tuple[float, float] | None
    side: Side
    anchor: Model | None
    keep_away: Mapping[str, float]
    edge_reading: EdgeReading
    engagement: float

    def regions(self, facing: float) -> list[Region]:
        """The legal centres of each base of the unit."""
        # Engagement Range is closed whatever the arrival says.
        arrival = replace(self.arrival, enemy=max(self.arrival.enemy, self.engagement))
        return [
            arrival_region(
                self.board, base, arrival, self.battle_round,
                side=self.side, facing=facing, anchor=self.anchor, keep_away=self.keep_away, edge_reading=self.edge_reading,
            )
            for base in self.bases
        ]  # fmt: skip

    @property
    def bases(self) -> list[Base]:
        """The different bases of the unit."""
        return list(dict.fromkeys(each.base for each in self.unit.models))

    def kinds(self, regions: Sequence[Region], waived: str | None = None) -> list[Kind]:
        """Bases, how they face, and their legal centres, perhaps with one rule waived."""
        found: dict[tuple[Base, float], Kind] = {}
        for each in regions:
            facing = 0.0 if each.base.shape == "round" else each.facing
            legal = each.polygon if waived is None else each.waiving(waived)
            if (each.base, facing) not in found and not legal.is_empty:
                shapely.prepare(legal)
                found[each.base, facing] = Kind(each.base, facing, legal)
        return list(found.values())

    def place(self, kinds: Sequence[Kind], most_starts: int, judged: bool = True) -> tuple[Unit | None, int, int]:
        """A placement or None, the most models placed together, and from how many places it was grown."""
        wanted = sorted((each.base for each in self.unit.models), key=lambda base: -base.radius)
        if {each.base for each in kinds} != set(wanted):
            return None, 0, 0
        corners = [shapely.get_coordinates(each.legal.simplify(0.02)) for each in kinds]
        reach = max(4.0, 1.6 * wanted[0].radius * math.sqrt(len(wanted)) + 2)
        first = [index for index, each in enumerate(kinds) if each.base == wanted[0]]
        starts = chain.from_iterable(
            ((index, start) for start in islice(self._starts(kinds[index], corners[index]), most_starts // len(first) + 1))
            for index in first
        )
        most, tried = 0, 0
        # Bases that face several ways make large pools: no rows then, and fewer starts.
        ways = (
            ((0.0, True, 0),)
            if len(kinds) > len(set(wanted))
            else ((0.0, False, 0), (0.0, True, 0), (30.0, True, 0), (0.0, True, len(wanted) - 2))
        )
        for index, start in starts:
            if tried >= _HOPELESS_AFTER and most < _HOPELESS_BELOW * len(wanted):
                break
            tried += 1
            target = np.array(start if self.near is None else self.near)
            # Rows alone are quick and mostly enough.
            for turn, dense, split in ways:
                if split and not (self.coherency.of_every_other and len(wanted) >= 4 and most == len(wanted) - 1):
                    continue  # a second group of two, where the last model had no room beside the others
                growth = Growth(kinds, wanted, self.coherency, target, dense, split)
                far = max(reach, self.coherency.of_every_other + 2 * wanted[0].radius) if dense and self.coherency.of_every_other else reach
                for each, kind in enumerate(kinds):
                    close = corners[each][np.hypot(*(corners[each] - start).T) <= 2 * far]
                    growth.offer(each, np.concatenate([lattice(kind, start, far, turn), close]))
                growth.place(index, *start)
                done = growth.grow()
                most = max(most, len(growth.placed))
                unit = self._checked(kinds, growth.placed, judged) if done else None
                if unit is not None:
                    return unit, len(wanted), tried
        return None, most, tried

    def _starts(self, kind: Kind, corners: np.ndarray) -> Iterator[tuple[float, float]]:
        """Legal centres to start from: nearest to the wanted point, or where there is most room; then all over the region."""
        if self.near is not None:
            yield _point(nearest_points(kind.legal, Point(self.near))[0])
        parts = sorted(shapely.get_parts(kind.legal), key=lambda each: -each.area)
        if self.near is None:
            for part in parts[:3]:
                yield _point(shapely.maximum_inscribed_circle(part, tolerance=0.25).coords[0])
        step = max(1.5, 2 * kind.base.radius)
        left, low, right, high = kind.legal.bounds
        x, y = np.meshgrid(np.arange(left + step / 2, right, step), np.arange(low + step / 2, high, step))
        grid = np.column_stack([x.ravel(), y.ravel()])
        points = np.concatenate([grid[kind.allows(grid)], corners, [_point(each.representative_point()) for each in parts]])
        if self.near is not None:
            points = points[np.argsort(np.hypot(*(points - self.near).T), kind="stable")]
        else:
            # In the order of the golden ratio, so that the first ones are spread over the region.
            points = points[np.argsort(np.arange(len(points)) * 0.6180339887 % 1, kind="stable")]
        yield from ((float(x), float(y)) for x, y in points)

    def _checked(self, kinds: Sequence[Kind], placed: Sequence[tuple[int, float, float]], judged: bool) -> Unit | None:
        """The unit where it was placed, pushed towards the wanted point as far as that stays legal; None if it is not legal."""
        unit = self._unit(kinds, placed)
        if not judged:
            return unit
        if self.near is not None:
            for part in (1.0, 0.5, 0.25, 0.125, 0.0625):
                centre = unit.centre
                across, up = (self.near[0] - centre[0]) * part, (self.near[1] - centre[1]) * part
                there = np.array([(x + across, y + up) for _, x, y in placed])
                if all(kinds[kind].allows(there[number : number + 1])[0] for number, (kind, _, _) in enumerate(placed)):
                    placed = [(kind, float(x), float(y)) for (kind, _, _), (x, y) in zip(placed, there, strict=True)]
                    unit = self._unit(kinds, placed)
        wrong = breaches(
            self.board, unit, self.arrival, self.battle_round,
            coherency=self.coherency, side=self.side, anchor=self.anchor, keep_away=self.keep_away,
            edge_reading=self.edge_reading, engagement=self.engagement,
        )  # fmt: skip
        return None if wrong else unit

    def _unit(self, kinds: Sequence[Kind], placed: Sequence[tuple[int, float, float]]) -> Unit:
        models: list[Model] = []
        waiting = list(placed)
        for model in self.unit.models:
            at = next(number for number, (kind, _, _) in enumerate(waiting) if kinds[kind].base == model.base)
            kind, x, y = waiting.pop(at)
            models.append(
                replace(model, x=float(x), y=float(y), z=0.0, facing=model.facing if model.base.shape == "round" else kinds[kind].facing)
            )
        return replace(self.unit, models=tuple(models), side=self.side)


def _point(where: Point | tuple[float, ...]) -> tuple[float, float]:
    return (where.x, where.y) if isinstance(where, Point) else (float(where[0]), float(where[1]))
