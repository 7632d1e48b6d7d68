"""Scenario documents: plain tables (from TOML, JSON or a notebook) to `Scenario` and back.

`parse` accepts exactly the keys listed here, at every level; anything else is a `ScenarioError` that quotes what was given, says
where it stands and what would be right. Names of rules and abilities are only checked to be text: whether a system knows them is
settled when the scenario is resolved. Parsing runs on every move of a slider, so each table is read through one prepared
dictionary of readers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from toolkit.errors import ScenarioError
from toolkit.rules import values
from toolkit.rules.scenario import NO_MODIFIERS, Attacker, Defender, Models, Modifiers, Scenario, Weapon
from toolkit.rules.situation import Fact, FactValue
from toolkit.rules.system import Reading
from toolkit.rules.values import did_you_mean, quote
from toolkit.rules.writing import models_table, unit_table, weapon_table

MAX_COUNT = 1000
"""Most models of one profile, and most models that fire one weapon."""

Reader = Callable[[object], object]
"""Turns a given value into the one a `Scenario` carries, or raises ScenarioError with the path *inside* that value."""


def parse(document: Mapping[str, Any], facts: Iterable[Fact] | None = None, readings: Iterable[Reading] | None = None) -> Scenario:
    """Read a scenario document.

    Parameters
    ----------
    document : mapping
        The tables of the document: ``system``, ``attacker``, ``defender``, and optionally ``title``, ``rules``, ``situation``,
        ``readings``, ``board`` and ``arrival`` (kept as they are: `toolkit.battlefield.document` reads them).
    facts : iterable of Fact, optional
        What the system asks about the table: the allowed keys of ``situation``. Without it any key with a yes/no, number or
        text is accepted.
    readings : iterable of Reading, optional
        The questions that the rules of the system leave open: the allowed keys of ``readings`` and their answers. Without it any key
        with a yes/no or text is accepted.

    Returns
    -------
    Scenario

    Raises
    ------
    ScenarioError
        A key is unknown or missing, or a value cannot be used; ``where`` is its path (``"defender.models[0].save"``).

    Examples
    --------
    >>> scenario = parse({
    ...     "system": "wh40k_10e",
    ...     "attacker": {"weapons": [{"name": "Lasgun", "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}]},
    ...     "defender": {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]},
    ... })
    >>> scenario.defender.models[0].save
    3
    """
    found = _fields(document, _DOCUMENT, _DOCUMENT_REQUIRED)
    if found.get("situation"):
        found["situation"] = _situation(found["situation"], facts)
    if found.get("readings") and readings is not None:
        _check_readings(found["readings"], readings)
    return Scenario(**found)


def to_document(scenario: Scenario) -> dict[str, Any]:
    """Write a scenario as plain tables that JSON and TOML can carry, leaving out what has its default.

    ``parse(to_document(scenario)) == scenario`` for every scenario that `parse` can return.

    Examples
    --------
    >>> from toolkit.dice.notation import Dice
    >>> lasgun = Weapon("Lasgun", "ranged", Dice(0, 0, 1), 4, 3, 0, Dice(0, 0, 1), range=24)
    >>> marines = Models(5, 4, 3, 2)
    >>> to_document(Scenario("wh40k_10e", Attacker(weapons=(lasgun,)), Defender(models=(marines,))))["defender"]
    {'models': [{'count': 5, 'toughness': 4, 'save': '3+', 'wounds': 2}]}
    """
    document: dict[str, Any] = {"system": scenario.system}
    if scenario.title:
        document["title"] = scenario.title
    if scenario.rules:
        document["rules"] = list(scenario.rules)
    attacker, defender = scenario.attacker, scenario.defender
    document["attacker"] = unit_table(attacker)
    if attacker.weapons:
        document["attacker"]["weapons"] = [weapon_table(weapon) for weapon in attacker.weapons]
    document["defender"] = unit_table(defender)
    document["defender"]["models"] = [models_table(models) for models in defender.models]
    if scenario.situation:
        document["situation"] = dict(scenario.situation)
    for name in ("readings", "board", "arrival"):
        if getattr(scenario, name):
            document[name] = dict(getattr(scenario, name))
    return document


# --- readers of tables ----------------------------------------------------------------------------------------------


def _each(read: Reader, header: str) -> Reader:
    """Reader of a list of tables; `header` is how TOML starts one of them."""

    def read_all(value: object) -> tuple[object, ...]:
        if isinstance(value, Mapping):
            raise values.wrong(f"a table where a list of tables belongs; write [[{header}]] with two brackets")
        found: list[object] = []
        for position, entry in enumerate(values.entries(value, f"tables, [[{header}]] in TOML")):
            try:
                found.append(read(entry))
            except ScenarioError as problem:
                raise ScenarioError(_join(f"[{position}]", problem.where), problem.message) from None
        return tuple(found)

    return read_all


def _fields(table: object, readers: Mapping[str, Reader], required: Mapping[str, str]) -> dict[str, Any]:
    """The values of one table, each through its reader; every key must have one, and every required key must be there."""
    if not isinstance(table, Mapping):
        raise values.wrong(f"{quote(table)} where a table of keys and values belongs; the keys are {', '.join(readers)}")
    given = cast("Mapping[str, object]", table)
    # Unknown keys come first: one of them may be a required key, misspelt.
    if not given.keys() <= readers.keys():
        raise _unknown_key(next(key for key in given if key not in readers), readers)
    if not required.keys() <= given.keys():
        missing = next(key for key in required if key not in given)
        raise ScenarioError(missing, f"missing; {required[missing]}")
    found: dict[str, Any] = {}
    for key, value in given.items():
        try:
            found[key] = readers[key](value)
        except ScenarioError as problem:
            raise ScenarioError(_join(key, problem.where), problem.message) from None
    return found


def _join(head: str, tail: str) -> str:
    return f"{head}{tail}" if not tail or tail.startswith("[") else f"{head}.{tail}"


def _step(key: object) -> str:
    """A key as a step of a path: quoted where it is not a plain word, so that a message stays one line."""
    given = str(key)  # a table made in Python can have keys that are not text
    return given if given.replace("_", "").replace("-", "").isalnum() and len(given) <= 60 else quote(given)


def _unknown_key(key: object, known: Iterable[str]) -> ScenarioError:
    given, names = str(key), list(known)
    usual = _USUAL_NAMES.get(given.lower())
    hint = f"did you mean {quote(usual)}?" if usual in names else did_you_mean(given, names)
    return ScenarioError(_step(key), f"unknown key {quote(given)}; {hint}")


def _weapon(table: object) -> Weapon:
    found = _fields(table, _WEAPON, _WEAPON_REQUIRED)
    printed = cast("Mapping[str, object]", table).get("range")
    says_melee = isinstance(printed, str) and printed.strip().lower() == "melee"
    if "type" not in found:
        found["type"] = "melee" if says_melee else "ranged"
    if found["type"] == "melee" and found.get("range") is not None:
        raise ScenarioError("range", f'{quote(printed)} for a melee weapon; leave range out, or write type = "ranged"')
    if found["type"] == "ranged" and says_melee:
        raise ScenarioError("range", f'{quote(printed)} for a ranged weapon; write inches such as 24, or type = "melee"')
    return Weapon(**found)


def _models(table: object) -> Models:
    return Models(**_fields(table, _MODELS, _MODELS_REQUIRED))


def _modifiers(table: object) -> Modifiers:
    found = _fields(table, _MODIFIERS, {})
    return Modifiers(**found) if found else NO_MODIFIERS


def _attacker(table: object) -> Attacker:
    return Attacker(**_fields(table, _ATTACKER, {}))


def _defender(table: object) -> Defender:
    found = _fields(table, _DEFENDER, _DEFENDER_REQUIRED)
    if not found["models"]:
        raise ScenarioError("models", f"empty; {_DEFENDER_REQUIRED['models']}")
    return Defender(**found)


def _situation_table(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise values.wrong(f"{quote(value)} where a table of facts belongs; write [situation] and one fact a line, such as charged = true")
    return dict(cast("Mapping[str, object]", value))


def _readings(value: object) -> dict[str, bool | str]:
    if not isinstance(value, Mapping):
        raise values.wrong(
            f"{quote(value)} where a table of switches belongs; write [readings] and one switch a line, with true, false or text"
        )
    found: dict[str, bool | str] = {}
    for key, given in cast("Mapping[str, object]", value).items():
        if not isinstance(given, bool | str):
            raise ScenarioError(_step(key), f"{quote(given)} is no answer; write true, false or the name of an answer in quotes")
        found[key] = given
    return found


def _check_readings(given: Mapping[str, bool | str], readings: Iterable[Reading]) -> None:
    """Check the answers to questions that the rules leave open against those that the system knows."""
    known = {reading.key: reading for reading in readings}
    _check_keys("readings", given, known)
    for key, value in given.items():
        reading = known[key]
        if reading.accepts(value):
            continue
        if not reading.choices:
            raise ScenarioError(f"readings.{key}", f"{quote(value)} is neither true nor false; write true or false, without quotes")
        raise ScenarioError(f"readings.{key}", f"{quote(value)} is no answer; write {' or '.join(map(quote, reading.choices))}")


def _check_keys(table: str, given: Iterable[str], known: Collection[str]) -> None:
    for key in given:
        if key not in known:
            problem = _unknown_key(key, known)
            raise ScenarioError(f"{table}.{problem.where}", problem.message)


def _situation(given: Mapping[str, object], facts: Iterable[Fact] | None) -> dict[str, FactValue]:
    """Check what the document says about the table against the facts that the system asks for."""
    known = None if facts is None else {fact.key: fact for fact in facts}
    if known is not None:
        _check_keys("situation", given, known)
    found: dict[str, FactValue] = {}
    for key, value in given.items():
        try:
            found[key] = _fact(value, None if known is None else known[key])
        except ScenarioError as problem:
            raise ScenarioError(f"situation.{_step(key)}", problem.message) from None
    return found


def _fact(value: object, fact: Fact | None) -> FactValue:
    if fact is not None and fact.choices:
        if not isinstance(value, str) or value not in fact.choices:
            raise values.wrong(f"{quote(value)} is not possible; write {' or '.join(quote(choice) for choice in fact.choices)}")
        return value
    if fact is not None and isinstance(fact.default, bool):
        return values.yes_no(value)
    if not isinstance(value, (bool, int, str)):
        raise values.wrong(f"{quote(value)} is not possible; write true, false, a whole number or text")
    if fact is not None and type(value) is not type(fact.default):
        raise values.wrong(f"{quote(value)} is not possible; write a value such as {quote(fact.default)}")
    return value


# --- the keys -------------------------------------------------------------------------------------------------------

_USUAL_NAMES = {
    "a": "attacks", "bs": "skill", "ws": "skill", "ballistic_skill": "skill", "weapon_skill": "skill", "s": "strength", "d": "damage",
    "t": "toughness", "sv": "save", "armour": "save", "armor": "save", "armour_save": "save", "w": "wounds", "hp": "wounds",
    "invuln": "invulnerable", "inv": "invulnerable", "invulnerable_save": "invulnerable", "fnp": "feel_no_pain",
    "number": "count", "quantity": "count", "unit": "name", "profile": "models", "model": "models", "weapon": "weapons",
    "target": "defender", "facts": "situation", "game": "system", "edition": "system",
    "cover": "target_in_cover", "stationary": "remained_stationary", "half_range": "within_half_range",
}  # fmt: skip
"""What people write instead of a key and spelling alone does not lead to it."""

_change = values.whole(-20, 20, "write a whole number between -20 and 20")
_modifier = values.whole(-10, 10, "write a roll modifier between -10 and 10")
_critical = values.roll(2, 6, 'write the lowest critical roll, 2 to 6 or "2+" to "6+"')

_MODIFIERS: dict[str, Reader] = {
    "hit": _modifier,
    "wound": _modifier,
    "save": _modifier,
    "reroll_hits": values.reroll,
    "reroll_wounds": values.reroll,
    "critical_hit": _critical,
    "critical_wound": _critical,
    "attacks": _change,
    "skill": _change,
    "strength": _change,
    "ap": _change,
    "damage": _change,
}

_WEAPON: dict[str, Reader] = {
    "name": values.name,
    "count": values.whole(0, MAX_COUNT, f"write how many models fire it, 0 to {MAX_COUNT}"),
    "type": values.weapon_type,
    "range": values.inches,
    "attacks": values.dice("attacks"),
    "skill": values.roll(2, 6, 'write "2+" to "6+", or "N/A" for a weapon that hits automatically', none=("n/a", "na", "-")),
    "strength": values.strength,
    "ap": values.ap,
    "damage": values.dice("damage"),
    "abilities": values.names,
    "modifiers": _modifiers,
}
_WEAPON_REQUIRED = {
    "name": 'write the weapon\'s name, such as name = "Lasgun"',
    "attacks": 'write how many attacks one model makes, such as 2 or "D6+3", or only name and count of a weapon in the profile tables',
    "skill": 'write the BS or WS such as "4+", or "N/A" for a weapon that hits automatically',
    "strength": "write the weapon's Strength, such as 4",
    "ap": "write AP as printed, 0 or a negative number such as -1",
    "damage": 'write the damage of one attack, such as 1 or "D6+1"',
}

_MODELS: dict[str, Reader] = {
    "name": values.text,
    "count": values.whole(1, MAX_COUNT, f"write how many models have this profile, 1 to {MAX_COUNT}"),
    "toughness": values.whole(1, values.MAX_NUMBER, f"write the Toughness, 1 to {values.MAX_NUMBER}"),
    "save": values.roll(2, 7, 'write "2+" to "6+", or "7+" for models that have no save'),
    "wounds": values.whole(1, values.MAX_NUMBER, f"write the wounds of one model, 1 to {values.MAX_NUMBER}"),
    "invulnerable": values.roll(2, 6, 'write "2+" to "6+", or leave it out for models without an invulnerable save'),
    "feel_no_pain": values.roll(2, 6, 'write "2+" to "6+", or leave it out for models without one'),
    "feel_no_pain_mortal": values.roll(2, 6, 'write "2+" to "6+", or leave it out where it is the same as feel_no_pain'),
    "damage_reduction": values.whole(0, MAX_COUNT, "write how much is taken off each attack's damage, such as 1"),
    "half_damage": values.yes_no,
    "fixed_damage": values.whole(0, MAX_COUNT, "write the damage that each attack is changed to, such as 1"),
    "character": values.yes_no,
}
_MODELS_REQUIRED = {
    "count": "write how many models have this profile, such as 5",
    "toughness": "write the Toughness, such as 4",
    "save": 'write the save such as "3+", or "7+" for models that have none',
    "wounds": "write the wounds of one model, such as 2",
}

_UNIT: dict[str, Reader] = {"name": values.text, "keywords": values.names, "rules": values.names}
_ATTACKER: dict[str, Reader] = _UNIT | {"weapons": _each(_weapon, "attacker.weapons")}
_DEFENDER: dict[str, Reader] = _UNIT | {"models": _each(_models, "defender.models")}
_DEFENDER_REQUIRED = {
    "models": "write [[defender.models]] with count, toughness, save and wounds, or only the name of a unit in the profile tables",
}

_DOCUMENT: dict[str, Reader] = {
    "system": values.name,
    "title": values.text,
    "rules": values.names,
    "attacker": _attacker,
    "defender": _defender,
    "situation": _situation_table,
    "readings": _readings,
    "board": values.table,
    "arrival": values.table,
}
_DOCUMENT_REQUIRED = {
    "system": 'write which game it is, such as system = "wh40k_10e"',
    "attacker": "write [attacker] and its [[attacker.weapons]]",
    "defender": "write [defender] and its [[defender.models]]",
}
