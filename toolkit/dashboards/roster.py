"""The units that can be picked: what the profile tables know, in the words of the pickers."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.dashboards import text
from toolkit.errors import ProfileError
from toolkit.profiles import Tables, UnitProfile
from toolkit.rules.scenario import Models, Weapon

Option = tuple[str, str, str]
"""Key, name, a few characteristics."""


@dataclass(frozen=True, eq=False)
class Roster:
    """The units of one game system.

    Parameters
    ----------
    profiles : Tables
        The tables they come from.

    Examples
    --------
    >>> from toolkit.profiles import tables
    >>> Roster(tables("wh40k_10e")).find("intercessor squad").name
    'Intercessor Squad'
    """

    profiles: Tables
    options: list[Option] = field(init=False)

    def __post_init__(self) -> None:
        first: dict[str, dict[str, object]] = {}
        for row in self.profiles.models.iter_rows(named=True):
            first.setdefault(row["unit"], row)
        rows = self.profiles.units.iter_rows(named=True)
        found = [(row["unit"], row["unit"], f"{row['faction']} · {_short(first.get(row['unit']))}") for row in rows]
        object.__setattr__(self, "options", found)

    def find(self, name: str) -> UnitProfile | None:
        """Return the profile of a unit, or None if the tables do not have it."""
        try:
            return self.profiles.find_unit(name) if name.strip() else None
        except ProfileError:
            return None


def _short(row: dict[str, object] | None) -> str:
    return f"T{row['toughness']} {row['save']} W{row['wounds']}" if row else ""


def models_line(models: Models) -> str:
    """Write the characteristics of a model.

    Examples
    --------
    >>> models_line(Models(5, 4, 3, 2, invulnerable=4))
    'T4 · Sv 3+ · inv 4+ · W2'
    """
    parts = [f"T{models.toughness}", f"Sv {models.save}+" if models.save < 7 else "no save"]
    if models.invulnerable is not None:
        parts.append(f"inv {models.invulnerable}+")
    parts.append(f"W{models.wounds}")
    if models.feel_no_pain is not None:
        parts.append(f"FNP {models.feel_no_pain}+")
    if models.damage_reduction:
        parts.append(f"{text.MINUS}{models.damage_reduction} damage")
    if models.half_damage:
        parts.append("half damage")
    if models.fixed_damage is not None:
        parts.append(f"damage becomes {models.fixed_damage}")
    return " · ".join(parts)


def weapon_line(weapon: Weapon) -> str:
    """Write the characteristics of a weapon, short enough to stand beside a slider.

    Examples
    --------
    >>> from toolkit.dice.notation import Dice
    >>> weapon_line(Weapon("Malleus rocket launcher", "ranged", Dice(1, 6, 6), 5, 6, -1, Dice(0, 0, 1), range=48))
    'A D6+6 · 5+ · S6 · AP −1 · D 1'
    """
    skill = "auto" if weapon.skill is None else f"{weapon.skill}+"
    ap = f"{text.MINUS}{-weapon.ap}" if weapon.ap else "0"
    return f"A {weapon.attacks} · {skill} · S{weapon.strength} · AP {ap} · D {weapon.damage}"


def weapon_help(weapon: Weapon) -> str:
    """Write what the short line leaves out.

    Examples
    --------
    >>> from toolkit.dice.notation import Dice
    >>> weapon_help(Weapon("Lasgun", "ranged", Dice(0, 0, 1), 4, 3, 0, Dice(0, 0, 1), range=24, abilities=("rapid fire 1",)))
    'Lasgun, 24″: rapid fire 1'
    """
    reach = f", {weapon.range}″" if weapon.range is not None else ", melee" if weapon.type == "melee" else ""
    return f"{weapon.name}{reach}" + (f": {', '.join(weapon.abilities)}" if weapon.abilities else "")
