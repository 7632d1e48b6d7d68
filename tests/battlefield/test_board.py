"""Boards: sizes, polygons, and what cannot be on one board."""

from dataclasses import replace

import pytest
from shapely import Polygon, box

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, opponent, polygon
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.errors import ToolkitError

INCH = Base.parse("25.4mm")
TABLE = Board.parse("44x60")


def refused(make):
    with pytest.raises(ToolkitError) as caught:
        make()
    return str(caught.value)


class TestSizes:
    @pytest.mark.parametrize(
        ("text", "width", "depth"), [("44x60", 60, 44), ("60 x 44", 60, 44), ('48" × 72"', 72, 48), ("30.5x44", 44, 30.5)]
    )
    def test_the_longer_side_lies_across(self, text, width, depth):
        board = Board.parse(text)
        assert (board.width, board.depth, board.area) == (width, depth, width * depth)

    def test_bad_ones(self):
        assert refused(lambda: Board.parse("large")) == "board size 'large' is not understood; write \"44x60\", in inches"
        assert refused(lambda: Board(-60, 44)) == 'a board with a width of -60"; it is more than 0 and at most 240 inches'
        assert refused(lambda: Board(60, 0)) == 'a board with a depth of 0"; it is more than 0 and at most 240 inches'
        assert refused(lambda: Board(60, float("inf"))) == 'a board with a depth of inf"; it is more than 0 and at most 240 inches'


class TestPolygons:
    def test_bad_ones(self):
        for points, message in (
            ([(0, 0), (9, 9), (9, 0), (0, 9)], "zone 'North' crosses itself at (4.5, 4.5); list its corners in order around the outline"),
            ([(0, 0), (9, 9)], "zone 'North' has 2 corners; a polygon has at least 3"),
            ([(0, 0), (9, 9), (1, "b")], "corner 3 of zone 'North' is (1, 'b'); a corner is [across, up] in inches"),
            ([(0, 0), (9, 9), 7], "corner 3 of zone 'North' is 7; a corner is [across, up] in inches"),
        ):
            assert refused(lambda points=points: polygon(points, "zone 'North'")) == message
        for flat in ([(0, 0), (4, 0), (9, 0)], [(0, 0), (0, 0), (0, 0)], [(1, 1), (2, 2), (5, 5), (3, 3)]):
            assert refused(lambda flat=flat: polygon(flat, "zone 'North'")) == "zone 'North' has no area; its corners lie on one line"


class TestWhatCannotBe:
    def test_a_zone_outside_the_board(self):
        zone = Zone("own", box(0, 0, 70, 12), "South")
        assert refused(lambda: replace(TABLE, zones=(zone,))) == (
            "zone 'South' reaches beyond the 60\" by 44\" board, by 120.00 square inches; move its corners inside"
        )

    def test_a_zone_that_crosses_itself(self):
        bow_tie = Polygon([(0, 0), (9, 9), (9, 0), (0, 9)])
        assert refused(lambda: Zone("enemy", bow_tie)) == "the enemy zone crosses itself; list its corners in order around the outline"

    def test_zones_of_both_sides_that_overlap(self):
        zones = (Zone("own", box(0, 0, 60, 23), "South"), Zone("enemy", box(0, 22, 60, 44), "North"))
        assert refused(lambda: replace(TABLE, zones=zones)) == (
            "zone 'South' and zone 'North' overlap by 60.00 square inches; zones of the two sides are apart"
        )
        assert replace(TABLE, zones=(Zone("own", box(0, 0, 60, 22)), Zone("enemy", box(0, 22, 60, 44))))

    def test_terrain(self):
        assert refused(lambda: Terrain("Hill", "hill", box(0, 0, 1, 1))) == (
            'terrain \'Hill\' of kind \'hill\'; it is "impassable", "ruins", "blocking", "woods", "obstacle" or "open"'
        )
        assert refused(lambda: Terrain("Hill", "open", box(0, 0, 1, 1), -1)) == "terrain 'Hill' with a height of -1 inches; it is 0 to 60"
        outside = Terrain("Hill", "open", box(-1, 0, 1, 1))
        assert refused(lambda: replace(TABLE, terrain=(outside,))) == (
            "terrain 'Hill' reaches beyond the 60\" by 44\" board, by 1.00 square inches; move its corners inside"
        )

    def test_a_unit_in_two_places(self):
        twice = (block("Scouts", INCH, 3, 10, 10), block("Scouts", INCH, 3, 30, 10))
        assert (
            refused(lambda: TABLE.with_units(twice))
            == "unit 'Scouts' is on the board twice; give each unit a name of its own, or remove one"
        )

    def test_bases_of_two_units_that_overlap(self):
        board = TABLE.with_unit(Unit("Scouts", (Model(INCH, 8, 10), Model(INCH, 10, 10))))
        assert refused(lambda: board.with_unit(Unit("Guard", (Model(INCH, 10.5, 10),), side="own"))) == (
            "model 2 of unit 'Scouts' and model 1 of unit 'Guard' overlap; move one of them"
        )
        assert board.with_unit(Unit("Guard", (Model(INCH, 11, 10),), side="own"))

    def test_a_base_that_hangs_over_the_edge(self):
        assert refused(lambda: TABLE.with_unit(Unit("Scouts", (Model(INCH, 5, 5), Model(INCH, 59.6, 5))))) == (
            "model 2 of unit 'Scouts' at (59.6, 5) is not wholly on the 60\" by 44\" board"
        )
        assert TABLE.with_unit(Unit("Scouts", (Model(INCH, 59.5, 0.5),)))

    def test_a_base_on_impassable_terrain(self):
        board = replace(TABLE, terrain=(Terrain("Tower", "impassable", box(20, 20, 24, 24)),))
        assert refused(lambda: board.with_unit(Unit("Scouts", (Model(INCH, 19.6, 22),)))) == (
            "model 1 of unit 'Scouts' stands on 'Tower', which is impassable; move it off"
        )
        assert board.with_unit(Unit("Scouts", (Model(INCH, 19.5, 22),)))

    def test_no_such_unit(self):
        assert refused(lambda: TABLE.unit("Scouts")) == "no unit 'Scouts' on the board; there are: none"
        assert refused(lambda: TABLE.with_unit(block("Guard", INCH, 1, 3, 3)).without("Scouts")) == (
            "no unit 'Scouts' on the board; there are: 'Guard'"
        )


class TestUnits:
    def test_a_unit_of_the_same_name_is_moved(self):
        board = TABLE.with_units([block("A", INCH, 2, 10, 10), block("B", INCH, 2, 20, 10)])
        moved = board.with_unit(block("A", INCH, 2, 40, 30))
        assert [each.name for each in moved.units] == ["A", "B"]
        assert moved.unit("A").centre == (40, 30)
        assert board.unit("A").centre == (10, 10)

    def test_sides(self):
        board = TABLE.with_units([block("A", INCH, 2, 10, 10), block("B", INCH, 3, 20, 10, side="own")])
        assert [each.name for each in board.of_side("own")] == ["B"]
        assert len(board.models("enemy")) == 2
        assert board.without("A").units == (board.unit("B"),)
        assert (opponent("own"), opponent("enemy")) == ("enemy", "own")
