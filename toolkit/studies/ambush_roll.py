"""The numbers of ambush rolls in The Ninth Age, and a unit that waits for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from toolkit.errors import ToolkitError

Chance = int | float | str | Fraction
"""A probability as players give it: 1, 0.25, "1/4" or a Fraction; 0.25 means exactly a quarter."""
Room = Chance | Mapping[int, Chance]
"""The chance that there is room for the unit: one for every turn, or one for each turn named (the others: certain)."""


@dataclass(frozen=True, slots=True)
class ArrivalRoll:
    """The numbers of ambush rolls in an edition.

    Attributes
    ----------
    name : str
    need : int
        The die that brings a unit in.
    first_turn, turns : int
        The first Player Turn in which it is rolled, and the last of the game.
    automatic_from : int or None
        From this turn on the roll always counts as made; None for never.
    scoring_lost_from : int
        Units that arrive in this Game Turn or later do not score.

    Raises
    ------
    ToolkitError
        If the turns are not in order or the die does not exist.

    Examples
    --------
    >>> THIRD_EDITION.chance(2), THIRD_EDITION.chance(5), SECOND_EDITION.chance(5)
    (Fraction(2, 3), Fraction(1, 1), Fraction(2, 3))
    """

    name: str
    need: int = 3
    first_turn: int = 2
    turns: int = 6
    automatic_from: int | None = 5
    scoring_lost_from: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.need <= 7:
            raise ToolkitError(f"ambush: units arrive on {self.need!r}+; write 1 to 6, or 7 for never")
        if not 1 <= self.first_turn <= self.turns <= 20:
            raise ToolkitError(f"ambush: first_turn {self.first_turn!r} of {self.turns!r} turns; it is one of them, of at most 20")

    @property
    def numbers(self) -> range:
        """The turns in which a unit can arrive."""
        return range(self.first_turn, self.turns + 1)

    def chance(self, turn: int) -> Fraction:
        """That the roll of this turn is made."""
        if turn < self.first_turn:
            return Fraction(0)
        return Fraction(1) if self.automatic_from is not None and turn >= self.automatic_from else Fraction(7 - self.need, 6)


THIRD_EDITION = ArrivalRoll("3rd edition")
SECOND_EDITION = ArrivalRoll("2nd edition", automatic_from=None, scoring_lost_from=4)
"""No automatic arrival, and scoring is lost from Game Turn 4."""
EDITIONS = {"3rd": THIRD_EDITION, "2nd": SECOND_EDITION}


@dataclass(frozen=True)
class Ambusher:
    """A unit in ambush, or a Combined Unit: whatever comes on one die.

    Attributes
    ----------
    name : str
    room : Room
        The chance that there is a legal place for it, independent from turn to turn: one number, or one for each turn. Turns that are
        not named have room.
    count : int
        How many units come on its die: 1, or 1 and the characters joined to it.

    Raises
    ------
    ToolkitError
        If it has no name, or a chance is no probability.

    Examples
    --------
    >>> Ambusher("Raiders", room={2: "1/2"}).room_in(2), Ambusher("Raiders", room={2: "1/2"}).room_in(3)
    (Fraction(1, 2), Fraction(1, 1))
    """

    name: str
    room: Room = 1
    count: int = 1
    _rooms: tuple[Fraction, dict[int, Fraction]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ToolkitError("ambush: a unit without a name; every unit in ambush has one")
        if isinstance(self.count, bool) or not isinstance(self.count, int) or not 1 <= self.count <= 20:
            raise ToolkitError(f"ambush: {self.count!r} units on the die of {self.name!r}; write 1 to 20")
        object.__setattr__(self, "_rooms", _rooms(self.room, self.name))

    def room_in(self, turn: int) -> Fraction:
        """The chance that there is room for it in this turn."""
        always, named = self._rooms
        return named.get(turn, always)


def _rooms(room: Room, name: str) -> tuple[Fraction, dict[int, Fraction]]:
    if isinstance(room, Mapping):
        for turn in room:
            if isinstance(turn, bool) or not isinstance(turn, int) or not 1 <= turn <= 20:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ToolkitError(f"ambush: room for {name!r} in turn {turn!r}; turns are whole numbers from 1")
        return Fraction(1), {turn: as_chance(chance, f"room for {name!r} in turn {turn}") for turn, chance in room.items()}
    return as_chance(room, f"room for {name!r}"), {}


def as_chance(given: Chance, what: str) -> Fraction:
    """A probability exactly as written.

    Raises
    ------
    ToolkitError
        If it is none.

    Examples
    --------
    >>> as_chance(0.1, "room"), as_chance("1/3", "room")
    (Fraction(1, 10), Fraction(1, 3))
    """
    try:
        value = Fraction(str(given).strip()) if isinstance(given, (float, str)) else Fraction(given)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ToolkitError(f'ambush: {what} has the chance {given!r}; write a number from 0 to 1, such as 0.5 or "1/3"') from None
    if isinstance(given, bool) or not 0 <= value <= 1:
        raise ToolkitError(f"ambush: {what} has the chance {given!r}; a chance is from 0 to 1")
    return value
