"""Errors that real calculators made: one named test each, with the number worked out by hand and by the referee."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - the tests are mostly fractions

import pytest

from .comparing import agree, chance, exact, table
from .matchups import gun, matchup, models


def test_hits_and_extra_hits_come_from_the_same_die() -> None:
    document = matchup(gun(1, "4+", 4, 0, 1, "sustained hits 1"), models(5))
    agree(document)
    assert table(exact(document).stage("hits")) == {0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}


def test_extra_hits_are_not_wounded_by_lethal_hits() -> None:
    document = matchup(gun(1, "6+", 4, 0, 1, "sustained hits 1", "lethal hits"), models(5, 8))
    agree(document)
    assert table(exact(document).stage("wounds")) == {0: F(5, 6), 1: F(5, 36), 2: F(1, 36)}


def test_each_critical_hit_rolls_its_own_d3() -> None:
    document = matchup(gun(2, "6+", 4, 0, 1, "sustained hits D3"), models(9))
    agree(document)
    hits = table(exact(document).stage("hits"))
    # two criticals: 2 hits and two D3, so 4 to 8 with 1, 2, 3, 2, 1 ninths
    assert [hits[n] - (F(10, 36 * 3) if n == 4 else 0) for n in range(4, 9)] == [F(w, 9 * 36) for w in (1, 2, 3, 2, 1)]


def test_wounds_are_ignored_before_the_excess_is_lost() -> None:
    document = matchup(gun(1, damage=6), models(1, wounds=1, feel_no_pain="4+"))
    agree(document)
    assert exact(document).p_destroyed == F(5, 6) * F(63, 64)


def test_a_model_wounded_by_one_weapon_stays_wounded_for_the_next() -> None:
    document = matchup([gun(1, damage=1), gun(1, damage=2)], models(2, wounds=2))
    agree(document)
    assert table(exact(document).damage) == {0: F(1, 36), 1: F(5, 36), 2: F(30, 36)}
    assert exact(document).mean_slain == F(30, 36)


def test_models_slain_are_not_damage_divided_by_wounds() -> None:
    document = matchup(gun(2, damage=2), models(4, wounds=3))
    agree(document)
    assert exact(document).mean_slain == F(25, 36)
    assert exact(document).mean_damage == F(10, 36) * 2 + F(25, 36) * 3


@pytest.mark.parametrize(("damage", "mean"), [("D3", F(4, 3)), ("D6", F(8, 3))])
def test_every_damage_roll_is_reduced_not_the_mean(damage: str, mean: F) -> None:
    document = matchup(gun(1, damage=damage), models(1, wounds=20, damage_reduction=1))
    agree(document)
    assert exact(document).mean_damage == F(5, 6) * mean


def test_the_bonus_to_saves_is_capped() -> None:
    document = matchup(gun(1, modifiers={"save": 1}), models(3, save="5+"), target_in_cover=True)
    agree(document)
    assert chance(exact(document), "Save") == F(1, 2)


def test_armour_worse_than_6_does_not_save_on_a_6() -> None:
    document = matchup(gun(1, ap=-2), models(3, save="5+"))
    agree(document)
    assert chance(exact(document), "Save") == 1


def test_an_unmodified_1_fails_the_best_save() -> None:
    document = matchup(gun(1, ap=-1), models(3, save="2+"), target_in_cover=True)
    agree(document)
    assert chance(exact(document), "Save") == F(1, 6)


def test_the_invulnerable_save_counts_under_rerolls_too() -> None:
    rerolls = {"reroll_hits": "failed", "reroll_wounds": "failed"}
    document = matchup(gun(2, "3+", 4, -5, 1, modifiers=rerolls), models(9, save="3+", invulnerable="4+"))
    agree(document)
    assert exact(document).mean_damage == 2 * F(8, 9) * F(3, 4) * F(1, 2)


def test_modifiers_come_after_the_reroll_and_once() -> None:
    document = matchup(
        gun(1, "4+", 4, 0, 1, modifiers={"hit": -1, "reroll_hits": "ones", "wound": 1, "reroll_wounds": "failed"}), models(3)
    )
    agree(document)
    result = exact(document)
    assert chance(result, "Hit") == F(1, 3) * F(7, 6)
    assert chance(result, "Wound") == F(8, 9)


def test_mortal_damage_is_in_damage_slain_and_unsaved() -> None:
    document = matchup(gun(1, "N/A", 4, 0, 2, "devastating wounds"), models(3, save="2+", invulnerable="2+", wounds=2))
    agree(document)
    result = exact(document)
    assert table(result.damage) == {0: 1 - F(1, 6) - F(1, 18), 2: F(1, 6) + F(1, 18)}
    assert result.stage("unsaved").mean() == result.mean_slain == F(2, 9)


def test_devastating_damage_beyond_a_model_is_lost() -> None:
    document = matchup(gun(1, "N/A", 4, 0, 5, "devastating wounds"), models(5, save="2+", wounds=2))
    agree(document)
    assert table(exact(document).slain).keys() == {0, 1}


def test_devastating_attacks_wait_for_every_other_attack_of_the_unit() -> None:
    first = gun(1, damage=2)
    first["abilities"].append("devastating wounds")
    first["modifiers"] = {"critical_wound": 2}
    document = matchup([first, gun(1)], models(2, wounds=2))
    agree(document)
    # had the devastating attack come first, three wounds could be lost
    assert table(exact(document).damage) == {0: F(1, 36), 1: F(5, 36), 2: F(30, 36)}


def test_devastating_damage_waits_across_weapons() -> None:
    """Damage 2, devastating, and plain damage 3, each on its way five times in six: in either order nothing is wasted."""
    deadly = gun(1, "N/A", 20, -6, 2, "devastating wounds", modifiers={"critical_wound": 2})
    plain = {**gun(damage=3), "name": "plain"}
    for weapons in ([deadly, plain], [plain, deadly]):
        document = matchup(weapons, models(2, wounds=3))
        agree(document)
        assert exact(document).mean_damage == F(25, 6)


def test_critical_on_5_does_not_make_a_failing_5_hit() -> None:
    document = matchup(gun(1, "6+", 4, 0, 1, "lethal hits", modifiers={"critical_hit": 5}), models(3))
    agree(document)
    assert chance(exact(document), "Hit") == F(1, 6)


def test_anti_makes_a_critical_wound_whatever_the_toughness_and_modifiers() -> None:
    document = matchup(gun(1, "N/A", 3, 0, 1, "anti-infantry 4+", modifiers={"wound": -1}), models(3, 12))
    agree(document)
    assert chance(exact(document), "Wound") == F(1, 2)
    other = matchup(gun(1, "N/A", 3, 0, 1, "anti-infantry 4+"), models(3, 12), keywords=["Vehicle"])
    agree(other)
    assert chance(exact(other), "Wound") == F(1, 6)


def test_take_aim_improves_the_characteristic_and_heavy_the_roll() -> None:
    heavy = gun(1, "5+", 4, 0, 1, "heavy")
    document = matchup(heavy, models(3), ours=["Take Aim!"], remained_stationary=True)
    agree(document)
    assert chance(exact(document), "Hit") == F(2, 3)


def test_half_the_toughness_or_less_wounds_on_6() -> None:
    document = matchup(gun(1, "N/A", 6), models(3, 12))
    agree(document)
    assert chance(exact(document), "Wound") == F(1, 6)


def test_blast_counts_the_models_before_the_attack() -> None:
    document = matchup([gun(4), gun(1, "N/A", 20, 0, 1, "blast", count=2)], models(11))
    agree(document)
    assert table(exact(document).stage("attacks")) == {10: 1}


@pytest.mark.parametrize(("ap", "fails"), [(0, F(1, 3)), (-1, F(1, 3)), (-2, F(1, 2))])
def test_cover_is_nothing_to_a_3_plus_save_against_ap_0(ap: int, fails: F) -> None:
    document = matchup(gun(1, ap=ap), models(3, save="3+"), target_in_cover=True)
    agree(document)
    assert chance(exact(document), "Save") == fails


def test_the_toughness_of_a_led_unit_is_that_of_the_bodyguard() -> None:
    document = matchup(gun(1, "N/A", 4), [models(3, 4), models(1, 8, wounds=4, character=True)])
    agree(document)
    assert chance(exact(document), "Wound") == F(1, 2)


def test_precision_takes_the_leader_first_and_the_leader_is_last_otherwise() -> None:
    unit = [models(1, wounds=2, character=True), models(2, wounds=1)]
    document = matchup(gun(2, "N/A", 20, 0, 2), unit)
    agree(document)
    assert table(exact(document).damage) == {0: F(1, 36), 1: F(10, 36), 2: F(25, 36)}
    document = matchup(gun(2, "N/A", 20, 0, 2, "precision"), unit)
    agree(document)
    assert table(exact(document).damage) == {0: F(1, 36), 2: F(10, 36), 3: F(25, 36)}


def test_a_halving_target_halves_before_melta_is_added() -> None:
    document = matchup(gun(1, damage=5), models(1, wounds=9, half_damage=True), within_half_range=True)
    document["attacker"]["weapons"][0]["abilities"].append("melta 2")
    agree(document)
    assert table(exact(document).damage) == {0: F(1, 6), 5: F(5, 6)}


def test_a_fixed_1_target_takes_three_from_melta_2() -> None:
    document = matchup(gun(1, damage="D6"), models(1, wounds=9, fixed_damage=1), within_half_range=True)
    document["attacker"]["weapons"][0]["abilities"].append("melta 2")
    agree(document)
    assert table(exact(document).damage) == {0: F(1, 6), 3: F(5, 6)}


def test_torrent_scores_no_critical_hits() -> None:
    document = matchup(gun(2, "N/A", 4, 0, 1, "sustained hits 2", "lethal hits"), models(9))
    agree(document)
    assert table(exact(document).stage("hits")) == {2: 1}


def test_firing_unseen_fails_on_1_to_3_and_gives_cover() -> None:
    document = matchup(
        gun(1, "3+", 4, 0, 1, "indirect fire", "heavy"), models(3, save="5+"), target_visible=False, remained_stationary=True
    )
    agree(document)
    result = exact(document)
    assert chance(result, "Hit") == F(1, 2)
    assert chance(result, "Save") == F(1, 2)


def test_take_cover_stops_at_3_plus() -> None:
    for save, fails in (("5+", F(1, 2)), ("4+", F(1, 3)), ("3+", F(1, 3)), ("2+", F(1, 6))):
        document = matchup(gun(), models(3, save=save), theirs=["Take Cover!"])
        agree(document)
        assert chance(exact(document), "Save") == fails


def test_rearm_needs_an_order_a_stationary_unit_and_its_own_turn() -> None:
    def hits(ours: list[str], **situation: bool) -> F:
        document = matchup(gun(1, "5+", 4, 0, 1, "heavy"), models(3), ours=["Rearm, Reload, Fire", *ours], **situation)
        agree(document)
        return exact(document).stage("hits").mean()

    assert hits(["Duty and Honour!"], remained_stationary=True) == F(1, 2) + F(1, 6)
    assert hits([], remained_stationary=True) == F(1, 2)
    assert hits(["Duty and Honour!"]) == F(1, 3)
    assert hits(["Duty and Honour!"], remained_stationary=True, overwatch=True) == F(1, 6)


def test_only_one_feel_no_pain_is_rolled() -> None:
    document = matchup(gun(), models(1, wounds=9, feel_no_pain="6+"), theirs=["Feel No Pain 5+"])
    agree(document)
    assert exact(document).mean_damage == F(5, 6) * F(2, 3)


@pytest.mark.parametrize("printed", ["sustained hits 2", "Sustained Hits 2", "[SUSTAINED HITS 2]", "Sustained-Hits 2"])
def test_abilities_are_found_however_they_are_printed(printed: str) -> None:
    document = matchup(gun(1, "4+", 4, 0, 1, printed, "Twin Linked", "Anti Infantry 3+"), models(9, 12))
    agree(document)
    result = exact(document)
    assert result.stage("hits").mean() == F(1, 2) + F(2, 6)
    assert chance(result, "Wound") == F(8, 9)


def test_precision_needs_to_see_the_character() -> None:
    unit = [models(2, wounds=1), models(1, wounds=2, character=True)]
    document = matchup(gun(2, "3+", 20, 0, 2, "precision", "indirect fire"), unit, target_visible=False)
    answer = agree(document)
    assert set(answer.damage) == {0, 1, 2}


def test_devastating_attacks_wait_even_when_their_own_weapon_would_not_tell_the_difference() -> None:
    # the first weapon meets a 3+ save everywhere; the second finds no save on the first model and a 5+ on the second
    first = gun(1, "N/A", 20, 0, 1, "devastating wounds", modifiers={"critical_wound": 2})
    second = gun(1, "N/A", 20, -4)
    document = matchup([first, second], [models(1, save="3+"), models(1, save="3+", invulnerable="5+")])
    agree(document)
    assert table(exact(document).slain) == {0: F(1, 36), 1: F(10, 36), 2: F(25, 36)}


def test_devastating_attacks_of_equal_damage_wait_for_a_led_unit() -> None:
    weapons = [gun(2, "4+", 4, -3, 1, "devastating wounds", "anti-infantry 5+"), gun(2, "4+", 4, -4, 1, "devastating wounds")]
    unit = [models(1, save="3+", invulnerable="6+"), models(1, save="3+", wounds=2, feel_no_pain="4+", character=True)]
    agree(matchup(weapons, unit))
