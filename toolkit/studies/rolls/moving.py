"""Advance, charge and other distances that are rolled."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import rerolled
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import ChargeRoll, RollModifier, SumRoll
from toolkit.studies.move_rules import exact_inches
from toolkit.systems.wh40k_10e import rolls as tenth

RerollKind = Literal["whole", "one_die"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a unit gets.

    Attributes
    ----------
    distance : Pmf
        Inches each model may move.
    chance : float, Fraction or None
        Chance to get as far as is needed; None where nothing was asked.
    policy : str
        When the roll is made again, in words; "" without a re-roll.
    """

    distance: Pmf
    chance: Probability | None
    policy: str = ""


def advance(
    move: int, needed: float | None = None, *, reroll: bool = False, numbers: SumRoll = tenth.ADVANCE, exact: bool = False
) -> Reach:
    """How far a unit gets that Advances: its Move and the roll.

    Parameters
    ----------
    move : int
        Move characteristic in inches, modifiers included.
    needed : float, optional
        Inches it has to go. A re-roll is then spent on rolls that fall short, otherwise on rolls below the mean.
    reroll : bool
        Whether the roll may be made again (Command Re-roll).
    numbers : SumRoll
        The roll of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Reach

    Raises
    ------
    ToolkitError
        If a distance is negative or not a number.

    Examples
    --------
    >>> reach = advance(6, needed=12, reroll=True, exact=True)
    >>> reach.chance, reach.policy
    (Fraction(11, 36), 're-roll 1 to 5')
    >>> advance(0, reroll=True, exact=True).distance.mean()
    Fraction(17, 4)
    """
    if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move <= 1000:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a Move of {move!r} inches; it is a whole number from 0 to 1000")
    return _reach(move, needed, Dice.parse(numbers.dice).pmf(exact=exact), reroll=reroll)


def rapid_dispersal(needed: float | None = None, *, numbers: SumRoll = tenth.RAPID_DISPERSAL, exact: bool = False) -> Reach:
    """How far a unit gets with the Normal move of Rapid Dispersal, a roll that no Command Re-roll can change.

    Parameters
    ----------
    needed : float, optional
        Inches it has to go.
    numbers : SumRoll
        The roll of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Reach

    Raises
    ------
    ToolkitError
        If the distance is negative or not a number.

    Examples
    --------
    >>> rapid_dispersal(4).chance, rapid_dispersal().distance.mean()
    (0.5, 3.5)
    """
    return _reach(0, needed, Dice.parse(numbers.dice).pmf(exact=exact), reroll=False)


def _reach(move: int, needed: float | None, roll: Pmf, *, reroll: bool) -> Reach:
    if needed is None:
        mean = roll.mean()
        short = [value for value in range(roll.low, roll.high + 1) if value < mean]
    else:
        short = [value for value in range(roll.low, roll.high + 1) if value < _inches(needed, "a distance") - move]
    law = rerolled(roll, lambda value: value in short) if reroll else roll
    distance = law + move
    chance = None if needed is None else distance.at_least(_inches(needed, "a distance"))
    return Reach(distance, chance, _again(short) if reroll else "")


