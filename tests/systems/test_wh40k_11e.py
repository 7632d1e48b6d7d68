"""The 11th edition by its records: spellings, targets printed with an ability, what the edition does otherwise, readings, legality."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import toolkit as tk
from toolkit.errors import ScenarioError
from toolkit.studies.usage import Facts, UnitFacts, may_use, price
from toolkit.systems import get

F = Fraction
SYSTEM = get("wh40k_11e")
SPELLINGS = """Blast|Devastating Wounds| Torrent|Pistol|Ignores Cover|Lethal Hits|Assault| Twin-linked| Psychic|Sustained Hits 1
Extra Attacks|Heavy| Precision|Hazardous|Rapid Fire 2|Melta 2| Indirect Fire|Anti-Infantry 4+|Lance|Anti-INFANTRY 4+|Anti-Fly 2+| One Shot
Sustained Hits D3|Rapid Fire D6+3|Conversion|Close-quarters|Cleave 1|CLOSE-QUARTERS|CLEAVE 1|Anti-FLY 2|DEVASTATING WOUNDS: MONSTER/VEHICLE
Anti-Epic Hero 2+|Ignores cover|blast 2|[LETHAL HITS: non-MONSTER/VEHICLE]|Sustained Hits 2 (Infantry)|Anti-non-Monster/Vehicle 3+
Hunter Vehicle|Hunter: Fly""".replace("\n", "|").split("|")  # fmt: skip


def gun(attacks: int | str = 1, skill: str = "3+", *abilities: str, **more: Any) -> dict[str, Any]:
    numbers = {"strength": 4, "ap": 0, "damage": 1, "range": 24, **more}
    return {"name": "Gun", "attacks": attacks, "skill": skill, "abilities": list(abilities), **numbers}


def models(count: int = 1, save: str = "4+", wounds: int = 1, **more: Any) -> dict[str, Any]:
    return {"count": count, "toughness": 4, "save": save, "wounds": wounds, **more}


def crunch(weapons: Any, target: Any = None, **more: Any) -> Any:
    """The exact result; `ours`, `theirs`, `keywords`, `own`, `readings`, every other word is a fact."""
    target = models(10) if target is None else target
    return tk.crunch(
        {
            "system": "wh40k_11e",
            "attacker": {
                "keywords": more.pop("own", ["Infantry"]),
                "rules": more.pop("ours", []),
                "weapons": weapons if isinstance(weapons, list) else [weapons],
            },
            "defender": {
                "keywords": more.pop("keywords", ["Infantry"]),
                "rules": more.pop("theirs", []),
                "models": target if isinstance(target, list) else [target],
            },
            "readings": more.pop("readings", {}),
            "situation": more,
        },
        exact=True,
    )


def chance(result: Any, step: str) -> Fraction:
    return next(each.chance for each in result.steps if each.name == step)


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("printed", SPELLINGS)
def test_printed_spellings_have_a_record(printed: str) -> None:
    assert SYSTEM.find(printed) is not None


def test_ids_are_unique_and_of_this_edition() -> None:
    ids = [rule.id for rule in SYSTEM.rules]
    assert len(ids) == len(set(ids)) and all(each.startswith("wh40k_11e.") for each in ids)


def test_names_without_a_record_are_reported() -> None:
    result = crunch(gun(1, "3+", "bubblechukka", "Bubblechukka: Infantry"), ours=["Creeping Barrage"])
    assert result.not_calculated == ("bubblechukka", "Bubblechukka: Infantry", "Creeping Barrage")


@pytest.mark.parametrize(
    ("ability", "keywords", "works"),
    [
        ("LETHAL HITS: non-MONSTER/VEHICLE", ["Infantry"], True),
        ("LETHAL HITS: non-MONSTER/VEHICLE", ["Vehicle"], False),
        ("LETHAL HITS: non-MONSTER/VEHICLE", ["Monster"], False),
        ("Lethal Hits (Infantry)", ["Infantry"], True),
        ("[LETHAL HITS (INFANTRY)]", ["Vehicle"], False),
        ("Lethal Hits: Monster or Vehicle", ["Monster"], True),
        ("Lethal Hits: non–Infantry", ["Infantry"], False),
    ],
)
def test_abilities_with_the_targets_they_work_against(ability: str, keywords: list[str], works: bool) -> None:
    result = crunch(gun(1, "2+", ability), keywords=keywords)
    wounds = F(1, 6) + F(4, 6) / 2 if works else F(5, 6) / 2
    assert result.stage("wounds").mean() == wounds
    assert ("in force" in {entry.status for entry in result.entries}) == works


@pytest.mark.parametrize(("keywords", "wounds"), [(["Infantry"], F(2, 3)), (["Vehicle"], F(1, 6)), (["Monster"], F(1, 6))])
def test_anti_everything_but(keywords: list[str], wounds: Fraction) -> None:
    result = crunch(gun(1, "3+", "Anti-non-Monster/Vehicle 3+", strength=2), keywords=keywords)
    assert chance(result, "Wound") == wounds


def test_instances_of_one_ability_do_not_add_up() -> None:
    result = crunch(gun(1, "3+", "rapid fire 1", "rapid fire 2", "blast", "blast 2"), models(10), within_half_range=True)
    assert result.stage("attacks").mean() == 1 + 2 + 4
    reasons = {entry.rule: entry.reason for entry in result.entries}
    assert reasons["Rapid Fire 1"].startswith("Rapid Fire 2 is used") and reasons["Blast"].startswith("Blast 2 is used")
    # one that does not hold here does not push another out
    result = crunch(gun(1, "3+", "sustained hits 3: vehicle", "sustained hits 1"))
    assert result.stage("hits").mean() == F(4, 6) + F(1, 6)


# --- what the edition does otherwise ----------------------------------------------------------------------------------


def test_cover_is_no_modifier_of_saves_or_rolls_and_does_not_stack() -> None:
    result = crunch(gun(1, "3+"), theirs=["Stealth"], target_in_cover=True)
    assert (chance(result, "Hit"), chance(result, "Save")) == (F(1, 2), F(1, 2))
    assert "cover worsens BS by 1" in next(step for step in result.steps if step.name == "Hit").because
    assert chance(crunch(gun(1, "3+", "ignores cover"), theirs=["Stealth"]), "Hit") == F(2, 3)
    melee = {**gun(1, "3+"), "type": "melee"}
    del melee["range"]
    assert chance(crunch(melee, theirs=["Stealth"], target_in_cover=True, phase="fight"), "Hit") == F(2, 3)


def test_cover_of_some_models_splits_the_batch() -> None:
    seen, hidden = {**gun(1, "3+"), "count": 2}, {**gun(1, "3+", "target in cover"), "count": 3}
    result = crunch([seen, hidden])
    assert result.stage("hits").mean() == 2 * F(2, 3) + 3 * F(1, 2)


def test_bounds_come_after_all_changes_of_a_characteristic() -> None:
    # 2+ improved twice stays 2+; then cover: the changes are added before the bound
    assert chance(crunch(gun(1, "2+"), ours=["Take Aim!"], target_in_cover=True), "Hit") == F(5, 6)
    assert chance(crunch(gun(1, "6+", modifiers={"hit": 1}), target_in_cover=True), "Hit") == F(1, 3)
    assert chance(crunch(gun(1, "5+"), ours=["Take Aim!"], plunging_fire=True), "Hit") == F(2, 3)


def test_saves_have_no_cap_and_a_6_is_not_automatic() -> None:
    assert chance(crunch(gun(1, ap=-4, modifiers={"save": 3}), models(save="3+")), "Save") == F(1, 2)
    assert chance(crunch(gun(1, ap=-1), models(save="6+")), "Save") == 1


@pytest.mark.parametrize(
    ("facts", "bonus"),
    [
        ({"remained_stationary": True}, True),
        ({"moved_little": True}, True),
        ({}, False),
        ({"remained_stationary": True, "engaged": True}, False),
        ({"moved_little": True, "set_up_this_turn": True}, False),
    ],
)
def test_heavy(facts: dict[str, bool], bonus: bool) -> None:
    assert chance(crunch(gun(1, "4+", "heavy"), **facts), "Hit") == (F(2, 3) if bonus else F(1, 2))


@pytest.mark.parametrize(
    ("facts", "hits"),
    [
        ({}, F(2, 3)),  # shot directly: nothing changes
        ({"indirect_shooting": True}, F(1, 6)),
        ({"indirect_shooting": True, "remained_stationary": True}, F(1, 2)),
        ({"target_visible": False, "remained_stationary": True}, F(1, 6)),
        ({"target_visible": False, "remained_stationary": True, "target_spotted": True}, F(1, 2)),
        ({"target_visible": False, "target_spotted": True}, F(1, 6)),
    ],
)
def test_indirect_fire_is_a_way_of_shooting(facts: dict[str, bool], hits: Fraction) -> None:
    result = crunch(gun(1, "3+", "indirect fire", modifiers={"reroll_hits": "failed"} if facts else {}), **facts)
    assert chance(result, "Hit") == hits


def test_the_floor_of_indirect_fire_and_critical_thresholds() -> None:
    weapon = gun(1, "3+", "indirect fire", modifiers={"critical_hit": 4})
    assert chance(crunch(weapon, indirect_shooting=True), "Hit") == F(1, 6)
    assert chance(crunch(weapon, indirect_shooting=True, readings={"crit_threshold_beats_indirect_floor": True}), "Hit") == F(1, 2)


def test_snap_shooting_allows_no_rerolls_and_no_criticals_unless_read_so() -> None:
    weapon = gun(1, "2+", "sustained hits 1", modifiers={"reroll_hits": "failed"})
    assert crunch(weapon, overwatch=True).stage("hits").mean() == F(1, 6)
    assert crunch(weapon, overwatch=True, readings={"rules_date": "2026-06"}).stage("hits").mean() == F(1, 3)
    assert crunch(weapon, overwatch=True, readings={"snap_hits_critical": True}).stage("hits").mean() == F(1, 3)


def test_hazard_rolls_are_told_by_what_the_unit_is() -> None:
    weapon = {**gun(1, "3+", "hazardous"), "count": 2}
    for own, more, wounds in ((["Infantry"], {}, 1), (["Vehicle"], {}, 3), (["Vehicle"], {"mixed_unit": True}, 1)):
        assert crunch(weapon, own=own, **more).hazard.high == 2 * wounds


def test_fishing_with_twin_linked() -> None:
    # wounds on 4+, critical on 6: only those get past a 2+ save unharmed by it
    weapon = gun(1, "N/A", "torrent", "twin-linked", "devastating wounds")
    for policy, critical, plain in (("failures", F(1, 6) + F(1, 12), F(1, 2)), ("fishing", F(11, 36), F(5, 6) * F(1, 3))):
        result = crunch(weapon, models(1, save="2+"), readings={"reroll_policy": policy})
        assert result.p_destroyed == critical + plain / 6


def test_precision_attacks_one_character_of_a_batch_first() -> None:
    unit = [models(2, "7+"), models(1, "7+", character=True), models(1, "7+", character=True)]
    result = crunch(gun(3, "N/A", "torrent", "precision", strength=20), unit)
    assert result.outcome.group_lost(2).mean() == 0
    assert result.outcome.group_lost(1).mean() == 1 - F(1, 216)


# --- choices and readings ---------------------------------------------------------------------------------------------


def test_the_defender_orders_the_profiles_and_the_result_says_so() -> None:
    unit = [models(2, "6+", name="Gretchin"), models(1, "2+", name="Boss")]
    chosen, listed = crunch(gun(3, strength=20), unit), crunch(gun(3, strength=20), unit, readings={"allocation_order": "as_listed"})
    assert chosen.mean_slain < listed.mean_slain
    assert chosen.choices == ("the defender is attacked in the order Boss, then Gretchin (fewest models slain)",)
    assert listed.choices == ()
    assert {(each.key, each.value, each.default) for each in listed.readings} >= {
        ("allocation_order", "as_listed", False),
        ("lethal_policy", "attacker_best", True),
    }


def test_profiles_of_one_group_stay_together() -> None:
    unit = [models(1, "6+", name="A"), models(1, "2+", name="B"), models(1, "6+", name="C")]
    assert crunch(gun(2, strength=20), unit).resolved.defence.order in ((1, 0, 2), (0, 2, 1))


def test_the_attacker_declines_automatic_wounds_where_that_is_better() -> None:
    weapon = gun(1, "3+", "lethal hits", "devastating wounds", damage=2)
    result = crunch(weapon, models(1, "2+", 2))
    assert "declines" in result.choices[0] and result.p_destroyed == F(4, 27)
    assert crunch(weapon, models(1, "7+", 2)).choices == ()  # without a save the automatic wound is better


SWITCHES = {
    "devastating_timing": "batch", "snap_hits_critical": False, "damage_modifier_order": "mul_add_div_sub_roundup",
    "crit_threshold_beats_indirect_floor": False, "zero_damage_timing": "after_save", "save_ability_scope": "first_group_when_rolled",
    "conversion": "explicit_distance", "charge_geometry": "straight_line", "allocation_order": "defender_minimises",
    "allocation_objective": "slain", "lethal_policy": "attacker_best", "reroll_policy": "failures", "rules_date": "2026-10",
}  # fmt: skip


def test_every_open_question_is_a_switch_and_every_result_says_how_it_was_read() -> None:
    assert {each.key: each.value for each in crunch(gun()).readings} == SWITCHES
    assert all(each.default for each in crunch(gun()).readings)


@pytest.mark.parametrize(("key", "answer"), [("zero_damage_timing", "before_save"), ("save_ability_scope", "each_group")])
def test_answers_that_change_no_number_are_reported_as_not_calculated(key: str, answer: str) -> None:
    usual, other = crunch(gun()), crunch(gun(), readings={key: answer})
    assert usual.not_calculated == ()
    assert [name.partition(":")[0] for name in other.not_calculated] == [f"{key} = {answer}"]
    assert other.damage == usual.damage
    assert (key, answer, False) in {(each.key, each.value, each.default) for each in other.readings}


@pytest.mark.parametrize(
    ("facts", "reading", "critical"),
    [
        ({"beyond_conversion": True}, "explicit_distance", True),
        ({}, "explicit_distance", False),
        ({"within_half_range": True, "beyond_conversion": True}, "half_range", False),
        ({}, "half_range", True),
    ],
)
def test_from_where_on_conversion_works(facts: dict[str, bool], reading: str, critical: bool) -> None:
    result = crunch(gun(1, "3+", "conversion", "sustained hits 1"), readings={"conversion": reading}, **facts)
    assert result.stage("hits").mean() == F(4, 6) + (F(3, 6) if critical else F(1, 6))


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ({"lethal_policy": "sometimes"}, 'write "attacker_best" or "always" or "never"'),
        ({"snap_hits_critical": "yes"}, "neither true nor false"),
        ({"lethal_polcy": "always"}, "did you mean"),
        ({"lethal_policy": True}, "is no answer"),
    ],
)
def test_readings_that_are_none(readings: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        crunch(gun(), readings=readings)


# --- legality ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "more", "said"),
    [
        (gun(1, "3+", "Hunter Vehicle"), {}, "attacks VEHICLE only"),
        (gun(), {"engaged": True}, "Close-Quarters"),
        (gun(1, "3+", "blast"), {"target_engaged": True, "keywords": ["Vehicle"]}, "Blast cannot"),
        (gun(), {"target_engaged": True}, "only Monsters and Vehicles"),
        (gun(), {"advanced": True}, "Assault"),
        (gun(1, "3+", "assault", "indirect fire"), {"advanced": True, "indirect_shooting": True}, "cannot shoot indirectly"),
        (gun(), {"target_visible": False}, "no Indirect Fire"),
        (gun(), {"overwatch": True, "own": ["Titanic"]}, "Titanic"),
    ],
)
def test_what_is_against_the_rules_is_said(weapon: dict[str, Any], more: dict[str, Any], said: str) -> None:
    assert any(said in warning for warning in crunch(weapon, **more).warnings)


@pytest.mark.parametrize(
    ("weapon", "more"),
    [
        (gun(1, "3+", "Hunter Vehicle"), {"keywords": ["Vehicle"]}),
        (gun(1, "3+", "pistol"), {"engaged": True, "target_engaged": True}),
        (gun(), {"target_engaged": True, "keywords": ["Vehicle"]}),
        (gun(1, "3+", "assault"), {"advanced": True}),
    ],
)
def test_what_is_allowed_is_not_warned_of(weapon: dict[str, Any], more: dict[str, Any]) -> None:
    assert crunch(weapon, **more).warnings == ()


def test_both_modes_of_heroic_intervention_have_their_price_and_reach() -> None:
    assert (price(["Heroic Intervention"], system="wh40k_11e"), price(["Heroic Intervention at any enemy"], system="wh40k_11e")) == (1, 2)
    allowed: list[bool] = []
    for name, inches in (("Heroic Intervention", 7), ("Heroic Intervention at any enemy", 6), ("Heroic Intervention at any enemy", 7)):
        unit, enemy = UnitFacts(("Infantry",), ("can charge",)), UnitFacts(inches=inches)
        facts = Facts("charge", turn="opponent", at="end of the phase", unit=unit, enemy=enemy, cp=2)
        allowed.append(may_use(name, facts, system="wh40k_11e").allowed)
    assert allowed == [True, True, False]


# --- rolls outside the attack sequence --------------------------------------------------------------------------------


def test_charges_and_heroic_interventions() -> None:
    from toolkit.studies.rolls import charge, charge_needs
    from toolkit.systems.wh40k_11e import rolls

    # the roll has to come to the whole distance, and is never more than 12
    assert charge_needs(8, just_over=True, numbers=rolls.CHARGE) == 9
    assert charge(12, [3], numbers=rolls.CHARGE, exact=True).distance.high == 12
    assert charge(5, numbers=rolls.HEROIC_INTERVENTION, exact=True).chance == F(5, 6)
    near = charge(6, numbers=rolls.HEROIC_INTERVENTION_NEAR, exact=True)
    assert (near.chance, near.distance.high) == (F(26, 36), 6)
