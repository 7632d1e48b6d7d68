"""From the round of combat to the flight: what becomes of the unit that breaks, over all losses with which it may break."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from toolkit.dice.pmf import Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import answers
from toolkit.studies.t9a.flight import Crossing, Fleeing, Flight, Pursuer, flight
from toolkit.studies.t9a.melee import Melee
from toolkit.studies.t9a.regiment import Regiment
from toolkit.studies.t9a.running import FLIGHT_READINGS, Readings, left_out, second_edition


@dataclass(frozen=True)
class Broken:
    """One side of a combat, if it breaks in this round.

    Attributes
    ----------
    breaks : float or Fraction
        That it does.
    caught, removed, off_table, slain, fleeing : float or Fraction
        How that ends, as for `Flight`; together they are `breaks`.
    crossed : tuple of float or Fraction
        For each crossing, that the unit breaks and runs through it.
    left : mapping of int to probability
        Health Points with which it is still fleeing.
    flights : mapping of int to (probability, Flight)
        For each number of Health Points lost in the round the chance to break with it, and the flight that follows.
    readings : mapping
        How the open questions of the flight were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition, in the combat and after it.
    not_calculated : tuple of str
    """

    breaks: Probability
    caught: Probability
    removed: Probability
    off_table: Probability
    slain: Probability
    fleeing: Probability
    crossed: tuple[Probability, ...]
    left: Mapping[int, Probability] = field(repr=False)
    flights: Mapping[int, tuple[Probability, Flight]] = field(repr=False)
    readings: Readings = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ()


def broken(
    result: Melee,
    side: Literal["a", "b"],
    unit: Regiment,
    pursuers: Sequence[Pursuer] = (),
    *,
    edge: float | None = None,
    crossings: Sequence[Crossing] = (),
    swiftstride: bool = False,
    readings: Readings | None = None,
) -> Broken:
    """Follow the unit that breaks in a round of combat: pursuit, flight, and what lies on its way.

    Parameters
    ----------
    result : Melee
        The round; exact if it is.
    side : {"a", "b"}
        Whose flight.
    unit : Regiment
        That side as it went into the round.
    pursuers, edge, crossings
        As for `flight`.
    swiftstride : bool
        The whole unit has Swiftstride.
    readings : mapping, optional
        Those of `flight`.

    Raises
    ------
    ToolkitError
        If the unit is not that of the round, or as for `flight`.

    Examples
    --------
    >>> from toolkit.studies.t9a.melee import melee
    >>> a = Regiment("A", 4, 4, 3, 3, 1, 4, 4, 8, armour=2, charging=True, standard=True)
    >>> b = Regiment("B", 4, 3, 3, 3, 1, 3, 3, 7, armour=1, standard=True)
    >>> found = broken(melee(a, b, exact=True), "b", b, [Pursuer("A")])
    >>> found.caught == found.breaks * Fraction(721, 1296), float(found.removed)
    (True, 0.05125)
    """
    if side not in ("a", "b"):
        raise ToolkitError(f'the side {side!r} of a combat; choose "a" or "b"')
    exact = isinstance(result.a_wins, Fraction)
    chosen = answers(readings, FLIGHT_READINGS)
    at = "ab".index(side)
    zero: Probability = Fraction(0) if exact else 0.0
    chances: dict[int, Probability] = defaultdict(lambda: zero)
    for losses, p in result.joint.items():
        if losses[at] > unit.pool - unit.wounded:
            raise ToolkitError(f"{unit.name}: {losses[at]} Health Points lost in the round, and {unit.pool - unit.wounded} there to lose")
        chances[losses[at]] += p * result.breaks[losses][at]  # pyright: ignore[reportOperatorIssue]
    flights = {
        lost: (chance, flight(Fleeing.of(unit, lost, swiftstride=swiftstride), pursuers, edge=edge, crossings=crossings, readings=readings,
                              exact=exact))
        for lost, chance in sorted(chances.items())
        if chance
    }  # fmt: skip
    sums: dict[str, Probability] = dict.fromkeys(("caught", "removed", "off_table", "slain", "fleeing"), zero)
    crossed = [zero for _ in crossings]
    left: dict[int, Probability] = defaultdict(lambda: zero)
    for chance, run in flights.values():
        for end in sums:
            sums[end] += chance * getattr(run, end)
        crossed = [before + chance * p for before, p in zip(crossed, run.crossed, strict=True)]
        for (_, lost), p in run.where.items():
            left[run.unit.left - lost] += chance * p  # pyright: ignore[reportOperatorIssue]
    runner = Fleeing.of(unit, swiftstride=swiftstride)
    second = (*result.second_edition, *second_edition((runner, *pursuers), edge, crossings, chosen))
    without = (*result.not_calculated, *left_out(runner))
    return Broken(
        sum(chances.values(), zero), **sums, crossed=tuple(crossed), left=dict(left), flights=flights, readings=chosen,
        second_edition=tuple(dict.fromkeys(second)), not_calculated=tuple(dict.fromkeys(without)),
    )  # fmt: skip
