"""The controls of the reserves planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ipywidgets

from toolkit.battlefield.bases import Base
from toolkit.dashboards import reserves_terrain, sheet
from toolkit.dashboards.controls import ControlColumn, set_options, slider
from toolkit.dashboards.reserves_state import PATTERN_NAMES, SIZES, WAYS, ReservesState
from toolkit.dashboards.reserves_tables import locked_units, unit_columns
from toolkit.dashboards.reserves_worth import datasheets
from toolkit.dashboards.widgets import Counts, group, html, line, styled
from toolkit.systems import get

REROLL_NAMES = [("no re-roll", ""), ("whole roll", "whole"), ("one die", "one_die")]
SHOWN_NAMES = [("Charge", "charge"), ("Damage", "damage"), ("Region", "region"), ("Screen", "screen")]
_SHOWN_HELP = [
    "Chance of the best charge from each spot where the unit may arrive",
    "Expected damage of the best charge from each spot: its chance times what it is worth",
    "Every spot where the middle of a base may be",
    "What the other player leaves open: spots closer to a unit than the screen is to keep clear",
]
_WHERE_HELP = ["One more screening unit may stand anywhere", "One more screening unit stands in its own deployment zone"]
Change = Callable[[ReservesState], ReservesState]


class ReservesControls(ControlColumn[ReservesState]):
    """The column of controls, and the table of units.

    Parameters
    ----------
    changed : callable
        As for `ControlColumn`.
    """

    def __init__(self, changed: Callable[[Change], None]) -> None:
        super().__init__(changed)
        drop, toggle = ipywidgets.Dropdown, ipywidgets.ToggleButtons
        self.system = drop(options=[(get(key).title.split(", ")[-1], key) for key in WAYS])
        self.way = drop(options=[("", "")])
        self.transport = drop(options=[("", "")])
        self.round = toggle(options=[(str(number), number) for number in range(1, 6)])
        self.name, self.base, self.has = (ipywidgets.Text(continuous_update=False) for _ in range(3))
        self.profile = drop(options=[("none", "")], tooltip="Its melee weapons say what a charge is worth")
        self.sizes = Counts()
        self.modifier = Counts()
        self.reroll = toggle(options=REROLL_NAMES)
        self.shown = toggle(options=SHOWN_NAMES, tooltips=_SHOWN_HELP)
        self.within, self.screeners = Counts(), Counts()
        self.screen_base = ipywidgets.Text(continuous_update=False)
        self.screen_where = toggle(options=[("anywhere", "anywhere"), ("in its zone", "zone")], tooltips=_WHERE_HELP)
        ask_help = "Compare all places for one more unit of the other player, and show what the best one closes"
        self.ask_button = ipywidgets.Button(description="Where to screen", tooltip=ask_help)
        self.put_button = ipywidgets.Button(description="Put it there", tooltip="Put the screening unit on the table", disabled=True)
        self.size = drop(options=list(SIZES))
        self.pattern = drop(options=[("none", ""), *PATTERN_NAMES])
        self.selected = drop(options=[("", "")])
        self.place = Counts()
        self.clicks = toggle(
            options=[("the arriving unit", "arriving"), ("the unit above", "selected")],
            tooltips=["A click on the picture places the arriving unit", "A click on the picture moves the unit that is picked above"],
        )
        self.units = sheet.Sheet(label="Units on the table", empty="No unit is on the table. Add one.")
        self.terrain = sheet.Sheet(columns=reserves_terrain.COLUMNS, label="Terrain", empty="The table is bare. Add a piece.")
        self._watch()
        self.column = self._arranged()

    def _watch(self) -> None:
        self._on(self.system, "value", lambda value: lambda state: state.with_edition(value))
        for control, name in (
            (self.way, "way"), (self.transport, "transport"), (self.round, "battle_round"), (self.shown, "shown"),
            (self.selected, "selected"),
        ):  # fmt: skip
            self._on(control, "value", lambda value, name=name: lambda state: replace(state, **{name: value}))
        self._on(self.reroll, "value", lambda value: lambda state: replace(state, reroll=value or None))
        self._on(self.modifier, "values", lambda values: lambda state: replace(state, modifier=int(values[0])))
        self._on(self.within, "values", lambda values: lambda state: replace(state, within=int(values[0])))
        self._on(self.screeners, "values", lambda values: lambda state: replace(state, screen_models=int(values[0])))
        self._on(self.screen_base, "value", lambda value: lambda state: replace(state, screen_base=str(Base.parse(value))))
        self._on(self.screen_where, "value", lambda value: lambda state: replace(state, screen_where=value))
        self._on(self.place, "values", lambda values: lambda state: self._slid(state, values))
        for control in (self.size, self.pattern):
            self._on(control, "value", lambda _: lambda state: state.with_table(str(self.size.value), str(self.pattern.value)))
        for control, trait in ((self.name, "value"), (self.base, "value"), (self.has, "value"), (self.sizes, "values")):
            self._on(control, trait, lambda _: lambda state: self._arrives(state))
        self._on(self.profile, "value", lambda _: lambda state: self._arrives(state, self.profile.value))
        self._on(self.units, "rows", lambda rows: lambda state: state.with_rows(rows))
        self._on(self.terrain, "rows", lambda rows: lambda state: state.with_terrain(reserves_terrain.with_rows(state.board, rows)))
        self._on(self.units, "selected", lambda row: lambda state: self._picked(state, row))

    def _slid(self, state: ReservesState, values: list[int]) -> ReservesState:
        x, y = state.board.unit(state.selected).centre
        shown = [round(x, 1), round(y, 1)]
        # Only the slider that was moved: the other one shows a rounded place.
        return state.moved(state.selected, *(now if now != old else exact for now, old, exact in zip(values, shown, (x, y), strict=True)))

    def _arrives(self, state: ReservesState, picked: str | None = None) -> ReservesState:
        models, files = (int(each) for each in self.sizes.values)
        return state.with_arriving(self.name.value, self.base.value, models, files, self.has.value, picked)

    @staticmethod
    def _picked(state: ReservesState, row: int) -> ReservesState:
        names = [each.name for each in state.board.units]
        return replace(state, selected=names[row]) if 0 <= row < len(names) else state

    def _arranged(self) -> Any:
        self._anchor = styled(ipywidgets.Box([line("Leaves", self.transport)]), "tk-field")
        for control in (self.name, self.base, self.has, self.screen_base):
            styled(control, "tk-field")
        arrival, self._arrival_head = group("Arrival", [self.way, self._anchor, line("Round", self.round), line("Rules of", self.system)])
        unit = [line("Name", self.name), line("Datasheet", self.profile), line("Base", self.base), line("Keywords", self.has), self.sizes]
        arriving, _ = group("The arriving unit", unit)
        charge, _ = group("Charge", [self.modifier, self.reroll])
        buttons = styled(ipywidgets.HBox([self.ask_button, self.put_button]), "tk-row")
        shown, _ = group("Show", [self.shown])
        one_more = [self.within, self.screeners, line("Base", self.screen_base), line("Stands", self.screen_where), buttons]
        screening, _ = group("Screen", one_more)
        table, _ = group("Table", [line("Size", self.size), line("Deployment", self.pattern)])
        move, _ = group("Move a unit", [self.selected, self.place, html("A click on the picture places", "tk-said"), self.clicks])
        return styled(ipywidgets.VBox([arrival, charge, shown, table, move, arriving, screening]), "tk-ctl")

    # --- what a state looks like ------------------------------------------------------------------------------------

    def show(self, state: ReservesState, _: Any = None) -> None:
        """Set every control to what `state` says."""
        board, unit = state.board, state.arriving
        with self.quiet():
            self.system.value = state.system
            set_options(self.way, [(each.name, each.id) for each in WAYS[state.system]], state.way)
            set_options(self.transport, [(each.name, each.name) for each in board.of_side("own")] or [("no own unit", "")], state.transport)
            (self._anchor.remove_class if state.arrival.anchor is not None else self._anchor.add_class)("tk-gone")
            self.round.value = state.battle_round
            self.name.value, self.base.value = unit.name, str(unit.models[0].base)
            self.has.value = ", ".join(dict.fromkeys((*unit.keywords, *unit.abilities)))
            picked = state.datasheet(unit.name)
            names = dict.fromkeys([*datasheets(state.system, fighting=True), *([picked] if picked else [])])
            set_options(self.profile, [("none", ""), *((name, name) for name in names)], picked)
            count = len(unit.models)
            self.sizes.show(
                [slider("Models", "", 1, max(30, count), ""), slider("Side by side", "", 1, max(10, state.files), "Models in each row")],
                [count, state.files],
            )
            self.modifier.show(
                [slider("Charge modifier", "", min(-3, state.modifier), max(3, state.modifier), "Added to the charge roll")],
                [state.modifier],
            )
            self.reroll.value = state.reroll or ""
            self.shown.value = state.shown
            self.within.show(
                [
                    slider(
                        "A screen keeps clear",
                        "inches",
                        min(3, state.within),
                        max(15, state.within),
                        "Spots within so many inches of a unit count as open",
                    )
                ],
                [state.within],
            )
            most = max(15, state.screen_models)
            self.screeners.show([slider("Models of one more screen", "", 1, most, "Of the other player")], [state.screen_models])
            self.screen_base.value, self.screen_where.value = state.screen_base, state.screen_where
            sides = sorted((board.width, board.depth))
            size = f"{sides[0]:g}x{sides[1]:g}"
            set_options(self.size, list(dict.fromkeys([*SIZES, size])), size)
            pattern = next((key for name, key in PATTERN_NAMES if name == board.name), "")
            set_options(self.pattern, [("none" if not board.zones else "of the file", ""), *PATTERN_NAMES], pattern)
            set_options(self.selected, [(each.name, each.name) for each in board.units] or [("nobody", "")], state.selected)
            names = [each.name for each in board.units]
            with self.units.hold_sync():
                self.units.columns = unit_columns(state)
                self.units.locked = locked_units(state)
                self.units.rows = state.rows()
                self.units.selected = names.index(state.selected) if state.selected in names else -1
            with self.terrain.hold_sync():
                self.terrain.locked = reserves_terrain.locked(board)
                self.terrain.rows = reserves_terrain.rows(board)
            if state.selected:
                x, y = board.unit(state.selected).centre
                rows = [slider("Across", "inches", 0, int(board.width), ""), slider("Up", "inches", 0, int(board.depth), "")]
                self.place.show(rows, [round(x, 1), round(y, 1)])  # type: ignore[list-item]
            else:
                self.place.show([], [])
