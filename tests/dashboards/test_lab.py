"""The Rules Lab through its traits: every control and button, with the real engine and no browser."""

import re
import tomllib

import pytest

from toolkit.charts import waterfall as picture
from toolkit.dashboards import rules_lab
from toolkit.errors import ScenarioError
from toolkit.studies.crunch import crunch
from toolkit.studies.interactions import pairs, waterfall


@pytest.fixture
def lab():
    return rules_lab()


def rule(lab, name):
    return next(row["id"] for row in lab.controls.rules.rules if row["name"].startswith(name))


def toggle(lab, name):
    key, on = rule(lab, name), list(lab.controls.rules.on)
    lab.controls.rules.on = [other for other in on if other != key] if key in on else [*on, key]


def words(widget):
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", widget.value)).strip()


def shown(lab):
    texts = (lab.question, lab.steps_title, lab.steps_legend, lab.faces, lab.pairs_legend, lab.pairs_said, lab.pairs_without)
    return [widget.value for widget in texts] + [lab.steps_chart.data, lab.pairs_chart.data]


# --- three views ----------------------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_studies(lab):
    assert lab.steps.equals(waterfall(lab.document))
    assert lab.pairs.equals(pairs(lab.document))
    table = lab.steps_chart.data["src"]
    assert table["total"][-1] == f"{crunch(lab.document).mean_slain:.2f}"
    assert table["label"][0] == picture.FIRST and "Heavy" in table["label"]


def test_a_rule_that_changes_nothing_says_why(lab):
    table = lab.steps_chart.data["src"]
    assert table["note"][table["label"].index("Rapid Fire 1")] == "the target is beyond half range"


def test_toggling_a_rule_changes_all_three_views(lab):
    before = shown(lab)
    toggle(lab, "Lethal Hits")
    assert "Lethal Hits" not in lab.steps_chart.data["src"]["label"]
    assert "Lethal Hits" not in lab.pairs_chart.data["src"]["first"]
    assert "wounds" not in words(lab.faces).split("Wound")[0]
    toggle(lab, "Lethal Hits")
    assert shown(lab) == before


@pytest.mark.parametrize(
    ("measure", "title", "of"),
    [
        ("mean_damage", "Average wounds removed", lambda result: f"{result.mean_damage:.2f}"),
        ("p_destroyed", "Chance to destroy", lambda result: f"{result.p_destroyed:.1%}"),
        ("at_least", "Chance to slay at least 3", lambda result: f"{result.slain.at_least(3):.1%}"),
    ],
)
def test_measures(lab, measure, title, of):
    lab.controls.measure.value = measure
    assert words(lab.steps_title).startswith(title)
    assert lab.steps_chart.data["src"]["total"][-1] == of(lab.result)
    assert lab.steps_chart.signals["percent"] == (measure not in ("mean_slain", "mean_damage"))


def test_who_sets_k_asks_about_k(lab):
    lab.controls.k.value = 2
    assert lab.controls.measure.value == "at_least"
    assert words(lab.steps_title) == "Chance to slay at least 2, rule by rule"
    assert lab.controls.k.value == 2 and lab.state.k == 2


@pytest.mark.parametrize("order", ["largest", "fair"])
def test_orders(lab, order):
    lab.controls.order.value = order
    assert lab.steps.equals(waterfall(lab.document, order=order))


def test_a_fair_share_of_too_many_rules_is_listed_instead(lab):
    lab.controls.order.value = "fair"
    for name in ("Twin-linked", "Devastating Wounds", "Ignores Cover", "Benefit of Cover"):
        toggle(lab, name)
    assert "a fair share takes 10 rules at most, 11 are on: listed" in words(lab.steps_legend)
    assert lab.message == "" and len(lab.steps) == 11


def test_rules_without_effect_are_left_out_of_the_pairs(lab):
    assert "Left out" in words(lab.pairs_without) and "Rapid Fire 1" in words(lab.pairs_without)
    assert "Rapid Fire 1" not in lab.pairs_chart.data["src"]["first"]
    assert "Rapid Fire 1" in lab.pairs["first"].to_list()


def test_pairs_in_words(lab):
    assert re.search(r"Best together : .+ with .+, \+0\.\d\d apart, \+0\.\d\d together\.", words(lab.pairs_said))
    lab.controls.measure.value = "p_destroyed"
    assert "points together" in words(lab.pairs_said)


def test_many_rules_are_too_many_pairs(lab):
    names = [row["id"] for row in lab.controls.rules.rules if not row["locked"] and row["name"] != "Torrent"]
    lab.controls.rules.on = names[:22]
    assert lab.message == ""
    assert "pairs of more than 20 cannot be read" in words(lab.pairs_legend)


def test_faces_of_the_chosen_weapon(lab):
    assert [name for name, _ in lab.controls.weapon.options] == ["2 × Malleus rocket launcher", "2 × Lasgun"]
    first = words(lab.faces)
    lab.controls.weapon.index = 1
    assert words(lab.faces) != first and "Strength 3 against" in words(lab.faces)
    lab.controls.weapons.values = [2, 0, 0, 0, 0]
    assert lab.controls.weapon.index == 0 and words(lab.faces) == first


