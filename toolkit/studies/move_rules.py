"""What a move can be asked: the edition and its numbers, distances as they were written, and what rules exclude."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, get_args

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.rolls import ChargeRoll, RollModifier
from toolkit.systems.wh40k_10e import rolls as tenth
from toolkit.systems.wh40k_11e import rolls as eleventh

MoveKind = Literal["stationary", "normal", "advance", "fall_back"]
Transport = Literal["not yet moved", "moved"]
MOST_INCHES = 1000
DIGITS = 9
"""Decimals that count of a distance: what floats leave behind them is less."""
System = Literal["wh40k_10e", "wh40k_11e"]
CHARGES: dict[str, ChargeRoll] = {"wh40k_10e": tenth.CHARGE, "wh40k_11e": eleventh.CHARGE}
ENGAGEMENT: dict[str, int] = {"wh40k_10e": 1, "wh40k_11e": 2}
"""Inches of Engagement Range: any move but a charge ends farther away. What a charge has to roll is another matter, see `ChargeRoll`."""


def check_move(
    move: int,
    distance: float | None,
    within: float,
    kind: str,
    reroll: bool,
    fire_and_relocate: bool,
    disembark: str | None,
    dispersal: bool,
    move_order: bool,
) -> None:
    """Refuse numbers that cannot be, and what rules exclude together.

    Raises
    ------
    ToolkitError
        Naming what is wrong and what would be right.
    """
    if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move <= 100:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a Move of {checks.shown(move)} inches; it is a whole number from 0 to 100")
    if distance is not None:
        check_inches(distance, "distance")
    check_inches(within, "within")
    flags = {"move_order": move_order, "reroll": reroll, "fire_and_relocate": fire_and_relocate, "rapid_dispersal_after": dispersal}
    for what, value in flags.items():
        checks.flag(value, f"{what} =")
    if kind not in get_args(MoveKind):
        raise ToolkitError(f"a move of kind {checks.shown(kind)}; choose from {', '.join(get_args(MoveKind))}")
    if disembark not in (None, *get_args(Transport)):
        raise ToolkitError(f'disembark = {checks.shown(disembark)}; the transport has "not yet moved" or "moved", or leave it out')
    if reroll and kind != "advance":
        raise ToolkitError(f"a re-roll of the Advance roll in a move of kind {checks.shown(kind)}; it is for kind='advance'")
    if fire_and_relocate and kind != "advance":
        raise ToolkitError(f"Fire and Relocate in a move of kind {checks.shown(kind)}; it is for units that Advanced")
    if dispersal and not disembark:
        raise ToolkitError("Rapid Dispersal for a unit that did not disembark; give disembark as well")
    if disembark and kind == "stationary":
        raise ToolkitError("a unit that disembarks cannot remain stationary; choose kind='normal' or 'advance'")
    if disembark and kind == "fall_back":
        raise ToolkitError("a unit that disembarks does not Fall Back, as it was engaged with nobody; choose kind='normal' or 'advance'")
    if disembark == "moved" and kind == "advance":
        raise ToolkitError(
            "a unit that leaves a transport that has moved cannot Advance; choose kind='normal' or disembark='not yet moved'"
        )
    if disembark and move_order:
        raise ToolkitError("Move! Move! Move! for a unit in a transport; in the Command phase an order does not reach it there")


def charge_modifiers_of(given: Iterable[RollModifier | int], shaken: bool) -> list[RollModifier | int]:
    """The modifiers of a charge, that of a shaken unit among them.

    Raises
    ------
    ToolkitError
        If they are no list, or one of them is no modifier.

    Examples
    --------
    >>> charge_modifiers_of([-1], shaken=False)
    [-1]
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"charge_modifiers {checks.shown(given)}; they are a list of whole numbers such as -2, or of RollModifiers")
    listed = list(given)
    for at, each in enumerate(listed, 1):
        if isinstance(each, bool) or not isinstance(each, (int, RollModifier)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ToolkitError(f"charge_modifiers: number {at} is {checks.shown(each)}; it is a whole number such as -2, or a RollModifier")
    return [*listed, *([tenth.SHAKEN] if shaken else [])]


def edition_of(
    system: str | None, numbers: ChargeRoll | None, fire_and_relocate: bool, dispersal: bool, shaken: bool
) -> tuple[str, ChargeRoll]:
    """The edition of a move, and its charge.

    Raises
    ------
    ToolkitError
        If the edition is unknown, the charge is that of the other one, or it has no rule of a name.

    Examples
    --------
    >>> edition_of(None, eleventh.CHARGE, False, False, False)[0]
    'wh40k_11e'
    """
    if numbers is not None and not isinstance(numbers, ChargeRoll):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f'charge_numbers {checks.shown(numbers)}; it is a ChargeRoll. For that of an edition give system="wh40k_11e"')
    if system is not None and (not isinstance(system, str) or system not in CHARGES):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"system {checks.shown(system)}; moves are known of {', '.join(CHARGES)}")
    of_eleventh = numbers in (eleventh.CHARGE, eleventh.HEROIC_INTERVENTION_NEAR)
    if of_eleventh and system == "wh40k_10e":
        raise ToolkitError('charge_numbers of the 11th edition in system "wh40k_10e"; leave out one of them')
    if numbers in (tenth.CHARGE, tenth.HEROIC_INTERVENTION) and system == "wh40k_11e":
        raise ToolkitError('charge_numbers of the 10th edition in system "wh40k_11e"; leave out one of them')
    edition = system or ("wh40k_11e" if of_eleventh else "wh40k_10e")
    if edition == "wh40k_11e":
        unknown = {"Fire and Relocate": fire_and_relocate, "Rapid Dispersal": dispersal, "Creeping Barrage, which shakes units,": shaken}
        name = next((each for each, asked in unknown.items() if asked), None)
        if name is not None:
            raise ToolkitError(f"{name} in the 11th edition, where no such rule is known; leave it out, or ask for the 10th edition")
    return edition, CHARGES[edition] if numbers is None else numbers


def exact_inches(value: float | Fraction) -> Fraction:
    """Inches as they were written: 8.3 is 83/10, not the binary number next to it; decimals beyond the ninth are noise.

    Examples
    --------
    >>> exact_inches(8.3) - exact_inches(1.3), exact_inches(9.000000000000002)
    (Fraction(7, 1), Fraction(9, 1))
    """
    return value if isinstance(value, Fraction) else Fraction(str(round(float(value), DIGITS)))


def check_inches(value: object, what: str) -> None:
    """Refuse what is no distance.

    Raises
    ------
    ToolkitError
        If it is no number from 0 to 1000.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not 0 <= value <= MOST_INCHES:
        raise ToolkitError(f"{what} of {checks.shown(value)} inches; it is a number from 0 to {MOST_INCHES}")
