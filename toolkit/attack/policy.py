"""The best use of one re-roll: exact decisions, not rules of thumb.

A player with one re-roll sees all dice of a step, then says which die to roll again, if any. Working backwards through the tree of
`toolkit.attack.decisions`, every moment has two values, with the re-roll in hand and with it spent; using it there is right when what
it gives beats keeping it. No die is rolled three times: dice that another rule rolled again are out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np

from toolkit.attack.allocation import Battlefield
from toolkit.attack.decisions import Tree
from toolkit.attack.events import Leaf, Node, Side, StepName, Values
from toolkit.attack.outcome import Outcome
from toolkit.attack.solving import Solved, simple_rules
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.dice.pmf import Probability
from toolkit.errors import SpecError

GoalName = Literal["mean damage", "mean slain", "destroy", "at least"]
_EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Goal:
    """What the attacker wants as much as possible of (and the defender as little).

    Attributes
    ----------
    name : {"mean damage", "mean slain", "destroy", "at least"}
        Wounds removed on average, models slain on average, the chance to destroy the unit, the chance to slay `models` or more.
    models : int
        For "at least".

    Examples
    --------
    >>> str(Goal("at least", 3))
    'the chance to slay at least 3 models'
    """

    name: GoalName = "mean damage"
    models: int = 1

    def __post_init__(self) -> None:
        if self.name not in ("mean damage", "mean slain", "destroy", "at least"):
            raise SpecError(f"no goal is called {self.name!r}; choose 'mean damage', 'mean slain', 'destroy' or 'at least'")
        if self.models < 1:
            raise SpecError(f"a goal of at least {self.models} models; the number is 1 or more")

    def worth(self, unit: Battlefield, *, exact: bool) -> Values:
        """The worth of each state of the target when the dice have been put away."""
        match self.name:
            case "mean damage":
                worth = unit.lost
            case "mean slain":
                worth = unit.slain
            case "destroy":
                worth = (np.arange(unit.size) == unit.size - 1).astype(np.intp)
            case "at least":
                worth = (unit.slain >= self.models).astype(np.intp)
        if not exact:
            return worth.astype(np.float64)
        out = np.empty(unit.size, dtype=object)
        out[:] = [Fraction(value) for value in worth.tolist()]
        return out

    def of(self, outcome: Outcome) -> Probability:
        """How much of the goal `outcome` is.

        Examples
        --------
        >>> from toolkit.attack.sequence import resolve
        >>> from toolkit.attack.spec import ModelGroup
        >>> Goal("destroy").of(resolve([], DefenceSpec((ModelGroup(1, 1),))))
        0.0
        """
        match self.name:
            case "mean damage":
                return outcome.damage.mean()
            case "mean slain":
                return outcome.slain.mean()
            case "destroy":
                return outcome.p_destroyed
            case "at least":
                return outcome.slain.at_least(self.models)

    def __str__(self) -> str:
        match self.name:
            case "mean damage":
                return "wounds removed on average"
            case "mean slain":
                return "models slain on average"
            case "destroy":
                return "the chance to destroy the unit"
            case "at least":
                return f"the chance to slay at least {self.models} model{'s' if self.models > 1 else ''}"


MEAN_DAMAGE = Goal()


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do in one situation that can come up while the re-roll is in hand.

    Attributes
    ----------
    weapon : int
        Place of the attack among those that fire.
    step : {"attacks", "hit", "wound", "save", "damage"}
    situation : tuple of int
        Hit, wound, save: (failures, successes, criticals) on the table. Attacks: (attacks, lowest roll). Damage: (rolled, attacks still
        to deal damage with this weapon, wounds left on the model in front).
    again : str
        Which die to roll again ("fail", "success", "critical", "roll"), or "" to keep the re-roll.
    probability : float or Fraction
        The chance to come to this situation with the re-roll still in hand.
    gain : float or Fraction
        How much more of the goal using it brings than keeping it (on average over the states of the target); 0 when it is kept.
    """

    weapon: int
    step: StepName
    situation: tuple[int, ...]
    again: str
    probability: Probability
    gain: Probability


