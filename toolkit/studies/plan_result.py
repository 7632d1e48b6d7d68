"""What a plan comes to: a tree of ways it can go, and what each step did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Probability
from toolkit.errors import ScenarioError
from toolkit.rules.ledger import ReadingUsed
from toolkit.studies.joint import Joint
from toolkit.studies.losses import Losses
from toolkit.studies.plan_steps import Plan

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Branch:
    """One way a plan can go.

    Attributes
    ----------
    happened : tuple of str
        What decided it: "Charge of 9 inches: made", ...
    probability : float or Fraction
    joint : Joint
        What the target and the own units have left at its end, with the weight of the branch; see `outcome` and `own` for the laws given
        that it goes this way.
    children : tuple of Branch
        Where it branches further; empty for a leaf.
    """

    happened: tuple[str, ...]
    probability: Probability
    joint: Joint
    children: tuple[Branch, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The law of the target, given that it goes this way."""
        return self.own(0)

    def own(self, number: int) -> Outcome:
        """The law of one unit, given that it goes this way: 0 for the target, then the own units in their order."""
        law = self.joint.law(number)
        whole: Any = law.states.sum()
        return Outcome(law.unit, law.states, whole) if law.exact else Outcome(law.unit, law.states / whole, 1.0)

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
        Chance that the target is destroyed before (fire wasted altogether), or the unit that acts or is struck.
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
    lost, fallen : float or Fraction
        Wounds and models that it costs the own units.
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
    lost: Probability = 0.0
    fallen: Probability = 0.0


@dataclass(frozen=True, eq=False)
class PlanResult(Losses):
    """The exact result of a plan.

    Attributes
    ----------
    plan : Plan
    tree : Branch
    steps : tuple of StepReport
    joint : Joint
        What the target and the own units have left at the end, all branches together.
    not_calculated : tuple of str
        Names of rules without a record: the numbers leave them out.
    warnings : tuple of str
        What is against the rules, as far as a calculator can see.
    readings : tuple of ReadingUsed
        How questions that the rules leave open were read.
    """

    plan: Plan
    tree: Branch
    steps: tuple[StepReport, ...]
    joint: Joint
    not_calculated: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()

    @property
    def leaves(self) -> tuple[Branch, ...]:
        """Every end of the plan; their probabilities add up to 1."""
        return tuple(self.tree.leaves)

    @cached_property
    def outcome(self) -> Outcome:
        """The law of the target at the end."""
        return self.joint.law(0)

    def own(self, name: str) -> Outcome:
        """The law of one of the own units at the end.

        Raises
        ------
        ScenarioError
            If there is no such unit.
        """
        return self.joint.law(self._axis(name))

    def together(self, name: str) -> dict[tuple[int, int], Probability]:
        """The probability of each pair (models that this own unit lost, models that the target lost)."""
        return self.joint.slain(self._axis(name), 0)

    def _axis(self, name: str) -> int:
        names = [unit.name for unit in self.plan.units]
        if name not in names:
            raise ScenarioError("units", f"{name!r} is none of the plan's own units; they are {', '.join(map(repr, names)) or 'none'}")
        return names.index(name) + 1

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

        columns = ("taken", "idle", "missed", "removed", "rolled", "overkill", "slain", "lost", "fallen")
        rows = [
            (step.label, *(None if getattr(step, c) is None else float(getattr(step, c)) for c in columns), step.cp) for step in self.steps
        ]
        return pl.DataFrame(rows, schema={"step": pl.String, **dict.fromkeys(columns, pl.Float64), "cp": pl.Int64}, orient="row")

    @cached_property
    def text(self) -> str:
        """The tree as indented text."""
        return "\n".join(_lines(self.tree, 0, [unit.name for unit in self.plan.units]))

    def __repr__(self) -> str:
        left_out = f"\nnot calculated: {', '.join(self.not_calculated)}" if self.not_calculated else ""
        return f"PlanResult({len(self.plan.steps)} steps, {self.cp} CP: destroyed {float(self.p_destroyed):.2%})\n{self.text}{left_out}"


def _lines(branch: Branch, depth: int, own: list[str]) -> Iterator[str]:
    what = branch.happened[-1] if branch.happened else "the whole turn"
    if branch.probability:
        outcome = branch.outcome
        result = f"slays {float(outcome.slain.mean()):.3g} on average, destroys {float(outcome.p_destroyed):.1%}"
        result += "".join(f", {name} loses {float(branch.own(i).slain.mean()):.3g}" for i, name in enumerate(own, start=1))
    else:
        result = "never"
    yield f"{'  ' * depth}{what}: {float(branch.probability):.2%}, {result}"
    for child in branch.children:
        yield from _lines(child, depth + 1, own)
