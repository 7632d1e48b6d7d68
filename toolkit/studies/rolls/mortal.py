"""Mortal wounds outside the attack sequence: Grenade, On My Position, Deadly Demise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.outcome import Outcome
from toolkit.attack.spec import DefenceSpec
from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import successes
from toolkit.errors import ScenarioError, ToolkitError
from toolkit.rules.document import parse
from toolkit.rules.resolve import resolve
from toolkit.rules.rolls import MortalDice
from toolkit.rules.scenario import Attacker, Defender, Scenario, Weapon
from toolkit.studies.completion import complete
from toolkit.systems import get
from toolkit.systems.wh40k_10e import rolls as tenth

Target = DefenceSpec | Defender | Mapping[str, Any] | str
"""A unit: its name in the profile tables, the ``[defender]`` table of a scenario document, a `Defender`, or numbers for the engine."""
Phase = Literal["shooting", "fight"]
MAX_UNITS = 100


def defence_of(target: Target, *, phase: Phase = "shooting", system: str = "wh40k_10e") -> DefenceSpec:
    """What the engine is told of a unit that suffers mortal wounds: models, wounds, feel no pain, with the unit's own rules.

    Parameters
    ----------
    target : str, mapping, Defender or DefenceSpec
        Its `rules` may name abilities such as "Feel No Pain 5+".
    phase : {"shooting", "fight"}
        The phase it happens in, for rules that ask.
    system : str

    Returns
    -------
    DefenceSpec

    Raises
    ------
    ScenarioError
        If the unit has no models, or a key or value cannot be used.

    Examples
    --------
    >>> model = {"count": 10, "toughness": 3, "save": "5+", "wounds": 1}
    >>> defence_of({"models": [model], "rules": ["Feel No Pain 6+"]}).groups[0].ignore
    6
    >>> defence_of("Field Ordnance Battery").wounds
    12
    """
    if isinstance(target, DefenceSpec):
        return target
    if not isinstance(target, Defender):
        unit = {"name": target} if isinstance(target, str) else dict(target)
        target = parse(complete({"system": system, "attacker": {}, "defender": unit})).defender
    # any attack of the phase will do: rules of the unit are in force or not while it meets one
    kind = "ranged" if phase == "shooting" else "melee"
    probe = Weapon("Mortal wounds", kind, Dice.parse(1), None, 1, 0, Dice.parse(1))
    scenario = Scenario(system, Attacker(weapons=(probe,)), target, situation={"phase": phase})
    return resolve(scenario, get(system)).defence


def _inflicted(numbers: MortalDice, wounds: str | int | None = None) -> Pmf:
    """The law of the mortal wounds that the dice inflict; exact."""
    each = Dice.parse(numbers.wounds if wounds is None else wounds).pmf(exact=True)
    return each.times(successes(numbers.dice, Fraction(7 - numbers.need, 6), exact=True))


def grenade(target: Target, *, numbers: MortalDice = tenth.GRENADE, system: str = "wh40k_10e", exact: bool = False) -> Outcome:
    """What the Grenade Stratagem does to a unit.

    Parameters
    ----------
    target : str, mapping, Defender or DefenceSpec
        See `defence_of`.
    numbers : MortalDice
        The dice of the edition.
    system : str
        For the unit's own rules.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Outcome
        ``damage``, ``slain``, ``p_destroyed``.

    Raises
    ------
    ScenarioError
        If the target cannot be used.

    Examples
    --------
    >>> marines = {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
    >>> grenade(marines, exact=True).slain.mean()
    Fraction(5, 4)
    """
    return mortal_wounds(_inflicted(numbers), defence_of(target, phase="shooting", system=system), exact=exact)


@dataclass(frozen=True, slots=True)
class Strafing:
    """What On My Position does. The dice of each unit are its own, so that the laws are independent.

    Attributes
    ----------
    enemies : tuple of Outcome
        One for each enemy unit.
    own : Outcome
        The unit that called the strike.
    inflicted : Pmf
        Mortal wounds rolled for all enemy units together.
    suffered : Pmf
        Mortal wounds rolled for the own unit.
    """

    enemies: tuple[Outcome, ...]
    own: Outcome
    inflicted: Pmf
    suffered: Pmf


def on_my_position(
    enemies: Sequence[Target],
    own: Target,
    *,
    numbers: MortalDice = tenth.ON_MY_POSITION,
    own_numbers: MortalDice = tenth.ON_MY_POSITION_OWN,
    system: str = "wh40k_10e",
    exact: bool = False,
) -> Strafing:
    """What On My Position does to every enemy unit within Engagement Range, and to the unit itself.

    Parameters
    ----------
    enemies : sequence of str, mapping, Defender or DefenceSpec
        The engaged enemy units, see `defence_of`.
    own : str, mapping, Defender or DefenceSpec
        The own unit.
    numbers, own_numbers : MortalDice
        The dice for each enemy unit, and for the own one.
    system : str
        For the units' own rules.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Strafing

    Raises
    ------
    ToolkitError
        If no enemy unit is named, or one cannot be used.

    Examples
    --------
    >>> guard = {"models": [{"count": 5, "toughness": 3, "save": "5+", "wounds": 1}]}
    >>> lone = {"models": [{"count": 1, "toughness": 4, "save": "3+", "wounds": 3}]}
    >>> strike = on_my_position([lone], guard, exact=True)
    >>> strike.enemies[0].p_destroyed, strike.own.p_destroyed, strike.inflicted.mean()
    (Fraction(5, 9), Fraction(23, 27), Fraction(35, 12))
    """
    _check_units(enemies, "On My Position without an enemy; it needs at least one enemy unit within Engagement Range")
    one, suffered = _inflicted(numbers), _inflicted(own_numbers)
    hurt = tuple(mortal_wounds(one, defence_of(each, phase="fight", system=system), exact=exact) for each in enemies)
    back = mortal_wounds(suffered, defence_of(own, phase="fight", system=system), exact=exact)
    total = one.times(len(enemies))
    return Strafing(hurt, back, total if exact else total.to_float(), suffered if exact else suffered.to_float())


@dataclass(frozen=True, slots=True)
class Demise:
    """What a model's Deadly Demise does. One roll decides for all units nearby, so that their losses come together.

    Attributes
    ----------
    explodes : float or Fraction
        Chance of the roll.
    units : tuple of Outcome
        What is left of each unit nearby, the roll included.
    given : tuple of Outcome
        The same, once it is known that the roll came up: then the units are independent.
    """

    explodes: Probability
    units: tuple[Outcome, ...]
    given: tuple[Outcome, ...]


def deadly_demise(
    wounds: str | int,
    units: Sequence[Target],
    *,
    phase: Phase = "shooting",
    numbers: MortalDice = tenth.DEADLY_DEMISE,
    system: str = "wh40k_10e",
    exact: bool = False,
) -> Demise:
    """What happens to the units near a model with Deadly Demise when it is destroyed.

    Parameters
    ----------
    wounds : str or int
        What is printed after the ability: "D3", "D6", 1. It is rolled for each unit.
    units : sequence of str, mapping, Defender or DefenceSpec
        Every unit within 6 inches, of either side, see `defence_of`.
    phase : {"shooting", "fight"}
        The phase it happens in, for rules of the units that ask.
    numbers : MortalDice
        The roll of the edition. No Command Re-roll can change it.
    system : str
        For the units' own rules.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Demise

    Raises
    ------
    ToolkitError
        If no unit is named, one cannot be used, or `wounds` is no number or dice.

    Examples
    --------
    >>> guard = {"models": [{"count": 10, "toughness": 3, "save": "5+", "wounds": 1}]}
    >>> demise = deadly_demise("D6", [guard], exact=True)
    >>> demise.explodes, demise.units[0].slain.mean()
    (Fraction(1, 6), Fraction(7, 12))
    """
    _check_units(units, "Deadly Demise without a unit nearby; name at least one")
    law = Dice.parse(wounds).pmf(exact=True)
    chance = Fraction(7 - numbers.need, 6)
    rolled = Pmf.mixture([(1 - chance, Pmf.certain(0, exact=True)), (chance, law)])
    defences = [defence_of(each, phase=phase, system=system) for each in units]
    return Demise(
        chance if exact else float(chance),
        tuple(mortal_wounds(rolled, each, exact=exact) for each in defences),
        tuple(mortal_wounds(law, each, exact=exact) for each in defences),
    )


def _check_units(units: Sequence[Target], message: str) -> None:
    if isinstance(units, Mapping | str) or not isinstance(units, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError("one unit where a list of units is needed; put it in brackets")
    if not units:
        raise ScenarioError("", message)
    if len(units) > MAX_UNITS:
        raise ToolkitError(f"{len(units)} units at once; at most {MAX_UNITS}")
