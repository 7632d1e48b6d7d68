"""The shipped tables, finding things in them, and rows as frozen values."""

from __future__ import annotations

import dataclasses
import shutil
import sys
import time
import tomllib
from pathlib import Path

import polars as pl
import pytest

from toolkit.dice.notation import Dice
from toolkit.errors import ProfileError
from toolkit.profiles import (
    UnitProfile,
    abilities,
    dataset_folder,
    find_unit,
    load,
    models,
    search,
    systems_with_tables,
    tables,
    units,
    weapons,
)
from toolkit.profiles.names import closest, fold, matches
from toolkit.profiles.schema import LONGEST_LIST, LONGEST_NAME, SCHEMAS
from toolkit.profiles.t9a import t9a_units
from toolkit.rules.scenario import Attacker, Defender, Models, Weapon

EVERY_UNIT = [(system, name) for system in systems_with_tables() for name in units(system)["unit"]]


def names(frame: pl.DataFrame) -> list[str]:
    return frame["unit"].to_list()


@pytest.mark.parametrize(("system", "name"), EVERY_UNIT)
def test_every_shipped_unit_converts(system: str, name: str):
    unit = find_unit(name, system)
    assert unit.name == name
    assert unit.min_models <= unit.size <= unit.max_models
    assert unit.models_for(unit.size) == unit.models
    assert sum(model.count for model in unit.models_for(unit.max_models)) == unit.max_models
    assert all(isinstance(model, Models) for model in unit.models)
    assert all(isinstance(weapon, Weapon) for weapon in unit.weapons)
    assert len(unit.weapons) == len(unit.weapon_limits) == weapons(system).filter(pl.col("unit") == name).height
    for weapon in unit.weapons:
        assert (weapon.range is None) == (weapon.type == "melee")
        assert unit.weapon(weapon.name, type=weapon.type, count=2).count == 2
    assert isinstance(unit.attacker(), Attacker)
    assert isinstance(unit.defender(), Defender)


@pytest.mark.parametrize("system", systems_with_tables())
def test_every_shipped_table_keeps_to_its_schema(system: str):
    folder = load(dataset_folder() / system)
    for table, schema in SCHEMAS.items():
        frame = getattr(folder, table)
        schema.validate(frame)
        assert frame.height


BATTERY = "Field Ordnance Battery"

# name, type, range, A, skill, S, AP, D, abilities: the catalogue's P1 to P6
BATTERY_WEAPONS = [
    ("Bombast field gun", "ranged", 48, "D6", 5, 7, -1, "2", ("blast", "heavy", "indirect fire")),
    ("Heavy lascannon", "ranged", 48, "2", 5, 14, -3, "D6+1", ("heavy",)),
    ("Malleus rocket launcher", "ranged", 48, "D6+6", 5, 6, -1, "1", ("blast", "heavy")),
    ("Lasgun", "ranged", 24, "1", 4, 3, 0, "1", ("rapid fire 1",)),
    ("Laspistol", "ranged", 12, "1", 4, 3, 0, "1", ("pistol",)),
    ("Battery close combat weapons", "melee", None, "3", 4, 3, 0, "1", ()),
]


@pytest.mark.parametrize(("name", "type", "range", "attacks", "skill", "strength", "ap", "damage", "rules"), BATTERY_WEAPONS)
def test_battery_weapons(
    name: str, type: str, range: int | None, attacks: str, skill: int, strength: int, ap: int, damage: str, rules: tuple[str, ...]
):
    expected = Weapon(
        name=name, type=type, attacks=Dice.parse(attacks), skill=skill, strength=strength, ap=ap, damage=Dice.parse(damage), range=range,
        abilities=rules, count=1,
    )  # fmt: skip
    assert find_unit(BATTERY).weapon(name, count=1) == expected


def test_battery_datasheet():
    battery = find_unit(BATTERY)
    assert {weapon.name for weapon in battery.weapons} == {row[0] for row in BATTERY_WEAPONS}
    assert battery.models == (Models(count=2, toughness=5, save=4, wounds=6, name="Ordnance Team"),)
    assert (battery.min_models, battery.max_models, battery.points) == (2, 2, 100)
    assert {"Infantry", "Artillery", "Grenades", "Regiment", "Astra Militarum"} <= set(battery.keywords)
    assert battery.rules == battery.attack_rules == ("Rearm, Reload, Fire",)
    assert battery.defence_rules == ()
    row = units().filter(pl.col("unit") == BATTERY).row(0, named=True)
    assert (row["move"], row["leadership"], row["objective_control"]) == (3, "7+", 2)


