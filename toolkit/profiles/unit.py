"""Rows of the tables as the frozen values that scenarios are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from toolkit.dice.notation import Dice
from toolkit.errors import ProfileError
from toolkit.profiles.names import closest, fold
from toolkit.rules.scenario import Attacker, Defender, Models, Weapon, WeaponType

Side = Literal["attack", "defence", "both"]


@dataclass(frozen=True, slots=True)
class UnitRule:
    """A printed rule of a unit: its name, where it is printed, and whether it matters in attack, in defence or in both."""

    name: str
    kind: str
    side: Side


@dataclass(frozen=True, slots=True)
class WeaponLimit:
    """How many of one weapon the unit may have. Weapons of one `slot` replace each other; "" for none."""

    weapon: str
    type: WeaponType
    max_count: int
    slot: str


@dataclass(frozen=True, slots=True)
class ModelLimit:
    """How many models of one kind the unit may have."""

    model: str
    count_min: int
    count_max: int


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """One unit as its datasheet prints it.

    Attributes
    ----------
    name, faction : str
        As printed.
    keywords : tuple of str
        As printed.
    points : int or None
        Price with `min_models` models.
    min_models, max_models : int
        Size of the unit.
    models : tuple of Models
        The default composition, in the order in which the defender allocates attacks.
    weapons : tuple of Weapon
        Every weapon profile in the order of the table; `count` is the default, 0 for options.
    abilities : tuple of UnitRule
        Printed rules that matter in the attack sequence.
    weapon_limits, model_limits : tuple
        One for each of `weapons`, and one for each kind of model.
    source : str
        Which entry of SOURCES.toml the numbers come from.

    Examples
    --------
    >>> from toolkit.profiles import find_unit
    >>> battery = find_unit("field ordnance battery")
    >>> battery.rules, battery.models[0].toughness, str(battery.weapon("malleus rocket launcher").attacks)
    (('Rearm, Reload, Fire',), 5, 'D6+6')
    """

    name: str
    faction: str
    keywords: tuple[str, ...]
    points: int | None
    min_models: int
    max_models: int
    models: tuple[Models, ...]
    weapons: tuple[Weapon, ...]
    abilities: tuple[UnitRule, ...] = ()
    weapon_limits: tuple[WeaponLimit, ...] = ()
    model_limits: tuple[ModelLimit, ...] = ()
    source: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Printed names of all rules."""
        return tuple(rule.name for rule in self.abilities)

    @property
    def attack_rules(self) -> tuple[str, ...]:
        """Printed names of the rules that matter when the unit attacks."""
        return tuple(rule.name for rule in self.abilities if rule.side != "defence")

    @property
    def defence_rules(self) -> tuple[str, ...]:
        """Printed names of the rules that matter when the unit is attacked."""
        return tuple(rule.name for rule in self.abilities if rule.side != "attack")

    @property
    def size(self) -> int:
        """How many models the default unit has."""
        return sum(models.count for models in self.models)

    def weapon(self, name: str, *, count: int | None = None, type: WeaponType | None = None) -> Weapon:
        """One weapon by its printed name.

        Parameters
        ----------
        name : str
            Case, accents, quotes and hyphens do not matter.
        count : int, optional
            How many models use it; the default count otherwise, or 1 where that is 0.
        type : {"ranged", "melee"}, optional
            Needed where a weapon both shoots and fights.

        Raises
        ------
        ProfileError
            If the unit has no such weapon, or `type` is needed.

        Examples
        --------
        >>> from toolkit.profiles import find_unit
        >>> find_unit("Custodian Guard").weapon("guardian spear", type="melee", count=3).strength
        7
        """
        found = [weapon for weapon in self.weapons if fold(weapon.name) == fold(name) and type in (None, weapon.type)]
        if not found:
            names = list(dict.fromkeys(weapon.name for weapon in self.weapons if type in (None, weapon.type)))
            likely = closest(name, names) or names
            kind = f"{type} weapon" if type else "weapon"
            raise ProfileError(f'{self.name} has no {kind} called "{name}"; {_quoted(likely, "it has")}')
        if len(found) > 1:
            raise ProfileError(f'"{name}" of {self.name} has a ranged and a melee profile; say which with the type "ranged" or "melee"')
        return replace(found[0], count=max(found[0].count, 1) if count is None else count)

    def attacker(self, type: WeaponType | None = None, counts: Mapping[str, int] | None = None) -> Attacker:
        """The unit as the attacker of a scenario.

        Parameters
        ----------
        type : {"ranged", "melee"}, optional
            Only weapons of this type; all otherwise.
        counts : mapping of weapon name to number, optional
            What is used instead of the default weapons; those not named are left out.

        Raises
        ------
        ProfileError
            If the unit has no such weapon.

        Examples
        --------
        >>> from toolkit.profiles import find_unit
        >>> [(w.count, w.name) for w in find_unit("Field Ordnance Battery").attacker("ranged", {"Heavy lascannon": 2}).weapons]
        [(2, 'Heavy lascannon')]
        """
        if counts is None:
            weapons = tuple(weapon for weapon in self.weapons if weapon.count and type in (None, weapon.type))
        else:
            weapons = tuple(self.weapon(name, count=count, type=type) for name, count in counts.items() if count)
        return Attacker(name=self.name, keywords=self.keywords, rules=self.attack_rules, weapons=weapons)

    def defender(self, size: int | None = None) -> Defender:
        """The unit as the target of a scenario, with `size` models or its default.

        Examples
        --------
        >>> from toolkit.profiles import find_unit
        >>> [(m.count, m.name) for m in find_unit("Boyz").defender(20).models]
        [(19, 'Boy'), (1, 'Boss Nob')]
        """
        models = self.models if size is None else self.models_for(size)
        return Defender(name=self.name, keywords=self.keywords, rules=self.defence_rules, models=models)

    def models_for(self, size: int) -> tuple[Models, ...]:
        """The models of the unit when it has `size` of them: kinds are added and removed in order, within their limits.

        Raises
        ------
        ProfileError
            If the unit cannot have that many models.
        """
        missing = size - self.size
        sized: list[Models] = []
        for models in self.models:
            limit = next(limit for limit in self.model_limits if limit.model == models.name)
            count = min(max(models.count + missing, limit.count_min), limit.count_max)
            missing -= count - models.count
            sized.append(replace(models, count=count))
        if missing or not self.min_models <= size <= self.max_models:
            allowed = f"{self.min_models}" if self.min_models == self.max_models else f"{self.min_models} to {self.max_models}"
            raise ProfileError(f"{self.name} cannot have {size} models; it has {allowed}")
        return tuple(models for models in sized if models.count)

    def loadouts(self, slot: str) -> tuple[tuple[Weapon, ...], ...]:
        """Every way to fill one slot of the default unit: each is the weapons used, with their counts.

        Parameters
        ----------
        slot : str
            A slot of `weapon_limits`.

        Raises
        ------
        ProfileError
            If the unit has no such slot.

        Examples
        --------
        >>> from toolkit.profiles import find_unit
        >>> [" + ".join(f"{w.count} {w.name}" for w in guns) for guns in find_unit("Field Ordnance Battery").loadouts("gun")][:2]
        ['2 Malleus rocket launcher', '1 Malleus rocket launcher + 1 Bombast field gun']
        """
        inside = [(weapon, limit) for weapon, limit in zip(self.weapons, self.weapon_limits, strict=True) if limit.slot == slot]
        if not slot or not inside:
            slots = list(dict.fromkeys(limit.slot for limit in self.weapon_limits if limit.slot))
            raise ProfileError(f'{self.name} has no slot called "{slot}"; {_quoted(slots, "it has")}')
        total = sum(weapon.count for weapon, _ in inside)
        return tuple(
            tuple(replace(weapon, count=count) for (weapon, _), count in zip(inside, counts, strict=True) if count)
            for counts in _fillings(total, [limit.max_count for _, limit in inside])
        )


