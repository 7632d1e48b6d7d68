"""The tables of the reserves planner that are typed into: units, with what a charge at each is worth."""

from __future__ import annotations

from typing import Any

from toolkit.dashboards.reserves_state import ReservesState
from toolkit.dashboards.reserves_worth import datasheets

SHEET, WORTH = 6, 7
"""Columns of the datasheets and of the worths."""


def unit_columns(state: ReservesState) -> list[dict[str, Any]]:
    """The columns of the units; the datasheets are those of the edition."""
    picked = [state.datasheet(each.name) for each in state.board.units]
    names = dict.fromkeys([*datasheets(state.system), *(each for each in picked if each)])
    return [
        {"label": "Unit", "kind": "text", "width": "auto"},
        {"label": "Side", "kind": "choice", "options": [["enemy", "enemy"], ["own", "own"]], "width": "84px"},
        {"label": "Models", "kind": "number", "step": 1, "width": "58px"},
        {"label": "Base", "kind": "text", "width": "108px"},
        {"label": "Across", "kind": "number", "width": "62px"},
        {"label": "Up", "kind": "number", "width": "62px"},
        {"label": "Datasheet", "kind": "choice", "options": [["", "none"], *([name, name] for name in names)], "width": "150px"},
        {"label": "Worth", "kind": "number", "width": "62px"},
    ]


def locked_units(state: ReservesState) -> dict[str, str]:
    """Fields of the units that cannot be changed: worths that are computed, and what only a charged unit has."""
    locked: dict[str, str] = {}
    for row, unit in enumerate(state.board.units):
        worth = state.worths.get(unit.name)
        if worth is None:
            locked |= {f"{row},{column}": "an own unit is not charged" for column in (SHEET, WORTH)}
        elif worth.computed:
            locked[f"{row},{WORTH}"] = f"computed: {worth.said}; with the datasheet “none” you can write a number"
    return locked
