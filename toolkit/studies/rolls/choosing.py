"""What is chosen after a roll or seen from a distance in the 11th edition: charge targets, and hidden units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import rerolled
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import ChargeRoll, Detection, RollModifier
from toolkit.studies.rolls.moving import ChargeTarget, charge_needs, net_modifier
from toolkit.systems.wh40k_11e import rolls as eleventh


@dataclass(frozen=True, slots=True)
class ChargeChoices:
    """Which units can be charged once the dice have been rolled.

    Attributes
    ----------
    chance : tuple of float or Fraction
        For each unit, in the order given.
    any : float or Fraction
        At least one.
    number : Pmf
        How many.
    policy : str
        When the roll is made again; "" without a re-roll.
    """

    chance: tuple[Probability, ...]
    any: Probability
    number: Pmf
    policy: str = ""


def charge_choices(
    targets: Sequence[ChargeTarget | float], modifiers: Iterable[RollModifier | int] = (), *, reroll: bool = False,
    numbers: ChargeRoll = eleventh.CHARGE, exact: bool = False,
) -> ChargeChoices:  # fmt: skip
    """Which of several units a charge can be made at, where targets are chosen after the roll.

    A unit can be chosen that is not farther away than the roll, nor than the edition lets a charge reach; the chance is an upper bound,
    because paths, terrain and room can only lower it.

    Parameters
    ----------
    targets : sequence of ChargeTarget or float
        The units, or just their distances in inches.
    modifiers : iterable of RollModifier or int
        What changes the roll (all certain); that of a single target counts for that target only.
    reroll : bool
        A roll that reaches nobody is made again (Command Re-roll).
    numbers : ChargeRoll
    exact : bool

    Returns
    -------
    ChargeChoices

    Raises
    ------
    ToolkitError
        If there is no target, or a modifier is uncertain.

    Examples
    --------
    >>> choices = charge_choices([5, 9], exact=True)
    >>> choices.chance, choices.any, choices.number.mean()
    ((Fraction(5, 6), Fraction(5, 18)), Fraction(5, 6), Fraction(10, 9))
    """
    units = [each if isinstance(each, ChargeTarget) else ChargeTarget(each) for each in targets]
    if not units:
        raise ToolkitError("a charge without a target; name at least one")
    common = [each if isinstance(each, RollModifier) else RollModifier(each) for each in modifiers]
    if any(each.chance < 1 for unit in units for each in (*common, *unit.modifiers)):
        raise ToolkitError("a modifier that may or may not be there; ask for the charge with it and without it")
    needs = [None if _too_far(each, numbers) else charge_needs(each.inches, just_over=each.just_over, numbers=numbers) for each in units]
    nets = [net_modifier([*common, *unit.modifiers]) for unit in units]

    def reached(roll: int) -> list[int]:
        most = numbers.most
        distances = [roll + net if most is None else min(most, roll + net) for net in nets]
        return [i for i, need in enumerate(needs) if need is not None and distances[i] >= need]

    law = Dice.parse(numbers.dice).pmf(exact=True)
    policy = ""
    if reroll:
        law = rerolled(law, lambda value: not reached(value))
        policy = "re-roll what reaches nobody"
    chance = [Fraction(0)] * len(units)
    number: dict[int, Fraction] = {}
    for roll, p in law.items():
        now = reached(roll)
        number[len(now)] = number.get(len(now), Fraction(0)) + Fraction(p)
        for i in now:
            chance[i] += Fraction(p)
    many = Pmf(number)
    if exact:
        return ChargeChoices(tuple(chance), 1 - Fraction(many[0]), many, policy)
    return ChargeChoices(tuple(float(p) for p in chance), float(1 - Fraction(many[0])), many.to_float(), policy)


def _too_far(unit: ChargeTarget, numbers: ChargeRoll) -> bool:
    return unit.inches > numbers.within or (unit.just_over and unit.inches == numbers.within)


def detection_range(*, gone_to_ground: bool = False, modifier: int = 0, numbers: Detection = eleventh.HIDDEN) -> int:
    """From how near a hidden unit is seen, in inches.

    Parameters
    ----------
    gone_to_ground : bool
    modifier : int
        What other rules add; never beyond the limits of the edition.
    numbers : Detection

    Examples
    --------
    >>> detection_range(), detection_range(gone_to_ground=True), detection_range(gone_to_ground=True, modifier=-6)
    (15, 12, 9)
    """
    asked = numbers.inches + modifier + (numbers.gone_to_ground if gone_to_ground else 0)
    return max(numbers.least, min(numbers.most, asked))


def is_hidden(
    inches: float, terrain: str, *, gone_to_ground: bool = False, modifier: int = 0, numbers: Detection = eleventh.HIDDEN
) -> bool:
    """Whether a unit in this kind of terrain is hidden from a model so many inches away.

    Parameters
    ----------
    inches : float
    terrain : str
        "light" or "dense"; anything else hides nobody.
    gone_to_ground, modifier, numbers
        See `detection_range`; `rolls.HIDDEN_AT_LAUNCH` for the reading of June 2026.

    Examples
    --------
    >>> is_hidden(16, "light"), is_hidden(15, "light"), is_hidden(13, "dense", gone_to_ground=True)
    (True, False, True)
    >>> is_hidden(16, "light", numbers=eleventh.HIDDEN_AT_LAUNCH)
    False
    """
    return terrain.casefold() in numbers.terrain and inches > detection_range(
        gone_to_ground=gone_to_ground, modifier=modifier, numbers=numbers
    )
