"""Warhammer 40,000, 11th edition. Unofficial: numbers and mechanics in our own words."""

from __future__ import annotations

from toolkit.rules.system import System
from toolkit.rules.tables import wound_need
from toolkit.systems.wh40k_11e.core import CORE, FACTS
from toolkit.systems.wh40k_11e.movement import MOVEMENT
from toolkit.systems.wh40k_11e.orders import ORDERS
from toolkit.systems.wh40k_11e.readings import DAMAGE_ORDERS, READINGS
from toolkit.systems.wh40k_11e.reserves import RESERVES
from toolkit.systems.wh40k_11e.stratagems import STRATAGEMS
from toolkit.systems.wh40k_11e.unit_abilities import UNIT_ABILITIES
from toolkit.systems.wh40k_11e.weapon_abilities import WEAPON_ABILITIES

SYSTEM = System(
    id="wh40k_11e",
    title="Warhammer 40,000, 11th edition",
    rules=(*WEAPON_ABILITIES, *ORDERS, *UNIT_ABILITIES, *STRATAGEMS, *CORE, *MOVEMENT, *RESERVES),
    facts=FACTS,
    wound_need=wound_need,
    readings=READINGS,
    exclusive=("Orders",),
    worst_skill=6,
    save_bonus=10,
    cover="skill",
    critical_hits_succeed=True,
    batches=True,
    defender_orders=True,
    one_instance=True,
    target_conditions=True,
    damage_orders=DAMAGE_ORDERS,
)
