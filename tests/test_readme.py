"""The README tells the truth: its Python runs, its commands are those that CI runs, its links lead somewhere."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def test_the_python_of_the_readme_runs_and_gives_what_it_says():
    """A comment `# → 1.23` after an expression is what that expression gives, to four digits."""
    program = "\n".join(blocks("python"))
    names: dict[str, object] = {}
    checked = 0
    for statement in ast.parse(program).body:
        if isinstance(statement, ast.Expr):
            value = eval(ast.unparse(statement), names)
            told = re.search(r"# → (\S+)", program.splitlines()[statement.end_lineno - 1])
            if told:
                assert f"{float(value):.4g}" == told[1], ast.unparse(statement)
                checked += 1
        else:
            exec(ast.unparse(statement), names)
    assert checked >= 3


def test_the_test_command_is_the_one_that_ci_runs():
    commands = [line for block in blocks("sh") for line in block.splitlines() if "pytest" in line]
    assert commands[0] in (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!https?:|#)([^)#]+)", README))))
def test_links_lead_somewhere(target):
    assert (REPOSITORY / target).exists()


EXAMPLES = list(zip(blocks("toml"), blocks("text"), strict=True))


def crunch(folder: Path, document: str, *options: str) -> str:
    path = folder / "scenario.toml"
    path.write_text(document, encoding="utf-8")
    command = [sys.executable, "-m", "toolkit", "crunch", str(path), *options]
    return subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, encoding="utf-8").stdout


@pytest.mark.parametrize(("document", "shown"), EXAMPLES)
def test_a_scenario_of_the_readme_gives_the_answer_that_is_shown(tmp_path, document, shown):
    answer = crunch(tmp_path, document).splitlines()
    assert set(shown.splitlines()) <= set(answer)


@pytest.mark.parametrize("document", blocks("toml"))
def test_a_scenario_of_the_readme_is_calculated_whole(tmp_path, document):
    assert json.loads(crunch(tmp_path, document, "--json", "--exact"))["not_calculated"] == []


def test_every_command_of_the_readme_exists():
    used = {match for block in blocks("sh") for match in re.findall(r"(?:^|/)toolkit (\w+)", block, flags=re.MULTILINE)}
    assert used
    for command in used:
        subprocess.run([sys.executable, "-m", "toolkit", command, "--help"], cwd=REPOSITORY, check=True, capture_output=True)
