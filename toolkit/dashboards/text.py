"""Numbers and chances in words, the same on every screen.

Plain text only; `escape` is for those who put it into HTML.
"""

from __future__ import annotations

import html
from fractions import Fraction

MINUS = "−"
LONGEST_FRACTION = 9
"""Digits of numerator and denominator together, beyond which a fraction tells nobody anything."""
_SIMPLE = ((1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (5, 6), (9, 10))
_DUST = 1e-12
"""Sums of floats miss 0 and 1 by less than this."""

Chance = float | Fraction
escape = html.escape


def percent(chance: Chance) -> str:
    """Write a chance with one decimal; only what is impossible is 0%, only what is certain is 100%.

    Examples
    --------
    >>> percent(0.32), percent(0.0001), percent(0.9999), percent(0), percent(Fraction(1))
    ('32.0%', '<0.1%', '>99.9%', '0%', '100%')
    """
    if chance <= 0:
        return "0%"
    if chance >= 1 - _DUST:
        return "100%"
    if chance < 0.0005:
        return "<0.1%"
    if chance >= 0.9995:
        return ">99.9%"
    return f"{float(chance) * 100:.1f}%"


def odds(chance: Chance) -> str:
    """Say a chance in words.

    Examples
    --------
    >>> odds(0.0333), odds(0.41), odds(0.975), odds(0), odds(1)
    ('about 1 in 30', 'about 2 in 5', 'fails about 1 in 40', 'never', 'always')
    """
    chance = float(chance)
    if chance <= 0:
        return "never"
    if chance >= 1 - _DUST:
        return "always"
    if chance >= 0.95:
        return "all but certain" if chance > 0.9995 else f"fails about 1 in {_round(1 / (1 - chance))}"
    if chance <= 0.28:
        return "under 1 in 2,000" if chance < 0.0005 else f"about 1 in {_round(1 / chance)}"
    above, below = min(_SIMPLE, key=lambda fraction: abs(fraction[0] / fraction[1] - chance))
    return f"about {above} in {below}"


def _round(number: float) -> str:
    """Round to two digits, as people do."""
    whole = round(number) if number < 100 else int(float(f"{number:.2g}"))
    return f"{whole:,}"


def mean(value: Chance) -> str:
    """Write an average with two decimals.

    Examples
    --------
    >>> mean(2.0789), mean(-0.5), mean(0)
    ('2.08', '−0.50', '0')
    """
    value = float(value)
    if abs(value) < 0.005:
        return "0" if abs(value) < _DUST else "<0.01" if value > 0 else f"{MINUS}<0.01"
    return f"{value:.2f}".replace("-", MINUS)


def number(value: Chance, decimals: int = 1) -> str:
    """Write a number with at most `decimals` decimals, and none where it is whole.

    Examples
    --------
    >>> number(21.0), number(9.5)
    ('21', '9.5')
    """
    text = f"{float(value):.{decimals}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", MINUS)


def points(now: Chance, before: Chance) -> str:
    """Write the difference of two chances.

    Examples
    --------
    >>> points(0.402, 0.32), points(0.1, 0.291), points(0.5, 0.5001)
    ('+8.2 points', '−19.1 points', 'no change')
    """
    difference = 100 * (float(now) - float(before))
    return "no change" if abs(difference) < 0.05 else f"{difference:+.1f} points".replace("-", MINUS)


def change(now: Chance, before: Chance) -> str:
    """Write the difference of two averages.

    Examples
    --------
    >>> change(1.5, 2.08), change(1.5, 1.5)
    ('−0.58', 'no change')
    """
    difference = float(now) - float(before)
    return "no change" if abs(difference) < 0.005 else f"{difference:+.2f}".replace("-", MINUS)


def usual(low: int, high: int) -> str:
    """Say where eight of ten results lie.

    Examples
    --------
    >>> usual(1, 3), usual(2, 2)
    ('usually 1–3 (8 in 10)', 'nearly always 2')
    """
    return f"usually {low}–{high} (8 in 10)" if low != high else f"nearly always {low}"


def signed(value: int) -> str:
    """Write a whole number with its sign, with a real minus.

    Examples
    --------
    >>> signed(-2), signed(0), signed(1)
    ('−2', '0', '+1')
    """
    return f"{value:+d}".replace("-", MINUS) if value else "0"


def fraction(chance: Fraction) -> str | None:
    """Write an exact chance as a fraction, or None where it has too many digits to read.

    Examples
    --------
    >>> fraction(Fraction(2, 3)), fraction(Fraction(1, 6**12))
    ('2/3', None)
    """
    text = f"{chance.numerator}/{chance.denominator}" if chance.denominator != 1 else str(chance.numerator)
    return text if len(text) <= LONGEST_FRACTION + 1 else None


def listed(words: list[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def file_name(title: str) -> str:
    """Return a name for a file from what it is about.

    Examples
    --------
    >>> file_name("2 × Malleus into 5 Intercessors"), file_name("…")
    ('2-malleus-into-5-intercessors', 'matchup')
    """
    plain = "".join(c if c.isalnum() and c.isascii() else "-" for c in title.lower().replace("×", ""))
    return "-".join(part for part in plain.split("-") if part)[:60].strip("-") or "matchup"
