"""The best order of firing: weapons of one unit, or several units one after the other, compared exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.attack.choices import reached
from toolkit.attack.policy import Goal, GoalName
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.attack.stages import stages_of
from toolkit.dice.pmf import Probability
from toolkit.errors import ScenarioError, SpecError
from toolkit.rules.resolve import resolve as resolve_rules
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import read
from toolkit.studies.plan import run_plan
from toolkit.studies.plan_document import plan_from
from toolkit.studies.plan_steps import Grenade, Plan, Shoot
from toolkit.systems import get

if TYPE_CHECKING:
    import polars as pl

ALL_ORDERS_UP_TO = 6
"""Up to this many weapons every order is tried."""
MAX_WEAPONS = 30


@dataclass(frozen=True, slots=True)
class Order:
    """One order of firing: the names, their places in the order given, and how much of the goal it reaches."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    value: Probability


@dataclass(frozen=True, eq=False)
class FiringOrder:
    """Orders of firing, compared.

    Attributes
    ----------
    goal : Goal
    orders : tuple of Order
        Best first; of equally good ones the nearest to the order given.
    given : Order
        The order as it was given.
    complete : bool
        Every order was tried, so that the best is the best.
    bound : float, Fraction or None
        No order can reach more; only where not every order was tried.
    not_calculated : tuple of str
        Names of rules without a record: the numbers leave them out.
    """

    goal: Goal
    orders: tuple[Order, ...]
    given: Order
    complete: bool
    bound: Probability | None
    not_calculated: tuple[str, ...] = ()

    @property
    def best(self) -> Order:
        """The best order found."""
        return self.orders[0]

    @property
    def gain(self) -> Probability:
        """What the best order found reaches beyond the one given."""
        return self.best.value - self.given.value  # pyright: ignore[reportOperatorIssue, reportReturnType]

    @property
    def table(self) -> pl.DataFrame:
        """One row for each order that was tried, best first."""
        import polars as pl

        rows = [(" > ".join(order.names), float(order.value)) for order in self.orders]
        return pl.DataFrame(rows, schema={"order": pl.String, "value": pl.Float64}, orient="row")

    def __repr__(self) -> str:
        share = "all orders" if self.complete else f"{len(self.orders)} orders, none can pass {float(self.bound or 0):.4g}"
        return f"FiringOrder({self.goal}: {' > '.join(self.best.names)} {float(self.best.value):.4g}; {share})"


def best_order(
    scenario: Scenario | Mapping[str, Any] | str | Path, goal: GoalName | Goal = "mean slain", *, models: int = 1, exact: bool = False
) -> FiringOrder:
    """The best order in which one unit resolves its weapons.

    Up to 6 weapons every order is tried. Beyond that neighbours are swapped as long as that helps, and `bound` says what no order passes:
    the wounds of the target, or all damage that its unsaved attacks roll.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
        Whatever `crunch` takes.
    goal : {"mean damage", "mean slain", "destroy", "at least"} or Goal
    models : int
        For "at least".
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    ScenarioError
        If the scenario is bad or has more than 30 weapons.

    Examples
    --------
    >>> many = {"name": "Many", "attacks": 4, "skill": "3+", "strength": 4, "ap": 0, "damage": 1}
    >>> heavy = {"name": "Heavy", "attacks": 2, "skill": "3+", "strength": 8, "ap": -2, "damage": 2}
    >>> target = {"models": [{"count": 3, "toughness": 4, "save": "3+", "wounds": 3}]}
    >>> document = {"system": "wh40k_10e", "attacker": {"weapons": [heavy, many]}, "defender": target}
    >>> answer = best_order(document, "mean damage")
    >>> answer.complete, answer.best.names, round(answer.gain, 4)
    (True, ('Many', 'Heavy'), 0.0155)
    """
    parsed = read(scenario)
    resolved = resolve_rules(parsed, get(parsed.system))
    wanted = goal if isinstance(goal, Goal) else Goal(goal, models)
    names = [attack.name for attack in resolved.attacks]

    def value(places: Sequence[int]) -> Probability:
        try:
            return reached([resolved.attacks[place] for place in places], resolved.defence, wanted, exact=exact)
        except SpecError as error:
            raise ScenarioError("", str(error)) from error

    def bound() -> Probability:
        return _bound(list(resolved.attacks), resolved.defence, wanted, exact=exact)

    return replace(_compared(names, wanted, value, bound), not_calculated=resolved.not_calculated)


