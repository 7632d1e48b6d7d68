"""Movement chances against counting every roll by hand."""

import json
from fractions import Fraction
from itertools import product

import pytest

from toolkit.battlefield.coherency import WH40K_10E, WH40K_11E
from toolkit.errors import ToolkitError
from toolkit.rules.rolls import ChargeRoll
from toolkit.studies.move_rules import ENGAGEMENT
from toolkit.studies.movement import movement, ways
from toolkit.studies.t9a_charge import t9a_charge
from toolkit.systems.wh40k_10e.rolls import CHARGE as CHARGE_10E
from toolkit.systems.wh40k_10e.rolls import SHAKEN, TANGLEFOOT
from toolkit.systems.wh40k_11e.rolls import CHARGE as CHARGE_11E
from toolkit.systems.wh40k_11e.rolls import HEROIC_INTERVENTION_NEAR
from toolkit.systems.wh40k_11e.rolls import TANGLEFOOT as TANGLEFOOT_11E

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


def test_distances_are_those_that_were_written():
    """Every pair of one decimal: the last bits of floats turn no distance into one of an inch more."""
    for tenths in range(60, 130):
        for near in range(31):
            gap = Fraction(max(0, tenths - near), 10)
            run = movement(6, tenths / 10, near / 10, kind="advance", exact=True)
            assert run.chance == Fraction(sum(6 + face >= gap for face in D6), 6), (tenths, near)
    assert movement(6, 8.3, 1.3, kind="advance", exact=True).chance == 1
    assert movement(6, 9.000000000000002, 2.0, kind="advance", exact=True).chance == 1


def charged_by_hand(system, moved, distance, modifier=0):
    """A charge after each way a move can end: nearer than Engagement Range it stops a hair outside, and 2D6 has to cover what is left."""
    engagement, asks_for_contact = {"wh40k_10e": (1, False), "wh40k_11e": (2, True)}[system]
    left = max(Fraction(distance) - moved, engagement + Fraction(1, 1000))
    if left > 12:
        return Fraction(0)
    gap = left if asks_for_contact else left - engagement
    rolls = [max(0, a + b + modifier) for a, b in product(D6, D6)]
    return Fraction(sum((min(12, roll) if asks_for_contact else roll) >= gap for roll in rolls), 36)


@pytest.mark.parametrize("system", ["wh40k_10e", "wh40k_11e"])
def test_charges_after_a_move_in_both_editions_by_hand(system):
    for tenths, modifier, disembark in product(range(25, 330, 3), (0, -1, -2), (None, "not yet moved")):
        distance = Fraction(tenths, 10)
        moved = 6 + (3 if disembark else 0)
        found = movement(
            6, tenths / 10, disembark=disembark, then_charge=True, charge_modifiers=[modifier], system=system, exact=True
        ).charge_chance  # fmt: skip
        assert found == charged_by_hand(system, moved, distance, modifier), (tenths, modifier, disembark)


def test_engagement_range_is_that_of_the_board():
    assert {"wh40k_10e": WH40K_10E.engagement, "wh40k_11e": WH40K_11E.engagement} == ENGAGEMENT


def test_the_11th_edition_asks_for_the_whole_distance_from_outside_of_engagement_range():
    for how in ({"system": "wh40k_11e"}, {"charge_numbers": CHARGE_11E}, {"system": "wh40k_11e", "charge_numbers": CHARGE_11E}):
        assert movement(6, 5, then_charge=True, exact=True, **how).charge_chance == Fraction(35, 36)
    # Flying or Tanglefoot: one or two more.
    less = movement(6, 5, then_charge=True, charge_modifiers=[TANGLEFOOT_11E], system="wh40k_11e", exact=True)
    assert less.charge_chance == Fraction(33, 36)
    # Targets within 6 inches only, a roll of 6 at most: 5 inches are left of 11.
    near = movement(6, 11, then_charge=True, charge_numbers=HEROIC_INTERVENTION_NEAR, exact=True)
    assert near.charge_chance == Fraction(30, 36)


