"""Units of The Ninth Age: the shipped table, and tables that cannot be used."""

from pathlib import Path

import pytest

from toolkit.errors import ProfileError
from toolkit.profiles.t9a import FILE, FOLDER, find_t9a_unit, t9a_units
from toolkit.profiles.tables import dataset_folder


def test_every_value_is_of_the_second_edition():
    frame = t9a_units()
    assert frame.height == 15
    assert set(frame["source"]) == {"t9a-2e"}


def test_a_printed_row():
    row = find_t9a_unit("scarab swarms")
    assert [row[name] for name in ("health", "defensive", "resilience", "agility", "attacks", "ap")] == [5, 3, 2, 3, 5, 1]


def test_an_unknown_unit_is_named():
    with pytest.raises(ProfileError, match="Feral Hound"):
        find_t9a_unit("Feral Hond")


def test_a_bad_cell_is_named(tmp_path: Path):
    text = (dataset_folder() / FOLDER / FILE).read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(text.replace("Trolls,40x40mm,6", "Trolls,40x40mm,six"), encoding="utf-8")
    with pytest.raises(ProfileError, match=r"advance of 'Trolls' is 'six'"):
        t9a_units(tmp_path)


def test_a_missing_table_is_named(tmp_path: Path):
    with pytest.raises(ProfileError, match=r"no profiles\.csv"):
        t9a_units(tmp_path)
