"""Several charges in one phase with one Command Re-roll between them: how likely enough of them succeed, and when to spend it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from toolkit.dice.pmf import Probability
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.rolls import ChargeRoll
from toolkit.studies.move_rules import check_inches, exact_inches
from toolkit.studies.rolls.moving import charge
from toolkit.systems.wh40k_10e import rolls as tenth

MOST_CHARGES = 7


@dataclass(frozen=True, slots=True)
class ChargeSeries:
    """Several charges, one after another.

    Attributes
    ----------
    chance : float or Fraction
        Chance that at least `want` of them succeed.
    without : float or Fraction
        The same without the re-roll.
    order : tuple of int
        The rolls needed, in the order in which to charge.
    want : int
    policy : tuple of str
        For each charge in that order: whether to spend the re-roll if it fails and everything before it went as badly as can be while
        `want` is still in reach.
    """

    chance: Probability
    without: Probability
    order: tuple[int, ...]
    want: int
    policy: tuple[str, ...]


def charge_series(
    needs: Sequence[float], want: int = 1, *, reroll: bool = True, numbers: ChargeRoll = tenth.CHARGE, exact: bool = False
) -> ChargeSeries:
    """The chance that at least `want` of several charges succeed, in the best order and with the re-roll spent as well as can be.

    Parameters
    ----------
    needs : sequence of float
        What each charge has to roll (see `charge_needs`), at most seven; a part of an inch takes a whole one more.
    want : int
        How many have to succeed.
    reroll : bool
        One Command Re-roll for all of them: a stratagem can be used once in a phase.
    numbers : ChargeRoll
        The charge of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    ChargeSeries

    Raises
    ------
    ToolkitError
        If there is no charge, there are too many, one needs no number, or more are wanted than there are.

    Examples
    --------
    >>> pair = charge_series([9, 9], exact=True)
    >>> pair.without, pair.chance
    (Fraction(155, 324), Fraction(3635, 5832))
    """
    if isinstance(needs, (str, bytes)) or not isinstance(needs, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"charges that need {checks.shown(needs)}; they are a list of rolls, such as [9, 9]")
    given = tuple(needs)
    for at, each in enumerate(given, 1):
        check_inches(each, f"charge {at} needs a roll")
    if not isinstance(numbers, ChargeRoll):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"numbers {checks.shown(numbers)}; they are a ChargeRoll, such as that of toolkit.systems.wh40k_11e.rolls")
    checks.flag(reroll, "reroll =")
    checks.flag(exact, "exact =")
    listed = tuple(math.ceil(exact_inches(each)) for each in given)
    if not 1 <= len(listed) <= MOST_CHARGES:
        raise ToolkitError(f"{len(listed)} charges; give 1 to {MOST_CHARGES}")
    if isinstance(want, bool) or not isinstance(want, int) or not 1 <= want <= len(listed):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"{checks.shown(want)} of {len(listed)} charges wanted; it is 1 to {len(listed)}")
    single = {need: Fraction(charge(need, numbers=numbers, exact=True).chance) for need in set(listed)}
    best = max(sorted(set(permutations(listed))), key=lambda order: _chance(tuple(single[n] for n in order), want, reroll))
    odds = tuple(single[need] for need in best)
    chance, without = _chance(odds, want, reroll), _chance(odds, want, False)
    policy = tuple(_policy(odds, place, want, reroll) for place in range(len(odds)))
    if not exact:
        return ChargeSeries(float(chance), float(without), best, want, policy)
    return ChargeSeries(chance, without, best, want, policy)


@lru_cache(maxsize=4096)
def _chance(odds: tuple[Fraction, ...], want: int, reroll: bool) -> Fraction:
    """Chance of at least `want` successes in what is left."""
    if want <= 0:
        return Fraction(1)
    if want > len(odds):
        return Fraction(0)
    made, failed = _chance(odds[1:], want - 1, reroll), _chance(odds[1:], want, reroll)
    if reroll:
        failed = max(failed, _spent(odds, want))
    return odds[0] * made + (1 - odds[0]) * failed


def _spent(odds: tuple[Fraction, ...], want: int) -> Fraction:
    """The chance once the first charge has failed and is rolled again."""
    return odds[0] * _chance(odds[1:], want - 1, False) + (1 - odds[0]) * _chance(odds[1:], want, False)


def _policy(odds: tuple[Fraction, ...], place: int, want: int, reroll: bool) -> str:
    left = odds[place:]
    if not reroll:
        return "no re-roll"
    wanted = min(want, len(left))
    keep, spend = _chance(left[1:], wanted, True), _spent(left, wanted)
    return "re-roll" if spend > keep else "either way" if spend == keep else "keep the re-roll"
