"""The Ninth Age, exactly: shooting, a round of combat, and the nerves of those who lose it.

>>> from toolkit.studies.t9a import Attack, Target
>>> Attack(strength=3, hit=4).per_attack(Target(resilience=3, armour=2)).mean()
Fraction(1, 6)
"""

from toolkit.studies.t9a.attack import Attack, Target
from toolkit.studies.t9a.melee import Melee, Regiment, melee
from toolkit.studies.t9a.morale import break_test, caught, command_test, courage_test, panic_test
from toolkit.studies.t9a.score import CombatScore, static_score
from toolkit.studies.t9a.shooting import aim_need, volley

__all__ = [
    "Attack", "CombatScore", "Melee", "Regiment", "Target", "aim_need", "break_test", "caught", "command_test", "courage_test", "melee",
    "panic_test", "static_score", "volley",
]  # fmt: skip
