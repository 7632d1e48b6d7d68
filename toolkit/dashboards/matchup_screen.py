"""The Matchup dashboard: what does this unit do to that one.

It moves controls and calls `toolkit.studies.crunch.crunch`; it computes no chance itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets

from toolkit.charts import distribution, stages
from toolkit.charts.live import LiveChart, loader
from toolkit.dashboards import documents, text
from toolkit.dashboards import matchup_answer as answer
from toolkit.dashboards.matchup_controls import Change, Controls
from toolkit.dashboards.matchup_state import MatchupState, from_scenario, start
from toolkit.dashboards.roster import Roster
from toolkit.dashboards.widgets import FileButton, Shell, html, styled
from toolkit.errors import ScenarioError, ToolkitError
from toolkit.profiles import Tables, tables
from toolkit.rules import document
from toolkit.rules.scenario import Scenario
from toolkit.studies import files
from toolkit.studies.crunch import crunch
from toolkit.systems import get

FIRST_PAIR = ("Field Ordnance Battery", "Intercessor Squad")
SLAIN_HEIGHT, DAMAGE_HEIGHT = 280, 230


class Matchup(ipywidgets.VBox):
    """The dashboard as a widget; make it with `toolkit.dashboards.matchup`.

    Attributes
    ----------
    state : MatchupState
        What the controls say.
    result : Result
        The numbers on the screen.
    """

    def __init__(self, scenario: Scenario | Mapping[str, Any] | str | Path | None, system: str, profiles: Tables | None) -> None:
        self.system = get(system)
        self.units = Roster(profiles or tables(system))
        self.pinned: tuple[MatchupState, Any] | None = None
        self.result: Any = None
        self.shell = Shell()
        self.controls = Controls(self.system, self.units, self.change)
        self._make_buttons()
        self._make_answer()
        super().__init__([loader(), self.shell, self._arranged()])
        self.add_class("tk-app")
        self.state = self.first = self._first_state() if scenario is None else self._opened(scenario)
        if not self._show(self.state):
            raise ScenarioError("", self.message)

    @property
    def document(self) -> dict[str, Any]:
        """The scenario document of what the controls say."""
        known = self.units.find(self.state.printed.attacker.name) is not None
        return document.to_document(self.state.scenario(self.system, idle=not known))

    # --- making -----------------------------------------------------------------------------------------------------

    def _make_buttons(self) -> None:
        def button(label: str, tooltip: str, pressed: Any, **options: Any) -> ipywidgets.Button:
            made = ipywidgets.Button(description=label, tooltip=tooltip, **options)
            made.on_click(lambda _: pressed())
            return made

        self.swap_button = button("Swap sides", "Let the target attack", self.swap_sides)
        self.open_button = FileButton(kind="open", label="Open…", help="Open a scenario file (.toml or .json) of this computer")
        self.save_button = FileButton(kind="save", label="Save…", help="Save as a scenario file on this computer")
        self.copy_button = FileButton(kind="copy", label="Copy", help="Copy the question, the answer and the scenario as text")
        self.reset_button = button("Reset", "Set all controls to what they were at first", self.start_again)
        self.open_button.on_open(self.open_file)
        self.save_button.content_from(self.file_to_save)
        self.copy_button.content_from(lambda: ("", self.text_to_copy()))
        self.pin_button = button(
            "Pin as A", "Keep these numbers as A and compare them with what you change next", self.pin_now, button_style="primary"
        )
        self.back_button = button("Back to A", "Set every control to what A had", self.back_to_pinned, disabled=True)
        self.unpin_button = button("Unpin", "Forget A", self.forget_pinned, disabled=True)
        self.fractions = ipywidgets.ToggleButton(description="Fractions", tooltip="Compute exactly and show fractions beside percentages")
        self.every_rule = ipywidgets.ToggleButton(description="Every rule", tooltip="Show what each rule changed, or why it did not")
        self.fractions.observe(lambda _: self._show(self.state), "value")
        self.every_rule.observe(lambda _: self._show_reasons(), "value")

    def _make_answer(self) -> None:
        self.error = html("", "tk-wide", "tk-gone")
        self.question, self.chain, self.notes = html(), html(), html()
        self.tiles, self.compared = html("", "tk-sticky"), html("", "tk-flex", "tk-ab-box")
        self.slain_legend, self.damage_legend, self.stages_legend = html(), html(), html()
        self.why, self.ledger = html("", "tk-why"), html("", "tk-why")
        self.slain_chart = LiveChart(spec=distribution.live("models slain"), height=SLAIN_HEIGHT, clickable=True)
        self.damage_chart = LiveChart(spec=distribution.live("wounds removed"), height=DAMAGE_HEIGHT)
        self.stages_chart = LiveChart(spec=stages.live(), height=DAMAGE_HEIGHT)
        self.slain_chart.observe(self._clicked, "clicked")

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        title = html(f'<div class="tk-title">Matchup<small>{text.escape(self.system.title)}</small></div>')
        head = styled(row([title, self.swap_button, self.open_button, self.save_button, self.copy_button, self.reset_button]), "tk-head")
        compare = styled(row([self.pin_button, self.back_button, self.unpin_button, self.compared]), "tk-row")
        ask = styled(box([self.error, self.question, self.tiles, self.chain, self.notes, compare]), "tk-ask")
        at_least = styled(
            row([html("At least", "tk-fit"), styled(self.controls.k, "tk-fit"), html("models, or click a bar", "tk-fit", "tk-hide-s")]),
            "tk-row",
            "tk-fit",
        )
        slain = [
            styled(row([html(answer.chart_title("Models slain"), "tk-flex"), at_least]), "tk-row"),
            self.slain_legend,
            self.slain_chart,
        ]
        damage = [html(answer.chart_title("Wounds removed")), self.damage_legend, self.damage_chart]
        funnel = [html(answer.chart_title("From attacks to models")), self.stages_legend, self.stages_chart]
        first = styled(box(slain), "tk-first")
        pair = [styled(box(card), "tk-card") for card in (damage, funnel)]
        why_head = styled(row([html('<div class="tk-ch"><b>Why</b></div>', "tk-flex"), self.every_rule, self.fractions]), "tk-row")
        more = styled(box([styled(ipywidgets.GridBox(pair), "tk-two"), box([why_head, self.why, self.ledger])]), "tk-more")
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

    def swap_sides(self) -> None:
        """Let the target attack the attacker."""
        attacker, target = (self.units.find(side.name) for side in (self.state.printed.defender, self.state.printed.attacker))
        if attacker is not None and target is not None:
            self.go_to(self.state.swapped(attacker, target))

    def start_again(self) -> None:
        """Set all controls to what they were at first, and forget A."""
        self.pinned = None
        with self.controls.quiet():
            self.every_rule.value = False
        self.fractions.unobserve_all("value")
        self.fractions.value = False
        self.fractions.observe(lambda _: self._show(self.state), "value")
        self.go_to(self.first)

    def pin_now(self) -> None:
        """Keep the numbers of now as A."""
        self.pinned = (self.state, self.result)
        self._show_answer(self.state, self.result)

    def back_to_pinned(self) -> None:
        """Set every control to what A had."""
        if self.pinned is not None:
            self.go_to(self.pinned[0])

    def forget_pinned(self) -> None:
        """Forget A."""
        self.pinned = None
        self._show_answer(self.state, self.result)

    def _clicked(self, event: dict[str, Any]) -> None:
        if event["new"]:
            self.go_to(self.state.with_k(round(event["new"][0])))

    # --- files ------------------------------------------------------------------------------------------------------

    def open_file(self, name: str, content: str | None) -> None:
        """Open the scenario file `name` with the text `content`; a bad file changes nothing but the error bar."""
        try:
            state = self._opened(documents.read(name, content))
        except ToolkitError as problem:
            where = "" if str(problem).startswith(name) else f"{name}: "
            self._complain(where + str(problem))
            return
        self.go_to(state)

    def file_to_save(self) -> tuple[str, str]:
        """Return name and text of the scenario file that Save writes."""
        title = documents.title(self.state.scenario(self.system))
        return f"{text.file_name(title)}.toml", files.dumps_toml({"system": self.system.id, "title": title, **self.document})

    def text_to_copy(self) -> str:
        """Return the question, the answer and the scenario as text."""
        return f"{answer.in_words(self.result, self.state.k)}\n\n{self.file_to_save()[1]}"

    def _opened(self, given: Scenario | Mapping[str, Any] | str | Path) -> MatchupState:
        scenario = crunch(given).scenario  # names are completed, mistakes are found
        if scenario.system != self.system.id:
            raise ScenarioError("system", f'"{scenario.system}" is not the game of this dashboard; it shows "{self.system.id}"')
        return from_scenario(scenario, self.system, self.units)

    def _first_state(self) -> MatchupState:
        names = [key for key, _, _ in self.units.options]
        pair = [self.units.find(name) or self.units.find(names[0]) for name in FIRST_PAIR]
        return replace(start(pair[0], pair[1], self.system))  # type: ignore[arg-type]

    # --- showing ----------------------------------------------------------------------------------------------------

    def _show(self, state: MatchupState) -> bool:
        """Compute and show `state`; False if it cannot be computed, with the reason in the error bar."""
        self.shell.work()
        try:
            result = crunch(state.scenario(self.system), exact=self.fractions.value)
        except ToolkitError as problem:
            self._complain(str(problem))
            return False
        else:
            self._complain("")
            self.result = result
            self._show_answer(state, result)
            self.controls.show(state, result)
            return True
        finally:
            self.shell.rest()

    def _complain(self, message: str) -> None:
        self.message = message
        self.error.value = answer.error(message)
        (self.error.remove_class if message else self.error.add_class)("tk-gone")

    def _show_answer(self, state: MatchupState, result: Any) -> None:
        other = self.pinned[1] if self.pinned else None
        self._show_charts(state, result, other)
        self.tiles.value = answer.tiles(result, state.k, other)
        self.question.value = answer.question(result)
        self.chain.value = answer.chain(result)
        self.notes.value = answer.notes(result)
        if self.pinned is None:
            self.compared.value = answer.comparison("", "")
        else:
            before = self.pinned[1].scenario
            guns = text.listed([f"{weapon.count} × {weapon.name}" for weapon in before.attacker.weapons]) or "nothing"
            size = sum(models.count for models in before.defender.models)
            now = answer.differences(before, result.scenario, self.system)
            self.compared.value = answer.comparison(f"{guns} into {size} {before.defender.name}", now)
        self.back_button.disabled = self.unpin_button.disabled = self.pinned is None
        self.swap_button.disabled = None in (self.units.find(state.printed.attacker.name), self.units.find(state.printed.defender.name))
        self._show_reasons(state)

    def _show_charts(self, state: MatchupState, result: Any, other: Any) -> None:
        pinned = other is not None
        models = max(state.size, other.slain.high if pinned else 0)
        wounds = max(_wounds(result), _wounds(other) if pinned else 0)
        all_of_them = f"{text.mean(result.mean_slain)} on average, all of them {text.percent(result.p_destroyed)}"
        self.slain_chart.push(
            distribution.knobs(models, state.k, pinned),
            f"Models slain: {all_of_them}",
            src=distribution.columns(result.slain, other.slain if pinned else None, models),
        )
        self.damage_chart.push(
            distribution.knobs(wounds, None, pinned),
            f"Wounds removed: {text.mean(result.mean_damage)} on average",
            src=distribution.columns(result.damage, other.damage if pinned else None, wounds),
        )
        now = _stages(result)
        cells, averages = stages.columns(now), stages.summary(now, _stages(other) if pinned else None)
        said = "Attacks, hits, wounds, unsaved wounds, wounds removed and models slain as distributions"
        self.stages_chart.push(stages.knobs(cells, averages), said, src=cells, summary=averages)
        bars = "bars: exactly · line: at least"
        self.slain_legend.value = answer.legend(f"{bars} · strong: {state.k} or more", pinned)
        self.damage_legend.value = answer.legend(bars, pinned)
        self.stages_legend.value = answer.stages_legend(pinned)

    def _show_reasons(self, state: MatchupState | None = None) -> None:
        self.why.value = answer.why(self.result, (state or self.state).k, self.fractions.value)
        self.ledger.value = answer.ledger(self.result) if self.every_rule.value else ""


def _stages(result: Any) -> dict[str, Any]:
    return {name: result.stage(name) for name in stages.STAGES}


def _wounds(result: Any) -> int:
    return sum(models.count * models.wounds for models in result.scenario.defender.models)
