"""Where a unit may be set up, read literally from the rules: one question at a time, about one base or one whole placed unit.

Plain Python on numbers, without shapely and without anything of `toolkit.battlefield`. Round and rectangular bases are treated exactly;
where an oval is nearest to another, or farthest from it, is found by walking around its outline and closing in.

Two conventions, as the rules say them: "within" and "wholly within" include the last hair, "more than" does not. Things that only touch do
not overlap, and a base that only touches a zone is not within it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

MM = 25.4
HAIR = 1e-9
"""Rounding of computed lengths, in inches."""
Point = tuple[float, float]
Ring = Sequence[Point]


@dataclass(frozen=True)
class Piece:
    """A base on the table: inches, degrees counter-clockwise."""

    shape: str
    width: float
    depth: float
    x: float
    y: float
    facing: float = 0.0

    @property
    def outer(self) -> float:
        """Radius of the circle around it."""
        return math.hypot(self.width, self.depth) / 2 if self.shape == "rectangular" else max(self.width, self.depth) / 2

    @property
    def inner(self) -> float:
        """Radius of the circle inside it."""
        return min(self.width, self.depth) / 2

    def at(self, x: float, y: float) -> Piece:
        """The same base elsewhere."""
        return replace(self, x=x, y=y)


@dataclass(frozen=True)
class Way:
    """The numbers of one way to arrive."""

    enemy: float
    edge: float | None = None
    anchor: float | None = None
    zone_before: int = 0


@dataclass(frozen=True)
class Table:
    """A battlefield, as the arriving side sees it."""

    width: float
    depth: float
    enemies: tuple[Piece, ...] = ()
    friends: tuple[Piece, ...] = ()
    their_zones: tuple[tuple[Point, ...], ...] = ()
    impassable: tuple[tuple[Point, ...], ...] = ()


def without_hair(pieces: Iterable[Piece], hair: float) -> tuple[Piece, ...]:
    """The same bases, the ovals smaller by a hair, for questions that ovals may decide by so much."""
    return tuple(replace(each, width=each.width - hair, depth=each.depth - hair) if each.shape == "oval" else each for each in pieces)


def table_without_hair(table: Table, hair: float) -> Table:
    """The same table, the ovals on it smaller by a hair."""
    return replace(table, enemies=without_hair(table.enemies, hair), friends=without_hair(table.friends, hair))


# --- points and polygons ----------------------------------------------------------------------------------------------


def corners(piece: Piece) -> list[Point]:
    """The four corners of a rectangular base."""
    half_width, half_depth = piece.width / 2, piece.depth / 2
    return [
        _placed(piece, u, v)
        for u, v in ((-half_width, -half_depth), (half_width, -half_depth), (half_width, half_depth), (-half_width, half_depth))
    ]


def rim(piece: Piece, angle: float) -> Point:
    """A point of the outline of a round or oval base."""
    return _placed(piece, piece.width / 2 * math.cos(angle), piece.depth / 2 * math.sin(angle))


def walk(piece: Piece, steps: int = 360) -> list[Point]:
    """Points all around the outline of any base."""
    if piece.shape != "rectangular":
        return [rim(piece, 2 * math.pi * step / steps) for step in range(steps)]
    four, part = corners(piece), max(1, steps // 4)
    return [
        (a[0] + (b[0] - a[0]) * step / part, a[1] + (b[1] - a[1]) * step / part)
        for a, b in zip(four, four[1:] + four[:1], strict=True)
        for step in range(part)
    ]


def _placed(piece: Piece, across: float, up: float) -> Point:
    cos, sin = math.cos(math.radians(piece.facing)), math.sin(math.radians(piece.facing))
    return piece.x + across * cos - up * sin, piece.y + across * sin + up * cos


def _own(piece: Piece, point: Point) -> Point:
    """A point as the base sees it, from its middle and in its directions."""
    cos, sin = math.cos(math.radians(piece.facing)), math.sin(math.radians(piece.facing))
    x, y = point[0] - piece.x, point[1] - piece.y
    return x * cos + y * sin, -x * sin + y * cos


def to_segment(point: Point, a: Point, b: Point) -> float:
    """Distance of a point from a straight line between two points."""
    x, y, length = b[0] - a[0], b[1] - a[1], (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / length))
    return math.hypot(point[0] - a[0] - along * x, point[1] - a[1] - along * y)


def sides(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon."""
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def to_outline(point: Point, ring: Ring) -> float:
    """Distance of a point from the outline of a polygon."""
    return min(to_segment(point, a, b) for a, b in sides(ring))


