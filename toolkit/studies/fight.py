"""Two units fighting each other, one after the other: the exact joint result, because only those who are left strike back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from toolkit.attack.outcome import Outcome
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ScenarioError
from toolkit.rules.ledger import ReadingUsed
from toolkit.rules.rolls import LastStand
from toolkit.studies.carry import left_out
from toolkit.studies.duel import Duel
from toolkit.studies.fighters import Combatant, Fighter, Kit, fight_order, fighter
from toolkit.studies.joint import Joint
from toolkit.systems.wh40k_10e import rolls as tenth
from toolkit.systems.wh40k_11e import rolls as eleventh

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Combatant", "Fight", "Fighter", "Kit", "fight", "fight_order", "fighter"]

_ORDERS = {"wh40k_10e": tenth.FIGHT_ORDER, "wh40k_11e": eleventh.FIGHT_ORDER}


@dataclass(frozen=True, eq=False)
class Fight:
    """What two units do to each other.

    Attributes
    ----------
    order : tuple of str
        Who fought, in order; slain models that fought before they were removed are told.
    joint : dict
        Probability of each pair (models the first unit lost, models the second unit lost).
    first, second : Outcome
        What is left of each unit, whatever became of the other.
    not_calculated : tuple of str
        Names of rules without a record: the numbers leave them out.
    warnings : tuple of str
        What is against the rules, as far as a calculator can see.
    readings : tuple of ReadingUsed
        How questions that the rules leave open were read.
    """

    units: tuple[str, str]
    order: tuple[str, ...]
    joint: dict[tuple[int, int], Probability]
    first: Outcome
    second: Outcome
    not_calculated: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()

    @property
    def lost(self) -> tuple[Pmf, Pmf]:
        """Models lost by each unit."""
        return self.first.slain, self.second.slain

    @property
    def p_destroyed(self) -> tuple[Probability, Probability]:
        """Chance that each unit is destroyed."""
        return self.first.p_destroyed, self.second.p_destroyed

    @property
    def table(self) -> pl.DataFrame:
        """The joint result: models lost by each unit, and the probability (float)."""
        import polars as pl

        rows = [(a, b, float(p)) for (a, b), p in sorted(self.joint.items())]
        return pl.DataFrame(rows, schema={"first_lost": pl.Int64, "second_lost": pl.Int64, "probability": pl.Float64}, orient="row")

    def __repr__(self) -> str:
        means = [float(pmf.mean()) for pmf in self.lost]
        return f"Fight({' then '.join(self.order)}: {self.units[0]} loses {means[0]:.3g} models, {self.units[1]} {means[1]:.3g})"


def fight(
    first: Fighter | Mapping[str, Any],
    second: Fighter | Mapping[str, Any],
    *,
    system: str = "wh40k_10e",
    order: Sequence[int] | None = None,
    last_stand: LastStand = tenth.TRENCH_FIGHTERS,
    readings: Mapping[str, bool | str] | None = None,
    exact: bool = False,
) -> Fight:
    """Two units fight each other.

    Parameters
    ----------
    first, second : Fighter or mapping
        The unit of the player whose turn it is, and the other; see `fighter`.
    system : str
    order : sequence of int or None
        Who strikes, 0 and 1 for the two units; None for the order of the rules: those that charged or fight first, then the rest.
    last_stand : LastStand
        The roll of slain models that may still fight (Trench Fighters).
    readings : mapping or None
        Answers to questions that the rules leave open, as in a scenario document; profiles are always attacked as listed.
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    ScenarioError
        If a unit cannot be used, or the two units have too many states together.

    Examples
    --------
    >>> blade = {"name": "Blade", "type": "melee", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "count": 1}
    >>> one = {"name": "One", "weapons": [blade], "models": [{"count": 1, "toughness": 4, "save": "7+", "wounds": 1}], "charged": True}
    >>> result = fight(one, {**one, "name": "Other", "charged": False}, exact=True)
    >>> result.p_destroyed, result.joint[1, 1]
    ((Fraction(3, 16), Fraction(1, 4)), Fraction(0, 1))
    """
    sides = [each if isinstance(each, Fighter) else fighter(each, system=system) for each in (first, second)]
    for side in sides:
        if not side.models:
            raise ScenarioError("models", f"{side.name or 'a unit'} has no models; it cannot fight")
        _ = side.falling  # says what is wrong before work starts
    if order is None:
        units = [Combatant(str(i), i == 0, side.charged, side.fights_first) for i, side in enumerate(sides)]
        order = [int(name) for name in fight_order(units, numbers=_ORDERS.get(system, tenth.FIGHT_ORDER))]
    if not all(who in (0, 1) for who in order):
        raise ScenarioError("", f"the order {list(order)} names other units than 0 and 1")
    duel = Duel((sides[0], sides[1]), system, last_stand=last_stand, readings=readings, exact=exact)
    joint = Joint.start(duel.units, exact=exact)
    told: list[str] = []
    fought: set[int] = set()
    for who in order:
        fought.add(who)
        other = 1 - who
        stand = sides[other].trench_fighters and other not in fought
        joint = joint.between(0, 1, partial(duel.strike, who=who, stand=stand))
        told.append(sides[who].name or f"unit {who + 1}")
        if stand:
            told.append(f"slain models of {sides[other].name or f'unit {other + 1}'}")
    fought_with = [duel.resolved[who] for who in dict.fromkeys(order)]
    return Fight(
        (sides[0].name, sides[1].name), tuple(told), joint.slain(0, 1), joint.law(0), joint.law(1),
        tuple(dict.fromkeys(name for each in fought_with for name in left_out(each))),
        tuple(dict.fromkeys(warning for each in fought_with for warning in each.warnings)),
        fought_with[0].readings if fought_with else (),
    )  # fmt: skip
