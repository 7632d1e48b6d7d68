"""Charge ranges of The Ninth Age, in both editions, and what becomes of a charge whose target flees or which is redirected."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from toolkit.dice.pmf import Probability
from toolkit.dice.pools import keep
from toolkit.errors import ToolkitError
from toolkit.studies.movement import Afterwards, Movement, check_inches
from toolkit.studies.t9a.attack import answers
from toolkit.studies.t9a.flight import Crossing, Fleeing, Flight, flight
from toolkit.studies.t9a.morale import command_test
from toolkit.studies.t9a.running import FLIGHT_READINGS, swift

CHARGE_READINGS = ("swiftstride", "attribute_text")
REACTION_READINGS = tuple(each for each in FLIGHT_READINGS if each != "pursuit_tie")
Edition = Literal["3e", "2e"]


def t9a_charge(
    distance: float | None,
    speed: int,
    *,
    edition: Edition = "3e",
    maximised: int = 0,
    minimised: int = 0,
    swiftstride: bool = False,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Movement:
    """The charge of a unit of The Ninth Age: its range, and the chance that it reaches its target.

    Third edition: D6 + 4 + Charge Speed. Second edition: 2D6 + Advance Rate. Each Maximised adds a die and drops the lowest, each Minimised
    drops the highest; they cancel one for one and those that are left stack.

    Parameters
    ----------
    distance : float or None
        Inches to the target, with room to align; None for the range alone.
    speed : int
        Charge Speed, or the Advance Rate of the 2nd edition. No Charge Speed is public: it is on your own list.
    edition : {"3e", "2e"}
    maximised, minimised : int
        How many of each.
    swiftstride : bool
        The whole unit has Swiftstride.
    readings : mapping, optional
        ``swiftstride``: one Maximised, as in the 2nd edition, or nothing; ``attribute_text``: whether that is refused in the 3rd.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Movement
        Its `distance` is the charge range; `chance` and `charge_chance` are the same; its `steps` say what Swiftstride was read as.

    Raises
    ------
    ToolkitError
        If a number is impossible, or the edition or a reading unknown.

    Examples
    --------
    >>> t9a_charge(9, 0, exact=True).chance, t9a_charge(9, 0, maximised=1, exact=True).chance
    (Fraction(1, 3), Fraction(5, 9))
    >>> t9a_charge(11, 0, edition="2e", swiftstride=True, exact=True).chance
    Fraction(43, 216)
    """
    chosen = answers(readings, CHARGE_READINGS)
    if edition not in ("3e", "2e"):
        raise ToolkitError(f'edition {edition!r} of The Ninth Age; choose "3e" or "2e"')
    for what, value, most in (("a speed", speed, 100), ("Maximised", maximised, 6), ("Minimised", minimised, 6)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"{what} of {value!r}; it is a whole number from 0 to {most}")
    if distance is not None:
        check_inches(distance, "distance")
    dice, plus = (1, 4) if edition == "3e" else (2, 0)
    more = swift(swiftstride, chosen, edition=edition)
    net = maximised + more - minimised
    roll = keep(dice + abs(net), 6, dice, highest=net > 0, exact=True)
    law = roll + (plus + speed)
    chance = None if distance is None else law.at_least(math.ceil(distance))
    if not exact:
        law, chance = law.to_float(), None if chance is None else float(chance)
    named = f"{dice + abs(net)}D6, the {'best' if net > 0 else 'worst'} {dice}" if net else f"{dice}D6"
    added = " + ".join(str(each) for each in (plus, speed) if each)
    steps = [f"charge: {named}" + (f" + {added}" if added else "")]
    if swiftstride:
        known = "" if edition == "2e" else ", known from the 2nd edition only"
        steps.append(f"Swiftstride: {'Maximised' if more else 'nothing, as read'}{known}")
    reasons = ("charged: no shooting",)
    after = Afterwards("no weapons", False, False, reasons)
    return Movement(law, distance, chance, chance, "", tuple(steps), after)


@dataclass(frozen=True)
class FleeReaction:
    """A charge whose target flees from it.

    Attributes
    ----------
    flight : Flight
        Of the target, before the charge is rolled.
    caught : float or Fraction
        The charge still reaches it: a Shaken unit in combat is removed as a casualty.
    removed, off_table, slain : float or Fraction
        How else it is gone: Decimated, beyond the edge, in dangerous terrain.
    away : float or Fraction
        It is out of reach: Shaken, and the charge has failed. The five add up to 1.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    not_calculated : tuple of str
    """

    flight: Flight = field(repr=False)
    caught: Probability
    removed: Probability
    off_table: Probability
    slain: Probability
    away: Probability
    readings: Mapping[str, str | bool] = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ()


def flee_reaction(
    unit: Fleeing,
    distance: float,
    speed: int,
    *,
    edition: Edition = "3e",
    maximised: int = 0,
    minimised: int = 0,
    swiftstride: bool = False,
    forced: bool = False,
    edge: float | None = None,
    crossings: Sequence[Crossing] = (),
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> FleeReaction:
    """The charge reaction Flee!: the target runs 2D6 inches straight away, then the charge is rolled for the distance there is now.

    Parameters
    ----------
    unit : Fleeing
        The target; a unit that fights cannot flee, and none flees more than once in a phase.
    distance : float
        Inches between both before.
    speed, edition, maximised, minimised, swiftstride
        Of the charge; see `t9a_charge`.
    forced : bool
        It flees because it failed the Panic Test for a Terror charge: only then do friends on its way take Panic Tests.
    edge : float, optional
        Inches along the way to the edge of the table.
    crossings : sequence of Crossing
        What lies on the way.
    readings : mapping, optional
        ``swiftstride``, ``attribute_text``, ``decimated_scope``, ``panic_once``, ``dangerous_when``.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number or reading cannot be.

    Examples
    --------
    >>> result = flee_reaction(Fleeing(10), 6, 5, exact=True)
    >>> result.caught, result.away
    (Fraction(1, 2), Fraction(1, 2))
    """
    check_inches(distance, "distance")
    chosen = answers(readings, REACTION_READINGS)
    run = flight(unit, edge=edge, crossings=crossings, voluntary=not forced, readings=chosen, exact=exact)
    charge = t9a_charge(
        None, speed, edition=edition, maximised=maximised, minimised=minimised, swiftstride=swiftstride,
        readings={key: chosen[key] for key in CHARGE_READINGS}, exact=exact,
    ).distance  # fmt: skip
    zero: Probability = Fraction(0) if exact else 0.0
    caught = sum((p * charge.at_least(math.ceil(distance + inches)) for (inches, _), p in run.where.items()), zero)
    second = tuple(dict.fromkeys((*_second(edition, swiftstride, chosen), *run.second_edition)))
    left = ("Redirecting the charge once its target has fled; `redirect` has the test", *run.not_calculated)
    return FleeReaction(run, caught, run.removed, run.off_table, run.slain, run.fleeing - caught, chosen, second, left)


@dataclass(frozen=True)
class Redirect:
    """A charge that its unit tries to redirect at another target, which a unit may do once in a phase.

    Attributes
    ----------
    passed : float or Fraction
        That the Command Test allows it.
    reaches : float or Fraction
        That it does and the charge reaches the new target.
    charge : Movement
        The charge at the new target.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    not_calculated : tuple of str
    """

    passed: Probability
    reaches: Probability
    charge: Movement
    readings: Mapping[str, str | bool] = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ("The charge at the first target, where the test fails",)


def redirect(
    distance: float,
    speed: int,
    *,
    need: int = 3,
    edition: Edition = "3e",
    maximised: int = 0,
    minimised: int = 0,
    swiftstride: bool = False,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Redirect:
    """A Command Test to redirect a charge, and the charge at the new target.

    Parameters
    ----------
    distance : float
        Inches to the new target.
    need : int
        The die of the Command Test, 2 to 6 for 2+ to 6+.
    speed, edition, maximised, minimised, swiftstride, readings, exact
        Of the charge; see `t9a_charge`.

    Raises
    ------
    ToolkitError
        If a number or reading cannot be.

    Examples
    --------
    >>> redirect(12, 5, exact=True).reaches
    Fraction(4, 9)
    """
    chosen = answers(readings, CHARGE_READINGS)
    charge = t9a_charge(
        distance, speed, edition=edition, maximised=maximised, minimised=minimised, swiftstride=swiftstride, readings=chosen, exact=exact
    )  # fmt: skip
    passed = command_test(need, exact=exact)
    assert charge.chance is not None
    second = _second(edition, swiftstride, chosen)
    return Redirect(passed, passed * charge.chance, charge, chosen, second)  # pyright: ignore[reportOperatorIssue]


def _second(edition: Edition, swiftstride: bool, chosen: Mapping[str, str | bool]) -> tuple[str, ...]:
    """What of a charge is known from the 2nd edition only."""
    return ("Charge Range",) * (edition == "2e") + ("Swiftstride",) * swift(swiftstride, chosen, edition=edition)
