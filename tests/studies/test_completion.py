"""Documents that give names only, filled in from the profile tables."""

from __future__ import annotations

import subprocess
import sys

import pytest

from toolkit.errors import ScenarioError
from toolkit.rules.document import parse
from toolkit.studies.completion import complete

FULL = {
    "system": "wh40k_10e",
    "attacker": {"weapons": [{"name": "Lasgun", "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}]},
    "defender": {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]},
}


def short(attacker: dict | None = None, defender: dict | None = None, system: str = "wh40k_10e") -> dict:
    return {"system": system, "attacker": attacker or {}, "defender": defender or {"name": "Rhino"}}


def test_weapons_come_from_the_attacking_unit():
    guns = [{"name": "malleus rocket launcher", "modifiers": {"hit": 1}}, {"name": "Heavy lascannon", "count": 1, "abilities": []}]
    scenario = parse(complete(short({"name": "field ordnance battery", "weapons": guns})))
    malleus, lascannon = scenario.attacker.weapons
    assert (malleus.name, malleus.count, str(malleus.attacks), malleus.modifiers.hit) == ("Malleus rocket launcher", 2, "D6+6", 1)
    assert (lascannon.count, lascannon.strength, lascannon.abilities) == (1, 14, ())
    assert scenario.attacker.name == "Field Ordnance Battery"
    assert "Regiment" in scenario.attacker.keywords
    assert scenario.attacker.rules == ("Rearm, Reload, Fire",)


def test_what_the_document_gives_stays():
    attacker = {"name": "Field Ordnance Battery", "keywords": ["Squadron"], "rules": [], "weapons": [{"name": "Heavy lascannon"}]}
    completed = parse(complete(short(attacker)))
    assert (completed.attacker.keywords, completed.attacker.rules) == (("Squadron",), ())


def test_the_defender_has_the_models_of_the_table():
    scenario = parse(complete(short(defender={"name": "boyz"})))
    assert [(models.name, models.count) for models in scenario.defender.models] == [("Boy", 9), ("Boss Nob", 1)]
    assert scenario.defender.name == "Boyz"
    assert "Infantry" in scenario.defender.keywords


def test_a_lone_count_sizes_the_defender():
    scenario = parse(complete(short(defender={"name": "boyz", "models": [{"count": 20}]})))
    assert [(models.name, models.count) for models in scenario.defender.models] == [("Boy", 19), ("Boss Nob", 1)]


def test_a_weapon_without_a_unit_is_found_where_all_agree():
    scenario = parse(complete(short({"weapons": [{"name": "lasgun", "count": 3}]})))
    assert [(weapon.name, weapon.count, weapon.strength) for weapon in scenario.attacker.weapons] == [("Lasgun", 3, 3)]


def test_the_type_tells_two_profiles_of_one_weapon_apart():
    weapons = [{"name": "Guardian spear", "type": "melee"}, {"name": "Guardian spear", "type": "ranged"}]
    ranged_and_melee = parse(complete(short({"name": "Custodian Guard", "weapons": weapons})))
    assert [weapon.type for weapon in ranged_and_melee.attacker.weapons] == ["melee", "ranged"]


@pytest.mark.parametrize(
    ("document", "where", "words"),
    [
        (short({"name": "Field Ordance Battery", "weapons": [{"name": "Lasgun"}]}), "attacker.name", "Field Ordnance Battery"),
        (short({"name": "Boyz", "weapons": [{"name": "Lasgun"}]}), "attacker.weapons[0].name", "Boyz has no weapon"),
        (short({"weapons": [{"name": "Lasgunn"}]}), "attacker.weapons[0].name", '"Lasgun"'),
        (short({"weapons": [{"name": "Qqqqqq"}]}), "attacker.weapons[0].name", "in full"),
        (short({"weapons": [{"name": "Guardian spear"}]}), "attacker.weapons[0].name", "or its type"),
        (short(defender={"name": "Rhinoo"}), "defender.name", '"Rhino"'),
        (short(defender={"name": "Rhino", "models": [{"count": 4}]}), "defender.models[0].count", "cannot have 4 models; it has 1"),
        (short(defender={"name": "Boyz", "models": [{"count": True}]}), "defender.models[0].count", "true is not a whole number"),
        (short(system="chess"), "defender.models", "no profile tables"),
        (short(system="../wh40k_10e"), "defender.models", "no profile tables"),
    ],
)
def test_a_name_that_is_not_in_the_tables_is_told_with_the_closest(document, where, words):
    with pytest.raises(ScenarioError) as caught:
        complete(document)
    assert caught.value.where == where
    assert words in caught.value.message
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "document",
    [
        FULL,
        {},
        {"attacker": 1, "defender": 2},
        {"attacker": {"weapons": "x"}, "defender": {"name": 3}},
        {"attacker": {"weapons": ["x", {"name": 1}, {"name": "Lasgun", "strength": 3}]}, "defender": {"models": [{"count": 5}]}},
        {"attacker": {}, "defender": {"name": "Rhino", "models": []}},
    ],
)
def test_a_document_that_is_not_short_but_full_or_wrong_is_left_to_the_reader(document):
    assert complete(document) == document


def test_a_full_document_needs_no_tables():
    code = f"import sys; from toolkit.studies.completion import complete; complete({FULL!r}); sys.exit('polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
