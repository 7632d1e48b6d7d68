"""The Ninth Age, 3rd edition, as far as it is public. Unofficial: numbers and mechanics in our own words.

Its combat has nothing of the attack sequence of Warhammer 40,000, so that it is a `Game` and no `System`: `tables` holds its numbers,
`readings` its open questions, the other modules its rules, and `toolkit.studies.t9a` computes.
"""

from __future__ import annotations

from toolkit.rules.system import Game
from toolkit.systems.t9a_3e.attributes import ATTRIBUTES
from toolkit.systems.t9a_3e.combat import COMBAT
from toolkit.systems.t9a_3e.courage import COURAGE
from toolkit.systems.t9a_3e.movement import AMBUSH, LIGHT_TROOPS, MOVEMENT
from toolkit.systems.t9a_3e.readings import READINGS
from toolkit.systems.t9a_3e.shooting import SHOOTING

GAME = Game(
    id="t9a_3e",
    title="The Ninth Age, 3rd edition",
    rules=(*ATTRIBUTES, *COMBAT, *SHOOTING, *COURAGE, *MOVEMENT, *AMBUSH, *LIGHT_TROOPS),
    readings=READINGS,
)
