"""Unit profiles as tables: what the datasheets print, in numbers and names.

`find_unit` gives the frozen profile of one unit; `units`, `models`, `weapons` and `abilities` are polars frames; `load` reads a folder
of your own with the same columns, which `columns_of` lists.
"""

from toolkit.profiles.reading import BadCell, TableError
from toolkit.profiles.schema import columns_of
from toolkit.profiles.tables import (
    Tables,
    abilities,
    dataset_folder,
    find_unit,
    load,
    models,
    search,
    systems_with_tables,
    tables,
    units,
    weapons,
)
from toolkit.profiles.unit import UnitProfile

__all__ = [
    "BadCell",
    "TableError",
    "Tables",
    "UnitProfile",
    "abilities",
    "columns_of",
    "dataset_folder",
    "find_unit",
    "load",
    "models",
    "search",
    "systems_with_tables",
    "tables",
    "units",
    "weapons",
]
