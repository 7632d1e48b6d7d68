"""From a document to a result: what players see besides the distributions, which tests/corpus and tests/oracle check."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import toolkit as tk
from toolkit.errors import ScenarioError


def document(**changes: Any) -> dict[str, Any]:
    gun = {
        "name": "Malleus rocket launcher", "count": 2, "range": 48, "attacks": "D6+6", "skill": "5+", "strength": 6, "ap": -1, "damage": 1,
        "abilities": ["blast", "heavy"],
    }  # fmt: skip
    plain: dict[str, Any] = {
        "system": "wh40k_10e",
        "attacker": {"name": "Field Ordnance Battery", "keywords": ["Infantry", "Artillery", "Regiment"], "rules": [], "weapons": [gun]},
        "defender": {"name": "Intercessors", "keywords": ["Infantry"], "models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]},
        "situation": {},
    }
    for path, value in changes.items():
        *tables, key = path.split("__")
        table = plain
        for name in tables:
            table = table[int(name)] if isinstance(table, list) else table[name]
        table[key] = value
    return plain


def status(result: tk.Result, name: str) -> tuple[str, str]:
    return next((rule.status, rule.reason) for rule in result.rules if rule.name == name)


def test_the_ledger_says_what_each_rule_did() -> None:
    moved = tk.crunch(document(attacker__rules=["Take Aim!", "Rearm, Reload, Fire"]))
    assert status(moved, "Heavy") == ("not in force", "the unit moved")
    assert status(moved, "Take Aim!")[0] == "in force"
    assert status(moved, "Rearm, Reload, Fire") == ("not in force", "the unit moved")
    still = tk.crunch(document(attacker__rules=["Take Aim!", "Rearm, Reload, Fire"], situation__remained_stationary=True))
    assert status(still, "Sustained Hits 1")[0] == "in force"
    assert still.ledger.columns == ["weapon", "step", "rule", "effect", "status", "reason"]
    assert still.ledger.filter(pl.col("rule") == "Heavy")["effect"].to_list() == ["+1 to hit rolls"]
    assert next(step for step in still.steps if step.name == "Hit").needs == "3+"


def test_orders_replace_each_other_and_count_for_rearm() -> None:
    result = tk.crunch(
        document(attacker__rules=["Take Aim!", "Move! Move! Move!", "Rearm, Reload, Fire"], situation__remained_stationary=True)
    )
    assert status(result, "Take Aim!") == ("not in force", "replaced by Move! Move! Move!: only one of the Orders at a time")
    assert status(result, "Rearm, Reload, Fire")[0] == "in force"
    without = tk.crunch(document(attacker__rules=["Rearm, Reload, Fire"], situation__remained_stationary=True))
    assert status(without, "Rearm, Reload, Fire") == ("not in force", "the unit is under no Order")


def test_rules_of_the_other_side_are_named_not_dropped() -> None:
    result = tk.crunch(document(attacker__rules=["Stealth", "Take Cover!"], defender__rules=["Take Aim!", "Lethal Hits"]))
    for name in ("Stealth", "Take Cover!", "Take Aim!", "Lethal Hits"):
        assert status(result, name)[0] == "not in force"
    assert "against the unit only" in status(result, "Stealth")[1]
    assert "own attacks only" in status(result, "Take Aim!")[1]


def test_what_has_no_record_is_reported() -> None:
    result = tk.crunch(document(attacker__rules=["Oath of Something"], attacker__weapons__0__abilities=["blast", "bubblechukka", "-"]))
    assert result.not_calculated == ("bubblechukka", "Oath of Something")
    assert [(rule.name, rule.status) for rule in result.rules if rule.status == "not calculated"] == [
        ("bubblechukka", "not calculated"),
        ("Oath of Something", "not calculated"),
    ]


def test_what_can_change_nothing_says_so() -> None:
    torrent = tk.crunch(document(attacker__weapons__0__abilities=["torrent", "heavy", "lethal hits"], situation__remained_stationary=True))
    assert status(torrent, "Heavy") == ("not in force", "every attack hits without a roll")
    assert status(torrent, "Lethal Hits") == ("not in force", "every attack hits without a roll")
    overwatch = tk.crunch(document(attacker__rules=["Take Aim!"], situation__overwatch=True))
    assert status(overwatch, "Take Aim!") == ("not in force", "only an unmodified 6 hits")


PISTOL = {"name": "Pistol", "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1, "range": 12, "abilities": ["pistol"]}
GUN = {"name": "Gun", "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1, "range": 24}


@pytest.mark.parametrize(
    ("weapons", "situation", "fragment"),
    [
        ([PISTOL, GUN], {}, "Pistols or its other guns"),
        ([{**GUN, "abilities": ["blast"]}], {"target_engaged": True}, "Blast cannot be fired"),
        ([{**GUN, "abilities": ["torrent", "indirect fire"]}], {"target_visible": False}, "Torrent weapon cannot be fired with Indirect"),
        ([GUN], {"target_visible": False}, "no Indirect Fire"),
        ([GUN], {"engaged": True}, "only shoot with Pistols"),
        ([GUN], {"advanced": True}, "only Assault weapons"),
        ([GUN], {"advanced": True, "remained_stationary": True}, "Advanced and Remained Stationary"),
        ([GUN], {"phase": "fight"}, "does not attack in the fight phase"),
        ([{**GUN, "type": "melee", "range": "Melee"}], {"phase": "shooting"}, "does not attack in the shooting phase"),
        ([{k: v for k, v in GUN.items() if k != "range"} | {"abilities": ["melta 2"]}], {"within_half_range": True}, "has no range"),
        ([{k: v for k, v in GUN.items() if k != "range"} | {"abilities": ["rapid fire 1"]}], {"within_half_range": True}, "Rapid Fire 1"),
        ([GUN], {"overwatch": True, "target_visible": False}, "needs a visible target"),
    ],
)
def test_what_a_calculator_can_see_of_legality(weapons: list[dict[str, Any]], situation: dict[str, Any], fragment: str) -> None:
    result = tk.crunch(document(attacker__weapons=weapons, situation=situation))
    assert any(fragment in warning for warning in result.warnings), result.warnings


def test_an_engaged_vehicle_shoots_worse() -> None:
    tank = document(attacker__keywords=["Vehicle"], attacker__weapons=[GUN], situation__engaged=True)
    assert next(step for step in tk.crunch(tank).steps if step.name == "Hit").needs == "5+"
    assert tk.crunch(tank).warnings == ()


def test_a_penalty_on_no_attacks_leaves_none() -> None:
    weapon = {**GUN, "attacks": 0, "modifiers": {"attacks": -1}}
    assert tk.crunch(document(attacker__weapons=[weapon])).stage("attacks")[0] == 1


def test_legal_matchups_have_no_warnings() -> None:
    assert tk.crunch(document()).warnings == ()
    assert tk.crunch(document(attacker__weapons=[PISTOL], situation__engaged=True)).warnings == ()
    melee = {**GUN, "type": "melee", "range": "Melee"}
    assert tk.crunch(document(attacker__weapons=[melee])).warnings == ()  # nothing but melee weapons: the fight phase
    tank = tk.crunch(document(attacker__keywords=["Vehicle"], attacker__weapons=[PISTOL, GUN]))
    assert tank.warnings == ()


def test_hazardous_tests_are_counted_for_the_attacker() -> None:
    result = tk.crunch(document(attacker__weapons=[{**GUN, "count": 5, "abilities": ["hazardous"]}]), exact=True)
    assert result.hazard is not None
    assert result.hazard.at_least(3) == Fraction(4651, 7776)
    assert result.hazard.mean() == Fraction(5, 2)


def test_nothing_fires() -> None:
    result = tk.crunch(document(attacker__weapons__0__count=0))
    assert (result.mean_damage, result.p_destroyed, result.slain[0]) == (0, 0, 1)
    assert result.question == "What do no weapons do to 5 Intercessors?"


def test_readings_are_switches() -> None:
    weapon = {**GUN, "count": 36, "skill": "5+", "abilities": ["sustained hits 1"], "modifiers": {"hit": -1, "critical_hit": 5}}
    assert tk.crunch(document(attacker__weapons=[weapon])).stage("hits").mean() == pytest.approx(12)  # field case 10
    other = document(attacker__weapons=[weapon], readings={"failed_rolls_can_be_critical": True})
    assert tk.crunch(other).stage("hits").mean() == pytest.approx(24)
    with pytest.raises(ScenarioError, match="failed_rolls_can_be_critical"):
        tk.crunch(document(readings={"failed_rolls_can_be_critcal": True}))


def test_devastating_wounds_spilled_over_in_the_first_summer_of_the_edition() -> None:
    """One critical wound of 4 damage on models of 2 wounds: one model now, two then; a bonus to Damage counts too."""
    weapon = {"name": "Gun", "attacks": 1, "skill": "N/A", "strength": 8, "ap": 0, "damage": 3, "abilities": ["devastating wounds"]}
    changed = document(attacker__weapons=[{**weapon, "modifiers": {"critical_wound": 2, "damage": 1}}])
    now, then = (tk.crunch({**changed, "readings": {"devastating_wounds": how}}, exact=True) for how in ("lost", "spill"))
    assert (now.slain.mean(), now.damage.mean()) == (Fraction(5, 6), Fraction(5, 3))
    assert (then.slain.mean(), then.damage.mean()) == (Fraction(5, 3), Fraction(10, 3))
    assert [entry.effect.rpartition(", and ")[2] for entry in then.entries if entry.status == "in force"] == ["spills over"]


def test_stages_add_up(tmp_path: Path) -> None:
    path = tmp_path / "matchup.json"
    path.write_text(json.dumps(document()), encoding="utf-8")
    result = tk.crunch(path)
    means = [float(result.stage(name).mean()) for name in ("attacks", "hits", "wounds", "unsaved", "damage", "slain")]
    assert means == sorted(means, reverse=True)
    table = result.stages
    assert set(table["stage"]) == {"attacks", "hits", "wounds", "unsaved", "damage", "slain"}
    for (_, _), part in table.group_by("weapon", "stage"):
        assert part["probability"].sum() == pytest.approx(1)
    with pytest.raises(KeyError):
        result.stage("kills")  # type: ignore[arg-type]


def test_compare() -> None:
    frame = tk.compare([document(), document(situation__remained_stationary=True)], at_least=3)
    assert frame["gain_slain"][0] == 0
    assert frame["gain_slain"][1] > 0
    assert "at_least_3" in frame.columns
    with pytest.raises(ScenarioError, match=r"scenario 2: defender\.models"):
        tk.compare([document(), document(defender__models=[])])
    with pytest.raises(ScenarioError, match="nothing to compare"):
        tk.compare([])


def test_too_large_is_refused_with_numbers() -> None:
    weapons = [{**GUN, "name": f"Gun {i}", "count": 60, "damage": i + 1, "abilities": ["devastating wounds"]} for i in range(5)]
    with pytest.raises(ScenarioError, match="numbers at once"):
        tk.crunch(document(attacker__weapons=weapons))


def test_rules_of_another_system() -> None:
    with pytest.raises(ScenarioError, match=r"did you mean 'wh40k_10e\.weapon\.heavy'"):
        tk.crunch(document(rules=["wh40k_10e.weapon.heavvy"]))
    with pytest.raises(ScenarioError, match="t9a_3e"):
        tk.crunch(document(rules=["t9a_3e.light-troops"]))
    with pytest.raises(ScenarioError, match="'wh40k_10e'"):
        tk.crunch({**document(), "system": "wh40k_9e"})


def test_shows_itself() -> None:
    result = tk.crunch(document())
    assert "2 × Malleus rocket launcher" in repr(result)
    assert "<table" in result._repr_html_()
