"""Rolls outside the attack sequence against the literal referee: whole distributions, equal as fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, repeat
from typing import Any

import pytest

from toolkit.attack.mortal import mortal_wounds as engine_mortal_wounds
from toolkit.attack.spec import DefenceSpec, ModelGroup
from toolkit.dice.pmf import Pmf
from toolkit.rules.rolls import RollModifier
from toolkit.studies import rolls

from . import rolls as referee


def plain(pmf: Pmf) -> dict[int, Any]:
    return {value: p for value, p in pmf.items() if p}


def near(pmf: Pmf, law: dict[int, Fraction]) -> bool:
    assert not pmf.exact
    return all(abs(pmf[value] - float(p)) <= 1e-12 for value, p in law.items())


# --- moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reroll", [False, True])
@pytest.mark.parametrize("needed", [None, *range(5, 14)])
def test_advance(needed: int | None, reroll: bool) -> None:
    law = referee.advance(6, needed, reroll)
    reach = rolls.advance(6, needed, reroll=reroll, exact=True)
    assert plain(reach.distance) == law
    assert reach.chance == (None if needed is None else sum(p for inches, p in law.items() if inches >= needed))
    assert near(rolls.advance(6, needed, reroll=reroll).distance, law)


MODIFIERS = [
    [],
    [(1, False, 1)],
    [(-2, False, 1)],
    [(-2, True, 1)],
    [(-2, True, 1), (-2, False, 1)],
    [(-2, True, 1), (-1, False, 1), (1, False, 1)],
    [(-1, True, 1), (-2, False, 1)],
    [(-2, True, 1), (-3, True, 1)],
    [(-2, True, 1), (-1, False, 1), (-2, False, 1)],
    [(-2, False, Fraction(1, 3))],
    [(-2, True, 1), (-2, False, Fraction(1, 3)), (1, False, Fraction(1, 2))],
]


@pytest.mark.parametrize("reroll", [None, "whole", "one_die"])
@pytest.mark.parametrize("modifiers", MODIFIERS, ids=str)
def test_charge(modifiers: list[tuple[int, bool, Any]], reroll: Any) -> None:
    given = [RollModifier(amount, alone, Fraction(chance)) for amount, alone, chance in modifiers]
    for needed in range(15):
        want = referee.charge(needed, [(a, b, Fraction(c)) for a, b, c in modifiers], reroll)
        assert rolls.charge(needed, given, reroll=reroll, exact=True).chance == want
        assert abs(rolls.charge(needed, given, reroll=reroll).chance - want) < 1e-12


def test_charge_distance() -> None:
    law = {}
    for faces, p in referee.every_roll(2):
        referee.add(law, sum(faces) - 2, p)
    assert plain(rolls.charge(9, [-2], exact=True).distance) == law
    again = referee.best_of_reroll(2, sum, lambda total: Fraction(total >= 9))
    assert plain(rolls.charge(9, reroll="whole", exact=True).distance) == again


@pytest.mark.parametrize("seed", range(20))
def test_charge_at_several_units(seed: int) -> None:
    """All of the targets must be reached, with the modifiers of each."""
    rng = random.Random(seed)
    targets, listed, farthest = [], [], 0
    for _ in range(rng.randint(1, 3)):
        inches, just_over = rng.choice([1, 2.5, 5, 7, 7.25, 9, 11]), rng.random() < 0.5
        own = [(-2, True)] if rng.random() < 0.5 else []
        # the smallest whole number of inches that ends the move within 1 inch
        farthest = max(farthest, next(n for n in range(20) if (inches - n < 1 if just_over else inches - n <= 1)))
        targets.append(rolls.ChargeTarget(inches, just_over, tuple(RollModifier(a, b) for a, b in own)))
        listed += [(a, b, Fraction(1)) for a, b in own]
    got = rolls.charge_at(targets, [-1], exact=True)
    assert got.needed == farthest
    assert got.chance == referee.charge(farthest, [*listed, (-1, False, Fraction(1))], None)


def test_rapid_dispersal() -> None:
    assert plain(rolls.rapid_dispersal(exact=True).distance) == referee.advance(0, None, False)
    assert rolls.rapid_dispersal(4.5, exact=True).chance == Fraction(1, 3)


# --- mortal wounds ---------------------------------------------------------------------------------------------------


def random_unit(rng: random.Random) -> tuple[DefenceSpec, referee.Unit]:
    """A unit of up to three profiles for the engine, and model by model."""
    groups = [
        ModelGroup(
            rng.randint(1, 3),
            rng.randint(1, 4),
            rng.choice([None, None, 5, 6]),
            rng.choice([None, None, 4]),
            leader=place == 2,
        )
        for place in range(rng.randint(1, 3))
    ]
    models = [
        (group.wounds, group.wounds, min([need for need in (group.ignore, group.ignore_mortal) if need] or [7]), group.leader)
        for group in groups
        for _ in range(group.count)
    ]
    return DefenceSpec(tuple(groups)), tuple((w, left, None if ignore == 7 else ignore, c) for w, left, ignore, c in models)


@pytest.mark.parametrize("seed", range(12))
def test_grenade(seed: int) -> None:
    defence, unit = random_unit(random.Random(seed))
    law = referee.grenade(unit)
    got = rolls.grenade(defence, exact=True)
    assert plain(got.slain) == referee.of(law, referee.dead)
    assert plain(got.damage) == referee.of(law, lambda now: referee.wounds_left(unit) - referee.wounds_left(now))
    assert near(rolls.grenade(defence).slain, referee.of(law, referee.dead))


@pytest.mark.parametrize("seed", range(12))
def test_on_my_position(seed: int) -> None:
    rng = random.Random(seed)
    (enemy, enemy_models), (other, other_models), (own, own_models) = (random_unit(rng) for _ in range(3))
    got = rolls.on_my_position([enemy, other], own, exact=True)
    (one, first), (_, second), (back, home) = (
        referee.strafed(enemy_models), referee.strafed(other_models), referee.own_position(own_models),
    )  # fmt: skip
    total: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in one.items():
            referee.add(total, a + b, p * q)
    assert plain(got.inflicted) == total
    assert plain(got.suffered) == back
    for outcome, law in zip((*got.enemies, got.own), (first, second, home), strict=True):
        assert plain(outcome.slain) == referee.of(law, referee.dead)


@pytest.mark.parametrize("sides", [3, 6])
@pytest.mark.parametrize("seed", range(4))
def test_deadly_demise(seed: int, sides: int) -> None:
    defence, unit = random_unit(random.Random(seed))
    got = rolls.deadly_demise(f"D{sides}", [defence, defence], exact=True)
    law = referee.of(referee.deadly_demise(sides, unit), referee.dead)
    assert got.explodes == Fraction(1, 6)
    for rolled, given in zip(got.units, got.given, strict=True):
        assert plain(rolled.slain) == law
        unhurt = {0: Fraction(1)}
        mixed = {n: Fraction(5, 6) * unhurt.get(n, 0) + Fraction(1, 6) * given.slain[n] for n in range(given.slain.high + 1)}
        assert {n: p for n, p in mixed.items() if p} == law


@pytest.mark.parametrize("seed", range(30))
def test_hazardous(seed: int) -> None:
    rng = random.Random(seed)
    groups = [
        rolls.Bearers(
            rng.randint(1, 3),
            (wounds := rng.randint(1, 5)),
            hurt=rng.randrange(wounds) if rng.random() < 0.4 else 0,
            feel_no_pain=rng.choice([None, 5, 6]),
            character=rng.random() < 0.4,
        )
        for _ in range(rng.randint(1, 2))
    ]
    unit = tuple(
        chain.from_iterable(
            (
                (group.wounds, group.wounds - group.hurt, group.feel_no_pain, group.character),
                *repeat((group.wounds, group.wounds, group.feel_no_pain, group.character), group.count - 1),
            )
            for group in groups
        )
    )
    tests, reroll = rng.randint(0, 4), rng.random() < 0.5
    law = referee.hazardous(unit, tests, reroll)
    got = rolls.hazardous(groups, tests, reroll=reroll, exact=True)
    assert plain(got.failed) == referee.of(referee.failures(tests, 1, reroll), int)
    assert plain(got.slain) == referee.of(law, referee.dead)
    assert plain(got.damage) == referee.of(law, lambda now: referee.wounds_left(unit) - referee.wounds_left(now))
    assert near(rolls.hazardous(groups, tests, reroll=reroll).slain, referee.of(law, referee.dead))


# --- courage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modifier", [-1, 0, 1])
@pytest.mark.parametrize("leadership", range(4, 10))
def test_battle_shock(leadership: int, modifier: int) -> None:
    assert rolls.battle_shock(leadership, modifier=modifier, exact=True) == referee.battle_shock_passes(leadership, modifier)


@pytest.mark.parametrize("seed", range(30))
def test_battle_shock_after_an_attack(seed: int) -> None:
    """Half of the units lose a rolled number of wounds, some with a leader, some that are not whole any more."""
    rng = random.Random(seed)
    defence, unit = random_unit(rng)
    leadership = [rng.randint(5, 8) for _ in defence.groups]
    control = [rng.randint(0, 3) for _ in defence.groups]
    lost = rng.choice([0, 0, 3])
    amounts = {n: Fraction(1, 4) for n in rng.sample(range(10), 4)}
    table = referee.mortal_wounds({unit: Fraction(1)}, amounts.items)
    place = [g for g, group in enumerate(defence.groups) for _ in range(group.count)]
    tests, shocked, held = referee.objective_after(table, [leadership[g] for g in place], [control[g] for g in place], lost)
    for exact in (True, False):
        outcome = engine_mortal_wounds(Pmf(amounts), defence, exact=exact)
        got = rolls.battle_shock_after(outcome, leadership, control, starting_strength=defence.models + lost)
        if exact:
            assert (got.tests, got.shocked, plain(got.objective_control)) == (tests, shocked, held)
            assert got.destroyed == outcome.p_destroyed
        else:
            assert got.shocked == pytest.approx(float(shocked), abs=1e-12)
            assert near(got.objective_control, held)


@pytest.mark.parametrize("reroll", [False, True])
@pytest.mark.parametrize("models", range(6))
def test_desperate_escape(models: int, reroll: bool) -> None:
    assert plain(rolls.desperate_escape(9, models, reroll=reroll, exact=True)) == referee.of(referee.failures(models, 2, reroll), int)
    if not reroll:
        assert near(rolls.desperate_escape(models, shocked=True), referee.failures(models, 2, False))


# --- single rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "cap"), [("Incursion", 2), ("Strike Force", 3), ("onslaught", 4)])
@pytest.mark.parametrize("units", range(7))
def test_creeping_barrage(units: int, size: str, cap: int) -> None:
    law, each = referee.creeping_barrage(units, cap)
    got = rolls.creeping_barrage(units, size, exact=True)
    assert plain(got.shaken) == law
    assert list(got.chance) == each


@pytest.mark.parametrize("regiment", [True, False])
def test_trench_fighters(regiment: bool) -> None:
    for slain in range(6):
        assert plain(rolls.trench_fighters(slain, regiment=regiment, exact=True)) == referee.of(
            referee.trench_fighters({slain: Fraction(1)}, regiment), int
        )
    law = {0: Fraction(1, 6), 2: Fraction(1, 2), 5: Fraction(1, 3)}
    assert plain(rolls.trench_fighters(Pmf(law), regiment=regiment, exact=True)) == referee.of(referee.trench_fighters(law, regiment), int)
    assert near(rolls.trench_fighters(Pmf(law), regiment=regiment), referee.trench_fighters(law, regiment))
