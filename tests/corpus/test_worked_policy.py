"""Every row of `worked_policy.json`: one Command Re-roll on a single roll, and used best over a whole attack, exactly."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk
from toolkit.attack.policy import Goal, best_reroll
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pools import dice
from toolkit.studies.policy import command_reroll

from .builders import GUNS, MODES, TARGETS, document
from .precision import EXACT, close, in_floats

ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("worked_policy.json").read_text(encoding="utf-8"))["results"]
ALWAYS = DieTest(1, fails_up_to=0)
DAMAGE, DESTROY = Goal("mean damage"), Goal("destroy")


def used_best(
    goal: Goal,
    *,
    attacks: str = "1",
    hit: int = 0,
    wound: int = 0,
    save: int = 7,
    damage: str = "1",
    wounds: int = 1,
    side: Any = "attacker",
) -> Any:
    """One gun against one model; a roll that is not named never fails."""
    first = DieTest(hit) if hit else ALWAYS
    second = DieTest(wound, critical_succeeds=True) if wound else ALWAYS
    against = Against(saving_throw(save) if save < 7 else None, dice(damage, exact=True))
    gun = AttackSpec("gun", dice(attacks, exact=True), 1, first, second, (against,))
    return best_reroll([gun], DefenceSpec((ModelGroup(1, wounds),)), goal, exact=EXACT.get(), side=side).value


ONE_ROLL = {
    "CRR/attacks_D6_max_mean": lambda: used_best(DAMAGE, attacks="D6", wounds=6),
    "CRR/damage_D6+1_max_mean": lambda: used_best(DAMAGE, damage="D6+1", wounds=7),
    "CRR/damage_D6+1_need_>=6": lambda: used_best(DESTROY, damage="D6+1", wounds=6),
    "CRR/charge9": lambda: tk.rerolled(tk.dice("2D6", exact=EXACT.get()), lambda total: total < 9).at_least(9),
    "CRR/save_4+": lambda: 1 - used_best(DESTROY, save=4, side="defender"),
    "CRR/hazardous_10e_single": lambda: 1 - tk.odds(DieTest(2, reroll="failed")).chance,
    "CRR/single_attack_336": lambda: used_best(DESTROY, hit=3, wound=3, save=6),
    "CRR/single_attack_554": lambda: used_best(DESTROY, hit=5, wound=5, save=4),
}


def answer(row: dict[str, Any]) -> Any:
    if row["family"] == "command-reroll":
        return ONE_ROLL[row["id"]]()
    inputs = row["inputs"]
    rules, against, facts = MODES[{"heavy": "m1_heavy"}[inputs["mode"]]]
    keywords, model = TARGETS[inputs["target"]]
    scenario = document({**GUNS["lascannon"], "count": 1}, model, rules, against, facts, keywords)
    best = command_reroll(scenario, "destroy" if inputs["objective"] == "kill" else "mean damage", exact=EXACT.get())
    return best.value if inputs["command_reroll"] else best.without


def test_every_row_is_here() -> None:
    assert len(ROWS) == 20
    assert {row["id"] for row in ROWS if row["family"] == "command-reroll"} == set(ONE_ROLL)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_exactly(row: dict[str, Any]) -> None:
    got = answer(row)
    assert isinstance(got, Fraction)
    assert got == Fraction(row["fraction"])


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_floats(row: dict[str, Any]) -> None:
    with in_floats():
        assert close(answer(row), Fraction(row["fraction"]))


def test_the_policy_reads_well() -> None:
    keywords, model = TARGETS["Rhino"]
    rules, against, facts = MODES["m1_heavy"]
    scenario = document(GUNS["lascannon"], model, rules, against, facts, keywords)
    kill = command_reroll(scenario, "destroy", exact=True)
    assert kill.words[:2] == (
        "Hit: re-roll a failed hit when 1 or more hits were scored.",
        "Wound: re-roll a failed wound when 1 or more wounds were scored.",
    )
    assert "with the last wound: re-roll 2 or less against 3 wounds left" in kill.words[2]
    assert float(kill.best.over_simple) > 0
    mean = command_reroll(scenario, exact=True)
    assert mean.words[0] == "Hit: re-roll a failed hit when no hit was scored."
    assert mean.words[1] == "Wound: re-roll a failed wound."
    assert mean.text.startswith("wounds removed on average: 7165/2916 (2.457) without, 265565/69984 (3.795) with one Command Re-roll")
    assert set(mean.table["decision"]) == {"keep", "re-roll fail", "re-roll roll"}


def test_lethal_hits_may_be_declined_where_the_edition_allows() -> None:
    weapon = {
        "name": "Gun", "attacks": 2, "skill": "3+", "strength": 8, "ap": 0, "damage": 1,
        "abilities": ["lethal hits", "devastating wounds"], "modifiers": {"critical_wound": 2},
    }  # fmt: skip
    armoured = {"models": [{"count": 1, "toughness": 4, "save": "2+", "wounds": 3}]}
    values: dict[str, Any] = {}
    for system in ("wh40k_10e", "wh40k_11e"):
        best = command_reroll({"system": system, "attacker": {"weapons": [weapon]}, "defender": armoured}, exact=True)
        values[system] = best.without
    assert values["wh40k_10e"] == 2 * (Fraction(1, 2) * Fraction(5, 6) + Fraction(1, 6) * Fraction(1, 6))
    assert values["wh40k_11e"] == 2 * Fraction(2, 3) * Fraction(5, 6)
