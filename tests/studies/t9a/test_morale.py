"""Nerves of The Ninth Age: what each reading does, and what is refused."""

from fractions import Fraction

import pytest

from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.morale import PanicCause, courage_test, is_decimated, march_test, panic, panic_test

FAILS = Fraction(5, 12)
EVERY = {"panic_once": "every_trigger"}


def losses(*points):
    return PanicCause("losses", Pmf({each: Fraction(1, len(points)) for each in points}))


def test_nobody_tests_for_a_march_unless_the_2nd_edition_says_so():
    assert march_test(7, enemy_near=True, exact=True) == 1
    assert march_test(7, enemy_near=True, readings={"march_test": "2e"}, exact=True) == Fraction(7, 12)
    assert march_test(7, enemy_near=False, readings={"march_test": "2e"}, exact=True) == 1
    assert march_test(7, enemy_near=True, minimised=1, readings={"march_test": "2e"}) == courage_test(7, minimised=1)


def test_losses_need_three_points_and_a_quarter_of_the_phases_start():
    for lost, starting, called in ((2, 4, False), (3, 12, True), (3, 13, False), (4, 16, True), (4, 17, False), (5, 5, False)):
        assert panic([losses(lost)], 7, starting, exact=True).tested == called


def test_volleys_of_a_phase_add_up_and_call_for_one_test():
    for readings in ({}, EVERY):
        assert panic([losses(2), losses(1), losses(4)], 7, 12, readings=readings, exact=True).tests == Pmf({1: 1})
    assert panic([losses(2), losses(10)], 7, 12, exact=True).destroyed == 1


def test_a_passed_test_spares_the_others_of_the_phase_unless_read_otherwise():
    causes = [PanicCause("terror"), PanicCause("friend"), losses(3)]
    once, every = panic(causes, 7, 12, exact=True), panic(causes, 7, 12, readings=EVERY, exact=True)
    assert (once.shaken, once.shaken_by["terror"]) == (FAILS, FAILS)
    assert every.shaken == 1 - (1 - FAILS) ** 3
    assert every.shaken_by == {"terror": FAILS, "friend": FAILS * (1 - FAILS), "losses": FAILS * (1 - FAILS) ** 2}
    assert panic(causes, 7, 12, passed=True, exact=True).tested == 0
    assert panic(causes, 7, 12, passed=True, readings=EVERY, exact=True).shaken == every.shaken


@pytest.mark.parametrize("state", ["engaged", "shaken"])
def test_who_fights_or_is_shaken_takes_no_test(state):
    found = panic([PanicCause("friend"), losses(3)], 7, 12, exact=True, **{state: True})
    assert (found.tested, found.shaken, found.tests) == (0, 0, Pmf({0: 1}))


def test_the_answer_says_how_it_was_read_and_what_it_left_out():
    found = panic([PanicCause("terror")], 8, 10)
    assert found.readings == {"panic_once": "once"}
    assert found.second_edition == ()
    assert "Terror" in found.not_calculated[0]


def test_one_volley_is_the_short_question():
    law = Pmf({value: Fraction(1, 6) for value in range(6)})
    assert panic_test(law, 12, 7, exact=True) == panic([PanicCause("losses", law)], 7, 12, exact=True).shaken == Fraction(1, 2) * FAILS
    assert panic_test(law, 12, 7) == pytest.approx(float(FAILS) / 2)


def test_decimated_looks_at_the_unit_or_at_all_who_joined_it():
    combined = {"decimated_scope": "combined_unit"}
    assert is_decimated(5, 20, attached=3, attached_starting=3)
    assert not is_decimated(5, 20, attached=3, attached_starting=3, readings=combined)
    assert is_decimated(6, 20, attached=0, attached_starting=4, readings=combined)
    assert not is_decimated(6, 20, attached=0, attached_starting=4)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: PanicCause("fear"), "a cause of panic 'fear'; choose from losses, friend, terror"),
        (lambda: PanicCause("losses"), "which needs them"),
        (lambda: PanicCause("friend", Pmf({3: 1})), "belong to the cause of panic"),
        (lambda: PanicCause("losses", Pmf({-1: 1})), "-1 Health Points lost"),
        (lambda: PanicCause("terror", chance=2), "a chance of 2"),
        (lambda: PanicCause("terror", chance=True), "a chance of True"),
        (lambda: panic([PanicCause("terror", chance=0.5)], 7, 10, exact=True), "an exact answer needs exact chances"),
        (lambda: panic([losses(3)], 13, 10), "Courage of 13"),
        (lambda: panic([losses(3)], 7, 0), "Health Points of 0"),
        (lambda: panic([], 7, 10, readings={"pursuit_tie": "caught"}), "'pursuit_tie' changes nothing here"),
        (lambda: march_test(7, enemy_near=True, readings={"march_test": "on"}), "march_test = 'on'"),
        (lambda: is_decimated(5, 20, attached=2), "attached Characters of 2"),
        (lambda: is_decimated(5, 20, readings={"decimated_scope": "both"}), "decimated_scope = 'both'"),
    ],
)
def test_what_cannot_be_is_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
