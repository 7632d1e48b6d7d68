"""Shaken units of The Ninth Age over the turns: when they rally, and how far they run until then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import answers, whole
from toolkit.studies.t9a.flight import Flight
from toolkit.studies.t9a.morale import Panic, command_test
from toolkit.studies.t9a.running import (
    FLIGHT_READINGS,
    Crossing,
    Fleeing,
    Readings,
    checked_path,
    decimated_now,
    flee_law,
    hazards,
    left_out,
    panics_of,
    second_edition,
    stride,
)

ENDS = ("rallied", "removed", "off_table", "slain")
SHAKEN_MAY = ("Flee!", "Hold!")
"""Charge reactions, all that a Shaken unit may choose; it does not score either."""
MOST_TURNS = 12
ROUT_LEFT_OUT = (
    "Shooting and charges at the unit between its turns",
    "Whether a Decimated unit is harder to rally: no such rule is public, so it rallies like any other",
)


@dataclass(frozen=True)
class Rally:
    """A Shaken unit, until it rallies.

    Attributes
    ----------
    rallied : tuple of float or Fraction
        That it has rallied by each of its own turns; only then it acts and scores again.
    lasts : Pmf
        Of these turns, those in which it did not rally.
    expected : float or Fraction
        How many such turns there are on average, if nothing else ends them.
    destroyed : float or Fraction
        That a Round of Combat finds it still Shaken, which removes it as a casualty.
    readings : mapping
        How the open questions were read: there are none here.
    second_edition : tuple of str
    not_calculated : tuple of str
    """

    rallied: tuple[Probability, ...]
    lasts: Pmf
    expected: Probability
    destroyed: Probability
    readings: Readings = field(default_factory=dict, repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ("The Flee Move after each failed test; `rout` follows it",)

    @property
    def scores(self) -> tuple[Probability, ...]:
        """That the unit counts for Scoring again after each of its own turns, if it may score at all: as soon as it has rallied."""
        return self.rallied


def rally(turns: int = 6, *, need: int = 3, combat_after: int | None = None, exact: bool = False) -> Rally:
    """How long a unit stays Shaken: a Command Test in each of its own turns.

    Parameters
    ----------
    turns : int
        Its own turns to come, 1 to 12.
    need : int
        The die of the Command Test, 2 to 6 for 2+ to 6+.
    combat_after : int, optional
        An enemy is in contact with it after so many of them, and fights a Round of Combat.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> rally(3, exact=True).rallied, rally(3, exact=True).expected
    ((Fraction(2, 3), Fraction(8, 9), Fraction(26, 27)), Fraction(1, 2))
    >>> rally(3, combat_after=1, exact=True).destroyed
    Fraction(1, 3)
    """
    whole("turns", turns, 1, MOST_TURNS)
    until = turns
    if combat_after is not None:
        whole("turns before a combat", combat_after, 0, turns)
        until = combat_after
    chance = command_test(need, exact=exact)
    zero: Probability = chance - chance
    still: list[Probability] = [zero + 1]
    for _ in range(until):
        still.append(still[-1] * (1 - chance))  # pyright: ignore[reportOperatorIssue]
    law = {turn: still[turn] * chance for turn in range(until)} | {until: still[until]}  # pyright: ignore[reportOperatorIssue]
    rallied = tuple(1 - still[min(turn, until)] for turn in range(1, turns + 1))
    return Rally(rallied, Pmf(law), (1 - chance) / chance, zero if combat_after is None else still[until])  # pyright: ignore[reportOperatorIssue]


@dataclass(frozen=True)
class Rout:
    """A Shaken unit over its own turns: in each it rallies, or flees.

    Attributes
    ----------
    start : float or Fraction
        That it is there and Shaken before the first of them.
    turns : tuple of mapping of str to probability
        For each turn how it ends in it: "rallied", "removed" (Decimated), "off_table", "slain" (in dangerous terrain).
    fleeing : float or Fraction
        That it still flees after the last.
    where : mapping of (int, int) to probability
        Inches run and Health Points lost where it still flees.
    rallied_with : mapping of int to probability
        Health Points with which it rallies.
    crossed : tuple of float or Fraction
        For each crossing, that the unit runs through it in these turns.
    panics : tuple of Panic or None
        For each crossing the Panic Test of the friend; None for other things and friends of unknown Courage.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    not_calculated : tuple of str
    """

    start: Probability
    turns: tuple[Mapping[str, Probability], ...]
    fleeing: Probability
    where: Mapping[tuple[int, int], Probability] = field(repr=False)
    rallied_with: Mapping[int, Probability] = field(repr=False)
    crossed: tuple[Probability, ...]
    panics: tuple[Panic | None, ...] = field(repr=False)
    readings: Readings = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ()

    def chance(self, end: str, turn: int | None = None) -> Probability:
        """Chance that it ends in this way, by this turn or at all.

        Raises
        ------
        ToolkitError
            If there is no such end or turn.
        """
        if end not in ENDS:
            raise ToolkitError(f"a rout that ends with {end!r}; choose from {', '.join(ENDS)}")
        last = len(self.turns) if turn is None else turn
        whole("a turn of the rout", last, 1, len(self.turns))
        return sum((each[end] for each in self.turns[1:last]), self.turns[0][end])


def rout(
    start: Fleeing | Flight,
    turns: int = 6,
    *,
    edge: float | None = None,
    crossings: Sequence[Crossing] = (),
    need: int = 3,
    readings: Readings | None = None,
    exact: bool = False,
) -> Rout:
    """Follow a Shaken unit through its own turns: a Command Test to rally, and a Flee Move whenever it fails.

    Parameters
    ----------
    start : Fleeing or Flight
        A unit that is Shaken, or the flight after which it is: with its table edge, crossings and readings, to go on from there.
    turns : int
        1 to 12.
    edge : float, optional
        Inches along the way to the edge of the table.
    crossings : sequence of Crossing
    need : int
        The die of the Command Test.
    readings : mapping, optional
        ``swiftstride``, ``attribute_text``, ``decimated_scope``, ``panic_once``, ``dangerous_when``.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number or reading cannot be, or what a flight brings along is given again.

    Examples
    --------
    >>> result = rout(Fleeing(20), 2, edge=7, exact=True)
    >>> result.chance("rallied"), result.chance("off_table"), result.fleeing
    (Fraction(41, 54), Fraction(931, 3888), Fraction(5, 3888))
    """
    whole("turns", turns, 1, MOST_TURNS)
    zero: Probability = Fraction(0) if exact else 0.0
    states: dict[tuple[int, int], Probability] = {(0, 0): zero + 1}
    if isinstance(start, Flight):
        if edge is not None or crossings or readings is not None:
            raise ToolkitError("the flight brings its table edge, crossings and readings along; do not give them again")
        unit, edge, crossings, readings = start.unit, start.edge, start.crossings, start.readings
        if exact and not start.distance.exact:
            raise ToolkitError("an exact rout goes on from an exact flight; ask for that with exact=True")
        states = {state: p if exact else float(p) for state, p in start.where.items() if p}
    else:
        unit = start
    chosen = answers(readings, FLIGHT_READINGS)
    path = checked_path(edge, crossings)
    passes, flee = command_test(need, exact=exact), flee_law(unit, chosen, exact)
    begun = sum(states.values(), zero)
    ends: list[Mapping[str, Probability]] = []
    rallied: dict[int, Probability] = defaultdict(lambda: zero)
    crossed = [zero for _ in path]
    strides: dict[tuple[int, int], tuple[int, bool, tuple[int, ...]]] = {}
    costs: dict[tuple[int, tuple[int, ...]], Pmf] = {}
    for _ in range(turns):
        ended: dict[str, Probability] = dict.fromkeys(ENDS, zero)
        # who moved: by Health Points lost before and by what lay on the way, the places where they end
        moved: dict[tuple[int, tuple[int, ...]], dict[int, Probability]] = defaultdict(lambda: defaultdict(lambda: zero))
        for (inches, lost), p in states.items():
            left = unit.left - lost
            ended["rallied"] += p * passes  # pyright: ignore[reportOperatorIssue]
            rallied[left] += p * passes  # pyright: ignore[reportOperatorIssue]
            fails = p * (1 - passes)  # pyright: ignore[reportOperatorIssue]
            if decimated_now(unit.after(lost), chosen):
                ended["removed"] += fails
                continue
            for rolled, q in flee.items():
                if (inches, rolled) not in strides:
                    strides[inches, rolled] = stride(inches, rolled, edge, path)
                end, off, touched = strides[inches, rolled]
                here = fails * q  # pyright: ignore[reportOperatorIssue]
                for at in touched:
                    # dangerous terrain may be touched again by the next move
                    if path[at].kind != "dangerous" or inches < path[at].at or inches == 0:
                        crossed[at] += here
                if off:
                    ended["off_table"] += here
                else:
                    moved[lost, touched][end] += here
        after: dict[tuple[int, int], Probability] = defaultdict(lambda: zero)
        for (lost, touched), places in moved.items():
            if (lost, touched) not in costs:
                costs[lost, touched] = hazards(unit.after(lost), [path[at] for at in touched], chosen, exact)
            for points, r in costs[lost, touched].items():
                for end, p in places.items():
                    if lost + points == unit.left:
                        ended["slain"] += p * r  # pyright: ignore[reportOperatorIssue]
                    else:
                        after[end, lost + points] += p * r  # pyright: ignore[reportOperatorIssue]
        ends.append(ended)
        states = {state: p for state, p in after.items() if p}
    panics = panics_of(path, crossed, chosen, exact)
    second = second_edition((unit,), edge, path, chosen)
    fleeing = sum(states.values(), zero)
    without = (*left_out(unit), *ROUT_LEFT_OUT)
    return Rout(begun, tuple(ends), fleeing, states, dict(rallied), tuple(crossed), panics, chosen, second, without)
