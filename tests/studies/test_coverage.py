"""The table of what covers which rule: complete, and everything it names is there."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from toolkit.studies.coverage import coverage, to_text
from toolkit.systems import GAMES, game, get

REPOSITORY = Path(__file__).resolve().parents[2]
ROWS = coverage()
IDS = [
    *(f"11-SR{n}" for n in range(1, 7)),
    *(f"11-IM{n}" for n in range(1, 4)),
    *(f"P{n}" for n in range(1, 10)),
    *(f"C{n}" for n in range(1, 12)),
    *(f"W{n}" for n in range(1, 9)),
    *(f"M{n}" for n in range(1, 10)),
    *("S1", "S2", "S3", "R1", "A1"),
    *(f"O{n}" for n in range(1, 7)),
    *("D1", "D2", "D3a", "D3b", "D3c", "D4", "CRR"),
    *(f"T{n}" for n in range(1, 21)),
    *(f"N{n}" for n in range(1, 11)),
    *(f"L{n}" for n in range(1, 5)),
]


def test_every_rule_has_one_row() -> None:
    assert sorted(row.id for row in ROWS) == sorted(IDS)
    assert all(row.title and row.part for row in ROWS)


def test_nothing_is_without_cover() -> None:
    assert [row.id for row in ROWS if not row.by] == []


@pytest.mark.parametrize("reference", sorted({reference for row in ROWS for reference in row.by}))
def test_what_is_named_exists(reference: str) -> None:
    if "::" in reference:
        file, _, name = reference.partition("::")
        tree = ast.parse((REPOSITORY / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    elif ":" in reference:
        module, _, name = reference.partition(":")
        assert hasattr(import_module(module), name)
    else:
        assert reference.split(".")[0] in GAMES
        assert game(reference.split(".")[0]).rule(reference).id == reference


def test_every_stratagem_order_and_detachment_ability_has_a_row() -> None:
    named = {reference for row in ROWS for reference in row.by}
    for rule in get("wh40k_10e").rules:
        if rule.group in ("Stratagems", "Orders", "Detachment", "Army rules", "Moves and tests"):
            assert rule.id in named, rule.id


def test_as_text() -> None:
    text = to_text()
    assert all(any(line.startswith(f"{row.id} ") for line in text.splitlines()) for row in ROWS)
    assert text.splitlines()[-1].startswith(f"{len(ROWS)} rules, ")
