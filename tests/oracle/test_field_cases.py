"""Cases that players reported elsewhere, with the right numbers. Each goes through the public interface and the referee."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - the tests are mostly fractions

import pytest

import toolkit as tk

from .comparing import agree, chance, exact, table
from .matchups import gun, matchup, models


@pytest.mark.parametrize(("skill", "wounds"), [("3+", 10), ("6+", 7)])
def test_01_lethal_hits_does_not_wound_for_the_extra_hits(skill: str, wounds: int) -> None:
    document = matchup(gun(36, skill, 4, 0, 1, "sustained hits 1", "lethal hits"), models(100, 8))
    agree(document)
    assert exact(document).stage("wounds").mean() == wounds


@pytest.mark.parametrize(("save", "ap"), [("7+", 0), ("6+", -1), ("3+", -5)])
def test_02_a_save_of_seven_or_worse_always_fails(save: str, ap: int) -> None:
    document = matchup(gun(2, ap=ap), models(3, save=save))
    agree(document)
    assert chance(exact(document), "Save") == 1


@pytest.mark.parametrize("save", [0, "0+", "1+", 8])
def test_02_an_impossible_save_is_an_error_not_a_good_save(save: int | str) -> None:
    from toolkit.errors import ScenarioError

    with pytest.raises(ScenarioError, match="save"):
        tk.crunch(matchup(gun(), models(save=save)))  # type: ignore[arg-type]


def test_03_damage_rolled_and_models_slain_are_different_numbers() -> None:
    document = matchup(gun(6, "3+", 5, 0, "D6"), models(10, wounds=2))
    agree(document)
    result = exact(document)
    assert result.damage_rolled == F(28, 3)
    assert float(result.mean_slain) == pytest.approx(2.2656, abs=5e-5)
    assert result.mean_damage < result.damage_rolled


def test_04_mortal_wounds_are_in_the_headline_number() -> None:
    document = matchup(gun(6, "3+", 4, 0, 1, "devastating wounds"), models(10, save="2+", wounds=3))
    agree(document)
    result = exact(document)
    # 4 hits; one in six is critical, two in six wound with a save of 2+
    assert result.mean_damage == 4 * (F(1, 6) + F(1, 3) * F(1, 6))
    assert result.mean_damage == result.damage.mean() == result.stage("damage").mean()


def test_05_three_wounds_of_ten_against_eleven_wounds_remove_exactly_21() -> None:
    document = matchup(gun(3, damage=10), models(2, wounds=11))
    agree(document)
    damage = table(exact(document).damage)
    assert set(damage) == {0, 10, 11, 21}
    assert damage[21] == F(5, 6) ** 3


def test_06_plus_one_on_4_equals_3_under_a_full_reroll() -> None:
    modified = matchup(gun(2, "4+", modifiers={"hit": 1, "reroll_hits": "failed"}), models(5))
    printed = matchup(gun(2, "3+", modifiers={"reroll_hits": "failed"}), models(5))
    agree(modified)
    assert chance(exact(modified), "Hit") == chance(exact(printed), "Hit") == F(8, 9)
    assert table(exact(modified).damage) == table(exact(printed).damage)


def test_07_two_triggers_on_one_roll_both_fire() -> None:
    document = matchup(gun(1, "6+", 2, 0, 1, "sustained hits 2", "lethal hits", "devastating wounds"), models(5, toughness=4, save="2+"))
    agree(document)
    result = exact(document)
    assert table(result.stage("hits")) == {0: F(5, 6), 3: F(1, 6)}
    # the critical itself wounds; the two extra hits wound on 6+, devastating
    assert table(result.stage("wounds")) == {0: F(5, 6), 1: F(1, 6) * F(25, 36), 2: F(1, 6) * F(10, 36), 3: F(1, 6) * F(1, 36)}


@pytest.mark.parametrize("weapon", [gun(attacks=0), gun(damage=0), gun(count=0)], ids=["attacks", "damage", "count"])
def test_07_nothing_deals_nothing(weapon: dict[str, object]) -> None:
    document = matchup(weapon, models(3))
    agree(document)
    result = exact(document)
    assert table(result.damage) == table(result.slain) == {0: 1}


def test_08_ignoring_wounds_is_rolled_for_each_point_inside_each_attack() -> None:
    document = matchup(gun(1, damage=3), models(1, wounds=1, feel_no_pain="5+"))
    agree(document)
    assert exact(document).p_destroyed == F(5, 6) * F(26, 27)
    document = matchup(gun(2, damage=2), models(2, wounds=2, feel_no_pain="4+"))
    agree(document)
    lost = exact(document).damage
    # both wound and all four points come through; or three of four; in the second attack a point is lost on a dead model
    assert lost[4] == F(5, 6) ** 2 * F(1, 16)


def test_08_the_better_roll_against_mortal_wounds_is_instead_of_the_general_one() -> None:
    weapon = gun(1, "N/A", 4, 0, 1, "devastating wounds")
    document = matchup(weapon, models(1, wounds=9, feel_no_pain="6+", feel_no_pain_mortal="4+"))
    agree(document)
    assert exact(document).mean_damage == F(1, 3) * F(5, 6) + F(1, 6) * F(1, 2)
    worse = matchup(weapon, models(1, wounds=9, feel_no_pain="4+", feel_no_pain_mortal="6+"))
    agree(worse)
    assert exact(worse).mean_damage == F(1, 2) * F(1, 2)


def test_09_plus_one_damage_on_a_d6_is_no_d7() -> None:
    document = matchup(gun(1, damage="D6", modifiers={"damage": 1}), models(1, wounds=20))
    agree(document)
    damage = table(exact(document).damage)
    assert damage == {0: F(1, 6), **{k: F(5, 36) for k in range(2, 8)}}
    assert exact(document).mean_damage == F(9, 2) * F(5, 6)


def test_10_a_failing_5_is_not_critical_on_5_plus() -> None:
    modifiers = {"hit": -1, "critical_hit": 5}
    document = matchup(gun(36, "5+", 4, 0, 1, "sustained hits 1", modifiers=modifiers), models(100))
    agree(document)
    assert exact(document).stage("hits").mean() == 12


@pytest.mark.parametrize("ours", [[], ["Take Aim!"]])
def test_10_in_overwatch_only_a_6_is_critical(ours: list[str]) -> None:
    weapon = gun(36, "3+", 4, 0, 1, "sustained hits 1", modifiers={"hit": 1, "critical_hit": 5})
    document = matchup(weapon, models(100), overwatch=True, ours=ours)
    agree(document)
    assert exact(document).stage("hits").mean() == 12


@pytest.mark.parametrize(
    ("toughness", "fishing", "plain"),
    [(12, F(3, 8), F(1, 3)), (7, F(4, 9), F(4, 9)), (4, F(37, 72), F(5, 9))],
)
def test_11_fishing_for_criticals(toughness: int, fishing: F, plain: F) -> None:
    for reroll, wounds in (("non_critical", fishing), ("failed", plain)):
        document = matchup(gun(1, "3+", 4, 0, 1, "lethal hits", modifiers={"reroll_hits": reroll}), models(9, toughness))
        agree(document)
        assert exact(document).stage("wounds").mean() == wounds


def test_12_shots_to_kill_is_not_wounds_by_mean_damage() -> None:
    def lascannon(shots: int) -> dict[str, object]:
        return matchup(gun(shots, "3+", 9, -3, "D6"), models(1, 7, "3+", 8), keywords=["Vehicle"])

    agree(lascannon(1))
    agree(lascannon(5))
    assert exact(lascannon(1)).damage_rolled == F(35, 27)
    expected = sum(1 - tk.crunch(lascannon(shots)).p_destroyed for shots in range(120))
    assert expected == pytest.approx(7.493, abs=5e-4)


@pytest.mark.parametrize("nothing", [gun(1, damage=0), gun("D3", "4+", damage=0), gun(attacks=0), gun(count=0)])
def test_07_a_weapon_that_deals_nothing_leaves_the_others_alone(nothing: dict[str, object]) -> None:
    for weapons in ([nothing, gun(2)], [gun(2), nothing]):
        document = matchup(weapons, models(2))
        agree(document)
        assert sum(table(exact(document).damage).values()) == 1
        assert table(exact(document).damage) == table(exact(matchup(gun(2), models(2))).damage)
