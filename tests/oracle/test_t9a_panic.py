"""Panic of The Ninth Age against every branch of a phase, laid out one by one."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.oracle import t9a_nerves as literal
from toolkit.dice.pmf import Pmf
from toolkit.studies.t9a.morale import PanicCause, panic


def random_law(dice):
    weights = [dice.randint(0, 4) for _ in range(dice.randint(1, 7))]
    weights[dice.randrange(len(weights))] += 1
    return {points: Fraction(weight, sum(weights)) for points, weight in enumerate(weights) if weight}


@pytest.mark.parametrize("seed", range(40))
def test_a_phase(seed):
    dice = random.Random(seed)
    causes = []
    for _ in range(dice.randint(0, 4)):
        kind = dice.choice(("losses", "friend", "terror"))
        causes.append((kind, random_law(dice) if kind == "losses" else Fraction(dice.randint(0, 4), 4)))
    courage, starting = dice.randint(4, 10), dice.randint(1, 16)
    engaged, shaken, passed, every = (dice.random() < 0.15, dice.random() < 0.15, dice.random() < 0.2, dice.random() < 0.5)
    wanted = literal.panic(causes, courage, starting, exempt=engaged or shaken, passed=passed, every=every)
    given = [PanicCause(kind, Pmf(how)) if kind == "losses" else PanicCause(kind, chance=how) for kind, how in causes]
    more = {"engaged": engaged, "shaken": shaken, "passed": passed}
    if every or dice.random() < 0.5:
        more["readings"] = {"panic_once": "every_trigger" if every else "once"}
    found = panic(given, courage, starting, exact=True, **more)
    tests, ends = Counter(), Counter()
    for (number, end), p in wanted.items():
        tests[number] += p
        ends[end] += p
    assert found.tests == Pmf(dict(tests))
    assert found.tested == 1 - tests[0]
    assert found.shaken_by == {kind: ends[kind] for kind in ("losses", "friend", "terror")}
    assert found.shaken == sum(found.shaken_by.values())
    assert found.destroyed == ends["gone"]
    near = panic(given, courage, starting, **more)
    assert near.shaken == pytest.approx(float(found.shaken), abs=1e-12)
    assert near.tests.probabilities(0, 5) == pytest.approx(found.tests.probabilities(0, 5), abs=1e-12)
