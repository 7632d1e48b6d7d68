"""Numbers of rolls outside the attack sequence, as records: which dice, what they need, what happens then.

Each edition writes its own (`toolkit.systems.wh40k_10e.rolls`); the functions of `toolkit.studies.rolls` are told which to use.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from toolkit.dice.notation import Dice
from toolkit.errors import ToolkitError


@dataclass(frozen=True, slots=True)
class RollModifier:
    """Something that changes a roll.

    Attributes
    ----------
    amount : int
        What is added to the roll; negative to subtract.
    alone : bool
        It does not add up with other negative modifiers: only the worst of them counts.
    chance : Fraction
        Chance that it is there at all, known before the dice are rolled; 1 for certain.
    name : str
        Where it comes from.

    Raises
    ------
    ToolkitError
        If the chance is not from 0 to 1.

    Examples
    --------
    >>> RollModifier(-2, alone=True, name="Tanglefoot Grenades").amount
    -2
    """

    amount: int
    alone: bool = False
    chance: Fraction = Fraction(1)
    name: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.chance <= 1:
            raise ToolkitError(f"a modifier with chance {self.chance}; a chance is from 0 to 1")


@dataclass(frozen=True, slots=True)
class SumRoll:
    """A distance that is rolled: the dice, added up."""

    dice: str

    def __post_init__(self) -> None:
        Dice.parse(self.dice)


@dataclass(frozen=True, slots=True)
class ChargeRoll:
    """A charge.

    Attributes
    ----------
    dice : str
    within : int
        Targets are declared within so many inches.
    engagement : int
        The move must end within so many inches of each target.
    most : int or None
        The result after modifiers is never more; None for no such limit.
    """

    dice: str
    within: int
    engagement: int
    most: int | None = None

    def __post_init__(self) -> None:
        Dice.parse(self.dice)


@dataclass(frozen=True, slots=True)
class NerveTest:
    """A test that a weakened unit takes: the sum of the dice must reach its Leadership.

    Attributes
    ----------
    dice : str
    at_half : bool
        Whether a unit at exactly half of its strength takes it too.
    best, worst : int
        Modifiers never take Leadership beyond these.
    retested : bool
        A unit that is battle-shocked tests again however much of it is left, and stays shocked until it passes.
    """

    dice: str
    at_half: bool
    best: int
    worst: int
    retested: bool = False

    def __post_init__(self) -> None:
        Dice.parse(self.dice)


@dataclass(frozen=True, slots=True)
class ModelTest:
    """One D6 for each of several models: `fails_up_to` or less costs the unit a model."""

    fails_up_to: int


@dataclass(frozen=True, slots=True)
class MortalDice:
    """Dice that inflict mortal wounds.

    Attributes
    ----------
    dice : int
        How many D6 are rolled.
    need : int
        Each on `need`+ inflicts them (1: without a roll).
    wounds : str
        How many each inflicts, a number or dice; "{x}" for the number printed with the rule.
    """

    dice: int
    need: int
    wounds: str


@dataclass(frozen=True, slots=True)
class CappedDice:
    """One D6 for each enemy unit in question, on `need`+ it is marked; no more than `caps` says for the size of the battle."""

    need: int
    caps: tuple[tuple[str, int], ...]
    charge: RollModifier
    move: int

    def cap(self, battle_size: str) -> int:
        """How many units can be marked.

        Raises
        ------
        ToolkitError
            If there is no such size of battle.
        """
        for name, cap in self.caps:
            if name.lower() == battle_size.strip().lower():
                return cap
        known = ", ".join(name for name, _ in self.caps)
        raise ToolkitError(f"no battle size {battle_size!r}; choose from {known}")


@dataclass(frozen=True, slots=True)
class LastStand:
    """One D6 for each model slain before it fought: on `need`+ it fights before it is removed; `bonus` is added for `keyword` models."""

    need: int
    bonus: int
    keyword: str


@dataclass(frozen=True, slots=True)
class FightOrder:
    """Who picks which unit fights next; in both steps, those that fight first and the rest, the players take turns.

    Attributes
    ----------
    turn_player_first : bool
        The player whose turn it is picks first, or the other.
    carries_on : bool
        The second step goes on with the player who could pick no unit of the first step any more; otherwise it starts like the first.
    """

    turn_player_first: bool
    carries_on: bool = False


@dataclass(frozen=True, slots=True)
class Detection:
    """From how near a hidden unit is seen.

    Attributes
    ----------
    inches : int
    gone_to_ground : int
        What is added while the unit has gone to ground.
    least, most : int
        Modifiers never take the distance beyond these.
    terrain : tuple of str
        Kinds of terrain that hide a unit.
    """

    inches: int
    gone_to_ground: int
    least: int
    most: int
    terrain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disembark:
    """A way to leave a transport.

    Attributes
    ----------
    hazard : bool
        One hazard roll for each model.
    shocked : bool
        The unit is battle-shocked afterwards.
    charge : bool
        It may charge this turn.
    within : int or None
        Inches from the transport; None where the record does not say.
    """

    hazard: bool
    shocked: bool
    charge: bool
    within: int | None = None


Numbers = (
    RollModifier | SumRoll | ChargeRoll | NerveTest | ModelTest | MortalDice | CappedDice | LastStand | FightOrder | Detection | Disembark
)
"""What a rule can say about rolls outside the attack sequence."""
