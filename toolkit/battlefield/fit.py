"""Does a whole unit fit? A legal placement that can be drawn, or why none was found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import shapely
from shapely import Point
from shapely.ops import nearest_points

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.breaches import breaches, of_the_unit
from toolkit.battlefield.coherency import Coherency
from toolkit.battlefield.growth import Growth, Kind, lattice
from toolkit.battlefield.placement import Model, Side, Unit
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival, EdgeReading

FACINGS = (0.0, 90.0, 45.0, 135.0)
"""Degrees tried for bases that are not round, after those of the unit given."""
MOST_SEEDS = 120
"""Places from which the search grows the unit before it gives up."""


@dataclass(frozen=True)
class Fit:
    """Whether and where a unit can be set up.

    Attributes
    ----------
    unit : Unit or None
        The whole unit in a legal place: `breaches` found nothing wrong with it.
    why : str
        Why there is none; empty if there is one.
    certain : bool
        True where the answer is proved: a placement, or a rule that leaves no room for a single model. False where the search found
        nothing: the unit is then very likely not to fit, but packing has no quick proof.
    most : int
        The most models that found room together.
    searched : str
        What was tried.
    away : float or None
        Inches from the wanted point to the centre of the unit.

    Examples
    --------
    >>> bool(Fit(None, "no room", True, 0, "", None))
    False
    """

    unit: Unit | None
    why: str
    certain: bool
    most: int
    searched: str
    away: float | None = None

    def __bool__(self) -> bool:
        return self.unit is not None


def fits(
    board: Board,
    unit: Unit,
    arrival: Arrival,
    battle_round: int,
    *,
    coherency: Coherency,
    near: tuple[float, float] | None = None,
    side: Side = "own",
    anchor: Model | None = None,
    keep_away: Mapping[str, float] | None = None,
    edge_reading: EdgeReading = "one_edge",
    engagement: float = 1.0,
    facings: Sequence[float] | None = None,
) -> Fit:
    """Find a legal placement of a whole unit.

    Parameters
    ----------
    board : Board
        A unit of the same name and side on it is taken for this one and may stand anew.
    unit : Unit
        Its bases, keywords and abilities count; where its models stand does not.
    arrival : Arrival
        How it arrives; a record of `toolkit.systems`.
    battle_round : int
        From 1.
    coherency : Coherency
        `coherency.WH40K_10E` or `coherency.WH40K_11E`.
    near : (float, float), optional
        A point, inches across and up, that the unit should be close to; else where there is most room.
    side, anchor, keep_away, edge_reading, engagement
        As `breaches`.
    facings : sequence of float, optional
        Degrees that bases which are not round may face, all models alike; else those in the unit, 0, 90, 45 and 135.

    Returns
    -------
    Fit
        The same for the same input.

    Raises
    ------
    ToolkitError
        As `breaches`; and if the point is no pair of numbers.

    Examples
    --------
    >>> from toolkit.battlefield.coherency import WH40K_11E
    >>> from toolkit.battlefield.placement import block
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, first_round=2)
    >>> squad = block("Squad", Base.parse("32mm"), 10, 30, 22, side="own")
    >>> found = fits(Board.parse("44x60"), squad, ingress, 2, coherency=WH40K_11E, near=(30, 0))
    >>> len(found.unit.models), found.away < 4
    (10, True)
    >>> fits(Board.parse("44x60"), squad, ingress, 1, coherency=WH40K_11E).why
    'Ingress is from round 2 on, this is round 1'
    """
    if near is not None and (len(near) != 2 or not all(isinstance(each, (int, float)) and math.isfinite(each) for each in near)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"near = {near!r}; it is (across, up) in inches")
    if any(each.name == unit.name and each.side == side for each in board.units):
        board = board.without(unit.name)
    never = [each.text for each in of_the_unit(unit, arrival, battle_round)]
    if never:
        return Fit(None, "; ".join(never), True, 0, "the unit itself")
    task = _Task(board, unit, arrival, battle_round, coherency, near, side, anchor, dict(keep_away or {}), edge_reading, engagement)
    turned = [0.0] if all(each.base.shape == "round" for each in unit.models) else list(facings or _facings(unit))
    most, seeds, empty, best = 0, 0, [], None
    for facing in turned:
        regions = task.regions(facing)
        closed = [each for each in regions.values() if each.blockers]
        if closed:
            empty.append(closed[0])
            continue
        found, grown, tried = task.search(regions, facing)
        most, seeds = max(most, grown), seeds + tried
        if found is not None:
            away = math.dist(found.centre, near) if near is not None else None
            if best is None or (away is not None and best.away is not None and away < best.away):
                best = Fit(found, "", True, len(unit.models), f"{seeds} starts", away)
            if near is None or (away is not None and away < 1e-6):
                break
    if best is not None:
        return best
    if len(empty) == len(turned):
        return Fit(None, _no_room(empty[0]), True, 0, "the region of each base")
    searched = f"grown from {seeds} starts" + (f", facing {', '.join(f'{each:g}' for each in turned)} degrees" if len(turned) > 1 else "")
    return Fit(None, f"no spot found by the search: at most {most} of {len(unit.models)} models found room together", False, most, searched)


def _facings(unit: Unit) -> list[float]:
    own = [each.facing % 180 for each in unit.models]
    return list(dict.fromkeys([*own[:1], *FACINGS]))


def _no_room(region: Region) -> str:
    return f"no room for a single base of {region.base}: " + "; ".join(region.blockers)


@dataclass(frozen=True)
class _Task:
    """What is asked, together."""

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

    def regions(self, facing: float) -> dict[Base, Region]:
        """The legal centres of each base of the unit."""
        # Engagement Range is closed whatever the arrival says.
        arrival = replace(self.arrival, enemy=max(self.arrival.enemy, self.engagement))
        return {
            base: arrival_region(
                self.board, base, arrival, self.battle_round,
                side=self.side, facing=facing, anchor=self.anchor, keep_away=self.keep_away, edge_reading=self.edge_reading,
            )
            for base in dict.fromkeys(each.base for each in self.unit.models)
        }  # fmt: skip

    def search(self, regions: Mapping[Base, Region], facing: float) -> tuple[Unit | None, int, int]:
        """A placement or None, the most models placed together, and from how many places it was grown."""
        kinds = [Kind(base, 0.0 if base.shape == "round" else facing, region.polygon) for base, region in regions.items()]
        for each in kinds:
            shapely.prepare(each.legal)
        listed = list(regions)
        order = sorted(range(len(self.unit.models)), key=lambda index: -self.unit.models[index].base.radius)
        wanted = [listed.index(self.unit.models[index].base) for index in order]
        corners = [shapely.get_coordinates(each.legal.simplify(0.02)) for each in kinds]
        widest = max(each.base.radius for each in kinds)
        reach = max(4.0, 1.6 * widest * math.sqrt(len(wanted)) + 2)
        most, tried = 0, 0
        for seed in islice(self._seeds(kinds[wanted[0]], corners[wanted[0]]), MOST_SEEDS):
            tried += 1
            # Rows alone are quick and mostly enough.
            for turn, dense in ((0.0, False), (0.0, True), (30.0, True)):
                target = np.array(seed if self.near is None else self.near)
                growth = Growth(kinds, wanted, self.coherency, target, dense)
                for index, kind in enumerate(kinds):
                    close = corners[index][np.hypot(*(corners[index] - seed).T) <= 2 * reach]
                    growth.offer(index, np.concatenate([lattice(kind, seed, reach, turn), close]))
                growth.place(wanted[0], *seed)
                done = growth.grow()
                most = max(most, len(growth.placed))
                unit = self._checked(kinds, growth.placed) if done else None
                if unit is not None:
                    return unit, len(wanted), tried
        return None, most, tried

    def _seeds(self, kind: Kind, corners: np.ndarray) -> Iterator[tuple[float, float]]:
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
            # Far from each other first: seven steps ahead each time.
            points = points[np.argsort(np.arange(len(points)) * 0.6180339887 % 1, kind="stable")]
        yield from ((float(x), float(y)) for x, y in points)

    def _checked(self, kinds: Sequence[Kind], placed: Sequence[tuple[int, float, float]]) -> Unit | None:
        """The unit where it was placed, pushed towards the wanted point as far as that stays legal; None if it is not legal."""
        unit = self._unit(kinds, placed)
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
        places = {index: [(x, y) for kind, x, y in placed if kind == index] for index in range(len(kinds))}
        by_base = {each.base: index for index, each in enumerate(kinds)}
        models: list[Model] = []
        for model in self.unit.models:
            index = by_base[model.base]
            x, y = places[index].pop(0)
            models.append(replace(model, x=x, y=y, z=0.0, facing=model.facing if model.base.shape == "round" else kinds[index].facing))
        return replace(self.unit, models=tuple(models), side=self.side)


def _point(where: Point | tuple[float, ...]) -> tuple[float, float]:
    return (where.x, where.y) if isinstance(where, Point) else (float(where[0]), float(where[1]))
