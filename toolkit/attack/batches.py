"""Batches of identical attacks: dice thrown together, saves sorted from low to high onto the profiles of the target in order.

The law of the sorted dice is counted, not simulated. Sorted dice are resolved face by face: of n dice, c show the lowest face in
C(n, c) ways times the ways of the others. While the profile in front fails on that face, each such die is one packet of damage;
once it does not, no later die fails either, because faces only get higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield, Ints, Transition
from toolkit.attack.spec import Against, AttackSpec
from toolkit.dice.convolution import Mass, Total, convolve
from toolkit.dice.one_die import WAYS, odds
from toolkit.dice.pmf import Pmf

FACES = 6


def pooled(attacks: Sequence[AttackSpec]) -> list[tuple[int, ...]]:
    """Which attacks are one batch: places in `attacks`, in the order in which the batches are resolved.

    Attacks that are not batched stand alone. Of the others, those that differ in nothing but name and number go together, where the
    first of them stands.

    Examples
    --------
    >>> from toolkit.dice.one_die import DieTest
    >>> one = Pmf.certain(1, exact=True)
    >>> gun = AttackSpec("gun", one, 2, DieTest(4), DieTest(4), (Against(None, one),), batched=True)
    >>> pooled([gun, replace(gun, wound=DieTest(5)), replace(gun, name="another", weapons=1)])
    [(0, 2), (1,)]
    """
    out: list[list[int]] = []
    first: dict[AttackSpec, int] = {}
    for index, attack in enumerate(attacks):
        if attack.batched:
            key = replace(attack, name="", attacks=Pmf.certain(0, exact=True), weapons=0)
            if key in first:
                out[first[key]].append(index)
                continue
            first[key] = len(out)
        out.append([index])
    return [tuple(each) for each in out]


def picked_leaders(attack: AttackSpec, unit: Battlefield) -> list[int]:
    """The leaders of whom the attacker picks one for a whole batch."""
    return [g for g in unit.chains[-1] if unit.defence.groups[g].leader] if attack.batched and attack.leaders_first else []


def standing_first(unit: Battlefield, picks: Sequence[int | None], leader: int | None) -> NDArray[np.bool_]:
    """In which states `leader` is the one of `picks` that the attacker picks: the first one standing, or the last one if none is."""
    first, _, _ = unit.front(leaders_first=True)
    known = np.array([pick for pick in picks if pick is not None], dtype=np.intp)
    none: NDArray[np.bool_] = ~np.isin(first, known)
    return none | (first == leader) if leader == picks[-1] else first == leader


def convolve_joint(a: Mass, b: Mass) -> Mass:
    """The law of the sum of two independent pairs of numbers, each a table over both."""
    rows, columns = a.shape[0] + b.shape[0] - 1, a.shape[1] + b.shape[1] - 1
    flat: list[Mass] = []
    for table in (a, b):
        wide = np.zeros((table.shape[0], columns), dtype=table.dtype)
        wide[:, : table.shape[1]] = table
        flat.append(wide.ravel())
    total = convolve(flat[0], flat[1])
    out = np.zeros(rows * columns, dtype=a.dtype)
    out[: min(len(total), len(out))] = total[: len(out)]
    return out.reshape(rows, columns)


def failing_faces(against: Against) -> int:
    """On how many faces of the die, the lowest ones, the saving throw of one profile fails.

    Examples
    --------
    >>> from toolkit.dice.one_die import saving_throw
    >>> failing_faces(Against(saving_throw(4), Pmf.certain(1, exact=True)))
    3
    """
    return FACES if against.save is None else odds(against.save).fail * FACES // WAYS


@dataclass(frozen=True)
class SortedSaves:
    """How one batch with different saves moves the unit.

    Attributes
    ----------
    moves : Transition
        What one failed save does.
    fails : ndarray of int, shape (states,)
        On how many of the lowest faces the profile in front fails its save; that of the last profile once all are slain.
    """

    moves: Transition
    fails: Ints

    @classmethod
    def of(cls, attack: AttackSpec, unit: Battlefield, *, leader: int | None, exact: bool) -> SortedSaves:
        """The saves of one batch; `leader` is the group that the attacker picked for it, if any."""
        moves = unit.transition(
            attack.against, saves=False, mortal=False, leaders_first=attack.leaders_first, leader=leader, exact=exact
        )  # fmt: skip
        front, _, _ = unit.front(leaders_first=attack.leaders_first, leader=leader)
        front = np.where(front < 0, unit.chains[-1][-1], front)
        return cls(moves, np.array([failing_faces(each) for each in attack.against], dtype=np.intp)[front])

    def classes(self) -> list[tuple[NDArray[np.bool_], int]]:
        """Faces that mean the same to every profile, from low to high: in which states they fail, and how many faces they are."""
        edges = sorted({0, FACES, *self.fails.tolist()})
        return [(self.fails >= high, high - low) for low, high in pairwise(edges)]


def spread_sorted(states: Mass, counts: Mass, saves: SortedSaves) -> tuple[Mass, Total]:
    """Apply a random number of wounds whose saves are rolled together and sorted, keeping count of criticals.

    Parameters
    ----------
    states : ndarray, shape (states, waiting)
    counts : ndarray, shape (wounds + 1, criticals + 1)
    saves : SortedSaves

    Returns
    -------
    tuple of ndarray, shape (states, waiting * (criticals + 1)), and total
    """
    size, most = len(states), len(counts) - 1
    exact = states.dtype == object
    die: Total = FACES * saves.moves.total if exact else 1.0
    weights = [die ** (most - n) for n in range(most + 1)]
    start = np.multiply.outer(states, counts)  # states, waiting, wounds, criticals
    start = np.moveaxis(start, 2, 1).reshape(size, most + 1, -1)  # states, dice left, the rest
    dice = start * np.array(weights, dtype=states.dtype)[None, :, None]
    for failing, part, left in _parts(saves):
        dice = _deal_faces(dice, saves.moves, failing, part, left, exact=exact)
    return dice[:, 0], die**most


def _parts(saves: SortedSaves) -> list[tuple[NDArray[np.bool_], int, int]]:
    """For each class of faces: where it fails, its number of faces, and how many faces it and the higher ones are."""
    out: list[tuple[NDArray[np.bool_], int, int]] = []
    left = FACES
    for failing, part in saves.classes():
        out.append((failing, part, left))
        left -= part
    return out


def _deal_faces(dice: Mass, moves: Transition, failing: NDArray[np.bool_], part: int, left: int, *, exact: bool) -> Mass:
    """Of the dice left, some show the faces of one class: each of those damages the profile in front while it fails.

    Parameters
    ----------
    dice : ndarray, shape (states, dice left + 1, anything)
    """
    most = dice.shape[1] - 1
    out = np.zeros_like(dice)
    if not failing.any():  # nor does anything fail on a higher face
        each: Total = left * moves.total if exact else 1.0
        out[:, 0] = sum(dice[:, n] * each**n for n in range(most + 1))
        return out
    ways = _ways(most, part, left, exact=exact)
    now = dice
    for shown in range(most + 1):
        out[:, : most + 1 - shown] += now[:, shown:] * ways[shown:, shown, None]
        if shown < most:
            now = step(_with_more_than(now, shown), moves, failing, exact=exact)
    return out


def _with_more_than(dice: Mass, shown: int) -> Mass:
    """Without the cases of `shown` dice or fewer."""
    out = dice.copy()
    out[:, : shown + 1] = 0
    return out


def _ways(most: int, part: int, left: int, *, exact: bool) -> Mass:
    """In how many ways k of n dice show one of `part` faces, the rest not looked at; as floats, how likely that is among `left` faces."""
    shows, other = (part, 1) if exact else (part / left, (left - part) / left)
    out: Mass = np.zeros((most + 1, most + 1), dtype=object if exact else np.float64)
    out[0, 0] = 1
    for n in range(most):
        out[n + 1] = out[n] * other
        out[n + 1, 1:] += out[n, :-1] * shows
    return out


def step(states: Mass, moves: Transition, failing: NDArray[np.bool_], *, exact: bool) -> Mass:
    """One die: a packet of damage where the save fails, nothing elsewhere."""
    shape = states.shape
    flat = states.reshape(shape[0], -1)
    out = flat * np.where(failing, 0, 1)[:, None] * (moves.total if exact else 1.0)
    if failing.any():
        out = out + moves.apply(flat * np.where(failing, 1, 0)[:, None])
    return out.reshape(shape)


def unsaved_law(states: Mass, total: Total, most: int, saves: SortedSaves) -> list[tuple[Mass, Total]]:
    """How many saves fail, for each number of dice.

    Parameters
    ----------
    states : ndarray, shape (states,)
        The law of the unit before the batch, adding up to `total`.
    most : int
        The largest number of dice.
    saves : SortedSaves

    Returns
    -------
    list of (ndarray, total)
        For n = 0..most dice: weights of 0..n failed saves, and what they add up to.
    """
    exact = states.dtype == object
    moves, each = saves.moves, (saves.moves.total if exact else 1.0)
    die: Total = FACES * each if exact else 1.0
    out: list[tuple[Mass, Total]] = []
    for n in range(most + 1):
        failed: Mass = np.zeros(n + 1, dtype=states.dtype)
        dice = np.zeros((len(states), n + 1), dtype=states.dtype)  # state, dice left: all dice so far have failed
        dice[:, n] = states
        for failing, part, left in _parts(saves):
            ways = _ways(n, part, left, exact=exact)
            rest = ways * _others(n, left - part) if exact else ways
            after = np.zeros_like(dice)
            now = dice
            for shown in range(n + 1):
                after[:, : n + 1 - shown] += now[:, shown:] * ways[shown:, shown]
                if shown < n:
                    saved = (now * np.where(failing, 0, 1)[:, None]).sum(axis=0)  # the next die is saved, and so is every one after it
                    for m in range(shown + 1, n + 1):
                        failed[n - m + shown] += saved[m] * rest[m, shown + 1 :].sum() * each ** (m - shown)
                    now = moves.apply(_with_more_than(now, shown) * np.where(failing, 1, 0)[:, None])
            dice = after
        failed[n] += dice[:, 0].sum()
        out.append((failed, total * die**n))
    return out


def _others(most: int, faces: int) -> Mass:
    """In how many ways the n - k dice that show none of a class show one of `faces` higher faces."""
    return np.array([[faces ** max(0, n - k) for k in range(most + 1)] for n in range(most + 1)], dtype=object)
