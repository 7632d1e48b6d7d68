"""What a player can want of ambushes: goals for the choice of hosts in `toolkit.studies.ambush_hosts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.studies.ambush_roll import MOST_TURNS, ArrivalRoll


@dataclass(frozen=True, slots=True)
class Arrived:
    """How a game's ambushes went.

    Attributes
    ----------
    turns : mapping of str to int or None
        The turn in which each unit and character arrived; None for never.
    came_with : mapping of str to str
        The unit each character came with; "" for alone or never.
    rule : ArrivalRoll
    """

    turns: Mapping[str, int | None]
    came_with: Mapping[str, str]
    rule: ArrivalRoll

    def turn(self, name: str) -> int | None:
        """The turn in which one of them arrived; None for never.

        Raises
        ------
        ToolkitError
            If nobody of that name is in ambush.
        """
        if name not in self.turns:
            raise ToolkitError(f"ambush: {name!r} is not in ambush; there are: {', '.join(self.turns)}")
        return self.turns[name]


Worth = Callable[[Arrived], "bool | int | float | Fraction"]


@dataclass(frozen=True, slots=True)
class HostGoal:
    """What the player wants: the higher the worth of how it went, the better; the worth of yes or no is the chance of yes.

    Attributes
    ----------
    title : str
    worth : callable
        Of an `Arrived`.

    Raises
    ------
    ToolkitError
        If it has no title, or its worth cannot be asked.
    """

    title: str
    worth: Worth

    def __post_init__(self) -> None:
        checks.name(self.title, "ambush: a goal")
        if not callable(self.worth):
            raise ToolkitError(f"ambush: the worth of {self.title!r} is {checks.shown(self.worth)}; it is a function of an Arrived")


def all_by(turn: int, names: Sequence[str] = ()) -> HostGoal:
    """That these (all, if none is named) are on the table by this turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> all_by(3).worth(Arrived({"Herd": 2, "Chief": 4}, {"Chief": ""}, THIRD_EDITION)), all_by(3).title
    (False, 'everybody on the table by turn 3')
    """
    checks.whole(turn, "ambush: by turn", 1, MOST_TURNS)
    listed = checks.texts(names, "ambush: names of who is to arrive")

    def worth(arrived: Arrived) -> bool:
        turns = [arrived.turn(name) for name in listed or arrived.turns]
        return all(at is not None and at <= turn for at in turns)

    return HostGoal(f"{', '.join(listed) or 'everybody'} on the table by turn {turn}", worth)


def all_together(names: Sequence[str] = ()) -> HostGoal:
    """That these (all, if none is named) arrive, and in one turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> all_together(["Herd", "Chief"]).worth(Arrived({"Herd": 4, "Chief": 4, "Hounds": 2}, {"Chief": ""}, THIRD_EDITION))
    True
    """
    listed = checks.texts(names, "ambush: names of who is to arrive")

    def worth(arrived: Arrived) -> bool:
        turns = {arrived.turn(name) for name in listed or arrived.turns}
        return len(turns) == 1 and None not in turns

    return HostGoal(f"{', '.join(listed) or 'everybody'} in one turn", worth)


def comes_with(character: str, host: str, by: int) -> HostGoal:
    """That this character comes with this unit, by this turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> comes_with("Chief", "Herd", 3).worth(Arrived({"Herd": 4, "Chief": 4}, {"Chief": "Herd"}, THIRD_EDITION))
    False
    """
    for name in (character, host):
        checks.name(name, "ambush: who comes with whom, one")
    checks.whole(by, "ambush: by turn", 1, MOST_TURNS)

    def worth(arrived: Arrived) -> bool:
        at = arrived.turn(character)
        arrived.turn(host)
        if character not in arrived.came_with or host in arrived.came_with:
            who = character if character not in arrived.came_with else host
            kind = "no character" if who == character else "a character"
            raise ToolkitError(
                f"ambush: {character!r} with {host!r}, but {who!r} is {kind}; characters are: {', '.join(arrived.came_with)}"
            )
        return arrived.came_with[character] == host and at is not None and at <= by

    return HostGoal(f"{character} with {host} by turn {by}", worth)


def turns_on_table(weights: Mapping[str, int | float | Fraction] | None = None) -> HostGoal:
    """Own Player Turns spent on the table, added up; each weighed (by its points, say) if weights are given, who has none for nothing.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> turns_on_table().worth(Arrived({"Herd": 4, "Chief": None}, {"Chief": ""}, THIRD_EDITION))
    Fraction(3, 1)
    """
    given = None
    if weights is not None:
        checks.kind(weights, Mapping, "ambush: weights", 'names and numbers, such as {"Herd": 150}')
        for name, weight in weights.items():
            checks.number(weight, f"ambush: the weight of {name!r}", unit="")
        given = {name: number(weight) for name, weight in weights.items()}

    def worth(arrived: Arrived) -> Fraction:
        last = arrived.rule.turns
        for name in given or ():
            arrived.turn(name)
        pairs = [(name, at) for name, at in arrived.turns.items() if at is not None]
        return sum(((Fraction(1) if given is None else given.get(name, Fraction(0))) * (last + 1 - at) for name, at in pairs), Fraction(0))

    return HostGoal("turns on the table" if weights is None else "weighed turns on the table", worth)


def number(worth: bool | int | float | Fraction) -> Fraction:
    """The worth of how it went as a Fraction: yes is 1, 0.1 is exactly a tenth.

    Raises
    ------
    ToolkitError
        If it is no number.

    Examples
    --------
    >>> number(True), number(0.1)
    (Fraction(1, 1), Fraction(1, 10))
    """
    try:
        return Fraction(str(worth)) if isinstance(worth, float) else Fraction(worth)
    except (TypeError, ValueError, OverflowError):
        raise ToolkitError(f"ambush: the worth of how it went is {checks.shown(worth)}; it is a number, or true or false") from None
