"""Scenario files that only the browser has, and what to call the ones it saves."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from toolkit.dashboards import text
from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Scenario
from toolkit.studies import files
from toolkit.studies.question import counted


def read(name: str, content: str | None) -> dict[str, Any]:
    """Read the text of a file that only the browser has, as if it were a file here.

    Parameters
    ----------
    name : str
        Name of the file; its ending tells the format.
    content : str or None
        Its text; None if the browser found it far too large.

    Raises
    ------
    ScenarioError
        If it is no scenario document; the message begins with the name of the file.

    Examples
    --------
    >>> read("a.json", '{"system": "wh40k_10e"}')
    {'system': 'wh40k_10e'}
    """
    if content is None:
        raise ScenarioError(name, f"is too large; a scenario file may have {files.MAX_BYTES / 1e6:.0f} MB at most")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (Path(name).name or "scenario")
        path.write_text(content, encoding="utf-8")
        try:
            return files.load(path)
        except ScenarioError as problem:
            raise ScenarioError(name if problem.where == str(path) else problem.where, problem.message) from None


def title(scenario: Scenario) -> str:
    """Return what a scenario is about, for the name of its file.

    Examples
    --------
    >>> from toolkit.rules.scenario import Attacker, Defender, Models
    >>> title(Scenario("wh40k_10e", Attacker("Boyz"), Defender("Rhino", models=(Models(1, 9, 3, 10),))))
    'Boyz into 1 Rhino'
    """
    if scenario.title:
        return scenario.title
    guns = text.listed([f"{weapon.count} × {weapon.name}" for weapon in scenario.attacker.weapons])
    size = sum(models.count for models in scenario.defender.models)
    return f"{guns or scenario.attacker.name or 'Nobody'} into {counted(size, scenario.defender.name)}"
