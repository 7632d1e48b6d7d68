"""Every row of `worked_11e.json`, exactly and in floats; `builders_11e` says what each row asks."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk

from .builders import QUANTITIES
from .builders_11e import NOT_A_READING, WORKED, alternatives, battery, quantity, worked
from .precision import close, in_floats

ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("worked_11e.json").read_text(encoding="utf-8"))["results"]
ROWS_BY_FAMILY = {"field-ordnance-battery": 480, "worked-11e": 27, "hazardous": 4, "save-order-11e": 3, "charge": 2}
BATTERY = [row for row in ROWS if row["family"] == "field-ordnance-battery"]
REST = [row for row in ROWS if row["family"] != "field-ordnance-battery"]


@cache
def crunched(text: str, exact: bool) -> Any:
    return tk.crunch(json.loads(text), exact=exact)


def grouped() -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in BATTERY:
        groups[row["id"].rpartition("/")[0]].append(row)
    return groups


def test_no_row_is_skipped() -> None:
    assert Counter(row["family"] for row in ROWS) == ROWS_BY_FAMILY
    assert set(WORKED) == {row["id"] for row in ROWS if row["family"] == "worked-11e"}
    # the rest of what the rows say is no reading of this edition, and all else is tested
    said = [words for row in ROWS for words in row.get("alternatives", {})]
    assert (len(said), len(NOT_A_READING & set(said))) == (17, 4)


@pytest.mark.parametrize("rows", grouped().values(), ids=list(grouped()))
def test_the_battery(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        text = json.dumps(battery(row))
        want = Fraction(row["fraction"])
        exactly = QUANTITIES[row["quantity"]](crunched(text, True))
        assert exactly == want and isinstance(exactly, Fraction | int), row["id"]
        assert close(QUANTITIES[row["quantity"]](crunched(text, False)), want), row["id"]
        assert crunched(text, True).not_calculated == ()


@pytest.mark.parametrize("row", REST, ids=[row["id"] for row in REST])
def test_exactly(row: dict[str, Any]) -> None:
    got = quantity(row, lambda document: crunched(json.dumps(document), True))
    assert got == Fraction(row["fraction"]) and isinstance(got, Fraction | int)


@pytest.mark.parametrize("row", REST, ids=[row["id"] for row in REST])
def test_floats(row: dict[str, Any]) -> None:
    with in_floats():
        got = quantity(row, lambda document: crunched(json.dumps(document), False))
    assert close(got, Fraction(row["fraction"]))


ALTERNATIVES = [(row["id"], words, value) for row in ROWS for words, value in alternatives(row)]


@pytest.mark.parametrize(("row_id", "words", "value"), ALTERNATIVES, ids=[f"{row_id}: {words[:30]}" for row_id, words, _ in ALTERNATIVES])
def test_other_readings_and_cases(row_id: str, words: str, value: Fraction) -> None:
    assert worked(row_id, words) == value
