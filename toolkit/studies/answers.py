"""Answers as people write them: fractions, percentages, decimals, dice, lists of chances. Read exactly, with what their rounding allows."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf
from toolkit.errors import NotationError, ToolkitError

_LONGEST = 400
"""Characters of an answer that are looked at."""
_LONGEST_NUMBER = 40
_FRACTION = re.compile(r"(-?)(?:(\d+)\s+)?(\d+)\s*(?:/|in|of|out of)\s*(\d+)")
_DECIMAL = re.compile(r"(-?)(\d+\.?\d*|\.\d+)\s*(%|percent)?")
_DICE = re.compile(r"\d*\s*d\s*\d", re.IGNORECASE)
_FLOAT_DIGITS = 12
"""Digits of a float that survive a little arithmetic."""


@dataclass(frozen=True, slots=True)
class Written:
    """A number as it was written.

    Attributes
    ----------
    value : Fraction
    slack : Fraction
        Half a unit of the last digit; 0 for a fraction or a whole number, which are meant exactly.
    digits : int
        Significant digits.
    """

    value: Fraction
    slack: Fraction
    digits: int

    def rounds(self, exact: Fraction) -> bool:
        """Whether `exact` is this number, or is written so when it is rounded.

        Examples
        --------
        >>> read_number("33.3%").rounds(Fraction(1, 3)), read_number("33.4%").rounds(Fraction(1, 3))
        (True, False)
        """
        return abs(self.value - exact) <= self.slack


def read_number(answer: object) -> Written:
    """A number from text such as "1/3", "2 1/2", "1 in 3", "33.3%", "0.333", "4+", or from a number.

    Raises
    ------
    ToolkitError
        If there is no number to be read.

    Examples
    --------
    >>> read_number("2 1/2").value, read_number("33.3%").slack
    (Fraction(5, 2), Fraction(1, 2000))
    """
    if isinstance(answer, bool):
        raise _unreadable(answer)
    if isinstance(answer, int | Fraction):
        return Written(Fraction(answer), Fraction(0), _LONGEST_NUMBER)
    if isinstance(answer, Real):
        return _from_float(float(answer), answer)
    if not isinstance(answer, str):
        raise _unreadable(answer)
    if len(answer) > _LONGEST_NUMBER:
        raise ToolkitError(f"an answer of {len(answer)} characters is too long; write a fraction such as 1/3 or some digits")
    text = _plain(answer)
    if found := _FRACTION.fullmatch(text):
        sign, whole, above, below = found.groups()
        if int(below) == 0:
            raise ToolkitError(f"{answer!r} divides by 0; write a fraction such as 1/3")
        value = int(whole or 0) + Fraction(int(above), int(below))
        return Written(-value if sign else value, Fraction(0), _LONGEST_NUMBER)
    if found := _DECIMAL.fullmatch(text):
        sign, number, percent = found.groups()
        unit = Fraction(1, 100) if percent else Fraction(1)
        value = (-1 if sign else 1) * Fraction(number if number[-1] != "." else number[:-1]) * unit
        if "." not in number and not percent:
            return Written(value, Fraction(0), _LONGEST_NUMBER)
        places = len(number.partition(".")[2])
        return Written(value, Fraction(1, 2 * 10**places) * unit, len(number.replace(".", "").lstrip("0")))
    raise _unreadable(answer)


def read_distribution(answer: object) -> dict[int, Written]:
    """The chance of each outcome, from dice ("D6+2"), a list ("0: 1/4, 1: 3/4"), a mapping or a Pmf.

    Raises
    ------
    ToolkitError
        If it cannot be read.

    Examples
    --------
    >>> {value: str(written.value) for value, written in read_distribution("0: 25%; 1: 3/4").items()}
    {0: '1/4', 1: '3/4'}
    """
    if isinstance(answer, Pmf):
        answer = dict(answer.items())
    if isinstance(answer, Mapping):
        return {_outcome(value): read_number(chance) for value, chance in answer.items()}
    if isinstance(answer, int) and not isinstance(answer, bool):
        return {answer: read_number(1)}
    if not isinstance(answer, str) or len(answer) > _LONGEST:
        raise _no_distribution(answer)
    if ":" in answer:
        listed: dict[int, Written] = {}
        for part in answer.strip().strip("{}").split(";" if ";" in answer else ","):
            value, colon, chance = part.partition(":")
            outcome = _outcome(value)
            if not colon or outcome in listed:
                raise _no_distribution(answer)
            listed[outcome] = read_number(chance)
        return listed
    if not _DICE.search(answer) and not answer.strip().isdecimal():
        raise _no_distribution(answer)
    try:
        return {value: read_number(p) for value, p in Dice.parse(_plain(answer)).pmf(exact=True).items()}
    except NotationError as problem:
        raise ToolkitError(f"{answer!r} cannot be read as dice: {problem}") from None


def _plain(text: str) -> str:
    """Without what people add to a number: about, inches, the plus of 4+, a decimal comma, a long minus."""
    text = text.strip().lower().replace("−", "-").lstrip("~≈=").rstrip('"″').strip()
    if re.fullmatch(r"\d+\+", text):
        text = text[:-1]
    return text.replace(",", ".") if re.fullmatch(r"-?\d+,\d+\s*(%|percent)?", text) else text


def _from_float(number: float, answer: object) -> Written:
    if not math.isfinite(number):
        raise _unreadable(answer)
    written = repr(number)
    if "e" not in written and len(written) <= _FLOAT_DIGITS:
        return read_number(written)  # as typed: 0.333
    value = Fraction(number)
    return Written(value, abs(value) / 10**_FLOAT_DIGITS, _FLOAT_DIGITS)


def _outcome(value: object) -> int:
    try:
        return int(value) if isinstance(value, int | str) and not isinstance(value, bool) else int(str(value))
    except ValueError:
        raise ToolkitError(f"{str(value).strip()!r} is no outcome; write the chance of each whole number, such as 0: 1/4, 1: 3/4") from None


def _unreadable(answer: object) -> ToolkitError:
    if isinstance(answer, str) and _DICE.search(answer):
        return ToolkitError(
            f"{answer!r} is dice, and a number is asked for; write a fraction (1/3), a percentage (33.3%) or a decimal (0.333)"
        )
    return ToolkitError(f"{answer!r} cannot be read as a number; write a fraction (1/3), a percentage (33.3%) or a decimal (0.333)")


def _no_distribution(answer: object) -> ToolkitError:
    shown = repr(answer)[:60]
    return ToolkitError(f"{shown} is no distribution; write dice (D6+2), or the chance of each outcome (0: 1/4, 1: 3/4)")
