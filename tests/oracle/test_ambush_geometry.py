"""The exact ambush test and its regions against a sampler that knows no shapes."""

import math
import random

import pytest
from shapely import Point, Polygon

from tests.oracle.ambush_geometry import Block, Table, judge, random_table
from toolkit.battlefield.ambush import AmbushRule, ChosenPoint, ambush_placement, ambush_region, legal
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
