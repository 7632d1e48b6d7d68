"""Screens for playing with numbers: made of controls, live charts and the studies behind them.

A dashboard is a widget; leave it as the last line of a notebook cell. Importing this package loads no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.dashboards.ambush_screen import AmbushPlanner
    from toolkit.dashboards.army_screen import ArmyReserves
    from toolkit.dashboards.lab_screen import RulesLab
    from toolkit.dashboards.matchup_screen import Matchup
    from toolkit.dashboards.reserves_screen import ReservesPlanner
    from toolkit.profiles import Tables
    from toolkit.rules.scenario import Scenario

__all__ = ["ambush_planner", "army_reserves", "matchup", "reserves_planner", "rules_lab"]


def matchup(
    scenario: Scenario | Mapping[str, Any] | str | Path | None = None, *, system: str = "wh40k_10e", profiles: Tables | None = None
) -> Matchup:
    """What does this unit do to that one? Pick units, weapons, rules and what is true on the table; compare with a pinned answer.

    Parameters
    ----------
    scenario : Scenario, mapping, str or Path, optional
        What to start with: a scenario, a scenario document, or a file with one.
    system : str
        The game.
    profiles : Tables, optional
        Units of your own (`toolkit.profiles.load`) instead of the shipped ones.

    Returns
    -------
    Matchup
        A widget; its ``result`` and ``document`` are what is on the screen.

    Raises
    ------
    ToolkitError
        If the scenario cannot be used.

    Examples
    --------
    >>> screen = matchup()
    >>> screen.controls.facts["remained_stationary"].value = True
    >>> screen.document["situation"]
    {'remained_stationary': True}
    """
    from toolkit.dashboards.matchup_screen import Matchup

    return Matchup(scenario, system, profiles)


def rules_lab(
    scenario: Scenario | Mapping[str, Any] | str | Path | None = None, *, system: str = "wh40k_10e", profiles: Tables | None = None
) -> RulesLab:
    """What is each rule worth? One matchup, every rule a switch: what each adds, which help each other, what each face of a die does.

    Parameters
    ----------
    scenario, system, profiles
        As for `matchup`.

    Returns
    -------
    RulesLab
        A widget; its ``result``, ``steps``, ``pairs`` and ``document`` are what is on the screen.

    Raises
    ------
    ToolkitError
        If the scenario cannot be used.

    Examples
    --------
    >>> lab = rules_lab()
    >>> lab.all_off()
    >>> len(lab.steps)
    0
    """
    from toolkit.dashboards.lab_screen import RulesLab

    return RulesLab(scenario, system, profiles)


def reserves_planner(scenario: Mapping[str, Any] | str | Path | None = None, *, system: str = "wh40k_11e") -> ReservesPlanner:
    """Where can a unit arrive, and what can it charge from there? Move units on a board, click to place the arriving one.

    Parameters
    ----------
    scenario : mapping, str or Path, optional
        A scenario document with a ``[board]``, or a file with one.
    system : str
        The game, where the scenario does not say.

    Returns
    -------
    ReservesPlanner
        A widget; its ``state``, ``result`` and ``document`` are what is on the screen.

    Raises
    ------
    ToolkitError
        If the scenario cannot be used.

    Examples
    --------
    >>> planner = reserves_planner()
    >>> planner.result.legal, round(float(planner.result.map.best.chance), 3)
    (True, 0.278)
    """
    from toolkit.dashboards.reserves_screen import ReservesPlanner

    return ReservesPlanner(scenario, system)


def ambush_planner(document: Mapping[str, Any] | str | Path | None = None) -> AmbushPlanner:
    """When do ambushing units of The Ninth Age arrive, and does a formation fit at the chosen point? Rolls and room, drawn.

    Parameters
    ----------
    document : mapping, str or Path, optional
        What the planner saved: a document with an ``[ambush]`` table, or a file with one.

    Returns
    -------
    AmbushPlanner
        A widget; its ``state``, ``result`` and ``document`` are what is on the screen.

    Raises
    ------
    ToolkitError
        If the document cannot be used.

    Examples
    --------
    >>> planner = ambush_planner()
    >>> round(planner.result.arrivals.laws[0].by(3), 4)
    0.8889
    """
    from toolkit.dashboards.ambush_screen import AmbushPlanner

    return AmbushPlanner(document)


def army_reserves(document: Mapping[str, Any] | str | Path | None = None, *, system: str = "wh40k_11e") -> ArmyReserves:
    """Who may wait in reserves, how much room is left, and what may arrive when.

    Parameters
    ----------
    document : mapping, str or Path, optional
        What the sheet saved: a document with an ``[army]`` table, or a file with one.
    system : str
        The game, where the document does not say.

    Returns
    -------
    ArmyReserves
        A widget; its ``state``, ``result`` and ``document`` are what is on the screen.

    Raises
    ------
    ToolkitError
        If the document cannot be used.

    Examples
    --------
    >>> army_reserves().result.check.room
    Fraction(515, 1)
    """
    from toolkit.dashboards.army_screen import ArmyReserves

    return ArmyReserves(document, system)
