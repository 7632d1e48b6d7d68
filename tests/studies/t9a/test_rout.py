"""Routs of The Ninth Age: small cases by hand, and what is refused."""

from fractions import Fraction

import pytest

from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.flight import Crossing, Fleeing, Pursuer, flight
from toolkit.studies.t9a.rout import ENDS, SHAKEN_MAY, rally, rout

TWENTY = Fleeing(20)


def test_rally_is_two_thirds_each_turn():
    found = rally(3, exact=True)
    assert found.rallied == (Fraction(2, 3), Fraction(8, 9), Fraction(26, 27))
    assert found.lasts == Pmf({0: Fraction(2, 3), 1: Fraction(2, 9), 2: Fraction(2, 27), 3: Fraction(1, 27)})
    assert found.scores == found.rallied
    assert found.destroyed == 0
    assert (found.readings, found.second_edition) == ({}, ())
    assert rally().expected == pytest.approx(0.5)
    assert SHAKEN_MAY == ("Flee!", "Hold!")


def test_a_combat_removes_who_is_still_shaken():
    found = rally(4, combat_after=2, exact=True)
    assert found.destroyed == Fraction(1, 9)
    assert found.rallied == (Fraction(2, 3), Fraction(8, 9), Fraction(8, 9), Fraction(8, 9))
    assert rally(4, combat_after=0, exact=True).destroyed == 1
    assert rally(4, combat_after=0, exact=True).lasts == Pmf({0: 1})


def test_a_rout_without_an_edge_is_the_rally():
    found = rout(TWENTY, 4, exact=True)
    assert tuple(found.chance("rallied", turn) for turn in range(1, 5)) == rally(4, exact=True).rallied
    assert found.fleeing == Fraction(1, 81)
    assert {points for points, p in found.rallied_with.items() if p} == {20}


def test_it_runs_until_it_touches_the_edge():
    found = rout(TWENTY, 2, edge=7, exact=True)
    assert found.turns[0] == {"rallied": Fraction(2, 3), "removed": 0, "off_table": Fraction(7, 36), "slain": 0}
    assert found.chance("off_table", 1) == Fraction(1, 3) * Fraction(21, 36)
    assert found.second_edition == ("Leaving the table",)


def test_a_decimated_unit_rallies_or_is_removed():
    found = rout(Fleeing(5, starting=20), 3, exact=True)
    assert found.turns[0] == {"rallied": Fraction(2, 3), "removed": Fraction(1, 3), "off_table": 0, "slain": 0}
    assert found.fleeing == 0
    assert "Decimated" in found.not_calculated[-1]


def test_losses_on_the_way_may_decimate_it():
    found = rout(Fleeing(2, starting=4), 2, crossings=[Crossing("impassable", 0)], exact=True)
    # one die of 4+ in the first turn; with one of four Health Points left it is removed in the second
    assert found.chance("removed") == Fraction(1, 3) * Fraction(1, 2) * Fraction(1, 3)
    assert found.crossed == (Fraction(1, 3),)


def test_friends_on_the_way_take_their_test_once():
    found = rout(TWENTY, 12, crossings=[Crossing("friend", 1, courage=7)], exact=True)
    assert found.crossed == (Fraction(1, 3),)
    assert found.panics[0].shaken == Fraction(1, 3) * Fraction(5, 12)


def test_it_goes_on_from_a_flight():
    first = flight(TWENTY, [Pursuer()], edge=14, readings={"pursuit_tie": "escapes"}, exact=True)
    found = rout(first, 3, exact=True)
    assert found.start == first.fleeing == found.fleeing + sum(found.chance(end) for end in ENDS)
    assert found.readings == first.readings
    assert rout(first, 3).chance("off_table") == pytest.approx(float(found.chance("off_table")))
    assert min(inches for inches, _ in found.where) == 8


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: rally(0), "turns of 0"),
        (lambda: rally(3, need=7), "a Command Test of 7"),
        (lambda: rally(3, combat_after=4), "turns before a combat of 4"),
        (lambda: rout(TWENTY, 13), "turns of 13"),
        (lambda: rout(TWENTY, 2, edge=-1), "the edge of the table at -1"),
        (lambda: rout(TWENTY, 2).chance("caught"), "a rout that ends with 'caught'; choose from rallied"),
        (lambda: rout(TWENTY, 2).chance("slain", 3), "a turn of the rout of 3"),
        (lambda: rout(flight(TWENTY), 2, edge=9), "do not give them again"),
        (lambda: rout(flight(TWENTY), 2, exact=True), "goes on from an exact flight"),
        (lambda: rout(TWENTY, 2, readings={"edition": "2e"}), "'edition' changes nothing here"),
    ],
)
def test_what_cannot_be_is_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
