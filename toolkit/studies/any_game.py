"""`crunch` for scenario documents of every game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.rules.scenario import Scenario
from toolkit.studies import crunch as sequence
from toolkit.studies.result import Result
from toolkit.systems import OTHERS

if TYPE_CHECKING:
    from toolkit.studies.t9a.result import ClashResult


def crunch(scenario: Scenario | Mapping[str, Any] | str | Path, *, exact: bool = False) -> Result | ClashResult:
    """Compute what one unit does to another, in the game that the scenario names.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path
        A `Scenario`, a scenario document as a dictionary, or the path of a document (.toml or .json).
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Result or ClashResult
        The second for The Ninth Age. Both have ``damage`` and ``slain`` (distributions), ``mean_damage``, ``mean_slain``,
        ``p_destroyed``, ``steps``, ``stages``, ``ledger``, ``readings`` and ``not_calculated``.

    Raises
    ------
    ScenarioError
        If the document has a key or value that cannot be used.

    Examples
    --------
    >>> shots = {"shots": 10, "aim": "4+", "strength": 3}
    >>> target = {"name": "B", "models": 20, "resilience": 3, "armour": 1}
    >>> crunch({"system": "t9a_3e", "attacker": {"shooting": shots}, "defender": target, "situation": {"phase": "shooting"}},
    ...        exact=True).mean_damage
    Fraction(25, 12)
    """
    document: Any = scenario
    if isinstance(scenario, str | Path):
        from toolkit.studies.files import load

        document = load(scenario)
    if isinstance(document, Mapping) and document.get("system") in OTHERS:
        from toolkit.studies.t9a.result import clash

        return clash(document, exact=exact)
    return sequence.crunch(document, exact=exact)
