"""Ambush placements: the worked rows, one breach at a time, and the two readings."""

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from shapely import Point, box

from toolkit.battlefield.ambush import AmbushRule, ChosenPoint, ambush_breaches, ambush_placement, ambush_region, legal, point_breaches
from toolkit.battlefield.ambush_rule import widest_within
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, polygon
from toolkit.battlefield.footprint import Footprint, Rectangle, formations
from toolkit.battlefield.placement import Model, Unit
from toolkit.battlefield.spacing import obstacles, sum_with, unit_boundary
from toolkit.errors import ToolkitError

BOARD = Board.parse("48x72")
EDGE = ChosenPoint(36, 0)
ROWS = json.loads((Path(__file__).parents[1] / "corpus" / "worked_ambush_geometry.json").read_text())["rows"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
@pytest.mark.parametrize(("corners", "key"), [("three", "legal"), ("all", "legal_if_all_four_corners")])
def test_worked_rows(row, corners, key):
    width, depth = (float(Fraction(row["inputs"][each])) for each in ("width", "depth"))
    rule = AmbushRule(corners=corners)
    found = ambush_placement(BOARD, EDGE, width, depth, 0.0, rule)
    assert (found is not None) == row[key]
    if found:
        assert ambush_breaches(BOARD, EDGE, found, rule) == ()
    # The closed form says the same without a search.
    assert (width <= widest_within(depth, rule, on_edge=True) + 1e-12) == row[key]


def kinds(board, point, unit, rule=None):
    return [each.kind for each in ambush_breaches(board, point, unit, rule or AmbushRule())]


def test_each_breach_by_itself():
    crag = Terrain("Crag", "impassable", box(35, 2, 37, 3))
    board = Board(72, 48, terrain=(crag,))
    behind = Rectangle(36, 5, 2, 1)
    assert kinds(board, EDGE, behind) == ["between"]
    assert kinds(Board(72, 48), EDGE, behind) == []
    assert kinds(board, ChosenPoint(32, 0), Rectangle(33.5, 1, 1.2, 1.4)) == ["spacing"]
    assert kinds(Board(72, 48), EDGE, Rectangle(36, 0.4, 2, 1)) == ["board"]
    assert kinds(Board(72, 48), EDGE, Rectangle(36, 2, 12, 1)) == ["corners"]
    assert kinds(Board(72, 48), ChosenPoint(36, 1), Rectangle(36, 2, 2, 1)) == ["point"]


def test_several_breaches_are_all_named():
    orcs = Footprint(Base.parse("25x25mm"), 10, 5).unit("Orcs", 36, 3, side="enemy")
    board = Board(72, 48, units=(orcs,))
    found = ambush_breaches(board, EDGE, Rectangle(36, 5, 13, 2))
    assert [each.kind for each in found] == ["corners", "spacing", "between"]
    assert "unit 'Orcs'" in found[1].text and '6"' in found[0].text


def test_exactly_one_inch_is_too_close_and_exactly_six_is_near_enough():
    board = Board(72, 48, terrain=(Terrain("Rock", "impassable", box(40, 0, 42, 2)),))
    assert kinds(board, EDGE, Rectangle(38, 1, 2, 2)) == ["spacing"]
    assert kinds(board, EDGE, Rectangle(37.999, 1, 2, 2)) == []
    assert legal(BOARD, EDGE, Rectangle(33, 3, 6, 6))
    assert not legal(BOARD, EDGE, Rectangle(33.001, 3, 6, 6))


def test_grazing_an_obstacle_blocks_nothing_but_entering_does():
    rock = Terrain("Rock", "impassable", box(36, 1, 37, 2))
    board = Board(72, 48, terrain=(rock,))
    assert legal(board, EDGE, Rectangle(34, 4, 4, 1))  # its right side is in line with the rock's left side
    assert kinds(board, EDGE, Rectangle(34.01, 4, 4, 1)) == ["between"]


def test_other_terrain_and_own_units():
    woods = Terrain("Woods", "woods", box(35, 2, 37, 3))
    assert legal(Board(72, 48, terrain=(woods,)), EDGE, Rectangle(36, 5, 2, 1))
    own = Footprint(Base.parse("20x20mm"), 4, 2).unit("Friends", 36, 2.5)
    assert kinds(Board(72, 48, units=(own,)), EDGE, Rectangle(36, 5, 2, 1)) == ["between"]


def test_points():
    wood, hill = Terrain("Wood", "woods", box(10, 10, 14, 14)), Terrain("Plain", "open", box(20, 10, 24, 14))
    titan = Unit("Titanopod", (Model(Base.parse("100x150mm"), 40, 20),))
    board = Board(72, 48, terrain=(wood, hill), units=(titan,))
    assert not point_breaches(board, ChosenPoint(22, 12, "open_terrain"))
    assert "'Wood'" in point_breaches(board, ChosenPoint(12, 12, "open_terrain"))[0].text
    refuse = AmbushRule(open_terrain_point="refuse")
    assert [each.kind for each in point_breaches(board, ChosenPoint(22, 12, "open_terrain"), refuse)] == ["point"]
    at = ChosenPoint(40, 20, "unit", "Titanopod")
    assert not point_breaches(board, at)
    # The unit that is the point does not stand between, but its spacing holds.
    assert legal(board, at, Rectangle(40, 24.8, 1, 1))
    assert kinds(board, at, Rectangle(40, 23.8, 1, 1)) == ["spacing"]
    assert ambush_region(board, at, 1, 1).area > 1
    assert ambush_region(board, ChosenPoint(12, 12, "open_terrain"), 1, 1).is_empty
    assert ambush_placement(board, ChosenPoint(80, 12, "free"), 1, 1) is None


def test_the_unit_boundary_keeps_its_rectangle():
    herd = Footprint(Base.parse("25.4x25.4mm"), 7, 3).unit("Herd", 20, 20, 30)
    around = unit_boundary(herd)
    assert around.area == pytest.approx(9)
    assert around.covers(Point(20, 20)) and around.symmetric_difference(Rectangle(20, 20, 3, 3, 30).polygon).area < 1e-9
    assert len(obstacles(Board(72, 48, units=(herd,)))) == 1


def test_sums_with_shapes_that_are_not_convex():
    ell = polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)], "ell")
    square = Rectangle(0, 0, 1, 1).corners
    # Half an inch more on all sides; the inner corner moves half an inch outwards.
    assert sum_with(ell, square).area == pytest.approx(5 * 2 + 2 * 3)


