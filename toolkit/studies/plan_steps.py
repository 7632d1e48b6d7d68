"""The steps of a turn against one target, and how they are read from a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkit.errors import ScenarioError
from toolkit.rules.rolls import RollModifier
from toolkit.rules.scenario import Attacker, Defender
from toolkit.rules.situation import FactValue
from toolkit.studies.crunch import read
from toolkit.studies.rolls.moving import RerollKind


@dataclass(frozen=True)
class Shoot:
    """A unit shoots at the target with the weapons it is given, in their order."""

    unit: Attacker
    situation: dict[str, FactValue] = field(default_factory=dict[str, "FactValue"])
    rules: tuple[str, ...] = ()
    cp: int = 0
    name: str = ""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"{self.unit.name or ' and '.join(weapon.name for weapon in self.unit.weapons) or 'a unit'} shoots"


@dataclass(frozen=True)
class Grenade:
    """The Grenade Stratagem."""

    cp: int = 1
    name: str = "Grenade"

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name


@dataclass(frozen=True)
class ChargeAt:
    """A charge that has to move `needed` inches; see `toolkit.studies.rolls.charge`."""

    needed: float
    modifiers: tuple[RollModifier | int, ...] = ()
    reroll: RerollKind | None = None
    cp: int = 0
    name: str = ""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"Charge of {self.needed:g} inches"


@dataclass(frozen=True)
class Fight:
    """A unit fights the target; after a charge only where the last charge before it succeeded."""

    unit: Attacker
    situation: dict[str, FactValue] = field(default_factory=dict[str, "FactValue"])
    rules: tuple[str, ...] = ()
    cp: int = 0
    name: str = ""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"{self.unit.name or 'a unit'} fights"


@dataclass(frozen=True)
class BattleShock:
    """The target takes a Battle-shock test if it has lost enough; Leadership 7 for 7+."""

    leadership: int
    modifier: int = 0
    cp: int = 0
    name: str = "Battle-shock"

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name


Step = Shoot | Grenade | ChargeAt | Fight | BattleShock


@dataclass(frozen=True)
class Plan:
    """Steps in order against one target.

    Attributes
    ----------
    target : Defender
    steps : tuple of Step
    system : str
    """

    target: Defender
    steps: tuple[Step, ...]
    system: str = "wh40k_10e"

    @property
    def cp(self) -> int:
        """Command points that the whole plan costs."""
        return sum(step.cp for step in self.steps)


# --- from a table -----------------------------------------------------------------------------------------------------

_WORDS: dict[str, tuple[str, ...]] = {
    "shoot": ("attacker", "situation", "rules", "cp", "name"),
    "fight": ("attacker", "situation", "rules", "cp", "name"),
    "grenade": ("cp", "name"),
    "charge": ("needed", "modifiers", "reroll", "cp", "name"),
    "battle-shock": ("leadership", "modifier", "cp", "name"),
}
_NEEDED = {"shoot": ("attacker",), "fight": ("attacker",), "charge": ("needed",), "battle-shock": ("leadership",)}


def plan_from(document: Mapping[str, Any]) -> Plan:
    """A plan from a table with system, defender (as in a scenario document) and steps, each with ``do`` and its own keys.

    Raises
    ------
    ScenarioError
        If a key or value cannot be used; the message says which step.

    Examples
    --------
    >>> target = {"models": [{"count": 2, "toughness": 4, "save": "4+", "wounds": 1}]}
    >>> plan = plan_from({"system": "wh40k_10e", "defender": target, "steps": [{"do": "grenade"}, {"do": "charge", "needed": 7, "cp": 1}]})
    >>> [step.label for step in plan.steps], plan.cp
    (['Grenade', 'Charge of 7 inches'], 2)
    """
    system = document.get("system", "wh40k_10e")
    base = {"system": system, "attacker": {}, "defender": document.get("defender", {})}
    target = read(base).defender
    steps: list[Step] = []
    for number, step in enumerate(document.get("steps", ())):
        where = f"steps[{number}]"
        kind = step.get("do")
        if kind not in _WORDS:
            raise ScenarioError(f"{where}.do", f"{kind!r} is no step of a plan; choose {', '.join(_WORDS)}")
        for key in step:
            if key != "do" and key not in _WORDS[kind]:
                raise ScenarioError(f"{where}.{key}", f"is nothing that {kind!r} knows; it knows {', '.join(_WORDS[kind])}")
        for key in _NEEDED.get(kind, ()):
            if key not in step:
                raise ScenarioError(f"{where}.{key}", f"is missing; {kind!r} cannot do without it")
        if type(step.get("cp", 0)) is not int or step.get("cp", 0) < 0:
            raise ScenarioError(f"{where}.cp", f"{step['cp']!r} is no number of command points; it is a whole number, 0 or more")
        given = {key: value for key, value in step.items() if key not in ("do", "attacker", "situation", "rules", "modifiers")}
        if kind in ("shoot", "fight"):
            table = {"system": system, "attacker": step["attacker"], "defender": document.get("defender", {})}
            try:
                scenario = read({**table, "situation": dict(step.get("situation", {})), "rules": list(step.get("rules", []))})
            except ScenarioError as error:
                raise ScenarioError(f"{where}.{error.where}" if error.where else where, error.message) from error
            make = Shoot if kind == "shoot" else Fight
            steps.append(make(scenario.attacker, dict(scenario.situation), scenario.rules, **given))
        elif kind == "charge":
            steps.append(ChargeAt(modifiers=tuple(step.get("modifiers", ())), **given))
        else:
            steps.append(Grenade(**given) if kind == "grenade" else BattleShock(**given))
    return Plan(target, tuple(steps), system)
