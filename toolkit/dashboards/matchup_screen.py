"""The Matchup dashboard: what does this unit do to that one.

It moves controls and calls `toolkit.studies.crunch.crunch`; it computes no chance itself.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from toolkit.charts import distribution, stages
from toolkit.charts.live import LiveChart
from toolkit.dashboards import matchup_answer as answer
from toolkit.dashboards import text
from toolkit.dashboards.matchup_controls import Controls
from toolkit.dashboards.matchup_state import MatchupState
from toolkit.dashboards.pieces import chart_title, legend
from toolkit.dashboards.screen import button
from toolkit.dashboards.two_units import TwoUnits
from toolkit.dashboards.widgets import html, styled
from toolkit.studies.crunch import crunch
from toolkit.studies.question import counted

SLAIN_HEIGHT, DAMAGE_HEIGHT = 280, 230


class Matchup(TwoUnits):
    """The dashboard as a widget; make it with `toolkit.dashboards.matchup`.

    Attributes
    ----------
    state : MatchupState
        What the controls say.
    result : Result
        The numbers on the screen.
    """

    title = "Matchup"

    # --- making -----------------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.controls = Controls(self.system, self.units, self.change)
        self.swap_button = button("Swap sides", "Let the target attack", self.swap_sides)
        self.fractions = ipywidgets.ToggleButton(description="Fractions", tooltip="Compute exactly and show fractions beside percentages")
        self.every_rule = ipywidgets.ToggleButton(description="Every rule", tooltip="Show what each rule changed, or why it did not")
        self.fractions.observe(lambda _: self.controls.is_quiet or self._show(self.state), "value")
        self.every_rule.observe(lambda _: self._show_reasons(self.state, self.result), "value")

    def _make_answer(self) -> None:
        self.question, self.chain, self.notes = html(), html(), html()
        self.tiles = html("", "tk-sticky")
        self.slain_legend, self.damage_legend, self.stages_legend = html(), html(), html()
        self.why, self.ledger = html("", "tk-why"), html("", "tk-why")
        self.slain_chart = LiveChart(self.charts, spec=distribution.live("models slain"), height=SLAIN_HEIGHT, clickable=True)
        self.damage_chart = LiveChart(self.charts, spec=distribution.live("wounds removed"), height=DAMAGE_HEIGHT)
        self.stages_chart = LiveChart(self.charts, spec=stages.live(), height=DAMAGE_HEIGHT)
        self.slain_chart.observe(self._clicked, "clicked")

    def _arranged(self) -> Any:
        self._make_controls()
        self._make_answer()
        box, row = ipywidgets.VBox, ipywidgets.HBox
        compare = self._compare_row()
        ask = styled(box([self.error, self.question, self.tiles, self.chain, self.notes, compare]), "tk-ask")
        at_least = styled(
            row([html("At least", "tk-fit"), styled(self.controls.k, "tk-fit"), html("models, or click a bar", "tk-fit", "tk-hide-s")]),
            "tk-row",
            "tk-fit",
        )
        slain = [
            styled(row([html(chart_title("Models slain"), "tk-flex"), at_least]), "tk-row"),
            self.slain_legend,
            self.slain_chart,
        ]
        damage = [html(chart_title("Wounds removed")), self.damage_legend, self.damage_chart]
        funnel = [html(chart_title("From attacks to models")), self.stages_legend, self.stages_chart]
        first = styled(box(slain), "tk-first")
        pair = [styled(box(card), "tk-card") for card in (damage, funnel)]
        why_head = styled(row([html('<div class="tk-ch"><b>Why</b></div>', "tk-flex"), self.every_rule, self.fractions]), "tk-row")
        more = styled(box([styled(ipywidgets.GridBox(pair), "tk-two"), box([why_head, self.why, self.ledger])]), "tk-more")
        return styled(ipywidgets.Box([self._head(self.swap_button), ask, self.controls.column, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def swap_sides(self) -> None:
        """Let the target attack the attacker."""
        attacker, target = (self.units.find(side.name) for side in (self.state.printed.defender, self.state.printed.attacker))
        if attacker is not None and target is not None:
            self.go_to(self.state.swapped(attacker, target))

    def _forget_settings(self) -> None:
        with self.controls.quiet():
            self.every_rule.value = self.fractions.value = False

    def _clicked(self, event: dict[str, Any]) -> None:
        if event["new"]:
            self.go_to(self.state.with_k(round(event["new"][0])))

    def text_to_copy(self) -> str:
        """Return the question, the answer and the scenario as text."""
        return f"{answer.in_words(self.result, self.state.k)}\n\n{self.file_to_save()[1]}"

    # --- showing ----------------------------------------------------------------------------------------------------

    def _compute(self, state: MatchupState) -> Any:
        return crunch(state.scenario(self.system), exact=self.fractions.value)

    def _show_answer(self, state: MatchupState, result: Any) -> None:
        with self.charts.together():
            self._show_charts(state, result, self.pinned[1] if self.pinned else None)
        self.tiles.value = answer.tiles(result, state.k, self.pinned[1] if self.pinned else None)
        self.question.value = answer.question(result)
        self.chain.value = answer.chain(result)
        self.notes.value = answer.notes(result)
        self.swap_button.disabled = None in (self.units.find(state.printed.attacker.name), self.units.find(state.printed.defender.name))
        self._show_reasons(state, result)

    def _in_comparison(self, before: Any, now: Any) -> tuple[str, str]:
        asked = before.scenario
        guns = text.listed([f"{weapon.count} × {weapon.name}" for weapon in asked.attacker.weapons]) or "nothing"
        size = sum(models.count for models in asked.defender.models)
        return f"{guns} into {counted(size, asked.defender.name)}", answer.differences(asked, now.scenario, self.system)

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
        self.slain_legend.value = legend(f"{bars} · strong: {state.k} or more", pinned)
        self.damage_legend.value = legend(bars, pinned)
        self.stages_legend.value = answer.stages_legend(pinned)

    def _show_reasons(self, state: MatchupState, result: Any) -> None:
        self.why.value = answer.why(result, state.k, self.fractions.value)
        self.ledger.value = answer.ledger(result) if self.every_rule.value else ""


def _stages(result: Any) -> dict[str, Any]:
    return {name: result.stage(name) for name in stages.STAGES}


def _wounds(result: Any) -> int:
    return sum(models.count * models.wounds for models in result.scenario.defender.models)
