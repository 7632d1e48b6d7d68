"""Damage onto models: the states a unit can be in, and how one wound moves it from state to state.

A unit is one or two *chains* of models. Along a chain, wounds are lost in order, model by model, so the whole state of a chain is
one number: the wounds lost so far. Leaders form a chain of their own only when some attack can pick them out; otherwise they are the
end of the one chain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.spec import Against, DefenceSpec
from toolkit.dice.convolution import Mass, Total, cap, compound
from toolkit.dice.one_die import WAYS, odds
from toolkit.dice.pmf import Pmf

Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Transition:
    """How one packet moves the unit.

    From state s it goes to ``target[s, d]`` with weight ``weight[s, d]``, for each damage d; rows add up to `total`.
    """

    target: Ints
    weight: Mass
    total: Total

    @cached_property
    def matrix(self) -> Mass:
        """The same as a dense matrix: column s is the law of the state after s."""
        size = len(self.target)
        out = np.zeros((size, size), dtype=self.weight.dtype)
        np.add.at(out, (self.target, np.arange(size)[:, None]), self.weight)
        return out

    def apply(self, states: Mass) -> Mass:
        """The law after one packet of a law over states, shape (states, anything)."""
        out = np.zeros_like(states)
        for d in range(self.target.shape[1]):
            np.add.at(out, self.target[:, d], self.weight[:, d, None] * states)
        return out


def damage_after_ignoring(damage: Pmf, ignore: int | None, *, exact: bool) -> tuple[Mass, Total]:
    """Damage left of one packet after an ignore-wounds roll for every point, as a mass array over 0, 1, 2, ...

    The rolls come before the cap at the model's remaining wounds.
    """
    if not exact:
        damage = damage.to_float()
    if ignore is None or ignore > 6:
        padded = np.zeros(damage.high + 1, dtype=damage.mass.dtype)
        padded[damage.low :] = damage.mass
        return padded, damage.total
    lost, ignored = ignore - 1, 7 - ignore
    point: Mass = np.array([ignored, lost], dtype=object) if exact else np.array([ignored / 6, lost / 6])
    mass, total = compound(damage.mass, damage.low, point, 6 if exact else 1.0)
    return mass, total * damage.total


class Battlefield:
    """The states of one target unit.

    Parameters
    ----------
    defence : DefenceSpec
    apart : bool
        Whether leaders are a chain of their own, because some attack can pick them.

    Attributes
    ----------
    size : int
        Number of states.
    """

    def __init__(self, defence: DefenceSpec, *, apart: bool = False) -> None:
        self.defence = defence
        groups = defence.groups
        self.uniform = len(groups) == 1
        if self.uniform:
            self.chains, self.lengths = [[0]], [defence.wounds]
        else:
            order = sorted(defence.order or range(len(groups)), key=lambda g: groups[g].leader)
            leaders = [g for g in order if groups[g].leader]
            self.chains = [order[: -len(leaders)], leaders] if apart and 0 < len(leaders) < len(order) else [order]
            self.lengths = [sum(groups[g].total_wounds for g in chain) for chain in self.chains]
        self.size = math.prod(length + 1 for length in self.lengths)
        self.additive = self.uniform and (groups[0].count == 1 or groups[0].wounds == 1)
        """Whether damage simply adds up to a cap: one model, or models of one wound (each packet then counts as one or none)."""

    # --- one chain ---

    def _along(self, chain: list[int]) -> tuple[Ints, Ints, Ints]:
        """For each position of a chain: the group of the model in front, its wounds left, and models slain so far."""
        groups = self.defence.groups
        front = [g for g in chain for _ in range(groups[g].total_wounds)]
        left = [groups[g].wounds - w for g in chain for _ in range(groups[g].count) for w in range(groups[g].wounds)]
        models = np.concatenate([[0], np.cumsum([value == 1 for value in left])]).astype(np.intp)
        return np.array([*front, -1], dtype=np.intp), np.array([*left, 0], dtype=np.intp), models

    @cached_property
    def positions(self) -> list[Ints]:
        """Position on each chain, for every state."""
        return [np.asarray(axis).ravel() for axis in np.indices([length + 1 for length in self.lengths])]

    @cached_property
    def slain(self) -> Ints:
        """Models slain in each state."""
        return sum((self._along(chain)[2][at] for chain, at in zip(self.chains, self.positions, strict=True)), np.zeros(self.size, np.intp))

    @cached_property
    def lost(self) -> Ints:
        """Wounds lost in each state."""
        return sum(self.positions, np.zeros(self.size, np.intp))

    def start(self, *, exact: bool) -> Mass:
        """The law of an unhurt unit."""
        out = np.zeros(self.size, dtype=object if exact else np.float64)
        out[0] = 1
        return out

    def front(self, *, leaders_first: bool, leader: int | None = None) -> tuple[Ints, Ints, Ints]:
        """Who takes the next attack.

        Parameters
        ----------
        leaders_first : bool
            Whether the attacker picks leaders while there are any.
        leader : int or None
            The one leader that may be picked, by its group; None for whichever stands first.

        Returns
        -------
        tuple of ndarray, each of shape (states,)
            The group (-1 when all are slain), the wounds left of its front model, and by how much the state grows with a wound.
        """
        order = [*range(len(self.chains))]
        if leaders_first and leader is None:
            order.reverse()
        elif leaders_first:
            order.insert(0, len(self.chains) - 1)
        group = np.full(self.size, -1, dtype=np.intp)
        left = np.zeros(self.size, dtype=np.intp)
        stride = np.zeros(self.size, dtype=np.intp)
        for turn, index in enumerate(order):
            front, remaining, _ = self._along(self.chains[index])
            step = math.prod(length + 1 for length in self.lengths[index + 1 :])
            at = self.positions[index]
            free = (group < 0) & (front[at] >= 0)
            if leaders_first and leader is not None and turn == 0:
                free &= front[at] == leader
            group[free], left[free], stride[free] = front[at][free], remaining[at][free], step
        return group, left, stride

    def transition(
        self, against: tuple[Against, ...], *, saves: bool, mortal: bool, leaders_first: bool, exact: bool, leader: int | None = None
    ) -> Transition:
        """How one packet of an attack moves the unit.

        Parameters
        ----------
        against : tuple of Against
            Save and damage in each group.
        saves : bool
            Whether the saving throw is made here, with the profile being hit, or was counted before.
        mortal : bool
            Mortal damage: no save, and the feel no pain that counts against mortal wounds.
        leaders_first, leader
            See `front`.
        """
        laws: list[tuple[Mass, Total]] = []
        for each, group in zip(against, self.defence.groups, strict=True):
            mass, total = damage_after_ignoring(each.damage, group.ignores(mortal=mortal), exact=exact)
            mass = cap(mass, group.wounds)
            if saves and not mortal and each.save is not None:
                fail = odds(each.save).fail
                factor: Any = fail if exact else fail / WAYS
                mass = mass * factor
                mass[0] += (WAYS - fail) * total if exact else (WAYS - fail) / WAYS
                total = total * WAYS if exact else 1.0
            laws.append((mass, total))
        common: Total = math.lcm(*(int(total) for _, total in laws)) if exact else 1.0
        group, left, stride = self.front(leaders_first=leaders_first, leader=leader)
        width = max(len(mass) for mass, _ in laws)
        table = np.zeros((len(laws) + 1, width), dtype=object if exact else np.float64)
        for row, (mass, total) in enumerate(laws):
            table[row, : len(mass)] = mass * (common // total) if exact else mass
        table[-1, 0] = common  # all slain: nothing moves
        moves = np.minimum(np.arange(width)[None, :], left[:, None])
        return Transition(np.arange(self.size)[:, None] + moves * stride[:, None], table[group], common)

    # --- when damage simply adds up ---

    def packet(self, against: Against, *, mortal: bool, exact: bool) -> tuple[Mass, Total]:
        """The law of what one packet adds to an additive unit: wounds of the one model, or models of one wound."""
        group = self.defence.groups[0]
        mass, total = damage_after_ignoring(against.damage, group.ignores(mortal=mortal), exact=exact)
        return cap(mass, group.wounds), total
