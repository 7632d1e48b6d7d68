"""Pools of dice: sums, keeping the best or the worst, re-rolled sums, and counts of successes."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from toolkit.dice.convolution import power
from toolkit.dice.notation import MAX_DICE, Dice
from toolkit.dice.pmf import Pmf
from toolkit.errors import NotationError, PmfError


def dice(text: str | int, *, exact: bool = False) -> Pmf:
    """The distribution of a dice expression.

    Parameters
    ----------
    text : str or int
        "2D6+3", "D3", "D6-1", "4"; case and spaces do not matter.
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    NotationError
        If `text` is not dice notation or is beyond the limits.

    Examples
    --------
    >>> dice("2D6+3").mean()
    10.0
    >>> dice("D3", exact=True)[2]
    Fraction(1, 3)
    """
    return Dice.parse(text).pmf(exact=exact)


def keep(count: int, sides: int, kept: int, *, highest: bool = True, exact: bool = False) -> Pmf:
    """The sum of the `kept` highest (or lowest) of `count` dice.

    Raises
    ------
    NotationError
        If `kept` is not from 0 to `count`, or `count` is beyond the limit.

    Examples
    --------
    >>> float(keep(3, 6, 2).at_least(9))
    0.52315
    """
    if not 0 <= kept <= count or count > MAX_DICE:
        raise NotationError(f"cannot keep {kept} of {count} dice; keep from 0 to all of at most {MAX_DICE}")
    if math.comb(count + sides - 1, count) > 5_000_000:
        raise NotationError(f"keeping {kept} of {count}D{sides} has too many cases; use fewer dice")
    sums: dict[int, int] = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = math.factorial(count)
        for face in set(faces):
            ways //= math.factorial(faces.count(face))
        total = sum(faces[count - kept :] if highest else faces[:kept])
        sums[total] = sums.get(total, 0) + ways
    law = Pmf({value: Fraction(ways, sides**count) for value, ways in sums.items()})
    return law if exact else law.to_float()


def rerolled(pmf: Pmf, again: Callable[[int], bool]) -> Pmf:
    """A roll that is made again once, as a whole, when `again` says so of the first result.

    Examples
    --------
    >>> float(rerolled(dice("2D6"), lambda total: total < 9).at_least(9))
    0.4784
    """
    out: dict[int, float | Fraction] = {}
    retry: float | Fraction = Fraction(0) if pmf.exact else 0.0
    for value, p in pmf.items():
        if again(value):
            retry += p
        else:
            out[value] = out.get(value, 0) + p
    for value, p in pmf.items():
        out[value] = out.get(value, 0) + retry * p  # pyright: ignore[reportOperatorIssue]
    return Pmf(out)


def successes(number: int, chance: Fraction, *, exact: bool = False) -> Pmf:
    """How many of `number` independent tests succeed (the binomial law).

    Raises
    ------
    PmfError
        If `chance` is outside 0 to 1 or `number` is negative.

    Examples
    --------
    >>> successes(6, Fraction(1, 2), exact=True).at_least(4)
    Fraction(11, 32)
    """
    if not 0 <= chance <= 1 or number < 0:
        raise PmfError(f"{number} tests that succeed with chance {chance} do not exist; the chance is from 0 to 1")
    fail, success = chance.denominator - chance.numerator, chance.numerator
    if exact:
        return Pmf.from_mass(power(np.array([fail, success], dtype=object), number), chance.denominator**number)
    return Pmf.from_mass(power(np.array([fail / chance.denominator, success / chance.denominator]), number), 1.0)
