"""Scenario documents of The Ninth Age: what they come to, and what is wrong with bad ones."""

import copy
import json
from fractions import Fraction

import pytest

import toolkit as tk
from toolkit.cli import main
from toolkit.errors import ScenarioError
from toolkit.studies.t9a import Attack, Pursuer, Regiment, Target, broken, combat, melee, regiment, volley

FIGHT = {
    "system": "t9a_3e",
    "title": "Trolls into infantry",
    "attacker": {"name": "Trolls", "models": 4, "files": 4, "rules": ["Impact Hits (D3)", "Frenzy", "Terror"]},
    "defender": {"name": "Heavy Infantry", "models": 20, "files": 5, "armour": 2, "rules": ["Standard Bearer", "Accurate"]},
    "situation": {"charging": "attacker"},
}
SHOTS = {
    "system": "t9a_3e",
    "attacker": {"name": "Militia", "rules": ["Poison", "Unwieldy 1"], "shooting": {"shots": "10", "aim": "3+", "strength": 3, "ap": 1}},
    "defender": {"name": "Skink Hunters", "models": 10, "rules": ["Hard Target 1", "Aegis 6+"]},
    "situation": {"phase": "shooting", "long_range": True, "moved": False, "cover": "soft"},
}


def changed(document, path, value):
    told = copy.deepcopy(document)
    *before, last = path.split(".")
    table = told
    for key in before:
        table = table[key]
    table[last] = value
    return told


def test_a_combat_is_that_of_its_two_units():
    result = tk.crunch(FIGHT, exact=True)
    trolls = regiment("Trolls", 4, files=4, charging=True, impact_hits="D3")
    infantry = regiment("Heavy Infantry", 20, files=5, armour=2, standard=True)
    round_ = melee(trolls, infantry, exact=True)
    assert result.damage == round_.lost("b") and result.own_damage == round_.lost("a")
    assert result.chances["attacker_wins"] == round_.a_wins and result.chances["defender_breaks"] == round_.b_breaks
    ends = ("attacker_breaks", "defender_breaks", "attacker_destroyed", "defender_destroyed", "both_destroyed", "goes_on")
    assert sum(result.chances[end] for end in ends) == 1
    assert result.own_slain.at_least(1) == result.own_damage.at_least(3)
    assert infantry.against(trolls).steady and infantry.against(trolls).solid
    assert result.not_calculated == ("Frenzy",)
    assert {entry.rule: entry.status for entry in result.entries} == {
        "Standard Bearer": "in force", "Accurate": "not in force", "Impact Hits D3": "in force", "Frenzy": "not calculated",
        "Terror": "not in force", "Fortitude 4+": "in force",
    }  # fmt: skip
    assert result.second_edition == ("Impact Hits", "Pursuit", "the numbers of Trolls", "the numbers of Heavy Infantry")
    assert "Trolls: Height 1 is taken, as the table has none; write height" in result.warnings
    assert "Trolls: 4 models reach the enemy; write in_contact where bases are wider or the fronts differ" in result.warnings
    assert result.chances["defender_caught"] + result.chances["defender_removed"] <= result.chances["defender_breaks"]


def test_several_rounds():
    result = tk.crunch(changed(FIGHT, "situation.rounds", 3))
    trolls = regiment("Trolls", 4, files=4, charging=True, impact_hits="D3")
    fought = combat(trolls, regiment("Heavy Infantry", 20, files=5, armour=2, standard=True), 3)
    assert result.chances["defender_breaks"] == fought.chance("b_breaks")
    assert sum(p for _, p in result.damage.items()) == pytest.approx(1)
    assert "attacker_wins" not in result.chances


def test_swiftstride_pursues_better_unless_read_otherwise():
    swift = changed(FIGHT, "attacker.rules", ["Swiftstride"])
    plain, fast = (tk.crunch(each, exact=True) for each in (changed(FIGHT, "attacker.rules", []), swift))
    assert fast.chances["defender_caught"] == fast.chances["defender_breaks"] * Fraction(1877, 2592)
    none = tk.crunch({**swift, "readings": {"swiftstride": "none"}}, exact=True)
    assert none.chances == plain.chances


def test_a_volley():
    result = tk.crunch(SHOTS, exact=True)
    # 3+ at long range, behind soft cover, at a Hard Target: a 6, which is Poison's as well.
    found = volley(
        10, Attack(3, 1, poison=True), Target(2, 1, aegis=6), 10, aim=3, modifiers=(-1, -1, -1), exact=True,
    )  # fmt: skip
    assert result.damage == found.lost and result.chances == {} and result.own_damage is None
    assert result.question == "What do 10 shots of Militia do to 10 Skink Hunters, Hard Target 1, beyond half range, soft cover?"
    moved = tk.crunch(changed(SHOTS, "situation.moved", True))
    assert moved.mean_damage == 0 and any(step.needs == "cannot hit" for step in moved.steps)


def test_what_the_table_notes_counts():
    told = changed(changed(SHOTS, "defender", {"name": "Chameleons", "models": 10}), "situation", {"phase": "shooting"})
    result = tk.crunch(changed(told, "attacker", {"shooting": {"shots": 10, "aim": 4, "strength": 3}}), exact=True)
    # Aim 4+ at a Hard Target 2 is a 6; Strength 3 into Resilience 2 a 3+; Armour 1 saves on a 6.
    assert result.mean_damage == 10 * Fraction(1, 6) * Fraction(2, 3) * Fraction(5, 6)
    assert {entry.rule: entry.status for entry in result.entries} == {"Hard Target 2": "in force", "blowpipe 4+": "not calculated"}


