"""Widest formations and usable points: certificates are legal, closed forms are met, proofs are right."""

import random

import pytest
from shapely import box

from tests.oracle.ambush_geometry import Block, judge, random_table
from tests.oracle.test_ambush_geometry import board_of
from toolkit.battlefield.ambush import AmbushRule, ChosenPoint, centres, legal
from toolkit.battlefield.ambush_points import edge_points
from toolkit.battlefield.ambush_rule import widest_within
from toolkit.battlefield.ambush_search import any_facing, widest_formation
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain
from toolkit.battlefield.footprint import Rectangle, formations
from toolkit.battlefield.placement import Model, Unit
from toolkit.battlefield.spacing import obstacles
from toolkit.errors import ToolkitError

BOARD = Board.parse("48x72")
EDGE = ChosenPoint(36, 0)
RAIDER = Base.parse("20x20mm")


@pytest.mark.parametrize("corners", ["three", "all"])
@pytest.mark.parametrize("depth", [1, 2.3, 4, 5.2, 5.9, 7, 10])
def test_at_an_edge_no_facing_beats_the_closed_form(corners, depth):
    rule = AmbushRule(corners=corners)
    widest = widest_within(depth, rule, on_edge=True, sideways=True)
    placed, sure = any_facing(BOARD, EDGE, widest - 1e-6, depth, rule)
    assert placed and sure and legal(BOARD, EDGE, placed, rule)
    assert any_facing(BOARD, EDGE, widest + 0.05, depth, rule) == (None, True)


@pytest.mark.parametrize("depth", [1, 3, 8])
def test_at_a_free_point_the_diagonal_decides(depth):
    point = ChosenPoint(36, 24, "free")
    for corners in ("three", "all"):
        rule = AmbushRule(corners=corners)
        assert any_facing(BOARD, point, widest_within(depth, rule), depth, rule)[0]
        assert any_facing(BOARD, point, widest_within(depth, rule) + 1e-6, depth, rule) == (None, True)


def test_the_widest_formation_of_thirty_three_orcs():
    orc = Base.parse("25x25mm")
    three = widest_formation(BOARD, EDGE, orc, 33)
    every = widest_formation(BOARD, EDGE, orc, 33, rule=AmbushRule(corners="all"))
    assert (three.formation.files, every.formation.files) == (11, 9)
    assert three.proven and every.proven
    assert legal(BOARD, EDGE, three.placement)
    assert widest_formation(BOARD, EDGE, orc, 33, rule=AmbushRule(radius=8)).formation.files == 15


def test_between_two_rocks_the_unit_turns_narrow():
    rocks = (Terrain("Left", "impassable", box(30, 0, 33, 7)), Terrain("Right", "impassable", box(39, 0, 42, 7)))
    board = Board(72, 48, terrain=rocks)
    found = widest_formation(board, EDGE, RAIDER, 20)
    assert found.formation and legal(board, EDGE, found.placement) and found.proven
    assert found.formation.width < 6 < widest_formation(BOARD, EDGE, RAIDER, 20).formation.width


def test_walled_in_nothing_fits_and_that_is_proved():
    wall = (Terrain("Wall", "impassable", box(33, 1.5, 39, 2)), *(Terrain(f"End {x}", "impassable", box(x, 0, x + 1, 2)) for x in (33, 38)))
    board = Board(72, 48, terrain=wall)
    found = widest_formation(board, EDGE, RAIDER, 10)
    assert found.formation is None and found.proven and found.placement is None
    bad = widest_formation(board, ChosenPoint(36, 5), RAIDER, 10)
    assert bad.formation is None and "has to be on one" in bad.reason


def test_random_boards_certificates_and_proofs():
    """What is found is legal by the sampler; what is excluded no random try finds."""
    dice = random.Random(30)
    found = none = undecided = 0
    for _ in range(120):
        table, point, unit = random_table(dice)
        unit.width, unit.depth = 3 + unit.width * 0.9, 2 + unit.depth
        board, chosen = board_of(table), ChosenPoint(*point, kind="free")
        placed, sure = any_facing(board, chosen, unit.width, unit.depth)
        if placed:
            found += 1
            assert legal(board, chosen, placed)
            assert judge(table, point, Block(placed.x, placed.y, placed.width, placed.depth, placed.facing), step=0.25) is not False
            continue
        none, undecided = none + sure, undecided + (not sure)
        for _ in range(100):
            x, y, facing = point[0] + dice.uniform(-6, 6), point[1] + dice.uniform(-6, 6), dice.uniform(0, 180)
            assert not legal(board, chosen, Rectangle(x, y, unit.width, unit.depth, facing))
    assert found > 50 and none > 20 and undecided <= 5


def test_loose_centres_hold_those_of_every_facing_and_point_near_by():
    dice = random.Random(31)
    for _ in range(120):
        table, point, unit = random_table(dice)
        board = board_of(table)
        turn, shift = dice.uniform(0, 12), dice.uniform(0, 0.4)
        unit_here = Rectangle(0, 0, unit.width, unit.depth, unit.facing)
        loose = centres(
            board, obstacles(board), ChosenPoint(*point, kind="free"), unit_here, AmbushRule(), turn=turn, shift=shift, quarter=24
        )
        near = ChosenPoint(point[0] + dice.uniform(-shift, shift) * 0.7, point[1], "free")
        turned = Rectangle(0, 0, unit.width, unit.depth, unit.facing + dice.uniform(-turn, turn))
        exact = centres(board, obstacles(board), near, turned, AmbushRule())
        assert exact.difference(loose).area < 1e-9


def test_the_usable_points_between_two_enemy_blocks():
    wall = tuple(Unit(f"Wall {n}", (Model(Base.parse("254x50.8mm"), x, 1),)) for n, x in enumerate((5, 21)))
    board = Board(40, 30, units=wall)  # 0 to 10 and 16 to 26, two inches deep
    found = edge_points(board, formations(RAIDER, 12)[-3:], edges=["bottom"], step=1)
    assert found.usable and not found.none_proven
    gap, open_side = found.stretches
    # In the gap the point may be up to the blocks themselves: to stand 1 inch off is the unit's duty, not the point's.
    assert gap.start == pytest.approx(10, abs=0.01) and gap.stop == pytest.approx(16, abs=0.01)
    assert open_side.start == pytest.approx(26, abs=0.01) and open_side.stop == 40
    for each in found.stretches:
        assert legal(board, each.at, each.placement)
    assert found.length == pytest.approx(20, abs=0.05)


def test_no_suitable_point():
    filled = (Terrain("Everything", "impassable", box(0, 1, 12, 9)),)
    board = Board(12, 10, terrain=filled)
    found = edge_points(board, formations(RAIDER, 10)[-2:], step=2)
    assert not found.usable and found.none_proven and found.length == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: edge_points(BOARD, []), "no formation"),
        (lambda: edge_points(BOARD, formations(RAIDER, 5), edges=["north"]), "edge 'north'"),
        (lambda: edge_points(BOARD, formations(RAIDER, 5), step=0), 'every 0"'),
        (lambda: widest_formation(BOARD, EDGE, RAIDER, 0), "0 models"),
    ],
)
def test_bad_input_is_named(wrong, words):
    with pytest.raises(ToolkitError) as caught:
        wrong()
    assert words in str(caught.value)
