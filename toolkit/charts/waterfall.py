"""What each rule adds on top of the last: a horizontal waterfall, one row a rule, its step and the running total in columns at the right.

Like every picture of this package it is layered once, for notebooks (`chart`) and for live screens (`live`, `columns`, `knobs`).
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import altair as alt

from toolkit.charts import numbers, theme
from toolkit.charts.amounts import Unit, is_nothing, signed, written

if TYPE_CHECKING:
    import polars as pl

PADDING = {"left": 160, "right": 106, "top": 4, "bottom": 24}
TITLED_PADDING = {**PADDING, "top": 50}
ROW, TALLEST_ROW = 32, 44
"""Height of a row where there are many, and where there are few."""
PAST_THE_PLOT = 22
"""How far a reason may run into the column of steps, in which it has "0" beside it."""
FIRST, LAST = "Without these rules", "All together"
_LADDERS: dict[str, tuple[float, ...]] = {
    "probability": (0.02, 0.05, 0.1, 0.25, 0.5, 1),
    "models": (0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100),
}


def columns(frame: pl.DataFrame, unit: Unit, *, start: float = 0.0, notes: Mapping[str, str] | None = None) -> dict[str, list[Any]]:
    """Return the rows of the picture as columns.

    Parameters
    ----------
    frame : polars.DataFrame
        A waterfall of `toolkit.waterfall`: id, rule, step, before, after.
    unit : {"models", "wounds", "probability"}
        What is counted.
    start : float
        The value without any rule, for a frame without rows.
    notes : mapping of str to str, optional
        For ids: why the rule changes nothing, written where its bar would be.

    Returns
    -------
    dict of str to list
        row, label, left, right, kind ("total", "up", "down" or "none"), step, total, note.

    Examples
    --------
    >>> import polars as pl
    >>> frame = pl.DataFrame({"id": ["h"], "rule": ["Heavy"], "step": [0.5], "before": [1.0], "after": [1.5]})
    >>> columns(frame, "models")["step"], columns(frame, "models")["total"]
    (['', '+0.50', ''], ['1.00', '1.50', '1.50'])
    """
    rules = frame.to_dicts()
    first = rules[0]["before"] if rules else start
    last = rules[-1]["after"] if rules else start
    table: dict[str, list[Any]] = {key: [] for key in ("row", "label", "left", "right", "kind", "step", "total", "note")}

    def add(label: str, left: float, right: float, kind: str, step: str, note: str) -> None:
        cells = (len(table["row"]), label, left, right, kind, step, written(right, unit), note)
        for column, cell in zip(table.values(), cells, strict=True):
            column.append(cell)

    add(FIRST, 0.0, first, "total", "", "")
    for rule in rules:
        nothing = is_nothing(rule["step"], unit)
        kind = "none" if nothing else "up" if rule["step"] > 0 else "down"
        add(rule["rule"], rule["before"], rule["after"], kind, signed(rule["step"], unit), (notes or {}).get(rule["id"], ""))
    add(LAST, 0.0, last, "total", "", "")
    return table


def knobs(table: Mapping[str, list[Any]], unit: Unit, rows: float | None = None) -> dict[str, Any]:
    """Return the values of the parameters of the live chart: the ends of the axis, the rows there is room for, how numbers are written.

    The end of the axis climbs a ladder, so that small changes do not move it.

    Examples
    --------
    >>> knobs({"row": [0, 1], "left": [0, 0], "right": [1.2, 1.7]}, "models")
    {'low': 0.0, 'high': 2, 'rows': 2, 'percent': False}
    """
    ends = [*table["left"], *table["right"]]
    low = min(0.0, *ends)
    return {
        "low": -_rung(-low, unit) if low < -1e-9 else 0.0,
        "high": _rung(max(ends), unit),
        "rows": rows or len(table["row"]),
        "percent": unit == "probability",
    }


def _rung(value: float, unit: Unit) -> float:
    ladder = _LADDERS["probability" if unit == "probability" else "models"]
    if unit == "probability":
        value = min(value, 1.0)
    return next((rung for rung in ladder if value <= rung * (1 + 1e-9)), math.ceil(value / 100) * 100)


def room(count: int) -> tuple[int, float]:
    """Return the height of the plot in pixels for `count` rows, and how many rows of that picture's pitch fit into it.

    Ten rows have room from the start, then the height grows four rows at a time: switching one rule seldom moves what stands below.

    Examples
    --------
    >>> room(6), room(10), room(11)
    ((320, 7.3), (320, 10), (448, 11))
    """
    height = ROW * (10 + 4 * math.ceil(max(0, count - 10) / 4))
    return height, max(count, round(height / TALLEST_ROW, 1))


def live() -> dict[str, Any]:
    """Return the Vega-Lite spec of the live chart.

    Examples
    --------
    >>> live()["padding"]["left"]
    160
    """
    return json.loads(_live_text())


@functools.cache
def _live_text() -> str:
    parts = _layers(alt.Chart(alt.NamedData("src")), theme.LIVE, low="low", high="high", rows="rows", percent="percent")
    start = {"low": 0, "high": 5, "rows": 8, "percent": False}
    parts = parts.add_params(*(alt.param(name=name, value=value) for name, value in start.items()))
    return json.dumps(theme.finish(parts, "live", PADDING).to_dict())


def chart(
    frame: pl.DataFrame,
    unit: Unit = "models",
    *,
    title: str = "What each rule adds",
    notes: Mapping[str, str] | None = None,
    width: int = 480,
    look: theme.Theme = "light",
) -> alt.LayerChart:
    """Draw a waterfall for a notebook or an exported page.

    Parameters
    ----------
    frame, unit, notes
        As for `columns`.
    title : str
        Title of the picture.
    width : int
        Width of the plot without its margins.
    look : {"light", "dark"}
        Literal colours of the picture.

    Examples
    --------
    >>> import polars as pl
    >>> frame = pl.DataFrame({"id": ["h"], "rule": ["Heavy"], "step": [0.5], "before": [1.0], "after": [1.5]})
    >>> chart(frame).to_dict()["height"]
    96
    """
    table = columns(frame, unit, notes=notes)
    given = knobs(table, unit)
    parts = _layers(
        alt.Chart(alt.InlineData(values=numbers.rows(table))),
        theme.palette(look),
        low=repr(given["low"]),
        high=repr(given["high"]),
        rows=repr(given["rows"]),
        percent="true" if given["percent"] else "false",
    )
    points = " in points" if unit == "probability" else ""
    heading = alt.TitleParams(text=title, subtitle=f"right: what the rule adds{points}, running total", offset=8)
    return theme.finish(parts.properties(title=heading, width=width, height=ROW * given["rows"]), look, TITLED_PADDING)


def _layers(source: alt.Chart, colours: theme.Palette, *, low: str, high: str, rows: str, percent: str) -> Any:
    """Build the picture; `low`, `high`, `rows` and `percent` are Vega expressions."""
    # Rows on a number axis: layers with a sorted nominal y fall back to the alphabet.
    down = alt.Scale(domain=[alt.expr(rows), 0], nice=False, zero=False)
    across = alt.Scale(domain=[alt.expr(low), alt.expr(high)], nice=False, zero=False)
    said = f"{percent} ? format(datum.value, {high} <= 0.05 ? '.1%' : '.0%') : format(datum.value, '~g')"
    axis = alt.Axis(title=None, tickCount=alt.expr("max(2, min(6, width / 60))"), labelExpr=said, labelFlush=False, grid=True)
    paint = alt.Scale(domain=["total", "up", "down", "none"], range=[colours.soft_ink, colours.now, colours.pin, colours.soft_ink])
    source = source.transform_calculate(top="datum.row + 0.16", foot="datum.row + 0.84", middle="datum.row + 0.5", next="datum.row + 1.16")

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=across, axis=axis)

    def y(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=down, axis=None)

    def text(column: str, at: float | alt.ExprRef, colour: Any, **options: Any) -> alt.Chart:
        mark = source.mark_text(align="right", baseline="middle", fontSize=12.5, **options)
        return mark.encode(x=alt.value(at), y=y("middle"), text=f"{column}:N", color=colour)

    by_kind = alt.Color("kind:N", scale=paint, legend=None)
    ink = alt.condition("datum.kind === 'none'", alt.value(colours.soft_ink), alt.value(colours.ink))
    corners = {"x": x("left"), "x2": "right:Q", "y": y("top"), "y2": "foot:Q"}
    bars = source.transform_filter("datum.kind !== 'none'").mark_rect(cornerRadius=2).encode(color=by_kind, **corners)
    # Soft ink lets the grid through; the bars of the totals stand on ground of their own.
    under = source.transform_filter("datum.kind === 'total'").mark_rect(cornerRadius=2, color=colours.ground).encode(**corners)
    idle = source.transform_filter("datum.kind === 'none'")
    ticks = idle.mark_rule(strokeWidth=2, color=colours.soft_ink).encode(x=x("right"), y=y("top"), y2="foot:Q")
    links = (
        source.transform_filter(f"datum.label !== '{LAST}' || datum.kind !== 'total'")
        .mark_rule(strokeDash=[2, 2], color=colours.soft_ink)
        .encode(x=x("right"), y=y("foot"), y2="next:Q")
    )

    def reasons(where: str, space: str, **side: Any) -> alt.Chart:
        # Beside the place of the bar that is missing, on the side that has more room.
        found = idle.transform_filter(f"datum.right {where} ({low} + {high}) / 2")
        limit = alt.expr(f"width * {space} / ({high} - {low}) + {PAST_THE_PLOT if where == '<' else -8}")
        mark = found.mark_text(baseline="middle", fontSize=12, fontStyle="italic", color=colours.soft_ink, limit=limit, **side)
        return mark.encode(x=x("right"), y=y("middle"), text="note:N")

    tips = [
        alt.Tooltip("label:N", title="rule"),
        alt.Tooltip("step:N", title="adds"),
        alt.Tooltip("total:N", title="total"),
        alt.Tooltip("note:N", title="why"),
    ]
    all_of_it = {"x": alt.value(-PADDING["left"]), "x2": alt.value(alt.expr(f"width + {PADDING['right']}"))}
    hover = source.transform_calculate(next="datum.row + 1").mark_rect(fill="transparent")
    return alt.layer(
        links,
        under,
        bars,
        ticks,
        reasons("<", f"({high} - datum.right)", align="left", dx=7),
        reasons(">=", f"(datum.right - {low})", align="right", dx=-7),
        text("label", -10, ink, limit=PADDING["left"] - 10),
        text("step", alt.expr("width + 48"), by_kind, fontWeight="bold"),
        text("total", alt.expr("width + 102"), alt.value(colours.soft_ink)),
        hover.encode(y=y("row"), y2="next:Q", tooltip=tips, **all_of_it),
    )
