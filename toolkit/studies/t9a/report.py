"""An answer of The Ninth Age written out: as one JSON object for programs, as plain text for people."""

from __future__ import annotations

from typing import Any

from toolkit.studies.t9a.result import ClashResult
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

_ENDS = {
    "attacker_wins": "{a}: win the round",
    "defender_wins": "{b}: win the round",
    "tie": "Nobody wins the round",
    "attacker_destroyed": "{a}: wiped out",
    "defender_destroyed": "{b}: wiped out",
    "both_destroyed": "Both are wiped out",
    "attacker_breaks": "{a}: break",
    "defender_breaks": "{b}: break",
    "goes_on": "The combat goes on",
    "attacker_caught": "{a}: break and are caught, if pursued",
    "defender_caught": "{b}: break and are caught, if pursued",
    "attacker_removed": "{a}: not caught, but too few left to flee",
    "defender_removed": "{b}: not caught, but too few left to flee",
}


def to_json(result: ClashResult) -> dict[str, Any]:
    """A result as plain tables: floats, or "num/den" texts where it is exact.

    Examples
    --------
    >>> from toolkit.studies.t9a.result import clash
    >>> unit = {"models": 1, "defensive": 3, "resilience": 3, "agility": 3, "attacks": 1, "offensive": 3, "strength": 3, "courage": 7}
    >>> answer = clash({"system": "t9a_3e", "attacker": {"name": "A", **unit}, "defender": {"name": "B", **unit}}, exact=True)
    >>> to_json(answer)["slain"]
    {'0': '3/4', '1': '1/4'}
    """
    exact, clash = result.exact, result.clash

    return {
        "system": result.system.id,
        "title": clash.title,
        "question": result.question,
        "exact": exact,
        "mean_damage": number(result.mean_damage, exact=exact),
        "mean_slain": number(result.mean_slain, exact=exact),
        "p_destroyed": number(result.p_destroyed, exact=exact),
        "damage": law(result.damage, exact=exact),
        "slain": law(result.slain, exact=exact),
        "own_damage": None if result.own_damage is None else law(result.own_damage, exact=exact),
        "own_slain": None if result.own_slain is None else law(result.own_slain, exact=exact),
        "chances": {name: number(p, exact=exact) for name, p in result.chances.items()},
        "stages": {name: law(each, exact=exact) for name, each in result.laws.items()},
        "steps": json_steps(result.steps, exact=exact),
        "ledger": json_ledger(result.entries),
        "not_calculated": list(result.not_calculated),
        "second_edition": list(result.second_edition),
        "warnings": list(result.warnings),
        "readings": {reading.key: reading.value for reading in result.readings},
    }


def to_text(result: ClashResult) -> str:
    """A result as plain text: the question, the headline numbers, how it ends, the rolls, what was left out.

    Examples
    --------
    >>> from toolkit.studies.t9a.result import clash
    >>> shots = {"shots": 10, "aim": "4+", "strength": 3}
    >>> print(to_text(clash({"system": "t9a_3e", "attacker": {"name": "Militia", "shooting": shots},
    ...     "defender": {"name": "Trolls", "models": 3}, "situation": {"phase": "shooting"}})).splitlines()[0])
    What do 10 shots of Militia do to 3 Trolls?
    """
    clash = result.clash
    units = [(clash.defender, result.damage, result.slain)]
    if clash.unit is not None and result.own_damage is not None and result.own_slain is not None:
        units.append((clash.unit, result.own_damage, result.own_slain))
    headline: list[tuple[str, str]] = []
    for unit, damage, slain in units:
        models, points = unit.models - unit.wounded // unit.health, unit.pool - unit.wounded
        headline += [
            (f"{unit.name}: models lost", f"{mean(slain.mean())} of {models} on average{usually(slain)}"),
            (f"{unit.name}: Health Points lost", f"{mean(damage.mean())} of {points} on average{usually(damage)}"),
        ]
    if clash.unit is None:
        headline.append((f"{clash.defender.name}: wiped out", percent(result.p_destroyed)))
    names = {"a": clash.attacker, "b": clash.defender.name}
    headline += [(_ENDS[end].format(**names), f"{percent(p)}{exactly(p)}") for end, p in result.chances.items()]
    parts = [
        [one_line(result.question)],
        [f"{one_line(clash.title)} · " * bool(clash.title) + f"{result.system.title} (unofficial)"],
        ["", *table([(one_line(name), said) for name, said in headline])],
        ["", f"{one_line(clash.defender.name)}: models lost"],
        table([("", "exactly", "at least"), *slain_rows(result.slain)], right=True),
        *explained(result.steps, result.entries, result.not_calculated, result.readings, result.warnings),
    ]
    if result.second_edition:
        parts += [["", f"Known from the 2nd edition only: {', '.join(result.second_edition)}"]]
    return "\n".join(line for part in parts for line in part)
