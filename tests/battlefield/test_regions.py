"""Arrival regions: worked areas, and every point of the polygon asked again with distances."""

import math
import random

import pytest
import shapely
from shapely import Point

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, polygon
from toolkit.battlefield.minkowski import convex_sum, grown
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.zones import deployment
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.systems import wh40k_10e, wh40k_11e

TABLE = Board.parse("44x60")
INGRESS = wh40k_11e.reserves.INGRESS
DEEP_STRIKE = wh40k_10e.reserves.DEEP_STRIKE
DISEMBARK = wh40k_10e.reserves.DISEMBARK
ANYWHERE = Arrival("demo", "Anywhere", "Anywhere.", "Example", enemy=0)
BASES = [Base.parse(text) for text in ("32mm", "25x50mm", "90x52mm oval")]
every_base = pytest.mark.parametrize("base", BASES, ids=str)


def crowded(seed, size="44x60"):
    """A board with enemy units, a friend, impassable terrain and both zones."""
    dice = random.Random(seed)
    board = deployment("dawn_of_war") if size == "44x60" else Board.parse(size)
    tower = Terrain("Tower", "impassable", polygon([(20, 30), (24, 31), (23, 36), (21, 33)], "Tower"))
    board = Board(board.width, board.depth, board.zones, (tower,))
    tries = 0
    while len(board.units) < 6 and tries < 200:
        tries += 1
        base = dice.choice(BASES)
        side = "own" if len(board.units) == 2 else "enemy"
        unit = block(f"Unit {len(board.units)}", base, dice.choice((1, 3, 5)), dice.uniform(5, 55), dice.uniform(5, 39), side=side)
        try:
            board = board.with_unit(unit)
        except ToolkitError:
            continue
    return board


class TestWorkedAreas:
    def test_the_strip_of_a_point_and_its_share(self):
        region = arrival_region(TABLE, None, INGRESS, 3)
        assert region.area == pytest.approx(1104, abs=1e-9)
        assert region.share == pytest.approx(23 / 55, abs=1e-12)

    def test_a_round_base_of_32_mm(self):
        assert arrival_region(TABLE, BASES[0], INGRESS, 3).area == pytest.approx(110768 / 127, abs=1e-9)

    def test_the_opponents_zone_is_closed_before_round_three(self):
        board = deployment("dawn_of_war")
        assert arrival_region(board, None, INGRESS, 2).area == pytest.approx(672, abs=1e-6)
        assert arrival_region(board, None, INGRESS, 3).area == pytest.approx(1104, abs=1e-6)

    def test_a_round_base_beside_a_zone(self):
        r = BASES[0].radius
        left = 2 * (6 - 2 * r) * (32 - 2 * r) + (48 + 2 * r) * (6 - 2 * r)
        assert arrival_region(deployment("dawn_of_war"), BASES[0], INGRESS, 2).area == pytest.approx(left, abs=1e-6)

    def test_a_rectangle_turned_by_a_quarter(self):
        base = Base.parse("25.4x50.8mm")
        for facing, across, up in ((0, 0.5, 1.0), (90, 1.0, 0.5)):
            whole = (60 - 2 * across) * (44 - 2 * up)
            inner = (60 - 12 + 2 * across) * (44 - 12 + 2 * up)
            assert arrival_region(TABLE, base, INGRESS, 3, facing=facing).area == pytest.approx(whole - inner, abs=1e-9)

    def test_the_hole_around_one_enemy(self):
        board = TABLE.with_unit(Unit("Foe", (Model(Base.parse("50.8mm"), 30, 22),)))
        region = arrival_region(board, Base.parse("25.4mm"), DEEP_STRIKE, 2)
        assert 59 * 43 - region.area == pytest.approx(math.pi * 10.5**2, abs=10.5 * 2 * math.pi * 0.005)
        assert region.area < 59 * 43 - math.pi * 10.5**2

    def test_corners_of_rectangles(self):
        board = TABLE.with_unit(Unit("Foe", (Model(Base.parse("50.8x50.8mm"), 30, 22),), side="own"))
        region = arrival_region(board, Base.parse("25.4x25.4mm"), ANYWHERE, 1)
        assert region.area == pytest.approx(59 * 43 - 9, abs=1e-9)

    def test_around_a_transport(self):
        transport = Unit("Transport", (Model(Base.parse("127mm"), 30, 22),), side="own")
        region = arrival_region(TABLE.with_unit(transport), Base.parse("25.4mm"), DISEMBARK, 1, anchor=transport.models[0])
        assert region.area == pytest.approx(math.pi * (5**2 - 3**2), abs=0.1)
        assert region.contains(35, 22)
        assert not region.contains(35.001, 22)
        assert not region.contains(32.99, 22)


class TestReadings:
    def test_near_a_corner(self):
        big = Base.parse("152.4mm")
        one = arrival_region(TABLE, big, INGRESS, 3)
        assert one.area < 1e-6  # a line
        assert one.contains(3, 20)
        assert not one.contains(3.2, 3.2)
        both = arrival_region(TABLE, big, INGRESS, 3, edge_reading="any_edges")
        assert both.contains(3.2, 3.2)
        assert not both.contains(4, 20)

    def test_where_one_edge_is_legal_any_edges_is(self):
        for base in BASES:
            one, both = (arrival_region(TABLE, base, INGRESS, 3, edge_reading=each) for each in ("one_edge", "any_edges"))
            assert one.polygon.difference(both.polygon).area < 1e-9
            assert both.area > one.area

    def test_scramble_field_replaces_a_smaller_distance(self):
        board = TABLE.with_unit(block("Guard", BASES[0], 1, 30, 22))
        region = arrival_region(board, None, DEEP_STRIKE, 2, keep_away={"Guard": 12})
        assert not region.contains(30 + BASES[0].radius + 12, 22)
        assert region.contains(30 + BASES[0].radius + 12.001, 22)
        assert list(region.broken(41, 22)) == ["not more than 12\" from 'Guard'"]
        assert arrival_region(board, None, DEEP_STRIKE, 2, keep_away={"Guard": 3}).area == arrival_region(board, None, DEEP_STRIKE, 2).area


