"""Outcome: what a series of attacks leaves of the target, as distributions."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from toolkit.dice.convolution import Mass, Total
from toolkit.dice.pmf import Pmf, Probability

if TYPE_CHECKING:
    from toolkit.attack.allocation import Battlefield


class Outcome:
    """The exact law of the target's state after all attacks.

    Attributes
    ----------
    unit : Battlefield
        What each state means.
    states : ndarray, shape (states,)
        Weight of each state.
    total : float or int
        What the weights add up to.

    Examples
    --------
    See `toolkit.attack.sequence.resolve`.
    """

    def __init__(self, unit: Battlefield, states: Mass, total: Total) -> None:
        self.unit = unit
        self.states = states
        self.total = total

    @property
    def exact(self) -> bool:
        """Whether probabilities are Fractions."""
        return self.states.dtype == object

    def _law(self, of_state: Mass, high: int) -> Pmf:
        mass = np.zeros(high + 1, dtype=self.states.dtype)
        np.add.at(mass, of_state, self.states)
        return Pmf.from_mass(mass, self.total)

    @cached_property
    def slain(self) -> Pmf:
        """Models slain, from 0 to all."""
        group = self.unit.defence.groups[0]
        if self.unit.uniform and group.wounds == 1:
            return Pmf.from_mass(self.states, self.total)
        if self.unit.uniform:  # one group: wounds lost in order, so each model is one run of states
            body, last = self.states[:-1].reshape(group.count, group.wounds).sum(axis=1), self.states[-1:]
            return Pmf.from_mass(np.concatenate([body, last]), self.total)
        return self._law(self.unit.slain, self.unit.defence.models)

    @cached_property
    def damage(self) -> Pmf:
        """Wounds removed from the unit, from 0 to all."""
        return Pmf.from_mass(self.states, self.total) if len(self.unit.chains) == 1 else self._law(self.unit.lost, self.unit.defence.wounds)

    @property
    def p_destroyed(self) -> Probability:
        """Probability that no model is left."""
        last = self.states[-1]
        return Fraction(last, self.total) if self.exact else float(last)  # pyright: ignore[reportArgumentType]

    def group_lost(self, group: int) -> Pmf:
        """Wounds lost by one group of models of the target."""
        unit = self.unit
        chain_index = next(i for i, chain in enumerate(unit.chains) if group in chain)
        chain = unit.chains[chain_index]
        before = sum(unit.defence.groups[g].total_wounds for g in chain[: chain.index(group)])
        size = unit.defence.groups[group].total_wounds
        return self._law(np.clip(unit.positions[chain_index] - before, 0, size), size)
