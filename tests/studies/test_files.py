"""Scenario files: reading and writing."""

from __future__ import annotations

import json
import tomllib

import pytest
import tomli_w

from toolkit.errors import ScenarioError
from toolkit.studies import files
from toolkit.studies.files import dumps_toml, load, save

DOCUMENT = {
    "system": "wh40k_10e",
    "rules": ["Stealth"],
    "attacker": {
        "name": "Bäder – “Æther”",
        "weapons": [
            {"name": "Lasgun", "count": 9, "range": 24, "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1},
            {"name": "Plasma", "attacks": "D6+1", "skill": "N/A", "strength": 8, "ap": -3, "damage": 2, "modifiers": {"hit": 1}},
        ],
    },
    "defender": {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2, "half_damage": True}]},
    "situation": {"phase": "shooting", "remained_stationary": True},
}


def refusal(path) -> str:
    with pytest.raises(ScenarioError) as caught:
        load(path)
    assert caught.value.where == str(path)
    assert len(str(caught.value).splitlines()) == 1
    return caught.value.message


def written(folder, name: str, content: str | bytes):
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# --- reading --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["matchup.toml", "matchup.json", "MATCHUP.TOML"])
def test_what_is_saved_is_loaded(tmp_path, name):
    save(DOCUMENT, tmp_path / name)
    assert load(tmp_path / name) == DOCUMENT
    assert load(str(tmp_path / name)) == DOCUMENT


@pytest.mark.parametrize("encoded", [b'\xef\xbb\xbfsystem = "x"\n', b'system = "x"\r\n', b"# only\nsystem = 'x'"])
def test_files_of_other_editors_are_read(tmp_path, encoded):
    assert load(written(tmp_path, "a.toml", encoded)) == {"system": "x"}


def test_a_missing_file_suggests_its_neighbour(tmp_path):
    written(tmp_path, "malleus.toml", "x = 1")
    assert refusal(tmp_path / "maleus.toml") == "does not exist; did you mean malleus.toml?"
    assert refusal(tmp_path / "zzz.json") == "does not exist; name a .toml or .json file"
    assert "neither does the folder" in refusal(tmp_path / "nowhere" / "a.toml")


def test_a_folder_is_no_file(tmp_path):
    assert refusal(tmp_path).startswith("is a folder; name a .toml or .json file")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", "x = 1", [".toml or .json"]),
        ("a", "x = 1", [".toml or .json"]),
        ("a.toml", "", ["is empty", "start with system"]),
        ("a.json", " \n ", ["is empty"]),
        ("a.toml", "system = wh40k", ["is not TOML", "line 1, column 10", 'in "system = wh40k"', "text in quotes"]),
        ("a.toml", "a = 1\nb = \n", ["line 2, column 5"]),
        ("a.toml", "a = 1\na = 2\n", ["is not TOML", "line 2", 'in "a = 2"', "each key once"]),
        ("a.json", '{"a": 1,\n "b": }', ["is not JSON", "line 2, column 7", "commas between"]),
        ("a.json", '{"a": 1, "a": 2}', ['"a" twice', "once"]),
        ("a.json", '{"a": {"b\\u2028": 1, "b\\u2028": 2}}', ['"b\\u2028" twice']),
        ("a.json", '{"a": NaN}', ["NaN is no number"]),
        ("a.json", '{"a": ' + "9" * 5000 + "}", ["impossible value"]),
        ("a.toml", "a = " + "9" * 5000, ["impossible value"]),
        ("a.json", "[1, 2]", ["holds a list where a table belongs"]),
        ("a.json", '"text"', ["holds text"]),
        ("a.json", "null", ["holds null"]),
        ("a.json", "7", ["holds a number"]),
        ("a.json", "true", ["holds true or false"]),
        ("a.json", "[" * 100_000, ["without end"]),
        ("a.toml", "a = " + "[" * 100_000, ["without end"]),
        ("a.toml", b'a = 1\nname = "\xff"', ["is not UTF-8", "line 2, column 9", "UTF-8"]),
        ("a.json", '{"a": 1}'.encode("utf-16"), ["is not UTF-8", "line 1, column 1"]),
    ],
)
def test_a_file_that_holds_no_tables_says_so_in_one_line(tmp_path, name, content, words):
    told = refusal(written(tmp_path, name, content))
    for word in words:
        assert word in told


def test_a_large_file_is_refused_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(10_000_000)
    monkeypatch.setattr("pathlib.Path.open", lambda *_: pytest.fail("the file was opened"))
    assert refusal(path) == "has 10.0 MB; a scenario file may have 1 MB at most"


# --- writing --------------------------------------------------------------------------------------------------------


