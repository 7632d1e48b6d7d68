"""One theme for every chart: two literal palettes for pictures that leave the page, one of CSS variables for live screens.

The pair `now` and `pin` stays apart under deutan, protan and tritan vision; it is about equally light, so no chart tells the two
apart by colour alone (dashes, halves and labels do it in print).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Theme = Literal["light", "dark", "live"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours a chart may use, as CSS colours."""

    now: str
    """The numbers of now, B, what adds."""
    pin: str
    """The pinned numbers A, what takes away, the enemy."""
    ink: str
    soft_ink: str
    grid: str
    ground: str


LIGHT = Palette(now="#0072B2", pin="#B85C00", ink="#1f1f1f", soft_ink="#5f5f5f", grid="#dedede", ground="#ffffff")
DARK = Palette(now="#56B4E9", pin="#F0A840", ink="#f2f2f2", soft_ink="#b4b4b4", grid="#3d3d3d", ground="#111111")
LIVE = Palette(
    now="var(--tk-now)",
    pin="var(--tk-pin)",
    ink="var(--tk-ink)",
    soft_ink="var(--tk-ink2)",
    grid="var(--tk-grid)",
    ground="var(--tk-bg)",
)
"""Follows the theme of the page without a message to the kernel; defined by the stylesheet of the dashboards."""

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
"""By name on live screens too: Vega cannot measure text in a font that is "inherit", and then cuts labels at the wrong place."""


def palette(theme: Theme) -> Palette:
    """Return the palette of `theme`.

    Examples
    --------
    >>> palette("dark").now
    '#56B4E9'
    """
    palettes = {"light": LIGHT, "dark": DARK, "live": LIVE}
    if theme not in palettes:
        raise ValueError(f"theme {theme!r} is not known; use 'light' or 'dark'")
    return palettes[theme]


def config(theme: Theme) -> dict[str, Any]:
    """Return the Vega-Lite ``config`` of `theme`.

    Examples
    --------
    >>> config("light")["axis"]["labelColor"]
    '#5f5f5f'
    """
    colours = palette(theme)
    return {
        "background": "transparent" if theme == "live" else colours.ground,
        "aria": theme != "live",  # live charts describe themselves as a whole; a label on every mark would double their work
        "view": {"stroke": None},
        "font": FONT,
        "axis": {
            "labelFont": FONT,
            "titleFont": FONT,
            "labelLimit": 140,
            "labelFontSize": 11.5,
            "titleFontSize": 11.5,
            "titleFontWeight": "normal",
            "labelColor": colours.soft_ink,
            "titleColor": colours.soft_ink,
            "domainColor": colours.grid,
            "tickColor": colours.grid,
            "gridColor": colours.grid,
            "tickSize": 4,
        },
        "title": {
            "anchor": "start",
            "frame": "group",
            "color": colours.ink,
            "subtitleColor": colours.soft_ink,
            "fontSize": 13.5,
            "subtitleFontSize": 12,
        },
        "text": {"fill": colours.ink, "font": FONT, "fontSize": 11.5},
        "legend": {"disable": True},
    }


def finish(chart: Any, theme: Theme, padding: dict[str, int]) -> Any:
    """Give `chart` the theme and fixed padding.

    Text outside the plot must not change the size of the plot, so nothing is fitted: the padding leaves the room.
    """
    return chart.configure(**config(theme)).properties(autosize={"type": "none"}, padding=padding)
