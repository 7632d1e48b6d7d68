"""What the reserves planner shows beside charges: expected damage, a pinned answer, terrain, one more screening unit."""

from __future__ import annotations

import pytest

from toolkit import dashboards
from toolkit.battlefield.coherency import BY_SYSTEM, out_of_coherency
from toolkit.dashboards.reserves_document import document, opened
from toolkit.dashboards.reserves_screening import formation
from toolkit.dashboards.reserves_state import first_state
from toolkit.dashboards.reserves_terrain import EFFECTIVE, KINDS
from toolkit.errors import ToolkitError


@pytest.fixture
def planner():
    return dashboards.reserves_planner()


# --- expected damage ------------------------------------------------------------------------------------------------


def test_worths_are_by_hand_until_both_datasheets_are_known(planner):
    assert planner.state.worths["Dreadnought"].source == "by hand" and "no datasheet for Kasrkin" in planner.state.worths["Scouts"].said
    assert "by hand" in planner.charges.value and "✓ Everything on the table is calculated" in planner.notes.value
    planner.controls.profile.value = "Intercessor Squad"
    assert planner.state.worths["Dreadnought"].source == "by hand"
    rows = [list(row) for row in planner.controls.units.rows]
    rows[0][6] = "Intercessor Squad"
    planner.controls.units.rows = rows
    found = planner.state.worths["Intercessors A"]
    assert planner.message == "" and found.computed and found.value == pytest.approx(10 / 3, abs=1e-3)
    assert planner.controls.units.rows[0][7] == pytest.approx(3.33) and "0,7" in planner.controls.units.locked
    assert "computed" in planner.charges.value and "in the fights Combat Doctrines" in planner.notes.value
    rows = [list(row) for row in planner.controls.units.rows]
    rows[0][6] = ""
    planner.controls.units.rows = rows
    assert planner.state.worths["Intercessors A"].value == 2 and not planner.state.worths["Intercessors A"].computed


def test_a_unit_called_like_a_datasheet_has_it(planner):
    planner.controls.name.value = "Intercessor Squad"
    planner.controls.units.rows = [["Marine profile T4 Sv3+ W2", "enemy", 5, "32mm", 47, 27, "", ""]]
    assert planner.controls.profile.value == "Intercessor Squad"
    assert planner.state.worths["Marine profile T4 Sv3+ W2"].computed
    planner.controls.profile.value = ""
    assert not planner.state.worths["Marine profile T4 Sv3+ W2"].computed


def test_the_map_of_expected_damage(planner):
    likeliest = planner.result.map.best
    planner.controls.shown.value = "damage"
    best, state = planner.result.map.best, planner.state
    assert planner.result.map.goal == "damage" and best.value >= float(likeliest.chance) * state.prizes[likeliest.target]
    assert best.value == pytest.approx(max(planner.result.map.frame["value"].max(), best.value))
    assert "Most expected damage" in planner.tiles.value and f"{best.value:.2f}" in planner.tiles.value
    cells = planner.map_chart.data["cells"]
    assert max(cells["strength"]) <= 1 and cells["hurt"][0] and len(set(cells["strength"])) > 3
    assert "Expected damage" in planner.key.value and "none, but legal" in planner.key.value
    here = planner.result.here
    row = planner.result.charges.filter(target="Dreadnought").row(0, named=True)
    assert here == pytest.approx(row["chance"] * 0.5) and f"{here:.2f}" in planner.tiles.value
    planner.find_best()
    assert planner.message == "" and planner.result.legal and planner.result.here == pytest.approx(best.value)


def test_prizes_move_the_best_spot(planner):
    planner.controls.shown.value = "damage"
    rows = [list(row) for row in planner.controls.units.rows]
    for row in rows:
        row[7] = "" if row[1] == "own" else 20 if row[0] == "Scouts" else 0
    planner.controls.units.rows = rows
    assert planner.message == "" and planner.result.map.best.target == "Scouts" and planner.state.worth["Scouts"] == 20
    for row in rows:
        row[7] = ""
    planner.controls.units.rows = rows
    assert (
        planner.result.best == 0 and "no unit has a worth yet" in planner.tiles.value and "what a charge at any unit" in planner.notes.value
    )
    rows[0][7] = "-3"
    planner.controls.units.rows = rows
    assert "from 0 to 10,000" in planner.message


