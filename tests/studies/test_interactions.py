"""Waterfalls, fair shares, pairs and die faces: against the scenario computed with each set of rules written out."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import polars as pl
import pytest

import toolkit as tk
from toolkit.errors import ScenarioError
from toolkit.studies.crunch import read
from toolkit.studies.faces import die_faces
from toolkit.studies.interactions import measure, pairs, switches, waterfall

RULES = ("lethal hits", "sustained hits 1", "twin-linked")


def document(*on: str) -> dict[str, Any]:
    gun = {"name": "Gun", "count": 4, "attacks": 3, "skill": "4+", "strength": 4, "ap": -1, "damage": 1, "abilities": list(on)}
    target = {"keywords": ["Infantry"], "models": [{"count": 6, "toughness": 5, "save": "4+", "wounds": 2}]}
    return {"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}


def value(*on: str) -> float:
    return float(tk.crunch(document(*on)).mean_slain)


def test_waterfall_in_the_order_of_the_lists() -> None:
    frame = waterfall(document(*RULES))
    assert frame["rule"].to_list() == ["Lethal Hits", "Sustained Hits 1", "Twin-linked"]
    assert frame["before"][0] == pytest.approx(value())
    assert frame["after"].to_list() == pytest.approx([value(*RULES[: n + 1]) for n in range(3)])
    assert frame["step"].sum() == pytest.approx(value(*RULES) - value())


def test_largest_first() -> None:
    frame = waterfall(document(*RULES), order="largest")
    first = {rule: value(rule) - value() for rule in RULES}
    assert frame["step"][0] == pytest.approx(max(first.values(), key=abs))
    assert frame["after"][2] == pytest.approx(value(*RULES))


def test_fair_shares_are_the_mean_over_all_orders() -> None:
    frame = waterfall(document(*RULES), order="fair")
    names = dict(zip(RULES, ("Lethal Hits", "Sustained Hits 1", "Twin-linked"), strict=True))
    for rule in RULES:
        gains = []
        for order in permutations(RULES):
            before = order[: order.index(rule)]
            gains.append(value(*before, rule) - value(*before))
        share = frame.filter(pl.col("rule") == names[rule])["step"][0]
        assert share == pytest.approx(sum(gains) / len(gains))
    assert frame["after"][2] == pytest.approx(value(*RULES))


def test_pairs() -> None:
    frame = pairs(document(*RULES), "p_destroyed")
    assert len(frame) == 6

    def chance(*on: str) -> float:
        return float(tk.crunch(document(*on)).p_destroyed)

    row = frame.filter((pl.col("first") == "Lethal Hits") & (pl.col("second") == "Twin-linked")).row(0, named=True)
    alone = [chance(rule) - chance() for rule in ("lethal hits", "twin-linked")]
    both = chance("lethal hits", "twin-linked") - chance()
    assert row["together"] == pytest.approx(both)
    assert row["extra"] == pytest.approx(both - sum(alone))
    assert frame.filter(pl.col("first") == pl.col("second"))["extra"].to_list() == [0, 0, 0]


def test_switches_are_the_rules_that_are_named() -> None:
    scenario = read({**document("heavy", "no such thing"), "rules": ["stealth"]})
    assert [each.name for each in switches(scenario)] == ["Heavy", "Stealth"]


@pytest.mark.parametrize(
    ("call", "fragment"),
    [
        (lambda: measure("kills"), "kills"),
        (lambda: waterfall(document(), order="best"), "best"),  # type: ignore[arg-type]
        (lambda: die_faces(document(), weapon=3), "3 is no place"),
        (lambda: die_faces(document(), group=1), "1 is no place"),
        (
            lambda: waterfall(
                {**document(*RULES, "heavy", "blast", "lance", "hazardous", "torrent", "pistol", "precision", "assault")}, order="fair"
            ),
            "too much work",
        ),
    ],
)
def test_refusals(call: Any, fragment: str) -> None:
    with pytest.raises(ScenarioError, match=fragment):
        call()


def test_die_faces_of_one_attack() -> None:
    frame = die_faces(document("lethal hits", "sustained hits 2", "devastating wounds", "twin-linked"))
    hit = frame.filter(pl.col("roll") == "hit")
    assert hit["word"].to_list() == ["miss"] * 3 + ["hit"] * 2 + ["critical: wounds, +2 hits"]
    wound = frame.filter(pl.col("roll") == "wound")
    assert wound["word"].to_list() == ["no wound"] * 4 + ["wound", "critical: no save"]
    assert wound["again"].to_list() == [True] * 4 + [False] * 2
    assert wound["chance"][0] == pytest.approx(5 / 9)
    save = frame.filter(pl.col("roll") == "save")
    assert save["word"].to_list() == ["damage"] * 4 + ["saved"] * 2
    assert save["goes_on"].to_list() == [True] * 4 + [False] * 2
    assert save["chance"][0] == pytest.approx(2 / 3)
