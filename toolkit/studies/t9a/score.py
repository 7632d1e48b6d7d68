"""The combat score of The Ninth Age."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.studies.t9a.attack import whole
from toolkit.systems.t9a_3e.tables import RANK_TABLE

MOST_RANKS = 4


@dataclass(frozen=True, slots=True)
class CombatScore:
    """What a side brings into a combat before blood is drawn.

    Attributes
    ----------
    charge : int
        1 if it charged.
    flank_or_rear : int
        Enemy flanks and rears it fights in, two points each.
    ranks : int
        Proper Ranks of its best unit, at most 4.
    standards : int
        Units with a standard.
    battle_standard : int
        1 for the battle standard.
    """

    charge: int = 0
    flank_or_rear: int = 0
    ranks: int = 0
    standards: int = 0
    battle_standard: int = 0

    @property
    def total(self) -> int:
        """The points together."""
        return self.charge + 2 * self.flank_or_rear + min(MOST_RANKS, self.ranks) + self.standards + self.battle_standard


def static_score(
    *,
    charge: bool = False,
    flank_or_rear: int = 0,
    proper_ranks: int = 0,
    light_troops: bool = False,
    standards: int = 0,
    battle_standard: bool = False,
) -> CombatScore:
    """The static combat score of one side; a unit with Light Troops has no Proper Ranks.

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> [static_score(charge=True, proper_ranks=4, standards=1, light_troops=light).total for light in (False, True)]
    [6, 2]
    """
    for name, value in (("flanks and rears", flank_or_rear), ("Proper Ranks", proper_ranks), ("standards", standards)):
        whole(name, value, 0, 100)
    return CombatScore(int(charge), flank_or_rear, 0 if light_troops else min(MOST_RANKS, proper_ranks), standards, int(battle_standard))


def solid_ranks(height: int) -> int:
    """How many ranks make a unit of this Height Solid: three up to Height 2, two above.

    Examples
    --------
    >>> solid_ranks(1), solid_ranks(3)
    (3, 2)
    """
    return 3 if height <= 2 else 2


def proper_ranks(models: int, files: int, *, height: int = 1, width: int | None = None) -> int:
    """Ranks of a formation that count: those with enough models side by side.

    Parameters
    ----------
    models, files : int
        Models that are left, and how many stand side by side; the last rank holds the rest.
    height : int
        0 to 5, which says how many models make a Proper Rank.
    width : int, optional
        Your own number in its place.

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> proper_ranks(23, 5), proper_ranks(25, 5), proper_ranks(12, 4), proper_ranks(6, 3, height=3)
    (4, 5, 0, 2)
    """
    whole("models", models, 0, 300)
    whole("files", files, 1, 300)
    whole("Height", height, 0, 5)
    needed = RANK_TABLE[height] if width is None else width
    whole("models that make a Proper Rank", needed, 1, 300)
    full, rest = divmod(models, files)
    return 0 if files < needed else full + (rest >= needed)


def steadiness(ranks: int, enemies: Sequence[int], *, height: int = 1, around: Sequence[int] = ()) -> tuple[bool, bool]:
    """Whether a unit is Steady and whether it is Solid.

    Parameters
    ----------
    ranks : int
        Its Proper Ranks; none with Light Troops.
    enemies : sequence of int
        Proper Ranks of each enemy in contact with it; it is Steady if it has more than each of them.
    height : int
        0 to 5. Solid takes three ranks up to Height 2, two above.
    around : sequence of int
        Proper Ranks of enemies in its flank and rear: a surrounded unit counts so many fewer.

    Returns
    -------
    (bool, bool)
        Steady, Solid.

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> steadiness(4, [2]), steadiness(4, [2], around=[3]), steadiness(2, [0], height=3)
    ((True, True), (False, False), (True, True))
    """
    whole("Height", height, 0, 5)
    for count in (ranks, *enemies, *around):
        whole("Proper Ranks", count, 0, 100)
    left = max(0, ranks - sum(around))
    return all(left > each for each in enemies) and left > 0, left >= solid_ranks(height)