def test_hovering_tells_spot_distance_chance_and_damage(planner):
    for shown in ("charge", "damage"):
        planner.controls.shown.value = shown
        cells = planner.map_chart.data["cells"]
        frame = planner.result.map.frame
        best = frame["chance"].arg_max()
        assert cells["at"][best].endswith("up") and cells["who"][best].endswith("away") and cells["chance"][best] > 0.1
        worth = planner.state.prizes[frame["target"][best]]
        expected = frame["value"][best] if shown == "damage" else frame["chance"][best] * worth
        assert cells["hurt"][best] == f"{expected:.2f}"
        nearest = min(float(each[:-1]) for each in cells["off"])
        assert nearest == pytest.approx(8.0, abs=0.3)
    said = dict(zip(planner.map_chart.data["bases"]["unit"], planner.map_chart.data["bases"]["said"], strict=True))
    assert said["Dreadnought"] == "9.6″ away, charge 16.7%, expected damage 0.08 of 0.50 (by hand)"


def test_worths_and_datasheets_are_saved(planner):
    planner.controls.profile.value = "Intercessor Squad"
    name, content = planner.file_to_save()
    other = dashboards.reserves_planner()
    other.open_file(name, content)
    assert other.message == "" and other.state.sheets == {"Kasrkin": "Intercessor Squad"} and other.state.worth == planner.state.worth
    with pytest.raises(ToolkitError, match="'Nobody', which is no unit here"):
        opened({**document(first_state()), "arrival": {"worth": {"Nobody": 3}}}, "wh40k_11e")
    with pytest.raises(ToolkitError, match="numbers from 0 to 10,000"):
        opened({**document(first_state()), "arrival": {"worth": {"Scouts": -3}}}, "wh40k_11e")


def test_another_edition_keeps_worths_and_says_what_it_does_not_know(planner):
    planner.controls.profile.value = "Intercessor Squad"
    rows = [list(row) for row in planner.controls.units.rows]
    rows[3][6] = "Monster profile T10 Sv2+ W12"
    planner.controls.units.rows = rows
    assert planner.state.worths["Dreadnought"].computed
    planner.controls.system.value = "wh40k_10e"
    assert planner.message == "" and planner.state.worths["Dreadnought"].computed


# --- a pinned answer ------------------------------------------------------------------------------------------------


def test_a_pinned_answer_is_compared_with(planner):
    planner.pin_button.click()
    assert not planner.back_button.disabled and planner.map_chart.data["pinned"]["x"]
    assert "no change" in planner.compared.value and "Kasrkin by Ingress move in round 2" in planner.compared.value
    region = list(planner.map_chart.data["pinned"]["x"])
    planner.controls.reroll.value = "whole"
    planner.controls.round.value = 3
    assert "<b>A</b> 16.7%" in planner.tiles.value and "points" in planner.tiles.value and "sq in" in planner.tiles.value
    assert "now: round 3, re-roll of the whole roll" in planner.compared.value
    assert planner.map_chart.data["pinned"]["x"] == region != planner.map_chart.data["area"]["x"]
    assert "long dashes" in planner.legend.value
    planner.controls.shown.value = "damage"
    assert "<b>A</b> 0.08" in planner.tiles.value
    planner.map_chart.clicked = [41, 16, 1]
    assert "not legal" in planner.tiles.value
    planner.back_button.click()
    assert planner.state == planner.pinned[0] and "no change" in planner.tiles.value
    planner.unpin_button.click()
    assert not planner.map_chart.data["pinned"]["x"] and "long dashes" not in planner.legend.value


def test_pinning_while_nothing_can_charge(planner):
    planner.controls.way.value = "wh40k_11e.arrival.rapid-ingress"
    planner.pin_now()
    assert planner.message == "" and "no change" in planner.tiles.value
    planner.controls.way.value = "wh40k_11e.arrival.deep-strike"
    assert "<b>A</b> –" in planner.tiles.value


# --- terrain --------------------------------------------------------------------------------------------------------

TRIANGLE = {"name": "Crater", "kind": "woods", "points": [[10, 5], [16, 5], [10, 9.125]]}


