"""Ambush in The Ninth Age: where a ranked unit may be set up around a chosen point.

Legal is a rectangle that is wholly on the board, has three of its four corners within 6 inches of the point, keeps Unit Spacing, and has
nothing standing between any point of its boundary and the chosen point. The last is one test: all the straight lines from a point to the
boundary of a rectangle fill the convex hull of both, so no unit and no impassable terrain may enter that hull.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import shapely
from shapely import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.ambush_rule import AMBUSH, AmbushRule, ChosenPoint
from toolkit.battlefield.board import Board
from toolkit.battlefield.footprint import Rectangle, offsets
from toolkit.battlefield.spacing import QUARTER, Obstacle, blocked, disc, near, obstacles, solid
from toolkit.battlefield.tolerance import CURVE, TOUCH, WRITTEN
from toolkit.rules import checks

_CORNERS = ("front left", "front right", "rear right", "rear left")


@dataclass(frozen=True, slots=True)
class AmbushBreach:
    """One reason why a unit may not be set up so.

    Attributes
    ----------
    kind : {"point", "board", "corners", "spacing", "between"}
    text : str
        The reason, with its numbers.
    x, y : float or None
        Where to point at in a picture.
    inches : float or None
        The distance that is wrong.
    """

    kind: Literal["point", "board", "corners", "spacing", "between"]
    text: str
    x: float | None = None
    y: float | None = None
    inches: float | None = None


def check_ambush(board: Board, point: ChosenPoint, rule: AmbushRule) -> None:
    """Refuse a question about an ambush that makes no sense.

    Raises
    ------
    ToolkitError
        If the board, the point or the rule is none.

    Examples
    --------
    >>> check_ambush(Board(72, 48), (36, 0), AMBUSH)
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: the chosen point (36, 0); it is a ChosenPoint, such as ChosenPoint(36, 0)
    """
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("48x72")')
    checks.kind(point, ChosenPoint, "the chosen point", "a ChosenPoint, such as ChosenPoint(36, 0)")
    checks.kind(rule, AmbushRule, "rule", "an AmbushRule, such as AMBUSH")


def point_breaches(board: Board, point: ChosenPoint, rule: AmbushRule = AMBUSH) -> tuple[AmbushBreach, ...]:
    """Why a point may not be chosen; empty if it may.

    Raises
    ------
    ToolkitError
        If it is at a unit that is not on the board.

    Examples
    --------
    >>> [each.text for each in point_breaches(Board.parse("48x72"), ChosenPoint(30, 2))]
    ['the point (30, 2) is 2" from the nearest battlefield edge; it has to be on one']
    """
    return tuple(_point_breaches(board, point, rule))


def _point_breaches(board: Board, point: ChosenPoint, rule: AmbushRule) -> Iterator[AmbushBreach]:
    check_ambush(board, point, rule)
    spot, at = Point(point.x, point.y), f"the point ({point.x:g}, {point.y:g})"
    if board.polygon.distance(spot) > WRITTEN:
        yield AmbushBreach("point", f"{at} is not on the {board.size} board", point.x, point.y, board.polygon.distance(spot))
    elif point.kind == "edge":
        off = board.polygon.exterior.distance(spot)
        if off > WRITTEN:
            yield AmbushBreach("point", f'{at} is {off:.3g}" from the nearest battlefield edge; it has to be on one', point.x, point.y, off)
    elif point.kind == "open_terrain":
        if rule.open_terrain_point == "refuse":
            yield AmbushBreach("point", f"{at} is in open terrain, which this reading refuses", point.x, point.y)
        for piece in board.terrain:
            if piece.kind != "open" and piece.polygon.contains(spot):
                yield AmbushBreach("point", f"{at} lies under {piece.name!r}; it has to be under no terrain feature", point.x, point.y)
    elif point.kind == "unit":
        off = min(each.outline.distance(spot) for each in board.unit(point.of).models)
        if off > CURVE:
            yield AmbushBreach("point", f'{at} is {off:.3g}" from {point.of!r}; it has to be at that unit', point.x, point.y, off)


def ambush_breaches(board: Board, point: ChosenPoint, unit: Rectangle, rule: AmbushRule = AMBUSH) -> tuple[AmbushBreach, ...]:
    """Every reason why a unit may not be set up so; empty if it may.

    Lengths within `tolerance.TOUCH` of a limit count as equal to it: such a corner is within, such a gap is not more than 1 inch. To
    graze the edge of an obstacle on the way to the point blocks nothing.

    Parameters
    ----------
    board : Board
        Without the arriving unit.
    point : ChosenPoint
    unit : Rectangle
        The boundary, where it would stand.
    rule : AmbushRule

    Returns
    -------
    tuple of AmbushBreach

    Raises
    ------
    ToolkitError
        If the point is at a unit that is not on the board.

    Examples
    --------
    >>> board = Board.parse("48x72")
    >>> ambush_breaches(board, ChosenPoint(24, 0), Rectangle(22.5, 2.5, 8, 5))
    ()
    >>> [each.text for each in ambush_breaches(board, ChosenPoint(24, 0), Rectangle(22.5, 2, 8, 5))]
    ['the rear right and rear left corners are 0.5" beyond the battlefield edge']
    """
    check_ambush(board, point, rule)
    checks.kind(unit, Rectangle, "unit", "the Rectangle that it covers, such as Rectangle(36, 3, 8, 5)")
    return tuple(_breaches(board, obstacles(board), point, unit, rule))


def _breaches(board: Board, around: Sequence[Obstacle], point: ChosenPoint, unit: Rectangle, rule: AmbushRule) -> Iterator[AmbushBreach]:
    yield from _point_breaches(board, point, rule)
    corners = unit.corners
    beyond = [max(-x, x - board.width, -y, y - board.depth) for x, y in corners]
    out = [index for index, off in enumerate(beyond) if off > TOUCH]
    if out:
        worst = max(out, key=lambda index: beyond[index])
        text = f'{_named(out)} {beyond[worst]:.3g}" beyond the battlefield edge'
        yield AmbushBreach("board", text, *corners[worst], beyond[worst])
    away = [math.hypot(x - point.x, y - point.y) for x, y in corners]
    far = [index for index, inches in enumerate(away) if inches > rule.radius + TOUCH]
    if len(far) > 4 - rule.needed:
        worst = max(far, key=lambda index: away[index])
        many = "all four" if rule.needed == 4 else "at least three"
        lengths = " and ".join(f'{away[index]:.4g}"' for index in far)
        text = f'{_named(far)} {lengths} from the point; {many} must be within {rule.radius:g}"'
        yield AmbushBreach("corners", text, *corners[worst], away[worst])
    area = unit.polygon
    hull = shapely.union(area, Point(point.x, point.y)).convex_hull
    for obstacle in around:
        gap = obstacle.gap(area)
        if gap <= rule.spacing + TOUCH:
            x, y = obstacle.core.representative_point().coords[0]
            near_by = f'{gap:.4g}" from {obstacle.name}' if gap > 0 else f"on top of {obstacle.name}"
            text = f'it is {near_by}; Unit Spacing is more than {rule.spacing:g}"'
            yield AmbushBreach("spacing", text, x, y, gap)
        if _blocks(obstacle, point) and obstacle.meets(hull):
            x, y = obstacle.core.intersection(hull).representative_point().coords[0] if not obstacle.radius else obstacle.core.coords[0]
            yield AmbushBreach("between", f"{obstacle.name} is between it and the chosen point", x, y)


def _named(which: Sequence[int]) -> str:
    names = [_CORNERS[index] for index in which]
    if len(names) == 1:
        return f"the {names[0]} corner is"
    return f"the {', '.join(names[:-1])} and {names[-1]} corners are"


def _blocks(obstacle: Obstacle, point: ChosenPoint) -> bool:
    return not (point.kind == "unit" and obstacle.kind == "unit" and obstacle.owner == point.of)


def legal(board: Board, point: ChosenPoint, unit: Rectangle, rule: AmbushRule = AMBUSH) -> bool:
    """Whether a unit may be set up so; see `ambush_breaches`.

    Examples
    --------
    >>> legal(Board.parse("48x72"), ChosenPoint(24, 0), Rectangle(21.1, 3, 5, 6))
    False
    """
    check_ambush(board, point, rule)
    checks.kind(unit, Rectangle, "unit", "the Rectangle that it covers, such as Rectangle(36, 3, 8, 5)")
    return is_legal(board, obstacles(board), point, unit, rule)


def is_legal(board: Board, around: Sequence[Obstacle], point: ChosenPoint, unit: Rectangle, rule: AmbushRule) -> bool:
    """The same where the obstacles of the board are at hand."""
    return next(_breaches(board, around, point, unit, rule), None) is None


# --- regions --------------------------------------------------------------------------------------------------------


def ambush_region(
    board: Board, point: ChosenPoint, width: float, depth: float, facing: float = 0.0, rule: AmbushRule = AMBUSH
) -> Polygon | MultiPolygon:
    """Where the centre of a unit of this size may be, for one facing.

    Exact but for arcs, which are drawn inside the true ones by less than 0.0001 inches. On the edge towards Unit Spacing the limit itself
    is not legal. A region that is a single point or a line has no area and is empty here; `ambush_placement` finds such points too.

    Parameters
    ----------
    board : Board
        Without the arriving unit.
    point : ChosenPoint
    width, depth, facing : float
        Inches and degrees.
    rule : AmbushRule

    Returns
    -------
    shapely.Polygon or shapely.MultiPolygon
        Empty where no placement is legal, also where the point itself may not be chosen.

    Raises
    ------
    ToolkitError
        If a size is not positive or the point is at a unit that is not on the board.

    Examples
    --------
    >>> region = ambush_region(Board.parse("48x72"), ChosenPoint(24, 0), 8, 5)
    >>> [round(each, 3) for each in region.bounds]
    [22.0, 2.5, 26.0, 3.144]
    """
    unit = Rectangle(0, 0, width, depth, facing)
    if point_breaches(board, point, rule):
        return Polygon()
    return centres(board, obstacles(board), point, unit, rule)


def centres(
    board: Board,
    around: Sequence[Obstacle],
    point: ChosenPoint,
    unit: Rectangle,
    rule: AmbushRule,
    *,
    turn: float = 0.0,
    shift: float = 0.0,
    quarter: int = QUARTER,
) -> Polygon | MultiPolygon:
    """The legal centres of a rectangle; or, with `turn` or `shift`, a set that holds all of them for every facing and point so near.

    Parameters
    ----------
    board, around, point, unit, rule
        As for `ambush_region`; where the unit stands does not matter.
    turn : float
        Degrees by which the facing may differ.
    shift : float
        Inches by which the point may differ.
    quarter : int
        Pieces of a quarter of each circle.

    Notes
    -----
    A corner moves by at most half the diagonal times the turn. The rectangle made smaller by so much on all sides lies within each
    turned one, so what that meets all of them meet; a shifted point changes the hull by no more than the shift, so an obstacle shrunk
    by so much still blocks.
    """
    loose = turn > 0 or shift > 0
    moved = unit.diagonal / 2 * math.radians(turn)
    corners = offsets(unit.width, unit.depth, unit.facing)
    inner = (
        offsets(unit.width - 2 * moved, unit.depth - 2 * moved, unit.facing) if 2 * moved < min(unit.width, unit.depth) else ((0.0, 0.0),)
    )
    radius = rule.radius + moved + shift
    discs = [disc(point.x - x, point.y - y, radius, outside=loose, quarter=quarter) for x, y in corners]
    half_across, half_up = max(x for x, _ in inner), max(y for _, y in inner)
    if 2 * half_across > board.width or 2 * half_up > board.depth:
        return Polygon()
    table = box(half_across, half_up, board.width - half_across, board.depth - half_up)
    within = [shapely.intersection_all([table, *three]) for three in combinations(discs, rule.needed)]
    region = solid(shapely.union_all(within))
    reach = radius + unit.diagonal + 1
    for obstacle in around:
        if region.is_empty:
            break
        if obstacle.gap(Point(point.x, point.y)) > reach + rule.spacing:
            continue
        closed = near(obstacle, inner, rule.spacing, outside=not loose, quarter=min(quarter, 64) if loose else quarter)
        region = solid(region.difference(closed))
        if not _blocks(obstacle, point):
            continue
        outline: BaseGeometry = obstacle.outline(outside=not loose)
        if shift:
            outline = outline.buffer(-shift, join_style="mitre")
        for part in shapely.get_parts(outline):
            hidden = blocked(part, inner, (point.x, point.y), reach) if isinstance(part, Polygon) and part.area > 0 else Polygon()
            region = Polygon() if hidden is None else solid(region.difference(hidden))
    return region


def ambush_placement(
    board: Board, point: ChosenPoint, width: float, depth: float, facing: float = 0.0, rule: AmbushRule = AMBUSH
) -> Rectangle | None:
    """A legal placement of a unit of this size and facing, or None where there is none.

    Found are also placements without any room to move: those where corners are exactly at the limit. Returned is always one that
    `ambush_breaches` has nothing against.

    Examples
    --------
    >>> found = ambush_placement(Board.parse("48x72"), ChosenPoint(24, 0), 6, 6)
    >>> round(abs(found.x - 24), 6), round(found.y, 6)
    (3.0, 3.0)
    """
    unit = Rectangle(0, 0, width, depth, facing)
    if point_breaches(board, point, rule):
        return None
    around = obstacles(board)
    return first_legal(board, around, point, unit, rule, centres(board, around, point, unit, rule))


def first_legal(
    board: Board, around: Sequence[Obstacle], point: ChosenPoint, unit: Rectangle, rule: AmbushRule, region: Polygon | MultiPolygon
) -> Rectangle | None:
    """A legal placement with its centre in a region; where there is none, one with two limits met exactly."""
    parts = sorted((part for part in shapely.get_parts(region) if not part.is_empty), key=lambda part: -part.area)
    inside = ((part.representative_point().x, part.representative_point().y) for part in parts)
    for x, y in (*inside, *_tight(board, point, unit, rule)):
        placed = Rectangle(x, y, unit.width, unit.depth, unit.facing)
        if is_legal(board, around, point, placed, rule):
            return placed
    return None


def _tight(board: Board, point: ChosenPoint, unit: Rectangle, rule: AmbushRule) -> Iterator[tuple[float, float]]:
    """Centres with two limits met exactly: two corners at the radius, or one and a battlefield edge, or two edges."""
    corners = offsets(unit.width, unit.depth, unit.facing)
    middles = [(point.x - x, point.y - y) for x, y in corners]
    across, up = max(x for x, _ in corners), max(y for _, y in corners)
    xs, ys = (across, board.width - across), (up, board.depth - up)
    for (ax, ay), (bx, by) in combinations(middles, 2):
        apart = math.hypot(bx - ax, by - ay)
        off = _leg(rule.radius, apart / 2)
        if off is not None:
            for sign in (-1, 1):
                yield (ax + bx) / 2 + sign * off * (by - ay) / apart, (ay + by) / 2 - sign * off * (bx - ax) / apart
    for ax, ay in middles:
        for x in xs:
            off = _leg(rule.radius, x - ax)
            yield from ((x, ay + sign * off) for sign in (-1, 1) if off is not None)
        for y in ys:
            off = _leg(rule.radius, y - ay)
            yield from ((ax + sign * off, y) for sign in (-1, 1) if off is not None)
    yield from ((x, y) for x in xs for y in ys)


def _leg(longest: float, other: float) -> float | None:
    """The third side of a right triangle; 0 where rounding alone makes it impossible."""
    square = longest * longest - other * other
    return math.sqrt(max(0.0, square)) if square > -TOUCH else None
