"""Scenario documents: what is accepted, what comes back, and what an error says."""

from __future__ import annotations

import copy
import json
import time
import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from toolkit.dice.notation import Dice
from toolkit.errors import ScenarioError
from toolkit.rules.document import parse, to_document
from toolkit.rules.scenario import Attacker, Defender, Models, Modifiers, Scenario, Weapon
from toolkit.rules.situation import Fact
from toolkit.rules.system import Reading

FACTS = (
    Fact("phase", "Phase", "Which phase it is.", "shooting", choices=("shooting", "fight")),
    Fact("remained_stationary", "Stayed stationary", "The unit did not move.", False),
    Fact("round", "Battle round", "Which round it is.", 1),
    Fact("terrain", "Terrain", "What stands between.", ""),
)
READINGS = (Reading("failed_rolls_can_be_critical", "", default=False),)

FULL = tomllib.loads("""
system = "wh40k_10e"
title = "Malleus into Intercessors"
rules = ["Stealth"]
[attacker]
name = "Field Ordnance Battery"
keywords = ["Infantry", "Artillery", "Regiment"]
rules = ["Take Aim!"]
[[attacker.weapons]]
name = "Malleus rocket launcher"
count = 2
type = "ranged"
range = 48
attacks = "D6+6"
skill = "5+"
strength = 6
ap = -1
damage = 1
abilities = ["blast", "heavy"]
[attacker.weapons.modifiers]
hit = 1
wound = -1
save = 1
reroll_hits = "ones"
reroll_wounds = "non_critical"
critical_hit = 5
critical_wound = 5
attacks = 1
skill = 1
strength = 1
ap = 1
damage = 1
[defender]
name = "Intercessors"
keywords = ["Infantry"]
rules = ["Go to Ground"]
[[defender.models]]
name = "Intercessor"
count = 5
toughness = 4
save = "3+"
wounds = 2
invulnerable = "4+"
feel_no_pain = "5+"
feel_no_pain_mortal = "4+"
damage_reduction = 1
half_damage = true
fixed_damage = 1
character = true
[situation]
phase = "shooting"
remained_stationary = true
[readings]
failed_rolls_can_be_critical = true
""")


