"""The six Orders. A unit is under one at a time; the newest replaces the one before. From community data of the 11th edition."""

from __future__ import annotations

from typing import Literal

from toolkit.rules.rule import ChangeCharacteristic, Condition, Effect, NoEffectOnDice, Rule, WeaponHas, WeaponIs


def _order(
    name: str, summary: str, *effects: Effect, when: Condition | None = None, side: Literal["attacker", "defender"] = "attacker"
) -> Rule:
    slug = name.lower().replace("!", "").replace(",", "").replace(" ", "-")
    return Rule(f"wh40k_11e.order.{slug}", name, "Orders", side, summary, f"Astra Militarum, Voice of Command: {name}", effects, when)


ORDERS = (
    _order("Move! Move! Move!", "+3 inches Move.", NoEffectOnDice("how far the unit moves")),
    _order("Fix Bayonets!", "Improve Weapon Skill by 1.", ChangeCharacteristic("skill", 1), when=WeaponIs("melee")),
    _order("Take Aim!", "Improve Ballistic Skill by 1.", ChangeCharacteristic("skill", 1), when=WeaponIs("ranged")),
    _order(
        "First Rank, Fire! Second Rank, Fire!", "+1 attack for Rapid Fire weapons.",
        ChangeCharacteristic("attacks", 1), when=WeaponHas("wh40k_11e.weapon.rapid-fire", "Rapid Fire"),
    ),
    _order("Take Cover!", "Improve the unit's own Save by 1, to 3+ at best.", ChangeCharacteristic("save", 1, best=3), side="defender"),
    _order("Duty and Honour!", "Improve Leadership and Objective Control by 1.", NoEffectOnDice("Leadership and Objective Control")),
)  # fmt: skip
