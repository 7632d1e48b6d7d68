"""The best use of one Command Re-roll in a matchup, fishing for criticals, and whether to let Lethal Hits wound: as a player asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.attack import choices, policy
from toolkit.attack.choices import Automatic, DamageAgain, Fishing
from toolkit.attack.events import Side
from toolkit.attack.policy import BestReroll, Goal, GoalName
from toolkit.dice.pmf import Probability
from toolkit.errors import ScenarioError, SpecError
from toolkit.rules.resolve import LETHAL_POLICY, Resolved
from toolkit.rules.resolve import resolve as resolve_rules
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import read
from toolkit.systems import get

if TYPE_CHECKING:
    import polars as pl

Question = Scenario | Mapping[str, Any] | str | Path


@dataclass(frozen=True, eq=False)
class CommandReroll:
    """One Command Re-roll used as well as it can be in one matchup.

    Attributes
    ----------
    scenario : Scenario
    best : BestReroll
    not_calculated : tuple of str
        Names of rules without a record: the numbers leave them out.

    Examples
    --------
    See `command_reroll`.
    """

    scenario: Scenario
    best: BestReroll
    not_calculated: tuple[str, ...] = ()

    @property
    def without(self) -> Probability:
        """The goal without the re-roll."""
        return self.best.without

    @property
    def value(self) -> Probability:
        """The goal with the re-roll used best."""
        return self.best.value

    @property
    def gain(self) -> Probability:
        """What the re-roll brings (negative when the defender has it)."""
        return self.best.gain

    @property
    def words(self) -> tuple[str, ...]:
        """The policy as sentences."""
        return self.best.words

    @cached_property
    def text(self) -> str:
        """Everything in plain words: the goal, the policy, and what simple rules would reach."""
        best = self.best
        lines = [f"{best.goal}: {_shown(best.without)} without, {_shown(best.value)} with one Command Re-roll of the {best.side}."]
        lines += [*best.words, "Simple rules:"]
        lines += [f"  {name}: {_shown(value)}" for name, value in best.simple]
        lines.append(f"The best policy is worth {_shown(best.over_simple)} more than the best of these.")
        lines += [f"Not calculated: {', '.join(self.not_calculated)}."] if self.not_calculated else []
        return "\n".join(lines)

    @property
    def table(self) -> pl.DataFrame:
        """Every situation as a table: weapon, step, situation, decision, probability, gain."""
        import polars as pl

        names = [attack.name for attack in self.best.tree.attacks]
        rows = [
            (names[d.weapon], d.step, situation(d), f"re-roll {d.again}" if d.again else "keep", float(d.probability), float(d.gain))
            for d in self.best.decisions
        ]
        texts = dict.fromkeys(("weapon", "step", "situation", "decision"), pl.String)
        return pl.DataFrame(rows, schema={**texts, "probability": pl.Float64, "gain": pl.Float64}, orient="row")

    def __repr__(self) -> str:
        return f"CommandReroll({self.text})"


def command_reroll(
    scenario: Question, goal: GoalName | Goal = "mean damage", *, models: int = 1, exact: bool = False, side: Side = "attacker"
) -> CommandReroll:
    """The best use of one Command Re-roll.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
        Whatever `crunch` takes.
    goal : {"mean damage", "mean slain", "destroy", "at least"} or Goal
    models : int
        For "at least": how many models are to be slain.
    exact : bool
        Fractions instead of floats.
    side : {"attacker", "defender"}
        Whose re-roll it is; the defender re-rolls one saving throw.

    Raises
    ------
    ScenarioError
        If the scenario is bad, or the tree of decisions would be too large.

    Examples
    --------
    >>> gun = {"name": "Heavy lascannon", "attacks": 2, "skill": "4+", "strength": 14, "ap": -3, "damage": "D6+1"}
    >>> rhino = {"models": [{"count": 1, "toughness": 9, "save": "3+", "wounds": 10}]}
    >>> answer = command_reroll({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": rhino}, "destroy", exact=True)
    >>> answer.without, answer.value
    (Fraction(125, 3888), Fraction(1225, 11664))
    >>> print(answer.words[0])
    Hit: re-roll a failed hit when 1 or more hits were scored.
    """
    parsed, resolved = _resolved(scenario)
    wanted = goal if isinstance(goal, Goal) else Goal(goal, models)
    decline = _lethal_is_optional(parsed)
    try:
        best = policy.best_reroll(resolved.attacks, resolved.defence, wanted, exact=exact, side=side, may_decline=decline)
    except SpecError as error:
        raise ScenarioError("", str(error)) from error
    return CommandReroll(parsed, best, resolved.not_calculated)


def fish(scenario: Question, goal: GoalName | Goal = "mean damage", *, models: int = 1, exact: bool = False) -> tuple[Fishing, ...]:
    """Full re-rolls: failures only, or everything that is not critical? All ways, best first.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "3+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["lethal hits"],
    ...        "modifiers": {"reroll_hits": "failed"}}
    >>> target = {"models": [{"count": 1, "toughness": 12, "save": "7+", "wounds": 1}]}
    >>> [(way.hits[0], str(way.value)) for way in fish({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target},
    ...                                                exact=True)]
    [('non_critical', '3/8'), ('failed', '1/3')]
    """
    _, resolved = _resolved(scenario)
    wanted = goal if isinstance(goal, Goal) else Goal(goal, models)
    try:
        return choices.fishing(resolved.attacks, resolved.defence, wanted, exact=exact)
    except SpecError as error:
        raise ScenarioError("", str(error)) from error


def lethal_hits(scenario: Question, goal: GoalName | Goal = "mean damage", *, models: int = 1, exact: bool = False) -> Automatic:
    """What Lethal Hits reach when always used, never used, and used roll by roll.

    In an edition where they are not optional only ``always`` is legal; the other two show what the rule costs.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "3+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["lethal hits"]}
    >>> target = {"models": [{"count": 1, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> lethal_hits({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}, exact=True).always
    Fraction(5, 12)
    """
    _, resolved = _resolved(scenario)
    wanted = goal if isinstance(goal, Goal) else Goal(goal, models)
    try:
        return choices.automatic_wounds(resolved.attacks, resolved.defence, wanted, exact=exact)
    except SpecError as error:
        raise ScenarioError("", str(error)) from error


def reroll_damage(scenario: Question, weapon: int = 0, models: int = 0) -> tuple[DamageAgain, ...]:
    """Which damage rolls of a weapon to roll again, for every number of wounds left on a model.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
    weapon, models : int
        Place among the weapons that fire, and among the profiles of the target.

    Examples
    --------
    >>> gun = {"name": "Lascannon", "attacks": 1, "skill": "3+", "strength": 12, "ap": -3, "damage": "D6+1"}
    >>> target = {"models": [{"count": 1, "toughness": 9, "save": "3+", "wounds": 10}]}
    >>> rows = reroll_damage({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})
    >>> [row.mean_up_to for row in rows]
    [0, 0, 2, 3, 3, 4, 4, 4, 4, 4]
    """
    _, resolved = _resolved(scenario)
    if not (0 <= weapon < len(resolved.attacks) and 0 <= models < len(resolved.defence.groups)):
        raise ScenarioError("", f"there is no weapon {weapon} or profile {models}; count from 0")
    group = resolved.defence.groups[models]
    return choices.damage_again(resolved.attacks[weapon].against[models].damage, group.wounds, ignore=group.ignore)


def situation(decision: policy.Decision) -> str:
    """The situation of a decision in words."""
    match decision.step, decision.situation:
        case "attacks", (total, lowest):
            return f"{total} attacks, lowest roll {lowest}"
        case "damage", (rolled, left, wounds):
            return f"damage {rolled} against {wounds} left, {left} more to come"
        case step, (failures, successes, criticals):
            critical = f" ({criticals} critical)" if criticals else ""
            return f"{successes + criticals} of {failures + successes + criticals} {step}s{critical}"
        case _:
            return str(decision.situation)


def _resolved(scenario: Question) -> tuple[Scenario, Resolved]:
    parsed = read(scenario)
    # whether to let Lethal Hits wound is decided roll by roll here, not once for each weapon beforehand
    asked = replace(parsed, readings={**parsed.readings, LETHAL_POLICY: "always"}) if _lethal_is_optional(parsed) else parsed
    return parsed, resolve_rules(asked, get(parsed.system))


def _lethal_is_optional(scenario: Scenario) -> bool:
    """Whether the edition lets the attacker decline, and the scenario does not say what is always done."""
    return get(scenario.system).answers(scenario.readings).get(LETHAL_POLICY) == "attacker_best"


def _shown(value: Probability) -> str:
    return f"{value} ({float(value):.4g})" if isinstance(value, Fraction) else f"{value:.4g}"
