"""Weapons, models and units as the plain tables of a scenario document, leaving out what has its default."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from toolkit.dice.notation import Dice
from toolkit.rules.scenario import NO_MODIFIERS, Attacker, Defender, Models, Modifiers, Weapon

_MODIFIERS = tuple(field.name for field in fields(Modifiers))
_NONE_MODELS = Models(0, 0, 0, 0)
_ROLLS = frozenset(("invulnerable", "feel_no_pain", "feel_no_pain_mortal"))


def unit_table(unit: Attacker | Defender) -> dict[str, Any]:
    """What both sides have: name, keywords and rules, without what has its default."""
    table: dict[str, Any] = {}
    if unit.name:
        table["name"] = unit.name
    if unit.keywords:
        table["keywords"] = list(unit.keywords)
    if unit.rules:
        table["rules"] = list(unit.rules)
    return table


def _dice_value(dice: Dice) -> int | str:
    return str(dice) if dice.count else dice.plus


def weapon_table(weapon: Weapon) -> dict[str, Any]:
    """One weapon as it stands under ``attacker.weapons``, without what has its default."""
    table: dict[str, Any] = {"name": weapon.name}
    if weapon.count != 1:
        table["count"] = weapon.count
    if weapon.type != "ranged":
        table["type"] = weapon.type
    if weapon.range is not None:
        table["range"] = weapon.range
    table["attacks"] = _dice_value(weapon.attacks)
    table["skill"] = "N/A" if weapon.skill is None else f"{weapon.skill}+"
    table["strength"] = weapon.strength
    table["ap"] = weapon.ap
    table["damage"] = _dice_value(weapon.damage)
    if weapon.abilities:
        table["abilities"] = list(weapon.abilities)
    if weapon.modifiers != NO_MODIFIERS:
        table["modifiers"] = {key: given for key in _MODIFIERS if (given := getattr(weapon.modifiers, key)) != getattr(NO_MODIFIERS, key)}
    return table


def models_table(models: Models) -> dict[str, Any]:
    """Models of one profile as they stand under ``defender.models``, without what has its default."""
    table: dict[str, Any] = {}
    if models.name:
        table["name"] = models.name
    table["count"] = models.count
    table["toughness"] = models.toughness
    table["save"] = f"{models.save}+"
    table["wounds"] = models.wounds
    for key in ("invulnerable", "feel_no_pain", "feel_no_pain_mortal", "damage_reduction", "half_damage", "fixed_damage", "character"):
        given = getattr(models, key)
        if given != getattr(_NONE_MODELS, key):
            table[key] = f"{given}+" if key in _ROLLS else given
    return table
