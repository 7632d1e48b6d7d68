"""Hazardous tests: what a unit's own weapons cost it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from toolkit.attack.allocation import damage_after_ignoring
from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.rules.rule import TestAfterAttacks
from toolkit.studies.rolls.courage import failed_tests
from toolkit.systems.wh40k_10e import rolls as tenth

MAX_TESTS = 100


@dataclass(frozen=True, slots=True)
class Bearers:
    """Models of one profile that carry a Hazardous weapon.

    Attributes
    ----------
    count, wounds : int
        How many they are, and wounds of each.
    hurt : int
        Wounds that one of them has lost already.
    feel_no_pain : int or None
        The Feel No Pain that counts against mortal wounds, 5 for 5+.
    character : bool
        They are CHARACTERs, chosen only when nobody else is left.
    """

    count: int
    wounds: int
    hurt: int = 0
    feel_no_pain: int | None = None
    character: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 100 or not 1 <= self.wounds <= 100:
            raise ToolkitError(f"{self.count} bearers with {self.wounds} wounds; both numbers are from 1 to 100")
        if not 0 <= self.hurt < self.wounds:
            raise ToolkitError(f"a bearer that has lost {self.hurt} of {self.wounds} wounds; it is from 0 to one less than all")
        if self.feel_no_pain is not None and not 2 <= self.feel_no_pain <= 6:
            raise ToolkitError(f"a Feel No Pain of {self.feel_no_pain!r}; it is from 2 to 6, such as 5 for 5+")


@dataclass(frozen=True, slots=True)
class HazardLosses:
    """What the tests cost.

    Attributes
    ----------
    failed : Pmf
        Tests failed.
    slain : Pmf
        Models lost.
    damage : Pmf
        Wounds lost.
    """

    failed: Pmf
    slain: Pmf
    damage: Pmf


_State = tuple[tuple[int, int], ...]
"""For each profile: models left, and wounds that one of them has lost."""


def hazardous(
    bearers: Bearers | Sequence[Bearers],
    tests: int | None = None,
    *,
    reroll: bool = False,
    numbers: TestAfterAttacks = tenth.HAZARDOUS,
    exact: bool = False,
) -> HazardLosses:
    """What a unit loses to the tests for its Hazardous weapons.

    Each failed test inflicts mortal wounds on one model with such a weapon; what is more than it has left is lost. A wounded model is
    chosen first, else one that is no CHARACTER, else a CHARACTER; between equals the profile that is named first.

    Parameters
    ----------
    bearers : Bearers or sequence of Bearers
        The models with a Hazardous weapon, in the order in which their player would give them up.
    tests : int, optional
        Hazardous weapons that were used; by default one for each bearer.
    reroll : bool
        One failed test is made again (Command Re-roll).
    numbers : TestAfterAttacks
        The test of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    HazardLosses

    Raises
    ------
    ToolkitError
        If a number is impossible.

    Examples
    --------
    >>> losses = hazardous(Bearers(5, wounds=2), exact=True)
    >>> losses.failed.at_least(1), losses.slain.mean(), losses.damage.mean()
    (Fraction(4651, 7776), Fraction(5, 6), Fraction(5, 3))
    """
    unit = (bearers,) if isinstance(bearers, Bearers) else tuple(bearers)
    if not unit:
        raise ToolkitError("Hazardous tests without a bearer; name at least one model")
    number = sum(each.count for each in unit) if tests is None else tests
    if not 0 <= number <= MAX_TESTS:
        raise ToolkitError(f"{number} Hazardous tests; the number is from 0 to {MAX_TESTS}")
    failed = failed_tests(number, numbers.fails_on, reroll=reroll, exact=True)
    start: _State = tuple((each.count, each.hurt) for each in unit)
    laws = {each: _lost(numbers.mortal_wounds, each.feel_no_pain) for each in unit}

    @cache
    def after_one(state: _State) -> dict[_State, Fraction]:
        victim = _victim(unit, state)
        if victim is None:
            return {state: Fraction(1)}
        left, hurt = state[victim]
        out: dict[_State, Fraction] = {}
        for lost, p in laws[unit[victim]].items():
            now = (left - 1, 0) if hurt + lost >= unit[victim].wounds else (left, hurt + lost)
            key = (*state[:victim], now, *state[victim + 1 :])
            out[key] = out.get(key, Fraction(0)) + Fraction(p)
        return out

    states: dict[_State, Fraction] = {start: Fraction(1)}
    slain: dict[int, Fraction] = {}
    damage: dict[int, Fraction] = {}
    for count in range(number + 1):
        if count:
            following: dict[_State, Fraction] = {}
            for state, p in states.items():
                for then, q in after_one(state).items():
                    following[then] = following.get(then, Fraction(0)) + p * q
            states = following
        weight = Fraction(failed[count])
        for state, p in states.items():
            dead = sum(each.count - left for each, (left, _) in zip(unit, state, strict=True))
            wounds = _wounds(unit, start) - _wounds(unit, state)
            slain[dead] = slain.get(dead, Fraction(0)) + weight * p
            damage[wounds] = damage.get(wounds, Fraction(0)) + weight * p
    losses = HazardLosses(failed, Pmf(slain), Pmf(damage))
    if exact:
        return losses
    return replace(losses, failed=failed.to_float(), slain=losses.slain.to_float(), damage=losses.damage.to_float())


def _victim(unit: Sequence[Bearers], state: _State) -> int | None:
    """The profile of the model that the next failed test hits."""
    alive = [i for i, (left, _) in enumerate(state) if left]
    wounded = [i for i in alive if state[i][1]]
    others = [i for i in alive if not unit[i].character]
    return next(iter(wounded or others or alive), None)


def _lost(mortal_wounds: int, feel_no_pain: int | None) -> Pmf:
    """Wounds of so many mortal ones that are not ignored."""
    mass, total = damage_after_ignoring(Pmf.certain(mortal_wounds, exact=True), feel_no_pain, exact=True)
    return Pmf.from_mass(mass, total)


def _wounds(unit: Sequence[Bearers], state: _State) -> int:
    return sum(left * each.wounds - hurt for each, (left, hurt) in zip(unit, state, strict=True))
