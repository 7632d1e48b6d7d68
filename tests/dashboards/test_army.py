"""The army reserves sheet without a browser."""

from __future__ import annotations

import pytest

from toolkit import dashboards
from toolkit.dashboards.army_state import first_state, opened
from toolkit.errors import ToolkitError


@pytest.fixture
def army():
    return dashboards.army_reserves()


def changed(sheet, row, column, value):
    rows = [list(each) for each in sheet.rows]
    rows[row][column] = value
    return rows


def test_the_cap_counts_passengers(army):
    assert army.result.check.points == 110 + 105 + 85 + 65 + 120 and army.result.check.room == 515
    assert "✓ Legal" in army.tiles.value and "515" in army.tiles.value and f"{army.result.sets.count:,}" in army.tiles.value


def test_too_much_and_a_fortification_are_warned_of(army):
    table = army.controls.army
    names = [row[0] for row in table.rows]
    table.rows = changed(table, names.index("Aegis Defence Line"), 1, True)
    assert "Fortification" in army.tiles.value and "✗" in army.warnings.value
    assert "Aegis Defence Line" not in army.rounds.value, "what may not wait never arrives"
    army.none_button.click()
    assert army.state.waiting == () and army.result.check.legal and "Nobody waits" in army.rounds.value
    rows = [[row[0], row[0] != "Aegis Defence Line" and not row[3], *row[2:]] for row in table.rows]
    table.rows = rows
    assert army.result.check.room < 0 and "Too much by" in army.tiles.value


def test_the_largest_choice_can_be_taken(army):
    army.take_button.click()
    assert army.result.check.legal and army.result.check.points == army.result.sets.points[0]


def test_the_timeline_says_who_dies_at_the_end_of_round_three(army):
    assert army.rounds.value.count("✗ destroyed") == 2 * 5 and "destroyed at the end of this round if it does not" in army.rounds.value
    assert "embarked in Chimera" in army.rounds.value


def test_the_edition_brings_its_own_limits(army):
    before = army.result.check.unit_cap, army.result.check.cap
    army.controls.system.value = "wh40k_10e"
    assert army.message == "" and army.state.limits.source and "Deep Strike" in army.rounds.value
    army.controls.size.value = 1000
    assert army.result.check.cap != before[1]


def test_typing_is_checked(army):
    table = army.controls.army
    table.rows = changed(table, 0, 2, "cheap")
    assert "write a number" in army.message and table.rows[0][2] == 55
    table.rows = changed(table, 0, 3, "Rhino")
    assert "not in the army" in army.message
    names = [row[0] for row in table.rows]
    table.rows = changed(table, names.index("Chimera"), 0, "Taurox")
    assert army.message == "" and "Taurox" in {unit.embarked_in for unit in army.state.army}
    army.add_button.click()
    assert army.state.army[-1].name == "Unit 1"
    table.rows = table.rows[:3]
    assert len(army.state.army) == 3


def test_a_carrier_that_leaves_the_list_leaves_its_passengers_behind(army):
    army.controls.army.rows = [row for row in army.controls.army.rows if row[0] != "Chimera"]
    assert army.message == "" and not any(unit.embarked_in for unit in army.state.army)


def test_a_file_opens_again_just_as_it_was(army):
    army.controls.size.value = 3000
    other = dashboards.army_reserves()
    other.open_file(*army.file_to_save())
    assert other.message == "" and other.file_to_save() == army.file_to_save() and other.state.army == army.state.army
    assert "choices are legal" in other.text_to_copy()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"army": []}, "no .army"),
        ({"army": {"units": [{"points": 5}]}}, "has no name"),
        ({"army": {"units": [{"name": "A", "cost": 5}]}}, "no key 'cost'"),
        ({"army": {"units": [{"name": "A", "points": -5}]}}, "-5 points"),
        ({"army": {"units": [{"name": "A", "keywords": "Infantry"}]}}, "list of texts"),
        ({"system": "chess", "army": {"units": []}}, "does not know"),
        ({"system": [], "army": {"units": []}}, "does not know"),
    ],
)
def test_bad_files_are_named(table, said):
    with pytest.raises(ToolkitError, match=said):
        opened(table, "wh40k_11e")
    assert first_state().army


def test_a_choice_is_pinned_and_compared(army):
    army.pin_button.click()
    assert "A</b> 485" in army.tiles.value and "no change" in army.tiles.value
    names = [row[0] for row in army.controls.army.rows]
    army.controls.army.rows = changed(army.controls.army, names.index("Baneblade"), 1, True)
    assert "+300" in army.tiles.value and "−300" in army.tiles.value and "with Baneblade" in army.compared.value
    army.back_button.click()
    assert "Baneblade" not in army.state.waiting
    army.unpin_button.click()
    assert "A</b>" not in army.tiles.value and army.back_button.disabled
