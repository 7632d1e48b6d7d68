"""Rolls of the 11th edition outside the attack sequence, against every face of every die; only the referee of `rolls` is used."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.studies import rolls
from toolkit.studies.rolls.moving import ChargeTarget
from toolkit.systems.wh40k_11e import rolls as eleventh

from . import rolls as referee
from .test_rolls import near, plain, random_unit


def whole(unit: referee.Unit) -> referee.Law:
    return {unit: Fraction(1)}


def hazards(unit: referee.Unit, dice: int, wounds: int, reroll: bool = False) -> referee.Law:
    """Each die that shows 1 or 2 is one mortal wound on the unit, or three."""
    law = {wounds * failed: p for failed, p in referee.failures(dice, 2, reroll).items()}
    return referee.mortal_wounds(whole(unit), law.items)


@pytest.mark.parametrize("seed", range(12))
def test_hazard_rolls(seed: int) -> None:
    rng = random.Random(seed)
    defence, unit = random_unit(rng)
    dice, big, reroll = rng.randint(0, 4), rng.random() < 0.5, rng.random() < 0.5
    numbers = eleventh.HAZARD_BIG if big else eleventh.HAZARD
    law = hazards(unit, dice, 3 if big else 1, reroll)
    got = rolls.hazard_rolls(defence, dice, reroll=reroll, numbers=numbers, exact=True)
    assert plain(got.slain) == referee.of(law, referee.dead)
    assert plain(got.damage) == referee.of(law, lambda now: referee.wounds_left(unit) - referee.wounds_left(now))
    assert near(rolls.hazard_rolls(defence, dice, reroll=reroll, numbers=numbers).slain, referee.of(law, referee.dead))


@pytest.mark.parametrize("seed", range(16))
def test_falling_back_desperately_and_leaving_a_transport(seed: int) -> None:
    rng = random.Random(seed)
    defence, unit = random_unit(rng)
    leadership = [rng.randint(5, 8) for _ in defence.groups]
    place = [g for g, group in enumerate(defence.groups) for _ in range(group.count)]
    law = hazards(unit, len(unit), 1)
    gone = sum((p for now, p in law.items() if referee.dead(now) == len(unit)), Fraction(0))
    shaken = Fraction(0)
    for now, p in law.items():
        needs = [leadership[g] for g, model in zip(place, now, strict=True) if model[1]]
        if needs:
            shaken += p * sum((q for faces, q in referee.every_roll(2) if sum(faces) < min(needs)), Fraction(0))
    got = rolls.fall_back_desperately(defence, leadership, exact=True)
    assert (plain(got.outcome.slain), got.shocked) == (referee.of(law, referee.dead), shaken)
    assert rolls.fall_back_desperately(defence, leadership).shocked == pytest.approx(float(shaken), abs=1e-12)
    already = rolls.fall_back_desperately(defence, leadership, shocked=True, exact=True)
    assert (plain(already.outcome.slain), already.shocked) == (referee.of(law, referee.dead), 1 - gone)
    for way in ("combat", "emergency"):
        out = rolls.disembark(defence, way, exact=True)
        assert (plain(out.outcome.slain), out.shocked) == (referee.of(law, referee.dead), 1 - gone)
    for way in ("rapid", "tactical"):
        out = rolls.disembark(defence, way, exact=True)
        assert (out.outcome.slain.high, out.outcome.slain[0], out.shocked) == (len(unit), 1, 0)


def test_what_cannot_be() -> None:
    squad = {"models": [{"count": 1, "toughness": 4, "save": "3+", "wounds": 1}]}
    with pytest.raises(ToolkitError, match="leave out the Command Re-roll"):
        rolls.fall_back_desperately(squad, 7, shocked=True, reroll=True)
    with pytest.raises(ToolkitError, match="'jump' is no way to disembark; choose rapid, tactical, combat, emergency"):
        rolls.disembark(squad, "jump")  # type: ignore[arg-type]
    with pytest.raises(ToolkitError, match="may or may not be there"):
        rolls.charge_choices([5], [type(eleventh.FLYING)(-2, chance=Fraction(1, 2))])
    with pytest.raises(ToolkitError, match="without a target"):
        rolls.charge_choices([])


@pytest.mark.parametrize("seed", range(12))
def test_crushing_impact_on_both_units(seed: int) -> None:
    rng = random.Random(seed)
    (defence, unit), (enemy, foes) = random_unit(rng), random_unit(rng)
    toughness = rng.randint(1, 7) if seed else 7  # more than six of one kind only from seven dice on
    table: dict[tuple[int, int], Fraction] = {}
    for faces, p in referee.every_roll(toughness):
        counts = min(6, sum(face == 1 for face in faces)), min(6, sum(face >= 5 for face in faces))
        table[counts] = table.get(counts, Fraction(0)) + p
    impact = rolls.crushing_impact(toughness)
    assert impact.joint == table
    want: dict[tuple[int, int], Fraction] = {}
    fallen: dict[tuple[int, int], referee.Law] = {}
    for side, struck in enumerate((unit, foes)):
        for wounds in {counts[side] for counts in table}:
            law = referee.mortal_wounds(whole(struck), {wounds: Fraction(1)}.items)
            fallen[side, wounds] = referee.of(law, referee.dead)
    for (ours, theirs), chance in table.items():
        for (a, p), (b, q) in product(fallen[0, ours].items(), fallen[1, theirs].items()):
            want[a, b] = want.get((a, b), Fraction(0)) + chance * p * q
    assert impact.slain(defence, enemy) == want


@pytest.mark.parametrize("seed", range(10))
def test_battle_shock_of_a_unit_at_half_or_shocked_already(seed: int) -> None:
    """At half or below it tests; a unit that is shocked tests in any case, and stays so unless it passes."""
    rng = random.Random(seed)
    defence, unit = random_unit(rng)
    need = rng.randint(5, 8)
    amounts = {n: Fraction(1, 4) for n in rng.sample(range(8), 4)}
    table = referee.mortal_wounds(whole(unit), amounts.items)
    outcome = rolls.mortal.mortal_wounds(Pmf(amounts), defence, exact=True)
    fails = 1 - referee.battle_shock_passes(need)
    alive = sum((p for now, p in table.items() if referee.dead(now) < len(unit)), Fraction(0))
    again = rolls.battle_shock_after(outcome, need, must_test=True, numbers=eleventh.BATTLE_SHOCK)
    assert (again.tests, again.shocked) == (alive, alive * fails)
    if not any(group.leader for group in defence.groups):
        if len(unit) == 1:
            weak = sum((p for now, p in table.items() if 0 < 2 * now[0][1] <= now[0][0]), Fraction(0))
        else:
            weak = sum((p for now, p in table.items() if 0 < 2 * (len(unit) - referee.dead(now)) <= len(unit)), Fraction(0))
        fresh = rolls.battle_shock_after(outcome, need, numbers=eleventh.BATTLE_SHOCK)
        assert (fresh.tests, fresh.shocked) == (weak, weak * fails)


@pytest.mark.parametrize("seed", range(20))
def test_charge_targets_chosen_after_the_roll(seed: int) -> None:
    """Every roll is looked at: a unit is in reach if it is no farther than the roll after modifiers, of at most 12 (or 6)."""
    rng = random.Random(seed)
    numbers, most = rng.choice([(eleventh.CHARGE, 12), (eleventh.HEROIC_INTERVENTION, 12), (eleventh.HEROIC_INTERVENTION_NEAR, 6)])
    targets = [ChargeTarget(rng.choice([2, 4.5, 6, 7.25, 9, 11, 12, 13]), rng.random() < 0.3) for _ in range(rng.randint(1, 3))]
    modifiers = rng.choice([[], [eleventh.FLYING], [1], [eleventh.TANGLEFOOT, 2]])
    extra, reroll = sum(m if isinstance(m, int) else m.amount for m in modifiers), rng.random() < 0.5

    def in_reach(total: int) -> tuple[bool, ...]:
        distance = min(most, total + extra)
        return tuple(t.inches <= distance and t.inches <= most and not (t.just_over and t.inches == distance) for t in targets)

    law: dict[tuple[bool, ...], Fraction] = {}
    for faces, p in referee.every_roll(2):
        now = in_reach(sum(faces))
        if any(now) or not reroll:
            law[now] = law.get(now, Fraction(0)) + p
            continue
        for others, q in referee.every_roll(2):
            then = in_reach(sum(others))
            law[then] = law.get(then, Fraction(0)) + p * q
    got: Any = rolls.charge_choices(targets, modifiers, reroll=reroll, numbers=numbers, exact=True)
    assert got.chance == tuple(sum((p for now, p in law.items() if now[i]), Fraction(0)) for i in range(len(targets)))
    assert got.any == sum((p for now, p in law.items() if any(now)), Fraction(0))
    assert all(got.number[n] == sum((p for now, p in law.items() if sum(now) == n), Fraction(0)) for n in range(len(targets) + 1))
    floating = rolls.charge_choices(targets, modifiers, reroll=reroll, numbers=numbers)
    assert floating.chance == pytest.approx([float(p) for p in got.chance])
