"""What the arriving player threatens with, and what the defender wants to prevent."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.battlefield.bases import Base
from toolkit.battlefield.exact import MOST_ROUNDS
from toolkit.battlefield.placement import Side
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_rule import ChargeRule

_SAME_CHANCE = 1e-12
"""What a limit like 5/18, written as a float, may be off."""


@dataclass(frozen=True, slots=True)
class Threat:
    """What the arriving player has, and what the defender wants to prevent.

    Attributes
    ----------
    base : Base
        Of the arriving model that stands closest.
    arrival : Arrival
        How it arrives.
    battle_round : int
    rule : ChargeRule
        How it charges.
    within : float or None
        Arriving within so many inches of a protected unit is to be prevented ...
    chance : float or None
        ... or arriving where the charge at a protected unit succeeds with more than this chance. One of the two is given.
    side : {"own", "enemy"}
        Of the arriving unit.

    Raises
    ------
    ToolkitError
        If none or both are given, or a number is out of range.
    """

    base: Base
    arrival: Arrival
    battle_round: int
    rule: ChargeRule
    within: float | None = 9.0
    chance: float | None = None
    side: Side = "own"

    def __post_init__(self) -> None:
        checks.kind(self.base, Base, "base", 'a Base, such as Base.parse("32mm")')
        checks.kind(self.arrival, Arrival, "arrival", "an Arrival, such as those of toolkit.systems.wh40k_11e.reserves")
        checks.kind(self.rule, ChargeRule, "rule", 'a ChargeRule, such as ChargeRule.of("wh40k_11e")')
        checks.whole(self.battle_round, "battle round", 1, MOST_ROUNDS)
        checks.side(self.side)
        if (self.within is None) == (self.chance is None):
            raise ToolkitError("a screen is asked for inches (within=9) or for a chance (chance=0.25); give one of them")
        if self.within is not None:
            checks.number(self.within, "within", 0, 60, above=True)
        if self.chance is not None and not (checks.is_number(self.chance) and 0 <= self.chance < 1):
            raise ToolkitError(f"a screen against charges of more than {checks.shown(self.chance)}; it is a chance from 0 to below 1")

    @property
    def facings(self) -> tuple[float, ...]:
        """Degrees in which the arriving base is looked at: one for a round base, every 15 of half a turn for others."""
        return (0.0,) if self.base.shape == "round" else tuple(15.0 * step for step in range(12))

    def reach(self, target: str) -> float:
        """Inches from a protected unit within which an arrival is to be prevented.

        Examples
        --------
        >>> arrival = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6)
        >>> Threat(Base.parse("32mm"), arrival, 2, ChargeRule.of("wh40k_11e"), within=None, chance=0.25).reach("Tank")
        9.0
        """
        if self.within is not None:
            return self.within
        chances = self.rule.chances(target)
        feared = [needed for needed, chance in enumerate(chances) if self.chance is not None and float(chance) > self.chance + _SAME_CHANCE]
        if not feared or not self.arrival.may_charge:
            return 0.0
        return min(float(feared[-1] + self.rule.numbers.engagement), float(self.rule.numbers.within))