def test_a_charge_of_ones_own():
    # 3D6 within 18, to 1 inch: 17 left of 23 need 16.
    own = movement(6, 23, then_charge=True, charge_numbers=ChargeRoll("3D6", within=18, engagement=1), exact=True)
    assert own.charge_chance == Fraction(sum(sum(faces) >= 16 for faces in product(D6, repeat=3)), 216)


def test_nobody_charges_out_of_engagement_range():
    for system, inches in (("wh40k_10e", 1), ("wh40k_11e", 2)):
        engaged = movement(6, inches, kind="stationary", then_charge=True, system=system)
        assert (engaged.charge_chance, engaged.after.charge) == (0, False)
        assert engaged.after.reasons == (f'within Engagement Range ({inches}") before it moves: no charge',)
        assert movement(6, inches + 0.1, kind="stationary", then_charge=True, system=system).charge_chance > 0
        assert movement(6, inches, disembark="not yet moved", then_charge=True, system=system).after.charge


def test_transports_of_the_11th_edition():
    tactical = movement(6, 17, disembark="not yet moved", then_charge=True, system="wh40k_11e", exact=True)
    assert (tactical.charge_chance, tactical.after.charge) == (Fraction(15, 36), True)  # 8 inches are left, all of which must be rolled
    rapid = movement(6, 9, disembark="moved", then_charge=True, system="wh40k_11e", exact=True)
    assert (rapid.charge_chance, rapid.after.charge, rapid.distance.high) == (0, False, 3)
    run = movement(6, 15, 1, kind="advance", disembark="not yet moved", then_charge=True, system="wh40k_11e", exact=True)
    assert (run.chance, run.charge_chance, run.after.shoot) == (Fraction(2, 6), 0, "Assault weapons")


def test_heavy_in_the_11th_edition_is_for_small_steps_too():
    def heavy(**how):
        return movement(3, system="wh40k_11e", **how).after.heavy

    assert heavy() and heavy(kind="stationary")
    assert not heavy(move_order=True) and not heavy(kind="advance") and not heavy(disembark="moved")
    assert not movement(3).after.heavy
    assert movement(3, system="wh40k_11e", disembark="moved").after.reasons[-1] == "set up this turn: Heavy does not apply"


def test_tanglefoot_and_shaken_do_not_add_up_on_the_roll():
    """Shaken costs 2 inches of move and 2 of the roll; Tanglefoot Grenades take nothing more from that roll."""
    for distance in range(5, 19):
        both = movement(6, distance, shaken=True, then_charge=True, charge_modifiers=[TANGLEFOOT], exact=True).charge_chance
        assert both == charged_by_hand("wh40k_10e", 4, distance, -2)
        assert both == movement(6, distance, shaken=True, then_charge=True, exact=True).charge_chance
        # A bonus is no negative modifier: it counts beside the worst of them.
        eased = movement(6, distance, shaken=True, then_charge=True, charge_modifiers=[TANGLEFOOT, 1], exact=True).charge_chance
        assert eased == charged_by_hand("wh40k_10e", 4, distance, -1)
        # Numbers without a name add up.
        plain = movement(6, distance, then_charge=True, charge_modifiers=[SHAKEN, -2], exact=True).charge_chance
        assert plain == charged_by_hand("wh40k_10e", 6, distance, -4)


def test_what_it_may_do_afterwards():
    still, run, fire = movement(6, kind="stationary"), movement(6, kind="advance"), movement(6, kind="advance", fire_and_relocate=True)
    assert (still.after.shoot, still.after.charge, still.after.heavy) == ("all weapons", True, True)
    assert (run.after.shoot, run.after.charge, run.after.heavy) == ("Assault weapons", False, False)
    assert (fire.after.shoot, fire.after.charge, fire.after.heavy) == ("all weapons", False, False)
    late = movement(6, disembark="moved", rapid_dispersal_after=True, then_charge=True, distance=4)
    assert (late.after.shoot, late.after.charge, late.charge_chance) == ("all weapons", False, 0)
    assert any("transport" in each for each in late.after.reasons)


