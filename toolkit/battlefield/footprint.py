"""Ranked units of The Ninth Age: the rectangle a unit covers, and the formations it may take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from shapely import Polygon

from toolkit.battlefield.bases import MM_PER_INCH, Base
from toolkit.battlefield.placement import FAR, Model, Side, Unit
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.systems.t9a_3e.tables import RANK_TABLE

SKIRMISHER_GAP_2E = 12.5
"""Millimetres between the models of Skirmishers, known from the 2nd edition only."""
LightTroopsWidth = Literal["as_ranked", "no_ranks"]
"""How the width of Light Troops is judged: as if they could form ranks, or as units that never can."""
MOST_MODELS = 300


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A unit boundary on the table.

    Attributes
    ----------
    x, y : float
        Its centre, inches across and up.
    width, depth : float
        Inches along and across its front.
    facing : float
        Degrees counter-clockwise from up the table.

    Raises
    ------
    ToolkitError
        If a size is not positive or a number is no number.

    Examples
    --------
    >>> Rectangle(10, 1.5, 8, 3).corners
    ((6.0, 3.0), (14.0, 3.0), (14.0, 0.0), (6.0, 0.0))
    """

    x: float
    y: float
    width: float
    depth: float
    facing: float = 0.0

    def __post_init__(self) -> None:
        for name, value in (("x", self.x), ("y", self.y), ("facing", self.facing)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= FAR:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ToolkitError(f"a unit with {name} = {value!r}; it is a number of {'degrees' if name == 'facing' else 'inches'}")
        for name, value in (("width", self.width), ("depth", self.depth)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= FAR:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ToolkitError(f'a unit with a {name} of {value!r}"; it is more than 0 inches')

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Front left, front right, rear right, rear left."""
        return tuple((self.x + across, self.y + up) for across, up in offsets(self.width, self.depth, self.facing))

    @property
    def polygon(self) -> Polygon:
        """The area it covers."""
        return Polygon(self.corners)

    @property
    def diagonal(self) -> float:
        """Inches from corner to corner."""
        return math.hypot(self.width, self.depth)


def offsets(width: float, depth: float, facing: float) -> tuple[tuple[float, float], ...]:
    """The corners of a rectangle seen from its centre: front left, front right, rear right, rear left.

    Quarter turns are exact.

    Examples
    --------
    >>> offsets(4, 2, 90)
    ((-1.0, -2.0), (-1.0, 2.0), (1.0, 2.0), (1.0, -2.0))
    """
    turn = facing % 360
    exact = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    cos, sin = exact[int(turn)] if turn in exact else (math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    half = ((-width / 2, depth / 2), (width / 2, depth / 2), (width / 2, -depth / 2), (-width / 2, -depth / 2))
    return tuple((a * cos - b * sin + 0.0, a * sin + b * cos + 0.0) for a, b in half)


@dataclass(frozen=True, slots=True)
class Footprint:
    """A unit in one formation.

    Attributes
    ----------
    base : Base
        Rectangular; its width is the front.
    models, files : int
        Models in all, and side by side in the front rank.
    gap : float
        Millimetres between models (`SKIRMISHER_GAP_2E`); 0 for models base to base.

    Raises
    ------
    ToolkitError
        If the base is not rectangular, or there are no models or more files than models.

    Examples
    --------
    >>> herd = Footprint(Base.parse("20x20mm"), 23, 5)
    >>> herd.ranks, herd.last_rank, round(herd.width, 3), round(herd.depth, 3)
    (5, 3, 3.937, 3.937)
    """

    base: Base
    models: int
    files: int
    gap: float = 0.0

    def __post_init__(self) -> None:
        checks.kind(self.base, Base, "base", 'a Base, such as Base.parse("25x50mm")')
        if self.base.shape != "rectangular":
            raise ToolkitError(f'ranks of models on a {self.base} base; ranked units have rectangular ones, written "25x50mm"')
        if isinstance(self.models, bool) or not isinstance(self.models, int) or not 1 <= self.models <= MOST_MODELS:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"a unit of {checks.shown(self.models)} models; it has 1 to {MOST_MODELS}")
        if isinstance(self.files, bool) or not isinstance(self.files, int) or not 1 <= self.files <= self.models:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"{self.models} models in {checks.shown(self.files)} files; there are from 1 to {self.models}")
        if not checks.is_number(self.gap) or not 0 <= self.gap <= 100:
            raise ToolkitError(f"models {checks.shown(self.gap)} mm apart; gaps are 0 to 100 mm")

    @property
    def ranks(self) -> int:
        """Rows of models, an incomplete last one included."""
        return -(-self.models // self.files)

    @property
    def last_rank(self) -> int:
        """Models in the last rank. It changes nothing of the boundary, which stays a rectangle."""
        return self.models - (self.ranks - 1) * self.files

    @property
    def width(self) -> float:
        """Inches across the front."""
        return (self.files * self.base.width + (self.files - 1) * self.gap) / MM_PER_INCH

    @property
    def depth(self) -> float:
        """Inches from front to rear."""
        return (self.ranks * self.base.depth + (self.ranks - 1) * self.gap) / MM_PER_INCH

    def at(self, x: float, y: float, facing: float = 0.0) -> Rectangle:
        """The boundary around a centre."""
        return Rectangle(x, y, self.width, self.depth, facing)

    def unit(self, name: str, x: float, y: float, facing: float = 0.0, side: Side = "own", keywords: tuple[str, ...] = ()) -> Unit:
        """The models in their ranks, for a board; an incomplete last rank stands in the middle.

        Examples
        --------
        >>> unit = Footprint(Base.parse("25.4x25.4mm"), 3, 2).unit("Trio", 10, 10)
        >>> [(each.x, each.y) for each in unit.models]
        [(9.5, 10.5), (10.5, 10.5), (10.0, 9.5)]
        """
        across, up = (self.base.width + self.gap) / MM_PER_INCH, (self.base.depth + self.gap) / MM_PER_INCH
        (ax, ay), (ux, uy) = _axes(facing)
        models: list[Model] = []
        for rank in range(self.ranks):
            here = self.files if rank < self.ranks - 1 else self.last_rank
            back = ((self.ranks - 1) / 2 - rank) * up
            for file in range(here):
                side_step = (file - (here - 1) / 2) * across
                models.append(Model(self.base, x + side_step * ax + back * ux, y + side_step * ay + back * uy, facing))
        return Unit(name, tuple(models), side, keywords)


def _axes(facing: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Unit steps to the right of a unit and to its front."""
    _, right, rear, _ = offsets(2, 2, facing)
    return ((right[0] + rear[0]) / 2, (right[1] + rear[1]) / 2), ((right[0] - rear[0]) / 2, (right[1] - rear[1]) / 2)


def formations(
    base: Base,
    models: int,
    *,
    height: int = 1,
    light_troops: bool = False,
    light_troops_width: LightTroopsWidth = "as_ranked",
    rank_table: Mapping[int, int] = RANK_TABLE,
    gap: float = 0.0,
) -> tuple[Footprint, ...]:
    """The formations a unit may choose, widest first: never more ranks than files, unless it is wide enough for a Proper Rank.

    Parameters
    ----------
    base : Base
    models : int
    height : int
        As printed, 0 to 5.
    light_troops : bool
        Whether the unit contains Light Troops.
    light_troops_width : {"as_ranked", "no_ranks"}
        Light Troops are judged as if they could form ranks, or as never wide enough.
    rank_table : mapping of int to int
        Models a Proper Rank needs, by Height.
    gap : float
        Millimetres between models.

    Returns
    -------
    tuple of Footprint

    Raises
    ------
    ToolkitError
        If a number is impossible or the table does not know the Height.

    Examples
    --------
    >>> [each.files for each in formations(Base.parse("20x20mm"), 12)]
    [12, 11, 10, 9, 8, 7, 6, 5, 4]
    >>> [each.files for each in formations(Base.parse("50x100mm"), 3, height=5)]
    [3, 2, 1]
    """
    checks.flag(light_troops, "light_troops")
    checks.kind(rank_table, Mapping, "rank_table", "a mapping of Heights to models, such as RANK_TABLE")
    for each, needs in rank_table.items():
        checks.whole(needs, f"a Proper Rank of Height {each}", 1, MOST_MODELS)
    if isinstance(height, bool) or not isinstance(height, int) or height not in rank_table:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(
            f"Height {checks.shown(height)} is not in the table of Proper Ranks, which knows {', '.join(map(str, rank_table))}; add it"
        )
    if light_troops_width not in ("as_ranked", "no_ranks"):
        raise ToolkitError(f'the width of Light Troops judged {checks.shown(light_troops_width)}; choose "as_ranked" or "no_ranks"')
    needed = math.inf if light_troops and light_troops_width == "no_ranks" else rank_table[height]
    widest = Footprint(base, models, models, gap)
    narrower = (Footprint(base, models, files, gap) for files in range(models - 1, 0, -1))
    return (widest, *(each for each in narrower if each.ranks <= each.files or each.files >= needed))
