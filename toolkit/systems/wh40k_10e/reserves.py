"""Reserves of the 10th edition: the rules as records, and the ways of arriving as numbers for `toolkit.battlefield`.

Of Strategic Reserves the sources of this package have only what stratagems and abilities say of them; the distances from edges and the
limits are written down from memory of the core rules and of the Pariah Nexus missions.
"""

from __future__ import annotations

from fractions import Fraction

from toolkit.rules.arrival import Arrival, ReserveLimits
from toolkit.rules.rule import NoEffectOnDice, Rule
from toolkit.systems.wh40k_10e.core import EDITION


def _reserves(name: str, summary: str, what: str, source: str) -> Rule:
    return Rule(EDITION.id("reserves", name), name, "Reserves", "any", summary, source, (NoEffectOnDice(what),), always=True)


RESERVES = (
    _reserves(
        "Strategic Reserves",
        "From round 2, wholly within 6 inches of an edge, more than 9 from enemies; in round 2 not in the opponent's zone.",
        "when and where a unit arrives", "Core rules: Strategic Reserves (from memory)",
    ),
    _reserves(
        "Reserves Limits", "At most half of points and units wait in Reserves; what is still there after round 3 is destroyed.",
        "which units wait off the table", "Pariah Nexus missions; the core rules allow a quarter of the points",
    ),
)  # fmt: skip

CORE_LIMITS = ReserveLimits(
    "Core rules", "Core rules: Strategic Reserves (from memory)", Fraction(1, 4), deadline=None, counts_deep_strike=False
)
LIMITS = ReserveLimits("Pariah Nexus", "Pariah Nexus missions", Fraction(1, 2), share_of_units=Fraction(1, 2), spares_new=True)
"""Whatever was placed in Strategic Reserves during the battle outlives the third round, new units as well."""

SCRAMBLE_FIELD = 12
"""Inches from the unit that used Scramble Field within which nobody arrives; for ``keep_away`` of a region."""
STRATEGIC_RESERVES = Arrival(
    EDITION.id("arrival", "Strategic Reserves"), "Strategic Reserves",
    "Wholly within 6 inches of an edge, more than 9 from every enemy; in round 2 not in the opponent's zone.",
    "Core rules: Strategic Reserves (from memory)", enemy=9, edge=6, zone_before=3, first_round=2,
)  # fmt: skip
DEEP_STRIKE = Arrival(
    EDITION.id("arrival", "Deep Strike"), "Deep Strike", "Anywhere more than 9 inches from every enemy.", "Core abilities: Deep Strike",
    enemy=9, first_round=2, abilities=("Deep Strike",),
)  # fmt: skip
RAPID_INGRESS = Arrival(
    EDITION.id("arrival", "Rapid Ingress"), "Rapid Ingress", "As Strategic Reserves, at the end of the opponent's Movement phase.",
    "Core stratagems: Rapid Ingress", enemy=9, edge=6, zone_before=3, first_round=2, turn="opponent", may_charge=False, cost=1,
)  # fmt: skip
RAPID_DEEP_STRIKE = Arrival(
    EDITION.id("arrival", "Rapid Ingress with Deep Strike"), "Rapid Ingress with Deep Strike",
    "Deep Strike at the end of the opponent's Movement phase.", "Core stratagems: Rapid Ingress", enemy=9, first_round=2, turn="opponent",
    may_charge=False, abilities=("Deep Strike",), cost=1,
)  # fmt: skip
BELLICOSA_DROP = Arrival(
    EDITION.id("arrival", "Bellicosa Drop"), "Bellicosa Drop", "Deep Strike anywhere more than 6 inches from every enemy; no charge.",
    "Bridgehead Strike: Bellicosa Drop", enemy=6, first_round=2, may_charge=False, keywords=("Infantry",), abilities=("Deep Strike",),
    cost=1,
)  # fmt: skip
DISEMBARK = Arrival(
    EDITION.id("arrival", "Disembark"), "Disembark", "Wholly within 3 inches of the Transport, not within Engagement Range.",
    "Core rules: Disembark", enemy=1, vertical=5, anchor=3,
)  # fmt: skip
ARRIVALS = (STRATEGIC_RESERVES, DEEP_STRIKE, RAPID_INGRESS, RAPID_DEEP_STRIKE, BELLICOSA_DROP, DISEMBARK)
