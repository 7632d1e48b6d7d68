"""What every answer about one target says, read from the outcome of its attacks."""

from __future__ import annotations

from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Pmf, Probability


class Losses:
    """Base of answers that have an `outcome`."""

    outcome: Outcome

    @property
    def damage(self) -> Pmf:
        """Wounds removed from the unit, from 0 to all it has."""
        return self.outcome.damage

    @property
    def slain(self) -> Pmf:
        """Models slain, from 0 to all."""
        return self.outcome.slain

    @property
    def p_destroyed(self) -> Probability:
        """Probability that no model of the unit is left."""
        return self.outcome.p_destroyed
