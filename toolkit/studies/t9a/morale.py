"""Nerves in The Ninth Age: Courage, Break, Command and March Tests, panic, and whether a broken unit is caught.

How far it runs, and when it rallies, is in `toolkit.studies.t9a.flight` and `toolkit.studies.t9a.rout`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import keep
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import answers, whole

MOST_EXTRA = 6
LEAST_STEADY = -2
PANIC_POINTS, PANIC_SHARE = 3, Fraction(1, 4)
PANIC_LEFT_OUT = ("Where a unit runs that fails the Panic Test for a Terror charge, which forces it to flee",)
PanicKind = Literal["losses", "friend", "terror"]


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
    """Chance to pass a Command Test: a D6 of 3 or more.

    To rally in each of its own turns, to redirect a charge once in a phase, and for the Combat Reform of a loser that fought in flank or
    rear.

    Parameters
    ----------
    need : int
        2 to 6; rules of models that change it are yours to count.

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


@dataclass(frozen=True, slots=True)
class PanicCause:
    """Something that calls for a Panic Test.

    Attributes
    ----------
    kind : {"losses", "friend", "terror"}
        Shooting of the enemy that costs Health Points; a Shaken friend that flees through the unit, unless it chose to flee from a charge;
        a charge declared by a unit with Terror.
    lost : Pmf or None
        The Health Points, of "losses" only. Several volleys of a phase add up; the test comes with the one that makes them enough.
    chance : float or Fraction
        That it happens at all, of the other kinds.

    Raises
    ------
    ToolkitError
        If there is no such kind, or it lacks what it needs.
    """

    kind: PanicKind
    lost: Pmf | None = None
    chance: Probability = Fraction(1)

    def __post_init__(self) -> None:
        if self.kind not in get_args(PanicKind):
            raise ToolkitError(f"a cause of panic {self.kind!r}; choose from {', '.join(get_args(PanicKind))}")
        if (self.lost is not None) != (self.kind == "losses"):
            raise ToolkitError('the Health Points lost belong to the cause of panic "losses", which needs them')
        if self.lost is not None and self.lost.low < 0:
            raise ToolkitError(f"{self.lost.low} Health Points lost to shooting")
        if isinstance(self.chance, bool) or not 0 <= self.chance <= 1:
            raise ToolkitError(f"a chance of {self.chance!r}; it is a number from 0 to 1")


@dataclass(frozen=True)
class Panic:
    """Panic in one phase.

    Attributes
    ----------
    tested : float or Fraction
        That the unit takes a Panic Test at all.
    tests : Pmf
        How many it takes.
    shaken : float or Fraction
        That it fails one and is still there at the end of the phase: it is Shaken then.
    shaken_by : mapping of str to probability
        The same by what it failed for; "terror" forces it to flee, the others normally do not.
    destroyed : float or Fraction
        That the losses leave nothing.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        What was counted by its text of the 2nd edition.
    not_calculated : tuple of str
    """

    tested: Probability
    tests: Pmf
    shaken: Probability
    shaken_by: Mapping[str, Probability]
    destroyed: Probability
    readings: Mapping[str, str | bool] = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = PANIC_LEFT_OUT


