"""The house rules of imports hold, and each of them is really watched: a planted breach is reported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]

LAYERS = "Layers: nothing imports upwards"
NUMBERS = "The engine knows numbers only: no tables, charts, widgets or shapes"
STUDIES = "Studies return frames: no charts, no widgets"
CHARTS = "Charts draw frames: no game, no engine"
GAMES = "Games do not import each other"
SCIPY = "Only the engine convolves: scipy stays below the rules"

PLANTED = {
    # where, what is imported there, and the contract that must object
    "toolkit/dice/planted.py": ("import toolkit.attack.sequence", LAYERS),
    "toolkit/attack/planted.py": ("from toolkit.rules.rule import Rule", LAYERS),
    "toolkit/rules/planted.py": ("import toolkit.systems", LAYERS),
    "toolkit/systems/planted.py": ("def late():\n    import polars", NUMBERS),
    "toolkit/profiles/planted.py": ("import toolkit.studies", LAYERS),
    "toolkit/studies/planted.py": ("import altair", STUDIES),
    "toolkit/charts/planted.py": ("from toolkit.systems import get", CHARTS),
    "toolkit/dashboards/planted.py": ("import scipy.stats", SCIPY),
    "toolkit/systems/other_game/__init__.py": ("import toolkit.systems.wh40k_10e", GAMES),
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", program, "--no-cache"]
    # import-linter draws its name with characters that not every console's encoding has
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its settings, free to be spoiled."""
    shutil.copytree(REPOSITORY / "toolkit", tmp_path / "toolkit", ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    return tmp_path


def test_nothing_is_imported_upwards():
    run = lint_imports(REPOSITORY)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("place", PLANTED)
def test_a_planted_breach_is_reported(copy, place):
    source, contract = PLANTED[place]
    target = copy / place
    target.parent.mkdir(exist_ok=True)
    target.write_text(source + "\n", encoding="utf-8")
    run = lint_imports(copy)
    assert run.returncode != 0
    assert f"{contract} BROKEN" in run.stdout, run.stdout + run.stderr


def test_a_new_part_of_the_package_needs_a_place_in_the_order(copy):
    (copy / "toolkit" / "new_room.py").write_text("", encoding="utf-8")
    run = lint_imports(copy)
    assert run.returncode != 0
    assert "new_room" in run.stdout
