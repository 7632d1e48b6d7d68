"""The Ninth Age, exactly: shooting, a round of combat, and the nerves of those who lose it.

>>> from toolkit.studies.t9a import Attack, Target
>>> Attack(strength=3, hit=4).per_attack(Target(resilience=3, armour=2)).mean()
Fraction(1, 6)
"""

from toolkit.studies.t9a.attack import Attack, Target
from toolkit.studies.t9a.broken import Broken, broken
from toolkit.studies.t9a.combat import Combat, combat
from toolkit.studies.t9a.flight import Crossing, Fleeing, Flight, Pursuer, flight
from toolkit.studies.t9a.melee import Melee, melee
from toolkit.studies.t9a.morale import (
    Panic,
    PanicCause,
    break_test,
    caught,
    command_test,
    courage_test,
    is_decimated,
    march_test,
    panic,
    panic_test,
    two_dice,
)
from toolkit.studies.t9a.regiment import Regiment, next_round
from toolkit.studies.t9a.rout import Rally, Rout, rally, rout
from toolkit.studies.t9a.score import CombatScore, static_score, steadiness
from toolkit.studies.t9a.shooting import aim_need, volley
from toolkit.studies.t9a.units import regiment

__all__ = [
    "Attack", "Broken", "Combat", "CombatScore", "Crossing", "Fleeing", "Flight", "Melee", "Panic", "PanicCause", "Pursuer", "Rally",
    "Regiment", "Rout", "Target", "aim_need", "break_test", "broken", "caught", "combat", "command_test", "courage_test", "flight",
    "is_decimated", "march_test", "melee", "next_round", "panic", "panic_test", "rally", "regiment", "rout", "static_score", "steadiness",
    "two_dice", "volley",
]  # fmt: skip