def test_battery_has_six_pairs_of_guns():
    loadouts = find_unit(BATTERY).loadouts("gun")
    assert {frozenset((gun.name, gun.count) for gun in guns) for guns in loadouts} == {
        frozenset({("Malleus rocket launcher", 2)}),
        frozenset({("Bombast field gun", 2)}),
        frozenset({("Heavy lascannon", 2)}),
        frozenset({("Malleus rocket launcher", 1), ("Bombast field gun", 1)}),
        frozenset({("Malleus rocket launcher", 1), ("Heavy lascannon", 1)}),
        frozenset({("Bombast field gun", 1), ("Heavy lascannon", 1)}),
    }
    assert len(loadouts) == 6
    with pytest.raises(ProfileError, match='no slot called "turret"; it has "gun"'):
        find_unit(BATTERY).loadouts("turret")


def test_battery_default_attack():
    attacker = find_unit(BATTERY).attacker("ranged")
    assert [(weapon.count, weapon.name) for weapon in attacker.weapons] == [(2, "Malleus rocket launcher"), (2, "Lasgun")]
    assert attacker.rules == ("Rearm, Reload, Fire",)
    assert [weapon.name for weapon in find_unit(BATTERY).attacker("melee").weapons] == ["Battery close combat weapons"]


def test_what_the_targets_are_for():
    captain = find_unit("Intercessor Squad with Captain").models[-1]
    assert (captain.name, captain.character, captain.invulnerable, captain.wounds) == ("Captain", True, 4, 5)
    assert [(model.count, model.wounds) for model in find_unit("Boyz").models] == [(9, 1), (1, 2)]
    assert find_unit("Redemptor Dreadnought").models[0].damage_reduction == 1
    assert find_unit("Avatar of Khaine").models[0].half_damage
    assert find_unit("Ogryn Squad").models[0].feel_no_pain == 6
    assert any("precision" in weapon.abilities for weapon in find_unit("Eliminator Squad").weapons)
    assert find_unit("Eliminator Squad").defence_rules == ("Stealth",)
    assert find_unit("Cadian Shock Troops").weapon("flamer").skill is None


def test_an_invulnerable_save_against_shooting_only_is_a_rule_not_a_number():
    paladin = find_unit("Knight Paladin")
    assert paladin.models[0].invulnerable is None
    assert paladin.defence_rules == ("Ranged Invulnerable Save 5+",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INTERCESSOR captain", ["Intercessor Squad with Captain"]),
        ("captain, intercessor", ["Intercessor Squad with Captain"]),
        ("intercessors", ["Intercessor Squad", "Intercessor Squad with Captain"]),
        ("Intércessör squad with", ["Intercessor Squad with Captain"]),
        ("T'au strike", ["Strike Team"]),
        ("T’au", ["Strike Team"]),
        ("tau", ["Strike Team"]),
        ("fire-warriors", ["Strike Team"]),
        ("leman‑russ", ["Leman Russ Battle Tank"]),
        ("astra  militarum  artillery", [BATTERY]),
        ("intercessor boyz", []),
        ("xyzzy", []),
    ],
)
def test_search_forgives_spelling(text: str, expected: list[str]):
    assert names(search("wh40k_10e", text)) == expected


def test_search_shows_names_before_keywords_and_everything_for_nothing():
    found = names(search("wh40k_10e", "infantry"))
    assert found[0].startswith("Heavy infantry profile")
    assert BATTERY in found
    assert names(search("wh40k_10e", " ")) == names(units())


def test_search_in_any_table():
    assert search(weapons(), "hellblaster plasma incinerators SUPERCHARGE")["strength"].to_list() == [8]
    assert set(search(weapons(), "support TWINLINKED")["weapon"]) == {"Support turret"}
    assert search(abilities(), "rearm reload fire")["unit"].to_list() == [BATTERY]
    assert search(models(), "boss-nob")["wounds"].to_list() == [2]
    with pytest.raises(ProfileError, match="cannot be searched"):
        search(pl.DataFrame({"x": [1]}), "boyz")


@pytest.mark.parametrize("typed", ["field ordnance battery", "FIELD-ORDNANCE  BATTERY", "Fïeld Ordnance Battery’"])
def test_find_unit_forgives_spelling(typed: str):
    assert find_unit(typed) is find_unit(BATTERY)


def test_a_name_that_is_not_found_comes_with_the_closest():
    with pytest.raises(ProfileError) as caught:
        find_unit("Intercesors")
    assert '"Intercesors"' in str(caught.value)
    assert '"Intercessor Squad"' in str(caught.value)
    with pytest.raises(ProfileError, match=r"units; .*search finds them"):
        find_unit("qqqq")
    with pytest.raises(ProfileError, match='"wh40k_9e"; those there are: wh40k_10e'):
        find_unit("Boyz", "wh40k_9e")
    with pytest.raises(ProfileError, match="no profile tables"):
        units("../datasets/wh40k_10e")


