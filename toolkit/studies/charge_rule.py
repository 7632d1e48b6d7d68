"""How charges are rolled in one study, and what the fight behind a charge is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.rolls import ChargeRoll, RollModifier
from toolkit.rules.scenario import Scenario
from toolkit.studies.crunch import crunch
from toolkit.studies.rolls import charge, charge_needs
from toolkit.studies.rolls.moving import RerollKind, net_modifier
from toolkit.systems.wh40k_10e import rolls as tenth
from toolkit.systems.wh40k_11e import rolls as eleventh

CHARGES: dict[str, ChargeRoll] = {"wh40k_10e": tenth.CHARGE, "wh40k_11e": eleventh.CHARGE}
"""The charge of each edition that has one of this kind."""
DIGITS = 9
"""Decimals to which a distance is rounded before whole inches are counted from it, as fine as `toolkit.battlefield.tolerance.TOUCH`."""
OUT_OF_REACH = 99
"""A roll that no charge comes to, whatever its modifiers."""
Modifiers = tuple[RollModifier | int, ...]


@dataclass(frozen=True)
class ChargeRule:
    """How charges are rolled in one study.

    Attributes
    ----------
    numbers : ChargeRoll
        Of the edition.
    modifiers : tuple of RollModifier or int
        For every charge.
    of_target : mapping of str to tuple
        More modifiers against one unit, by its name.
    reroll : {"whole", "one_die"} or None
    chosen_after_roll : bool
        Targets are chosen once the roll is known, so that the best one in reach is charged.

    Raises
    ------
    ToolkitError
        If a modifier is no whole number from -99 to 99, or the re-roll is unknown.

    Examples
    --------
    >>> ChargeRule.of("wh40k_11e").chance(8.01, "Scouts")
    Fraction(5, 18)
    """

    numbers: ChargeRoll
    modifiers: Modifiers = ()
    of_target: Mapping[str, Modifiers] = field(default_factory=dict)
    reroll: RerollKind | None = None
    chosen_after_roll: bool = False

    def __post_init__(self) -> None:
        checks.kind(self.numbers, ChargeRoll, "the charge of an edition", f"a ChargeRoll, such as those of {', '.join(CHARGES)}")
        if self.reroll is not None:
            checks.choice(self.reroll, "a re-roll of", get_args(RerollKind))
        checks.flag(self.chosen_after_roll, "chosen_after_roll")
        object.__setattr__(self, "modifiers", _modifiers(self.modifiers, "the modifiers of charges"))
        by_name = checks.kind(self.of_target, Mapping, "of_target", 'names and modifiers, such as {"Scouts": [-2]}')
        object.__setattr__(self, "of_target", {name: _modifiers(each, f"the modifiers against {name!r}") for name, each in by_name.items()})

    @classmethod
    def of(
        cls,
        system: str,
        modifiers: Sequence[RollModifier | int] = (),
        *,
        of_target: Mapping[str, Sequence[RollModifier | int]] | None = None,
        reroll: RerollKind | None = None,
    ) -> ChargeRule:
        """The charge of an edition.

        Raises
        ------
        ToolkitError
            If the edition has no such charge.
        """
        if not isinstance(system, str) or system not in CHARGES:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"no charge of 2D6 is known for {checks.shown(system)}; choose from {', '.join(CHARGES)}")
        of_one: Any = {} if of_target is None else of_target
        return cls(CHARGES[system], modifiers, of_one, reroll, system == "wh40k_11e")  # pyright: ignore[reportArgumentType]

    def needs(self, inches: float) -> int | None:
        """What the roll has to come to, modifiers included, against a unit so many inches away; None beyond the reach of any charge."""
        checks.number(inches, "a distance", 0)
        rounded = round(inches, DIGITS)
        return None if rounded > self.numbers.within else charge_needs(rounded, numbers=self.numbers)

    def chance(self, inches: float, target: str = "") -> Fraction:
        """Chance of a charge at a unit so many inches away, exact for this distance."""
        needed = self.needs(inches)
        return Fraction(0) if needed is None else self.chances(target)[needed]

    def chances(self, target: str = "") -> tuple[Fraction, ...]:
        """The chance for each needed roll from 0 to the greatest that can be asked for."""
        return _chances(self.numbers, (*self.modifiers, *self.of_target.get(checks.text(target, "a target"), ())), self.reroll)

    def chances_at(self, inches: NDArray[np.float64], target: str = "") -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What charges at a unit need and their chances, from many distances at once; 0 beyond the reach of any charge.

        Parameters
        ----------
        inches : ndarray of float64, shape (n,)
        target : str

        Returns
        -------
        (ndarray of int64, ndarray of float64), each of shape (n,)
            Beyond reach the needed roll is `OUT_OF_REACH`.

        Examples
        --------
        >>> needs, chances = ChargeRule.of("wh40k_11e").chances_at(np.array([8.01, 13.0]))
        >>> needs.tolist(), chances.tolist()
        ([9, 99], [0.2777777777777778, 0.0])
        """
        # Rounded, so that a distance of exactly 9 inches is not turned into a need of one more by the last bit of a square root.
        rounded = np.round(inches, DIGITS)
        if not (rounded >= 0).all():
            raise ToolkitError("distances below 0, or that are no numbers, among those of charges; they are inches, edge to edge")
        needs = np.clip(np.ceil(rounded - self.numbers.engagement), 0, self.numbers.within).astype(np.int64)
        table = np.array([float(each) for each in self.chances(target)])
        beyond = rounded > self.numbers.within
        return np.where(beyond, OUT_OF_REACH, needs), np.where(beyond, 0.0, table[needs])

    def raw_need(self, needed: int, target: str) -> int:
        """The least sum of the dice that comes to `needed` against a unit.

        Raises
        ------
        ToolkitError
            If a modifier is there only with a chance, so that there is no such number.
        """
        checks.whole(needed, "a charge that needs", 0, OUT_OF_REACH)
        checks.text(target, "a target")
        modifiers = [
            each if isinstance(each, RollModifier) else RollModifier(each) for each in (*self.modifiers, *self.of_target.get(target, ()))
        ]
        unsure = next((each for each in modifiers if each.chance < 1), None)
        if unsure is not None:
            raise ToolkitError(
                f"the modifier {unsure.name or unsure.amount!r} is there with a chance of {unsure.chance} only; "
                "where targets are chosen after the roll, work out each case by itself"
            )
        return needed - net_modifier(modifiers)


