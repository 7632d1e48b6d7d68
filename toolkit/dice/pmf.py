"""Pmf: an immutable distribution over consecutive whole numbers, in floating point or exact."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.dice.convolution import Mass, Total, cap, compound, convolve, power, trim
from toolkit.errors import PmfError

Probability = float | Fraction
_SLACK = 1e-9


class Pmf:
    """An immutable probability mass function over consecutive integers.

    Parameters
    ----------
    probabilities : mapping of int to float, int or Fraction
        Probability of each value. If every one is an int or a Fraction the distribution is exact and must add up to exactly 1;
        otherwise it is float64 and must add up to 1 within 1e-9.

    Attributes
    ----------
    low, high : int
        Ends of the support.
    exact : bool
        Whether probabilities come out as `fractions.Fraction` instead of float.

    Raises
    ------
    PmfError
        If a probability is negative or not a number, or the mass is not 1.

    Examples
    --------
    >>> die = Pmf({1: 0.5, 2: 0.5})
    >>> die.mean(), (die + die)[3]
    (1.5, 0.5)
    >>> Pmf({0: Fraction(1, 3), 1: Fraction(2, 3)}).times(2)[2]
    Fraction(4, 9)
    """

    __slots__ = ("_float", "_mass", "_total", "low")

    low: int
    _mass: Mass
    _total: Total
    _float: Pmf | None

    def __init__(self, probabilities: Mapping[int, float | Fraction]) -> None:
        if not probabilities:
            raise PmfError("a distribution needs at least one value with its probability")
        for value, p in probabilities.items():
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise PmfError(f"{value!r} is not a whole number; a distribution is over whole numbers")
            if not p >= 0 or p == math.inf:
                raise PmfError(f"the probability {p!r} of {value} is not a number from 0 to 1")
        low, high = int(min(probabilities)), int(max(probabilities))
        exact = all(isinstance(p, (int, Fraction)) for p in probabilities.values())
        if exact:
            fractions = {value: Fraction(p) for value, p in probabilities.items()}
            total = math.lcm(*(p.denominator for p in fractions.values()))
            mass = np.zeros(high - low + 1, dtype=object)
            for value, p in fractions.items():
                mass[value - low] = p.numerator * (total // p.denominator)
            if sum(mass.tolist()) != total:
                raise PmfError(f"the probabilities add up to {sum(fractions.values())}; they must add up to 1")
        else:
            total = 1.0
            mass = np.zeros(high - low + 1)
            for value, p in probabilities.items():
                mass[value - low] = float(p)
            if abs(mass.sum() - 1.0) > _SLACK:
                raise PmfError(f"the probabilities add up to {mass.sum():.12g}; they must add up to 1")
        self._set(low, mass, total)

    def _set(self, low: int, mass: Mass, total: Total) -> None:
        mass.flags.writeable = False
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "_mass", mass)
        object.__setattr__(self, "_total", total)
        object.__setattr__(self, "_float", None)

    @classmethod
    def from_mass(cls, mass: Mass, total: Total, low: int = 0) -> Pmf:
        """Wrap weights that are known to be right (the engine's own); `total` is 1.0 for floats, the denominator for integers."""
        self = object.__new__(cls)
        self._set(low, mass, total)
        return self

    @classmethod
    def certain(cls, value: int, *, exact: bool = False) -> Pmf:
        """The distribution that is always `value`."""
        return cls.from_mass(np.array([1], dtype=object), 1, value) if exact else cls.from_mass(np.ones(1), 1.0, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Pmf is immutable; cannot set {name!r}")

    # --- the raw weights, for the engine ---

    @property
    def mass(self) -> Mass:
        """Weights of `low`, `low` + 1, ...; read-only. Divide by `total` for probabilities."""
        return self._mass

    @property
    def total(self) -> Total:
        """What the weights add up to: 1.0, or the common denominator of an exact distribution."""
        return self._total

    @property
    def exact(self) -> bool:
        """Whether probabilities come out as Fractions."""
        return self._mass.dtype == object

    @property
    def high(self) -> int:
        """The largest value of the support."""
        return self.low + len(self._mass) - 1

    def to_exact(self) -> Pmf:
        """Return the distribution if it is exact; a float one cannot be made exact.

        Raises
        ------
        PmfError
            If the distribution is in floating point.
        """
        if not self.exact:
            raise PmfError("a floating point distribution cannot be made exact; build it with exact=True from the start")
        return self

    def to_float(self) -> Pmf:
        """The same distribution with float64 probabilities, each correctly rounded."""
        if not self.exact:
            return self
        if self._float is None:
            mass = np.array([value / self._total for value in self._mass.tolist()], dtype=np.float64)
            object.__setattr__(self, "_float", Pmf.from_mass(mass, 1.0, self.low))
        return self._float  # pyright: ignore[reportReturnType]

    # --- reading ---

    def _probability(self, weight: Any) -> Probability:
        return Fraction(weight, self._total) if self.exact else float(weight)  # pyright: ignore[reportArgumentType]

    def __getitem__(self, value: int) -> Probability:
        index = value - self.low
        return self._probability(self._mass[index] if 0 <= index < len(self._mass) else 0)

    def items(self) -> Iterator[tuple[int, Probability]]:
        """Each value of the support with its probability, zeros inside the support included."""
        for index, weight in enumerate(self._mass.tolist()):
            yield self.low + index, self._probability(weight)

    def probabilities(self, low: int | None = None, high: int | None = None) -> NDArray[np.float64]:
        """Float probabilities of `low` to `high` (default: the support).

        Returns
        -------
        ndarray of float64, shape (high - low + 1,)
        """
        low = self.low if low is None else low
        high = self.high if high is None else high
        out = np.zeros(high - low + 1)
        first, last = max(low, self.low), min(high, self.high)
        if first <= last:
            out[first - low : last - low + 1] = self.to_float()._mass[first - self.low : last - self.low + 1]
        return out

    def mean(self) -> Probability:
        """The expected value."""
        values = range(self.low, self.high + 1)
        return self._probability(sum(v * w for v, w in zip(values, self._mass.tolist(), strict=True)))

    def variance(self) -> Probability:
        """The expected squared distance from the mean."""
        mean = self.mean()
        return sum(((value - mean) ** 2 * p for value, p in self.items()), start=self._probability(0))  # pyright: ignore[reportOperatorIssue]

    def std(self) -> float:
        """The standard deviation, a float for exact distributions too."""
        return math.sqrt(self.variance())

    def at_least(self, k: int) -> Probability:
        """P(value >= k), added from the small end, never as 1 minus something."""
        return self._probability(self._mass[max(0, k - self.low) :].sum() if k <= self.high else 0)

    def at_most(self, k: int) -> Probability:
        """P(value <= k)."""
        return self._probability(self._mass[: max(0, k - self.low + 1)].sum())

    def quantile(self, q: float) -> int:
        """The smallest value v with P(value <= v) >= q.

        Raises
        ------
        PmfError
            If `q` is outside 0 to 1.
        """
        if not 0 <= q <= 1:
            raise PmfError(f"a quantile is a probability from 0 to 1, not {q!r}")
        running: Any = 0
        target = Fraction(q) * self._total if self.exact else q - 1e-12
        for index, weight in enumerate(self._mass.tolist()):
            running += weight
            if running >= target and (weight or running):
                return self.low + index
        return self.high

    # --- making new ones ---

    def _alike(self, other: Pmf) -> None:
        if self.exact != other.exact:
            raise PmfError("an exact and a floating point distribution do not mix; make both exact or call to_float()")

    def __add__(self, other: Pmf | int) -> Pmf:
        """The sum of two independent numbers, or this one shifted by a whole number."""
        if isinstance(other, int):
            return Pmf.from_mass(self._mass, self._total, self.low + other)
        self._alike(other)
        return Pmf.from_mass(convolve(self._mass, other._mass), self._total * other._total, self.low + other.low)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Pmf:
        """Each value multiplied by a whole number (for several independent copies see `times`)."""
        return self.map(lambda value: value * factor)

    __rmul__ = __mul__

    def times(self, number: int | Pmf) -> Pmf:
        """The sum of `number` independent copies; `number` may itself be random.

        Raises
        ------
        PmfError
            If `number` can be negative.
        """
        if isinstance(number, int):
            if number < 0:
                raise PmfError(f"{number} copies of a distribution do not exist; the number must be 0 or more")
            return Pmf.from_mass(power(self._mass, number), self._total**number, self.low * number)
        self._alike(number)
        if number.low < 0:
            raise PmfError(f"a number of copies that can be {number.low} does not exist; it must be 0 or more")
        if self.low < 0:
            raise PmfError("a random number of copies needs values of 0 or more")
        padded = np.concatenate([np.zeros(self.low, dtype=self._mass.dtype), self._mass])
        mass, total = compound(number._mass, number.low, padded, self._total)
        return Pmf.from_mass(mass, total * number._total)

    def map(self, function: Callable[[int], int]) -> Pmf:
        """The law of `function` of the value.

        Examples
        --------
        >>> Pmf({1: 0.5, 2: 0.5}).map(lambda d: max(1, d - 1))
        Pmf({1: 1.0})
        """
        images = [function(value) for value in range(self.low, self.high + 1)]
        low, high = min(images), max(images)
        mass = np.zeros(high - low + 1, dtype=self._mass.dtype)
        for image, weight in zip(images, self._mass.tolist(), strict=True):
            mass[image - low] += weight
        return Pmf.from_mass(mass, self._total, low)

    def capped(self, top: int) -> Pmf:
        """Everything above `top` counts as `top`."""
        if top < self.low:
            return Pmf.certain(top, exact=self.exact)
        return Pmf.from_mass(cap(self._mass, top - self.low), self._total, self.low)

    def trimmed(self) -> Pmf:
        """Without values that cannot happen at either end (and, for long float arrays, with less than 1e-150 chance)."""
        mass = trim(self._mass)
        used = np.flatnonzero(mass != 0)
        return Pmf.from_mass(mass[used[0] : used[-1] + 1], self._total, self.low + int(used[0]))

    @staticmethod
    def mixture(parts: Iterable[tuple[Fraction, Pmf]]) -> Pmf:
        """One of several distributions, each with its chance.

        Raises
        ------
        PmfError
            If the chances are negative or do not add up to 1, or exact and float parts are mixed.
        """
        listed = list(parts)
        if not listed or any(chance < 0 for chance, _ in listed) or sum(chance for chance, _ in listed) != 1:
            raise PmfError("the chances of a mixture must be 0 or more and add up to 1")
        first = listed[0][1]
        for _, pmf in listed:
            first._alike(pmf)
        sums: dict[int, Probability] = {}
        for chance, pmf in listed:
            for value, p in pmf.items():
                sums[value] = sums.get(value, 0) + (chance * p if first.exact else float(chance) * p)  # pyright: ignore[reportOperatorIssue]
        return Pmf(sums)

    # --- showing ---

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pmf) or self.exact != other.exact:
            return NotImplemented if not isinstance(other, Pmf) else False
        mine = {value: p for value, p in self.items() if p}
        return mine == {value: p for value, p in other.items() if p}

    def __hash__(self) -> int:
        return hash(tuple((value, p) for value, p in self.items() if p))

    def __len__(self) -> int:
        return len(self._mass)

    def __repr__(self) -> str:
        shown = [(value, p) for value, p in self.items() if p]
        text = ", ".join(f"{value}: {p}" if self.exact else f"{value}: {p:.6g}" for value, p in shown[:12])
        text = text if self.exact else text.replace(": 1,", ": 1.0,") + (".0" if text.endswith(": 1") else "")
        return f"Pmf({{{text}{', ...' if len(shown) > 12 else ''}}})"

    def _repr_html_(self) -> str:
        """A small table with bars for notebooks: value, exactly, at least."""
        rows: list[str] = []
        for value, p in self.items():
            if not p:
                continue
            share, tail = float(p), float(self.at_least(value))
            shown = html.escape(str(p)) if self.exact and len(str(p)) <= 12 else f"{share:.2%}"
            bar = f"<div style='background:#0072B2;height:10px;width:{100 * share:.1f}px;min-width:1px'></div>"
            rows.append(f"<tr><th>{value}</th><td>{shown}</td><td>{tail:.2%}</td><td style='text-align:left'>{bar}</td></tr>")
        head = "<tr><th></th><th>exactly</th><th>at least</th><th></th></tr>"
        note = f"<caption>mean {float(self.mean()):.4g}, standard deviation {self.std():.4g}</caption>"
        return f"<table>{note}<thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
