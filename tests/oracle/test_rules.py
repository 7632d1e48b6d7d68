"""Every order, detachment rule and stratagem that changes dice, in every situation that could switch it, on one or two attacks."""

from __future__ import annotations

from itertools import product

import pytest

from .comparing import agree
from .matchups import gun, matchup, models

ATTACKER_RULES = [
    "Take Aim!",
    "First Rank, Fire! Second Rank, Fire!",
    "Duty and Honour!",
    "Fix Bayonets!",
    "Rearm, Reload, Fire",
    "Only the Best",
    "Born Soldiers",
    "Fields of Fire",
]
DEFENDER_RULES = [
    "Stealth",
    "Take Cover!",
    "Go to Ground",
    "Courageous Diversion",
    "Masters of Camouflage",
    "Feel No Pain 5+",
    "Invulnerable Save 4+",
    "Ranged Invulnerable Save 5+",
    "Smoke Shells",
]


@pytest.mark.parametrize("rule", ATTACKER_RULES)
def test_rules_of_the_attacker(rule: str) -> None:
    weapons = [gun(1, "4+", 4, -1, 1, "heavy"), gun(1, "4+", 4, 0, 2, "rapid fire 1"), gun(1, "3+", 6, 0, 1, "indirect fire")]
    others = [[], ["Take Aim!"]] if rule == "Rearm, Reload, Fire" else [[]]
    for weapon, with_rules, stationary, overwatch in product(weapons, others, (False, True), (False, True)):
        situation = {"remained_stationary": stationary, "overwatch": overwatch, "within_half_range": stationary}
        agree(matchup(weapon, models(3, save="4+", wounds=2), ours=[rule, *with_rules], **situation))


@pytest.mark.parametrize("rule", ATTACKER_RULES)
@pytest.mark.parametrize("keywords", [["Infantry"], ["Vehicle"], ["Monster"], ["Beasts"]])
def test_rules_of_the_attacker_by_keywords(rule: str, keywords: list[str]) -> None:
    for ours in (["Infantry", "Regiment"], ["Vehicle", "Squadron"], ["Infantry"], []):
        for visible in (True, False):
            weapon = gun(2, "4+", 4, -1, 1, "indirect fire")
            document = matchup(weapon, models(3, save="4+", wounds=2), ours=[rule], keywords=keywords, target_visible=visible)
            document["attacker"]["keywords"] = ours
            agree(document)


@pytest.mark.parametrize("rule", ["Take Aim!", "Fix Bayonets!", "Only the Best", "Born Soldiers", "Fields of Fire", "Rearm, Reload, Fire"])
def test_rules_of_the_attacker_in_close_combat(rule: str) -> None:
    weapon = {**gun(2, "4+", 4, -1, 1, "lance"), "type": "melee"}
    del weapon["range"]
    for charged in (False, True):
        agree(matchup(weapon, models(3, save="4+", wounds=2), ours=[rule], phase="fight", charged=charged))


@pytest.mark.parametrize("rule", DEFENDER_RULES)
@pytest.mark.parametrize("save", ["2+", "3+", "4+", "5+", "6+", "7+"])
def test_rules_of_the_defender(rule: str, save: str) -> None:
    for ap, cover, invulnerable in product((0, -1, -2, -4), (False, True), (None, "5+")):
        target = models(3, save=save, wounds=2, **({"invulnerable": invulnerable} if invulnerable else {}))
        keywords = ["Infantry", "Regiment"]
        situation = {"target_in_cover": cover, "closest_target": cover}
        agree(matchup(gun(1, "4+", 4, ap), target, theirs=[rule], keywords=keywords, **situation))
        agree(matchup(gun(1, "4+", 4, ap, 1, "ignores cover"), target, theirs=[rule], keywords=["Vehicle"], **situation))


