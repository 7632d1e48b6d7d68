"""Movement: charges, dangerous ground, ambush and Light Troops."""

from __future__ import annotations

from toolkit.rules.rule import Rule
from toolkit.systems.t9a_3e.writing import of_the_game

_CHARGE, _LIGHT = "toolkit.studies.t9a_charge:t9a_charge", "toolkit.studies.light_troops"
_AMBUSH, _PLACE = "toolkit.studies.ambush_arrival", "toolkit.battlefield.ambush"


def _moves(name: str, summary: str, by: str, words: str, source: str) -> Rule:
    return of_the_game("Movement", name, summary, by, words, source)


def _ambush(name: str, summary: str, by: str, words: str) -> Rule:
    return of_the_game("Ambush", name, summary, by, words, f"Ambush and Light Troops: {name.lower()}")


def _light(name: str, summary: str, by: str, words: str) -> Rule:
    return of_the_game("Light Troops", name, summary, f"{_LIGHT}:{by}", words, f"Ambush and Light Troops: {name.lower()}")


MOVEMENT = (
    _moves("Charge Range", "D6 + 4 + Charge Speed; 2D6 + Advance Rate in the 2nd edition.", _CHARGE, "whether it arrives", "Charge moves"),
    _moves(
        "Charge Reactions",
        "A target that flees runs 2D6 before the charge; its charger may redirect on a Command Test.",
        "toolkit.studies.t9a_charge:flee_reaction",
        "who is reached",
        "Charge moves, command tests",
    ),
    _moves(
        "Redirected Charge",
        "Once in a phase, on a Command Test.",
        "toolkit.studies.t9a_charge:redirect",
        "whether another target is reached",
        "Command tests",
    ),
    _moves(
        "Maximised and Minimised",
        "One more die each, the lowest or highest dropped; they stack and cancel.",
        "toolkit.studies.t9a.morale:two_dice",
        "the roll",
        "Dice",
    ),
    _moves(
        "Dangerous Terrain",
        "At the end of the move one die for every two models and Height; each X+ wounds at AP 10.",
        "toolkit.studies.t9a.dangerous:dangerous_terrain",
        "what is lost",
        "Terrain rules; readings dangerous_when, dangerous_x",
    ),
    _moves(
        "Unit Spacing",
        "More than 1 inch from units and impassable ground at rest.",
        "toolkit.battlefield.spacing:near",
        "who stands too close",
        "Unit spacing",
    ),
)
AMBUSH = (
    _ambush("Ambush Arrival", "From turn 2 on a 3+, in turns 5 and 6 without a roll.", f"{_AMBUSH}:arrival", "when it arrives"),
    _ambush(
        "Ambush Placement",
        "Three corners within 6 inches of the chosen point, nothing between it and the unit.",
        f"{_PLACE}:ambush_placement",
        "where it may stand",
    ),
)
LIGHT_TROOPS = (
    _light(
        "Light Troops Reform",
        "The centre moves up to twice the Mobility; beyond the Mobility it counts as a march.",
        "reform",
        "how far it goes",
    ),
    _light(
        "Light Troops Shooting", "A Reform is a move for shooting, no march.", "shooting_after_reform", "whether and how well it shoots"
    ),
    _light("Light Troops Ranks", "No Proper Ranks, never Steady nor Solid.", "ranks", "what it forfeits"),
)
