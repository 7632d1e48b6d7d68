"""Every row of `worked_ambush.json`: when ambushing units arrive, exactly and in floats, each through its public function."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from toolkit.studies.ambush_arrival import SECOND_EDITION, THIRD_EDITION, Ambusher, arrival, arrivals

Row = dict[str, Any]
DATA = json.loads(Path(__file__).with_name("worked_ambush.json").read_text(encoding="utf-8"))
ROWS: list[Row] = DATA["results"]
TABLES: dict[str, Row] = {row["id"]: row for row in DATA["tables"]}


def answer(row: Row, exact: bool) -> Any:
    """What the toolkit says to one row."""
    name = row["id"].partition("/")[2]
    inputs = row["inputs"]
    law = arrival(inputs.get("placement_possible_each_turn", "1/2" if name.startswith("blocked_half") else 1), exact=exact)
    second = arrival(rule=SECOND_EDITION, exact=exact)
    many = arrivals([Ambusher(f"Unit {number}") for number in range(inputs.get("units", 1))], exact=exact)
    # a Combined Unit is one unit with one die, however many came to it
    combined = arrivals([Ambusher("Herd and its chief", count=2)], exact=exact)
    if name.startswith("P_arrive_turn"):
        return law[inputs["turn"]]
    if name.startswith("blocked_half") and name[-1].isdigit():
        return law[int(name[-1])]
    return {
        "E_turn": lambda: law.mean_turn,
        "E_player_turns_on_table": lambda: law.turns_on_table,
        "two_units_both_by_turn3": lambda: many.all_by(3),
        "two_separate_units_same_turn": lambda: many.same_turn,
        "combined_unit_same_turn": lambda: combined.same_turn,
        "three_units_at_least_two_on_turn2": lambda: many.in_turn(2).at_least(2),
        "blocked_half/never": lambda: law.never,
        "blocked_half/P_loses_scoring_or_dead": lambda: law.arrives_too_late_to_score + law.never,
        "2e/P_never": lambda: second.never,
        "2e/P_keeps_scoring": lambda: second.scores,
    }[name]()


def test_no_row_is_skipped() -> None:
    assert Counter(row["family"] for row in ROWS) == {"ambush": 17, "ambush-2e": 2}
    assert set(TABLES) == {"T9A-01", "T9A-02", "T9A-03"}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_row(row: Row) -> None:
    want = Fraction(row["fraction"])
    got = answer(row, True)
    assert got == want
    assert isinstance(got, Fraction)
    assert abs(answer(row, False) - want) <= 1e-12


def law_of(row: Row, law: Any) -> None:
    for turn, chance in row["answer"]["pmf"].items():
        assert (law.never if turn == "never" else law[int(turn)]) == pytest.approx(Fraction(chance), abs=0 if law.exact else 1e-12)
    assert float(sum(float(Fraction(chance)) for chance in row["answer"]["pmf"].values())) == pytest.approx(1)


@pytest.mark.parametrize("exact", [True, False])
def test_one_unit(exact: bool) -> None:
    row = TABLES["T9A-01"]
    law = arrival(exact=exact)
    law_of(row, law)
    rule = law.rule
    assert (f"{rule.need}+", rule.first_turn, rule.automatic_from) == tuple(
        row["inputs"][key] for key in ("need", "first_turn", "auto_turn")
    )
    assert law.mean_turn == pytest.approx(Fraction(row["answer"]["mean"]), abs=0 if exact else 1e-12)
    assert law.by(3) == pytest.approx(Fraction(row["answer"]["by_turn3"]), abs=0 if exact else 1e-12)


@pytest.mark.parametrize("exact", [True, False])
def test_two_units(exact: bool) -> None:
    two = arrivals([Ambusher("A"), Ambusher("B")], rule=THIRD_EDITION, exact=exact)
    got = {
        "both_turn2": two.all_by(2),
        "both_by_turn3": two.all_by(3),
        "same_turn": two.same_turn,
        "mean_turn_of_later": two.mean_turn_of_last,
    }
    for key, value in TABLES["T9A-02"]["answer"].items():
        assert got[key] == pytest.approx(Fraction(value), abs=0 if exact else 1e-12)
        assert isinstance(got[key], Fraction if exact else float)


@pytest.mark.parametrize("exact", [True, False])
def test_a_unit_without_room(exact: bool) -> None:
    row = TABLES["T9A-03"]
    law = arrival(1 - Fraction(row["inputs"]["p_no_room"]), exact=exact)
    law_of(row, law)
    got = {"arrives_scoring": law.scores, "loses_scoring_t6": law.arrives_too_late_to_score, "casualty": law.never}
    for key, value in got.items():
        assert value == pytest.approx(Fraction(row["answer"][key]), abs=0 if exact else 1e-12)
