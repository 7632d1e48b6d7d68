"""Rolls outside the attack sequence: with results of attacks, with units' own rules, with numbers of another edition, on bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import toolkit as tk
from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.spec import DefenceSpec, ModelGroup
from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import ChargeRoll, NerveTest, RollModifier
from toolkit.studies import rolls
from toolkit.systems.wh40k_10e import rolls as tenth

GUARD = {"models": [{"count": 10, "toughness": 3, "save": "5+", "wounds": 1}]}


def shot(count: int, wounds: int, attacks: int = 6, rules: tuple[str, ...] = (), exact: bool = True) -> Any:
    """Every shot hits, wounds on 2+, and nothing saves."""
    gun = {"name": "Gun", "attacks": attacks, "skill": "N/A", "strength": 20, "ap": 0, "damage": 1, "abilities": ["torrent"]}
    target = {"models": [{"count": count, "toughness": 4, "save": "7+", "wounds": wounds}]}
    attacker = {"weapons": [gun], "rules": list(rules)}
    return tk.crunch({"system": "wh40k_10e", "attacker": attacker, "defender": target}, exact=exact)


# --- battle-shock after an attack ------------------------------------------------------------------------------------


def test_battle_shock_after_a_crunch() -> None:
    result = shot(5, 1, attacks=3)  # three of five must fall for the unit to be below half
    shock = rolls.battle_shock_after(result, 7, objective_control=2)
    assert shock.tests == result.slain.at_least(3) == Fraction(125, 216)
    assert shock.shocked == Fraction(125, 216) * Fraction(5, 12)
    assert shock.objective_control[4] == shock.tests * Fraction(7, 12)
    assert shock.objective_control[0] == shock.shocked
    assert shock.objective_control.mean() == sum(p * 2 * (5 - n) for n, p in result.slain.items()) - shock.shocked * 4
    assert shock.destroyed == 0


def test_one_model_counts_its_wounds() -> None:
    shock = rolls.battle_shock_after(shot(1, 6, attacks=4), 6, 5)
    assert shock.tests == Fraction(5, 6) ** 4  # four of six wounds; at three it is at half, not below
    assert rolls.battle_shock_after(shot(1, 6, attacks=3), 6, 5).tests == 0


def test_a_unit_that_was_not_whole() -> None:
    assert rolls.battle_shock_after(shot(4, 1, attacks=0), 7, starting_strength=10).tests == 1
    assert rolls.battle_shock_after(shot(5, 1, attacks=0), 7, starting_strength=10).tests == 0
    assert rolls.battle_shock_after(shot(1, 3, attacks=0), 7, starting_strength=2).tests == 0  # one of two is half


def test_insane_bravery_and_better_leadership() -> None:
    result = shot(2, 1, attacks=2)
    assert rolls.battle_shock_after(shot(3, 1, attacks=2), 7, passes=True).shocked == 0
    three = shot(3, 1, attacks=2)
    plain, ordered = rolls.battle_shock_after(three, 7), rolls.battle_shock_after(three, 7, improve=1)
    assert plain.shocked - ordered.shocked == plain.tests * Fraction(5, 36)
    assert rolls.battle_shock_after(result, 7).tests == 0  # one of two is half; none of two is gone
    assert rolls.battle_shock(5, improve=1, exact=True) == rolls.battle_shock(5, exact=True)  # never better than 5+


def test_another_edition_tests_at_half() -> None:
    numbers = NerveTest("2D6", at_half=True, best=5, worst=8)
    assert rolls.battle_shock_after(shot(2, 1, attacks=1), 7, numbers=numbers).tests == Fraction(5, 6)


def test_floats_too() -> None:
    exact, rough = (rolls.battle_shock_after(shot(5, 2, exact=exact), 7, 2) for exact in (True, False))
    assert isinstance(rough.shocked, float)
    assert rough.shocked == pytest.approx(float(exact.shocked), abs=1e-12)
    assert not rough.objective_control.exact


# --- units as they are written ---------------------------------------------------------------------------------------


def test_own_rules_of_the_unit_count() -> None:
    assert rolls.grenade({**GUARD, "rules": ["Feel No Pain 6+"]}, exact=True).damage.mean() == Fraction(5, 2)
    infantry = {**GUARD, "keywords": ["Infantry"], "rules": ["Courageous Diversion"]}
    assert rolls.grenade(infantry, exact=True).damage.mean() == Fraction(5, 2)  # a Grenade is thrown in the Shooting phase
    assert rolls.on_my_position([infantry], GUARD, exact=True).enemies[0].damage.mean() == Fraction(35, 12)
    assert rolls.grenade(DefenceSpec((ModelGroup(10, 1),)), exact=True).slain.mean() == 3


def test_floats_of_the_engine_and_fractions_agree() -> None:
    spec = DefenceSpec((ModelGroup(3, 2, ignore=5), ModelGroup(1, 4, ignore_mortal=4, leader=True)))
    law = {0: Fraction(1, 4), 3: Fraction(1, 2), 9: Fraction(1, 4)}
    exact, rough = mortal_wounds(Pmf(law), spec, exact=True), mortal_wounds(Pmf(law), spec)
    assert [rough.slain[n] for n in range(5)] == pytest.approx([float(exact.slain[n]) for n in range(5)], abs=1e-12)
    assert sum(p for _, p in exact.damage.items()) == 1


def test_a_charge_of_another_edition() -> None:
    eleventh = ChargeRoll("2D6", within=12, engagement=2, most=12)
    assert rolls.charge_needs(9, just_over=True, numbers=eleventh) == 8
    assert rolls.charge(13, [2], numbers=eleventh, exact=True).chance == 0
    assert rolls.charge(12, [2], numbers=eleventh, exact=True).chance == Fraction(1, 6)


def test_heroic_intervention_reaches_6_inches() -> None:
    assert rolls.charge_at([6], numbers=tenth.HEROIC_INTERVENTION, exact=True).needed == 5
    with pytest.raises(ToolkitError, match="within 6 inches"):
        rolls.charge_at([6.5], numbers=tenth.HEROIC_INTERVENTION)


def test_published_charges() -> None:
    """As players' tables print them: plain, with a full re-roll, with one die rolled again."""
    for reroll, first, percents in (
        (None, 4, (91.7, 83.3, 72.2, 58.3, 41.7, 27.8, 16.7, 8.3, 2.8)),
        ("whole", 4, (99.3, 97.2, 92.3, 82.6, 66.0, 47.8, 30.6, 16.0, 5.5)),
        ("one_die", 4, (98.1, 94.9, 89.4, 80.6, 68.1, 52.3, 35.6, 19.9, 7.4)),
    ):
        got = [100 * float(rolls.charge(needed, reroll=reroll).chance) for needed in range(first, 13)]
        assert got == pytest.approx(percents, abs=0.06)


