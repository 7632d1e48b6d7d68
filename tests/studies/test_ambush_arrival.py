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


def test_only_units_entirely_with_ambush_wait():
    assert Ambusher("Herd", where='8", Table Edge', every_model=True).where == '8", Table Edge'
    with pytest.raises(ToolkitError, match="'Herd' has models without Ambush; only a unit that is entirely with it may be in ambush"):
        Ambusher("Herd", every_model=False)
    with pytest.raises(ToolkitError, match="'Chief' has no Ambush"):
        Attachable("Chief", ("Herd",), has_ambush=False)


def test_characters_come_with_units_of_the_same_x():
    units = [Ambusher("Herd", where='8", Table Edge'), Ambusher("Hunters", where="Board Edge")]
    chief = Attachable("Chief", ("Herd",), where="8″, table  edge")
    # A die for both, as if nothing had been told of X: all on turn 2 in two games of three, with the hunters in four of nine.
    plan = host_plan(units, [chief], all_by(2), exact=True)
    untold = host_plan([Ambusher("Herd"), Ambusher("Hunters")], [Attachable("Chief", ("Herd",))], all_by(2), exact=True)
    assert plan.worth == untold.worth == Fraction(2, 3) ** 2
    with pytest.raises(ToolkitError) as caught:
        host_plan(units, [Attachable("Chief", ("Herd", "Hunters"), where='8", Table Edge')], all_by(2))
    assert str(caught.value) == (
        "ambush: 'Chief' has Ambush (8\", Table Edge) and 'Hunters' has Ambush (Board Edge); a character joins units of the same X only"
    )
    for untold_one, words in (
        (Attachable("Chief", ("Herd",)), "'Herd' has Ambush .*, but of 'Chief' the X is not told"),
        (Attachable("Chief", ("Hounds",), where="Board Edge"), "'Chief' has Ambush .Board Edge., but of 'Hounds' the X is not told"),
    ):
        with pytest.raises(ToolkitError, match=words):
            host_plan([*units, Ambusher("Hounds")], [untold_one], all_by(2))


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
        (lambda: Ambusher(None), "ambush: a unit with the name None"),
        (lambda: Ambusher("A", where=8), "the X of 'A', 8; it is a text"),
        (lambda: Ambusher("A", every_model="no"), "every_model of 'A', 'no'"),
        (lambda: ArrivalRoll("odd", need="3"), "arrive on '3'\\+"),
        (lambda: ArrivalRoll("odd", scoring_lost_from="6"), "scoring_lost_from turn '6'"),
        (lambda: ArrivalRoll("odd", automatic_from="5"), "automatic_from turn '5'"),
        (lambda: ArrivalRoll("odd", turns=None), "number of turns None"),
        (lambda: ArrivalRoll("", need=3), "an edition without a name"),
        (lambda: arrival().by("3"), "ambush: turn '3'"),
        (lambda: arrival()["3"], "ambush: turn '3'"),
        (lambda: arrival().by(99), "ambush: turn 99"),
        (lambda: arrival(rule="3rd"), "rule '3rd'; it is an ArrivalRoll"),
        (lambda: arrival(None), "has the chance None"),
        (lambda: arrival(exact="yes"), "exact 'yes'"),
        (lambda: arrival({7: "1/2"}), "in turn 7, in which nothing arrives; turns of arrival are 2 to 6"),
        (lambda: arrivals([Ambusher("A", {1: 0})]), "room for 'A' in turn 1, in which nothing arrives"),
        (lambda: arrivals(["a"]), "in ambush, unit number 1 is 'a'; it is an Ambusher"),
        (lambda: arrivals("ab"), "units in ambush 'ab'"),
        (lambda: arrivals([Ambusher("A")]).all_by("3"), "ambush: turn '3'"),
        (lambda: arrivals([Ambusher("A")]).by(2.5), "ambush: turn 2.5"),
        (lambda: arrivals([Ambusher("A")]).in_turn(None), "ambush: turn None"),
        (lambda: arrivals([Ambusher("A")]).chance("A"), "condition 'A'"),
        (lambda: arrival_status("3"), "nothing arrives in turn '3'"),
        (lambda: arrival_status(3, rule="2nd"), "rule '2nd'"),
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
        (lambda: host_plan(UNITS, [CHIEF], all_by(3, ["Nobody"])), "'Nobody' is not in ambush; there are: Herd, Raiders, Chief"),
        (lambda: host_plan(UNITS, [CHIEF], all_together(["Nobody"])), "'Nobody' is not in ambush; there are: Herd, Raiders, Chief"),
        (lambda: host_plan(UNITS, [CHIEF], comes_with("Zed", "Herd", 3)), "'Zed' is not in ambush"),
        (lambda: host_plan(UNITS, [CHIEF], comes_with("Chief", "Zed", 3)), "'Zed' is not in ambush"),
        (lambda: host_plan(UNITS, [CHIEF], comes_with("Herd", "Chief", 3)), "'Herd' is no character; characters are: Chief"),
        (lambda: host_plan(UNITS, [CHIEF], turns_on_table({"Heard": 100})), "'Heard' is not in ambush; there are: Herd, Raiders, Chief"),
        (lambda: turns_on_table({"Herd": "heavy"}), "the weight of 'Herd' = 'heavy'"),
        (lambda: turns_on_table(["Herd"]), "weights"),
        (lambda: all_by("3"), "by turn '3'"),
        (lambda: all_by(3, "Herd"), "names of who is to arrive 'Herd'"),
        (lambda: comes_with("Chief", "Herd", None), "by turn None"),
        (lambda: host_plan(UNITS, [CHIEF], "win"), "a goal 'win'"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2), most_joined=-1), "most_joined -1"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2), joins="Herd"), "joins 'Herd'"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2), joins={"Chief": 3}), "the choice of 'Chief', 3"),
        (lambda: host_plan(UNITS, ["Chief"], all_by(2)), "character number 1 is 'Chief'"),
        (lambda: host_plan(["Herd"], [CHIEF], all_by(2)), "unit number 1 is 'Herd'"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2), rule="3rd"), "rule '3rd'"),
        (lambda: host_plan(UNITS, [Attachable("Chief", ("Herd",), {9: 1})], all_by(2)), "room for 'Chief' in turn 9"),
        (lambda: Attachable("C", "H"), "the hosts of 'C', 'H'; they are a list of texts"),
        (lambda: Attachable("", ("Herd",)), "a character without a name"),
        (lambda: Attachable("C", ("Herd",), room=2), "room for 'C' has the chance 2"),
        (lambda: host_plan([Ambusher(f"{n}") for n in range(8)], [Attachable("C", ("1", "2"))], all_by(2)), "leave some out"),
        (lambda: host_plan(UNITS, [CHIEF], all_by(2)).law("Giant"), "'Giant' is not in ambush; there are: Herd, Raiders, Chief"),
    ],
)
def test_bad_plans_are_named(ask, message):
    with pytest.raises(ToolkitError, match=message):
        ask()
