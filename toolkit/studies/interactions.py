"""What each rule adds, on top of the others and together with them: waterfalls, fair shares and pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import crunch, read
from toolkit.studies.result import Result
from toolkit.systems import get

if TYPE_CHECKING:
    import polars as pl

Order = Literal["listed", "largest", "fair"]
MAX_FAIR = 10
"""Most rules for a fair share, which needs every subset of them: 1,024 matchups."""
MAX_PAIRED = 20
"""Most rules for a table of pairs."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number to compare matchups by.

    Attributes
    ----------
    name : str
        For headings: "chance to destroy".
    unit : str
        "probability", "models" or "wounds".
    of : callable
        From a Result to the number.
    """

    name: str
    unit: Literal["probability", "models", "wounds"]
    of: Callable[[Result], float]


def measure(text: str) -> Measure:
    """Read the name of a measure.

    Parameters
    ----------
    text : str
        "mean_slain", "mean_damage", "p_destroyed", or "at_least_3" for the chance of slaying three models or more.

    Raises
    ------
    ScenarioError
        If there is no such measure.

    Examples
    --------
    >>> measure("at_least_3").name
    'chance to slay at least 3'
    """
    known = {
        "mean_slain": Measure("models slain on average", "models", lambda result: float(result.mean_slain)),
        "mean_damage": Measure("wounds removed on average", "wounds", lambda result: float(result.mean_damage)),
        "p_destroyed": Measure("chance to destroy", "probability", lambda result: float(result.p_destroyed)),
    }
    if text in known:
        return known[text]
    stem, _, number = text.rpartition("_")
    if stem == "at_least" and number.isdecimal():
        k = int(number)
        return Measure(f"chance to slay at least {k}", "probability", lambda result: float(result.slain.at_least(k)))
    raise ScenarioError("measure", f"{text!r} is no measure; use {', '.join(known)} or at_least_3")


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that a scenario names, as something to switch off: its id and its printed name."""

    id: str
    name: str


def switches(scenario: Scenario) -> tuple[Switch, ...]:
    """Every rule the scenario names and that has a record, in the order of its groups.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 2, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["heavy", "blast"]}
    >>> target = {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 1}]}
    >>> [each.name for each in switches(read({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}))]
    ['Blast', 'Heavy']
    """
    system = get(scenario.system)
    named: dict[str, str] = {}
    for text in _names(scenario):
        found = system.find(text)
        if found is not None and not found.rule.always:
            named.setdefault(found.rule.id, found.name)
    return tuple(Switch(rule.id, named[rule.id]) for rule in system.rules if rule.id in named)


def _names(scenario: Scenario) -> Iterable[str]:
    for weapon in scenario.attacker.weapons:
        if weapon.count:
            yield from weapon.abilities
    yield from (*scenario.attacker.rules, *scenario.defender.rules, *scenario.rules)


def without(scenario: Scenario, ids: Iterable[str]) -> Scenario:
    """The scenario with some rules switched off, wherever they are named."""
    off = frozenset(ids)
    if not off:
        return scenario
    system = get(scenario.system)

    def kept(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text for text in texts if (found := system.find(text)) is None or found.rule.id not in off)

    attacker, defender = scenario.attacker, scenario.defender
    weapons = tuple(replace(weapon, abilities=kept(weapon.abilities)) for weapon in attacker.weapons)
    return replace(
        scenario,
        rules=kept(scenario.rules),
        attacker=replace(attacker, rules=kept(attacker.rules), weapons=weapons),
        defender=replace(defender, rules=kept(defender.rules)),
    )


class Values:
    """The measure of a scenario with any subset of its rules, each computed once."""

    def __init__(self, scenario: Scenario, rules: tuple[Switch, ...], what: Measure) -> None:
        everything = frozenset(each.id for each in rules)

        def value(on: frozenset[str]) -> float:
            return what.of(crunch(without(scenario, everything - on)))

        self.of = lru_cache(maxsize=None)(value)


