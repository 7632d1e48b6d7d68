"""Decisions counted by hand, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from toolkit.attack.choices import automatic_wounds, damage_again, fishing
from toolkit.attack.policy import Goal, best_reroll
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import dice
from toolkit.errors import SpecError

ONE = Pmf.certain(1, exact=True)
SURE = DieTest(1, fails_up_to=0)


def gun(attacks: str = "1", hit: DieTest | None = SURE, wound: DieTest = SURE, damage: str = "1", **more: Any) -> AttackSpec:
    save = more.pop("save", None)
    against = (Against(save, dice(damage, exact=True)),) * more.pop("groups", 1)
    return AttackSpec("gun", dice(attacks, exact=True), more.pop("weapons", 1), hit, wound, against, **more)


def one_model(wounds: int = 20) -> DefenceSpec:
    return DefenceSpec((ModelGroup(1, wounds),))


@pytest.mark.parametrize(
    ("wound", "fish", "plain"),
    [(6, Fraction(3, 8), Fraction(1, 3)), (5, Fraction(4, 9), Fraction(4, 9)), (4, Fraction(37, 72), Fraction(5, 9))],
)
def test_fishing(wound: int, fish: Fraction, plain: Fraction) -> None:
    """Field case 11: Ballistic Skill 3+, full re-roll, Lethal Hits."""
    weapon = gun(hit=DieTest(3, reroll="failed"), wound=DieTest(wound, critical_succeeds=True), auto_wound=True)
    ways = {way.hits[0]: way.value for way in fishing([weapon], one_model(), exact=True)}
    assert ways == {"non_critical": fish, "failed": plain}
    best = fishing([weapon], one_model(), exact=True)[0]
    assert best.value == max(fish, plain)


def test_fishing_in_two_rolls_at_once_and_only_where_there_is_a_full_reroll() -> None:
    weapon = gun(hit=DieTest(3, reroll="ones"), wound=DieTest(4, reroll="all", critical_succeeds=True), deferred=True, save=saving_throw(2))
    ways = fishing([weapon, weapon], one_model(), exact=True)
    assert len(ways) == 4
    assert all(way.hits == (None, None) for way in ways)
    assert ways[0].wounds == ("non_critical", "non_critical")
    with pytest.raises(SpecError, match="512 ways"):
        fishing([gun(wound=DieTest(4, reroll="failed"))] * 9, one_model())


def test_declining_automatic_wounds_is_decided_roll_by_roll() -> None:
    """A critical hit that wounds by itself meets a good save; rolled, it may become a wound that allows none."""
    weapon = gun(
        "2", hit=DieTest(4), wound=DieTest(3, critical=4, critical_succeeds=True), auto_wound=True, deferred=True, save=saving_throw(3)
    )
    answer = automatic_wounds([weapon], one_model(1), Goal("destroy"), exact=True)
    assert answer.best >= max(answer.always, answer.never)  # type: ignore[type-var]
    plain = automatic_wounds([gun("2", hit=DieTest(4), wound=DieTest(4), auto_wound=True)], one_model(), exact=True)
    assert plain.best == plain.always
    assert plain.always > plain.never  # type: ignore[operator]


def test_damage_again_knows_feel_no_pain() -> None:
    rows = damage_again(dice("D3", exact=True), 3)
    assert [(row.mean_up_to, row.slay_up_to) for row in rows] == [(0, 0), (1, 1), (1, 2)]
    assert rows[2].slay == Fraction(5, 9)
    assert damage_again(dice("D3", exact=True), 3, ignore=5)[2].slay_without == Fraction(1, 3) * Fraction(8, 27)
    with pytest.raises(SpecError, match="at least 1 wound"):
        damage_again(dice("D3", exact=True), 0)


def test_the_lowest_number_of_attacks_is_rolled_again() -> None:
    best = best_reroll([gun("D6", weapons=2)], one_model(12), exact=True)
    # two D6, the lower one again when it is 3 or less
    by_hand = sum(Fraction(a + b) if min(a, b) > 3 else max(a, b) + Fraction(7, 2) for a in range(1, 7) for b in range(1, 7)) / 36
    assert best.value == by_hand
    assert best.words[0] == "Attacks: re-roll the lowest roll when it is 3 or less."


def test_a_die_is_never_rolled_three_times() -> None:
    """Where every failure was rolled again already, a Command Re-roll of a hit helps nothing."""
    best = best_reroll([gun(hit=DieTest(4, reroll="failed"))], one_model(1), exact=True)
    assert best.gain == 0
    ones = best_reroll([gun(hit=DieTest(4, reroll="ones"))], one_model(1), exact=True)
    assert ones.gain == Fraction(2, 6) * Fraction(1, 2)  # only a 2 or a 3 is left to roll again


def test_the_defender_rolls_one_save_again() -> None:
    best = best_reroll([gun("2", save=saving_throw(4))], one_model(1), Goal("destroy"), exact=True, side="defender")
    assert best.without == Fraction(3, 4)
    assert best.value == Fraction(1, 4) + Fraction(1, 2) * Fraction(1, 2)  # of two failed saves one is not enough
    assert best.words == ("Save: re-roll a failed save when 1 or more saves were scored.",)


def test_criticals_dealt_after_their_own_batch() -> None:
    """With after_batch the first gun's criticals land before the second gun's wounds; without a re-roll that is the plain engine."""
    from toolkit.attack.choices import reached

    wound = DieTest(3, critical=5, critical_succeeds=True)
    first = gun("2", wound=wound, damage="D3", deferred=True, after_batch=True, save=saving_throw(4))
    second = gun("2", wound=DieTest(3, critical_succeeds=True), damage="2", save=saving_throw(5))
    unit = DefenceSpec((ModelGroup(3, 3),))
    answer = best_reroll([first, second], unit, exact=True)
    assert answer.without == reached([first, second], unit, answer.goal, exact=True)
    assert answer.value > answer.without


def test_mortal_wounds_and_leaders() -> None:
    wound = DieTest(3, critical=5, critical_succeeds=True)
    unit = DefenceSpec((ModelGroup(2, 2, 5), ModelGroup(1, 3, leader=True)))
    from toolkit.attack.choices import reached

    weapons = [
        gun("2", wound=wound, damage="D3", leaders_first=True, save=saving_throw(4), groups=2),
        gun("1", wound=wound, mortal_on_wound=dice("D3", exact=True), groups=2),
        gun("1", wound=wound, mortal_on_wound=dice("D3", exact=True), mortal_instead=True, groups=2),
    ]
    for goal in (Goal(), Goal("mean slain"), Goal("destroy"), Goal("at least", 2)):
        answer = best_reroll(weapons, unit, goal, exact=True)
        assert answer.without == reached(weapons, unit, goal, exact=True)
        assert answer.gain > 0


def test_what_is_refused() -> None:
    with pytest.raises(SpecError, match="no goal is called 'glory'"):
        Goal("glory")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="at least 0 models"):
        Goal("at least", 0)
    with pytest.raises(SpecError, match=r"needs about [\d,]+ results of rolls here; the limit is 1,500,000"):
        best_reroll([gun("120", hit=DieTest(3), wound=DieTest(3), auto_wound=True, deferred=True)], one_model())
    with pytest.raises(SpecError, match="limit in exact mode is"):
        best_reroll([gun("60", hit=DieTest(3), wound=DieTest(3), auto_wound=True)], one_model(100), exact=True)
    with pytest.raises(SpecError, match="'referee' has no dice here"):
        best_reroll([gun()], one_model(), side="referee")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="knows 2 groups"):
        best_reroll([gun(groups=2)], one_model())


def test_nothing_to_do() -> None:
    assert best_reroll([], one_model(), exact=True).value == 0
    assert best_reroll([gun()], one_model(), exact=True).words == ("The attacker has nothing to re-roll.",)
