"""The reserves planner in scenario files: the board, and who arrives how."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolkit.battlefield.document import board_from, board_to, unit_from, unit_to
from toolkit.dashboards.reserves_state import RANGES, REROLLS, WAYS, ReservesState, first_state
from toolkit.errors import ToolkitError
from toolkit.studies import files

_KEYS = (
    "way", "battle_round", "at", "files", "charge_modifier", "charge_reroll", "transport", "datasheets", "worth", "screens", "unit",
)  # fmt: skip


def document(state: ReservesState) -> dict[str, Any]:
    """The tables of a scenario file: the edition, the board, and who arrives how."""
    arrival: dict[str, Any] = {
        "way": state.way, "battle_round": state.battle_round, "at": list(state.spot), "files": state.files,
        "charge_modifier": state.modifier,
    }  # fmt: skip
    if state.reroll:
        arrival["charge_reroll"] = state.reroll
    if state.transport:
        arrival["transport"] = state.transport
    arrival["unit"] = unit_to(state.arriving)
    for key, given in (("datasheets", state.sheets), ("worth", state.worth)):
        if given:
            arrival[key] = dict(given)
    if state.screens:
        arrival["screens"] = list(state.screens)
    return {
        "system": state.system,
        **{key: value for key, value in state.rest.items() if key not in ("system", "title", "board", "arrival")},
        "board": board_to(state.board),
        "arrival": arrival,
    }


def opened(given: Mapping[str, Any] | str | Path, system: str) -> ReservesState:
    """Read a document with a board, and an arrival if it has one.

    Raises
    ------
    ToolkitError
        If something in it cannot be; the message names the place.
    """
    table = dict(given) if isinstance(given, Mapping) else files.load(given)
    if "board" not in table:
        raise ToolkitError("the file has no [board]; the reserves planner opens scenario files with one")
    first = first_state(table.get("system", system))
    said = table.get("arrival", {})
    if not isinstance(said, Mapping):
        raise ToolkitError(f"[arrival] is {said!r}; it is a table with the keys {', '.join(_KEYS)}")
    unknown = next((key for key in said if key not in _KEYS), None)
    if unknown is not None:
        raise ToolkitError(f"[arrival] has no key {unknown!r}; it has: {', '.join(_KEYS)}")
    ways = {each.id: each.id for each in WAYS[first.system]} | {each.name: each.id for each in WAYS[first.system]}
    if said.get("way", first.way) not in list(ways):
        raise ToolkitError(f"[arrival] way = {said['way']!r}; it is one of: {', '.join(each.name for each in WAYS[first.system])}")
    if said.get("charge_reroll") not in REROLLS:
        raise ToolkitError(f'[arrival] charge_reroll = {said["charge_reroll"]!r}; it is "whole" or "one_die"')
    numbers = {key: said.get(key, default) for key, default in (("battle_round", 2), ("files", 2), ("charge_modifier", 0))}
    for key, value in numbers.items():
        low, high = RANGES[key.removeprefix("charge_")]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ToolkitError(f"[arrival] {key} = {value!r}; it is a whole number from {low} to {high}")
    arriving = said.get("unit")
    if arriving is not None and not isinstance(arriving, Mapping):
        raise ToolkitError(f"[arrival] unit = {arriving!r}; it is a table with the name, base and models of the unit")
    unit = first.arriving if arriving is None else unit_from({"side": "own", **arriving}, "[arrival.unit]")
    spot = said.get("at", unit.centre if "unit" in said else first.spot)
    if not (isinstance(spot, (list, tuple)) and len(spot) == 2 and all(isinstance(each, (int, float)) for each in spot)):
        raise ToolkitError(f"[arrival] at = {spot!r}; it is [across, up] in inches")
    screens = said.get("screens", [])
    if not (isinstance(screens, list) and all(isinstance(each, str) for each in screens)):
        raise ToolkitError(f"[arrival] screens = {screens!r}; it is a list of units on the table")
    return ReservesState(
        first.system, board_from(table["board"]), unit, (float(spot[0]), float(spot[1])), numbers["files"],
        ways[said.get("way", first.way)], numbers["battle_round"], numbers["charge_modifier"], said.get("charge_reroll"),
        transport=str(said.get("transport", "")), sheets=_named(said, "datasheets", str), worth=_named(said, "worth", (int, float)),
        screens=tuple(screens), rest=table,
    )  # fmt: skip


def _named(said: Mapping[str, Any], key: str, kind: Any) -> dict[str, Any]:
    """A table of values by the names of units."""
    given = said.get(key, {})
    right = isinstance(given, Mapping) and all(isinstance(each, kind) and not isinstance(each, bool) for each in given.values())
    if not right or (key == "worth" and any(not 0 <= each <= 10_000 for each in given.values())):
        what = "names of datasheets" if kind is str else "numbers from 0 to 10,000"
        raise ToolkitError(f"[arrival] {key} = {given!r}; it is a table of {what} by the names of units")
    return dict(given)
