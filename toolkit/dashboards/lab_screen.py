"""The Rules Lab: one matchup, every rule a switch, and what each is worth: alone, on top of the others, in pairs, on each face of a die.

It moves controls and calls `toolkit.studies`; it computes no chance itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets
import polars as pl

from toolkit.charts import pairs as pairs_chart
from toolkit.charts import waterfall as waterfall_chart
from toolkit.charts.amounts import is_nothing
from toolkit.charts.live import LiveChart, loader
from toolkit.dashboards import documents, lab_answer, text
from toolkit.dashboards import matchup_answer as answer
from toolkit.dashboards.lab_controls import LabControls
from toolkit.dashboards.matchup_controls import Change
from toolkit.dashboards.matchup_state import MatchupState, from_scenario, start
from toolkit.dashboards.roster import Roster
from toolkit.dashboards.widgets import FileButton, Shell, html, styled
from toolkit.errors import ScenarioError, ToolkitError
from toolkit.profiles import Tables, tables
from toolkit.rules import document
from toolkit.rules.scenario import Scenario
from toolkit.studies import files
from toolkit.studies.crunch import crunch
from toolkit.studies.interactions import MAX_FAIR, MAX_PAIRED, Order, measure, pairs, switches, waterfall
from toolkit.systems import get

FIRST_PAIR = ("Field Ordnance Battery", "Intercessor Squad")
FIRST_RULES = ("Lethal Hits", "Take Aim!", "Stealth")
"""Switched on at first, so that there is something to compare."""


class RulesLab(ipywidgets.VBox):
    """The dashboard as a widget; make it with `toolkit.dashboards.rules_lab`.

    Attributes
    ----------
    state : MatchupState
        What the controls say about the matchup.
    result : Result
        The matchup with the rules that are on.
    steps, pairs : polars.DataFrame
        The numbers of the two charts.
    """

    def __init__(self, scenario: Scenario | Mapping[str, Any] | str | Path | None, system: str, profiles: Tables | None) -> None:
        self.system = get(system)
        self.units = Roster(profiles or tables(system))
        self.result: Any = None
        self.steps = self.pairs = pl.DataFrame()
        self.message = ""
        self.shell = Shell()
        self.controls = LabControls(self.system, self.units, self.change)
        self._make_buttons()
        self._make_answer()
        super().__init__([loader(), self.shell, self._arranged()])
        self.add_class("tk-app")
        self.add_class("tk-lab")
        self.state = self.first = self._first_state() if scenario is None else self._opened(scenario)
        if not self._show(self.state):
            raise ScenarioError("", self.message)
        self.controls.weapon.observe(lambda _: self._show_faces(), "value")

    @property
    def document(self) -> dict[str, Any]:
        """The scenario document of what the controls say."""
        known = self.units.find(self.state.printed.attacker.name) is not None
        return document.to_document(self.state.scenario(self.system, idle=not known))

    # --- making -----------------------------------------------------------------------------------------------------

    def _make_buttons(self) -> None:
        def button(label: str, tooltip: str, pressed: Any) -> ipywidgets.Button:
            made = ipywidgets.Button(description=label, tooltip=tooltip)
            made.on_click(lambda _: pressed())
            return made

        self.off_button = button("All off", "Switch off every rule", self.all_off)
        self.printed_button = button("As printed", "Only the rules that the two units have by themselves", self.as_printed)
        self.open_button = FileButton(kind="open", label="Open…", help="Open a scenario file (.toml or .json) of this computer")
        self.save_button = FileButton(kind="save", label="Save…", help="Save as a scenario file on this computer")
        self.copy_button = FileButton(kind="copy", label="Copy", help="Copy what each rule adds, and the scenario, as text")
        self.reset_button = button("Reset", "Set all controls to what they were at first", self.start_again)
        self.open_button.on_open(self.open_file)
        self.save_button.content_from(self.file_to_save)
        self.copy_button.content_from(lambda: ("", self.text_to_copy()))

    def _make_answer(self) -> None:
        self.error = html("", "tk-wide", "tk-gone")
        self.question, self.notes = html(), html()
        self.steps_title, self.steps_legend = html(), html()
        self.faces = html("", "tk-why")
        self.pairs_legend, self.pairs_said, self.pairs_without = html(), html(), html()
        self.steps_chart = LiveChart(spec=waterfall_chart.live())
        self.pairs_chart = LiveChart(spec=pairs_chart.live())

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        title = html(f'<div class="tk-title">Rules Lab<small>{text.escape(self.system.title)}</small></div>')
        buttons = (self.off_button, self.printed_button, self.open_button, self.save_button, self.copy_button, self.reset_button)
        head = styled(row([title, *buttons]), "tk-head")
        ask = styled(box([self.error, self.question, self.controls.sides, self.notes, self.controls.asked]), "tk-ask")
        first = styled(box([self.steps_title, self.steps_legend, self.steps_chart]), "tk-first")
        faces_head = [html('<div class="tk-ch"><b>One attack, face by face</b></div>', "tk-fit"), styled(self.controls.weapon, "tk-weapon")]
        faces_key = html('<div class="tk-ch"><p>each face has 1 chance in 6 · striped: rolled again</p></div>')
        faces = styled(box([styled(row(faces_head), "tk-row"), faces_key, self.faces]), "tk-card")
        self.grid = styled(ipywidgets.Box([self.pairs_chart]), "tk-scroll", "tk-pairs")
        pairs_title = html('<div class="tk-ch"><b>Which rules help each other?</b></div>')
        pairs_card = styled(box([pairs_title, self.pairs_legend, self.pairs_said, self.grid, self.pairs_without]), "tk-card")
        more = styled(box([faces, pairs_card]), "tk-more")
        return styled(ipywidgets.Box([head, ask, self.controls.column, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """Go to the state that a control asks for; where it cannot be computed, say why and stay."""
        try:
            asked = change(self.state)
        except ToolkitError as problem:
            self._complain(str(problem))
            self.controls.show(self.state, self.result)
            return
        self.go_to(asked)

    def go_to(self, state: MatchupState) -> None:
        """Show `state`; where it cannot be computed, say why and stay."""
        if self._show(state):
            self.state = state
        elif self.result is not None:
            self.controls.show(self.state, self.result)

    def all_off(self) -> None:
        """Switch off every rule."""
        self.controls.rules.on = []

    def as_printed(self) -> None:
        """Go back to the rules that the units have by themselves."""
        self.go_to(MatchupState(self.state.printed, k=self.state.k))

    def start_again(self) -> None:
        """Set all controls to what they were at first."""
        self.controls.start_again()
        self.go_to(self.first)

    # --- files ------------------------------------------------------------------------------------------------------

    def open_file(self, name: str, content: str | None) -> None:
        """Open the scenario file `name` with the text `content`; a bad file changes nothing but the error bar."""
        try:
            state = self._opened(documents.read(name, content))
        except ToolkitError as problem:
            self._complain(("" if str(problem).startswith(name) else f"{name}: ") + str(problem))
            return
        self.go_to(state)

    def file_to_save(self) -> tuple[str, str]:
        """Return name and text of the scenario file that Save writes."""
        title = documents.title(self.state.scenario(self.system))
        return f"{text.file_name(title)}.toml", files.dumps_toml({"system": self.system.id, "title": title, **self.document})

    def text_to_copy(self) -> str:
        """Return the question, what each rule adds, and the scenario as text."""
        what = measure(self.controls.what(self.state))
        steps = lab_answer.in_words(self.result, self.steps, what, what.of(self.result))
        return f"{self.result.question}\n{steps}\n\n{self.file_to_save()[1]}"

    def _opened(self, given: Scenario | Mapping[str, Any] | str | Path) -> MatchupState:
        scenario = crunch(given).scenario  # names are completed, mistakes are found
        if scenario.system != self.system.id:
            raise ScenarioError("system", f'"{scenario.system}" is not the game of this dashboard; it shows "{self.system.id}"')
        return from_scenario(scenario, self.system, self.units)

    def _first_state(self) -> MatchupState:
        names = [key for key, _, _ in self.units.options]
        attacker, target = (self.units.find(name) or self.units.find(names[0]) for name in FIRST_PAIR)
        state = start(attacker, target, self.system)  # type: ignore[arg-type]
        for fact in self.system.facts:
            if fact.key == "remained_stationary":
                state = state.with_fact(fact.key, True, fact.default)
        for name in FIRST_RULES:
            found = self.system.find(name)
            if found is not None:
                state = state.with_rule(found.rule.id, name, found.rule.side, True, self.system)
        return state

    # --- showing ----------------------------------------------------------------------------------------------------

    def _show(self, state: MatchupState) -> bool:
        """Compute and show `state`; False if it cannot be computed, with the reason in the error bar."""
        self.shell.work()
        try:
            result = crunch(state.scenario(self.system))
            self.controls.show(state, result)
            self._show_steps(state, result)
            self._show_pairs(state, result)
        except ToolkitError as problem:
            self._complain(str(problem))
            return False
        else:
            self._complain("")
            self.result = result
            self.question.value = lab_answer.question(result)
            self.notes.value = answer.notes(result)
            self._show_faces()
            return True
        finally:
            self.shell.rest()

    def _complain(self, message: str) -> None:
        self.message = message
        self.error.value = answer.error(message)
        (self.error.remove_class if message else self.error.add_class)("tk-gone")

    def _show_steps(self, state: MatchupState, result: Any) -> None:
        asked, note = self.controls.what(state), ""
        order: Order = self.controls.order.value or "listed"  # type: ignore[assignment]
        what = measure(asked)
        rules = switches(result.scenario)
        if order == "fair" and len(rules) > MAX_FAIR:
            order, note = "listed", f"a fair share takes {MAX_FAIR} rules at most, {len(rules)} are on: listed"
        self.steps = waterfall(result.scenario, asked, order=order)
        start = what.of(result)
        notes = lab_answer.reasons(result, self.steps, what.unit)
        table = waterfall_chart.columns(self.steps, what.unit, start=start, notes=notes)
        height, rows = waterfall_chart.room(len(table["row"]))
        margins = waterfall_chart.PADDING["top"] + waterfall_chart.PADDING["bottom"]
        self.steps_chart.height = height + margins
        said = lab_answer.in_words(result, self.steps, what, start)
        self.steps_chart.push(waterfall_chart.knobs(table, what.unit, rows), said, src=table)
        self.steps_title.value = lab_answer.heading(what)
        if not answer.fires(result):
            note = lab_answer.IDLE
        elif not rules:
            note = lab_answer.EMPTY
        self.steps_legend.value = lab_answer.waterfall_legend(what.unit, order, note)

    def _show_pairs(self, state: MatchupState, result: Any) -> None:
        asked = self.controls.what(state)
        unit = measure(asked).unit
        rules = switches(result.scenario)
        many = len(rules) > MAX_PAIRED
        self.pairs = pl.DataFrame() if many else pairs(result.scenario, asked)
        frame, idle = without_idle(self.pairs, unit)
        count = frame["second"].n_unique() if len(frame) else 0
        height, width = pairs_chart.size(count)
        self.pairs_chart.height = height
        self.pairs_chart.layout.min_width = f"{width}px"
        said = "Pairs of rules: what each pair is worth beyond the two rules alone"
        self.pairs_chart.push({"count": max(count, 1)}, said, src=pairs_chart.columns(frame, unit))
        (self.grid.remove_class if count > 1 else self.grid.add_class)("tk-gone")
        note = "" if count > 1 else "Switch on two rules that change something to see whether they help each other."
        if many:
            note = f"{len(rules)} rules are on; pairs of more than {MAX_PAIRED} cannot be read. Switch some off."
        self.pairs_legend.value = lab_answer.pairs_legend(note)
        self.pairs_said.value = lab_answer.strongest(frame, unit) if count > 1 else ""
        self.pairs_without.value = lab_answer.without_effect(idle)

    def _show_faces(self) -> None:
        if self.result is not None:
            self.faces.value = lab_answer.faces(self.result, self.controls.weapon.value or 0)


def without_idle(frame: pl.DataFrame, unit: Any) -> tuple[pl.DataFrame, list[str]]:
    """Leave out of a table of pairs the rules that change nothing, alone or with one other; return it and their names.

    Examples
    --------
    >>> row = {"alone_first": [0.0], "alone_second": [0.0], "together": [0.0], "extra": [0.0]}
    >>> without_idle(pl.DataFrame({"first": ["Heavy"], "second": ["Heavy"], **row}), "models")[1]
    ['Heavy']
    """
    cells = frame.to_dicts()
    names = dict.fromkeys(cell["first"] for cell in cells)
    busy = {cell[key] for cell in cells for key in ("first", "second") if not is_nothing(cell["extra"], unit)}
    busy |= {cell["first"] for cell in cells if not is_nothing(cell["alone_first"], unit)}
    idle = [name for name in names if name not in busy]
    return (frame.filter(~pl.col("first").is_in(idle) & ~pl.col("second").is_in(idle)) if idle else frame), idle