@pytest.mark.parametrize(
    "rules", [["Take Cover!", "Go to Ground"], ["Masters of Camouflage", "Go to Ground"], ["Stealth", "Courageous Diversion"]]
)
def test_two_rules_of_the_defender(rules: list[str]) -> None:
    for save, ap, cover in product(["3+", "4+", "5+"], (0, -1, -3), (False, True)):
        situation = {"target_in_cover": cover, "closest_target": True}
        agree(matchup(gun(1, "4+", 4, ap), models(3, save=save), theirs=rules, keywords=["Infantry", "Regiment"], **situation))


@pytest.mark.parametrize("save", [-2, -1, 0, 1, 2])
def test_what_if_modifiers_of_the_save(save: int) -> None:
    for printed, ap, cover, invulnerable in product(["2+", "4+", "6+"], (0, -1, -3), (False, True), (None, "4+", "6+")):
        target = models(3, save=printed, **({"invulnerable": invulnerable} if invulnerable else {}))
        agree(matchup(gun(1, ap=ap, modifiers={"save": save}), target, target_in_cover=cover))


@pytest.mark.parametrize("reroll", [None, "ones", "failed", "non_critical", "all"])
def test_rerolls_of_hit_and_wound_rolls(reroll: str | None) -> None:
    for skill, critical, modifier in product(["2+", "4+", "6+"], (4, 6), (-1, 0, 1)):
        what_ifs = {"reroll_hits": reroll, "reroll_wounds": reroll, "critical_hit": critical, "critical_wound": critical, "hit": modifier}
        modifiers = {name: value for name, value in what_ifs.items() if value is not None}
        for abilities in (["lethal hits"], ["twin-linked", "devastating wounds"]):
            agree(matchup(gun(2, skill, 4, 0, 1, *abilities, modifiers=modifiers), models(3, save="4+"), ours=["Only the Best"]))


@pytest.mark.parametrize("rule", DEFENDER_RULES)
def test_rules_of_the_defender_in_close_combat_overwatch_and_out_of_sight(rule: str) -> None:
    target = models(3, save="5+", wounds=2)
    keywords = ["Infantry", "Regiment"]
    melee = {**gun(2, "4+", 4, -1), "type": "melee"}
    del melee["range"]
    agree(matchup(melee, target, theirs=[rule], keywords=keywords, phase="fight", target_in_cover=True, closest_target=True))
    agree(matchup(gun(2, "4+", 4, -1), target, theirs=[rule], keywords=keywords, overwatch=True))
    agree(matchup(gun(2, "4+", 4, -1, 1, "indirect fire"), target, theirs=[rule], keywords=keywords, target_visible=False))


@pytest.mark.parametrize("ours", ["Servo-designators", "Incendiary Bombardment"])
@pytest.mark.parametrize("theirs", ["Go to Ground", "Masters of Camouflage", "Take Cover!"])
def test_a_target_that_cannot_have_cover(ours: str, theirs: str) -> None:
    for cover in (False, True):
        target = models(3, save="5+", wounds=2)
        keywords = ["Infantry", "Regiment"]
        weapon = gun(2, "4+", 4, -1)
        agree(matchup(weapon, target, ours=[ours], theirs=[theirs], keywords=keywords, target_in_cover=cover, beyond_12=True))


@pytest.mark.parametrize("rule", ["−1 Damage", "-1 Damage", "Half Damage"])
def test_abilities_that_lower_damage(rule: str) -> None:
    for damage in (1, 2, 5, "D6", "D6+1"):
        melta = gun(2, "3+", 9, -4, damage, "melta 2", "devastating wounds")
        for half_range in (False, True):
            agree(matchup(melta, models(2, save="3+", wounds=4), theirs=[rule], within_half_range=half_range))


@pytest.mark.parametrize("beyond", [False, True])
def test_conversion_is_critical_on_4_plus_at_a_distance(beyond: bool) -> None:
    for skill, hit in product(["2+", "5+"], (-1, 0)):
        weapon = gun(2, skill, 4, 0, 1, "conversion", "sustained hits 1", modifiers={"hit": hit})
        agree(matchup(weapon, models(5), beyond_12=beyond))
