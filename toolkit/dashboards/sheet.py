"""A small table that can be edited: one unit a row."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from toolkit.dashboards import text
from toolkit.errors import ToolkitError

STATIC = Path(__file__).parent / "static"


class Sheet(anywidget.AnyWidget):
    """A table of fields.

    Parameters
    ----------
    columns : list of dict
        ``label``, ``kind`` ("text", "number", "choice" or "check"), ``options`` (pairs of value and label, for choices), ``width`` (CSS).
    rows : list of list
        One value for each column.
    selected : int
        The row that was last used; -1 for none.
    locked : dict of str to str
        Fields that cannot be changed, as "row,column", and why; that is shown when the pointer rests on them.
    removable : bool
        Whether each row has a button that takes it out.
    label, empty : str
        Name of the table for screen readers, and what is shown instead of no rows.
    """

    _esm = STATIC / "sheet.js"
    _css = STATIC / "sheet.css"
    columns = traitlets.List().tag(sync=True)
    rows = traitlets.List().tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    locked = traitlets.Dict().tag(sync=True)
    removable = traitlets.Bool(True).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    empty = traitlets.Unicode("Nothing here yet.").tag(sync=True)


def number(given: Any, what: str) -> float:
    """A number that was typed; a ToolkitError says what it should have been.

    Examples
    --------
    >>> number("12,5", "Across")
    12.5
    """
    try:
        found = float(str(given).replace(",", ".").strip())
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ToolkitError(f"{what} is {str(given)!r}; write a number")
    return found


def whole(given: Any, what: str) -> int:
    """A whole number that was typed; a ToolkitError says what it should have been.

    Examples
    --------
    >>> whole("5", "Models")
    5
    """
    found = number(given, what)
    if found != int(found):
        raise ToolkitError(f"{what} is {given!r}; write a whole number")
    return int(found)


def words(given: Any) -> tuple[str, ...]:
    """Keywords as they were typed, separated by commas.

    Examples
    --------
    >>> words("Infantry,  Deep Strike, ")
    ('Infantry', 'Deep Strike')
    """
    return tuple(part.strip() for part in str(given).split(",") if part.strip())


def table(heads: list[tuple[str, bool]], rows: list[list[str]], empty: str = "") -> str:
    """An HTML table; True after a head means that its column holds numbers. Cells are HTML: what is not ours in them has been escaped.

    Examples
    --------
    >>> "<th>Unit</th>" in table([("Unit", False)], [["Guard"]])
    True
    """
    marks = ["" if not numeric else ' class="n"' for _, numeric in heads]
    head = "".join(f"<th{mark}>{text.escape(name)}</th>" for (name, _), mark in zip(heads, marks, strict=True))
    body = "".join(f"<tr>{''.join(f'<td{mark}>{cell}</td>' for cell, mark in zip(row, marks, strict=True))}</tr>" for row in rows)
    if not rows:
        body = f'<tr><td colspan="{len(heads)}"><small>{text.escape(empty)}</small></td></tr>'
    return f'<div class="tk-scroll"><table class="tk-t"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def boxed(content: str, label: str) -> str:
    """HTML that scrolls in a box of its own, also with the keyboard.

    Examples
    --------
    >>> boxed("<p>…</p>", "Reasons")
    '<div class="tk-scroll tk-boxed" tabindex="0" role="region" aria-label="Reasons"><p>…</p></div>'
    """
    return f'<div class="tk-scroll tk-boxed" tabindex="0" role="region" aria-label="{text.escape(label)}">{content}</div>'
