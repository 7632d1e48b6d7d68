"""Exact probability for tabletop wargames. Unofficial: numbers and mechanics in our own words.

>>> import toolkit as tk
>>> tk.dice("2D6+3").at_least(12)
0.2778

The public names below are loaded when first used, so that importing the package stays cheap and changes nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.dice.one_die import DieTest, odds
    from toolkit.dice.pmf import Pmf
    from toolkit.dice.pools import dice, keep, rerolled, successes
    from toolkit.errors import ToolkitError
    from toolkit.profiles.tables import find_unit, search, units, weapons
    from toolkit.rules.scenario import Scenario
    from toolkit.studies.any_game import crunch
    from toolkit.studies.compare import compare
    from toolkit.studies.explain import rule
    from toolkit.studies.faces import die_faces
    from toolkit.studies.fight import fight
    from toolkit.studies.files import load, save
    from toolkit.studies.firing import best_order
    from toolkit.studies.interactions import pairs, waterfall
    from toolkit.studies.plan import run_plan
    from toolkit.studies.policy import command_reroll
    from toolkit.studies.result import Result
    from toolkit.studies.rolls import battle_shock, charge
    from toolkit.studies.usage import may_use
    from toolkit.systems import get as system

    # Declared, not imported: what imports this package must not reach the screens, not even while types are checked.
    ambush_planner: Any
    army_reserves: Any
    reserves_planner: Any

__version__ = "0.1.0"

_HOMES = {
    "DieTest": "toolkit.dice.one_die",
    "Pmf": "toolkit.dice.pmf",
    "Result": "toolkit.studies.result",
    "Scenario": "toolkit.rules.scenario",
    "ToolkitError": "toolkit.errors",
    "ambush_planner": "toolkit.dashboards",
    "army_reserves": "toolkit.dashboards",
    "battle_shock": "toolkit.studies.rolls",
    "best_order": "toolkit.studies.firing",
    "charge": "toolkit.studies.rolls",
    "command_reroll": "toolkit.studies.policy",
    "compare": "toolkit.studies.compare",
    "crunch": "toolkit.studies.any_game",
    "dice": "toolkit",
    "die_faces": "toolkit.studies.faces",
    "fight": "toolkit.studies.fight",
    "find_unit": "toolkit.profiles.tables",
    "keep": "toolkit.dice.pools",
    "load": "toolkit.studies.files",
    "may_use": "toolkit.studies.usage",
    "odds": "toolkit.dice.one_die",
    "pairs": "toolkit.studies.interactions",
    "rerolled": "toolkit.dice.pools",
    "reserves_planner": "toolkit.dashboards",
    "rule": "toolkit.studies.explain",
    "run_plan": "toolkit.studies.plan",
    "save": "toolkit.studies.files",
    "search": "toolkit.profiles.tables",
    "successes": "toolkit.dice.pools",
    "system": "toolkit.systems",
    "units": "toolkit.profiles.tables",
    "waterfall": "toolkit.studies.interactions",
    "weapons": "toolkit.profiles.tables",
}
_RENAMED = {"system": "get"}

__all__ = [
    "DieTest",
    "Pmf",
    "Result",
    "Scenario",
    "ToolkitError",
    "ambush_planner",
    "army_reserves",
    "battle_shock",
    "best_order",
    "charge",
    "command_reroll",
    "compare",
    "crunch",
    "dice",
    "die_faces",
    "fight",
    "find_unit",
    "keep",
    "load",
    "may_use",
    "odds",
    "pairs",
    "rerolled",
    "reserves_planner",
    "rule",
    "run_plan",
    "save",
    "search",
    "successes",
    "system",
    "units",
    "waterfall",
    "weapons",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'toolkit' has no attribute {name!r}")
    if name == "dice":  # a package that can be called
        return import_module("toolkit.dice")
    return getattr(import_module(home), _RENAMED.get(name, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
