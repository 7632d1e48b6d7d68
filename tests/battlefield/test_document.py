"""Boards in documents: what is written opens again, and what cannot be is named with its place."""

import tomllib

import pytest
import shapely

from toolkit.battlefield import Base, Board, Model, Unit, block, board_from, board_to, deployment
from toolkit.battlefield.board import Terrain, Zone, polygon
from toolkit.battlefield.zones import PATTERNS
from toolkit.errors import ToolkitError
from toolkit.studies.files import dumps_toml

INCH = Base.parse("25.4mm")
SCOUTS = {"name": "Scouts", "base": "32mm", "at": [30, 20], "count": 5}
SQUARE = [[20, 20], [26, 20], [26, 24], [20, 24]]


def table(**more):
    return {"size": "44x60", **more}


def test_a_full_board_opens_again():
    mixed = Unit(
        "Mixed",
        (Model(Base.parse("32mm"), 10, 30), Model(Base.parse("60x35mm oval"), 14, 30, 30.0), Model(Base.parse("32mm"), 10, 33, z=6.0)),
    )
    board = Board(
        60,
        44,
        (Zone("own", polygon([(0, 0), (60, 0), (60, 9), (0, 5)], "zone"), "South"),),
        (Terrain("Tower", "ruins", polygon(SQUARE, "terrain"), 5.0),),
        (mixed, block("Line", Base.parse("25x50mm"), 6, 40, 10, side="own", keywords=("Infantry",), abilities=("Deep Strike",))),
    )
    assert board_from(board_to(board)) == board


@pytest.mark.parametrize("pattern", PATTERNS, ids=[each.key for each in PATTERNS])
@pytest.mark.parametrize("size", ["44x60", "44x30", "60x90"])
def test_patterns_open_again_and_are_fair(pattern, size):
    empty = Board.parse(size)
    board = deployment(pattern.key, empty.width, empty.depth)
    assert board_from(board_to(board)) == board
    own, enemy = (board.zone(side)[0].polygon for side in ("own", "enemy"))
    assert own.area == pytest.approx(enemy.area)
    assert own.distance(enemy) > 3
    assert deployment(pattern.name, empty.width, empty.depth) == board


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"units": [{**SCOUTS, "at": None, "models": [[5, 5], [5.5, 5]]}]}, "give either `models`"),
        (
            {"units": [{"name": "Scouts", "base": "32mm", "models": [[5, 5], [5.5, 5]]}]},
            r"'Scouts'.*models 1 and 2 overlap, at \(5, 5\) and \(5.5, 5\)",
        ),
        ({"units": [SCOUTS, SCOUTS]}, "unit 'Scouts' is on the board twice"),
        ({"units": [SCOUTS, {**SCOUTS, "name": "Others"}]}, "model 1 of unit 'Scouts' and model 1 of unit 'Others' overlap"),
        ({"units": [{**SCOUTS, "at": [0, 20]}]}, r"unit 'Scouts' at .* is not wholly on the 60\" by 44\" board"),
        ({"units": [{**SCOUTS, "files": "5"}]}, "'Scouts' in '5' files"),
        ({"units": [{**SCOUTS, "gap": "wide"}]}, "'Scouts' with 'wide' inches between bases"),
        ({"units": [{**SCOUTS, "base": "big"}]}, "base 'big' is not understood"),
        ({"units": [{**SCOUTS, "base": "-32mm"}]}, "base '-32mm' is not understood"),
        ({"units": [{**SCOUTS, "side": "left"}]}, r"\[\[board.units\]\] 1 \('Scouts'\): side = 'left'"),
        ({"units": [{**SCOUTS, "colour": "red"}]}, r"\[\[board.units\]\] 1 has no key 'colour'"),
        ({"units": [{"name": "Scouts", "at": [1, 1]}]}, "has no base"),
        ({"units": "Scouts"}, r"list of tables, \[\[board.units\]\]"),
        ({"zones": [{"side": "own", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}]}, r"the own zone crosses itself at \(2, 2\)"),
        (
            {"zones": [{"side": "own", "name": "South", "points": [[0, 0], [70, 0], [70, 9]]}]},
            "zone 'South' reaches beyond the 60\" by 44\" board",
        ),
        ({"zones": [{"side": side, "points": SQUARE} for side in ("own", "enemy")]}, "overlap by 24.00 square inches"),
        ({"zones": [{"side": "own", "points": [[0, 0], [1, 1]]}]}, "has 2 corners"),
        ({"zones": [{"side": "own", "points": [[0, 0], [1, "x"], [2, 2]]}]}, "corner 2 of the own zone"),
        ({"terrain": [{"name": "Wall", "points": SQUARE, "kind": "lava"}]}, "terrain 'Wall' of kind 'lava'"),
        ({"terrain": [{"name": "Wall", "points": SQUARE}] * 2}, "terrain 'Wall' is on the board twice"),
        ({"terrain": [{"name": "Wall", "points": SQUARE, "height": "tall"}]}, "terrain 'Wall' with a height of 'tall'"),
        (
            {"terrain": [{"name": "Lake", "kind": "impassable", "points": [[28, 18], [34, 18], [34, 24], [28, 24]]}], "units": [SCOUTS]},
            "stands on 'Lake', which is impassable",
        ),
        ({"deployment": "sideways"}, "no deployment pattern 'sideways'; there are: dawn_of_war"),
        ({"deployment": "dawn_of_war", "zones": [{"side": "own", "points": SQUARE}]}, "both a deployment and zones"),
        ({"tables": 1}, r"\[board\] has no key 'tables'"),
    ],
)
def test_bad_boards_are_named(given, message):
    with pytest.raises(ToolkitError, match=message):
        board_from(table(**given))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": "huge"}, "board size 'huge' is not understood"),
        ({"width": -60, "depth": 44}, 'a board with a width of -60"'),
        ({"width": 60}, "has no depth"),
        ({"size": "44x60", "width": 60}, "both a size and a width"),
    ],
)
def test_bad_sizes_are_named(given, message):
    with pytest.raises(ToolkitError, match=message):
        board_from(given)


