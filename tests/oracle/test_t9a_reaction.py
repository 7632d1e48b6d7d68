"""Charges of The Ninth Age at units that flee from them, against every throw of both."""

import random
from fractions import Fraction

import pytest

from tests.oracle import t9a_nerves as literal
from tests.oracle.test_t9a_flight import DEFAULTS, asked, random_path, random_readings, random_run, random_unit
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.flight import Crossing, Fleeing
from toolkit.studies.t9a_charge import flee_reaction, redirect, t9a_charge

ENDS = ("caught", "removed", "off_table", "slain", "away")
TEN = Fleeing(10)


@pytest.mark.parametrize("seed", range(40))
def test_a_charge_at_a_unit_that_flees(seed):
    dice = random.Random(3000 + seed)
    given = {key: value for key, value in random_readings(dice).items() if key != "pursuit_tie"}
    unit, charger = random_unit(dice), random_run(dice)
    distance, speed, edition = Fraction(dice.randint(0, 48), 4), dice.randint(0, 9), dice.choice(("3e", "2e"))
    edge = dice.choice((None, 3.5, 9.25, 12, 20))
    path = random_path(dice, edge)
    wanted = literal.reaction(unit, distance, speed, edition, charger, edge, path, {**DEFAULTS, **given})
    ask = {**charger, "edition": edition, "edge": edge, "crossings": asked(path), "readings": given}
    found = flee_reaction(Fleeing(**unit), float(distance), speed, exact=True, **ask)
    assert {end: getattr(found, end) for end in ENDS} == wanted
    near = flee_reaction(Fleeing(**unit), float(distance), speed, **ask)
    assert [getattr(near, end) for end in ENDS] == pytest.approx([float(wanted[end]) for end in ENDS], abs=1e-12)
    assert found.readings == {key: value for key, value in {**DEFAULTS, **given}.items() if key != "pursuit_tie"}


def test_by_hand():
    # Speed 6 at 0 inches reaches 11 to 16: every flight of at most 11, and a 12 on 2 or more
    assert flee_reaction(TEN, 0, 6, exact=True).away == Fraction(1, 36) * Fraction(1, 6)
    assert flee_reaction(TEN, 30, 0, exact=True).caught == 0


def test_only_a_flight_that_was_forced_scares_friends():
    friend = [Crossing("friend", 1, courage=7)]
    assert flee_reaction(TEN, 6, 4, crossings=friend).flight.panics == (None,)
    assert flee_reaction(TEN, 6, 4, crossings=friend, forced=True, exact=True).flight.panics[0].shaken == Fraction(5, 12)


def test_redirecting_takes_a_command_test_first():
    found = redirect(12, 5, need=2, swiftstride=True, exact=True)
    assert (found.passed, found.reaches) == (Fraction(5, 6), Fraction(5, 6) * t9a_charge(12, 5, maximised=1, exact=True).chance)
    assert (found.readings, found.second_edition) == (
        {"swiftstride": "maximised", "attribute_text": "2e"},
        ("Swiftstride",),
    )
    assert redirect(9, 4, edition="2e").second_edition == ("Charge Range",)
    assert redirect(9, 4, swiftstride=True, readings={"swiftstride": "none"}).second_edition == ()


def test_the_answer_says_what_is_of_the_2nd_edition():
    assert flee_reaction(TEN, 6, 4).second_edition == ()
    both = flee_reaction(Fleeing(10, swiftstride=True), 6, 4, edition="2e", swiftstride=True, edge=20)
    assert both.second_edition == ("Charge Range", "Swiftstride", "Leaving the table")
    assert flee_reaction(TEN, 6, 4, swiftstride=True).second_edition == ("Swiftstride",)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: flee_reaction(TEN, -1, 4), "distance of -1"),
        (lambda: flee_reaction(TEN, 6, 4, readings={"pursuit_tie": "caught"}), "'pursuit_tie' changes nothing here"),
        (lambda: flee_reaction(TEN, 6, 4, edition="4e"), "'4e'"),
        (lambda: flee_reaction(TEN, 6, 4, swiftstride=True, readings={"attribute_text": "refuse"}), "attribute_text refuses it"),
        (lambda: redirect(9, 4, need=1), "a Command Test of 1"),
        (lambda: redirect(9, 4, readings={"march_test": "2e"}), "'march_test' changes nothing here"),
    ],
)
def test_what_cannot_be_is_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
