"""Rolls outside the attack sequence: the numbers of the 11th edition."""

from __future__ import annotations

from toolkit.rules.rolls import ChargeRoll, Detection, Disembark, FightOrder, MortalDice, NerveTest, RollModifier, SumRoll
from toolkit.rules.rule import TestAfterAttacks

ADVANCE = SumRoll("D6")
CHARGE = ChargeRoll("2D6", within=12, engagement=0, most=12)
"""Targets are chosen after the roll, among units no farther away than it: the roll has to come to the whole distance."""
HEROIC_INTERVENTION = CHARGE
HEROIC_INTERVENTION_NEAR = ChargeRoll("2D6", within=6, engagement=0, most=6)
"""The second mode, for 1 CP more: at any enemy within 6 inches."""
FLYING = RollModifier(-2, name="Flying")
"""Declared before the roll."""
TANGLEFOOT = RollModifier(-1, name="Tanglefoot Grenades")
BATTLE_SHOCK = NerveTest("2D6", at_half=True, best=5, worst=8, retested=True)
FIGHT_ORDER = FightOrder(turn_player_first=True, carries_on=True)
HIDDEN = Detection(15, gone_to_ground=-3, least=9, most=30, terrain=("light", "dense"))
HIDDEN_AT_LAUNCH = Detection(15, gone_to_ground=-3, least=9, most=30, terrain=("dense",))
"""Before light terrain was added in an erratum; see the reading ``rules_date``."""
DISEMBARK = {
    "rapid": Disembark(hazard=False, shocked=False, charge=False),
    "tactical": Disembark(hazard=False, shocked=False, charge=True),
    "combat": Disembark(hazard=True, shocked=True, charge=False, within=6),
    "emergency": Disembark(hazard=True, shocked=True, charge=False, within=6),
}
"""After a Normal move or an ingress; before the transport moves; next to enemies; out of a destroyed transport."""
HAZARD = TestAfterAttacks(fails_on=2, mortal_wounds=1)
HAZARD_BIG = TestAfterAttacks(fails_on=2, mortal_wounds=3)
"""For units whose models are all Monsters or Vehicles."""
EXPLOSIVES = MortalDice(dice=6, need=4, wounds="1")
CRUSHING_IMPACT_OWN, CRUSHING_IMPACT_ENEMY, CRUSHING_IMPACT_MOST = 1, 5, 6
"""Of the dice, each of so much or less hurts the unit itself, each of so much or more the enemy; most mortal wounds of either."""
