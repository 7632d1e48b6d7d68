"""Exercises on what hits turn into: saves, damage, and the one Command Re-roll."""

from __future__ import annotations

from fractions import Fraction

from toolkit.dice.pmf import Pmf
from toolkit.studies.crunch import crunch
from toolkit.studies.exercises import Exercise
from toolkit.studies.lessons.matchups import chance, matchup, mean, unsaved
from toolkit.studies.policy import command_reroll, reroll_damage

SAVES = (
    Exercise(
        "A target with a save of 3+ stands in cover and is hit by a weapon with AP 0. How likely does a wound get through?",
        lambda: chance(crunch(matchup({}, {"save": "3+"}, target_in_cover=True), exact=True), "Save"),
        "Cover has an exception for good armour.",
        "A save of 3+ or better gains nothing from cover against AP 0. So it fails on 1 and 2.",
        traps=((Fraction(1, 6), "Against AP 0, a save of 3+ gains nothing from cover."),),
    ),
    Exercise(
        "A target has a save of 4+ and an invulnerable save of 5+, and stands in cover. The weapon has AP −3. "
        "How likely does a wound get through?",
        lambda: chance(
            crunch(matchup({"ap": -3}, {"save": "4+", "invulnerable": "5+"}, target_in_cover=True), exact=True),
            "Save",
        ),
        "Work out the armour with AP and cover. Then choose the better of the two saves.",
        "AP makes the armour 7+, cover makes it 6+; the invulnerable save of 5+ is better, and neither AP nor cover changes it. "
        "It fails on 1 to 4.",
        traps=(
            (Fraction(5, 6), "That is the armour in cover. The invulnerable save is better."),
            (Fraction(1, 2), "Cover helps the armour, not the invulnerable save."),
            (Fraction(1), "The invulnerable save takes no notice of AP."),
        ),
    ),
    Exercise(
        "Four wounds with AP −1 go onto a unit with a save of 3+ in cover. How likely does the unit save all four?",
        lambda: (1 - chance(crunch(matchup({"ap": -1}, {"save": "3+"}, target_in_cover=True), exact=True), "Save")) ** 4,
        "Does cover count here? Then multiply the chance of one save four times.",
        "Against AP −1 cover counts, even for 3+: it takes the AP back, and each save works with 2/3. (2/3)⁴ = 16/81.",
        traps=(
            (Fraction(1, 16), "Cover counts here: the exception for good armour is only against AP 0."),
            (Fraction(2, 3), "That is one save. All four have to work."),
        ),
    ),
)


def _two_d3() -> Pmf:
    return unsaved(2, matchup({"damage": "D3"}, {"count": 5, "wounds": 2})).slain


DAMAGE = (
    Exercise(
        "Three attacks of 10 damage each get through to a unit of models with 11 wounds. How many wounds does the unit lose?",
        lambda: mean(unsaved(3, matchup({"damage": 10}, {"count": 3, "wounds": 11})).damage),
        "Put the packets down one at a time. A wounded model is hit again, and what is more than it has left is lost.",
        "The first takes 10 from one model. The second takes its last wound, and 9 are lost. The third takes 10 from the next model.",
        asks="number",
        traps=(
            (30, "That is the damage rolled. The second attack has only one wound left to take."),
            (22, "The third attack does 10, and the next model has 11."),
            (20, "The second attack takes one wound from the first model, too."),
        ),
    ),
    Exercise(
        "One attack with damage D3 gets through to a model with 2 wounds and feel no pain 5+. How likely is the model slain?",
        lambda: Fraction(unsaved(1, matchup({"damage": "D3"}, {"wounds": 2, "feel_no_pain": "5+"})).slain.at_least(1)),
        "Treat damage 2 and damage 3 apart. Feel no pain rolls a die for every point.",
        "Damage 2 (1/3): both dice have to fail, 4/9. Damage 3 (1/3): at least two of three have to fail, 20/27. "
        "1/3 × (4/9 + 20/27) = 32/81.",
        traps=(
            (Fraction(2, 3), "That is right without feel no pain."),
            (Fraction(4, 9), "Feel no pain rolls for every point of damage, not for the attack."),
            (Fraction(8, 27), "With damage 3, one point may be ignored and the model is slain all the same."),
        ),
    ),
    Exercise(
        "Two attacks with damage D3 get through to a unit of models with 2 wounds. Give the distribution of models slain.",
        _two_d3,
        "What can the first attack leave? And what does the second need then? Write 0: ..., 1: ..., 2: ...",
        "With 2 or 3 (2/3) the first attack slays, and the second slays again with 2/3: two models with 4/9. "
        "With a 1 (1/3) the second attack always finishes the wounded model. So one model with 1/3 + 2/3 × 1/3 = 5/9, and never none.",
        traps=(
            (
                Pmf({0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}),
                "After a 1, the second attack goes onto the wounded model, and any roll slays it.",
            ),
        ),
    ),
)

_SHOT = matchup({"skill": "4+", "strength": 5}, {})
_FLAMES = matchup({"attacks": 2, "skill": "N/A", "abilities": ["torrent"]}, {"save": "4+"})

COMMAND_REROLL = (
    Exercise(
        "One attack hits on 4+ and wounds on 3+; the target has one wound and no save. With one Command Re-roll, used as well as possible, "
        "how likely is it slain?",
        lambda: Fraction(command_reroll(_SHOT, "destroy", exact=True).value),
        "After a miss you spend it on the hit. After a hit you still have it for the wound.",
        "Miss (1/2): re-roll, then hit and wound, 1/2 × 2/3 = 1/3. Hit (1/2): wound with a second try, 8/9. 1/2 × 1/3 + 1/2 × 8/9 = 11/18.",
        traps=(
            (Fraction(1, 3), "That is right without the re-roll."),
            (Fraction(1, 2), "You re-roll the hit. If the attack hits at once, the re-roll is still yours for the wound."),
            (Fraction(4, 9), "You keep it for the wound even after a miss, when there is nothing to wound with."),
            (Fraction(2, 3), "One re-roll cannot serve both rolls."),
        ),
    ),
    Exercise(
        "One attack with damage D6+1 got through to a model with 5 wounds left. You want to remove as many wounds as possible on average. "
        "Up to which result do you re-roll the damage?",
        lambda: reroll_damage(matchup({"damage": "D6+1"}, {"wounds": 5}))[4].mean_up_to,
        "What does a new roll remove on average? Everything above 5 counts as 5.",
        "A new roll removes 2, 3, 4, 5, 5 or 5: 4 on average. So re-roll 2 and 3; with a 4 it makes no "
        "difference, and you keep your re-roll.",
        asks="number",
        traps=((4, "The average of D6+1 is 4.5, but a roll of 6 or 7 removes only the 5 wounds that are there."),),
    ),
    Exercise(
        "Two attacks hit without a roll (Torrent), wound on 4+ and are saved on 4+; the target is one model with one wound. Its player may "
        "use one Command Re-roll on a failed save. How likely is the model slain?",
        lambda: Fraction(command_reroll(_FLAMES, "destroy", exact=True, side="defender").value),
        "Go through no, one and two wounds. With two wounds, one failed save can be mended, two cannot.",
        "No wound (1/4): alive. One (1/2): slain when the save fails twice, 1/4. Two (1/4): saved if both saves work, or one fails and its "
        "re-roll works, 1/4 + 1/2 × 1/2 = 1/2. Slain: 1/2 × 1/4 + 1/4 × 1/2 = 1/4.",
        traps=((Fraction(7, 16), "That is right without the re-roll."),),
    ),
)
