"""The army reserves sheet: who may wait in reserves, and until when.

It moves controls and calls `toolkit.studies`; it counts and adds nothing up itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets

from toolkit.dashboards import army_answer as say
from toolkit.dashboards import sheet
from toolkit.dashboards.army_answer import ArmyAnswer
from toolkit.dashboards.army_state import SIZES, ArmyState, first_state, opened
from toolkit.dashboards.controls import ControlColumn
from toolkit.dashboards.pieces import chart_note, chart_title
from toolkit.dashboards.screen import Screen, button
from toolkit.dashboards.widgets import group, html, line, styled
from toolkit.studies.reserve_words import has_keyword
from toolkit.studies.reserves import LIMITS, check_reserves, legal_sets
from toolkit.studies.timeline import WaitingUnit, timeline
from toolkit.systems import get

_COLUMNS = [
    {"label": "Unit", "kind": "text", "width": "auto"},
    {"label": "Waits", "kind": "check", "width": "52px"},
    {"label": "Points", "kind": "number", "step": 5, "width": "76px"},
    {"label": "Embarked in", "kind": "text", "width": "130px"},
    {"label": "Keywords", "kind": "text", "width": "210px"},
]


class ArmyControls(ControlColumn[ArmyState]):
    """The table of units, the edition and the size of the battle; parameters as for `ControlColumn`."""

    def __init__(self, changed: Callable[[Callable[[ArmyState], ArmyState]], None]) -> None:
        super().__init__(changed)
        self.system = ipywidgets.ToggleButtons(options=[(get(key).title.split(", ")[-1], key) for key in LIMITS])
        self.size = ipywidgets.Dropdown(options=SIZES)
        self.army = sheet.Sheet(columns=_COLUMNS, label="Units of the army", empty="The army has no units. Add one.")
        self._on(self.system, "value", lambda value: lambda state: replace(state, system=value))
        self._on(self.size, "value", lambda value: lambda state: replace(state, points=value))
        self._on(self.army, "rows", lambda rows: lambda state: state.with_rows(rows))

    def show(self, state: ArmyState) -> None:
        """Set every control to what `state` says."""
        with self.quiet():
            self.system.value = state.system
            sizes = SIZES if state.points in [points for _, points in SIZES] else [*SIZES, (f"{state.points:,} points", state.points)]
            if list(self.size.options) != sizes:
                self.size.options = sizes
            self.size.value = state.points
            self.army.rows = state.rows()


class ArmyReserves(Screen[ArmyState]):
    """The dashboard as a widget; make it with `toolkit.dashboards.army_reserves`.

    Attributes
    ----------
    state : ArmyState
        What the controls say.
    result : ArmyAnswer
        The numbers on the screen.
    """

    title = "Army reserves"
    css_class = "tk-army"
    copy_help = "Copy the answer and the list as text"

    def __init__(self, given: Mapping[str, Any] | str | Path | None, system: str) -> None:
        self.system = system
        super().__init__(given, about="Warhammer 40,000")

    # --- making -----------------------------------------------------------------------------------------------------

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        self.controls = ArmyControls(self.change)
        self.question, self.warnings, self.largest, self.rounds = (html() for _ in range(4))
        self.tiles = html("", "tk-sticky")
        self.add_button = button("Add unit", "Put one more unit into the list", lambda: self.change(lambda state: state.with_more()))
        self.take_button = button("Take the largest", "Place the largest legal choice in reserves", self.take_largest)
        self.none_button = button("Nobody waits", "Take every unit out of reserves", lambda: self.change(lambda s: s.with_choice(())))
        ask = styled(box([self.error, self.question, self.tiles, self._compare_row()]), "tk-ask")
        battle, _ = group("Battle", [line("Rules of", self.controls.system), line("Size", self.controls.size)])
        rules, _ = group("Rules of this choice", [self.warnings])
        control = styled(box([battle, rules]), "tk-ctl")
        head = styled(row([html(chart_title("The army"), "tk-flex"), self.add_button, self.none_button]), "tk-row")
        first = styled(box([head, self.controls.army]), "tk-first")
        sets_head = styled(row([html(chart_title("The largest legal choices"), "tk-flex"), self.take_button]), "tk-row")
        note = html(chart_note("for units that have not arrived by then"))
        when = styled(box([html(chart_title("What may arrive when")), note, self.rounds]), "tk-card")
        sets = styled(box([sets_head, self.largest]), "tk-card")
        more = styled(box([when, sets]), "tk-more")
        return styled(ipywidgets.Box([self._head(), ask, control, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def take_largest(self) -> None:
        """Place the largest legal choice in reserves."""
        if self.result.sets.largest:
            self.change(lambda state: state.with_choice(self.result.sets.largest[0]))

    # --- files ------------------------------------------------------------------------------------------------------

    @property
    def document(self) -> dict[str, Any]:
        """The document of what the controls say."""
        return self.state.document()

    def document_title(self) -> str:
        """Return how large the battle is."""
        return f"Army in reserves, {self.state.points} points"

    def text_to_copy(self) -> str:
        """Return the answer and the document as text."""
        return f"{say.in_words(self.state, self.result)}\n\n{self.file_to_save()[1]}"

    def _first_state(self) -> ArmyState:
        return first_state(self.system)

    def _opened(self, given: Mapping[str, Any] | str | Path) -> ArmyState:
        return opened(given, self.system)

    # --- computing and showing --------------------------------------------------------------------------------------

    def _compute(self, state: ArmyState) -> ArmyAnswer:
        check = check_reserves(state.army, state.waiting, state.points, limits=state.limits)
        waits = set(check.frame.filter(check.frame["waits"])["unit"].to_list())
        units = [
            WaitingUnit(
                each.name,
                embarked_in=each.embarked_in if each.embarked_in in waits else "",
                keywords=each.keywords,
                abilities=each.keywords,
            )
            for each in state.army
            if each.name in waits and not any(has_keyword(each.keywords, word) for word in state.limits.not_keywords)
        ]
        return ArmyAnswer(
            state, check, legal_sets(state.army, state.points, limits=state.limits), timeline(units, state.ways, limits=state.limits)
        )

    def _show_answer(self, state: ArmyState, result: ArmyAnswer) -> None:
        self.question.value = say.question(state)
        self.tiles.value = say.tiles(result, self.pinned[1] if self.pinned else None)
        self.warnings.value = say.warnings(result)
        self.largest.value = say.largest(result)
        self.rounds.value = say.rounds(result)

    def _in_comparison(self, before: ArmyAnswer, now: ArmyAnswer) -> tuple[str, str]:
        return say.about(before.state), say.differences(before.state, now.state)

    def _show_controls(self, state: ArmyState, result: Any) -> None:
        self.controls.show(state)
