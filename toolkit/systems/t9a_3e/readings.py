"""Questions that the public text of The Ninth Age leaves open, or answers in its 2nd edition only."""

from __future__ import annotations

from toolkit.rules.system import Reading

READINGS = (
    Reading("edition", "Which edition's numbers count where both are known.", "3e", ("3e", "2e")),
    Reading("ambush_corners", "How many corners must be near the chosen point; the figure says all.", "three", ("three", "all")),
    Reading("ambush_radius", "Inches around the chosen point.", "6", ("6", "8")),
    Reading("ambush_open_terrain_point", "What an open terrain point is.", "anywhere_clear", ("anywhere_clear", "refuse")),
    Reading("march_test", "Whether a march near enemies takes a test.", "off", ("off", "2e")),
    Reading("dangerous_when", "Who throws for dangerous terrain.", "unit_at_end_of_move", ("unit_at_end_of_move", "2e_per_model")),
    Reading("dangerous_x", "The number of dangerous terrain has no default; give it.", "explicit", ("explicit",)),
    Reading("advantaged_cap", "+1 to wound: never beyond 3+ and never worse, or 2+ becomes 3+.", "never_better", ("never_better", "caps")),
    Reading("swiftstride", "Whether Swiftstride maximises charges.", "maximised", ("maximised", "none")),
    Reading("special_saves", "Of several special saves, the best one or all.", "best", ("best", "all")),
    Reading("multiple_wounds_cap", "Multiplied wounds stop at the Health Points of a model, or at nothing.", "hp", ("hp", "none")),
    Reading("attribute_text", "Attributes known from the 2nd edition only: counted with its text, or refused.", "2e", ("2e", "refuse")),
    Reading(
        "wiped_out", "Who wins where a unit is wiped out: who is left, or the score, with or without a point for it.", "survivor_wins",
        ("survivor_wins", "point", "by_score"),
    ),
    Reading("pursuit_tie", "Whether an equal pursuit catches.", "caught", ("caught", "escapes")),
    Reading("decimated_scope", "Whose starting Health Points count.", "own_unit", ("own_unit", "combined_unit")),
    Reading(
        "ranks_counted", "When Proper Ranks, Steady and Solid are counted for the score and the Break Test.", "start_of_round",
        ("start_of_round", "after_casualties"),
    ),
    Reading("rank_table", "How wide a Proper Rank is.", "C5", ("C5", "user")),
    Reading("panic_once", "Whether a passed Panic Test spares the unit for the phase.", "once", ("once", "every_trigger")),
    Reading("arrival_charge", "Whether a unit may charge in the turn it arrives from ambush.", "no", ("no", "yes")),
)  # fmt: skip
"""The defaults come first."""
DEFAULTS = {each.key: each.default for each in READINGS}
