"""Mortal wounds that no attack inflicts: a random number of them onto a unit, one at a time, carried over from model to model."""

from __future__ import annotations

import numpy as np

from toolkit.attack.allocation import Battlefield
from toolkit.attack.outcome import Outcome
from toolkit.attack.sequence import spread
from toolkit.attack.spec import Against, DefenceSpec
from toolkit.dice.convolution import Mass
from toolkit.dice.pmf import Pmf
from toolkit.errors import SpecError

MAX_MORTAL_WOUNDS = 1000
_ONE = Pmf.certain(1, exact=True)


def mortal_wounds(number: Pmf, defence: DefenceSpec, *, exact: bool = False, start: Outcome | None = None) -> Outcome:
    """What a random number of mortal wounds leaves of a unit: no saves, feel no pain for each, excess goes to the next model.

    Parameters
    ----------
    number : Pmf
        The law of the number of mortal wounds.
    defence : DefenceSpec
    exact : bool
        Fractions instead of floats; needs an exact `number`.
    start : Outcome or None
        What earlier attacks left of the same unit; None for an unhurt one.

    Returns
    -------
    Outcome

    Raises
    ------
    SpecError
        If there can be fewer than 0 or too many mortal wounds.

    Examples
    --------
    >>> from toolkit.attack.spec import ModelGroup
    >>> outcome = mortal_wounds(Pmf.certain(3, exact=True), DefenceSpec((ModelGroup(5, 2, ignore=5),)), exact=True)
    >>> outcome.slain[1], outcome.damage.mean()
    (Fraction(20, 27), Fraction(2, 1))
    """
    if number.low < 0 or number.high > MAX_MORTAL_WOUNDS:
        raise SpecError(f"{number.low} to {number.high} mortal wounds; the number is from 0 to {MAX_MORTAL_WOUNDS}")
    sizes = [(group.count, group.wounds) for group in defence.groups]
    law = number.to_exact() if exact else number.to_float()
    counts: Mass = np.concatenate([np.zeros(law.low, dtype=law.mass.dtype), law.mass])
    if start is not None and (start.exact != exact or [(g.count, g.wounds) for g in start.unit.defence.groups] != sizes):
        raise SpecError("mortal wounds onto a hurt unit need the law of that unit, exact or in floating point like the rest")
    unit = Battlefield(defence, apart=start is not None and len(start.unit.chains) > 1)
    one = tuple(Against(None, _ONE) for _ in defence.groups)
    moves = unit.transition(one, saves=False, mortal=True, leaders_first=False, exact=exact)
    before = unit.start(exact=exact) if start is None else start.states
    states, scale = spread(before[:, None], counts[:, None], moves)
    return Outcome(unit, states[:, 0], law.total * scale * (1 if start is None else start.total))
