"""Who gives the six Orders, and when; the Orders themselves are printed alike in both editions."""

from __future__ import annotations

from toolkit.rules import shared
from toolkit.rules.rule import NoEffectOnDice, Rule
from toolkit.rules.use import Either, Is, Keywords, MayOrder, Use, Window, Within
from toolkit.systems.wh40k_10e.core import EDITION

_ARRIVED = Either((Is("partner", "disembarked"), Is("partner", "set up")), "the OFFICER neither disembarked nor was set up this phase")

VOICE_OF_COMMAND = Use(
    (Window(("command",)), Window(turn="either", at=("end of the phase",), needs=(_ARRIVED,))),
    (Keywords("partner", ("Officer",)), Within("partner", 6), Is("unit", "battle-shocked", False), MayOrder()),
    once="",  # an OFFICER's datasheet says how many orders it gives
    follows=("until the start of your next Command phase, unless a newer Order replaces it or the unit becomes battle-shocked",),
    partner="the OFFICER",
    despite_shock=True,  # a need of its own says so in the words of orders
)

ORDERS = shared.orders(EDITION, VOICE_OF_COMMAND)

ARMY_RULES = (
    Rule(
        "wh40k_10e.army.voice-of-command", "Voice of Command", "Army rules", "any",
        "An Officer gives an Order to a unit within 6 inches; each unit is under the newest, until battle-shocked.",
        "Astra Militarum, Voice of Command", (NoEffectOnDice("who is under which Order"),), use=VOICE_OF_COMMAND,
    ),
)  # fmt: skip
