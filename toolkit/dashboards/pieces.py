"""Small pieces of HTML that every dashboard is made of; words that come from a file or a profile are escaped here."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.dashboards.text import escape


def error(message: str) -> str:
    """The bar that says what went wrong, where, and what would be right."""
    return f'<div class="tk-bar" role="alert"><span><b>✗</b> {escape(message)}</span></div>' if message else ""


def chart_title(title: str) -> str:
    """The title of a chart or a table."""
    return f'<div class="tk-ch"><b>{escape(title)}</b></div>'


def chart_note(marked: str) -> str:
    """The line under a title; `marked` is HTML of ours, what is not must have been escaped."""
    return f'<div class="tk-ch"><p>{marked}</p></div>'


def legend(said: str, compared: bool) -> str:
    """The line under the title of a chart: what its marks mean, the two sides of a comparison in their colours."""
    who = '<i class="now">now (B)</i> · <i class="pin">pinned A</i> · ' if compared else ""
    return chart_note(who + escape(said))


def tiles(cells: Iterable[str]) -> str:
    """The row of headline numbers, each made with `tile`."""
    return f'<div class="tk-tiles" role="status" aria-live="polite" aria-atomic="true">{"".join(cells)}</div>'


def tile(name: str, value: str, said: str, below: str) -> str:
    """One headline number: its name, the number, a line in words, and the line of `below` (HTML)."""
    below = below or '<div class="s"></div>'
    name, said = escape(name), escape(said)
    value = value.replace("<0", "&lt;0").replace(">99", "&gt;99")  # it may hold markup of ours
    lines = f'<div class="k">{name}</div><div class="v">{value}</div><div class="s" title="{said}">{said}</div>{below}'
    return f'<div class="tk-tile">{lines}</div>'


def below(otherwise: str, before: str | None = None, difference: str = "") -> str:
    """The last line of a tile: what A had and by how much it differs, or `otherwise` where nothing is pinned."""
    if before is None:
        return f'<div class="s" title="{escape(otherwise)}">{escape(otherwise)}</div>'
    now = "" if difference == "no change" else '<span class="now">now </span>'
    return f'<div class="d"><b>A</b> {escape(before)} &ensp;{now}{escape(difference)}</div>'


def comparison(pinned: str, now: str) -> str:
    """The two sides of a comparison; both empty where nothing is pinned."""
    if not pinned:
        return '<div class="tk-ab"><p>Pin these numbers as A, then change anything to compare.</p></div>'
    sides = (("a", "A", f"pinned: {pinned}"), ("b", "B", f"now: {now}"))
    lines = (f'<div title="{escape(said)}"><i class="tk-pill {side}">{name}</i>{escape(said)}</div>' for side, name, said in sides)
    return f'<div class="tk-ab">{"".join(lines)}</div>'
