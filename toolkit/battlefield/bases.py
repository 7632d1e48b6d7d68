"""Bases: the outline a model stands on, printed in millimetres, measured in inches."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import shapely
from shapely import Polygon
from shapely.affinity import rotate

from toolkit.errors import ToolkitError
from toolkit.rules import checks

MM_PER_INCH = 25.4
Shape = Literal["round", "oval", "rectangular"]
MOST_MM = 1000
_TEXT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:[x×*]\s*(\d+(?:\.\d+)?))?\s*(?:mm)?\s*(round|oval|rectangular|rectangle|square)?\s*", re.I)
_CORNERS = 256
"""Corners of the polygon that stands for a curve: on a base of 170 mm it leaves out less than 0.0003 inches."""


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a model.

    Attributes
    ----------
    shape : {"round", "oval", "rectangular"}
    width, depth : float
        Millimetres, across and along the direction the model faces; the same for a round base.

    Raises
    ------
    ToolkitError
        If a size is not positive, above 1000 mm, or a round base has two sizes.

    Examples
    --------
    >>> Base.parse("32mm").radius
    0.6299212598425197
    >>> str(Base.parse("60 x 35 mm oval"))
    '60x35mm oval'
    """

    shape: Shape
    width: float
    depth: float

    def __post_init__(self) -> None:
        checks.choice(self.shape, "base shape", get_args(Shape))
        for size in (self.width, self.depth):
            if not (checks.is_number(size) and 0 < size <= MOST_MM):
                raise ToolkitError(f"a base of {checks.shown(size)} mm; each side is more than 0 and at most {MOST_MM} mm")
        if self.shape == "round" and self.width != self.depth:
            raise ToolkitError(f"a round base of {self.width:g} by {self.depth:g} mm; write one diameter, or make it oval")

    @classmethod
    def parse(cls, text: str) -> Base:
        """Read a base as players write it.

        Parameters
        ----------
        text : str
            "32mm" (round), "60x35mm oval", "25x50mm" (rectangular: width, then depth).

        Raises
        ------
        ToolkitError
            If it is not such a text.

        Examples
        --------
        >>> Base.parse("25x50mm")
        Base(shape='rectangular', width=25.0, depth=50.0)
        """
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        if not found:
            raise ToolkitError(f'base {checks.shown(text)} is not understood; write "32mm", "60x35mm oval" or "25x50mm"')
        width, depth, shape = float(found[1]), float(found[2] or found[1]), (found[3] or "").lower()
        if shape in ("round", "oval"):
            return cls("round" if shape == "round" else "oval", width, depth)
        return cls("rectangular" if shape or found[2] else "round", width, depth)

    def __str__(self) -> str:
        """The canonical text, which `parse` reads back."""
        if self.shape == "round":
            return f"{self.width:g}mm"
        return f"{self.width:g}x{self.depth:g}mm" + (" oval" if self.shape == "oval" else "")

    @property
    def width_inches(self) -> float:
        """Width in inches."""
        return self.width / MM_PER_INCH

    @property
    def depth_inches(self) -> float:
        """Depth in inches."""
        return self.depth / MM_PER_INCH

    @property
    def radius(self) -> float:
        """Inches from the centre to the farthest point of the outline; the radius of a round base."""
        if self.shape == "rectangular":
            return math.hypot(self.width_inches, self.depth_inches) / 2
        return max(self.width_inches, self.depth_inches) / 2

    @property
    def inner(self) -> float:
        """Inches from the centre to the closest point of the outline."""
        return min(self.width_inches, self.depth_inches) / 2

    def extent(self, facing: float = 0.0) -> tuple[float, float]:
        """Half of the space the base takes across and up the table, in inches, when it faces `facing` degrees counter-clockwise from up.

        Examples
        --------
        >>> tuple(round(each, 3) for each in Base.parse("25x50mm").extent(90))
        (0.984, 0.492)
        """
        half_width, half_depth = self.width_inches / 2, self.depth_inches / 2
        cos, sin = abs(math.cos(math.radians(facing))), abs(math.sin(math.radians(facing)))
        if self.shape == "rectangular":
            return half_width * cos + half_depth * sin, half_width * sin + half_depth * cos
        return math.hypot(half_width * cos, half_depth * sin), math.hypot(half_width * sin, half_depth * cos)

    def outline(self, x: float = 0.0, y: float = 0.0, facing: float = 0.0) -> Polygon:
        """The outline with its centre at (`x`, `y`) inches, turned `facing` degrees counter-clockwise.

        Returns
        -------
        shapely.Polygon
            Exact for rectangles; for curves a polygon of 256 corners on the curve.

        Examples
        --------
        >>> Base.parse("25.4x50.8mm").outline(1, 1).bounds
        (0.5, 0.0, 1.5, 2.0)
        """
        return Polygon(np.add(_turned(self, facing % 360), (x, y)))


@lru_cache(maxsize=512)
def _turned(base: Base, facing: float) -> np.ndarray:
    """Corners of the outline in the middle of the table."""
    half_width, half_depth = base.width_inches / 2, base.depth_inches / 2
    if base.shape == "rectangular":
        outline = Polygon([(-half_width, -half_depth), (half_width, -half_depth), (half_width, half_depth), (-half_width, half_depth)])
    else:
        angle = np.arange(_CORNERS) * (2 * math.pi / _CORNERS)
        outline = Polygon(np.column_stack([half_width * np.cos(angle), half_depth * np.sin(angle)]))
    return shapely.get_coordinates(outline if base.shape == "round" or not facing else rotate(outline, facing, origin=(0, 0)))
