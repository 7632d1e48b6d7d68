"""Sorted saves against every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from toolkit.attack.batches import pooled
from toolkit.attack.sequence import resolve
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.attack.stages import stages_of
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf

SURE = DieTest(1, critical=7, natural_six=False, fails_up_to=0)


def certain(number: int) -> Pmf:
    return Pmf.certain(number, exact=True)


def wounds(number: int, saves: list[int], damage: int = 1, name: str = "gun", weapons: int = 1) -> AttackSpec:
    """A batch of exactly `number` wounds for each weapon."""
    against = tuple(Against(saving_throw(save), certain(damage)) for save in saves)
    return AttackSpec(name, certain(number), weapons, None, SURE, against, batched=True, after_batch=True)


def by_hand(number: int, saves: list[int], damage: int, groups: list[tuple[int, int]]) -> dict[str, dict[int, Fraction]]:
    """Every throw of the dice, sorted and resolved one by one; groups are (models, wounds of each)."""
    tally: dict[str, Counter[int]] = {"slain": Counter(), "unsaved": Counter()}
    for dice in product(range(1, 7), repeat=number):
        models = [[group, wounds] for group, (count, wounds) in enumerate(groups) for _ in range(count)]
        failed = 0
        for face in sorted(dice):
            standing = [model for model in models if model[1]]
            group = standing[0][0] if standing else len(groups) - 1
            if face > 1 and face >= saves[group]:
                continue
            failed += 1
            if standing:
                standing[0][1] = max(0, standing[0][1] - damage)
        tally["slain"][sum(not left for _, left in models)] += 1
        tally["unsaved"][failed] += 1
    return {what: {value: Fraction(ways, 6**number) for value, ways in counts.items()} for what, counts in tally.items()}


def table(pmf: Pmf) -> dict[int, Fraction]:
    return {value: p for value, p in pmf.items() if p}


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("saves", "damage", "groups"),
    [
        ([3, 5], 1, [(1, 1), (2, 1)]),
        ([5, 3], 1, [(1, 1), (2, 1)]),
        ([7, 2], 2, [(2, 2), (1, 3)]),
        ([2, 4, 6], 2, [(1, 3), (2, 1), (1, 2)]),
        ([4, 4, 3], 3, [(1, 4), (1, 2), (1, 5)]),
    ],
)
def test_every_throw(number: int, saves: list[int], damage: int, groups: list[tuple[int, int]]) -> None:
    attack, target = wounds(number, saves, damage), DefenceSpec(tuple(ModelGroup(*group) for group in groups))
    want = by_hand(number, saves, damage, groups)
    assert table(resolve([attack], target, exact=True).slain) == want["slain"]
    assert table(stages_of([attack], target, exact=True).of("unsaved")) == want["unsaved"]
    quick = resolve([attack], target)
    assert all(abs(quick.slain[value] - float(p)) < 1e-14 for value, p in want["slain"].items())
    assert stages_of([attack], target, exact=False).of("unsaved").mean() == pytest.approx(
        float(sum(value * p for value, p in want["unsaved"].items())), abs=1e-12
    )


def test_identical_attacks_of_several_weapons_are_one_batch() -> None:
    target = DefenceSpec((ModelGroup(1, 1), ModelGroup(9, 1)))
    both = [wounds(2, [2, 5]), wounds(1, [2, 5], name="another", weapons=2)]
    assert pooled(both) == [(0, 1)]
    want = by_hand(4, [2, 5], 1, [(1, 1), (4, 1)])
    assert table(resolve(both, target, exact=True).slain) == want["slain"]
    # of the failed saves of the batch, half belong to each weapon
    stages = stages_of(both, target, exact=True)
    mean = sum((value * p for value, p in want["unsaved"].items()), Fraction(0))
    assert [law.mean() for law in stages.unsaved] == [mean / 2, mean / 2]


def test_the_order_of_allocation_is_the_defenders() -> None:
    groups = (ModelGroup(1, 1), ModelGroup(1, 1), ModelGroup(1, 1, leader=True))
    attack = wounds(2, [2, 5, 3])
    assert table(resolve([attack], DefenceSpec(groups, (1, 0, 2)), exact=True).slain) == by_hand(2, [5, 2, 3], 1, [(1, 1)] * 3)["slain"]
    assert table(resolve([attack], DefenceSpec(groups, (2, 1, 0)), exact=True).slain) == by_hand(2, [5, 2, 3], 1, [(1, 1)] * 3)["slain"]


def test_precision_picks_one_leader_for_a_batch() -> None:
    # two leaders of one wound and one body: the picked leader falls, then the body, then the other leader
    groups = (ModelGroup(1, 1), ModelGroup(1, 1, leader=True), ModelGroup(1, 1, leader=True))
    base = wounds(2, [7, 7, 7])
    attack = AttackSpec(
        base.name, base.attacks, 1, None, SURE, base.against, leaders_first=True, batched=True, after_batch=True
    )  # fmt: skip
    outcome = resolve([attack], DefenceSpec(groups), exact=True)
    assert [outcome.group_lost(group).mean() for group in range(3)] == [1, 1, 0]


def test_large_batches_stay_quick_and_add_up() -> None:
    attack = wounds(60, [3, 5, 2])
    outcome = resolve([attack], DefenceSpec((ModelGroup(5, 2), ModelGroup(20, 1), ModelGroup(1, 5, leader=True))))
    assert sum(p for _, p in outcome.slain.items()) == pytest.approx(1, abs=1e-12)
