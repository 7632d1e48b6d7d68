"""Whether one base obeys a rule, decided by distances: the last word where polygons of centres are only close.

How "within", "wholly within", "more than" and "overlap" are read is told in `tolerance`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import get_args

import shapely
from shapely import Point, box

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import FAR, Model, Side, distance, reaches_into
from toolkit.battlefield.tolerance import TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival, EdgeReading

POINT = Base("round", 1e-9, 1e-9)
"""Stands for a model without a base: a point."""
MOST_ROUNDS = 99


def check_question(
    board: Board,
    arrival: Arrival,
    battle_round: int,
    anchor: Model | None,
    keep_away: Mapping[str, float] | None,
    side: Side,
    edge_reading: EdgeReading,
) -> dict[str, float]:
    """Refuse a question about an arrival that makes no sense.

    Returns
    -------
    dict of str to float
        `keep_away`, or nothing.

    Raises
    ------
    ToolkitError
        If the round is no round, a number of the arrival cannot be, the side or the reading is unknown, the arrival needs an anchor and has
        none, or a unit to keep away from is not an enemy on the board.

    Examples
    --------
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8)
    >>> check_question(Board(60, 44), ingress, 0, None, None, "own", "one_edge")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: battle round 0; it is a whole number from 1 to 99
    """
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("44x60")')
    checks.kind(arrival, Arrival, "arrival", "an Arrival, such as those of toolkit.systems.wh40k_11e.reserves")
    checks.whole(battle_round, "battle round", 1, MOST_ROUNDS)
    checks.side(side)
    checks.choice(edge_reading, "edge_reading", get_args(EdgeReading))
    checks.number(arrival.enemy, f'{arrival.name} with "enemy"', 0, FAR)
    for name, value in (("edge", arrival.edge), ("anchor", arrival.anchor)):
        if value is not None:
            checks.number(value, f'{arrival.name} with "{name}"', 0, FAR, above=True)
    for name, value in (("zone_before", arrival.zone_before), ("first_round", arrival.first_round)):
        checks.whole(value, f'{arrival.name} with "{name}"', 0, MOST_ROUNDS)
    if arrival.anchor is not None and anchor is None:
        raise ToolkitError(f"{arrival.name} is measured from a model; give it as anchor")
    if anchor is not None:
        checks.kind(anchor, Model, "anchor", "a Model on the board, the Transport that the unit leaves")
    away = dict(checks.kind({} if keep_away is None else keep_away, Mapping, "keep_away", 'names and inches, such as {"Scouts": 12}'))
    for name, inches in away.items():
        checks.number(inches, f"keep_away from {name!r}", 0, FAR)
        if board.unit(name).side == side:
            raise ToolkitError(f"keep_away from {name!r}, which is on the arriving side; it names units of the other side")
    return away


def on_board(model: Model, board: Board) -> bool:
    """Whether the whole base is on the board.

    Examples
    --------
    >>> on_board(Model(Base.parse("25.4mm"), 0.5, 3), Board(60, 44)), on_board(Model(Base.parse("25.4mm"), 0.4, 3), Board(60, 44))
    (True, False)
    """
    across, up = model.base.extent(model.facing)
    return across - TOUCH <= model.x <= board.width - across + TOUCH and up - TOUCH <= model.y <= board.depth - up + TOUCH


def near_edge(model: Model, board: Board, inches: float, reading: EdgeReading) -> bool:
    """Whether the whole base is within so many inches of one edge, or each part of it of some edge.

    Examples
    --------
    >>> knight = Model(Base.parse("160mm"), 3.2, 3.2)
    >>> near_edge(knight, Board(60, 44), 6, "one_edge"), near_edge(knight, Board(60, 44), 6, "any_edges")
    (False, True)
    """
    across, up = model.base.extent(model.facing)
    left, right = model.x + across, board.width - model.x + across
    low, high = model.y + up, board.depth - model.y + up
    if min(left, right, low, high) <= inches + TOUCH:
        return True
    if reading == "one_edge" or 2 * inches >= min(board.width, board.depth):
        return reading == "any_edges"
    inner = box(inches, inches, board.width - inches, board.depth - inches)
    return not reaches_into(model, inner)


def near_enemy(arrival: Arrival, away: float = 0.0) -> tuple[float, float | None]:
    """Inches from an enemy unit that an arrival must keep, and the height beyond which it need not; `away` is the unit's own demand.

    Examples
    --------
    >>> leave = Arrival("demo", "Disembark", "Near a Transport.", "Example", enemy=1, vertical=5, anchor=3)
    >>> near_enemy(leave), near_enemy(leave, 12)
    ((1, 5), (12, None))
    """
    return (away, None) if away > arrival.enemy else (arrival.enemy, arrival.vertical)


def nearest_within(model: Model, others: Iterable[Model], inches: float, vertical: float | None = None) -> float | None:
    """The horizontal distance to the closest of some models, edge to edge; None if it is more than so many inches.

    Those more than `vertical` inches higher or lower are not looked at.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> others = [Model(base, 4, 0), Model(base, 9, 0)]
    >>> nearest_within(Model(base, 0, 0), others, 3), nearest_within(Model(base, 0, 0), others, 2)
    (3.0, None)
    """
    around = inches + model.base.radius + TOUCH
    # Models whose outermost points are too far away need no exact distance.
    level = math.inf if vertical is None else vertical + TOUCH
    others = [each for each in others if abs(each.z - model.z) <= level]
    close = [each for each in others if math.hypot(model.x - each.x, model.y - each.y) <= around + each.base.radius + TOUCH]
    apart = min((distance(model, each) for each in close), default=math.inf)
    return apart if apart <= inches + TOUCH else None


def farthest(model: Model, other: Model) -> float:
    """Inches from another model's edge to the farthest point of a base, up or down as well as across.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> farthest(Model(base, 0, 0), Model(base, 3, 0)), farthest(Model(base, 0, 0, z=4), Model(base, 3, 0))
    (3.0, 5.0)
    """
    flat, up = _farthest(model, other), model.z - other.z
    return math.hypot(max(0.0, flat), up) if up else flat


def _farthest(model: Model, other: Model) -> float:
    if model.base.shape == "round":
        centre = Model(POINT, model.x, model.y)
        return distance(centre, other) + model.base.radius
    corners = shapely.points(shapely.get_coordinates(model.outline))
    if other.base.shape == "round":
        return float(shapely.distance(corners, Point(other.x, other.y)).max()) - other.base.radius
    return float(shapely.distance(corners, other.outline).max())
