"""CSV files to checked tables: everything is read as text first, and every bad cell is named before anything is refused."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl

from toolkit.dice.notation import Dice
from toolkit.errors import NotationError, ProfileError
from toolkit.profiles.names import closest, fold
from toolkit.profiles.schema import ACROSS, KEYS, SCHEMAS

_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})")
"""Not "007", "+5" or "5.0": what a cell says is not guessed at."""


@dataclass(frozen=True, slots=True)
class BadCell:
    """One cell that cannot be used. `row` counts as a spreadsheet does: 1 is the line of column names, 0 means the whole file."""

    file: str
    row: int
    column: str
    value: str | None
    right: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, f"row {self.row}" if self.row else "", self.column) if part)
        found = "nothing" if self.value is None else f'"{self.value}"'
        return f"{where}: {found} should be {self.right}"


class TableError(ProfileError):
    """A folder of tables has bad cells; the text names every one of them, and `bad_cells` has them one by one."""

    def __init__(self, folder: Path | str, bad_cells: Iterable[BadCell]) -> None:
        self.folder = str(folder)
        self.bad_cells = tuple(bad_cells)
        many = f"{len(self.bad_cells)} bad cells" if len(self.bad_cells) != 1 else "1 bad cell"
        super().__init__(f'{many} in the tables of "{folder}": ' + "; ".join(str(cell) for cell in self.bad_cells))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a file as text; an empty cell is None."""

    number: int
    cells: dict[str, str | None]


def read_tables(folder: Path) -> dict[str, pl.DataFrame]:
    """Read and check units.csv, models.csv, weapons.csv and, if it is there, abilities.csv of one folder.

    Raises
    ------
    TableError
        If anything is wrong in any of the files.
    """
    bad: list[BadCell] = []
    rows: dict[str, list[Row]] = {}
    for table in SCHEMAS:
        path = folder / f"{table}.csv"
        if path.is_file():
            found = _read_rows(path, table, bad)
            if found is not None:
                rows[table] = found
        elif table == "abilities":
            rows[table] = []
        else:
            bad.append(BadCell(path.name, 0, "", None, f"a file with the columns {', '.join(SCHEMAS[table].columns())}"))
    frames = {table: _checked_frame(table, table_rows, bad) for table, table_rows in rows.items()}
    for table, table_rows in rows.items():
        bad += _repeated_keys(table, table_rows)
    if "units" in rows:
        bad += _lost_references(rows)
    if "units" in rows and "models" in rows:
        bad += _wrong_sizes(rows)
    if bad:
        raise TableError(folder, _in_order(bad))
    return frames


def _in_order(bad: list[BadCell]) -> list[BadCell]:
    """By file, row and column; a cell with several faults is named with the first."""
    first: dict[tuple[str, int, str, str | None], BadCell] = {}
    for cell in bad:
        first.setdefault((cell.file, cell.row, cell.column, cell.value), cell)
    places = {(f"{table}.csv", name): (number, position) for number, (table, schema) in enumerate(SCHEMAS.items())
              for position, name in enumerate(["", *schema.columns()])}  # fmt: skip

    def place(cell: BadCell) -> tuple[int, int, int]:
        number, position = places[cell.file, cell.column]
        return number, cell.row, position

    return sorted(first.values(), key=place)


