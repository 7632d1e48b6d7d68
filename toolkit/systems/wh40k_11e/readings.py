"""Questions that the rules of the 11th edition leave open, each a named switch with the reading that is thought right.

No switch is needed where the answer changes no number here: when a Damage of 0 counts (it touches triggers only), abilities of single
models that improve saves (a scenario gives saves by profile), from what distance Conversion works (a fact of the situation), and how
straight a charge is (chances of a charge are those of its roll alone). With Indirect Fire the firing unit itself counts as a friend that
sees the target.
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
        "Which state of the rules counts: that of October 2026, or that of June 2026, when hits in snap shooting were critical.",
        "2026-10", ("2026-10", "2026-06"),
    ),
)  # fmt: skip

DAMAGE_ORDERS: dict[str, tuple[DamageStep, ...]] = {
    "mul_add_div_sub_roundup": ("add", "halve", "subtract"),
    "mul_add_sub_div_roundup": ("add", "subtract", "halve"),
    "melta_div_add_sub_roundup": ("add_of_weapon", "halve", "add_of_others", "subtract"),
}
