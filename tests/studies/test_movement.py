"""Movement chances against counting every roll by hand."""

import json
from fractions import Fraction
from itertools import product

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.movement import movement, ways
from toolkit.studies.t9a_charge import t9a_charge
from toolkit.systems.wh40k_10e.rolls import TANGLEFOOT

D6 = range(1, 7)


def by_hand(move, distance, within, *, order=False, shaken=False, reroll=False, advance=False, disembark=None, dispersal=False):
    """Chance of coming near enough, one roll after another; a re-roll is spent wherever rolling again is better."""
    speed = max(0, move + 3 * order - 2 * shaken)
    base = (3 if disembark else 0) + (0 if disembark == "moved" else speed)
    goal = distance - within

    def last(so_far):
        return Fraction(sum(so_far + d >= goal for d in D6), 6) if dispersal else Fraction(so_far >= goal)

    if not advance:
        return last(base)
    plain = {a: last(base + a) for a in D6}
    fresh = sum(plain.values()) / 6
    return sum((max(each, fresh) if reroll else each for each in plain.values()), Fraction(0)) / 6


def test_normal_moves_and_advances_by_hand():
    for move, distance, within, order, shaken, reroll, advance in product((3, 6), (4, 9.5, 12, 15), (0, 3), (0, 1), (0, 1), (0, 1), (0, 1)):
        found = movement(
            move, distance, within, kind="advance" if advance else "normal", move_order=bool(order), shaken=bool(shaken),
            reroll=bool(reroll and advance), exact=True,
        )  # fmt: skip
        hand = by_hand(move, distance, within, order=order, shaken=shaken, reroll=reroll and advance, advance=advance)
        assert found.chance == hand


@pytest.mark.parametrize("disembark", ["not yet moved", "moved"])
@pytest.mark.parametrize("dispersal", [False, True])
def test_out_of_a_transport_by_hand(disembark, dispersal):
    for advance, reroll, distance in product((0, 1), (0, 1), (4, 8, 10, 13, 17, 20)):
        if (disembark == "moved" and advance) or (reroll and not advance):
            continue
        found = movement(
            6, distance, 1, kind="advance" if advance else "normal", reroll=bool(reroll), disembark=disembark,
            rapid_dispersal_after=dispersal, exact=True,
        )  # fmt: skip
        assert found.chance == by_hand(6, distance, 1, reroll=reroll, advance=advance, disembark=disembark, dispersal=dispersal)


def test_known_rolls():
    for needed, chance in ((2, Fraction(35, 36)), (6, Fraction(11, 36))):
        assert movement(6, 6 + needed, kind="advance", reroll=True, exact=True).chance == chance
    assert movement(0, kind="advance", reroll=True, exact=True).distance.mean() == Fraction(17, 4)
    only = movement(6, disembark="moved", rapid_dispersal_after=True, exact=True)
    assert only.distance.mean() == 3 + Fraction(7, 2) and only.needed is only.chance is None


def test_a_charge_after_a_rolled_move_by_hand():
    """Out of the hatch, Rapid Dispersal, then a charge at Tanglefoot Grenades with a re-roll."""
    found = movement(
        6, 20, disembark="not yet moved", rapid_dispersal_after=True, then_charge=True,
        charge_modifiers=[TANGLEFOOT], charge_reroll="whole", exact=True,
    )  # fmt: skip
    total = Fraction(0)
    for extra in D6:
        left = 20 - 3 - 6 - extra
        need = left - 1 + 2
        p = Fraction(sum(a + b >= need for a, b in product(D6, D6)), 36)
        total += (p + (1 - p) * p) / 6
    assert found.charge_chance == total


def test_a_charge_from_the_edge_of_engagement_range():
    # So near that the move could end in contact: it stops just outside, and a charge needs a 1; 3 with the grenades.
    assert movement(6, 5, then_charge=True, exact=True).charge_chance == 1
    assert movement(6, 5, then_charge=True, charge_modifiers=[-2], exact=True).charge_chance == Fraction(35, 36)
    assert movement(6, 40, then_charge=True, exact=True).charge_chance == 0
    # Shaken: 4 inches of move leave 8, so 7 to Engagement Range, and 2 off the roll.
    assert movement(6, 12, shaken=True, then_charge=True, exact=True).charge_chance == Fraction(10, 36)


