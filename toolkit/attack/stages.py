"""What is left after each stage: attacks, hits, wounds, unsaved wounds, as distributions; computed only when somebody looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import Any, Literal, cast

import numpy as np

from toolkit.attack.allocation import Battlefield, Ints
from toolkit.attack.batches import SortedSaves, picked_leaders, pooled, standing_first, unsaved_law
from toolkit.attack.law import CRITICAL, Polynomial, attack_numbers, hits_law, packets_law, repeat, repeat_joint, to_mass, wounds_law
from toolkit.attack.sequence import battlefield, joint_counts, run, those_that_fire
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.dice.convolution import Mass, Total, convolve
from toolkit.dice.one_die import WAYS, odds
from toolkit.dice.pmf import Pmf, Probability

Stage = Literal["attacks", "hits", "wounds", "unsaved"]


@dataclass(frozen=True)
class Stages:
    """Distributions of each stage, one for each weapon that fires.

    Attributes
    ----------
    attacks, hits, wounds, unsaved : tuple of Pmf
    damage_rolled : float, Fraction or None
        Mean damage of the attacks that got through, before any of it is ignored or lost; None where it depends on which profile a
        critical wound meets that is dealt last.
    """

    attacks: tuple[Pmf, ...]
    hits: tuple[Pmf, ...]
    wounds: tuple[Pmf, ...]
    unsaved: tuple[Pmf, ...]
    damage_rolled: Probability | None
    exact: bool

    def of(self, stage: Stage, weapon: int | None = None) -> Pmf:
        """One weapon's distribution, or the sum over all weapons."""
        laws: tuple[Pmf, ...] = getattr(self, stage)
        if weapon is not None:
            return laws[weapon]
        total = Pmf.certain(0, exact=self.exact)
        for law in laws:
            total = total + law
        return total


def stages_of(attacks: Sequence[AttackSpec], defence: DefenceSpec, *, exact: bool) -> Stages:
    """The stages of every attack.

    Where profiles of the target save differently, how many wounds are saved depends on who is still standing; then the number of
    unsaved wounds is followed together with the state of the unit, wound by wound, saves continuing on the last profile once
    everybody is slain.

    Examples
    --------
    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> from toolkit.dice.one_die import DieTest
    >>> one = Pmf.certain(1, exact=True)
    >>> gun = AttackSpec("gun", one, 2, DieTest(4), DieTest(4), (Against(None, one),))
    >>> float(stages_of([gun], DefenceSpec((ModelGroup(1, 2),)), exact=True).of("wounds").mean())
    0.5
    """
    unsaved: list[Pmf] = []
    rolled: Probability | None = Fraction(0) if exact else 0.0
    for attack in attacks:
        means = {each.damage.mean() for each in attack.against}
        if attack.uniform_save or not (attack.weapons and attack.attacks.high):
            through = _law(attack, *packets_law(attack, save=attack.against[0].save, apart=False), exact=exact)
            damage = _product(through.mean(), means.pop()) if len(means) == 1 else None
        elif attack.batched:
            through, damage = _followed_batch(attacks, attack, defence, exact=exact)
        else:
            through, damage = _followed(attacks, attack, defence, exact=exact)
        unsaved.append(through)
        rolled = None if rolled is None or damage is None else rolled + damage  # pyright: ignore[reportOperatorIssue]
    return Stages(
        tuple(attack_numbers(attack, exact=exact) for attack in attacks),
        tuple(_law(attack, *hits_law(attack), exact=exact) for attack in attacks),
        tuple(_law(attack, *wounds_law(attack), exact=exact) for attack in attacks),
        tuple(unsaved),
        rolled,
        exact,
    )


def _law(attack: AttackSpec, law: Polynomial, total: int, *, exact: bool) -> Pmf:
    """The sum over all attacks of what one attack turns into; things set aside do not count."""
    packets: Polynomial = {}
    for key, value in law.items():
        packets[key % CRITICAL] = packets.get(key % CRITICAL, 0) + value
    return Pmf.from_mass(*repeat(attack, *to_mass(packets, total, exact=exact)))


