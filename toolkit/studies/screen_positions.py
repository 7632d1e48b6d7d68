"""Positions of a screening unit compared quickly, on a grid of threatened spots; `toolkit.studies.screening` judges the best exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from toolkit.battlefield.board import Board
from toolkit.battlefield.exact import POINT
from toolkit.battlefield.placement import Unit
from toolkit.battlefield.spots import distances
from toolkit.battlefield.tolerance import TOUCH
from toolkit.studies.threat import Threat

SMALLEST_GAP = 1e-6
"""Square inches; what is smaller comes from rounding."""


def parts_of(shape: Polygon | MultiPolygon) -> list[Polygon]:
    """The pieces of a gap that are worth the name."""
    pieces = [shape] if isinstance(shape, Polygon) else list(getattr(shape, "geoms", ()))
    return [each for each in pieces if isinstance(each, Polygon) and each.area > SMALLEST_GAP]


def grid_of(shape: Polygon | MultiPolygon, grid: float) -> np.ndarray:
    """Spots in a gap, its corners among them."""
    if shape.is_empty:
        return np.zeros((0, 2))
    left, low, right, high = shape.bounds
    xs, ys = np.meshgrid(np.arange(left, right + grid, grid), np.arange(low, high + grid, grid), indexing="ij")
    inside = shapely.intersects_xy(shape, xs.ravel(), ys.ravel())
    corners = np.concatenate([np.array(each.exterior.coords) for each in parts_of(shape)] or [np.zeros((0, 2))])
    # The corners belong to the grid: the worst spots of a gap lie on its outline.
    return np.concatenate([np.column_stack([xs.ravel()[inside], ys.ravel()[inside]]), corners])


def chances_of(board: Board, spots: np.ndarray, protected: Sequence[str], threat: Threat) -> np.ndarray:
    """The chance of the best charge from each spot; bases that are not round count as the circle around them."""
    best = np.zeros(len(spots))
    for name in protected if threat.arrival.may_charge and len(spots) else ():
        apart = distances(board.unit(name).models, POINT, 0.0, spots[:, 0], spots[:, 1]) - threat.base.radius
        best = np.maximum(best, threat.rule.chances_at(np.maximum(apart, 0.0), name)[1])
    return best


def turned(unit: Unit, facing: float) -> Unit:
    """The formation around the origin, turned."""
    x, y = unit.centre
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    models = tuple(
        replace(
            each,
            x=(each.x - x) * cos - (each.y - y) * sin,
            y=(each.x - x) * sin + (each.y - y) * cos,
            facing=each.facing + facing,
        )
        for each in unit.models
    )
    return replace(unit, models=models)


def compare(
    board: Board,
    formation: Unit,
    facing: float,
    spots: np.ndarray,
    chances: np.ndarray,
    threat: Threat,
    allowed: Polygon | MultiPolygon | None,
    step: float,
    grid: float,
) -> list[tuple[float, float, float, float, float]]:
    """Each position where the unit has room, with what it leaves open."""
    left, low, right, high = formation.outline.bounds
    xs = np.arange(-left, board.width - right + TOUCH, step)
    ys = np.arange(-low, board.depth - high + TOUCH, step)
    across, up = (each.ravel() for each in np.meshgrid(xs, ys, indexing="ij"))
    if not len(across):
        return []
    outline = formation.outline
    moved = shapely.get_coordinates(outline)[None, :, :] + np.column_stack([across, up])[:, None, :]
    shapes = shapely.set_coordinates(np.full(len(across), outline), moved.reshape(-1, 2))
    taken = [each.outline for each in board.units] + [each.polygon for each in board.terrain if each.kind == "impassable"]
    free = ~shapely.intersects(shapes, shapely.union_all(taken)) if taken else np.ones(len(across), bool)
    if allowed is not None:
        free &= shapely.covers(allowed.buffer(TOUCH), shapes)
    rows: list[tuple[float, float, float, float, float]] = []
    # The circle inside each base: what that closes is closed in any case.
    keep = [(each.x, each.y, threat.arrival.enemy + threat.base.inner + each.base.inner) for each in formation.models]
    for x, y in zip(across[free], up[free], strict=True):
        open_ = np.ones(len(spots), bool)
        for model_x, model_y, away in keep:
            open_ &= (spots[:, 0] - x - model_x) ** 2 + (spots[:, 1] - y - model_y) ** 2 > away * away
        worst = float(chances[open_].max()) if open_.any() else 0.0
        rows.append((float(x), float(y), facing, float(open_.sum()) * grid * grid, worst))
    return rows
