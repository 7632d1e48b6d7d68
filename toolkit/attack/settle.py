"""Choices that both players make before the dice: the defender's order of allocation, the attacker's automatic wounds.

Where the rules let a player choose, the answer depends on the choice. `settle` finds the best one by computing every one of them: the
attacker declines the automatic wounds of a weapon or not (once for the weapon, before rolling), and the defender answers with the order
that suits the same objective least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial
from typing import Literal

from toolkit.attack.outcome import Outcome
from toolkit.attack.sequence import resolve
from toolkit.attack.spec import AttackSpec, DefenceSpec

Objective = Literal["slain", "damage", "destroyed"]
MAX_WAYS = 64
"""Most combinations of choices that are compared."""
_TIE = 1e-12
"""Differences below this are rounding."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The choices made.

    Attributes
    ----------
    attacks : tuple of AttackSpec
    defence : DefenceSpec
    declined : tuple of str
        Names of the weapons whose automatic wounds the attacker declines.
    ordered : bool
        Whether the defender chose the order.
    left : str
        What was not compared because there are too many ways; "" for nothing.
    """

    attacks: tuple[AttackSpec, ...]
    defence: DefenceSpec
    declined: tuple[str, ...] = ()
    ordered: bool = False
    left: str = ""


def settle(
    attacks: Sequence[AttackSpec],
    defence: DefenceSpec,
    *,
    objective: Objective = "slain",
    may_decline: bool = False,
    blocks: Sequence[Sequence[int]] = (),
) -> Settled:
    """Find the best choices of attacker and defender.

    Parameters
    ----------
    attacks : sequence of AttackSpec
    defence : DefenceSpec
    objective : {"slain", "damage", "destroyed"}
        What the attacker wants much of, and the defender little; the others break ties.
    may_decline : bool
        Whether the attacker may decline automatic wounds.
    blocks : sequence of sequences of int
        Groups of the target, leaders left out, that the defender may order; those of one block stay together. Empty for no choice.

    Returns
    -------
    Settled

    Examples
    --------
    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> from toolkit.dice.one_die import DieTest, saving_throw
    >>> from toolkit.dice.pmf import Pmf
    >>> one = Pmf.certain(1, exact=True)
    >>> saves = (Against(saving_throw(5), one), Against(saving_throw(3), one))
    >>> gun = AttackSpec("gun", Pmf.certain(2, exact=True), 1, None, DieTest(2), saves, batched=True)
    >>> settle([gun], DefenceSpec((ModelGroup(3, 1), ModelGroup(1, 1))), blocks=[[0], [1]]).defence.order
    (1, 0)
    """
    ways = factorial(len(blocks))
    orders = _orders(defence, blocks if ways <= MAX_WAYS else ())
    optional = [i for i, attack in enumerate(attacks) if may_decline and _may_be_worth_declining(attack)]
    left = ""
    if ways > MAX_WAYS:
        left = f"the best of {ways} orders of allocation; the unit is attacked in the order listed"
    if 2 ** len(optional) * len(orders) > MAX_WAYS:
        left, optional = f"whether to decline the automatic wounds of {len(optional)} weapons; all are taken", []
    if len(orders) == 1 and not optional:
        return Settled(tuple(attacks), defence, left=left)
    best: tuple[tuple[float, ...], list[AttackSpec], DefenceSpec, tuple[str, ...]] | None = None
    for choice in product((True, False), repeat=len(optional)):
        taken = list(attacks)
        for index, takes in zip(optional, choice, strict=True):
            taken[index] = replace(taken[index], auto_wound=takes)
        worst: tuple[tuple[float, ...], DefenceSpec] | None = None
        for order in orders:
            ordered = replace(defence, order=order)
            value = _value(resolve(taken, ordered), objective)
            if worst is None or _more(worst[0], value):
                worst = value, ordered
        assert worst is not None
        if best is None or _more(worst[0], best[0]):
            declined = tuple(attacks[index].name for index, takes in zip(optional, choice, strict=True) if not takes)
            best = worst[0], taken, worst[1], declined
    assert best is not None
    return Settled(tuple(best[1]), best[2], best[3], len(orders) > 1, left)


def _orders(defence: DefenceSpec, blocks: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    if len(blocks) < 2:
        return [()]
    named = {group for block in blocks for group in block}
    rest = [group for group in range(len(defence.groups)) if group not in named]
    return [(*(group for block in order for group in block), *rest) for order in permutations(blocks)]


def _may_be_worth_declining(attack: AttackSpec) -> bool:
    """An automatic wound is never a critical one: only where those do more can rolling for it be better."""
    special = attack.deferred or attack.mortal_on_wound is not None
    return attack.auto_wound and special and attack.hit is not None and bool(attack.weapons)


def _value(outcome: Outcome, objective: Objective) -> tuple[float, ...]:
    values = {"slain": float(outcome.slain.mean()), "damage": float(outcome.damage.mean()), "destroyed": float(outcome.p_destroyed)}
    return (values.pop(objective), *values.values())


def _more(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Whether `a` is more than `b`, the first difference that is not rounding deciding."""
    for x, y in zip(a, b, strict=True):
        if abs(x - y) > _TIE * max(1.0, abs(x), abs(y)):
            return x > y
    return False
