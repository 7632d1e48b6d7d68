"""What articles in notebooks are written with: sentences and tables whose numbers come from the cell that writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from toolkit.dashboards.text import escape, mean, odds, percent
from toolkit.errors import ToolkitError

__all__ = ["Prose", "Table", "mean", "odds", "percent", "say", "table"]
_CELL = "padding:3px 12px;border:none;border-bottom:1px solid rgba(128,128,128,.28);vertical-align:top;"


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph in Markdown."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def say(text: str) -> Prose:
    """Show Markdown, as the last line of a cell; made for f-strings, so that no number can go stale.

    Examples
    --------
    >>> str(say(f"A charge of 9 succeeds in **{percent(5 / 18)}** of games."))
    'A charge of 9 succeeds in **27.8%** of games.'
    """
    lines = text.strip("\n").splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return Prose("\n".join(line[indent:] for line in lines))


@dataclass(frozen=True, slots=True)
class Table:
    """A small table; text stands at the left of its column, numbers at the right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def _repr_html_(self) -> str:
        def line(tag: str, cells: Sequence[str], more: str = "") -> str:
            aligned = ("right" if each else "left" for each in self.numeric)
            made = (
                f'<{tag} style="{_CELL}text-align:{side};{more}">{escape(cell)}</{tag}>' for side, cell in zip(aligned, cells, strict=True)
            )
            return f"<tr>{''.join(made)}</tr>"

        body = "".join(line("td", row, "font-variant-numeric:tabular-nums;") for row in self.rows)
        style = "border-collapse:collapse;margin:4px 0 8px;font-size:14px;"
        return f'<table style="{style}"><thead>{line("th", self.heads)}</thead><tbody>{body}</tbody></table>'

    def __str__(self) -> str:
        widths = [max(len(row[index]) for row in (self.heads, *self.rows)) for index in range(len(self.heads))]

        def line(cells: Sequence[str]) -> str:
            sized = (cell.rjust(w) if n else cell.ljust(w) for cell, w, n in zip(cells, widths, self.numeric, strict=True))
            return "  ".join(sized).rstrip()

        return "\n".join(line(row) for row in (self.heads, *self.rows))


def table(rows: Sequence[Mapping[str, Any]], **shown: Callable[[Any], str]) -> Table:
    """A table of rows that all have the same keys, the heads of the columns.

    Parameters
    ----------
    rows : sequence of mapping
        Texts and Fractions are shown as they are, whole numbers with their thousands, other numbers with two decimals; None as a dash.
    **shown
        How the values of a column are written, by its head with underscores for spaces; ``percent``, for one.

    Raises
    ------
    ToolkitError
        If there are no rows, their keys differ, or a column of `shown` is not there.

    Examples
    --------
    >>> print(table([{"needs": 9, "both dice": Fraction(155, 324)}], both_dice=percent))
    needs  both dice
        9      47.8%
    """
    if not rows:
        raise ToolkitError("a table without rows; give at least one")
    heads = tuple(rows[0])
    if any(tuple(row) != heads for row in rows):
        raise ToolkitError("the rows of a table have different columns; give all of them the same keys in the same order")
    keys = {head.replace(" ", "_"): head for head in heads}
    wrong = next((key for key in shown if key not in keys), None)
    if wrong is not None:
        raise ToolkitError(f"no column {wrong!r} in the table; it has: {', '.join(keys)}")
    writers = {keys[key]: writer for key, writer in shown.items()}
    numeric = tuple(all(isinstance(row[head], (int, float, Fraction, type(None))) for row in rows) for head in heads)
    made = tuple(tuple(_written(row[head], writers.get(head)) for head in heads) for row in rows)
    return Table(heads, made, numeric)


def _written(value: Any, writer: Callable[[Any], str] | None) -> str:
    if value is None:
        return "–"
    if writer is not None:
        return writer(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
