"""The commands, mostly called in this process: what they print, and how they refuse."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import toolkit as tk
from toolkit import cli
from toolkit.studies.files import save
from toolkit.systems import GAMES, SYSTEMS, get

BROKEN = Path(__file__).parent / "corpus" / "broken"

SCENARIO = {
    "system": "wh40k_10e",
    "title": "Malleus into Intercessors",
    "attacker": {
        "name": "Field Ordnance Battery",
        "weapons": [
            {
                "name": "Malleus rocket launcher",
                "count": 2,
                "range": 48,
                "attacks": "D6+6",
                "skill": "5+",
                "strength": 6,
                "ap": -1,
                "damage": 1,
                "abilities": ["blast", "heavy", "glitter 3"],
            }
        ],
    },
    "defender": {"name": "Intercessors", "models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]},
    "situation": {"remained_stationary": True},
}


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "matchup.toml"
    save(SCENARIO, path)
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What a command prints that succeeds."""
    assert cli.main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line of a command that refuses."""
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert err.startswith("toolkit: ")
    return err.removeprefix("toolkit: ").rstrip("\n")


# --- policy ---------------------------------------------------------------------------------------------------------

LASCANNON = """
system = "wh40k_10e"
[[attacker.weapons]]
name = "Heavy lascannon"
attacks = 2
skill = "4+"
strength = 14
ap = -3
damage = "D6+1"
[[defender.models]]
count = 1
toughness = 9
save = "3+"
wounds = 10
"""


def test_policy_says_when_to_reroll(capsys, tmp_path):
    file = tmp_path / "rhino.toml"
    file.write_text(LASCANNON)
    text = printed(capsys, "policy", str(file), "--goal", "destroy", "--exact")
    assert "125/3888 (0.03215) without, 1225/11664 (0.105) with one Command Re-roll of the attacker." in text
    assert "Hit: re-roll a failed hit when 1 or more hits were scored." in text
    told = json.loads(printed(capsys, "policy", str(file), "--goal", "destroy", "--exact", "--json"))
    assert (told["without"], told["with"], told["over_simple"]) == ("125/3888", "1225/11664", "25/7776")
    assert json.loads(printed(capsys, "policy", str(file), "--goal", "destroy", "--json"))["with"] == pytest.approx(1225 / 11664)
    saved = json.loads(printed(capsys, "policy", str(file), "--defender", "--json"))
    assert saved["with"] <= saved["without"] and saved["side"] == "defender"


# --- crunch ---------------------------------------------------------------------------------------------------------


def test_crunch_prints_one_json_object(capsys, scenario):
    told = json.loads(printed(capsys, "crunch", scenario, "--json"))
    result = tk.crunch(SCENARIO)
    assert told["system"] == "wh40k_10e"
    assert told["title"] == "Malleus into Intercessors"
    assert told["mean_damage"] == result.mean_damage
    assert told["mean_slain"] == result.mean_slain
    assert told["p_destroyed"] == result.p_destroyed
    assert {int(value): p for value, p in told["slain"].items()} == dict(result.slain.items())
    assert {int(value): p for value, p in told["damage"].items()} == dict(result.damage.items())
    assert list(told["stages"]) == ["attacks", "hits", "wounds", "unsaved", "damage", "slain"]
    assert [weapon["name"] for weapon in told["weapons"]] == ["Malleus rocket launcher"]
    assert [entry["rule"] for entry in told["ledger"]] == ["Blast", "Heavy"]
    assert [step["step"] for step in told["steps"]] == ["Attacks", "Hit", "Wound", "Save", "Damage"]
    assert told["not_calculated"] == ["glitter 3"]
    assert told["warnings"] == []


def test_exact_json_holds_fractions_everywhere(capsys, scenario):
    told = json.loads(printed(capsys, "crunch", scenario, "--json", "--exact"))
    result = tk.crunch(SCENARIO, exact=True)
    for name in ("mean_damage", "mean_slain", "p_destroyed", "damage_rolled"):
        assert "/" in told[name]
        assert Fraction(told[name]) == getattr(result, name)
    for law in (told["slain"], told["damage"], *told["stages"].values(), *told["weapons"][0]["stages"].values()):
        assert all("/" in probability for probability in law.values())
        assert sum(Fraction(probability) for probability in law.values()) == 1
    assert told["steps"][1]["chance"] == "1/2"


def test_numbers_lose_no_digit(capsys, scenario):
    assert repr(tk.crunch(SCENARIO).mean_damage) in printed(capsys, "crunch", scenario, "--json")


def test_crunch_prints_text(capsys, scenario):
    lines = printed(capsys, "crunch", scenario).splitlines()
    assert lines[0] == "What do 2 × Malleus rocket launcher do to 5 Intercessors, stationary?"
    assert lines[1] == "Malleus into Intercessors · Warhammer 40,000, 10th edition (unofficial)"
    assert lines[3].startswith("Unit destroyed  ")
    slain = lines.index("Models slain")
    assert lines[slain + 1].split() == ["exactly", "at", "least"]
    assert lines[slain + 2].split()[::2] == ["0", "100%"]
    assert "Not calculated: glitter 3" in lines
    assert any(line.startswith("Malleus rocket launcher  Hit") and "50.0% (1/2)" in line for line in lines)
    assert any(line.startswith("Malleus rocket launcher  Heavy") and "the unit remained stationary" in line for line in lines)


def test_text_with_fractions(capsys, scenario):
    assert "(203/54)" not in printed(capsys, "crunch", scenario)
    assert f"({tk.crunch(SCENARIO, exact=True).damage_rolled})" in printed(capsys, "crunch", scenario, "--exact")


def test_nothing_fires(capsys, tmp_path):
    save({**SCENARIO, "attacker": {}}, tmp_path / "a.json")
    assert "Nothing is firing" in printed(capsys, "crunch", str(tmp_path / "a.json"))
    told = json.loads(printed(capsys, "crunch", str(tmp_path / "a.json"), "--json"))
    assert told["mean_slain"] == 0
    assert told["weapons"] == []


def test_names_are_completed_from_the_profile_tables(capsys, tmp_path):
    attacker = {"name": "Field Ordnance Battery", "weapons": [{"name": "Heavy lascannon"}]}
    save({"system": "wh40k_10e", "attacker": attacker, "defender": {"name": "Rhino"}}, tmp_path / "a.toml")
    assert "do to 1 Rhino?" in printed(capsys, "crunch", str(tmp_path / "a.toml"))


def test_text_of_a_scenario_cannot_break_the_lines_of_the_answer(capsys, tmp_path):
    weapon = {**SCENARIO["attacker"]["weapons"][0], "name": "Gun\nof\tdoom", "abilities": ["two\nlines"]}
    save({**SCENARIO, "title": "a\nb", "attacker": {"weapons": [weapon]}}, tmp_path / "a.json")
    lines = printed(capsys, "crunch", str(tmp_path / "a.json")).splitlines()
    assert lines[1].startswith("a b ·")
    assert "Not calculated: two lines" in lines


# --- what is wrong with a file --------------------------------------------------------------------------------------

# file, the key as it is named (empty: the file as a whole), what is quoted, what would be right
REFUSED = [
    ("abbreviated_key.toml", "attacker.weapons[0].bs", '"bs"', '"skill"'),
    ("abilities_as_text.toml", "attacker.weapons[0].abilities", '"blast, heavy"', 'write ["blast", "heavy"]'),
    ("ability_as_number.toml", "attacker.weapons[0].abilities[1]", "4", "text in quotes"),
    ("ability_missing_number.toml", "attacker.weapons[0].abilities[1]", "rapid fire", "rapid fire 1"),
    ("ability_without_number.toml", "attacker.weapons[0].abilities[1]", "sustained hits x", "sustained hits 1"),
    ("bool_for_number.toml", "attacker.weapons[0].count", "true", "how many models fire it"),
    ("critical_hit_7.toml", "attacker.weapons[0].modifiers.critical_hit", "7", "2 to 6"),
    ("dice_0d6.toml", "attacker.weapons[0].attacks", "0D6", "at least one"),
    ("dice_d0.toml", "attacker.weapons[0].attacks", "D0", "D3 and D6"),
    ("dice_huge.toml", "attacker.weapons[0].attacks", "999999999D6", "limit is 100"),
    ("dice_mixed.toml", "attacker.weapons[0].attacks", "D6+D3", "2D6+3"),
    ("dice_without_sides.toml", "attacker.weapons[0].attacks", "'D'", "2D6+3"),
    ("duplicate_key.json", "", '"system"', "write it once"),
    ("duplicate_key.toml", "", '"count = 3"', "each key once"),
    ("empty.toml", "", "empty", 'start with system = "wh40k_10e"'),
    ("fraction_for_number.toml", "defender.models[0].wounds", "2.5", "1 to 1000"),
    ("huge_count.toml", "defender.models[0].count", "1000000", "1 to 1000"),
    ("invulnerable_1.toml", "defender.models[0].invulnerable", '"1+"', '"2+" to "6+"'),
    ("list.json", "", "a list", '{"system"'),
    ("melee_with_range.toml", "attacker.weapons[0].range", "48", "leave range out"),
    ("missing_models.toml", "defender.models", "missing", "[[defender.models]]"),
    ("missing_system.toml", "system", "missing", 'system = "wh40k_10e"'),
    ("missing_wounds.toml", "defender.models[0].wounds", "missing", "such as 2"),
    ("misspelt_key.toml", "attacker.weapons[0].strenght", '"strenght"', '"strength"'),
    ("misspelt_table.toml", "defnder", '"defnder"', '"defender"'),
    ("negative_attacks.toml", "attacker.weapons[0].attacks", "-3", "0 or more"),
    ("negative_count.toml", "attacker.weapons[0].count", "-2", "0 to 1000"),
    ("not_a_number.json", "", "NaN", "write numbers as printed"),
    ("not_json.json", "", "line 2, column 14", '"key": value'),
    ("not_utf8.toml", "", "line 4, column 13", "UTF-8"),
    ("null.json", "attacker", "null", "weapons"),
    ("number_for_bool.toml", "situation.remained_stationary", "1", "true or false"),
    ("number_in_quotes.toml", "attacker.weapons[0].strength", '"6"', "without quotes"),
    ("positive_ap.toml", "attacker.weapons[0].ap", "1 is positive", "write -1"),
    ("prose.toml", "", '"Two rocket launchers', "key = value"),
    ("random_strength.toml", "attacker.weapons[0].strength", '"2D6"', "write a whole number"),
    ("reroll_misspelt.toml", "attacker.weapons[0].modifiers.reroll_hits", '"fails"', '"failed"'),
    ("rule_of_another_edition.toml", "attacker.rules[0]", "wh40k_11e.weapon.heavy", "name a rule of 'wh40k_10e'"),
    ("rule_of_another_game.toml", "defender.rules[0]", "t9a_3e.shooting.hard-target", "name a rule of 'wh40k_10e'"),
    ("save_0.toml", "defender.models[0].save", "0", '"2+" to "6+"'),
    ("save_9.toml", "defender.models[0].save", '"9+"', '"7+" for models that have no save'),
    ("scenario.txt", "", "neither TOML nor JSON", ".toml or .json"),
    ("single_bracket.toml", "attacker.weapons", "a table", "[[attacker.weapons]]"),
    ("skill_1.toml", "attacker.weapons[0].skill", '"1+"', '"2+" to "6+"'),
    ("text_for_number.toml", "defender.models[0].toughness", '"four"', "1 to 1000"),
    ("unknown_fact.toml", "situation.stayed_stationary", '"stayed_stationary"', '"remained_stationary"'),
    ("unknown_phase.toml", "situation.phase", '"shoot"', '"shooting" or "fight"'),
    ("unknown_reading.toml", "readings.failed_rolls_are_critical", '"failed_rolls_are_critical"', '"failed_rolls_can_be_critical"'),
    ("unknown_system.toml", "system", "wh40k_2e", "wh40k_10e"),
    ("unknown_unit.toml", "defender.name", '"Intercesor Squad"', '"Intercessor Squad"'),
    ("unknown_weapon.toml", "attacker.weapons[0].name", '"Malleus rocket luncher"', '"Malleus rocket launcher"'),
    ("unquoted_text.toml", "", '"attacks = D6+6"', "text in quotes"),
    ("wounds_0.toml", "defender.models[0].wounds", "0", "1 to 1000"),
]


@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(("name", "key", "given", "remedy"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_broken_file_is_refused_in_one_line_with_file_key_and_remedy(capsys, name, key, given, remedy, flags):
    path = str(BROKEN / name)
    told = refusal(capsys, "crunch", path, *flags)
    assert told.startswith(f"{path}: {key}: " if key else f"{path}: ")
    rest = told.removeprefix(f"{path}: {key}: ") if key else told.removeprefix(f"{path}: ")
    assert given in rest
    assert remedy in rest


def test_every_broken_file_is_expected_to_be_refused():
    assert sorted(path.name for path in BROKEN.iterdir()) == sorted(row[0] for row in REFUSED)


def test_a_large_file_is_refused_with_the_limit(capsys, tmp_path):
    path = tmp_path / "large.toml"
    path.write_bytes(b"# " + b"x" * 10_000_000)
    assert refusal(capsys, "crunch", str(path)) == f"{path}: has 10.0 MB; a scenario file may have 1 MB at most"


def test_files_that_are_not_there_and_folders(capsys, tmp_path):
    assert "does not exist" in refusal(capsys, "crunch", str(tmp_path / "a.toml"))
    assert "is a folder" in refusal(capsys, "crunch", str(tmp_path))


def test_a_matchup_that_is_too_large_is_refused(capsys, scenario, monkeypatch):
    monkeypatch.setattr("toolkit.attack.limits.MAX_CELLS", 3)
    told = refusal(capsys, "crunch", scenario)
    assert told.startswith(f"{scenario}: ")
    assert "fire fewer weapons or attacks" in told


def test_a_memory_error_is_told_as_one_line(capsys, scenario, monkeypatch):
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("toolkit.studies.crunch.crunch", too_much)
    assert "does not fit in memory" in refusal(capsys, "crunch", scenario)


# --- rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_lists_every_rule_of_a_system(capsys, system):
    told = printed(capsys, "rules", "--system", system)
    listed = json.loads(printed(capsys, "rules", "--system", system, "--json"))
    records = get(system).rules
    assert [rule["id"] for rule in listed] == [rule.id for rule in records]
    for rule, shown in zip(records, listed, strict=True):
        assert f"[{rule.id}]" in told
        for key in ("name", "side", "summary", "source", "changes", "when"):
            assert shown[key], f"{rule.id} has no {key}"
        assert "{" not in shown["changes"] + shown["when"]


def test_rules_without_a_system_lists_all(capsys):
    listed = json.loads(printed(capsys, "rules", "--json"))
    assert {rule["system"] for rule in listed} == set(GAMES)
    heavy = next(rule for rule in listed if rule["id"] == "wh40k_10e.weapon.heavy")
    assert (heavy["changes"], heavy["when"]) == ("+1 to hit rolls", "the unit remained stationary")


def test_rules_say_when_they_may_be_used(capsys):
    told = printed(capsys, "rules", "--system", "wh40k_10e")
    assert "Used:    in your shooting phase; the unit is GRENADES" in told
    assert "Changes: outside the attack sequence: six D6, a mortal wound on each 4+" in told


def test_coverage(capsys):
    told = printed(capsys, "rules", "--coverage")
    listed = json.loads(printed(capsys, "rules", "--coverage", "--json"))
    assert f"{len(listed)} rules, " in told.splitlines()[-1]
    assert {"id": "W4", "part": "10th edition: weapon abilities", "title": "Rapid Fire", "by": ["wh40k_10e.weapon.rapid-fire"]} in listed
    assert "leave out --system" in refusal(capsys, "rules", "--coverage", "--system", "wh40k_10e")


def test_an_unknown_system_is_refused(capsys):
    told = refusal(capsys, "rules", "--system", "chess")
    assert told.startswith("--system: 'chess'")
    assert "wh40k_10e" in told


# --- lab ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "deep" / "er").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(("user", "extra"), [(0, ["--allow-root"]), (1000, [])])
def test_lab_opens_the_start_notebook_and_passes_arguments_on(monkeypatch, house, user, extra):
    started: list[list[str]] = []
    monkeypatch.setattr(cli.os, "geteuid", lambda: user, raising=False)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "elsewhere")
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", SimpleNamespace(main=started.append))
    monkeypatch.chdir(house / "deep")
    (house / "notebooks" / "start_here.ipynb").write_text("{}")
    assert cli.main(["lab", "--no-browser", "--port", "8899", "--ServerApp.token=x"]) == 0
    assert started == [
        [
            f"--ServerApp.root_dir={house}",
            "--LabApp.default_url=/lab/tree/notebooks/start_here.ipynb",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            *extra,
            "--no-browser",
            "--port",
            "8899",
            "--ServerApp.token=x",
        ]
    ]

    first, *others = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert others == ["elsewhere"]
    assert "announcements" in (Path(first) / "labconfig" / "page_config.json").read_text(encoding="utf-8")


def test_the_start_notebook_is_found_above(house):
    notebook = house / "notebooks" / "start_here.ipynb"
    notebook.write_text("{}")
    assert cli.start_notebook(house / "deep" / "er") == notebook
    assert notebook.read_text() == "{}"


def test_the_start_notebook_is_made_from_its_source(house):
    (house / "notebooks" / "start_here.py").write_text("# %% [markdown]\n# # Hello\n\n# %%\n1 + 1\n")
    notebook = cli.start_notebook(house)
    assert [cell["cell_type"] for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]] == ["markdown", "code"]


def test_elsewhere_the_notebook_beside_the_package_is_taken(tmp_path, monkeypatch):
    elsewhere = tmp_path / "site" / "toolkit" / "cli.py"
    monkeypatch.setattr(cli, "__file__", str(elsewhere))
    (tmp_path / "site" / "notebooks").mkdir(parents=True)
    (tmp_path / "site" / "notebooks" / "start_here.ipynb").write_text("{}")
    assert cli.start_notebook(tmp_path) == tmp_path / "site" / "notebooks" / "start_here.ipynb"


def test_without_a_start_notebook_lab_says_where_it_looked(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "site" / "toolkit" / "cli.py"))
    monkeypatch.chdir(tmp_path)
    told = refusal(capsys, "lab")
    assert told.startswith(f"lab: no notebooks/start_here.ipynb in {tmp_path}")
    assert "copy of the repository" in told


def test_lab_without_jupyterlab_says_what_to_install(capsys, monkeypatch, house):
    (house / "notebooks" / "start_here.ipynb").write_text("{}")
    monkeypatch.chdir(house)
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    assert "install" in refusal(capsys, "lab")


# --- the command as a whole -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("argv", [["--help"], ["lab", "--help"], ["crunch", "--help"], ["rules", "--help"]])
def test_every_help_has_an_example(capsys, argv):
    with pytest.raises(SystemExit) as ended:
        cli.main(argv)
    assert ended.value.code == 0
    assert "example:\n  toolkit " in capsys.readouterr().out


def test_the_help_says_unofficial_and_version_is_known(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert "Unofficial" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"toolkit {tk.__version__}\n"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "COMMAND"),
        (["crumch"], "'crumch'"),
        (["crunch"], "FILE"),
        (["crunch", "a.toml", "--jsn"], '"--jsn"'),
        (["crunch", "a.toml", "--js"], '"--js"'),
        (["crunch", "a.toml", "b.toml"], '"b.toml"'),
        (["rules", "--system"], "--system"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(capsys, argv, words):
    told = refusal(capsys, *argv)
    assert words in told
    assert '--help"' in told


def run(*argv: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(tk.__file__).parents[1]), **settings}
    return subprocess.run([sys.executable, "-m", "toolkit", *argv], capture_output=True, check=False, env=environment)


def test_python_m_toolkit_prints_utf8_on_any_console(scenario):
    done = run("crunch", scenario, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").startswith("What do 2 × Malleus")


def test_python_m_toolkit_refuses_with_exit_code_2():
    done = run("crunch", str(BROKEN / "not_utf8.toml"), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell")
def test_a_reader_that_has_seen_enough_is_no_error():
    script = f'set -o pipefail; "{sys.executable}" -m toolkit rules --json | head -n 1'
    environment = {**os.environ, "PYTHONPATH": str(Path(tk.__file__).parents[1])}
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, env=environment)
    assert done.stdout.splitlines() == [b"["]
    assert done.stderr == b""
