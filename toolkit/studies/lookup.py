"""The parts of a scenario document that are given by name only, looked up in the profile tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from toolkit.errors import ProfileError, ScenarioError
from toolkit.profiles.names import closest, fold
from toolkit.profiles.tables import Tables, tables
from toolkit.profiles.unit import UnitProfile, weapon_from_row
from toolkit.rules.scenario import Attacker, Defender, Weapon, WeaponType
from toolkit.rules.values import quote
from toolkit.rules.writing import models_table, weapon_table


def complete_attacker(attacker: Mapping[str, Any], positions: Sequence[int], system: str) -> dict[str, Any]:
    """The table of an attacker with the weapons at `positions` filled in."""
    weapons = list(attacker["weapons"])
    found = _tables(system, f"attacker.weapons[{positions[0]}]")
    name = attacker.get("name")
    unit = _unit(found, name, "attacker.name") if isinstance(name, str) and name else None
    for position in positions:
        given = weapons[position]
        printed = weapon_table(_weapon(found, unit, given, f"attacker.weapons[{position}]"))
        weapons[position] = printed | given | {"name": printed["name"]}
    if unit is None:
        return {**attacker, "weapons": weapons}
    return {**_printed(unit.attacker()), **attacker, "name": unit.name, "weapons": weapons}


def complete_defender(defender: Mapping[str, Any], system: str) -> dict[str, Any]:
    """The table of a defender with its models filled in."""
    unit = _unit(_tables(system, "defender.models"), defender["name"], "defender.name")
    size = defender["models"][0]["count"] if "models" in defender else None
    if size is not None and type(size) is not int:
        raise ScenarioError("defender.models[0].count", f"{quote(size)} is not a whole number; write how many models {unit.name} has")
    try:
        printed = unit.defender(size)
    except ProfileError as problem:
        raise ScenarioError("defender.models[0].count", str(problem)) from None
    return {**_printed(printed), **defender, "name": unit.name, "models": [models_table(models) for models in printed.models]}


def _printed(unit: Attacker | Defender) -> dict[str, Any]:
    """Name, keywords and rules as the datasheet prints them."""
    return {"name": unit.name, "keywords": list(unit.keywords), "rules": list(unit.rules)}


def _tables(system: str, where: str) -> Tables:
    try:
        return tables(system)
    except ProfileError as problem:
        raise ScenarioError(where, f"gives no characteristics, and {problem}; write them in full") from None


def _unit(found: Tables, name: str, where: str) -> UnitProfile:
    try:
        return found.find_unit(name)
    except ProfileError as problem:
        raise ScenarioError(where, str(problem)) from None


def _weapon(found: Tables, unit: UnitProfile | None, given: Mapping[str, Any], where: str) -> Weapon:
    kind: WeaponType | None = given["type"] if given.get("type") in ("ranged", "melee") else None
    if unit is not None:
        try:
            return unit.weapon(given["name"], type=kind)
        except ProfileError as problem:
            raise ScenarioError(f"{where}.name", str(problem)) from None
    return _weapon_of_any_unit(found, given["name"], kind, where)


def _weapon_of_any_unit(found: Tables, name: str, kind: WeaponType | None, where: str) -> Weapon:
    """A weapon without its unit: possible as long as all units that have it have the same."""
    profiles: dict[Weapon, str] = {}
    for row in found.weapons.iter_rows(named=True):
        if fold(row["weapon"]) == fold(name) and kind in (None, row["type"]):
            profiles.setdefault(replace(weapon_from_row(row), count=1), row["unit"])
    if not profiles:
        likely = closest(name, dict.fromkeys(found.weapons["weapon"].to_list()))
        hint = f"the closest are {', '.join(quote(other) for other in likely)}" if likely else "write its characteristics in full"
        raise ScenarioError(f"{where}.name", f"{quote(name)} is not a weapon of {found.name}; {hint}")
    if len(profiles) > 1:
        units = ", ".join(quote(unit) for unit in list(dict.fromkeys(profiles.values()))[:3])
        raise ScenarioError(
            f"{where}.name", f"{quote(name)} has several profiles; write whose it is as attacker.name, such as {units}, or its type"
        )
    return next(iter(profiles))
