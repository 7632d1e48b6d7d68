"""The controls of the Rules Lab: those of the Matchup dashboard, the rules first, and what is measured in which order."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import ipywidgets

from toolkit.dashboards.matchup_controls import Change, Controls
from toolkit.dashboards.matchup_state import MatchupState
from toolkit.dashboards.roster import Roster
from toolkit.dashboards.widgets import group, html, styled
from toolkit.rules.rule import NoEffectOnDice
from toolkit.rules.system import System

MEASURES = [
    ("Average slain", "mean_slain"),
    ("Average wounds", "mean_damage"),
    ("Destroyed", "p_destroyed"),
    ("At least k slain", "at_least"),
]
ORDERS = [("Listed", "listed"), ("Largest first", "largest"), ("Fair share", "fair")]
_ORDER_HELP = [
    "Each rule on top of the ones above it, in the order of the list",
    "At every step the rule that changes most",
    "What each rule adds on average over all orders",
]


class LabControls(Controls):
    """The controls of the Rules Lab; parameters as for `Controls`."""

    def __init__(self, system: System, units: Roster, changed: Callable[[Change], None]) -> None:
        self.measure = ipywidgets.ToggleButtons(options=MEASURES, value="mean_slain")
        self.order = ipywidgets.ToggleButtons(options=ORDERS, value="listed", tooltips=_ORDER_HELP)
        self.weapon = ipywidgets.Dropdown(options=[("", 0)], value=0)
        super().__init__(system, units, changed)

    def what(self, state: MatchupState) -> str:
        """Return the measure in the words of `toolkit.studies.interactions.measure`."""
        return f"at_least_{state.k}" if self.measure.value == "at_least" else str(self.measure.value)

    def start_again(self) -> None:
        """Set what is measured, in which order, to what they were at first; ask for no new state."""
        with self.quiet():
            self.measure.value, self.order.value, self.weapon.index = "mean_slain", "listed", 0

    def _watch(self) -> None:
        self.k.observe(self._k_moved, "value")  # before the observer that asks for new numbers
        super()._watch()
        for control in (self.measure, self.order):
            self._on(control, "value", lambda _: lambda state: state)

    def _k_moved(self, _: Any) -> None:
        """Who sets k wants to know about it."""
        if not self._quiet:
            with self.quiet():
                self.measure.value = "at_least"

    def _arranged(self) -> Any:
        attacker, _ = group("Attacker", [self.attacker])
        target, _ = group("Target", [self.target])
        self.sides = styled(ipywidgets.GridBox([attacker, target]), "tk-sides")
        k = styled(ipywidgets.HBox([html("k =", "tk-fit"), styled(self.k, "tk-fit")]), "tk-k")
        self.asked = styled(ipywidgets.HBox([self.measure, k, self.order]), "tk-asked")
        self.rules.add_class("tk-tall")
        rules, self._rules_head = group("Rules", [self.rules], wide=True)
        weapons, _ = group("Weapons", [self.weapons])
        sizes, _ = group("Models of the target", [self.sizes])
        table, more = self._table_and_what_if()
        return styled(ipywidgets.VBox([rules, weapons, sizes, table, more]), "tk-ctl")

    def show(self, state: MatchupState, result: Any) -> None:
        """Set every control to what `state` says, and the rule list to what `result` made of it."""
        super().show(state, result)
        with self.quiet():
            firing = [weapon for weapon in result.scenario.attacker.weapons if weapon.count]
            options = [(f"{weapon.count} × {weapon.name}", place) for place, weapon in enumerate(firing)] or [("nothing fires", 0)]
            if list(self.weapon.options) != options:
                before = self.weapon.index or 0
                self.weapon.options = options
                self.weapon.index = before if before < len(options) else 0
            self.weapon.disabled = len(options) < 2

    def _show_rules(self, state: MatchupState, result: Any) -> None:
        """Leave out what cannot change a die, unless it is switched on."""
        idle = {rule.id for rule in self.system.rules if all(isinstance(effect, NoEffectOnDice) for effect in rule.effects)}
        on = state.rules_on(self.system)
        rules = tuple(rule for rule in result.rules if rule.id not in idle or rule.id in on)
        super()._show_rules(state, SimpleNamespace(rules=rules))
