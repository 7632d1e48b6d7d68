"""Shooting: what hits, and what a volley costs."""

from __future__ import annotations

from toolkit.rules.rule import Rule
from toolkit.systems.t9a_3e.writing import of_the_game

_SHOOTING = "toolkit.studies.t9a.shooting"


def _shooting(name: str, summary: str, by: str, words: str, source: str) -> Rule:
    return of_the_game("Shooting", name, summary, by, words, source)


SHOOTING = (
    _shooting(
        "Aim",
        "Aim of x+; -1 beyond half range, -1 after moving or arriving, -1 soft cover, -2 hard cover; a 7 cannot hit, a natural 1 misses.",
        f"{_SHOOTING}:aim_need",
        "the roll to hit",
        "To-hit modifiers",
    ),
    _shooting(
        "Volley", "Hits wound, armour and special saves stop, whole models fall.", f"{_SHOOTING}:volley", "what falls", "Saves, casualties"
    ),
)
