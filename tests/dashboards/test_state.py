"""The controls as a value: what they say becomes a scenario, and a scenario sets them."""

from dataclasses import replace

import pytest

from toolkit.dashboards.matchup_state import from_scenario, rule_key, start
from toolkit.dashboards.roster import Roster
from toolkit.profiles import tables
from toolkit.rules.document import parse, to_document
from toolkit.rules.scenario import Attacker, Models, Modifiers
from toolkit.systems import get

SYSTEM = get("wh40k_10e")
UNITS = Roster(tables("wh40k_10e"))
BATTERY, MARINES, BOYZ = (UNITS.find(name) for name in ("Field Ordnance Battery", "Intercessor Squad", "Boyz"))
HEAVY, LETHAL, STEALTH = "wh40k_10e.weapon.heavy", "wh40k_10e.weapon.lethal-hits", "wh40k_10e.unit.stealth"


@pytest.fixture
def state():
    return start(BATTERY, MARINES, SYSTEM)


def switched(state, rule_id, on=True):
    rule = SYSTEM.rule(rule_id)
    return state.with_rule(rule_id, rule.example or rule.keyword or rule.name, rule.side, on, SYSTEM)


def test_the_start_fires_the_ranged_weapons_of_the_unit(state):
    scenario = state.scenario(SYSTEM)
    assert [(weapon.count, weapon.name) for weapon in scenario.attacker.weapons] == [(2, "Malleus rocket launcher"), (2, "Lasgun")]
    assert scenario.defender.models == MARINES.models and state.k == 3


def test_the_fight_phase_uses_the_melee_weapons(state):
    fight = state.with_fact("phase", "fight", "shooting")
    assert [weapon.type for weapon in fight.scenario(SYSTEM).attacker.weapons] == ["melee"]
    assert fight.with_fact("phase", "shooting", "shooting") == state


def test_facts_at_their_default_are_left_out(state):
    moved = state.with_fact("charged", True, False)
    assert moved.scenario(SYSTEM).situation == {"charged": True}
    assert moved.with_fact("charged", False, False).scenario(SYSTEM).situation == {}


def test_weapons_of_one_slot_make_room_for_each_other(state):
    other = state.with_count(1, 1, BATTERY)
    assert [weapon.count for weapon in other.printed.attacker.weapons[:3]] == [1, 1, 0]
    assert [weapon.count for weapon in other.with_count(2, 2, BATTERY).printed.attacker.weapons[:3]] == [0, 0, 2]
    assert state.with_count(3, 0, BATTERY).printed.attacker.weapons[0].count == 2


def test_the_size_of_a_mixed_unit_follows_its_datasheet(state):
    boyz = state.with_target(BOYZ).with_size(20, BOYZ)
    assert [models.count for models in boyz.printed.defender.models] == [19, 1]
    assert boyz.size == 20


def test_a_printed_ability_goes_off_and_comes_back(state):
    assert HEAVY in state.rules_on(SYSTEM)
    off = switched(state, HEAVY, on=False)
    assert all("heavy" not in weapon.abilities for weapon in off.scenario(SYSTEM).attacker.weapons)
    assert switched(off, HEAVY) == state


def test_an_ability_switched_on_is_on_every_weapon_of_the_phase(state):
    on = switched(state, LETHAL)
    assert [weapon.abilities[-1] for weapon in on.scenario(SYSTEM).attacker.weapons] == ["lethal hits"] * 2
    assert switched(on, LETHAL, on=False) == state


def test_a_rule_with_a_number_takes_its_example(state):
    on = switched(state, "wh40k_10e.weapon.sustained-hits")
    assert "sustained hits 1" in on.scenario(SYSTEM).attacker.weapons[0].abilities


def test_rules_go_where_they_belong(state):
    scenario = switched(switched(state, STEALTH), "wh40k_10e.order.take-aim").scenario(SYSTEM)
    assert [rule_key(text, SYSTEM) for text in scenario.defender.rules] == [STEALTH]
    assert rule_key(scenario.attacker.rules[-1], SYSTEM) == "wh40k_10e.order.take-aim"


def test_what_was_switched_on_stays_when_units_change(state):
    on = switched(switched(state, STEALTH), LETHAL).with_target(BOYZ).with_attacker(MARINES)
    assert {STEALTH, LETHAL} <= on.rules_on(SYSTEM)


