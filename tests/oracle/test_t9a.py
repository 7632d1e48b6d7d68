"""Combats of The Ninth Age against dice thrown face by face."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.oracle.t9a_dice import play
from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.profiles.t9a import t9a_units
from toolkit.studies.t9a import (
    Attack,
    Regiment,
    Target,
    break_test,
    caught,
    combat,
    is_decimated,
    melee,
    panic_test,
    regiment,
    steadiness,
    volley,
)
from toolkit.studies.t9a.regiment import next_round

THROWS = 6000


def random_unit(dice, name):
    unit = {
        "name": name, "models": dice.randint(1, 8), "defensive": dice.randint(1, 6), "resilience": dice.randint(2, 6),
        "agility": dice.randint(1, 5), "attacks": dice.randint(1, 3), "offensive": dice.randint(1, 6), "strength": dice.randint(2, 6),
        "courage": dice.randint(5, 9), "armour": dice.randint(0, 4), "ap": dice.randint(0, 2), "health": dice.choice((1, 1, 2, 3)),
        "height": dice.randint(1, 5),
    }  # fmt: skip
    if dice.random() < 0.4:
        unit["proper_ranks"] = dice.randint(0, 3)
    if dice.random() < 0.2:
        unit["rank_width"] = dice.randint(1, 4)
    if dice.random() < 0.15:
        unit["light_troops"] = True
    if dice.random() < 0.2:
        unit["in_contact"] = dice.randint(1, 4)
    if dice.random() < 0.2:
        unit["enemy_in"] = dice.choice(("flank", "rear"))
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
    if dice.random() < 0.2 and "light_troops" not in unit:
        unit["steady"] = True
        unit["solid"] = dice.random() < 0.5
    return unit


@pytest.mark.parametrize("seed", range(40))
def test_a_round_of_combat(seed):
    dice = random.Random(seed)
    a, b = random_unit(dice, "A"), random_unit(dice, "B")
    after = seed % 2 == 1
    result = melee(Regiment(**a), Regiment(**b), readings={"ranks_counted": "after_casualties" if after else "start_of_round"})
    counted, broken = Counter(), Counter()
    for _ in range(THROWS):
        lost_a, lost_b, broke = play(dice, a, b, after=after)
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
    assert (result.b_score.flank_or_rear, result.b_score.ranks, result.b_score.total) == (1, 1, 3)
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
    with pytest.raises(ToolkitError, match="'march_test' changes nothing here"):
        melee(unit, unit, readings={"march_test": "2e"})
    with pytest.raises(ToolkitError, match="no reading 'weather'"):
        melee(unit, unit, readings={"weather": "fine"})
    with pytest.raises(ToolkitError, match="pursuit_tie = 'maybe'"):
        caught(readings={"pursuit_tie": "maybe"})


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


@pytest.mark.parametrize("seed", range(12))
def test_a_combat_of_three_rounds(seed):
    dice = random.Random(100 + seed)
    a, b = random_unit(dice, "A"), random_unit(dice, "B")
    for unit in (a, b):
        unit["models"] = min(unit["models"], 4)
        unit["files"] = min(unit.get("files", 4), unit["models"])
    result = combat(Regiment(**a), Regiment(**b), 3)
    pools = [unit["models"] * unit.get("health", 1) for unit in (a, b)]
    counted, left, fallen, removed = Counter(), Counter(), Counter(), Counter()
    before = [unit.get("wounded", 0) for unit in (a, b)]
    for _ in range(THROWS):
        lost = list(before)
        end = None
        for number in (1, 2, 3):
            now = [
                {**unit, "wounded": points, "charging": unit.get("charging") and number == 1}
                for unit, points in zip((a, b), lost, strict=True)
            ]
            more_a, more_b, broke = play(dice, *now, first_round=number == 1)
            lost = [lost[0] + more_a, lost[1] + more_b]
            gone = [points == pool for points, pool in zip(lost, pools, strict=True)]
            if any(gone):
                end = "both_wiped" if all(gone) else "a_wiped" if gone[0] else "b_wiped"
            elif broke:
                end = f"{broke}_breaks"
                at = "ab".index(broke)
                removed[broke] += pools[at] - lost[at] <= pools[at] / 4
            if end:
                break
        counted[end] += 1
        fallen[lost[0] - before[0], lost[1] - before[1]] += 1
        if end is None:
            left[tuple(lost)] += 1
    total = sum(result.goes_on.values())
    for end in ("a_breaks", "b_breaks", "a_wiped", "b_wiped", "both_wiped"):
        p = result.chance(end)
        total += p
        assert abs(counted[end] / THROWS - p) <= 5 * (p * (1 - p) / THROWS) ** 0.5 + 2 / THROWS, end
    assert total == pytest.approx(1, abs=1e-9)
    assert sum(result.losses.values()) == pytest.approx(1, abs=1e-9)
    for seen, laws in ((left, result.goes_on), (fallen, result.losses), (removed, result.removed)):
        for state, p in laws.items():
            assert abs(seen[state] / THROWS - p) <= 5 * (max(0, p * (1 - p)) / THROWS) ** 0.5 + 2 / THROWS, state


def test_nobody_breaks_from_an_enemy_that_is_gone():
    # One model of six attacks charges twenty: it is slain nearly for certain, whatever it scored.
    numbers = {"defensive": 3, "resilience": 3, "agility": 3, "offensive": 3, "strength": 3, "courage": 7}
    one, many = Regiment("One", 1, attacks=6, charging=True, **numbers), Regiment("Many", 20, attacks=1, **numbers)
    result = melee(one, many, exact=True)
    assert result.b_breaks <= 1 - result.a_wiped
    fought = combat(one, many, 1, exact=True)
    assert (
        sum(fought.chance(end) for end in ("a_breaks", "b_breaks", "a_wiped", "b_wiped", "both_wiped")) + sum(fought.goes_on.values()) == 1
    )
    assert fought.first == result


def test_breath_is_spent_in_the_first_round():
    dragon = Regiment("Dragon", 1, 3, 10, 3, 0, 3, 10, 9, health=20, ap=10, breath="2D6", armour=6)
    crowd = Regiment("Crowd", 40, 1, 1, 0, 0, 1, 1, 12, steady=True, solid=True)
    result = combat(dragon, crowd, 3, exact=True)
    # Seven hits on average, each of which wounds on 2+, and never more than there are models.
    assert sum(p * lost_b for (_, lost_b), p in result.losses.items()) == Fraction(35, 6)


def test_break_and_pursuit_by_counting():
    pairs = [(x, y) for x in range(1, 7) for y in range(1, 7)]
    for courage in (5, 7, 9):
        for lost_by in (0, 1, 3, 6):
            stands = sum(x + y <= courage - lost_by for x, y in pairs)
            assert break_test(courage, lost_by, exact=True) * 36 == stands
            assert break_test(courage, lost_by, steady=True, exact=True) * 36 == sum(x + y <= courage - min(2, lost_by) for x, y in pairs)
    runs = sum(sum(hunter) > sum(prey) for hunter in pairs for prey in pairs)
    assert caught(readings={"pursuit_tie": "escapes"}, exact=True) * 36 * 36 == runs


@pytest.mark.parametrize(
    ("ranks", "enemies", "height", "around", "expected"),
    [
        (3, [2], 1, [], (True, True)),
        (3, [3], 1, [], (False, True)),
        (2, [1], 1, [], (True, False)),
        (2, [1], 3, [], (True, True)),
        (4, [1, 3], 1, [2], (False, False)),
        (0, [0], 1, [], (False, False)),
    ],
)
def test_steady_and_solid(ranks, enemies, height, around, expected):
    assert steadiness(ranks, enemies, height=height, around=around) == expected


def test_panic_needs_three_points_and_a_quarter():
    law = Pmf({value: Fraction(1, 6) for value in range(6)})
    fails = Fraction(5, 12)
    assert panic_test(law, 12, 7, exact=True) == Fraction(3, 6) * fails
    assert panic_test(law, 20, 7, exact=True) == Fraction(1, 6) * fails
    assert panic_test(law, 12, 7, engaged=True, exact=True) == 0
    assert is_decimated(5, 20) and not is_decimated(6, 20)


def test_every_unit_of_the_table_can_fight():
    guard = regiment("Heavy Infantry", 10, files=5, armour=2)
    for row in t9a_units().iter_rows(named=True):
        unit = regiment(row["unit"], 3)
        result = melee(unit, guard)
        assert sum(result.joint.values()) == pytest.approx(1)
        assert set(unit.not_calculated) <= set(result.not_calculated)
    assert regiment("scarab swarms", 2).poison
    with pytest.raises(ToolkitError, match="no 'size'"):
        regiment("Trolls", 3, size=4)
    with pytest.raises(ToolkitError, match="Trols"):
        regiment("Trols", 3)