def waterfall(scenario: Scenario | Mapping[str, Any] | str | Path, what: str = "mean_slain", *, order: Order = "listed") -> pl.DataFrame:
    """What each rule adds, starting from the matchup without any of them.

    Parameters
    ----------
    scenario : whatever `crunch` takes
    what : str
        See `measure`.
    order : {"listed", "largest", "fair"}
        "listed" adds the rules in the order of their groups; "largest" always adds the one that changes most next; "fair" gives each the
        mean of what it adds over all orders (its Shapley value).

    Returns
    -------
    polars.DataFrame
        One row a rule: id, rule, step (what it adds), before and after (running totals). The first row starts from the matchup without
        the rules, the last ends at the matchup as it is.

    Raises
    ------
    ScenarioError
        If the measure or the order is unknown, or a fair share of more than 10 rules is asked for.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 20, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["lethal hits"]}
    >>> target = {"models": [{"count": 20, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> waterfall({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})["step"].round(3).to_list()
    [1.667]
    """
    import polars as pl

    scenario = read(scenario)
    rules, what_of = switches(scenario), measure(what)
    values = Values(scenario, rules, what_of)
    match order:
        case "listed":
            ordered, steps = rules, None
        case "largest":
            ordered, steps = _largest_first(rules, values), None
        case "fair":
            steps = _fair_shares(rules, values)
            ordered = tuple(sorted(rules, key=lambda each: -abs(steps[each.id])))
        case _:
            raise ScenarioError("order", f"{order!r} is no order; use listed, largest or fair")
    rows: list[dict[str, Any]] = []
    on: frozenset[str] = frozenset()
    before = values.of(on)
    for each in ordered:
        on |= {each.id}
        after = before + steps[each.id] if steps is not None else values.of(on)
        rows.append({"id": each.id, "rule": each.name, "step": after - before, "before": before, "after": after})
        before = after
    schema = {"id": pl.String, "rule": pl.String, "step": pl.Float64, "before": pl.Float64, "after": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _largest_first(rules: tuple[Switch, ...], values: Values) -> tuple[Switch, ...]:
    left, out = list(rules), list[Switch]()
    on: frozenset[str] = frozenset()
    while left:
        before = values.of(on)
        best = max(left, key=lambda each, on=on, before=before: abs(values.of(on | {each.id}) - before))
        left.remove(best)
        out.append(best)
        on |= {best.id}
    return tuple(out)


def _fair_shares(rules: tuple[Switch, ...], values: Values) -> dict[str, float]:
    if len(rules) > MAX_FAIR:
        raise ScenarioError("order", f"a fair share of {len(rules)} rules is too much work; switch off all but {MAX_FAIR}")
    n = len(rules)
    shares: dict[str, float] = {}
    for each in rules:
        others = [other.id for other in rules if other is not each]
        shares[each.id] = sum(
            factorial(size)
            * factorial(n - 1 - size)
            / factorial(n)
            * (values.of(frozenset(subset) | {each.id}) - values.of(frozenset(subset)))
            for size in range(n)
            for subset in combinations(others, size)
        )
    return shares


def pairs(scenario: Scenario | Mapping[str, Any] | str | Path, what: str = "mean_slain") -> pl.DataFrame:
    """Whether two rules are worth more together than apart, every other rule switched off.

    Parameters
    ----------
    scenario : whatever `crunch` takes
    what : str
        See `measure`.

    Returns
    -------
    polars.DataFrame
        One row for each unordered pair and for each rule with itself: first, second, alone_first, alone_second, together (what they
        add to the matchup without rules), extra (together minus the two alone; 0 for a rule with itself).

    Raises
    ------
    ScenarioError
        If the measure is unknown, or there are more than 20 rules.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 12, "skill": "4+", "strength": 4, "ap": 0, "damage": 1,
    ...        "abilities": ["lethal hits", "twin-linked"]}
    >>> target = {"models": [{"count": 20, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> frame = pairs({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})
    >>> frame.filter(frame["first"] != frame["second"])["extra"].round(3).to_list()
    [-0.5]
    """
    import polars as pl

    scenario = read(scenario)
    rules, what_of = switches(scenario), measure(what)
    if len(rules) > MAX_PAIRED:
        raise ScenarioError("rules", f"pairs of {len(rules)} rules are too many to read; switch off all but {MAX_PAIRED}")
    values = Values(scenario, rules, what_of)
    none = values.of(frozenset())
    alone = {each.id: values.of(frozenset({each.id})) - none for each in rules}
    rows: list[dict[str, Any]] = []
    for index, first in enumerate(rules):
        for second in rules[index:]:
            together = values.of(frozenset({first.id, second.id})) - none
            extra = 0.0 if first is second else together - alone[first.id] - alone[second.id]
            rows.append(
                {
                    "first": first.name, "second": second.name, "alone_first": alone[first.id], "alone_second": alone[second.id],
                    "together": together, "extra": extra,
                }
            )  # fmt: skip
    numbers = dict.fromkeys(("alone_first", "alone_second", "together", "extra"), pl.Float64)
    return pl.DataFrame(rows, schema={"first": pl.String, "second": pl.String, **numbers}, orient="row")
