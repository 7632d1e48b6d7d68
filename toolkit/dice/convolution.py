"""The only place where distributions are convolved or raised to a power.

A *mass array* is a one-dimensional array of non-negative weights of consecutive integers, in one of two flavours that go through the
same code: float64 with total 1.0, or Python integers (dtype object) over one common denominator, with that denominator as total.
Every operation here only adds and multiplies non-negative numbers, so that floats keep about 14 digits however small a probability is,
and carries totals along, so that integers stay integers until the very end.
"""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

Mass = NDArray[Any]
Total = float | int

FLOOR = 1e-150
"""Float weights below this are dropped from the ends of long arrays: subnormal numbers are up to 50 times slower."""
_LONG = 256


def convolve(a: Mass, b: Mass) -> Mass:
    """The law of the sum of two independent numbers.

    Parameters
    ----------
    a, b : ndarray, shape (n,) and (m,)
        Mass arrays of one flavour, neither empty.

    Returns
    -------
    ndarray, shape (n + m - 1,)
        Its total is the product of the totals. Floats are convolved directly, never by FFT, which loses the tails.

    Examples
    --------
    >>> convolve(np.array([0.5, 0.5]), np.array([0.5, 0.5]))
    array([0.25, 0.5 , 0.25])
    """
    if a.dtype == object:
        return _convolve_integers(a, b)
    if len(b) > len(a):
        a, b = b, a
    # the same direct sum as numpy.convolve, which spends more time on its checks than on a short array
    return np.correlate(a, b[::-1], "full")


def _convolve_integers(a: Mass, b: Mass) -> Mass:
    """Exact convolution as one product of two very long integers (Kronecker substitution): Python's own Karatsuba does the work."""
    if len(a) == 1 or len(b) == 1:
        return a * b
    x, y = cast("list[int]", a.tolist()), cast("list[int]", b.tolist())
    bits = max(x).bit_length() + max(y).bit_length() + min(len(x), len(y)).bit_length()
    width = bits // 8 + 1
    left = int.from_bytes(b"".join(value.to_bytes(width, "little") for value in x), "little")
    right = int.from_bytes(b"".join(value.to_bytes(width, "little") for value in y), "little")
    size = len(x) + len(y) - 1
    digits = (left * right).to_bytes(size * width, "little")
    out = np.empty(size, dtype=object)
    out[:] = [int.from_bytes(digits[i : i + width], "little") for i in range(0, size * width, width)]
    return out


def cap(mass: Mass, top: int) -> Mass:
    """Everything above `top` counts as `top`.

    Examples
    --------
    >>> cap(np.array([0.25, 0.5, 0.25]), 1)
    array([0.25, 0.75])
    """
    if len(mass) <= top + 1:
        return mass
    out = mass[: top + 1].copy()
    out[top] += np.add.reduce(mass[top + 1 :])
    return out


def convolve_capped(a: Mass, b: Mass, top: int) -> Mass:
    """The law of a sum that counts as `top` above `top`."""
    mass = convolve(a, b)
    if len(mass) <= top + 1:
        return mass
    out = mass[: top + 1]
    out[top] += np.add.reduce(mass[top + 1 :])  # in place: nobody else has seen this array
    return out


def trim(mass: Mass) -> Mass:
    """Cut a long float array after its last weight above `FLOOR` (its front keeps its place, its small weights become zero)."""
    if len(mass) < _LONG or mass.dtype == object:
        return mass
    keep = mass > FLOOR
    last = len(mass) - int(keep[::-1].argmax())
    out = mass[:last].copy()
    out[~keep[:last]] = 0.0
    return out


def power(mass: Mass, n: int, top: int | None = None) -> Mass:
    """The law of the sum of `n` independent copies, capped at `top` if given; by squaring.

    Two-valued laws are binomial and have a closed form.

    Examples
    --------
    >>> power(np.array([0.5, 0.5]), 3)
    array([0.125, 0.375, 0.375, 0.125])
    """
    if len(mass) == 2 and n > 3 and mass.dtype != object and n <= _MAX_BINOMIAL:
        law = _binomial(n, float(mass[0]), float(mass[1]))
        return law if top is None else cap(law, top)
    result: Mass | None = None
    square = mass
    while n:
        if n & 1:
            result = square if result is None else _product(result, square, top)
        n >>= 1
        if n:
            square = _product(square, square, top)
    if result is None:
        result = np.ones(1, dtype=mass.dtype)
    return result if top is None else cap(result, top)


def _product(a: Mass, b: Mass, top: int | None) -> Mass:
    return trim(convolve(a, b)) if top is None else convolve_capped(a, b, top)


def compound(counts: Mass, low: int, mass: Mass, total: Total, top: int | None = None) -> tuple[Mass, Total]:
    """The law of the sum of a random number of independent copies.

    Parameters
    ----------
    counts : ndarray
        Weights of the numbers `low`, `low` + 1, ...
    low : int
        The smallest number of copies.
    mass : ndarray
        Law of one copy, over 0, 1, 2, ...
    total : float or int
        Total of `mass`.
    top : int or None
        Cap of the sum.

    Returns
    -------
    tuple of ndarray and total
        The law over 0, 1, 2, ..., and the total relative to that of `counts` (multiply the two).

    Examples
    --------
    >>> law, total = compound(np.array([0.5, 0.5]), 1, np.array([0.5, 0.5]), 1.0)
    >>> law
    array([0.375, 0.5  , 0.125])
    """
    span = len(counts) - 1
    base = power(mass, low, top)
    if span == 0:
        return base * counts[0] if counts.dtype == object or counts[0] != 1.0 else base, total**low
    # Horner: integers bring every power of the law to the common denominator total ** span
    result = counts[span:]
    weight: Total = total
    for n in range(span - 1, -1, -1):
        result = _product(mass, result, top)
        result[0] += counts[n] * weight
        weight *= total
    return (_product(base, result, top) if low else result), total ** (low + span)


# --- binomial laws --------------------------------------------------------------------------------------------------

_MAX_BINOMIAL = 1000  # the largest binomial coefficient still fits a float
_coefficients: dict[int, tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]] = {}


def _binomial(n: int, fail: float, success: float) -> NDArray[np.float64]:
    row = _coefficients.get(n)
    if row is None:
        up = np.arange(n + 1, dtype=np.float64)
        row = (np.array([float(math.comb(n, k)) for k in range(n + 1)]), up, up[::-1].copy())
        if len(_coefficients) < 256:
            _coefficients[n] = row
    choose, up, down = row
    # each factor may leave the range of floats where the product does not; such weights are below FLOOR and count as zero
    return choose * success**up * fail**down
