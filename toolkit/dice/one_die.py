"""One D6 against a threshold: modifiers and their caps, re-rolls, criticals, forced failures.

Everything is counted on the faces of the die (and of its re-roll), so the odds are whole numbers out of 36.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from toolkit.errors import SpecError

RerollKind = Literal["ones", "failed", "non_critical", "all"]
_FACES = range(1, 7)


class Odds(NamedTuple):
    """Ways out of 36 for one die, its re-roll included: failure, success that is not critical, critical success."""

    fail: int
    success: int
    critical: int

    @property
    def chance(self) -> Fraction:
        """Probability that the test succeeds, critical or not."""
        return Fraction(self.success + self.critical, 36)


WAYS = 36


@dataclass(frozen=True)
class DieTest:
    """A test on one D6.

    Attributes
    ----------
    need : int
        The test succeeds on `need`+ after modifiers (4 for "4+"); 7 or more cannot be rolled.
    modifier : int
        Sum of all modifiers to the roll, before the cap.
    lowest, highest : int
        The cap of `modifier`.
    reroll : {"ones", "failed", "non_critical", "all"} or None
        Which results are rolled again, once; decided on the whole result, modifiers counted once. "all" re-rolls every die.
    critical : int
        Unmodified results of `critical`+ are critical; 7 for never.
    critical_succeeds : bool
        A critical result succeeds whatever the threshold; otherwise a result must succeed to be critical. A 6 that `natural_six` makes
        succeed is always critical.
    natural_six : bool
        An unmodified 6 always succeeds (hit and wound rolls; not saving throws).
    fails_up_to : int
        Unmodified results of `fails_up_to` or less always fail.
    only : int or None
        Only an unmodified `only`+ succeeds, and only that is critical; threshold and modifiers do not count.
    only_is_critical : bool
        Whether what succeeds by `only` is critical.
    critical_beats_floor : bool
        With `critical_succeeds`: a critical result succeeds even where `fails_up_to` says that it fails (never on a 1).

    Raises
    ------
    SpecError
        If a number is impossible.

    Examples
    --------
    >>> odds(DieTest(4, reroll="ones"))
    Odds(fail=15, success=14, critical=7)
    >>> odds(DieTest(3, modifier=-2)).chance
    Fraction(1, 2)
    """

    need: int
    modifier: int = 0
    lowest: int = -1
    highest: int = 1
    reroll: RerollKind | None = None
    critical: int = 6
    critical_succeeds: bool = False
    natural_six: bool = True
    fails_up_to: int = 1
    only: int | None = None
    only_is_critical: bool = True
    critical_beats_floor: bool = False

    def __post_init__(self) -> None:
        if self.need < 1 or not 2 <= self.critical <= 7 or not 0 <= self.fails_up_to <= 6 or self.lowest > self.highest:
            raise SpecError(f"{self} cannot be rolled; the threshold is 1 or more, a critical 2+ to 6+ (7 for never)")

    @cached_property
    def odds(self) -> Odds:
        """Ways out of 36; see `odds`."""
        return odds(self)

    @property
    def net(self) -> int:
        """The modifier that counts, after the cap."""
        return max(self.lowest, min(self.highest, self.modifier))


def saving_throw(need: int, modifier: int = 0, best: int = 1) -> DieTest:
    """A saving throw on `need`+ (armour already worsened by AP): an unmodified 1 fails, a 6 is not automatic, at best +`best`.

    Examples
    --------
    >>> odds(saving_throw(7)).chance
    Fraction(0, 1)
    """
    return DieTest(need, modifier, lowest=-10, highest=best, critical=7, natural_six=False)


def _face(test: DieTest, face: int) -> tuple[bool, bool]:
    """Whether an unmodified `face` succeeds, and whether it is critical."""
    if test.only is not None:
        hit = face >= test.only
        return hit, hit and test.only_is_critical
    critical = face >= test.critical
    beats = critical and test.critical_succeeds and test.critical_beats_floor and face > 1
    if face <= test.fails_up_to and not (face == 6 and test.natural_six) and not beats:
        return False, False
    natural = test.natural_six and face == 6
    success = natural or face + test.net >= test.need or (critical and test.critical_succeeds)
    return success, success and critical


@lru_cache(maxsize=4096)
def odds(test: DieTest) -> Odds:
    """Ways out of 36 in which the test fails, succeeds, or succeeds critically.

    The table is remembered: there are only a few hundred different tests.

    Examples
    --------
    >>> odds(DieTest(5, only=6))
    Odds(fail=30, success=0, critical=6)
    """
    ways = [0, 0, 0]
    for first in _FACES:
        success, critical = _face(test, first)
        if _again(test, first, success, critical):
            for second in _FACES:
                ways[sum(_face(test, second))] += 1
        else:
            ways[success + critical] += 6
    return Odds(*ways)


def face_outcome(test: DieTest, face: int) -> tuple[Literal["fail", "success", "critical"], bool]:
    """What one face does, and whether the die is rolled again.

    Examples
    --------
    >>> face_outcome(DieTest(4, reroll="failed"), 3)
    ('fail', True)
    """
    success, critical = _face(test, face)
    return "critical" if critical else "success" if success else "fail", _again(test, face, success, critical)


def _again(test: DieTest, face: int, success: bool, critical: bool) -> bool:
    match test.reroll:
        case None:
            return False
        case "ones":
            return face == 1
        case "failed":
            return not success
        case "non_critical":
            return not critical
        case "all":
            return True
