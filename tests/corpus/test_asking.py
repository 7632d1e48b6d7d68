"""The count that ``python -m tests.corpus`` prints: every family whole, every row equal both ways."""

from __future__ import annotations

from collections import Counter

from .__main__ import table
from .asking import Answered, rows

ROWS_BY_FAMILY = {
    "field-ordnance-battery": 2700, "hit-roll": 98, "field-ordnance-battery-two-guns": 84, "worked-11e": 27, "charge": 18,
    "wound-roll": 16, "save": 15, "blast": 14, "command-reroll-optimal": 12, "command-reroll": 8, "hazardous": 7, "small-arms": 6,
    "desperate-escape": 6, "grenade": 5, "on-my-position": 5, "trench-fighters": 5, "creeping-barrage": 5, "devastating-wounds": 4,
    "advance": 4, "battle-shock": 4, "overwatch": 4, "sustained-lethal": 3, "feel-no-pain": 3, "save-order-11e": 3, "save-order-10e": 2,
}  # fmt: skip


def test_every_family_is_whole() -> None:
    unique = {(row["family"], row["id"]) for source, row in rows() if source != "rules"}
    assert Counter(family for family, _ in unique) == ROWS_BY_FAMILY
    assert len(unique) == 3058


def test_a_row_in_two_files_counts_once_and_only_if_both_agree() -> None:
    lines = table([Answered("save", "a", True, True), Answered("save", "a", False, True), Answered("save", "b", True, True)]).splitlines()
    assert [line.split() for line in lines[1:]] == [["save", "2", "1", "2"], ["all", "2", "1", "2"]]
