"""Nerves: who stands, who runs, who is caught."""

from __future__ import annotations

from toolkit.rules.rule import Rule
from toolkit.systems.t9a_3e.writing import SECOND, of_the_game

_T9A = "toolkit.studies.t9a"


def _courage(name: str, summary: str, by: str, words: str, source: str) -> Rule:
    return of_the_game("Courage", name, summary, f"{_T9A}.{by}", words, source)


COURAGE = (
    _courage("Courage Test", "2D6 of at most the highest Courage in the unit.", "morale:courage_test", "who passes", "Courage tests"),
    _courage(
        "Break Test",
        "A Courage Test of the loser, less the difference of the scores.",
        "morale:break_test",
        "who breaks",
        "Take a Break Test",
    ),
    _courage("Command Test", "A D6 of 3 or more: to rally, to redirect a charge.", "morale:command_test", "who passes", "Command tests"),
    _courage(
        "Flight",
        "2D6 straight on; enemies and impassable ground on the way are dangerous (4+), friends panic.",
        "flight:flight",
        "where it ends",
        "Flee move",
    ),
    _courage(
        "Pursuit",
        "2D6 of pursuit catch a flight of 2D6 that is no longer.",
        "morale:caught",
        "who is caught",
        f"{SECOND}: flee and pursuit; reading pursuit_tie",
    ),
    _courage(
        "Panic Test",
        "Enemy shooting that takes 3 Health Points and a quarter of the unit, a friend that flees through it, a Terror charge.",
        "morale:panic",
        "who is Shaken",
        "Panic tests; reading panic_once",
    ),
    _courage(
        "Shaken",
        "Does nothing of its own will and does not score, until a Command Test rallies it; in a combat it is removed.",
        "rout:rally",
        "for how long",
        "Shaken; its place in the turn was not read",
    ),
    _courage(
        "Fleeing on",
        "A fleeing unit rallies or flees again, until it leaves the table.",
        "rout:rout",
        "what becomes of it",
        "Command tests, flee move",
    ),
    _courage(
        "Decimated",
        "With a quarter of its Health Points or less a unit is removed instead of fleeing.",
        "morale:is_decimated",
        "who is removed",
        "Psychology states; reading decimated_scope",
    ),
    _courage(
        "March Test",
        "With an enemy within 8 inches a march takes a test.",
        "morale:march_test",
        "who marches",
        f"{SECOND}: moving units; reading march_test",
    ),
)