def test_words_of_the_faces(lab):
    toggle(lab, "Twin-linked")
    cells = re.findall(r'<td class="(\w+)">(.*?)</td>', lab.faces.value)
    assert cells[:7] == [("no", "miss")] * 3 + [("yes", "hit")] * 2 + [("crit", "critical<small>wounds, +1 hit</small>"), ("go", "50.0%")]
    assert cells[7] == ("again", "re-roll<small>new die</small>") and cells[13] == ("go", "88.9%")


def test_no_roll_no_save_and_feel_no_pain(lab):
    lab.controls.target.value = "Plague Marines"
    toggle(lab, "Torrent")
    assert "every attack hits, no roll" in words(lab.faces)
    document = lab.document
    document["defender"]["models"][0] |= {"feel_no_pain": "5+", "save": "7+"}
    other = rules_lab(document)
    assert "ignored on 5+ ; 66.7% are lost" in words(other.faces)
    assert "no save: every wound goes through" in words(other.faces)


def test_profiles_of_a_mixed_unit_have_a_row_each(lab):
    document = lab.document
    sergeant = {"name": "Sergeant", "count": 1, "toughness": 4, "save": "2+", "wounds": 2}
    document["defender"]["models"] = [*document["defender"]["models"], sergeant]
    assert re.findall(r'scope="row">(Save \w+) <b>(.*?)<', rules_lab(document).faces.value) == [
        ("Save Intercessor", "4+"),
        ("Save Sergeant", "3+"),
    ]


# --- the matchup ----------------------------------------------------------------------------------------------------


def test_the_list_holds_what_can_change_a_die(lab):
    names = [row["name"] for row in lab.controls.rules.rules]
    assert {"Heavy", "Stealth", "Take Aim!", "Benefit of Cover"} <= set(names)
    assert "Deep Strike" not in names and "Insane Bravery" not in names


def test_units_facts_and_counts(lab):
    lab.controls.facts["remained_stationary"].value = False
    table = lab.steps_chart.data["src"]
    assert table["note"][table["label"].index("Heavy")] == "the unit moved"
    lab.controls.target.value = "Terminator Squad"
    assert "Terminator Squad (5 models)" in words(lab.question)
    lab.controls.attacker.value = "Boyz"
    assert "Boyz" in lab.controls.attacker.text and lab.message == ""


def test_all_off_as_printed_and_reset(lab):
    before = shown(lab)
    lab.off_button.click()
    assert len(lab.steps) == 0 and lab.steps_chart.data["src"]["label"] == [picture.FIRST, picture.LAST]
    assert "No rule is switched on" in words(lab.steps_legend) and "tk-gone" in lab.grid._dom_classes
    lab.printed_button.click()
    assert lab.steps["rule"].to_list() == ["Blast", "Heavy", "Rapid Fire 1", "Rearm, Reload, Fire"]
    lab.controls.measure.value, lab.controls.order.value = "p_destroyed", "largest"
    lab.reset_button.click()
    assert shown(lab) == before and "tk-gone" not in lab.grid._dom_classes
    assert (lab.controls.measure.value, lab.controls.order.value) == ("mean_slain", "listed")


def test_nothing_fires(lab):
    lab.controls.weapons.values = [0, 0, 0, 2, 0]
    lab.controls.weapons.values = [0, 0, 0, 0, 0]
    assert "Nothing is firing" in words(lab.steps_legend) and "Nothing is firing" in words(lab.faces)
    lab.controls.weapons.values = [1, 0, 0, 0, 0]
    assert "Nothing is firing" not in words(lab.steps_legend)


def test_every_unit_can_attack_and_be_attacked(lab):
    for key, _, _ in lab.units.options:
        lab.controls.target.value = key
        lab.controls.attacker.value = key
        assert lab.message == "", key


# --- files ----------------------------------------------------------------------------------------------------------


def test_what_is_saved_can_be_opened(lab):
    toggle(lab, "Stealth")
    before = shown(lab)
    name, content = lab.file_to_save()
    assert name.endswith(".toml") and tomllib.loads(content)["situation"] == {"remained_stationary": True}
    lab.reset_button.click()
    assert shown(lab) != before
    lab.open_file(name, content)
    assert shown(lab) == before


def test_bad_files_change_nothing_but_the_error_bar(lab):
    before = shown(lab)
    lab.open_file("broken.toml", "system = ")
    assert lab.message.startswith("broken.toml") and "tk-gone" not in lab.error._dom_classes
    lab.open_file("large.toml", None)
    assert "large.toml: is too large" in lab.message
    assert shown(lab) == before
    toggle(lab, "Stealth")
    assert lab.message == "" and "tk-gone" in lab.error._dom_classes


def test_a_wrong_scenario_is_refused():
    with pytest.raises(ScenarioError):
        rules_lab({"system": "wh40k_10e", "attaker": {}})


def test_names_of_files_are_escaped(lab):
    document = lab.document
    document["attacker"]["weapons"][0]["name"] = "<script>"
    document["attacker"]["rules"] = [*document["attacker"]["rules"], "<img src=x>"]
    other = rules_lab(document)
    for widget in (other.question, other.notes, other.faces):
        assert "<script>" not in widget.value and "<img" not in widget.value
    assert "&lt;img src=x&gt;" in other.notes.value.lower()


def test_copied_text(lab):
    text = lab.text_to_copy()
    assert text.startswith("What do 2 × Malleus") and "Heavy: +0.58, 1.56 so far." in text
    assert "Rapid Fire 1: no change" in text and "[[attacker.weapons]]" in text
