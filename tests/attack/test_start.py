"""Attacks against a target that earlier attacks have hurt."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from toolkit.attack.sequence import resolve
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import dice
from toolkit.errors import SpecError

ONE = Pmf.certain(1, exact=True)


def gun(rng: random.Random, groups: int, **more: Any) -> AttackSpec:
    save = saving_throw(rng.randint(3, 6))
    against = tuple(
        Against(save if rng.random() < 0.6 else saving_throw(rng.randint(3, 6)), dice(rng.choice(("1", "2", "D3", "D3+1")), exact=True))
        for _ in range(groups)
    )
    hit, wound = DieTest(rng.randint(2, 5)), DieTest(rng.randint(2, 5), critical_succeeds=True)
    return AttackSpec("gun", dice(rng.choice(("1", "2", "D3")), exact=True), rng.randint(1, 3), hit, wound, against, **more)


def target(rng: random.Random) -> DefenceSpec:
    groups = [ModelGroup(rng.randint(1, 4), rng.randint(1, 3), rng.choice((None, 5)))]
    if rng.random() < 0.5:
        groups.append(ModelGroup(1, rng.randint(1, 4), leader=rng.random() < 0.5))
    return DefenceSpec(tuple(groups))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("exact", [True, False])
def test_one_after_the_other_is_both_together(seed: int, exact: bool) -> None:
    rng = random.Random(seed)
    defence = target(rng)
    first, second = gun(rng, len(defence.groups)), gun(rng, len(defence.groups))
    together = resolve([first, second], defence, exact=exact)
    then = resolve([second], defence, exact=exact, start=resolve([first], defence, exact=exact))
    if exact:
        assert then.damage == together.damage
        assert then.slain == together.slain
        assert then.p_destroyed == together.p_destroyed
    else:
        np.testing.assert_allclose(then.states, together.states, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("seed", range(12))
def test_leaders_that_are_picked_only_later(seed: int) -> None:
    rng = random.Random(seed)
    defence = DefenceSpec((ModelGroup(rng.randint(1, 3), 2), ModelGroup(1, 3, leader=True)))
    plain, precise = gun(rng, 2), gun(rng, 2, leaders_first=True)
    for order in ([plain, precise], [precise, plain]):
        together = resolve(order, defence, exact=True)
        then = resolve(order[1:], defence, exact=True, start=resolve(order[:1], defence, exact=True))
        assert then.damage == together.damage
        assert then.group_lost(1) == together.group_lost(1)


def test_criticals_of_an_earlier_unit_do_not_wait_for_a_later_one() -> None:
    """Two weapons of one unit defer together; two units fire one after the other: into two W3 models both orders remove 25/6 wounds."""
    defence = DefenceSpec((ModelGroup(2, 3),))
    wound = DieTest(2, critical=2, critical_succeeds=True)
    sure = DieTest(1, fails_up_to=0)
    deadly = AttackSpec("deadly", ONE, 1, sure, wound, (Against(saving_throw(2), dice("2", exact=True)),), deferred=True)
    plain = AttackSpec("plain", ONE, 1, sure, DieTest(2, critical_succeeds=True), (Against(None, dice("D3", exact=True)),))
    for pair in ([deadly, plain], [plain, deadly]):
        apart = resolve(pair[1:], defence, exact=True, start=resolve(pair[:1], defence, exact=True))
        assert sum(Fraction(p) for _, p in apart.damage.items()) == 1
    assert resolve([deadly, plain], defence, exact=True).damage == resolve([plain, deadly], defence, exact=True).damage


def test_a_start_that_does_not_fit_is_refused() -> None:
    weapon = AttackSpec("gun", ONE, 1, None, DieTest(2), (Against(None, ONE),))
    five, six = DefenceSpec((ModelGroup(5, 1),)), DefenceSpec((ModelGroup(6, 1),))
    with pytest.raises(SpecError, match="5 models of 1 wounds, these are against 6 models"):
        resolve([weapon], six, start=resolve([weapon], five))
    with pytest.raises(SpecError, match="earlier attacks are exact and these floating point"):
        resolve([weapon], five, start=resolve([weapon], five, exact=True))


def test_nothing_fired_changes_nothing() -> None:
    weapon = AttackSpec("gun", ONE, 2, None, DieTest(2), (Against(None, ONE),))
    for defence in (DefenceSpec((ModelGroup(5, 1),)), DefenceSpec((ModelGroup(3, 2),))):
        before = resolve([weapon], defence, exact=True)
        assert resolve([], defence, exact=True, start=before).damage == before.damage
