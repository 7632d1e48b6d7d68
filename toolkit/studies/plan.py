"""A turn as a chain of steps against one target that carries its state: shoot, throw a grenade, charge, fight, test its courage.

The result is a tree. It branches where the rest depends on more than the target's state: when a charge is rolled, when nobody is left to
charge, when a battle-shock test is taken. Every branch has its probability and the law of the target in it; the leaves add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from toolkit.attack.allocation import Battlefield
from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.outcome import Outcome
from toolkit.attack.stages import stages_of
from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import successes
from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Scenario
from toolkit.rules.situation import FactValue
from toolkit.studies.carry import Strike, joined, mass, mean_of, part_of, point, reduced, scaled
from toolkit.studies.plan_steps import BattleShock, ChargeAt, Fight, Grenade, Plan, Shoot, Step, plan_from
from toolkit.studies.rolls import battle_shock_after, charge, defence_of
from toolkit.systems.wh40k_10e import rolls as tenth
from toolkit.systems.wh40k_11e import rolls as eleventh

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "BattleShock", "Branch", "ChargeAt", "Fight", "Grenade", "Plan", "PlanResult", "Shoot", "StepReport", "plan_from", "run_plan",
]  # fmt: skip

MAX_STEPS = 50
_GRENADES = {"wh40k_10e": tenth.GRENADE, "wh40k_11e": eleventh.EXPLOSIVES}
_CHARGES = {"wh40k_10e": tenth.CHARGE, "wh40k_11e": eleventh.CHARGE}
_NERVES = {"wh40k_10e": tenth.BATTLE_SHOCK, "wh40k_11e": eleventh.BATTLE_SHOCK}


# --- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Branch:
    """One way a plan can go.

    Attributes
    ----------
    happened : tuple of str
        What decided it: "Charge of 9 inches: made", ...
    probability : float or Fraction
    law : Outcome
        The state of the target at its end, with the weight of the branch; see `outcome` for the law given that it goes this way.
    children : tuple of Branch
        Where it branches further; empty for a leaf.
    """

    happened: tuple[str, ...]
    probability: Probability
    law: Outcome
    children: tuple[Branch, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The law of the target, given that it goes this way."""
        whole: Any = self.law.states.sum()
        return reduced(Outcome(self.law.unit, self.law.states, whole)) if self.law.exact else Outcome(
            self.law.unit, self.law.states / whole, 1.0
        )  # fmt: skip

    @property
    def leaves(self) -> Iterator[Branch]:
        """All ends of this branch."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves


@dataclass(frozen=True, slots=True)
class StepReport:
    """What one step does on average, over all branches.

    Attributes
    ----------
    label : str
    taken : float or Fraction
        Chance that the step is taken with somebody left to suffer it.
    idle : float or Fraction
        Chance that the target is destroyed before (fire wasted altogether).
    missed : float or Fraction
        Chance that it is not taken because a charge failed.
    removed : float or Fraction
        Wounds removed by it.
    rolled : float, Fraction or None
        Damage of its unsaved attacks against the whole target, before any is ignored or lost; None for steps without attacks.
    overkill : float, Fraction or None
        `rolled` less `removed`: damage that was ignored, lost on models slain by less, or came too late.
    slain : float or Fraction
        Models slain by it.
    cp : int
    """

    label: str
    taken: Probability
    idle: Probability
    missed: Probability
    removed: Probability
    rolled: Probability | None
    overkill: Probability | None
    slain: Probability
    cp: int


@dataclass(frozen=True, eq=False)
class PlanResult:
    """The exact result of a plan.

    Attributes
    ----------
    plan : Plan
    tree : Branch
    steps : tuple of StepReport
    outcome : Outcome
        The law of the target at the end, all branches together.
    """

    plan: Plan
    tree: Branch
    steps: tuple[StepReport, ...]
    outcome: Outcome

    @property
    def leaves(self) -> tuple[Branch, ...]:
        """Every end of the plan; their probabilities add up to 1."""
        return tuple(self.tree.leaves)

    @property
    def damage(self) -> Pmf:
        """Wounds removed from the target."""
        return self.outcome.damage

    @property
    def slain(self) -> Pmf:
        """Models slain."""
        return self.outcome.slain

    @property
    def p_destroyed(self) -> Probability:
        """Chance that nobody is left."""
        return self.outcome.p_destroyed

    @property
    def cp(self) -> int:
        """Command points that the plan costs."""
        return self.plan.cp

    def chance(self, *happened: str) -> Probability:
        """The chance of all leaves in which every one of these things happened, such as "Charge of 9 inches: made"."""
        start: Any = Fraction(0) if self.outcome.exact else 0.0
        return sum((leaf.probability for leaf in self.leaves if set(happened) <= set(leaf.happened)), start=start)

    @property
    def table(self) -> pl.DataFrame:
        """One row for each step: what it did, and what was wasted (floats)."""
        import polars as pl

        columns = ("taken", "idle", "missed", "removed", "rolled", "overkill", "slain")
        rows = [
            (step.label, *(None if getattr(step, c) is None else float(getattr(step, c)) for c in columns), step.cp) for step in self.steps
        ]
        return pl.DataFrame(rows, schema={"step": pl.String, **dict.fromkeys(columns, pl.Float64), "cp": pl.Int64}, orient="row")

    @cached_property
    def text(self) -> str:
        """The tree as indented text."""
        return "\n".join(_lines(self.tree, 0))

    def __repr__(self) -> str:
        return f"PlanResult({len(self.plan.steps)} steps, {self.cp} CP: destroyed {float(self.p_destroyed):.2%})\n{self.text}"


def _lines(branch: Branch, depth: int) -> Iterator[str]:
    what = branch.happened[-1] if branch.happened else "the whole turn"
    if branch.probability:
        outcome = branch.outcome
        result = f"slays {float(outcome.slain.mean()):.3g} on average, destroys {float(outcome.p_destroyed):.1%}"
    else:
        result = "never"
    yield f"{'  ' * depth}{what}: {float(branch.probability):.2%}, {result}"
    for child in branch.children:
        yield from _lines(child, depth + 1)


# --- carrying it out ------------------------------------------------------------------------------------------------


def run_plan(plan: Plan | Mapping[str, Any], *, exact: bool = False) -> PlanResult:
    """Carry out a plan, exactly.

    Parameters
    ----------
    plan : Plan or mapping
        See `plan_from` for the mapping.
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    ScenarioError
        If a step cannot be used.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 2, "skill": "3+", "strength": 4, "ap": 0, "damage": 1}
    >>> blade = {"name": "Blade", "type": "melee", "attacks": 3, "skill": "3+", "strength": 4, "ap": -1, "damage": 1}
    >>> target = {"models": [{"count": 2, "toughness": 4, "save": "4+", "wounds": 1}]}
    >>> steps = [{"do": "shoot", "attacker": {"weapons": [gun]}}, {"do": "charge", "needed": 7},
    ...          {"do": "fight", "attacker": {"weapons": [blade]}}]
    >>> result = run_plan({"system": "wh40k_10e", "defender": target, "steps": steps}, exact=True)
    >>> [(leaf.happened[-1], leaf.probability) for leaf in result.leaves]  # doctest: +NORMALIZE_WHITESPACE
    [('Charge of 7 inches: nobody left', Fraction(1, 36)),
     ('Charge of 7 inches: made', Fraction(245, 432)),
     ('Charge of 7 inches: failed', Fraction(175, 432))]
    """
    asked = plan if isinstance(plan, Plan) else plan_from(plan)
    if len(asked.steps) > MAX_STEPS:
        raise ScenarioError("steps", f"{len(asked.steps)} steps; a plan has at most {MAX_STEPS}")
    if not asked.target.models:
        raise ScenarioError("defender.models", "the target has no models; give at least one")
    return _Run(asked, exact=exact).result()


class _Run:
    """One pass through a plan."""

    def __init__(self, plan: Plan, *, exact: bool) -> None:
        self.plan, self.exact = plan, exact
        strikes = {i: Strike(self._scenario(i, step)) for i, step in enumerate(plan.steps) if isinstance(step, Shoot | Fight)}
        apart = any(len(strike.unit.chains) > 1 for strike in strikes.values())
        self.strikes = {i: Strike(strike.scenario, apart=apart) for i, strike in strikes.items()} if apart else strikes
        self.defence = replace(defence_of(plan.target, system=plan.system), order=())  # as listed: a state means one order
        self.unit = Battlefield(self.defence, apart=apart)
        zero: Any = Fraction(0) if exact else 0.0
        self.sums: list[dict[str, Any]] = [dict.fromkeys(("taken", "idle", "missed", "removed", "slain"), zero) for _ in plan.steps]

    def _scenario(self, index: int, step: Shoot | Fight) -> Scenario:
        fighting = isinstance(step, Fight)
        charged = fighting and any(isinstance(each, ChargeAt) for each in self.plan.steps[:index])
        situation: dict[str, FactValue] = {"phase": "fight" if fighting else "shooting", **({"charged": True} if charged else {})}
        return Scenario(self.plan.system, step.unit, self.plan.target, rules=step.rules, situation={**situation, **step.situation})

    def result(self) -> PlanResult:
        tree = self._from(0, point(self.unit, 0, exact=self.exact), (), True)
        reports = tuple(self._report(i, step) for i, step in enumerate(self.plan.steps))
        return PlanResult(self.plan, tree, reports, joined([leaf.law for leaf in tree.leaves]))

    def _from(self, index: int, law: Outcome, happened: tuple[str, ...], engaged: bool) -> Branch:
        """The tree from step `index` on; `engaged` is False once a charge has failed."""
        before, first = law, index
        for i in range(first, len(self.plan.steps)):
            step = self.plan.steps[i]
            standing = part_of(law, np.arange(self.unit.size) < self.unit.size - 1)
            gone = part_of(law, np.arange(self.unit.size) == self.unit.size - 1)
            self.sums[i]["idle"] += mass(gone)
            if isinstance(step, Fight) and not engaged:
                self.sums[i]["missed"] += mass(standing)
                continue
            self.sums[i]["taken"] += mass(standing)
            if isinstance(step, ChargeAt | BattleShock):
                parts = self._charge(step, standing) if isinstance(step, ChargeAt) else self._test(step, standing)
                ends = [(f"{step.label}: nobody left", gone, False), *((f"{step.label}: {what}", part, ok) for what, part, ok in parts)]
                keep = isinstance(step, ChargeAt)
                children = tuple(
                    self._from(i + 1, part, (*happened, what), ok if keep else engaged) for what, part, ok in ends if part.states.any()
                )
                return Branch(happened, mass(before), joined([child.law for child in children]), children)
            after = self._grenade(law) if isinstance(step, Grenade) else self.strikes[i].on(law)
            after = Outcome(law.unit, after.states, after.total)
            for what, values in (("removed", self.unit.lost), ("slain", self.unit.slain)):
                self.sums[i][what] += mean_of(after, values) - mean_of(law, values)  # pyright: ignore[reportOperatorIssue]
            law = after
        return Branch(happened, mass(law), law)

    def _grenade(self, law: Outcome) -> Outcome:
        """Mortal wounds state by state: what they do depends on what is left."""
        dice = _GRENADES.get(self.plan.system, tenth.GRENADE)
        number = Dice.parse(dice.wounds).pmf(exact=True).times(successes(dice.dice, Fraction(7 - dice.need, 6), exact=True))
        return mortal_wounds(number, self.defence, exact=self.exact, start=law)

    def _charge(self, step: ChargeAt, standing: Outcome) -> list[tuple[str, Outcome, bool]]:
        numbers = _CHARGES.get(self.plan.system, tenth.CHARGE)
        made = Fraction(charge(step.needed, step.modifiers, reroll=step.reroll, numbers=numbers, exact=True).chance)
        return [("made", scaled(standing, made), True), ("failed", scaled(standing, 1 - made), False)]

    def _test(self, step: BattleShock, standing: Outcome) -> list[tuple[str, Outcome, bool]]:
        numbers = _NERVES.get(self.plan.system, tenth.BATTLE_SHOCK)
        shocked: list[Outcome] = []
        steady: list[Outcome] = []
        for state in np.flatnonzero(standing.states != 0).tolist():
            only = part_of(standing, np.arange(self.unit.size) == state)
            test = battle_shock_after(point(self.unit, state, exact=True), step.leadership, modifier=step.modifier, numbers=numbers)
            fails = Fraction(test.shocked)
            shocked.append(scaled(only, fails))
            steady.append(scaled(only, 1 - fails))
        none = scaled(standing, Fraction(0))
        return [("shocked", joined([none, *shocked]), True), ("not shocked", joined([none, *steady]), True)]

    def _report(self, index: int, step: Step) -> StepReport:
        sums = self.sums[index]
        rolled: Any = None
        if index in self.strikes:
            resolved = self.strikes[index].resolved
            rolled = stages_of(resolved.attacks, resolved.defence, exact=self.exact).damage_rolled
            share: Any = 1 - sums["missed"]
            rolled = None if rolled is None else rolled * share
        overkill = None if rolled is None else rolled - sums["removed"]
        return StepReport(
            step.label, sums["taken"], sums["idle"], sums["missed"], sums["removed"], rolled, overkill, sums["slain"], step.cp
        )
