"""The words in which `toolkit.attack.decisions` tells what can happen: moments before a roll, results of it, what follows.

A *node* is a moment before a roll, written as a tuple. An `Event` is one result of that roll: what follows when it stands, and the dice
that may be rolled again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

Side = Literal["attacker", "defender"]
StepName = Literal["attacks", "hit", "wound", "save", "damage"]
Node = tuple[Any, ...]
Values = NDArray[Any]
"""Numbers over the states of the target: float64, or Fractions (dtype object)."""


@dataclass(frozen=True, slots=True)
class Move:
    """Damage on its way to the model in front: which attack's wounds, how much, mortal or not."""

    attack: int
    damage: int
    mortal: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """One thing that follows: with weight `weight`, after `move` (None: the target is as before), node `node`."""

    weight: Any
    node: Node
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A die (or a roll) that may be rolled again, and what that gives."""

    what: str
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One result of a roll.

    Attributes
    ----------
    weight : Fraction, float or ndarray over states
        Its probability.
    situation : tuple of int
        The result as numbers: (failures, successes, criticals), or (rolled, ...).
    keep : tuple of Leaf
        What follows when the result stands; several leaves are chance, not choice.
    options : tuple of Option
    """

    weight: Any
    situation: tuple[int, ...]
    keep: tuple[Leaf, ...]
    options: tuple[Option, ...] = ()
