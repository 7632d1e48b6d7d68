"""Ambush arrivals: what a player reads off them, and what is refused."""

from fractions import Fraction

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.ambush_arrival import EDITIONS, SECOND_EDITION, Ambusher, ArrivalRoll, arrival, arrival_status, arrivals
from toolkit.studies.ambush_hosts import Attachable, all_by, all_together, comes_with, host_plan, turns_on_table


def test_a_blocked_turn_five_is_the_only_way_to_lose_scoring():
    assert arrival().arrives_too_late_to_score == 0
    blocked = arrival({5: "1/2"}, exact=True)
    assert blocked.arrives_too_late_to_score == Fraction(1, 27) / 2
    assert blocked.scores == 1 - Fraction(1, 54)
    never = arrival(0, exact=True)
    assert (never.never, never.mean_turn, never.turns_on_table) == (1, None, 0)


def test_the_second_edition():
    assert SECOND_EDITION is EDITIONS["2nd"]
    law = arrival(rule=SECOND_EDITION, exact=True)
    assert (law.never, law.scores) == (Fraction(1, 243), Fraction(8, 9))
    assert law.frame["scores"].to_list() == [True, True, False, False, False, False]


def test_a_frame_adds_up():
    law = arrival(0.25)
    assert law.frame["arrives"].sum() == pytest.approx(1)
    assert law.frame["turn"].to_list() == [2, 3, 4, 5, 6, None]
    both = arrivals([Ambusher("A"), Ambusher("B", "1/2")])
    assert both.frame.height == 12
    assert both.frame.columns[0] == "unit"
    assert "unit" not in both.laws[0].frame.columns


def test_what_a_unit_may_do_when_it_has_arrived():
    status = arrival_status(2)
    assert (status.counts_as, status.move, status.charge, status.to_hit, status.scores) == ("Advance", False, False, -1, True)
    assert not arrival_status(6).scores
    assert arrival_status(5).scores
    assert not arrival_status(4, rule=SECOND_EDITION).scores
    assert arrival_status(3, quick_to_fire=True).to_hit == 0
    assert arrival_status(3, unwieldy=1).to_hit == -2
    assert arrival_status(3, arrival_charge="yes").charge


def test_a_combined_unit_counts_all_that_came():
    found = arrivals([Ambusher("Herd and chief", count=2), Ambusher("Hounds")], exact=True)
    assert dict(found.by(2).items()) == {0: Fraction(1, 9), 1: Fraction(2, 9), 2: Fraction(2, 9), 3: Fraction(4, 9)}


def test_a_hundred_units():
    found = arrivals([Ambusher(f"Unit {number}") for number in range(100)], exact=True)
    assert found.by(2).mean() == Fraction(200, 3)
    with pytest.raises(ToolkitError, match="too many ways to list"):
        next(found.joint())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Ambusher(" "), "without a name"),
        (lambda: Ambusher("A", room=1.5), "room for 'A' has the chance 1.5; a chance is from 0 to 1"),
        (lambda: Ambusher("A", room="often"), "'often'; write a number from 0 to 1"),
        (lambda: Ambusher("A", room="1/0"), "write a number from 0 to 1"),
        (lambda: Ambusher("A", room=float("nan")), "write a number from 0 to 1"),
        (lambda: Ambusher("A", room=True), "a chance is from 0 to 1"),
        (lambda: Ambusher("A", room={"2": 1}), "room for 'A' in turn '2'"),
        (lambda: Ambusher("A", room={2: -1}), "room for 'A' in turn 2 has the chance -1"),
        (lambda: Ambusher("A", count=0), "0 units on the die of 'A'"),
        (lambda: ArrivalRoll("odd", need=0), "arrive on 0\\+"),
        (lambda: ArrivalRoll("odd", first_turn=7), "first_turn 7 of 6 turns"),
        (lambda: arrival_status(1), "nothing arrives in turn 1; write 2 to 6"),
        (lambda: arrival_status(2, arrival_charge="maybe"), "arrival_charge 'maybe'"),
        (lambda: arrival_status(2, unwieldy=-1), "Unwieldy -1"),
        (lambda: arrivals([]), "0 units"),
        (lambda: arrivals([Ambusher("A"), Ambusher("A")]), "'A' is in ambush twice"),
    ],
)
def test_bad_input_is_named(make, message):
    with pytest.raises(ToolkitError, match=message):
        make()


UNITS = [Ambusher("Herd", room="1/2"), Ambusher("Raiders", room={2: 0})]
CHIEF = Attachable("Chief", ("Herd", "Raiders"))


def test_the_best_host_changes_from_turn_to_turn():
    plan = host_plan(UNITS, [Attachable("Chief", ("Herd", "Raiders"), room=0)], all_by(3, ["Chief"]), exact=True)
    first, *later = plan.choices
    assert first.joins == (("Chief", "Herd"),)
    assert next(each.joins for each in later if each.turn == 3) == (("Chief", "Raiders"),)
    assert plan.worth == Fraction(1, 3) + Fraction(2, 3) * Fraction(2, 3)
    assert plan.law("Chief").by(3) == plan.worth
    stays = host_plan(UNITS, [CHIEF], all_by(3, ["Chief"]), joins={"Chief": "Herd"}, exact=True)
    assert stays.worth == 1 - Fraction(2, 3) ** 2
    assert plan.frame.columns == ["turn", "on_the_table", "character", "joins", "chance"]


def test_goals_of_a_plan():
    fixed = host_plan(UNITS, [CHIEF], all_together(), joins={"Chief": ("Raiders", "Herd")}, exact=True)
    assert fixed.chance(lambda arrived: arrived.came_with["Chief"] == "Raiders") == fixed.law("Raiders").by(6) == 1
    assert host_plan(UNITS, [CHIEF], comes_with("Chief", "Raiders", 6), exact=True).worth == 1
    alone = host_plan(UNITS, [CHIEF], turns_on_table({"Chief": 1}), joins={}, exact=True)
    assert alone.worth == arrival(exact=True).turns_on_table
    assert host_plan(UNITS, [CHIEF], lambda arrived: arrived.turns["Chief"] == 2).worth == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: host_plan(UNITS, [Attachable("Chief", ("Giant",))], all_by(2)), "'Chief' joins 'Giant', which is no unit in ambush"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2), joins={"Seer": "Herd"}), "'Seer', which is no character in ambush; there are: Chief"),
        (lambda: host_plan(UNITS, [Attachable("Chief", ("Herd",))], all_by(2), joins={"Chief": "Raiders"}), "may not join 'Raiders'"),
        (lambda: host_plan(UNITS, [Attachable("Herd", ())], all_by(2)), "twice"),
        (
            lambda: host_plan(
                UNITS, [CHIEF, Attachable("Seer", ("Herd",))], all_by(2), joins={"Chief": "Herd", "Seer": "Herd"}, most_joined=1
            ),
            "2 characters join 'Herd'; at most 1 may",
        ),
        (lambda: host_plan(UNITS, [CHIEF], lambda arrived: "good"), "'good'; it is a number"),
        (lambda: host_plan([Ambusher(f"{n}") for n in range(8)], [Attachable("C", ("1", "2"))], all_by(2)), "leave some out"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2)).law("Giant"), "'Giant' is not in ambush; there are: Herd, Raiders, Chief"),
    ],
)
def test_bad_plans_are_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