def _modifiers(given: object, what: str) -> Modifiers:
    listed = checks.kinds(given, (RollModifier, int), what, "a whole number or a RollModifier", f"{what}: number")
    for each in listed:
        checks.whole(each.amount if isinstance(each, RollModifier) else each, f"{what}: one of", -OUT_OF_REACH, OUT_OF_REACH)
    return listed


@lru_cache(maxsize=256)
def _chances(numbers: ChargeRoll, modifiers: Modifiers, reroll: RerollKind | None) -> tuple[Fraction, ...]:
    # A map asks for the same few charges at every spot.
    return tuple(
        Fraction(charge(needed, modifiers, reroll=reroll, numbers=numbers, exact=True).chance) for needed in range(numbers.within + 1)
    )


def after_charge(chance: Probability, damage: Pmf) -> Pmf:
    """The wounds of a fight that happens only if a charge succeeds.

    Parameters
    ----------
    chance : float or Fraction
        Of the charge.
    damage : Pmf
        Of the fight after it.

    Returns
    -------
    Pmf

    Examples
    --------
    >>> from toolkit.dice.notation import Dice
    >>> after_charge(Fraction(5, 18), Dice.parse("D3").pmf(exact=True))[0]
    Fraction(13, 18)
    """
    checks.kind(damage, Pmf, "damage", "a Pmf, such as that of toolkit.crunch")
    if not checks.is_number(chance) or not 0 <= chance <= 1:
        raise ToolkitError(f"a charge with a chance of {checks.shown(chance)}; a chance is from 0 to 1")
    nothing = Pmf({0: Fraction(1)})
    share = Fraction(chance)
    mixed = Pmf.mixture([(share, damage), (1 - share, nothing)])
    return mixed if damage.exact else mixed.to_float()


def prizes_of(fights: Mapping[str, object]) -> dict[str, float]:
    """Mean wounds that the fight after a successful charge removes from each unit.

    Parameters
    ----------
    fights : mapping of str to scenario
        By the name of the unit on the board: a scenario (object, dict or path) of the arriving unit's melee weapons against it. State in
        its situation that the attackers charged.

    Returns
    -------
    dict of str to float

    Raises
    ------
    ToolkitError
        As `toolkit.crunch`.

    Examples
    --------
    >>> knife = {"name": "knife", "count": 2, "type": "melee", "attacks": 3, "skill": "4+", "strength": 3, "ap": 0, "damage": 1}
    >>> guard = {"name": "Guard", "models": [{"count": 10, "toughness": 3, "save": "5+", "wounds": 1}]}
    >>> prizes_of({"Guard": {"system": "wh40k_10e", "attacker": {"weapons": [knife]}, "defender": guard,
    ...                      "situation": {"phase": "fight", "charged": True}}})
    {'Guard': 1.0}
    """
    for name, scenario in checks.kind(fights, Mapping, "fights", "names and scenarios").items():
        checks.kind(scenario, (Scenario, Mapping, str, Path), f"the fight against {name!r}", "a scenario: an object, a table or a file")
    return {name: float(crunch(scenario).mean_damage) for name, scenario in fights.items()}  # pyright: ignore[reportArgumentType]
