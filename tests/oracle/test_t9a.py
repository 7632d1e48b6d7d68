"""Combats of The Ninth Age against dice thrown face by face."""

import random
from collections import Counter

import pytest

from tests.oracle.t9a_dice import play
from toolkit.errors import ToolkitError
from toolkit.studies.t9a import Attack, Regiment, Target, melee, volley
from toolkit.studies.t9a.melee import next_round

THROWS = 6000


def random_unit(dice, name):
    unit = {
        "name": name, "models": dice.randint(1, 8), "defensive": dice.randint(1, 6), "resilience": dice.randint(2, 6),
        "agility": dice.randint(1, 5), "attacks": dice.randint(1, 3), "offensive": dice.randint(1, 6), "strength": dice.randint(2, 6),
        "courage": dice.randint(5, 9), "armour": dice.randint(0, 4), "ap": dice.randint(0, 2), "health": dice.choice((1, 1, 2, 3)),
        "height": dice.randint(1, 3), "proper_ranks": dice.randint(0, 3),
    }  # fmt: skip
    if dice.random() < 0.5:
        unit["files"] = dice.randint(1, unit["models"])
    for word in (
        "charging",
        "standard",
        "hatred",
        "battle_focus",
        "poison",
        "lethal_strike",
        "flaming",
        "flammable",
        "divine",
        "lightning_reflexes",
        "distracting",
        "parry",
        "great_weapon",
    ):
        if dice.random() < 0.25:
            unit[word] = True
    if dice.random() < 0.3:
        unit["aegis"] = dice.randint(4, 6)
    if dice.random() < 0.3:
        unit["fortitude"] = dice.randint(4, 6)
    if dice.random() < 0.3:
        unit["multiple_wounds"] = dice.choice(("D3", "D6"))
    if dice.random() < 0.2:
        unit["impact_hits"] = "D3"
    if dice.random() < 0.2:
        unit["stomp"] = "D3"
    if unit["health"] > 1 and dice.random() < 0.4:
        unit["wounded"] = 1
    if dice.random() < 0.2:
        unit["steady"] = True
        unit["solid"] = dice.random() < 0.5
    return unit


@pytest.mark.parametrize("seed", range(40))
def test_a_round_of_combat(seed):
    dice = random.Random(seed)
    a, b = random_unit(dice, "A"), random_unit(dice, "B")
    # Only front against front: parry and impact hits of a flank are tested by hand below.
    result = melee(Regiment(**a), Regiment(**b))
    for unit in (a, b):
        unit["advantaged"] = unit.get("steady") and unit.get("solid")
    counted, broken = Counter(), Counter()
    for _ in range(THROWS):
        lost_a, lost_b, broke = play(dice, a, b)
        counted[lost_a, lost_b] += 1
        broken[broke] += 1
    assert sum(result.joint.values()) == pytest.approx(1, abs=1e-12)
    assert set(counted) <= {key for key, p in result.joint.items() if p > 0}
    for key, p in result.joint.items():
        error = (p * (1 - p) / THROWS) ** 0.5
        assert abs(counted[key] / THROWS - p) <= 5 * error + 2 / THROWS, (key, counted[key] / THROWS, p)
    for name, p in (("a", result.a_breaks), ("b", result.b_breaks)):
        error = (p * (1 - p) / THROWS) ** 0.5
        assert abs(broken[name] / THROWS - p) <= 5 * error + 2 / THROWS


def test_a_flank_restricts_attacks_and_scores_two():
    big = Regiment("Giant", 1, 3, 5, 3, 5, 3, 5, 8, health=7, height=1, enemy_in="flank")
    small = Regiment("Knives", 5, 3, 3, 4, 1, 3, 3, 7)
    result = melee(big, small, exact=True)
    assert big.strikes(0) == 1
    assert result.b_score.total == 2
    assert result.order[0] == (4, "Knives: standard")


def test_the_next_round_goes_on_from_the_losses():
    trolls = Regiment("Trolls", 3, 3, 4, 1, 3, 3, 5, 6, health=3, charging=True)
    again = next_round(trolls, 4)
    assert (again.wounded, again.charging) == (4, False)
    assert again.fighting(again.wounded) == (2, 0)
    with pytest.raises(ToolkitError, match="Health Points lost before"):
        next_round(trolls, 9)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"models": 0}, "A: models of 0"),
        ({"models": 100, "health": 3}, "300 Health Points"),
        ({"aegis": 1}, "Aegis of 1"),
        ({"impact_hits": "many"}, "many"),
        ({"light_troops": True, "steady": True}, "Light Troops"),
    ],
)
def test_bad_units_are_named(bad, message):
    with pytest.raises(ToolkitError, match=message):
        Regiment(
            **{
                "name": "A",
                "models": 1,
                "defensive": 3,
                "resilience": 3,
                "agility": 3,
                "attacks": 1,
                "offensive": 3,
                "strength": 3,
                "courage": 7,
                **bad,
            }
        )


def test_readings_are_checked_and_told():
    unit = Regiment("A", 2, 3, 3, 3, 1, 3, 3, 7, poison=True, not_calculated=("Terror",))
    result = melee(unit, unit)
    assert result.second_edition == ("Poison",)
    assert result.not_calculated == ("Terror",)
    assert result.readings["edition"] == "3e"
    with pytest.raises(ToolkitError, match="Poison is known from the 2nd edition only"):
        melee(unit, unit, readings={"attribute_text": "refuse"})
    with pytest.raises(ToolkitError, match="no reading 'weather'"):
        melee(unit, unit, readings={"weather": "fine"})
    with pytest.raises(ToolkitError, match="pursuit_tie = 'maybe'"):
        melee(unit, unit, readings={"pursuit_tie": "maybe"})


def test_a_volley_against_thrown_dice():
    dice = random.Random(5)
    result = volley("2D6", Attack(4, 1, poison=True), Target(4, 3, health=2, aegis=5), 4, aim=3, modifiers=[-1], wounded=1)
    counted = Counter()
    for _ in range(20_000):
        lost = 0
        for _ in range(dice.randint(1, 6) + dice.randint(1, 6)):
            hit = dice.randint(1, 6)
            if hit < 4:
                continue
            if hit != 6 and dice.randint(1, 6) < 4:
                continue
            if dice.randint(1, 6) >= 5 or dice.randint(1, 6) >= 5:
                continue
            lost += 1
        counted[min(lost, 7)] += 1
    for value, p in result.lost.items():
        assert counted[value] / 20_000 == pytest.approx(p, abs=5 * (p * (1 - p) / 20_000) ** 0.5 + 1e-4)
