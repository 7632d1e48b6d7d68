"""The law of several units together: what each has left, and how that hangs together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield
from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Probability
from toolkit.errors import ScenarioError

MAX_STATES = 20_000
"""Most states that several units may have together."""

Table = tuple[NDArray[Any], Any]
"""Weights, and what they add up to in a law that is whole."""


@dataclass(frozen=True, eq=False)
class Joint:
    """A law over the states of several units, or one part of it.

    Attributes
    ----------
    units : tuple of Battlefield
        What the states of each unit mean.
    states : ndarray
        Weights, one axis for each unit; whole numbers where probabilities are Fractions.
    total : float or int
        What the weights of the whole law add up to.

    Examples
    --------
    >>> from toolkit.attack.spec import DefenceSpec, ModelGroup
    >>> two = Battlefield(DefenceSpec((ModelGroup(2, 1),)))
    >>> Joint.start((two, two), exact=True).states.shape
    (3, 3)
    """

    units: tuple[Battlefield, ...]
    states: NDArray[Any]
    total: Any

    @classmethod
    def start(cls, units: Sequence[Battlefield], *, exact: bool) -> Joint:
        """All units unhurt.

        Raises
        ------
        ScenarioError
            If they have too many states together.
        """
        shape = tuple(unit.size for unit in units)
        many = math.prod(shape)
        if len(shape) > 1 and many > MAX_STATES:
            number = "two" if len(shape) == 2 else len(shape)
            kind = "pairs of states" if len(shape) == 2 else "states"
            raise ScenarioError(
                "", f"these {number} units have {many:,} {kind} together; the limit is {MAX_STATES:,}: let fewer models fight"
            )
        states = np.zeros(shape, dtype=object if exact else np.float64)
        states[(0,) * len(shape)] = 1
        return cls(tuple(units), states, 1 if exact else 1.0)

    @property
    def exact(self) -> bool:
        """Whether probabilities are Fractions."""
        return self.states.dtype == object

    @property
    def mass(self) -> Probability:
        """How much probability it carries: 1, or the share of one part."""
        whole = self.states.sum()
        return Fraction(int(whole), int(self.total)) if self.exact else float(whole)

    def law(self, axis: int) -> Outcome:
        """The law of one unit, whatever became of the others."""
        others = tuple(i for i in range(self.states.ndim) if i != axis)
        states, total = reduced(self.states.sum(axis=others) if others else self.states, self.total, exact=self.exact)
        return Outcome(self.units[axis], states, total)

    def standing(self, *axes: int) -> Joint:
        """The part in which every one of these units has somebody left."""
        states = self.states.copy()
        for axis in axes:
            np.moveaxis(states, axis, 0)[-1] = 0
        return Joint(self.units, states, self.total)

    def without(self, part: Joint) -> Joint:
        """Everything but a part over the same total."""
        return Joint(self.units, self.states - part.states, self.total)

    def weighted(self, axis: int, chances: Sequence[Fraction]) -> Joint:
        """Each state of one unit with only a share of its probability."""
        scale: Any = math.lcm(*(chance.denominator for chance in chances)) if self.exact else 1.0
        shares = np.array(
            [int(chance * scale) if self.exact else float(chance) for chance in chances], dtype=self.states.dtype
        )  # fmt: skip
        states = np.moveaxis(np.moveaxis(self.states, axis, -1) * shares, -1, axis)
        return Joint(self.units, *reduced(states, self.total * scale, exact=self.exact))

    def on(self, axis: int, change: Callable[[Outcome], Outcome]) -> Joint:
        """Something happens to one unit that has nothing to do with the others."""
        moved = np.moveaxis(self.states, axis, -1)
        rows = moved.reshape(-1, moved.shape[-1])
        parts: list[tuple[int, NDArray[Any], Any]] = []
        for place in np.flatnonzero((rows != 0).any(axis=1)).tolist():
            after = change(Outcome(self.units[axis], rows[place], self.total))
            parts.append((place, after.states, after.total))
        whole, total = self._placed(parts, rows)
        return Joint(self.units, np.moveaxis(whole.reshape(moved.shape), -1, axis), total)

    def between(self, first: int, second: int, change: Callable[[NDArray[Any], Any], Table]) -> Joint:
        """Something happens between two units that has nothing to do with the others."""
        moved = np.moveaxis(self.states, (first, second), (-2, -1))
        tables = moved.reshape(-1, *moved.shape[-2:])
        parts: list[tuple[int, NDArray[Any], Any]] = []
        for place in np.flatnonzero((tables != 0).any(axis=(1, 2))).tolist():
            parts.append((place, *change(tables[place], self.total)))
        whole, total = self._placed(parts, tables)
        return Joint(self.units, np.moveaxis(whole.reshape(moved.shape), (-2, -1), (first, second)), total)

    def _placed(self, parts: Sequence[tuple[int, NDArray[Any], Any]], like: NDArray[Any]) -> Table:
        whole = np.zeros_like(like)
        common: Any = math.lcm(*(int(total) for _, _, total in parts)) if self.exact else 1.0
        for place, states, total in parts:
            whole[place] = states * (common // int(total)) if self.exact else states
        return reduced(whole, common, exact=self.exact) if parts else (whole, self.total)

    def slain(self, first: int, second: int) -> dict[tuple[int, int], Probability]:
        """The probability of each pair (models the first unit lost, models the second lost)."""
        others = tuple(i for i in range(self.states.ndim) if i not in (first, second))
        table = np.sum(self.states, axis=others) if others else self.states
        table = table if first < second else table.T
        lost = [self.units[axis].slain.tolist() for axis in (first, second)]
        zero: Any = Fraction(0) if self.exact else 0.0
        found: dict[tuple[int, int], Probability] = {(a, b): zero for a in range(max(lost[0]) + 1) for b in range(max(lost[1]) + 1)}
        for i, row in enumerate(table.tolist()):
            for j, weight in enumerate(row):
                if weight:
                    found[lost[0][i], lost[1][j]] += Fraction(weight, self.total) if self.exact else weight
        return found

    def mean(self, axis: int, values: NDArray[Any]) -> Probability:
        """The mean of something over the states of one unit (divided by nothing: a part counts with its share)."""
        law = self.law(axis)
        if self.exact:
            return Fraction(sum(int(v) * int(w) for v, w in zip(values.tolist(), law.states.tolist(), strict=True)), int(law.total))
        return float(values @ law.states)


def joined(parts: Iterable[Joint]) -> Joint:
    """The sum of parts of one law."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0]
    states, total = summed([(part.states, part.total) for part in listed], exact=listed[0].exact)
    return Joint(listed[0].units, states, total)


def summed(parts: Sequence[Table], *, exact: bool) -> Table:
    """The sum of weights over different totals."""
    if not exact:
        return np.sum([part for part, _ in parts], axis=0), 1.0
    total = math.lcm(*(int(each) for _, each in parts))
    states = sum((part * (total // int(each)) for part, each in parts[1:]), parts[0][0] * (total // int(parts[0][1])))
    return reduced(states, total, exact=True)


def reduced(states: NDArray[Any], total: Any, *, exact: bool) -> Table:
    """The same weights over their smallest total."""
    if not exact:
        return states, total
    common = math.gcd(int(total), *(int(value) for value in states.ravel().tolist()))
    return (states, total) if common == 1 else (states // common, int(total) // common)
