"""A battlefield: its size, deployment zones, terrain and the units on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, get_args

from shapely import Polygon, box
from shapely.validation import explain_validity

from toolkit.battlefield.placement import FAR, Model, Side, Unit, overlaps, reaches_into
from toolkit.battlefield.tolerance import SLIVER, TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules import checks

TerrainKind = Literal["impassable", "ruins", "blocking", "woods", "obstacle", "open"]
"""What a piece of terrain does: nothing may stand on "impassable", "ruins" and "blocking" hide what is behind, the rest is named only."""
MOST_INCHES = 240.0
MOST_UNITS = 200
STANDARD_SIZES = ("44x60", "44x30", "60x90", "44x90", "48x72")
"""Inches: Strike Force, Combat Patrol and Incursion, two joined tables, Onslaught, The Ninth Age."""
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:\"|″|in)?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:\"|″|in)?\s*", re.I)


def polygon(points: Sequence[Sequence[float]], what: str) -> Polygon:
    """A polygon from its corners, in inches.

    Parameters
    ----------
    points : sequence of pairs
        Corners in order, at least three.
    what : str
        What it is, for messages: "zone 'North'".

    Raises
    ------
    ToolkitError
        If it has too few corners, a corner is no pair of numbers, its outline crosses itself or it has no area.

    Examples
    --------
    >>> polygon([(0, 0), (60, 0), (60, 12), (0, 12)], "zone").area
    720.0
    >>> polygon([(0, 0), (4, 4), (4, 0), (0, 4)], "zone 'Bow tie'")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: zone 'Bow tie' crosses itself at (2, 2); list its corners in order around the outline
    """
    if isinstance(points, str) or not isinstance(points, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"the corners of {what} are {checks.shown(points)}; give a list of [across, up] in inches")
    corners: list[tuple[float, float]] = []
    for number, point in enumerate(points, 1):
        pair = tuple(point) if isinstance(point, (list, tuple)) else ()
        if len(pair) != 2 or not all(checks.is_number(each) and abs(each) <= FAR for each in pair):
            raise ToolkitError(f"corner {number} of {what} is {checks.shown(point)}; a corner is [across, up] in inches")
        corners.append((float(pair[0]), float(pair[1])))
    if len(corners) < 3:
        raise ToolkitError(f"{what} has {len(corners)} corners; a polygon has at least 3")
    made = Polygon(corners)
    if made.convex_hull.area <= 0:
        raise ToolkitError(f"{what} has no area; its corners lie on one line")
    if not made.is_valid:
        where = re.search(r"\[([-\d.e+]+) ([-\d.e+]+)\]", explain_validity(made))
        at = f" at ({float(where[1]):g}, {float(where[2]):g})" if where else ""
        raise ToolkitError(f"{what} crosses itself{at}; list its corners in order around the outline")
    return made


@dataclass(frozen=True, slots=True)
class Zone:
    """A deployment zone.

    Attributes
    ----------
    side : {"own", "enemy"}
    polygon : shapely.Polygon
        Inches.
    name : str
        As pictures show it.

    Raises
    ------
    ToolkitError
        If the side is unknown, or the polygon is none, has no area or crosses itself.
    """

    side: Side
    polygon: Polygon
    name: str = ""

    def __post_init__(self) -> None:
        checks.text(self.name, "the name of a zone")
        checks.side(self.side, f"{_zone_name(self)} is on the side")
        _check_polygon(self.polygon, _zone_name(self))


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain.

    Attributes
    ----------
    name : str
    kind : str
        One of `TerrainKind`.
    polygon : shapely.Polygon
        Inches.
    height : float
        Inches.

    Raises
    ------
    ToolkitError
        If it has no name, its kind is unknown, its height is impossible, or its polygon is none, has no area or crosses itself.
    """

    name: str
    kind: TerrainKind
    polygon: Polygon
    height: float = 0.0

    def __post_init__(self) -> None:
        checks.name(self.name, "a piece of terrain")
        checks.choice(self.kind, f"terrain {self.name!r} of kind", get_args(TerrainKind))
        if not checks.is_number(self.height) or not 0 <= self.height <= 60:
            raise ToolkitError(f"terrain {self.name!r} with a height of {checks.shown(self.height)} inches; it is 0 to 60")
        _check_polygon(self.polygon, f"terrain {self.name!r}")


