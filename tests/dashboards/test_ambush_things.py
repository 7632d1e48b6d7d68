"""Rows of what is in the way: whatever its shape, it is not turned into something else."""

from __future__ import annotations

import pytest
from shapely import affinity
from shapely.geometry import Polygon

from toolkit import dashboards
from toolkit.battlefield import Base, block
from toolkit.battlefield.board import Terrain
from toolkit.battlefield.footprint import Rectangle
from toolkit.dashboards.ambush_things import changed, made, row_of
from toolkit.errors import ToolkitError

TURNED = Terrain("Wall", "impassable", Rectangle(10, 5, 6, 2, 30).polygon, 4)
ELBOW = Terrain("Elbow", "impassable", Polygon([(20, 0), (26, 0), (26, 2), (22, 2), (22, 6), (20, 6)]))
SQUAD = block("Archers", Base.parse("20x20mm"), 10, 30, 12, files=5, gap=0)


def typed(thing, **cells):
    """`thing` after so many cells of its row were typed into."""
    row, columns = row_of(thing), ("name", "kind", "width", "depth", "across", "up", "facing")
    for column, value in cells.items():
        row[columns.index(column)] = value
    return changed(thing, row)


def same(one, other):
    return one.symmetric_difference(other).area < 1e-9


def test_a_rectangle_at_an_angle_says_its_sides_and_its_facing():
    assert row_of(TURNED)[2:] == pytest.approx([6, 2, 10, 5, 30])
    assert same(made(row_of(TURNED)).polygon, TURNED.polygon)
    moved = typed(TURNED, across="12.5")
    assert same(moved.polygon, affinity.translate(TURNED.polygon, 2.5, 0)) and moved.height == 4
    assert same(typed(TURNED, facing=75).polygon, Rectangle(10, 5, 6, 2, 75).polygon)
    assert same(typed(TURNED, depth=3).polygon, Rectangle(10, 5, 6, 3, 30).polygon)


def test_an_odd_shape_is_moved_turned_and_stretched_as_it_is():
    assert row_of(ELBOW)[2:] == [6, 6, 23, 3, 0]
    assert same(typed(ELBOW, name="Corner", kind="ruins").polygon, ELBOW.polygon)
    assert same(typed(ELBOW, up=13).polygon, affinity.translate(ELBOW.polygon, 0, 10))
    assert same(typed(ELBOW, facing=90).polygon, affinity.rotate(ELBOW.polygon, 90, origin=(23, 3)))
    assert typed(ELBOW, width=12).polygon.area == pytest.approx(2 * ELBOW.polygon.area)
    with pytest.raises(ToolkitError, match="cannot be a unit"):
        typed(ELBOW, kind="enemy")
    with pytest.raises(ToolkitError, match="more than 0"):
        typed(ELBOW, width=0)


def test_a_unit_of_many_models_keeps_them():
    assert row_of(SQUAD)[2:4] == pytest.approx([100 / 25.4, 40 / 25.4], abs=0.01)
    moved = typed(SQUAD, across=40, facing=90)
    assert len(moved.models) == 10 and moved.centre == pytest.approx((40, 12)) and moved.models[0].facing == 90
    left, low, right, high = moved.outline.bounds
    assert (right - left, high - low) == pytest.approx((40 / 25.4, 100 / 25.4))
    with pytest.raises(ToolkitError, match="keep their size"):
        typed(SQUAD, width=9)
    with pytest.raises(ToolkitError, match="10 models"):
        typed(SQUAD, kind="woods")


def test_the_planner_keeps_the_shapes_of_a_file():
    planner = dashboards.ambush_planner()
    document = planner.document
    elbow = [[42, 1], [48, 1], [48, 3], [44, 3], [44, 6], [42, 6]]
    wall = [[20, 2], [24, 4], [23, 6], [19, 4]]
    document["board"]["terrain"] = [
        {"name": "Elbow", "kind": "impassable", "points": elbow},
        {"name": "Wall", "kind": "impassable", "points": wall},
    ]
    opened = dashboards.ambush_planner(document)
    rows = [list(row) for row in opened.controls.obstacles.rows]
    names = [row[0] for row in rows]
    rows[names.index("Spearmen")][4] = "26"
    opened.controls.obstacles.rows = rows
    assert opened.message == ""
    terrain = opened.state.board.terrain
    assert same(terrain[0].polygon, Polygon(elbow)) and same(terrain[1].polygon, Polygon(wall))
    rows = [list(row) for row in opened.controls.obstacles.rows]
    rows[names.index("Wall")][5] = "10"
    opened.controls.obstacles.rows = rows
    turned = opened.state.board.terrain[1].polygon
    assert turned.area == pytest.approx(Polygon(wall).area) and turned.bounds[1] == pytest.approx(8)
    opened.controls.obstacles.rows = opened.controls.obstacles.rows[1:]
    assert len(opened.state.board.terrain) == 2 and same(opened.state.board.terrain[0].polygon, Polygon(elbow))
