"""Dice of the 11th edition that hurt units: hazard rolls, falling back in despair, leaving a transport, Crushing Impact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import NerveTest
from toolkit.rules.rule import TestAfterAttacks
from toolkit.studies.rolls.courage import battle_shock_after, failed_tests
from toolkit.studies.rolls.mortal import Target, defence_of
from toolkit.systems.wh40k_11e import rolls as eleventh

MAX_DICE = 100


def hazard_rolls(
    unit: Target, rolls: int, *, reroll: bool = False, numbers: TestAfterAttacks = eleventh.HAZARD, system: str = "wh40k_11e",
    exact: bool = False,
) -> Outcome:  # fmt: skip
    """What hazard rolls cost a unit: each failure is mortal wounds on the unit, in its usual order, feel no pain included.

    One roll for each Hazardous weapon selected; for desperate escapes and transports see `fall_back_desperately` and `disembark`.

    Parameters
    ----------
    unit : DefenceSpec, Defender or mapping
        The unit that rolls.
    rolls : int
    reroll : bool
        One failed roll is made again (Command Re-roll).
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
    failed = failed_tests(rolls, numbers.fails_on, reroll=reroll, exact=True)
    return mortal_wounds(failed * numbers.mortal_wounds, defence_of(unit, system=system), exact=exact)


@dataclass(frozen=True, eq=False)
class Aftermath:
    """What a unit has left of its models and of its nerve.

    Attributes
    ----------
    outcome : Outcome
        ``damage``, ``slain``, ``p_destroyed``.
    shocked : float or Fraction
        Chance that it is still there and battle-shocked.
    """

    outcome: Outcome
    shocked: Probability


def fall_back_desperately(
    unit: Target, leadership: int | Sequence[int], *, shocked: bool = False, reroll: bool = False,
    hazard: TestAfterAttacks = eleventh.HAZARD, numbers: NerveTest = eleventh.BATTLE_SHOCK, system: str = "wh40k_11e", exact: bool = False,
) -> Aftermath:  # fmt: skip
    """A desperate escape: a hazard roll for each model, then a Battle-shock roll unless the unit is battle-shocked already.

    A unit that is battle-shocked has to fall back like this; others may, instead of an ordered retreat, which rolls nothing.

    Parameters
    ----------
    unit : DefenceSpec, Defender or mapping
    leadership : int or sequence of int
        See `battle_shock_after`.
    shocked : bool
        It is battle-shocked already, and no Command Re-roll can help it.
    reroll : bool
        One failed hazard roll is made again.
    hazard : TestAfterAttacks
        `rolls.HAZARD_BIG` for a unit whose models are all Monsters or Vehicles.
    numbers : NerveTest
    system : str
    exact : bool

    Returns
    -------
    Aftermath

    Raises
    ------
    ToolkitError
        If a number is impossible, or a battle-shocked unit is to have a Command Re-roll.

    Examples
    --------
    >>> squad = {"models": [{"count": 2, "toughness": 4, "save": "3+", "wounds": 1}]}
    >>> after = fall_back_desperately(squad, 7, exact=True)
    >>> after.outcome.p_destroyed, after.shocked
    (Fraction(1, 9), Fraction(10, 27))
    """
    if shocked and reroll:
        raise ToolkitError("a battle-shocked unit cannot be affected by Stratagems of its player; leave out the Command Re-roll")
    defence = defence_of(unit, system=system)
    outcome = hazard_rolls(defence, defence.models, reroll=reroll, numbers=hazard, exact=exact)
    if shocked:
        return Aftermath(outcome, 1 - outcome.p_destroyed)
    return Aftermath(outcome, battle_shock_after(outcome, leadership, must_test=True, numbers=numbers).shocked)


def disembark(
    unit: Target, way: Literal["rapid", "tactical", "combat", "emergency"], *, reroll: bool = False,
    hazard: TestAfterAttacks = eleventh.HAZARD, system: str = "wh40k_11e", exact: bool = False,
) -> Aftermath:  # fmt: skip
    """What leaving a transport costs a unit: nothing, or a hazard roll for each model and its nerve.

    Parameters
    ----------
    unit : DefenceSpec, Defender or mapping
    way : {"rapid", "tactical", "combat", "emergency"}
        See `rolls.DISEMBARK`.
    reroll : bool
        One failed hazard roll is made again.
    hazard : TestAfterAttacks
        `rolls.HAZARD_BIG` for a unit whose models are all Monsters or Vehicles.
    system : str
    exact : bool

    Returns
    -------
    Aftermath

    Raises
    ------
    ToolkitError
        If there is no such way.

    Examples
    --------
    >>> squad = {"models": [{"count": 2, "toughness": 4, "save": "3+", "wounds": 1}]}
    >>> disembark(squad, "emergency", exact=True).shocked, disembark(squad, "rapid", exact=True).shocked
    (Fraction(8, 9), Fraction(0, 1))
    """
    record = eleventh.DISEMBARK.get(way)
    if record is None:
        raise ToolkitError(f"{way!r} is no way to disembark; choose {', '.join(eleventh.DISEMBARK)}")
    defence = defence_of(unit, system=system)
    outcome = hazard_rolls(defence, defence.models if record.hazard else 0, reroll=reroll, numbers=hazard, exact=exact)
    nobody: Probability = Fraction(0) if exact else 0.0
    return Aftermath(outcome, 1 - outcome.p_destroyed if record.shocked else nobody)


@dataclass(frozen=True)
class Impact:
    """What Crushing Impact does to both units.

    Attributes
    ----------
    joint : dict of (int, int) to Fraction
        Mortal wounds on the unit itself and on the enemy, with their chance.
    """

    joint: dict[tuple[int, int], Fraction]

    def slain(self, own: Target, enemy: Target, *, system: str = "wh40k_11e") -> dict[tuple[int, int], Fraction]:
        """Models slain in the unit itself and in the enemy unit, with their chance.

        Examples
        --------
        >>> one = {"models": [{"count": 1, "toughness": 2, "save": "3+", "wounds": 1}]}
        >>> crushing_impact(2).slain(one, one)[1, 1]
        Fraction(1, 9)
        """
        table: dict[tuple[int, int], Fraction] = {}
        units = [defence_of(each, system=system) for each in (own, enemy)]

        @cache
        def fallen(side: int, wounds: int) -> list[tuple[int, Fraction]]:
            law = mortal_wounds(Pmf.certain(wounds, exact=True), units[side], exact=True).slain
            return [(number, Fraction(p)) for number, p in law.items() if p]

        for (ours, theirs), chance in self.joint.items():
            for (a, p), (b, q) in product(fallen(0, ours), fallen(1, theirs)):
                table[a, b] = table.get((a, b), Fraction(0)) + chance * p * q
        return table

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
