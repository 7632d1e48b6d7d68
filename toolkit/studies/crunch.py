"""One scenario, exactly: `crunch`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolkit.attack.sequence import resolve as resolve_attacks
from toolkit.errors import ScenarioError, SpecError, ToolkitError
from toolkit.rules.document import parse
from toolkit.rules.resolve import resolve as resolve_rules
from toolkit.rules.scenario import Scenario
from toolkit.studies.result import Result
from toolkit.systems import get


def crunch(scenario: Scenario | Mapping[str, Any] | str | Path, *, exact: bool = False) -> Result:
    """Compute what this attacker does to this defender.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
        A `Scenario`, a scenario document as a dictionary, or the path of a document (.toml or .json). A document may name units
        of the profile tables instead of spelling out weapons and models.
    exact : bool
        Fractions instead of floats, through the same code.

    Returns
    -------
    Result
        ``damage`` and ``slain`` are distributions, ``p_destroyed`` a probability; ``steps`` and ``ledger`` explain them,
        ``not_calculated`` names what was left out.

    Raises
    ------
    ScenarioError
        If the document has a key or value that cannot be used, or the matchup would not fit in memory.

    Examples
    --------
    >>> gun = {"name": "Malleus rocket launcher", "count": 2, "range": 48, "attacks": "D6+6", "skill": "5+", "strength": 6,
    ...        "ap": -1, "damage": 1, "abilities": ["blast", "heavy"]}
    >>> target = {"name": "Intercessors", "models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
    >>> result = crunch({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target,
    ...                  "situation": {"remained_stationary": True}})
    >>> round(result.mean_damage, 3), round(result.slain.at_least(3), 3)
    (3.5, 0.129)
    """
    scenario = read(scenario)
    system = get(scenario.system)
    resolved = resolve_rules(scenario, system)
    try:
        outcome = resolve_attacks(resolved.attacks, resolved.defence, exact=exact)
    except SpecError as error:
        raise ScenarioError("", str(error)) from error
    return Result(scenario, system, resolved, outcome, exact)


def read(scenario: Scenario | Mapping[str, Any] | str | Path) -> Scenario:
    """The scenario that a document or a file describes, completed from the profile tables.

    Raises
    ------
    ScenarioError
        If the document has a key or value that cannot be used.

    Examples
    --------
    >>> read({"system": "wh40k_10e", "attacker": {}, "defender": {"name": "Rhino"}}).defender.models[0].toughness
    9
    """
    from toolkit.studies.completion import complete

    if isinstance(scenario, Scenario):
        return scenario
    if isinstance(scenario, str | Path):
        from toolkit.studies.files import load

        scenario = load(scenario)
    document = scenario
    system_id = document.get("system")
    if not isinstance(system_id, str):
        return parse(document)  # which says what is wrong
    system = get(system_id)
    found = parse(complete(document), system.facts, system.readings)
    if found.board:
        _check_board(found.board)
    return found


def _check_board(table: Mapping[str, Any]) -> None:
    # Shapes need shapely, which matchups without a table can do without.
    from toolkit.battlefield.document import board_from

    try:
        board_from(table)
    except ToolkitError as error:
        raise ScenarioError("board", str(error)) from None