def panic(
    causes: Sequence[PanicCause],
    courage: int,
    starting: int,
    *,
    engaged: bool = False,
    shaken: bool = False,
    passed: bool = False,
    modifier: int = 0,
    maximised: int = 0,
    minimised: int = 0,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Panic:
    """Follow a unit through one phase: what calls for Panic Tests, in that order, and whether it ends Shaken.

    Parameters
    ----------
    causes : sequence of PanicCause
        In the order in which they happen, independent of each other.
    courage : int
        The highest in the unit.
    starting : int
        Health Points at the start of the phase.
    engaged, shaken : bool
        Such a unit takes no test.
    passed : bool
        It has passed a Panic Test in this phase already.
    modifier, maximised, minimised
        On the Courage Test.
    readings : mapping, optional
        ``panic_once``: whether a passed test spares it the others of the phase.
    exact : bool

    Raises
    ------
    ToolkitError
        If a number or reading cannot be, or an exact answer is asked of floats.

    Examples
    --------
    >>> volley = Pmf({2: Fraction(1, 2), 3: Fraction(1, 2)})
    >>> result = panic([PanicCause("friend"), PanicCause("losses", volley)], 7, 12, exact=True)
    >>> result.shaken, result.tests.mean(), result.readings
    (Fraction(5, 12), Fraction(1, 1), {'panic_once': 'once'})
    >>> panic([PanicCause("friend"), PanicCause("terror")], 7, 12, readings={"panic_once": "every_trigger"}, exact=True).shaken
    Fraction(95, 144)
    """
    chosen = answers(readings, ("panic_once",))
    whole("Health Points", starting, 1, 5000)
    stands = courage_test(courage, modifier, maximised=maximised, minimised=minimised, exact=exact)
    once, immune = chosen["panic_once"] == "once", engaged or shaken
    zero: Probability = Fraction(0) if exact else 0.0
    # Health Points lost, whether the losses called for their test, tests taken, whether one was passed, what it failed for
    states: dict[tuple[int, bool, int, bool, str], Probability] = {(0, False, 0, passed, ""): zero + 1}
    for cause in causes:
        after: dict[tuple[int, bool, int, bool, str], Probability] = defaultdict(lambda: zero)
        for (lost, called, tests, calm, failed), p in states.items():
            for happens, points, q in _happens(cause, exact):
                now = min(starting, lost + points)
                enough = cause.kind == "losses" and now >= PANIC_POINTS and now >= PANIC_SHARE * starting and not called
                calls = (enough if cause.kind == "losses" else happens) and now < starting
                here = p * q  # pyright: ignore[reportOperatorIssue]
                if not calls or immune or failed or (calm and once):
                    after[now, called or enough, tests, calm, failed] += here
                    continue
                after[now, called or enough, tests + 1, True, ""] += here * stands
                after[now, called or enough, tests + 1, calm, cause.kind] += here * (1 - stands)
        states = {state: p for state, p in after.items() if p}
    number: dict[int, Probability] = defaultdict(lambda: zero)
    by: dict[str, Probability] = dict.fromkeys(get_args(PanicKind), zero)
    destroyed = zero
    for (lost, _, tests, _, failed), p in states.items():
        number[tests] += p
        if lost == starting:
            destroyed += p
        elif failed:
            by[failed] += p
    counted = Pmf(number)
    return Panic(counted.at_least(1), counted, sum(by.values(), zero), by, destroyed, chosen)


def _happens(cause: PanicCause, exact: bool) -> list[tuple[bool, int, Probability]]:
    """Whether a cause happens, the Health Points it costs, and the chance of that."""
    if cause.lost is None:
        law: list[tuple[bool, int, Probability]] = [(True, 0, cause.chance), (False, 0, 1 - cause.chance)]
    else:
        law = [(True, points, p) for points, p in cause.lost.items()]
    if exact and any(isinstance(p, float) for _, _, p in law):
        raise ToolkitError("an exact answer needs exact chances; build them with exact=True or as Fractions")
    return [(happens, points, p if exact else float(p)) for happens, points, p in law if p]


def panic_test(
    lost: Pmf, starting: int, courage: int, *, engaged: bool = False, shaken: bool = False, minimised: int = 0, exact: bool = False
) -> Probability:
    """Chance that enemy shooting of one phase leaves a unit Shaken; `panic` has the other causes.

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
    return panic(
        [PanicCause("losses", lost)], courage, starting, engaged=engaged, shaken=shaken, minimised=minimised, exact=exact
    ).shaken  # fmt: skip


def is_decimated(
    left: int, starting: int, *, attached: int = 0, attached_starting: int = 0, readings: Mapping[str, str | bool] | None = None
) -> bool:
    """Whether a quarter or less of the starting Health Points is left: such a unit is removed just before it would flee.

    Parameters
    ----------
    left, starting : int
        Of the unit as it stands on the army list.
    attached, attached_starting : int
        Of the Characters that joined it.
    readings : mapping, optional
        ``decimated_scope``: "own_unit" looks at the unit alone, "combined_unit" at all of them together.

    Examples
    --------
    >>> is_decimated(5, 20), is_decimated(6, 20)
    (True, False)
    >>> is_decimated(5, 20, attached=3, attached_starting=3, readings={"decimated_scope": "combined_unit"})
    False
    """
    chosen = answers(readings, ("decimated_scope",))
    for name, now, most in (("", left, starting), (" of attached Characters", attached, attached_starting)):
        whole(f"starting Health Points{name}", most, 0 if name else 1, 5000)
        whole(f"Health Points left{name}", now, 0, most)
    if chosen["decimated_scope"] == "combined_unit":
        left, starting = left + attached, starting + attached_starting
    return 4 * left <= starting


def march_test(
    discipline: int, *, enemy_near: bool, minimised: int = 0, readings: Mapping[str, str | bool] | None = None, exact: bool = False
) -> Probability:
    """Chance that a unit may march.

    Parameters
    ----------
    discipline : int
        Discipline or Courage.
    enemy_near : bool
        An enemy is within 8 inches.
    readings : mapping, optional
        ``march_test``: "off", as no such test is known of the 3rd edition, or "2e", a test near enemies.

    Examples
    --------
    >>> march_test(7, enemy_near=True, exact=True), march_test(7, enemy_near=True, readings={"march_test": "2e"}, exact=True)
    (Fraction(1, 1), Fraction(7, 12))
    """
    chosen = answers(readings, ("march_test",))
    test = courage_test(discipline, minimised=minimised, exact=exact)
    if enemy_near and chosen["march_test"] == "2e":
        return test
    return Fraction(1) if exact else 1.0
