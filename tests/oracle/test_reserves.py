"""Ambushes and reserves against playing them out literally, on random cases."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from toolkit.rules.arrival import ReserveLimits
from toolkit.studies import ambush_hosts as hosts
from toolkit.studies.ambush_arrival import Ambusher, ArrivalRoll, arrival, arrivals
from toolkit.studies.reserve_sets import every_set, maximal_sets
from toolkit.studies.reserves import ArmyUnit, legal_sets
from toolkit.studies.timeline import WaitingUnit, timeline
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

from .reserves import Game, Listed, Waiting, alone, fates, play_best, several, simulated, subsets, without_room


def random_room(dice: random.Random, last: int) -> dict[int, tuple[int, int]]:
    sides = {turn: dice.randint(1, 4) for turn in range(2, last + 1) if dice.random() < 0.7}
    return {turn: (dice.randint(0, size), size) for turn, size in sides.items()}


def random_game(dice: random.Random) -> tuple[Game, ArrivalRoll]:
    last, automatic, need = dice.randint(3, 6), dice.choice((4, 5, 99)), dice.randint(2, 6)
    late = dice.randint(3, 7)
    rule = ArrivalRoll("any", need=need, turns=last, automatic_from=None if automatic == 99 else automatic, scoring_lost_from=late)
    return Game(need, automatic, last), rule


def ours(unit: Waiting) -> Ambusher:
    return Ambusher(unit.name, {turn: Fraction(*odds) for turn, odds in unit.room.items()})


@pytest.mark.parametrize("seed", range(80))
def test_one_unit(seed: int) -> None:
    dice = random.Random(seed)
    game, rule = random_game(dice)
    unit = Waiting("A", random_room(dice, game.last))
    want = alone(unit, game)
    law = arrival(ours(unit), rule=rule, exact=True)
    assert {turn: law[turn] for turn in rule.numbers} == {turn: want[turn] for turn in rule.numbers}
    assert law.never == want[0]
    assert law.turns_on_table == sum(chance * (game.last + 1 - turn) for turn, chance in want.items() if turn)
    assert law.scores == sum(chance for turn, chance in want.items() if 0 < turn < rule.scoring_lost_from)
    assert law.arrives_too_late_to_score == sum(chance for turn, chance in want.items() if turn >= rule.scoring_lost_from)
    floats = arrival(ours(unit), rule=rule)
    assert [floats[turn] for turn in rule.numbers] == pytest.approx([float(law[turn]) for turn in rule.numbers], abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_several_units(seed: int) -> None:
    dice = random.Random(1000 + seed)
    game, rule = random_game(dice)
    units = [Waiting(name, random_room(dice, game.last)) for name in "ABC"[: dice.randint(2, 3)]]
    ways = dict(several([alone(unit, game) for unit in units]))
    found = arrivals([ours(unit) for unit in units], rule=rule, exact=True)
    assert {tuple(turn or 0 for turn in turns.values()): chance for turns, chance in found.joint()} == {k: v for k, v in ways.items() if v}
    for turn in rule.numbers:
        by, now = found.by(turn), found.in_turn(turn)
        for number in range(len(units) + 1):
            assert by[number] == sum(p for way, p in ways.items() if sum(0 < at <= turn for at in way) == number)
            assert now[number] == sum(p for way, p in ways.items() if way.count(turn) == number)
        assert found.all_by(turn) == by[len(units)]
    assert found.same_turn == sum(p for way, p in ways.items() if len(set(way)) == 1 and way[0])
    every, some = {way: p for way, p in ways.items() if all(way)}, {way: p for way, p in ways.items() if any(way)}
    if sum(every.values()):
        assert found.mean_turn_of_last == sum(max(way) * p for way, p in every.items()) / sum(every.values())
    if sum(some.values()):
        assert found.mean_turn_of_first == sum(min(filter(None, way)) * p for way, p in some.items()) / sum(some.values())


def test_against_thrown_dice() -> None:
    unit, game = Waiting("A", {2: (1, 2), 3: (3, 4), 6: (1, 3)}), Game()
    thrown = simulated(unit, game, 60_000, seed=7)
    law = arrival(ours(unit))
    for turn in law.rule.numbers:
        assert thrown[turn] / 60_000 == pytest.approx(law[turn], abs=0.01)
    assert thrown[0] / 60_000 == pytest.approx(law.never, abs=0.01)


# --- characters that choose whom they come with ---------------------------------------------------------------------

CHARACTERS = {"Chief": ("A", "B"), "Seer": ("B",)}


def how(history: list[tuple[int, str, str]]) -> dict[str, int]:
    return {who: turn for turn, who, _ in history}


LITERAL = {
    "all by 2": lambda h: Fraction(len(h) == 3 and all(turn == 2 for turn, _, _ in h)),
    "all by 3": lambda h: Fraction(len(h) == 3 and all(turn <= 3 for turn, _, _ in h)),
    "together": lambda h: Fraction(len(h) == 3 and len({turn for turn, _, _ in h}) == 1),
    "with B": lambda h: Fraction(any(who == "Chief" and host == "B" for _, who, host in h)),
    "turns": lambda h: sum((Fraction(4 - turn) for turn, _, _ in h), Fraction(0)),
    "points": lambda h: sum(({"A": 100, "B": 150, "Chief": 200}[who] * Fraction(4 - turn) for turn, who, _ in h), Fraction(0)),
}
GOALS = {
    "all by 2": hosts.all_by(2),
    "all by 3": hosts.all_by(3),
    "together": hosts.all_together(),
    "with B": hosts.comes_with("Chief", "B", 3),
    "turns": hosts.turns_on_table(),
    "points": hosts.turns_on_table({"A": 100, "B": 150, "Chief": 200}),
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", range(2))
def test_the_best_choice_of_hosts(seed: int, goal: str) -> None:
    dice = random.Random(f"{seed} {goal}")
    game = Game(need=dice.choice((3, 4)), automatic=dice.choice((3, 99)), last=3)
    rule = ArrivalRoll("any", need=game.need, turns=3, automatic_from=None if game.automatic == 99 else game.automatic)
    room = {name: {turn: (dice.randint(0, 2), 2) for turn in (2, 3) if dice.random() < 0.5} for name in ("A", "B", "Chief")}
    units = [Waiting(name, room[name]) for name in ("A", "B")]
    chief = Waiting("Chief", room["Chief"])
    want = play_best(units, {"Chief": (chief, ("A", "B"))}, LITERAL[goal], game)
    character = hosts.Attachable("Chief", ("A", "B"), ours(chief).room)
    plan = hosts.host_plan([ours(unit) for unit in units], [character], GOALS[goal], rule=rule, exact=True)
    assert plan.worth == want
    assert plan.worth == sum(Fraction(GOALS[goal].worth(arrived)) * chance for arrived, chance in plan.outcomes)
    floats = hosts.host_plan([ours(unit) for unit in units], [character], GOALS[goal], rule=rule)
    assert floats.worth == pytest.approx(float(want), abs=1e-12)
    for fixed in ("A", "B", ""):
        literal = play_best(
            units,
            {"Chief": (chief, ("A", "B"))},
            LITERAL[goal],
            game,
            choose=lambda _, options, __, fixed=fixed: fixed if fixed in options else "",
        )
        held = hosts.host_plan([ours(unit) for unit in units], [character], GOALS[goal], joins={"Chief": fixed}, rule=rule, exact=True)
        assert held.worth == literal <= want


def test_two_characters_and_one_place() -> None:
    units = [Waiting("A", {2: (1, 2)}), Waiting("B", {})]
    game = Game(last=2, automatic=99)
    people = {name: (Waiting(name, {}), allowed) for name, allowed in CHARACTERS.items()}
    rule = ArrivalRoll("any", turns=2, automatic_from=None)
    characters = [hosts.Attachable(name, allowed) for name, allowed in CHARACTERS.items()]
    plan = hosts.host_plan([ours(unit) for unit in units], characters, hosts.all_by(2), rule=rule, exact=True)
    assert plan.worth == play_best(units, people, lambda h: Fraction(len(h) == 4), game) == Fraction(2, 9)
    crowded = hosts.host_plan(
        [ours(unit) for unit in units], characters, hosts.all_by(2, ["Chief", "Seer"]), rule=rule, most_joined=1, exact=True
    )
    assert crowded.worth == Fraction(4, 9)


# --- which units of an army wait ------------------------------------------------------------------------------------


def random_list(dice: random.Random) -> list[Listed]:
    army: list[Listed] = []
    for number in range(dice.randint(1, 9)):
        words = dice.choice((("Infantry",), ("Transport",), ("Fortification",), ("Vehicle",)))
        carriers = [each.name for each in army if "Transport" in each.words]
        inside = dice.choice(carriers) if carriers and words == ("Infantry",) and dice.random() < 0.6 else ""
        army.append(Listed(f"Unit {number}", 10 * dice.randint(0, 30), words, inside))
    return army


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("limits", [eleventh.LIMITS, tenth.LIMITS, tenth.CORE_LIMITS], ids=["11e", "Pariah Nexus", "10e core"])
def test_every_choice_and_those_that_cannot_grow(seed: int, limits: ReserveLimits) -> None:
    army = random_list(random.Random(seed))
    ours_list = [ArmyUnit(each.name, each.points, each.words, each.inside) for each in army]
    most_units = None if limits.share_of_units is None else len(army) // 2
    legal = subsets(army, limits.share * 1000, most_units)
    listed = list(every_set(ours_list, 1000, limits=limits))
    assert {frozenset(each.names) for each in listed} == legal
    assert len(listed) == len(legal) == legal_sets(ours_list, 1000, limits=limits, largest=0).count
    assert [each.points for each in listed] == sorted((each.points for each in listed), reverse=True)
    full = maximal_sets(ours_list, 1000, limits=limits)
    assert full.count == len(full.sets)
    assert {frozenset(each.names) for each in full.sets} == without_room(legal)
    assert all(each.room >= 0 and each in listed for each in full.sets)


def random_history(dice: random.Random, deadline: int | None, spared: tuple[str, ...]) -> dict[str, tuple[str, int, int, str]]:
    history: dict[str, tuple[str, int, int, str]] = {}
    for number in range(dice.randint(1, 6)):
        carriers = [name for name, (_, _, _, inside) in history.items() if not inside]
        inside = dice.choice(carriers) if carriers and dice.random() < 0.4 else ""
        how = "declared" if inside else dice.choice(("declared", "repositioned", "new"))
        since = 0 if how == "declared" else dice.randint(1, 5)
        last = 5 if deadline is None or how in spared or since > deadline else deadline
        possible = [] if inside else list(range(max(2, since), last + 1))
        history[f"Unit {number}"] = (how, since, dice.choice([0, *possible]), inside)
    return history


@pytest.mark.parametrize("seed", range(120))
def test_what_becomes_of_whom(seed: int) -> None:
    dice = random.Random(seed)
    limits, spared = dice.choice(
        ((eleventh.LIMITS, ("repositioned",)), (tenth.LIMITS, ("repositioned", "new")), (tenth.CORE_LIMITS, ("repositioned",)))
    )
    history = random_history(dice, limits.deadline, spared)
    units = [WaitingUnit(name, how, since, arrives or None, inside) for name, (how, since, arrives, inside) in history.items()]  # pyright: ignore[reportArgumentType]
    found = timeline(units, limits=limits)
    want = fates(history, 5, 2, limits.deadline, spared)
    assert {name: found.filter(unit=name)["state"].to_list() for name in history} == want