# --- charges --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChargeTarget:
    """One unit that a charge is declared against.

    Attributes
    ----------
    inches : float
        Distance between the closest models of the two units.
    just_over : bool
        The distance is a little more than `inches`, as after arriving "more than 9 inches" away.
    modifiers : tuple of RollModifier
        What changes the roll because this unit is a target (Tanglefoot Grenades).
    """

    inches: float
    just_over: bool = False
    modifiers: tuple[RollModifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge.

    Attributes
    ----------
    needed : int
        What the roll has to come to, after modifiers.
    chance : float or Fraction
        Chance that it does, re-roll included.
    distance : Pmf
        The result after modifiers and re-roll, in inches.
    policy : str
        When the dice are rolled again, in words; "" without a re-roll.
    """

    needed: int
    chance: Probability
    distance: Pmf
    policy: str


def charge_needs(inches: float, *, just_over: bool = False, numbers: ChargeRoll = tenth.CHARGE) -> int:
    """The charge roll that brings a unit into Engagement Range of an enemy `inches` away.

    Parameters
    ----------
    inches : float
        Distance between the closest models.
    just_over : bool
        The distance is a little more than that.
    numbers : ChargeRoll
        The charge of the edition.

    Returns
    -------
    int

    Raises
    ------
    ToolkitError
        If the target is too far away for a charge to be declared, or the distance is negative.

    Examples
    --------
    >>> charge_needs(9, just_over=True), charge_needs(9), charge_needs(0.5)
    (9, 8, 0)
    """
    if not (isinstance(inches, int | float | Fraction) and 0 <= inches < math.inf):
        raise ToolkitError(f"a distance of {inches!r}; it is a number of inches, 0 or more")
    if inches > numbers.within or (just_over and inches == numbers.within):
        over = "just over " if just_over else ""
        raise ToolkitError(f"a charge at a unit {over}{inches:g} inches away; its targets must be within {numbers.within} inches")
    gap = exact_inches(inches) - numbers.engagement
    needed = math.floor(gap) + 1 if just_over else math.ceil(gap)
    return max(0, needed)


def charge(
    needed: float,
    modifiers: Iterable[RollModifier | int] = (),
    *,
    reroll: RerollKind | None = None,
    numbers: ChargeRoll = tenth.CHARGE,
    exact: bool = False,
) -> Charge:
    """The chance of a charge that has to move so many inches.

    Parameters
    ----------
    needed : float
        What the roll has to come to: inches to Engagement Range of the farthest target (see `charge_needs`).
    modifiers : iterable of RollModifier or int
        All of them add up, but those that are `alone`; one that is only there with a chance is known before the roll.
    reroll : {"whole", "one_die"} or None
        A failed roll is made again: all its dice (Command Re-roll), or the one die that gives the best chance.
    numbers : ChargeRoll
        The charge of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Charge

    Raises
    ------
    ToolkitError
        If a number is impossible.

    Examples
    --------
    >>> charge(9, exact=True).chance, charge(9, reroll="whole", exact=True).chance
    (Fraction(5, 18), Fraction(155, 324))
    >>> from toolkit.systems.wh40k_10e.rolls import SHAKEN, TANGLEFOOT
    >>> charge(9, [TANGLEFOOT, SHAKEN], exact=True).chance
    Fraction(1, 12)
    """
    goal = _inches(needed, "a charge")
    if reroll not in (None, "whole", "one_die"):
        raise ToolkitError(f'a re-roll of {reroll!r}; choose "whole", "one_die" or None')
    listed = [_modifier(each) for each in modifiers]
    policies: list[str] = []
    parts: list[tuple[Fraction, Pmf]] = []
    for chance, net in _nets(listed):
        law, policy = _charge_law(goal - net, reroll, numbers)
        parts.append((chance, law.map(lambda roll, net=net: _limited(roll + net, numbers))))
        policies.append(policy)
    distance = Pmf.mixture(parts)
    if not exact:
        distance = distance.to_float()
    same = len(set(policies)) == 1
    return Charge(goal, distance.at_least(goal), distance, policies[0] if same else "re-roll a failed charge")


def charge_at(
    targets: Sequence[ChargeTarget | float],
    modifiers: Iterable[RollModifier | int] = (),
    *,
    reroll: RerollKind | None = None,
    numbers: ChargeRoll = tenth.CHARGE,
    exact: bool = False,
) -> Charge:
    """The chance of one charge declared against several units: it must reach every one of them.

    Whether the models find room beside each other and stay coherent is not computed: it is for the players to see.

    Parameters
    ----------
    targets : sequence of ChargeTarget or float
        The units, or just their distances in inches.
    modifiers, reroll, numbers, exact
        As for `charge`; the modifiers of each target come on top.

    Returns
    -------
    Charge

    Raises
    ------
    ToolkitError
        If there is no target, one is too far away, or a number is impossible.

    Examples
    --------
    >>> from toolkit.systems.wh40k_10e.rolls import TANGLEFOOT
    >>> both = charge_at([5, ChargeTarget(7, modifiers=(TANGLEFOOT,))], exact=True)
    >>> both.needed, both.chance, charge_at([5], exact=True).chance
    (6, Fraction(5, 12), Fraction(11, 12))
    """
    units = [each if isinstance(each, ChargeTarget) else ChargeTarget(each) for each in targets]
    if not units:
        raise ToolkitError("a charge without a target; name at least one")
    needed = max(charge_needs(unit.inches, just_over=unit.just_over, numbers=numbers) for unit in units)
    every = [*modifiers, *(modifier for unit in units for modifier in unit.modifiers)]
    return charge(needed, every, reroll=reroll, numbers=numbers, exact=exact)


def net_modifier(modifiers: Iterable[RollModifier]) -> int:
    """What several modifiers come to: those that are `alone` do not add up with other negative ones, the worst counts.

    Examples
    --------
    >>> net_modifier([RollModifier(-2, alone=True), RollModifier(-1), RollModifier(1)])
    -1
    """
    listed = list(modifiers)
    bonus = sum(each.amount for each in listed if each.amount > 0)
    together = sum(each.amount for each in listed if each.amount < 0 and not each.alone)
    return bonus + min([together, *(each.amount for each in listed if each.amount < 0 and each.alone)])


def _nets(modifiers: Sequence[RollModifier]) -> Iterator[tuple[Fraction, int]]:
    """Each sum that the modifiers can come to, with its chance."""
    sums: dict[int, Fraction] = {}
    unsure = [each for each in modifiers if each.chance < 1]
    sure = [each for each in modifiers if each.chance == 1]
    if len(unsure) > 12:
        raise ToolkitError(f"{len(unsure)} modifiers that may or may not be there; at most 12 can be told apart")
    for there in product((True, False), repeat=len(unsure)):
        chance = math.prod((m.chance if yes else 1 - m.chance for m, yes in zip(unsure, there, strict=True)), start=Fraction(1))
        net = net_modifier([*sure, *(m for m, yes in zip(unsure, there, strict=True) if yes)])
        sums[net] = sums.get(net, Fraction(0)) + chance
    yield from ((chance, net) for net, chance in sums.items() if chance)


def _charge_law(goal: int, reroll: RerollKind | None, numbers: ChargeRoll) -> tuple[Pmf, str]:
    """The unmodified result when it has to come to `goal`, and when dice are rolled again; exact."""
    dice = Dice.parse(numbers.dice)
    law = dice.pmf(exact=True)
    failing = [value for value in range(law.low, law.high + 1) if value < goal]
    if reroll == "whole":
        return rerolled(law, lambda value: value < goal), _again(failing)
    if reroll == "one_die":
        return _one_die_again(dice, goal), "re-roll the lowest die of a failed charge" if failing else "never re-roll"
    return law, ""


def _one_die_again(dice: Dice, goal: int) -> Pmf:
    """A failed sum, with its lowest die rolled again: no other die leaves more to be won."""
    if dice.count > 6:
        raise ToolkitError(f"{dice} is too many dice to choose one from; at most 6")
    ways: dict[int, Fraction] = {}
    each = Fraction(1, dice.sides ** (dice.count + 1))
    for faces in product(range(1, dice.sides + 1), repeat=dice.count):
        total = sum(faces) + dice.plus
        for again in range(1, dice.sides + 1):
            result = total if total >= goal else total - min(faces) + again
            ways[result] = ways.get(result, Fraction(0)) + each
    return Pmf(ways)


def _limited(result: int, numbers: ChargeRoll) -> int:
    """A distance: never below 0, never above what the edition allows."""
    return max(0, result if numbers.most is None else min(result, numbers.most))


def _modifier(given: RollModifier | int) -> RollModifier:
    if isinstance(given, RollModifier):
        return given
    if isinstance(given, bool) or not isinstance(given, int):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a modifier {given!r}; it is a whole number such as -2, or a RollModifier")
    return RollModifier(given)


def _inches(value: float, what: str) -> int:
    """A distance of whole dice: the smallest whole number that is enough."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not 0 <= value <= 1000:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"{what} of {value!r} inches; it is a number from 0 to 1000")
    return math.ceil(value)


def _again(values: Iterable[int]) -> str:
    """Results that are rolled again, as a player would say it."""
    listed = sorted(values)
    if not listed:
        return "never re-roll"
    return f"re-roll {listed[0]}" if len(listed) == 1 else f"re-roll {listed[0]} to {listed[-1]}"
