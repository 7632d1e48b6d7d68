"""What charts read: distributions as columns of plain numbers, and Vega expressions that write numbers as the dashboards do.

A distribution is anything like `toolkit.dice.pmf.Pmf` (with ``high`` and ``probabilities(lo, hi)``), a polars frame with
the columns ``value`` and ``probability``, or a mapping from value to probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np


class Distribution(Protocol):
    """The part of `toolkit.dice.pmf.Pmf` that charts need."""

    @property
    def high(self) -> int:
        """The greatest value."""
        ...

    def probabilities(self, lo: int, hi: int) -> Any:
        """The probabilities of lo, lo + 1, …, hi as floats."""
        ...


Drawable = Any
"""A `Distribution`, a polars frame with value and probability, or a mapping."""


def highest(source: Drawable) -> int:
    """Return the greatest value of a distribution.

    Examples
    --------
    >>> highest({0: 0.5, 2: 0.5})
    2
    """
    if hasattr(source, "high"):
        return int(source.high)
    if isinstance(source, Mapping):
        return max(source)
    return int(source["value"].max())


def probabilities(source: Drawable, top: int) -> np.ndarray:
    """Return the probabilities of 0, 1, …, `top` as floats.

    Examples
    --------
    >>> probabilities({0: 0.5, 2: 0.5}, 3).tolist()
    [0.5, 0.0, 0.5, 0.0]
    """
    if hasattr(source, "probabilities"):
        return np.asarray(source.probabilities(0, top), dtype=float)
    items = source.items() if isinstance(source, Mapping) else zip(source["value"], source["probability"], strict=True)
    found = np.zeros(top + 1)
    for value, probability in items:
        if 0 <= value <= top:
            found[int(value)] += float(probability)
    return found


def at_least(exactly: np.ndarray) -> np.ndarray:
    """Return the chances of k or more from those of exactly k, without the dust of adding floats.

    Examples
    --------
    >>> at_least(np.array([0.25, 0.75])).tolist()
    [1.0, 0.75]
    """
    return np.minimum(np.cumsum(exactly[::-1])[::-1], 1.0).round(15)


def rows(columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Turn columns into the rows that a chart with inline data takes.

    Examples
    --------
    >>> rows({"a": [1, 2], "b": [3, 4]})
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 4}]
    """
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def whole_percent(value: str) -> str:
    """Return the Vega expression that writes the chance `value` in whole percent: 0%, <1%, 37%, >99%, 100%."""
    return _written(value, (".005", "'<1%'"), (".995", "'>99%'"), ".0%")


def percent(value: str) -> str:
    """Return the Vega expression that writes the chance `value` with one decimal: 0%, <0.1%, 37.0%, >99.9%, 100%."""
    return _written(value, (".0005", "'<0.1%'"), (".9995", "'>99.9%'"), ".1%")


def _written(value: str, small: tuple[str, str], large: tuple[str, str], pattern: str) -> str:
    cases = (("<= 0", "'0%'"), (f"< {small[0]}", small[1]), (">= 1 - 1e-12", "'100%'"), (f"> {large[0]}", large[1]))
    return "(" + "".join(f"{value} {test} ? {said} : " for test, said in cases) + f"format({value}, '{pattern}'))"
