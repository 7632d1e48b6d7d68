"""Other choices a player has over dice: fishing for criticals, declining automatic wounds, rolling damage again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np

from toolkit.attack.allocation import damage_after_ignoring
from toolkit.attack.policy import MEAN_DAMAGE, Goal, best_without
from toolkit.attack.sequence import resolve
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.dice.one_die import DieTest
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import SpecError


@dataclass(frozen=True, slots=True)
class Fishing:
    """One way to use full re-rolls: for each weapon, which hits and wounds are rolled again.

    Attributes
    ----------
    hits, wounds : tuple of str or None
        For each attack: "failed", "non_critical", or None where there is no full re-roll.
    value : float or Fraction
        The goal reached so.
    """

    hits: tuple[str | None, ...]
    wounds: tuple[str | None, ...]
    value: Probability


MAX_WAYS = 256


def fishing(attacks: Sequence[AttackSpec], defence: DefenceSpec, goal: Goal = MEAN_DAMAGE, *, exact: bool = False) -> tuple[Fishing, ...]:
    """Whether to re-roll only failures or everything that is not critical, for every roll with a full re-roll; best first.

    A roll whose test re-rolls "failed", "non_critical" or "all" has a full re-roll: its owner may roll again whatever they like.

    Raises
    ------
    SpecError
        If there are more than 256 ways.

    Examples
    --------
    Ballistic Skill 3+, Lethal Hits, a full re-roll and 6+ to wound: fish.

    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> one = Pmf.certain(1, exact=True)
    >>> gun = AttackSpec("gun", one, 1, DieTest(3, reroll="failed"), DieTest(6), (Against(None, one),), auto_wound=True)
    >>> [(way.hits[0], way.value) for way in fishing([gun], DefenceSpec((ModelGroup(1, 1),)), exact=True)]
    [('non_critical', Fraction(3, 8)), ('failed', Fraction(1, 3))]
    """
    kinds: tuple[Literal["failed", "non_critical"], ...] = ("failed", "non_critical")

    def choices(test: DieTest | None) -> tuple[Any, ...]:
        return kinds if test is not None and test.reroll in ("failed", "non_critical", "all") else (None,)

    tables = [choices(attack.hit) for attack in attacks] + [choices(attack.wound) for attack in attacks]
    ways = int(np.prod([len(each) for each in tables])) if tables else 1
    if ways > MAX_WAYS:
        raise SpecError(f"there are {ways} ways to use these full re-rolls; the limit is {MAX_WAYS}: ask about fewer weapons at a time")
    out: list[Fishing] = []
    for chosen in product(*tables):
        hits, wounds = chosen[: len(attacks)], chosen[len(attacks) :]
        fired = [_rerolling(attack, hit, wound) for attack, hit, wound in zip(attacks, hits, wounds, strict=True)]
        out.append(Fishing(hits, wounds, reached(fired, defence, goal, exact=exact)))
    return tuple(sorted(out, key=lambda way: way.value, reverse=True))


def _rerolling(attack: AttackSpec, hit: Any, wound: Any) -> AttackSpec:
    rolled = attack if hit is None or attack.hit is None else replace(attack, hit=replace(attack.hit, reroll=hit))
    return rolled if wound is None else replace(rolled, wound=replace(rolled.wound, reroll=wound))


def reached(attacks: Sequence[AttackSpec], defence: DefenceSpec, goal: Goal, *, exact: bool) -> Probability:
    """How much of the goal these attacks reach, without any choice."""
    return goal.of(resolve(attacks, defence, exact=exact))


@dataclass(frozen=True, slots=True)
class Automatic:
    """What becomes of critical hits that may wound by themselves: always, never, or decided roll by roll."""

    always: Probability
    never: Probability
    best: Probability


def automatic_wounds(attacks: Sequence[AttackSpec], defence: DefenceSpec, goal: Goal = MEAN_DAMAGE, *, exact: bool = False) -> Automatic:
    """Whether to let critical hits wound by themselves where that is optional.

    Declining is worth something when a critical *wound* does more than a wound.

    Examples
    --------
    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> from toolkit.dice.one_die import saving_throw
    >>> one = Pmf.certain(1, exact=True)
    >>> wound, armour = DieTest(2, critical=2), (Against(saving_throw(2), one),)
    >>> gun = AttackSpec("gun", one, 1, DieTest(6), wound, armour, auto_wound=True, deferred=True)
    >>> automatic_wounds([gun], DefenceSpec((ModelGroup(1, 1),)), exact=True)
    Automatic(always=Fraction(1, 36), never=Fraction(5, 36), best=Fraction(5, 36))
    """
    never = [replace(attack, auto_wound=False) for attack in attacks]
    best = best_without(attacks, defence, goal, exact=exact)
    return Automatic(reached(attacks, defence, goal, exact=exact), reached(never, defence, goal, exact=exact), best)


@dataclass(frozen=True, slots=True)
class DamageAgain:
    """Whether to roll damage again against a model with so many wounds left: the highest roll worth rolling again, for each goal.

    `mean_up_to` is about wounds removed, `slay_up_to` about slaying the model; 0 when no roll is. The rest are the means and chances.
    """

    wounds_left: int
    mean_up_to: int
    mean_without: Fraction
    mean: Fraction
    slay_up_to: int
    slay_without: Fraction
    slay: Fraction


def damage_again(damage: Pmf, wounds: int, *, ignore: int | None = None) -> tuple[DamageAgain, ...]:
    """Which damage rolls to roll again, given the wounds left on the model: one row for each number from 1 to `wounds`.

    Examples
    --------
    D6+1 into a model with 6 wounds left: roll a 4 again for the mean, anything below 6 to slay it.

    >>> row = damage_again(Pmf({value: Fraction(1, 6) for value in range(2, 8)}), 6)[-1]
    >>> row.mean_up_to, row.mean, row.slay_up_to, row.slay
    (4, Fraction(5, 1), 5, Fraction(5, 9))
    """
    if wounds < 1 or not damage.exact:
        raise SpecError("re-rolling damage needs an exact damage roll and a model with at least 1 wound left")
    rows: list[DamageAgain] = []
    values = [(d, Fraction(p)) for d, p in damage.items() if p]
    for left in range(1, wounds + 1):
        cells: list[Any] = []
        for slay in (False, True):
            worth: dict[int, Fraction] = {}
            for d, _ in values:
                mass, total = damage_after_ignoring(Pmf.certain(d, exact=True), ignore, exact=True)
                each = [(lost, Fraction(int(weight), int(total))) for lost, weight in enumerate(mass.tolist())]
                worth[d] = sum((p * (lost >= left if slay else min(lost, left)) for lost, p in each), Fraction(0))
            mean = sum((p * worth[d] for d, p in values), Fraction(0))
            again = [d for d, _ in values if worth[d] < mean]
            cells += [max(again, default=0), mean, sum((p * max(mean, worth[d]) for d, p in values), Fraction(0))]
        rows.append(DamageAgain(left, *cells))
    return tuple(rows)