def in_ring(point: Point, ring: Ring) -> bool:
    """Whether a ray from the point to the right crosses the outline an odd number of times."""
    inside = False
    for a, b in sides(ring):
        if (a[1] > point[1]) != (b[1] > point[1]) and point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            inside = not inside
    return inside


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight lines between points really cross."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < -HAIR and turn(c, d, a) * turn(c, d, b) < -HAIR


# --- one base and a polygon -------------------------------------------------------------------------------------------


def covers_some(piece: Piece, ring: Ring) -> bool:
    """Whether some of the base lies inside the polygon (touching does not count)."""
    if piece.shape == "rectangular":
        four = corners(piece)
        return (
            any(in_ring(point, ring) and to_outline(point, ring) > HAIR for point in (*four, (piece.x, piece.y)))
            or any(abs(u) < piece.width / 2 - HAIR and abs(v) < piece.depth / 2 - HAIR for u, v in (_own(piece, point) for point in ring))
            or any(crossing(a, b, c, d) for a, b in sides(four) for c, d in sides(ring))
        )
    if in_ring((piece.x, piece.y), ring):
        return True
    # Stretched so that the oval becomes a circle of radius 1 around the origin.
    stretched = [(2 * u / piece.width, 2 * v / piece.depth) for u, v in (_own(piece, point) for point in ring)]
    return to_outline((0.0, 0.0), stretched) < 1 - HAIR


def extent(piece: Piece) -> tuple[float, float]:
    """How far the base reaches to either side, and up and down, from its middle."""
    if piece.shape == "rectangular":
        four = corners(piece)
        return max(x for x, _ in four) - piece.x, max(y for _, y in four) - piece.y
    cos, sin = math.cos(math.radians(piece.facing)), math.sin(math.radians(piece.facing))
    return math.hypot(piece.width / 2 * cos, piece.depth / 2 * sin), math.hypot(piece.width / 2 * sin, piece.depth / 2 * cos)


# --- two bases --------------------------------------------------------------------------------------------------------


def _closing_in(value: Callable[[float], float], steps: int = 36) -> float:
    """The least value around the circle: the best few of many directions, each closed in on."""
    step = 2 * math.pi / steps
    start = sorted((value(step * each), step * each) for each in range(steps))[:3]
    least = start[0][0]
    golden = (math.sqrt(5) - 1) / 2
    for _, middle in start:
        low, high = middle - step, middle + step
        one, other = high - golden * (high - low), low + golden * (high - low)
        at_one, at_other = value(one), value(other)
        for _ in range(28):
            if at_one < at_other:
                high, other, at_other = other, one, at_one
                one = high - golden * (high - low)
                at_one = value(one)
            else:
                low, one, at_one = one, other, at_other
                other = low + golden * (high - low)
                at_other = value(other)
        least = min(least, at_one, at_other)
    return least


def reach(point: Point, piece: Piece) -> float:
    """Distance of a point from a base; 0 on it."""
    if piece.shape == "round":
        return max(0.0, math.hypot(point[0] - piece.x, point[1] - piece.y) - piece.width / 2)
    u, v = _own(piece, point)
    if piece.shape == "rectangular":
        return math.hypot(max(0.0, abs(u) - piece.width / 2), max(0.0, abs(v) - piece.depth / 2))
    long, wide, u, v = piece.width / 2, piece.depth / 2, abs(u), abs(v)
    if (u / long) ** 2 + (v / wide) ** 2 <= 1:
        return 0.0
    # The nearest point is (long^2 u / (long^2 + t), wide^2 v / (wide^2 + t)) for the t that puts it on the outline.
    t = 0.0  # Newton gets there from here without overshooting.
    for _ in range(30):
        first, second = long * u / (long * long + t), wide * v / (wide * wide + t)
        slope = 2 * (first * first / (long * long + t) + second * second / (wide * wide + t))
        step = (first * first + second * second - 1) / slope
        t += step
        if step < 1e-13:
            break
    return math.hypot(u * t / (long * long + t), v * t / (wide * wide + t))


def apart(one: Piece, other: Piece) -> float:
    """Inches between two bases, edge to edge; 0 where they touch or overlap."""
    if other.shape == "round":
        return max(0.0, reach((other.x, other.y), one) - other.width / 2)
    if one.shape == "round":
        return apart(other, one)
    if overlap(one, other):
        return 0.0
    if one.shape == other.shape == "rectangular":
        return min([reach(point, other) for point in corners(one)] + [reach(point, one) for point in corners(other)])
    if one.shape == "oval":
        # The whole outline of the one against the other: `reach` is exact for each point.
        return _closing_in(lambda angle: reach(rim(one, angle), other))
    return apart(other, one)