def test_toml_looks_as_documented():
    assert (
        dumps_toml(DOCUMENT)
        == """\
system = "wh40k_10e"
rules = ["Stealth"]

[attacker]
name = "Bäder – “Æther”"

[[attacker.weapons]]
name = "Lasgun"
count = 9
range = 24
attacks = 1
skill = "4+"
strength = 3
ap = 0
damage = 1

[[attacker.weapons]]
name = "Plasma"
attacks = "D6+1"
skill = "N/A"
strength = 8
ap = -3
damage = 2

[attacker.weapons.modifiers]
hit = 1

[[defender.models]]
count = 5
toughness = 4
save = "3+"
wounds = 2
half_damage = true

[situation]
phase = "shooting"
remained_stationary = true
"""
    )


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"attacker": {}},
        {"a": {"b": {"c": {}}}},
        {"a b": {"c.d": [{"x": 1}, {"y": {"z": []}}]}},
        {"a": {"b": {"x": 1}, "y": 2}},
        {"a": [[1], [{"x": 1}]], "b": [{}], "c": []},
        {"a": '[\n    ,\n]\u007f\u2028\\"', "b": ["[\n    a", ",\n]", "x,\n    y"]},
        {"a": [True, 1, "x", -3]},
    ],
)
def test_toml_reads_back_whatever_it_holds(document):
    assert tomllib.loads(dumps_toml(document)) == document


BOARD = {
    "system": "wh40k_11e",
    "board": {
        "width": 60.0,
        "zones": [{"side": "own", "points": [[0, 0], [60, 0], [60, 9.5], [0, 9.5]]}],
        "units": [{"name": "Scouts [1,\n2]", "base": "32mm", "models": [[20.0 + 1.36 * at, 30.0, 45.0] for at in range(6)]}],
        "empty": [],
        "mixed": [[1, 2], {"base": "40mm", "at": [3, 4.5], "z": -6}],
    },
}


def test_models_and_corners_are_one_line_each():
    assert (
        dumps_toml(BOARD)
        == """\
system = "wh40k_11e"

[board]
width = 60.0
empty = []
mixed = [[1, 2], { base = "40mm", at = [3, 4.5], z = -6 }]

[[board.zones]]
side = "own"
points = [[0, 0], [60, 0], [60, 9.5], [0, 9.5]]

[[board.units]]
name = "Scouts [1,\\n2]"
base = "32mm"
models = [
    [20.0, 30.0, 45.0],
    [21.36, 30.0, 45.0],
    [22.72, 30.0, 45.0],
    [24.08, 30.0, 45.0],
    [25.44, 30.0, 45.0],
    [26.8, 30.0, 45.0],
]
"""
    )
    assert tomllib.loads(dumps_toml(BOARD)) == BOARD


def test_boards_in_json_have_one_line_for_each_model(tmp_path):
    save(BOARD, tmp_path / "board.json")
    text = (tmp_path / "board.json").read_text()
    assert "\n          [21.36, 30.0, 45.0],\n" in text
    assert '"name": "Scouts [1,\\n2]"' in text
    assert '"empty": []' in text
    assert load(tmp_path / "board.json") == BOARD


@pytest.mark.parametrize("name", ["board.toml", "board.json"])
def test_boards_written_with_a_line_for_each_number_still_open(tmp_path, name):
    old = json.dumps(BOARD, indent=2) if name.endswith("json") else tomli_w.dumps(BOARD)
    (tmp_path / name).write_text(old)
    assert load(tmp_path / name) == BOARD


def test_saving_leaves_nothing_half_written(tmp_path, monkeypatch):
    path = tmp_path / "matchup.toml"
    save({"system": "old"}, path)
    monkeypatch.setattr(files.os, "fsync", _full)
    with pytest.raises(ScenarioError, match=r"matchup\.toml: cannot be written: no space left on device"):
        save(DOCUMENT, path)
    assert load(path) == {"system": "old"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["matchup.toml"]


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_saving_replaces_the_text_but_keeps_mode_and_link(tmp_path):
    path, link = tmp_path / "real.json", tmp_path / "link.json"
    save({"system": "old"}, path)
    path.chmod(0o640)
    link.symlink_to(path)
    save({"system": "new"}, link)
    assert link.is_symlink()
    assert json.loads(path.read_text()) == {"system": "new"}
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("document", "name", "words"),
    [
        (DOCUMENT, "a.txt", r"\.toml or \.json"),
        (DOCUMENT, "nowhere/a.toml", "cannot be written: no such file"),
        ({"a": None}, "a.toml", "cannot be written"),
        ({"a": float("nan")}, "a.json", "cannot be written"),
        ({"a": object()}, "a.json", "cannot be written"),
        ({"a": "\ud800"}, "a.json", "cannot be written"),
    ],
)
def test_what_cannot_be_saved_is_refused(tmp_path, document, name, words):
    with pytest.raises(ScenarioError, match=words) as caught:
        save(document, tmp_path / name)
    assert len(str(caught.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
