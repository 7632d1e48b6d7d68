"""What a player can want of ambushes: goals for the choice of hosts in `toolkit.studies.ambush_hosts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.errors import ToolkitError
from toolkit.studies.ambush_roll import ArrivalRoll


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


Worth = Callable[[Arrived], "bool | int | float | Fraction"]


@dataclass(frozen=True, slots=True)
class HostGoal:
    """What the player wants: the higher the worth of how it went, the better; the worth of yes or no is the chance of yes.

    Attributes
    ----------
    title : str
    worth : callable
        Of an `Arrived`.
    """

    title: str
    worth: Worth


def all_by(turn: int, names: Sequence[str] = ()) -> HostGoal:
    """That these (all, if none is named) are on the table by this turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> all_by(3).worth(Arrived({"Herd": 2, "Chief": 4}, {"Chief": ""}, THIRD_EDITION)), all_by(3).title
    (False, 'everybody on the table by turn 3')
    """
    return HostGoal(
        f"{', '.join(names) or 'everybody'} on the table by turn {turn}",
        lambda arrived: all((at := arrived.turns[name]) is not None and at <= turn for name in names or arrived.turns),
    )


def all_together(names: Sequence[str] = ()) -> HostGoal:
    """That these (all, if none is named) arrive, and in one turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> all_together(["Herd", "Chief"]).worth(Arrived({"Herd": 4, "Chief": 4, "Hounds": 2}, {"Chief": ""}, THIRD_EDITION))
    True
    """
    return HostGoal(
        f"{', '.join(names) or 'everybody'} in one turn",
        lambda arrived: len(found := {arrived.turns[name] for name in names or arrived.turns}) == 1 and None not in found,
    )


def comes_with(character: str, host: str, by: int) -> HostGoal:
    """That this character comes with this unit, by this turn.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> comes_with("Chief", "Herd", 3).worth(Arrived({"Herd": 4, "Chief": 4}, {"Chief": "Herd"}, THIRD_EDITION))
    False
    """
    return HostGoal(
        f"{character} with {host} by turn {by}",
        lambda arrived: arrived.came_with[character] == host and (arrived.turns[character] or by + 1) <= by,
    )


def turns_on_table(weights: Mapping[str, int | float | Fraction] | None = None) -> HostGoal:
    """Own Player Turns spent on the table, added up; each weighed (by its points, say) if weights are given.

    Examples
    --------
    >>> from toolkit.studies.ambush_roll import THIRD_EDITION
    >>> turns_on_table().worth(Arrived({"Herd": 4, "Chief": None}, {"Chief": ""}, THIRD_EDITION))
    Fraction(3, 1)
    """

    def worth(arrived: Arrived) -> Fraction:
        last = arrived.rule.turns
        pairs = [(name, at) for name, at in arrived.turns.items() if at is not None]
        return sum((number(1 if weights is None else weights.get(name, 0)) * (last + 1 - at) for name, at in pairs), Fraction(0))

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
    except (TypeError, ValueError):
        raise ToolkitError(f"ambush: the worth of how it went is {worth!r}; it is a number, or true or false") from None
