"""The Matchup dashboard through its traits: every control and button, with the real engine and no browser."""

import json
import re
import subprocess
import sys
import tomllib
from fractions import Fraction

import pytest

from toolkit.dashboards import matchup
from toolkit.errors import ScenarioError
from toolkit.studies.crunch import crunch

HEAVY, LETHAL = "wh40k_10e.weapon.heavy", "wh40k_10e.weapon.lethal-hits"


@pytest.fixture
def screen():
    return matchup()


def numbers(screen):
    return re.findall(r'class="v">([^<]*)', screen.tiles.value)


def shown(screen):
    """Everything that is on the screen, for comparing."""
    widgets = (screen.question, screen.tiles, screen.chain, screen.notes, screen.why)
    return [widget.value for widget in widgets] + [screen.slain_chart.data, screen.damage_chart.data, screen.stages_chart.data]


def toggle(screen, rule_id):
    on = list(screen.controls.rules.on)
    screen.controls.rules.on = [other for other in on if other != rule_id] if rule_id in on else [*on, rule_id]


def press(button):
    assert not button.disabled
    button.click()


# --- the question and the answer ------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_crunch(screen):
    expected = crunch(screen.document)
    assert screen.result.p_destroyed == expected.p_destroyed
    assert f"{expected.mean_slain:.2f}" in numbers(screen)[2]
    chart = screen.slain_chart.data["src"]
    assert chart["exactly"] == pytest.approx([expected.slain[n] for n in range(6)])
    assert "<b>2 × Malleus rocket launcher" in screen.question.value


@pytest.mark.parametrize("key", ["remained_stationary", "target_in_cover", "overwatch", "within_half_range"])
def test_facts_change_the_document_and_the_numbers(screen, key):
    before = shown(screen)
    screen.controls.facts[key].value = True
    assert screen.document["situation"] == {key: True}
    assert shown(screen) != before
    screen.controls.facts[key].value = False
    assert shown(screen) == before


def test_every_fact_of_the_system_has_a_control(screen):
    assert {*screen.controls.facts, *screen.controls.choices} == {fact.key for fact in screen.system.facts}


def test_the_phase_changes_the_weapons(screen):
    screen.controls.choices["phase"].value = "fight"
    assert [row["name"] for row in screen.controls.weapons.rows] == ["Battery close combat weapons"]
    assert screen.document["attacker"]["weapons"][0]["type"] == "melee"
    screen.controls.choices["phase"].value = "shooting"
    assert len(screen.controls.weapons.rows) == 5


def test_a_slider_changes_one_count(screen):
    before = numbers(screen)
    screen.controls.weapons.values = [1, 0, 0, 2, 0]
    assert screen.document["attacker"]["weapons"][0].get("count", 1) == 1
    assert numbers(screen) != before


def test_a_slider_moves_the_other_weapons_of_its_slot(screen):
    screen.controls.weapons.values = [2, 0, 1, 2, 0]
    assert screen.controls.weapons.values == [1, 0, 1, 2, 0]


def test_nothing_fires(screen):
    screen.controls.weapons.values = [0, 0, 0, 2, 0]
    screen.controls.weapons.values = [0, 0, 0, 0, 0]
    assert numbers(screen) == ["–"] * 4
    assert "Nothing is firing" in screen.chain.value and "Nothing is firing" in screen.why.value
    screen.controls.weapons.values = [1, 0, 0, 0, 0]
    assert "–" not in numbers(screen)


def test_one_weapon_gets_the_chain_of_its_dice(screen):
    screen.controls.weapons.values = [2, 0, 0, 0, 0]
    words = re.sub("<[^>]*>", "", screen.chain.value)
    assert words == "21.0 attacks→hit on 5+ 33.3%→wound on 3+ 66.7%→save on 4+ fails 50.0%→1 damage each"


def test_picking_units(screen):
    screen.controls.attacker.value = "Boyz"
    assert screen.document["attacker"]["name"] == "Boyz"
    screen.controls.target.value = "Terminator Squad"
    assert screen.document["defender"]["models"][0]["toughness"] == 5
    assert screen.controls.target.text == "Terminator Squad"
    assert screen.controls.target.note.startswith("T5 · Sv 2+ · inv 4+ · W3")


