"""Rolls outside the attack sequence: the numbers of the 10th edition."""

from __future__ import annotations

from toolkit.rules.rolls import CappedDice, ChargeRoll, FightOrder, LastStand, ModelTest, MortalDice, NerveTest, RollModifier, SumRoll
from toolkit.rules.rule import TestAfterAttacks

ADVANCE = SumRoll("D6")
RAPID_DISPERSAL = SumRoll("D6")
CHARGE = ChargeRoll("2D6", within=12, engagement=1)
HEROIC_INTERVENTION = ChargeRoll("2D6", within=6, engagement=1)
BATTLE_SHOCK = NerveTest("2D6", at_half=False, best=5, worst=8)
DESPERATE_ESCAPE = ModelTest(fails_up_to=2)
HAZARDOUS = TestAfterAttacks(fails_on=1, mortal_wounds=3)
GRENADE = MortalDice(dice=6, need=4, wounds="1")
ON_MY_POSITION = MortalDice(dice=1, need=2, wounds="D6")
ON_MY_POSITION_OWN = MortalDice(dice=1, need=1, wounds="3D3")
DEADLY_DEMISE = MortalDice(dice=1, need=6, wounds="{x}")
TANGLEFOOT = RollModifier(-2, alone=True, name="Tanglefoot Grenades")
SHAKEN = RollModifier(-2, name="shaken")
CREEPING_BARRAGE = CappedDice(need=5, caps=(("Incursion", 2), ("Strike Force", 3), ("Onslaught", 4)), charge=SHAKEN, move=-2)
FIGHT_ORDER = FightOrder(turn_player_first=False)
TRENCH_FIGHTERS = LastStand(need=4, bonus=2, keyword="Regiment")