def test_swapping_twice_asks_the_first_question_again(state):
    swapped = state.swapped(MARINES, BATTERY)
    assert swapped.scenario(SYSTEM).attacker.name == "Intercessor Squad"
    assert swapped.size == BATTERY.size
    assert swapped.swapped(BATTERY, MARINES) == state


def test_what_ifs_hold_for_every_weapon(state):
    better = state.with_modifier("hit", 1).with_modifier("reroll_wounds", "failed")
    assert {weapon.modifiers for weapon in better.printed.attacker.weapons} == {Modifiers(hit=1, reroll_wounds="failed")}
    assert better.modifier("hit") == {1}
    assert better.with_attacker(MARINES).modifier("hit") == {1}


@pytest.mark.parametrize("k", [-4, 99])
def test_k_stays_within_the_target(state, k):
    assert 1 <= state.with_k(k).k <= 5


# --- there and back ---------------------------------------------------------------------------------------------------


def changed(state):
    state = switched(switched(switched(state, LETHAL), STEALTH), HEAVY, on=False)
    state = switched(state, "wh40k_10e.unit.rearm-reload-fire", on=False)
    state = state.with_fact("remained_stationary", True, False).with_count(1, 1, BATTERY).with_count(3, 0, BATTERY)
    return state.with_modifier("save", -1).with_target(BOYZ).with_size(20, BOYZ)


@pytest.mark.parametrize("change", [lambda state: state, changed, lambda state: changed(state).with_fact("phase", "fight", "shooting")])
def test_a_saved_state_comes_back_whole(state, change):
    saved = change(state)
    document = to_document(saved.scenario(SYSTEM))
    opened = from_scenario(parse(document, SYSTEM.facts), SYSTEM, UNITS)
    assert to_document(opened.scenario(SYSTEM)) == document
    assert opened.rules_on(SYSTEM) == saved.rules_on(SYSTEM)
    assert [weapon.name for weapon in opened.printed.attacker.weapons] == [weapon.name for weapon in BATTERY.weapons]
    assert [weapon.count for weapon in (opened.printed.attacker.weapons[i] for i in opened.shown)] == [
        weapon.count for weapon in (saved.printed.attacker.weapons[i] for i in saved.shown)
    ]


def test_a_printed_rule_that_a_file_leaves_out_can_be_switched_on_again(state):
    off = switched(state, HEAVY, on=False)
    opened = from_scenario(off.scenario(SYSTEM), SYSTEM, UNITS)
    assert switched(opened, HEAVY).scenario(SYSTEM).attacker.weapons[0].abilities == ("blast", "heavy")


def test_a_unit_of_no_table_keeps_what_the_file_says(state):
    scenario = state.scenario(SYSTEM)
    weapon = replace(scenario.attacker.weapons[0], name="Home-made", abilities=("blast", "no such thing"), count=7)
    own = replace(
        scenario, attacker=Attacker("Mine", (), ("Sweep",), (weapon,)), defender=replace(scenario.defender, models=(Models(3, 9, 2, 14),))
    )
    opened = from_scenario(own, SYSTEM, UNITS)
    assert opened.scenario(SYSTEM) == own
    off = opened.with_rule("no such thing", "no such thing", "any", False, SYSTEM)
    assert off.scenario(SYSTEM).attacker.weapons[0].abilities == ("blast",)
    assert off.with_rule("no such thing", "no such thing", "any", True, SYSTEM).scenario(SYSTEM) == own


def test_a_file_that_changes_a_printed_weapon_keeps_the_change(state):
    scenario = state.scenario(SYSTEM)
    weapons = tuple(replace(weapon, strength=12) for weapon in scenario.attacker.weapons)
    own = replace(scenario, attacker=replace(scenario.attacker, weapons=weapons))
    assert from_scenario(own, SYSTEM, UNITS).scenario(SYSTEM) == own


def test_one_record_printed_twice_stays_twice(state):
    scenario = state.scenario(SYSTEM)
    weapon = replace(scenario.attacker.weapons[0], abilities=("anti-infantry 4+", "anti-vehicle 3+"))
    own = replace(scenario, attacker=Attacker("Mine", weapons=(weapon,)))
    opened = from_scenario(own, SYSTEM, UNITS)
    assert opened.scenario(SYSTEM) == own
    assert switched(opened, "wh40k_10e.weapon.anti", on=False).scenario(SYSTEM).attacker.weapons[0].abilities == ()
