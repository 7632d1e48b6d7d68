"""The declared columns, and how every kind of bad cell in a user's tables is named."""

from __future__ import annotations

import csv
from pathlib import Path

import dataframely as dy
import polars as pl
import pytest

from toolkit.errors import ProfileError
from toolkit.profiles import BadCell, TableError, columns_of, find_unit, load
from toolkit.profiles.schema import ACROSS, KEYS, SCHEMAS, Weapons

UNIT = {"unit": "Rock", "faction": "Stones", "keywords": "Infantry, Big", "points": "50", "min_models": "1", "max_models": "3"}
MODEL = {
    "unit": "Rock",
    "model": "Rock",
    "toughness": "5",
    "save": "3+",
    "wounds": "2",
    "count_min": "1",
    "count_max": "3",
    "default_count": "1",
}
WEAPON = {
    "unit": "Rock", "weapon": "Sling", "type": "ranged", "range": "24", "attacks": "D6+6", "skill": "4+", "strength": "4", "ap": "-1",
    "damage": "1", "abilities": "blast, heavy", "default_count": "1", "max_count": "3",
}  # fmt: skip
ABILITY = {"unit": "Rock", "ability": "Rolls, and Rolls", "kind": "datasheet", "side": "attack"}

Row = dict[str, str]


def write(folder: Path, **tables: list[Row]) -> Path:
    """A folder of tables; those not given have one good row."""
    good = {"units": [UNIT], "models": [MODEL], "weapons": [WEAPON], "abilities": [ABILITY]}
    for name, rows in (good | tables).items():
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def bad_cells(folder: Path) -> tuple[BadCell, ...]:
    with pytest.raises(TableError) as caught:
        load(folder)
    return caught.value.bad_cells


def test_a_good_folder_is_read(tmp_path: Path):
    tables = load(write(tmp_path))
    rock = tables.find_unit("ROCK")
    assert rock.keywords == ("Infantry", "Big")
    assert rock.rules == ("Rolls, and Rolls",)
    assert rock.weapons[0].abilities == ("blast", "heavy")
    assert find_unit("rock", tables) is rock
    assert tables.models.schema["toughness"] == pl.Int64


def test_abilities_are_optional(tmp_path: Path):
    write(tmp_path)
    (tmp_path / "abilities.csv").unlink()
    tables = load(tmp_path)
    assert tables.abilities.height == 0
    assert tables.find_unit("Rock").rules == ()


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_has_a_description_and_says_what_would_be_right(table: str):
    for column in SCHEMAS[table].columns().values():
        assert column.description
        assert (column.metadata or {})["right"]
    assert columns_of(table)["column"].to_list() == list(SCHEMAS[table].columns())


def test_every_rule_across_columns_names_a_cell():
    for schema in SCHEMAS.values():
        for rule in schema._schema_validation_rules():
            if rule != "primary_key":
                assert ACROSS[rule][0] in schema.columns()


def test_the_schemas_check_any_frame(tmp_path: Path):
    frame = load(write(tmp_path)).weapons
    assert Weapons.is_valid(frame)
    assert not Weapons.is_valid(frame.with_columns(attacks=pl.lit("6D")))
    with pytest.raises(dy.exc.ValidationError):
        Weapons.validate(frame.with_columns(ap=pl.lit(1, dtype=pl.Int64)))


