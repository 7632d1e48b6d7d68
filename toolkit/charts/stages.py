"""From attacks to models: the distribution of every stage of the attack sequence, one row a stage.

Stronger colour is likelier (against the likeliest value of the row), the tick is the average, the columns at the right are the
average and the range in which eight of ten results lie.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from typing import Any, Literal

import altair as alt

from toolkit.charts import numbers, theme
from toolkit.charts.numbers import Drawable

STAGES = {
    "attacks": "Attacks",
    "hits": "Hits",
    "wounds": "Wounds",
    "unsaved": "Unsaved",
    "damage": "Wounds removed",
    "slain": "Models slain",
}
PADDING = {"left": 116, "right": 104, "top": 4, "bottom": 22}
TITLED_PADDING = {**PADDING, "top": 48}
FAINT = 1e-3
"""Values less likely than this share of the likeliest one would be invisible; they are left out."""


def columns(stages: Mapping[str, Drawable]) -> dict[str, list[Any]]:
    """Return the cells of the strips as columns: stage, value, probability, share (of the likeliest value of the stage).

    Examples
    --------
    >>> columns({"attacks": {2: 1.0}, "hits": {0: 0.25, 1: 0.5, 2: 0.25}})["share"]
    [1.0, 0.5, 1.0, 0.5]
    """
    table: dict[str, list[Any]] = {"stage": [], "value": [], "probability": [], "share": []}
    for key, source in stages.items():
        found = numbers.probabilities(source, numbers.highest(source))
        greatest = found.max() or 1.0
        for value in (found > FAINT * greatest).nonzero()[0].tolist():
            table["stage"].append(STAGES[key])
            table["value"].append(value)
            table["probability"].append(float(found[value]))
            table["share"].append(float(found[value] / greatest))
    return table


def summary(stages: Mapping[str, Drawable], pinned: Mapping[str, Drawable] | None = None) -> dict[str, list[Any]]:
    """Return the average and the usual range of every stage as columns: stage, mean, low, high, a_mean.

    Examples
    --------
    >>> summary({"hits": {0: 0.25, 1: 0.5, 2: 0.25}})
    {'stage': ['Hits'], 'mean': [1.0], 'low': [0], 'high': [2], 'a_mean': [None]}
    """
    table: dict[str, list[Any]] = {"stage": [], "mean": [], "low": [], "high": [], "a_mean": []}
    for key, source in stages.items():
        found = numbers.probabilities(source, numbers.highest(source))
        grown = found.cumsum()
        table["stage"].append(STAGES[key])
        table["mean"].append(_mean(found))
        table["low"].append(int((grown < 0.1 - 1e-12).sum()))
        table["high"].append(int((grown < 0.9 - 1e-12).sum()))
        other = None if pinned is None else pinned.get(key)
        table["a_mean"].append(None if other is None else _mean(numbers.probabilities(other, numbers.highest(other))))
    return table


def knobs(cells: Mapping[str, list[Any]], averages: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the values of the parameters of the live chart: an axis for all that can be seen, at least up to 6.

    Parameters
    ----------
    cells, averages : columns
        What `columns` and `summary` returned.

    Examples
    --------
    >>> only = {"attacks": {21: 1.0}}
    >>> knobs(columns(only), summary(only))
    {'high': 21.5, 'pinned': False}
    """
    pinned = [value for value in averages["a_mean"] if value is not None]
    return {"high": max([6, *cells["value"], *map(math.ceil, pinned)]) + 0.5, "pinned": bool(pinned)}


def live() -> dict[str, Any]:
    """Return the Vega-Lite spec of the live chart; it reads the data sets ``src`` (`columns`) and ``summary`` (`summary`).

    Examples
    --------
    >>> live()["padding"]["left"]
    116
    """
    return json.loads(_live_text())


@functools.cache
def _live_text() -> str:
    parts = _layers(alt.Chart(alt.NamedData("src")), alt.Chart(alt.NamedData("summary")), theme.LIVE, high="high", pinned="pinned")
    parts = parts.add_params(alt.param(name="high", value=30.5), alt.param(name="pinned", value=False))
    return json.dumps(theme.finish(parts, "live", PADDING).to_dict())