def minimal() -> dict:
    """The shortest document that answers a question; a new one each time, so that a test can break it."""
    return {
        "system": "wh40k_10e",
        "attacker": {"weapons": [{"name": "Lasgun", "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}]},
        "defender": {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]},
    }


def changed(path: str, value: object) -> dict:
    """The shortest document with one value set, `path` being written with dots ("attacker.weapons.0.ap")."""
    document = minimal()
    *parents, last = path.split(".")
    table: dict = document
    for parent in parents:
        table = table[int(parent)] if parent.isdigit() else table.setdefault(parent, {})
    table[last] = value
    return document


def weapon(key: str, value: object) -> Weapon:
    return parse(changed(f"attacker.weapons.0.{key}", value)).attacker.weapons[0]


def models(key: str, value: object) -> Models:
    return parse(changed(f"defender.models.0.{key}", value)).defender.models[0]


def test_every_key_of_the_format_is_read():
    scenario = parse(FULL, FACTS, READINGS)
    assert scenario == Scenario(
        system="wh40k_10e",
        title="Malleus into Intercessors",
        rules=("Stealth",),
        attacker=Attacker(
            "Field Ordnance Battery",
            ("Infantry", "Artillery", "Regiment"),
            ("Take Aim!",),
            (
                Weapon(
                    "Malleus rocket launcher",
                    "ranged",
                    Dice(1, 6, 6),
                    5,
                    6,
                    -1,
                    Dice(0, 0, 1),
                    48,
                    ("blast", "heavy"),
                    2,
                    Modifiers(1, -1, 1, "ones", "non_critical", 5, 5, 1, 1, 1, 1, 1),
                ),
            ),
        ),
        defender=Defender(
            "Intercessors",
            ("Infantry",),
            ("Go to Ground",),
            (Models(5, 4, 3, 2, "Intercessor", 4, 5, 4, 1, True, 1, True),),
        ),
        situation={"phase": "shooting", "remained_stationary": True},
        readings={"failed_rolls_can_be_critical": True},
    )


def test_what_is_left_out_has_its_default():
    scenario = parse(minimal())
    assert scenario.attacker.weapons == (Weapon("Lasgun", "ranged", Dice(0, 0, 1), 4, 3, 0, Dice(0, 0, 1)),)
    assert scenario.defender.models == (Models(5, 4, 3, 2),)
    assert scenario.situation == {}


def test_parsing_leaves_the_document_alone():
    document = copy.deepcopy(FULL)
    parse(document, FACTS).situation["remained_stationary"] = False
    assert document == FULL


def test_an_attacker_that_fires_nothing_is_a_question_too():
    assert parse({**minimal(), "attacker": {}}).attacker == Attacker()


@pytest.mark.parametrize("document", [FULL, minimal(), {**minimal(), "attacker": {}}])
def test_a_scenario_survives_being_written(document):
    scenario = parse(document, FACTS)
    written = to_document(scenario)
    assert parse(written) == scenario
    assert parse(json.loads(json.dumps(written))) == scenario
    assert parse(tomllib.loads(tomli_w.dumps(written))) == scenario


def test_defaults_are_not_written():
    assert to_document(parse(minimal())) == minimal()


@pytest.mark.parametrize(
    ("given", "read"),
    [(4, 4), ("4+", 4), ("4", 4), (" 4 + ", 4), ("2+", 2), ("6+", 6), ("N/A", None), ("n/a", None), ("-", None)],
)
def test_skill(given, read):
    assert weapon("skill", given).skill == read


@pytest.mark.parametrize(("given", "read"), [(48, 48), ('48"', 48), ("48", 48), ("48”", 48), ("N/A", None)])
def test_range(given, read):
    assert (weapon("range", given).range, weapon("range", given).type) == (read, "ranged")


@pytest.mark.parametrize("given", ["Melee", "melee", " MELEE "])
def test_a_range_of_melee_makes_a_melee_weapon(given):
    assert (weapon("range", given).range, weapon("range", given).type) == (None, "melee")


@pytest.mark.parametrize(
    ("given", "read"), [(3, Dice(0, 0, 3)), ("3", Dice(0, 0, 3)), ("d6", Dice(1, 6, 0)), ("2D6 + 3", Dice(2, 6, 3)), (0, Dice(0, 0, 0))]
)
def test_attacks_and_damage_are_numbers_or_dice(given, read):
    assert weapon("attacks", given).attacks == read
    assert weapon("damage", given).damage == read


@pytest.mark.parametrize(("given", "read"), [(7, 7), ("7+", 7), ("2+", 2), (2, 2)])
def test_save(given, read):
    assert models("save", given).save == read


@pytest.mark.parametrize("given", [4, "4+", "4++"])
def test_invulnerable_save_as_players_write_it(given):
    assert models("invulnerable", given).invulnerable == 4


def test_a_weapon_may_be_fired_by_nobody():
    assert weapon("count", 0).count == 0


def test_names_that_no_rule_has_are_left_for_later():
    assert weapon("abilities", ["glitter 3"]).abilities == ("glitter 3",)


# path, value, where the error stands, words it must have
WRONG = [
    ("sytem", "x", "sytem", ['unknown key "sytem"', 'did you mean "system"?']),
    ("title", 7, "title", ["7 is not text"]),
    ("system", "", "system", ["not a name"]),
    ("rules", "Heavy, Blast", "rules", ['"Heavy, Blast" is not a list', 'write ["Heavy", "Blast"]']),
    ("rules", ["Heavy", 3], "rules[1]", ["3 is not a name"]),
    ("rules", ["x"] * 201, "rules", ["201 entries", "at most 200"]),
    ("attacker", "Battery", "attacker", ['"Battery"', "name, keywords, rules, weapons"]),
    ("attacker.weapons", {"name": "x"}, "attacker.weapons", ["[[attacker.weapons]]"]),
    ("attacker.weapons", "Lasgun", "attacker.weapons", ["not a list"]),
    ("attacker.weapon", [], "attacker.weapon", ['did you mean "weapons"?']),
    ("attacker.weapons.0.strenght", 4, "attacker.weapons[0].strenght", ['"strenght"', 'did you mean "strength"?']),
    ("attacker.weapons.0.bs", 4, "attacker.weapons[0].bs", ['did you mean "skill"?']),
    ("attacker.weapons.0.zzz", 4, "attacker.weapons[0].zzz", ["known are: name, count, type"]),
    ("attacker.weapons.0.name", 4, "attacker.weapons[0].name", ["4 is not a name"]),
    ("attacker.weapons.0.count", -1, "attacker.weapons[0].count", ["-1 is out of range", "0 to 1000"]),
    ("attacker.weapons.0.count", 1001, "attacker.weapons[0].count", ["1001 is out of range"]),
    ("attacker.weapons.0.count", 10**5000, "attacker.weapons[0].count", ["more than 60 digits"]),
    ("attacker.weapons.0.count", "two", "attacker.weapons[0].count", ['"two" is not a whole number']),
    ("attacker.weapons.0.count", 2.0, "attacker.weapons[0].count", ["2.0 is not a whole number"]),
    ("attacker.weapons.0.count", True, "attacker.weapons[0].count", ["true is not a whole number"]),
    ("attacker.weapons.0.count", None, "attacker.weapons[0].count", ["null is not a whole number"]),
    ("attacker.weapons.0.type", "heavy", "attacker.weapons[0].type", ['"heavy"', '"ranged" or "melee"']),
    ("attacker.weapons.0.range", "far", "attacker.weapons[0].range", ['"far"', "24"]),
    ("attacker.weapons.0.range", 0, "attacker.weapons[0].range", ["0 is out of range"]),
    ("attacker.weapons.0.attacks", "D", "attacker.weapons[0].attacks", ["'D' is not dice notation"]),
    ("attacker.weapons.0.attacks", "0D6", "attacker.weapons[0].attacks", ["'0D6' has no dice"]),
    ("attacker.weapons.0.attacks", "D0", "attacker.weapons[0].attacks", ["'D0' has a die without faces"]),
    ("attacker.weapons.0.attacks", "999999D6", "attacker.weapons[0].attacks", ["999999 dice", "limit"]),
    ("attacker.weapons.0.attacks", "D6" * 100, "attacker.weapons[0].attacks", ["not dice notation"]),
    ("attacker.weapons.0.attacks", -1, "attacker.weapons[0].attacks", ["-1 is negative", "0 or more attacks"]),
    ("attacker.weapons.0.attacks", "D3-2", "attacker.weapons[0].attacks", ['"D3-2" can be negative']),
    ("attacker.weapons.0.attacks", True, "attacker.weapons[0].attacks", ["true is neither"]),
    ("attacker.weapons.0.damage", 1.5, "attacker.weapons[0].damage", ["1.5 is neither"]),
    ("attacker.weapons.0.damage", [1], "attacker.weapons[0].damage", ["a list is neither"]),
    ("attacker.weapons.0.skill", 0, "attacker.weapons[0].skill", ["0 is not possible", '"2+" to "6+"', '"N/A"']),
    ("attacker.weapons.0.skill", "1+", "attacker.weapons[0].skill", ['"1+" is not possible']),
    ("attacker.weapons.0.skill", True, "attacker.weapons[0].skill", ["true is not possible"]),
    ("attacker.weapons.0.strength", "2D6", "attacker.weapons[0].strength", ['"2D6"', "random Strength is not calculated"]),
    ("attacker.weapons.0.strength", "4", "attacker.weapons[0].strength", ['"4" is not a whole number', "without quotes"]),
    ("attacker.weapons.0.strength", 0, "attacker.weapons[0].strength", ["0 is out of range"]),
    ("attacker.weapons.0.ap", 1, "attacker.weapons[0].ap", ["1 is positive", "write -1"]),
    ("attacker.weapons.0.ap", "-1", "attacker.weapons[0].ap", ['"-1" is not a whole number', "without quotes"]),
    ("attacker.weapons.0.abilities", "blast", "attacker.weapons[0].abilities", ['write ["blast"]']),
    ("attacker.weapons.0.abilities", [""], "attacker.weapons[0].abilities[0]", ['"" is not a name']),
    ("attacker.weapons.0.modifiers", {"hitt": 1}, "attacker.weapons[0].modifiers.hitt", ['did you mean "hit"?']),
    ("attacker.weapons.0.modifiers", {"hit": "1"}, "attacker.weapons[0].modifiers.hit", ['"1" is not a whole number']),
    ("attacker.weapons.0.modifiers", {"reroll_hits": "Fails"}, "attacker.weapons[0].modifiers.reroll_hits", ['"Fails"', '"failed"']),
    ("attacker.weapons.0.modifiers", {"reroll_hits": True}, "attacker.weapons[0].modifiers.reroll_hits", ["true", '"ones"']),
    ("attacker.weapons.0.modifiers", {"critical_hit": 1}, "attacker.weapons[0].modifiers.critical_hit", ["1 is not possible"]),
    ("attacker.weapons.0.modifiers", 1, "attacker.weapons[0].modifiers", ["1 where a table", "reroll_hits"]),
    ("defender.models", [], "defender.models", ["empty", "toughness"]),
    ("defender.models.0.count", 0, "defender.models[0].count", ["0 is out of range", "1 to 1000"]),
    ("defender.models.0.toughness", 0, "defender.models[0].toughness", ["0 is out of range"]),
    ("defender.models.0.toughness", "4", "defender.models[0].toughness", ['"4"', "without quotes"]),
    ("defender.models.0.save", 0, "defender.models[0].save", ["0 is not possible", '"7+" for models that have no save']),
    ("defender.models.0.save", "8+", "defender.models[0].save", ['"8+" is not possible']),
    ("defender.models.0.save", "-", "defender.models[0].save", ['"-" is not possible', '"7+"']),
    ("defender.models.0.wounds", 0, "defender.models[0].wounds", ["0 is out of range"]),
    ("defender.models.0.invulnerable", "7+", "defender.models[0].invulnerable", ['"7+" is not possible', "leave it out"]),
    ("defender.models.0.feel_no_pain", 1, "defender.models[0].feel_no_pain", ["1 is not possible"]),
    ("defender.models.0.half_damage", 1, "defender.models[0].half_damage", ["1 is neither true nor false"]),
    ("defender.models.0.damage_reduction", -1, "defender.models[0].damage_reduction", ["-1 is out of range"]),
    ("defender.models.0.fnp", "5+", "defender.models[0].fnp", ['did you mean "feel_no_pain"?']),
    ("situation", [], "situation", ["a list", "[situation]"]),
    ("situation.stationary", True, "situation.stationary", ['did you mean "remained_stationary"?']),
    ("situation.remained_stationary", "yes", "situation.remained_stationary", ['"yes" is neither true nor false']),
    ("situation.remained_stationary", 1, "situation.remained_stationary", ["1 is neither true nor false"]),
    ("situation.phase", "shoot", "situation.phase", ['"shoot"', '"shooting" or "fight"']),
    ("situation.phase", True, "situation.phase", ["true is not possible"]),
    ("situation.round", True, "situation.round", ["true is not possible", "such as 1"]),
    ("situation.terrain", 3, "situation.terrain", ["3 is not possible"]),
    ("readings", True, "readings", ["true", "[readings]"]),
    ("readings.failed_rolls_can_be_critical", "no", "readings.failed_rolls_can_be_critical", ['"no" is neither true nor false']),
    ("readings.failed_rolls_are_critical", True, "readings.failed_rolls_are_critical", ['did you mean "failed_rolls_can_be_critical"?']),
]


@pytest.mark.parametrize(("path", "value", "where", "words"), WRONG, ids=[f"{row[0]}-{i}" for i, row in enumerate(WRONG)])
def test_an_error_quotes_what_was_given_says_where_and_what_would_be_right(path, value, where, words):
    with pytest.raises(ScenarioError) as caught:
        parse(changed(path, value), FACTS, READINGS)
    assert caught.value.where == where
    for word in words:
        assert word in caught.value.message
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("key", ["system", "attacker", "defender"])
def test_a_missing_table_is_named(key):
    document = minimal()
    del document[key]
    with pytest.raises(ScenarioError, match=f"^{key}: missing; write "):
        parse(document)


@pytest.mark.parametrize("key", ["name", "attacks", "skill", "strength", "ap", "damage"])
def test_a_missing_characteristic_of_a_weapon_is_named(key):
    document = minimal()
    del document["attacker"]["weapons"][0][key]
    with pytest.raises(ScenarioError, match=rf"^attacker\.weapons\[0\]\.{key}: missing; write "):
        parse(document)


@pytest.mark.parametrize("key", ["count", "toughness", "save", "wounds"])
def test_a_missing_characteristic_of_a_model_is_named(key):
    document = minimal()
    del document["defender"]["models"][0][key]
    with pytest.raises(ScenarioError, match=rf"^defender\.models\[0\]\.{key}: missing; write "):
        parse(document)


def test_a_defender_without_models_is_told_what_to_write():
    with pytest.raises(ScenarioError, match=r"^defender\.models: missing; .*profile tables"):
        parse({**minimal(), "defender": {"name": "Intercessors"}})


def test_a_misspelt_key_is_told_before_what_is_missing_and_that_before_a_wrong_value():
    document = minimal()
    document["attacker"]["weapons"][0]["ap"] = 9
    del document["system"]
    with pytest.raises(ScenarioError, match=r"^system: missing"):
        parse(document)
    document["sytem"] = "wh40k_10e"
    with pytest.raises(ScenarioError, match=r"^sytem: unknown key"):
        parse(document)


def test_the_second_weapon_is_counted_from_zero():
    document = minimal()
    document["attacker"]["weapons"].append({"name": "Laspistol"})
    with pytest.raises(ScenarioError, match=r"^attacker\.weapons\[1\]\.attacks: missing"):
        parse(document)


@pytest.mark.parametrize(("type_", "range_"), [("melee", 24), ("ranged", "Melee")])
def test_type_and_range_must_agree(type_, range_):
    document = changed("attacker.weapons.0.type", type_)
    document["attacker"]["weapons"][0]["range"] = range_
    with pytest.raises(ScenarioError, match=r"^attacker\.weapons\[0\]\.range: "):
        parse(document)


def test_keys_with_odd_characters_stay_on_one_line():
    with pytest.raises(ScenarioError) as caught:
        parse({**minimal(), "two\nlines\u2028and more": 1})
    assert str(caught.value).splitlines() == [str(caught.value)]


@pytest.mark.parametrize("document", [None, [], "text", 7])
def test_a_document_is_a_table(document):
    with pytest.raises(ScenarioError, match="the keys are system, title, rules, attacker, defender, situation, readings"):
        parse(document)


def test_without_the_facts_of_a_system_any_fact_is_taken():
    assert parse(changed("situation.full_moon", True)).situation == {"full_moon": True}
    with pytest.raises(ScenarioError, match=r"^situation\.full_moon: "):
        parse(changed("situation.full_moon", [1]))


def test_parsing_keeps_up_with_a_slider():
    document = minimal()
    parse(document, FACTS)
    best = min(_seconds(lambda: parse(document, FACTS), 100) for _ in range(20)) / 100
    assert best < 100e-6


def _seconds(call, times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        call()
    return time.perf_counter() - start


# --- any scenario at all --------------------------------------------------------------------------------------------

words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8).filter(str.strip)
lists = st.lists(words, max_size=3).map(tuple)
dice = st.builds(lambda n, s, k: Dice(n, s, k) if n else Dice(0, 0, k), st.integers(0, 5), st.sampled_from([3, 6]), st.integers(0, 9))
change = st.integers(-10, 10)
rolls = st.integers(2, 6)
rerolls = st.sampled_from([None, "ones", "failed", "non_critical", "all"])
modifiers = st.builds(
    Modifiers, change, change, change, rerolls, rerolls, st.none() | rolls, st.none() | rolls, change, change, change, change, change
)


@st.composite
def weapons(draw: st.DrawFn) -> Weapon:
    kind = draw(st.sampled_from(["ranged", "melee"]))
    reach = draw(st.none() | st.integers(1, 120)) if kind == "ranged" else None
    skill = draw(st.none() | rolls)
    numbers = (draw(st.integers(1, 30)), -draw(st.integers(0, 6)), draw(dice), reach)
    return Weapon(draw(words), kind, draw(dice), skill, *numbers, draw(lists), draw(st.integers(0, 99)), draw(modifiers))


profiles = st.builds(
    Models,
    count=st.integers(1, 99),
    toughness=st.integers(1, 20),
    save=st.integers(2, 7),
    wounds=st.integers(1, 40),
    name=st.just("") | words,
    invulnerable=st.none() | rolls,
    feel_no_pain=st.none() | rolls,
    feel_no_pain_mortal=st.none() | rolls,
    damage_reduction=st.integers(0, 3),
    half_damage=st.booleans(),
    fixed_damage=st.none() | st.integers(0, 3),
    character=st.booleans(),
)
scenarios = st.builds(
    Scenario,
    system=words,
    attacker=st.builds(Attacker, st.just("") | words, lists, lists, st.lists(weapons(), max_size=3).map(tuple)),
    defender=st.builds(Defender, st.just("") | words, lists, lists, st.lists(profiles, min_size=1, max_size=3).map(tuple)),
    title=st.just("") | words,
    rules=lists,
    situation=st.fixed_dictionaries({}, optional={"remained_stationary": st.booleans(), "phase": st.sampled_from(["shooting", "fight"])}),
    readings=st.fixed_dictionaries({}, optional={"failed_rolls_can_be_critical": st.booleans()}),
)


@given(scenarios)
def test_every_scenario_survives_being_written(scenario):
    assert parse(json.loads(json.dumps(to_document(scenario))), FACTS) == scenario


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PATHS = ["system", "title", "rules", "attacker", "attacker.weapons", "defender.models", "situation", "situation.phase", "readings"]
PATHS += [f"attacker.weapons.0.{key}" for key in FULL["attacker"]["weapons"][0]]
PATHS += [f"defender.models.0.{key}" for key in FULL["defender"]["models"][0]]


@given(st.sampled_from(PATHS), json_values)
def test_whatever_is_written_there_is_read_or_named_in_one_line(path, value):
    where, told = path, ""
    try:
        parse(changed(path, value), FACTS, READINGS)
    except ScenarioError as error:
        where, told = error.where, str(error)
    assert where.startswith(path.split(".")[0])
    assert len(told.splitlines()) <= 1
    assert len(told) < 500


def test_a_board_and_an_arrival_are_kept():
    document = {
        "system": "wh40k_10e",
        "attacker": {},
        "defender": {"models": [{"count": 1, "toughness": 4, "save": "3+", "wounds": 2}]},
        "board": {"width": 60.0, "depth": 44.0, "deployment": "dawn_of_war"},
        "arrival": {"rule": "ingress", "round": 2},
    }
    assert to_document(parse(document)) == document


def test_a_board_that_cannot_be_is_named():
    from toolkit.studies.crunch import crunch

    table = {"system": "wh40k_10e", "attacker": {}, "defender": {"name": "Rhino"}, "board": {"size": "44x60", "deployment": "sideways"}}
    with pytest.raises(ScenarioError, match=r"board.*'sideways'.*dawn_of_war"):
        crunch(table)
    with pytest.raises(ScenarioError, match="table of keys and values"):
        crunch({**table, "board": 5})
