"""The common deployment patterns as data: the zone of one side; the other side has the same, turned half around.

The names are the ones players use; shapes were written down from memory of the published maps, on a board 60 inches across and 44 up.
Any other zone can be given as a polygon.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Point, Polygon, box
from shapely.affinity import rotate

from toolkit.battlefield.board import Board, Zone
from toolkit.errors import ToolkitError
from toolkit.rules import checks


@dataclass(frozen=True, slots=True)
class Pattern:
    """A deployment pattern.

    Attributes
    ----------
    key, name, summary : str
    own : tuple of (float, float)
        Corners of the own zone, in inches from the corner at the own edge on a board of `reference` size, stretched to other sizes;
        without `reference` in inches from the middle of the board, cut off at its edges.
    reference : (float, float) or None
    clear : float
        Inches around the middle of the board that belong to no zone.
    """

    key: str
    name: str
    summary: str
    own: tuple[tuple[float, float], ...]
    reference: tuple[float, float] | None = (60.0, 44.0)
    clear: float = 0.0


PATTERNS = (
    Pattern(
        "dawn_of_war", "Dawn of War", "Strips along the long edges, 12 inches deep and 20 apart.",
        ((0, 0), (60, 0), (60, 12), (0, 12)),
    ),
    Pattern(
        "hammer_and_anvil", "Hammer and Anvil", "Strips along the short edges, 18 inches deep and 24 apart.",
        ((0, 0), (18, 0), (18, 44), (0, 44)),
    ),
    Pattern(
        "search_and_destroy", "Search and Destroy", "Opposite quarters, without 9 inches around the middle.",
        ((0, 0), (30, 0), (30, 22), (0, 22)), clear=9.0,
    ),
    Pattern(
        "sweeping_engagement", "Sweeping Engagement", "Along the long edges, 14 inches deep on one half and 8 on the other.",
        ((0, 0), (60, 0), (60, 8), (30, 8), (30, 14), (0, 14)),
    ),
    Pattern(
        "tipping_point", "Tipping Point", "Along the short edges, 20 inches deep on one half and 12 on the other.",
        ((0, 0), (20, 0), (20, 22), (12, 22), (12, 44), (0, 44)),
    ),
    Pattern("corners", "Opposite corners", "Triangles in two corners, 30 by 44 inches.", ((0, 0), (30, 0), (0, 44))),
    Pattern(
        "frontline", "Frontline", "Everything more than 12 inches behind the middle line, as The Ninth Age often plays.",
        ((-240, -240), (240, -240), (240, -12), (-240, -12)), reference=None,
    ),
)  # fmt: skip


def deployment(key: str, width: float = 60.0, depth: float = 44.0) -> Board:
    """An empty board with the zones of a deployment pattern.

    Parameters
    ----------
    key : str
        "dawn_of_war", or a name as players write it ("Dawn of War").
    width, depth : float
        Inches.

    Returns
    -------
    Board

    Raises
    ------
    ToolkitError
        If there is no such pattern or the board is too small for it.

    Examples
    --------
    >>> [zone.polygon.area for zone in deployment("Dawn of War").zones]
    [720.0, 720.0]
    """
    wanted = checks.text(key, "the name of a deployment pattern").strip().lower().replace(" ", "_").replace("-", "_")
    found = next((each for each in PATTERNS if wanted in (each.key, each.name.lower().replace(" ", "_"))), None)
    if found is None:
        raise ToolkitError(f"no deployment pattern {key!r}; there are: {', '.join(each.key for each in PATTERNS)}")
    table = Board(width, depth)
    own = _zone(found, table)
    if own.is_empty or not isinstance(own, Polygon):
        raise ToolkitError(
            f'the pattern {found.name!r} leaves no room on a board of {width:g}" by {depth:g}"; choose another or a larger board'
        )
    enemy = rotate(own, 180, origin=(width / 2, depth / 2))
    return Board(width, depth, (Zone("own", own, "Your zone"), Zone("enemy", _snapped(enemy), "Opponent's zone")), name=found.name)


def _zone(pattern: Pattern, table: Board) -> Polygon:
    width, depth = table.width, table.depth
    middle = (width / 2, depth / 2)
    if pattern.reference:
        across, up = pattern.reference
        corners = [(x * width / across, y * depth / up) for x, y in pattern.own]
        zone = Polygon(corners)
    else:
        zone = Polygon([(middle[0] + x, middle[1] + y) for x, y in pattern.own]).intersection(box(0, 0, width, depth))
    if pattern.clear:
        zone = zone.difference(Point(middle).buffer(pattern.clear, quad_segs=64))
    return zone  # pyright: ignore[reportReturnType]


def _snapped(zone: Polygon) -> Polygon:
    """Without the 1e-15 that a rotation leaves on whole numbers."""
    return Polygon([(round(x, 12), round(y, 12)) for x, y in zone.exterior.coords])