@dataclass(frozen=True)
class Board:
    """A battlefield seen from above.

    Attributes
    ----------
    width, depth : float
        Inches across and up; the own table edge is at 0 up where zones lie along the long edges.
    zones : tuple of Zone
    terrain : tuple of Terrain
    units : tuple of Unit
        Of both sides.
    name : str
        Of the deployment pattern, for pictures.

    Raises
    ------
    ToolkitError
        If the size is not positive, a zone or terrain lies outside the board, zones of both sides overlap, a name occurs twice, a base
        is not wholly on the board, stands on impassable terrain or overlaps another.

    Examples
    --------
    >>> Board.parse("44x60").width
    60.0
    """

    width: float
    depth: float
    zones: tuple[Zone, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    units: tuple[Unit, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        for what, size in (("width", self.width), ("depth", self.depth)):
            if not checks.is_number(size) or not 0 < size <= MOST_INCHES:
                raise ToolkitError(f'a board with a {what} of {checks.shown(size)}"; it is more than 0 and at most {MOST_INCHES:g} inches')
        checks.text(self.name, "the name of a board")
        for what, of, one in (("zones", Zone, "zone"), ("terrain", Terrain, "terrain"), ("units", Unit, "unit")):
            listed = checks.kinds(getattr(self, what), of, f"the {what} of a board", f"a {of.__name__}", f"{one} number")
            object.__setattr__(self, what, listed)
        if len(self.units) > MOST_UNITS:
            raise ToolkitError(f"a board with {len(self.units):,} units; at most {MOST_UNITS}")
        table = self.polygon
        for part, what in (
            *((each.polygon, _zone_name(each)) for each in self.zones),
            *((each.polygon, f"terrain {each.name!r}") for each in self.terrain),
        ):
            outside = part.difference(table).area
            if outside > SLIVER:
                raise ToolkitError(f"{what} reaches beyond the {self.size} board, by {outside:.2f} square inches; move its corners inside")
        for one, other in combinations(self.zones, 2):
            shared = one.polygon.intersection(other.polygon).area
            if one.side != other.side and shared > SLIVER:
                raise ToolkitError(
                    f"{_zone_name(one)} and {_zone_name(other)} overlap by {shared:.2f} square inches; zones of the two sides are apart"
                )
        named = [each.name for each in self.terrain]
        twice = next((name for name in named if named.count(name) > 1), None)
        if twice is not None:
            raise ToolkitError(f"terrain {twice!r} is on the board twice; give each piece a name of its own")
        self._check_units(table)

    def _check_units(self, table: Polygon) -> None:
        seen: set[str] = set()
        for unit in self.units:
            if unit.name in seen:
                raise ToolkitError(f"unit {unit.name!r} is on the board twice; give each unit a name of its own, or remove one")
            seen.add(unit.name)
            for number, model in enumerate(unit.models, 1):
                across, up = model.base.extent(model.facing)
                inside = across - TOUCH <= model.x <= self.width - across + TOUCH and up - TOUCH <= model.y <= self.depth - up + TOUCH
                if not inside:
                    raise ToolkitError(
                        f"model {number} of unit {unit.name!r} at ({model.x:g}, {model.y:g}) is not wholly on the {self.size} board"
                    )
                for piece in self.terrain:
                    if piece.kind == "impassable" and reaches_into(model, piece.polygon):
                        raise ToolkitError(
                            f"model {number} of unit {unit.name!r} stands on {piece.name!r}, which is impassable; move it off"
                        )
        owners = [(unit.name, number) for unit in self.units for number in range(1, len(unit.models) + 1)]
        for first, second in overlaps(model for unit in self.units for model in unit.models):
            (a, at_a), (b, at_b) = owners[first], owners[second]
            if a != b:
                raise ToolkitError(f"model {at_a} of unit {a!r} and model {at_b} of unit {b!r} overlap; move one of them")

    @classmethod
    def parse(cls, size: str) -> Board:
        """An empty board from a text like "44x60"; the longer side lies across.

        Raises
        ------
        ToolkitError
            If the text is no size.

        Examples
        --------
        >>> board = Board.parse('44" x 30"')
        >>> board.width, board.depth
        (44.0, 30.0)
        """
        found = _SIZE.fullmatch(size) if isinstance(size, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        if not found:
            raise ToolkitError(f'board size {checks.shown(size)} is not understood; write "44x60", in inches')
        sides = sorted((float(found[1]), float(found[2])))
        return cls(sides[1], sides[0])

    @property
    def polygon(self) -> Polygon:
        """The whole table."""
        return box(0, 0, self.width, self.depth)

    @property
    def size(self) -> str:
        """The size as messages write it."""
        return f'{self.width:g}" by {self.depth:g}"'

    @property
    def area(self) -> float:
        """Square inches."""
        return self.width * self.depth

    def zone(self, side: Side) -> tuple[Zone, ...]:
        """The deployment zones of one side."""
        checks.side(side)
        return tuple(each for each in self.zones if each.side == side)

    def of_side(self, side: Side) -> tuple[Unit, ...]:
        """The units of one side."""
        checks.side(side)
        return tuple(each for each in self.units if each.side == side)

    def unit(self, name: str) -> Unit:
        """The unit of this name.

        Raises
        ------
        ToolkitError
            If there is none.
        """
        for each in self.units:
            if each.name == name:
                return each
        there = ", ".join(repr(each.name) for each in self.units) or "none"
        raise ToolkitError(f"no unit {checks.shown(name)} on the board; there are: {there}")

    def with_units(self, units: Iterable[Unit]) -> Board:
        """The same board with these units on it and no others."""
        return replace(self, units=units)  # pyright: ignore[reportArgumentType]

    def with_unit(self, unit: Unit) -> Board:
        """The same board with one more unit, in place of one of the same name."""
        checks.kind(unit, Unit, "unit", 'a Unit, such as block("Squad", Base.parse("32mm"), 5, 30, 22)')
        names = [each.name for each in self.units]
        if unit.name in names:
            at = names.index(unit.name)
            return replace(self, units=(*self.units[:at], unit, *self.units[at + 1 :]))
        return replace(self, units=(*self.units, unit))

    def without(self, name: str) -> Board:
        """The same board without one unit."""
        gone = self.unit(name)
        return replace(self, units=tuple(each for each in self.units if each is not gone))

    def models(self, side: Side) -> tuple[Model, ...]:
        """Every model of one side."""
        return tuple(model for unit in self.of_side(side) for model in unit.models)


def opponent(side: Side) -> Side:
    """The other side."""
    checks.side(side)
    return "enemy" if side == "own" else "own"


def _check_polygon(shape: Polygon, what: str) -> None:
    if not isinstance(shape, Polygon):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"{what} with the polygon {checks.shown(shape)}; make one with polygon([(0, 0), (60, 0), (60, 12)], ...)")
    if not shape.is_valid:
        raise ToolkitError(f"{what} crosses itself; list its corners in order around the outline")
    if not shape.area > 0:
        raise ToolkitError(f"{what} has no area; give at least three corners that are not on one line")


def _zone_name(zone: Zone) -> str:
    return f"zone {zone.name!r}" if zone.name else f"the {zone.side} zone"
