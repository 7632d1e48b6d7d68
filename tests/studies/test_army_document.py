"""Armies in files: what is read, what is written again, and what is refused."""

import pytest

from toolkit.dashboards.army_state import first_state, opened
from toolkit.errors import ToolkitError
from toolkit.studies.army_document import read_army

LIST = """
system = "wh40k_10e"

[army]
battle_size = 2000
limits = "Core rules"

[[army.units]]
name = "Terminators"
points = 1500
keywords = ["Infantry"]
in_reserves = true
deep_strike = true

[[army.units]]
name = "Chimera"
points = 85
keywords = ["Vehicle", "Transport"]
in_reserves = true

[[army.units]]
name = "Guard"
points = 65
embarked_in = "Chimera"
"""


def test_a_file_with_deep_strike(tmp_path):
    path = tmp_path / "army.toml"
    path.write_text(LIST, encoding="utf-8")
    army = read_army(path)
    check = army.check()
    assert (check.legal, check.points, check.units, check.uncounted, check.cap) == (True, 150, 2, 1500, 500)
    assert [each.deep_strike for each in army.units] == [True, False, False]
    again = army.document()
    assert read_army(again) == army
    again["army"]["limits"] = "Pariah Nexus"
    assert read_army(again).check().breaches == (
        "1650 points wait, 650 more than the 1000 allowed",
        "3 units wait, 2 more than the 1 allowed",
    )


def test_what_the_sheet_saves_is_read():
    state = first_state()
    army = read_army(state.document())
    assert (army.units, army.waiting, army.battle_size, army.system) == (state.army, state.waiting, state.points, state.system)
    assert opened(army.document(), "wh40k_11e").army == state.army


def unit(**more):
    return {"army": {"units": [{"name": "A", **more}]}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "no [army] with units"),
        ({"army": {"units": "A"}}, "no [army] with units"),
        ({"system": "t9a_3e", "army": {"units": []}}, "system = 't9a_3e'; reserves are known of wh40k_10e, wh40k_11e"),
        ({"army": {"units": [], "size": 5}}, "[army] has no key 'size'; it has: battle_size, limits, units"),
        ({"army": {"units": [], "battle_size": "2000"}}, "[army]: battle_size '2000'"),
        ({"army": {"units": [], "limits": "Core rules"}}, "[army]: limits = 'Core rules'; in wh40k_11e they are Strategic Reserves"),
        ({"army": {"units": [{"points": 5}]}}, "[[army.units]] 1 has no name"),
        ({"army": {"units": ["A"]}}, "[[army.units]] 1 has no name"),
        (unit(cost=5), "[[army.units]] 1 has no key 'cost'"),
        (unit(points="5"), "[[army.units]] 1: unit 'A' costs '5' points"),
        (unit(keywords="Infantry"), "[[army.units]] 1: keywords of unit 'A' 'Infantry'; they are a list of texts"),
        (unit(in_reserves="yes"), "[[army.units]] 1: in_reserves 'yes'; it is True or False"),
        (unit(deep_strike="yes"), "[[army.units]] 1: deep_strike of unit 'A' 'yes'; it is True or False"),
        (unit(deep_strike=True, embarked_in="B"), "[[army.units]] 1: unit 'A' waits by Deep Strike and in 'B'"),
        (unit(embarked_in=3), "[[army.units]] 1: the Transport of unit 'A', 3"),
    ],
)
def test_what_is_wrong_is_named(document, message):
    with pytest.raises(ToolkitError) as caught:
        read_army(document)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_document_is_named():
    with pytest.raises(ToolkitError, match="an army None; it is a document or the path of a file"):
        read_army(None)
