"""Battle-shock and what it costs: the test, an attack's chance to bring it about, Objective Control left, Desperate Escape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from toolkit.attack.outcome import Outcome
from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import successes
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import ModelTest, NerveTest
from toolkit.studies.result import Result
from toolkit.systems.wh40k_10e import rolls as tenth

MAX_TESTS = 1000


def battle_shock(
    leadership: int, *, modifier: int = 0, improve: int = 0, passes: bool = False, numbers: NerveTest = tenth.BATTLE_SHOCK,
    exact: bool = False,
) -> Probability:  # fmt: skip
    """The chance to pass a Battle-shock test.

    Parameters
    ----------
    leadership : int
        The best Leadership in the unit, 7 for 7+.
    modifier : int
        Added to the roll.
    improve : int
        By how much a rule improves Leadership (Duty and Honour! by 1); never beyond the limits of the edition.
    passes : bool
        The test is passed without a roll (Insane Bravery).
    numbers : NerveTest
        The test of the edition. No Command Re-roll can change it.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    float or Fraction

    Raises
    ------
    ToolkitError
        If Leadership is impossible.

    Examples
    --------
    >>> battle_shock(7, exact=True), battle_shock(7, improve=1, exact=True), battle_shock(7, passes=True)
    (Fraction(7, 12), Fraction(13, 18), 1.0)
    """
    need = _leadership(leadership, improve, numbers)
    law = Dice.parse(numbers.dice).pmf(exact=exact)
    return law.at_least(law.low if passes else need - modifier)


def is_weakened(starting: int, left: int, *, numbers: NerveTest = tenth.BATTLE_SHOCK) -> bool:
    """Whether a unit has lost so much that it takes Battle-shock tests (Below Half-strength).

    Parameters
    ----------
    starting, left : int
        Its Starting Strength and the models it has left; for a unit that started as one model, its Wounds and those left.
    numbers : NerveTest
        The test of the edition.

    Returns
    -------
    bool

    Examples
    --------
    >>> [is_weakened(10, left) for left in (6, 5, 4)]
    [False, False, True]
    """
    return 2 * left <= starting if numbers.at_half else 2 * left < starting


# --- what an attack does to the courage of its target -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shock:
    """What is left of a unit's hold on an objective once it has taken its Battle-shock test.

    Attributes
    ----------
    destroyed, tests, shocked : float or Fraction
        Chance that the unit is gone, that it has to test, and that it is battle-shocked.
    objective_control : Pmf
        The Objective Control that the unit has left, all its models together; 0 once it is destroyed or battle-shocked.
    """

    destroyed: Probability
    tests: Probability
    shocked: Probability
    objective_control: Pmf


def battle_shock_after(
    attack: Result | Outcome,
    leadership: int | Sequence[int],
    objective_control: int | Sequence[int] = 1,
    *,
    starting_strength: int | None = None,
    must_test: bool = False,
    modifier: int = 0,
    improve: int = 0,
    passes: bool = False,
    numbers: NerveTest = tenth.BATTLE_SHOCK,
) -> Shock:
    """The chance that an attack leaves its target battle-shocked, and the Objective Control that is left.

    The test is taken in the unit's next Command phase; nothing else is assumed to happen to it before. If a leader's unit or its
    bodyguard is gone, the other one's own Starting Strength counts; a unit that started as one model counts its Wounds.

    Parameters
    ----------
    attack : Result or Outcome
        What `crunch`, `grenade` or the engine computed; exact if that was exact.
    leadership : int or sequence of int
        Leadership of the models, 7 for 7+; one number for each profile of the target, or one for all. The best of the living counts.
    objective_control : int or sequence of int
        Objective Control of one model, likewise.
    starting_strength : int, optional
        If the unit had lost models before; by default it is whole.
    must_test : bool
        It tests however much is left of it, as a unit does that is battle-shocked already in an edition that says so (`retested`).
    modifier, improve, passes, numbers
        As for `battle_shock`. An improved Objective Control goes into `objective_control`.

    Returns
    -------
    Shock

    Raises
    ------
    ToolkitError
        If the numbers do not fit the target.

    Examples
    --------
    >>> from toolkit.studies.rolls import grenade
    >>> shock = battle_shock_after(grenade({"models": [{"count": 5, "toughness": 4, "save": "5+", "wounds": 1}]}, exact=True), 7, 2)
    >>> shock.tests, shock.shocked
    (Fraction(35, 64), Fraction(175, 768))
    """
    outcome = attack.outcome if isinstance(attack, Result) else attack
    groups = outcome.unit.defence.groups
    needs = [_leadership(each, improve, numbers) for each in _for_each(leadership, len(groups), "Leadership")]
    control = _for_each(objective_control, len(groups), "Objective Control")
    if any(each < 0 for each in control):
        raise ToolkitError(f"Objective Control of {min(control)}; it is 0 or more")
    if starting_strength is not None and starting_strength < outcome.unit.defence.models:
        raise ToolkitError(
            f"a Starting Strength of {starting_strength}, but {outcome.unit.defence.models} models are there; it counts the slain ones too"
        )
    roll = Dice.parse(numbers.dice).pmf(exact=True)
    wounds, models = _left(outcome)
    gone = tested = shocked = Fraction(0)
    held: dict[int, Fraction] = {}
    for state, weight in enumerate(outcome.states.tolist()):
        if not weight:
            continue
        chance = Fraction(weight) / Fraction(outcome.total)
        alive = [g for g in range(len(groups)) if models[g][state]]
        oc = sum(int(models[g][state]) * control[g] for g in alive)
        fails = Fraction(0)
        if not alive:
            gone += chance
        elif must_test or _tests(outcome, [int(m[state]) for m in models], [int(w[state]) for w in wounds], starting_strength, numbers):
            tested += chance
            need = min(needs[g] for g in alive)
            fails = Fraction(0) if passes else 1 - Fraction(roll.at_least(need - modifier))
        shocked += chance * fails
        held[oc] = held.get(oc, Fraction(0)) + chance * (1 - fails)
        held[0] = held.get(0, Fraction(0)) + chance * fails
    if outcome.exact:
        return Shock(gone, tested, shocked, Pmf(held))
    return Shock(float(gone), float(tested), float(shocked), Pmf({oc: float(p) for oc, p in held.items()}))


def _left(outcome: Outcome) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Wounds and models left of each group, in every state of the unit."""
    unit = outcome.unit
    wounds: list[np.ndarray] = [np.zeros(0)] * len(unit.defence.groups)
    models: list[np.ndarray] = [np.zeros(0)] * len(unit.defence.groups)
    for chain, at in zip(unit.chains, unit.positions, strict=True):
        before = 0
        for g in chain:
            group = unit.defence.groups[g]
            lost = np.clip(at - before, 0, group.total_wounds)
            wounds[g], models[g] = group.total_wounds - lost, group.count - lost // group.wounds
            before += group.total_wounds
    return wounds, models