def test_every_unit_can_attack_and_be_attacked(screen):
    for key, _, _ in screen.units.options:
        screen.controls.target.value = key
        screen.controls.attacker.value = key
        assert screen.message == "", key
        assert screen.document["defender"]["name"] == key


def test_the_size_of_the_target(screen):
    screen.controls.sizes.values = [10]
    assert sum(models["count"] for models in screen.document["defender"]["models"]) == 10
    assert "of 10 slain" in screen.tiles.value
    assert screen.slain_chart.signals["high"] == 10.5


def test_k_from_the_field_and_from_a_click_on_a_bar(screen):
    screen.controls.k.value = 2
    assert "At least 2 of 5 slain" in screen.tiles.value
    screen.slain_chart.clicked = [4.2, 0.5, 1]
    assert screen.controls.k.value == 4 and screen.slain_chart.signals["k"] == 4
    screen.slain_chart.clicked = [0.1, 0.5, 2]
    assert screen.controls.k.value == 1


def test_a_smaller_target_lowers_k(screen):
    screen.controls.sizes.values = [10]
    screen.controls.k.value = 9
    screen.controls.sizes.values = [5]
    assert screen.controls.k.value == 5 and "At least 5 of 5" in screen.tiles.value


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("steps", "hit", 1),
        ("steps", "wound", -1),
        ("steps", "save", 1),
        ("rerolls", "reroll_hits", "ones"),
        ("rerolls", "reroll_wounds", "failed"),
    ],
)
def test_what_ifs_change_every_weapon(screen, kind, key, value):
    before = numbers(screen)
    getattr(screen.controls, kind)[key].value = value
    assert {weapon["modifiers"][key] for weapon in screen.document["attacker"]["weapons"]} == {value}
    assert numbers(screen) != before


# --- rules ----------------------------------------------------------------------------------------------------------


def test_printed_abilities_are_on_and_say_what_became_of_them(screen):
    rules = screen.controls.rules
    assert {HEAVY, "wh40k_10e.weapon.blast", "wh40k_10e.unit.rearm-reload-fire"} <= set(rules.on)
    assert rules.status[HEAVY] == ["no", "the unit moved"]
    assert rules.status["wh40k_10e.weapon.blast"][0] == "on"
    screen.controls.facts["remained_stationary"].value = True
    assert rules.status[HEAVY][0] == "on"


def test_switching_rules_changes_the_document(screen):
    toggle(screen, "wh40k_10e.weapon.blast")
    assert all("blast" not in weapon.get("abilities", []) for weapon in screen.document["attacker"]["weapons"])
    toggle(screen, LETHAL)
    assert all("lethal hits" in weapon["abilities"] for weapon in screen.document["attacker"]["weapons"])
    toggle(screen, "wh40k_10e.unit.stealth")
    assert screen.document["defender"]["rules"]
    assert set(screen.controls.rules.on) >= {LETHAL, "wh40k_10e.unit.stealth"}


def test_every_rule_can_be_switched_on_and_off_again(screen):
    before = screen.document
    for row in screen.controls.rules.rules:
        if not row.get("locked"):
            toggle(screen, row["id"])
            assert screen.message == "", row["name"]
            toggle(screen, row["id"])
    assert screen.document == before


def test_the_order_of_the_list_never_changes_and_groups_hang_together(screen):
    order = [row["id"] for row in screen.controls.rules.rules]
    toggle(screen, LETHAL)
    toggle(screen, HEAVY)
    assert [row["id"] for row in screen.controls.rules.rules] == order
    groups = [row["group"] for row in screen.controls.rules.rules]
    assert len(list(dict.fromkeys(groups))) == sum(1 for a, b in zip(["", *groups], groups, strict=False) if a != b)


