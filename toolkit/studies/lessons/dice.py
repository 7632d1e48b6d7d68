"""Exercises on single dice: modifiers and caps, re-rolls and fishing, critical hits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkit.dice.one_die import WAYS, DieTest
from toolkit.studies.crunch import crunch
from toolkit.studies.exercises import Exercise
from toolkit.studies.lessons.matchups import chance, matchup, mean

_POOR = DieTest(6, modifier=-1)

MODIFIERS = (
    Exercise(
        "A soldier hits on 4+. Two rules add 1 to the hit roll, and a third takes 1 away. How likely is a hit?",
        lambda: DieTest(4, modifier=1 + 1 - 1).odds.chance,
        "Add up every modifier first. Only the total is limited to ±1.",
        "+1 +1 −1 makes +1, which is within the limit. So 3, 4, 5 and 6 hit: 4 of 6 faces.",
        traps=((Fraction(1, 2), "You limited the bonuses to +1 before you took the penalty away. The limit is for the total."),),
    ),
    Exercise(
        "A gun with BS 5+ has Heavy and did not move. Its unit is under Take Aim!, and the target has Stealth. How likely is a hit?",
        lambda: chance(
            crunch(
                matchup(
                    {"skill": "5+", "abilities": ["heavy"]}, {}, rules=["Take Aim!", "Stealth"], remained_stationary=True, phase="shooting"
                ),
                exact=True,
            ),
            "Hit",
        ),
        "One of the three changes the characteristic, the other two change the roll.",
        "Take Aim! makes the characteristic 4+. Heavy adds 1 to the roll, Stealth takes 1 away: nothing is left. 4, 5 and 6 hit.",
        traps=(
            (Fraction(1, 3), "You left out Take Aim!: it improves BS, before any modifier of the roll."),
            (Fraction(2, 3), "One of the three works against you."),
        ),
    ),
    Exercise(
        "Three attacks hit on 6+ with −1 to the hit roll. How likely is at least one hit?",
        lambda: 1 - (1 - _POOR.odds.chance) ** 3,
        "What does an unmodified 6 do? Then find the chance that all three miss.",
        "An unmodified 6 always hits, so each attack misses with 5/6. All three miss with (5/6)³ = 125/216.",
        traps=(
            (Fraction(0), "An unmodified 6 always hits, whatever the modifiers."),
            (Fraction(1, 2), "Three times 1/6 is the average number of hits; two of them may come together."),
        ),
    ),
)


def _hits_per_attack(kind: str) -> Fraction:
    gun = {"skill": "3+", "abilities": ["sustained hits 3"], "modifiers": {"reroll_hits": kind}}
    return mean(crunch(matchup(gun, {}), exact=True).stage("hits"))


REROLLS = (
    Exercise(
        "An attack hits on 3+, and a hit roll of 1 may be re-rolled. How likely is a hit?",
        lambda: DieTest(3, reroll="ones").odds.chance,
        "Split it: hits at once, and hits after a 1.",
        "4/6 hit at once; 1/6 shows a 1 and hits on the second try with 4/6. Together 2/3 + 1/6 × 2/3 = 7/9.",
        traps=(
            (Fraction(8, 9), "That re-rolls every miss. A 2 stays a 2."),
            (Fraction(5, 6), "The second roll can miss too."),
        ),
    ),
    Exercise(
        "You may re-roll any hit roll, and you want 6s so badly that you re-roll everything else. How likely is a 6?",
        lambda: Fraction(DieTest(4, reroll="non_critical").odds.critical, WAYS),
        "A 6 at once, or no 6 and then a 6.",
        "1/6 at once, and 5/6 × 1/6 on the second try: 6/36 + 5/36.",
        traps=((Fraction(1, 3), "Two tries do not simply add up: the second is only made when the first showed no 6."),),
    ),
    Exercise(
        "A weapon hits on 3+ and has Sustained Hits 3; any hit roll may be re-rolled. Either you re-roll only misses, or "
        "everything that is no critical hit. With the better of the two, how many hits does an attack score on average?",
        lambda: max(_hits_per_attack("failed"), _hits_per_attack("non_critical")),
        "For each way, find the chance of a hit and the chance of a 6; each 6 is worth three hits more.",
        "Misses only: hits 8/9, sixes 2/9, so 8/9 + 3 × 2/9 = 14/9 = 56/36. Fishing: hits 26/36, sixes 11/36, so 26/36 + 33/36 = 59/36. "
        "Fishing is a little better.",
        asks="number",
        traps=(
            (Fraction(14, 9), "That is right for re-rolling only misses. Try the other way as well."),
            (Fraction(8, 9), "You have the chance of a hit, without the extra hits."),
        ),
    ),
)


def _gets_through(document: dict[str, Any]) -> Fraction:
    return Fraction(crunch(document, exact=True).damage.at_least(1))


CRITICALS = (
    Exercise(
        "36 attacks hit on 3+ and wound on 6+ (Strength 4, Toughness 8). They have Sustained Hits 1 and Lethal Hits. "
        "How many wounds on average?",
        lambda: mean(
            crunch(
                matchup({"attacks": 36, "abilities": ["sustained hits 1", "lethal hits"]}, {"toughness": 8, "count": 36}), exact=True
            ).stage("wounds")
        ),
        "Six of the 36 attacks are critical. Which hits still roll to wound?",
        "6 critical hits wound at once. 18 plain hits and 6 extra hits roll, and 24 × 1/6 = 4 of them wound: 10 together.",
        asks="number",
        traps=(
            (15, "Only the critical hit itself wounds at once: the extra hits roll to wound."),
            (9, "You left out the extra hits."),
            (5, "You left out Lethal Hits: a critical hit wounds without a roll."),
        ),
    ),
    Exercise(
        "A flamer that never misses (Torrent, Strength 8, AP 0) has Anti-Vehicle 4+ and Devastating Wounds. It makes one attack at a "
        "Vehicle with Toughness 12 and a save of 2+. How likely does the attack get through?",
        lambda: _gets_through(
            matchup(
                {"skill": "N/A", "strength": 8, "abilities": ["torrent", "anti-vehicle 4+", "devastating wounds"]},
                {"toughness": 12, "save": "2+"},
                keywords=["Vehicle"],
            )
        ),
        "Which wound rolls are critical? What does a critical wound do to the save?",
        "4, 5 and 6 are critical wounds, although Strength 8 would need a 5 here: no save. 1, 2 and 3 do not wound at all.",
        traps=(
            (Fraction(1, 12), "A critical wound of this weapon allows no save."),
            (Fraction(1, 3), "Anti-Vehicle makes a 4 a critical wound, too, and a critical wound is a wound."),
            (Fraction(1, 6), "Anti-Vehicle makes more rolls critical than the 6."),
        ),
    ),
    Exercise(
        "One attack hits on 4+, Strength 4 into Toughness 4 with a save of 3+, AP 0. It has Lethal Hits and Devastating Wounds. "
        "How likely does it get through?",
        lambda: _gets_through(matchup({"skill": "4+", "abilities": ["lethal hits", "devastating wounds"]}, {"save": "3+"})),
        "Follow the hit roll of 6 apart from 4 and 5. Does a wound without a wound roll count as a critical wound?",
        "Hit roll 6 (1/6): wounds without a roll, so never critical, and the save fails with 1/3: 1/18. Hit roll 4 or 5 (1/3): a wound "
        "roll of 6 needs no more (1/6), one of 4 or 5 has to pass the save (1/3 × 1/3): 1/3 × 5/18 = 5/54. Together 8/54.",
        traps=(
            (Fraction(5, 36), "That is right without Lethal Hits."),
            (Fraction(7, 27), "A wound that came without a wound roll is no critical wound: its save is rolled."),
            (Fraction(1, 9), "That is right without Devastating Wounds."),
        ),
    ),
)
