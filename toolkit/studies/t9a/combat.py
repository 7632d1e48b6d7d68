"""A combat of The Ninth Age over several rounds: who breaks when, and with what losses; exact, state by state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from toolkit.dice.pmf import Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import whole
from toolkit.studies.t9a.melee import Melee, melee
from toolkit.studies.t9a.morale import is_decimated
from toolkit.studies.t9a.regiment import Regiment, next_round

MOST_STATES = 4000
ENDS = ("a_breaks", "b_breaks", "a_wiped", "b_wiped", "both_wiped")


@dataclass(frozen=True)
class Combat:
    """A combat over several rounds.

    Attributes
    ----------
    ends : tuple of mapping of str to probability
        For each round how the combat ends in it: "a_breaks", "b_breaks", "a_wiped", "b_wiped", "both_wiped".
    goes_on : mapping of (int, int) to probability
        Health Points lost by A and by B where both still stand after the last round.
    first : Melee
        Its first round.
    removed : mapping of str to probability
        For "a" and "b" the chance that it breaks with a quarter of its Health Points or less, and is removed instead of fleeing.
    losses : mapping of (int, int) to probability
        Health Points lost by A and by B in this combat, however it ends.
    """

    ends: tuple[Mapping[str, Probability], ...]
    goes_on: Mapping[tuple[int, int], Probability]
    first: Melee
    removed: Mapping[str, Probability]
    losses: Mapping[tuple[int, int], Probability]

    def chance(self, end: str) -> Probability:
        """Chance that the combat ends in this way within its rounds.

        Raises
        ------
        ToolkitError
            If there is no such end.
        """
        if end not in ENDS:
            raise ToolkitError(f"a combat that ends with {end!r}; choose from {', '.join(ENDS)}")
        return sum((each[end] for each in self.ends[1:]), self.ends[0][end])


def combat(
    a: Regiment,
    b: Regiment,
    rounds: int = 3,
    *,
    first_round: bool = True,
    readings: Mapping[str, str | bool] | None = None,
    exact: bool = False,
) -> Combat:
    """Fight until a unit breaks or is wiped out, for so many rounds at most.

    Charges, Hatred and breath attacks count in the first round only. Ranks, Steady and Solid are counted anew in each round, unless they
    were given. Units do not reform, and what comes after a broken unit is not followed.

    Parameters
    ----------
    a, b : Regiment
    rounds : int
        1 to 12.
    first_round : bool
        Whether the first of them is the first of the combat.
    readings : mapping, optional
    exact : bool

    Returns
    -------
    Combat

    Raises
    ------
    ToolkitError
        If the units have too many Health Points together, or as for `melee`.

    Examples
    --------
    >>> a = Regiment("A", 4, 4, 3, 3, 1, 4, 4, 8, armour=2, charging=True, standard=True)
    >>> b = Regiment("B", 4, 3, 3, 3, 1, 3, 3, 7, armour=1, standard=True)
    >>> result = combat(a, b, 2, exact=True)
    >>> result.ends[0]["b_breaks"]
    Fraction(5361847175, 8264970432)
    """
    whole("rounds", rounds, 1, 12)
    if rounds > 1 and (a.pool + 1) * (b.pool + 1) > MOST_STATES:
        raise ToolkitError(f"{a.pool} and {b.pool} Health Points make too many states to follow; together at most {MOST_STATES} pairs")
    zero: Probability = Fraction(0) if exact else 0.0
    states: dict[tuple[int, int], Probability] = {(a.wounded, b.wounded): zero + 1}
    ends: list[Mapping[str, Probability]] = []
    losses: dict[tuple[int, int], Probability] = defaultdict(lambda: zero)
    opening: Melee | None = None
    removed: dict[str, Probability] = {"a": zero, "b": zero}
    for number in range(1, rounds + 1):
        after: dict[tuple[int, int], Probability] = defaultdict(lambda: zero)
        ended: dict[str, Probability] = dict.fromkeys(ENDS, zero)
        for (lost_a, lost_b), p in states.items():
            now_a, now_b = ((a, lost_a), (b, lost_b)) if number == 1 else ((next_round(a, 0), lost_a), (next_round(b, 0), lost_b))
            now_a, now_b = (replace(unit, wounded=lost) for unit, lost in (now_a, now_b))
            result = melee(now_a, now_b, first_round=first_round and number == 1, readings=readings, exact=exact)
            opening = opening or result
            for (more_a, more_b), q in result.joint.items():
                here = (lost_a + more_a, lost_b + more_b)
                gone_a, gone_b = here[0] == a.pool, here[1] == b.pool
                fallen = (here[0] - a.wounded, here[1] - b.wounded)
                if gone_a or gone_b:
                    losses[fallen] += p * q  # pyright: ignore[reportOperatorIssue]
                    ended["both_wiped" if gone_a and gone_b else "a_wiped" if gone_a else "b_wiped"] += p * q  # pyright: ignore[reportOperatorIssue]
                    continue
                broken_a, broken_b = result.breaks[more_a, more_b]
                removed["a"] += p * q * broken_a * is_decimated(a.pool - here[0], a.pool)  # pyright: ignore[reportOperatorIssue]
                removed["b"] += p * q * broken_b * is_decimated(b.pool - here[1], b.pool)  # pyright: ignore[reportOperatorIssue]
                ended["a_breaks"] += p * q * broken_a  # pyright: ignore[reportOperatorIssue]
                ended["b_breaks"] += p * q * broken_b  # pyright: ignore[reportOperatorIssue]
                losses[fallen] += p * q * (broken_a + broken_b)  # pyright: ignore[reportOperatorIssue]
                after[here] += p * q * (1 - broken_a - broken_b)  # pyright: ignore[reportOperatorIssue]
        ends.append(ended)
        states = {state: p for state, p in after.items() if p}
    for (lost_a, lost_b), p in states.items():
        losses[lost_a - a.wounded, lost_b - b.wounded] += p  # pyright: ignore[reportOperatorIssue]
    assert opening is not None
    return Combat(tuple(ends), states, opening, removed, dict(losses))
