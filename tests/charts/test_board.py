"""The picture of the board: to scale, everything on it, holes left out, classes of the heat map."""

from __future__ import annotations

import math

import pytest
import vl_convert
from shapely import Polygon, box

from toolkit.battlefield import Base, Board, Terrain, arrival_region, block, deployment
from toolkit.charts import board as picture
from toolkit.charts import board_columns as made
from toolkit.charts import bundle
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule
from toolkit.systems.wh40k_11e.reserves import DEEP_STRIKE, INGRESS

BASE = Base.parse("32mm")


@pytest.fixture(scope="module")
def board() -> Board:
    tank = block("Tank", Base.parse("120x92mm oval"), 1, 22, 30)
    guns = block("Field Guns", Base.parse("60mm"), 3, 40, 30)
    ruin = Terrain("Tower", "ruins", Polygon([(20, 18), (26, 18), (26, 22), (20, 22)]), 5)
    table = deployment("dawn_of_war")
    return Board(60, 44, table.zones, (ruin,), (tank, guns, block("Own", Base.parse("25x50mm"), 2, 10, 4, side="own")), table.name)


def test_a_hole_is_a_ring_the_other_way_around():
    shape = Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(3, 3), (3, 6), (6, 6), (6, 3)]])
    table = made.path(("area", shape))
    gap = table["x"].index(None)
    area = [
        sum(a * d - c * b for a, b, c, d in zip(xs, ys, xs[1:], ys[1:], strict=False)) / 2
        for xs, ys in ((table["x"][:gap], table["y"][:gap]), (table["x"][gap + 1 :], table["y"][gap + 1 :]))
    ]
    assert area == [81, -9] and len(set(table["g"])) == 1


def test_every_base_is_there_in_inches(board):
    sets = picture.data(board, keep_out=8)
    assert sets["bases"]["r"] == pytest.approx([60 / 25.4 / 2] * 3, abs=1e-3)
    assert set(sets["blocks"]["side"]) == {"enemy", "own"} and sets["initials"]["text"] == ["T", "FG", "O"]
    xs = [x for x, name in zip(sets["blocks"]["x"], sets["blocks"]["unit"], strict=True) if name == "Tank"]
    assert max(xs) - min(xs) == pytest.approx(120 / 25.4, abs=0.01)
    ring = [y for y, name in zip(sets["rings"]["y"], sets["rings"]["g"], strict=True) if name == "Tank"]
    assert min(ring) == pytest.approx(30 - 92 / 25.4 / 2 - 8, abs=0.02) and "Own" not in sets["rings"]["g"]


def test_the_picture_is_to_scale_and_all_of_it_is_drawn(board):
    found = charge_map(board, BASE, INGRESS, 2, ChargeRule.of("wh40k_11e"))
    drawn = picture.chart(
        board, region=found.region, heat=found.frame, keep_out=8, placed=block("K", BASE, 5, 58, 20, side="own"), legal=False, width=600
    )
    spec = drawn.to_dict()
    assert (spec["width"], spec["height"]) == (600, 440) and spec["title"]["text"] == "Dawn of War"
    svg = vl_convert.vegalite_to_svg(spec, vl_version=bundle.vega_lite_version())
    assert picture.BAD["light"] in svg and "Tower" in svg and "FG" in svg


def test_without_a_map_the_region_itself_is_filled(board):
    region = arrival_region(board, BASE, INGRESS, 2)
    svg = vl_convert.vegalite_to_svg(picture.chart(board, region=region).to_dict(), vl_version=bundle.vega_lite_version())
    assert 'fill-opacity="0.28"' in svg


def test_the_live_picture_takes_the_same_columns(board):
    spec = picture.live()
    names = {each["name"] for each in spec["params"]}
    assert names == set(picture.knobs(board)) and set(picture.data(board)) == set(picture.SETS)


def test_classes_of_chances_meet():
    lows = [low for low, _, _ in made.CLASSES]
    assert lows == sorted(lows) and len({shade for _, shade, _ in made.CLASSES}) == 6 and math.isclose(made.CLASSES[-1][1], 1)


def test_nothing_on_the_board_draws_too():
    assert picture.chart(Board.parse("44x30")).to_dict()["title"]["text"] == 'A board of 44" by 30"'
    assert made.path(("x", box(0, 0, 0, 0)))["x"] in ([], [0.0] * 5)


def test_what_the_pointer_rests_on_is_named(board):
    def layers(spec, data=None):
        data = spec.get("data", data)
        return [part for each in spec["layer"] for part in layers(each, data)] if "layer" in spec else [{**spec, "data": data}]

    told = [each for each in layers(picture.live()) if "tooltip" in each["encoding"]]
    assert {each["data"]["name"] for each in told} == {"cells", "ground", "hulls", "bases", "initials"}
    assert all(each["mark"]["type"] != "line" for each in told)  # Vega shows nothing for the inside of a path
    sets = picture.data(board)
    assert sets["ground"]["g"] == ["Tower"] and sets["ground"]["said"] == ["ruins, 5″ high"]
    assert (sets["ground"]["x1"], sets["ground"]["x2"], sets["ground"]["y1"], sets["ground"]["y2"]) == ([20], [26], [18], [22])
    assert sets["hulls"]["unit"] == ["Tank", "Own", "Own"] and len(sets["initials"]["at"]) == 3


def test_cells_tell_what_they_stand_on_and_are_as_strong_as_their_class(board):
    found = charge_map(board, BASE, DEEP_STRIKE, 2, ChargeRule.of("wh40k_11e"), prizes={"Tank": 6.0, "Field Guns": 2.0})
    heat = found.frame.with_columns(found.frame["distance"].alias("nearest"), damage=found.frame["value"])
    cells = picture.data(board, heat=heat, value="value", most=made.round_top(found.best.value))["cells"]
    assert 0.25 < max(cells["strength"]) <= 1 and set(cells["on"]) == {"open ground", "Tower"}
    for x, y, on in zip(cells["x1"], cells["y1"], cells["on"], strict=True):
        assert (20 < x + 0.5 < 26 and 18 < y + 0.5 < 22) == (on == "Tower")
    assert set(made.cells(None)) == set(cells)
    pinned = picture.data(board, pinned=found.region)["pinned"]
    assert pinned["x"] and not picture.data(board)["pinned"]["x"]


def test_round_tops_and_words_of_classes():
    assert [made.round_top(value) for value in (0, 0.04, 0.05, 1, 1.01, 3.99, 4.01, 90, 250)] == [1, 0.04, 0.1, 1, 2, 4, 10, 100, 400]
    assert [words for _, _, words in made.classes(10, damage=True)][1:3] == ["under 1", "1–2.5"] and made.classes() == list(made.CLASSES)
