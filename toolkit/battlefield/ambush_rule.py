"""The numbers of Ambush in The Ninth Age, with the readings where players differ, and the point a unit arrives at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from toolkit.battlefield.placement import FAR
from toolkit.errors import ToolkitError
from toolkit.rules import checks

PointKind = Literal["edge", "open_terrain", "unit", "free"]


@dataclass(frozen=True, slots=True)
class AmbushRule:
    """The numbers of Ambush, and the readings where players differ.

    Attributes
    ----------
    radius : float
        Inches around the chosen point; 8 if the number printed with some units' Ambush means that.
    corners : {"three", "all"}
        How many corners must be within it: three as the rule has it, or all as the rule's own picture is explained.
    spacing : float
        Unit Spacing: more than so many inches from units and impassable terrain.
    open_terrain_point : {"anywhere_clear", "refuse"}
        A point in open terrain is any point under no terrain feature; or such a point is refused, as its definition was not read.

    Raises
    ------
    ToolkitError
        If a number is out of range or there is no such reading.

    Examples
    --------
    >>> AmbushRule(corners="all").radius
    6.0
    """

    radius: float = 6.0
    corners: Literal["three", "all"] = "three"
    spacing: float = 1.0
    open_terrain_point: Literal["anywhere_clear", "refuse"] = "anywhere_clear"

    def __post_init__(self) -> None:
        if self.corners not in ("three", "all"):
            raise ToolkitError(f'ambush_corners {checks.shown(self.corners)}; choose "three" or "all"')
        if self.open_terrain_point not in ("anywhere_clear", "refuse"):
            given = checks.shown(self.open_terrain_point)
            raise ToolkitError(f'ambush_open_terrain_point {given}; choose "anywhere_clear" or "refuse"')
        for name, value, low in (("ambush_radius", self.radius, 1), ("Unit Spacing", self.spacing, 0)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= 48:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ToolkitError(f"{name} of {value!r} inches; it is {low} to 48")

    @property
    def needed(self) -> int:
        """Corners that must be within the radius."""
        return 3 if self.corners == "three" else 4


AMBUSH = AmbushRule()


@dataclass(frozen=True, slots=True)
class ChosenPoint:
    """The point that an ambushing unit arrives at.

    Attributes
    ----------
    x, y : float
        Inches across and up.
    kind : {"edge", "open_terrain", "unit", "free"}
        What it has to be: on a battlefield edge, under no terrain feature, at a unit, or anywhere on the board.
    of : str
        For "unit": the name of that unit on the board. It does not stand between itself and others.

    Raises
    ------
    ToolkitError
        If a coordinate is no number, or the kind is unknown.

    Examples
    --------
    >>> ChosenPoint(24, 0).kind
    'edge'
    """

    x: float
    y: float
    kind: PointKind = "edge"
    of: str = ""

    def __post_init__(self) -> None:
        for name, value in (("x", self.x), ("y", self.y)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= FAR:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ToolkitError(f"a chosen point with {name} = {value!r}; it is a number of inches")
        if self.kind not in ("edge", "open_terrain", "unit", "free"):
            raise ToolkitError(f'a chosen point of kind {self.kind!r}; it is one of "edge", "open_terrain", "unit", "free"')
        checks.text(self.of, "the unit at a chosen point")
        if (self.kind == "unit") != bool(self.of):
            raise ToolkitError("a chosen point at a unit names that unit, and no other point does: give kind='unit' and of='its name'")


def widest_within(depth: float, rule: AmbushRule = AMBUSH, *, on_edge: bool = False, sideways: bool = False) -> float:
    """How wide a unit of this depth may be at a point with nothing around it, in inches; 0 if it is too deep.

    Three corners of a rectangle are within r of a free point exactly if its diagonal is at most 2r, and then the fourth is too. At a point
    on an edge the unit stands flush with that edge: r + √(r² − depth²) for three corners, 2√(r² − depth²) for all four.

    Parameters
    ----------
    depth : float
        Inches.
    rule : AmbushRule
    on_edge : bool
        The point lies on a battlefield edge, far from its ends.
    sideways : bool
        On an edge, the unit may also stand with its flank along that edge.

    Raises
    ------
    ToolkitError
        If the depth is not positive.

    Examples
    --------
    >>> round(widest_within(3, on_edge=True), 9), round(6 + 3 * 3**0.5, 9)
    (11.196152423, 11.196152423)
    >>> round(widest_within(3, AmbushRule(corners="all"), on_edge=True), 9), round(widest_within(3), 9)
    (10.392304845, 11.618950039)
    """
    if isinstance(depth, bool) or not isinstance(depth, (int, float)) or not 0 < depth <= FAR:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f'a unit with a depth of {depth!r}"; it is more than 0 inches')
    radius = checks.kind(rule, AmbushRule, "rule", "an AmbushRule, such as AMBUSH").radius
    checks.flag(on_edge, "on_edge")
    checks.flag(sideways, "sideways")
    if not on_edge:
        return _root(4 * radius**2 - depth**2)
    leg = _root(radius**2 - depth**2)
    if rule.corners == "three":
        along, across = radius + leg if depth <= radius else 0.0, _root(radius**2 - max(0.0, depth - radius) ** 2)
    else:
        along, across = 2 * leg, _root(radius**2 - depth**2 / 4)
    return max(along, across) if sideways else along


def _root(square: float) -> float:
    return math.sqrt(max(0.0, square))
