"""Which rules help each other: one cell for each pair, what it is worth beyond the two rules alone; on the diagonal each rule alone."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import altair as alt

from toolkit.charts import numbers, theme
from toolkit.charts.amounts import Unit, is_nothing, signed

if TYPE_CHECKING:
    import polars as pl

PADDING = {"left": 140, "right": 84, "top": 92, "bottom": 4}
TITLED_PADDING = {**PADDING, "top": 136}
ROW, WIDEST, NARROWEST = 36, 104, 48
"""Height of a row; the widest and the narrowest cell."""
_FAINTEST, _STRONGEST = 0.10, 0.62


def columns(frame: pl.DataFrame, unit: Unit) -> dict[str, list[Any]]:
    """Return the cells as columns.

    Parameters
    ----------
    frame : polars.DataFrame
        The pairs of `toolkit.pairs`: first, second, alone_first, alone_second, together, extra.
    unit : {"models", "wounds", "probability"}
        What is counted.

    Returns
    -------
    dict of str to list
        i, j (places of the two rules), first, second, kind ("alone", "more", "less" or "none"), opacity, text, apart, together.

    Examples
    --------
    >>> import polars as pl
    >>> cell = {"first": ["a", "a"], "second": ["a", "b"], "alone_first": [0.1, 0.1], "alone_second": [0.1, 0.2], "together": [0.1, 0.5]}
    >>> columns(pl.DataFrame({**cell, "extra": [0.0, 0.2]}), "models")["text"]
    ['+0.10', '+0.20']
    """
    cells = frame.to_dicts()
    names = list(dict.fromkeys(name for cell in cells for name in (cell["first"], cell["second"])))
    # A pair is strong against the strongest pair, but not because nothing else is going on.
    strongest = max([abs(cell["extra"]) for cell in cells] + [abs(cell["alone_first"]) / 4 for cell in cells], default=0) or 1.0
    table: dict[str, list[Any]] = {
        key: [] for key in ("i", "j", "first", "second", "kind", "opacity", "text", "apart", "together")
    }  # fmt: skip
    for cell in cells:
        alone, extra = cell["first"] == cell["second"], cell["extra"]
        kind = "alone" if alone else "none" if is_nothing(extra, unit) else "more" if extra > 0 else "less"
        share = min(abs(extra) / strongest, 1.0)
        row = (
            names.index(cell["first"]),
            names.index(cell["second"]),
            cell["first"],
            cell["second"],
            kind,
            1.0 if kind in ("alone", "none") else round(_FAINTEST + (_STRONGEST - _FAINTEST) * share, 4),
            signed(cell["alone_first"] if alone else extra, unit),
            "" if alone else signed(cell["alone_first"] + cell["alone_second"], unit),
            "" if alone else signed(cell["together"], unit),
        )
        for column, value in zip(table.values(), row, strict=True):
            column.append(value)
    return table


def size(count: int) -> tuple[int, int]:
    """Return the height of the picture for `count` rules, and the least width at which its numbers can be read; padding included.

    Examples
    --------
    >>> size(4)
    (240, 416)
    """
    return PADDING["top"] + PADDING["bottom"] + ROW * count, PADDING["left"] + PADDING["right"] + NARROWEST * count


def live() -> dict[str, Any]:
    """Return the Vega-Lite spec of the live chart; its parameter ``count`` is the number of rules.

    Examples
    --------
    >>> live()["padding"]["left"]
    140
    """
    return json.loads(_live_text())


@functools.cache
def _live_text() -> str:
    parts = _layers(alt.Chart(alt.NamedData("src")), theme.LIVE, ground="var(--tk-sunk)", count="count")
    parts = parts.add_params(alt.param(name="count", value=4))
    return json.dumps(theme.finish(parts, "live", PADDING).to_dict())


def chart(
    frame: pl.DataFrame,
    unit: Unit = "models",
    *,
    title: str = "Which rules help each other?",
    width: int = 480,
    look: theme.Theme = "light",
) -> alt.LayerChart:
    """Draw the pairs for a notebook or an exported page.

    Parameters
    ----------
    frame, unit
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
    >>> numbers = {"alone_first": [0.1], "alone_second": [0.1], "together": [0.1], "extra": [0.0]}
    >>> chart(pl.DataFrame({"first": ["Heavy"], "second": ["Heavy"], **numbers})).to_dict()["height"]
    36
    """
    table = columns(frame, unit)
    colours, count = theme.palette(look), max(table["j"], default=-1) + 1
    parts = _layers(alt.Chart(alt.InlineData(values=numbers.rows(table))), colours, ground=colours.grid, count=repr(count))
    said = "grey: the rule alone · blue: the pair is worth more than its parts · orange: less"
    heading = alt.TitleParams(text=title, subtitle=said, offset=8)
    return theme.finish(parts.properties(title=heading, width=width, height=ROW * count), look, TITLED_PADDING)


def _layers(source: alt.Chart, colours: theme.Palette, *, ground: str, count: str) -> Any:
    """Build the picture; `count` is a Vega expression."""
    cell = f"(width / max({count}, width / {WIDEST}))"
    across = alt.Scale(domain=[0, alt.expr(f"max({count}, width / {WIDEST})")], nice=False, zero=False)
    down = alt.Scale(domain=[alt.expr(count), 0], nice=False, zero=False)
    paint = alt.Scale(domain=["alone", "none", "more", "less"], range=[ground, "transparent", colours.now, colours.pin])
    place = {
        "left": "datum.j",
        "right": "datum.j + 1",
        "middle": "datum.j + 0.5",
        "top": "datum.i",
        "foot": "datum.i + 1",
        "half": "datum.i + 0.5",
    }
    source = source.transform_calculate(**place)

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=across, axis=None)

    def y(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=down, axis=None)

    corners = {"x": x("left"), "x2": "right:Q", "y": y("top"), "y2": "foot:Q"}
    tips = [
        alt.Tooltip("first:N", title="rule"),
        alt.Tooltip("second:N", title="with"),
        alt.Tooltip("apart:N", title="apart"),
        alt.Tooltip("together:N", title="together"),
        alt.Tooltip("text:N", title="the pair adds"),
    ]
    only = [alt.Tooltip("first:N", title="rule"), alt.Tooltip("text:N", title="alone")]
    diagonal = source.transform_filter("datum.kind === 'alone'")
    others = source.transform_filter("datum.kind !== 'alone'")
    cells = source.mark_rect(cornerRadius=4, stroke=colours.ground, strokeWidth=3).encode(
        **corners, fill=alt.Fill("kind:N", scale=paint, legend=None), fillOpacity=alt.FillOpacity("opacity:Q", scale=None)
    )
    frames = others.transform_filter("datum.kind === 'none'").mark_rect(
        cornerRadius=4, stroke=colours.grid, strokeWidth=1, fill="transparent", xOffset=2.5, x2Offset=-2.5, yOffset=2.5, y2Offset=-2.5
    )
    values = source.mark_text(baseline="middle", fontSize=alt.expr(f"{cell} < 56 ? 11 : 12.5")).encode(
        x=x("middle"),
        y=y("half"),
        text="text:N",
        color=alt.condition("datum.kind === 'none' || datum.kind === 'alone'", alt.value(colours.soft_ink), alt.value(colours.ink)),
    )
    # The lower triangle is empty: the name of a row stands in it, beside its first cell.
    rows = diagonal.mark_text(align="right", baseline="middle", dx=-9, fontSize=12.5, color=colours.ink, limit=PADDING["left"] - 12)
    heads = diagonal.mark_text(
        align="left",
        baseline="bottom",
        angle=315,
        fontSize=12,
        dx=4,
        dy=-2,
        color=colours.ink,
        limit=PADDING["top"] * 1.25,
    )
    return alt.layer(
        cells,
        frames.encode(**corners),
        values,
        rows.encode(x=x("left"), y=y("half"), text="first:N"),
        heads.encode(x=x("middle"), y=alt.value(-4), text="first:N"),
        diagonal.mark_rect(fill="transparent").encode(**corners, tooltip=only),
        others.mark_rect(fill="transparent").encode(**corners, tooltip=tips),
    )
