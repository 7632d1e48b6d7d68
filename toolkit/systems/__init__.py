"""Game editions: records and numbers, next to no code."""

from __future__ import annotations

from importlib import import_module

from toolkit.errors import ScenarioError
from toolkit.rules.system import System

SYSTEMS = ("wh40k_10e", "wh40k_11e")
"""Ids of the editions that are modelled; each is a package of this name with a constant ``SYSTEM``."""


def get(system: str) -> System:
    """The edition with this id.

    Parameters
    ----------
    system : str
        Such as "wh40k_10e".

    Raises
    ------
    ScenarioError
        If there is no such edition.

    Examples
    --------
    >>> get("wh40k_10e").title
    'Warhammer 40,000, 10th edition'
    """
    if system not in SYSTEMS:
        raise ScenarioError("system", f"{system!r} is not a system; use one of {', '.join(map(repr, SYSTEMS))}")
    return import_module(f"toolkit.systems.{system}").SYSTEM
