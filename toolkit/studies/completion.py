"""Scenario documents that give weapons or models by name only, completed from the profile tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CHARACTERISTICS = frozenset(("attacks", "skill", "strength", "ap", "damage"))


def complete(document: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in from the profile tables what a document gives by name only; a document that gives everything comes back as it is.

    - A weapon with a name but no characteristics is the weapon of that name of the unit ``attacker.name``, or of any unit where the
      attacker has no name. Whatever else is given (count, abilities, modifiers) stays.
    - A defender without models is the unit ``defender.name`` as the table has it; one entry of models with nothing but a count
      changes its size.
    - Keywords and rules that are not given are then the printed ones of that unit.

    Raises
    ------
    ScenarioError
        A name is not in the tables; the message has the closest ones.

    Examples
    --------
    >>> short = {"system": "wh40k_10e", "attacker": {}, "defender": {"name": "Rhino"}}
    >>> complete(short)["defender"]["models"][0]["toughness"]
    9
    """
    completed = dict(document)
    attacker, defender, system = document.get("attacker"), document.get("defender"), document.get("system")
    if not isinstance(system, str):
        return completed
    # The tables need polars, which most documents can do without.
    if isinstance(attacker, Mapping) and (named := _weapons_by_name(attacker)):
        from toolkit.studies.lookup import complete_attacker

        completed["attacker"] = complete_attacker(attacker, named, system)
    if isinstance(defender, Mapping) and _is_by_name(defender):
        from toolkit.studies.lookup import complete_defender

        completed["defender"] = complete_defender(defender, system)
    return completed


def _weapons_by_name(attacker: Mapping[str, Any]) -> list[int]:
    """Positions of the weapons that give no characteristic at all; one that gives some has forgotten the others."""
    weapons = attacker.get("weapons")
    if not isinstance(weapons, (list, tuple)):
        return []
    return [
        position
        for position, weapon in enumerate(weapons)
        if isinstance(weapon, Mapping) and isinstance(weapon.get("name"), str) and not _CHARACTERISTICS & weapon.keys()
    ]


def _is_by_name(defender: Mapping[str, Any]) -> bool:
    return isinstance(defender.get("name"), str) and ("models" not in defender or _is_size(defender["models"]))


def _is_size(models: object) -> bool:
    return isinstance(models, (list, tuple)) and len(models) == 1 and isinstance(models[0], Mapping) and models[0].keys() == {"count"}