def best_order_of_units(
    plan: Plan | Mapping[str, Any], goal: GoalName | Goal = "mean slain", *, models: int = 1, exact: bool = False
) -> FiringOrder:
    """The best order for the shooting steps at the start of a plan; whatever follows them stays where it is.

    The goal counts the whole plan. Beyond 6 steps see `best_order`; then the bound is the target itself.

    Examples
    --------
    >>> blast = {"name": "Blast", "attacks": 1, "skill": "N/A", "strength": 8, "ap": 0, "damage": 1, "abilities": ["blast", "torrent"]}
    >>> plain = {"name": "Plain", "attacks": 2, "skill": "N/A", "strength": 8, "ap": 0, "damage": 1, "abilities": ["torrent"]}
    >>> steps = [{"do": "shoot", "attacker": {"name": each["name"], "weapons": [each]}} for each in (plain, blast)]
    >>> target = {"models": [{"count": 5, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> best_order_of_units({"system": "wh40k_10e", "defender": target, "steps": steps}).best.names
    ('Blast shoots', 'Plain shoots')
    """
    asked = plan if isinstance(plan, Plan) else plan_from(plan)
    wanted = goal if isinstance(goal, Goal) else Goal(goal, models)
    first = next((i for i, step in enumerate(asked.steps) if not isinstance(step, Shoot | Grenade)), len(asked.steps))
    names = [step.label for step in asked.steps[:first]]

    missing: list[str] = []

    def value(places: Sequence[int]) -> Probability:
        steps = tuple(asked.steps[place] for place in places) + asked.steps[first:]
        result = run_plan(replace(asked, steps=steps), exact=exact)
        missing[:] = result.not_calculated
        return wanted.of(result.outcome)

    def bound() -> Probability:
        most = {
            "mean damage": sum(m.count * m.wounds for m in asked.target.models),
            "mean slain": sum(m.count for m in asked.target.models),
        }
        return Fraction(most.get(wanted.name, 1)) if exact else float(most.get(wanted.name, 1))

    compared = _compared(names, wanted, value, bound)
    return replace(compared, not_calculated=tuple(missing))


def _compared(
    names: Sequence[str], goal: Goal, value: Callable[[Sequence[int]], Probability], bound: Callable[[], Probability]
) -> FiringOrder:
    count = len(names)
    if count > MAX_WEAPONS:
        raise ScenarioError("", f"{count} weapons or units to put in order; the limit is {MAX_WEAPONS}")
    complete = count <= ALL_ORDERS_UP_TO
    start = tuple(range(count))
    values = {places: value(places) for places in permutations(start)} if complete else _swapped(start, value)
    # a difference of a rounding error is none
    ranked = sorted(values, key=lambda places: (-round(float(values[places]), 12), places))
    orders = [Order(tuple(names[place] for place in places), places, values[places]) for places in ranked]
    given = next(order for order in orders if order.places == start)
    return FiringOrder(goal, tuple(orders), given, complete, None if complete else bound())


def _swapped(start: tuple[int, ...], value: Callable[[Sequence[int]], Probability]) -> dict[tuple[int, ...], Probability]:
    """Neighbours change places as long as that helps."""
    known = {start: value(start)}
    best, better = start, True
    while better:
        better = False
        for i in range(len(start) - 1):
            other = (*best[:i], best[i + 1], best[i], *best[i + 2 :])
            if other not in known:
                known[other] = value(other)
                if known[other] > known[best]:
                    best, better = other, True
    return known


def _bound(attacks: list[AttackSpec], defence: DefenceSpec, goal: Goal, *, exact: bool) -> Probability:
    """What no order passes: all damage rolled, or the target itself. By Markov's inequality for the chances."""
    # where profiles differ, or a critical adds mortal wounds, what is rolled depends on the order
    alike = all(
        each.uniform_save and len({against.damage for against in each.against}) == 1 and each.mortal_on_wound is None for each in attacks
    )
    rolled = stages_of(attacks, defence, exact=exact).damage_rolled if alike else None
    whole: Any = Fraction(1) if exact else 1.0
    damage = whole * defence.wounds if rolled is None else min(rolled, whole * defence.wounds)
    light = sorted(wounds for group in defence.groups for wounds in [group.wounds] * group.count)
    match goal.name:
        case "mean damage":
            return damage
        case "mean slain":
            return min(whole * defence.models, damage / light[0])
        case "destroy":
            return min(whole, damage / defence.wounds)
        case "at least":
            needed = sum(light[: goal.models])
            return min(whole, damage / needed) if goal.models <= len(light) else 0 * whole
