"""What stands on a board, as columns of numbers for the picture of it: outlines as paths, round bases as discs, cells of a heat map."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import polars as pl
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from toolkit.battlefield.board import Board, Terrain
from toolkit.battlefield.placement import Model, Unit

Columns = dict[str, list[Any]]
CLASSES = (
    (0.0, 0.10, "none, but legal"),
    (1e-9, 0.28, "under 10%"),
    (0.10, 0.45, "10–25%"),
    (0.25, 0.62, "25–50%"),
    (0.50, 0.80, "50–75%"),
    (0.75, 1.00, "over 75%"),
)
"""Classes of the heat map: from which chance on, how strong, and in words."""
TOPS = (1, 2, 4)
"""Round numbers that the classes of expected damage end at, times any power of ten."""
BOX = ("x1", "x2", "y1", "y2")
"""Left, right, low and high end of a rectangle."""
FINE = 0.01
"""Inches by which a drawn curve may leave the true one: less than a pixel."""


def path(*shapes: tuple[str, BaseGeometry]) -> Columns:
    """Outlines, holes included, as one path for each name: g, o, x, y; between two rings of a name stands an empty row.

    Examples
    --------
    >>> path(("zone", shapely.box(0, 0, 6, 4)))["x"]
    [6.0, 6.0, 0.0, 0.0, 6.0]
    """
    table: Columns = {"g": [], "o": [], "x": [], "y": []}
    for name, shape in shapes:
        rings = [ring for part in _polygons(shape) for ring in (part.exterior, *part.interiors)]
        for number, ring in enumerate(rings):
            points = ring.coords if not number else [(None, None), *ring.coords]
            for x, y in points:
                table["g"].append(name)
                table["o"].append(len(table["o"]))
                table["x"].append(None if x is None else round(x, 3))
                table["y"].append(None if y is None else round(y, 3))
    return table


def _polygons(shape: BaseGeometry) -> Iterable[Any]:
    # Exteriors one way, holes the other, so that the fill leaves holes out.
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and not part.is_empty:
            yield orient(part)  # pyright: ignore[reportArgumentType]


def zones(board: Board) -> dict[str, Columns]:
    """The outlines of the deployment zones, and their names where there is room: the data sets zones and words."""
    words: Columns = {"x": [], "y": [], "text": []}
    for zone in board.zones:
        x, y = min(zone.polygon.exterior.coords, key=lambda point: (-point[1], point[0]))
        words["x"].append(round(x, 3))
        words["y"].append(round(y, 3))
        words["text"].append(zone.name)
    return {"zones": path(*((f"{zone.side} {number}", zone.polygon) for number, zone in enumerate(board.zones))), "words": words}


def terrain(board: Board) -> dict[str, Columns]:
    """The terrain as paths with their kind, and boxes around it with what it is: the data sets terrain and ground."""
    table = path(*((piece.name, piece.polygon) for piece in board.terrain))
    kinds = {piece.name: piece for piece in board.terrain}
    table["kind"] = [kinds[name].kind for name in table["g"]]
    boxes: Columns = {key: [] for key in (*BOX, "g", "said")}
    for piece in board.terrain:
        said = f"{piece.kind}, {piece.height:g}″ high" if piece.height else piece.kind
        _add(boxes, {**_box(piece.polygon), "g": piece.name, "said": said})
    return {"terrain": table, "ground": boxes}


def _box(shape: BaseGeometry) -> dict[str, float]:
    return dict(zip(BOX, (float(shape.bounds[i]) for i in (0, 2, 1, 3)), strict=True))


def round_top(value: float) -> float:
    """The least round number that is at least `value`.

    Examples
    --------
    >>> round_top(2.2), round_top(0.31), round_top(0)
    (4.0, 0.4, 1.0)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(round(top * power, 9) for top in (*TOPS, 10) if top * power >= value - 1e-9)


