"""The records of The Ninth Age: found by their names, and each does something that exists."""

import inspect
from importlib import import_module

import pytest

from toolkit.errors import ScenarioError
from toolkit.rules.rule import Calculated, Sets
from toolkit.studies.t9a.document import MARKS
from toolkit.studies.t9a.regiment import Regiment
from toolkit.systems import GAMES, game, get

GAME = game("t9a_3e")


def test_it_is_a_game_but_has_no_attack_sequence_of_the_40k_kind():
    assert "t9a_3e" in GAMES
    with pytest.raises(ScenarioError, match="has a combat of its own"):
        get("t9a_3e")
    with pytest.raises(ScenarioError, match=r"'t9a_2e' is not a system; use one of 'wh40k_10e', 'wh40k_11e', 't9a_3e'"):
        game("t9a_2e")


@pytest.mark.parametrize(
    "rule", [rule for rule in GAME.rules if any(isinstance(each, Calculated) for each in rule.effects)], ids=lambda r: r.id
)
def test_what_works_a_rule_out_exists(rule):
    for effect in rule.effects:
        module, name = effect.by.split(":")
        made = getattr(import_module(module), name)
        assert callable(made) and inspect.getdoc(made)


def test_what_an_attribute_sets_is_read():
    fields = set(Regiment.__dataclass_fields__) | set(MARKS)
    named = [effect.name for rule in GAME.rules for effect in rule.effects if isinstance(effect, Sets)]
    assert len(named) > 20 and set(named) <= fields


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Aegis (4+)", "Aegis 4+"), ("impact hits (D3)", "Impact Hits D3"),
        ("Poison Attacks", "Poison"),
        ("MULTIPLE WOUNDS D3", "Multiple Wounds D3"),
        ("Breath Attack", "Breath Attack"), ("Breath Attack (D6)", "Breath Attack D6"),
        ("Hard Target 2", "Hard Target 2"), ("Light-Troops", "Light Troops"),
    ],
)  # fmt: skip
def test_spellings(spelling, name):
    found = GAME.find(spelling)
    assert found is not None and found.name == name


def test_a_number_that_is_missing_is_asked_for():
    with pytest.raises(ScenarioError, match="needs a number or dice after Impact Hits, such as 'Impact Hits D3'"):
        GAME.find("Impact Hits")
