"""Several scenarios side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import crunch
from toolkit.studies.result import Result

if TYPE_CHECKING:
    import polars as pl


def compare(scenarios: Iterable[Scenario | Mapping[str, Any] | str | Path | Result], *, at_least: int | None = None) -> pl.DataFrame:
    """Headline numbers of several scenarios, one row each, with the difference to the first.

    Parameters
    ----------
    scenarios : iterable
        Whatever `crunch` takes, or results it gave.
    at_least : int or None
        Adds the chance of slaying at least this many models.

    Returns
    -------
    polars.DataFrame
        Columns title, mean_damage, mean_slain, p_destroyed (probability), at_least_k (if asked for), gain_slain (mean models more
        than the first row), not_calculated.

    Raises
    ------
    ScenarioError
        If there is nothing to compare, or a scenario is bad (the message says which).

    Examples
    --------
    >>> gun = {"name": "Gun", "count": 10, "attacks": 2, "skill": "4+", "strength": 4, "ap": 0, "damage": 1}
    >>> target = {"models": [{"count": 10, "toughness": 4, "save": "5+", "wounds": 1}]}
    >>> plain = {"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}
    >>> lethal = {**plain, "title": "with Lethal Hits", "rules": ["lethal hits"]}
    >>> compare([plain, lethal])["gain_slain"].round(3).to_list()
    [0.0, 1.109]
    """
    import polars as pl

    results: list[Result] = []
    for index, scenario in enumerate(scenarios):
        try:
            results.append(scenario if isinstance(scenario, Result) else crunch(scenario))
        except ScenarioError as error:
            raise ScenarioError(f"scenario {index + 1}{': ' + error.where if error.where else ''}", error.message) from error
    if not results:
        raise ScenarioError("", "there is nothing to compare; give at least one scenario")
    first = float(results[0].mean_slain)
    rows: list[dict[str, Any]] = []
    for result in results:
        row: dict[str, Any] = {
            "title": result.scenario.title or result.question,
            "mean_damage": float(result.mean_damage),
            "mean_slain": float(result.mean_slain),
            "p_destroyed": float(result.p_destroyed),
        }
        if at_least is not None:
            row[f"at_least_{at_least}"] = float(result.slain.at_least(at_least))
        rows.append({**row, "gain_slain": float(result.mean_slain) - first, "not_calculated": ", ".join(result.not_calculated)})
    return pl.DataFrame(rows)
