"""What units and their attacks have. Of the 3rd edition no text of attributes is public: what they do is of the 2nd."""

from __future__ import annotations

from toolkit.systems.t9a_3e.writing import SECOND, attribute, no_number

_TEXT = f"{SECOND}: attributes"
_SPECIAL = f"{SECOND}: special attacks"

ATTRIBUTES = (
    attribute("Aegis {x}+", "A special save of x or more.", "aegis", "{x}", "special save of {x}+", _TEXT, example="Aegis 4+"),
    attribute(
        "Fortitude {x}+",
        "A special save of x or more; not against Flaming Attacks and the sixes of Lethal Strike.",
        "fortitude",
        "{x}",
        "special save of {x}+",
        _TEXT,
        example="Fortitude 4+",
    ),
    attribute(
        "Flammable", "Flaming Attacks re-roll failed rolls to wound against it.", "flammable", True, "wounded more easily by fire", _TEXT
    ),
    attribute(
        "Hatred", "Failed rolls to hit are re-rolled in the first round of a combat.", "hatred", True, "re-roll failed rolls to hit", _TEXT
    ),
    attribute("Battle Focus", "A natural 6 to hit scores one hit more.", "battle_focus", True, "one more hit on a natural 6", _TEXT),
    attribute(
        "Poison",
        "A natural 6 to hit wounds by itself; only one hit does if it scores several.",
        "poison",
        True,
        "a natural 6 to hit wounds without a roll",
        _TEXT,
        aliases=("Poison Attacks",),
    ),
    attribute("Lethal Strike", "A natural 6 to wound has AP 10.", "lethal_strike", True, "AP 10 on a natural 6 to wound", _TEXT),
    attribute(
        "Flaming Attacks",
        "Re-rolls failed rolls to wound against Flammable targets and bars Fortitude.",
        "flaming",
        True,
        "made of fire",
        _TEXT,
        aliases=("Flaming",),
    ),
    attribute(
        "Divine Attacks", "Successful Aegis saves are re-rolled.", "divine", True, "Aegis saves are re-rolled", _TEXT, aliases=("Divine",)
    ),
    attribute(
        "Multiple Wounds {x}",
        "Each unsaved wound becomes x, at most the Health Points of a model.",
        "multiple_wounds",
        "{x}",
        "each unsaved wound becomes {x}",
        _TEXT,
        example="Multiple Wounds D3",
    ),
    attribute(
        "Lightning Reflexes",
        "+1 to hit; with a Great Weapon it strikes at its own Agility instead.",
        "lightning_reflexes",
        True,
        "+1 to hit",
        _TEXT,
    ),
    attribute("Distracting", "-1 to hit it in combat.", "distracting", True, "-1 to be hit in combat", _TEXT),
    attribute(
        "Parry",
        "Against attacks from the front: +1 Defensive Skill, or the Offensive Skill of the attacker if better.",
        "parry",
        True,
        "Defensive Skill raised against the front",
        _TEXT,
    ),
    attribute("Great Weapon", "Strikes at Agility 0.", "great_weapon", True, "strikes last", f"{SECOND}: weapons"),
    attribute(
        "Fight in Extra Rank",
        "One more rank makes supporting attacks.",
        "supporting_ranks",
        2,
        "two supporting ranks",
        _TEXT,
        aliases=("Fight in Extra Rank 1",),
    ),
    attribute(
        "Impact Hits {x}",
        "x automatic hits of each model of the first rank at Agility 10, on charging, to the front.",
        "impact_hits",
        "{x}",
        "{x} hits when it charges",
        _SPECIAL,
        example="Impact Hits D3",
    ),
    attribute(
        "Grind Attacks {x}",
        "x automatic hits of each model of the first rank, at its own Agility.",
        "grind",
        "{x}",
        "{x} hits",
        _SPECIAL,
        example="Grind Attacks D3",
    ),
    attribute(
        "Stomp Attacks {x}",
        "x automatic hits of each model of the first rank at Agility 0, on enemies of Standard Height.",
        "stomp",
        "{x}",
        "{x} hits, last",
        _SPECIAL,
        example="Stomp Attacks D6",
    ),
    attribute(
        "Breath Attack {x}",
        "x automatic hits, 2D6 where no number is printed, once in the battle.",
        "breath",
        "{x}",
        "{x} hits",
        _SPECIAL,
        example="Breath Attack 2D6",
        without_number="2D6",
        aliases=("Breath Attack",),
    ),
    attribute("Standard Bearer", "+1 to the combat score.", "standard", True, "+1 to the combat score", "Static combat score"),
    attribute(
        "Battle Standard Bearer", "+1 to the combat score.", "battle_standard", True, "+1 to the combat score", "Static combat score"
    ),
    attribute(
        "Light Troops",
        "No Proper Ranks, never Steady nor Solid; reforms further.",
        "light_troops",
        True,
        "no Proper Ranks",
        "Ambush and Light Troops",
    ),
    attribute("Accurate", "No penalty for long range.", "accurate", True, "no penalty for long range", "To-hit modifiers"),
    attribute("Quick to Fire", "No penalty for moving.", "quick_to_fire", True, "no penalty for moving", "To-hit modifiers"),
    attribute(
        "Unwieldy {x}",
        "A further -x to hit after moving.",
        "unwieldy",
        "{x}",
        "a further -{x} after moving",
        "To-hit modifiers",
        example="Unwieldy 1",
    ),
    attribute(
        "Hard Target {x}",
        "-x to hit it by shooting.",
        "hard_target",
        "{x}",
        "-{x} to be hit by shooting",
        "To-hit modifiers",
        example="Hard Target 1",
    ),
    no_number("Magical Attacks", "A mark that other rules ask for.", "only other rules ask for it", _TEXT, aliases=("Magical",)),
    no_number(
        "March and Shoot", "May shoot after a march.", "whether a unit shoots at all; say so by giving its shots", "To-hit modifiers"
    ),
    no_number("Scoring", "Holds objectives.", "objectives", f"{SECOND}: scoring"),
    attribute("Swiftstride", "Charges, flight and pursuit are Maximised.", "swiftstride", True, "flight and pursuit are Maximised", _TEXT),
    no_number("Terror", "What it charges takes a Panic Test.", "nerves before the combat; see the Panic Test", "Panic Test"),
)
