"""The table as a true-to-scale picture: zones, terrain, bases, where a unit may arrive, what each spot is worth, and where it stands.

One layered picture serves articles (`chart`, with literal colours) and live dashboards (`live`, `knobs` and the columns of `data`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import altair as alt
import polars as pl
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import Model, Unit
from toolkit.battlefield.regions import Region
from toolkit.charts import board_columns as made
from toolkit.charts import numbers, theme
from toolkit.charts.board_columns import Columns

PADDING = {"left": 32, "right": 10, "top": 8, "bottom": 24}
TITLED_PADDING = {**PADDING, "top": 58}
BAD = {"light": "#a3262a", "dark": "#ff8f8f", "live": "var(--tk-bad)"}
"""The colour of what breaks a rule."""
SETS = (
    "area", "gaps", "terrain", "ground", "cells", "zones", "words", "rings", "pinned", "blocks", "hulls", "bases", "initials", "aids",
    "my_blocks", "line", "mine", "points",
)  # fmt: skip
"""The data sets of the picture, from the bottom to the top; outlines of the region and of terrain are drawn above the cells."""


def knobs(board: Board, chances: bool = True) -> dict[str, Any]:
    """The values of the parameters of the live picture.

    Parameters
    ----------
    board : Board
    chances : bool
        Whether cells fill the region; without them it is filled itself.

    Examples
    --------
    >>> knobs(Board.parse("44x30"))["up"]
    30.0
    """
    return {
        "across": float(board.width),
        "up": float(board.depth),
        "ticks_across": made.ticks(board.width),
        "ticks_up": made.ticks(board.depth),
        "chances": chances,
    }


def data(
    board: Board,
    *,
    region: Region | BaseGeometry | None = None,
    heat: pl.DataFrame | None = None,
    value: str = "chance",
    most: float = 1.0,
    pinned: Region | BaseGeometry | None = None,
    gaps: BaseGeometry | None = None,
    keep_out: float = 0.0,
    placed: Unit | Model | Iterable[Model] | None = None,
    legal: bool = True,
    said: Mapping[str, str] | None = None,
    line: tuple[tuple[float, float], tuple[float, float], str] | None = None,
    aids: Mapping[str, BaseGeometry] | None = None,
    points: Iterable[tuple[float, float]] = (),
) -> dict[str, Columns]:
    """The columns of each data set of the picture.

    Parameters
    ----------
    board : Board
    region : Region or shapely geometry, optional
        Where a centre may be; outlined, and filled where there is no `heat`.
    heat : polars.DataFrame, optional
        Cells of `toolkit.studies.charge_map.ChargeMap.frame`.
    value : str
        The column of `heat` that says how strong a cell is.
    most : float
        The value that is drawn as strong as can be.
    pinned : Region or shapely geometry, optional
        Where a centre might be before; outlined with long dashes.
    gaps : shapely geometry, optional
        What a defender leaves open.
    keep_out : float
        Inches around enemy units that are closed, for the dashed rings.
    placed : Unit, Model or models, optional
        The arriving unit.
    legal : bool
        Whether it may stand there.
    said : mapping of str to str, optional
        More words about a unit, for hovering.
    line : (start, end, text), optional
        A line with words, as from a unit to its nearest target.
    aids : mapping of str to shapely geometry, optional
        More dashed outlines.
    points : iterable of (x, y)
        Chosen points.
    """
    models = () if placed is None else placed.models if isinstance(placed, Unit) else (placed,) if isinstance(placed, Model) else placed
    shape, before = (each.polygon if isinstance(each, Region) else each for each in (region, pinned))
    return {
        **made.zones(board),
        **made.terrain(board),
        "cells": made.cells(heat, value, most, board),
        "area": made.path(*(("area", each) for each in [shape] if each is not None and not each.is_empty)),
        "gaps": made.path(*(("gaps", each) for each in [gaps] if each is not None and not each.is_empty)),
        "rings": made.rings(board, keep_out),
        "pinned": made.path(*(("pinned", each) for each in [before] if each is not None and not each.is_empty)),
        **made.bases(board.units, said),
        "aids": made.path(*(aids or {}).items()),
        **made.placed(models, legal),
        "line": made.line(*line) if line else made.line(),
        "points": made.points(*points),
    }


def live() -> dict[str, Any]:
    """The Vega-Lite spec of the live picture.

    Examples
    --------
    >>> live()["autosize"]
    {'type': 'none'}
    """
    return json.loads(_live_text())


@functools.cache
def _live_text() -> str:
    given: dict[str, Any] = {name: alt.expr(name) for name in ("ticks_across", "ticks_up")}
    parts = _layers(lambda name: alt.Chart(alt.NamedData(name)), "live", across="across", up="up", chances="chances", **given)
    first = knobs(Board.parse("44x60"))
    parts = parts.add_params(*(alt.param(name=name, value=value) for name, value in first.items()))
    return json.dumps(theme.finish(parts, "live", PADDING).to_dict())


def chart(board: Board, *, title: str = "", subtitle: str = "", width: int = 720, look: theme.Theme = "light", **shown: Any) -> Any:
    """Draw a board for a notebook or an exported page.

    Parameters
    ----------
    board : Board
    title, subtitle : str
        The name of the deployment and what the marks mean, by default.
    width : int
        Pixels; the height follows from the board, so that the picture is to scale.
    look : {"light", "dark"}
        Literal colours of the picture.
    **shown
        What is on the board besides its units: the arguments of `data`.

    Examples
    --------
    >>> chart(Board.parse("44x60"), width=600).to_dict()["height"]
    440
    """
    sets = data(board, **shown)
    given = knobs(board)
    parts = _layers(
        lambda name: alt.Chart(alt.InlineData(values=numbers.rows(sets[name]))),
        look,
        keep=[name for name in SETS if sets[name][next(iter(sets[name]))]],
        across=repr(given["across"]),
        up=repr(given["up"]),
        chances="true" if sets["cells"]["x1"] else "false",
        ticks_across=given["ticks_across"],
        ticks_up=given["ticks_up"],
    )
    said = subtitle or _subtitle(sets, look)
    heading = alt.TitleParams(text=title or board.name or f"A board of {board.size}", subtitle=said, offset=10)
    height = round(width * board.depth / board.width)
    return theme.finish(parts.properties(title=heading, width=width, height=height), look, TITLED_PADDING)


def _subtitle(sets: Mapping[str, Columns], look: theme.Theme) -> str:
    said = {
        "cells": "blue: may arrive, stronger is a likelier charge",
        "area": "blue: where the centre of a base may be",
        "gaps": "orange: left open",
        "rings": "dashed rings: too close to an enemy",
    }
    shown = [name for name in said if sets[name]["x1" if name == "cells" else "g"] and not (name == "area" and sets["cells"]["x1"])]
    return " · ".join(said[name] for name in shown)


def _layers(
    source: Callable[[str], alt.Chart],
    look: theme.Theme,
    *,
    across: str,
    up: str,
    chances: str,
    ticks_across: Any,
    ticks_up: Any,
    keep: Iterable[str] = SETS,
) -> Any:
    """Build the picture; `across`, `up` and `chances` are Vega expressions."""
    colours, bad = theme.palette(look), BAD[look]
    marks = {"ticks": True, "grid": True, "format": "d", "title": None, "labelExpr": "datum.value + '″'", "gridDash": [1, 3]}
    scale_x, scale_y = (alt.Scale(domain=[0, alt.expr(size)], nice=False, zero=False) for size in (across, up))
    axis_x, axis_y = alt.Axis(values=ticks_across, **marks), alt.Axis(values=ticks_up, **marks)

    def at(x: str = "x", y: str = "y") -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", scale=scale_x, axis=axis_x), "y": alt.Y(f"{y}:Q", scale=scale_y, axis=axis_y)}

    def outline(name: str, **mark: Any) -> alt.Chart:
        style = {"interpolate": "linear", "clip": True, "invalid": "break-paths-show-domains", **mark}
        return source(name).mark_line(**style).encode(**at(), order="o:Q", detail="g:N")

    def boxes(name: str, tips: list[Any]) -> alt.Chart:
        # Vega shows nothing for the inside of a path; an unseen rectangle around it hears the pointer instead.
        unseen = source(name).mark_rect(fill=colours.ink, fillOpacity=0, clip=True)
        return unseen.encode(**at("x1", "y1"), x2="x2:Q", y2="y2:Q", tooltip=tips)

    def discs(name: str, least: float, **mark: Any) -> alt.Chart:
        size = f"PI * pow(max(datum.r * width / {across}, {least}), 2)"
        base = source(name).transform_calculate(size=size)
        return base.mark_point(shape="circle", filled=True, opacity=1, clip=True, **mark).encode(
            **at(), size=alt.Size("size:Q", scale=None, legend=None)
        )

    def words(name: str, tips: Any = alt.Undefined, where: tuple[str, str] = ("x", "y"), **mark: Any) -> Any:
        base, shown = source(name), {**at(*where), "text": "text:N", "tooltip": tips}
        behind = base.mark_text(stroke=colours.ground, strokeWidth=3.5, strokeJoin="round", **mark).encode(**shown)
        return behind + base.mark_text(**mark).encode(**shown)

    sides = alt.condition("datum.side == 'enemy'", alt.value(colours.pin), alt.value(colours.soft_ink))
    fine = alt.condition("datum.ok", alt.value(colours.ground), alt.value(bad))
    about = [alt.Tooltip("unit:N"), alt.Tooltip("at:N", title="middle"), alt.Tooltip("said:N", title="from here")]
    heat = source("cells").transform_calculate(likely=numbers.percent("datum.chance"))
    shades = alt.Scale(type="threshold", domain=[low for low, _, _ in made.CLASSES[1:]], range=[shade for _, shade, _ in made.CLASSES])
    spot = [alt.Tooltip("at:N", title="spot"), alt.Tooltip("off:N", title="nearest enemy"), alt.Tooltip("who:N", title="best charge")]
    piece = [alt.Tooltip("g:N", title="terrain"), alt.Tooltip("said:N", title="kind")]
    worth = [
        alt.Tooltip("likely:N", title="chance"),
        alt.Tooltip("hurt:N", title="expected damage"),
        alt.Tooltip("on:N", title="stands on"),
    ]
    line = source("line")
    built = {
        "area": lambda: outline("area", filled=True, fill=colours.now, fillOpacity=alt.expr(f"{chances} ? 0 : 0.28"), strokeWidth=0),
        "gaps": lambda: outline("gaps", filled=True, fill=colours.pin, fillOpacity=0.30, stroke=colours.pin, strokeWidth=1.2),
        "terrain": lambda: outline("terrain", filled=True, fill=colours.soft_ink, strokeWidth=0).encode(
            fillOpacity=alt.condition("datum.kind == 'impassable'", alt.value(0.45), alt.value(0.16))
        ),
        "ground": lambda: boxes("ground", piece),
        "cells": lambda: heat.mark_rect(fill=colours.now).encode(
            **at("x1", "y1"),
            x2="x2:Q",
            y2="y2:Q",
            opacity=alt.Opacity("strength:Q", scale=shades, legend=None),
            tooltip=[*spot, *worth],
        ),
        # Strokes only: what they surround still shows what the pointer rests on.
        "edge": lambda: outline("area", stroke=colours.now, strokeWidth=1.4),
        "rim": lambda: outline("terrain", stroke=colours.soft_ink, strokeWidth=1.2),
        "zones": lambda: outline("zones", strokeDash=[7, 4], strokeWidth=1.4, stroke=colours.soft_ink),
        "words": lambda: words("words", align="left", baseline="top", dx=8, dy=6, color=colours.soft_ink),
        "rings": lambda: outline("rings", strokeDash=[3, 3], strokeWidth=1.2, stroke=colours.pin),
        "pinned": lambda: outline("pinned", strokeDash=[9, 5], strokeWidth=2.2, stroke=colours.pin),
        "blocks": lambda: outline("blocks", filled=True, stroke=colours.ground, strokeWidth=1).encode(fill=sides),
        "hulls": lambda: boxes("hulls", about),
        "bases": lambda: discs("bases", 2, stroke=colours.ground, strokeWidth=1).encode(fill=sides, tooltip=about),
        "initials": lambda: words("initials", about, fontSize=11, fontWeight="bold"),
        "aids": lambda: outline("aids", strokeDash=[4, 3], strokeWidth=1.3, stroke=colours.ink),
        "my_blocks": lambda: outline("my_blocks", filled=True, stroke=colours.ink, strokeWidth=1.8, fillOpacity=0.4).encode(fill=fine),
        "line": lambda: line.mark_rule(stroke=colours.ink, strokeWidth=1.5).encode(**at(), x2="x2:Q", y2="y2:Q"),
        "mine": lambda: discs("mine", 3.5, stroke=colours.ink, strokeWidth=1.8).encode(fill=fine),
        "points": lambda: (
            source("points")
            .mark_point(shape="cross", filled=True, size=110, fill=colours.ink, stroke=colours.ground, opacity=1)
            .encode(**at())
        ),
    }
    shown = set(keep) | {"zones"}
    shown |= {above for below, above in (("area", "edge"), ("terrain", "rim")) if below in shown}
    layers = [layer() for name, layer in built.items() if name in shown]
    if "line" in shown:
        layers.append(words("line", where=("mx", "my"), fontSize=12, fontWeight="bold", dy=-8))
    return alt.layer(*layers).configure_view(stroke=colours.soft_ink, fill=None)
