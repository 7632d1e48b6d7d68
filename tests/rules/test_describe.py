"""Rules in words."""

from __future__ import annotations

from typing import get_args

import pytest

from toolkit.rules import rule as r
from toolkit.rules.describe import describe_condition, describe_effect, describe_rule
from toolkit.rules.situation import Fact

FACTS = (
    Fact("phase", "Phase", "", "shooting", choices=("shooting", "fight")),
    Fact("charged", "Charged", "", False, when_true="the unit charged", when_false="the unit did not charge"),
)

EFFECTS = [
    (r.ModifyRoll("hit", -1), "−1 to hit rolls"),
    (r.ModifyRoll("save", 1), "+1 to save rolls"),
    (r.ChangeCharacteristic("attacks", 1), "+1 Attacks"),
    (r.ChangeCharacteristic("strength", "{x}"), "+x Strength"),
    (r.ChangeCharacteristic("damage", -1), "−1 Damage"),
    (r.ChangeCharacteristic("skill", -1), "BS or WS worsened by 1"),
    (r.ChangeCharacteristic("save", 1, best=3), "the target's Save improved by 1, to 3+ at best"),
    (r.ChangeCharacteristic("ap", "{x}"), "AP improved by x"),
    (r.AttacksPerModels(1, 5), "+1 attack for every 5 models in the target unit"),
    (r.Reroll("hit", "ones"), "re-roll hit rolls of 1"),
    (r.Reroll("wound", "failed"), "re-roll failed wound rolls"),
    (r.Reroll("wound", "all"), "re-roll wound rolls"),
    (r.CriticalOn("wound", "{x}"), "unmodified wound rolls of x+ are critical"),
    (r.CriticalOn("hit", 5), "unmodified hit rolls of 5+ are critical"),
    (r.Fails("hit", 3), "unmodified hit rolls of 1 to 3 fail"),
    (r.OnlyUnmodified("hit", 6), "only unmodified hit rolls of 6 succeed, whatever the characteristic and the modifiers"),
    (r.AutoHit(), "every attack hits without a roll"),
    (r.ExtraHits(1), "each critical hit scores 1 more hit"),
    (r.ExtraHits("1"), "each critical hit scores 1 more hit"),
    (r.ExtraHits("D3"), "each critical hit scores D3 more hits"),
    (r.Invulnerable(6), "the target has an invulnerable save of 6+"),
    (r.FeelNoPain("{x}"), "the target ignores each wound lost on x+"),
    (r.FeelNoPain(5, mortal_only=True), "the target ignores each wound lost to mortal wounds on 5+"),
    (r.ReduceDamage(subtract=1), "each attack's damage is reduced by 1"),
    (r.ReduceDamage(halve=True), "each attack's damage is halved"),
    (r.ReduceDamage(fixed=1), "each attack's damage becomes 1"),
    (r.MortalWoundsOnCriticalWound("D3"), "each critical wound inflicts D3 mortal wounds, and the attack ends there"),
    (r.Grant("sustained hits 1", "wh40k_10e.weapon.rapid-fire"), "the unit's weapons with Rapid Fire have sustained hits 1"),
    (r.TestAfterAttacks(1, 3), "after the attacks, one D6 for each such weapon: on a 1 its unit suffers 3 mortal wounds"),
    (r.NoEffectOnDice("movement"), "outside the attack sequence: movement"),
    (r.AtOnce("Orders", 2), "2 of the Orders at once"),
    (r.Only(r.FactIs("charged"), r.ModifyRoll("hit", 1)), "+1 to hit rolls, if the unit charged"),
]


@pytest.mark.parametrize(("effect", "words"), EFFECTS, ids=[str(effect) for effect, _ in EFFECTS])
def test_an_effect_in_words(effect, words):
    assert describe_effect(effect, FACTS) == words


def test_every_kind_of_effect_has_words():
    samples = {"roll": "hit", "name": "ap", "what": "ones", "amount": 1, "models": 5, "at": 6, "up_to": 3}
    samples |= {"ability": "heavy", "fails_on": 1, "mortal_wounds": 3, "why": "movement", "of": "hit", "group": "Orders", "number": 2}
    samples |= {"value": True, "words": "strikes last", "by": "module:function"}
    samples |= {"when": r.WeaponIs("melee"), "effect": r.Cover()}
    for kind in get_args(r.Effect):
        effect = kind(**{name: samples[name] for name in kind.__match_args__ if name in samples})
        assert describe_effect(effect)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (None, "always"),
        (r.FactIs("charged"), "the unit charged"),
        (r.Not(r.FactIs("charged")), "the unit did not charge"),
        (r.FactIs("phase", "fight"), "the phase is fight"),
        (r.Not(r.FactIs("phase", "fight")), "not so: the phase is fight"),
        (r.HasKeyword("defender", ("Fly", "Vehicle")), "the target has the keyword FLY or VEHICLE"),
        (r.HasKeyword("defender", ("{k}",)), "the target has the keyword that the ability names"),
        (r.Not(r.HasKeyword("attacker", ("Titanic",))), "the attacking unit does not have the keyword TITANIC"),
        (r.Not(r.HasKeyword("defender", ("Fly", "Vehicle"))), "the target has none of the keywords FLY, VEHICLE"),
        (r.Not(r.WeaponIs("melee")), "the weapon is not melee"),
        (r.WeaponHas("x.heavy", "Heavy"), "the weapon has Heavy"),
        (r.Not(r.WeaponHas("x.heavy", "Heavy")), "the weapon does not have Heavy"),
        (r.UnderRuleOf("Orders", "the unit is under no Order"), "the unit is under one of the Orders"),
        (r.Not(r.UnderRuleOf("Orders", "")), "the unit is under none of the Orders"),
        (r.Not(r.Not(r.WeaponIs("melee"))), "the weapon is melee"),
        (r.All((r.WeaponIs("ranged"), r.FactIs("charged"))), "the weapon is ranged, and the unit charged"),
        (r.AnyOf((r.WeaponIs("ranged"), r.FactIs("charged")), ""), "either the weapon is ranged, or the unit charged"),
    ],
)
def test_a_condition_in_words(condition, words):
    assert describe_condition(condition, FACTS) == words


def test_a_rule_is_all_its_effects():
    rule = r.Rule("x", "X", "", "weapon", "", "", (r.Cover(), r.ModifyRoll("hit", -1)))
    assert describe_rule(rule) == "the target has the Benefit of Cover; −1 to hit rolls"


def test_an_effect_with_a_condition_has_words_without_the_facts_too():
    assert describe_effect(r.Only(r.FactIs("charged"), r.ModifyRoll("hit", 1))) == "+1 to hit rolls, under a further condition"
