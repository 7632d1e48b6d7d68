"""The controls of the ambush planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ipywidgets

from toolkit.dashboards import sheet
from toolkit.dashboards.ambush_state import KINDS, AmbushState
from toolkit.dashboards.controls import ControlColumn, set_options, slider
from toolkit.dashboards.widgets import Counts, group, html, line, styled
from toolkit.studies.ambush_arrival import EDITIONS

POINTS = [("table edge", "edge"), ("open terrain", "open_terrain"), ("at a unit", "unit"), ("anywhere", "free")]
_WAITING = [
    {"label": "Unit", "kind": "text", "width": "auto"},
    {"label": "On its die", "kind": "number", "step": 1, "width": "84px"},
    {"label": "No room, %", "kind": "number", "width": "92px"},
]
_OBSTACLES = [
    {"label": "In the way", "kind": "text", "width": "auto"},
    {"label": "Kind", "kind": "choice", "options": [[each, each] for each in KINDS], "width": "104px"},
    *({"label": name, "kind": "number", "width": "66px"} for name in ("Width", "Depth", "Across", "Up", "Facing")),
]
Change = Callable[[AmbushState], AmbushState]


class AmbushControls(ControlColumn[AmbushState]):
    """The column of controls, and the two tables.

    Parameters
    ----------
    changed : callable
        As for `ControlColumn`.
    """

    def __init__(self, changed: Callable[[Change], None]) -> None:
        super().__init__(changed)
        drop, toggle = ipywidgets.Dropdown, ipywidgets.ToggleButtons
        self.edition = toggle(options=[(rule.name, key) for key, rule in EDITIONS.items()])
        self.unit = drop(options=[("", "")])
        self.kind = drop(options=POINTS)
        self.of = drop(options=[("", "")])
        self.point = Counts()
        self.clicks = toggle(
            options=[("the unit", "unit"), ("the point", "point")],
            tooltips=["A click on the picture sets the middle of the unit", "A click on the picture sets the chosen point"],
        )
        self.base = ipywidgets.Text(continuous_update=False)
        self.shape = Counts()
        self.stand = Counts()
        self.corners = toggle(
            options=[("three corners", "three"), ("all corners", "all")],
            tooltips=["As the rule says: at least three of the four corners within 6″", "As the rule's picture is explained: all of them"],
        )
        self.waiting = sheet.Sheet(columns=_WAITING, label="Units in ambush", empty="No unit is in ambush. Add one.")
        self.obstacles = sheet.Sheet(columns=_OBSTACLES, label="What stands on the table", empty="Nothing is in the way.")
        self._watch()
        self.column = self._arranged()

    def _watch(self) -> None:
        for control, name in ((self.edition, "edition"), (self.unit, "unit"), (self.corners, "corners")):
            self._on(control, "value", lambda value, name=name: lambda state: replace(state, **{name: value}))
        for control in (self.kind, self.of):
            self._on(control, "value", lambda _: lambda state: self._pointed(state))
        self._on(self.point, "values", lambda values: lambda state: self._slid_point(state, values))
        self._on(self.base, "value", lambda value: lambda state: state.with_models(value, state.models, state.files))
        self._on(self.shape, "values", lambda values: lambda state: state.with_models(state.base, int(values[0]), int(values[1])))
        self._on(self.stand, "values", lambda values: lambda state: self._slid(state, values))
        self._on(self.waiting, "rows", lambda rows: lambda state: state.with_waiting(rows))
        self._on(self.obstacles, "rows", lambda rows: lambda state: state.with_obstacles(rows))

    def _pointed(self, state: AmbushState) -> AmbushState:
        kind = self.kind.value
        names = [each.name for each in state.board.units]
        if kind != "unit":
            return state.with_point(state.point.x, state.point.y, kind)
        of = self.of.value if self.of.value in names else next(iter(names), "")
        x, y = state.board.unit(of).centre
        return state.with_point(x, y, kind, of)

    @staticmethod
    def _slid_point(state: AmbushState, values: list[int]) -> AmbushState:
        x, y = _moved(values, (state.point.x, state.point.y))
        return state.with_point(x, y, state.point.kind, state.point.of)

    @staticmethod
    def _slid(state: AmbushState, values: list[int]) -> AmbushState:
        x, y, facing = _moved(values, (*state.centre, state.facing))
        return replace(state, centre=(x, y), facing=facing)

    def _arranged(self) -> Any:
        self._of = styled(ipywidgets.Box([line("Unit", self.of)]), "tk-field")
        styled(self.base, "tk-field")
        rolls, _ = group("Arrival rolls", [self.edition, line("Chart of", self.unit)])
        point, _ = group("The chosen point", [line("Has to be", self.kind), self._of, self.point])
        clicks = [html("A click on the picture sets", "tk-said"), self.clicks]
        formation, _ = group("The formation", [line("Base", self.base), self.shape, self.stand, *clicks])
        corners, _ = group("Within 6″ of the point", [self.corners])
        return styled(ipywidgets.VBox([rolls, point, formation, corners]), "tk-ctl")

    # --- what a state looks like ------------------------------------------------------------------------------------

    def show(self, state: AmbushState, _: Any = None) -> None:
        """Set every control to what `state` says."""
        across, up = int(state.board.width), int(state.board.depth)
        with self.quiet():
            self.edition.value, self.corners.value = state.edition, state.corners
            set_options(self.unit, [(name, name) for name, _, _ in state.waiting] or [("nobody", "")], state.unit)
            self.kind.value = state.point.kind
            names = [(each.name, each.name) for each in state.board.units] or [("no unit", "")]
            known = {value for _, value in names}
            set_options(self.of, names, state.point.of if state.point.of in known else names[0][1])
            (self._of.remove_class if state.point.kind == "unit" else self._of.add_class)("tk-gone")
            rows = [slider("Point across", "inches", 0, across), slider("Point up", "inches", 0, up)]
            self.point.show(rows, _shown(state.point.x, state.point.y))
            self.base.value = state.base
            files = "ranks: " + str(state.footprint.ranks)
            self.shape.show(
                [slider("Models", "", 1, max(60, state.models)), slider("Files", files, 1, state.models, "Models in the front rank")],
                [state.models, state.files],
            )
            self.stand.show(
                [slider("Middle across", "inches", 0, across), slider("Middle up", "inches", 0, up), slider("Facing", "degrees", 0, 359)],
                _shown(*state.centre, state.facing % 360),
            )
            self.waiting.rows = state.rows()
            self.obstacles.rows = state.obstacles()


def _moved(values: list[int], exact: tuple[float, ...]) -> list[float]:
    """Only the slider that was moved changes its number: the others show rounded ones."""
    return [float(now) if now != shown else old for now, shown, old in zip(values, _shown(*exact), exact, strict=True)]


def _shown(*numbers: float) -> list[Any]:
    return [round(each, 1) for each in numbers]
