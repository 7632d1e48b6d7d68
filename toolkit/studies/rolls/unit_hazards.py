"""Dice of the 11th edition that hurt units: hazard rolls, desperate escape, Crushing Impact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import successes
from toolkit.errors import ToolkitError
from toolkit.rules.rule import TestAfterAttacks
from toolkit.studies.rolls.mortal import Target, defence_of
from toolkit.systems.wh40k_11e import rolls as eleventh

MAX_DICE = 100


def hazard_rolls(
    unit: Target, rolls: int, *, numbers: TestAfterAttacks = eleventh.HAZARD, system: str = "wh40k_11e", exact: bool = False
) -> Outcome:
    """What hazard rolls cost a unit: each failure is mortal wounds on the unit, in its usual order, feel no pain included.

    One roll for each Hazardous weapon selected, one for each model that falls back by desperate escape, one for each model that leaves a
    destroyed transport.

    Parameters
    ----------
    unit : DefenceSpec, Defender or mapping
        The unit that rolls.
    rolls : int
    numbers : TestAfterAttacks
        `rolls.HAZARD_BIG` for a unit whose models are all Monsters or Vehicles.
    system : str
    exact : bool

    Returns
    -------
    Outcome

    Raises
    ------
    ToolkitError
        If a number is impossible.

    Examples
    --------
    >>> squad = {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
    >>> hazard_rolls(squad, 5, exact=True).slain.at_least(1)
    Fraction(131, 243)
    """
    if not 0 <= rolls <= MAX_DICE:
        raise ToolkitError(f"{rolls} hazard rolls; the number is from 0 to {MAX_DICE}")
    failed = successes(rolls, Fraction(numbers.fails_on, 6), exact=True)
    return mortal_wounds(failed * numbers.mortal_wounds, defence_of(unit, system=system), exact=exact)


@dataclass(frozen=True)
class Impact:
    """What Crushing Impact does to both units.

    Attributes
    ----------
    joint : dict of (int, int) to Fraction
        Mortal wounds on the unit itself and on the enemy, with their chance.
    """

    joint: dict[tuple[int, int], Fraction]

    @property
    def own(self) -> Pmf:
        """Mortal wounds on the unit itself."""
        return _side(self.joint, 0)

    @property
    def enemy(self) -> Pmf:
        """Mortal wounds on the enemy."""
        return _side(self.joint, 1)


def _side(joint: dict[tuple[int, int], Fraction], side: int) -> Pmf:
    table: dict[int, Fraction] = {}
    for key, chance in joint.items():
        table[key[side]] = table.get(key[side], Fraction(0)) + chance
    return Pmf(table)


def crushing_impact(toughness: int) -> Impact:
    """Crushing Impact: a D6 for each point of Toughness; of the same dice the lowest hurt the unit itself and the highest the enemy.

    Parameters
    ----------
    toughness : int
        Of the model that charged.

    Returns
    -------
    Impact

    Raises
    ------
    ToolkitError
        If the Toughness is impossible.

    Examples
    --------
    >>> impact = crushing_impact(4)
    >>> sum(p for (own, enemy), p in impact.joint.items() if own == 0 and enemy >= 2)
    Fraction(41, 162)
    """
    if not 1 <= toughness <= MAX_DICE:
        raise ToolkitError(f"a Toughness of {toughness}; it is from 1 to {MAX_DICE}")
    own, enemy = eleventh.CRUSHING_IMPACT_OWN, 7 - eleventh.CRUSHING_IMPACT_ENEMY
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(toughness):
        after: dict[tuple[int, int], int] = {}
        for (a, b), count in ways.items():
            for key, faces in (((a + 1, b), own), ((a, b + 1), enemy), ((a, b), 6 - own - enemy)):
                after[key] = after.get(key, 0) + count * faces
        ways = after
    joint: dict[tuple[int, int], Fraction] = {}
    for (a, b), count in ways.items():
        key = min(a, eleventh.CRUSHING_IMPACT_MOST), min(b, eleventh.CRUSHING_IMPACT_MOST)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(count, 6**toughness)
    return Impact(joint)