def _read_rows(path: Path, table: str, bad: list[BadCell]) -> list[Row] | None:
    """The lines of one file, or None if it has no usable columns; faults of its shape go to `bad`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        bad.append(BadCell(path.name, line, "", f"byte {error.object[error.start]:#x}", "text in UTF-8 (save the sheet as CSV UTF-8)"))
        return None
    first = text.partition("\n")[0]
    # spreadsheets set to a decimal comma separate cells with semicolons
    separator = next((mark for mark in ";\t" if mark in first and "," not in first), ",")
    lines = _lines(csv.reader(io.StringIO(text, newline=""), delimiter=separator), path.name, bad)
    names = [name.strip() for name in next(lines, (1, []))[1]]
    known = SCHEMAS[table].columns()
    for position, name in enumerate(names):
        if name not in known:
            meant = closest(name, [other for other in known if other not in names], most=1)
            hint = f'perhaps "{meant[0]}"; ' if meant else ""
            bad.append(BadCell(path.name, 1, "", name, f"{hint}one of the columns {', '.join(known)}"))
        elif name in names[:position]:
            bad.append(BadCell(path.name, 1, name, name, "in the file once"))
    missing = [name for name, column in known.items() if name not in names and not _may_be_empty(column)]
    bad += [BadCell(path.name, 1, name, None, "a column of the file") for name in missing]
    if missing:
        return None
    rows: list[Row] = []
    for number, cells in lines:
        values = [cell.strip() or None for cell in cells]
        if not any(values):
            continue
        extra = next((value for value in values[len(names) :] if value), None)
        if extra is not None:
            bad.append(BadCell(path.name, number, "", extra, f"within the {len(names)} columns (put a cell with commas in double quotes)"))
        found = dict(zip(names, values, strict=False))
        rows.append(Row(number, {name: found.get(name) for name in known}))
    return rows


def _lines(reader: Iterator[list[str]], file: str, bad: list[BadCell]) -> Iterator[tuple[int, list[str]]]:
    """Records with the row number a spreadsheet shows, which counts a cell with line breaks once."""
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            yield number, cells
    except csv.Error as error:
        bad.append(BadCell(file, number + 1, "", str(error), "a line of cells separated by commas"))


def _may_be_empty(column: dy.Column) -> bool:
    return column.nullable or "blank" in (column.metadata or {})


def _checked_frame(table: str, rows: list[Row], bad: list[BadCell]) -> pl.DataFrame:
    """The typed frame of the good rows; what is wrong with the others goes to `bad`."""
    schema = SCHEMAS[table]
    columns = schema.columns()
    data: dict[str, list[Any]] = {name: [] for name in columns}
    blamed: set[tuple[int, str]] = set()
    for row in rows:
        for name, column in columns.items():
            text = row.cells[name]
            value = _typed(column, text)
            if text is not None and value is None:
                blamed.add((row.number, name))
                bad.append(BadCell(f"{table}.csv", row.number, name, text, _right(column, text)))
            data[name].append(value)
    numbers = pl.Series("row", [row.number for row in rows], dtype=pl.Int64)
    frame = pl.DataFrame(data, schema={name: column.dtype for name, column in columns.items()}).with_columns(numbers)
    by_number = {row.number: row.cells for row in rows}
    good, failure = _numbered(schema).filter(frame)
    for record in failure.details().iter_rows(named=True):
        # repeated keys are reported by hand, with the row they repeat
        broken = [check for check, verdict in record.items() if verdict == "invalid" and check not in columns and check != "primary_key"]
        # a cell that is wrong by itself says more than one that does not fit another
        for check in sorted(broken, key=lambda check: "|" not in check):
            name, right = (check.split("|")[0], "") if "|" in check else ACROSS[check]
            if (record["row"], name) not in blamed:
                blamed.add((record["row"], name))
                text = by_number[record["row"]][name]
                bad.append(BadCell(f"{table}.csv", record["row"], name, text, right or _right(columns[name], text)))
    return good.drop("row")


def _typed(column: dy.Column, text: str | None) -> str | int | bool | None:
    """The value of a cell in its column's type; None for a cell that is empty or has another type."""
    if text is None:
        text = (column.metadata or {}).get("blank")
    if text is None or isinstance(column, dy.String):
        return text
    if isinstance(column, dy.Bool):
        return {"true": True, "false": False}.get(text.casefold())
    return int(text) if _PLAIN_NUMBER.fullmatch(text) else None


def _numbered(schema: type[dy.Schema]) -> type[dy.Schema]:
    """The schema with one column more, so that a failing row still knows its place in the file."""
    return type(f"Numbered{schema.__name__}", (schema,), {"row": dy.Int64()})


def _right(column: dy.Column, value: str | None) -> str:
    metadata = column.metadata or {}
    if metadata.get("dice") and value is not None:
        try:
            Dice.parse(value)
        except NotationError as error:
            if "is not dice notation" not in str(error):
                return f"{metadata['right']} ({error})"
    return metadata["right"]


def _repeated_keys(table: str, rows: list[Row]) -> Iterator[BadCell]:
    """Rows that say again what an earlier row said; names that differ in case or accents only count as the same."""
    seen: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(fold(row.cells[name] or "") or row.cells[name] or "" for name in KEYS[table])
        first = seen.setdefault(key, row.number)
        if first != row.number and all(key):
            column = KEYS[table][1] if len(KEYS[table]) > 1 else KEYS[table][0]
            yield BadCell(f"{table}.csv", row.number, column, row.cells[column], f"different from row {first}, which has the same name")


def _lost_references(rows: dict[str, list[Row]]) -> Iterator[BadCell]:
    """Rows about a unit that units.csv does not have, and units without a model."""
    units = [row.cells["unit"] or "" for row in rows["units"]]
    known = set(units)
    for table in ("models", "weapons", "abilities"):
        for row in rows.get(table, []):
            name = row.cells["unit"]
            if name is not None and name not in known:
                meant = closest(name, units, most=1)
                hint = f', perhaps "{meant[0]}"' if meant else ""
                yield BadCell(f"{table}.csv", row.number, "unit", name, f"a unit of units.csv{hint}")
    if "models" in rows:
        with_models = {row.cells["unit"] for row in rows["models"]}
        for row in rows["units"]:
            if row.cells["unit"] is not None and row.cells["unit"] not in with_models:
                yield BadCell("units.csv", row.number, "unit", row.cells["unit"], "in at least one row of models.csv")


def _wrong_sizes(rows: dict[str, list[Row]]) -> Iterator[BadCell]:
    """Units whose default models are fewer or more than the unit may have."""
    for unit in rows["units"]:
        counts = [row.cells["default_count"] or "" for row in rows["models"] if row.cells["unit"] == unit.cells["unit"]]
        limits = (unit.cells["min_models"] or "", unit.cells["max_models"] or "")
        if not counts or not all(text.isdecimal() for text in (*counts, *limits)):
            continue
        total, low, high = sum(map(int, counts)), int(limits[0]), int(limits[1])
        if total < low:
            yield BadCell("units.csv", unit.number, "min_models", limits[0], f"at most {total}, the default_count of its models together")
        if low <= high < total:
            yield BadCell("units.csv", unit.number, "max_models", limits[1], f"at least {total}, the default_count of its models together")