@pytest.mark.parametrize("system", ["wh40k_10e", "wh40k_11e"])
def test_falling_back(system):
    back = movement(6, 9, 3, kind="fall_back", then_charge=True, system=system, exact=True)
    assert (back.chance, back.charge_chance, back.distance.low, back.distance.high) == (1, 0, 6, 6)
    assert (back.after.shoot, back.after.charge, back.after.heavy) == ("no weapons", False, False)
    assert back.after.reasons == ("Fell Back: no shooting, no charge",)
    # Out of the reach of its Move, and with the order.
    assert movement(6, 9.1, 3, kind="fall_back", system=system, exact=True).chance == 0
    assert movement(6, 12, 3, kind="fall_back", move_order=True, system=system, exact=True).chance == 1
    assert not movement(3, kind="fall_back", system=system).after.heavy


def test_embarking_asks_for_3_inches_from_the_transport():
    """Every model within 3 inches at the end of a Normal move, an Advance or a Fall Back."""
    for inches in range(4, 18):
        for kind, rolls in (("normal", [0]), ("fall_back", [0]), ("advance", D6)):
            there = Fraction(sum(6 + roll + 3 >= inches for roll in rolls), len(rolls))
            assert movement(6, inches, within=3, kind=kind, exact=True).chance == there


def test_frames():
    frame = ways(6, 12, 3)
    assert frame.filter(way="Normal move")["chance"].item() == 0
    assert frame.filter(way="Normal move, Move! Move! Move!")["chance"].item() == 1
    assert set(ways(6, 12, disembark=True)["shoot"]) == {"all weapons", "Assault weapons"}
    late = ways(6, 17, disembark=True, system="wh40k_11e")
    assert not any("Rapid Dispersal" in each for each in late["way"])
    assert late.filter(way="Normal move after disembarking")["charge"].item() == pytest.approx(15 / 36)
    assert late.filter(way="Transport moves first")["charge"].item() == 0
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
        (lambda: movement(6, kind="fall_back", disembark="moved"), "does not Fall Back"),
        (lambda: movement(6, disembark="moved", move_order=True), "Command phase"),
        (lambda: movement(6, then_charge=True), "without a distance"),
        (lambda: movement(6, 9, charge_numbers="x"), "charge_numbers 'x'"),
        (lambda: movement(6, 9, charge_modifiers=-2), "charge_modifiers -2"),
        (lambda: movement(6, 9, charge_modifiers=["-2"]), "number 1 is '-2'"),
        (lambda: movement(6, 9, charge_reroll="both"), "re-roll of 'both'"),
        (lambda: movement(6, 9, system="t9a_3e"), "system 't9a_3e'"),
        (lambda: movement(6, 9, system=["wh40k_11e"]), "system ['wh40k_11e']"),
        (lambda: movement(6, 9, system="wh40k_10e", charge_numbers=CHARGE_11E), "charge_numbers of the 11th edition"),
        (lambda: movement(6, 9, system="wh40k_11e", charge_numbers=CHARGE_10E), "charge_numbers of the 10th edition"),
        (lambda: movement(6, 9, system="wh40k_11e", shaken=True), "Creeping Barrage"),
        (lambda: movement(6, 9, kind="advance", system="wh40k_11e", fire_and_relocate=True), "Fire and Relocate in the 11th"),
        (lambda: movement(6, 9, disembark="moved", system="wh40k_11e", rapid_dispersal_after=True), "Rapid Dispersal in the 11th"),
        (lambda: movement(6, 9, move_order="no"), "move_order = 'no'"),
        (lambda: movement(6, 9, shaken=1), "shaken = 1;"),
        (lambda: movement("6", 9), "Move of '6'"),
        (lambda: movement(6, 9, None), "within of None inches"),
        (lambda: movement(10**400), "more than 60 digits"),
        (lambda: movement(6, "9"), "distance of '9'"),
        (lambda: ways(6, 9, disembark="moved"), "disembark = 'moved'"),
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
