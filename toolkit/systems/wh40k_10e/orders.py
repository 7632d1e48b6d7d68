"""The six Orders and who gives them. A unit is under one at a time; the newest replaces the one before."""

from __future__ import annotations

from typing import Literal

from toolkit.rules.rule import ChangeCharacteristic, Condition, Effect, NoEffectOnDice, Rule, WeaponHas, WeaponIs
from toolkit.rules.use import Either, Is, Keywords, MayOrder, Use, Window, Within

_ARRIVED = Either((Is("partner", "disembarked"), Is("partner", "set up")), "the OFFICER neither disembarked nor was set up this phase")

VOICE_OF_COMMAND = Use(
    (Window(("command",)), Window(turn="either", at=("end of the phase",), needs=(_ARRIVED,))),
    (Keywords("partner", ("Officer",)), Within("partner", 6), Is("unit", "battle-shocked", False), MayOrder()),
    once="",  # an OFFICER's datasheet says how many orders it gives
    follows=("until the start of your next Command phase, unless a newer Order replaces it or the unit becomes battle-shocked",),
    partner="the OFFICER",
    despite_shock=True,  # a need of its own says so in the words of orders
)


def _order(
    name: str, summary: str, *effects: Effect, when: Condition | None = None, side: Literal["attacker", "defender"] = "attacker"
) -> Rule:
    slug = name.lower().replace("!", "").replace(",", "").replace(" ", "-")
    source = f"Astra Militarum, Voice of Command: {name}"
    return Rule(f"wh40k_10e.order.{slug}", name, "Orders", side, summary, source, effects, when, use=VOICE_OF_COMMAND)


ORDERS = (
    _order("Move! Move! Move!", "+3 inches Move.", NoEffectOnDice("how far the unit moves")),
    _order("Fix Bayonets!", "Improve Weapon Skill by 1.", ChangeCharacteristic("skill", 1), when=WeaponIs("melee")),
    _order("Take Aim!", "Improve Ballistic Skill by 1.", ChangeCharacteristic("skill", 1), when=WeaponIs("ranged")),
    _order(
        "First Rank, Fire! Second Rank, Fire!", "+1 attack for Rapid Fire weapons.",
        ChangeCharacteristic("attacks", 1), when=WeaponHas("wh40k_10e.weapon.rapid-fire", "Rapid Fire"),
    ),
    _order("Take Cover!", "Improve the unit's own Save by 1, to 3+ at best.", ChangeCharacteristic("save", 1, best=3), side="defender"),
    _order("Duty and Honour!", "Improve Leadership and Objective Control by 1.", NoEffectOnDice("Leadership and Objective Control")),
)  # fmt: skip

ARMY_RULES = (
    Rule(
        "wh40k_10e.army.voice-of-command", "Voice of Command", "Army rules", "any",
        "An Officer gives an Order to a unit within 6 inches; each unit is under the newest, until battle-shocked.",
        "Astra Militarum, Voice of Command", (NoEffectOnDice("who is under which Order"),), use=VOICE_OF_COMMAND,
    ),
)  # fmt: skip