def test_terrain_is_added_edited_and_taken_out(planner):
    planner.terrain_button.click()
    planner.terrain_button.click()
    rows = [list(row) for row in planner.controls.terrain.rows]
    assert [row[0] for row in rows] == ["Ruins 1", "Ruins 2"] and rows[0][1:2] == ["ruins"] and rows[0][4:] == [6, 4, 0, "rectangle"]
    area = planner.result.region.area
    assert "terrain in the way of a charge; whatever else terrain of the kind ruins does" in planner.notes.value
    rows[0] = ["Cliff", "impassable", "3", "6", "4", "8,5", "5", "rectangle"]
    planner.controls.terrain.rows = rows
    cliff = planner.state.board.terrain[0]
    assert planner.message == "" and (cliff.name, cliff.kind, cliff.height, cliff.polygon.bounds) == (
        "Cliff",
        "impassable",
        5,
        (1, 1.75, 5, 10.25),
    )
    assert planner.result.region.area < area - 20 and set(planner.map_chart.data["terrain"]["g"]) == {"Cliff", "Ruins 2"}
    planner.controls.terrain.rows = planner.controls.terrain.rows[:1]
    assert len(planner.state.board.terrain) == 1 and "whatever else" not in planner.notes.value
    planner.map_chart.clicked = [3, 6, 1]
    assert "impassable" in planner.wrong.value and not planner.result.legal


def test_other_shapes_are_moved_and_never_turned_into_rectangles(planner):
    given = document(first_state())
    given["board"]["terrain"] = [TRIANGLE]
    planner.go_to(opened(given, "wh40k_11e"))
    row = list(planner.controls.terrain.rows[0])
    assert row == ["Crater", "woods", 13, 7.06, 6, 4.12, 0, "3 corners"] and set(planner.controls.terrain.locked) == {"0,4", "0,5", "0,7"}
    before = planner.state.board.terrain[0].polygon
    row[2] = 14
    planner.controls.terrain.rows = [row]
    after = planner.state.board.terrain[0].polygon
    assert planner.message == "" and after.bounds == pytest.approx((11, 5, 17, 9.125)) and after.area == pytest.approx(before.area)
    row = list(planner.controls.terrain.rows[0])
    row[4] = 9
    planner.controls.terrain.rows = [row]
    assert "no rectangle" in planner.message and planner.state.board.terrain[0].polygon.equals(after)
    row[4], row[0], row[6] = 6, "Shell hole", 2
    planner.controls.terrain.rows = [row]
    assert planner.message == "" and planner.state.board.terrain[0].polygon.equals(after) and planner.state.board.terrain[0].height == 2


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        (2, "59", "reaches beyond"),
        (4, "0", "more than 0"),
        (5, "deep", "write a number"),
        (6, "99", "0 to 60"),
        (0, " ", "without a name"),
        (1, "impassable", ""),
    ],
)
def test_terrain_that_cannot_be_is_refused(planner, column, value, said):
    planner.terrain_button.click()
    row = list(planner.controls.terrain.rows[0])
    row[column] = value
    planner.controls.terrain.rows = [row]
    assert (said in planner.message) if said else planner.message == ""
    assert planner.controls.terrain.rows[0][0] == "Ruins 1"


def test_impassable_ground_under_a_unit_is_refused(planner):
    planner.terrain_button.click()
    row = list(planner.controls.terrain.rows[0])
    row[1:4] = ["impassable", 22, 30]
    planner.controls.terrain.rows = [row]
    assert "stands on 'Ruins 1', which is impassable" in planner.message and planner.state.board.terrain[0].kind == "ruins"


def test_terrain_is_saved(planner):
    planner.terrain_button.click()
    name, content = planner.file_to_save()
    other = dashboards.reserves_planner()
    other.open_file(name, content)
    assert other.message == "" and other.state.board == planner.state.board


# --- one more screening unit ----------------------------------------------------------------------------------------