def test_what_it_may_do_afterwards():
    still, run, fire = movement(6, kind="stationary"), movement(6, kind="advance"), movement(6, kind="advance", fire_and_relocate=True)
    assert (still.after.shoot, still.after.charge, still.after.heavy) == ("all weapons", True, True)
    assert (run.after.shoot, run.after.charge, run.after.heavy) == ("Assault weapons", False, False)
    assert (fire.after.shoot, fire.after.charge, fire.after.heavy) == ("all weapons", False, False)
    late = movement(6, disembark="moved", rapid_dispersal_after=True, then_charge=True, distance=4)
    assert (late.after.shoot, late.after.charge, late.charge_chance) == ("all weapons", False, 0)
    assert any("transport" in each for each in late.after.reasons)


def test_frames():
    frame = ways(6, 12, 3)
    assert frame.filter(way="Normal move")["chance"].item() == 0
    assert frame.filter(way="Normal move, Move! Move! Move!")["chance"].item() == 1
    assert set(ways(6, 12, disembark=True)["shoot"]) == {"all weapons", "Assault weapons"}
    assert movement(6, kind="advance").frame["chance"].to_list()[-1] == pytest.approx(1 / 6)


@pytest.mark.parametrize("edition", ["3e", "2e"])
def test_charges_of_the_ninth_age_by_hand(edition):
    kept = 1 if edition == "3e" else 2
    for plus, minus, speed in product(range(3), range(3), (0, 5)):
        net = plus - minus
        for distance in range(5, 18):
            hits = rolls = 0
            for faces in product(D6, repeat=kept + abs(net)):
                best = sorted(faces, reverse=net > 0)[:kept]
                hits += sum(best) + speed + (4 if edition == "3e" else 0) >= distance
                rolls += 1
            found = t9a_charge(distance, speed, edition=edition, maximised=plus, minimised=minus, exact=True)
            assert found.chance == Fraction(hits, rolls)


def test_worked_charges_of_the_ninth_age():
    rows = json.loads('[[5,0,"1"],[6,0,"5/6"],[6,1,"35/36"],[7,1,"8/9"],[8,1,"3/4"],[9,0,"1/3"],[9,1,"5/9"]]')
    for needed, maximised, chance in rows:
        assert t9a_charge(needed, 0, maximised=maximised, exact=True).chance == Fraction(chance)
    second = ((5, 0, "5/6"), (7, 0, "7/12"), (9, 0, "5/18"), (9, 1, "113/216"), (11, 0, "1/12"), (11, 1, "43/216"))
    for needed, maximised, chance in second:
        assert t9a_charge(needed, 0, edition="2e", maximised=maximised, exact=True).chance == Fraction(chance)


def test_swiftstride_is_one_more_maximised_if_it_is_read_so():
    none = {"swiftstride": "none"}
    for edition in ("3e", "2e"):
        for minimised in (0, 1, 2):
            more = {"edition": edition, "minimised": minimised, "exact": True}
            assert t9a_charge(9, 0, swiftstride=True, **more).distance == t9a_charge(9, 0, maximised=1, **more).distance
            assert t9a_charge(9, 0, swiftstride=True, readings=none, **more).distance == t9a_charge(9, 0, **more).distance
    assert t9a_charge(9, 0, swiftstride=True).steps[1] == "Swiftstride: Maximised, known from the 2nd edition only"
    assert t9a_charge(9, 0, swiftstride=True, edition="2e", readings=none).steps[1] == "Swiftstride: nothing, as read"
    assert len(t9a_charge(9, 0).steps) == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: movement(-1), "Move of -1"),
        (lambda: movement(6, float("nan")), "distance of nan"),
        (lambda: movement(6, 9, -2), "within of -2"),
        (lambda: movement(6, kind="run"), "kind 'run'"),
        (lambda: movement(6, reroll=True), "re-roll of the Advance roll"),
        (lambda: movement(6, fire_and_relocate=True), "Fire and Relocate"),
        (lambda: movement(6, rapid_dispersal_after=True), "did not disembark"),
        (lambda: movement(6, kind="stationary", disembark="moved"), "remain stationary"),
        (lambda: movement(6, kind="advance", disembark="moved"), "cannot Advance"),
        (lambda: movement(6, disembark="moved", move_order=True), "Command phase"),
        (lambda: movement(6, then_charge=True), "without a distance"),
        (lambda: t9a_charge(9, 0, edition="4e"), "'4e'"),
        (lambda: t9a_charge(9, -3), "speed of -3"),
        (lambda: t9a_charge(9, 0, maximised=99), "Maximised of 99"),
        (lambda: t9a_charge(9, 0, readings={"swiftstride": "yes"}), "swiftstride = 'yes'"),
    ],
)
def test_bad_input_is_named(wrong, words):
    with pytest.raises(ToolkitError) as caught:
        wrong()
    assert words in str(caught.value)
