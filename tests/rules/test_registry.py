"""Every printed spelling finds its record; what has none is left to be reported."""

from __future__ import annotations

import ast
import csv
from pathlib import Path

import pytest

from toolkit.errors import ScenarioError
from toolkit.rules.registry import fold
from toolkit.systems import get

SYSTEM = get("wh40k_10e")
VOCABULARY = Path(__file__).parents[3] / "shared" / "samples" / "vocabulary" / "keywords_raw_spellings.tsv"


@pytest.mark.parametrize(
    ("printed", "rule", "x", "keyword"),
    [
        ("blast", "weapon.blast", "", ""),
        ("BLAST", "weapon.blast", "", ""),
        ("Twin Linked", "weapon.twin-linked", "", ""),
        ("TwIN-lINkED", "weapon.twin-linked", "", ""),
        ("twin–linked", "weapon.twin-linked", "", ""),
        ("pISTOl", "weapon.pistol", "", ""),
        ("Anti Vehicle 3+", "weapon.anti", "3", "VEHICLE"),
        ("anti-fly 2", "weapon.anti", "2", "FLY"),
        ("Anti-EPIC HERO 2+", "weapon.anti", "2", "EPIC HERO"),
        ("sustained hits D3", "weapon.sustained-hits", "D3", ""),
        ("Sustained Hits 2", "weapon.sustained-hits", "2", ""),
        ("rapid fire d6+3", "weapon.rapid-fire", "D6+3", ""),
        (" melta 2 ", "weapon.melta", "2", ""),
        ("first rank fire second rank fire", "order.first-rank-fire-second-rank-fire", "", ""),
        ("Rearm, Reload, Fire", "unit.rearm-reload-fire", "", ""),
        ("Feel No Pain 5+", "unit.feel-no-pain", "5", ""),
        ("FNP 6+", "unit.feel-no-pain", "6", ""),
        ("wh40k_10e.weapon.heavy", "weapon.heavy", "", ""),
    ],
)
def test_printed_spellings(printed: str, rule: str, x: str, keyword: str) -> None:
    found = SYSTEM.find(printed)
    assert found is not None
    assert (found.rule.id, found.x, found.keyword) == (f"wh40k_10e.{rule}", x, keyword)


@pytest.mark.parametrize("text", ["bubblechukka", "C'tan Power", "plasma warhead", "cleave 1", "heavy metal", ""])
def test_unknown_names_have_no_record(text: str) -> None:
    assert SYSTEM.find(text) is None


@pytest.mark.parametrize(
    "text", ["sustained hits x", "Sustained Hits", "melta", "anti-vehicle", "wh40k_10e.weapon.melta", "rapid fire many"]
)
def test_a_missing_number_is_an_error_with_an_example(text: str) -> None:
    with pytest.raises(ScenarioError, match="needs a number or dice") as caught:
        SYSTEM.find(text, "attacker.weapons[0].abilities[1]")
    assert caught.value.where == "attacker.weapons[0].abilities[1]"
    assert repr(text) in str(caught.value)


def test_records_are_told_apart() -> None:
    assert len({rule.id for rule in SYSTEM.rules}) == len(SYSTEM.rules)
    for rule in SYSTEM.rules:
        assert rule.id.startswith("wh40k_10e.")
        assert rule.summary
        assert rule.summary.rstrip()[-1] in ".P"  # a sentence, or "1 CP"
        assert len(rule.summary) < 140
        assert rule.source
        assert rule.effects
        spelled = rule.example or rule.name
        found = SYSTEM.find(spelled)
        assert found is not None
        assert found.rule is rule, f"{spelled!r} must switch on {rule.id}"


def test_folding() -> None:
    assert fold("Épée – Élite’s") == "epee elites"


@pytest.mark.skipif(not VOCABULARY.exists(), reason="the counted vocabulary of real files is not beside this checkout")
def test_the_vocabulary_of_real_files() -> None:
    bespoke = {
        "bubblechukka", "ctan power", "plasma warhead", "reverberating summons", "impaled", "snagged", "hooked", "harpooned", "dead choppy",
        "linked fire", "psychic assassin", "overcharge", "defensive array", "hive defences", "sonic devastation", "blinding light", "",
    }  # fmt: skip
    missed: set[str] = set()
    with VOCABULARY.open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            raw = ast.literal_eval(row["raw"]) if row["raw"].startswith(("'", '"')) else row["raw"]
            if "11" not in row["source"] and ". " not in raw and SYSTEM.find(raw) is None and fold(raw) not in bespoke:
                missed.add(raw)
    assert missed == set()
