"""The Rules Lab: one matchup, every rule a switch, and what each is worth: alone, on top of the others, in pairs, on each face of a die.

It moves controls and calls `toolkit.studies`; it computes no chance itself.
"""

from __future__ import annotations

from typing import Any

import ipywidgets
import polars as pl

from toolkit.charts import pairs as pairs_chart
from toolkit.charts import waterfall as waterfall_chart
from toolkit.charts.amounts import is_nothing
from toolkit.charts.live import LiveChart
from toolkit.dashboards import lab_answer
from toolkit.dashboards import matchup_answer as answer
from toolkit.dashboards.lab_controls import LabControls
from toolkit.dashboards.matchup_state import MatchupState
from toolkit.dashboards.pieces import chart_note, chart_title
from toolkit.dashboards.screen import button
from toolkit.dashboards.two_units import TwoUnits
from toolkit.dashboards.widgets import html, styled
from toolkit.studies.crunch import crunch
from toolkit.studies.interactions import MAX_FAIR, MAX_PAIRED, Order, measure, pairs, switches, waterfall

FIRST_RULES = ("Lethal Hits", "Take Aim!", "Stealth")
"""Switched on at first, so that there is something to compare."""


class RulesLab(TwoUnits):
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

    title = "Rules Lab"
    css_class = "tk-lab"
    copy_help = "Copy what each rule adds, and the scenario, as text"
    controls: LabControls

    # --- making -----------------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.controls = LabControls(self.system, self.units, self.change)
        self.off_button = button("All off", "Switch off every rule", self.all_off)
        self.printed_button = button("As printed", "Only the rules that the two units have by themselves", self.as_printed)
        self.controls.weapon.observe(lambda _: self._show_faces(), "value")

    def _make_answer(self) -> None:
        self.steps = self.pairs = pl.DataFrame()
        self.question, self.notes = html(), html()
        self.steps_title, self.steps_legend = html(), html()
        self.faces = html("", "tk-why")
        self.pairs_legend, self.pairs_said, self.pairs_without = html(), html(), html()
        self.steps_chart = LiveChart(self.charts, spec=waterfall_chart.live())
        self.pairs_chart = LiveChart(self.charts, spec=pairs_chart.live())

    def _arranged(self) -> Any:
        self._make_controls()
        self._make_answer()
        box, row = ipywidgets.VBox, ipywidgets.HBox
        head = self._head(self.off_button, self.printed_button)
        ask = styled(box([self.error, self.question, self.controls.sides, self.notes, self.controls.asked]), "tk-ask")
        first = styled(box([self.steps_title, self.steps_legend, self.steps_chart]), "tk-first")
        faces_head = [html(chart_title("One attack, face by face"), "tk-fit"), styled(self.controls.weapon, "tk-weapon")]
        faces_key = html(chart_note("each face has 1 chance in 6 · striped: rolled again"))
        faces = styled(box([styled(row(faces_head), "tk-row"), faces_key, self.faces]), "tk-card")
        self.grid = styled(ipywidgets.Box([self.pairs_chart]), "tk-scroll", "tk-pairs")
        pairs_title = html(chart_title("Which rules help each other?"))
        pairs_card = styled(box([pairs_title, self.pairs_legend, self.pairs_said, self.grid, self.pairs_without]), "tk-card")
        more = styled(box([faces, pairs_card]), "tk-more")
        return styled(ipywidgets.Box([head, ask, self.controls.column, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def all_off(self) -> None:
        """Switch off every rule."""
        self.controls.rules.on = []

    def as_printed(self) -> None:
        """Go back to the rules that the units have by themselves."""
        self.go_to(MatchupState(self.state.printed, k=self.state.k))

    def _forget_settings(self) -> None:
        self.controls.start_again()

    def text_to_copy(self) -> str:
        """Return the question, what each rule adds, and the scenario as text."""
        what = measure(self.controls.what(self.state))
        steps = lab_answer.in_words(self.result, self.steps, what, what.of(self.result))
        return f"{self.result.question}\n{steps}\n\n{self.file_to_save()[1]}"

    def _first_state(self) -> MatchupState:
        state = super()._first_state()
        for fact in self.system.facts:
            if fact.key == "remained_stationary":
                state = state.with_fact(fact.key, True, fact.default)
        for name in FIRST_RULES:
            found = self.system.find(name)
            if found is not None:
                state = state.with_rule(found.rule.id, name, found.rule.side, True, self.system)
        return state

    # --- showing ----------------------------------------------------------------------------------------------------

    def _compute(self, state: MatchupState) -> Any:
        return crunch(state.scenario(self.system))

    def _show_answer(self, state: MatchupState, result: Any) -> None:
        asked, rules = self.controls.what(state), switches(result.scenario)
        order: Order = self.controls.order.value or "listed"  # type: ignore[assignment]
        note = ""
        if order == "fair" and len(rules) > MAX_FAIR:
            order, note = "listed", f"a fair share takes {MAX_FAIR} rules at most, {len(rules)} are on: listed"
        steps = waterfall(result.scenario, asked, order=order)
        pair_table = pairs(result.scenario, asked) if len(rules) <= MAX_PAIRED else pl.DataFrame()
        if not answer.fires(result):
            note = lab_answer.IDLE
        elif not rules:
            note = lab_answer.EMPTY
        self.steps, self.pairs = steps, pair_table
        with self.charts.together():
            self._show_steps(result, asked, order, note)
            self._show_pairs(asked, len(rules))
        self.question.value = lab_answer.question(result)
        self.notes.value = answer.notes(result)

    def _show_controls(self, state: MatchupState, result: Any) -> None:
        super()._show_controls(state, result)
        self._show_faces()

    def _show_steps(self, result: Any, asked: str, order: Order, note: str) -> None:
        what = measure(asked)
        start = what.of(result)
        notes = lab_answer.reasons(result, self.steps, what.unit)
        table = waterfall_chart.columns(self.steps, what.unit, start=start, notes=notes)
        height, rows = waterfall_chart.room(len(table["row"]))
        margins = waterfall_chart.PADDING["top"] + waterfall_chart.PADDING["bottom"]
        self.steps_chart.height = height + margins
        said = lab_answer.in_words(result, self.steps, what, start)
        self.steps_chart.push(waterfall_chart.knobs(table, what.unit, rows), said, src=table)
        self.steps_title.value = lab_answer.heading(what)
        self.steps_legend.value = lab_answer.waterfall_legend(what.unit, order, note)

    def _show_pairs(self, asked: str, rules: int) -> None:
        unit = measure(asked).unit
        frame, idle = without_idle(self.pairs, unit)
        count = frame["second"].n_unique() if len(frame) else 0
        height, width = pairs_chart.size(count)
        self.pairs_chart.height = height
        self.pairs_chart.layout.min_width = f"{width}px"
        said = "Pairs of rules: what each pair is worth beyond the two rules alone"
        self.pairs_chart.push({"count": max(count, 1)}, said, src=pairs_chart.columns(frame, unit))
        (self.grid.remove_class if count > 1 else self.grid.add_class)("tk-gone")
        note = "" if count > 1 else "Switch on two rules that change something to see whether they help each other."
        if rules > MAX_PAIRED:
            note = f"{rules} rules are on; pairs of more than {MAX_PAIRED} cannot be read. Switch some off."
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
