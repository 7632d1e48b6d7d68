"""Exercises beside the attack: charges, battle-shock, and the two editions."""

from __future__ import annotations

from fractions import Fraction

from toolkit.dice.pools import dice
from toolkit.studies.crunch import crunch
from toolkit.studies.exercises import Exercise
from toolkit.studies.lessons.matchups import chance, matchup
from toolkit.studies.rolls import advance, battle_shock, charge, charge_at, charge_needs, is_weakened
from toolkit.systems.wh40k_11e import rolls as eleventh

CHARGES = (
    Exercise(
        "A unit arrives by Deep Strike, a little more than 9 inches away, and charges in the same turn (10th edition). "
        "With a Command Re-roll, how likely does it get there?",
        lambda: Fraction(charge(charge_needs(9, just_over=True), reroll="whole", exact=True).chance),
        "It has to come within 1 inch, so 2D6 has to show 9 or more. A Command Re-roll rolls both dice again.",
        "9 or more: 10 of 36. With a second try 1 − (26/36)² = 155/324.",
        traps=(
            (Fraction(5, 18), "That is right without the re-roll."),
            (Fraction(5, 9), "Two tries do not simply add up: the second is only made when the first failed."),
            (Fraction(113, 216), "That re-rolls one die and keeps the other. A charge is rolled again as a whole."),
        ),
    ),
    Exercise(
        "A charge is declared against two units, 5 and 8 inches away (10th edition). How likely does it succeed?",
        lambda: Fraction(charge_at([5, 8], exact=True).chance),
        "It has to reach both, and reaching means coming within 1 inch.",
        "The farther one needs a 7: 21 of 36.",
        traps=(
            (Fraction(11, 12), "That reaches the nearer one only. The charge fails unless it reaches both."),
            (Fraction(5, 12), "Reaching means coming within 1 inch: for 8 inches a 7 is enough."),
            (Fraction(77, 144), "There is only one roll for both: if it reaches the farther one, it reaches the nearer one."),
        ),
    ),
    Exercise(
        "A unit with a Move of 6 inches Advances. Give the distribution of the distance, as dice or as a list.",
        lambda: advance(6, exact=True).distance,
        "One die is added to the Move. Write it like 2D6+3.",
        "Move and one D6: D6+6, every distance from 7 to 12 with 1/6.",
        traps=(
            (dice("2D6", exact=True), "The Move is fixed: only the addition is rolled."),
            (dice("D6", exact=True), "That is only what the Advance adds."),
        ),
    ),
)


def _shocked(starting: int, left: int, leadership: int) -> Fraction:
    return 1 - Fraction(battle_shock(leadership, exact=True)) if is_weakened(starting, left) else Fraction(0)


BATTLE_SHOCK = (
    Exercise(
        "A unit with Leadership 7+ has 4 of its 10 models left (10th edition). How likely is it battle-shocked?",
        lambda: _shocked(10, 4, 7),
        "It has to roll its Leadership or more with 2D6. You are asked for the chance that it does not.",
        "2D6 shows 7 or more in 21 of 36 ways, so it fails in 15.",
    ),
    Exercise(
        "Another unit with Leadership 7+ has 5 of its 10 models left (10th edition). How likely is it battle-shocked?",
        lambda: _shocked(10, 5, 7),
        "Does it have to test at all?",
        "The 10th edition asks only units below half of what they started with. Five of ten is exactly half: no test.",
        traps=((Fraction(5, 12), "It would be, if it had to test. In this edition half is not below half."),),
    ),
    Exercise(
        "Two models of five are left on an objective, each with Objective Control 2 and Leadership 6+. The enemy has 3 there. "
        "After the Battle-shock test, how likely does the unit still hold the objective (10th edition)?",
        lambda: Fraction(battle_shock(6, exact=True)),
        "Two of five is below half. What is left of Objective Control with the test passed, and with the test failed?",
        "Passed: 4 against 3, the objective is held. Failed: 0. So it is the chance of 6 or more with 2D6: 26 of 36.",
        traps=(
            (Fraction(1), "The unit has to test first: battle-shocked, it has no Objective Control at all."),
            (Fraction(7, 12), "That is Leadership 7+."),
        ),
    ),
)


def _hazard() -> Fraction:
    document = matchup({"count": 2, "abilities": ["hazardous"]}, {}, system="wh40k_11e")
    hazard = crunch(document, exact=True).hazard
    assert hazard is not None
    return Fraction(hazard.at_least(1))


EDITIONS = (
    Exercise(
        "In the 11th edition a gun with BS 3+ shoots at a target in cover, with −1 to hit from another rule. How likely is a hit?",
        lambda: chance(
            crunch(matchup({"modifiers": {"hit": -1}}, {}, system="wh40k_11e", target_in_cover=True), exact=True),
            "Hit",
        ),
        "Cover changes another number than it used to, and the limit of ±1 is for rolls only.",
        "Cover makes the characteristic 4+, and the −1 to the roll comes on top: 5 and 6 hit.",
        traps=((Fraction(1, 2), "Cover worsens BS, so that it does not share the limit of ±1 with the other rule."),),
    ),
    Exercise(
        "Two models of an Infantry unit fire Hazardous weapons (11th edition). How likely does the unit suffer at least one mortal wound?",
        _hazard,
        "A hazard roll fails more often than the test of the 10th edition did.",
        "Each roll fails on 1 or 2. Both are passed with (2/3)² = 4/9, so 5/9 is left.",
        traps=(
            (Fraction(11, 36), "That is the 10th edition, where only a 1 fails."),
            (Fraction(2, 3), "Two chances do not simply add up: both may fail."),
        ),
    ),
    Exercise(
        "A unit with Leadership 7+ has 5 of its 10 models left (11th edition). How likely is it battle-shocked by its next test?",
        lambda: (
            1 - Fraction(battle_shock(7, numbers=eleventh.BATTLE_SHOCK, exact=True))
            if is_weakened(10, 5, numbers=eleventh.BATTLE_SHOCK)
            else Fraction(0)
        ),
        "Who has to test has changed.",
        "In the 11th edition a unit at half tests as well: 15 of 36 rolls of 2D6 are below 7.",
        traps=((Fraction(0), "That is the 10th edition. Now half is enough for a test."),),
    ),
)