def test_rules_of_the_game_itself_cannot_be_switched(screen):
    cover = next(row["id"] for row in screen.controls.rules.rules if row["locked"] and "over" in row["name"] and "Fire" not in row["name"])
    assert cover not in screen.controls.rules.on
    before = screen.document
    toggle(screen, cover)
    assert screen.document == before and cover not in screen.controls.rules.on
    screen.controls.facts["target_in_cover"].value = True
    assert cover in screen.controls.rules.on


def test_a_rule_without_a_record_is_named_and_can_be_switched(screen):
    document = screen.document
    document["attacker"]["rules"].append("Reanimation Protocols")
    screen = matchup(document)
    assert "Not calculated:</b> Reanimation Protocols" in screen.notes.value
    assert screen.controls.rules.status["reanimation protocols"][0] == "nc"
    toggle(screen, "reanimation protocols")
    assert "Every rule that is switched on is calculated" in screen.notes.value
    assert "reanimation protocols" in [row["id"] for row in screen.controls.rules.rules]
    toggle(screen, "reanimation protocols")
    assert "Reanimation Protocols" in screen.document["attacker"]["rules"]


def test_what_is_against_the_rules_is_said(screen):
    screen.controls.facts["advanced"].value = True
    assert "Check:" in screen.notes.value and "Assault" in screen.notes.value


# --- buttons --------------------------------------------------------------------------------------------------------


def test_pin_compare_back_unpin(screen):
    press(screen.pin_button)
    before = screen.document
    toggle(screen, LETHAL)
    assert "now: + Lethal Hits" in re.sub("<[^>]*>", "", screen.compared.value)
    assert screen.slain_chart.signals["pinned"] is True
    assert screen.slain_chart.data["src"]["a_exactly"] != screen.slain_chart.data["src"]["exactly"]
    assert screen.tiles.value.count("<b>A</b>") == 4
    press(screen.back_button)
    assert screen.document == before and "no change" in screen.tiles.value
    press(screen.unpin_button)
    assert screen.slain_chart.signals["pinned"] is False and "<b>A</b>" not in screen.tiles.value
    assert screen.back_button.disabled and screen.unpin_button.disabled


def test_a_smaller_target_still_shows_all_of_a(screen):
    screen.controls.sizes.values = [10]
    press(screen.pin_button)
    screen.controls.sizes.values = [5]
    assert screen.slain_chart.signals["high"] == 10.5
    assert "5 models" in screen.compared.value


def test_swap_sides(screen):
    press(screen.swap_button)
    assert screen.document["attacker"]["name"] == "Intercessor Squad"
    assert screen.document["defender"]["name"] == "Field Ordnance Battery"
    press(screen.swap_button)
    assert screen.document == matchup().document


def test_swap_needs_two_units_of_the_tables(screen):
    document = screen.document
    document["defender"]["name"] = "Unheard-of"
    assert matchup(document).swap_button.disabled


def test_reset(screen):
    before = shown(screen)
    screen.controls.attacker.value = "Boyz"
    screen.fractions.value = True
    press(screen.pin_button)
    press(screen.reset_button)
    assert shown(screen) == before and screen.pinned is None and not screen.fractions.value


def test_fractions_are_exact(screen):
    screen.fractions.value = True
    assert isinstance(screen.result.p_destroyed, Fraction)
    assert "66.7% <small>(2/3)</small>" in screen.why.value
    whole = re.search(r'data-copy="(\d+)/(\d+)"', screen.why.value)
    assert Fraction(int(whole[1]), int(whole[2])) == screen.result.p_destroyed
    screen.fractions.value = False
    assert "2/3" not in screen.why.value


def test_every_rule_shows_the_ledger(screen):
    assert screen.ledger.value == ""
    screen.every_rule.value = True
    assert "the unit moved" in screen.ledger.value and "Heavy" in screen.ledger.value
    screen.controls.facts["remained_stationary"].value = True
    assert "the unit moved" not in screen.ledger.value


# --- files ----------------------------------------------------------------------------------------------------------


