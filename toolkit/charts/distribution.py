"""Models slain and wounds removed: bars say "exactly", the line says "at least", and rows of numbers stand under the axis.

One layered picture serves notebooks, exported pages and live dashboards. They differ in where the moving parts come from: a
notebook writes them into the chart as constants (`chart`), a dashboard declares them as parameters of the chart (`live`) and
pushes columns (`columns`) and values of the parameters (`knobs`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

import altair as alt

from toolkit.charts import numbers, theme
from toolkit.charts.numbers import Drawable

PADDING = {"left": 72, "right": 8, "top": 8, "bottom": 70}
TITLED_PADDING = {**PADDING, "top": 52}
ROW = 16
"""Distance between the rows of numbers."""
NARROWEST = 34
"""Columns narrower than this many pixels do not all get their numbers."""
_NOUN = "what is counted"


def columns(now: Drawable, pinned: Drawable | None = None, top: int | None = None) -> dict[str, list[float | int | None]]:
    """Return one distribution, or two side by side, as columns: count, exactly, at_least, a_exactly, a_at_least.

    Parameters
    ----------
    now : distribution
        What is asked about.
    pinned : distribution, optional
        What it is compared with; its two columns are None without it.
    top : int, optional
        The greatest count shown; by default the greatest of both.

    Examples
    --------
    >>> columns({0: 0.25, 1: 0.75})["at_least"]
    [1.0, 0.75]
    """
    if top is None:
        top = max(numbers.highest(source) for source in (now, pinned) if source is not None)
    exactly = numbers.probabilities(now, top)
    table: dict[str, list[float | int | None]] = {
        "count": list(range(top + 1)),
        "exactly": exactly.tolist(),
        "at_least": numbers.at_least(exactly).tolist(),
    }
    if pinned is None:
        nothing: list[float | int | None] = [None] * (top + 1)
        return {**table, "a_exactly": nothing, "a_at_least": nothing}
    other = numbers.probabilities(pinned, top)
    return {**table, "a_exactly": other.tolist(), "a_at_least": numbers.at_least(other).tolist()}


def knobs(top: int, k: int | None = None, pinned: bool = False) -> dict[str, Any]:
    """Return the values of the parameters of the live chart: the axis up to `top`, the count `k` asked about, A shown or not.

    Examples
    --------
    >>> knobs(2, k=1)
    {'high': 2.5, 'ticks': [0, 1, 2], 'k': 1, 'pinned': False}
    """
    return {"high": top + 0.5, "ticks": _ticks(top), "k": -1 if k is None else k, "pinned": pinned}


def live(noun: str) -> dict[str, Any]:
    """Return the Vega-Lite spec of the live chart; `noun` names the count in its tooltip ("models slain").

    Examples
    --------
    >>> live("models slain")["autosize"]
    {'type': 'none'}
    """
    return json.loads(_live_text().replace(json.dumps(_NOUN), json.dumps(noun)))


@functools.cache
def _live_text() -> str:
    # Altair takes longer to build the layers than a browser to draw them: they are built once, whatever is counted.
    parts = _layers(alt.Chart(alt.NamedData("src")), theme.LIVE, _NOUN, high="high", ticks=alt.expr("ticks"), k="k", pinned="pinned")
    parts = parts.add_params(*(alt.param(name=name, value=value) for name, value in knobs(5).items()))
    return json.dumps(theme.finish(parts, "live", PADDING).to_dict())


def chart(
    now: Drawable,
    pinned: Drawable | None = None,
    *,
    noun: str = "models slain",
    k: int | None = None,
    top: int | None = None,
    title: str = "",
    width: int = 560,
    height: int = 200,
    look: theme.Theme = "light",
) -> alt.LayerChart:
    """Draw a distribution for a notebook or an exported page.

    Parameters
    ----------
    now, pinned, top
        As for `columns`.
    noun : str
        What is counted.
    k : int, optional
        Bars from `k` on are strong, so that they add up to the ring on the line.
    title : str
        Title; the noun by default.
    width, height : int
        Size of the plot without its margins.
    look : {"light", "dark"}
        Literal colours of the picture.

    Examples
    --------
    >>> chart({0: 0.25, 1: 0.75}, k=1).to_dict()["padding"]["left"]
    72
    """
    table = columns(now, pinned, top)
    top = len(table["count"]) - 1
    given = knobs(top, k, pinned is not None)
    source = alt.Chart(alt.InlineData(values=numbers.rows(table)))
    parts = _layers(
        source,
        theme.palette(look),
        noun,
        high=repr(given["high"]),
        ticks=given["ticks"],
        k=repr(given["k"]),
        pinned="true" if given["pinned"] else "false",
    )
    said = (
        "bars: exactly · line: at least"
        + (f" · strong: {k} or more" if k is not None else "")
        + (" · dashed: A" if given["pinned"] else "")
    )
    heading = alt.TitleParams(text=title or noun[:1].upper() + noun[1:], subtitle=said, offset=10)
    return theme.finish(parts.properties(title=heading, width=width, height=height), look, TITLED_PADDING)


def _ticks(top: int) -> list[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if top <= 12 * step or step == 1000)
    return list(range(0, top + 1, step))


def _layers(
    source: alt.Chart, colours: theme.Palette, noun: str, *, high: str, ticks: Sequence[int] | alt.ExprRef, k: str, pinned: str
) -> Any:
    """Build the picture; `high`, `k` and `pinned` are Vega expressions."""
    across = alt.Scale(domain=[-0.5, alt.expr(high)], nice=False, zero=False)
    axis = alt.Axis(title=None, grid=False, format="d", labelFontWeight="bold", labelColor=colours.ink, tickMinStep=1, values=ticks)
    x = alt.X("count:Q", scale=across, axis=axis)
    up = alt.Scale(domain=[0, 1])
    up_axis = alt.Axis(title=None, format=".0%", values=[0, 0.25, 0.5, 0.75, 1], domain=False)

    def chance(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=up, axis=up_axis)

    only_a = source.transform_filter(pinned)

    def bars(base: alt.Chart, field: str, left: str, right: str, colour: str) -> alt.Chart:
        base = base.transform_calculate(left=left, right=right)
        strong = alt.condition(f"datum.count >= {k}", alt.value(1), alt.value(0.38))
        return base.mark_rect(clip=True, color=colour).encode(
            x=alt.X("left:Q", scale=across, axis=axis), x2="right:Q", y=chance(field), y2=alt.datum(0), opacity=strong
        )

    def line(base: alt.Chart, field: str, colour: str, dash: Sequence[int]) -> alt.Chart:
        # Both edges of every column: the steps reach the edges of the plot, where "interpolate: step" would stop half a column short.
        base = base.transform_calculate(edge="[datum.count - 0.5, datum.count + 0.5]").transform_flatten(["edge"])
        base = base.transform_calculate(turn="datum.edge + datum.count / 1e4")
        return base.mark_line(strokeWidth=2, clip=True, color=colour, strokeDash=list(dash)).encode(
            x=alt.X("edge:Q", scale=across, axis=axis), y=chance(field), order="turn:Q"
        )

    def ring(base: alt.Chart, field: str, colour: str) -> alt.Chart:
        base = base.transform_filter(f"datum.count == {k}")
        return base.mark_point(filled=True, size=70, opacity=1, fill=colours.ground, stroke=colour, strokeWidth=2).encode(
            x=x, y=chance(field)
        )

    def numbers_row(base: alt.Chart, line_number: int, field: str, name: str, colour: str, marked: bool) -> Any:
        y = alt.value(alt.expr(f"height + {22 + ROW * line_number}"))
        shown = f"datum.count % ceil({NARROWEST} / (width / ({high} + 0.5))) == 0 ? {numbers.whole_percent('datum.' + field)} : ''"
        weight = alt.expr(f"datum.count == {k} ? 'bold' : 'normal'") if marked else "normal"
        values = base.transform_calculate(text=shown).mark_text(baseline="top", fontSize=11.5, color=colour, fontWeight=weight)
        head = base.transform_filter("datum.count == 0").mark_text(align="right", baseline="top", fontSize=11.5, color=colour, text=name)
        return values.encode(x=x, y=y, text="text:N") + head.encode(x=alt.value(-8), y=y)

    def hover(base: alt.Chart, *fields: tuple[str, str]) -> alt.Chart:
        said = {f"said_{name}": numbers.percent(f"datum.{name}") for name, _ in fields}
        base = base.transform_calculate(left="datum.count - 0.5", right="datum.count + 0.5", **said)
        tips = [alt.Tooltip("count:Q", title=noun, format="d"), *(alt.Tooltip(f"said_{name}:N", title=title) for name, title in fields)]
        return base.mark_rect(fill="transparent", clip=True).encode(
            x=alt.X("left:Q", scale=across, axis=axis), x2="right:Q", y=alt.value(0), y2=alt.value(alt.expr("height")), tooltip=tips
        )

    now_left = f"datum.count - ({pinned} ? -0.02 : 0.38)"
    now_right = f"datum.count + ({pinned} ? 0.4 : 0.38)"
    both = (("exactly", "exactly"), ("at_least", "at least"))
    return alt.layer(
        bars(only_a, "a_exactly", "datum.count - 0.4", "datum.count", colours.pin),
        bars(source, "exactly", now_left, now_right, colours.now),
        line(only_a, "a_at_least", colours.pin, (5, 3)),
        line(source, "at_least", colours.now, (1, 0)),
        ring(only_a, "a_at_least", colours.pin),
        ring(source, "at_least", colours.now),
        numbers_row(source, 0, "exactly", "exactly", colours.ink, False),
        numbers_row(source, 1, "at_least", "at least", colours.now, True),
        numbers_row(only_a, 2, "a_at_least", "A at least", colours.pin, True),
        hover(source.transform_filter(f"!{pinned}"), *both),
        hover(only_a, *both, ("a_exactly", "A exactly"), ("a_at_least", "A at least")),
    )
