"""Two pictures for articles: bars that each have a name and a number, and lines that are named where they end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from toolkit.charts import numbers, theme
from toolkit.errors import ToolkitError

BAR = 26
"""Pixels a bar."""
LABEL = 14
"""Pixels between two names, so that they can be read."""
LETTER = 7.6
"""Pixels a letter of a name, at the most: its text is bold."""
MOST_LINES = 6


def bars(
    rows: Sequence[tuple[str, float, str]],
    *,
    title: str = "",
    subtitle: str = "",
    strong: Sequence[str] = (),
    top: float | None = None,
    percent: bool = True,
    names: int = 170,
    width: int = 430,
    look: theme.Theme = "light",
) -> Any:
    """Draw one bar a row, in the order given.

    Parameters
    ----------
    rows : sequence of (name, value, words)
        `words` stand beside the bar: the number as it should be read.
    title, subtitle : str
    strong : sequence of str
        Names of the bars to speak of; the others are paler. All are strong if none is named.
    top : float, optional
        The end of the axis; the greatest value if not given, or 1 for chances.
    percent : bool
        Whether values are chances.
    names, width : int
        Pixels for the names and for the bars.
    look : {"light", "dark"}

    Raises
    ------
    ToolkitError
        If there is nothing to draw, or a name of `strong` is no bar's.

    Examples
    --------
    >>> bars([("plain", 5 / 18, "27.8%"), ("re-roll", 155 / 324, "47.8%")]).to_dict()["height"]
    52
    """
    if not rows:
        raise ToolkitError("a picture of bars without a bar; give at least one row of name, value and words")
    wrong = next((name for name in strong if name not in [row[0] for row in rows]), None)
    if wrong is not None:
        raise ToolkitError(f"no bar is called {wrong!r}; there are: {', '.join(row[0] for row in rows)}")
    colours = theme.palette(look)
    end = top if top is not None else 1.0 if percent else max(max(row[1] for row in rows), 1e-9)
    table = {
        "place": list(range(len(rows))), "name": [row[0] for row in rows], "value": [row[1] for row in rows],
        "said": [row[2] for row in rows], "strong": [not strong or row[0] in strong for row in rows],
    }  # fmt: skip
    source = alt.Chart(alt.InlineData(values=numbers.rows(table)))
    scale_x, scale_y = alt.Scale(domain=[0, end], nice=False), alt.Scale(domain=[len(rows) - 0.5, -0.5], nice=False, zero=False)
    axis = alt.Axis(title=None, format=".0%" if percent else "", tickCount=5, domain=False, ticks=False)
    y = alt.Y("place:Q", scale=scale_y, axis=None)
    x = alt.X("value:Q", scale=scale_x, axis=axis)
    shade = alt.condition("datum.strong", alt.value(1.0), alt.value(0.42))
    drawn = source.transform_calculate(low="datum.place - 0.34", high="datum.place + 0.34").mark_rect(fill=colours.now, cornerRadius=1)
    drawn = drawn.encode(
        x=x, x2=alt.datum(0), y=alt.Y("low:Q", scale=scale_y, axis=None), y2="high:Q", opacity=shade,
        tooltip=[alt.Tooltip("name:N"), alt.Tooltip("said:N")],
    )  # fmt: skip
    named = source.mark_text(align="right", color=colours.ink, fontSize=12, limit=names - 12).encode(x=alt.value(-8), y=y, text="name:N")
    said = source.mark_text(align="left", dx=6, color=colours.ink, fontSize=12, fontWeight="bold").encode(x=x, y=y, text="said:N")
    heading = alt.TitleParams(text=title, subtitle=subtitle, offset=10)
    parts = alt.layer(drawn, named, said).properties(title=heading, width=width, height=BAR * len(rows))
    return theme.finish(parts, look, {"left": names, "right": 130, "top": 56 if subtitle else 40, "bottom": 26})


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    across: str = "",
    up: str = "",
    title: str = "",
    subtitle: str = "",
    strong: Sequence[str] = (),
    percent: bool = True,
    bottom: float = 0.0,
    top: float | None = None,
    ticks: Sequence[float] = (),
    names: int | None = None,
    width: int = 480,
    height: int = 260,
    look: theme.Theme = "light",
) -> Any:
    """Draw several lines over one axis; each has its name at its right end.

    Parameters
    ----------
    series : mapping of str to sequence of (x, y)
        At most six lines, of at least one point each.
    across, up : str
        What the axes say.
    title, subtitle : str
    strong : sequence of str
        Names of the lines to speak of, in blue and orange; the others are grey. The first two if none is named.
    percent : bool
        Whether y is a chance, from 0 to 1.
    bottom, top : float
        The ends of the axis of y; the top is the greatest value if not given, or 1 for chances.
    ticks : sequence of float
        Marks on the axis of x; all values of x if not given.
    names : int, optional
        Pixels for the names; what the longest one takes, if not given.
    width, height : int
        Pixels of the plot.
    look : {"light", "dark"}

    Raises
    ------
    ToolkitError
        If there is no line, a line has no points, or there are more lines than can be told apart.

    Examples
    --------
    >>> lines({"plain": [(7, 0.58), (9, 0.28)]}, title="A charge").to_dict()["title"]["text"]
    'A charge'
    """
    if not series or not all(series.values()):
        raise ToolkitError("a picture of lines needs at least one line, and points for each")
    if len(series) > MOST_LINES:
        raise ToolkitError(f"{len(series)} lines in one picture; at most {MOST_LINES} can be told apart")
    colours = theme.palette(look)
    spoken = list(strong) or list(series)[:2]
    every = [y for points in series.values() for _, y in points]
    end = top if top is not None else 1.0 if percent else max(every)
    xs = sorted({x for points in series.values() for x, _ in points})
    scale_x = alt.Scale(domain=[xs[0], xs[-1] if len(xs) > 1 else xs[0] + 1], nice=False, zero=False)
    scale_y = alt.Scale(domain=[bottom, end], nice=False, zero=False)
    axis_x = alt.Axis(title=across or None, values=list(ticks) or xs, grid=False, format="~g")
    axis_y = alt.Axis(title=up or None, format=".0%" if percent else "~g", tickCount=5, domain=False)
    x, y = alt.X("x:Q", scale=scale_x, axis=axis_x), alt.Y("y:Q", scale=scale_y, axis=axis_y)
    spots = _apart({name: (end - points[-1][1]) / (end - bottom) * height for name, points in series.items()}, height)
    said = numbers.percent("datum.y") if percent else "format(datum.y, '.3~g')"
    layers: list[Any] = []
    for place, (name, points) in enumerate(series.items()):
        known = name in spoken
        colour = (colours.now, colours.pin, colours.ink)[spoken.index(name) % 3] if known else colours.soft_ink
        table = {"x": [each for each, _ in points], "y": [each for _, each in points], "line": [name] * len(points)}
        source = alt.Chart(alt.InlineData(values=numbers.rows(table)))
        dash = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])[place]
        hover = [alt.Tooltip("line:N", title=" "), alt.Tooltip("x:Q", title=across or "x"), alt.Tooltip("said:N", title=up or "chance")]
        layers.append(source.mark_line(color=colour, strokeWidth=2.2 if known else 1.5, strokeDash=dash).encode(x=x, y=y))
        dots = source.transform_calculate(said=said).mark_point(filled=True, size=42, opacity=1, fill=colours.ground, stroke=colour)
        layers.append(dots.encode(x=x, y=y, tooltip=hover))
        last = alt.Chart(alt.InlineData(values=[{"name": name}]))
        words = last.mark_text(align="left", baseline="middle", color=colour, fontSize=12, fontWeight="bold" if known else "normal")
        layers.append(words.encode(x=alt.value(width + 10), y=alt.value(spots[name]), text="name:N"))
    heading = alt.TitleParams(text=title, subtitle=subtitle, offset=10)
    parts = alt.layer(*layers).properties(title=heading, width=width, height=height)
    beside = names if names is not None else 24 + round(LETTER * max(map(len, series)))
    padding = {"left": 62 if up else 46, "right": beside, "top": 56 if subtitle else 40, "bottom": 44 if across else 28}
    return theme.finish(parts, look, padding)


def _apart(wanted: Mapping[str, float], height: float) -> dict[str, float]:
    """Places for names, in pixels from the top: where they are wanted, but never one over another."""
    found: dict[str, float] = {}
    free = 0.0
    for name, place in sorted(wanted.items(), key=lambda each: each[1]):
        found[name] = max(place, free)
        free = found[name] + LABEL
    over = free - LABEL - height  # pushed below the plot: the lowest ones move up together
    low = height
    for name in reversed(list(found)):
        if over > 0 and found[name] > low:
            found[name] = low
        low = found[name] - LABEL
    return found
