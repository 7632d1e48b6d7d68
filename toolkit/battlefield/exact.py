"""Whether one base obeys a rule, decided by distances: the last word where polygons of centres are only close.

How "within", "wholly within", "more than" and "overlap" are read is told in `tolerance`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import shapely
from shapely import Point, box

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import Model, distance, reaches_into
from toolkit.battlefield.tolerance import TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival, EdgeReading

POINT = Base("round", 1e-9, 1e-9)
"""Stands for a model without a base: a point."""


def check_question(board: Board, arrival: Arrival, battle_round: int, anchor: Model | None, keep_away: Iterable[str]) -> None:
    """Refuse a question about an arrival that makes no sense.

    Raises
    ------
    ToolkitError
        If the round is no round, the arrival needs an anchor and has none, or a unit to keep away from is not on the board.

    Examples
    --------
    >>> check_question(Board(60, 44), Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8), 0, None, ())
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: battle round 0; it is a whole number from 1
    """
    if isinstance(battle_round, bool) or not isinstance(battle_round, int) or battle_round < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"battle round {battle_round!r}; it is a whole number from 1")
    if arrival.anchor is not None and anchor is None:
        raise ToolkitError(f"{arrival.name} is measured from a model; give it as anchor")
    for name in keep_away:
        board.unit(name)


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


def nearest_within(model: Model, others: Iterable[Model], inches: float) -> float | None:
    """The distance to the closest of some models, edge to edge; None if it is more than so many inches.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> others = [Model(base, 4, 0), Model(base, 9, 0)]
    >>> nearest_within(Model(base, 0, 0), others, 3), nearest_within(Model(base, 0, 0), others, 2)
    (3.0, None)
    """
    around = inches + model.base.radius + TOUCH
    # Models whose outermost points are too far away need no exact distance.
    close = [each for each in others if math.hypot(model.x - each.x, model.y - each.y) <= around + each.base.radius + TOUCH]
    apart = min((distance(model, each) for each in close), default=math.inf)
    return apart if apart <= inches + TOUCH else None


def farthest(model: Model, other: Model) -> float:
    """Inches from another model's edge to the farthest point of a base.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> farthest(Model(base, 0, 0), Model(base, 3, 0))
    3.0
    """
    if model.base.shape == "round":
        centre = Model(POINT, model.x, model.y)
        return distance(centre, other) + model.base.radius
    corners = shapely.points(shapely.get_coordinates(model.outline))
    if other.base.shape == "round":
        return float(shapely.distance(corners, Point(other.x, other.y)).max()) - other.base.radius
    return float(shapely.distance(corners, other.outline).max())