def test_one_more_screen_is_asked_for_shown_and_put_on_the_table(planner):
    assert planner.controls.put_button.disabled
    told = []
    planner.key.observe(lambda event: told.append(event["new"]), "value")
    planner.controls.ask_button.click()
    assert planner.message == "" and planner.state.shown == "screen" and "Comparing positions: 0 of 4" in told[0]
    found = planner._found_screen(planner.state)
    assert found.unit is not None and len(found.unit.models) == 5 and found.after.area < found.before.area == planner.result.gaps.area
    assert f"close {found.before.area - found.after.area:,.1f} of {found.before.area:,.1f} square inches" in planner.key.value
    assert {"screen 0", "screen 4", "closed"} <= set(planner.map_chart.data["aids"]["g"])
    planner.controls.put_button.click()
    assert planner.state.selected == "Screen 1" and planner.result.gaps.area == pytest.approx(found.after.area)
    assert planner.state.screens == ("Screen 1",) and "Screen 1" not in planner.state.protected
    assert planner.controls.put_button.disabled and "press “Where to screen”" in planner.key.value
    assert not planner.map_chart.data["aids"]["g"]
    rows = [list(row) for row in planner.controls.units.rows]
    rows[-1][0] = "Cultists"
    planner.controls.units.rows = rows
    other = dashboards.reserves_planner()
    other.open_file(*planner.file_to_save())
    assert other.message == "" and other.state.screens == planner.state.screens == ("Cultists",)
    planner.controls.units.rows = rows[:-1]
    assert planner.message == "" and planner.state.screens == ()


def test_a_screen_in_its_zone_stays_there_and_is_forgotten_when_the_table_changes(planner):
    planner.controls.screen_where.value = "zone"
    planner.controls.screeners.values = [8]
    planner.controls.screen_base.value = "40mm"
    planner.find_screen()
    found = planner._found_screen(planner.state)
    zone = planner.state.board.zone("enemy")[0].polygon.buffer(1e-6)
    assert found.unit is not None and len(found.unit.models) == 8 and all(zone.covers(each.outline) for each in found.unit.models)
    planner.controls.modifier.values = [1]
    assert planner.controls.put_button.disabled and "press “Where to screen”" in planner.key.value
    planner.controls.modifier.values = [0]
    assert not planner.controls.put_button.disabled
    planner.controls.pattern.value = ""
    planner.find_screen()
    assert "no deployment zone of the enemy" in planner.message


def test_a_screen_that_cannot_be_says_why(planner):
    planner.controls.within.values = [3]
    planner.find_screen()
    assert "nothing left to close" in planner.key.value
    planner.controls.way.value = "wh40k_11e.arrival.tactical-disembark"
    assert "not calculated" in planner.key.value
    planner.find_screen()
    assert "a screen against it is not calculated" in planner.message
    planner.controls.screen_base.value = "round"
    assert "base" in planner.message and planner.controls.screen_base.value == "32mm"


@pytest.mark.parametrize("system", ["wh40k_10e", "wh40k_11e"])
@pytest.mark.parametrize("models", [1, 5, 10, 20])
def test_the_formation_of_a_screen_is_wide_and_coherent(system, models):
    unit = formation("Screen", "32mm", models, system)
    assert len(unit.models) == models and not out_of_coherency(unit.models, BY_SYSTEM[system])
    across = [each.x for each in unit.models]
    assert models == 1 or max(across) - min(across) > 5


def test_a_short_roll_may_reach_somebody_else_and_the_tile_says_so(planner):
    planner.controls.shown.value = "damage"
    planner.change(lambda state: state.moved("Scouts", 43.5, 17))
    assert planner.message == "" and "or others" in planner.tiles.value
    rows = planner.result.charges.filter(planner.result.charges["chance"] > 0)
    assert len(rows) == 2 and planner.result.here > rows["value"].max()


def test_datasheets_that_cannot_fight_are_told(planner):
    given = document(first_state())
    given["arrival"]["datasheets"] = {"Kasrkin": "Intercessor Squad", "Scouts": "Scout Squad"}
    planner.go_to(opened(given, "wh40k_11e"))
    assert "Scout Squad" in planner.notes.value and planner.state.worths["Scouts"].source == "by hand"
    planner.controls.sizes.values = [3, 2]
    rows = [list(row) for row in planner.controls.units.rows]
    rows[0][6] = "Intercessor Squad"
    planner.controls.units.rows = rows
    assert planner.message == "" and "Intercessor Squad cannot have 3 models" in planner.notes.value


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_kinds_that_are_said_to_count_change_an_answer(planner, kind):
    bare = planner.result
    planner.terrain_button.click()
    planner.controls.terrain.rows = [["Thing", kind, 4, 22, 6, 12, 5, "rectangle"]]
    now = planner.result
    same = now.region.area == bare.region.area and now.map.best == bare.map.best and now.charges.equals(bare.charges)
    assert planner.message == "" and same == (kind not in EFFECTIVE)
