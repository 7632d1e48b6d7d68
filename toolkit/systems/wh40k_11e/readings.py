"""Questions that the rules of the 11th edition leave open, each a named switch with the reading that is thought right.

Where the answer changes no number here, `idle` says why. With Indirect Fire the firing unit itself counts as a friend that sees the target.
"""

from __future__ import annotations

from toolkit.rules.system import DamageStep, Reading

READINGS = (
    Reading(
        "devastating_timing",
        "When the mortal wounds of Devastating Wounds land: after the normal damage of their own batch of attacks, or after all attacks "
        "of the unit (activation).",
        "batch", ("batch", "activation"),
    ),
    Reading("snap_hits_critical", "Hits scored in snap shooting are critical hits, as they were before October 2026.", default=False),
    Reading(
        "damage_modifier_order",
        "In which order Damage is modified: all additions before halving and subtracting; subtractions before halving; or only those of "
        "the weapon's own abilities (Melta) before halving. One rounding up at the end.",
        "mul_add_div_sub_roundup", ("mul_add_div_sub_roundup", "mul_add_sub_div_roundup", "melta_div_add_sub_roundup"),
    ),
    Reading(
        "crit_threshold_beats_indirect_floor",
        "With Indirect Fire, a roll that reaches a critical threshold such as 5+ hits even if it is one that Indirect Fire makes fail.",
        default=False,
    ),
    Reading(
        "zero_damage_timing", "When a Damage that a rule sets to 0 is 0: after the save, or before it.", "after_save",
        ("after_save", "before_save"), idle="it decides what the save sets off, never how much damage is dealt",
    ),
    Reading(
        "save_ability_scope",
        "Whose abilities count that single models have for the saves of the unit: those of the first group when the dice are rolled, or of "
        "each group when a die comes to it.",
        "first_group_when_rolled", ("first_group_when_rolled", "each_group"),
        idle="saves are given by profile, and no rule here is an ability of single models for the saves of others",
    ),
    Reading(
        "conversion",
        "From where on Conversion works: beyond the distance that the weapon names (a fact of the situation), or beyond half range.",
        "explicit_distance", ("explicit_distance", "half_range"),
    ),
    Reading(
        "charge_geometry",
        "How far a charge has to go: the straight distance. Its chance is an upper bound: paths, terrain and reaching every target can "
        "only lower it.",
        "straight_line", ("straight_line",), idle="a matchup has no charge; chances of charges are those of the roll",
    ),
    Reading(
        "allocation_order",
        "Who decides in which order the profiles of the target are attacked: the defender, as suits best, or the document that lists them.",
        "defender_minimises", ("defender_minimises", "as_listed"),
    ),
    Reading(
        "allocation_objective",
        "What players who choose want much or little of: mean models slain, mean wounds removed, or the chance of destroying the unit.",
        "slain", ("slain", "damage", "destroyed"),
    ),
    Reading(
        "lethal_policy",
        "Whether the attacker takes the automatic wounds of Lethal Hits: whichever is better for each weapon, always, or never.",
        "attacker_best", ("attacker_best", "always", "never"),
    ),
    Reading(
        "reroll_policy",
        "What Twin-linked re-rolls: failed wound rolls, or all that are not critical (fishing for critical wounds).",
        "failures", ("failures", "fishing"),
    ),
    Reading(
        "rules_date",
        "Which state of the rules counts: that of October 2026, or that of June 2026, when hits in snap shooting were critical and light "
        "terrain hid nobody.",
        "2026-10", ("2026-10", "2026-06"),
    ),
)  # fmt: skip

DAMAGE_ORDERS: dict[str, tuple[DamageStep, ...]] = {
    "mul_add_div_sub_roundup": ("add", "halve", "subtract"),
    "mul_add_sub_div_roundup": ("add", "subtract", "halve"),
    "melta_div_add_sub_roundup": ("add_of_weapon", "halve", "add_of_others", "subtract"),
}