def classes(most: float = 1.0, damage: bool = False) -> list[tuple[float, float, str]]:
    """The classes of the map: from which strength on, how strong it is drawn, and in words.

    Parameters
    ----------
    most : float
        What strength 1 stands for.
    damage : bool
        Words for expected damage instead of chances.

    Examples
    --------
    >>> [words for _, _, words in classes(4, damage=True)]
    ['none, but legal', 'under 0.4', '0.4–1', '1–2', '2–3', 'over 3']
    """
    if not damage:
        return list(CLASSES)
    ends = [f"{low * most:.3g}" for low, _, _ in CLASSES[2:]]
    said = [CLASSES[0][2], f"under {ends[0]}", *(f"{a}–{b}" for a, b in itertools.pairwise(ends)), f"over {ends[-1]}"]
    return [(low, shade, words) for (low, shade, _), words in zip(CLASSES, said, strict=True)]


def cells(heat: pl.DataFrame | None, value: str = "chance", most: float = 1.0, board: Board | None = None) -> Columns:
    """The cells of `toolkit.studies.charge_map.ChargeMap.frame`: x1, x2, y1, y2, strength, and words for hovering.

    ``nearest`` (inches to the closest enemy) and ``damage`` (expected damage) are shown where `heat` has such columns, terrain where a
    `board` has some.
    """
    names = (*BOX, "strength", "at", "who", "off", "chance", "hurt", "on")
    if heat is None or not len(heat):
        return {key: [] for key in names}
    table: Columns = {key: heat[key].to_list() for key in names[:4]}
    table["strength"] = [round(float(each) / most, 4) for each in heat[value]]
    middles = zip(heat["x1"], heat["x2"], heat["y1"], heat["y2"], strict=True)
    table["at"] = [f"{(a + b) / 2:g}″ across, {(c + d) / 2:g}″ up" for a, b, c, d in middles]
    far = [f", {each:.1f}″ away" if each == each else "" for each in heat["distance"]]
    table["who"] = [name + away if name else "nobody in reach" for name, away in zip(heat["target"], far, strict=True)]
    table["off"] = [f"{each:.1f}″" if each == each else "–" for each in heat["nearest" if "nearest" in heat.columns else "distance"]]
    table["chance"] = [round(float(each), 6) for each in heat["chance"]]
    table["hurt"] = (
        ["–" if each is None else f"{each:.2f}" if each else "0" for each in heat["damage"]]
        if "damage" in heat.columns
        else ["–"] * len(heat)
    )
    table["on"] = _ground(board.terrain if board is not None else (), heat)
    return table


def _ground(pieces: Iterable[Terrain], heat: pl.DataFrame) -> list[str]:
    """On which terrain the middle of each cell lies."""
    on = [""] * len(heat)
    across, up = ((heat[a] + heat[b]).to_numpy() / 2 for a, b in (("x1", "x2"), ("y1", "y2")))
    for piece in pieces:
        for index in shapely.contains_xy(piece.polygon, across, up).nonzero()[0]:
            on[index] += f", {piece.name}" if on[index] else piece.name
    return [each or "open ground" for each in on]


def rings(board: Board, keep_out: float) -> Columns:
    """For each enemy unit the line `keep_out` inches from its bases."""
    return path(*((unit.name, _ring(unit, keep_out)) for unit in board.of_side("enemy"))) if keep_out > 0 else path()


@lru_cache(maxsize=512)
def _ring(unit: Unit, inches: float) -> BaseGeometry:
    return unit.outline.buffer(inches, quad_segs=12).simplify(FINE)


