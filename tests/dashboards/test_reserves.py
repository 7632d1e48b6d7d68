"""The reserves planner without a browser: what controls ask for, what is shown, files."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import pytest

from toolkit import dashboards
from toolkit.battlefield import Base, block
from toolkit.dashboards.reserves_document import document, opened
from toolkit.dashboards.reserves_state import WAYS, first_state
from toolkit.errors import ToolkitError


@pytest.fixture
def planner():
    return dashboards.reserves_planner()


def test_the_first_spot_is_legal_and_its_charges_are_told(planner):
    assert planner.result.legal and "✓ Legal" in planner.tiles.value
    nearest = planner.result.charges.sort("distance").row(0, named=True)
    assert nearest["target"] == "Dreadnought" and nearest["needs"] == 10 and "16.7%" in planner.tiles.value
    assert planner.map_chart.data["line"]["text"] == [f"charge {nearest['distance']:.1f}″"]


def test_a_click_places_the_unit_and_an_illegal_spot_names_its_breach(planner):
    planner.map_chart.clicked = [41.2, 15.9, 1]
    assert planner.state.spot == (41, 16) and not planner.result.legal
    assert "✗ Not legal" in planner.tiles.value and str(planner.result.breaches[0]).replace('"', "″") in planner.tiles.value
    assert planner.map_chart.data["mine"]["ok"] == [False] * 10
    planner.map_chart.clicked = [58.1, 19.8, 2]
    assert planner.state.spot == (58, 20) and planner.result.legal


def test_a_click_can_move_a_unit_instead(planner):
    planner.controls.clicks.value = "selected"
    planner.map_chart.clicked = [20, 34, 1]
    assert planner.state.board.unit("Intercessors A").centre == pytest.approx((20, 34)) and planner.state.spot == (58, 20)


def test_sliders_move_the_picked_unit_and_with_it_the_region(planner):
    before = planner.result.region.area
    planner.controls.selected.value = "Dreadnought"
    assert planner.controls.place.values == [47, 27]
    planner.controls.place.values = [55, 27]
    assert planner.state.board.unit("Dreadnought").centre == (55, 27) and planner.result.region.area < before
    assert planner.controls.units.rows[3][4] == 55


def test_units_that_would_overlap_stay_where_they_are(planner):
    planner.change(lambda state: state.moved("Intercessors A", 38, 31))
    assert "overlap" in planner.message and planner.state.board.unit("Intercessors A").centre == pytest.approx((22, 30))


def test_every_way_of_both_editions_is_shown(planner):
    for system, ways in WAYS.items():
        planner.controls.system.value = system
        for way in ways:
            planner.controls.way.value = way.id
            assert planner.message == "" and planner.state.arrival is way
            if not way.may_charge:
                assert f"no charge after {way.name}" in planner.tiles.value


def test_disembarking_is_measured_from_the_transport(planner):
    planner.controls.system.value = "wh40k_10e"
    planner.controls.way.value = "wh40k_10e.arrival.disembark"
    assert "tk-gone" not in planner.controls._anchor._dom_classes and 0 < planner.result.region.area < 150
    planner.controls.units.rows = [row for row in planner.controls.units.rows if row[1] == "enemy"]
    assert "add an own unit" in planner.message and len(planner.state.board.units) == 6
    assert len(planner.controls.units.rows) == 6


def test_round_modifier_and_reroll_change_the_chances(planner):
    best = planner.result.map.best.chance
    planner.controls.modifier.values = [1]
    more = planner.result.map.best.chance
    planner.controls.reroll.value = "whole"
    assert best < more < planner.result.map.best.chance
    room = planner.result.region.area
    planner.controls.round.value = 3
    assert planner.result.region.area > room
    planner.controls.round.value = 1
    assert planner.result.region.area == 0 and "from round 2 on" in planner.tiles.value


def test_the_table_of_units_moves_adds_and_takes_out(planner):
    rows = [list(row) for row in planner.controls.units.rows]
    rows[0] = ["Tactical Marines", "enemy", "10", "40mm", "20", "33,5", "", "3"]
    planner.controls.units.rows = rows
    unit = planner.state.board.unit("Tactical Marines")
    assert len(unit.models) == 10 and unit.centre == pytest.approx((20, 33.5)) and str(unit.models[0].base) == "40mm"
    planner.enemy_button.click()
    assert planner.state.selected == "Enemy 1" and len(planner.state.board.units) == 7
    planner.controls.units.rows = planner.controls.units.rows[1:]
    assert len(planner.state.board.units) == 6
    rows = [list(row) for row in planner.controls.units.rows]
    rows[0][2] = "many"
    planner.controls.units.rows = rows
    assert "write a number" in planner.message and planner.controls.units.rows[0][2] == 5


def test_screen_and_region_show_what_they_say(planner):
    planner.controls.shown.value = "region"
    assert not planner.map_chart.data["cells"]["x1"] and "square inches in" in planner.key.value
    planner.controls.shown.value = "screen"
    assert planner.result.gaps.area > 0 and planner.map_chart.data["gaps"]["x"]
    planner.controls.within.values = [3]
    assert planner.result.gaps.closed and "nothing can arrive" in planner.key.value


def test_the_best_spot_is_legal_for_the_whole_unit_and_as_good_as_promised(planner):
    planner.find_best()
    assert planner.message == "" and planner.result.legal and len(planner.state.arriving.models) == 10
    assert planner.result.charges["chance"].max() == pytest.approx(float(planner.result.map.best.chance))


def test_another_board_and_deployment(planner):
    planner.controls.pattern.value = "hammer_and_anvil"
    assert planner.state.board.name == "Hammer and Anvil" and planner.message == ""
    planner.controls.size.value = "44x30"
    assert "not wholly on" in planner.message and planner.controls.size.value == "44x60"


def test_a_file_opens_again_just_as_it_was(planner):
    planner.controls.reroll.value = "one_die"
    planner.find_best()
    name, content = planner.file_to_save()
    assert name == "kasrkin-by-ingress-move.toml"
    other = dashboards.reserves_planner()
    other.open_file(name, content)
    assert other.message == "" and other.state.arriving == planner.state.arriving and other.state.board == planner.state.board
    assert (other.state.spot, other.state.reroll, other.state.files) == (planner.state.spot, "one_die", 2)
    assert other.file_to_save()[1] == content


def test_what_else_is_in_a_file_is_kept():
    given = {"system": "wh40k_10e", "attacker": {"name": "Boyz"}, "board": document(first_state())["board"]}
    assert document(opened(given, "wh40k_11e"))["attacker"] == {"name": "Boyz"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"board": {"width": 60}}, "depth"),
        ({"arrival": {"way": "by boat"}}, "it is one of"),
        ({"arrival": {"battle_round": "two"}}, "whole number"),
        ({"arrival": {"battle_round": 7}}, "from 1 to 5"),
        ({"arrival": {"files": 0}}, "from 1 to 200"),
        ({"arrival": {"transport": "Rhino"}}, "'Rhino' is no own unit on the table; choose from: 'Chimera'"),
        ({"arrival": {"charge_reroll": "all"}}, "whole"),
        ({"arrival": {"at": [1]}}, "across"),
        ({"arrival": {"speed": 4}}, "no key 'speed'"),
    ],
)
def test_bad_files_change_nothing_but_the_error_bar(planner, change, said):
    with pytest.raises(ToolkitError, match=said):
        opened({**document(first_state()), **change}, "wh40k_11e")
    planner.open_file("a.toml", "system = 'wh40k_11e'")
    assert "no [board]" in planner.message and planner.result.legal


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"way": "by boat"}, "'by boat' is no way of arriving; choose from: 'wh40k_11e.arrival.ingress-move', .*disembark"),
        ({"selected": "Nobody"}, "'Nobody' is no unit on the table; choose from: 'Intercessors A'"),
        ({"transport": "Scouts"}, "'Scouts' is no own unit on the table; choose from: 'Chimera'"),
        ({"shown": "all"}, "one of 'charge'"),
        ({"reroll": "all"}, "one of None, 'whole', 'one_die'"),
        ({"battle_round": 6}, "from 1 to 5"),
        ({"modifier": 1.5}, "whole number"),
        ({"within": 0}, "whole number"),
        ({"system": "wh40k_9e"}, "it knows wh40k_10e, wh40k_11e"),
    ],
)
def test_what_does_not_exist_is_refused(change, said):
    with pytest.raises(ToolkitError, match=said):
        replace(first_state(), **change)
    with pytest.raises(ToolkitError, match="it knows"):
        first_state().with_edition("t9a_3e")


def test_renamed_units_stay_picked_and_lost_ones_do_not():
    state = replace(first_state(), selected="Chimera")
    rows = state.rows()
    rows[-1][0] = "Taurox"
    renamed = state.with_rows(rows)
    assert (renamed.selected, renamed.transport) == ("Taurox", "Taurox")
    left = renamed.with_rows(rows[:-1])
    assert (left.selected, left.transport) == ("Intercessors A", "")


def test_disembarking_of_the_eleventh_edition_is_offered(planner):
    planner.controls.way.value = "wh40k_11e.arrival.tactical-disembark"
    assert planner.message == "" and planner.state.arrival.anchor == 3 and 0 < planner.result.region.area < 150
    planner.controls.way.value = "wh40k_11e.arrival.rapid-disembark"
    assert "no charge after Rapid disembark" in planner.tiles.value


def test_reset_and_copy(planner):
    planner.map_chart.clicked = [41, 16, 1]
    assert "not legal" in planner.text_to_copy()
    planner.start_again()
    assert planner.state.spot == (58, 20) and "Dreadnought: 9.6″, needs 10+, 16.7%" in planner.text_to_copy()


def test_twenty_enemy_units_stay_quick(planner):
    board = first_state().board.with_units(block(f"Unit {n}", Base.parse("32mm"), 5, 6 + 9 * (n % 6), 18 + 7 * (n // 6)) for n in range(20))
    planner.change(lambda state: type(state)(state.system, board, state.arriving, state.spot))
    assert planner.message == ""
    seconds = []
    for turn in range(7):
        start = time.perf_counter()
        planner.change(lambda state, up=18.1 + turn / 10: state.moved("Unit 0", 6, up))
        seconds.append(time.perf_counter() - start)
    assert statistics.median(seconds) < 1.5  # far above what it takes; machines differ
