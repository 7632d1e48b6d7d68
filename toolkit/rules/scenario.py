"""A matchup as frozen values: who attacks whom, with what, on which table.

These classes carry what a player would write down, as printed on a datasheet; nothing here is computed.
`toolkit.rules.document` reads them from a scenario document, `toolkit.rules.resolve` turns them into numbers for the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from toolkit.dice.notation import Dice

WeaponType = Literal["ranged", "melee"]
RerollName = Literal["ones", "failed", "non_critical", "all"]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What-ifs on one weapon, on top of the rules.

    Roll modifiers (`hit`, `wound`, `save`) are capped together with those of the rules; the rest change characteristics
    (`skill` and `ap`: +1 is an improvement by 1).
    """

    hit: int = 0
    wound: int = 0
    save: int = 0
    reroll_hits: RerollName | None = None
    reroll_wounds: RerollName | None = None
    critical_hit: int | None = None
    critical_wound: int | None = None
    attacks: int = 0
    skill: int = 0
    strength: int = 0
    ap: int = 0
    damage: int = 0


NO_MODIFIERS = Modifiers()


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon profile as printed, and how many models use it.

    `skill` is the BS or WS (4 for 4+), None for "N/A"; `ap` is as printed (0 or negative); `range` is in inches, None for melee
    or where it is not known; `abilities` are printed spellings.
    """

    name: str
    type: WeaponType
    attacks: Dice
    skill: int | None
    strength: int
    ap: int
    damage: Dice
    range: int | None = None
    abilities: tuple[str, ...] = ()
    count: int = 1
    modifiers: Modifiers = NO_MODIFIERS


@dataclass(frozen=True, slots=True)
class Models:
    """Models of a unit that share one profile. Saves are 3 for 3+; None where the model has none."""

    count: int
    toughness: int
    save: int
    wounds: int
    name: str = ""
    invulnerable: int | None = None
    feel_no_pain: int | None = None
    feel_no_pain_mortal: int | None = None
    damage_reduction: int = 0
    half_damage: bool = False
    fixed_damage: int | None = None
    character: bool = False
    """A CHARACTER leading the unit: attacked only once every other model is gone, unless an attack has Precision."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """The attacking unit: keywords as printed, rules by id or printed name, weapons in the order they are resolved."""

    name: str = ""
    keywords: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True, slots=True)
class Defender:
    """The target unit: keywords as printed, rules by id or printed name, models in the order they are allocated."""

    name: str = ""
    keywords: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    models: tuple[Models, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One question: what this attacker does to this defender in this situation.

    `situation` maps fact keys of the system (``"remained_stationary"``) to bool, int or text; facts that are absent have the default
    that the system declares. `readings` does the same for questions that the rules leave open, with true, false or the name of an answer.
    `board` and `arrival` are tables that say what stands where and who arrives how: nothing of them changes the attack, and
    `toolkit.battlefield.document` reads them.
    """

    system: str
    attacker: Attacker
    defender: Defender
    title: str = ""
    rules: tuple[str, ...] = ()
    situation: dict[str, bool | int | str] = field(default_factory=dict[str, "bool | int | str"])
    readings: dict[str, bool | str] = field(default_factory=dict[str, "bool | str"])
    board: dict[str, Any] = field(default_factory=dict[str, Any])
    arrival: dict[str, Any] = field(default_factory=dict[str, Any])