@pytest.mark.parametrize("mark", ["Fight in Extra Rank", "Impact Hits 1", "Hatred"])
def test_attributes_of_the_second_edition_can_be_refused(mark):
    told = changed(FIGHT, "attacker.rules", [mark])
    assert mark.removesuffix(" 1") in tk.crunch(told).second_edition
    with pytest.raises(tk.ToolkitError, match="is known from the 2nd edition only, and attribute_text refuses it"):
        tk.crunch({**told, "readings": {"attribute_text": "refuse"}})


def test_swiftstride_can_be_refused():
    told = {**changed(FIGHT, "attacker.rules", ["Swiftstride"]), "readings": {"attribute_text": "refuse"}}
    with pytest.raises(ScenarioError, match="refuses Swiftstride"):
        tk.crunch(told)


def test_units_of_your_own():
    numbers = {"defensive": 3, "resilience": 3, "agility": 3, "attacks": 1, "offensive": 3, "strength": 3, "courage": 7}
    told = changed(changed(FIGHT, "attacker", {"name": "Mine", "models": 5, **numbers}), "situation", {})
    mine = Regiment("Mine", 5, 3, 3, 3, 1, 3, 3, 7)
    assert tk.crunch(told, exact=True).own_damage == melee(
        mine, regiment("Heavy Infantry", 20, files=5, armour=2, standard=True), exact=True
    ).lost("a")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("attacker.models", 0, "attacker: Trolls: models of 0; it is a whole number from 1 to 100"),
        ("attacker.files", 0, "attacker: Trolls: files of 0; it is a whole number from 1 to 4"),
        ("attacker.health", 0, "attacker: Trolls: Health Points of a model of 0; it is a whole number from 1 to 50"),
        ("attacker.strength", 0, "attacker: Trolls: Strength of 0; it is a whole number from 1 to 20"),
        ("attacker.rules", ["Multiple Wounds 0"], "Multiple Wounds of '0'; each wound becomes at least one"),
        ("attacker.rules", ["Aegis 9+"], "attacker.rules[0]: 'Aegis 9+': write a whole number of at most 6"),
        ("attacker.models", "four", 'attacker.models: "four" is no whole number'),
        ("attacker.name", "Nobody", 'attacker.defensive: is missing, and no unit "Nobody" is in the table'),
        ("attacker.strenght", 4, 'attacker.strenght: is not known here; did you mean "strength"?'),
        ("attacker.rules", "Hatred", 'attacker.rules: is no list of names; write rules = ["Hatred"'),
        ("attacker.rules", ["Impact Hits"], "attacker.rules[0]: 'Impact Hits' needs a number or dice"),
        ("attacker.shooting", {}, "attacker.shooting: changes nothing in melee"),
        ("situation.charging", "both", 'situation.charging: "both"; write one of: "nobody", "attacker", "defender"'),
        ("situation.cover", "soft", "situation.cover: changes nothing in melee; leave it out"),
        ("situation.first_round", False, "situation.first_round: false, yet somebody charges"),
        ("situation.rounds", 99, "situation.rounds: 99 is no whole number from 1 to 12"),
        ("readings", {"march_test": "2e"}, "the reading 'march_test' changes nothing here"),
        ("readings", {"rank_table": "user"}, "rank_table is 'user', so give rank_width"),
        ("defender", None, "defender: is missing; write the table"),
        ("system", "t9a", "system: 't9a' is not a system"),
    ],
)
def test_bad_documents(path, value, message):
    with pytest.raises(tk.ToolkitError) as caught:
        tk.crunch(changed(FIGHT, path, value))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("attacker.shooting.aim", "7+", "attacker.shooting.aim: 7 is no whole number from 2 to 6"),
        ("attacker.shooting.shots", "lots", "attacker.shooting.shots:"),
        ("attacker.shooting", None, "attacker.shooting: is missing"),
        ("situation.cover", "thick", 'situation.cover: "thick"; write one of: "none", "soft", "hard"'),
        ("situation.charging", "attacker", "situation.charging: changes nothing in shooting"),
        ("situation.moved", 1, "situation.moved: 1; write true or false"),
    ],
)
def test_bad_volleys(path, value, message):
    with pytest.raises(ScenarioError) as caught:
        tk.crunch(changed(SHOTS, path, value))
    assert message in str(caught.value)


def test_from_a_file_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(FIGHT))
    assert main(["crunch", str(file), "--json", "--exact"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["chances"]["defender_breaks"] == str(tk.crunch(FIGHT, exact=True).chances["defender_breaks"])
    assert set(told) >= {"system", "mean_damage", "mean_slain", "p_destroyed", "damage", "slain", "stages", "ledger", "not_calculated"}
    assert main(["crunch", str(file)]) == 0
    text = capsys.readouterr().out
    assert "The Ninth Age, 3rd edition (unofficial)" in text and "Not calculated: Frenzy" in text
    file.write_text(json.dumps(changed(FIGHT, "attacker.models", -1)))
    assert main(["crunch", str(file)]) == 2
    assert "fight.json: attacker.models: -1 is no whole number" in capsys.readouterr().err


def test_what_only_40k_can_do_says_so():
    with pytest.raises(ScenarioError, match="'t9a_3e' has a combat of its own, which only crunch works out"):
        tk.compare([FIGHT])


def test_what_becomes_of_the_broken_is_as_the_flight_has_it():
    result = tk.crunch(FIGHT, exact=True)
    trolls = regiment("Trolls", 4, files=4, charging=True, impact_hits="D3")
    infantry = regiment("Heavy Infantry", 20, files=5, armour=2, standard=True)
    gone = broken(melee(trolls, infantry, exact=True), "b", infantry, [Pursuer("Trolls")])
    assert (gone.breaks, gone.caught, gone.removed) == tuple(result.chances[f"defender_{end}"] for end in ("breaks", "caught", "removed"))
    assert gone.removed > 0
