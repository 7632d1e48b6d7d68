"""Flights of The Ninth Age: small cases by hand, and what is refused."""

from fractions import Fraction

import pytest

from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.studies.t9a import Regiment, caught, regiment
from toolkit.studies.t9a.flight import Crossing, Fleeing, Pursuer, flight

TWENTY = Fleeing(20)


def total(found):
    return found.caught + found.removed + found.off_table + found.slain + found.fleeing


def test_pursuit_alone_is_the_short_question():
    found = flight(TWENTY, [Pursuer()], exact=True)
    assert found.caught == found.caught_by[0] == caught(exact=True) == Fraction(721, 1296)
    escapes = {"pursuit_tie": "escapes"}
    assert flight(TWENTY, [Pursuer()], readings=escapes, exact=True).caught == caught(readings=escapes, exact=True)
    assert flight(TWENTY, [Pursuer(maximised=1)], exact=True).caught == Fraction(1877, 2592)
    assert flight(TWENTY, exact=True).caught == 0


def test_two_pursuers_are_two_throws_against_one_flight():
    found = flight(TWENTY, [Pursuer("one"), Pursuer("two", minimised=1)], exact=True)
    assert max(found.caught_by) < found.caught < sum(found.caught_by)
    assert total(found) == sum(found.joint.values()) == 1
    assert found.gap.low == 1


def test_the_gap_is_what_the_flight_has_run_farther():
    found = flight(TWENTY, [Pursuer()], exact=True)
    assert found.joint[12, False, 10] == Fraction(1, 36 * 36)
    assert found.joint[2, True, 0] == Fraction(1, 36)
    assert found.gap[10] == Fraction(1, 36 * 36) / found.fleeing
    assert flight(TWENTY, [Pursuer()], readings={"pursuit_tie": "escapes"}).gap.low == 0
    assert flight(TWENTY).gap is None


def test_touching_the_edge_is_leaving_the_table():
    assert flight(TWENTY, edge=12, exact=True).off_table == Fraction(1, 36)
    assert flight(TWENTY, edge=12.5, exact=True).off_table == 0
    assert flight(TWENTY, edge=0, exact=True).off_table == 1
    assert flight(TWENTY, edge=7, exact=True).off_table == Fraction(21, 36)


def test_a_decimated_unit_is_removed_unless_it_was_caught_before():
    found = flight(Fleeing(5, starting=20), [Pursuer()], edge=3, exact=True)
    assert (found.caught, found.removed, found.off_table, found.crossed) == (Fraction(721, 1296), Fraction(575, 1296), 0, ())
    assert flight(Fleeing(6, starting=20), exact=True).fleeing == 1
    joined = Fleeing(5, starting=20, attached=3, attached_starting=3)
    assert flight(joined, exact=True).removed == 1
    assert flight(joined, readings={"decimated_scope": "combined_unit"}, exact=True).fleeing == 1
    assert "Attached Characters" in flight(joined).not_calculated[-1]


def test_running_through_enemies_is_dangerous_and_armour_is_no_help():
    found = flight(Fleeing(4), crossings=[Crossing("enemy", 7)], exact=True)
    through = Fraction(15, 36)
    assert found.crossed == (through,)
    assert found.lost == Pmf({0: 1 - through + through / 4, 1: through / 2, 2: through / 4})
    assert found.where[7, 0] == Fraction(6, 36)
    saved = flight(Fleeing(4, special_save=4), crossings=[Crossing("impassable", 0)], exact=True)
    assert saved.lost == Pmf({0: Fraction(9, 16), 1: Fraction(6, 16), 2: Fraction(1, 16)})


def test_one_model_may_die_of_it():
    found = flight(Fleeing(1, height=1), crossings=[Crossing("enemy", 0), Crossing("dangerous", 12, x=2)], exact=True)
    assert found.slain == Fraction(35, 36) / 2 + Fraction(1, 36) * (1 - Fraction(1, 12))
    assert total(found) == 1


def test_dangerous_terrain_is_touched_and_units_are_run_through():
    assert flight(TWENTY, crossings=[Crossing("dangerous", 12, x=6)], exact=True).crossed == (Fraction(1, 36),)
    assert flight(TWENTY, crossings=[Crossing("friend", 12)], exact=True).crossed == (0,)


def test_nobody_stops_on_top_of_a_unit():
    found = flight(TWENTY, crossings=[Crossing("friend", 1, clear=9)], edge=20, exact=True)
    assert {inches for (inches, _), p in found.where.items() if p} == {9, 10, 11, 12}
    assert flight(TWENTY, crossings=[Crossing("impassable", 1, clear=9)], edge=9, exact=True).off_table == 1
    chain = [Crossing("enemy", 8.5, clear=15), Crossing("friend", 1, clear=9)]
    assert {inches for (inches, _), p in flight(TWENTY, crossings=chain).where.items() if p} == {15}


