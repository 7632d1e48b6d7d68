"""The numbers of ambush rolls in The Ninth Age, and a unit that waits for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class ArrivalStatus:
    """What a unit may do in the Player Turn in which it arrived from ambush.

    Attributes
    ----------
    counts_as : str
        The move it counts as having made.
    move, charge : bool
        Whether it may move in the same phase, and charge in the same turn.
    to_hit : int
        Modifier on its shooting, from having moved.
    scores : bool
        Whether it still counts for objectives.
    because : tuple of str
    """

    counts_as: str
    move: bool
    charge: bool
    to_hit: int
    scores: bool
    because: tuple[str, ...]


def arrival_status(
    turn: int,
    *,
    rule: ArrivalRoll = THIRD_EDITION,
    quick_to_fire: bool = False,
    unwieldy: int = 0,
    arrival_charge: Literal["no", "yes"] = "no",
) -> ArrivalStatus:
    """What a unit may do after arriving from ambush in this turn.

    Parameters
    ----------
    turn : int
    rule : ArrivalRoll
    quick_to_fire : bool
        Moving does not hinder its shooting.
    unwieldy : int
        A further penalty on shooting after moving.
    arrival_charge : {"no", "yes"}
        A reading: the Charge Phase comes before the Movement Phase, so that a unit that arrives has missed it; an order of phases read
        only in the 2nd edition.

    Returns
    -------
    ArrivalStatus

    Raises
    ------
    ToolkitError
        If nothing arrives in this turn, or there is no such reading.

    Examples
    --------
    >>> status = arrival_status(6)
    >>> status.counts_as, status.to_hit, status.move, status.scores
    ('Advance', -1, False, False)
    """
    if turn not in rule.numbers:
        raise ToolkitError(f"ambush: nothing arrives in turn {turn!r}; write {rule.first_turn} to {rule.turns}")
    if arrival_charge not in ("no", "yes"):
        raise ToolkitError(f'arrival_charge {arrival_charge!r}; choose "no" or "yes"')
    if isinstance(unwieldy, bool) or not isinstance(unwieldy, int) or unwieldy < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"Unwieldy {unwieldy!r}; write 0 or how much is taken off the roll")
    to_hit = -unwieldy - (0 if quick_to_fire else 1)
    scores = turn < rule.scoring_lost_from
    because = ["it counts as having made an Advance Move, and makes no other move in this phase"]
    if to_hit:
        because.append(f"{to_hit} to hit when it shoots: it moved")
    if arrival_charge == "no":
        because.append("no charge: the Charge Phase of this turn is over")
    if not scores:
        because.append(f"it does not score: it arrived in turn {turn}")
    return ArrivalStatus("Advance", move=False, charge=arrival_charge == "yes", to_hit=to_hit, scores=scores, because=tuple(because))