@dataclass(frozen=True, eq=False)
class BestReroll:
    """One re-roll used as well as it can be.

    Attributes
    ----------
    goal : Goal
    side : {"attacker", "defender"}
    without, value : float or Fraction
        The goal without a re-roll, and with it used best.
    simple : tuple of (str, float or Fraction)
        What simple rules reach, best first.

    Examples
    --------
    See `best_reroll`.
    """

    goal: Goal
    side: Side
    without: Probability
    value: Probability
    simple: tuple[tuple[str, Probability], ...]
    tree: Tree
    _solved: Solved

    @property
    def gain(self) -> Probability:
        """How much more (for the defender: less) of the goal the re-roll brings."""
        return self.value - self.without  # pyright: ignore[reportOperatorIssue, reportReturnType]

    @property
    def over_simple(self) -> Probability:
        """How much the best simple rule leaves on the table."""
        best = self.simple[0][1] if self.simple else self.without
        return self.value - best  # pyright: ignore[reportOperatorIssue, reportReturnType]

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Every situation in which something may be rolled again, in the order of the attack sequence."""
        return _walk(self._solved)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The policy as sentences."""
        from toolkit.attack.advice import sentences

        return sentences([attack.name for attack in self.tree.attacks], self.decisions, self.side)

    def __repr__(self) -> str:
        return f"BestReroll({self.goal}: {float(self.without):.4g} without, {float(self.value):.4g} with)"


def best_reroll(
    attacks: Sequence[AttackSpec],
    defence: DefenceSpec,
    goal: Goal = MEAN_DAMAGE,
    *,
    exact: bool = False,
    side: Side = "attacker",
    may_decline: bool = False,
) -> BestReroll:
    """The best use of one re-roll over all attacks, in their order.

    Parameters
    ----------
    attacks : sequence of AttackSpec
    defence : DefenceSpec
    goal : Goal
        The defender wants as little of it as possible.
    exact : bool
        Fractions instead of floats, through the same code.
    side : {"attacker", "defender"}
        One roll of the attacker (number of attacks, hit, wound, damage), or one saving throw of the defender.
    may_decline : bool
        Whether critical hits need not wound by themselves; then declining is chosen best too (with and without the re-roll).

    Raises
    ------
    SpecError
        If the tree would be too large, with the numbers.

    Notes
    -----
    The number of attacks of one weapon is one roll, re-rolled whole. How many extra hits or mortal wounds a critical brings cannot be
    re-rolled. Damage is rolled one attack at a time, saves of profiles that differ likewise.

    Examples
    --------
    >>> from toolkit.attack.spec import Against, ModelGroup
    >>> from toolkit.dice.one_die import DieTest
    >>> from toolkit.dice.pmf import Pmf
    >>> one = Pmf.certain(1, exact=True)
    >>> gun = AttackSpec("gun", one, 1, DieTest(5), DieTest(5, critical_succeeds=True), (Against(DieTest(4, natural_six=False), one),))
    >>> best_reroll([gun], DefenceSpec((ModelGroup(1, 1),)), exact=True).value
    Fraction(7, 54)
    """
    tree = Tree(attacks, defence, exact=exact, side=side, may_decline=may_decline)
    worth = goal.worth(tree.unit, exact=exact)
    solved = Solved(tree, worth)
    root = tree.root
    kept, held = solved.values(root)
    simple: list[tuple[str, Probability]] = []
    for name, rule in simple_rules(tree):
        simple.append((name, Solved(tree, worth, rule).values(root)[1][0]))
    simple.sort(key=lambda each: each[1], reverse=side == "attacker")
    return BestReroll(goal, side, kept[0], held[0], tuple(simple), tree, solved)


