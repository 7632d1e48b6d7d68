"""Charge ranges of The Ninth Age, in both editions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from toolkit.dice.pools import keep
from toolkit.errors import ToolkitError
from toolkit.studies.movement import Afterwards, Movement, check_inches
from toolkit.studies.t9a.attack import answers


def t9a_charge(
    distance: float | None,
    speed: int,
    *,
    edition: Literal["3e", "2e"] = "3e",
    maximised: int = 0,
    minimised: int = 0,
    swiftstride: bool = False,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Movement:
    """The charge of a unit of The Ninth Age: its range, and the chance that it reaches its target.

    Third edition: D6 + 4 + Charge Speed. Second edition: 2D6 + Advance Rate. Each Maximised adds a die and drops the lowest, each Minimised
    drops the highest; they cancel one for one and those that are left stack.

    Parameters
    ----------
    distance : float or None
        Inches to the target, with room to align; None for the range alone.
    speed : int
        Charge Speed, or the Advance Rate of the 2nd edition. No Charge Speed is public: it is on your own list.
    edition : {"3e", "2e"}
    maximised, minimised : int
        How many of each.
    swiftstride : bool
        The whole unit has Swiftstride.
    readings : mapping, optional
        ``swiftstride``: one Maximised, as in the 2nd edition, or nothing.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Movement
        Its `distance` is the charge range; `chance` and `charge_chance` are the same; its `steps` say what Swiftstride was read as.

    Raises
    ------
    ToolkitError
        If a number is impossible, or the edition or a reading unknown.

    Examples
    --------
    >>> t9a_charge(9, 0, exact=True).chance, t9a_charge(9, 0, maximised=1, exact=True).chance
    (Fraction(1, 3), Fraction(5, 9))
    >>> t9a_charge(11, 0, edition="2e", swiftstride=True, exact=True).chance
    Fraction(43, 216)
    """
    chosen = answers(readings, ("swiftstride",))
    if edition not in ("3e", "2e"):
        raise ToolkitError(f'edition {edition!r} of The Ninth Age; choose "3e" or "2e"')
    for what, value, most in (("a speed", speed, 100), ("Maximised", maximised, 6), ("Minimised", minimised, 6)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"{what} of {value!r}; it is a whole number from 0 to {most}")
    if distance is not None:
        check_inches(distance, "distance")
    dice, plus = (1, 4) if edition == "3e" else (2, 0)
    swift = swiftstride and chosen["swiftstride"] == "maximised"
    net = maximised + swift - minimised
    roll = keep(dice + abs(net), 6, dice, highest=net > 0, exact=True)
    law = roll + (plus + speed)
    chance = None if distance is None else law.at_least(math.ceil(distance))
    if not exact:
        law, chance = law.to_float(), None if chance is None else float(chance)
    named = f"{dice + abs(net)}D6, the {'best' if net > 0 else 'worst'} {dice}" if net else f"{dice}D6"
    added = " + ".join(str(each) for each in (plus, speed) if each)
    steps = [f"charge: {named}" + (f" + {added}" if added else "")]
    if swiftstride:
        known = "" if edition == "2e" else ", known from the 2nd edition only"
        steps.append(f"Swiftstride: {'Maximised' if swift else 'nothing, as read'}{known}")
    reasons = ("charged: no shooting",)
    after = Afterwards("no weapons", False, False, reasons)
    return Movement(law, distance, chance, chance, "", tuple(steps), after)
