"""Exercises that check an answer exactly: the right one is computed by the engine, never typed in."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import EllipsisType
from typing import Literal

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.answers import Written, read_distribution, read_number
from toolkit.studies.explain import Text

Value = Fraction | int | Pmf
Answer = str | int | float | Fraction | Pmf | Mapping[int, object] | EllipsisType | None
FEWEST_DIGITS = 2
"""Significant digits that a rounded answer needs, so that 0.3 is not taken for 1/3."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer: true in a condition when it was right.

    Attributes
    ----------
    right : bool
    text : str
        What to tell the reader.
    """

    right: bool
    text: str

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        colour = "#009E73" if self.right else "#D55E00"  # said in words too
        return f"<p style='border-left:4px solid {colour};padding-left:8px'>{html.escape(self.text)}</p>"


@dataclass(frozen=True, repr=False, eq=False)
class Exercise:
    """A question whose answer can be checked.

    Attributes
    ----------
    question : str
    answer : Fraction, int, Pmf, or a function that returns one
        The right answer. A function is called when the first answer is checked.
    hint : str
        Told after a wrong answer.
    why : str
        How to get there by hand; `solution` tells it.
    asks : {"chance", "number"}
        Whether the answer is a probability or another number; a distribution speaks for itself.
    traps : tuple of (value, remark)
        Wrong answers that come from a known mistake, and what to say about them instead of the hint.

    Examples
    --------
    >>> from toolkit.dice.one_die import DieTest
    >>> coin = Exercise("How likely is a roll of 4+?", lambda: DieTest(4).odds.chance, "Count the faces.", "4, 5 and 6 of 6 faces.")
    >>> coin.check("1/3")
    Not yet. Count the faces.
    >>> coin.check("50%")
    Right: exactly 1/2 (50%).
    >>> coin.solution()
    1/2 (50%)
    4, 5 and 6 of 6 faces.
    """

    question: str
    answer: Value | Callable[[], Value]
    hint: str
    why: str = ""
    asks: Literal["chance", "number"] = "chance"
    traps: tuple[tuple[Value, str], ...] = ()

    @cached_property
    def exact(self) -> Value:
        """The right answer, computed when first asked for.

        Raises
        ------
        ToolkitError
            If what was computed is not exact.
        """
        found = self.answer() if callable(self.answer) else self.answer
        if isinstance(found, bool) or not isinstance(found, Fraction | int | Pmf) or (isinstance(found, Pmf) and not found.exact):
            raise ToolkitError(f"an exercise whose answer is {found!r}; it has to be a Fraction, a whole number or an exact Pmf")
        return found

    def check(self, answer: Answer) -> Verdict:
        """Whether an answer is right; a wrong one gets a hint, never the solution.

        Parameters
        ----------
        answer : str, number, Pmf or mapping
            "1/3", "33.3%" or "0.333" (right if it is the exact number rounded as written, with two digits or more), a whole number, and
            for a distribution "D6+2", "0: 1/4, 1: 3/4" or a mapping. ``...`` and "" say that there is no answer yet.

        Raises
        ------
        ToolkitError
            If the answer cannot be read.
        """
        if answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in ("", "?", "...", "…")):
            return Verdict(False, f"No answer yet: write it between the brackets, such as {self._such_as}.")
        right = self.exact
        if isinstance(right, Pmf):
            return self._check_distribution(right, read_distribution(answer))
        return self._check_number(Fraction(right), read_number(answer))

    def solution(self) -> Text:
        """Return the answer, and how to get there."""
        return Text((_shown(self.exact, self.asks), *filter(None, [self.why])))

    def _check_number(self, right: Fraction, written: Written) -> Verdict:
        chance = self.asks == "chance"
        if written.value == right:
            return self._right()
        if written.rounds(right):
            if written.digits >= FEWEST_DIGITS and not (chance and written.value in (0, 1)):
                return self._right()
            return Verdict(False, "Nearly: that is rounded too much to tell. Write more digits, or a fraction.")
        if chance and not 0 <= written.value <= 1:
            if Written(written.value / 100, written.slack / 100, written.digits).rounds(right):
                return Verdict(False, "Not yet. A chance is from 0 to 1: if you mean a percentage, write the % sign.")
            return Verdict(False, "Not yet. A chance is from 0 to 1 (0% to 100%).")
        for trap, remark in self.traps:
            if not isinstance(trap, Pmf) and written.rounds(Fraction(trap)):
                return Verdict(False, f"Not yet. {remark}")
        if chance and written.rounds(1 - right):
            return Verdict(False, "Not yet. That is the chance that it does not happen.")
        return Verdict(False, f"Not yet. {self.hint}")

    def _check_distribution(self, right: Pmf, given: dict[int, Written]) -> Verdict:
        if _same(right, given):
            return self._right()
        slack = sum(written.slack for written in given.values())
        if abs(sum(written.value for written in given.values()) - 1) > slack:
            return Verdict(False, "Not yet. The chances of everything that can happen add up to 1; yours do not.")
        for trap, remark in self.traps:
            if isinstance(trap, Pmf) and _same(trap, given):
                return Verdict(False, f"Not yet. {remark}")
        return Verdict(False, f"Not yet. {self.hint}")

    def _right(self) -> Verdict:
        return Verdict(True, f"Right: exactly {_shown(self.exact, self.asks)}.")

    @property
    def _such_as(self) -> str:
        if isinstance(self.exact, Pmf):
            return '"2D6+1" or "0: 1/4, 1: 3/4"'
        return '"5/12", "41.7%" or "0.417"' if self.asks == "chance" else '"7/2" or "3.5"'

    def __repr__(self) -> str:
        return f"{self.question}\nAnswer with .check(...), see .hint, or give up with .solution()."

    def _repr_html_(self) -> str:
        hint = f"<details><summary>Hint</summary>{html.escape(self.hint)}</details>"
        return f"<div style='border-left:4px solid #0072B2;padding-left:8px'><p>{html.escape(self.question)}</p>{hint}</div>"


def _same(right: Pmf, given: Mapping[int, Written]) -> bool:
    """Whether every chance is right: exactly, or rounded as written (but never to nothing, or to certainty)."""
    nothing = Written(Fraction(0), Fraction(0), 1)
    return all(_fits(Fraction(right[value]), given.get(value, nothing)) for value in {*given, *range(right.low, right.high + 1)})


def _fits(right: Fraction, written: Written) -> bool:
    rounded = written.digits >= FEWEST_DIGITS and written.value not in (0, 1) and written.rounds(right)
    return written.value == right or rounded


def _shown(value: Value, asks: str) -> str:
    if isinstance(value, Pmf):
        return ", ".join(f"{outcome}: {p}" for outcome, p in value.items() if p)
    if asks == "chance":
        return f"{value} ({percentage(value)})"
    return str(value) if Fraction(value).denominator == 1 else f"{value} ({float(value):.4g})"


def percentage(chance: Probability | int) -> str:
    """A chance in percent with three digits, as people say it.

    Examples
    --------
    >>> percentage(Fraction(1, 3)), percentage(Fraction(1, 2))
    ('33.3%', '50%')
    """
    return f"{100 * float(chance):.3g}%"
