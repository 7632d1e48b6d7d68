"""Flight in The Ninth Age: how far a broken unit runs, who catches it, what it runs through and whether it leaves the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from toolkit.dice.pmf import Pmf, Probability
from toolkit.studies.t9a.attack import answers
from toolkit.studies.t9a.morale import Panic
from toolkit.studies.t9a.running import (
    FLIGHT_READINGS,
    Crossing,
    Fleeing,
    Pursuer,
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

__all__ = ["Crossing", "Fleeing", "Flight", "Pursuer", "flight"]


@dataclass(frozen=True)
class Flight:
    """A broken unit, after its flight and the pursuit.

    Attributes
    ----------
    unit : Fleeing
    edge : float or None
    crossings : tuple of Crossing
        What was asked.
    joint : mapping of (int, bool, int or None) to probability
        The roll of the flight, whether it was caught, and inches left to the nearest pursuer; 0 when caught, None where nobody pursues
        or nothing is left on the table to measure from.
    distance : Pmf
        The roll of the flight.
    gap : Pmf or None
        Inches to the nearest pursuer, given that the unit runs and stays on the table.
    caught : float or Fraction
    caught_by : tuple of float or Fraction
        For each pursuer, that its roll would catch the unit.
    removed : float or Fraction
        Not caught, but Decimated: removed before it runs.
    off_table : float or Fraction
    slain : float or Fraction
        Nothing is left after dangerous terrain.
    fleeing : float or Fraction
        Still there, and Shaken. The five add up to 1.
    crossed : tuple of float or Fraction
        For each crossing, that the unit runs through it.
    panics : tuple of Panic or None
        For each crossing the Panic Test of the friend; None for other things, friends of unknown Courage and flights by choice.
    lost : Pmf
        Health Points lost to dangerous terrain.
    where : mapping of (int, int) to probability
        Inches run and Health Points lost where it is still fleeing.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    not_calculated : tuple of str
    """

    unit: Fleeing
    edge: float | None
    crossings: tuple[Crossing, ...]
    joint: Mapping[tuple[int, bool, int | None], Probability] = field(repr=False)
    distance: Pmf
    gap: Pmf | None
    caught: Probability
    caught_by: tuple[Probability, ...]
    removed: Probability
    off_table: Probability
    slain: Probability
    fleeing: Probability
    crossed: tuple[Probability, ...]
    panics: tuple[Panic | None, ...] = field(repr=False)
    lost: Pmf
    where: Mapping[tuple[int, int], Probability] = field(repr=False)
    readings: Readings = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ()


def flight(
    unit: Fleeing,
    pursuers: Sequence[Pursuer] = (),
    *,
    edge: float | None = None,
    crossings: Sequence[Crossing] = (),
    voluntary: bool = False,
    readings: Readings | None = None,
    exact: bool = False,
) -> Flight:
    """Let a unit flee 2D6 inches, and who was in contact with it pursue 2D6 inches.

    A pursuit that is as long catches it. Who was not caught runs, unless it is Decimated; dangerous terrain is thrown for at the end of the
    move, for each thing it ran through.

    Parameters
    ----------
    unit : Fleeing
    pursuers : sequence of Pursuer
    edge : float, optional
        Inches along the way to the edge of the table; a unit that touches it is gone.
    crossings : sequence of Crossing
    voluntary : bool
        It chose to flee from a charge: friends take no Panic Test.
    readings : mapping, optional
        ``pursuit_tie``, ``swiftstride``, ``attribute_text``, ``decimated_scope``, ``panic_once``, ``dangerous_when``.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number or reading cannot be.

    Examples
    --------
    >>> result = flight(Fleeing(20), [Pursuer("Knights", swiftstride=True)], edge=8, exact=True)
    >>> result.caught, result.off_table, result.second_edition
    (Fraction(1877, 2592), Fraction(215, 972), ('Pursuit', 'Swiftstride', 'Leaving the table'))
    """
    chosen = answers(readings, FLIGHT_READINGS)
    path = checked_path(edge, crossings)
    zero: Probability = Fraction(0) if exact else 0.0
    flee, rolls = flee_law(unit, chosen, exact), [flee_law(each, chosen, exact) for each in pursuers]
    best = _highest(rolls, exact)
    least = 0 if chosen["pursuit_tie"] == "caught" else 1
    decimated = decimated_now(unit, chosen)
    joint: dict[tuple[int, bool, int | None], Probability] = defaultdict(lambda: zero)
    gaps: dict[int, Probability] = defaultdict(lambda: zero)
    lost: dict[int, Probability] = defaultdict(lambda: zero)
    where: dict[tuple[int, int], Probability] = defaultdict(lambda: zero)
    ends = dict.fromkeys(("caught", "removed", "off_table", "slain"), zero)
    crossed = [zero for _ in path]
    for rolled, p in flee.items():
        end, off, touched = stride(0, rolled, edge, path)
        runs = zero
        for pursuit, q in best.items():
            here, reached = p * q, bool(rolls) and pursuit >= rolled + least  # pyright: ignore[reportOperatorIssue]
            away = bool(rolls) and not decimated and not off and not reached
            joint[rolled, reached, 0 if reached else end - pursuit if away else None] += here
            if away:
                gaps[end - pursuit] += here
            if reached or decimated or off:
                ends["caught" if reached else "removed" if decimated else "off_table"] += here
            runs += here if not reached and not decimated else zero
        crossed = [each + runs if at in touched else each for at, each in enumerate(crossed)]
        if off or not runs:
            continue
        for points, q in hazards(unit, [path[at] for at in touched], chosen, exact).items():
            here = runs * q  # pyright: ignore[reportOperatorIssue]
            lost[points] += here
            if points == unit.left:
                ends["slain"] += here
            else:
                where[end, points] += here
    lost[0] += ends["caught"] + ends["removed"] + ends["off_table"]
    near = sum(gaps.values(), zero)
    gap = Pmf({inches: p / near for inches, p in gaps.items()}) if near else None  # pyright: ignore[reportOperatorIssue]
    return Flight(
        unit, edge, path, dict(joint), flee, gap, ends["caught"],
        tuple(sum((p * roll.at_least(rolled + least) for rolled, p in flee.items()), zero) for roll in rolls),
        ends["removed"], ends["off_table"], ends["slain"], sum(where.values(), zero), tuple(crossed),
        panics_of(path, crossed, chosen, exact, none=voluntary),
        Pmf(lost), dict(where), chosen, second_edition((unit, *pursuers), edge, path, chosen), left_out(unit),
    )  # fmt: skip


def _highest(rolls: Sequence[Pmf], exact: bool) -> Pmf:
    """The law of the longest of several pursuits; 0 for none."""
    if not rolls:
        return Pmf.certain(0, exact=exact)
    least: dict[int, Probability] = {}
    before: Probability = Fraction(0) if exact else 0.0
    for inches in range(min(each.low for each in rolls), max(each.high for each in rolls) + 1):
        under: Probability = Fraction(1) if exact else 1.0
        for each in rolls:
            under *= each.at_most(inches)  # pyright: ignore[reportOperatorIssue]
        least[inches], before = under - before, under  # pyright: ignore[reportOperatorIssue]
    return Pmf(least)
