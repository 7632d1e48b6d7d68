"""Amounts and what is added to them, written as the dashboards write them."""

from __future__ import annotations

from typing import Literal

Unit = Literal["models", "wounds", "probability"]
MINUS = "−"


def is_nothing(step: float, unit: Unit) -> bool:
    """Whether a difference is too small to be written.

    Examples
    --------
    >>> is_nothing(0.004, "models"), is_nothing(0.004, "probability")
    (True, False)
    """
    return abs(step) < (0.0005 if unit == "probability" else 0.005)


def signed(step: float, unit: Unit) -> str:
    """Write a difference: two decimals, or points with one.

    Examples
    --------
    >>> signed(0.583, "models"), signed(-0.0672, "probability"), signed(1e-9, "wounds")
    ('+0.58', '−6.7', '0')
    """
    if is_nothing(step, unit):
        return "0"
    return (f"{100 * step:+.1f}" if unit == "probability" else f"{step:+.2f}").replace("-", MINUS)


def written(value: float, unit: Unit) -> str:
    """Write an amount: two decimals, or percent with one; only what is impossible is 0%.

    Examples
    --------
    >>> written(1.5, "models"), written(0.32, "probability"), written(0.0001, "probability")
    ('1.50', '32.0%', '<0.1%')
    """
    if unit != "probability":
        return "0" if is_nothing(value, unit) else f"{value:.2f}".replace("-", MINUS)
    if abs(value) < 1e-12:
        return "0%"
    if 0 < value < 0.0005:
        return "<0.1%"
    if value >= 1 - 1e-12:
        return "100%"
    return ">99.9%" if value >= 0.9995 else f"{100 * value:.1f}%".replace("-", MINUS)