def overlap(one: Piece, other: Piece) -> bool:
    """Whether two bases share more than their outlines."""
    centres = math.hypot(one.x - other.x, one.y - other.y)
    if centres >= one.outer + other.outer - HAIR:
        return False
    if centres < one.inner + other.inner - HAIR:
        return True
    if one.shape == "rectangular":
        return covers_some(other, corners(one))
    if other.shape == "rectangular":
        return covers_some(one, corners(other))
    if "round" in (one.shape, other.shape):
        disc, piece = (one, other) if one.shape == "round" else (other, one)
        return reach((disc.x, disc.y), piece) < disc.width / 2 - HAIR
    return any(
        (2 * u / other.width) ** 2 + (2 * v / other.depth) ** 2 < 1 - 1e-7 for u, v in (_own(other, point) for point in walk(one, 720))
    )


def farthest(piece: Piece, anchor: Piece) -> float:
    """The distance from the anchor to that part of the base which is farthest from it."""
    if piece.shape == "rectangular":
        return max(reach(point, anchor) for point in corners(piece))
    if piece.shape == anchor.shape == "round":
        return max(0.0, math.hypot(piece.x - anchor.x, piece.y - anchor.y) + piece.width / 2 - anchor.width / 2)
    return -_closing_in(lambda angle: -reach(rim(piece, angle), anchor))


# --- the rules, one by one --------------------------------------------------------------------------------------------


def on_board(piece: Piece, table: Table) -> bool:
    """The whole base is on the battlefield."""
    across, up = extent(piece)
    return (
        piece.x - across >= -HAIR
        and piece.x + across <= table.width + HAIR
        and piece.y - up >= -HAIR
        and piece.y + up <= table.depth + HAIR
    )


def near_edge(piece: Piece, table: Table, inches: float, reading: str = "one_edge") -> bool:
    """Wholly within so many inches of one edge; or, as the other reading has it, each part of it within so many inches of some edge."""
    if reading == "one_edge":
        across, up = extent(piece)
        strips = (piece.x + across, table.width - piece.x + across, piece.y + up, table.depth - piece.y + up)
        return min(strips) <= inches + HAIR
    if table.width <= 2 * inches or table.depth <= 2 * inches:
        return True
    right, top = table.width - inches, table.depth - inches
    return not covers_some(piece, [(inches, inches), (right, inches), (right, top), (inches, top)])


def clear_of(piece: Piece, enemies: Iterable[Piece], inches: float) -> bool:
    """More than so many inches from every enemy base."""
    for enemy in enemies:
        centres = math.hypot(piece.x - enemy.x, piece.y - enemy.y)
        if centres > inches + piece.outer + enemy.outer + HAIR:
            continue
        if centres < inches + piece.inner + enemy.inner - HAIR or apart(piece, enemy) <= inches + HAIR:
            return False
    return True


def outside(piece: Piece, rings: Iterable[Ring]) -> bool:
    """No part of the base is inside any of the polygons."""
    return not any(covers_some(piece, ring) for ring in rings)


def near_anchor(piece: Piece, anchor: Piece, inches: float) -> bool:
    """Wholly within so many inches of the anchor."""
    return farthest(piece, anchor) <= inches + HAIR


def room_for(piece: Piece, others: Iterable[Piece]) -> bool:
    """No other base is where this one would stand."""
    return not any(overlap(piece, other) for other in others)


BOARD, EDGE, ENEMY, ZONE, ANCHOR, TERRAIN, ROOM, COHERENCY = "board", "edge", "enemy", "zone", "anchor", "terrain", "room", "coherency"


def broken(
    piece: Piece, table: Table, way: Way, battle_round: int, reading: str = "one_edge", anchor: Piece | None = None
) -> Iterator[str]:
    """The rules that one base breaks where it stands."""
    if not on_board(piece, table):
        yield BOARD
    if way.edge is not None and not near_edge(piece, table, way.edge, reading):
        yield EDGE
    if way.anchor is not None and (anchor is None or not near_anchor(piece, anchor, way.anchor)):
        yield ANCHOR
    if battle_round < way.zone_before and not outside(piece, table.their_zones):
        yield ZONE
    if not outside(piece, table.impassable):
        yield TERRAIN
    if not clear_of(piece, table.enemies, way.enemy):
        yield ENEMY
    if not room_for(piece, (*table.enemies, *table.friends)):
        yield ROOM


def legal(piece: Piece, table: Table, way: Way, battle_round: int, reading: str = "one_edge", anchor: Piece | None = None) -> bool:
    """Whether one base may stand there."""
    return next(broken(piece, table, way, battle_round, reading, anchor), None) is None


# --- a whole unit -----------------------------------------------------------------------------------------------------


def coherent_10e(unit: Sequence[Piece]) -> bool:
    """Each model within 2" of another, of two others from seven models on."""
    wanted = 0 if len(unit) == 1 else 1 if len(unit) < 7 else 2
    return all(sum(apart(one, other) <= 2 + HAIR for other in unit if other is not one) >= wanted for one in unit)


