"""How likely a unit gets where it has to be, and what it may still do there; for whole turns of moving, shooting and charging.

For the 10th and 11th edition of Warhammer 40,000; `toolkit.studies.t9a_charge` has the charge ranges of The Ninth Age.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.rolls import ChargeRoll, RollModifier
from toolkit.studies.move_rules import (
    ENGAGEMENT,
    MoveKind,
    System,
    Transport,
    charge_modifiers_of,
    check_inches,
    check_move,
    edition_of,
    exact_inches,
)
from toolkit.studies.rolls.moving import RerollKind, advance, charge, charge_needs, rapid_dispersal
from toolkit.systems.wh40k_10e import rolls as tenth

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Afterwards", "Movement", "check_inches", "movement", "ways"]

Shooting = Literal["all weapons", "Assault weapons", "no weapons"]
MOVE_ORDER = 3
"""Inches that the order Move! Move! Move! adds to Move."""
DISEMBARK = 3
"""Inches from the hull within which a unit that disembarks is set up."""
HEAVY_STEP = 3
"""Inches a unit may move in the 11th edition and still fire Heavy weapons as such."""


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What a unit may do in the rest of its turn.

    Attributes
    ----------
    shoot : {"all weapons", "Assault weapons", "no weapons"}
    charge : bool
        Whether it may declare one.
    heavy : bool
        Whether its Heavy weapons count as such: it Remained Stationary, or in the 11th edition moved 3 inches at most.
    reasons : tuple of str
        Why not, one for each restriction.
    """

    shoot: Shooting
    charge: bool
    heavy: bool
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """How far a unit gets in its turn, and what follows.

    Attributes
    ----------
    distance : Pmf
        Inches by which it can come closer before it charges.
    needed : float or None
        Inches it had to come closer; None where nothing was asked.
    chance : float, Fraction or None
        Chance that it does.
    charge_chance : float, Fraction or None
        Chance that a charge at the target succeeds after this move, before any die is rolled; None where none was asked for.
    policy : str
        When dice are rolled again, in words; "" without a re-roll.
    steps : tuple of str
        What it does, in order.
    after : Afterwards
    """

    distance: Pmf
    needed: float | None
    chance: Probability | None
    charge_chance: Probability | None
    policy: str
    steps: tuple[str, ...]
    after: Afterwards

    @property
    def frame(self) -> pl.DataFrame:
        """The chance of getting so far, for each whole number of inches: columns inches and chance.

        Examples
        --------
        >>> movement(6).frame.row(-1)
        (6, 1.0)
        """
        import polars as pl

        inches = range(self.distance.high + 1)
        chances = [float(self.distance.at_least(each)) for each in inches]
        return pl.DataFrame({"inches": list(inches), "chance": chances}, schema={"inches": pl.Int64, "chance": pl.Float64})


