"""The reserves planner: where can a unit arrive, and what can it charge from there.

It moves controls and calls `toolkit.battlefield` and `toolkit.studies`; it computes no distance and no chance itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets
from shapely.ops import nearest_points

from toolkit.battlefield.fit import fits
from toolkit.charts import arrival as curves
from toolkit.charts import board as picture
from toolkit.charts.live import LiveChart
from toolkit.dashboards import reserves_answer as say
from toolkit.dashboards import reserves_terrain, sheet
from toolkit.dashboards.pieces import chart_note, chart_title
from toolkit.dashboards.reserves_answer import ReservesAnswer
from toolkit.dashboards.reserves_controls import ReservesControls
from toolkit.dashboards.reserves_document import document, opened
from toolkit.dashboards.reserves_maps import compute, wanted
from toolkit.dashboards.reserves_screening import FoundScreen, asked_of, find_screen, in_words
from toolkit.dashboards.reserves_state import ReservesState, first_state
from toolkit.dashboards.reserves_tiles import about, differences, tiles
from toolkit.dashboards.screen import Screen, button
from toolkit.dashboards.widgets import html, styled
from toolkit.errors import ToolkitError

CURVE_HEIGHT = 210


class ReservesPlanner(Screen[ReservesState]):
    """The dashboard as a widget; make it with `toolkit.dashboards.reserves_planner`.

    Attributes
    ----------
    state : ReservesState
        What the controls say.
    result : ReservesAnswer
        The numbers on the screen.
    """

    title = "Reserves planner"
    css_class = "tk-planner"
    copy_help = "Copy the question, the answer and the scenario as text"

    def __init__(self, given: ReservesState | Mapping[str, Any] | str | Path | None, system: str) -> None:
        self.system = system
        self._screen: tuple[Any, FoundScreen] | None = None
        self._again: tuple[Any, ReservesAnswer] | None = None
        super().__init__(given, about="Warhammer 40,000")

    # --- making -----------------------------------------------------------------------------------------------------

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        self.controls = ReservesControls(self.change)
        self.question, self.legend, self.key, self.wrong, self.charges = (html() for _ in range(5))
        self.tiles = html("", "tk-sticky")
        self.map_chart = LiveChart(self.charts, spec=picture.live(), clickable=True, ratio=44 / 60)
        self.curve_chart = LiveChart(self.charts, spec=curves.live_charges(), height=CURVE_HEIGHT)
        self.controls.ask_button.on_click(lambda _: self.find_screen())
        self.controls.put_button.on_click(lambda _: self.change(self._with_screen))
        self.map_chart.observe(self._clicked, "clicked")
        self.notes, self.ground = html(), html(say.ground())
        best_help = "Place the whole unit, legally, where its charge is likeliest; with Damage shown, where it is worth most"
        self.best_button = button("Find best spot", best_help, self.find_best)
        self.enemy_button = button("Add enemy", "Put another enemy unit on the table", lambda: self.change(lambda s: s.added("enemy")))
        self.own_button = button("Add own", "Put another unit of your own on the table", lambda: self.change(lambda s: s.added("own")))
        ask = styled(box([self.error, self.question, self.tiles, self.notes, self._compare_row()]), "tk-ask")
        first = styled(box([html(chart_title("The table, to scale")), self.legend, self.map_chart, self.key]), "tk-first")
        table = styled(box([html(chart_title("Charges from this spot")), self.charges]), "tk-card")
        rules = styled(box([html(chart_title("Rules at this spot")), self.wrong]), "tk-card")
        curve = [html(chart_title("Chance to charge by distance")), html(chart_note("dots: the enemy units, from where the unit stands"))]
        head = styled(row([html(chart_title("Units on the table"), "tk-flex"), self.enemy_button, self.own_button]), "tk-row")
        units = styled(box([head, self.controls.units]), "tk-card")
        piece_help = "Put another piece of terrain on the table"
        self.terrain_button = button(
            "Add terrain", piece_help, lambda: self.change(lambda s: s.with_terrain(reserves_terrain.one_more(s.board)))
        )
        ground_head = styled(row([html(chart_title("Terrain"), "tk-flex"), self.terrain_button]), "tk-row")
        ground = styled(box([ground_head, self.ground, self.controls.terrain]), "tk-card")
        pairs = [
            styled(ipywidgets.GridBox([table, rules]), "tk-two", "tk-uneven"),
            units,
            ground,
            styled(box([*curve, self.curve_chart]), "tk-card"),
        ]
        more = styled(box(pairs), "tk-more")
        return styled(ipywidgets.Box([self._head(self.best_button), ask, self.controls.column, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def find_best(self) -> None:
        """Place the whole unit near the spot of the best charge, legally."""
        self.change(self._best)

    def _best(self, state: ReservesState) -> ReservesState:
        asked = compute(state)
        if asked.map.best is None:
            raise ToolkitError(f"{state.arriving.name} cannot arrive anywhere by {state.arrival.name} in round {state.battle_round}")
        best: tuple[float, float, ReservesState] | None = None
        why = ""
        for value, near in wanted(asked.map):
            if best is not None and best[0] >= value - 1e-9:  # the whole unit is worth no more than its closest model could be
                break
            fit = fits(
                state.board, state.arriving, state.arrival, state.battle_round, coherency=state.coherency, near=near, anchor=state.anchor,
            )  # fmt: skip
            why = why or fit.why
            if fit.unit is None:
                continue
            there = state.standing(fit.unit)
            found = compute(there)
            inches = found.nearest["distance"] if found.nearest else 0.0
            if best is None or (found.here or 0.0, -inches) > best[:2]:
                best = (found.here or 0.0, -inches, there)
        if best is None:
            raise ToolkitError(f"no legal place for all of {state.arriving.name} was found: {why}")
        return best[2]

    def find_screen(self) -> None:
        """Ask where one more screening unit stands best, and show what it closes."""
        asked = replace(self.state, shown="screen")

        def told(how_far: str) -> None:
            self.key.value = say.progress(how_far)

        self.shell.work()
        try:
            self._screen = (asked_of(asked), find_screen(asked, told))
        except ToolkitError as problem:
            self.key.value = say.key(self.state, self.result, self._screen_said(self.state))
            self._complain(str(problem))
            return
        finally:
            self.shell.rest()
        self.go_to(asked)

    def _found_screen(self, state: ReservesState) -> FoundScreen | None:
        """What was found for this very table, or None."""
        return self._screen[1] if self._screen is not None and self._screen[0] == asked_of(state) else None

    def _screen_said(self, state: ReservesState) -> str:
        return in_words(self._found_screen(state)) if state.shown == "screen" else ""

    def _with_screen(self, state: ReservesState) -> ReservesState:
        found = self._found_screen(state)
        if found is None or found.unit is None:
            raise ToolkitError("ask where to screen first")
        return replace(state, board=state.board.with_unit(found.unit), selected=found.unit.name, screens=(*state.screens, found.unit.name))

    def _clicked(self, event: dict[str, Any]) -> None:
        if event["new"]:
            x, y = (round(each * 2) / 2 for each in event["new"][:2])
            if self.controls.clicks.value == "selected" and self.state.selected:
                self.change(lambda state: state.moved(state.selected, x, y))
            else:
                self.change(lambda state: state.at(x, y))

    def _forget_settings(self) -> None:
        with self.controls.quiet():
            self.controls.clicks.value = "arriving"

    # --- files ------------------------------------------------------------------------------------------------------

    @property
    def document(self) -> dict[str, Any]:
        """The scenario document of what the controls say."""
        return document(self.state)

    def document_title(self) -> str:
        """Return who arrives how."""
        return f"{self.state.arriving.name} by {self.state.arrival.name}"

    def text_to_copy(self) -> str:
        """Return the question, the answer and the scenario as text."""
        return f"{say.in_words(self.state, self.result)}\n\n{self.file_to_save()[1]}"

    def _first_state(self) -> ReservesState:
        return first_state(self.system)

    def _opened(self, given: ReservesState | Mapping[str, Any] | str | Path) -> ReservesState:
        return given if isinstance(given, ReservesState) else opened(given, self.system)

    # --- computing and showing --------------------------------------------------------------------------------------

    def _compute(self, state: ReservesState) -> ReservesAnswer:
        return compute(state)

    def _other(self, state: ReservesState) -> ReservesAnswer | None:
        """The pinned answer A, for the goal of now."""
        if self.pinned is None or self.pinned[0].goal == state.goal:
            return None if self.pinned is None else self.pinned[1]
        asked = replace(self.pinned[0], shown=state.shown)
        if self._again is None or self._again[0] is not self.pinned[0] or self._again[1].state.goal != state.goal:
            self._again = (self.pinned[0], compute(asked))
        return self._again[1]

    def _in_comparison(self, before: ReservesAnswer, now: ReservesAnswer) -> tuple[str, str]:
        return about(before.state), differences(before.state, now.state)

    def _show_answer(self, state: ReservesState, result: ReservesAnswer) -> None:
        pinned = self._other(state)
        screen = self._found_screen(state) if state.shown == "screen" else None
        self.controls.put_button.disabled = screen is None or screen.unit is None
        heat = state.shown in ("charge", "damage")
        sets = picture.data(
            state.board,
            region=result.region,
            heat=result.cells if heat else None,
            value="value",
            most=result.most,
            pinned=None if pinned is None else pinned.region,
            gaps=result.gaps.polygon if result.gaps is not None else None,
            keep_out=state.arrival.enemy,
            placed=state.arriving,
            legal=result.legal,
            said=say.said_of_units(state, result),
            line=_line(state, result),
            aids=screen.outlines if screen is not None else None,
        )
        with self.charts.together():
            self.map_chart.ratio = state.board.depth / state.board.width
            self.map_chart.push(picture.knobs(state.board, heat), say.described(state, result), **sets)
            columns = curves.charge_columns(result.rule, result.charges if state.arrival.may_charge else result.charges.clear())
            self.curve_chart.push({}, "Chance to charge by distance in inches", **columns)
        self.question.value = say.question(state)
        self.tiles.value = tiles(result, pinned)
        self.notes.value = say.notes(state)
        self.legend.value = say.legend(state, pinned is not None, bool(screen and screen.unit))
        self.key.value = say.key(state, result, self._screen_said(state))
        self.wrong.value = sheet.boxed(say.wrong(result), "Rules at this spot")
        self.charges.value = sheet.boxed(say.charges(state, result), "Charges from this spot")

    def _show_controls(self, state: ReservesState, result: Any) -> None:
        self.controls.show(state)


def _line(state: ReservesState, result: ReservesAnswer) -> tuple[tuple[float, float], tuple[float, float], str] | None:
    """From the unit to its nearest target."""
    nearest = result.nearest
    if nearest is None:
        return None
    near, far = nearest_points(state.arriving.outline, state.board.unit(nearest["target"]).outline)
    word = "charge " if state.arrival.may_charge else ""
    return (near.x, near.y), (far.x, far.y), f"{word}{nearest['distance']:.1f}″"
