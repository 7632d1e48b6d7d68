"""Reserves: every choice against trying all subsets, breaches by name, the round-by-round timeline."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.reserve_sets import every_set, maximal_sets
from toolkit.studies.reserves import BATTLE_SIZES, ArmyUnit, check_reserves, legal_sets
from toolkit.studies.rolls import charge, charge_needs
from toolkit.studies.timeline import (
    BATTLE_SHOCKED,
    BATTLE_SHOCKED_10E,
    Lasting,
    Memory,
    WaitingUnit,
    come_back,
    next_turn,
    reposition,
    timeline,
)
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh
from toolkit.systems.wh40k_11e import rolls as eleventh_rolls


def random_army(seed):
    dice = random.Random(seed)
    army = []
    for number in range(dice.randint(3, 9)):
        words = dice.choice((("Infantry",), ("Transport",), ("Fortification",), ("Vehicle",)))
        carriers = [each.name for each in army if "Transport" in each.keywords]
        inside = dice.choice(carriers) if carriers and words == ("Infantry",) and dice.random() < 0.6 else ""
        army.append(ArmyUnit(f"Unit {number}", 5 * dice.randint(10, 60), words, inside))
    return army


def all_legal(army, cap, unit_cap):
    """Every set of units that can be chosen, by trying each; passengers go with their Transport and are never chosen."""
    free = [each for each in army if "Fortification" not in each.keywords and not each.embarked_in]
    found = {}
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            names = {each.name for each in chosen}
            waits = [each for each in army if each.name in names or each.embarked_in in names]
            points = sum(each.points for each in waits)
            if points <= cap and (unit_cap is None or len(waits) <= unit_cap):
                found[frozenset(names)] = points
    return found


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("limits", [eleventh.LIMITS, tenth.LIMITS, tenth.CORE_LIMITS], ids=["11e", "Pariah Nexus", "10e core"])
def test_every_legal_choice(seed, limits):
    army = random_army(seed)
    unit_cap = None if limits.share_of_units is None else len(army) // 2
    literal = all_legal(army, limits.share * 1000, unit_cap)
    found = legal_sets(army, 1000, limits=limits, largest=1000)
    assert found.count == len(literal)
    assert {frozenset(each) for each in found.largest} == set(literal)
    assert [literal[frozenset(each)] for each in found.largest] == list(found.points) == sorted(found.points, reverse=True)
    for names in random.Random(seed).sample(sorted(map(sorted, literal)), min(8, len(literal))):
        assert check_reserves(army, names, 1000, limits=limits).legal
    free = [each.name for each in army if not each.embarked_in]
    for size in range(len(free) + 1):
        for names in combinations(free, size):
            assert check_reserves(army, names, 1000, limits=limits).legal == (frozenset(names) in literal)


@pytest.mark.parametrize("word", ["FORTIFICATIONS", "Fortifications", "fortification ", " FORTIFICATION", "Vehicle, Fortification"])
def test_fortifications_however_they_are_spelled(word):
    army = [ArmyUnit("Bunker", 100, (word,)), ArmyUnit("Guard", 60, ("Infantry",))]
    assert check_reserves(army, ["Bunker"], 2000).breaches == ("'Bunker' is a Fortification, which cannot wait in reserves",)
    assert legal_sets(army, 2000).count == 2
    assert maximal_sets(army, 2000).sets[0].names == ("Guard",)
    assert check_reserves(army, [], 2000).frame["why"].to_list() == ["Fortification", ""]
    with pytest.raises(ToolkitError, match=r"keywords of unit 'Bunker' '.*'; they are a list of texts"):
        ArmyUnit("Bunker", 100, word)


def test_transports_however_they_are_spelled():
    army = [ArmyUnit("Chimera", 85, ("VEHICLE", "TRANSPORTS ")), ArmyUnit("Guard", 60, (), "Chimera")]
    assert check_reserves(army, ["Chimera"], 2000).points == 145


def test_a_fortification_waits_in_no_transport_either():
    army = [ArmyUnit("Ark", 85, ("Transport",)), ArmyUnit("Bunker", 100, ("Fortification",), "Ark"), ArmyUnit("Guard", 60)]
    check = check_reserves(army, ["Ark", "Guard"], 2000)
    assert check.breaches == ("'Bunker' is a Fortification, which cannot wait in reserves, not in 'Ark' either",)
    assert legal_sets(army, 2000).count == 2
    assert [each.names for each in every_set(army, 2000)] == [("Guard",), ()]


def random_strikers(seed):
    """Some wait by Deep Strike; Fortifications may sit in Transports."""
    dice = random.Random(seed)
    army = []
    for number in range(dice.randint(3, 8)):
        words = dice.choice((("Infantry",), ("TRANSPORT",), ("FORTIFICATIONS",), ("Vehicle",)))
        carriers = [each.name for each in army if "TRANSPORT" in each.keywords]
        inside = dice.choice(carriers) if carriers and words != ("TRANSPORT",) and dice.random() < 0.5 else ""
        army.append(ArmyUnit(f"Unit {number}", 5 * dice.randint(10, 60), words, inside, not inside and dice.random() < 0.4))
    return army


def all_legal_strikers(army, cap, unit_cap, counts):
    """By trying each set; what waits by Deep Strike, or in a Transport that does, is looked at only where it counts."""
    carriers = {each.name: each for each in army}
    free = [each for each in army if not each.embarked_in]
    found = {}
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            names = {each.name for each in chosen}
            waits = [each for each in army if each.name in names or each.embarked_in in names]
            looked_at = [each for each in waits if counts or not carriers[each.embarked_in or each.name].deep_strike]
            points = sum(each.points for each in looked_at)
            if any("FORTIFICATIONS" in each.keywords for each in looked_at):
                continue
            if points <= cap and (unit_cap is None or len(looked_at) <= unit_cap):
                found[frozenset(names)] = points
    return found


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("limits", "given", "counts"),
    [
        (eleventh.LIMITS, None, True),
        (tenth.LIMITS, None, True),
        (tenth.CORE_LIMITS, None, False),
        (tenth.CORE_LIMITS, True, True),
        (tenth.LIMITS, False, False),
    ],
)
def test_what_waits_by_deep_strike_counts_where_the_limits_say_so(seed, limits, given, counts):
    army = random_strikers(seed)
    unit_cap = None if limits.share_of_units is None else len(army) // 2
    literal = all_legal_strikers(army, limits.share * 1000, unit_cap, counts)
    more = {"limits": limits, "deep_strike_counts": given}
    listed = list(every_set(army, 1000, **more))
    assert {frozenset(each.names): each.points for each in listed} == literal
    assert legal_sets(army, 1000, largest=0, **more).count == len(listed) == len(literal)
    full = {one for one in literal if not any(one < other for other in literal)}
    assert {frozenset(each.names) for each in maximal_sets(army, 1000, most=1000, **more).sets} == full
    free = [each.name for each in army if not each.embarked_in]
    for size in range(len(free) + 1):
        for names in combinations(free, size):
            assert check_reserves(army, names, 1000, **more).legal == (frozenset(names) in literal)


def test_a_deep_striking_army_and_the_core_rules():
    army = [ArmyUnit("Terminators", 1500, deep_strike=True), ArmyUnit("Scouts", 400), ArmyUnit("Tank", 200, ("Vehicle",))]
    core = check_reserves(army, ["Terminators", "Scouts"], 2000, limits=tenth.CORE_LIMITS)
    assert (core.legal, core.points, core.units, core.room, core.uncounted) == (True, 400, 1, 100, 1500)
    assert core.frame["why"].to_list() == ["chosen, by Deep Strike: not counted", "chosen", ""]
    assert check_reserves(army, ["Scouts", "Tank"], 2000, limits=tenth.CORE_LIMITS).breaches == (
        "600 points wait, 100 more than the 500 allowed",
    )
    nexus = check_reserves(army, ["Terminators"], 2000, limits=tenth.LIMITS)
    assert (nexus.breaches, nexus.uncounted) == (("1500 points wait, 500 more than the 1000 allowed",), 0)
    strategic = [ArmyUnit("Terminators", 1500), *army[1:]]
    assert not check_reserves(strategic, ["Terminators"], 2000, limits=tenth.CORE_LIMITS).legal
    # Passengers wait as their Transport does.
    pod = [ArmyUnit("Pod", 70, ("Transport",), deep_strike=True), ArmyUnit("Squad", 900, ("Infantry",), "Pod")]
    inside = check_reserves(pod, ["Pod"], 2000, limits=tenth.CORE_LIMITS)
    assert (inside.legal, inside.points, inside.uncounted) == (True, 0, 970)
    assert inside.frame["why"].to_list()[1] == "embarked in Pod, by Deep Strike: not counted"
    assert check_reserves(pod, ["Pod"], 2000, limits=tenth.CORE_LIMITS, deep_strike_counts=True).points == 970


def test_forty_units_are_counted_at_once():
    army = [ArmyUnit(f"Unit {number}", 50) for number in range(40)]
    found = legal_sets(army, 2000, largest=0)
    from math import comb

    assert found.count == sum(comb(40, size) for size in range(21))


def test_breaches_are_all_named():
    army = [
        ArmyUnit("Carrier", 85, ("TRANSPORT",)),
        ArmyUnit("Veterans", 120, ("Infantry",), "Carrier"),
        ArmyUnit("Bunker", 100, ("Fortification",)),
        ArmyUnit("Titan", 900),
    ]
    check = check_reserves(army, ["Veterans", "Bunker", "Titan"], 2000)
    assert len(check.breaches) == 3
    assert check.room == Fraction(1000 - 120 - 100 - 900)
    assert "Transport in reserves" in check.breaches[1]
    assert "120 more" in check.breaches[2] and "1000" in check.breaches[2]
    assert check_reserves(army, ["Carrier"], 2000).frame.row(1) == ("Veterans", 120, True, "embarked in Carrier")


@pytest.mark.parametrize(
    ("army", "waiting", "message"),
    [
        ([ArmyUnit("A", 5), ArmyUnit("A", 5)], [], "'A' twice"),
        ([ArmyUnit("A", 5, (), "B")], [], "'B', which is not in the army"),
        ([ArmyUnit("A", 5, (), "B"), ArmyUnit("B", 5)], [], "no keyword TRANSPORT"),
        ([ArmyUnit("A", 5)], ["B"], "there are: A"),
        ([ArmyUnit("A", 5)], ["A", "A"], "placed in reserves twice"),
        ([ArmyUnit("A", 5), ArmyUnit("B", 5)], "AB", "units that wait 'AB'; they are a list of texts"),
    ],
)
def test_bad_lists_are_named(army, waiting, message):
    with pytest.raises(ToolkitError, match=message):
        check_reserves(army, waiting, 1000)


def test_bad_marks_are_named():
    with pytest.raises(ToolkitError, match="deep_strike of unit 'A' 'yes'; it is True or False"):
        ArmyUnit("A", 5, deep_strike="yes")
    with pytest.raises(ToolkitError, match="unit 'A' waits by Deep Strike and in 'B'"):
        ArmyUnit("A", 5, (), "B", True)
    with pytest.raises(ToolkitError, match="deep_strike_counts 'no'"):
        legal_sets([ArmyUnit("A", 5)], 2000, deep_strike_counts="no")
    assert legal_sets((ArmyUnit(each, 5) for each in "AB"), 2000).count == 4


# --- the timeline ---------------------------------------------------------------------------------------------------


def states(frame, name):
    return frame.filter(unit=name)["state"].to_list()


def test_what_is_destroyed_and_what_is_spared():
    frame = timeline(
        [
            WaitingUnit("Late"),
            WaitingUnit("Carrier", arrived=3),
            WaitingUnit("Passengers", embarked_in="Carrier"),
            WaitingUnit("Lost carrier"),
            WaitingUnit("Lost passengers", embarked_in="Lost carrier"),
            WaitingUnit("Moved away", origin="repositioned", since=2),
            WaitingUnit("Fresh", origin="new", since=3),
        ]
    )
    assert states(frame, "Late") == ["waits", "may arrive", "may arrive", "destroyed", "destroyed"]
    assert states(frame, "Carrier") == ["waits", "may arrive", "on the table", "on the table", "on the table"]
    assert states(frame, "Passengers") == ["waits", "waits", "on the table", "on the table", "on the table"]
    assert states(frame, "Lost passengers")[3:] == ["destroyed", "destroyed"]
    assert states(frame, "Moved away") == ["not in reserves", "may arrive", "may arrive", "may arrive", "may arrive"]
    assert states(frame, "Fresh") == ["not in reserves", "not in reserves", "may arrive", "destroyed", "destroyed"]
    spared = timeline([WaitingUnit("Fresh", origin="new", since=3)], new_units_spared=True)
    assert states(spared, "Fresh")[2:] == ["may arrive"] * 3


def whys(frame, name):
    return frame.filter(unit=name)["why"].to_list()


@pytest.mark.parametrize("since", [4, 5])
@pytest.mark.parametrize("spared", [None, False, True])
@pytest.mark.parametrize("origin", ["new", "repositioned"])
def test_who_comes_to_wait_after_the_deadline_is_not_concerned_by_it(since, spared, origin):
    for limits in (eleventh.LIMITS, tenth.LIMITS, tenth.CORE_LIMITS):
        frame = timeline([WaitingUnit("Fresh", origin, since)], limits=limits, new_units_spared=spared)
        assert states(frame, "Fresh") == ["not in reserves"] * (since - 1) + ["may arrive"] * (6 - since)
        told = "is not destroyed for waiting: it was not in reserves at the end of round 3"
        assert limits.deadline is None or set(whys(frame, "Fresh")[since - 1 :]) == {told}
        arrived = timeline([WaitingUnit("Fresh", origin, since, arrived=5)], limits=limits, new_units_spared=spared)
        assert states(arrived, "Fresh")[-1] == "on the table"


def test_the_reading_of_new_units_is_told_where_it_matters():
    fresh = [WaitingUnit("Fresh", "new", since=2), WaitingUnit("Old")]
    lost = "reading new_units_spared: a unit that a rule adds does not count as repositioned"
    frame = timeline(fresh)
    assert whys(frame, "Fresh") == [
        "from round 2 on", "", f"destroyed at the end of this round if it does not; {lost}",
        *[f"had not arrived by the end of round 3; {lost}"] * 2,
    ]  # fmt: skip
    assert not any("reading" in each for each in whys(frame, "Old"))
    kept = "is not destroyed for waiting: reading new_units_spared: a unit that a rule adds counts as repositioned"
    assert whys(timeline(fresh, new_units_spared=True), "Fresh")[2:] == [kept] * 3
    rule = timeline(fresh, tenth.ARRIVALS, limits=tenth.LIMITS)
    assert whys(rule, "Fresh")[2:] == ["is not destroyed for waiting: it was added during the battle"] * 3
    assert whys(timeline([WaitingUnit("R", "repositioned", 1)]), "R")[3] == "is not destroyed for waiting: it is a repositioned unit"


def test_passengers_go_into_reserves_with_their_transport():
    units = [WaitingUnit("Carrier", "repositioned", 2, arrived=4), WaitingUnit("Inside", embarked_in="Carrier")]
    frame = timeline(units)
    assert states(frame, "Carrier") == ["not in reserves", "may arrive", "may arrive", "on the table", "on the table"]
    assert states(frame, "Inside") == ["not in reserves", "waits", "waits", "on the table", "on the table"]
    same = timeline([units[0], WaitingUnit("Inside", "repositioned", 2, embarked_in="Carrier")])
    assert states(same, "Inside") == states(frame, "Inside")


def test_ways_however_keywords_are_spelled():
    plane = WaitingUnit("Plane", keywords=("AIRCRAFT ",))
    assert timeline([plane], [eleventh.RAPID_INGRESS])["why"][0] == "has none of the ways of arriving"
    drop = timeline([WaitingUnit("Kasrkin", abilities=("DEEP STRIKE ",))], [eleventh.DEEP_STRIKE])
    assert drop["ways"][1] == "Deep Strike"


def test_after_an_ingress_a_unit_makes_no_move_but_a_charge():
    """Locked until the Charge phase, in which it charges: from just over 8 inches with the whole distance to roll, a 9."""
    for way in (eleventh.INGRESS, eleventh.DEEP_STRIKE):
        back, allowed = come_back(Memory(off_table=True), way)
        assert (allowed.move, allowed.charge, back.moved, back.off_table) == (False, True, True, False)
        assert allowed.because[0] == "no other move before the Charge phase: it arrived this turn"
        need = charge_needs(way.enemy, just_over=True, numbers=eleventh_rolls.CHARGE)
        nines = sum(a + b >= 9 for a in range(1, 7) for b in range(1, 7))
        assert charge(need, numbers=eleventh_rolls.CHARGE, exact=True).chance == Fraction(nines, 36)
        again = next_turn(next_turn(back, own=False), own=True)
        assert not again.moved


def test_nobody_shoots_or_charges_in_the_turn_of_the_opponent():
    for way in (eleventh.RAPID_INGRESS, eleventh.RAPID_DEEP_STRIKE, tenth.RAPID_INGRESS, tenth.RAPID_DEEP_STRIKE):
        allowed = come_back(reposition(Memory()), way)[1]
        assert (allowed.shoot, allowed.charge, allowed.heavy, allowed.move) == ("no", False, False, False)
        assert f"no shooting: {way.name} is made in the opponent's turn" in allowed.because
        assert f"no charge: {way.name} is made in the opponent's turn" in allowed.because
        own = next_turn(come_back(reposition(Memory()), way)[0], own=True)
        assert own == Memory()
    for way in (eleventh.INGRESS, tenth.DEEP_STRIKE):
        assert come_back(reposition(Memory()), way)[1].shoot == "yes"


def test_reinforcements_outlive_the_third_round_in_the_10th_edition():
    fresh = [WaitingUnit("Fresh", origin="new", since=3)]
    assert states(timeline(fresh, tenth.ARRIVALS, limits=tenth.LIMITS), "Fresh")[2:] == ["may arrive"] * 3
    killed = timeline(fresh, tenth.ARRIVALS, limits=tenth.LIMITS, new_units_spared=False)
    assert states(killed, "Fresh")[3:] == ["destroyed", "destroyed"]


def test_the_test_it_missed():
    away = next_turn(next_turn(reposition(Memory()), own=False), own=True)
    assert away.missed_command_phase
    assert come_back(away, tenth.STRATEGIC_RESERVES, tests_below_half=True)[1].battle_shock_test
    assert not come_back(away, tenth.STRATEGIC_RESERVES)[1].battle_shock_test
    assert not come_back(reposition(Memory()), tenth.STRATEGIC_RESERVES, tests_below_half=True)[1].battle_shock_test
    assert not come_back(away, tenth.STRATEGIC_RESERVES)[0].missed_command_phase


def test_leaving_a_transport_that_moved_still_forbids_a_charge():
    left = reposition(Memory(disembarked=True, may_not_charge=True, moved=True, lasting=(BATTLE_SHOCKED_10E,)))
    back, allowed = come_back(left, eleventh.INGRESS)
    assert (allowed.charge, allowed.shoot, back.disembarked) == (False, "yes", True)
    assert come_back(reposition(Memory(disembarked=True, moved=True)), eleventh.INGRESS)[1].charge
    fresh, free = come_back(next_turn(left, own=True), eleventh.INGRESS)
    assert free.charge
    assert fresh.lasting == ()


def test_only_the_ways_a_unit_has():
    frame = timeline(
        [WaitingUnit("Kasrkin", keywords=("Infantry",), abilities=("Deep Strike",)), WaitingUnit("Tank")],
        tenth.ARRIVALS,
        limits=tenth.LIMITS,
    )
    second = frame.filter(round=2)
    assert "Bellicosa Drop" in second.row(0, named=True)["ways"]
    assert second.row(1, named=True)["ways"] == "Strategic Reserves, Rapid Ingress"


def test_what_a_unit_remembers_of_its_turn():
    aura, curse = Lasting("Beacon", "in range"), Lasting("Curse", "next Command phase")
    taken = reposition(Memory(advanced=True, moved=True, lasting=(BATTLE_SHOCKED, aura, curse)))
    same, allowed = come_back(taken, eleventh.INGRESS)
    assert same.advanced
    assert [each.name for each in same.lasting] == ["battle-shocked", "Curse"]
    assert (allowed.shoot, allowed.heavy, allowed.charge, allowed.move) == ("Assault weapons only", False, False, False)
    later, free = come_back(next_turn(next_turn(taken, own=False), own=True), eleventh.INGRESS, in_range_of=["Beacon"])
    assert [each.name for each in later.lasting] == ["battle-shocked", "Beacon"]
    assert (free.shoot, free.charge, free.move) == ("yes", True, False)
    fled, nothing = come_back(reposition(Memory(fell_back=True)), eleventh.DEEP_STRIKE)
    assert fled.fell_back and (nothing.shoot, nothing.charge) == ("no", False)
    assert not come_back(reposition(Memory()), eleventh.RAPID_INGRESS)[1].charge
    assert not come_back(reposition(Memory()), tenth.BELLICOSA_DROP)[1].charge
    with pytest.raises(ToolkitError, match="not on the table"):
        reposition(taken)
    with pytest.raises(ToolkitError, match="on the table"):
        come_back(Memory(), eleventh.INGRESS)


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ([WaitingUnit("A", arrived=1)], "'A' arrived in round 1; it may arrive from round 2 on"),
        ([WaitingUnit("A", arrived=4)], "destroyed at the end of round 3"),
        (
            [WaitingUnit("A"), WaitingUnit("B", embarked_in="A", arrived=2)],
            "'B' arrived in round 2, but it is embarked: give the round of 'A'",
        ),
        ([WaitingUnit("A", embarked_in="B"), WaitingUnit("B", embarked_in="A")], "which is embarked itself"),
        ([WaitingUnit("A", embarked_in="B")], "'B', which is not in reserves"),
        ([WaitingUnit("A"), WaitingUnit("A")], "'A' is in reserves twice"),
        ([WaitingUnit("A", "new", 9)], "'A' is in reserves since round 9; the last round is 5"),
        ([WaitingUnit("A", "repositioned", 2, arrived=77)], "'A' arrived in round 77; the last round is 5"),
        (
            [WaitingUnit("A", "repositioned", 2), WaitingUnit("B", "repositioned", 3, embarked_in="A")],
            "'B' is in reserves since round 3 and its Transport 'A' since round 2",
        ),
    ],
)
def test_impossible_histories_are_named(units, message):
    with pytest.raises(ToolkitError, match=message):
        timeline(units)


def test_a_unit_without_a_way_in():
    rapid = [eleventh.RAPID_INGRESS]
    plane = WaitingUnit("Plane", keywords=("Aircraft",))
    assert set(timeline([plane], rapid)["why"].to_list()[:3]) == {"has none of the ways of arriving"}
    with pytest.raises(ToolkitError, match="none of the ways of arriving"):
        timeline([WaitingUnit("Plane", keywords=("AIRCRAFT",), arrived=2)], rapid)
    ends = timeline([WaitingUnit("A")], tenth.ARRIVALS, limits=tenth.CORE_LIMITS, last_round=4)
    assert "end of the battle" in ends["why"].to_list()[-1]


@pytest.mark.parametrize(
    ("limits", "caps"), [(tenth.CORE_LIMITS, [250, 500, 750]), (tenth.LIMITS, [500, 1000, 1500]), (eleventh.LIMITS, [500, 1000, 1500])]
)
def test_caps_of_the_battle_sizes(limits, caps):
    assert [limits.cap(points) for points in BATTLE_SIZES.values()] == caps


def test_half_of_the_units_in_the_10th_edition():
    army = [ArmyUnit(f"Unit {number}", 50) for number in range(5)]
    check = check_reserves(army, ["Unit 0", "Unit 1", "Unit 2"], 2000, limits=tenth.LIMITS)
    assert check.breaches == ("3 units wait, 1 more than the 2 allowed",)
    assert check_reserves(army, ["Unit 0", "Unit 1", "Unit 2"], 2000).legal


def test_what_the_ways_of_arriving_say():
    assert [way.enemy for way in (tenth.DEEP_STRIKE, tenth.BELLICOSA_DROP, eleventh.DEEP_STRIKE, eleventh.INGRESS)] == [9, 6, 8, 8]
    assert (tenth.SCRAMBLE_FIELD, tenth.DISEMBARK.anchor, eleventh.TACTICAL_DISEMBARK.anchor) == (12, 3, 3)
    assert not eleventh.RAPID_DISEMBARK.may_charge
    assert eleventh.INGRESS.avoids_zone(2)
    assert not eleventh.INGRESS.avoids_zone(3)
    assert not eleventh.DEEP_STRIKE.avoids_zone(2)
    assert all(way.first_round == 2 for way in (*tenth.ARRIVALS, *eleventh.ARRIVALS) if way.anchor is None)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: WaitingUnit("A", arrived="2"), "'A' arrived in round '2'; it is a whole number from 1 to 99"),
        (lambda: WaitingUnit("A", "repositioned", -1), "'A' is in reserves since round -1; it is a whole number from 0 to 99"),
        (lambda: WaitingUnit(" "), "a unit in reserves without a name"),
        (lambda: timeline([WaitingUnit("A")], last_round=-3), "the last round -3"),
        (lambda: reposition(Memory(), phase="banana"), "phase 'banana'"),
    ],
)
def test_impossible_numbers_are_named(make, message):
    with pytest.raises(ToolkitError, match=message):
        make()