def _fillings(total: int, limits: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to write `total` as one number for each limit, the first as large as possible first."""
    if not limits:
        if total == 0:
            yield ()
        return
    for count in range(min(total, limits[0]), -1, -1):
        for rest in _fillings(total - count, limits[1:]):
            yield (count, *rest)


def _quoted(names: Iterable[str], before: str) -> str:
    listed = ", ".join(f'"{name}"' for name in names)
    return f"{before} {listed}" if listed else f"{before} none"


Record = Mapping[str, Any]
"""One row of a checked table."""


def unit_from_rows(unit: Record, models: Iterable[Record], weapons: Iterable[Record], abilities: Iterable[Record]) -> UnitProfile:
    """The profile of one unit from its rows in the four tables, which have been checked."""
    models, weapons = list(models), list(weapons)
    return UnitProfile(
        name=unit["unit"],
        faction=unit["faction"],
        keywords=_split(unit["keywords"]),
        points=unit["points"],
        min_models=unit["min_models"],
        max_models=unit["max_models"],
        models=tuple(models_from_row(row) for row in models if row["default_count"]),
        weapons=tuple(weapon_from_row(row) for row in weapons),
        abilities=tuple(UnitRule(row["ability"], row["kind"], row["side"]) for row in abilities),
        weapon_limits=tuple(WeaponLimit(row["weapon"], row["type"], row["max_count"], row["slot"] or "") for row in weapons),
        model_limits=tuple(ModelLimit(row["model"], row["count_min"], row["count_max"]) for row in models),
        source=unit["source"] or "",
    )


def models_from_row(row: Record) -> Models:
    """One row of models.csv as frozen Models, with its default count."""
    return Models(
        count=row["default_count"],
        toughness=row["toughness"],
        save=_roll(row["save"]),
        wounds=row["wounds"],
        name=row["model"],
        invulnerable=_maybe_roll(row["invulnerable"]),
        feel_no_pain=_maybe_roll(row["feel_no_pain"]),
        feel_no_pain_mortal=_maybe_roll(row["feel_no_pain_mortal"]),
        damage_reduction=row["damage_reduction"],
        half_damage=row["half_damage"],
        fixed_damage=row["fixed_damage"],
        character=row["character"],
    )


def weapon_from_row(row: Record) -> Weapon:
    """One row of weapons.csv as a frozen Weapon, with its default count."""
    return Weapon(
        name=row["weapon"],
        type=row["type"],
        attacks=Dice.parse(row["attacks"]),
        skill=None if row["skill"] == "N/A" else _roll(row["skill"]),
        strength=row["strength"],
        ap=row["ap"],
        damage=Dice.parse(row["damage"]),
        range=row["range"],
        abilities=_split(row["abilities"]),
        count=row["default_count"],
    )


def _split(cell: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (cell or "").split(",") if part.strip())


def _roll(cell: str) -> int:
    return int(cell.removesuffix("+"))


def _maybe_roll(cell: str | None) -> int | None:
    return None if cell is None else _roll(cell)