@pytest.mark.parametrize(
    ("table", "column", "value", "right"),
    [
        ("units", "unit", "", "a name"),
        ("units", "unit", "R" * 61, "a name of 1 to 60"),
        ("units", "faction", "", "a name"),
        ("units", "points", "-5", "0 to 5000"),
        ("units", "points", "50.0", "whole number"),
        ("units", "points", "1e2", "whole number"),
        ("units", "points", "050", "whole number"),
        ("units", "min_models", "+1", "whole number"),
        ("units", "max_models", "", "whole number"),
        ("units", "min_models", "4", "at most 1"),
        ("units", "leadership", "7", "2+ to 9+"),
        ("units", "move", '6"', "whole number"),
        ("models", "model", "", "a name"),
        ("models", "toughness", "0", "1 to 30"),
        ("models", "toughness", "5*", "1 to 30"),
        ("models", "save", "3", "2+ to 7+"),
        ("models", "save", "1+", "2+ to 7+"),
        ("models", "wounds", "D6", "1 to 200"),
        ("models", "invulnerable", "7+", "2+ to 6+, or nothing"),
        ("models", "invulnerable", "-", "2+ to 6+, or nothing"),
        ("models", "feel_no_pain", "1+", "2+ to 6+, or nothing"),
        ("models", "feel_no_pain_mortal", "five", "2+ to 6+, or nothing"),
        ("models", "damage_reduction", "-1", "0 to 10"),
        ("models", "fixed_damage", "x", "0 to 20"),
        ("models", "half_damage", "yes", '"true", "false" or nothing'),
        ("models", "character", "1", '"true", "false" or nothing'),
        ("models", "default_count", "4", "count_min to count_max"),
        ("models", "count_max", "0", "1 to 200"),
        ("weapons", "type", "Ranged", '"ranged" or "melee"'),
        ("weapons", "type", "", '"ranged" or "melee"'),
        ("weapons", "range", "Melee", "1 to 500"),
        ("weapons", "attacks", "6D", "dice such as D6"),
        ("weapons", "attacks", "", "dice such as D6"),
        ("weapons", "attacks", "D6-3", "dice such as D6"),
        ("weapons", "attacks", "0D6", "has no dice"),
        ("weapons", "damage", "D3+D6", "dice such as D6"),
        ("weapons", "damage", "-1", "dice such as D6"),
        ("weapons", "skill", "4", "2+ to 6+, or N/A"),
        ("weapons", "skill", "7+", "2+ to 6+, or N/A"),
        ("weapons", "skill", "N/A", "torrent"),
        ("weapons", "strength", "2D6", "1 to 40"),
        ("weapons", "ap", "1", "as printed, such as -1"),
        ("weapons", "ap", "", "as printed, such as -1"),
        ("weapons", "abilities", "word " * 40, "160 letters at most"),
        ("weapons", "default_count", "4", None),
        ("weapons", "max_count", "0", "1 to 200"),
        ("abilities", "ability", "", "a name"),
        ("abilities", "ability", "Each time " * 10, "a name of 1 to 60"),
        ("abilities", "kind", "aura", '"core" or "faction"'),
        ("abilities", "side", "attacker", '"attack" or "defence" or "both"'),
    ],
)
def test_one_bad_cell_is_named_with_what_would_be_right(tmp_path: Path, table: str, column: str, value: str, right: str | None):
    row = {"units": UNIT, "models": MODEL, "weapons": WEAPON, "abilities": ABILITY}[table] | {column: value}
    found = [cell for cell in bad_cells(write(tmp_path, **{table: [row]})) if cell.file == f"{table}.csv"]
    if right is None:  # the default is above the most: the limit is blamed
        column, value, right = "max_count", "3", "at least default_count"
    cells = [cell for cell in found if cell.column == column]
    assert len(cells) == 1
    assert cells[0].row == 2
    assert cells[0].value == (value.strip() or None)
    assert right in cells[0].right


def test_all_bad_cells_of_all_files_stand_in_one_error(tmp_path: Path):
    second = WEAPON | {"weapon": "Pebble", "attacks": "lots", "skill": "9+", "ap": "2"}
    third = WEAPON | {"weapon": "Boulder", "unit": "Rok"}
    write(tmp_path, weapons=[WEAPON, second, third], models=[MODEL | {"save": "8+", "toughness": "x"}], units=[UNIT | {"points": "many"}])
    cells = bad_cells(tmp_path)
    assert [(cell.file, cell.row, cell.column, cell.value) for cell in cells] == [
        ("units.csv", 2, "points", "many"),
        ("models.csv", 2, "toughness", "x"),
        ("models.csv", 2, "save", "8+"),
        ("weapons.csv", 3, "attacks", "lots"),
        ("weapons.csv", 3, "skill", "9+"),
        ("weapons.csv", 3, "ap", "2"),
        ("weapons.csv", 4, "unit", "Rok"),
    ]
    with pytest.raises(ProfileError) as caught:
        load(tmp_path)
    message = str(caught.value)
    assert "7 bad cells" in message
    assert "\n" not in message
    for cell in cells:
        assert f'{cell.file}, row {cell.row}, {cell.column}: "{cell.value}" should be {cell.right}' in message
    assert 'perhaps "Rock"' in message


def test_several_bad_rows_keep_their_numbers_below_blank_lines(tmp_path: Path):
    write(tmp_path)
    with (tmp_path / "weapons.csv").open("a", encoding="utf-8") as file:
        file.write('\n,,,,\nRock,"Two\nlines",ranged,24,1,4+,4,-1,1,,1,1\nRock,Stone,ranged,24,1,4+,4,-1,nil,,1,1\n')
    assert [(cell.row, cell.column, cell.value) for cell in bad_cells(tmp_path)] == [(6, "damage", "nil")]


def test_the_same_row_twice(tmp_path: Path):
    write(tmp_path, weapons=[WEAPON, WEAPON | {"weapon": "  SLING "}, WEAPON | {"type": "melee", "range": ""}])
    (cell,) = bad_cells(tmp_path)
    assert (cell.row, cell.column, cell.value) == (3, "weapon", "SLING")
    assert "row 2" in cell.right


def test_two_units_whose_names_read_the_same(tmp_path: Path):
    units = [UNIT | {"unit": "C'tan Shard"}, UNIT | {"unit": "C’tan-Shard"}]
    models = [MODEL | {"unit": unit["unit"]} for unit in units]
    write(tmp_path, units=units, models=models, weapons=[WEAPON | {"unit": "C'tan Shard"}], abilities=[ABILITY | {"unit": "C'tan Shard"}])
    cells = bad_cells(tmp_path)
    assert {(cell.file, cell.row, cell.column) for cell in cells} == {("units.csv", 3, "unit"), ("models.csv", 3, "model")}


