"""Terrain in the reserves planner: a small table of pieces, where rectangles can be sized and every other shape moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from shapely import Polygon, box
from shapely.affinity import translate

from toolkit.battlefield.board import Board, Terrain, TerrainKind
from toolkit.dashboards import sheet
from toolkit.errors import ToolkitError

KINDS: tuple[str, ...] = get_args(TerrainKind)
EFFECTIVE = ("impassable",)
"""Kinds that change an answer: nothing may stand on them."""
HARMLESS = ("open",)
"""Kinds that have no rules of their own in these questions."""
FIRST_SIZE = (6.0, 4.0)
"""Width and depth of a new piece, inches."""

COLUMNS: list[dict[str, Any]] = [
    {"label": "Terrain", "kind": "text", "width": "auto"},
    {"label": "Kind", "kind": "choice", "options": [[kind, kind] for kind in KINDS], "width": "116px"},
    *({"label": name, "kind": "number", "width": "66px"} for name in ("Across", "Up", "Width", "Depth", "Height")),
    {"label": "Shape", "kind": "text", "width": "92px"},
]


def is_rectangle(shape: Polygon) -> bool:
    """Whether a shape is a rectangle along the edges of the table.

    Examples
    --------
    >>> is_rectangle(box(0, 0, 6, 4)), is_rectangle(Polygon([(0, 0), (6, 0), (6, 4)]))
    (True, False)
    """
    return abs(box(*shape.bounds).area - shape.area) <= 1e-9 * max(1.0, shape.area)


def rows(board: Board) -> list[list[Any]]:
    """The pieces for the table: name, kind, the middle, the extent, the height, and what shape it is.

    Examples
    --------
    >>> rows(Board(60, 44, terrain=(Terrain("Tower", "ruins", box(20, 18, 26, 22), 5),)))
    [['Tower', 'ruins', 23.0, 20.0, 6.0, 4.0, 5, 'rectangle']]
    """
    return [[each.name, each.kind, *_extent(each.polygon), each.height, _shape(each.polygon)] for each in board.terrain]


def locked(board: Board) -> dict[str, str]:
    """Fields that cannot be changed: the size of what is no rectangle, and what shape a piece is."""
    fields: dict[str, str] = {}
    for row, piece in enumerate(board.terrain):
        plain = is_rectangle(piece.polygon)
        fields[f"{row},7"] = "what it is like; other shapes than rectangles come out of files"
        if not plain:
            fields |= {
                f"{row},{column}": f"{piece.name} is no rectangle: it can be moved, its shape is that of the file" for column in (4, 5)
            }
    return fields


def with_rows(board: Board, given: Sequence[Sequence[Any]]) -> tuple[Terrain, ...]:
    """The pieces as the table says; a shape that is no rectangle keeps its corners and is moved only."""
    before = {each.name: each for each in board.terrain}
    same = len(given) == len(board.terrain)
    pieces: list[Terrain] = []
    for number, row in enumerate(given):
        name, kind = str(row[0]).strip(), str(row[1])
        if not name:
            raise ToolkitError("a piece of terrain without a name; give it one")
        old = before.get(str(row[0])) or (board.terrain[number] if same else None)
        height = sheet.number(row[6], f"Height of {name}")
        pieces.append(Terrain(name, kind, _polygon(name, row, old), height))  # type: ignore[arg-type]
    return tuple(pieces)


def one_more(board: Board) -> tuple[Terrain, ...]:
    """The pieces with a new one, where nothing else is."""
    names = {each.name for each in board.terrain}
    name = next(f"Ruins {n}" for n in range(1, 400) if f"Ruins {n}" not in names)
    taken = [each.polygon for each in board.terrain] + [each.outline for each in board.units]
    width, depth = (min(size, limit / 2) for size, limit in zip(FIRST_SIZE, (board.width, board.depth), strict=True))
    for up in (0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8):
        for across in (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9):
            x, y = round(board.width * across), round(board.depth * up)
            shape = box(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)
            if board.polygon.covers(shape) and not any(shape.intersects(each) for each in taken):
                return (*board.terrain, Terrain(name, "ruins", shape))
    raise ToolkitError("there is no room for another piece of terrain; take one out or move some together")


def _polygon(name: str, row: Sequence[Any], old: Terrain | None) -> Polygon:
    labels = ("Across", "Up", "Width", "Depth")
    wanted = [sheet.number(value, f"{label} of {name}") for label, value in zip(labels, row[2:6], strict=True)]
    if old is not None:
        # A table shows two decimals: what was not typed over stays exact.
        shown, exact = _extent(old.polygon), _exact(old.polygon)
        values = [now if now != said else true for now, said, true in zip(wanted, shown, exact, strict=True)]
        if values[2:] != exact[2:] and not is_rectangle(old.polygon):
            raise ToolkitError(f"{name} is no rectangle; it can be moved here, and its corners changed in a file")
        if values[2:] == exact[2:]:
            return old.polygon if values == exact else translate(old.polygon, values[0] - exact[0], values[1] - exact[1])
    else:
        values = wanted
    x, y, width, depth = values
    if width <= 0 or depth <= 0:
        raise ToolkitError(f"{name} is {width:g}″ wide and {depth:g}″ deep; both are more than 0")
    return box(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)


def _exact(shape: Polygon) -> list[float]:
    left, low, right, high = shape.bounds
    return [(left + right) / 2, (low + high) / 2, right - left, high - low]


def _extent(shape: Polygon) -> list[float]:
    return [round(each, 2) for each in _exact(shape)]


def _shape(shape: Polygon) -> str:
    return "rectangle" if is_rectangle(shape) else f"{len(shape.exterior.coords) - 1} corners"
