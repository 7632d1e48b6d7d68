"""Numbers, distributions, steps and rules written out; the parts of which reports are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from toolkit.dice.pmf import Pmf, Probability
from toolkit.rules.ledger import Entry, ReadingUsed, Step

LONGEST_FRACTION = 20
"""Characters up to which text shows a fraction beside the rounded number."""


def percent(probability: Probability) -> str:
    """A probability as players read it: never rounded to certainty.

    Examples
    --------
    >>> percent(0.3196), percent(0.0000001), percent(0.99999), percent(1)
    ('32.0%', '<0.1%', '>99.9%', '100%')
    """
    if not probability:
        return "0%"
    if probability < 0.0005:
        return "<0.1%"
    if probability < 0.9995:
        return f"{float(probability):.1%}"
    return "100%" if probability > 1 - 1e-12 else ">99.9%"  # the last digits of a sum of floats are dust


def table(rows: Iterable[Sequence[str]], *, right: bool = False) -> list[str]:
    """Rows as lines of text whose columns are aligned, on the left or on the right.

    Examples
    --------
    >>> table([("a", "b"), ("long", "c")])
    ['a     b', 'long  c']
    """
    cells = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    align = str.rjust if right else str.ljust
    return ["  ".join(align(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def number(value: Probability, *, exact: bool) -> float | str:
    """A number for JSON: a float, or "num/den" where it is exact.

    Examples
    --------
    >>> number(Fraction(1, 2), exact=True), number(Fraction(1, 2), exact=False)
    ('1/2', 0.5)
    """
    if not exact:
        return float(value)
    fraction = Fraction(value)
    return f"{fraction.numerator}/{fraction.denominator}"


def law(pmf: Pmf, *, exact: bool) -> dict[str, float | str]:
    """A distribution for JSON: each value with its probability."""
    return {str(value): number(probability, exact=exact) for value, probability in pmf.items()}


def json_steps(steps: Iterable[Step], *, exact: bool) -> list[dict[str, Any]]:
    """The steps of attacks for JSON."""
    return [
        {
            "weapon": step.weapon,
            "step": step.name,
            "needs": step.needs,
            "chance": None if step.chance is None else number(step.chance, exact=exact),
            "because": list(step.because),
        }
        for step in steps
    ]


def json_ledger(entries: Iterable[Entry]) -> list[dict[str, str]]:
    """The ledger for JSON."""
    return [asdict(entry) for entry in entries]


def explained(
    steps: Sequence[Step],
    entries: Sequence[Entry],
    not_calculated: Iterable[str],
    readings: Sequence[ReadingUsed],
    warnings: Sequence[str],
    choices: Sequence[str] = (),
) -> list[list[str]]:
    """The paragraphs below the numbers: steps, rules, what was left out, choices, readings, warnings."""
    parts: list[list[str]] = []
    if steps:
        rows = [(one_line(step.weapon), step.name, step.needs, _chance(step.chance), "; ".join(step.because)) for step in steps]
        parts += [["", "Steps"], table([("weapon", "step", "needs", "chance", "because"), *rows])]
    if entries:
        told = [(one_line(entry.weapon), one_line(entry.rule), entry.status, entry.effect, entry.reason) for entry in entries]
        parts += [["", "Rules"], table([("weapon", "rule", "status", "changes", "why"), *told])]
    left = ", ".join(one_line(name) for name in not_calculated)
    parts += [["", f"Not calculated: {left}" if left else "Every rule that is named is calculated."]]
    if choices:
        parts += [["", *(f"Choice: {one_line(choice)}" for choice in choices)]]
    if readings:
        said = ", ".join(f"{each.key} = {str(each.value).lower()}{'' if each.default else ' (not the default)'}" for each in readings)
        parts += [["", f"Readings: {said}"]]
    if warnings:
        parts += [["", *(f"Warning: {one_line(warning)}" for warning in warnings)]]
    return parts


def mean(value: Probability) -> str:
    """A mean with two decimals, and as a fraction where that is short."""
    return f"{float(value):.2f}{exactly(value)}"


def exactly(value: Probability) -> str:
    """A short fraction in brackets; "" for a float or a long one."""
    shown = str(value) if isinstance(value, Fraction) and value.denominator > 1 else ""
    return f" ({shown})" if shown and len(shown) <= LONGEST_FRACTION else ""


def usually(law: Pmf) -> str:
    """Between which numbers it falls in 8 of 10 cases."""
    low, high = law.quantile(0.1), law.quantile(0.9)
    return f", usually {low}" if low == high else f", usually {low} to {high}"


def slain_rows(law: Pmf) -> list[tuple[str, str, str]]:
    """Rows for the numbers that are seen at a table; the rare ones at both ends in one row each."""
    seen = [value for value, probability in law.items() if probability >= 0.0005] or [law.low]
    first, last = seen[0], seen[-1]
    rows = [(str(value), percent(law[value]), percent(law.at_least(value))) for value in range(first, last + 1)]
    if first > law.low and (rest := law.at_most(first - 1)):
        rows.insert(0, (f"fewer than {first}", percent(rest), ""))
    if last < law.high and (rest := law.at_least(last + 1)):
        rows.append((f"more than {last}", percent(rest), ""))
    return rows


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"{percent(chance)}{exactly(chance)}"


def one_line(text: str) -> str:
    """Text from a scenario on one line, whatever it holds."""
    return " ".join(text.split())