def movement(
    move: int,
    distance: float | None = None,
    within: float = 0,
    *,
    kind: MoveKind = "normal",
    move_order: bool = False,
    shaken: bool = False,
    reroll: bool = False,
    fire_and_relocate: bool = False,
    disembark: Transport | None = None,
    rapid_dispersal_after: bool = False,
    then_charge: bool = False,
    charge_modifiers: Iterable[RollModifier | int] = (),
    charge_reroll: RerollKind | None = None,
    charge_numbers: ChargeRoll | None = None,
    system: System | None = None,
    exact: bool = False,
) -> Movement:
    """The chance that a unit ends its move within reach of something, and that a charge after it succeeds.

    Moves are straight ahead, on open ground. A unit that disembarks is set up as far ahead as it may, so its distance is measured from
    the hull of the transport, where that stands then; bases are no larger than the 3 inches they have to fit into.

    Parameters
    ----------
    move : int
        Move characteristic in inches, as printed.
    distance : float, optional
        Inches to the target: objective marker, enemy unit or line on the table.
    within : float
        How near is near enough: 0 to touch, 3 for the control of an objective marker, a weapon's range or half of it.
    kind : {"stationary", "normal", "advance", "fall_back"}
        A Fall Back goes as far as a Normal move; no shooting and no charge after it.
    move_order : bool
        Under the order Move! Move! Move!: 3 inches more.
    shaken : bool
        Shaken by Creeping Barrage: 2 inches less, and 2 less on the charge roll.
    reroll : bool
        A Command Re-roll for the Advance roll.
    fire_and_relocate : bool
        The stratagem of that name: it may shoot although it Advanced.
    disembark : {"not yet moved", "moved"} or None
        It begins its turn in a transport and leaves it before or after the transport's Normal move.
    rapid_dispersal_after : bool
        The stratagem Rapid Dispersal: a Normal move of D6 inches on top, after disembarking.
    then_charge : bool
        Also give the chance of a charge at the target, from as near as the move brings it.
    charge_modifiers, charge_reroll
        As for `toolkit.studies.rolls.charge`.
    charge_numbers : ChargeRoll, optional
        Another charge than that of the edition, such as its Heroic Intervention.
    system : {"wh40k_10e", "wh40k_11e"}, optional
        The edition: how far from enemies a move ends, how a charge is rolled, which rules there are, and when Heavy counts. By default the
        10th, or the 11th if `charge_numbers` are its own.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Movement

    Raises
    ------
    ToolkitError
        If a number is impossible, or rules exclude the combination.

    Examples
    --------
    >>> run = movement(6, 14, within=3, kind="advance", move_order=True, exact=True)
    >>> run.chance, run.after.shoot, run.after.charge
    (Fraction(5, 6), 'Assault weapons', False)
    >>> out = movement(6, 15, kind="normal", disembark="not yet moved", then_charge=True, exact=True)
    >>> out.distance.high, out.charge_chance
    (9, Fraction(5, 6))
    >>> movement(6, 5, then_charge=True, system="wh40k_11e", exact=True).charge_chance
    Fraction(35, 36)
    """
    check_move(move, distance, within, kind, reroll, fire_and_relocate, disembark, rapid_dispersal_after, move_order)
    for what, value in (("shaken", shaken), ("then_charge", then_charge), ("exact", exact)):
        checks.flag(value, f"{what} =")
    modifiers = charge_modifiers_of(charge_modifiers, shaken)
    edition, numbers = edition_of(system, charge_numbers, fire_and_relocate, rapid_dispersal_after, shaken)
    if charge_reroll is not None and charge_reroll not in get_args(RerollKind):
        raise ToolkitError(f'a re-roll of {checks.shown(charge_reroll)} of the charge; choose "whole", "one_die" or None')
    total = max(0, move + (MOVE_ORDER if move_order else 0) + (tenth.CREEPING_BARRAGE.move if shaken else 0))
    needed = None if distance is None else max(Fraction(0), exact_inches(distance) - exact_inches(within))
    steps: list[str] = []
    law, policy = Pmf({0: Fraction(1)}), ""
    if disembark:
        law += DISEMBARK
        steps.append(f'disembark from a transport that has {disembark}: {DISEMBARK}"')
    if rapid_dispersal_after:
        law += rapid_dispersal(exact=True).distance
    if disembark != "moved" and kind in ("normal", "fall_back"):
        law += total
        steps.append(f'{"Normal move" if kind == "normal" else "Fall Back"}: {total}"')
    elif kind == "advance":
        law, policy = _advanced(law, total, needed, reroll=reroll)
        steps.append(f'Advance: {total}" and {tenth.ADVANCE.dice}' + (", re-roll at hand" if reroll else ""))
    elif kind == "stationary":
        steps.append("remain stationary")
    if rapid_dispersal_after:
        steps.append(f'Rapid Dispersal: {tenth.RAPID_DISPERSAL.dice}"')
    after = _afterwards(kind, disembark, fire_and_relocate, small_step=edition == "wh40k_11e" and law.high <= HEAVY_STEP)
    chance = None if needed is None else law.at_least(math.ceil(needed))
    charged = None
    if then_charge:
        if distance is None:
            raise ToolkitError("a charge without a distance to its target; give distance in inches")
        outside = max(numbers.engagement, ENGAGEMENT[edition])
        if not disembark and kind != "fall_back" and exact_inches(distance) <= outside:
            why = f'within Engagement Range ({outside}") before it moves: no charge'
            after = replace(after, charge=False, reasons=(*after.reasons, why))
        charged = _charge_after(law, exact_inches(distance), after, modifiers, charge_reroll, numbers, outside)
        if after.charge:
            steps.append("charge")
    if not exact:
        law = law.to_float()
        chance, charged = (None if each is None else float(each) for each in (chance, charged))
    return Movement(law, None if needed is None else float(needed), chance, charged, policy, tuple(steps), after)


def _advanced(so_far: Pmf, move: int, needed: Fraction | None, *, reroll: bool) -> tuple[Pmf, str]:
    """What is added by an Advance; where another roll comes on top, the re-roll is spent as seems best once that is known to come."""
    if not reroll:
        return so_far + advance(move, exact=True).distance, ""
    if needed is None or so_far.low == so_far.high:
        base = so_far.low
        reach = advance(move, None if needed is None else max(Fraction(0), needed - base), reroll=True, exact=True)  # pyright: ignore[reportArgumentType]
        return so_far + reach.distance, reach.policy
    # The other roll is made after this one: roll again wherever a fresh roll has the better chance.
    roll = Dice.parse(tenth.ADVANCE.dice).pmf(exact=True)
    worth = {face: Fraction(so_far.at_least(math.ceil(needed - move - face))) for face, _ in roll.items()}
    fresh = sum((Fraction(p) * worth[face] for face, p in roll.items()), Fraction(0))
    again = [face for face in worth if worth[face] < fresh]
    retry = sum((Fraction(roll[face]) for face in again), Fraction(0))
    law = Pmf({face: (Fraction(0) if face in again else Fraction(p)) + retry * Fraction(p) for face, p in roll.items()})
    words = "never re-roll" if not again else f"re-roll {again[0]}" + (f" to {again[-1]}" if len(again) > 1 else "")
    return so_far + law + move, words


