"""Rolls outside the attack sequence, exactly: moving, courage, mortal wounds.

Every function has the numbers of the 10th edition of Warhammer 40,000 as default and takes those of another edition as `numbers`.
"""

from __future__ import annotations

from toolkit.studies.rolls.choosing import ChargeChoices, charge_choices, detection_range, is_hidden
from toolkit.studies.rolls.courage import Shock, battle_shock, battle_shock_after, desperate_escape, is_weakened
from toolkit.studies.rolls.hazard import Bearers, HazardLosses, hazardous
from toolkit.studies.rolls.mortal import Demise, Strafing, deadly_demise, defence_of, grenade, on_my_position
from toolkit.studies.rolls.moving import Charge, ChargeTarget, Reach, advance, charge, charge_at, charge_needs, rapid_dispersal
from toolkit.studies.rolls.special import Barrage, creeping_barrage, trench_fighters
from toolkit.studies.rolls.unit_hazards import Aftermath, Impact, crushing_impact, disembark, fall_back_desperately, hazard_rolls

__all__ = [
    "Aftermath", "Barrage", "Bearers", "Charge", "ChargeChoices", "ChargeTarget", "Demise", "HazardLosses", "Impact", "Reach", "Shock",
    "Strafing",
    "advance", "battle_shock", "battle_shock_after", "charge", "charge_at", "charge_choices", "charge_needs", "creeping_barrage",
    "crushing_impact", "deadly_demise", "defence_of", "desperate_escape", "detection_range", "disembark", "fall_back_desperately",
    "grenade", "hazard_rolls", "hazardous", "is_hidden", "is_weakened", "on_my_position", "rapid_dispersal", "trench_fighters",
]  # fmt: skip