@pytest.mark.parametrize(
    ("shape", "width", "depth"), [("round", 0, 0), ("round", -5, -5), ("round", 20, 30), ("hexagon", 5, 5), ("oval", 5, 5000)]
)
def test_bad_bases_are_named(shape, width, depth):
    with pytest.raises(ToolkitError, match="base"):
        Base(shape, width, depth)


def test_holes_open_again():
    ring = shapely.box(20, 15, 40, 29).difference(shapely.box(25, 20, 30, 24)).difference(shapely.box(33, 20, 36, 24))
    yard = shapely.box(0, 30, 60, 44).difference(shapely.box(10, 34, 20, 40))
    board = Board(60, 44, (Zone("enemy", yard, "Yard"),), (Terrain("Walls", "impassable", ring),), (block("In it", INCH, 1, 27, 22),))
    again = board_from(tomllib.loads(dumps_toml(board_to(board))))
    assert again == board
    assert again.zones[0].polygon.area == 60 * 14 - 60


@pytest.mark.parametrize(
    ("holes", "message"),
    [
        ("one", "[[board.terrain]] 1: holes = 'one'; it is a list of outlines, each [[across, up], ...] in inches"),
        ([[[0, 0], [1, 1]]], "hole 1 of terrain 'Wall' has 2 corners; a polygon has at least 3"),
        ([[[21, 21], [27, 21], [22, 23]]], "hole 1 of terrain 'Wall' reaches beyond it; move its corners inside"),
        (
            [[[21, 21], [23, 21], [23, 23]], [[22, 21], [24, 21], [24, 23]]],
            "terrain 'Wall' has holes that overlap or cut it up; move them apart",
        ),
    ],
)
def test_bad_holes_are_named(holes, message):
    with pytest.raises(ToolkitError) as caught:
        board_from(table(terrain=[{"name": "Wall", "points": SQUARE, "holes": holes}]))
    assert str(caught.value) == message
