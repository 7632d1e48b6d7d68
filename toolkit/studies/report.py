"""A result written out: as one JSON object for programs, as plain text for people."""

from __future__ import annotations

from typing import Any

from toolkit.studies.result import STAGES, Result
from toolkit.studies.written import (
    exactly,
    explained,
    json_ledger,
    json_steps,
    law,
    mean,
    number,
    one_line,
    percent,
    slain_rows,
    table,
    usually,
)


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
    exact = result.exact
    return {
        "system": result.scenario.system,
        "title": result.scenario.title,
        "question": result.question,
        "exact": result.exact,
        "mean_damage": number(result.mean_damage, exact=exact),
        "mean_slain": number(result.mean_slain, exact=exact),
        "p_destroyed": number(result.p_destroyed, exact=exact),
        "damage_rolled": None if result.damage_rolled is None else number(result.damage_rolled, exact=exact),
        "damage": law(result.damage, exact=exact),
        "slain": law(result.slain, exact=exact),
        "stages": {stage: law(result.stage(stage), exact=exact) for stage in STAGES},
        "weapons": [
            {"name": name, "stages": {stage: law(result.stage(stage, index), exact=exact) for stage in STAGES[:4]}}
            for index, name in firing
        ],
        "steps": json_steps(result.steps, exact=exact),
        "ledger": json_ledger(result.entries),
        "not_calculated": list(result.not_calculated),
        "warnings": list(result.warnings),
        "readings": {reading.key: reading.value for reading in result.readings},
        "choices": list(result.choices),
        "hazard": None if result.hazard is None else law(result.hazard, exact=exact),
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
        [one_line(result.question)],
        [f"{one_line(scenario.title)} · " * bool(scenario.title) + f"{result.system.title} (unofficial)"],
        [""],
        table(_headline(result)),
        ["", "Models slain"],
        table([("", "exactly", "at least"), *slain_rows(result.slain)], right=True),
    ]
    if not result.steps:
        parts += [["", "Nothing is firing: no weapon of the attacker has a count above 0."]]
    parts += explained(result.steps, result.entries, result.not_calculated, result.readings, result.warnings, result.choices)
    return "\n".join(line for part in parts for line in part)


def _headline(result: Result) -> list[tuple[str, str]]:
    models = sum(each.count for each in result.scenario.defender.models)
    wounds = sum(each.count * each.wounds for each in result.scenario.defender.models)
    rows = [
        ("Unit destroyed", f"{percent(result.p_destroyed)}{exactly(result.p_destroyed)}"),
        ("Models slain", f"{mean(result.mean_slain)} of {models} on average{usually(result.slain)}"),
        ("Wounds removed", f"{mean(result.mean_damage)} of {wounds} on average{usually(result.damage)}"),
    ]
    if result.damage_rolled is not None:
        rows.append(("Damage rolled", f"{mean(result.damage_rolled)} on average, before any is ignored or lost on models that die of less"))
    if result.hazard is not None:
        rows.append(("Own unit", f"suffers {mean(result.hazard.mean())} mortal wounds on average from Hazardous"))
    return rows