class TestBoundaries:
    def test_more_than_is_strict_and_within_is_not(self):
        board = TABLE.with_unit(Unit("Foe", (Model(Base.parse("50.8mm"), 14, 3),)))
        region = arrival_region(board, Base.parse("25.4mm"), INGRESS, 3)
        assert not region.contains(14 - 9.5, 3)
        assert region.contains(14 - 9.5 - 1e-6, 3)
        assert region.contains(0.5, 20)
        assert region.contains(5.5, 20)
        assert not region.contains(5.5001, 20)
        assert not region.contains(0.4999, 20)

    def test_touching_the_zone_is_not_in_it(self):
        region = arrival_region(deployment("dawn_of_war"), Base.parse("25.4mm"), INGRESS, 2)
        assert region.contains(3, 31.5)
        assert list(region.broken(3, 31.6)) == ["in the opponent's zone before round 3"]

    def test_nobody_arrives_before_the_first_round(self):
        region = arrival_region(TABLE, BASES[0], INGRESS, 1)
        assert region.area == 0
        assert list(region.broken(3, 20)) == ["before round 2"]
        assert not region.contains(3, 20)

    def test_a_base_larger_than_the_board(self):
        region = arrival_region(Board(5, 5), Base.parse("160mm"), ANYWHERE, 1)
        assert region.area == 0
        assert not region.contains(2.5, 2.5)


@every_base
@pytest.mark.parametrize("facing", [0.0, 30.0, 90.0])
@pytest.mark.parametrize("seed", range(2))
def test_the_polygon_is_legal_and_leaves_out_no_more_than_its_tolerance(base, facing, seed):
    board = crowded(seed)
    dice = random.Random(seed)
    for arrival, battle_round, reading in ((INGRESS, 2, "one_edge"), (INGRESS, 2, "any_edges"), (DEEP_STRIKE, 3, "one_edge")):
        region = arrival_region(board, base, arrival, battle_round, facing=facing, edge_reading=reading)
        corners = shapely.get_coordinates(region.polygon)
        # On corners, where tolerance would show first: a hair inside is legal.
        for x, y in corners[:: max(1, len(corners) // 25)]:
            assert region.contains(x, y) or region.polygon.buffer(-1e-5).distance(Point(x, y)) > 0
        inside = region.polygon.buffer(-1e-6)
        for x, y in shapely.get_coordinates(inside)[:: max(1, len(corners) // 25)]:
            assert region.contains(x, y), list(region.broken(x, y))
        wide = region.polygon.buffer(0.005)
        for _ in range(40):
            x, y = dice.uniform(0, board.width), dice.uniform(0, board.depth)
            if region.polygon.contains(Point(x, y)):
                assert region.contains(x, y), list(region.broken(x, y))
            elif not wide.contains(Point(x, y)):
                assert not region.contains(x, y)


def test_what_each_rule_takes_away():
    region = arrival_region(crowded(1), BASES[0], INGRESS, 2)
    names = [name for name, _ in region.excluded]
    assert "within 8\" of 'Unit 0'" in names
    assert "on 'Unit 2'" in names
    assert "the opponent's zone before round 3" in names
    assert "on 'Tower', which is impassable" in names
    assert all(region.board.polygon.buffer(1e-9).contains(shape) for _, shape in region.excluded)


def test_a_zone_with_a_dent_is_not_filled():
    dented = polygon([(0, 44), (60, 44), (60, 30), (35, 30), (35, 40), (25, 40), (25, 30), (0, 30)], "zone")
    board = Board(60, 44, (Zone("enemy", dented),))
    for base in BASES:
        region = arrival_region(board, base, INGRESS, 2, facing=90 if base.shape != "round" else 0)
        assert not region.contains(30, 40)
    deep = Arrival("demo", "Deep", "Anywhere.", "Example", enemy=9, zone_before=3)
    region = arrival_region(board, BASES[0], deep, 2)
    assert region.contains(30, 38)
    assert region.polygon.contains(Point(30, 38))


class TestBadInput:
    def test_rounds_and_anchors(self):
        with pytest.raises(ToolkitError, match="battle round 0; it is a whole number from 1"):
            arrival_region(TABLE, BASES[0], INGRESS, 0)
        with pytest.raises(ToolkitError, match="Disembark is measured from a model; give it as anchor"):
            arrival_region(TABLE, BASES[0], DISEMBARK, 1)
        with pytest.raises(ToolkitError, match="no unit 'Nobody' on the board; there are: none"):
            arrival_region(TABLE, BASES[0], INGRESS, 2, keep_away={"Nobody": 12})


class TestSums:
    def test_of_two_rectangles(self):
        assert convex_sum(shapely.box(0, 0, 1, 2), shapely.box(-1, -1, 1, 1)).area == 12

    def test_grown_is_never_too_small(self):
        shape = polygon([(0, 0), (9, 0.3), (10, 5), (4, 2)], "shape")
        big = grown(shape, 9)
        for degree in range(0, 360, 3):
            for corner in shape.exterior.coords:
                x, y = corner[0] + 9 * math.cos(math.radians(degree)), corner[1] + 9 * math.sin(math.radians(degree))
                assert big.buffer(1e-9).contains(Point(x, y))
        assert big.difference(shape.buffer(9.005, quad_segs=256)).area < 1e-9
