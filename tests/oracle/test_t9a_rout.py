"""Routs of The Ninth Age over several turns against every throw of every die, laid out one by one."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.oracle import t9a_nerves as literal
from tests.oracle.test_t9a_flight import DEFAULTS, asked, random_path, random_readings, random_unit
from toolkit.studies.t9a.flight import Fleeing, Pursuer, flight
from toolkit.studies.t9a.rout import ENDS, rally, rout


@pytest.mark.parametrize("seed", range(40))
def test_a_rout(seed):
    dice = random.Random(1000 + seed)
    given = random_readings(dice)
    read = {**DEFAULTS, **given}
    unit, turns, need = random_unit(dice), dice.randint(1, 3), dice.choice((2, 3, 3, 4, 6))
    edge = dice.choice((None, 3.5, 9.25, 12, 20))
    path = random_path(dice, edge)[:2]
    ends, through, rallied, states = literal.rout(unit, turns, edge, path, read, need)
    found = rout(Fleeing(**unit), turns, edge=edge, crossings=asked(path), need=need, readings=given, exact=True)
    assert [dict(each) for each in found.turns] == [{end: each[end] for end in ENDS} for each in ends]
    assert found.crossed == tuple(through[number] for number in range(len(path)))
    assert dict(found.rallied_with) == dict(rallied)
    where = Counter()
    full = unit["models"] * unit["health"] - unit.get("wounded", 0)
    for (place, points, _), p in states.items():
        where[place, full - points] += p
    assert dict(found.where) == dict(where)
    assert found.start == 1 == found.fleeing + sum(found.chance(end) for end in ENDS)
    near = rout(Fleeing(**unit), turns, edge=edge, crossings=asked(path), need=need, readings=given)
    assert [near.chance(end) for end in ENDS] == pytest.approx([float(found.chance(end)) for end in ENDS], abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_a_flight_that_goes_on(seed):
    """The flight from combat and one more turn are the same as a rout of one turn from each place where the flight ended."""
    dice = random.Random(2000 + seed)
    unit, edge = random_unit(dice), dice.choice((9.25, 14, 20))
    path = [it for it in random_path(dice, edge) if "clear" not in it]
    first = flight(Fleeing(**unit), [Pursuer()], edge=edge, crossings=asked(path), exact=True)
    found = rout(first, 1, exact=True)
    ends = Counter()
    for (inches, lost), p in first.where.items():
        if not p:
            continue
        rest = [{**it, "at": it["at"] - inches} for it in path if it["at"] >= inches]
        left = vars_of(Fleeing(**unit).after(lost))
        for end, q in literal.rout({**unit, **left}, 1, edge - inches, rest, DEFAULTS, 3)[0][0].items():
            ends[end] += p * q
    assert {end: found.chance(end) for end in ENDS} == {end: ends[end] for end in ENDS}
    assert found.start == first.fleeing


def vars_of(unit):
    return {"models": unit.models, "wounded": unit.wounded, "starting": unit.most}


def test_rallying_face_by_face():
    for need in (2, 3, 4, 5, 6):
        still, wanted = Fraction(1), []
        for _ in range(5):
            still *= Fraction(sum(face < need for face in range(1, 7)), 6)
            wanted.append(1 - still)
        found = rally(5, need=need, exact=True)
        assert list(found.rallied) == wanted
        assert found.lasts[5] == still
        assert found.lasts.mean() < found.expected < found.lasts.mean() + 10 * still * 6
