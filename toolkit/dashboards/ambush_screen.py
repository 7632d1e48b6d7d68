"""The ambush planner of The Ninth Age: when units arrive, and whether a formation fits at a chosen point.

It moves controls and calls `toolkit.battlefield` and `toolkit.studies`; it computes no distance and no chance itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets
import shapely
from shapely import Point

from toolkit.battlefield.ambush import ambush_breaches, ambush_placement, ambush_region
from toolkit.battlefield.ambush_search import WidestFormation, widest_formation
from toolkit.battlefield.bases import Base
from toolkit.battlefield.spacing import disc
from toolkit.charts import arrival as curves
from toolkit.charts import board as picture
from toolkit.charts.board_columns import path
from toolkit.charts.live import LiveChart
from toolkit.dashboards import ambush_answer as say
from toolkit.dashboards import sheet
from toolkit.dashboards.ambush_answer import AmbushAnswer
from toolkit.dashboards.ambush_controls import AmbushControls
from toolkit.dashboards.ambush_state import AmbushState, first_state, opened
from toolkit.dashboards.pieces import chart_note, chart_title
from toolkit.dashboards.screen import Screen, button
from toolkit.dashboards.widgets import html, styled
from toolkit.errors import ToolkitError
from toolkit.studies.ambush_arrival import EDITIONS, arrivals

TURNS_HEIGHT = 270


class AmbushPlanner(Screen[AmbushState]):
    """The dashboard as a widget; make it with `toolkit.dashboards.ambush_planner`.

    Attributes
    ----------
    state : AmbushState
        What the controls say.
    result : AmbushAnswer
        The numbers on the screen.
    """

    title = "Ambush planner"
    css_class = "tk-planner"
    copy_help = "Copy the question, the answer and the table as text"

    def __init__(self, given: Mapping[str, Any] | str | Path | None) -> None:
        self._known: tuple[Any, WidestFormation] | None = None
        super().__init__(given, about="The Ninth Age, 3rd and 2nd edition")

    # --- making -----------------------------------------------------------------------------------------------------

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        self.controls = AmbushControls(self.change)
        self.question, self.legend, self.key, self.wrong, self.turns, self.scoring = (html() for _ in range(6))
        self.turns_legend = html()
        self.tiles = html("", "tk-sticky")
        self.map_chart = LiveChart(self.charts, spec=picture.live(), clickable=True, ratio=48 / 72)
        self.turn_chart = LiveChart(self.charts, spec=curves.live_turns(), height=TURNS_HEIGHT)
        self.map_chart.observe(self._clicked, "clicked")
        self.place_button = button("Find a place", "Set this formation up legally with this facing", lambda: self.change(_found))
        self.wide_button = button(
            "Widest formation", "The most files in which the unit fits at this point, with any facing", lambda: self.change(_widest)
        )
        more = button("Add unit", "Put one more unit into ambush", lambda: self.change(lambda state: state.with_more()))
        thing = button("Add obstacle", "Put one more unit on the table", lambda: self.change(lambda state: state.with_obstacle()))
        ask = styled(box([self.error, self.question, self.tiles, self._compare_row()]), "tk-ask")
        first = styled(box([html(chart_title("The table, to scale")), self.legend, self.map_chart, self.key]), "tk-first")
        waiting_head = styled(row([html(chart_title("Units in ambush"), "tk-flex"), more]), "tk-row")
        things_head = styled(row([html(chart_title("On the table"), "tk-flex"), thing]), "tk-row")
        rules = styled(box([html(chart_title("Rules at this place")), self.wrong]), "tk-card")
        waiting = styled(box([waiting_head, self.controls.waiting]), "tk-card")
        things = styled(box([things_head, self.controls.obstacles]), "tk-card")
        turn_head = [html(chart_title("When it arrives")), self.turns_legend]
        chart = styled(box([*turn_head, self.turn_chart]), "tk-card")
        table = styled(box([html(chart_title("Turn by turn")), self.scoring, self.turns]), "tk-card")
        pair = styled(ipywidgets.GridBox([rules, waiting]), "tk-two")
        below = styled(box([pair, things, chart, table]), "tk-more")
        return styled(ipywidgets.Box([self._head(self.place_button, self.wide_button), ask, self.controls.column, first, below]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def _clicked(self, event: dict[str, Any]) -> None:
        if event["new"]:
            x, y = (round(each * 4) / 4 for each in event["new"][:2])
            if self.controls.clicks.value == "point":
                self.change(lambda state: state.with_point(x, y, state.point.kind, state.point.of))
            else:
                self.change(lambda state: replace(state, centre=(x, y)))

    def _forget_settings(self) -> None:
        with self.controls.quiet():
            self.controls.clicks.value = "unit"

    # --- files ------------------------------------------------------------------------------------------------------

    @property
    def document(self) -> dict[str, Any]:
        """The document of what the controls say."""
        return self.state.document()

    def document_title(self) -> str:
        """Return who is in ambush."""
        return f"{self.state.unit or 'Nobody'} in ambush"

    def text_to_copy(self) -> str:
        """Return the question, the answer and the document as text."""
        return f"{say.in_words(self.state, self.result)}\n\n{self.file_to_save()[1]}"

    def _first_state(self) -> AmbushState:
        return first_state()

    def _opened(self, given: Any) -> AmbushState:
        return opened(given)

    # --- computing and showing --------------------------------------------------------------------------------------

    def _compute(self, state: AmbushState) -> AmbushAnswer:
        unit, rule = state.placed, state.rule
        asked = (state.board, state.point, state.base, state.models, state.facing, rule)
        if self._known is None or self._known[0] != asked:
            found = widest_formation(state.board, state.point, Base.parse(state.base), state.models, rule=rule, facing=state.facing)
            self._known = (asked, found)
        return AmbushAnswer(
            state,
            ambush_breaches(state.board, state.point, unit, rule),
            ambush_region(state.board, state.point, unit.width, unit.depth, unit.facing, rule),
            self._known[1],
            arrivals(state.ambushers(), rule=EDITIONS[state.edition]) if state.waiting else None,
        )

    def _show_answer(self, state: AmbushState, result: AmbushAnswer) -> None:
        before = self.pinned[1] if self.pinned else None
        point, unit = (state.point.x, state.point.y), state.placed
        aids = {"within": disc(*point, state.rule.radius), "free": shapely.union(unit.polygon, Point(point)).convex_hull}
        shown = None if before is None else before.region
        sets = picture.data(state.board, region=result.region, pinned=shown, aids=aids, points=[point])
        outline = path(("unit", unit.polygon))
        sets["my_blocks"] = {**outline, "ok": [result.legal] * len(outline["g"])}
        law = result.law(state.unit)
        with self.charts.together():
            self.map_chart.ratio = state.board.depth / state.board.width
            verdict = "legal" if result.legal else "not legal"
            said = f"Board of {state.board.size}; the formation at {say.spot(*state.centre)} is {verdict}"
            self.map_chart.push(picture.knobs(state.board, False), said, **sets)
            if law is not None and result.arrivals is not None:
                numbers = list(law.rule.numbers)
                several = len(result.arrivals.laws) > 1
                all_by = [float(result.arrivals.all_by(turn)) for turn in numbers] if several else None
                columns = curves.turn_columns(numbers, [float(law[t]) for t in numbers], [float(law.by(t)) for t in numbers], all_by)
                self.turn_chart.push(curves.turn_knobs(numbers, several), f"When {law.name} arrives, turn by turn", src=columns)
            else:
                nothing = curves.turn_columns([], [], [])
                self.turn_chart.push(curves.turn_knobs([2, 3, 4, 5, 6], False), "No unit is in ambush", src=nothing)
        more = ' · <i class="pin">dashed</i>: all units by then' if len(state.waiting) > 1 else ""
        self.turns_legend.value = chart_note(f"{say.escape(state.unit)} · bars: in this turn · line: by then{more}")
        self.question.value = say.question(state)
        self.tiles.value = say.tiles(result, before)
        self.legend.value = say.legend(before is not None)
        self.key.value = say.key(result)
        self.wrong.value = sheet.boxed(say.wrong(result), "Rules at this place")
        self.turns.value = say.turns(result)
        self.scoring.value = say.scoring(result)

    def _in_comparison(self, before: AmbushAnswer, now: AmbushAnswer) -> tuple[str, str]:
        return say.about(before.state), say.differences(before.state, now.state)

    def _show_controls(self, state: AmbushState, result: Any) -> None:
        self.controls.show(state)


def _found(state: AmbushState) -> AmbushState:
    """The formation in a legal place, with the facing it has."""
    unit = state.placed
    placed = ambush_placement(state.board, state.point, unit.width, unit.depth, unit.facing, state.rule)
    if placed is None:
        raise ToolkitError(f"{state.files} files facing {state.facing:g}° fit nowhere at this point; turn the unit or choose other files")
    return state.with_placed(placed)


def _widest(state: AmbushState) -> AmbushState:
    """The widest formation with any facing, where it fits."""
    found = widest_formation(state.board, state.point, Base.parse(state.base), state.models, rule=state.rule)
    if found.formation is None or found.placement is None:
        raise ToolkitError(f"{state.models} models on {state.base}: {found.reason}")
    return state.with_placed(found.placement, found.formation.files)
