"""The ledger: which rule changed what, and why; and the steps of the attack sequence in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Status = Literal["in force", "not in force", "off", "not calculated"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: a rule met one weapon.

    Attributes
    ----------
    weapon : str
    step : str
        Step of the attack sequence it touches ("Hit"), or "" for none.
    rule : str
        Printed name.
    effect : str
        What it changes, in words ("+1 to the hit roll").
    status : str
        "in force", "not in force" or "not calculated".
    reason : str
        Why (not): "the unit remained stationary".
    """

    weapon: str
    step: str
    rule: str
    effect: str
    status: Status
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the attack sequence of one weapon.

    Attributes
    ----------
    weapon, name : str
        `name` is "Attacks", "Hit", "Wound", "Save", "Damage" or "Feel no pain"; "Save (Sergeant)" where profiles differ.
    needs : str
        What the dice need ("3+", "no save", "2 x (D6+6)").
    chance : Fraction or None
        Probability for one die that the step goes the attacker's way, re-rolls included; None where there is no die.
    because : tuple of str
        What the number is made of.
    """

    weapon: str
    name: str
    needs: str
    chance: Fraction | None
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """How one question that the rules leave open was read.

    Attributes
    ----------
    key : str
    value : bool or str
    default : bool
        Whether that is the documented default.
    summary : str
        What the question decides.
    """

    key: str
    value: bool | str
    default: bool
    summary: str


@dataclass(frozen=True, slots=True)
class RuleStatus:
    """Whether one rule is in force in one scenario, and why not; `spelling` is what switches it on in a scenario document."""

    id: str
    name: str
    group: str
    side: str
    summary: str
    status: Status
    reason: str = ""
    spelling: str = ""
