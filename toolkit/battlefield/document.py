"""Boards in scenario documents: the tables ``[board]``, its zones, terrain and units, read and written.

.. code-block:: toml

    [board]
    size = "44x60"                      # inches; the longer side lies across
    deployment = "dawn_of_war"          # or zones of your own:

    [[board.zones]]
    side = "own"
    name = "South"
    points = [[0, 0], [60, 0], [60, 9], [0, 9]]
    # holes = [[[28, 2], [32, 2], [32, 5]]]  # outlines of what does not belong to it, if anything

    [[board.terrain]]
    name = "Tower"
    kind = "ruins"                      # impassable, ruins, blocking, woods, obstacle, open
    height = 5
    points = [[20, 20], [26, 20], [26, 24], [20, 24]]

    [[board.units]]
    name = "Intercessors A"
    side = "enemy"
    base = "32mm"
    keywords = ["Infantry"]
    at = [22, 30]                       # the centre of a block of `count` models, `files` wide ...
    count = 5
    # models = [[21, 30], [22.5, 30, 45]]   # ... or each model: across, up and, if wanted, degrees
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapely import Polygon

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, polygon
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.errors import ToolkitError
from toolkit.rules import checks

_BOARD = ("size", "width", "depth", "deployment", "zones", "terrain", "units")
_ZONE = ("side", "name", "points", "holes")
_TERRAIN = ("name", "kind", "height", "points", "holes")
_UNIT = ("name", "side", "base", "keywords", "abilities", "at", "count", "files", "gap", "models")


def board_from(table: Mapping[str, Any]) -> Board:
    """Read a ``[board]`` table.

    Parameters
    ----------
    table : mapping
        As TOML or JSON give it.

    Returns
    -------
    Board

    Raises
    ------
    ToolkitError
        For a key that does not exist, a value of the wrong kind, or a board that cannot be; the message names the place.

    Examples
    --------
    >>> board = board_from({"size": "44x60", "deployment": "dawn_of_war",
    ...                     "units": [{"name": "Scouts", "base": "32mm", "at": [30, 22], "count": 5}]})
    >>> board.unit("Scouts").models[0].base.width
    32.0
    """
    checks.kind(table, Mapping, "[board]", "a table with size, zones, terrain and units")
    _known(table, _BOARD, "[board]")
    size = _size(table)
    zones = tuple(_zone(each, number) for number, each in enumerate(_tables(table, "zones"), 1))
    name = ""
    if "deployment" in table:
        if zones:
            raise ToolkitError("[board] has both a deployment and zones; give one of them")
        pattern = deployment(_text(table, "deployment", "[board]"), size.width, size.depth)
        zones, name = pattern.zones, pattern.name
    return Board(
        size.width,
        size.depth,
        zones,
        tuple(_terrain(each, number) for number, each in enumerate(_tables(table, "terrain"), 1)),
        tuple(unit_from(each, f"[[board.units]] {number}") for number, each in enumerate(_tables(table, "units"), 1)),
        name,
    )


def board_to(board: Board) -> dict[str, Any]:
    """The ``[board]`` table of a board; `board_from` reads it back.

    Examples
    --------
    >>> board_to(deployment("dawn_of_war"))
    {'width': 60.0, 'depth': 44.0, 'deployment': 'dawn_of_war'}
    """
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("44x60")')
    table: dict[str, Any] = {"width": board.width, "depth": board.depth}
    pattern = next((each for each in PATTERNS if each.name == board.name), None)
    if pattern and deployment(pattern.key, board.width, board.depth).zones == board.zones:
        table["deployment"] = pattern.key
    elif board.zones:
        table["zones"] = [{"side": each.side, "name": each.name, **_corners(each.polygon)} for each in board.zones]
    if board.terrain:
        table["terrain"] = [
            {"name": each.name, "kind": each.kind, "height": each.height, **_corners(each.polygon)} for each in board.terrain
        ]
    if board.units:
        table["units"] = [unit_to(each) for each in board.units]
    return table


def unit_to(unit: Unit) -> dict[str, Any]:
    """The table of one unit, with each model where it stands. Models of different bases are written with theirs."""
    first = checks.kind(unit, Unit, "unit", "a Unit").models[0].base
    table: dict[str, Any] = {"name": unit.name, "side": unit.side, "base": str(first)}
    if unit.keywords:
        table["keywords"] = list(unit.keywords)
    if unit.abilities:
        table["abilities"] = list(unit.abilities)
    table["models"] = [_model_to(each, first) for each in unit.models]
    return table


def unit_from(table: Mapping[str, Any], place: str = "unit") -> Unit:
    """Read the table of one unit; see the module for its keys.

    Raises
    ------
    ToolkitError
        As `board_from`.
    """
    checks.kind(table, Mapping, place, "a table with name, base, and models or at")
    _known(table, _UNIT, place)
    name = _text(table, "name", place)
    place = f"{place} ({name!r})"
    side = table.get("side", "enemy")
    if side not in ("own", "enemy"):
        raise ToolkitError(f'{place}: side = {side!r}; it is "own" or "enemy"')
    base = _base(table, place) if "base" in table else None
    keywords, abilities = (_texts(table, key, place) for key in ("keywords", "abilities"))
    if ("models" in table) == ("at" in table):
        raise ToolkitError(f"{place}: give either `models` (each one's place) or `at` (the middle of a block of `count`)")
    if "models" in table:
        models = table["models"]
        if not isinstance(models, list):
            raise ToolkitError(f"{place}: models = {models!r}; it is a list of [across, up]")
        return Unit(
            name, tuple(_model(each, base, f"{place}, model {number}") for number, each in enumerate(models, 1)), side, keywords, abilities
        )
    if base is None:
        raise ToolkitError(f'{place} has no base; write one, for example base = "32mm"')
    x, y = _numbers(table["at"], 2, f"{place}: at")
    return block(
        name, base, table.get("count", 1), x, y,
        files=table.get("files"), gap=table.get("gap", 0.1), side=side, keywords=keywords, abilities=abilities,
    )  # fmt: skip


def _size(table: Mapping[str, Any]) -> Board:
    if "size" in table:
        if "width" in table or "depth" in table:
            raise ToolkitError("[board] has both a size and a width or depth; give one of them")
        return Board.parse(table["size"])
    for key in ("width", "depth"):
        if key not in table:
            raise ToolkitError(f'[board] has no {key}; write size = "44x60", or width and depth in inches')
    return Board(table["width"], table["depth"])


def _zone(table: Mapping[str, Any], number: int) -> Zone:
    place = f"[[board.zones]] {number}"
    _known(table, _ZONE, place)
    side = table.get("side")
    if side not in ("own", "enemy"):
        raise ToolkitError(f'{place}: side = {side!r}; it is "own" or "enemy"')
    name = _text(table, "name", place) if table.get("name") else ""
    return Zone(side, _shape(table, place, f"zone {name!r}" if name else f"the {side} zone"), name)


def _terrain(table: Mapping[str, Any], number: int) -> Terrain:
    place = f"[[board.terrain]] {number}"
    _known(table, _TERRAIN, place)
    name = _text(table, "name", place)
    return Terrain(name, table.get("kind", "ruins"), _shape(table, place, f"terrain {name!r}"), table.get("height", 0.0))


def _model(given: object, base: Base | None, place: str) -> Model:
    if isinstance(given, Mapping):
        _known(given, ("base", "at", "facing", "z"), place)
        own = _base(given, place) if "base" in given else base
        x, y = _numbers(given.get("at"), 2, f"{place}: at")
        facing, z = given.get("facing", 0.0), given.get("z", 0.0)
    else:
        own = base
        numbers = _numbers(given, 3 if isinstance(given, Sequence) and len(given) == 3 else 2, place)
        x, y, facing, z = numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0.0, 0.0
    if own is None:
        raise ToolkitError(f'{place} has no base; write one for the unit, for example base = "32mm"')
    try:
        return Model(own, x, y, facing, z)
    except ToolkitError as error:
        raise ToolkitError(f"{place}: {error}") from None


def _base(table: Mapping[str, Any], place: str) -> Base:
    try:
        return Base.parse(_text(table, "base", place))
    except ToolkitError as error:
        raise ToolkitError(f"{place}: {error}" if place not in str(error) else str(error)) from None


def _model_to(model: Model, base: Base) -> object:
    if model.base != base or model.z:
        own = {"base": str(model.base)} if model.base != base else {}
        more = {"facing": model.facing, "z": model.z}
        return {**own, "at": [model.x, model.y], **{key: value for key, value in more.items() if value}}
    return [model.x, model.y, model.facing] if model.facing else [model.x, model.y]


def _corners(shape: Polygon) -> dict[str, Any]:
    """The corners of a polygon, and of its holes if it has any."""
    points, *holes = ([[x, y] for x, y in list(ring.coords)[:-1]] for ring in (shape.exterior, *shape.interiors))
    return {"points": points, "holes": holes} if holes else {"points": points}


def _shape(table: Mapping[str, Any], place: str, what: str) -> Polygon:
    points, holes = table.get("points"), table.get("holes", [])
    if not isinstance(points, list):
        raise ToolkitError(f"{place} has no points; give its corners as [[across, up], ...] in inches")
    if not isinstance(holes, list):
        raise ToolkitError(f"{place}: holes = {checks.shown(holes)}; it is a list of outlines, each [[across, up], ...] in inches")
    outline = polygon(points, what)
    if not holes:
        return outline
    inner = [polygon(each, f"hole {number} of {what}") for number, each in enumerate(holes, 1)]
    shape = Polygon(outline.exterior.coords, [each.exterior.coords for each in inner])
    outside = next((number for number, each in enumerate(inner, 1) if not outline.covers(each)), None)
    if outside is not None:
        raise ToolkitError(f"hole {outside} of {what} reaches beyond it; move its corners inside")
    if not shape.is_valid:
        raise ToolkitError(f"{what} has holes that overlap or cut it up; move them apart")
    return shape


def _tables(table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    given = table.get(key, [])
    if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
        raise ToolkitError(f"[board] {key} = {given!r}; it is a list of tables, [[board.{key}]]")
    return given


def _numbers(given: object, count: int, place: str) -> list[float]:
    values = list(given) if isinstance(given, (list, tuple)) else []
    if len(values) != count or not all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in values):
        raise ToolkitError(f"{place} is {given!r}; it is [across, up] in inches")
    return [float(each) for each in values]


def _text(table: Mapping[str, Any], key: str, place: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ToolkitError(f"{place}: {key} = {value!r}; it is a text")
    return value


def _texts(table: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ToolkitError(f"{place}: {key} = {value!r}; it is a list of texts")
    return tuple(value)


def _known(table: Mapping[str, Any], keys: Sequence[str], place: str) -> None:
    unknown = next((key for key in table if key not in keys), None)
    if unknown is not None:
        raise ToolkitError(f"{place} has no key {unknown!r}; it has: {', '.join(keys)}")
