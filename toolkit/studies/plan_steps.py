"""The steps of a turn against one target; `toolkit.studies.plan_document` reads them from a table."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolkit.rules.rolls import RollModifier
from toolkit.rules.scenario import Attacker, Defender
from toolkit.rules.situation import FactValue
from toolkit.studies.fighters import Fighter
from toolkit.studies.rolls.moving import RerollKind


@dataclass(frozen=True)
class _Attack:
    """A unit attacks the target."""

    unit: Attacker
    situation: dict[str, FactValue] = field(default_factory=dict[str, "FactValue"])
    rules: tuple[str, ...] = ()
    cp: int = 0
    name: str = ""
    who: str = ""


@dataclass(frozen=True)
class _Answer:
    """The target attacks one of the own units."""

    at: str
    situation: dict[str, FactValue] = field(default_factory=dict[str, "FactValue"])
    rules: tuple[str, ...] = ()
    cp: int = 0
    name: str = ""


@dataclass(frozen=True)
class Shoot(_Attack):
    """A unit shoots at the target with the weapons it is given, in their order.

    `who` names one of the plan's own units, which then shoots with those of its models that are left.
    """

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
    """A charge that has to move `needed` inches; see `toolkit.studies.rolls.charge`.

    Fights of `who` depend on it; without a name those of every unit that makes no charge of its own.
    """

    needed: float
    modifiers: tuple[RollModifier | int, ...] = ()
    reroll: RerollKind | None = None
    cp: int = 0
    name: str = ""
    who: str = ""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"{f'{self.who}: charge' if self.who else 'Charge'} of {self.needed:g} inches"


@dataclass(frozen=True)
class Fight(_Attack):
    """A unit fights the target; after a charge only where the last charge before it succeeded.

    `who` names one of the plan's own units, which then fights with those of its models that are left.
    """

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"{self.unit.name or 'a unit'} fights"


@dataclass(frozen=True)
class StrikeBack(_Answer):
    """The target fights the own unit `at` with what is left of it; after a charge only where that succeeded."""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"the target strikes at {self.at}"


@dataclass(frozen=True)
class ReturnFire(_Answer):
    """The target shoots at the own unit `at` with what is left of it: Fire Overwatch, unless the situation says otherwise."""

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or f"the target fires Overwatch at {self.at}"


@dataclass(frozen=True)
class BattleShock:
    """The target, or the own unit `who`, takes a Battle-shock test if it has lost enough; Leadership 7 for 7+.

    One that is `shocked` already tests in any case, where the edition says so.
    """

    leadership: int
    modifier: int = 0
    cp: int = 0
    name: str = ""
    who: str = ""
    shocked: bool = False

    @property
    def label(self) -> str:
        """The step in a few words."""
        return self.name or (f"Battle-shock of {self.who}" if self.who else "Battle-shock")


Step = Shoot | Grenade | ChargeAt | Fight | StrikeBack | ReturnFire | BattleShock


@dataclass(frozen=True)
class Plan:
    """Steps in order against one target.

    Attributes
    ----------
    target : Defender
    steps : tuple of Step
    system : str
    units : tuple of Fighter
        Own units that the target can hurt; what is left of them is carried from step to step too.
    foe : Fighter or None
        The target as a unit that fights back; None if it does not.
    readings : dict
        Answers to questions that the rules leave open; profiles are always attacked as listed.
    """

    target: Defender
    steps: tuple[Step, ...]
    system: str = "wh40k_10e"
    units: tuple[Fighter, ...] = ()
    foe: Fighter | None = None
    readings: dict[str, bool | str] = field(default_factory=dict[str, "bool | str"])

    @property
    def cp(self) -> int:
        """Command points that the whole plan costs."""
        return sum(step.cp for step in self.steps)
