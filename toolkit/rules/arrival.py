"""Ways of being set up during the battle, as numbers: how far from edges, enemies and transports, from which round, and what follows.

Editions list their ways in `toolkit.systems.*.reserves`; `toolkit.battlefield.regions` turns one of them into a region of a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

EdgeReading = Literal["one_edge", "any_edges"]
"""A base near a corner: wholly within the distance of a single edge, or each part of it within the distance of some edge."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One way of setting up a unit on a battlefield during the battle.

    Attributes
    ----------
    id : str
        "wh40k_11e.arrival.ingress".
    name, summary, source : str
        As players call it, what it demands in our own words, and where it is written.
    enemy : float
        Every model must be more than this many inches from every enemy model, horizontally, edge to edge.
    vertical : float or None
        Enemies more than this many inches higher or lower are not near; None where height does not matter, as the distance is horizontal.
    edge : float or None
        The unit must be wholly within this many inches of one or more battlefield edges; None for anywhere.
    anchor : float or None
        The unit must be wholly within this many inches of a friendly model, the Transport it leaves; None for no such demand.
    zone_before : int
        Before this battle round no part of a model may be within the opponent's deployment zone; 0 for never.
    first_round : int
        The first battle round in which it can be used.
    turn : {"own", "opponent", "either"}
        Whose turn it is used in.
    may_charge : bool
        Whether the unit can charge in the same turn.
    keywords : tuple of str
        Keywords the unit must have.
    not_keywords : tuple of str
        Keywords the unit must not have.
    abilities : tuple of str
        Abilities that every model of the unit must have ("Deep Strike").
    cost : int
        Command points.

    Examples
    --------
    >>> Arrival("demo.arrival.ingress", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, zone_before=3, first_round=2).avoids_zone(2)
    True
    """

    id: str
    name: str
    summary: str
    source: str
    enemy: float
    edge: float | None = None
    anchor: float | None = None
    zone_before: int = 0
    first_round: int = 1
    turn: Literal["own", "opponent", "either"] = "own"
    may_charge: bool = True
    keywords: tuple[str, ...] = ()
    not_keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    cost: int = 0
    vertical: float | None = None

    def avoids_zone(self, battle_round: int) -> bool:
        """Whether the opponent's deployment zone is closed in this battle round."""
        return battle_round < self.zone_before


@dataclass(frozen=True, slots=True)
class ReserveLimits:
    """How much of an army may wait in reserves, and for how long.

    Attributes
    ----------
    name, source : str
    share : Fraction
        Of the points limit of the battle size, at most; passengers count.
    share_of_units : Fraction or None
        Of the number of units, at most; None for no such limit.
    not_keywords : tuple of str
        Units with one of them cannot be placed in reserves.
    first_round : int
        The first battle round in which a unit may arrive.
    deadline : int or None
        At the end of this battle round what has not arrived is destroyed; None where it is at the end of the battle.
    spares_repositioned : bool
        Whether units that were taken off the table during the battle are exempt from the deadline.
    spares_new : bool
        Whether units that a rule adds to the army during the battle are exempt from it too.
    counts_deep_strike : bool
        Whether units that wait by Deep Strike count, or only those in Strategic Reserves.

    Examples
    --------
    >>> ReserveLimits("demo", "Example", Fraction(1, 2)).cap(2000)
    Fraction(1000, 1)
    """

    name: str
    source: str
    share: Fraction
    share_of_units: Fraction | None = None
    not_keywords: tuple[str, ...] = ("Fortification",)
    first_round: int = 2
    deadline: int | None = 3
    spares_repositioned: bool = True
    spares_new: bool = False
    counts_deep_strike: bool = True

    def cap(self, points_limit: int) -> Fraction:
        """Points that may wait in reserves in a battle of this size."""
        return self.share * points_limit