def test_a_name_of_signs_only_repeats_too(tmp_path: Path):
    write(tmp_path, weapons=[WEAPON | {"weapon": "–"}, WEAPON | {"weapon": "–"}])
    assert [(cell.row, cell.column) for cell in bad_cells(tmp_path)] == [(3, "weapon")]


def test_references_to_units_that_do_not_exist(tmp_path: Path):
    write(tmp_path, models=[MODEL, MODEL | {"unit": "Rocks"}], abilities=[ABILITY | {"unit": "Sand"}])
    assert [(cell.file, cell.column, cell.value) for cell in bad_cells(tmp_path)] == [
        ("models.csv", "unit", "Rocks"),
        ("abilities.csv", "unit", "Sand"),
    ]


def test_a_unit_without_models(tmp_path: Path):
    write(tmp_path, units=[UNIT, UNIT | {"unit": "Gravel"}])
    (cell,) = bad_cells(tmp_path)
    assert (cell.file, cell.row, cell.value) == ("units.csv", 3, "Gravel")
    assert "models.csv" in cell.right


def test_sizes_that_do_not_fit_the_models(tmp_path: Path):
    (cell,) = bad_cells(write(tmp_path, models=[MODEL | {"count_max": "9", "default_count": "5"}]))
    assert (cell.column, cell.value) == ("max_models", "3")
    (cell,) = bad_cells(write(tmp_path, units=[UNIT | {"min_models": "3", "max_models": "2"}], models=[MODEL | {"default_count": "3"}]))
    assert (cell.column, cell.right) == ("max_models", "at least min_models")


def test_missing_unknown_and_repeated_columns(tmp_path: Path):
    write(tmp_path, models=[{("thoughness" if name == "toughness" else name): value for name, value in MODEL.items()}])
    cells = bad_cells(tmp_path)
    assert [(cell.row, cell.column, cell.value) for cell in cells] == [(1, "", "thoughness"), (1, "toughness", None)]
    assert 'perhaps "toughness"' in cells[0].right
    write(tmp_path)
    text = (tmp_path / "units.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "units.csv").write_text(f"{text[0]},points\n{text[1]},60\n", encoding="utf-8")
    (cell,) = bad_cells(tmp_path)
    assert (cell.row, cell.column, cell.right) == (1, "points", "in the file once")


def test_a_missing_file_and_an_empty_file(tmp_path: Path):
    write(tmp_path)
    (tmp_path / "models.csv").unlink()
    (tmp_path / "weapons.csv").write_text("", encoding="utf-8")
    cells = bad_cells(tmp_path)
    assert cells[0].file == "models.csv"
    assert "toughness" in cells[0].right
    assert {cell.column for cell in cells if cell.file == "weapons.csv"} >= {"unit", "attacks", "skill"}


def test_columns_that_may_be_empty_may_be_left_out(tmp_path: Path):
    write(tmp_path)
    model = load(tmp_path).find_unit("Rock").models[0]
    assert (model.invulnerable, model.damage_reduction, model.half_damage, model.character) == (None, 0, False, False)


def test_a_cell_with_an_unquoted_comma_is_named(tmp_path: Path):
    write(tmp_path)
    with (tmp_path / "abilities.csv").open("a", encoding="utf-8") as file:
        file.write("Rock,Go,core,both,surplus\n")
    (cell,) = bad_cells(tmp_path)
    assert (cell.row, cell.value) == (3, "surplus")
    assert "double quotes" in cell.right


def test_files_as_spreadsheets_save_them(tmp_path: Path):
    write(tmp_path)
    for path in tmp_path.glob("*.csv"):
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
        with path.open("w", newline="", encoding="utf-8-sig") as file:
            csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(rows)
    assert load(tmp_path).find_unit("Rock").weapons[0].abilities == ("blast", "heavy")


def test_a_file_in_another_encoding(tmp_path: Path):
    write(tmp_path)
    with (tmp_path / "abilities.csv").open("ab") as file:
        file.write("Rock,Crème,core,both\n".encode("latin-1"))
    (cell,) = bad_cells(tmp_path)
    assert (cell.file, cell.row) == ("abilities.csv", 3)
    assert "UTF-8" in cell.right


def test_an_endless_cell_is_no_silent_end(tmp_path: Path):
    write(tmp_path)
    with (tmp_path / "abilities.csv").open("a", encoding="utf-8") as file:
        file.write(f"Rock,{'x' * 200_000},core,both\nRock,Go,core,both\n")
    (cell,) = bad_cells(tmp_path)
    assert (cell.file, cell.row) == ("abilities.csv", 3)


def test_a_folder_that_is_none(tmp_path: Path):
    with pytest.raises(ProfileError, match=r"nowhere.* is not a folder"):
        load(tmp_path / "nowhere")


def test_keys_are_those_of_the_schemas():
    assert KEYS == {
        "units": ("unit",),
        "models": ("unit", "model"),
        "weapons": ("unit", "weapon", "type"),
        "abilities": ("unit", "ability"),
    }
