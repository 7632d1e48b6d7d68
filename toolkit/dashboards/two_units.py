"""What the dashboards about one unit attacking another share: their state is a `MatchupState`, their files are scenario documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolkit.dashboards import documents
from toolkit.dashboards.matchup_controls import Controls
from toolkit.dashboards.matchup_state import MatchupState, from_scenario, start
from toolkit.dashboards.roster import Roster
from toolkit.dashboards.screen import Screen
from toolkit.errors import ScenarioError
from toolkit.profiles import Tables, tables
from toolkit.rules import document
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import crunch
from toolkit.systems import get

FIRST_PAIR = ("Field Ordnance Battery", "Intercessor Squad")


class TwoUnits(Screen[MatchupState]):
    """A dashboard about one unit attacking another.

    Parameters
    ----------
    scenario : Scenario, mapping, str, Path or None
        What to start with; None for two units of the tables.
    system : str
        The game.
    profiles : Tables or None
        Units of your own; None for the shipped ones.
    """

    controls: Controls

    def __init__(self, scenario: Scenario | Mapping[str, Any] | str | Path | None, system: str, profiles: Tables | None) -> None:
        self.system = get(system)
        self.units = Roster(profiles or tables(system))
        super().__init__(scenario, about=self.system.title)

    @property
    def document(self) -> dict[str, Any]:
        """The scenario document of what the controls say."""
        known = self.units.find(self.state.printed.attacker.name) is not None
        return document.to_document(self.state.scenario(self.system, idle=not known))

    def document_title(self) -> str:
        """Return who attacks whom."""
        return documents.title(self.state.scenario(self.system))

    def _opened(self, given: Scenario | Mapping[str, Any] | str | Path) -> MatchupState:
        scenario = crunch(given).scenario  # names are completed, mistakes are found
        if scenario.system != self.system.id:
            raise ScenarioError("system", f'"{scenario.system}" is not the game of this dashboard; it shows "{self.system.id}"')
        return from_scenario(scenario, self.system, self.units)

    def _first_state(self) -> MatchupState:
        names = [key for key, _, _ in self.units.options]
        attacker, target = (self.units.find(name) or self.units.find(names[0]) for name in FIRST_PAIR)
        return start(attacker, target, self.system)  # type: ignore[arg-type]

    def _show_controls(self, state: MatchupState, result: Any) -> None:
        self.controls.show(state, result)
