"""Numbers of The Ninth Age: what hits, what wounds, what is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Edition = Literal["3e", "2e"]
RANK_TABLE: Mapping[int, int] = {0: 5, 1: 5, 2: 5, 3: 3, 4: 3, 5: 1}
"""Models side by side that make a Proper Rank, by Height. Only Height 1 was read in the 3rd edition."""


def hit_need(offensive: int, defensive: int, edition: Edition = "3e") -> int:
    """The die that hits in melee, by the difference of Offensive and Defensive Skill.

    Examples
    --------
    >>> [hit_need(4 + each, 4) for each in (4, 3, 0, -3, -4, -8)], hit_need(1, 9, "2e")
    ([2, 3, 4, 4, 5, 5], 6)
    """
    more = offensive - defensive
    if more >= 4:
        return 2
    if more >= 1:
        return 3
    if more >= -3:
        return 4
    return 6 if edition == "2e" and more <= -8 else 5


def wound_need(strength: int, resilience: int) -> int:
    """The die that wounds, by the difference of Strength and Resilience.

    Examples
    --------
    >>> [wound_need(4 + each, 4) for each in (2, 1, 0, -1, -2, -5)]
    [2, 3, 4, 5, 6, 6]
    """
    return min(6, max(2, 4 - (strength - resilience)))


def armour_need(armour: int, ap: int) -> int | None:
    """The die that an armour save takes, 2 at best; None for no save.

    Examples
    --------
    >>> armour_need(2, 0), armour_need(6, 0), armour_need(2, 2)
    (5, 2, None)
    """
    return None if armour <= ap else max(2, 7 - armour + ap)
