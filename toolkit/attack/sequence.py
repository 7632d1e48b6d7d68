"""The attack sequence, exactly: a short loop over attacks in order, against one target that keeps its wounds. Start reading here.

For each attack: the joint law of what all its dice turn into (`toolkit.attack.law`), then the damage of each wound that got through,
packet by packet, onto the models (`toolkit.attack.allocation`). Critical wounds that are dealt after everything else wait in counters,
kept jointly with the state of the unit; where the order cannot matter (one model, models of one wound, one damage for all) they are
not kept apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toolkit.attack.allocation import Battlefield, Transition
from toolkit.attack.batches import SortedSaves, convolve_joint, picked_leaders, pooled, spread_sorted, standing_first
from toolkit.attack.law import CRITICAL, Polynomial, packets_law, repeat, repeat_joint, to_mass
from toolkit.attack.limits import DENSE, check_attacks, check_size
from toolkit.attack.outcome import Outcome
from toolkit.attack.planning import Plan, must_wait, plan_of
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec
from toolkit.dice.convolution import Mass, Total, compound, convolve_capped
from toolkit.dice.pmf import Pmf
from toolkit.errors import SpecError

MORTAL_WOUND = Pmf.certain(1, exact=True)


def resolve(attacks: Sequence[AttackSpec], defence: DefenceSpec, *, exact: bool = False, start: Outcome | None = None) -> Outcome:
    """What the attacks, in this order, do to the target.

    Parameters
    ----------
    attacks : sequence of AttackSpec
        Each with one `Against` for every group of `defence`.
    defence : DefenceSpec
    exact : bool
        Fractions instead of floats, through the same code.
    start : Outcome or None
        What earlier attacks left of the same target; None for an unhurt one. Its models are the same, only feel no pain may differ.

    Returns
    -------
    Outcome

    Raises
    ------
    SpecError
        If an attack or `start` does not fit the target, or the joint law would not fit in memory (refused before work starts).

    Examples
    --------
    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> from toolkit.dice.one_die import DieTest, saving_throw
    >>> one = Pmf.certain(1, exact=True)
    >>> gun = AttackSpec("gun", one, 2, DieTest(2), DieTest(2), (Against(saving_throw(7), one),))
    >>> target = DefenceSpec((ModelGroup(1, 2),))
    >>> once = resolve([gun], target)
    >>> float(once.p_destroyed), float(resolve([gun], target, start=once).p_destroyed)
    (0.48225, 0.91204)
    """
    for attack in attacks:
        if len(attack.against) != len(defence.groups):
            raise SpecError(f"{attack.name!r} knows {len(attack.against)} groups of models; the target has {len(defence.groups)}")
    firing = those_that_fire(attacks)
    unit = battlefield(firing, defence) if start is None else _go_on(start, firing, defence, exact=exact)
    check_attacks(firing, unit, exact=exact)
    if unit.additive:
        return _resolve_additive(firing, unit, start, exact=exact)
    return _resolve_states(firing, unit, start, exact=exact)


def those_that_fire(attacks: Sequence[AttackSpec]) -> list[AttackSpec]:
    """Without weapons that nobody fires or that make no attacks."""
    return [attack for attack in attacks if attack.weapons and attack.attacks.high]


def battlefield(attacks: Sequence[AttackSpec], defence: DefenceSpec) -> Battlefield:
    """The states of the target that these attacks tell apart."""
    return Battlefield(defence, apart=any(attack.leaders_first for attack in attacks))


def _go_on(start: Outcome, attacks: Sequence[AttackSpec], defence: DefenceSpec, *, exact: bool) -> Battlefield:
    """The states of a target that earlier attacks have left in some state already."""
    old = start.unit.defence
    models = [[(group.count, group.wounds, group.leader) for group in each.groups] for each in (old, defence)]
    if models[0] != models[1] or (old.order or None) != (defence.order or None):
        raise SpecError(f"earlier attacks were against {_models(old)}, these are against {_models(defence)}; a target keeps its models")
    if start.exact != exact:
        kinds = ("floating point", "exact")
        raise SpecError(f"earlier attacks are {kinds[start.exact]} and these {kinds[exact]}; compute both alike")
    return Battlefield(defence, apart=len(start.unit.chains) > 1 or any(attack.leaders_first for attack in attacks))


def _models(defence: DefenceSpec) -> str:
    order = f" in the order {defence.order}" if defence.order else ""
    return " and ".join(f"{group.count} models of {group.wounds} wounds" for group in defence.groups) + order


def _first_states(unit: Battlefield, start: Outcome | None, *, exact: bool) -> tuple[Mass, Total]:
    """The law over states before the first attack."""
    if start is None:
        return unit.start(exact=exact), 1 if exact else 1.0
    if len(unit.chains) == len(start.unit.chains):
        return start.states, start.total
    # leaders were the end of one chain and are a chain of their own now
    states = np.zeros(unit.size, dtype=start.states.dtype)
    lost, body = np.arange(len(start.states)), unit.lengths[0]
    states[np.minimum(lost, body) * (unit.lengths[1] + 1) + np.maximum(lost - body, 0)] = start.states
    return states, start.total


# --- damage that simply adds up -------------------------------------------------------------------------------------


def _resolve_additive(attacks: Sequence[AttackSpec], unit: Battlefield, start: Outcome | None, *, exact: bool) -> Outcome:
    """One model, or models of one wound: packets add up to a cap, so neither order nor waiting matters."""
    top = unit.size - 1
    states: Mass | None = None if start is None else start.states
    total: Total = (1 if exact else 1.0) if start is None else start.total
    for attack in attacks:
        one, scale = _damage_of_attack(attack, unit, exact=exact)
        law, scale = repeat(attack, one, scale, top)
        states = law if states is None else convolve_capped(states, law, top)
        total *= scale
    if states is None:
        return Outcome(unit, unit.start(exact=exact), total)
    if len(states) <= top:
        states = np.concatenate([states, np.zeros(top + 1 - len(states), dtype=states.dtype)])
    return Outcome(unit, states, total)


def _damage_of_attack(attack: AttackSpec, unit: Battlefield, *, exact: bool) -> tuple[Mass, Total]:
    """What one attack adds: packets with their damage, criticals with theirs."""
    against, top = attack.against[0], unit.size - 1
    group = unit.defence.groups[0]
    same = attack.mortal_on_wound is None and group.ignores(mortal=True) == group.ignore
    law, scale = packets_law(attack, save=against.save, apart=not same)
    packet, unit_total = unit.packet(against, mortal=False, exact=exact)
    if same:
        mass, total = to_mass(law, scale, exact=exact)
        if len(packet) == 2 and len(mass) == 2:  # a coin that counts with a coin: no need to convolve
            return np.array([mass[0] * unit_total + mass[1] * packet[0], mass[1] * packet[1]], dtype=mass.dtype), total * unit_total
        out, factor = compound(mass, 0, packet, unit_total, top)
        return out, total * factor
    deferred = against if attack.deferred else Against(None, MORTAL_WOUND)
    critical, critical_total = unit.packet(deferred, mortal=True, exact=exact)
    rows = _rows(law)
    most = max(key % CRITICAL for key in law)
    # sum over criticals c of (packets given c) * critical^c, all over one denominator
    out: Mass | None = None
    for c in range(len(rows) - 1, -1, -1):
        mass, _ = to_mass({0: 0, most: 0, **rows[c]}, scale, exact=exact)
        term, _ = compound(mass, 0, packet, unit_total, top)
        weight = critical_total ** (len(rows) - 1 - c) if exact else 1.0
        out = term * weight if out is None else _sum(convolve_capped(out, critical, top), term * weight)
    assert out is not None
    total: Total = scale * unit_total**most * critical_total ** (len(rows) - 1) if exact else 1.0
    return out, total


def _rows(law: Polynomial) -> list[Polynomial]:
    rows: list[Polynomial] = [{} for _ in range(max(key // CRITICAL for key in law) + 1)]
    for key, value in law.items():
        rows[key // CRITICAL][key % CRITICAL] = value
    return rows


def _sum(a: Mass, b: Mass) -> Mass:
    if len(a) < len(b):
        a, b = b, a
    out = a.copy()
    out[: len(b)] += b
    return out


# --- any unit -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Waiting:
    """Criticals set aside, and how each of them moves the unit once its time comes."""

    transition: Transition
    size: int


def _resolve_states(attacks: Sequence[AttackSpec], unit: Battlefield, start: Outcome | None = None, *, exact: bool) -> Outcome:
    """Several models with several wounds, or several profiles: a law over states, and over criticals that wait."""
    states, total, waiting = run(attacks, unit, len(attacks), exact=exact, start=start)
    for counter in waiting:
        states, factor = _deal(states, counter)
        total *= factor
    return Outcome(unit, states[:, 0], total)


def run(
    attacks: Sequence[AttackSpec], unit: Battlefield, until: int, *, exact: bool, start: Outcome | None = None
) -> tuple[Mass, Total, list[Waiting]]:
    """The law over states before attack number `until`, shape (states, waiting), its total, and the criticals that wait."""
    plans = [plan_of(attack, apart=must_wait(attack, attacks[index + 1 :], attacks[:index], unit)) for index, attack in enumerate(attacks)]
    check_size(attacks, plans, unit, exact=exact)
    states, total = _first_states(unit, start, exact=exact)
    states = states[:, None]
    waiting: list[Waiting] = []
    for batch in pooled(attacks):
        if until in batch or batch[0] > until:
            break
        attack, plan = attacks[batch[0]], plans[batch[0]]
        counts, scale = joint_counts([attacks[index] for index in batch], plan.law, plan.total, exact=exact)
        states, factor, counter = _one_batch(states, attack, plan, counts, unit, exact=exact)
        total *= scale * factor
        if counter is not None:
            waiting.append(counter)
    return states, total, waiting


def joint_counts(batch: Sequence[AttackSpec], law: Polynomial, total: int, *, exact: bool) -> tuple[Mass, Total]:
    """Packets and criticals of all attacks of one batch, jointly; `law` is that of one attack."""
    counts, scale = repeat_joint(batch[0], law, total, exact=exact)
    for attack in batch[1:]:
        more, factor = repeat_joint(attack, law, total, exact=exact)
        counts, scale = convolve_joint(counts, more), scale * factor
    return counts, scale


def _one_batch(
    states: Mass, attack: AttackSpec, plan: Plan, counts: Mass, unit: Battlefield, *, exact: bool
) -> tuple[Mass, Total, Waiting | None]:
    """The law over states after one batch of attacks, and its criticals if they wait for others."""
    picks = picked_leaders(attack, unit)
    if len(picks) < 2:
        return _picked(states, attack, plan, counts, unit, picks[0] if picks else None, exact=exact)
    parts = [
        _picked(states * standing_first(unit, picks, leader)[:, None], attack, plan, counts, unit, leader, exact=exact) for leader in picks
    ]  # one leader is picked for the whole batch
    return sum((part for part, _, _ in parts[1:]), parts[0][0]), parts[0][1], parts[0][2]


def _picked(
    states: Mass, attack: AttackSpec, plan: Plan, counts: Mass, unit: Battlefield, leader: int | None, *, exact: bool
) -> tuple[Mass, Total, Waiting | None]:
    if attack.batched and plan.save_later:
        states, factor = spread_sorted(states, counts, SortedSaves.of(attack, unit, leader=leader, exact=exact))
    else:
        moves = unit.transition(
            attack.against, saves=plan.save_later, mortal=False, leaders_first=attack.leaders_first, leader=leader, exact=exact
        )  # fmt: skip
        states, factor = spread(states, counts, moves)
    if counts.shape[1] == 1:
        return states, factor, None
    deferred = attack.against if attack.deferred else tuple(Against(None, MORTAL_WOUND) for _ in attack.against)
    after = unit.transition(
        deferred, saves=False, mortal=True, leaders_first=attack.leaders_first, leader=leader if attack.after_batch else None, exact=exact
    )  # fmt: skip
    counter = Waiting(after, counts.shape[1])
    if not attack.after_batch:
        return states, factor, counter
    table = states.reshape(len(states), -1, counter.size)
    states, more = _deal(np.moveaxis(table, 2, 1).reshape(len(states), -1), counter)
    return states, factor * more, None


def spread(states: Mass, counts: Mass, moves: Transition) -> tuple[Mass, Total]:
    """Apply a random number of packets, keeping count of criticals.

    Parameters
    ----------
    states : ndarray, shape (states, waiting)
    counts : ndarray, shape (packets + 1, criticals + 1)
    moves : Transition
        What one packet does.

    Returns
    -------
    tuple of ndarray, shape (states, waiting * (criticals + 1)), and total
        The sum over n of (moves applied n times to `states`) times ``counts[n]``; the total is that of the moves.
    """
    size, width = states.shape
    criticals = counts.shape[1]
    packets = len(counts) - 1
    if states.dtype == object or size > DENSE:
        result = np.multiply.outer(states, counts[packets]).reshape(size, -1)
        weight: Total = moves.total
        for n in range(packets - 1, -1, -1):
            result = moves.apply(result) + np.multiply.outer(states * weight, counts[n]).reshape(size, -1)
            weight *= moves.total
        return result, moves.total**packets
    # baby steps, giant steps: a polynomial in a matrix with about 2 sqrt(n) products
    matrix = moves.matrix
    block = max(1, min(packets, math.isqrt(packets) if size < 100 else math.isqrt(packets) // 2))
    steps = np.empty((block, size, width))
    steps[0] = states
    for n in range(1, block):
        np.dot(matrix, steps[n - 1], out=steps[n])
    giant = np.linalg.matrix_power(matrix, block)
    giant[giant < 1e-250] = 0.0
    rows = -(-len(counts) // block)
    padded = np.zeros((rows * block, criticals))
    padded[: len(counts)] = counts
    blocks = np.tensordot(padded.reshape(rows, block, criticals), steps, axes=([1], [0]))  # rows, criticals, size, width
    result = blocks[-1].transpose(1, 2, 0).reshape(size, -1)
    for row in range(rows - 2, -1, -1):
        result = giant.dot(result) + blocks[row].transpose(1, 2, 0).reshape(size, -1)
    return result, 1.0


def _deal(states: Mass, counter: Waiting) -> tuple[Mass, Total]:
    """Deal the oldest waiting criticals: Horner over how many there are."""
    size = len(states)
    table = states.reshape(size, counter.size, -1)
    moves = counter.transition
    step = moves.apply if states.dtype == object or size > DENSE else moves.matrix.dot
    result = table[:, -1]
    weight: Total = moves.total
    for n in range(counter.size - 2, -1, -1):
        result = step(result) + table[:, n] * weight
        weight *= moves.total
    return result, moves.total ** (counter.size - 1)
