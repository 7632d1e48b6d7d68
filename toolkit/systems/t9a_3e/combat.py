"""Combat: who strikes when and with what, and what it is worth."""

from __future__ import annotations

from toolkit.rules.rule import Rule
from toolkit.systems.t9a_3e.writing import SECOND, of_the_game

_MELEE, _ATTACK = "toolkit.studies.t9a.melee:melee", "toolkit.studies.t9a.attack:Attack"
_SCORE, _TABLES = "toolkit.studies.t9a.score", "toolkit.systems.t9a_3e.tables"


def _combat(name: str, summary: str, by: str, words: str, source: str) -> Rule:
    return of_the_game("Combat", name, summary, by, words, source)


COMBAT = (
    _combat(
        "Agility Order",
        "Higher Agility strikes first; +1 when charging; equals strike together.",
        _MELEE,
        "the order of the strikes",
        "Set Agility order",
    ),
    _combat(
        "Roll to Hit",
        "Offensive less Defensive Skill: 4 or more 2+, 1 to 3 3+, 0 to -3 4+, less 5+.",
        f"{_TABLES}:hit_need",
        "the roll to hit",
        "Allocating attacks",
    ),
    _combat(
        "Roll to Wound",
        "Strength less Resilience: 2 or more 2+, 1 3+, 0 4+, -1 5+, less 6+.",
        f"{_TABLES}:wound_need",
        "the roll to wound",
        "To-wound rolls",
    ),
    _combat(
        "Armour Save",
        "7 less Armour, plus AP; a natural 1 fails; none where Armour is AP or less.",
        f"{_TABLES}:armour_need",
        "the armour save",
        "Saves",
    ),
    _combat(
        "Special Save",
        "After the armour save, one Aegis or Fortitude.",
        _ATTACK,
        "the special save",
        "Saves; several at once: reading special_saves",
    ),
    _combat(
        "Restricted Attacks",
        "From the second rank, and against enemies in flank or rear, a model makes at most Height attacks.",
        "toolkit.studies.t9a.regiment:Regiment",
        "how many attacks",
        "Which models can attack",
    ),
    _combat(
        "Health Pool",
        "The rank and file share one pool; whole models fall from the rear, the rest of a wound is lost.",
        "toolkit.studies.t9a.regiment:Regiment",
        "who falls",
        "Casualties",
    ),
    _combat(
        "Static Combat Score",
        "Charge, flanks and rears, Proper Ranks up to 4, standards.",
        f"{_SCORE}:static_score",
        "the score before blood",
        "Static combat score",
    ),
    _combat(
        "Casualty Score",
        "A point for each Health Point; who wipes the enemy out has won.",
        _MELEE,
        "the score of the blood",
        "Determine the winner; reading wiped_out",
    ),
    _combat(
        "Proper Ranks",
        "Ranks of at least 5, 5, 5, 3, 3 or 1 models for Height 0 to 5.",
        f"{_SCORE}:proper_ranks",
        "how many ranks count",
        "Combat formation; only Height 1 is public, the rest: reading rank_table",
    ),
    _combat(
        "Steady",
        "More Proper Ranks than each enemy in contact: a Break Test is never worse than -2.",
        f"{_SCORE}:steadiness",
        "whether it is Steady",
        "Combat formation",
    ),
    _combat("Solid", "Three ranks up to Height 2, two above.", f"{_SCORE}:steadiness", "whether it is Solid", "Combat formation"),
    _combat(
        "Advantaged Position",
        "Steady and Solid: no modifier to the Break Test, and +1 to wound, to 3+ at best.",
        _MELEE,
        "+1 to wound",
        "Combat formation; reading advantaged_cap",
    ),
    _combat(
        "Surrounded",
        "Enemies in flank and rear take their Proper Ranks off those of the unit.",
        f"{_SCORE}:steadiness",
        "ranks that are left",
        "Combat formation",
    ),
    _combat(
        "Rounds of Combat",
        "The combat goes on until a unit breaks or is wiped out.",
        "toolkit.studies.t9a.combat:combat",
        "how it ends, and when",
        f"{SECOND}: combat",
    ),
)
