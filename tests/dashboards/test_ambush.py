"""The ambush planner without a browser."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkit import dashboards
from toolkit.dashboards.ambush_state import first_state, opened
from toolkit.errors import ToolkitError


@pytest.fixture
def planner():
    return dashboards.ambush_planner()


def test_arrival_by_turn_of_one_and_of_all(planner):
    assert "88.9%" in planner.tiles.value and planner.result.legal
    assert planner.turn_chart.data["src"]["by_then"][:2] == pytest.approx([2 / 3, 8 / 9])
    centaurs = planner.result.law("Centaurs")
    assert centaurs[2] == pytest.approx(float(Fraction(2, 3) * Fraction(3, 4)))
    assert planner.turn_chart.data["src"]["all_by"][0] == pytest.approx(1 / 3)
    planner.controls.unit.value = "Centaurs"
    assert "75.0%" in planner.tiles.value and "0.8% never arrives" in planner.tiles.value


def test_the_second_edition_never_arrives_by_itself(planner):
    planner.controls.edition.value = "2nd"
    assert planner.result.law("Gortach raiders").never > 0 and "every turn needs a roll" in planner.scoring.value


def test_a_formation_is_placed_and_each_reason_told(planner):
    planner.map_chart.clicked = [40.1, 2.9, 1]
    assert planner.state.centre == (40, 3) and not planner.result.legal
    assert len(planner.result.breaches) > 1 and "✗ Not legal" in planner.tiles.value
    assert planner.map_chart.data["my_blocks"]["ok"][0] is False
    assert all(each.text.replace('"', "″").split(";")[0].split("'")[0] in planner.wrong.value for each in planner.result.breaches)


def test_the_point_stays_on_the_edge(planner):
    planner.controls.clicks.value = "point"
    planner.map_chart.clicked = [20.2, 3, 1]
    assert (planner.state.point.x, planner.state.point.y) == (20.25, 0)
    planner.controls.kind.value = "unit"
    assert planner.state.point.of == "Spearmen" and planner.message == ""
    planner.controls.kind.value = "free"
    planner.controls.point.values = [30, 20]
    assert (planner.state.point.x, planner.state.point.y) == (30, 20)


def test_find_a_place_and_the_widest_formation(planner):
    planner.controls.stand.values = [60, 40, 0]
    assert not planner.result.legal
    planner.place_button.click()
    assert planner.result.legal and planner.message == ""
    files = planner.result.widest.formation.files
    planner.wide_button.click()
    assert planner.result.legal and planner.state.files >= files


def test_the_switch_of_corners_and_the_shape(planner):
    room = planner.result.region.area
    planner.controls.corners.value = "all"
    assert planner.result.region.area < room
    planner.controls.shape.values = [20, 30]
    assert (planner.state.models, planner.state.files) == (20, 20)
    planner.controls.base.value = "32mm"
    assert "rectangular" in planner.message and planner.controls.base.value == "20x20mm"


def test_tables(planner):
    rows = [list(row) for row in planner.controls.waiting.rows]
    rows[0][2] = "120"
    planner.controls.waiting.rows = rows
    assert "0 to 100" in planner.message and planner.controls.waiting.rows[0][2] == "0"
    planner.controls.waiting.rows = []
    assert planner.result.arrivals is None and "no unit is in ambush" in planner.tiles.value
    planner.change(lambda state: state.with_more())
    assert planner.state.unit == "Unit 1"
    planner.change(lambda state: state.with_obstacle())
    assert planner.state.board.units[-1].name == "Block 1"
    planner.controls.obstacles.rows = planner.controls.obstacles.rows[:1]
    assert len(planner.state.board.units) == 1 and not planner.state.board.terrain


def test_at_least_so_many_by_each_turn(planner):
    rows = [list(row) for row in planner.controls.waiting.rows]
    planner.controls.waiting.rows = [[rows[0][0], 2, "0"], ["Centaurs", 1, "0"], ["Hounds", 1, "0"]]
    there = planner.result.arrivals.by(2)
    assert there.at_least(1) == pytest.approx(26 / 27) and there.at_least(4) == pytest.approx(8 / 27)
    for named, chance in (("at least 1", "96.3%"), ("at least 2", "81.5%"), ("at least 3", "59.3%"), ("all 4", "29.6%")):
        assert f'<b>{named}</b></td><td class="n">{chance}' in planner.turns.value, named
    planner.controls.waiting.rows = [["Swarm", 12, "0"]]
    assert "all 12" in planner.turns.value and planner.turns.value.count("at least") == 5


def test_an_answer_is_pinned_and_compared(planner):
    planner.pin_button.click()
    assert planner.map_chart.data["pinned"] == {**planner.map_chart.data["area"], "g": planner.map_chart.data["pinned"]["g"]}
    planner.controls.edition.value = "2nd"
    planner.controls.shape.values = [30, 8]
    assert "2nd edition, 8 files" in planner.compared.value and "Gortach raiders" in planner.compared.value
    assert planner.tiles.value.count("<b>A</b>") == 4 and "no change" in planner.tiles.value
    planner.controls.waiting.rows = []
    assert "<b>A</b> 88.9%" in planner.tiles.value
    planner.back_button.click()
    assert planner.state.files == 10 and planner.state.edition == "3rd" and planner.state.waiting
    planner.unpin_button.click()
    assert "<b>A</b>" not in planner.tiles.value and not planner.map_chart.data["pinned"]["g"]


def test_a_file_opens_again_just_as_it_was(planner):
    planner.controls.stand.values = [34, 2, 15]
    planner.controls.corners.value = "all"
    other = dashboards.ambush_planner()
    other.open_file(*planner.file_to_save())
    assert other.message == "" and other.file_to_save() == planner.file_to_save()
    assert other.state.placed == planner.state.placed and other.state.board == planner.state.board
    assert "not legal" in other.text_to_copy() or "legal" in other.text_to_copy()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"edition": "5th"}, "one of"),
        ({"speed": 1}, "no key 'speed'"),
        ({"at": [1]}, "across"),
        ({"units": ["Hounds"]}, "list of tables"),
        ({"corners": "two"}, "three"),
        ({"models": "many"}, "number"),
        ({"models": float("nan")}, "number"),
        ({"edition": []}, "one of"),
        ({"point": None}, "table with at"),
    ],
)
def test_bad_files_are_named(change, said):
    document = first_state().document()
    with pytest.raises(ToolkitError, match=said):
        opened({**document, "ambush": {**document["ambush"], **change}})
