"""Units of The Ninth Age: one table, all of it of the 2nd edition, as no statistics of the 3rd are public."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import dataframely as dy
import polars as pl

from toolkit.errors import ProfileError
from toolkit.profiles.names import closest, fold
from toolkit.profiles.tables import dataset_folder

FOLDER, FILE = "t9a", "profiles.csv"
"""Not units.csv: the tables of that name have other columns (`toolkit.profiles.tables`)."""


class T9aUnits(dy.Schema):
    """Columns of ``datasets/t9a/profiles.csv``: inches for moves, the base in millimetres, the rest as printed."""

    unit = dy.String(primary_key=True, min_length=1)
    base = dy.String(regex=r"^\d+x\d+mm$")
    advance = dy.Int64(min=0, max=30)
    march = dy.Int64(min=0, max=60)
    discipline = dy.Int64(min=1, max=10)
    health = dy.Int64(min=1, max=50)
    defensive = dy.Int64(min=0, max=10)
    resilience = dy.Int64(min=1, max=10)
    armour = dy.Int64(min=0, max=6)
    agility = dy.Int64(min=0, max=10)
    attacks = dy.Int64(min=0, max=20)
    offensive = dy.Int64(min=0, max=10)
    strength = dy.Int64(min=0, max=10)
    ap = dy.Int64(min=0, max=10)
    light_troops = dy.Bool()
    ambush = dy.Enum(["yes", "no", "option"])
    notes = dy.String(nullable=True)
    source = dy.String(min_length=1)


def t9a_units(folder: str | Path | None = None) -> pl.DataFrame:
    """The table of units of The Ninth Age.

    Parameters
    ----------
    folder : str or Path, optional
        Another folder with a ``profiles.csv`` of the same columns.

    Returns
    -------
    polars.DataFrame

    Raises
    ------
    ProfileError
        If the file is missing, or a cell cannot be used.

    Examples
    --------
    >>> t9a_units().filter(unit="Trolls")["health"].item()
    3
    """
    return _read(Path(folder) if folder is not None else dataset_folder() / FOLDER)


@lru_cache(maxsize=8)
def _read(folder: Path) -> pl.DataFrame:
    path = folder / FILE
    if not path.is_file():
        raise ProfileError(f'no {FILE} in "{folder}"; it needs the columns {", ".join(T9aUnits.columns())}')
    text = pl.read_csv(path, infer_schema=False)
    missing = [name for name in T9aUnits.columns() if name not in text.columns]
    if missing:
        raise ProfileError(f'"{path}" has no column {missing[0]!r}; it needs {", ".join(T9aUnits.columns())}')
    wrong = text.filter(~pl.col("light_troops").is_in(["yes", "no"]))
    if wrong.height:
        raise ProfileError(f'"{path}": light_troops of {wrong["unit"][0]!r} is {wrong["light_troops"][0]!r}; write yes or no')
    frame = text.with_columns(pl.col("light_troops") == "yes")
    numbers = [name for name, column in T9aUnits.columns().items() if isinstance(column, dy.Int64)]
    for name in numbers:
        bad = frame.filter(pl.col(name).cast(pl.Int64, strict=False).is_null())
        if bad.height:
            raise ProfileError(f'"{path}": {name} of {bad["unit"][0]!r} is {bad[name][0]!r}; write a whole number')
    good, failures = T9aUnits.filter(frame, cast=True)
    if failures.counts():
        rule = next(iter(failures.counts()))
        raise ProfileError(f'"{path}": {failures.invalid()["unit"][0]!r} breaks the rule {rule.replace("|", ": ")}')
    return good


def find_t9a_unit(name: str, folder: str | Path | None = None) -> dict[str, object]:
    """One row of the table, found as players write the name.

    Raises
    ------
    ProfileError
        If there is no such unit; the message has the closest names.

    Examples
    --------
    >>> find_t9a_unit("feral hounds")["base"]
    '25x50mm'
    """
    frame = t9a_units(folder)
    for row in frame.iter_rows(named=True):
        if fold(row["unit"]) == fold(name):
            return row
    near = closest(name, frame["unit"].to_list())
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(frame['unit'])}"
    raise ProfileError(f"no unit {name!r} of The Ninth Age; {hint}")
