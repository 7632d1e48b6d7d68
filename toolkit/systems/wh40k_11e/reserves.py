"""Strategic reserves of the 11th edition: the rules as records, and the ways of arriving as numbers for `toolkit.battlefield`."""

from __future__ import annotations

from fractions import Fraction

from toolkit.rules.arrival import Arrival, ReserveLimits
from toolkit.rules.rule import NoEffectOnDice, Rule
from toolkit.systems.wh40k_11e.core import EDITION


def _reserves(name: str, summary: str, what: str) -> Rule:
    return Rule(
        EDITION.id("reserves", name), name, "Reserves", "any", summary, f"Core rules: {name}", (NoEffectOnDice(what),), always=True
    )  # fmt: skip


RESERVES = (
    _reserves(
        "Strategic Reserves", "Units put aside before the battle: no Fortifications, at most half of the points, passengers included.",
        "which units wait off the table",
    ),
    _reserves(
        "Repositioned Units", "A unit taken off the table keeps what it did and what lasts on it; distances are measured again.",
        "what a unit that was taken off the table may do and what goes on affecting it",
    ),
    _reserves(
        "Arrival from Reserves", "Units in strategic reserves arrive by ingress moves, from the second battle round.",
        "when a unit arrives",
    ),
    _reserves(
        "Ingress Move", "Wholly within 6 inches of edges, more than 8 from enemies; before round 3 not in the opponent's zone.",
        "where a unit arrives, and that it makes no other move before the Charge phase",
    ),
    _reserves(
        "End of Round Three", "What never arrived is destroyed, but for passengers of what did, and repositioned units.",
        "which units are destroyed without having fought",
    ),
)  # fmt: skip

LIMITS = ReserveLimits("Strategic Reserves", "Core rules: Strategic Reserves", Fraction(1, 2))

INGRESS = Arrival(
    EDITION.id("arrival", "Ingress Move"), "Ingress move",
    "Wholly within 6 inches of an edge, more than 8 from every enemy; before round 3 not in the opponent's zone.",
    "Core rules: Ingress Move", enemy=8, edge=6, zone_before=3, first_round=2,
)  # fmt: skip
DEEP_STRIKE = Arrival(
    EDITION.id("arrival", "Deep Strike"), "Deep Strike", "Anywhere more than 8 inches from every enemy.", "Core abilities: Deep Strike",
    enemy=8, first_round=2, abilities=("Deep Strike",),
)  # fmt: skip
RAPID_INGRESS = Arrival(
    EDITION.id("arrival", "Rapid Ingress"), "Rapid Ingress", "An ingress move at the end of the opponent's Movement phase.",
    "Core stratagems: Rapid Ingress", enemy=8, edge=6, zone_before=3, first_round=2, turn="opponent", may_charge=False,
    not_keywords=("Aircraft",), cost=1,
)  # fmt: skip
RAPID_DEEP_STRIKE = Arrival(
    EDITION.id("arrival", "Rapid Ingress with Deep Strike"), "Rapid Ingress with Deep Strike",
    "Deep Strike at the end of the opponent's Movement phase.", "Core stratagems: Rapid Ingress", enemy=8, first_round=2, turn="opponent",
    may_charge=False, not_keywords=("Aircraft",), abilities=("Deep Strike",), cost=1,
)  # fmt: skip
ARRIVALS = (INGRESS, DEEP_STRIKE, RAPID_INGRESS, RAPID_DEEP_STRIKE)
"""Out of reserves."""
TACTICAL_DISEMBARK = Arrival(
    EDITION.id("arrival", "Tactical Disembark"), "Tactical disembark",
    "Wholly within 3 inches of a Transport that has not moved yet, not within Engagement Range.", "Core rules: Disembark Move",
    enemy=2, vertical=5, anchor=3,
)  # fmt: skip
RAPID_DISEMBARK = Arrival(
    EDITION.id("arrival", "Rapid Disembark"), "Rapid disembark",
    "Wholly within 3 inches of a Transport that made a normal move, not within Engagement Range; no charge.",
    "Core rules: Disembark Move", enemy=2, vertical=5, anchor=3, may_charge=False,
)  # fmt: skip
DISEMBARK_AFTER_INGRESS = Arrival(
    EDITION.id("arrival", "Rapid Disembark after an ingress"), "Rapid disembark after an ingress",
    "Wholly within 3 inches of a Transport that arrived this turn, where that Transport might have arrived; no charge.",
    "Core rules: Disembark Move", enemy=8, edge=6, anchor=3, zone_before=3, first_round=2, may_charge=False,
)  # fmt: skip
DISEMBARKS = (TACTICAL_DISEMBARK, RAPID_DISEMBARK, DISEMBARK_AFTER_INGRESS)
"""Out of a Transport; a combat disembark, which may end engaged, has no region of its own here."""
