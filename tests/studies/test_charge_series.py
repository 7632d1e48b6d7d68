"""Several charges and one re-roll, against trying every way to spend it."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.charge_series import charge_series

ODDS = {n: Fraction(sum(a + b >= n for a, b in product(range(1, 7), repeat=2)), 36) for n in range(2, 13)}


def every_plan(needs, want):
    """The best of all plans that say for each charge and number of successes so far whether a failure is rolled again."""
    best = Fraction(0)
    states = [(place, done) for place in range(len(needs)) for done in range(place + 1)]
    for order in set(permutations(needs)):
        for plan in product((False, True), repeat=len(states)):
            spend = dict(zip(states, plan, strict=True))
            total = Fraction(0)
            for firsts in product((True, False), repeat=len(order)):
                for again in (True, False):
                    p, done, left, rolled = Fraction(1), 0, True, False
                    for place, (need, ok) in enumerate(zip(order, firsts, strict=True)):
                        p *= ODDS[need] if ok else 1 - ODDS[need]
                        made = ok
                        if not ok and left and spend[place, done]:
                            left, rolled, made = False, True, again
                            p *= ODDS[need] if again else 1 - ODDS[need]
                        done += made
                    if not rolled and not again:
                        continue  # the second roll was not made: count once
                    total += p * (done >= want)
            best = max(best, total)
    return best


@pytest.mark.parametrize("needs", [(9,), (9, 9), (7, 9), (5, 11), (6, 8, 10)])
def test_against_every_plan(needs):
    for want in range(1, len(needs) + 1):
        found = charge_series(needs, want, exact=True)
        assert found.chance == every_plan(needs, want)
        assert found.without <= found.chance


def test_one_charge_is_a_plain_command_reroll():
    assert charge_series([9], exact=True).chance == Fraction(155, 324)


def test_bad_input_is_named():
    for wrong, words in (([], "0 charges"), ([9] * 8, "8 charges")):
        with pytest.raises(ToolkitError, match=words):
            charge_series(wrong)
    with pytest.raises(ToolkitError, match="3 of 2 charges"):
        charge_series([9, 9], 3)
    for wrong, words in (
        (9, "need 9"),
        ("99", "need '99'"),
        (["9"], "charge 1 needs a roll of '9'"),
        ([9, -1], "charge 2 needs a roll of -1"),
    ):
        with pytest.raises(ToolkitError, match=words):
            charge_series(wrong)
    with pytest.raises(ToolkitError, match="numbers 'x'"):
        charge_series([9], numbers="x")
    with pytest.raises(ToolkitError, match="reroll = 'no'"):
        charge_series([9], reroll="no")


def test_parts_of_an_inch_take_a_whole_one_and_floats_leave_none():
    assert charge_series([8.3, 8.1 - 0.1], exact=True).order in {(9, 8), (8, 9)}
    assert charge_series([9.000000000000002]).order == (9,)
