"""A result written out: as one JSON object for programs, as plain text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from toolkit.dice.pmf import Pmf, Probability
from toolkit.studies.result import STAGES, Result

LONGEST_FRACTION = 20
"""Characters up to which text shows a fraction beside the rounded number."""


def to_json(result: Result) -> dict[str, Any]:
    """A result as plain tables: floats, or "num/den" texts where it is exact.

    Distributions map each value to its probability; ``stages`` are those of all weapons together, ``weapons`` has them one by one.

    Examples
    --------
    >>> from toolkit.studies.crunch import crunch
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1}
    >>> target = {"models": [{"count": 1, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> result = crunch({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}, exact=True)
    >>> to_json(result)["slain"]
    {'0': '3/4', '1': '1/4'}
    """
    firing = [(index, attack.name) for index, attack in enumerate(result.resolved.attacks)]
    columns = ("weapon", "step", "rule", "effect", "status", "reason")
    return {
        "system": result.scenario.system,
        "title": result.scenario.title,
        "question": result.question,
        "exact": result.exact,
        "mean_damage": _number(result.mean_damage, result),
        "mean_slain": _number(result.mean_slain, result),
        "p_destroyed": _number(result.p_destroyed, result),
        "damage_rolled": None if result.damage_rolled is None else _number(result.damage_rolled, result),
        "damage": _law(result.damage, result),
        "slain": _law(result.slain, result),
        "stages": {stage: _law(result.stage(stage), result) for stage in STAGES},
        "weapons": [
            {"name": name, "stages": {stage: _law(result.stage(stage, index), result) for stage in STAGES[:4]}} for index, name in firing
        ],
        "steps": [
            {
                "weapon": step.weapon,
                "step": step.name,
                "needs": step.needs,
                "chance": None if step.chance is None else _number(step.chance, result),
                "because": list(step.because),
            }
            for step in result.steps
        ],
        "ledger": [{column: getattr(entry, column) for column in columns} for entry in result.entries],
        "not_calculated": list(result.not_calculated),
        "warnings": list(result.warnings),
        "readings": {reading.key: reading.value for reading in result.readings},
        "choices": list(result.choices),
        "hazard": None if result.hazard is None else _law(result.hazard, result),
    }


def to_text(result: Result) -> str:
    """A result as plain text: the question, the headline numbers, models slain, the steps, what was left out.

    Examples
    --------
    >>> from toolkit.studies.crunch import crunch
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1}
    >>> target = {"name": "Guardsman", "models": [{"count": 1, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> result = crunch({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})
    >>> print(to_text(result).splitlines()[0])
    What do 1 × Gun do to 1 Guardsman?
    """
    scenario = result.scenario
    parts = [
        [_line(result.question)],
        [f"{_line(scenario.title)} · " * bool(scenario.title) + f"{result.system.title} (unofficial)"],
        [""],
        table(_headline(result)),
        ["", "Models slain"],
        table([("", "exactly", "at least"), *_slain(result.slain)], right=True),
    ]
    if result.steps:
        rows = [(_line(step.weapon), step.name, step.needs, _chance(step.chance), "; ".join(step.because)) for step in result.steps]
        parts += [["", "Steps"], table([("weapon", "step", "needs", "chance", "because"), *rows])]
    else:
        parts += [["", "Nothing is firing: no weapon of the attacker has a count above 0."]]
    if result.entries:
        rows = [(_line(entry.weapon), _line(entry.rule), entry.status, entry.effect, entry.reason) for entry in result.entries]
        parts += [["", "Rules"], table([("weapon", "rule", "status", "changes", "why"), *rows])]
    left = ", ".join(_line(name) for name in result.not_calculated)
    parts += [["", f"Not calculated: {left}" if left else "Every rule that is named is calculated."]]
    if result.choices:
        parts += [["", *(f"Choice: {_line(choice)}" for choice in result.choices)]]
    if result.readings:
        told = ", ".join(
            f"{each.key} = {str(each.value).lower()}{'' if each.default else ' (not the default)'}" for each in result.readings
        )
        parts += [["", f"Readings: {told}"]]
    if result.warnings:
        parts += [["", *(f"Warning: {_line(warning)}" for warning in result.warnings)]]
    return "\n".join(line for part in parts for line in part)


def percent(probability: Probability) -> str:
    """A probability as players read it: never rounded to certainty.

    Examples
    --------
    >>> percent(0.3196), percent(0.0000001), percent(0.99999), percent(1)
    ('32.0%', '<0.1%', '>99.9%', '100%')
    """
    if not probability:
        return "0%"
    if probability < 0.0005:
        return "<0.1%"
    if probability < 0.9995:
        return f"{float(probability):.1%}"
    return "100%" if probability > 1 - 1e-12 else ">99.9%"  # the last digits of a sum of floats are dust


def table(rows: Iterable[Sequence[str]], *, right: bool = False) -> list[str]:
    """Rows as lines of text whose columns are aligned, on the left or on the right.

    Examples
    --------
    >>> table([("a", "b"), ("long", "c")])
    ['a     b', 'long  c']
    """
    cells = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    align = str.rjust if right else str.ljust
    return ["  ".join(align(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _number(value: Probability, result: Result) -> float | str:
    if not result.exact:
        return float(value)
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"


def _law(law: Pmf, result: Result) -> dict[str, float | str]:
    return {str(value): _number(probability, result) for value, probability in law.items()}


def _headline(result: Result) -> list[tuple[str, str]]:
    models = sum(each.count for each in result.scenario.defender.models)
    wounds = sum(each.count * each.wounds for each in result.scenario.defender.models)
    rows = [
        ("Unit destroyed", f"{percent(result.p_destroyed)}{_exactly(result.p_destroyed)}"),
        ("Models slain", f"{_mean(result.mean_slain)} of {models} on average{_usually(result.slain)}"),
        ("Wounds removed", f"{_mean(result.mean_damage)} of {wounds} on average{_usually(result.damage)}"),
    ]
    if result.damage_rolled is not None:
        rows.append(
            ("Damage rolled", f"{_mean(result.damage_rolled)} on average, before any is ignored or lost on models that die of less")
        )
    if result.hazard is not None:
        rows.append(("Own unit", f"suffers {_mean(result.hazard.mean())} mortal wounds on average from Hazardous"))
    return rows


def _mean(value: Probability) -> str:
    return f"{float(value):.2f}{_exactly(value)}"


def _exactly(value: Probability) -> str:
    shown = str(value) if isinstance(value, Fraction) and value.denominator > 1 else ""
    return f" ({shown})" if shown and len(shown) <= LONGEST_FRACTION else ""


def _usually(law: Pmf) -> str:
    low, high = law.quantile(0.1), law.quantile(0.9)
    return f", usually {low}" if low == high else f", usually {low} to {high}"


def _slain(law: Pmf) -> list[tuple[str, str, str]]:
    """Rows for the numbers that are seen at a table; the rare ones at both ends in one row each."""
    seen = [value for value, probability in law.items() if probability >= 0.0005] or [law.low]
    first, last = seen[0], seen[-1]
    rows = [(str(value), percent(law[value]), percent(law.at_least(value))) for value in range(first, last + 1)]
    if first > law.low and (rest := law.at_most(first - 1)):
        rows.insert(0, (f"fewer than {first}", percent(rest), ""))
    if last < law.high and (rest := law.at_least(last + 1)):
        rows.append((f"more than {last}", percent(rest), ""))
    return rows


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"{percent(chance)}{_exactly(chance)}"


def _line(text: str) -> str:
    """Text from a scenario on one line, whatever it holds."""
    return " ".join(text.split())