def say(button, **message):
    """What the browser does: send a message; return the answer."""
    sent = []
    button.send = lambda content, buffers=None: sent.append(content)
    button._heard(button, message, [])
    return sent


def test_save_and_open_restore_every_control(screen):
    screen.controls.facts["remained_stationary"].value = True
    toggle(screen, LETHAL)
    toggle(screen, "wh40k_10e.weapon.blast")
    screen.controls.steps["hit"].value = -1
    screen.controls.sizes.values = [8]
    (answer,) = say(screen.save_button, kind="wanted")
    assert answer["name"].endswith(".toml") and tomllib.loads(answer["text"])["system"] == "wh40k_10e"
    other = matchup()
    say(other.open_button, kind="opened", name=answer["name"], text=answer["text"])
    assert other.message == ""
    other.controls.k.value = screen.controls.k.value  # what is asked is no part of a scenario
    assert shown(other) == shown(screen)
    for mine, its in zip(screen.controls.facts.values(), other.controls.facts.values(), strict=True):
        assert mine.value == its.value
    assert set(other.controls.rules.on) == set(screen.controls.rules.on)
    assert other.controls.steps["hit"].value == -1 and other.controls.sizes.values == [8]
    assert other.controls.weapons.values == screen.controls.weapons.values


def test_json_opens_too(screen):
    say(screen.open_button, kind="opened", name="a.json", text=json.dumps({**screen.document, "situation": {"charged": True}}))
    assert screen.controls.facts["charged"].value is True


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.toml", 'system = "wh40k_10e"\nattacker = {strenght = 3}\n[defender]\nname = "Boyz"', "strenght"),
        ("broken.toml", "system = ", "broken.toml"),
        ("empty.json", "", "empty.json"),
        ("notes.txt", "hello", "notes.txt"),
        ("wrong.json", '{"system": "chess", "attacker": {}, "defender": {"models": []}}', "chess"),
        ("huge.toml", None, "too large"),
        ("../../sneaky.toml", "x = 1", "sneaky.toml"),
        ("<b>.toml", "system = ", "&lt;b&gt;"),
    ],
)
def test_a_bad_file_leaves_the_numbers(screen, name, content, words):
    before = shown(screen)
    say(screen.open_button, kind="opened", name=name, text=content)
    assert words in screen.error.value
    assert "tk-gone" not in screen.error._dom_classes
    assert shown(screen) == before
    screen.controls.facts["charged"].value = True
    assert screen.error.value == "" and "tk-gone" in screen.error._dom_classes


def test_copy_has_question_answer_and_scenario(screen):
    (answer,) = say(screen.copy_button, kind="wanted")
    first, _, rest = answer["text"].partition("\n")
    assert first == screen.result.question
    assert "Unit destroyed: " in rest and "[[attacker.weapons]]" in rest


def test_a_matchup_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'system = "wh40k_10e"\n[attacker]\nname = "Boyz"\n[[attacker.weapons]]\nname = "Choppa"\ncount = 9\n[defender]\nname = "Rhino"\n'
    )
    screen = matchup(path)
    assert screen.controls.attacker.text == "Boyz" and screen.controls.target.text == "Rhino"


def test_a_matchup_from_a_bad_file_is_an_error():
    with pytest.raises(ScenarioError, match="does not exist"):
        matchup("no such file.toml")


def test_names_from_files_are_escaped(screen):
    document = screen.document
    document["attacker"]["weapons"][0]["name"] = "<img src=x>"
    document["defender"]["name"] = "<script>"
    evil = matchup(document)
    press(evil.pin_button)
    evil.every_rule.value = True
    for widget in (evil.question, evil.why, evil.ledger, evil.compared, evil.chain):
        assert "<img" not in widget.value and "<script" not in widget.value


# --- the package ----------------------------------------------------------------------------------------------------


def test_importing_the_dashboards_loads_no_widgets():
    code = "import sys, toolkit.dashboards; assert not {'ipywidgets', 'altair', 'polars'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_answered_follows_asked(screen):
    screen.controls.facts["charged"].value = True
    assert screen.shell.asked == screen.shell.answered > 0
