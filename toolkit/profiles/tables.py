"""The profile tables: the shipped ones of each game system, and those of a user's own folder."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import polars as pl

from toolkit.errors import ProfileError
from toolkit.profiles.names import closest, fold, matches
from toolkit.profiles.reading import read_tables
from toolkit.profiles.unit import Record, UnitProfile, unit_from_rows
from toolkit.systems import OTHERS

DEFAULT_SYSTEM = "wh40k_10e"
VARIABLE = "TOOLKIT_DATASETS"
"""Environment variable with a folder of datasets to use instead of the shipped one."""

_SEARCHED_FIRST = ("unit", "model", "weapon", "ability")
_SEARCHED_TOO = ("faction", "keywords", "abilities")


@dataclass(frozen=True, eq=False)
class Tables:
    """The four tables of one folder, checked.

    Parameters
    ----------
    name : str
        The game system, or the name of the folder.
    units, models, weapons, abilities : pl.DataFrame
        One row for each; the columns are those of `toolkit.profiles.schema`.
    """

    name: str
    units: pl.DataFrame
    models: pl.DataFrame
    weapons: pl.DataFrame
    abilities: pl.DataFrame
    _profiles: dict[str, UnitProfile] = field(default_factory=dict[str, UnitProfile], init=False, repr=False)

    @cached_property
    def _rows(self) -> dict[str, tuple[Record, list[Record], list[Record], list[Record]]]:
        """The rows of each unit in the four tables, by its folded name."""
        parts: list[dict[str, list[Record]]] = []
        for frame in (self.models, self.weapons, self.abilities):
            by_unit: dict[str, list[Record]] = defaultdict(list)
            for row in frame.iter_rows(named=True):
                by_unit[row["unit"]].append(row)
            parts.append(by_unit)
        models, weapons, abilities = parts
        return {
            fold(row["unit"]): (row, models[row["unit"]], weapons[row["unit"]], abilities[row["unit"]])
            for row in self.units.iter_rows(named=True)
        }

    def find_unit(self, name: str) -> UnitProfile:
        """The profile of one unit; see `toolkit.profiles.tables.find_unit`."""
        key = fold(name)
        if key not in self._profiles:
            if key not in self._rows:
                names = self.units["unit"].to_list()
                likely = ", ".join(f'"{other}"' for other in closest(name, names))
                hint = f"the closest are {likely}" if likely else f"it has {len(names)} units; toolkit.profiles.search finds them"
                raise ProfileError(f'"{name}" is not a unit of {self.name}; {hint}')
            self._profiles[key] = unit_from_rows(*self._rows[key])
        return self._profiles[key]


def dataset_folder() -> Path:
    """The folder that has one sub-folder of tables for each game system.

    It is the one named by the environment variable TOOLKIT_DATASETS if that is set; otherwise the one shipped inside an installed
    package, or beside the package in a checkout.

    Raises
    ------
    ProfileError
        If there is no such folder.

    Examples
    --------
    >>> (dataset_folder() / "wh40k_10e" / "units.csv").is_file()
    True
    """
    named = os.environ.get(VARIABLE)
    if named:
        folder = Path(named).expanduser()
        if not folder.is_dir():
            raise ProfileError(f'{VARIABLE} is "{named}", which is not a folder; name one that has a sub-folder for each game system')
        return folder
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_datasets", package.parent / "datasets"):
        if (folder / "SOURCES.toml").is_file():
            return folder
    raise ProfileError(
        f'no datasets beside "{package}" nor inside it; install the package again, or set {VARIABLE} to a folder that has them'
    )


def systems_with_tables() -> tuple[str, ...]:
    """The game systems that have profile tables.

    Examples
    --------
    >>> systems_with_tables()
    ('wh40k_10e', 'wh40k_11e')
    """
    return tuple(sorted(path.parent.name for path in dataset_folder().glob("*/units.csv")))


@lru_cache(maxsize=16)
def _load_once(folder: Path, name: str) -> Tables:
    return Tables(name=name, **read_tables(folder))


def tables(system: str = DEFAULT_SYSTEM) -> Tables:
    """The four tables of one game system, read once.

    Raises
    ------
    ProfileError
        If there are none for it.

    Examples
    --------
    >>> tables("wh40k_10e").name
    'wh40k_10e'
    """
    folder = dataset_folder() / system
    if not system or Path(system).name != system or not (folder / "units.csv").is_file():
        known = ", ".join(systems_with_tables()) or "none"
        raise ProfileError(f'there are no profile tables for the system "{system}"; those there are: {known}')
    return _load_once(folder, system)


def load(folder: str | Path) -> Tables:
    """Read a folder of your own with units.csv, models.csv, weapons.csv and, if you like, abilities.csv.

    `toolkit.profiles.columns_of` lists the columns. The files are read again on every call.

    Parameters
    ----------
    folder : str or Path
        The folder.

    Raises
    ------
    TableError
        If a cell cannot be used; the error names every such cell: file, row as a spreadsheet counts, column, value, what would be right.
    ProfileError
        If there is no such folder.

    Examples
    --------
    >>> load(dataset_folder() / "wh40k_10e").find_unit("boyz").max_models
    20
    """
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise ProfileError(f'"{folder}" is not a folder; name one with units.csv, models.csv and weapons.csv')
    return Tables(name=path.name, **read_tables(path))


def units(system: str = DEFAULT_SYSTEM) -> pl.DataFrame:
    """The units of one game system, one row each; the frame is yours to change.

    The Ninth Age, "t9a_3e", has one table for everything, with columns of its own.

    Examples
    --------
    >>> units().filter(pl.col("unit") == "Field Ordnance Battery")["points"].item()
    100
    >>> units("t9a_3e").filter(pl.col("unit") == "Trolls")["base"].item()
    '40x40mm'
    """
    if system in OTHERS:
        from toolkit.profiles.t9a import t9a_units  # which finds its folder with this module

        return t9a_units().clone()
    return tables(system).units.clone()


def models(system: str = DEFAULT_SYSTEM) -> pl.DataFrame:
    """The models of one game system, one row for each kind in each unit; the frame is yours to change.

    Examples
    --------
    >>> models().filter(pl.col("unit") == "Boyz").select("model", "wounds").rows()
    [('Boy', 1), ('Boss Nob', 2)]
    """
    return tables(system).models.clone()


def weapons(system: str = DEFAULT_SYSTEM) -> pl.DataFrame:
    """The weapon profiles of one game system, one row for each in each unit; the frame is yours to change.

    Examples
    --------
    >>> weapons().filter(pl.col("weapon") == "Heavy lascannon").select("strength", "ap", "damage").row(0)
    (14, -3, 'D6+1')
    """
    return tables(system).weapons.clone()


def abilities(system: str = DEFAULT_SYSTEM) -> pl.DataFrame:
    """The printed rules of the units of one game system that matter in the attack sequence; the frame is yours to change.

    Examples
    --------
    >>> abilities().filter(pl.col("unit") == "Field Ordnance Battery")["ability"].to_list()
    ['Rearm, Reload, Fire']
    """
    return tables(system).abilities.clone()


def search(where: str | pl.DataFrame, text: str) -> pl.DataFrame:
    """The rows in which every word of `text` is found; case, accents, quotes and hyphens do not matter.

    Names (of units, models, weapons, rules) come before rows where only the faction or a keyword is meant.

    Parameters
    ----------
    where : str or pl.DataFrame
        A game system, for its units, or any frame of this module.
    text : str
        What to look for; everything is found by nothing.

    Examples
    --------
    >>> search("wh40k_10e", "intercessors captain")["unit"].to_list()
    ['Intercessor Squad with Captain']
    >>> search(weapons(), "LASGUN cadian shock")["strength"].to_list()
    [3]
    """
    frame = units(where) if isinstance(where, str) else where
    named = [column for column in _SEARCHED_FIRST if column in frame.columns]
    beside = [column for column in _SEARCHED_TOO if column in frame.columns]
    if not named and not beside:
        columns = ", ".join((*_SEARCHED_FIRST, *_SEARCHED_TOO))
        raise ProfileError(f"a frame with the columns {', '.join(frame.columns)} cannot be searched; it needs one of {columns}")
    by_name: list[int] = []
    by_rest: list[int] = []
    for index, row in enumerate(frame.select(named + beside).iter_rows(named=True)):
        if matches(text, fold(" ".join(str(row[column]) for column in named if row[column] is not None))):
            by_name.append(index)
        elif matches(text, fold(" ".join(str(cell) for cell in row.values() if cell is not None))):
            by_rest.append(index)
    return frame[by_name + by_rest]


def find_unit(name: str, system: str | Tables = DEFAULT_SYSTEM) -> UnitProfile:
    """One unit by its printed name.

    Parameters
    ----------
    name : str
        Case, accents, quotes and hyphens do not matter.
    system : str or Tables
        A game system, or what `load` returned.

    Raises
    ------
    ProfileError
        If there is no such unit; the error has the closest names.

    Examples
    --------
    >>> find_unit("plague marines").models[0].toughness
    6
    """
    return (system if isinstance(system, Tables) else tables(system)).find_unit(name)
