"""What dangerous terrain does to a unit of The Ninth Age."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import answers, whole

MOST_MODELS = 300
DANGEROUS_READINGS = ("dangerous_when", "dangerous_x")


@dataclass(frozen=True, slots=True)
class DangerousTerrain:
    """What a unit loses in dangerous terrain at the end of its move.

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
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    """

    dice: int
    chance: Probability
    health: Pmf
    models: Pmf
    destroyed: Probability
    readings: Mapping[str, str | bool] = field(repr=False)
    second_edition: tuple[str, ...] = ()


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
    dice_per_model: int | None = None,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> DangerousTerrain:
    """What dangerous terrain costs a unit. A hit wounds by itself and no armour helps against its AP of 10; a special save does.

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
    dice_per_model : int, optional
        Of the 2nd edition: 1 to 3 by size, 1 more for chariots.
    readings : mapping, optional
        ``dangerous_when``: with "2e_per_model" each model throws so many dice, and each die hits on X or less.
    exact : bool
        Whether to answer in Fractions.

    Returns
    -------
    DangerousTerrain

    Raises
    ------
    ToolkitError
        If a number is impossible, or dice for each model are missing or superfluous.

    Examples
    --------
    >>> lost = dangerous_terrain(19, 6, exact=True)
    >>> lost.dice, lost.health.mean()
    (10, Fraction(5, 3))
    >>> dangerous_terrain(20, 1, dice_per_model=1, readings={"dangerous_when": "2e_per_model"}, exact=True).chance
    Fraction(1, 6)
    """
    chosen = answers(readings, DANGEROUS_READINGS)
    dice = dangerous_dice(models, height)
    second = chosen["dangerous_when"] == "2e_per_model"
    whole("X", x, *((1, 5) if second else (2, 6)))
    whole("Health Points", health, 1, 100)
    whole("wounded", wounded, 0, health - 1)
    hits = Fraction(x if second else 7 - x, 6)
    if second:
        if dice_per_model is None:
            raise ToolkitError("dangerous_when is '2e_per_model', so give dice_per_model: 1 to 3 by size, 1 more for chariots")
        whole("dice for each model", dice_per_model, 1, 4)
        dice = models * dice_per_model
    elif dice_per_model is not None:
        raise ToolkitError("the unit throws at the end of its move; dice for each model go with dangerous_when = '2e_per_model'")
    if special_save is not None:
        whole("special save", special_save, 2, 6)
        hits *= Fraction(special_save - 1, 6)
    left = models * health - wounded
    one = Pmf({0: 1 - hits, 1: hits})
    lost = (one if exact else one.to_float()).times(dice).capped(left)
    slain = lost.map(lambda points: (points + wounded) // health)
    marks = ("Dangerous Terrain",) if second else ()
    return DangerousTerrain(dice, hits if exact else float(hits), lost, slain, slain.at_least(models), chosen, marks)