def test_the_readings_differ_only_where_the_point_is_constrained():
    width, depth = 11.0, 3.0
    free = ChosenPoint(36, 24, "free")
    for corners in ("three", "all"):
        assert ambush_placement(BOARD, free, width, depth, 17.0, AmbushRule(corners=corners)) is not None
    assert ambush_placement(BOARD, EDGE, width, depth) is not None
    assert ambush_placement(BOARD, EDGE, width, depth, 0.0, AmbushRule(corners="all")) is None
    assert ambush_placement(BOARD, EDGE, width, depth, 0.0, AmbushRule(corners="all", radius=8)) is not None
    assert widest_within(3, on_edge=True) == pytest.approx(6 + 3 * math.sqrt(3))


def test_formations():
    base = Base.parse("20x20mm")
    assert [each.files for each in formations(base, 20)][-1] == 5
    assert [each.files for each in formations(base, 30)][-1] == 5  # six ranks of five: wide enough for a Proper Rank
    assert [each.files for each in formations(base, 30, light_troops=True)][-1] == 5
    assert [each.files for each in formations(base, 30, light_troops=True, light_troops_width="no_ranks")][-1] == 6
    assert Footprint(base, 10, 5, gap=12.5).width == pytest.approx((5 * 20 + 4 * 12.5) / 25.4)
    assert formations(base, 30, rank_table={1: 4})[-1].files == 4


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: AmbushRule(corners="two"), "ambush_corners 'two'"),
        (lambda: AmbushRule(radius=-1), "ambush_radius of -1"),
        (lambda: AmbushRule(open_terrain_point="maybe"), "'maybe'"),
        (lambda: ChosenPoint(float("nan"), 0), "x = nan"),
        (lambda: ChosenPoint(1, 0, "corner"), "kind 'corner'"),
        (lambda: ChosenPoint(1, 0, "unit"), "names that unit"),
        (lambda: Rectangle(0, 0, -1, 2), "width of -1"),
        (lambda: Footprint(Base.parse("25mm"), 5, 5), "25mm base"),
        (lambda: Footprint(Base.parse("20x20mm"), 5, 6), "in 6 files"),
        (lambda: formations(Base.parse("20x20mm"), 5, height=9), "Height 9"),
        (lambda: ambush_region(BOARD, ChosenPoint(1, 1, "unit", "Nobody"), 2, 2), "Nobody"),
        (lambda: widest_within(0), "depth of 0"),
    ],
)
def test_bad_input_is_named(wrong, words):
    with pytest.raises(ToolkitError) as caught:
        wrong()
    assert words in str(caught.value)
