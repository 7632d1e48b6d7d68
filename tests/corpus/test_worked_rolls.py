"""Every row of `worked_rolls_10e.json`: rolls outside the attack sequence, exactly and in floats, each through its public function."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk
from toolkit.rules.rolls import ChargeRoll
from toolkit.rules.rule import TestAfterAttacks as AfterAttacks
from toolkit.studies import rolls
from toolkit.systems.wh40k_10e.rolls import SHAKEN, TANGLEFOOT

from .builders import overwatch

Row = dict[str, Any]
ROWS: list[Row] = json.loads(Path(__file__).with_name("worked_rolls_10e.json").read_text(encoding="utf-8"))["results"]
ROWS_BY_FAMILY = {
    "charge": 18,
    "hazardous": 7,
    "desperate-escape": 6,
    "grenade": 5,
    "on-my-position": 5,
    "trench-fighters": 5,
    "creeping-barrage": 5,
    "advance": 4,
    "battle-shock": 4,
    "overwatch": 4,
    "feel-no-pain": 1,
}

# what a few rows ask of the edition after: a charge target must lie within the roll, and hazard rolls fail on 1 and 2
ELEVENTH_CHARGE = ChargeRoll("2D6", within=12, engagement=0, most=12)
ELEVENTH_HAZARD = AfterAttacks(fails_on=2, mortal_wounds=1)


def models(count: int, wounds: int, **more: Any) -> dict[str, Any]:
    return {"models": [{"count": count, "toughness": 4, "save": "3+", "wounds": wounds, **more}]}


def charge(row: Row, exact: bool) -> Any:
    inputs, name = row["inputs"], row["id"].rpartition("/")[2]
    reroll = "whole" if inputs.get("reroll") else None
    if "ingress" in name:
        worse = [inputs["mod"]] if "mod" in inputs else []
        return rolls.charge_at([rolls.ChargeTarget(8, just_over=True)], worse, numbers=ELEVENTH_CHARGE, exact=exact).chance
    if "deepstrike" in name:
        hindered = (TANGLEFOOT,) if "tanglefoot" in name else ()
        return rolls.charge_at([rolls.ChargeTarget(9, True, hindered)], reroll=reroll, exact=exact).chance
    return rolls.charge(inputs["need"], reroll=reroll, exact=exact).chance


def advance(row: Row, exact: bool) -> Any:
    inputs = row["inputs"]
    if row["id"].startswith("MOVE"):
        return rolls.rapid_dispersal(exact=exact).distance.mean()
    if "need" in inputs:
        return rolls.advance(0, inputs["need"], reroll=inputs["reroll"], exact=exact).chance
    reach = rolls.advance(0, reroll=True, exact=exact)
    assert (inputs["policy"], reach.policy) == ("re-roll 1-3", "re-roll 1 to 3")
    return reach.distance.mean()


def battle_shock(row: Row, exact: bool) -> Any:
    ld = row["inputs"]["Ld"]
    if row["id"].endswith("gain"):
        return rolls.battle_shock(7, improve=1, exact=exact) - rolls.battle_shock(7, exact=exact)
    return rolls.battle_shock(ld, exact=exact)


def desperate_escape(row: Row, exact: bool) -> Any:
    count = int(row["id"].split("/")[1])
    lost = rolls.desperate_escape(count, shocked=True, exact=exact)
    return read(row, {"E_lost": lost.mean, "P_none_lost": lambda: lost[0], "P>=half": lambda: lost.at_least(-(-count // 2))})


def hazardous(row: Row, exact: bool) -> Any:
    inputs = row["inputs"]
    numbers = {"numbers": ELEVENTH_HAZARD} if "11e" in row["id"] else {}
    losses = rolls.hazardous(rolls.Bearers(inputs["weapons"], inputs.get("W", 1)), exact=exact, **numbers)
    return read(
        row,
        {
            "P_any_fail": lambda: losses.failed.at_least(1),
            "E_models_lost": losses.slain.mean,
            "E_MW": losses.damage.mean,  # models of one wound, one mortal wound for each failed test
        },
    )


def grenade(row: Row, exact: bool) -> Any:
    horde, marines, terminator = models(10, 10), models(5, 2), models(5, 3)
    reads: dict[str, Callable[[], Any]] = {
        "mean": rolls.grenade(horde, exact=exact).damage.mean,
        "P>=4": lambda: rolls.grenade(horde, exact=exact).damage.at_least(4),
        "P_exactly3": lambda: rolls.grenade(horde, exact=exact).damage[3],
        "E_marines_killed_W2x5": lambda: rolls.grenade(marines, exact=exact).slain.mean(),
        "P_kill_>=1_terminator_W3": lambda: rolls.grenade(terminator, exact=exact).slain.at_least(1),
        "grenade_FNP6_mean_wounds": lambda: rolls.grenade(models(10, 10, feel_no_pain="6+"), exact=exact).damage.mean(),
    }
    return reads[row["id"].partition("/")[2]]()


def on_my_position(row: Row, exact: bool) -> Any:
    guard = models(5, 1)
    one = rolls.on_my_position([models(1, 3)], guard, exact=exact)
    two = rolls.on_my_position([guard, guard], guard, exact=exact)
    reads = {
        "one_enemy_mean": one.inflicted.mean(),
        "two_enemies_P_total>=8": two.inflicted.at_least(8),
        "self_3D3_P>=7": one.suffered.at_least(7),
        "self_destroyed_n=5_W1": one.own.p_destroyed,
        "P_kill_W3_enemy_character_alone": one.enemies[0].p_destroyed,
    }
    return reads[row["id"].partition("/")[2]]


def trench_fighters(row: Row, exact: bool) -> Any:
    _, casualties, who, what = row["id"].split("/")
    law = rolls.trench_fighters(int(casualties), regiment=who == "regiment", exact=exact)
    return law.mean() if what == "mean" else law[int(casualties)]


def creeping_barrage(row: Row, exact: bool) -> Any:
    if "charge9" in row["id"]:
        (chance,) = rolls.creeping_barrage(1, "Incursion", exact=True).chance
        shaken = type(SHAKEN)(SHAKEN.amount, chance=Fraction(chance))
        return rolls.charge_at([rolls.ChargeTarget(9, just_over=True)], [shaken], exact=exact).chance
    units = int(row["id"].split("/")[1].partition("units")[0])
    size = {3: "Incursion", 5: "Strike Force", 8: "Onslaught"}[units]
    shaken = rolls.creeping_barrage(units, size, exact=exact).shaken
    return read(row, {"E_shaken": shaken.mean, "P_cap_reached": lambda: shaken.at_least(shaken.high)})


def in_overwatch(row: Row, exact: bool) -> Any:
    asked = overwatch(row)
    return asked.read([tk.crunch(document, exact=exact) for document in asked.documents])


def read(row: Row, reads: dict[str, Callable[[], Any]]) -> Any:
    return reads[row["id"].rpartition("/")[2]]()


FAMILIES: dict[str, Callable[[Row, bool], Any]] = {
    "charge": charge,
    "hazardous": hazardous,
    "desperate-escape": desperate_escape,
    "grenade": grenade,
    "on-my-position": on_my_position,
    "trench-fighters": trench_fighters,
    "creeping-barrage": creeping_barrage,
    "advance": advance,
    "battle-shock": battle_shock,
    "overwatch": in_overwatch,
    "feel-no-pain": grenade,
}


def test_no_row_is_skipped() -> None:
    assert Counter(row["family"] for row in ROWS) == ROWS_BY_FAMILY
    assert set(FAMILIES) == set(ROWS_BY_FAMILY)
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 64


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_roll(row: Row) -> None:
    want = Fraction(row["fraction"])
    got = FAMILIES[row["family"]](row, True)
    assert got == want
    assert isinstance(got, Fraction | int)
    assert abs(FAMILIES[row["family"]](row, False) - want) <= 1e-12
