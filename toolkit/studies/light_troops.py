"""Light Troops of The Ninth Age: how they reform, what they shoot after it, what ranks they lose, and what dangerous terrain does to them.

How far they reform is in `toolkit.studies.reform`, dangerous terrain in `toolkit.studies.t9a.dangerous`; their functions have their names
here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from toolkit.battlefield.footprint import RANK_TABLE, Footprint
from toolkit.dice.pmf import Probability
from toolkit.errors import ToolkitError
from toolkit.studies.reform import ReformCheck, Stand, centre_limit, counts_as_march, longest_path, reform, reform_reach
from toolkit.studies.t9a.attack import answers
from toolkit.studies.t9a.dangerous import DangerousTerrain, dangerous_dice, dangerous_terrain
from toolkit.studies.t9a.score import MOST_RANKS, solid_ranks
from toolkit.studies.t9a.shooting import aim_need

__all__ = [
    "DangerousTerrain", "Ranks", "ReformCheck", "ShotAfterReform", "Stand", "centre_limit", "contains_light_troops", "counts_as_march",
    "dangerous_dice", "dangerous_terrain", "longest_path", "ranks", "reform", "reform_reach", "shooting_after_reform",
]  # fmt: skip

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
    readings : mapping
        How the open questions were read.
    """

    proper: int
    lost: int
    steady: bool
    solid: bool
    readings: Mapping[str, str | bool] = field(repr=False)


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


def ranks(
    formation: Footprint,
    *,
    height: int = 1,
    light_troops: bool = True,
    rank_table: Mapping[int, int] | None = None,
    readings: Mapping[str, str | bool] | None = None,
) -> Ranks:
    """Proper Ranks of a formation, and what Light Troops lose by having none.

    Parameters
    ----------
    formation : Footprint
    height : int
        0 to 5, as printed.
    light_troops : bool
        Whether it contains Light Troops (`contains_light_troops`).
    rank_table : mapping of int to int, optional
        Your own models side by side that make a Proper Rank, by Height; the answer "user" to ``rank_table``.
    readings : mapping, optional
        ``rank_table``.

    Raises
    ------
    ToolkitError
        If the table does not know the Height, or is missing or superfluous.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> block = Footprint(Base.parse("20x20mm"), 23, 5)
    >>> ranks(block, light_troops=False).proper, ranks(block).proper, ranks(block).lost
    (4, 0, 4)
    """
    own = {} if rank_table is None else {"rank_table": "user"}
    chosen = answers({**own, **(readings or {})}, ("rank_table",))
    if chosen["rank_table"] == "user" and rank_table is None:
        raise ToolkitError("rank_table is 'user', so give your own rank_table: models that make a Proper Rank, by Height")
    if chosen["rank_table"] != "user" and rank_table is not None:
        raise ToolkitError(f"your own rank_table beside the reading rank_table = {chosen['rank_table']!r}; leave one of them out")
    table = RANK_TABLE if rank_table is None else rank_table
    if height not in table:
        raise ToolkitError(f"Height {height!r} is not in the table of Proper Ranks, which knows {', '.join(map(str, table))}; add it")
    needed = table[height]
    full = 0 if formation.files < needed else formation.ranks - (formation.last_rank < needed)
    if light_troops:
        return Ranks(0, min(full, MOST_RANKS), steady=False, solid=False, readings=chosen)
    return Ranks(full, 0, steady=full > 0, solid=full >= solid_ranks(height), readings=chosen)
