"""When ambushing units of The Ninth Age arrive, exactly: by turn, for one unit or many, with and without room on the table.

Each unit in ambush rolls a die at the start of each Movement Phase of its player, from turn 2; on a 3+ it arrives if there is room for it,
otherwise it rolls again next turn. From turn 5 no die is needed, room still is. What never arrives is a casualty.
Characters that choose a unit to come with are in `toolkit.studies.ambush_hosts`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import polars as pl

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.studies.ambush_roll import (
    EDITIONS,
    MOST_TURNS,
    SECOND_EDITION,
    THIRD_EDITION,
    Ambusher,
    ArrivalRoll,
    ArrivalStatus,
    Room,
    arrival_status,
    check_rule,
)

__all__ = [
    "EDITIONS", "SECOND_EDITION", "THIRD_EDITION", "Ambusher", "ArrivalLaw", "ArrivalRoll", "ArrivalStatus", "Arrivals", "arrival",
    "arrival_status", "arrivals",
]  # fmt: skip

MOST_UNITS = 100
MOST_COMBINATIONS = 300_000


# --- one unit -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArrivalLaw:
    """When one unit arrives.

    Attributes
    ----------
    name : str
    rule : ArrivalRoll
    chances : tuple of Fraction
        Of arriving in each of ``rule.numbers``.
    exact : bool
        Whether answers are Fractions.
    """

    name: str
    rule: ArrivalRoll
    chances: tuple[Fraction, ...]
    exact: bool = False

    def _told(self, value: Fraction) -> Probability:
        return value if self.exact else float(value)

    def __getitem__(self, turn: int) -> Probability:
        """That it arrives in this turn."""
        _check_turn(turn)
        return self._told(self.chances[turn - self.rule.first_turn] if turn in self.rule.numbers else Fraction(0))

    def by(self, turn: int) -> Probability:
        """That it has arrived by the end of this turn."""
        _check_turn(turn)
        return self._told(sum(self.chances[: max(0, turn - self.rule.first_turn + 1)], Fraction(0)))

    @property
    def never(self) -> Probability:
        """That it never arrives: it is a casualty at the end of the game."""
        return self._told(1 - sum(self.chances, Fraction(0)))

    @property
    def scores(self) -> Probability:
        """That it arrives in time to score."""
        return self.by(self.rule.scoring_lost_from - 1)

    @property
    def arrives_too_late_to_score(self) -> Probability:
        """That it arrives, but no longer scores."""
        return self._told(sum(self.chances[max(0, self.rule.scoring_lost_from - self.rule.first_turn) :], Fraction(0)))

    @property
    def mean_turn(self) -> Probability | None:
        """The turn it arrives in, on average over the games in which it does; None if it cannot."""
        arrives = sum(self.chances, Fraction(0))
        total = sum((turn * chance for turn, chance in zip(self.rule.numbers, self.chances, strict=True)), Fraction(0))
        return self._told(total / arrives) if arrives else None

    @property
    def turns_on_table(self) -> Probability:
        """Own Player Turns it spends on the table, that of its arrival included; 0 if it never arrives."""
        last = self.rule.turns
        return self._told(sum(((last + 1 - turn) * p for turn, p in zip(self.rule.numbers, self.chances, strict=True)), Fraction(0)))

    @property
    def frame(self) -> pl.DataFrame:
        """One row a turn: ``turn, arrives, by_then, scores``; the last row has no turn and is that it never arrives."""
        turns = [*self.rule.numbers]
        return pl.DataFrame(
            {
                "turn": [*turns, None],
                "arrives": [*(float(each) for each in self.chances), float(self.never)],
                "by_then": [*(float(self.by(turn)) for turn in turns), None],
                "scores": [*(turn < self.rule.scoring_lost_from for turn in turns), False],
            },
            schema={"turn": pl.Int64, "arrives": pl.Float64, "by_then": pl.Float64, "scores": pl.Boolean},
        )


def arrival(unit: Ambusher | Room = 1, *, rule: ArrivalRoll = THIRD_EDITION, exact: bool = False) -> ArrivalLaw:
    """When one ambushing unit arrives.

    Parameters
    ----------
    unit : Ambusher or Room
        The unit, or only the chance that there is room for it.
    rule : ArrivalRoll
        `THIRD_EDITION` or `SECOND_EDITION`.
    exact : bool
        Whether to answer in Fractions.

    Returns
    -------
    ArrivalLaw

    Raises
    ------
    ToolkitError
        If a chance is no probability, or one is given for a turn in which nothing arrives.

    Examples
    --------
    >>> law = arrival(exact=True)
    >>> law[2], law.by(3), law.mean_turn, law.turns_on_table
    (Fraction(2, 3), Fraction(8, 9), Fraction(67, 27), Fraction(122, 27))
    """
    check_rule(rule)
    checks.flag(exact, "exact")
    one = unit if isinstance(unit, Ambusher) else Ambusher("The unit", unit)
    one.check_turns(rule)
    waits, chances = Fraction(1), []
    for turn in rule.numbers:
        arrives = waits * rule.chance(turn) * one.room_in(turn)
        chances.append(arrives)
        waits -= arrives
    return ArrivalLaw(one.name, rule, tuple(chances), exact)


# --- many units -----------------------------------------------------------------------------------------------------

Turns = Mapping[str, int | None]
"""The turn in which each unit arrived; None if it never did."""


@dataclass(frozen=True)
class Arrivals:
    """When several ambushing units arrive, each on a die of its own.

    Attributes
    ----------
    units : tuple of Ambusher
    laws : tuple of ArrivalLaw
        Of each.
    rule : ArrivalRoll
    exact : bool
    """

    units: tuple[Ambusher, ...]
    laws: tuple[ArrivalLaw, ...]
    rule: ArrivalRoll
    exact: bool = False

    def _told(self, value: Fraction) -> Probability:
        return value if self.exact else float(value)

    def by(self, turn: int) -> Pmf:
        """How many units are on the table after this turn; a Combined Unit counts all that came with it."""
        _check_turn(turn)
        return self._number([_span(law, self.rule.first_turn, turn) for law in self.laws])

    def in_turn(self, turn: int) -> Pmf:
        """How many units arrive in this turn."""
        _check_turn(turn)
        return self._number([_span(law, turn, turn) for law in self.laws])

    def _number(self, chances: Sequence[Fraction]) -> Pmf:
        total = Pmf.certain(0, exact=True)
        for unit, chance in zip(self.units, chances, strict=True):
            total = total + Pmf({0: 1 - chance, unit.count: chance})
        return total if self.exact else total.to_float()

    def all_by(self, turn: int) -> Probability:
        """That every unit has arrived by the end of this turn."""
        _check_turn(turn)
        return self._told(self._all_by(turn))

    def _all_by(self, turn: int) -> Fraction:
        return math.prod((_span(law, self.rule.first_turn, turn) for law in self.laws), start=Fraction(1))

    def _some_by(self, turn: int) -> Fraction:
        return 1 - math.prod((1 - _span(law, self.rule.first_turn, turn) for law in self.laws), start=Fraction(1))

    @property
    def same_turn(self) -> Probability:
        """That all arrive, and all in one turn."""
        together = (math.prod(chances, start=Fraction(1)) for chances in zip(*(law.chances for law in self.laws), strict=True))
        return self._told(sum(together, Fraction(0)))

    @property
    def mean_turn_of_last(self) -> Probability | None:
        """The turn in which the last of them arrives, on average over the games in which all do; None if they cannot."""
        return self._mean([self._all_by(turn) for turn in self.rule.numbers])

    @property
    def mean_turn_of_first(self) -> Probability | None:
        """The turn in which the first of them arrives, on average over the games in which one does; None if they cannot."""
        return self._mean([self._some_by(turn) for turn in self.rule.numbers])

    def _mean(self, by: Sequence[Fraction]) -> Probability | None:
        steps = [after - before for after, before in zip(by, [Fraction(0), *by[:-1]], strict=True)]
        if not by[-1]:
            return None
        return self._told(sum((turn * step for turn, step in zip(self.rule.numbers, steps, strict=True)), Fraction(0)) / by[-1])

    @property
    def frame(self) -> pl.DataFrame:
        """One row a unit and turn: ``unit, turn, arrives, by_then, scores``, with rows without a turn for never."""
        frames = [law.frame.insert_column(0, pl.lit(law.name).alias("unit")) for law in self.laws]
        return pl.concat(frames)

    def joint(self) -> Iterator[tuple[dict[str, int | None], Probability]]:
        """Every way the units can arrive, with its chance: for each unit the turn, or None for never.

        Raises
        ------
        ToolkitError
            If there are too many ways to list.
        """
        ways = [_ways(law) for law in self.laws]
        if math.prod(map(len, ways)) > MOST_COMBINATIONS:
            raise ToolkitError(
                f"ambush: {len(ways)} units arrive in too many ways to list; ask `by`, `in_turn`, `all_by`, or leave some out"
            )
        for way in product(*ways):
            chance = math.prod((p for _, p in way), start=Fraction(1))
            yield dict(zip((unit.name for unit in self.units), (turn for turn, _ in way), strict=True)), self._told(chance)

    def chance(self, condition: Callable[[Turns], bool]) -> Probability:
        """That a condition on the turns of arrival holds.

        Examples
        --------
        >>> two = arrivals([Ambusher("Hounds"), Ambusher("Raiders")], exact=True)
        >>> two.chance(lambda turns: turns["Hounds"] < turns["Raiders"])
        Fraction(182, 729)
        """
        checks.kind(condition, Callable, "condition", "a function of the turns in which units arrived")  # pyright: ignore[reportArgumentType]
        return sum((p for turns, p in self.joint() if condition(turns)), start=self._told(Fraction(0)))  # pyright: ignore[reportReturnType, reportArgumentType, reportCallIssue]


def arrivals(units: Sequence[Ambusher], *, rule: ArrivalRoll = THIRD_EDITION, exact: bool = False) -> Arrivals:
    """When several ambushing units arrive.

    Parameters
    ----------
    units : sequence of Ambusher
        Each with a die of its own; a Combined Unit is one of them, with a `count`.
    rule : ArrivalRoll
    exact : bool
        Whether to answer in Fractions.

    Returns
    -------
    Arrivals

    Raises
    ------
    ToolkitError
        If there is no unit, too many, or one twice, or one of them is no Ambusher.

    Examples
    --------
    >>> two = arrivals([Ambusher("Hounds"), Ambusher("Raiders")], exact=True)
    >>> two.all_by(3), two.same_turn, two.mean_turn_of_last
    (Fraction(64, 81), Fraction(365, 729), Fraction(2069, 729))
    """
    units = checks.kinds(units, Ambusher, "units in ambush", 'an Ambusher, such as Ambusher("Raiders")', "in ambush, unit number")
    check_names([unit.name for unit in units])
    return Arrivals(units, tuple(arrival(unit, rule=rule, exact=exact) for unit in units), rule, exact)


def check_names(names: Sequence[str]) -> None:
    """Raise a ToolkitError unless there are some names, not too many, and none twice."""
    if not 1 <= len(names) <= MOST_UNITS:
        raise ToolkitError(f"ambush: {len(names)} units; give 1 to {MOST_UNITS}")
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise ToolkitError(f"ambush: {twice!r} is in ambush twice; give each unit a name of its own")


def _check_turn(turn: object) -> None:
    checks.whole(turn, "ambush: turn", 0, MOST_TURNS + 1)


def _span(law: ArrivalLaw, first: int, last: int) -> Fraction:
    """That it arrives in one of these turns."""
    return sum((p for turn, p in zip(law.rule.numbers, law.chances, strict=True) if first <= turn <= last), Fraction(0))


def _ways(law: ArrivalLaw) -> list[tuple[int | None, Fraction]]:
    """The turns in which it can arrive, and never, with their chances."""
    ways = (*zip(law.rule.numbers, law.chances, strict=True), (None, 1 - sum(law.chances, Fraction(0))))
    return [(turn, chance) for turn, chance in ways if chance]
