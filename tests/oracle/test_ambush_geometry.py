"""The exact ambush test and its regions against a sampler that knows no shapes."""

import math
import random

import pytest
from shapely import Point, Polygon

from tests.oracle.ambush_geometry import Block, Table, judge, random_table
from toolkit.battlefield.ambush import AmbushRule, ChosenPoint, ambush_breaches, ambush_placement, ambush_region, legal
from toolkit.battlefield.bases import MM_PER_INCH, Base
from toolkit.battlefield.board import Board, Terrain
from toolkit.battlefield.footprint import Rectangle
from toolkit.battlefield.placement import Model, Unit


def board_of(table: Table) -> Board:
    units, terrain = [], []
    for number, block in enumerate(table.blocks):
        if block.radius:
            base = Base("round", 2 * block.radius * MM_PER_INCH, 2 * block.radius * MM_PER_INCH)
            units.append(Unit(f"Unit {number}", (Model(base, block.x, block.y),)))
        elif number % 2:
            base = Base("rectangular", block.width * MM_PER_INCH, block.depth * MM_PER_INCH)
            units.append(Unit(f"Unit {number}", (Model(base, block.x, block.y, block.facing),), "own"))
        else:
            terrain.append(Terrain(f"Rock {number}", "impassable", Polygon(block.corners())))
    return Board(table.width, table.depth, (), tuple(terrain), tuple(units))


@pytest.mark.parametrize("corners", ["three", "all"])
def test_random_placements(corners):
    dice = random.Random(20)
    rule, seen = AmbushRule(corners=corners), {True: 0, False: 0}
    for _ in range(250):
        table, point, unit = random_table(dice)
        chosen = ChosenPoint(*point, kind="free")
        placed = Rectangle(unit.x, unit.y, unit.width, unit.depth, unit.facing)
        answer = legal(board_of(table), chosen, placed, rule)
        slow = judge(table, point, unit, needed=rule.needed)
        if slow is not None:
            assert answer == slow, (table, point, unit)
            seen[answer] += 1
    assert min(seen.values()) >= 2


@pytest.mark.parametrize("corners", ["three", "all"])
def test_regions_of_random_boards_agree_point_by_point(corners):
    dice = random.Random(21)
    rule, inside = AmbushRule(corners=corners), 0
    for _ in range(200):
        table, point, unit = random_table(dice)
        board, chosen = board_of(table), ChosenPoint(*point, kind="free")
        region = ambush_region(board, chosen, unit.width, unit.depth, unit.facing, rule)
        for _ in range(12):
            x, y = point[0] + dice.uniform(-6, 6), point[1] + dice.uniform(-6, 6)
            if region.boundary.distance(Point(x, y)) < 0.002 and not region.is_empty:
                continue
            placed = Rectangle(x, y, unit.width, unit.depth, unit.facing)
            answer = legal(board, chosen, placed, rule)
            assert answer == region.contains(Point(x, y)), (table, point, placed)
            inside += answer
            slow = judge(table, point, Block(x, y, unit.width, unit.depth, unit.facing), needed=rule.needed, step=0.25, margin=0.3)
            assert slow is None or slow == answer or (slow is False and not answer)
        found = ambush_placement(board, chosen, unit.width, unit.depth, unit.facing, rule)
        assert (found is not None) or region.is_empty
        assert found is None or legal(board, chosen, found, rule)
    assert inside > 100


def test_area_without_obstacles_by_counting_squares():
    """Three corners within 6 inches of an edge point: a fine grid of centres."""
    board, point = Board(30, 20), ChosenPoint(15, 0)
    region = ambush_region(board, point, 6, 2, 30)
    step, count = 0.02, 0
    half = 6 / 2 * math.sin(math.radians(30)) + 2 / 2 * math.cos(math.radians(30))
    for i in range(-300, 300):
        for j in range(300):
            unit = Block(15 + (i + 0.5) * step, (j + 0.5) * step, 6, 2, 30)
            if unit.y < half:
                continue
            count += sorted(math.hypot(x - 15, y) for x, y in unit.corners())[2] <= 6
    assert count * step**2 == pytest.approx(region.area, rel=0.01)


def odd_board(dice: random.Random) -> tuple[Board, ChosenPoint]:
    """Terrain that is not convex or has a hole, and a chosen point that often touches it."""
    x, y = dice.uniform(8, 22), dice.choice([0.0, dice.uniform(0, 6)])
    ell = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]
    angle = math.radians(dice.choice([0, 90, 180, 270, dice.uniform(0, 360)]))
    turned = [(x + a * math.cos(angle) - b * math.sin(angle), y + 5 + a * math.sin(angle) + b * math.cos(angle)) for a, b in ell]
    frame = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (3, 1), (3, 3), (1, 3)]])
    terrain = [Terrain("Ell", "impassable", Polygon(turned).intersection(Board(30, 20).polygon))]
    if dice.random() < 0.4:
        ring = Polygon([(a + 14, b + 9) for a, b in frame.exterior.coords], [[(a + 14, b + 9) for a, b in frame.interiors[0].coords]])
        terrain = [Terrain("Frame", "impassable", ring)]
    outline = terrain[0].polygon.exterior
    kind = dice.choice(["corner", "side", "near", "near"])
    if kind == "corner":
        spot = Point(dice.choice(list(outline.coords)[:-1]))
    elif kind == "side":
        spot = outline.interpolate(dice.uniform(0, outline.length))
    else:
        spot = Point(min(30, max(0, x + dice.uniform(-6, 6))), min(20, max(0, y + dice.uniform(0, 12))))
    return Board(30, 20, terrain=tuple(terrain)), ChosenPoint(spot.x, spot.y, "free")


def test_regions_around_terrain_that_is_not_convex():
    dice = random.Random(22)
    inside = blocked = 0
    for _ in range(250):
        board, point = odd_board(dice)
        width, depth, facing = dice.uniform(0.8, 5), dice.uniform(0.8, 4), dice.choice([0, 90, dice.uniform(0, 360)])
        region = ambush_region(board, point, width, depth, facing)
        for _ in range(15):
            x, y = point.x + dice.uniform(-6, 6), point.y + dice.uniform(-6, 6)
            if not region.is_empty and region.boundary.distance(Point(x, y)) < 0.002:
                continue
            found = [each.kind for each in ambush_breaches(board, point, Rectangle(x, y, width, depth, facing))]
            assert (not found) == region.contains(Point(x, y)), (board, point, x, y, width, depth, facing)
            inside += not found
            blocked += found == ["between"]
    assert inside > 300 and blocked > 50


def test_regions_at_a_unit_among_units():
    dice = random.Random(23)
    inside = 0
    for _ in range(60):
        host = Unit("Host", (Model(Base.parse("100x150mm"), 15, 10, dice.uniform(0, 360)),), "own")
        others = (Unit("Other", (Model(Base.parse("80mm"), 15 + dice.choice([-6, 6]), 10 + dice.uniform(-3, 3)),)),)
        board, point = Board(30, 20, units=(host, *others)), ChosenPoint(15, 10, "unit", "Host")
        facing = dice.choice([0, 45])
        region = ambush_region(board, point, 2, 1, facing)
        for _ in range(30):
            x, y = 15 + dice.uniform(-7, 7), 10 + dice.uniform(-7, 7)
            if region.boundary.distance(Point(x, y)) < 0.002:
                continue
            answer = legal(board, point, Rectangle(x, y, 2, 1, facing))
            assert answer == region.contains(Point(x, y))
            inside += answer
    assert inside > 100
