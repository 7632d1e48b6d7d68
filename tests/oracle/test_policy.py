"""The best use of one re-roll against a player who looks at every face, and against the plain engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from toolkit.attack.choices import reached
from toolkit.attack.policy import BestReroll, Goal, best_reroll
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf

from .policy_brute import Case, random_case, value


def flat(faces: tuple[int, ...]) -> Pmf:
    return Pmf({face: Fraction(1, len(faces)) for face in faces})


def specs(case: Case) -> tuple[list[AttackSpec], DefenceSpec, Goal]:
    """The same case as the engine is told it."""
    attacks: list[AttackSpec] = []
    for index, gun in enumerate(case.guns):
        hit = DieTest(gun.hit, reroll=cast("Any", gun.hit_reroll or None))
        wound = DieTest(
            gun.wound, reroll=cast("Any", gun.wound_reroll or None), critical=min(6, gun.critical_wound), critical_succeeds=True
        )
        against = tuple(Against(None if save == 7 else saving_throw(save), flat(gun.damage)) for save in gun.saves)
        extra = Pmf.certain(gun.sustained, exact=True) if gun.sustained else None
        attacks.append(
            AttackSpec(
                f"gun {index}", flat(gun.attacks), gun.weapons, hit, wound, against,
                extra_hits=extra, auto_wound=gun.lethal, deferred=gun.devastating,
            )
        )  # fmt: skip
    groups = tuple(ModelGroup(count, wounds, ignore if ignore < 7 else None) for count, wounds, ignore in case.profiles)
    return attacks, DefenceSpec(groups), Goal(cast("Any", case.goal))


def asked(case: Case, *, exact: bool) -> BestReroll:
    attacks, defence, goal = specs(case)
    return best_reroll(attacks, defence, goal, exact=exact, side=cast("Any", case.side))


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_every_decision_tree(seed: int) -> None:
    case = random_case(seed)
    answer = asked(case, exact=True)
    assert answer.without == value(case, False)
    assert answer.value == value(case, True)
    floating = asked(case, exact=False)
    assert floating.without == pytest.approx(float(answer.without), rel=1e-12, abs=1e-15)
    assert floating.value == pytest.approx(float(answer.value), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("seed", range(0, 120, 3))
def test_without_a_reroll_it_is_the_plain_engine(seed: int) -> None:
    case = random_case(seed)
    attacks, defence, goal = specs(case)
    answer = asked(case, exact=True)
    assert answer.without == reached(attacks, defence, goal, exact=True)
    better = answer.gain >= 0 if case.side == "attacker" else answer.gain <= 0
    assert better


@pytest.mark.parametrize("seed", range(24))
def test_following_the_decisions_gains_what_is_promised(seed: int) -> None:
    """The gain of every situation, weighted with its chance, adds up to the gain of the whole policy, and no simple rule beats it."""
    case = random_case(seed)
    answer = asked(case, exact=True)
    sign = 1 if case.side == "attacker" else -1
    assert all(d.gain > 0 if d.again else d.gain == 0 for d in answer.decisions)
    assert all(sign * (answer.value - simple) >= 0 for _, simple in answer.simple)
    assert sum((d.probability * d.gain for d in answer.decisions), Fraction(0)) <= sign * answer.gain
    assert answer.words