def chart(
    stages: Mapping[str, Drawable],
    pinned: Mapping[str, Drawable] | None = None,
    *,
    title: str = "From attacks to models",
    width: int = 420,
    height: int = 200,
    look: theme.Theme = "light",
) -> alt.LayerChart:
    """Draw the stages for a notebook or an exported page.

    Parameters
    ----------
    stages : mapping of str to distribution
        Keys of `STAGES`, in the order in which they are drawn.
    pinned : mapping of str to distribution, optional
        What is compared: its averages are drawn as dashed ticks.
    title : str
        Title of the picture.
    width, height : int
        Size of the plot without its margins.
    look : {"light", "dark"}
        Literal colours of the picture.

    Examples
    --------
    >>> chart({"attacks": {2: 1.0}}).to_dict()["title"]["text"]
    'From attacks to models'
    """
    cells, averages = columns(stages), summary(stages, pinned)
    given = knobs(cells, averages)
    parts = _layers(
        alt.Chart(alt.InlineData(values=numbers.rows(cells))),
        alt.Chart(alt.InlineData(values=numbers.rows(averages))),
        theme.palette(look),
        high=repr(given["high"]),
        pinned="true" if given["pinned"] else "false",
        order=[STAGES[key] for key in stages],
    )
    heading = alt.TitleParams(text=title, subtitle="stronger: likelier · tick: average · right: average, usual range", offset=8)
    return theme.finish(parts.properties(title=heading, width=width, height=height), look, TITLED_PADDING)


def _mean(found: Any) -> float:
    return float((found * range(len(found))).sum())


def _layers(
    cells: alt.Chart, averages: alt.Chart, colours: theme.Palette, *, high: str, pinned: str, order: list[str] | None = None
) -> Any:
    """Build the picture; `high` and `pinned` are Vega expressions."""
    # The domain is spelt out: layers with a sorted nominal y fall back to the alphabet.
    rows = alt.Y(
        "stage:N",
        sort=None,
        scale=alt.Scale(paddingInner=0.28, domain=order or list(STAGES.values())),
        axis=alt.Axis(title=None, domain=False, ticks=False, labelPadding=8, labelColor=colours.ink, labelFontSize=12),
    )
    across = alt.Scale(domain=[0, alt.expr(high)], nice=False)
    axis = alt.Axis(title=None, format="d", tickCount=6, tickMinStep=1, grid=True)

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=across, axis=axis)

    strips = (
        cells.transform_calculate(left="max(0, datum.value - 0.5)", right="datum.value + 0.5", chance=numbers.percent("datum.probability"))
        .mark_rect(clip=True, color=colours.now)
        .encode(
            x=x("left"),
            x2="right:Q",
            y=rows,
            opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0, 0.85]), legend=None),
            tooltip=[
                alt.Tooltip("stage:N", title="stage"),
                alt.Tooltip("value:Q", title="count", format="d"),
                alt.Tooltip("chance:N", title="chance"),
            ],
        )
    )
    ticks = averages.mark_tick(thickness=2, size=26, color=colours.ink).encode(x=x("mean"), y=rows)
    other = averages.transform_filter(pinned).transform_filter("isValid(datum.a_mean)")
    other_ticks = other.mark_tick(thickness=2.5, size=26, color=colours.pin, strokeDash=[5, 2]).encode(x=x("a_mean"), y=rows)

    def column(dx: int, colour: str, text: str, weight: Literal["bold", "normal"]) -> alt.Chart:
        written = averages.transform_calculate(written=text)
        mark = written.mark_text(align="right", dx=dx, fontSize=12, color=colour, fontWeight=weight)
        return mark.encode(x=alt.value(alt.expr("width")), y=rows, text="written:N")

    usual = "datum.low == datum.high ? format(datum.low, 'd') : format(datum.low, 'd') + '–' + format(datum.high, 'd')"
    return alt.layer(
        strips,
        other_ticks,
        ticks,
        column(46, colours.ink, "format(datum.mean, '.2f')", "bold"),
        column(98, colours.soft_ink, usual, "normal"),
    )
