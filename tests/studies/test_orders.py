"""Orders in a matchup: the newest counts, and two that units share through Coordinated Action."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import toolkit as tk


def crunched(*rules: str) -> Any:
    gun = {
        "name": "Lasgun", "count": 1, "range": 24, "attacks": 1, "skill": "4+", "strength": 3, "ap": 0, "damage": 1,
        "abilities": ["rapid fire 1"],
    }  # fmt: skip
    attacker = {"weapons": [gun], "rules": list(rules), "keywords": ["Infantry", "Regiment"]}
    target = {"models": [{"count": 5, "toughness": 3, "save": "7+", "wounds": 1}]}
    return tk.crunch({"system": "wh40k_10e", "attacker": attacker, "defender": target}, exact=True)


def status(result: Any, name: str) -> tuple[str, str]:
    return next((rule.status, rule.reason) for rule in result.rules if rule.name == name)


AIM, RANK, COVER = "Take Aim!", "First Rank, Fire! Second Rank, Fire!", "Duty and Honour!"


def test_alone_the_newest_order_counts() -> None:
    assert crunched(RANK, AIM).stage("hits").mean() == Fraction(2, 3)
    assert crunched(AIM, RANK).stage("hits").mean() == 1


def test_coordinated_action_brings_a_second_one() -> None:
    result = crunched(RANK, AIM, "Coordinated Action")
    assert result.stage("hits").mean() == Fraction(4, 3)
    assert status(result, AIM)[0] == status(result, RANK)[0] == "in force"
    assert result.not_calculated == ()


def test_but_no_third() -> None:
    result = crunched(RANK, AIM, COVER, "Coordinated Action")
    assert result.stage("hits").mean() == Fraction(2, 3)
    assert status(result, RANK) == ("not in force", "replaced by Duty and Honour!: only 2 of the Orders at a time")


def test_the_same_order_twice_is_one() -> None:
    assert crunched(AIM, RANK, AIM, "Coordinated Action").stage("hits").mean() == Fraction(4, 3)
