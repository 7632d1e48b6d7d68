"""Game editions: records and numbers, next to no code."""

from __future__ import annotations

from importlib import import_module

from toolkit.errors import ScenarioError
from toolkit.rules.system import Game, System

SYSTEMS = ("wh40k_10e", "wh40k_11e")
"""Ids of the editions with the attack sequence of Warhammer 40,000; each is a package of this name with a constant ``SYSTEM``."""
OTHERS = ("t9a_3e",)
"""Ids of the editions whose combat is of another kind; each is a package of this name with a constant ``GAME``."""
GAMES = (*SYSTEMS, *OTHERS)


def get(system: str) -> System:
    """The edition with this id, with the attack sequence that hits, wounds, saves and damages.

    Parameters
    ----------
    system : str
        Such as "wh40k_10e".

    Raises
    ------
    ScenarioError
        If there is no such edition, or its combat is of another kind.

    Examples
    --------
    >>> get("wh40k_10e").title
    'Warhammer 40,000, 10th edition'
    """
    if system in OTHERS:
        raise ScenarioError("system", f"{system!r} has a combat of its own, which only crunch works out; here use {_listed(SYSTEMS)}")
    if system not in SYSTEMS:
        raise ScenarioError("system", f"{system!r} is not a system; use one of {_listed(GAMES)}")
    return import_module(f"toolkit.systems.{system}").SYSTEM


def game(system: str) -> Game:
    """The edition with this id, whatever its combat: its records, facts and readings.

    Raises
    ------
    ScenarioError
        If there is no such edition.

    Examples
    --------
    >>> game("t9a_3e").find("impact hits d3").name
    'Impact Hits D3'
    """
    return import_module(f"toolkit.systems.{system}").GAME if system in OTHERS else get(system)


def _listed(systems: tuple[str, ...]) -> str:
    return ", ".join(map(repr, systems))
