"""The numbers of ambush rolls in The Ninth Age, and a unit that waits for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from toolkit.errors import ToolkitError
from toolkit.rules import checks

MOST_TURNS = 20
Chance = int | float | str | Fraction
"""A probability as players give it: 1, 0.25, "1/4" or a Fraction; 0.25 means exactly a quarter."""
Room = Chance | Mapping[int, Chance]
"""The chance that there is room for the unit: one for every turn, or one for each turn named (the others: certain)."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
        If the turns are not in order, the die does not exist, or something is no whole number.

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
        checks.name(self.name, "ambush: an edition")
        if not _is_whole(self.need) or not 1 <= self.need <= 7:
            raise ToolkitError(f"ambush: units arrive on {checks.shown(self.need)}+; write 1 to 6, or 7 for never")
        checks.whole(self.turns, "ambush: the number of turns", 1, MOST_TURNS)
        if not _is_whole(self.first_turn) or not 1 <= self.first_turn <= self.turns:
            raise ToolkitError(f"ambush: first_turn {checks.shown(self.first_turn)} of {self.turns} turns; it is one of them")
        if self.automatic_from is not None:
            checks.whole(self.automatic_from, "ambush: automatic_from turn", 1, MOST_TURNS + 1)
        checks.whole(self.scoring_lost_from, "ambush: scoring_lost_from turn", 1, MOST_TURNS + 1)

    @property
    def numbers(self) -> range:
        """The turns in which a unit can arrive."""
        return range(self.first_turn, self.turns + 1)

    def chance(self, turn: int) -> Fraction:
        """That the roll of this turn is made."""
        if turn < self.first_turn:
            return Fraction(0)
        return Fraction(1) if self.automatic_from is not None and turn >= self.automatic_from else Fraction(7 - self.need, 6)


def check_rule(rule: ArrivalRoll) -> None:
    """Refuse anything but the numbers of an edition.

    Raises
    ------
    ToolkitError
        If they are none.

    Examples
    --------
    >>> check_rule("3rd")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: rule '3rd'; it is an ArrivalRoll, such as EDITIONS["3rd"]
    """
    checks.kind(rule, ArrivalRoll, "rule", 'an ArrivalRoll, such as EDITIONS["3rd"]')


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
    where : str
        The X of its Ambush (X), as printed: "Battlefield Edge"; "" for not told. Characters join units of the same X.
    every_model : bool
        Whether every model in it has Ambush; a unit of which that is not true is deployed like any other.

    Raises
    ------
    ToolkitError
        If it has no name or may not be in ambush, or a chance is no probability.

    Examples
    --------
    >>> Ambusher("Raiders", room={2: "1/2"}).room_in(2), Ambusher("Raiders", room={2: "1/2"}).room_in(3)
    (Fraction(1, 2), Fraction(1, 1))
    """

    name: str
    room: Room = 1
    count: int = 1
    where: str = ""
    every_model: bool = True
    _rooms: tuple[Fraction, dict[int, Fraction]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checks.name(self.name, "ambush: a unit")
        if not _is_whole(self.count) or not 1 <= self.count <= 20:
            raise ToolkitError(f"ambush: {checks.shown(self.count)} units on the die of {self.name!r}; write 1 to 20")
        checks.text(self.where, f"ambush: the X of {self.name!r},")
        checks.flag(self.every_model, f"ambush: every_model of {self.name!r},")
        if not self.every_model:
            raise ToolkitError(f"ambush: {self.name!r} has models without Ambush; only a unit that is entirely with it may be in ambush")
        object.__setattr__(self, "_rooms", rooms(self.room, self.name))

    def room_in(self, turn: int) -> Fraction:
        """The chance that there is room for it in this turn."""
        always, named = self._rooms
        return named.get(turn, always)

    def check_turns(self, rule: ArrivalRoll) -> None:
        """Refuse room in turns in which nothing arrives.

        Raises
        ------
        ToolkitError
            Naming the turn.

        Examples
        --------
        >>> Ambusher("Raiders", room={7: "1/2"}).check_turns(THIRD_EDITION)
        Traceback (most recent call last):
            ...
        toolkit.errors.ToolkitError: ambush: room for 'Raiders' in turn 7, in which nothing arrives; turns of arrival are 2 to 6
        """
        odd = next((turn for turn in self._rooms[1] if turn not in rule.numbers), None)
        if odd is not None:
            raise ToolkitError(
                f"ambush: room for {self.name!r} in turn {odd}, in which nothing arrives; "
                f"turns of arrival are {rule.first_turn} to {rule.turns}"
            )


def same_ambush(one: str, other: str) -> bool:
    """Whether two X of Ambush (X) are the same, however they are spelled.

    Examples
    --------
    >>> same_ambush("8″,  Table edge", '8", Table Edge'), same_ambush("Board Edge", "Open Terrain")
    (True, False)
    """
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    for quotes in "″”“„":
        text = text.replace(quotes, '"')
    return " ".join(text.casefold().split())


def rooms(room: Room, name: str) -> tuple[Fraction, dict[int, Fraction]]:
    """The chance of room for a unit in every turn, and that in turns of their own.

    Raises
    ------
    ToolkitError
        If a chance is no probability, or a turn no turn.

    Examples
    --------
    >>> rooms({3: 0.5}, "Raiders")
    (Fraction(1, 1), {3: Fraction(1, 2)})
    """
    if isinstance(room, Mapping):
        for turn in room:
            if not _is_whole(turn) or not 1 <= turn <= MOST_TURNS:
                raise ToolkitError(f"ambush: room for {name!r} in turn {checks.shown(turn)}; turns are whole numbers from 1")
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
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise ToolkitError(
            f'ambush: {what} has the chance {checks.shown(given)}; write a number from 0 to 1, such as 0.5 or "1/3"'
        ) from None
    if isinstance(given, bool) or not 0 <= value <= 1:
        raise ToolkitError(f"ambush: {what} has the chance {checks.shown(given)}; a chance is from 0 to 1")
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
    check_rule(rule)
    checks.flag(quick_to_fire, "quick_to_fire")
    if not _is_whole(turn) or turn not in rule.numbers:
        raise ToolkitError(f"ambush: nothing arrives in turn {checks.shown(turn)}; write {rule.first_turn} to {rule.turns}")
    if arrival_charge not in ("no", "yes"):
        raise ToolkitError(f'arrival_charge {checks.shown(arrival_charge)}; choose "no" or "yes"')
    if not _is_whole(unwieldy) or not 0 <= unwieldy <= 20:
        raise ToolkitError(f"Unwieldy {checks.shown(unwieldy)}; write 0 or how much is taken off the roll")
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
