"""Every row of `rules.json`, exactly and in floats: one rule each, worked out by hand. Whoever adds a rule adds a row."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk

from .builders import QUANTITIES
from .precision import close

ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))["results"]
every_row = pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])


def answer(row: dict[str, Any], exact: bool) -> Any:
    result = tk.crunch(row["scenario"], exact=exact)
    assert result.not_calculated == ()
    return QUANTITIES[row["quantity"]](result)


@every_row
def test_exactly(row: dict[str, Any]) -> None:
    got = answer(row, exact=True)
    assert got == Fraction(row["fraction"]) and isinstance(got, Fraction | int)


@every_row
def test_floats(row: dict[str, Any]) -> None:
    assert close(answer(row, exact=False), Fraction(row["fraction"]))


def test_ids_are_unique() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS)
