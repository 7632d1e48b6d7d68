"""Shooting of The Ninth Age: what hits, and what a volley costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf
from toolkit.studies.t9a.attack import ATTACK_READINGS, Attack, Target, answers, whole

LONG_RANGE, MOVED, SOFT_COVER, HARD_COVER = -1, -1, -1, -2
"""Modifiers to hit: beyond half range (not if Accurate), after moving or arriving (not if Quick to Fire), behind cover."""


def aim_need(aim: int, modifiers: Sequence[int] = ()) -> int | None:
    """The die that hits; None where a 7 or more would be needed.

    Parameters
    ----------
    aim : int
        As printed, 2 to 6 for 2+ to 6+.
    modifiers : sequence of int
        `LONG_RANGE`, `MOVED`, `SOFT_COVER` and so on, ``-x`` for Hard Target (x) and Unwieldy (x).

    Raises
    ------
    ToolkitError
        If Aim is out of range.

    Examples
    --------
    >>> aim_need(4, [LONG_RANGE, MOVED]), aim_need(4, [LONG_RANGE, MOVED, HARD_COVER])
    (6, None)
    """
    whole("Aim", aim, 2, 6)
    need = max(2, aim - sum(modifiers))
    return need if need <= 6 else None


@dataclass(frozen=True, slots=True)
class Volley:
    """What a volley does.

    Attributes
    ----------
    per_shot : Pmf
        Health Points that one shot costs.
    lost : Pmf
        Health Points that the target loses, at most those it has.
    models : Pmf
        Whole models removed.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        Attributes that were counted by their text of the 2nd edition.
    """

    per_shot: Pmf
    lost: Pmf
    models: Pmf
    readings: Mapping[str, str | bool]
    second_edition: tuple[str, ...]


def volley(
    shots: str | int,
    attack: Attack,
    target: Target,
    models: int,
    *,
    aim: int,
    modifiers: Sequence[int] = (),
    wounded: int = 0,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Volley:
    """Shoot at a unit.

    Parameters
    ----------
    shots : str or int
        How many, a number or dice.
    attack : Attack
        Strength, AP and attributes; its roll to hit is set from `aim`.
    target : Target
    models : int
        In the target; one pool of Health Points.
    aim : int
    modifiers : sequence of int
    wounded : int
        Health Points lost already.
    readings : mapping, optional
    exact : bool

    Returns
    -------
    Volley

    Raises
    ------
    ToolkitError
        If a number is out of range or a reading does not exist.

    Examples
    --------
    >>> volley(10, Attack(strength=3), Target(resilience=3, armour=1), 10, aim=4, exact=True).lost.mean()
    Fraction(25, 12)
    """
    whole("models", models, 1, 300)
    pool = models * target.health
    whole("Health Points lost already", wounded, 0, pool - 1)
    need = aim_need(aim, modifiers)
    shot = Pmf({0: 1}).to_exact() if need is None else replace(attack, hit=need).per_attack(target, readings)
    law = shot if exact else shot.to_float()
    number = Dice.parse(shots).pmf(exact=exact)
    lost = law.times(number).capped(pool - wounded)
    slain = lost.map(lambda points: (wounded + points) // target.health)
    return Volley(law, lost, slain, answers(readings, ATTACK_READINGS), attack.second_edition)
