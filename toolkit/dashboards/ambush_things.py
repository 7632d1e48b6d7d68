"""What stands in the way of an ambush, one row of a table for each: units and terrain of any shape, read and written.

A row is name, kind, width, depth, across, up and facing. What is no plain rectangle keeps its shape: its row tells how large it is,
and another row moves it, turns it or stretches it as it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shapely import affinity
from shapely.geometry import Polygon

from toolkit.battlefield.bases import MM_PER_INCH, Base
from toolkit.battlefield.board import Terrain
from toolkit.battlefield.footprint import Rectangle
from toolkit.battlefield.placement import Model, Unit
from toolkit.dashboards import sheet
from toolkit.errors import ToolkitError

SIDES = ("enemy", "own")
_NUMBERS = ("Width", "Depth", "Across", "Up", "Facing")
_TINY = 1e-6


def row_of(thing: Unit | Terrain) -> list[Any]:
    """The row of a unit or a piece of terrain.

    Examples
    --------
    >>> row_of(Terrain("Wall", "impassable", Rectangle(10, 5, 6, 2, 30).polygon))
    ['Wall', 'impassable', 6.0, 2.0, 10.0, 5.0, 30.0]
    """
    if isinstance(thing, Unit):
        kind, found = thing.side, _of_unit(thing)
    else:
        kind, found = thing.kind, _of_shape(thing.polygon)
    sizes = (round(found.width, 2), round(found.depth, 2), round(found.x, 2), round(found.y, 2), round(found.facing, 1))
    return [thing.name, kind, *(each + 0.0 for each in sizes)]


def plain(thing: Unit | Terrain) -> bool:
    """Whether it is one rectangle."""
    return len(thing.models) == 1 and thing.models[0].base.shape == "rectangular" if isinstance(thing, Unit) else _boxed(thing.polygon)


def made(row: Sequence[Any]) -> Unit | Terrain:
    """Return the rectangle that a row describes."""
    name, kind = _named(row)
    width, depth, x, y, facing = _read(row)
    if kind in SIDES:
        base = Base("rectangular", round(width * MM_PER_INCH, 4), round(depth * MM_PER_INCH, 4))
        return Unit(name, (Model(base, x, y, facing),), kind)  # type: ignore[arg-type]
    return Terrain(name, kind, Rectangle(x, y, width, depth, facing).polygon)  # type: ignore[arg-type]


def changed(thing: Unit | Terrain, row: Sequence[Any]) -> Unit | Terrain:
    """Return `thing` as its row now says; what the row does not change stays exactly as it was.

    Raises
    ------
    ToolkitError
        If a cell is no number, or the bases of a unit would have to grow.
    """
    before = row_of(thing)
    if [str(each) for each in row] == [str(each) for each in before]:
        return thing
    name, kind = _named(row)
    now, old = _read(row), _read(before)
    if now == old and (kind in SIDES) == isinstance(thing, Unit):  # another name or kind only
        return replace(thing, name=name, side=kind) if isinstance(thing, Unit) else replace(thing, name=name, kind=kind)  # type: ignore[call-arg]
    if plain(thing):
        box = _of_unit(thing) if isinstance(thing, Unit) else _of_shape(thing.polygon)
        exact = (box.width, box.depth, box.x, box.y, box.facing)
        again = made([name, kind, *(new if new != was else said for new, was, said in zip(now, old, exact, strict=True))])
        if isinstance(thing, Unit):
            return replace(again, keywords=thing.keywords, abilities=thing.abilities) if isinstance(again, Unit) else again
        return replace(again, height=thing.height) if isinstance(again, Terrain) else again
    if isinstance(thing, Unit):
        return _unit(thing, name, kind, now, old)
    return _terrain(thing, name, kind, now, old)


def _unit(thing: Unit, name: str, kind: str, now: tuple[float, ...], old: tuple[float, ...]) -> Unit:
    if kind not in SIDES:
        raise ToolkitError(f"{thing.name} is a unit of {len(thing.models)} models and cannot be {kind}; take it out and add an obstacle")
    if now[:2] != old[:2]:
        raise ToolkitError(f"{thing.name} has models on their own bases, which keep their size; width and depth cannot be typed")
    (x, y), turn = thing.centre, now[4] - old[4]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    to_x, to_y = x + now[2] - old[2], y + now[3] - old[3]
    models = [
        replace(
            each,
            x=to_x + (each.x - x) * cos - (each.y - y) * sin,
            y=to_y + (each.x - x) * sin + (each.y - y) * cos,
            facing=each.facing + turn,
        )
        for each in thing.models
    ]
    return replace(thing, name=name, models=tuple(models), side=kind)  # type: ignore[arg-type]


def _terrain(thing: Terrain, name: str, kind: str, now: tuple[float, ...], old: tuple[float, ...]) -> Terrain:
    if kind in SIDES:
        raise ToolkitError(f"{thing.name} is terrain of its own shape and cannot be a unit; take it out and add an obstacle")
    if min(now[:2]) <= 0:
        raise ToolkitError(f'{thing.name} of {now[0]:g}" by {now[1]:g}"; it is more than 0 inches')
    left, low, right, high = thing.polygon.bounds
    middle = ((left + right) / 2, (low + high) / 2)
    shape = affinity.scale(thing.polygon, now[0] / old[0], now[1] / old[1], origin=middle) if now[:2] != old[:2] else thing.polygon
    shape = affinity.rotate(shape, now[4] - old[4], origin=middle) if now[4] != old[4] else shape
    return replace(thing, name=name, kind=kind, polygon=affinity.translate(shape, now[2] - old[2], now[3] - old[3]))  # type: ignore[arg-type]


# --- how large, and where ---------------------------------------------------------------------------------------------


def _of_unit(unit: Unit) -> Rectangle:
    if len(unit.models) == 1:
        model = unit.models[0]
        return Rectangle(model.x, model.y, model.base.width_inches, model.base.depth_inches, model.facing)
    facing = unit.models[0].facing
    left, low, right, high = affinity.rotate(unit.outline, -facing, origin=unit.centre).bounds
    return Rectangle(*unit.centre, right - left, high - low, facing)


def _of_shape(shape: Polygon) -> Rectangle:
    """A rectangle with the facing it has; any other shape by what it covers across and up."""
    if _boxed(shape):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = shape.exterior.coords[:4]
        facing = math.degrees(math.atan2(by - ay, bx - ax)) % 180
        middle = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        facing = 0.0 if min(facing, 180 - facing) < _TINY else facing
        return Rectangle(*middle, math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by), facing)
    left, low, right, high = shape.bounds
    return Rectangle((left + right) / 2, (low + high) / 2, right - left, high - low)


def _boxed(shape: Polygon) -> bool:
    corners = list(shape.exterior.coords)[:-1]
    if shape.interiors or len(corners) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (each[:2] for each in corners)
    square = abs((bx - ax) * (cx - bx) + (by - ay) * (cy - by)) < _TINY
    return square and abs(ax + cx - bx - dx) < _TINY and abs(ay + cy - by - dy) < _TINY


# --- reading ----------------------------------------------------------------------------------------------------------


def _named(row: Sequence[Any]) -> tuple[str, str]:
    return str(row[0]).strip(), str(row[1])


def _read(row: Sequence[Any]) -> tuple[float, ...]:
    return tuple(sheet.number(value, f"{what} of {row[0]}") for value, what in zip(row[2:], _NUMBERS, strict=True))