def test_a_weapon_that_is_not_found_or_not_clear():
    with pytest.raises(ProfileError, match='has no weapon called "maleus launcher"; it has "Malleus rocket launcher"'):
        find_unit(BATTERY).weapon("maleus launcher")
    with pytest.raises(ProfileError, match='say which with the type "ranged" or "melee"'):
        find_unit("Custodian Guard").weapon("Guardian spear")
    assert find_unit("Custodian Guard").weapon("guardian spear", type="ranged").range == 24
    assert find_unit(BATTERY).weapon("heavy lascannon").count == 1


def test_sizes_of_a_unit():
    boyz = find_unit("Boyz")
    assert [(model.count, model.name) for model in boyz.defender(15).models] == [(14, "Boy"), (1, "Boss Nob")]
    for size in (0, 9, 21):
        with pytest.raises(ProfileError, match=rf"Boyz cannot have {size} models; it has 10 to 20"):
            boyz.defender(size)


def test_profiles_are_frozen_and_frames_cannot_spoil_the_cache():
    unit = find_unit(BATTERY)
    with pytest.raises(dataclasses.FrozenInstanceError):
        unit.points = 1  # type: ignore[misc]
    frame = units()
    frame[0, "points"] = 1
    frame.drop_in_place("faction")
    assert units()["points"][0] == 100
    assert "faction" in units().columns


def test_finding_a_unit_again_is_cheap():
    find_unit(BATTERY)
    start = time.perf_counter()
    for _ in range(200):
        find_unit(BATTERY)
    assert (time.perf_counter() - start) / 200 < 1e-3


def test_cells_hold_numbers_and_names_never_prose():
    for path in dataset_folder().rglob("*.csv"):
        frame = pl.read_csv(path, infer_schema=False)
        for column in frame.columns:
            longest = LONGEST_LIST if column in ("keywords", "abilities") else LONGEST_NAME
            for cell in frame[column].drop_nulls():
                assert len(cell) <= longest, f"{path.name}, {column}: {cell}"
                assert ". " not in cell
                assert column in ("keywords", "abilities") or len(cell.split()) <= 8


def test_sources_cover_every_file_and_row():
    folder = dataset_folder()
    sources = tomllib.loads((folder / "SOURCES.toml").read_text(encoding="utf-8"))
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"SOURCES.toml"}
    assert {file for entry in sources.values() for file in entry["files"]} == files
    for entry in sources.values():
        assert entry["origin"]
        assert entry["date"]
        assert entry["terms"]
    used = {row["source"] for system in systems_with_tables() for row in units(system).iter_rows(named=True)}
    used |= set(t9a_units()["source"])
    assert used == {entry["rows"] for entry in sources.values()}


def test_datasets_can_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(dataset_folder() / "wh40k_10e", tmp_path / "my_game")
    monkeypatch.setenv("TOOLKIT_DATASETS", str(tmp_path))
    assert dataset_folder() == tmp_path
    assert systems_with_tables() == ("my_game",)
    assert tables("my_game").name == "my_game"
    with pytest.raises(ProfileError, match="those there are: my_game"):
        units("wh40k_10e")
    monkeypatch.setenv("TOOLKIT_DATASETS", str(tmp_path / "nowhere"))
    with pytest.raises(ProfileError, match=r"TOOLKIT_DATASETS is .*nowhere.* not a folder"):
        dataset_folder()


def test_datasets_are_found_in_a_wheel_and_missed_with_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "site-packages" / "toolkit"
    monkeypatch.delenv("TOOLKIT_DATASETS", raising=False)
    monkeypatch.setattr(sys.modules["toolkit.profiles.tables"], "__file__", str(package / "profiles" / "tables.py"))
    with pytest.raises(ProfileError, match="no datasets beside"):
        dataset_folder()
    (package / "_datasets").mkdir(parents=True)
    (package / "_datasets" / "SOURCES.toml").touch()
    assert dataset_folder() == (package / "_datasets").resolve()


def test_names():
    assert fold("Ætherstorm  C’tan–Shard “X”") == fold("ætherstorm ctan shard x")
    assert matches("", "anything")
    assert not matches("ts", "intercessor squad")
    assert closest("", ["Boyz"]) == ()
    assert closest("lemon russ", ["Rhino", "Leman Russ Battle Tank"]) == ("Leman Russ Battle Tank",)


def test_tables_one_system_are_read_once():
    assert tables() is tables("wh40k_10e")
    assert isinstance(tables().find_unit("Boyz"), UnitProfile)
