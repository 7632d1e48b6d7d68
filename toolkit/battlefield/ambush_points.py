"""The points of the battlefield edges at which an ambushing unit can arrive, or the proof that there is none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import shapely

from toolkit.battlefield.ambush import centres, first_legal, is_legal
from toolkit.battlefield.ambush_rule import AMBUSH, AmbushRule, ChosenPoint
from toolkit.battlefield.ambush_search import COARSE, exclude, likely_facings
from toolkit.battlefield.board import Board
from toolkit.battlefield.footprint import Footprint, Rectangle
from toolkit.battlefield.spacing import Obstacle, obstacles
from toolkit.battlefield.tolerance import TOUCH, WRITTEN
from toolkit.errors import ToolkitError
from toolkit.rules import checks

Edge = Literal["bottom", "right", "top", "left"]
EDGES: tuple[Edge, ...] = ("bottom", "right", "top", "left")


@dataclass(frozen=True, slots=True)
class EdgeStretch:
    """Part of a battlefield edge whose points are of use.

    Attributes
    ----------
    edge : {"bottom", "right", "top", "left"}
    start, stop : float
        Inches along the edge, from its lower or left end.
    formation : Footprint
        One in which the unit fits at `placement`'s point.
    placement : Rectangle
        A legal placement, at the point `at`.
    at : ChosenPoint
    """

    edge: Edge
    start: float
    stop: float
    formation: Footprint
    placement: Rectangle
    at: ChosenPoint


@dataclass(frozen=True, slots=True)
class EdgePoints:
    """The points of the battlefield edges at which a unit can arrive.

    Attributes
    ----------
    stretches : tuple of EdgeStretch
        Every point between start and stop that was tried is of use; the ends are right within `tolerance`.
    step, tolerance : float
        Inches between the points tried, and to which the ends were narrowed down.
    none_proven : bool
        No point of these edges is of use, for certain.
    """

    stretches: tuple[EdgeStretch, ...]
    step: float
    tolerance: float
    none_proven: bool

    @property
    def length(self) -> float:
        """Inches of edge that are of use."""
        return sum(each.stop - each.start for each in self.stretches)

    @property
    def usable(self) -> bool:
        """Whether there is a suitable point at all; without one the unit does not arrive this turn."""
        return bool(self.stretches)


def edge_points(
    board: Board,
    choices: Iterable[Footprint],
    *,
    edges: Sequence[Edge] = EDGES,
    rule: AmbushRule = AMBUSH,
    step: float = 1.0,
    tolerance: float = 0.001,
) -> EdgePoints:
    """Which points of the battlefield edges a unit can arrive at, in any of its formations and any facing that is likely to fit.

    Points are tried every `step` inches and where the edge of an obstacle is near; the ends of each stretch are then narrowed down. If no
    point is found, every point and every facing is excluded if that can be proved.

    Parameters
    ----------
    board : Board
        Without the arriving unit.
    choices : iterable of Footprint
        The formations to try (see `formations`).
    edges : sequence of {"bottom", "right", "top", "left"}
    rule : AmbushRule
    step, tolerance : float
        Inches.

    Returns
    -------
    EdgePoints

    Raises
    ------
    ToolkitError
        If there is no formation, an edge is unknown, or the step is out of range.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> from toolkit.battlefield.footprint import formations
    >>> found = edge_points(Board.parse("48x72"), formations(Base.parse("20x20mm"), 12), edges=["bottom"], step=12)
    >>> [(each.start, each.stop) for each in found.stretches]
    [(0.0, 72.0)]
    """
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("48x72")')
    checks.kind(rule, AmbushRule, "rule", "an AmbushRule, such as AMBUSH")
    listed = _smallest(checks.kinds(choices, Footprint, "formations", "a Footprint", "formation"))
    if not checks.texts(edges, "edges"):
        raise ToolkitError(f"no edges to look at; give some of {', '.join(EDGES)}")
    for each in edges:
        if each not in EDGES:
            raise ToolkitError(f"edge {each!r}; it is one of {', '.join(EDGES)}")
    if not (checks.is_number(step) and checks.is_number(tolerance) and 0.05 <= step <= 24 and WRITTEN <= tolerance <= step):
        given = f'points every {checks.shown(step)}" narrowed down to {checks.shown(tolerance)}"'
        raise ToolkitError(f"{given}; a step is 0.05 to 24 inches, the tolerance less")
    around = obstacles(board)
    stretches: list[EdgeStretch] = []
    for edge in edges:
        stretches += _stretches(board, around, listed, edge, rule, step, tolerance)
    none = not stretches and all(
        exclude(board, around, _spot(board, edge, middle), choice.at(0, 0), rule, half) == (None, True)
        for edge in edges
        for middle, half in _pieces(_long(board, edge), step)
        for choice in listed
    )
    return EdgePoints(tuple(stretches), step, tolerance, none)


def _smallest(choices: Iterable[Footprint]) -> list[Footprint]:
    """The formations that matter, shortest diagonal first: where one fits, so does one that is no wider and no deeper."""
    listed = sorted(choices, key=lambda each: math.hypot(each.width, each.depth))
    if not listed:
        raise ToolkitError("no formation to place; give at least one (see formations)")
    kept: list[Footprint] = []
    for each in listed:
        short, long = sorted((each.width, each.depth))
        if not any(min(k.width, k.depth) <= short + TOUCH and max(k.width, k.depth) <= long + TOUCH for k in kept):
            kept.append(each)
    return kept


def _long(board: Board, edge: Edge) -> float:
    return board.width if edge in ("bottom", "top") else board.depth


def _spot(board: Board, edge: Edge, along: float) -> ChosenPoint:
    if edge in ("bottom", "top"):
        return ChosenPoint(along, 0.0 if edge == "bottom" else board.depth)
    return ChosenPoint(0.0 if edge == "left" else board.width, along)


def _pieces(length: float, step: float) -> Iterator[tuple[float, float]]:
    count = math.ceil(length / step)
    yield from (((index + 0.5) * length / count, length / count / 2) for index in range(count))


def _stretches(
    board: Board, around: Sequence[Obstacle], choices: Sequence[Footprint], edge: Edge, rule: AmbushRule, step: float, tolerance: float
) -> Iterator[EdgeStretch]:
    length = _long(board, edge)
    last: tuple[Footprint, Rectangle, ChosenPoint] | None = None

    def fits(along: float) -> tuple[Footprint, Rectangle] | None:
        nonlocal last
        spot = _spot(board, edge, along)
        if last:  # what was legal at the point before, moved along with it
            choice, was, at = last
            moved = Rectangle(was.x + spot.x - at.x, was.y + spot.y - at.y, was.width, was.depth, was.facing)
            if is_legal(board, around, spot, moved, rule):
                last = choice, moved, spot
                return choice, moved
        for choice in choices:
            for facing in likely_facings(spot, around, rule.radius + 12):
                turned = choice.at(0, 0, facing)
                region = centres(board, around, spot, turned, rule, quarter=COARSE)
                placed = None if region.is_empty else first_legal(board, around, spot, turned, rule, region)
                if placed:
                    last = choice, placed, spot
                    return choice, placed
        return None

    def narrow(good: float, bad: float) -> float:
        while abs(good - bad) > tolerance:
            middle = (good + bad) / 2
            good, bad = (middle, bad) if fits(middle) else (good, middle)
        return good

    tried = sorted({*_every(length, step), *_ends(board, around, edge, length)})
    found = [fits(along) for along in tried]
    index = 0
    while index < len(tried):
        if found[index] is None:
            index += 1
            continue
        end = index
        while end + 1 < len(tried) and found[end + 1] is not None:
            end += 1
        start = tried[index] if index == 0 else narrow(tried[index], tried[index - 1])
        stop = tried[end] if end + 1 == len(tried) else narrow(tried[end], tried[end + 1])
        at = (index + end) // 2
        choice, placed = found[at]  # pyright: ignore[reportGeneralTypeIssues]
        yield EdgeStretch(edge, start, stop, choice, placed, _spot(board, edge, tried[at]))
        index = end + 1


def _every(length: float, step: float) -> Iterator[float]:
    count = math.ceil(length / step)
    yield from (index * length / count for index in range(count + 1))


def _ends(board: Board, around: Sequence[Obstacle], edge: Edge, length: float) -> Iterator[float]:
    """Where an obstacle near the edge begins and ends, seen along it, and the middles of the gaps between them."""
    axis = 0 if edge in ("bottom", "top") else 1
    ends: list[float] = []
    for obstacle in around:
        low, high = (shapely.bounds(obstacle.outline())[axis + 2 * k] for k in (0, 1))
        ends += [each for each in (low, high) if 0 < each < length]
    ends.sort()
    yield from ends
    yield from ((a + b) / 2 for a, b in pairwise(ends))
