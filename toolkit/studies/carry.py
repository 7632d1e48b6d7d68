"""A target that carries its state from one attack to the next, each attack resolved by the rules against what is left of it.

Who is left matters before any die is rolled: Blast counts models, the wound roll meets the highest Toughness that is left. So the states
of the target are sorted by what the rules make of them, and each kind is resolved apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield
from toolkit.attack.outcome import Outcome
from toolkit.attack.sequence import resolve as resolve_attacks
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.dice.pmf import Probability
from toolkit.errors import ScenarioError, SpecError
from toolkit.rules.resolve import ALLOCATION_ORDER, Resolved
from toolkit.rules.resolve import resolve as resolve_rules
from toolkit.rules.scenario import Scenario
from toolkit.systems import get


def models_left(unit: Battlefield) -> NDArray[np.intp]:
    """Models left of each profile in each state.

    Returns
    -------
    ndarray of int, shape (states, profiles)

    Examples
    --------
    >>> from toolkit.attack.spec import ModelGroup
    >>> models_left(Battlefield(DefenceSpec((ModelGroup(2, 2),)))).T.tolist()
    [[2, 2, 1, 1, 0]]
    """
    groups = unit.defence.groups
    out = np.zeros((unit.size, len(groups)), dtype=np.intp)
    for chain, at in zip(unit.chains, unit.positions, strict=True):
        before = 0
        for g in chain:
            lost = np.clip(at - before, 0, groups[g].total_wounds)
            out[:, g] = groups[g].count - lost // groups[g].wounds
            before += groups[g].total_wounds
    return out


def mass(law: Outcome) -> Probability:
    """How much probability a law carries: 1, or the share of one branch."""
    whole = law.states.sum()
    return Fraction(int(whole), int(law.total)) if law.exact else float(whole)


def joined(parts: Iterable[Outcome]) -> Outcome:
    """The sum of laws over the states of one target."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0]
    if not listed[0].exact:
        return Outcome(listed[0].unit, np.sum([part.states for part in listed], axis=0), 1.0)
    total = math.lcm(*(int(part.total) for part in listed))
    states = sum((part.states * (total // int(part.total)) for part in listed[1:]), listed[0].states * (total // int(listed[0].total)))
    return reduced(Outcome(listed[0].unit, states, total))


def reduced(law: Outcome) -> Outcome:
    """The same law over its smallest denominator."""
    if not law.exact:
        return law
    common = math.gcd(int(law.total), *(int(value) for value in law.states.tolist()))
    return law if common == 1 else Outcome(law.unit, law.states // common, int(law.total) // common)


def point(unit: Battlefield, state: int, *, exact: bool) -> Outcome:
    """The law of a target that is certainly in one state."""
    states = np.zeros(unit.size, dtype=object if exact else np.float64)
    states[state] = 1
    return Outcome(unit, states, 1 if exact else 1.0)


def part_of(law: Outcome, where: NDArray[np.bool_]) -> Outcome:
    """The part of a law in which the target is in one of these states."""
    states = law.states.copy()
    states[~where] = 0
    return Outcome(law.unit, states, law.total)


def scaled(law: Outcome, chance: Probability) -> Outcome:
    """The same law with only `chance` of its probability."""
    if not law.exact:
        return Outcome(law.unit, law.states * float(chance), 1.0)
    share = Fraction(chance)
    return reduced(Outcome(law.unit, law.states * share.numerator, int(law.total) * share.denominator))


class Strike:
    """One unit's attacks, ready for every state its target can be in.

    Parameters
    ----------
    scenario : Scenario
        The attacks, and the whole target before anything happened to it.
    apart : bool
        Whether any attack on this target can pick out its leaders.

    Attributes
    ----------
    unit : Battlefield
        The states of the target.

    Raises
    ------
    ScenarioError
        If the rules cannot make numbers of it.

    Examples
    --------
    >>> from toolkit.studies.crunch import read
    >>> gun = {"name": "Gun", "attacks": 1, "skill": "N/A", "strength": 8, "ap": 0, "damage": 1, "abilities": ["blast", "torrent"]}
    >>> target = {"models": [{"count": 5, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> strike = Strike(read({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target}))
    >>> once = strike.on(point(strike.unit, 0, exact=True))
    >>> once.slain.mean(), strike.on(once).slain.mean()
    (Fraction(5, 3), Fraction(545, 216))
    """

    def __init__(self, scenario: Scenario, *, apart: bool = False) -> None:
        system = get(scenario.system)
        if any(reading.key == ALLOCATION_ORDER for reading in system.readings):
            # a target that carries its state keeps one order of allocation: the one in which its profiles are listed
            scenario = replace(scenario, readings={**scenario.readings, ALLOCATION_ORDER: "as_listed"})
        self.scenario = scenario
        whole = resolve_rules(scenario, system)
        self.resolved = whole
        self.defence: DefenceSpec = whole.defence
        self.unit = Battlefield(whole.defence, apart=apart or any(attack.leaders_first for attack in whole.attacks))
        left = models_left(self.unit)
        self._kinds: list[tuple[tuple[AttackSpec, ...], NDArray[np.bool_]]] = []
        models = scenario.defender.models
        for row in np.unique(left, axis=0).tolist():
            if not any(row):
                continue
            here = np.all(left == row, axis=1)
            attacks = whole.attacks
            if row != [each.count for each in models]:
                standing = tuple(replace(each, count=n) for each, n in zip(models, row, strict=True) if n)
                now = resolve_rules(replace(scenario, defender=replace(scenario.defender, models=standing)), system)
                attacks = tuple(_for_all(attack, then, row) for attack, then in zip(whole.attacks, now.attacks, strict=True))
            for number, (known, where) in enumerate(self._kinds):
                if known == attacks:
                    self._kinds[number] = (known, where | here)
                    break
            else:
                self._kinds.append((attacks, here))

    def on(self, law: Outcome) -> Outcome:
        """What the attacks make of a target in these states."""
        gone = np.ones(self.unit.size, dtype=bool)
        parts: list[Outcome] = []
        for attacks, where in self._kinds:
            gone &= ~where
            before = part_of(law, where)
            if before.states.any():
                try:
                    parts.append(resolve_attacks(attacks, self.defence, exact=law.exact, start=before))
                except SpecError as error:
                    raise ScenarioError("", str(error)) from error
        nobody = part_of(law, gone)
        if nobody.states.any() or not parts:
            parts.append(nobody)
        out = joined(parts)
        return Outcome(law.unit, out.states, out.total)

    @property
    def fires(self) -> bool:
        """Whether there is any attack at all."""
        return any(attack.weapons and attack.attacks.high for attack in self.resolved.attacks)


def _for_all(whole: AttackSpec, now: AttackSpec, left: list[int]) -> AttackSpec:
    """An attack against what is left, with something (never used) for the profiles that are gone."""
    standing = iter(now.against)
    return replace(now, against=tuple(next(standing) if n else each for each, n in zip(whole.against, left, strict=True)))


def left_out(resolved: Resolved) -> tuple[str, ...]:
    """Names of what the law of a target leaves out: rules without a record, and what an attack costs the unit that makes it."""
    own = ("Hazardous: what it costs the unit itself",) if resolved.hazard is not None else ()
    return (*resolved.not_calculated, *own)


def mean_of(law: Outcome, values: NDArray[Any]) -> Probability:
    """The mean of something over the states of a law (divided by nothing: a branch counts with its share)."""
    if law.exact:
        return Fraction(sum(int(v) * int(w) for v, w in zip(values.tolist(), law.states.tolist(), strict=True)), int(law.total))
    return float(values @ law.states)