def best_without(attacks: Sequence[AttackSpec], defence: DefenceSpec, goal: Goal, *, exact: bool) -> Probability:
    """The goal without any re-roll when critical hits that wound by themselves may be declined, best chosen each time."""
    tree = Tree(attacks, defence, exact=exact, may_decline=True)
    return Solved(tree, goal.worth(tree.unit, exact=exact)).values(tree.root)[0][0]


# --- walking forwards -----------------------------------------------------------------------------------------------

_Key = tuple[int, StepName, tuple[int, ...], str]


def _walk(solved: Solved) -> tuple[Decision, ...]:
    """Which situations come up with the re-roll in hand, and what is done there."""
    tree = solved.tree
    zero: Any = Fraction(0) if tree.exact else 0.0
    start: Values = np.array([zero] * tree.unit.size, dtype=object if tree.exact else np.float64)
    start[0] += 1
    mass: dict[Node, Values] = {tree.root: start}
    found: dict[_Key, list[Any]] = {}
    for node in reversed(list(solved.known)):  # a node became known after all that can follow it
        here = mass.pop(node, None)
        if here is None or node == ("end",):
            continue
        weapon, step = tree.step(node)
        events = list(tree.events(node))
        if tree.is_choice(node):
            stay = [solved.after(event.keep, 1) for event in events]
            choices = _first_best(stay)
            for index, event in enumerate(events):
                taken: Values = np.where(choices == index, here, zero)
                _flow(tree, mass, event.keep, taken)
            continue
        for event in events:
            arriving = event.weight * here
            kept = solved.after(event.keep, 1)
            best = kept
            chosen: Values = np.full(tree.unit.size, "", dtype=object)
            for option in event.options:
                used = solved.after(option.leaves, 0)
                margin = (used - best) * solved.sign
                better = margin > (0 if tree.exact else _EPSILON)
                best, chosen = np.where(better, used, best), np.where(better, option.what, chosen)
            if event.options:
                _record(tree, found, (weapon, step, event.situation), arriving, chosen, (best - kept) * solved.sign)
            staying = np.array(arriving)
            staying[np.flatnonzero(chosen != "")] = zero
            _flow(tree, mass, event.keep, staying)
    order: tuple[StepName, ...] = ("attacks", "hit", "wound", "save", "damage")
    rows = sorted(found.items(), key=lambda each: (each[0][0], order.index(each[0][1]), each[0][2], each[0][3]))
    return tuple(Decision(w, s, situation, again, p, gain / p) for (w, s, situation, again), (p, gain) in rows)


def _first_best(values: list[Values]) -> Values:
    best, at = values[0], np.zeros(len(values[0]), dtype=np.intp)
    for index, value in enumerate(values[1:], start=1):
        better = value > best
        best, at = np.where(better, value, best), np.where(better, index, at)
    return at


def _record(
    tree: Tree, found: dict[_Key, list[Any]], key: tuple[int, StepName, tuple[int, ...]], arriving: Values, chosen: Values, gain: Values
) -> None:
    weapon, step, situation = key
    left = tree.unit.front(leaders_first=tree.attacks[weapon].leaders_first)[1] if step == "damage" else None
    for state in np.flatnonzero(arriving != 0).tolist():
        seen = situation if left is None else (*situation, int(left[state]))
        if left is not None and not left[state]:
            continue  # everybody is slain: nothing is rolled
        row = found.setdefault((weapon, step, seen, str(chosen[state])), [0, 0])
        row[0] += arriving[state]
        row[1] += arriving[state] * gain[state]


def _flow(tree: Tree, mass: dict[Node, Values], leaves: tuple[Leaf, ...], amount: Values) -> None:
    for leaf in leaves:
        share = leaf.weight * amount
        if leaf.move is not None:
            target, chance = tree.moved(leaf.move)
            moved = np.zeros_like(share)
            np.add.at(moved, target, chance * share[:, None])
            share = moved
        mass[leaf.node] = mass[leaf.node] + share if leaf.node in mass else share
