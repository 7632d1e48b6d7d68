"""From the round of combat to the flight."""

from fractions import Fraction

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.t9a import Regiment, melee
from toolkit.studies.t9a.broken import broken
from toolkit.studies.t9a.flight import Crossing, Fleeing, Pursuer, flight

A = Regiment("A", 4, 4, 3, 3, 1, 4, 4, 8, armour=2, charging=True, standard=True, battle_focus=True)
B = Regiment("B", 5, 3, 3, 3, 1, 3, 3, 7, armour=1, health=2, wounded=1, not_calculated=("Scoring",))
ROUND = melee(A, B, exact=True)
WAY = [Crossing("enemy", 3, clear=5), Crossing("friend", 9, courage=6)]


def test_it_is_the_flight_of_each_loss_with_its_chance():
    found = broken(ROUND, "b", B, [Pursuer()], edge=11, crossings=WAY)
    assert found.breaks == ROUND.b_breaks
    ends = ("caught", "removed", "off_table", "slain", "fleeing")
    wanted = dict.fromkeys(ends, Fraction(0))
    for losses, p in ROUND.joint.items():
        chance = p * ROUND.breaks[losses][1]
        points = 9 - losses[1]
        if not chance:
            continue
        models = (points + 1) // 2
        unit = Fleeing(models, health=2, wounded=2 * models - points, starting=10)
        run = flight(unit, [Pursuer()], edge=11, crossings=WAY, exact=True)
        for end in ends:
            wanted[end] += chance * getattr(run, end)
    assert {end: getattr(found, end) for end in ends} == wanted
    assert sum(wanted.values()) == found.breaks
    assert sum(found.left.values()) == found.fleeing
    assert sum(chance for chance, _ in found.flights.values()) == found.breaks
    assert found.crossed[0] == sum(chance * run.crossed[0] for chance, run in found.flights.values())


def test_it_says_what_both_parts_were_read_from():
    found = broken(ROUND, "b", B, [Pursuer()], readings={"pursuit_tie": "escapes"})
    assert found.readings["pursuit_tie"] == "escapes"
    assert {"Battle Focus", "Pursuit"} <= set(found.second_edition)
    assert "Scoring" in found.not_calculated
    assert len(found.not_calculated) == len(set(found.not_calculated))


def test_floats_of_a_round_in_floats():
    near, found = broken(melee(A, B), "b", B, [Pursuer()]), broken(ROUND, "b", B, [Pursuer()])
    assert near.caught == pytest.approx(float(found.caught), abs=1e-12)
    assert broken(ROUND, "a", A).breaks == ROUND.a_breaks


def test_a_unit_of_another_round_is_refused():
    with pytest.raises(ToolkitError, match=r"C: \d Health Points lost in the round, and 1 there to lose"):
        broken(ROUND, "b", Regiment("C", 1, 3, 3, 3, 1, 3, 3, 7))
    with pytest.raises(ToolkitError, match="the side 'c' of a combat"):
        broken(ROUND, "c", B)
