"""Light Troops of The Ninth Age: how they reform, what they shoot after it, what ranks they lose, and what dangerous terrain does to them.

How far they reform is in `toolkit.studies.reform`, whose functions have their names here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.battlefield.footprint import RANK_TABLE, Footprint
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.reform import ReformCheck, Stand, centre_limit, counts_as_march, longest_path, reform, reform_reach
from toolkit.studies.t9a.attack import whole
from toolkit.studies.t9a.score import MOST_RANKS, solid_ranks
from toolkit.studies.t9a.shooting import aim_need

__all__ = [
    "DangerousTerrain", "Ranks", "ReformCheck", "ShotAfterReform", "Stand", "centre_limit", "contains_light_troops", "counts_as_march",
    "dangerous_dice", "dangerous_terrain", "longest_path", "ranks", "reform", "reform_reach", "shooting_after_reform",
]  # fmt: skip

MOST_MODELS = 300


# --- shooting -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShotAfterReform:
    """Shooting by a unit that reformed this turn.

    Attributes
    ----------
    modifier : int
        On the roll to hit, from moving alone.
    needs : int
        The die that hits, everything counted; 7 for none.
    chance : float or Fraction
    because : tuple of str
    """

    modifier: int
    needs: int
    chance: Probability
    because: tuple[str, ...]


def shooting_after_reform(
    aim: int, *, quick_to_fire: bool = False, unwieldy: int = 0, modifiers: int = 0, exact: bool = False
) -> ShotAfterReform:
    """What a unit that reformed needs to hit. It may shoot, also where its move counts as a march.

    Parameters
    ----------
    aim : int
        As printed, 2 to 6 for 2+ to 6+.
    quick_to_fire : bool
        No penalty for moving.
    unwieldy : int
        A further penalty for moving.
    modifiers : int
        Everything else: long range -1, soft cover -1, hard cover -2, Hard Target.
    exact : bool
        Whether to answer in Fractions.

    Examples
    --------
    >>> shooting_after_reform(4, exact=True).needs, shooting_after_reform(4, quick_to_fire=True, exact=True).chance
    (5, Fraction(1, 2))
    """
    if not 2 <= aim <= 6:
        raise ToolkitError(f"Aim {aim!r}+; write 2 to 6")
    if unwieldy < 0:
        raise ToolkitError(f"Unwieldy {unwieldy!r}; write 0 or how much is taken off the roll")
    because = ["a Reform is no march for shooting: the unit may shoot"]
    moving = 0
    if quick_to_fire:
        because.append("Quick to Fire: no penalty for moving")
    else:
        moving -= 1
        because.append("-1: it moved")
    if unwieldy:
        moving -= unwieldy
        because.append(f"-{unwieldy}: Unwieldy, and it moved")
    needs = aim_need(aim, (moving, modifiers)) or 7
    chance = Fraction(7 - needs, 6)
    return ShotAfterReform(moving, needs, chance if exact else float(chance), tuple(because))


# --- ranks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranks:
    """What the ranks of a unit count for.

    Attributes
    ----------
    proper : int
        Proper Ranks; none for a unit with Light Troops.
    lost : int
        Combat score that Light Troops forfeit: what the same formation would have scored, 4 at most.
    steady, solid : bool
        Whether it can be Steady (it needs more Proper Ranks than each enemy), and whether it is Solid.
    """

    proper: int
    lost: int
    steady: bool
    solid: bool


def contains_light_troops(own: bool, attached: Sequence[bool] = (), *, only_attachables: bool = False) -> bool:
    """Whether a unit counts as containing Light Troops for its ranks: attached models do not, unless there is nothing else in it.

    Parameters
    ----------
    own : bool
        Whether models of the unit itself are Light Troops.
    attached : sequence of bool
        Whether each attached model is.
    only_attachables : bool
        Whether the unit consists of attached models only.

    Examples
    --------
    >>> contains_light_troops(False, [True]), contains_light_troops(False, [True], only_attachables=True)
    (False, True)
    """
    return any(attached) if only_attachables else own


def ranks(formation: Footprint, *, height: int = 1, light_troops: bool = True, rank_table: Mapping[int, int] = RANK_TABLE) -> Ranks:
    """Proper Ranks of a formation, and what Light Troops lose by having none.

    Parameters
    ----------
    formation : Footprint
    height : int
        0 to 5, as printed.
    light_troops : bool
        Whether it contains Light Troops (`contains_light_troops`).
    rank_table : mapping of int to int
        Models side by side that make a Proper Rank, by Height.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> block = Footprint(Base.parse("20x20mm"), 23, 5)
    >>> ranks(block, light_troops=False).proper, ranks(block).proper, ranks(block).lost
    (4, 0, 4)
    """
    if height not in rank_table:
        raise ToolkitError(f"Height {height!r} is not in the table of Proper Ranks, which knows {', '.join(map(str, rank_table))}; add it")
    needed = rank_table[height]
    full = 0 if formation.files < needed else formation.ranks - (formation.last_rank < needed)
    if light_troops:
        return Ranks(0, min(full, MOST_RANKS), steady=False, solid=False)
    return Ranks(full, 0, steady=full > 0, solid=full >= solid_ranks(height))


# --- dangerous terrain ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DangerousTerrain:
    """What a unit loses in dangerous terrain at the end of a move that counts as a march.

    Attributes
    ----------
    dice : int
    chance : float or Fraction
        That a die takes a Health Point, special save included.
    health : Pmf
        Health Points lost, as many as the unit has at most.
    models : Pmf
        Models removed.
    destroyed : float or Fraction
        That nothing is left.
    """

    dice: int
    chance: Probability
    health: Pmf
    models: Pmf
    destroyed: Probability


def dangerous_dice(models: int, height: int = 1) -> int:
    """Dice that a unit throws for dangerous terrain: for every two models begun, as many as its Height.

    Examples
    --------
    >>> dangerous_dice(19), dangerous_dice(5, 2), dangerous_dice(1, 5)
    (10, 6, 5)
    """
    whole("models", models, 1, MOST_MODELS)
    whole("Height", height, 0, 5)
    return -(-models // 2) * height


def dangerous_terrain(
    models: int,
    x: int,
    *,
    height: int = 1,
    health: int = 1,
    wounded: int = 0,
    special_save: int | None = None,
    per_model_2e: int | None = None,
    exact: bool = False,
) -> DangerousTerrain:
    """What dangerous terrain costs a unit. A hit wounds by itself and no armour helps; a special save does.

    Parameters
    ----------
    models : int
    x : int
        The number printed with the terrain: a die hits on X+. The rules give none by default.
    height, health : int
        Of each model, as printed.
    wounded : int
        Health Points the unit has lost that cost no model yet.
    special_save : int, optional
        Aegis or Fortitude, 2 to 6 for 2+ to 6+.
    per_model_2e : int, optional
        Play by the 2nd edition: so many dice for each model (1 to 3 by size, 1 more for chariots), each of which hits on X or less.
    exact : bool
        Whether to answer in Fractions.

    Returns
    -------
    DangerousTerrain

    Raises
    ------
    ToolkitError
        If a number is impossible.

    Examples
    --------
    >>> lost = dangerous_terrain(19, 6, exact=True)
    >>> lost.dice, lost.health.mean()
    (10, Fraction(5, 3))
    """
    dice = dangerous_dice(models, height)
    whole("X", x, *((2, 6) if per_model_2e is None else (1, 5)))
    whole("Health Points", health, 1, 100)
    whole("wounded", wounded, 0, health - 1)
    hits = Fraction(7 - x, 6)
    if per_model_2e is not None:
        whole("dice for each model", per_model_2e, 1, 4)
        dice, hits = models * per_model_2e, Fraction(x, 6)
    if special_save is not None:
        whole("special save", special_save, 2, 6)
        hits *= Fraction(special_save - 1, 6)
    left = models * health - wounded
    one = Pmf({0: 1 - hits, 1: hits})
    lost = (one if exact else one.to_float()).times(dice).capped(left)
    slain = lost.map(lambda points: (points + wounded) // health)
    return DangerousTerrain(dice, hits if exact else float(hits), lost, slain, slain.at_least(models))