def _followed(attacks: Sequence[AttackSpec], attack: AttackSpec, defence: DefenceSpec, *, exact: bool) -> tuple[Pmf, Probability | None]:
    """Unsaved wounds of one attack and the mean damage of them, following the state of the unit.

    Criticals that allow no save get through whoever they meet.
    """
    firing = those_that_fire(attacks)
    unit = battlefield(firing, defence)
    states, total, _ = run(firing, unit, next(i for i, each in enumerate(firing) if each is attack), exact=exact)
    law, scale = packets_law(attack, save=None, apart=True)
    counts, scale = repeat_joint(attack, law, scale, exact=exact)
    moves = unit.transition(attack.against, saves=False, mortal=False, leaders_first=attack.leaders_first, exact=exact)
    front, _, _ = unit.front(leaders_first=attack.leaders_first)
    front: Ints = np.where(front < 0, unit.chains[-1][-1], front)  # saves go on with the last profile
    ways = np.array([WAYS if each.save is None else odds(each.save).fail for each in attack.against])[front]
    if exact:
        fails, passes, step = ways.astype(object), (WAYS - ways).astype(object), moves.total * WAYS
    else:
        fails, passes, step = ways / WAYS, (WAYS - ways) / WAYS, 1.0
    packets = len(counts) - 1
    table: Mass = np.zeros((unit.size, packets + 1), dtype=states.dtype)  # state, unsaved so far
    table[:, 0] = states.sum(axis=1)
    stopped: Mass = np.zeros(packets + int(counts.shape[1]), dtype=states.dtype)
    means = [Fraction(each.damage.mean()) for each in attack.against]
    worth = [Fraction(int(way), WAYS) * means[int(g)] for way, g in zip(ways.tolist(), front.tolist(), strict=True)]
    tail = counts[::-1].sum(axis=1).cumsum()[::-1]
    damage: Any = Fraction(0) if exact else 0.0
    for n in range(packets + 1):
        stopped += convolve(table.sum(axis=0), counts[n]) * step ** (packets - n)
        if n < packets:
            reached = tail[n + 1]
            standing = (weight * reached for weight in table.sum(axis=1).tolist())
            norm: Any = total * step**n * scale
            if exact:
                damage += sum(Fraction(weight, norm) * each for weight, each in zip(standing, worth, strict=True))
            else:
                damage += sum(weight * float(each) for weight, each in zip(standing, worth, strict=True))
            moved = table * passes[:, None] * (moves.total if exact else 1.0)
            moved[:, 1:] += moves.apply(table * fails[:, None])[:, :-1]
            table = moved
    through = Pmf.from_mass(stopped, total * scale * step**packets)
    if counts.shape[1] == 1:
        return through, damage
    if len(set(means)) > 1:  # which profile a critical meets that waits until the end is not followed here
        return through, None
    return through, damage + _product(Pmf.from_mass(counts.sum(axis=0), scale).mean(), means[0])


def _followed_batch(
    attacks: Sequence[AttackSpec], attack: AttackSpec, defence: DefenceSpec, *, exact: bool
) -> tuple[Pmf, Probability | None]:
    """Unsaved wounds of one attack whose saves are rolled and sorted together with those of its batch.

    Of the failed saves of a batch each is as likely to be against any of its wounds.
    """
    firing = those_that_fire(attacks)
    unit = battlefield(firing, defence)
    place = next(i for i, each in enumerate(firing) if each is attack)
    batch = next(each for each in pooled(firing) if place in each)
    states, total, _ = run(firing, unit, place, exact=exact)
    law, scale = packets_law(attack, save=None, apart=True)
    own, own_scale = repeat_joint(attack, law, scale, exact=exact)
    others = [firing[i] for i in batch if i != place]
    rest, rest_scale = joint_counts(others, law, scale, exact=exact) if others else (_none(exact=exact), 1 if exact else 1.0)
    failed = _failed(states.sum(axis=1), total, attack, unit, len(own) + len(rest) - 2, exact=exact)
    out: list[Any] = [0] * (own.shape[0] + own.shape[1] - 1)
    beside: list[Any] = rest.sum(axis=1).tolist()
    for n, criticals in enumerate(own.tolist()):
        for m, other in enumerate(beside):
            if not other or not any(criticals):
                continue
            laws, norm = failed[n + m]
            for lost, weight in enumerate(laws):
                chance: Any = Fraction(weight * other, norm * rest_scale) if exact else weight * other
                for mine in range(max(0, lost - m), min(n, lost) + 1):
                    ways = Fraction(comb(n, mine) * comb(m, lost - mine), comb(n + m, lost))
                    share: Any = chance * (ways if exact else float(ways))
                    for critical, value in enumerate(criticals):
                        out[mine + critical] += share * value
    if exact:
        shared = lcm(*(Fraction(each).denominator for each in out))
        through = Pmf.from_mass(np.array([int(each * shared) for each in out], dtype=object), shared * own_scale)
    else:
        through = Pmf.from_mass(np.array(out, dtype=np.float64), 1.0)
    means = {each.damage.mean() for each in attack.against}
    return through, _product(through.mean(), means.pop()) if len(means) == 1 else None


def _failed(states: Mass, total: Total, attack: AttackSpec, unit: Battlefield, most: int, *, exact: bool) -> list[tuple[list[Any], Any]]:
    """For each number of dice up to `most`: weights of the numbers of failed saves, and what they add up to."""
    picks: list[int | None] = [*picked_leaders(attack, unit)] or [None]
    out: list[tuple[list[Any], Any]] = []
    for leader in picks:
        saves = SortedSaves.of(attack, unit, leader=leader, exact=exact)
        there = states * standing_first(unit, picks, leader)
        laws = unsaved_law(there, total, most, saves)
        new = [(cast("list[Any]", weights.tolist()), norm) for weights, norm in laws]
        out = (
            [([a + b for a, b in zip(old, more, strict=True)], norm) for (old, _), (more, norm) in zip(out, new, strict=True)]
            if out
            else new
        )
    return out


def _none(*, exact: bool) -> Mass:
    return np.ones((1, 1), dtype=object if exact else np.float64)


def _product(chance: Probability, exact_mean: Probability) -> Probability:
    return chance * exact_mean if isinstance(chance, Fraction) else chance * float(exact_mean)  # pyright: ignore[reportReturnType]