def bases(units: Iterable[Unit], said: Mapping[str, str] | None = None) -> dict[str, Columns]:
    """The bases of units: the data sets bases (round ones), blocks (all others, as paths), hulls (boxes around those) and initials."""
    round_ones: Columns = {key: [] for key in ("x", "y", "r", "side", "unit", "at", "said")}
    others: Columns = {**path(), "side": [], "unit": []}
    hulls: Columns = {key: [] for key in (*BOX, "unit", "at", "said")}
    initials: Columns = {key: [] for key in ("x", "y", "text", "side", "unit", "at", "said")}
    for unit in units:
        middle = f"{unit.centre[0]:.1f}″ across, {unit.centre[1]:.1f}″ up"
        words = {"side": unit.side, "unit": unit.name, "at": middle, "said": (said or {}).get(unit.name, "–")}
        for number, model in enumerate(unit.models):
            if model.base.shape == "round":
                _add(round_ones, {"x": model.x, "y": model.y, "r": model.base.radius, **words})
            else:
                outline = path((f"{unit.name} {number}", _outline(model)))
                for row in zip(*outline.values(), strict=True):
                    _add(others, {**dict(zip(outline, row, strict=True)), "side": unit.side, "unit": unit.name})
                _add(hulls, {**_box(model.outline), **{key: words[key] for key in ("unit", "at", "said")}})
        x, y = _lettered(unit)
        _add(initials, {"x": x, "y": y, "text": initials_of(unit.name), **words})
    return {"bases": round_ones, "blocks": others, "hulls": hulls, "initials": initials}


def placed(models: Iterable[Model], legal: bool) -> dict[str, Columns]:
    """The models of an arriving unit: the data sets mine (round ones) and my_blocks."""
    discs: Columns = {key: [] for key in ("x", "y", "r", "ok")}
    shapes: list[tuple[str, BaseGeometry]] = []
    for number, model in enumerate(models):
        if model.base.shape == "round":
            _add(discs, {"x": model.x, "y": model.y, "r": model.base.radius, "ok": legal})
        else:
            shapes.append((str(number), _outline(model)))
    blocks = path(*shapes)
    return {"mine": discs, "my_blocks": {**blocks, "ok": [legal] * len(blocks["g"])}}


def line(start: tuple[float, float] | None = None, end: tuple[float, float] = (0.0, 0.0), text: str = "") -> Columns:
    """A straight line with words at its middle: x, y, x2, y2, mx, my, text; empty without a start."""
    if start is None:
        return {key: [] for key in ("x", "y", "x2", "y2", "mx", "my", "text")}
    middle = [(a + b) / 2 for a, b in zip(start, end, strict=True)]
    values = (*start, *end, *middle, text)
    return {key: [value] for key, value in zip(("x", "y", "x2", "y2", "mx", "my", "text"), values, strict=True)}


def points(*spots: tuple[float, float]) -> Columns:
    """Single points: x, y."""
    return {"x": [x for x, _ in spots], "y": [y for _, y in spots]}


def initials_of(name: str) -> str:
    """At most three letters for a unit.

    Examples
    --------
    >>> initials_of("Intercessors A"), initials_of("Unit 12"), initials_of("Hellblasters")
    ('IA', 'U12', 'H')
    """
    words = re.findall(r"\d+|[^\W\d_]+", name)
    return "".join(word if word.isdigit() else word[0].upper() for word in words)[:3] or name[:1]


def ticks(size: float, step: int = 6) -> list[int]:
    """Every sixth inch.

    Examples
    --------
    >>> ticks(20)
    [0, 6, 12, 18]
    """
    return list(range(0, int(size) + 1, step))


@lru_cache(maxsize=4096)
def _outline(model: Model) -> BaseGeometry:
    return model.outline if model.base.shape == "rectangular" else model.outline.simplify(FINE)


def _lettered(unit: Unit) -> tuple[float, float]:
    """The model that is closest to the middle of its unit carries the letters."""
    x, y = unit.centre
    nearest = min(unit.models, key=lambda each: (each.x - x) ** 2 + (each.y - y) ** 2)
    return nearest.x, nearest.y


def _add(table: Columns, row: Mapping[str, Any]) -> None:
    for key, value in row.items():
        table[key].append(round(value, 4) if isinstance(value, float) else value)
