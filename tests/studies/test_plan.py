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


def squad(name: str, count: int, wounds: int = 1, **more: Any) -> Document:
    """Models that hit and wound on 2+ in the fight, without a save."""
    return {"name": name, "weapons": [{**BLADE, "count": count}], **target(count, wounds), **more}


def test_the_target_strikes_back_with_what_is_left_of_it() -> None:
    """Both blades land five times out of six on the hit and on the wound."""
    steps = [{"do": "fight", "attacker": "A"}, {"do": "strike-back", "at": "A"}]
    result = run_plan({**plan(squad("B", 1), *steps), "units": [squad("A", 1)]}, exact=True)
    lands = Fraction(25, 36)
    assert result.together("A") == {(0, 0): (1 - lands) ** 2, (0, 1): lands, (1, 0): (1 - lands) * lands, (1, 1): 0}
    assert (result.p_destroyed, result.own("A").p_destroyed) == (lands, (1 - lands) * lands)
    first, second = result.steps
    assert (first.removed, first.lost, second.lost, second.fallen) == (lands, 0, (1 - lands) * lands, (1 - lands) * lands)
    assert (second.idle, second.taken) == (lands, 1 - lands)
    assert "A loses 0.212" in result.text
    assert result.table["lost"].to_list() == [0, pytest.approx(float(lands * (1 - lands)))]


def test_trench_fighters_strike_although_slain_and_cost_their_player_a_command_point() -> None:
    foe = squad("B", 1, keywords=["Infantry", "Regiment"], trench_fighters=True)
    result = run_plan({**plan(foe, {"do": "fight", "attacker": "A"}), "units": [squad("A", 1)]}, exact=True)
    lands = Fraction(25, 36)
    assert result.own("A").p_destroyed == lands * Fraction(5, 6) * lands
    assert result.cp == 0  # the opponent pays for it
    own = squad("A", 1, trench_fighters=True)
    back = run_plan({**plan(squad("B", 1), {"do": "strike-back", "at": "A"}), "units": [own]}, exact=True)
    assert (back.p_destroyed, back.cp) == (lands * Fraction(1, 2) * lands, 1)
    fought = [{"do": "fight", "attacker": "A"}, {"do": "strike-back", "at": "A"}]
    assert run_plan({**plan(squad("B", 1), *fought), "units": [own]}, exact=True).p_destroyed == lands  # whoever fought does so no more


def test_each_unit_has_its_own_charge() -> None:
    steps = [
        {"do": "charge", "unit": "A", "needed": 7},
        {"do": "charge", "unit": "B", "needed": 9},
        {"do": "fight", "attacker": "A"},
        {"do": "fight", "attacker": "B"},
    ]
    result = run_plan({**plan(target(9), *steps), "units": [squad("A", 1), squad("B", 1)]}, exact=True)
    assert [step.missed for step in result.steps] == [0, 0, Fraction(5, 12), Fraction(13, 18)]
    assert result.slain.mean() == (Fraction(7, 12) + Fraction(5, 18)) * Fraction(25, 36)
    assert len(result.leaves) == 4


def test_overwatch_hurts_those_who_charge() -> None:
    foe = {**target(1), "weapons": [gun(attacks=6, skill="2+", abilities=[])]}
    steps = [{"do": "overwatch", "at": "A"}, {"do": "charge", "unit": "A", "needed": 2}, {"do": "fight", "attacker": "A"}]
    result = run_plan({**plan(foe, *steps), "units": [squad("A", 1)]}, exact=True)
    spared = (1 - Fraction(1, 6) * Fraction(5, 6)) ** 6
    assert result.chance("A: charge of 2 inches: nobody left") == 1 - spared
    assert result.p_destroyed == spared * Fraction(25, 36)


def test_own_units_test_their_courage_too() -> None:
    steps = [{"do": "strike-back", "at": "A"}, {"do": "battle-shock", "leadership": 7, "unit": "A"}]
    result = run_plan({**plan(squad("B", 3), *steps), "units": [squad("A", 4)]}, exact=True)
    lands = Fraction(25, 36)
    assert result.chance("Battle-shock of A: shocked") == lands**3 * Fraction(5, 12)


def test_stratagems_named_in_a_plan_are_paid_once_in_a_phase() -> None:
    regiment = {"keywords": ["Regiment"], "rules": ["Fields of Fire"], "weapons": [gun()]}
    steps = [{"do": "shoot", "attacker": regiment}, {"do": "shoot", "attacker": {**regiment, "keywords": ["Squadron"]}}]
    assert [step.cp for step in run_plan(plan(target(2), *steps)).steps] == [1, 0]
    priced = [*steps, {"do": "charge", "needed": 9, "reroll": "whole"}, {"do": "charge", "needed": 9, "reroll": "whole", "cp": 0}]
    assert run_plan(plan(target(2), *priced)).cp == 2
    hidden = shoot(gun(), rules=["Go to Ground"])
    assert run_plan(plan({**target(2), "keywords": ["Infantry"]}, hidden)).cp == 0  # the opponent pays for it


def test_what_was_left_out_and_how_rules_were_read_is_told() -> None:
    steps = [shoot(gun(abilities=["torrent", "ringing ears"])), {"do": "fight", "attacker": "A"}]
    document = {**plan(squad("B", 1, rules=["Unheard Of"]), *steps), "units": [squad("A", 1)], "system": "wh40k_11e"}
    result = run_plan({**document, "readings": {"rules_date": "2026-06"}})
    assert set(result.not_calculated) == {"ringing ears", "Unheard Of"}
    hot = run_plan(plan(target(1), shoot(gun(abilities=["torrent", "hazardous"]))))
    assert hot.not_calculated == ("Hazardous: what it costs the unit itself",)
    assert best_order_of_units(document).not_calculated == result.not_calculated
    assert {each.key: each.value for each in result.readings}["rules_date"] == "2026-06"
    assert "not calculated: " in repr(result)
    illegal = run_plan(plan(target(1), shoot(gun(abilities=["torrent", "blast"]), situation={"target_engaged": True})))
    assert illegal.warnings[0].startswith("Gun shoots: Gun: Blast cannot be fired")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": [{"do": "strike-back", "at": "A"}]}, "defender.weapons: the target has no melee weapons"),
        ({"steps": [{"do": "fight", "attacker": "C"}]}, r"steps\[0\].attacker: 'C' is none of the plan's own units; they are 'A'"),
        ({"steps": [{"do": "shoot", "attacker": "A"}]}, r"steps\[0\].attacker: A has no ranged weapons"),
        ({"units": [squad("A", 1), squad("A", 1)]}, "units: each unit needs a name of its own"),
        ({"units": [{**squad("A", 1), "models": []}]}, r"units\[0\].models: empty; write"),
        ({"unit": []}, "unit: is nothing that a plan knows"),
        (
            {"defender": squad("B", 1, trench_fighters=True), "steps": [{"do": "fight", "attacker": {"weapons": [BLADE]}}]},
            r"steps\[0\].attacker: slain models of the target strike at it",
        ),
    ],
)
def test_bad_units(change: Document, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        run_plan({**plan(target(1)), "units": [squad("A", 1)], **change})


def test_units_too_large_together() -> None:
    large = {**target(150), "weapons": [{**BLADE, "count": 150}]}
    document = {**plan(large, {"do": "strike-back", "at": "A"}), "units": [squad("A", 150)]}
    with pytest.raises(ScenarioError, match="22,801 pairs of states together; the limit is 20,000"):
        run_plan(document)