def coherent_11e(unit: Sequence[Piece]) -> bool:
    """Each model within 2" of another and within 9" of every other."""
    return all(
        len(unit) == 1
        or (
            any(apart(one, other) <= 2 + HAIR for other in unit if other is not one)
            and all(apart(one, other) <= 9 + HAIR for other in unit)
        )
        for one in unit
    )


def one_group(unit: Sequence[Piece]) -> bool:
    """Whether steps of at most 2" from base to base lead to every model."""
    reached, left = {0}, set(range(1, len(unit)))
    grew = True
    while grew:
        more = {each for each in left if any(apart(unit[each], unit[there]) <= 2 + HAIR for there in reached)}
        reached, left, grew = reached | more, left - more, bool(more)
    return not left


COHERENT: dict[str, Callable[[Sequence[Piece]], bool]] = {"wh40k_10e": coherent_10e, "wh40k_11e": coherent_11e}


def unit_broken(
    unit: Sequence[Piece],
    table: Table,
    way: Way,
    battle_round: int,
    edition: str,
    reading: str = "one_edge",
    anchor: Piece | None = None,
) -> set[str]:
    """The rules that a placed unit breaks."""
    found = {rule for piece in unit for rule in broken(piece, table, way, battle_round, reading, anchor)}
    if any(overlap(one, other) for at, one in enumerate(unit) for other in unit[:at]):
        found.add(ROOM)
    if not COHERENT[edition](unit):
        found.add(COHERENCY)
    return found


def search(
    bases: Sequence[Piece],
    table: Table,
    way: Way,
    battle_round: int,
    edition: str,
    dice: random.Random,
    *,
    reading: str = "one_edge",
    anchor: Piece | None = None,
    tries: int = 20_000,
) -> list[Piece] | None:
    """Throw units at the table: a model anywhere, then each next one beside a model that stands already; the first legal unit, or None.

    A try ends with the first model that finds no place. Bases that are not round are thrown turned at random, one way a unit.
    """
    for _ in range(tries):
        turn = 0.0 if all(each.shape == "round" for each in bases) else dice.choice((0.0, 45.0, 90.0, 135.0, dice.uniform(0, 180)))
        first = replace(bases[0], x=dice.uniform(0, table.width), y=dice.uniform(0, table.depth), facing=turn)
        if not legal(first, table, way, battle_round, reading, anchor):
            continue
        unit = [first]
        for base in bases[1:]:
            for _ in range(12):
                beside = dice.choice(unit)
                away = dice.choice((0.02, dice.uniform(0, 1.9))) + dice.uniform(base.inner + beside.inner, base.outer + beside.outer)
                angle = dice.uniform(0, 2 * math.pi)
                placed = replace(base, x=beside.x + away * math.cos(angle), y=beside.y + away * math.sin(angle), facing=turn)
                if room_for(placed, unit) and legal(placed, table, way, battle_round, reading, anchor):
                    unit.append(placed)
                    break
            else:
                break
        if len(unit) == len(bases) and not unit_broken(unit, table, way, battle_round, edition, reading, anchor):
            return unit
    return None


# --- charges ----------------------------------------------------------------------------------------------------------

PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def unit_apart(unit: Sequence[Piece], target: Sequence[Piece]) -> float:
    """Inches between two units, from the closest pair of bases."""
    return min(apart(one, other) for one in unit for other in target)


def charge_need(inches: float, edition: str) -> int | None:
    """What a charge roll must come to, or None if the unit is too far away to be charged.

    10th edition: targets within 12", the move ends within 1" of them. 11th edition: targets are within the distance rolled, and within 12".
    """
    if inches > 12 + HAIR:
        return None
    return max(0, math.ceil(inches - HAIR - (1 if edition == "wh40k_10e" else 0)))


def charge_chance(inches: float, edition: str, modifier: int = 0, reroll: str | None = None) -> Fraction:
    """Count the 36 throws of 2D6 that are enough, each with its 36 (or 6) throws after a re-roll where it is not.

    The 11th edition ends a charge roll at 12 after modifiers; 12 is also the greatest need, so that this never matters.
    """
    need = charge_need(inches, edition)
    if need is None:
        return Fraction(0)

    def enough(one: int, other: int) -> bool:
        return one + other + modifier >= need

    once = Fraction(sum(enough(*pair) for pair in PAIRS), 36)
    total = Fraction(0)
    for one, other in PAIRS:
        if enough(one, other):
            total += 1
        elif reroll == "whole":
            total += once
        elif reroll == "one_die":
            kept = max(one, other)
            total += Fraction(sum(enough(kept, again) for again in range(1, 7)), 6)
    return total / 36
