"""Worked values of The Ninth Age: every row, as fractions and as floats, whole distributions."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from toolkit.dice.pmf import Pmf
from toolkit.studies.light_troops import dangerous_terrain
from toolkit.studies.t9a import (
    Attack,
    Regiment,
    Target,
    aim_need,
    break_test,
    caught,
    courage_test,
    melee,
    static_score,
    volley,
)
from toolkit.studies.t9a_charge import t9a_charge
from toolkit.systems.t9a_3e.tables import hit_need, wound_need

DATA = json.loads((Path(__file__).parent / "worked_t9a.json").read_text(encoding="utf-8"))
CASES = {case["id"]: case for case in DATA["cases"]}
BOTH = pytest.mark.parametrize("exact", [True, False], ids=["fractions", "floats"])


def law(given):
    return {int(value): Fraction(p) for value, p in given.items()}


def same(found, expected, exact):
    if isinstance(found, Pmf):
        assert {value for value, p in found.items() if p} == {value for value, p in expected.items() if p}
        for value, p in expected.items():
            same(found[value], p, exact)
    elif exact:
        assert found == Fraction(expected)
    else:
        assert float(found) == pytest.approx(float(Fraction(expected)), abs=1e-12, rel=1e-9)


# --- single rows ----------------------------------------------------------------------------------------------------


def ten_attacks(exact):
    attack = Attack(3, 0, hit_need(4, 4)).per_attack(Target(3, 2))
    return (attack if exact else attack.to_float()).times(10)


def skills(text):
    numbers = {name: int(value) for name, value in re.findall(r"(Off|Def|Str|Res|Arm|AP|Aegis)(\d+)", text)}
    attack = Attack(numbers["Str"], numbers.get("AP", 0), hit_need(numbers["Off"], numbers["Def"]))
    return attack.per_attack(Target(numbers["Res"], numbers.get("Arm", 0), aegis=numbers.get("Aegis")))


def answer(row, exact):
    name, inputs = row["id"], row["inputs"]
    family = row["family"]
    if family == "t9a-melee-3e":
        if "args" in inputs:
            return skills(inputs["args"]).mean()
        ten = ten_attacks(exact)
        return ten.at_least(2) if ">=2" in name else ten.mean()
    if family == "t9a-melee":
        return Fraction(7 - hit_need(1, 9, "3e"), 6) - Fraction(7 - hit_need(1, 9, "2e"), 6) if "vs" not in name else None
    if family == "t9a-charge-3e":
        return t9a_charge(inputs["need_beyond_charge_speed"], 0, maximised=int(inputs.get("maximised", 0)), exact=exact).chance
    if family == "t9a-charge-2e":
        return t9a_charge(inputs["need"], 0, edition="2e", maximised=int(inputs.get("maximised", 0)), exact=exact).chance
    if family == "t9a-courage":
        return courage_test(inputs["Courage"], minimised=int("drop highest" in inputs["dice"]), exact=exact)
    if family == "t9a-break":
        return break_test(inputs["Courage"], 5, steady=True, solid=True, exact=exact)
    if family == "t9a-dangerous":
        found = dangerous_terrain(20, 1, dice_per_model=1, readings={"dangerous_when": "2e_per_model"}, exact=exact)
        return found.health[0]
    if family == "t9a-shooting":
        need = aim_need(inputs["aim"], inputs["mods"])
        return Fraction(0) if need is None else Attack(10, 0, need).per_attack(Target(1)).mean() / Fraction(5, 6)
    if family == "t9a-combat-score":
        light = "light" in name
        return static_score(charge=True, standards=1, proper_ranks=4 if light else inputs["proper_ranks"], light_troops=light).total
    raise AssertionError(f"nobody answers {family}")


@BOTH
@pytest.mark.parametrize("row", [row for row in DATA["rows"] if row["family"] != "t9a-melee"], ids=lambda row: row["id"])
def test_rows(row, exact):
    same(answer(row, exact), row["fraction"], exact)


@BOTH
def test_the_2nd_edition_hits_on_6_where_the_3rd_hits_on_5(exact):
    """The row is the chance of a hit and a 4+ wound of one attack, 2nd edition, Off 1 against Def 9."""
    (row,) = (row for row in DATA["rows"] if row["family"] == "t9a-melee")
    chance = Attack(3, 0, hit_need(1, 9, "2e")).per_attack(Target(3)).mean()
    same(chance if exact else float(chance), row["fraction"], exact)
    assert hit_need(1, 9) == 5
    assert wound_need(3, 3) == 4


# --- whole cases ----------------------------------------------------------------------------------------------------


@BOTH
def test_charge(exact):
    wanted = CASES["T9A-05"]["answer"]
    for key, more in (
        ("normal", {}),
        ("maximised", {"maximised": 1}),
        ("maximised_twice", {"maximised": 2}),
        ("minimised", {"minimised": 1}),
    ):
        same(t9a_charge(12, 5, exact=exact, **more).chance, wanted[key], exact)
    for table, more in (("table_D6plus4", {}), ("table_maximised", {"maximised": 1})):
        for need, chance in wanted[table].items():
            same(t9a_charge(int(need), 0, exact=exact, **more).chance, chance, exact)


@BOTH
def test_courage(exact):
    for courage, wanted in CASES["T9A-06"]["answer"].items():
        for key, more in (
            ("plain", {}),
            ("minimised", {"minimised": 1}),
            ("maximised", {"maximised": 1}),
            ("minimised_twice", {"minimised": 2}),
        ):
            same(courage_test(int(courage), exact=exact, **more), wanted[key], exact)


@BOTH
def test_break(exact):
    wanted = CASES["T9A-07"]["answer"]
    for key, more in (("neither", {}), ("steady", {"steady": True}), ("steady_and_solid", {"steady": True, "solid": True})):
        same(break_test(8, 5, exact=exact, **more), wanted[key], exact)


@BOTH
def test_pursuit(exact):
    wanted = CASES["T9A-09"]["answer"]
    same(caught(exact=exact), wanted["caught"], exact)
    same(caught(maximised=1, exact=exact), wanted["caught_maximised"], exact)


@BOTH
def test_dangerous_terrain(exact):
    case = CASES["T9A-10"]
    for number, given in enumerate(case["inputs"]["cases"], 1):
        found = dangerous_terrain(given["models"], int(given["x"][0]), height=given["height"], health=10, exact=exact)
        assert found.dice == given["dice"]
        same(found.health, law(case["answer"][f"case{number}_pmf"]), exact)
    first = dangerous_terrain(19, 6, exact=exact).health
    same(first.mean(), case["answer"]["case1_mean"], exact)
    same(first[0], case["answer"]["case1_none"], exact)


@BOTH
def test_ten_bows(exact):
    wanted = CASES["T9A-11"]["answer"]
    modifiers = {
        "close_still": [], "long": [-1], "long_moved": [-1, -1], "long_moved_soft": [-1, -1, -1], "moved_hard_cover": [-1, -2],
        "long_moved_hard": [-1, -1, -2],
    }  # fmt: skip
    for key, given in modifiers.items():
        found = volley(10, Attack(3), Target(3, 1), 20, aim=4, modifiers=given, exact=exact)
        same(found.per_shot.mean(), wanted["per_shot"][key], exact)
        same(found.lost.mean(), wanted["mean_10"][key], exact)
        if key == "long":
            same(found.lost, law(wanted["pmf_10_long"]), exact)


@BOTH
def test_five_files_two_ranks(exact):
    given, wanted = CASES["T9A-13"]["inputs"], CASES["T9A-13"]["answer"]
    block = Regiment("A", 10, 3, 3, 9, given["att"], given["off"], given["str"], 8, ap=given["ap"], files=5, height=given["height"])
    target = Regiment("B", 20, given["defence"], given["res"], 1, 0, 1, 1, 8, armour=given["arm"])
    result = melee(block, target, exact=exact)
    same(result.lost("b").mean(), wanted["mean"], exact)
    same(result.lost("b"), law(wanted["pmf"]), exact)


@BOTH
@pytest.mark.parametrize("order", ["A_first", "simultaneous"])
def test_one_round_of_combat(order, exact):
    case = CASES["T9A-14"]
    one, other, wanted = case["inputs"]["A"], case["inputs"]["B"], case["answer"][order]
    a = Regiment("A", 4, one["defence"], one["res"], 3, 1, one["off"], one["str"], 8, armour=one["arm"], charging=True, standard=True)
    agility = 3 if order == "A_first" else 4
    b = Regiment(
        "B", 4, other["defence"], other["res"], agility, 1, other["off"], other["str"], other["courage"], armour=other["arm"], standard=True
    )
    # The row compares casualties, the charge and standards, also where a unit is wiped out.
    result = melee(a, b, readings={"wiped_out": "by_score"}, exact=exact)
    for key, found in (("A_wins", result.a_wins), ("tie", result.tie), ("B_wins", result.b_wins), ("B_breaks", result.b_breaks)):
        same(found, wanted[key], exact)
    joint = {tuple(map(int, key.split(","))): p for key, p in wanted["joint_losses"].items()}
    assert {(lost_b, lost_a) for (lost_a, lost_b), p in result.joint.items() if p} == set(joint)
    for (lost_b, lost_a), p in joint.items():
        same(result.joint[lost_a, lost_b], p, exact)


@BOTH
def test_battle_focus(exact):
    wanted = CASES["T9A-15"]["answer"]
    for focus, mean in ((True, wanted["mean"]), (False, wanted["without_mean"])):
        each = Attack(3, 0, 4, battle_focus=focus).per_attack(Target(3))
        six = (each if exact else each.to_float()).times(6)
        same(six.mean(), mean, exact)
        if focus:
            same(six, law(wanted["pmf"]), exact)


@BOTH
def test_aegis_against_divine(exact):
    wanted = CASES["T9A-17"]["answer"]
    for divine, key in ((False, "ordinary"), (True, "divine")):
        chance = Attack(4, 0, 3, divine=divine).per_attack(Target(3, 1, aegis=4)).mean()
        same(chance if exact else float(chance), wanted[key], exact)


@BOTH
def test_multiple_wounds_into_a_pool(exact):
    for dice, wanted in CASES["T9A-18"]["answer"].items():
        # every attack hits, wounds and is not saved: what is left is the multiplication
        points = Pmf(dict(_multiplied(dice)))
        lost = (points if exact else points.to_float()).times(3)
        removed = lost.capped(8).map(lambda value: (1 + value) // 3)
        same(removed, law(wanted["models_removed"]), exact)
        same(removed.mean(), wanted["mean"], exact)


def _multiplied(dice):
    """What one unsaved wound costs, from the law of an attack given that it went through."""
    each = Attack(10, 20, None, multiple_wounds=dice).per_attack(Target(1, health=3))
    through = 1 - each[0]
    return [(value, Fraction(p) / through) for value, p in each.items() if value]


@BOTH
def test_impact_hits(exact):
    wanted = CASES["T9A-19"]["answer"]
    cart = Regiment("Cart", 1, 3, 4, 3, 0, 3, 5, 8, ap=2, charging=True, impact_hits="D6")
    target = Regiment("Block", 20, 3, 4, 3, 0, 3, 3, 8, armour=3)
    result = melee(cart, target, exact=exact)
    same(result.lost("b"), law(wanted["pmf"]), exact)
    same(result.lost("b").mean(), wanted["mean"], exact)
    assert result.second_edition == ("Impact Hits",)
