"""Explanations in words: every rule that counts is named, and what was left out too."""

from __future__ import annotations

import pytest

import toolkit as tk
from toolkit.errors import ScenarioError


def test_explain_names_rules_and_numbers() -> None:
    document = {
        "system": "wh40k_10e",
        "attacker": {
            "name": "Field Ordnance Battery",
            "rules": ["Take Aim!", "Rearm, Reload, Fire", "Something Else"],
            "weapons": [{"name": "Malleus rocket launcher", "count": 2}, {"name": "Lasgun", "count": 2}],
        },
        "defender": {"name": "Intercessor Squad"},
        "situation": {"remained_stationary": True},
    }
    told = str(tk.crunch(document, exact=True).explain(fractions=True))
    for fragment in (
        "66.7% (2/3)",
        "Take Aim! improves BS by 1",
        "Heavy +1",
        "2 × Lasgun",
        "Not calculated: Something Else",
        "Not in force: Rapid Fire 1",
    ):
        assert fragment in told


def test_rule_cards() -> None:
    assert "+1 to hit rolls" in str(tk.rule("heavy"))
    assert "Sustained Hits X" in str(tk.rule("sustained hits", "wh40k_10e"))
    assert "Anti-keyword X+" in str(tk.rule("Anti", "wh40k_10e"))
    assert "Melta 2" in str(tk.rule("melta 2", "wh40k_10e"))
    assert "<pre" in tk.rule("Heavy")._repr_html_()
    with pytest.raises(ScenarioError, match="no rule of"):
        tk.rule("Backstab")


def test_cards_show_rules_as_they_are_usually_read() -> None:
    card = str(tk.rule("Devastating Wounds", "wh40k_10e"))
    assert "dealt last, and does not spill over\n" in card and "spills over" not in card
    assert "Read as: devastating_wounds = lost" in card
    assert "Changes: re-roll failed wound rolls\n" in str(tk.rule("Twin-linked", "wh40k_11e"))
    assert "When:    the target is beyond the distance of Conversion\n" in str(tk.rule("Conversion", "wh40k_11e"))
    snap = str(tk.rule("Fire Overwatch", "wh40k_11e"))
    assert "snap_hits_critical = false, rules_date = 2026-10" in snap and "is read as" not in snap
    assert "Read as" not in str(tk.rule("Heavy", "wh40k_10e"))