def _tests(outcome: Outcome, models: Sequence[int], wounds: Sequence[int], starting: int | None, numbers: NerveTest) -> bool:
    groups = outcome.unit.defence.groups
    leaders = [g for g, group in enumerate(groups) if group.leader]
    followers = [g for g, group in enumerate(groups) if not group.leader]
    parts = [part for part in (followers, leaders) if part and sum(models[g] for g in part)]
    part = [g for each in parts for g in each]  # a part that is gone no longer counts
    strength = sum(groups[g].count for g in part)
    if starting is not None and (followers == [] or followers[0] in part):  # what was lost before was lost by the bodyguard
        strength += starting - outcome.unit.defence.models
    if strength == 1:
        return is_weakened(groups[part[0]].wounds, wounds[part[0]], numbers=numbers)
    return is_weakened(strength, sum(models[g] for g in part), numbers=numbers)


def _for_each(given: int | Sequence[int], groups: int, what: str) -> list[int]:
    listed = [given] * groups if isinstance(given, int) else [*given]
    if len(listed) != groups:
        raise ToolkitError(f"{len(listed)} values of {what} for {groups} profiles of the target; give one for each, or one for all")
    return listed


def _leadership(printed: int, improve: int, numbers: NerveTest) -> int:
    if isinstance(printed, bool) or not isinstance(printed, int) or not 2 <= printed <= 12:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a Leadership of {printed!r}; it is a whole number from 2 to 12, such as 7 for 7+")
    if improve > 0:
        return min(printed, max(numbers.best, printed - improve))
    return max(printed, min(numbers.worst, printed - improve)) if improve else printed


# --- falling back ----------------------------------------------------------------------------------------------------


def desperate_escape(
    models: int, crossing: int = 0, *, shocked: bool = False, reroll: bool = False, numbers: ModelTest = tenth.DESPERATE_ESCAPE,
    exact: bool = False,
) -> Pmf:  # fmt: skip
    """Models that a unit loses when it Falls Back.

    Parameters
    ----------
    models : int
        Models of the unit.
    crossing : int
        How many of them move across enemy models (leaving out those that are TITANIC or FLY).
    shocked : bool
        The unit is battle-shocked: every model tests, and no Stratagem can help.
    reroll : bool
        One failed test is made again (Command Re-roll).
    numbers : ModelTest
        The test of the edition.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Pmf
        Models lost; the player chooses which.

    Raises
    ------
    ToolkitError
        If the numbers do not fit, or a battle-shocked unit is to have a Command Re-roll.

    Examples
    --------
    >>> desperate_escape(5, shocked=True, exact=True).mean()
    Fraction(5, 3)
    >>> desperate_escape(10, crossing=1, reroll=True, exact=True)[1]
    Fraction(1, 9)
    """
    if not 0 <= models <= MAX_TESTS:
        raise ToolkitError(f"a unit of {models} models; the number is from 0 to {MAX_TESTS}")
    if not 0 <= crossing <= models:
        raise ToolkitError(f"{crossing} of {models} models cross enemy models; it is from 0 to all of them")
    if shocked and reroll:
        raise ToolkitError("a battle-shocked unit cannot be affected by Stratagems of its player; leave out the Command Re-roll")
    return failed_tests(models if shocked else crossing, numbers.fails_up_to, reroll=reroll, exact=exact)


def failed_tests(number: int, fails_up_to: int, *, reroll: bool, exact: bool) -> Pmf:
    """How many of `number` dice show `fails_up_to` or less, when one that does may be rolled again.

    Examples
    --------
    >>> failed_tests(1, 1, reroll=True, exact=True)[1]
    Fraction(1, 36)
    """
    chance = Fraction(fails_up_to, 6)
    failed = successes(number, chance, exact=True)
    if reroll:
        out: dict[int, Fraction] = {}
        for count, p in failed.items():
            for after, share in ((count, chance), (count - 1, 1 - chance)) if count else ((0, Fraction(1)),):
                out[after] = out.get(after, Fraction(0)) + Fraction(p) * share
        failed = Pmf(out)
    return failed if exact else failed.to_float()
