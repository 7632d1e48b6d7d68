"""Results written out."""

from __future__ import annotations

import json

import pytest

import toolkit as tk
from toolkit.studies.report import to_json, to_text
from toolkit.studies.written import percent, table

GUN = {"name": "Gun", "attacks": 36, "skill": "3+", "strength": 4, "ap": 0, "damage": 1}


def result(*, exact: bool = False, **weapon: object) -> tk.Result:
    target = {"name": "Guard", "models": [{"count": 100, "toughness": 8, "save": "7+", "wounds": 1}]}
    return tk.crunch({"system": "wh40k_10e", "attacker": {"weapons": [GUN | weapon]}, "defender": target}, exact=exact)


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (0, "0%"),
        (1e-9, "<0.1%"),
        (0.0005, "0.1%"),
        (0.32, "32.0%"),
        (0.9994, "99.9%"),
        (0.9999, ">99.9%"),
        (1 - 1e-15, "100%"),
        (1, "100%"),
    ],
)
def test_percent_never_rounds_to_certainty(probability, words):
    assert percent(probability) == words


def test_columns_are_aligned_on_either_side():
    assert table([("a", "bb"), ("ccc", "d")]) == ["a    bb", "ccc  d"]
    assert table([("a", "bb"), ("ccc", "d")], right=True) == ["  a  bb", "ccc   d"]


def test_rare_numbers_share_a_row():
    lines = to_text(result()).splitlines()
    slain = lines[lines.index("Models slain") + 2 : lines.index("Steps") - 1]
    assert slain[0].split()[:2] == ["0", "1.4%"] or slain[0].startswith("fewer than")
    assert slain[-1].split()[0] == "more"
    assert len(slain) < 20


def test_hazardous_weapons_tell_what_their_own_unit_suffers():
    assert "Own unit" in to_text(result(abilities=["hazardous"]))
    assert "Own unit" not in to_text(result())
    assert to_json(result(abilities=["hazardous"], exact=True))["hazard"] == {"0": "5/6", "1": "0/1", "2": "0/1", "3": "1/6"}


def test_warnings_are_printed(monkeypatch):
    monkeypatch.setattr(tk.Result, "warnings", ("Pistols only at close quarters.",))
    assert "Warning: Pistols only at close quarters." in to_text(result()).splitlines()
    assert to_json(result())["warnings"] == ["Pistols only at close quarters."]


@pytest.mark.parametrize("exact", [False, True])
def test_json_holds_nothing_but_json(exact):
    told = to_json(result(exact=exact, abilities=["sustained hits 1", "hazardous"]))
    assert json.loads(json.dumps(told, allow_nan=False)) == told
