"""Dice notation: "2D6+3" to a value and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from toolkit.dice.convolution import power
from toolkit.dice.pmf import Pmf
from toolkit.errors import NotationError

MAX_DICE = 100
"""Most dice in one expression."""
MAX_SIDES = 1000
"""Most sides on a die."""
MAX_FACES = 6_000
"""Most faces of all dice together: the number of different sums."""
MAX_PLUS = 10_000
"""Largest number added to or standing instead of dice."""

_PATTERN = re.compile(r"(?:(\d*)d(\d+))?(?:([+-]?)(\d+))?", re.IGNORECASE | re.ASCII)
_BROKEN_NUMBER = re.compile(r"\d\s+\d")  # "2D6 3" is not 2D63
_EXAMPLES = "such as 4, D6, 2D6+3 or D6-1"


@dataclass(frozen=True, slots=True)
class Dice:
    """The sum of `count` dice with `sides` faces, plus a whole number: "2D6+3" is ``Dice(2, 6, 3)``, "4" is ``Dice(0, 0, 4)``.

    Attributes
    ----------
    count, sides : int
        How many dice, and how many faces each has; both 0 for a plain number.
    plus : int
        Added to the sum; may be negative ("D6-1").

    Examples
    --------
    >>> Dice.parse(" 2d6 + 3 ")
    Dice(count=2, sides=6, plus=3)
    >>> str(Dice.parse("d6-1"))
    'D6-1'
    """

    count: int
    sides: int
    plus: int

    @classmethod
    def parse(cls, text: str | int) -> Dice:
        """Read dice notation; case and spaces do not matter.

        Parameters
        ----------
        text : str or int
            "2D6+3", "D3", "4", 4.

        Raises
        ------
        NotationError
            If `text` is anything else, or has no dice ("0D6"), no faces ("D0"), or more than the limits of this module.
        """
        if isinstance(text, bool) or not isinstance(text, (str, int)):  # pyright: ignore[reportUnnecessaryIsInstance] - users' data
            raise NotationError(f"{text!r} is not dice notation; write a number or dice {_EXAMPLES}")
        if isinstance(text, int):
            if abs(text) > MAX_PLUS:
                raise NotationError(f"{text} is too large; a plain number may be at most {MAX_PLUS}")
            return cls(0, 0, text)
        bare = "".join(text.replace("−", "-").split())
        match = _PATTERN.fullmatch(bare)
        if not bare or match is None or _BROKEN_NUMBER.search(text) or (match[1] is not None and match[4] is not None and not match[3]):
            raise NotationError(f"{text!r} is not dice notation; write a number or dice {_EXAMPLES}")
        digits = max(len(group) for group in (match[1] or "", match[2] or "", match[4] or ""))
        if digits > 9:
            raise NotationError(f"{text!r} is too large; the limit is {MAX_DICE} dice of {MAX_SIDES} sides, plus {MAX_PLUS}")
        has_dice = match[2] is not None
        count = (int(match[1]) if match[1] else 1) if has_dice else 0
        sides = int(match[2]) if has_dice else 0
        plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
        if has_dice and count == 0:
            raise NotationError(f"{text!r} has no dice; write at least one, or the plain number {plus}")
        if has_dice and sides == 0:
            raise NotationError(f"{text!r} has a die without faces; the usual dice are D3 and D6")
        if count > MAX_DICE:
            raise NotationError(f"{text!r} has {count} dice; the limit is {MAX_DICE}")
        if sides > MAX_SIDES:
            raise NotationError(f"{text!r} has a die of {sides} sides; the limit is {MAX_SIDES}")
        if count * sides > MAX_FACES:
            raise NotationError(f"{text!r} has {count * sides} faces in all; the limit is {MAX_FACES}")
        if abs(plus) > MAX_PLUS:
            raise NotationError(f"{text!r} adds {plus}; the limit is {MAX_PLUS}")
        return cls(count, sides, plus)

    @property
    def low(self) -> int:
        """The smallest possible sum."""
        return self.count + self.plus

    @property
    def high(self) -> int:
        """The largest possible sum."""
        return self.count * self.sides + self.plus

    def plus_number(self, number: int) -> Dice:
        """The same dice with `number` more added.

        Examples
        --------
        >>> str(Dice.parse("D6").plus_number(2))
        'D6+2'
        """
        return Dice(self.count, self.sides, self.plus + number)

    def pmf(self, *, exact: bool = False) -> Pmf:
        """The distribution of the sum.

        Examples
        --------
        >>> Dice.parse("2D6").pmf().at_least(9)
        0.2778
        """
        return _sum_of_dice(self, exact)

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}{self.plus:+d}" if self.plus else dice


@lru_cache(maxsize=512)
def _sum_of_dice(dice: Dice, exact: bool) -> Pmf:
    if not dice.count:
        return Pmf.certain(dice.plus, exact=exact)
    one = np.array([1] * dice.sides, dtype=object) if exact else np.full(dice.sides, 1.0 / dice.sides)
    return Pmf.from_mass(power(one, dice.count), dice.sides**dice.count if exact else 1.0, dice.low)