def _afterwards(kind: str, disembark: str | None, fire_and_relocate: bool, *, small_step: bool) -> Afterwards:
    reasons: list[str] = []
    shoot: Shooting = "all weapons"
    may_charge = True
    if kind == "advance":
        may_charge = False
        shoot = "all weapons" if fire_and_relocate else "Assault weapons"
        shot = "it shoots by Fire and Relocate" if fire_and_relocate else "only Assault weapons shoot"
        reasons.append(f"Advanced: no charge; {shot}")
    if kind == "fall_back":
        shoot, may_charge = "no weapons", False
        reasons.append("Fell Back: no shooting, no charge")
    if disembark == "moved":
        may_charge = False
        reasons.append("left a transport that had moved: no charge")
    heavy = kind == "stationary" or (small_step and not disembark and kind != "fall_back")
    if disembark:
        reasons.append("set up this turn: Heavy does not apply")
    elif not heavy and kind != "fall_back":
        reasons.append("moved: Heavy does not apply")
    return Afterwards(shoot, may_charge, heavy, tuple(reasons))


def _charge_after(
    law: Pmf,
    distance: Fraction,
    after: Afterwards,
    modifiers: Sequence[RollModifier | int],
    reroll: RerollKind | None,
    numbers: ChargeRoll,
    outside: int,
) -> Fraction:
    """The chance of a charge from wherever the move ends: as near as it can be, but more than `outside` away: out of Engagement Range."""
    if not after.charge:
        return Fraction(0)
    total = Fraction(0)
    for moved, p in law.items():
        left = distance - moved
        close = left <= outside
        inches = outside if close else left
        if inches > numbers.within:
            continue
        needed = charge_needs(inches, just_over=close, numbers=numbers)  # pyright: ignore[reportArgumentType]
        total += Fraction(p) * Fraction(charge(needed, modifiers, reroll=reroll, numbers=numbers, exact=True).chance)
    return total


def ways(move: int, distance: float, within: float = 0, *, disembark: bool = False, system: System = "wh40k_10e") -> pl.DataFrame:
    """Every way of getting there, side by side, as a frame for tables and charts.

    Parameters
    ----------
    move : int
        As printed.
    distance, within : float
        Inches, as for `movement`.
    disembark : bool
        The unit begins its turn in a transport.
    system : {"wh40k_10e", "wh40k_11e"}
        The edition; only its own ways are listed.

    Returns
    -------
    polars.DataFrame
        way, chance, charge (chance of a charge after it), shoot, heavy, and "reach" (mean inches).

    Examples
    --------
    >>> ways(6, 12).filter(way="Advance, Command Re-roll")["chance"].item()
    0.3055555555555556
    """
    import polars as pl

    checks.flag(disembark, "disembark =")
    options: dict[str, Mapping[str, object]] = {
        "Normal move": {},
        "Advance": {"kind": "advance"},
        "Advance, Command Re-roll": {"kind": "advance", "reroll": True},
    }
    if disembark:
        early = {f"{name} after disembarking": {**each, "disembark": "not yet moved"} for name, each in options.items()}
        fast = {f"{name}, Rapid Dispersal": {**each, "rapid_dispersal_after": True} for name, each in early.items()}
        late = {
            "Transport moves first": {"disembark": "moved"},
            "Transport moves first, Rapid Dispersal": {"disembark": "moved", "rapid_dispersal_after": True},
        }
        options = {**early, **fast, **late}
        if system == "wh40k_11e":
            options = {name: each for name, each in options.items() if "rapid_dispersal_after" not in each}
    else:
        ordered = {f"{name}, Move! Move! Move!": {**each, "move_order": True} for name, each in options.items()}
        options = {"Remain stationary": {"kind": "stationary"}, **options, **ordered}
    rows = []
    for name, each in options.items():
        found = movement(move, distance, within, then_charge=True, system=system, **each)  # pyright: ignore[reportArgumentType]
        rows.append(
            {
                "way": name,
                "chance": found.chance,
                "reach": found.distance.mean(),
                "charge": found.charge_chance,
                "shoot": found.after.shoot,
                "heavy": found.after.heavy,
            }
        )
    return pl.DataFrame(rows)
