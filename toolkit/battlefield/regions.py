"""Arrival regions: every place where the centre of a base may be when a unit arrives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import shapely
from shapely import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, opponent
from toolkit.battlefield.exact import POINT, check_question, farthest, near_edge, near_enemy, nearest_within, on_board
from toolkit.battlefield.minkowski import around_model, around_shape, covering
from toolkit.battlefield.placement import FAR, Model, Side, overlaps, reaches_into
from toolkit.battlefield.tolerance import TOUCH
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival, EdgeReading


@dataclass(frozen=True)
class Region:
    """Where one base may be set up.

    Attributes
    ----------
    board : Board
    base : Base
    arrival : Arrival
    battle_round : int
    side : {"own", "enemy"}
        Of the arriving unit.
    facing : float
        Degrees; matters for bases that are not round.
    anchor : Model or None
        The model that the unit leaves.
    keep_away : mapping of str to float
        Inches from single enemy units, where a rule demands more than the arrival does (Scramble Field).
    edge_reading : {"one_edge", "any_edges"}
        Where "wholly within" the distance of one or more edges is read for a base in a corner.
    polygon : shapely Polygon or MultiPolygon
        The legal centres. Every point of it is legal; next to curves up to `tolerance.ROOM` (0.005 inches) of legal room are left out.
    """

    board: Board
    base: Base
    arrival: Arrival
    battle_round: int
    side: Side
    facing: float
    anchor: Model | None
    keep_away: Mapping[str, float]
    edge_reading: EdgeReading
    polygon: Polygon | MultiPolygon
    _parts: tuple[tuple[str, BaseGeometry], ...] = field(repr=False, default=())
    _allowed: BaseGeometry = field(repr=False, default_factory=Polygon)

    @property
    def area(self) -> float:
        """Square inches of legal centres."""
        return float(self.polygon.area)

    @property
    def share(self) -> float:
        """The area as a part of the board."""
        return self.area / self.board.area

    @cached_property
    def excluded(self) -> tuple[tuple[str, BaseGeometry], ...]:
        """What each rule takes away: its name, and the centres on the board that it forbids."""
        table = self.board.polygon
        return tuple((name, table.intersection(shape)) for name, shape in self._parts)

    @property
    def blockers(self) -> tuple[str, ...]:
        """Where no place is left: rules each of which, waived alone, would leave one; all that take room if none would.

        Examples
        --------
        >>> from toolkit.battlefield.placement import block
        >>> board = Board(12, 12).with_unit(block("Scouts", Base.parse("32mm"), 1, 6, 6))
        >>> deep_strike = Arrival("demo", "Deep Strike", "Anywhere.", "Example", enemy=9)
        >>> print(*arrival_region(board, Base.parse("32mm"), deep_strike, 2).blockers)
        within 9" of 'Scouts'
        """
        if self.battle_round < self.arrival.first_round:
            return (f"before round {self.arrival.first_round}",)
        if self.polygon.area > 0:
            return ()
        if self._allowed.area <= 0:
            if self.arrival.anchor is not None:
                return (f'wholly within {self.arrival.anchor:g}" of the model it leaves',)
            return (f'wholly within {self.arrival.edge:g}" of edges' if self.arrival.edge is not None else "wholly on the board",)
        taking = tuple(dict.fromkeys(name for name, shape in self._parts if shape.intersects(self._allowed)))
        return tuple(name for name in taking if self.waiving(name).area > 0) or taking

    def waiving(self, name: str) -> Polygon | MultiPolygon:
        """The legal centres if the rule of this name, one of `excluded`, took nothing away."""
        if self.battle_round < self.arrival.first_round:
            return Polygon()
        return _polygonal(self._allowed.difference(shapely.union_all([shape for each, shape in self._parts if each != name])))

    def contains(self, x: float, y: float) -> bool:
        """Whether a base with its centre there is legal; decided by distances, not by the polygon.

        Examples
        --------
        >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6)
        >>> region = arrival_region(Board.parse("44x60"), Base.parse("32mm"), ingress, 2)
        >>> region.contains(3, 20), region.contains(6, 20)
        (True, False)
        """
        return not any(self.broken(x, y))

    def broken(self, x: float, y: float) -> Iterator[str]:
        """The names of the rules that a base with its centre there breaks."""
        here = Model(self.base, x, y, self.facing)
        board = self.board
        if self.battle_round < self.arrival.first_round:
            yield f"before round {self.arrival.first_round}"
        if not on_board(here, board):
            yield "off the board"
        if self.arrival.edge is not None and not near_edge(here, board, self.arrival.edge, self.edge_reading):
            yield f'not wholly within {self.arrival.edge:g}" of {"one edge" if self.edge_reading == "one_edge" else "edges"}'
        for unit in board.of_side(opponent(self.side)):
            inches, vertical = near_enemy(self.arrival, self.keep_away.get(unit.name, 0.0))
            if nearest_within(here, unit.models, inches, vertical) is not None:
                yield f'not more than {inches:g}" from {unit.name!r}'
        if self.arrival.avoids_zone(self.battle_round):
            for zone in board.zone(opponent(self.side)):
                if reaches_into(here, zone.polygon):
                    yield f"in the opponent's zone before round {self.arrival.zone_before}"
        for piece in board.terrain:
            if piece.kind == "impassable" and reaches_into(here, piece.polygon):
                yield f"on {piece.name!r}, which is impassable"
        for unit in board.of_side(self.side):
            if any(True for each in unit.models for _ in overlaps((here, each))):
                yield f"on {unit.name!r}"
        if self.anchor is not None and self.arrival.anchor is not None:
            if any(True for _ in overlaps((here, self.anchor))):
                yield "on the model it leaves"
            if farthest(here, self.anchor) > self.arrival.anchor + TOUCH:
                yield f'not wholly within {self.arrival.anchor:g}" of the model it leaves'


def arrival_region(
    board: Board,
    base: Base | None,
    arrival: Arrival,
    battle_round: int,
    *,
    side: Side = "own",
    facing: float = 0.0,
    anchor: Model | None = None,
    keep_away: Mapping[str, float] | None = None,
    edge_reading: EdgeReading = "one_edge",
) -> Region:
    """Where the centre of one base may be when it arrives.

    Parameters
    ----------
    board : Board
    base : Base or None
        None for a point.
    arrival : Arrival
        How it arrives; a record of `toolkit.systems`.
    battle_round : int
        From 1.
    side : {"own", "enemy"}
        Of the arriving unit.
    facing : float
        Degrees, for bases that are not round.
    anchor : Model, optional
        The Transport it leaves, where the arrival has such a demand.
    keep_away : mapping of str to float, optional
        More inches from single enemy units than the arrival demands.
    edge_reading : {"one_edge", "any_edges"}
        Near a corner: wholly within the distance of a single edge, or each part of the base within the distance of some edge.

    Returns
    -------
    Region
        Empty before the first round in which the unit may arrive.

    Raises
    ------
    ToolkitError
        If the arrival needs an anchor and has none, a unit to keep away from is no enemy on the board, or a number, the side or the
        reading cannot be.

    Notes
    -----
    Engagement Range is not asked for: every record of `toolkit.systems` keeps at least so far away from enemies. The base arrives at table
    level; where an arrival looks at heights, enemies far above it are not near, and a Transport above it is farther away.

    Examples
    --------
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6)
    >>> arrival_region(Board.parse("44x60"), None, ingress, 2).area
    1104.0
    """
    away = check_question(board, arrival, battle_round, anchor, keep_away, side, edge_reading)
    base = POINT if base is None else checks.kind(base, Base, "base", 'a Base, such as Base.parse("32mm"), or None for a point')
    checks.number(facing, "facing", -FAR, FAR, unit="degrees")
    allowed = _allowed(board.width, board.depth, base, facing % 180, arrival.edge, edge_reading)
    if arrival.anchor is not None and anchor is not None:
        allowed = shapely.intersection_all([allowed, *_wholly_within(anchor, base, facing, arrival.anchor)])
    parts = tuple(_forbidden(board, base, arrival, battle_round, side, facing % 180, anchor, away))
    if battle_round < arrival.first_round:
        legal: BaseGeometry = Polygon()
    else:
        legal = allowed.difference(shapely.union_all([shape for _, shape in parts])) if parts else allowed
    return Region(board, base, arrival, battle_round, side, facing, anchor, away, edge_reading, _polygonal(legal), parts, allowed)


def _forbidden(
    board: Board,
    base: Base,
    arrival: Arrival,
    battle_round: int,
    side: Side,
    facing: float,
    anchor: Model | None,
    away: Mapping[str, float],
) -> Iterator[tuple[str, BaseGeometry]]:
    for unit in board.of_side(opponent(side)):
        inches, vertical = near_enemy(arrival, away.get(unit.name, 0.0))
        yield f'within {inches:g}" of {unit.name!r}', _around(_at_level(unit.models, vertical), base, facing, inches)
    if arrival.avoids_zone(battle_round):
        for zone in board.zone(opponent(side)):
            yield f"the opponent's zone before round {arrival.zone_before}", around_shape(zone.polygon, base, facing)
    for piece in board.terrain:
        if piece.kind == "impassable":
            yield f"on {piece.name!r}, which is impassable", around_shape(piece.polygon, base, facing)
    for unit in board.of_side(side):
        yield f"on {unit.name!r}", _around(_at_level(unit.models, 0.0), base, facing, 0.0)
    if anchor is not None and arrival.anchor is not None:
        yield "on the model it leaves", _around(_at_level((anchor,), 0.0), base, facing, 0.0)


def _at_level(models: tuple[Model, ...], vertical: float | None) -> tuple[Model, ...]:
    """Those no more than so many inches above or below the table, where the base arrives."""
    return models if vertical is None else tuple(each for each in models if abs(each.z) <= vertical + TOUCH)


@lru_cache(maxsize=1024)
def _around(models: tuple[Model, ...], base: Base, facing: float, inches: float) -> BaseGeometry:
    return shapely.union_all([around_model(each, base, facing, inches) for each in models])


@lru_cache(maxsize=256)
def _allowed(width: float, depth: float, base: Base, facing: float, edge: float | None, reading: EdgeReading) -> BaseGeometry:
    """Centres of bases wholly on the board and, where that is asked, wholly within the distance of edges."""
    across, up = base.extent(facing) if base is not POINT else (0.0, 0.0)
    if 2 * across > width or 2 * up > depth:
        return Polygon()
    whole = box(across, up, width - across, depth - up)
    if edge is None:
        return whole
    strips: list[Polygon] = []
    # A base as deep as the strip has a line of centres, which is drawn as wide as a touch.
    if 2 * across <= edge + TOUCH:
        far = max(edge - across, across + TOUCH / 2)
        strips += [box(across, up, far, depth - up), box(width - far, up, width - across, depth - up)]
    if 2 * up <= edge + TOUCH:
        far = max(edge - up, up + TOUCH / 2)
        strips += [box(across, up, width - across, far), box(across, depth - far, width - across, depth - up)]
    legal = shapely.union_all(strips).intersection(whole) if strips else Polygon()
    if reading == "one_edge":
        return legal
    inner = box(edge, edge, width - edge, depth - edge) if 2 * edge < min(width, depth) else Polygon()
    return whole.difference(around_shape(inner, base, facing) if base is not POINT else inner).union(legal)


def _wholly_within(anchor: Model, base: Base, facing: float, inches: float) -> list[BaseGeometry]:
    """Shapes whose common part holds the centres of bases on the table wholly within so many inches of a model, which may stand higher."""
    if abs(anchor.z) > inches:
        return [Polygon()]
    inches = math.sqrt(inches**2 - anchor.z**2)
    if base.shape == "round":
        room = inches - base.radius
        if anchor.base.shape == "round":
            return [Point(anchor.x, anchor.y).buffer(max(0.0, anchor.base.radius + room), quad_segs=64)]
        return [anchor.outline.buffer(room, quad_segs=64)]
    near = anchor.outline.buffer(inches, quad_segs=64)
    corners = shapely.get_coordinates(covering(base, facing))[:-1]
    return [shapely.transform(near, lambda points, corner=corner: points - corner) for corner in corners]


def _polygonal(shape: BaseGeometry) -> Polygon | MultiPolygon:
    """Only the parts that have an area."""
    if isinstance(shape, (Polygon, MultiPolygon)):
        return shape
    parts = [each for each in getattr(shape, "geoms", ()) if isinstance(each, Polygon)]
    return MultiPolygon(parts) if parts else Polygon()
