"""Nerves in The Ninth Age: Courage, Break and Command Tests, flight and pursuit, panic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import keep
from toolkit.studies.t9a.attack import answers, whole

MOST_EXTRA = 6
LEAST_STEADY = -2
PANIC_POINTS, PANIC_SHARE = 3, Fraction(1, 4)


def two_dice(maximised: int = 0, minimised: int = 0, *, exact: bool = False) -> Pmf:
    """2D6, each Maximised adding a die and dropping the lowest, each Minimised dropping the highest; they cancel one for one.

    Examples
    --------
    >>> two_dice(maximised=1, minimised=1, exact=True) == keep(2, 6, 2, exact=True)
    True
    """
    for name, value in (("Maximised", maximised), ("Minimised", minimised)):
        whole(name, value, 0, MOST_EXTRA)
    extra = maximised - minimised
    return keep(2 + abs(extra), 6, 2, highest=extra > 0, exact=exact)


def courage_test(courage: int, modifier: int = 0, *, maximised: int = 0, minimised: int = 0, exact: bool = False) -> Probability:
    """Chance to pass: 2D6 of at most Courage. Minimised helps.

    Parameters
    ----------
    courage : int
        The highest in the unit.
    modifier : int
        On Courage.
    maximised, minimised : int
        Instances of each.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> courage_test(7, exact=True), courage_test(7, minimised=1, exact=True)
    (Fraction(7, 12), Fraction(29, 36))
    """
    whole("Courage", courage, 1, 12)
    whole("a modifier", modifier, -50, 50)
    return two_dice(maximised, minimised, exact=exact).at_most(courage + modifier)


def break_test(
    courage: int, lost_by: int, *, steady: bool = False, solid: bool = False, minimised: int = 0, maximised: int = 0, exact: bool = False
) -> Probability:
    """Chance that a unit which lost a combat stands.

    Parameters
    ----------
    courage : int
    lost_by : int
        The difference of the combat scores.
    steady : bool
        It has more Proper Ranks than each enemy in contact: the modifier is never below -2.
    solid : bool
        Steady and Solid together: no modifier at all.

    Examples
    --------
    >>> [break_test(8, 5, steady=a, solid=b, exact=True) for a, b in ((False, False), (True, False), (True, True))]
    [Fraction(1, 12), Fraction(5, 12), Fraction(13, 18)]
    """
    whole("the difference of the scores", lost_by, 0, 200)
    modifier = 0 if steady and solid else max(LEAST_STEADY, -lost_by) if steady else max(-50, -lost_by)
    return courage_test(courage, modifier, minimised=minimised, maximised=maximised, exact=exact)


def command_test(need: int = 3, *, exact: bool = False) -> Probability:
    """Chance to pass a Command Test (to rally, to redirect a charge): a D6 of 3 or more.

    Examples
    --------
    >>> command_test(exact=True)
    Fraction(2, 3)
    """
    whole("a Command Test", need, 2, 6)
    chance = Fraction(7 - need, 6)
    return chance if exact else float(chance)


def caught(
    *, maximised: int = 0, flee_maximised: int = 0, readings: Mapping[str, str | bool] | None = None, exact: bool = False
) -> Probability:
    """Chance that a broken unit is caught: 2D6 of pursuit against 2D6 of flight. The text is of the 2nd edition.

    Parameters
    ----------
    maximised, flee_maximised : int
        Instances on the pursuit and on the flight.
    readings : mapping, optional
        ``pursuit_tie``: whether an equal roll catches.

    Examples
    --------
    >>> caught(exact=True), caught(maximised=1, exact=True)
    (Fraction(721, 1296), Fraction(1877, 2592))
    """
    ties = answers(readings, ("pursuit_tie",))["pursuit_tie"] == "caught"
    pursuit, flight = two_dice(maximised, exact=exact), two_dice(flee_maximised, exact=exact)
    least = 0 if ties else 1
    start: Probability = Fraction(0) if exact else 0.0
    return sum((p * pursuit.at_least(distance + least) for distance, p in flight.items()), start)


def panic_test(
    lost: Pmf, starting: int, courage: int, *, engaged: bool = False, shaken: bool = False, minimised: int = 0, exact: bool = False
) -> Probability:
    """Chance that enemy shooting of one phase leaves a unit Shaken.

    Parameters
    ----------
    lost : Pmf
        Health Points lost to ranged attacks of the enemy.
    starting : int
        Health Points at the start of the phase.
    courage : int
    engaged, shaken : bool
        Such a unit takes no test.

    Examples
    --------
    >>> panic_test(Pmf({2: Fraction(1, 2), 3: Fraction(1, 2)}), 12, 7, exact=True)
    Fraction(5, 24)
    """
    whole("Health Points", starting, 1, 5000)
    tested = Fraction(0) if lost.exact else 0.0
    for points, p in lost.items():
        if points >= PANIC_POINTS and points >= PANIC_SHARE * starting and points < starting and not engaged and not shaken:
            tested += p  # pyright: ignore[reportOperatorIssue]
    failed = 1 - courage_test(courage, minimised=minimised, exact=exact)
    return tested * failed  # pyright: ignore[reportOperatorIssue]


def is_decimated(left: int, starting: int) -> bool:
    """Whether a quarter or less of the starting Health Points is left: such a unit is removed instead of fleeing.

    Examples
    --------
    >>> is_decimated(5, 20), is_decimated(6, 20)
    (True, False)
    """
    whole("starting Health Points", starting, 1, 5000)
    whole("Health Points left", left, 0, starting)
    return 4 * left <= starting


def march_test(discipline: int, *, enemy_near: bool, minimised: int = 0, exact: bool = False) -> Probability:
    """Chance that a unit may march, by the text of the 2nd edition: a test with an enemy within 8 inches. No such test is known of the 3rd.

    Examples
    --------
    >>> march_test(7, enemy_near=True, exact=True), march_test(7, enemy_near=False, exact=True)
    (Fraction(7, 12), Fraction(1, 1))
    """
    if enemy_near:
        return courage_test(discipline, minimised=minimised, exact=exact)
    return Fraction(1) if exact else 1.0