def test_friends_take_their_panic_test_unless_the_unit_chose_to_flee():
    friend = Crossing("friend", 6, courage=7)
    found = flight(TWENTY, crossings=[friend, Crossing("friend", 3)], exact=True)
    assert found.panics[0].shaken == Fraction(21, 36) * Fraction(5, 12)
    assert found.panics[1] is None
    assert flight(TWENTY, crossings=[friend], voluntary=True).panics == (None,)
    spared = flight(TWENTY, crossings=[Crossing("friend", 6, courage=7, engaged=True), Crossing("friend", 6, courage=7, passed=True)])
    assert [each.tested for each in spared.panics] == [0, 0]


def test_swiftstride_as_it_is_read():
    fast = Fleeing(20, swiftstride=True)
    assert flight(fast, exact=True).distance == flight(Fleeing(20, maximised=1), exact=True).distance
    assert flight(fast, exact=True, readings={"swiftstride": "none"}).distance == flight(TWENTY, exact=True).distance


def test_dangerous_terrain_of_the_2nd_edition():
    unit = Fleeing(2, dice_per_model=2, health=3)
    found = flight(unit, crossings=[Crossing("enemy", 0)], readings={"dangerous_when": "2e_per_model"}, exact=True)
    assert found.lost == Pmf({0: Fraction(1, 16), 1: Fraction(4, 16), 2: Fraction(6, 16), 3: Fraction(4, 16), 4: Fraction(1, 16)})
    assert found.second_edition == ("Dangerous Terrain",)


def test_what_is_known_from_the_2nd_edition_only_is_named():
    assert flight(TWENTY).second_edition == ()
    found = flight(TWENTY, [Pursuer(swiftstride=True)], edge=9)
    assert found.second_edition == ("Pursuit", "Swiftstride", "Leaving the table")
    without = flight(TWENTY, [Pursuer(swiftstride=True)], readings={"swiftstride": "none"})
    assert without.second_edition == ("Pursuit",)
    assert set(without.readings) == {
        "pursuit_tie", "swiftstride", "attribute_text", "decimated_scope", "panic_once", "dangerous_when", "dangerous_x",
    }  # fmt: skip


def test_a_unit_of_a_combat_flees():
    trolls = Regiment("Trolls", 4, 3, 4, 1, 3, 3, 5, 4, health=3, height=3, fortitude=4, wounded=2, not_calculated=("Scoring",))
    unit = Fleeing.of(trolls, 3, swiftstride=True)
    assert (unit.models, unit.wounded, unit.left, unit.most, unit.height, unit.special_save) == (3, 2, 7, 12, 3, 4)
    assert unit.swiftstride
    assert flight(unit).not_calculated[-1] == "Scoring"
    assert Fleeing.of(regiment("State Militia", 20)).left == 20
    again = unit.after(3)
    assert (again.models, again.wounded, again.left, again.most) == (2, 2, 4, 12)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Fleeing(0), "models of 0"),
        (lambda: Fleeing(5, starting=4), "starting Health Points of 4"),
        (lambda: Fleeing(5, wounded=1), "wounded of 1"),
        (lambda: Fleeing(5, attached=2), "attached Characters of 2"),
        (lambda: Fleeing(5, maximised=6), "Maximised of 6"),
        (lambda: Fleeing(5, special_save=7), "special save of 7"),
        (lambda: Fleeing.of(regiment("Trolls", 2), 6), "Trolls: Health Points lost of 6"),
        (lambda: Pursuer(minimised=-1), "Minimised of -1"),
        (lambda: Crossing("river", 3), "a crossing of 'river'; choose from enemy, impassable, dangerous, friend"),
        (lambda: Crossing("enemy", -1), "a crossing at -1 inches"),
        (lambda: Crossing("enemy", 4, clear=4), "to be clear of a crossing of 4"),
        (lambda: Crossing("dangerous", 4), "needs its number x"),
        (lambda: Crossing("enemy", 4, x=7), "X of 7"),
        (lambda: Crossing("friend", 4, courage=0), "Courage of 0"),
        (lambda: Fleeing(5, dice_per_model=0), "dice for each model of 0"),
        (lambda: Crossing("friend", 4, x=4), "a friend is no dangerous terrain"),
        (lambda: flight(TWENTY, edge=-2), "the edge of the table at -2"),
        (lambda: flight(TWENTY, edge=float("nan")), "the edge of the table at nan"),
        (lambda: flight(TWENTY, edge=5, crossings=[Crossing("enemy", 5)]), "a crossing at 5 inches lies beyond the edge of the table at 5"),
        (lambda: flight(TWENTY, [Pursuer(swiftstride=True)], readings={"attribute_text": "refuse"}), "attribute_text refuses it"),
        (lambda: flight(TWENTY, readings={"march_test": "2e"}), "'march_test' changes nothing here"),
        (lambda: flight(TWENTY, crossings=[Crossing("enemy", 1)], readings={"dangerous_when": "2e_per_model"}), "so give dice_per_model"),
    ],
)
def test_what_cannot_be_is_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
