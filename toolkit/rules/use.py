"""When a rule may be used: who, in which phase and turn, on which units, how often. Data that `toolkit.rules.legality` checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["unit", "partner", "enemy"]
"""The unit the rule is used on, a second friendly unit (or the OFFICER, or the TRANSPORT), and the enemy unit it is used against."""
Turn = Literal["own", "opponent", "either"]
Phase = Literal["command", "movement", "shooting", "charge", "fight"]
Once = Literal["phase", "turn", "battle", ""]

PHASES: tuple[Phase, ...] = ("command", "movement", "shooting", "charge", "fight")

MOMENTS = (
    "start of the battle round",
    "start of the phase",
    "end of the phase",
    "battle-shock step",
    "before a battle-shock test",
    "start of the reinforcements step",
    "reinforcements step",
    "just after a roll",
    "an enemy unit is set up",
    "an enemy unit starts or ends a move",
    "an enemy unit declares a charge",
    "an enemy unit has ended a charge move",
    "an enemy unit has selected its targets",
    "an enemy unit has selected its charge targets",
    "an enemy unit has fought",
    "the unit has shot",
    "the unit was destroyed",
)
"""Moments of a game that records can ask about; "" is any other time in a phase."""

STATES = {
    "advanced": ("has Advanced", "has not Advanced"),
    "attached": ("was part of an Attached unit", "was no part of an Attached unit"),
    "battle-shocked": ("is battle-shocked", "is not battle-shocked"),
    "below half-strength": ("is Below Half-strength", "is not Below Half-strength"),
    "can arrive this round": ("could arrive in this battle round", "could not arrive in this battle round"),
    "can charge": ("would be eligible to charge", "would not be eligible to charge"),
    "can shoot": ("would be eligible to shoot", "would not be eligible to shoot"),
    "charge target": ("is a target of the charge", "is no target of the charge"),
    "deep strike": ("has Deep Strike on every model", "does not have Deep Strike on every model"),
    "destroyed": ("was just destroyed", "was not just destroyed"),
    "disembarked": ("disembarked this phase", "did not disembark this phase"),
    "disembarked after its transport moved": ("disembarked after its TRANSPORT moved", "did not disembark after its TRANSPORT moved"),
    "embarked": ("is embarked", "is not embarked"),
    "engaged": ("is within Engagement Range of an enemy", "is not within Engagement Range of an enemy"),
    "fell back": ("has Fallen Back", "has not Fallen Back"),
    "fought": ("has been selected to fight this phase", "has not been selected to fight this phase"),
    "hit": ("was hit by those attacks", "was not hit by those attacks"),
    "in reserves": ("is in Reserves", "is not in Reserves"),
    "made a normal move": ("has made a Normal move this phase", "has made no Normal move this phase"),
    "set up": ("was set up this phase", "was not set up this phase"),
    "shot": ("has shot or been selected to shoot", "has not been selected to shoot"),
    "targeted": ("is a target of the attacks", "is no target of the attacks"),
}
"""What can be true of one unit, and how it is told."""


# --- conditions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Keywords:
    """The unit has one of `any_of` and none of `none_of`, unless it has one of `unless`."""

    role: Role
    any_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Is:
    """The unit is in a state of `STATES`, or is not."""

    role: Role
    state: str
    value: bool = True


@dataclass(frozen=True, slots=True)
class Within:
    """The unit is at most `inches` from the one the rule is used on."""

    role: Role
    inches: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """The unit is more than `inches` from the one the rule is used on."""

    role: Role
    inches: int


@dataclass(frozen=True, slots=True)
class Visible:
    """The unit is visible to the one the rule is used on."""

    role: Role


@dataclass(frozen=True, slots=True)
class MayOrder:
    """The OFFICER's datasheet lets it give orders to the unit."""


@dataclass(frozen=True, slots=True)
class Either:
    """At least one condition holds; `because` says what is missing when none does."""

    conditions: tuple[Need, ...]
    because: str


Need = Keywords | Is | Within | Beyond | Visible | MayOrder | Either


@dataclass(frozen=True, slots=True)
class Window:
    """A time at which a rule may be used.

    Attributes
    ----------
    phases : tuple of str
        Empty for any phase.
    turn : {"own", "opponent", "either"}
    at : tuple of str
        Moments (see `MOMENTS`); empty for any time in the phase.
    needs : tuple of Need
        What must hold at this time on top of what the rule needs always.
    """

    phases: tuple[Phase, ...] = ()
    turn: Turn = "own"
    at: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """When a rule may be used, and what follows from it.

    Attributes
    ----------
    windows : tuple of Window
        Any one of them will do.
    needs : tuple of Need
        All of them must hold.
    once : {"phase", "turn", "battle", ""}
        How often; "" for no limit. A Stratagem can be used once in a phase.
    follows : tuple of str
        What else is bound to it ("the unit cannot charge this turn").
    partner : str
        What the second unit is, for messages ("the TRANSPORT").
    despite_shock : bool
        It can affect a battle-shocked unit of its player. Stratagems and orders cannot.
    """

    windows: tuple[Window, ...]
    needs: tuple[Need, ...] = ()
    once: Once = "phase"
    follows: tuple[str, ...] = ()
    partner: str = "the second unit"
    despite_shock: bool = False