def test_policies_in_words() -> None:
    assert rolls.charge(9, reroll="whole").policy == "re-roll 2 to 8"
    assert rolls.charge(2, reroll="whole").policy == "never re-roll"
    assert rolls.charge(9).policy == ""
    assert rolls.charge(9, [RollModifier(-2, chance=Fraction(1, 3))], reroll="whole").policy == "re-roll a failed charge"
    assert rolls.advance(6, 8, reroll=True).policy == "re-roll 1"


def test_fire_and_relocate_lets_an_advanced_unit_shoot() -> None:
    gun = {"name": "Gun", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["heavy"]}
    document = {"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": GUARD, "situation": {"advanced": True}}
    assert any("after an Advance" in warning for warning in tk.crunch(document).warnings)
    document["attacker"] = {"weapons": [gun], "rules": ["Fire and Relocate"]}
    assert tk.crunch(document).warnings == ()
    document["attacker"] = {"weapons": [gun], "rules": ["Fire and Relocate"], "keywords": ["Titanic"]}
    assert tk.crunch(document).warnings


# --- bad input --------------------------------------------------------------------------------------------------------

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: rolls.advance(-1), "a Move of -1 inches"),
    (lambda: rolls.advance(6.5), "a Move of 6.5 inches"),  # pyright: ignore[reportArgumentType]
    (lambda: rolls.advance(6, float("nan")), "a distance of nan inches"),
    (lambda: rolls.charge("9"), "a charge of '9' inches"),  # pyright: ignore[reportArgumentType]
    (lambda: rolls.charge(9, reroll="both"), 'choose "whole", "one_die" or None'),  # pyright: ignore[reportArgumentType]
    (lambda: rolls.charge(9, ["-2"]), "a modifier '-2'"),  # pyright: ignore[reportArgumentType]
    (lambda: rolls.charge(9, [RollModifier(-1, chance=Fraction(1, 2))] * 13), "at most 12"),
    (lambda: RollModifier(-2, chance=Fraction(3, 2)), "a chance is from 0 to 1"),
    (lambda: rolls.charge_at([]), "name at least one"),
    (lambda: rolls.charge_at([13]), "13 inches away; its targets must be within 12 inches"),
    (lambda: rolls.charge_needs(12, just_over=True), "just over 12 inches away"),
    (lambda: rolls.charge_needs(-1), "0 or more"),
    (lambda: rolls.battle_shock(1), "a Leadership of 1"),
    (lambda: rolls.battle_shock_after(shot(2, 1), [7, 8]), "2 values of Leadership for 1 profiles"),
    (lambda: rolls.battle_shock_after(shot(2, 1), 7, -1), "Objective Control of -1"),
    (lambda: rolls.battle_shock_after(shot(5, 1), 7, starting_strength=4), "a Starting Strength of 4, but 5 models are there"),
    (lambda: rolls.desperate_escape(5, 6), "6 of 5 models"),
    (lambda: rolls.desperate_escape(-1), "a unit of -1 models"),
    (lambda: rolls.desperate_escape(5, shocked=True, reroll=True), "leave out the Command Re-roll"),
    (lambda: rolls.hazardous([]), "name at least one model"),
    (lambda: rolls.hazardous(rolls.Bearers(1, 1), -1), "-1 Hazardous tests"),
    (lambda: rolls.Bearers(0, 1), "0 bearers"),
    (lambda: rolls.Bearers(1, 3, hurt=3), "lost 3 of 3 wounds"),
    (lambda: rolls.Bearers(1, 3, feel_no_pain=1), "a Feel No Pain of 1"),
    (lambda: rolls.grenade({"models": []}), "defender.models: empty"),
    (lambda: rolls.grenade({"modles": []}), "modles"),
    (lambda: rolls.grenade("No such unit"), "No such unit"),
    (lambda: rolls.on_my_position([], GUARD), "at least one enemy unit"),
    (lambda: rolls.on_my_position(GUARD, GUARD), "put it in brackets"),  # pyright: ignore[reportArgumentType]
    (lambda: rolls.deadly_demise("D", [GUARD]), "'D'"),
    (lambda: rolls.deadly_demise("D3", []), "name at least one"),
    (lambda: rolls.creeping_barrage(3, "Skirmish"), "choose from Incursion, Strike Force, Onslaught"),
    (lambda: rolls.creeping_barrage(-1, "Incursion"), "-1 enemy units"),
    (lambda: rolls.trench_fighters(-1, regiment=True), "-1 slain models"),
    (lambda: mortal_wounds(Pmf({-1: 1}), DefenceSpec((ModelGroup(1, 1),))), "-1 to -1 mortal wounds"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=[words for _, words in BAD])
def test_bad_input(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ToolkitError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_difference_of_decimals_is_no_inch_more():
    assert rolls.charge_needs(2.2 - 1.2) == 0
    assert [rolls.charge_needs(a / 10 - b / 10) for a, b in ((44, 24), (83, 13))] == [1, 6]
