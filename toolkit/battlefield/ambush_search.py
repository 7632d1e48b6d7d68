"""The widest formation in which an ambushing unit fits at a point.

What is found is a placement that `ambush_breaches` has nothing against. What is not found is proved, where that is possible: `centres`
with a turn and a shift holds the legal centres of every facing and point near by, so where it is empty none of them is legal. Ranges of
facings and points are halved until each is proved or too small to go on; then the answer says that it is not proved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import Point

from toolkit.battlefield.ambush import centres, first_legal, point_breaches
from toolkit.battlefield.ambush_rule import AMBUSH, AmbushRule, ChosenPoint
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.footprint import RANK_TABLE, Footprint, LightTroopsWidth, Rectangle, formations
from toolkit.battlefield.placement import FAR
from toolkit.battlefield.spacing import Obstacle, obstacles
from toolkit.battlefield.tolerance import TOUCH
from toolkit.rules import checks

COARSE = 24
"""Pieces of a quarter circle while searching; what is found is judged by true distances."""
_FINEST_TURN, _FINEST_SHIFT = 0.03, 0.01
_MOST_BOXES = 600


@dataclass(frozen=True, slots=True)
class WidestFormation:
    """The widest formation in which a unit can arrive at a point.

    Attributes
    ----------
    formation : Footprint or None
        None where it cannot arrive in any.
    placement : Rectangle or None
        One legal way to set it up so.
    undecided : tuple of int
        Files of wider formations for which neither a placement nor a proof was found.
    reason : str
        In words.
    """

    formation: Footprint | None
    placement: Rectangle | None
    undecided: tuple[int, ...]
    reason: str

    @property
    def proven(self) -> bool:
        """Whether no wider formation can be placed, for certain."""
        return not self.undecided


def widest_formation(
    board: Board,
    point: ChosenPoint,
    base: Base,
    models: int,
    *,
    rule: AmbushRule = AMBUSH,
    facing: float | None = None,
    height: int = 1,
    light_troops: bool = False,
    light_troops_width: LightTroopsWidth = "as_ranked",
    rank_table: Mapping[int, int] = RANK_TABLE,
    gap: float = 0.0,
) -> WidestFormation:
    """The formation with the most files in which a unit can be set up at a point, with a legal placement.

    Parameters
    ----------
    board : Board
        Without the arriving unit.
    point : ChosenPoint
    base : Base
    models : int
    rule : AmbushRule
    facing : float, optional
        Only this facing, in degrees; any facing if not given.
    height, light_troops, light_troops_width, rank_table, gap
        As for `formations`.

    Returns
    -------
    WidestFormation

    Raises
    ------
    ToolkitError
        If a number is impossible or the point is at a unit that is not on the board.

    Examples
    --------
    >>> found = widest_formation(Board.parse("48x72"), ChosenPoint(36, 0), Base.parse("20x20mm"), 30)
    >>> found.formation.files, found.formation.ranks, found.proven
    (14, 3, True)
    """
    if facing is not None:
        checks.number(facing, "facing", -FAR, FAR, unit="degrees")
    choices = formations(
        base, models, height=height, light_troops=light_troops, light_troops_width=light_troops_width, rank_table=rank_table, gap=gap
    )
    unfit = point_breaches(board, point, rule)
    if unfit:
        return WidestFormation(None, None, (), "; ".join(each.text for each in unfit))
    around = obstacles(board)
    undecided: list[int] = []
    for choice in choices:
        placed, sure = _place(board, around, point, choice.at(0, 0), rule, facing)
        if placed:
            wider = "a wider one is not proved to be impossible" if undecided else "no wider one can be placed"
            words = f'{choice.files} files in {choice.ranks} ranks, {choice.width:.2f}" by {choice.depth:.2f}"; {wider}'
            return WidestFormation(choice, placed, tuple(undecided), words)
        if not sure:
            undecided.append(choice.files)
    words = "no formation was found that fits" if undecided else "no formation fits at this point"
    return WidestFormation(None, None, tuple(undecided), words)


def any_facing(board: Board, point: ChosenPoint, width: float, depth: float, rule: AmbushRule = AMBUSH) -> tuple[Rectangle | None, bool]:
    """A legal placement in any facing, and whether the answer is certain: it is where one was found or every facing was excluded.

    Examples
    --------
    >>> any_facing(Board.parse("48x72"), ChosenPoint(36, 0), 11.3, 3)
    (None, True)
    """
    if point_breaches(board, point, rule):
        return None, True
    return _place(board, obstacles(board), point, Rectangle(0, 0, width, depth), rule, None)


def _place(
    board: Board, around: Sequence[Obstacle], point: ChosenPoint, unit: Rectangle, rule: AmbushRule, facing: float | None
) -> tuple[Rectangle | None, bool]:
    if unit.diagonal > 2 * rule.radius + TOUCH:
        return None, True  # three corners hold a diagonal, which no circle of this radius does
    facings = (facing,) if facing is not None else likely_facings(point, around, rule.radius + unit.diagonal)
    for each in facings:
        turned = Rectangle(0, 0, unit.width, unit.depth, each)
        placed = first_legal(board, around, point, turned, rule, centres(board, around, point, turned, rule, quarter=COARSE))
        if placed or facing is not None:
            return placed, True
    return exclude(board, around, point, unit, rule, 0.0)


def likely_facings(point: ChosenPoint, around: Sequence[Obstacle], reach: float) -> Iterator[float]:
    """Facings to try first: along the edges, along the sides of what stands near, and every 15 degrees."""
    seen: set[float] = set()
    sides: list[float] = []
    for obstacle in around:
        core = obstacle.core
        if isinstance(core, Point) or len(core.exterior.coords) > 20 or obstacle.gap(Point(point.x, point.y)) > reach:
            continue
        corners = list(core.exterior.coords)
        sides += [math.degrees(math.atan2(by - ay, bx - ax)) for (ax, ay), (bx, by) in pairwise(corners)]
    for each in (0.0, 90.0, *(round(angle + turn, 9) % 180 for angle in sides for turn in (0, 90)), *range(15, 180, 15)):
        if each not in seen:
            seen.add(each)
            yield float(each)


def exclude(
    board: Board, around: Sequence[Obstacle], point: ChosenPoint, unit: Rectangle, rule: AmbushRule, reach: float
) -> tuple[Rectangle | None, bool]:
    """Prove for every facing, and for points up to `reach` to both sides along the edge, that there is no placement; or find one.

    Returns
    -------
    tuple of (Rectangle or None, bool)
        What was found, and whether the answer is certain.
    """
    along = along_edge(board, point)
    boxes = [(0.0, reach, turn + 7.5, 7.5) for turn in range(0, 180, 15)]
    sure = True
    for _ in range(_MOST_BOXES):
        if not boxes:
            return None, sure
        off, shift, facing, turn = boxes.pop()
        spot = ChosenPoint(point.x + off * along[0], point.y + off * along[1], point.kind, point.of)
        turned = Rectangle(0, 0, unit.width, unit.depth, facing)
        fine = COARSE if turn > 1 else 128
        if centres(board, around, spot, turned, rule, turn=turn, shift=shift, quarter=fine).is_empty:
            continue
        tight = centres(board, around, spot, turned, rule, quarter=COARSE)
        placed = None if tight.is_empty else first_legal(board, around, spot, turned, rule, tight)
        if placed:
            return placed, True
        if shift > _FINEST_SHIFT and shift >= unit.diagonal / 2 * math.radians(turn):
            boxes += [(off - shift / 2, shift / 2, facing, turn), (off + shift / 2, shift / 2, facing, turn)]
        elif turn > _FINEST_TURN:
            boxes += [(off, shift, facing - turn / 2, turn / 2), (off, shift, facing + turn / 2, turn / 2)]
        else:
            sure = False
    return None, False


def along_edge(board: Board, point: ChosenPoint) -> tuple[float, float]:
    """One inch along the battlefield edge that a point lies on."""
    on_side = min(abs(point.x), abs(board.width - point.x)) < min(abs(point.y), abs(board.depth - point.y))
    return (0.0, 1.0) if on_side else (1.0, 0.0)
