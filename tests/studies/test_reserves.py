"""Reserves: every choice against trying all subsets, breaches by name, the round-by-round timeline."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.reserves import BATTLE_SIZES, ArmyUnit, check_reserves, legal_sets
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
    ],
)
def test_bad_lists_are_named(army, waiting, message):
    with pytest.raises(ToolkitError, match=message):
        check_reserves(army, waiting, 1000)


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
