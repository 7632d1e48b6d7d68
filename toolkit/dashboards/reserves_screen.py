"""The reserves planner: where can a unit arrive, and what can it charge from there.

It moves controls and calls `toolkit.battlefield` and `toolkit.studies`; it computes no distance and no chance itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ipywidgets
from shapely.ops import nearest_points

from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.fit import fits
from toolkit.battlefield.regions import arrival_region
from toolkit.charts import arrival as curves
from toolkit.charts import board as picture
from toolkit.charts.live import LiveChart
from toolkit.dashboards import reserves_answer as say
from toolkit.dashboards import sheet
from toolkit.dashboards.pieces import chart_note, chart_title
from toolkit.dashboards.reserves_answer import ReservesAnswer
from toolkit.dashboards.reserves_controls import ReservesControls
from toolkit.dashboards.reserves_state import ReservesState, first_state, opened
from toolkit.dashboards.screen import Screen, button
from toolkit.dashboards.widgets import html, styled
from toolkit.errors import ToolkitError
from toolkit.studies.charge_map import ChargeMap, charge_map, charges_from
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Threat, gaps

CURVE_HEIGHT = 210
APART, MOST_TRIES = 3.0, 10
"""Inches between the spots that are tried for a whole unit, and how many they are."""


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
        self._known: tuple[Any, ChargeMap] | None = None
        super().__init__(given, about="Warhammer 40,000")

    # --- making -----------------------------------------------------------------------------------------------------

    def _arranged(self) -> Any:
        box, row = ipywidgets.VBox, ipywidgets.HBox
        self.controls = ReservesControls(self.change)
        self.question, self.legend, self.key, self.wrong, self.charges = (html() for _ in range(5))
        self.tiles = html("", "tk-sticky")
        self.map_chart = LiveChart(self.charts, spec=picture.live(), clickable=True, ratio=44 / 60)
        self.curve_chart = LiveChart(self.charts, spec=curves.live_charges(), height=CURVE_HEIGHT)
        self.map_chart.observe(self._clicked, "clicked")
        self.best_button = button(
            "Find best spot", "Place the whole unit as close as it may come to the spot of the best charge", self.find_best
        )
        self.enemy_button = button("Add enemy", "Put another enemy unit on the table", lambda: self.change(lambda s: s.added("enemy")))
        self.own_button = button("Add own", "Put another unit of your own on the table", lambda: self.change(lambda s: s.added("own")))
        ask = styled(box([self.error, self.question, self.tiles]), "tk-ask")
        first = styled(box([html(chart_title("The table, to scale")), self.legend, self.map_chart, self.key]), "tk-first")
        table = styled(box([html(chart_title("Charges")), self.charges]), "tk-card")
        rules = styled(box([html(chart_title("Rules at this spot")), self.wrong]), "tk-card")
        curve = [html(chart_title("Chance to charge by distance")), html(chart_note("dots: the enemy units, from where the unit stands"))]
        head = styled(row([html(chart_title("Units on the table"), "tk-flex"), self.enemy_button, self.own_button]), "tk-row")
        units = styled(box([head, self.controls.units]), "tk-card")
        pairs = [styled(ipywidgets.GridBox([table, rules]), "tk-two"), units, styled(box([*curve, self.curve_chart]), "tk-card")]
        more = styled(box(pairs), "tk-more")
        return styled(ipywidgets.Box([self._head(self.best_button), ask, self.controls.column, first, more]), "tk-grid")

    # --- changing ---------------------------------------------------------------------------------------------------

    def find_best(self) -> None:
        """Place the whole unit near the spot of the best charge, legally."""
        self.change(self._best)

    def _best(self, state: ReservesState) -> ReservesState:
        found = self._map(state)
        if found.best is None:
            raise ToolkitError(f"{state.arriving.name} cannot arrive anywhere by {state.arrival.name} in round {state.battle_round}")
        rule = ChargeRule.of(state.system, [state.modifier] if state.modifier else (), reroll=state.reroll)
        best: tuple[float, float, ReservesState] | None = None
        why = ""
        for value, near in _wanted(found):
            if best is not None and best[0] >= value - 1e-9:  # the whole unit charges no likelier than its closest model could
                break
            fit = fits(
                state.board, state.arriving, state.arrival, state.battle_round, coherency=state.coherency, near=near, anchor=state.anchor,
                engagement=rule.numbers.engagement,
            )  # fmt: skip
            why = why or fit.why
            if fit.unit is None:
                continue
            there = charges_from(state.board, fit.unit, rule)
            chance, inches = (there["chance"].max(), there["distance"].min()) if len(there) else (0.0, 0.0)
            if best is None or (chance, -inches) > best[:2]:  # type: ignore[operator]
                best = (float(chance), -float(inches), state.standing(fit.unit))  # type: ignore[arg-type]
        if best is None:
            raise ToolkitError(f"no legal place for all of {state.arriving.name} was found: {why}")
        return best[2]

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
        return self.state.document()

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

    def _map(self, state: ReservesState) -> ChargeMap:
        """The region and what its spots are worth; kept while nothing that it depends on changes."""
        model = state.arriving.models[0]
        rule = ChargeRule.of(state.system, [state.modifier] if state.modifier else (), reroll=state.reroll)
        asked = (state.board, state.way, state.battle_round, model.base, model.facing, state.anchor, state.modifier, state.reroll)
        if self._known is None or self._known[0] != asked:
            region = arrival_region(state.board, model.base, state.arrival, state.battle_round, facing=model.facing, anchor=state.anchor)
            self._known = (asked, charge_map(state.board, model.base, state.arrival, state.battle_round, rule, region=region))
        return self._known[1]

    def _compute(self, state: ReservesState) -> ReservesAnswer:
        rule = ChargeRule.of(state.system, [state.modifier] if state.modifier else (), reroll=state.reroll)
        found = self._map(state)
        wrong = breaches(
            state.board, state.arriving, state.arrival, state.battle_round, coherency=state.coherency, anchor=state.anchor,
            engagement=rule.numbers.engagement,
        )  # fmt: skip
        open_ = None
        if state.shown == "screen" and state.arrival.anchor is None:
            base = state.arriving.models[0].base
            open_ = gaps(state.board, Threat(base, state.arrival, state.battle_round, rule, within=float(state.within)))
        return ReservesAnswer(wrong, found.region, found, charges_from(state.board, state.arriving, rule), rule, open_)

    def _show_answer(self, state: ReservesState, result: ReservesAnswer) -> None:
        sets = picture.data(
            state.board,
            region=result.region,
            heat=result.map.frame if state.shown == "charge" else None,
            gaps=result.gaps.polygon if result.gaps is not None else None,
            keep_out=state.arrival.enemy,
            placed=state.arriving,
            legal=result.legal,
            said=say.said_of_units(state, result),
            line=_line(state, result),
        )
        with self.charts.together():
            self.map_chart.ratio = state.board.depth / state.board.width
            self.map_chart.push(picture.knobs(state.board, state.shown == "charge"), say.described(state, result), **sets)
            columns = curves.charge_columns(result.rule, result.charges if state.arrival.may_charge else result.charges.clear())
            self.curve_chart.push({}, "Chance to charge by distance in inches", **columns)
        self.question.value = say.question(state)
        self.tiles.value = say.tiles(state, result)
        self.legend.value = say.legend(state)
        self.key.value = say.key(state, result)
        self.wrong.value = sheet.boxed(say.wrong(result), "Rules at this spot")
        self.charges.value = sheet.boxed(say.charges(state, result), "Charges from this spot")

    def _show_controls(self, state: ReservesState, result: Any) -> None:
        self.controls.show(state)


def _wanted(found: ChargeMap) -> Iterator[tuple[float, tuple[float, float]]]:
    """Spots worth trying for a whole unit, the best first, apart from each other."""
    if found.best is None:
        return
    tried = [(found.best.x, found.best.y)]
    yield float(found.best.chance), tried[0]
    for row in found.frame.sort(["chance", "distance"], descending=[True, False]).iter_rows(named=True):
        here = ((row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
        if all(math.dist(here, other) > APART for other in tried):
            tried.append(here)
            yield row["chance"], here
        if len(tried) == MOST_TRIES:
            return


def _line(state: ReservesState, result: ReservesAnswer) -> tuple[tuple[float, float], tuple[float, float], str] | None:
    """From the unit to its nearest target."""
    if not len(result.charges):
        return None
    nearest = result.charges.sort("distance").row(0, named=True)
    near, far = nearest_points(state.arriving.outline, state.board.unit(nearest["target"]).outline)
    word = "charge " if state.arrival.may_charge else ""
    return (near.x, near.y), (far.x, far.y), f"{word}{nearest['distance']:.1f}″"
