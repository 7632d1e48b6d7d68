"""Every row of `worked_10e.json`, in floats and exactly, through the public interface; `builders` says what each row asks."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk

from .builders import FAMILIES, question

ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("worked_10e.json").read_text(encoding="utf-8"))["results"]

ROWS_BY_FAMILY = {
    "field-ordnance-battery": 2220,
    "field-ordnance-battery-two-guns": 84,
    "hit-roll": 98,
    "wound-roll": 16,
    "save": 15,
    "blast": 14,
    "small-arms": 6,
    "grenade": 5,
    "overwatch": 4,
    "sustained-lethal": 3,
    "devastating-wounds": 4,
    "feel-no-pain": 3,
    "hazardous": 3,
    "save-order-10e": 2,
}


def together(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rows that ask for several quantities of one scenario are one test; the others stand alone."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["id"].rpartition("/")[0] if "quantity" in row else row["id"]].append(row)
    return dict(groups)


GROUPS = together(ROWS)
every_group = pytest.mark.parametrize("rows", GROUPS.values(), ids=list(GROUPS))


@cache
def crunched(text: str, exact: bool) -> Any:
    return tk.crunch(json.loads(text), exact=exact)


def answer(row: dict[str, Any], exact: bool) -> Any:
    asked = question(row)
    return asked.read([crunched(json.dumps(document), exact) for document in asked.documents])


def test_no_row_is_skipped() -> None:
    assert Counter(row["family"] for row in ROWS) == ROWS_BY_FAMILY
    assert set(FAMILIES) == set(ROWS_BY_FAMILY)
    assert sum(len(rows) for rows in GROUPS.values()) == len(ROWS) == len({row["id"] for row in ROWS}) == 2477
    assert all(question(row).documents for row in ROWS)


@every_group
def test_floats(rows: list[dict[str, Any]]) -> None:
    wrong: list[str] = []
    for row in rows:
        got, want = answer(row, exact=False), Fraction(row["fraction"])
        error = abs(Fraction(got) - want)
        if error > Fraction(1, 10**12) or error > want / 10**9 + Fraction(1, 10**130):
            wrong.append(f"{row['id']}: {float(got)!r}, should be {float(want)!r}")
    assert wrong == []


@every_group
def test_exactly(rows: list[dict[str, Any]]) -> None:
    wrong: list[str] = []
    for row in rows:
        got = answer(row, exact=True)
        if got != Fraction(row["fraction"]) or not isinstance(got, Fraction | int):
            wrong.append(f"{row['id']}: {got!r}, should be {row['fraction']}")
    assert wrong == []


def test_every_rule_of_the_documents_is_calculated() -> None:
    names = {name for row in ROWS for document in question(row).documents for name in crunched(json.dumps(document), False).not_calculated}
    assert names == set()
