"""What a successful charge is worth: the fight after it, from the datasheets of both units, and the charges that compete for one roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from toolkit.errors import ProfileError
from toolkit.profiles.names import fold
from toolkit.profiles.tables import tables
from toolkit.profiles.unit import UnitProfile
from toolkit.rules.scenario import Scenario, Weapon
from toolkit.studies.carry import left_out
from toolkit.studies.charge_rule import OUT_OF_REACH, ChargeRule
from toolkit.studies.crunch import crunch
from toolkit.studies.rolls.moving import RerollKind


@dataclass(frozen=True, slots=True)
class Prize:
    """What a successful charge at one unit is worth.

    Attributes
    ----------
    value : float or None
        Mean wounds that the fight removes; None where the datasheets do not say.
    said : str
        Who fights whom with what, or why nothing was computed.
    not_calculated : tuple of str
        Names of rules that the number leaves out.
    """

    value: float | None
    said: str
    not_calculated: tuple[str, ...] = ()


def known_datasheet(system: str, name: str) -> str | None:
    """The printed name of the datasheet that is called so, or None.

    Examples
    --------
    >>> known_datasheet("wh40k_10e", "intercessor squad"), known_datasheet("wh40k_10e", "Kasrkin")
    ('Intercessor Squad', None)
    """
    return _names(system).get(fold(name))


@cache
def _names(system: str) -> dict[str, str]:
    # `find_unit` looks for likely names where there is none, which takes far too long for every unit of a table.
    try:
        return {fold(name): name for name in tables(system).units["unit"].to_list()}
    except ProfileError:
        return {}


@lru_cache(maxsize=512)
def charge_prize(system: str, charging: str, models: int, target: str, target_models: int) -> Prize:
    """Mean wounds that a unit removes from another in the fight after it charged.

    All of its models fight, with the melee weapons that the datasheet gives them by default; models beyond the printed number carry the
    weapon that most of them have.

    Parameters
    ----------
    system : str
        The game.
    charging, target : str
        Datasheets.
    models, target_models : int
        How many models the two units have.

    Returns
    -------
    Prize
        Without a value where a datasheet is not known, has no melee weapon or does not come in this size.

    Examples
    --------
    >>> round(charge_prize("wh40k_10e", "Intercessor Squad", 10, "Boyz", 10).value, 2)
    4.44
    >>> charge_prize("wh40k_10e", "Intercessor Squad", 10, "Boys", 10).value is None
    True
    """
    try:
        profiles = tables(system)
        attacker, defender = profiles.find_unit(charging), profiles.find_unit(target)
        weapons = _melee(attacker, models)
        side = replace(attacker.attacker("melee"), weapons=weapons)
        scenario = Scenario(system, side, defender.defender(target_models), situation={"phase": "fight", "charged": True})
    except ProfileError as problem:
        return Prize(None, str(problem))
    result = crunch(scenario)
    guns = ", ".join(f"{weapon.count} × {weapon.name}" for weapon in weapons)
    return Prize(float(result.mean_damage), f"{guns} into {target_models} × {defender.name}", left_out(result.resolved))


def _melee(unit: UnitProfile, models: int) -> tuple[Weapon, ...]:
    unit.models_for(models)  # says what is wrong with the size
    weapons = unit.attacker("melee").weapons
    if not weapons:
        raise ProfileError(f"{unit.name} has no melee weapon in the tables")
    most = max(range(len(weapons)), key=lambda index: weapons[index].count)
    count = weapons[most].count + models - unit.size
    if count < 0:
        raise ProfileError(f"{unit.name} with {models} models: the tables do not say who keeps which melee weapon")
    kept = (*weapons[:most], replace(weapons[most], count=count), *weapons[most + 1 :])
    return tuple(weapon for weapon in kept if weapon.count)


def charges_worth(rule: ChargeRule, charges: Iterable[tuple[str, float, float]]) -> float:
    """What the charge of one unit is worth that may choose among several targets.

    Parameters
    ----------
    rule : ChargeRule
        Where its targets are chosen after the roll, the best one in reach counts; otherwise the best one to declare.
    charges : iterable of (target, inches, prize)

    Returns
    -------
    float

    Examples
    --------
    >>> round(charges_worth(ChargeRule.of("wh40k_10e"), [("Tank", 8.0, 6.0), ("Guard", 4.0, 1.0)]), 3)
    3.5
    >>> round(charges_worth(ChargeRule.of("wh40k_11e"), [("Tank", 8.0, 6.0), ("Guard", 4.0, 1.0)]), 3)
    3.0
    """
    declared = list(charges)
    if not rule.chosen_after_roll:
        return max((float(rule.chance(inches, name)) * prize for name, inches, prize in declared), default=0.0)
    needs = [(rule.needs(inches), name, prize) for name, inches, prize in declared]
    raw = [(OUT_OF_REACH if needed is None else rule.raw_need(needed, name), prize) for needed, name, prize in needs]
    best = [max((prize for needed, prize in raw if needed <= roll), default=0.0) for roll in range(13)]
    return _best_roll(best, rule.reroll)


def _best_roll(best: Sequence[float], reroll: RerollKind | None) -> float:
    """Mean of the prize that belongs to the sum of 2D6, rolled again where that is better on average."""
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    once = sum(best[a + b] for a, b in pairs) / 36
    if reroll is None:
        return once
    if reroll == "whole":
        return sum(max(best[a + b], once) for a, b in pairs) / 36
    kept = {die: sum(best[die + again] for again in range(1, 7)) / 6 for die in range(1, 7)}
    return sum(max(best[a + b], kept[a], kept[b]) for a, b in pairs) / 36
