"""Plans of a turn: branches, waste, prices, the order of firing, and bad input."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from toolkit.errors import ScenarioError
from toolkit.studies.firing import best_order, best_order_of_units
from toolkit.studies.plan import run_plan

Document = dict[str, Any]


def gun(**more: Any) -> Document:
    """Hits by itself, wounds on 2+, allows no save."""
    base = {"name": "Gun", "attacks": 1, "skill": "N/A", "strength": 8, "ap": 0, "damage": 1, "abilities": ["torrent"]}
    return {**base, **more}


BLADE = {"name": "Blade", "type": "melee", "attacks": 1, "skill": "2+", "strength": 8, "ap": 0, "damage": 1}


def target(count: int, wounds: int = 1) -> Document:
    return {"models": [{"count": count, "toughness": 4, "save": "7+", "wounds": wounds}]}


def plan(defender: Document, *steps: Document) -> Document:
    return {"system": "wh40k_10e", "defender": defender, "steps": list(steps)}


def shoot(*weapons: Document, **more: Any) -> Document:
    return {"do": "shoot", "attacker": {"weapons": list(weapons)}, **more}


def test_a_failed_charge_branches() -> None:
    fight = {"do": "fight", "attacker": {"weapons": [BLADE]}}
    charge = {"do": "charge", "needed": 9, "reroll": "whole", "cp": 1}
    result = run_plan(plan(target(2), shoot(gun()), charge, fight), exact=True)
    made, failed = (next(leaf for leaf in result.leaves if leaf.happened == (f"Charge of 9 inches: {how}",)) for how in ("made", "failed"))
    assert made.probability == result.chance("Charge of 9 inches: made") == Fraction(155, 324)
    assert failed.outcome.slain.mean() == Fraction(5, 6)
    assert made.outcome.slain.mean() == Fraction(5, 6) + Fraction(25, 36)
    assert result.slain.mean() == Fraction(5, 6) + Fraction(155, 324) * Fraction(25, 36)
    assert result.cp == 1
    assert result.steps[2].missed == 1 - Fraction(155, 324)
    assert "Charge of 9 inches: made: 47.84%, slays 1.53 on average" in result.text
    assert result.table["cp"].to_list() == [0, 1, 0]


def test_wasted_fire_is_told() -> None:
    result = run_plan(plan(target(1), shoot(gun(damage=3)), shoot(gun())), exact=True)
    first, second = result.steps
    assert (first.removed, first.rolled, first.overkill) == (Fraction(5, 6), Fraction(5, 2), Fraction(5, 3))
    assert (second.idle, second.taken) == (Fraction(5, 6), Fraction(1, 6))
    assert (second.removed, second.overkill) == (Fraction(5, 36), Fraction(25, 36))


def test_blast_counts_who_is_left() -> None:
    blast = gun(abilities=["torrent", "blast"])
    once = run_plan(plan(target(5), shoot(blast)), exact=True)
    after = run_plan(plan(target(5), shoot(gun(attacks=20)), shoot(blast)), exact=True)
    assert once.slain.mean() == Fraction(5, 3)
    assert after.steps[1].removed < Fraction(5, 6)


def test_battle_shock_joins_the_state() -> None:
    steps = [shoot(gun(attacks=3)), {"do": "battle-shock", "leadership": 7}]
    result = run_plan(plan(target(4), *steps), exact=True)
    weak = Fraction(125, 216)
    assert result.chance("Battle-shock: shocked") == weak * Fraction(5, 12)
    shocked = next(leaf for leaf in result.leaves if leaf.happened == ("Battle-shock: shocked",))
    assert shocked.outcome.slain[3] == 1


def test_grenades_and_units_in_any_order() -> None:
    marines = {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
    result = run_plan(plan(marines, {"do": "grenade"}), exact=True)
    assert result.slain.mean() == Fraction(5, 4)
    assert result.cp == 1
    answer = best_order_of_units(plan(marines, shoot(gun(attacks=3, damage=2)), {"do": "grenade"}, shoot(gun())), "mean damage", exact=True)
    assert answer.complete
    assert len(answer.orders) == 6
    assert answer.best.value >= answer.given.value
    assert answer.best.names[-1] == "Gun shoots"


def test_devastating_waits_whatever_the_order() -> None:
    deadly = gun(damage=2, abilities=["torrent", "devastating wounds"], modifiers={"critical_wound": 2})
    plain = gun(name="Plain", damage="D3")
    answer = best_order(
        {"system": "wh40k_10e", "attacker": {"weapons": [deadly, plain]}, "defender": target(2, 3)}, "mean damage", exact=True
    )
    assert {order.value for order in answer.orders} == {answer.given.value}


def test_beyond_six_weapons_a_bound_is_stated() -> None:
    weapons = [gun(name=f"Gun {i}", damage=1 + i % 3) for i in range(7)]
    scenario = {"system": "wh40k_10e", "attacker": {"weapons": weapons}, "defender": target(4, 3)}
    answer = best_order(scenario, "mean damage")
    assert not answer.complete
    assert answer.bound is not None
    assert answer.given.value <= answer.best.value <= answer.bound <= 12
    assert "none can pass" in repr(answer)
    with pytest.raises(ScenarioError, match="31 weapons"):
        best_order({**scenario, "attacker": {"weapons": [gun(name=str(i)) for i in range(31)]}})


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "dance"}, r"steps\[0\].do: 'dance' is no step of a plan"),
        ({"do": "charge"}, r"steps\[0\].needed: is missing"),
        ({"do": "charge", "needed": 7, "speed": 3}, r"steps\[0\].speed: is nothing that 'charge' knows"),
        ({"do": "grenade", "cp": -1}, r"steps\[0\].cp: -1 is no number of command points"),
        ({"do": "shoot", "attacker": {"weapons": [{"name": "Gun"}]}}, r"steps\[0\]"),
    ],
)
def test_bad_steps(step: Document, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        run_plan(plan(target(2), step))


def test_too_many_steps() -> None:
    with pytest.raises(ScenarioError, match="51 steps; a plan has at most 50"):
        run_plan(plan(target(1), *[{"do": "grenade"}] * 51))


def test_another_edition_has_its_own_numbers() -> None:
    """At half strength a unit of the 11th edition tests, one of the 10th does not; profiles keep the order in which they are listed."""
    mixed = {"models": [*target(1)["models"], {"count": 1, "toughness": 4, "save": "4+", "wounds": 2}]}
    steps = [shoot(gun()), {"do": "battle-shock", "leadership": 7}]
    tenth, eleventh = (run_plan({**plan(mixed, *steps), "system": system}, exact=True) for system in ("wh40k_10e", "wh40k_11e"))
    assert tenth.chance("Battle-shock: shocked") == 0
    assert eleventh.chance("Battle-shock: shocked") == Fraction(5, 6) * Fraction(5, 12)
    assert tenth.slain == eleventh.slain
