"""Rolls of single rules that mark units or keep models fighting: Creeping Barrage and Trench Fighters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import successes
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import CappedDice, LastStand
from toolkit.systems.wh40k_10e import rolls as tenth

MAX_UNITS = 1000


@dataclass(frozen=True, slots=True)
class Barrage:
    """Which units a Creeping Barrage leaves shaken.

    Attributes
    ----------
    shaken : Pmf
        How many units are shaken.
    chance : tuple of float or Fraction
        Chance of each unit, in the order in which its player rolls for them: once the cap is reached no more are shaken.
    """

    shaken: Pmf
    chance: tuple[Probability, ...]


def creeping_barrage(units: int, battle_size: str, *, numbers: CappedDice = tenth.CREEPING_BARRAGE, exact: bool = False) -> Barrage:
    """How many enemy units a Creeping Barrage leaves shaken, and with which chance each.

    Parameters
    ----------
    units : int
        Enemy units more than 12 inches from every model of the army.
    battle_size : str
        "Incursion", "Strike Force" or "Onslaught"; it caps the number of shaken units.
    numbers : CappedDice
        The roll of the edition. A shaken unit moves and charges 2 inches less.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Barrage

    Raises
    ------
    ToolkitError
        If there is no such size of battle, or the number of units is impossible.

    Examples
    --------
    >>> barrage = creeping_barrage(3, "Incursion", exact=True)
    >>> barrage.shaken.mean(), [str(chance) for chance in barrage.chance]
    (Fraction(26, 27), ['1/3', '1/3', '8/27'])
    """
    if not 0 <= units <= MAX_UNITS:
        raise ToolkitError(f"{units} enemy units; the number is from 0 to {MAX_UNITS}")
    cap, hit = numbers.cap(battle_size), Fraction(7 - numbers.need, 6)
    rolled = [Fraction(successes(before, hit, exact=True).at_most(cap - 1)) * hit for before in range(units)]
    shaken = successes(units, hit, exact=True).capped(cap)
    return Barrage(shaken, tuple(rolled)) if exact else Barrage(shaken.to_float(), tuple(float(p) for p in rolled))


def trench_fighters(slain: int | Pmf, *, regiment: bool, numbers: LastStand = tenth.TRENCH_FIGHTERS, exact: bool = False) -> Pmf:
    """How many slain models fight before they are removed.

    Parameters
    ----------
    slain : int or Pmf
        Models slain that have not fought this phase, or the law of their number (``crunch(...).slain``).
    regiment : bool
        Whether they are REGIMENT models, which add 2 to the roll.
    numbers : LastStand
        The roll of the edition.
    exact : bool
        Fractions instead of floats; a law in floats stays in floats.

    Returns
    -------
    Pmf

    Raises
    ------
    ToolkitError
        If the number of models is impossible.

    Examples
    --------
    >>> trench_fighters(6, regiment=True, exact=True).mean(), trench_fighters(6, regiment=False).mean()
    (Fraction(5, 1), 3.0)
    """
    low, high = (slain.low, slain.high) if isinstance(slain, Pmf) else (slain, slain)
    if not 0 <= low <= high <= MAX_UNITS:
        raise ToolkitError(f"{low if low < 0 else high} slain models; the number is from 0 to {MAX_UNITS}")
    need = numbers.need - (numbers.bonus if regiment else 0)
    chance = Fraction(min(6, max(0, 7 - need)), 6)
    if isinstance(slain, int):
        return successes(slain, chance, exact=exact)
    one = successes(1, chance, exact=exact and slain.exact)
    return one.times(slain if exact and slain.exact else slain.to_float())
