"""Nerves: who stands, who runs, who is caught."""

from __future__ import annotations

from toolkit.rules.rule import Rule
from toolkit.systems.t9a_3e.writing import SECOND, of_the_game

_MORALE = "toolkit.studies.t9a.morale"


def _courage(name: str, summary: str, by: str, words: str, source: str) -> Rule:
    return of_the_game("Courage", name, summary, f"{_MORALE}:{by}", words, source)


COURAGE = (
    _courage("Courage Test", "2D6 of at most the highest Courage in the unit.", "courage_test", "who passes", "Courage tests"),
    _courage(
        "Break Test", "A Courage Test of the loser, less the difference of the scores.", "break_test", "who breaks", "Take a Break Test"
    ),
    _courage("Command Test", "A D6 of 3 or more: to rally, to redirect a charge.", "command_test", "who passes", "Command tests"),
    _courage(
        "Pursuit",
        "2D6 of pursuit catch a flight of 2D6 that is no longer.",
        "caught",
        "who is caught",
        f"{SECOND}: flee and pursuit; reading pursuit_tie",
    ),
    _courage(
        "Panic Test",
        "Enemy shooting that takes 3 Health Points and a quarter of the unit calls for a test; who fails is Shaken.",
        "panic_test",
        "who is Shaken",
        "Panic tests",
    ),
    _courage(
        "Decimated",
        "With a quarter of its Health Points or less a unit is removed instead of fleeing.",
        "is_decimated",
        "who is removed",
        "Psychology states; reading decimated_scope",
    ),
    _courage(
        "March Test",
        "With an enemy within 8 inches a march takes a test.",
        "march_test",
        "who marches",
        f"{SECOND}: moving units; reading march_test",
    ),
)
