"""When units arrive, turn by turn, and how likely a charge is by distance."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

import altair as alt
import polars as pl

from toolkit.charts import numbers, theme

PADDING = {"left": 44, "right": 12, "top": 22, "bottom": 40}
TURN_PADDING = {"left": 86, "right": 12, "top": 8, "bottom": 74}
ROW = 16
_MOST = 13
"""Inches: farther than any charge may be declared or roll."""


class Charge(Protocol):
    """The part of `toolkit.studies.charge_rule.ChargeRule` that the curve needs."""

    def chance(self, inches: float, target: str = "") -> Fraction:
        """The chance of a charge over so many inches."""
        ...


# --- charges by distance --------------------------------------------------------------------------------------------


def charge_columns(rule: Charge, charges: pl.DataFrame | None = None) -> dict[str, dict[str, list[Any]]]:
    """The data sets curve and targets.

    Parameters
    ----------
    rule : ChargeRule
    charges : polars.DataFrame, optional
        Of `toolkit.studies.charge_map.charges_from`: a dot for each target.

    Examples
    --------
    >>> from toolkit.studies.charge_rule import ChargeRule
    >>> charge_columns(ChargeRule.of("wh40k_10e"))["curve"]["to"][:3]
    [1, 2, 3]
    """
    steps = range(_MOST)
    curve: dict[str, list[Any]] = {
        "off": list(steps),
        "to": [inches + 1 for inches in steps],
        "chance": [float(rule.chance(inches + 1)) for inches in steps],
    }
    near = charges.filter(pl.col("distance") <= _MOST) if charges is not None else pl.DataFrame(schema={"target": pl.String})
    rows = list(near.iter_rows(named=True))
    return {
        "curve": curve,
        "targets": {
            "inches": [row["distance"] for row in rows],
            "chance": [row["chance"] for row in rows],
            "target": [row["target"] for row in rows],
            "said": [f"{row['distance']:.1f}″" for row in rows],
        },
    }


def live_charges() -> dict[str, Any]:
    """The Vega-Lite spec of the live curve.

    Examples
    --------
    >>> live_charges()["autosize"]
    {'type': 'none'}
    """
    return json.loads(_live_charges())


@functools.cache
def _live_charges() -> str:
    return json.dumps(theme.finish(_charges(lambda name: alt.Chart(alt.NamedData(name)), theme.LIVE), "live", PADDING).to_dict())


def charge_chart(
    rule: Charge, charges: pl.DataFrame | None = None, *, title: str = "", width: int = 560, height: int = 180, look: theme.Theme = "light"
) -> Any:
    """Draw the chance to charge by distance.

    Examples
    --------
    >>> from toolkit.studies.charge_rule import ChargeRule
    >>> charge_chart(ChargeRule.of("wh40k_11e")).to_dict()["title"]["text"]
    'Chance to charge by distance'
    """
    sets = charge_columns(rule, charges)
    parts = _charges(lambda name: alt.Chart(alt.InlineData(values=numbers.rows(sets[name]))), theme.palette(look))
    heading = alt.TitleParams(text=title or "Chance to charge by distance", offset=10)
    return theme.finish(parts.properties(title=heading, width=width, height=height), look, {**PADDING, "top": 48})


def _charges(source: Callable[[str], alt.Chart], colours: theme.Palette) -> Any:
    axis_x = alt.Axis(
        title="inches to the target, edge to edge", values=list(range(_MOST + 1)), format="d", labelExpr="datum.value + '″'", grid=False
    )
    scale_x, scale_y = alt.Scale(domain=[0, _MOST], nice=False), alt.Scale(domain=[0, 1])
    axis_y = alt.Axis(title=None, format=".0%", values=[0, 0.25, 0.5, 0.75, 1], domain=False)
    y = alt.Y("chance:Q", scale=scale_y, axis=axis_y)
    curve = source("curve").transform_calculate(
        said=numbers.percent("datum.chance"), upto="'more than ' + datum.off + '″, up to ' + datum.to + '″'"
    )
    bars = curve.mark_rect(fill=colours.now, stroke=colours.ground, strokeWidth=1, opacity=0.62).encode(
        x=alt.X("off:Q", scale=scale_x, axis=axis_x),
        x2="to:Q",
        y=y,
        y2=alt.datum(0),
        tooltip=[alt.Tooltip("upto:N", title="distance"), alt.Tooltip("said:N", title="chance")],
    )
    small = "datum.chance > 0 && datum.chance < 0.995 ? format(datum.chance, '.0%') : datum.chance > 0 ? '100%' : ''"
    words = curve.transform_calculate(text=f"width > 480 ? ({small}) : ''", middle="(datum.off + datum.to) / 2")
    labels = words.mark_text(dy=-7, color=colours.soft_ink, fontSize=11).encode(
        x=alt.X("middle:Q", scale=scale_x, axis=axis_x), y=y, text="text:N"
    )
    dots = (
        source("targets")
        .transform_calculate(likely=numbers.percent("datum.chance"))
        .mark_point(filled=True, size=80, opacity=1, fill=colours.pin, stroke=colours.ground, strokeWidth=1.5)
        .encode(
            x=alt.X("inches:Q", scale=scale_x, axis=axis_x),
            y=y,
            tooltip=[alt.Tooltip("target:N"), alt.Tooltip("said:N", title="distance"), alt.Tooltip("likely:N", title="chance")],
        )
    )
    return alt.layer(bars, labels, dots)


# --- arrival by turn ------------------------------------------------------------------------------------------------


def turn_columns(turns: list[int], arrives: list[float], by_then: list[float], all_by: list[float] | None = None) -> dict[str, list[Any]]:
    """The columns of the chart of arrivals: turn, arrives, by_then, all_by.

    Examples
    --------
    >>> turn_columns([2, 3], [0.5, 0.25], [0.5, 0.75])["all_by"]
    [None, None]
    """
    nothing: list[Any] = [None] * len(turns)
    return {"turn": turns, "arrives": arrives, "by_then": by_then, "all_by": nothing if all_by is None else all_by}


def turn_knobs(turns: list[int], several: bool) -> dict[str, Any]:
    """The values of the parameters of the live chart.

    Examples
    --------
    >>> turn_knobs([2, 3, 4], False)["high"]
    4.5
    """
    return {"low": turns[0] - 0.5, "high": turns[-1] + 0.5, "turns": turns, "several": several}


def live_turns() -> dict[str, Any]:
    """The Vega-Lite spec of the live chart of arrivals.

    Examples
    --------
    >>> live_turns()["autosize"]
    {'type': 'none'}
    """
    return json.loads(_live_turns())


@functools.cache
def _live_turns() -> str:
    source = alt.Chart(alt.NamedData("src"))
    parts = _turns(source, theme.LIVE, low=alt.expr("low"), high=alt.expr("high"), turns=alt.expr("turns"), several="several")
    parts = parts.add_params(*(alt.param(name=name, value=value) for name, value in turn_knobs([2, 3, 4, 5, 6], False).items()))
    return json.dumps(theme.finish(parts, "live", TURN_PADDING).to_dict())


def turn_chart(
    turns: list[int],
    arrives: list[float],
    by_then: list[float],
    all_by: list[float] | None = None,
    *,
    title: str = "When it arrives",
    width: int = 560,
    height: int = 200,
    look: theme.Theme = "light",
) -> Any:
    """Draw when a unit arrives: bars say "in this turn", the line "by then", and a dashed line all units.

    Examples
    --------
    >>> turn_chart([2, 3], [0.5, 0.25], [0.5, 0.75]).to_dict()["title"]["text"]
    'When it arrives'
    """
    table = turn_columns(turns, arrives, by_then, all_by)
    given = turn_knobs(turns, all_by is not None)
    source = alt.Chart(alt.InlineData(values=numbers.rows(table)))
    several = "true" if given["several"] else "false"
    parts = _turns(source, theme.palette(look), low=given["low"], high=given["high"], turns=given["turns"], several=several)
    said = "bars: in this turn · line: by then" + (" · dashed: all of them by then" if all_by is not None else "")
    heading = alt.TitleParams(text=title, subtitle=said, offset=10)
    return theme.finish(parts.properties(title=heading, width=width, height=height), look, {**TURN_PADDING, "top": 52})


def _turns(source: alt.Chart, colours: theme.Palette, *, low: Any, high: Any, turns: Any, several: str) -> Any:
    scale_x, scale_y = alt.Scale(domain=[low, high], nice=False, zero=False), alt.Scale(domain=[0, 1])
    axis_x = alt.Axis(
        title=None, grid=False, format="d", values=turns, labelFontWeight="bold", labelColor=colours.ink, labelExpr="'turn ' + datum.value"
    )
    axis_y = alt.Axis(title=None, format=".0%", values=[0, 0.25, 0.5, 0.75, 1], domain=False)
    many = source.transform_filter(several)

    def at(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=scale_y, axis=axis_y)

    x = alt.X("turn:Q", scale=scale_x, axis=axis_x)
    bars = source.transform_calculate(left="datum.turn - 0.3", right="datum.turn + 0.3").mark_rect(fill=colours.now, opacity=0.62)
    bars = bars.encode(x=alt.X("left:Q", scale=scale_x, axis=axis_x), x2="right:Q", y=at("arrives"), y2=alt.datum(0))

    def line(base: alt.Chart, field: str, colour: str, dash: list[int]) -> Any:
        drawn = base.mark_line(color=colour, strokeWidth=2, strokeDash=dash).encode(x=x, y=at(field))
        dots = base.mark_point(filled=True, size=55, opacity=1, fill=colours.ground, stroke=colour, strokeWidth=2).encode(x=x, y=at(field))
        return drawn + dots

    def row(base: alt.Chart, place: int, field: str, name: str, colour: str) -> Any:
        y = alt.value(alt.expr(f"height + {26 + ROW * place}"))
        shown = base.transform_calculate(text=numbers.percent(f"datum.{field}")).mark_text(baseline="top", fontSize=11.5, color=colour)
        head = base.transform_filter(f"datum.turn < {low.to_dict()['expr'] if hasattr(low, 'to_dict') else low} + 1")
        named = head.mark_text(align="right", baseline="top", fontSize=11.5, color=colour, text=name)
        return shown.encode(x=x, y=y, text="text:N") + named.encode(x=alt.value(-8), y=y)

    return alt.layer(
        bars,
        line(many, "all_by", colours.pin, [5, 3]),
        line(source, "by_then", colours.now, [1, 0]),
        row(source, 0, "arrives", "in this turn", colours.ink),
        row(source, 1, "by_then", "by then", colours.now),
        row(many, 2, "all_by", "all by then", colours.pin),
    )
