"""Warhammer 40,000, 10th edition. Unofficial: numbers and mechanics in our own words."""

from __future__ import annotations

from toolkit.rules.system import Reading, System
from toolkit.systems.wh40k_10e.core import CORE, FACTS, wound_need
from toolkit.systems.wh40k_10e.detachments import DETACHMENTS
from toolkit.systems.wh40k_10e.movement import AFTER_DEATH, MOVEMENT
from toolkit.systems.wh40k_10e.orders import ARMY_RULES, ORDERS
from toolkit.systems.wh40k_10e.reserves import RESERVES
from toolkit.systems.wh40k_10e.stratagems import STRATAGEMS
from toolkit.systems.wh40k_10e.unit_abilities import UNIT_ABILITIES
from toolkit.systems.wh40k_10e.weapon_abilities import WEAPON_ABILITIES

SYSTEM = System(
    id="wh40k_10e",
    title="Warhammer 40,000, 10th edition",
    rules=(*WEAPON_ABILITIES, *ORDERS, *ARMY_RULES, *UNIT_ABILITIES, *AFTER_DEATH, *DETACHMENTS, *STRATAGEMS, *CORE, *MOVEMENT, *RESERVES),
    facts=FACTS,
    wound_need=wound_need,
    readings=(
        Reading(
            "failed_rolls_can_be_critical",
            "A hit roll that reaches a critical threshold such as 5+ is a critical hit, and so hits, even where it would fail.",
            default=False,
        ),
        Reading(
            "devastating_wounds",
            "Whether mortal wounds of Devastating Wounds beyond a model's last wound are lost, as since September 2023, or spill over to "
            "the next model, as in June 2023.",
            "lost",
            ("lost", "spill"),
        ),
    ),
    exclusive=("Orders",),
)
