"""Whether the answers of the corpus are asked for in fractions or in floats, for builders that are called deep inside others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction

EXACT = ContextVar("EXACT", default=True)


@contextmanager
def in_floats() -> Iterator[None]:
    """Everything inside is asked for in floats."""
    token = EXACT.set(False)
    try:
        yield
    finally:
        EXACT.reset(token)


def close(got: float | Fraction, want: Fraction) -> bool:
    """1e-12 absolute and, for all but the tiniest chances, 1e-9 relative."""
    error = abs(Fraction(got) - want)
    return error <= Fraction(1, 10**12) and error <= abs(want) / 10**9 + Fraction(1, 10**130)
