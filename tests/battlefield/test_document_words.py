"""Boards in scenario documents: each key read, and the whole words of what is refused."""

import tomllib

import pytest

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, polygon
from toolkit.battlefield.document import board_from, board_to, unit_from, unit_to
from toolkit.battlefield.placement import Model, Unit, block
from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.errors import ToolkitError

FULL = """
size = "44x60"

[[zones]]
side = "own"
name = "South"
points = [[0, 0], [60, 0], [60, 9], [0, 9]]

[[terrain]]
name = "Tower"
kind = "impassable"
height = 5
points = [[20, 20], [26, 20], [26, 24], [20, 24]]

[[units]]
name = "Intercessors A"
base = "32mm"
keywords = ["Infantry"]
at = [22, 30]
count = 5

[[units]]
name = "Riders"
side = "own"
base = "25x50mm"
abilities = ["Deep Strike"]
models = [[10, 5], [12, 5, 45], { base = "40mm", at = [15, 5], z = 3 }]
"""


def refused(table):
    with pytest.raises(ToolkitError) as caught:
        board_from(table)
    return str(caught.value)


def with_unit(**more):
    return {"size": "44x60", "units": [{"name": "Scouts", "base": "32mm", **more}]}


class TestRead:
    def test_everything(self):
        board = board_from(tomllib.loads(FULL))
        assert (board.width, board.depth) == (60, 44)
        assert board.zones[0].polygon.area == 540
        assert board.terrain[0].height == 5
        assert board.unit("Intercessors A") == block("Intercessors A", Base.parse("32mm"), 5, 22, 30, keywords=("Infantry",))
        riders = board.unit("Riders")
        assert riders.abilities == ("Deep Strike",)
        assert riders.models[1] == Model(Base.parse("25x50mm"), 12, 5, 45)
        assert riders.models[2] == Model(Base.parse("40mm"), 15, 5, 0, 3)

    def test_a_pattern_by_name(self):
        assert board_from({"width": 60, "depth": 44, "deployment": "Dawn of War"}).zones == deployment("dawn_of_war").zones


class TestWritten:
    def test_and_read_again(self):
        board = board_from(tomllib.loads(FULL))
        again = board_from(board_to(board))
        assert again.units == board.units
        assert again.terrain == board.terrain
        assert again.zones == board.zones
        assert board_to(again) == board_to(board)

    @pytest.mark.parametrize("key", [each.key for each in PATTERNS])
    def test_patterns_by_their_names(self, key):
        table = board_to(deployment(key))
        assert table["deployment"] == key
        assert board_from(table).zones == deployment(key).zones

    def test_one_unit(self):
        unit = Unit("Mixed", (Model(Base.parse("32mm"), 3, 3), Model(Base.parse("60x35mm oval"), 9, 3, 30)), keywords=("Mounted",))
        assert unit_from(unit_to(unit)) == unit

    def test_zones_of_ones_own(self):
        board = Board(30, 20, (Zone("enemy", polygon([(0, 20), (30, 20), (15, 12)], "zone"), "Wedge"),))
        assert board_to(board)["zones"] == [{"side": "enemy", "name": "Wedge", "points": [[0.0, 20.0], [30.0, 20.0], [15.0, 12.0]]}]
        assert board_from(board_to(board)).zones == board.zones

    def test_terrain(self):
        board = Board(30, 20, terrain=(Terrain("Wood", "woods", polygon([(1, 1), (5, 1), (3, 4)], "wood")),))
        assert board_from(board_to(board)) == board


class TestRefused:
    @pytest.mark.parametrize(
        ("table", "message"),
        [
            (
                {"size": "44x60", "colour": "green"},
                "[board] has no key 'colour'; it has: size, width, depth, deployment, zones, terrain, units",
            ),
            ({"size": "44x60", "width": 60}, "[board] has both a size and a width or depth; give one of them"),
            ({"width": -60, "depth": 44}, 'a board with a width of -60"; it is more than 0 and at most 240 inches'),
            ({"size": "44x60", "zones": [{"side": "north", "points": []}]}, '[[board.zones]] 1: side = \'north\'; it is "own" or "enemy"'),
            (
                {"size": "44x60", "zones": [{"side": "own"}]},
                "[[board.zones]] 1 has no points; give its corners as [[across, up], ...] in inches",
            ),
            (
                {"size": "44x60", "zones": [{"side": "own", "name": "South", "points": [[0, 0], [61, 0], [61, 10], [0, 10]]}]},
                "zone 'South' reaches beyond the 60\" by 44\" board, by 10.00 square inches; move its corners inside",
            ),
            (
                {"size": "44x60", "zones": [{"side": "own", "name": "South", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}]},
                "zone 'South' crosses itself at (2, 2); list its corners in order around the outline",
            ),
            (
                {"size": "44x60", "terrain": {"name": "Hill"}},
                "[board] terrain = {'name': 'Hill'}; it is a list of tables, [[board.terrain]]",
            ),
            (
                with_unit(),
                "[[board.units]] 1 ('Scouts'): give either `models` (each one's place) or `at` (the middle of a block of `count`)",
            ),
            (with_unit(at=[3]), "[[board.units]] 1 ('Scouts'): at is [3]; it is [across, up] in inches"),
            (
                with_unit(models=[[3, 3], [3.5, 3]]),
                "unit 'Scouts': the bases of models 1 and 2 overlap, at (3, 3) and (3.5, 3); move one of them",
            ),
            (
                with_unit(at=[3, 3], base="-32mm"),
                '[[board.units]] 1 (\'Scouts\'): base \'-32mm\' is not understood; write "32mm", "60x35mm oval" or "25x50mm"',
            ),
            (with_unit(at=[3, 3], side="theirs"), "[[board.units]] 1 ('Scouts'): side = 'theirs'; it is \"own\" or \"enemy\""),
            (
                with_unit(at=[3, 3], size=4),
                "[[board.units]] 1 has no key 'size'; it has: name, side, base, keywords, abilities, at, count, files, gap, models",
            ),
            (
                {
                    "size": "44x60",
                    "units": [{"name": "Scouts", "base": "32mm", "at": [9, 9]}, {"name": "Scouts", "base": "32mm", "at": [30, 9]}],
                },
                "unit 'Scouts' is on the board twice; give each unit a name of its own, or remove one",
            ),
        ],
    )
    def test_with_the_place_and_the_words(self, table, message):
        assert refused(table) == message
