"""From one row of `worked_10e.json` to the scenario documents that answer it, and where in the results the answer stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

Document = dict[str, Any]
Number = Fraction | float


@dataclass(frozen=True)
class Question:
    """Documents to crunch, and how to read the number from their results."""

    documents: tuple[Document, ...]
    read: Callable[[Sequence[Any]], Number]


# --- the profiles ----------------------------------------------------------------------------------------------------

BATTERY = ["Infantry", "Artillery", "Grenades", "Imperium", "Regiment", "Field Ordnance Battery"]

GUNS: dict[str, Document] = {
    "bombast": {
        "name": "Bombast field gun",
        "type": "ranged",
        "range": 48,
        "attacks": "D6",
        "skill": "5+",
        "strength": 7,
        "ap": -1,
        "damage": 2,
        "abilities": ["blast", "heavy", "indirect fire"],
    },
    "lascannon": {
        "name": "Heavy lascannon",
        "type": "ranged",
        "range": 48,
        "attacks": 2,
        "skill": "5+",
        "strength": 14,
        "ap": -3,
        "damage": "D6+1",
        "abilities": ["heavy"],
    },
    "malleus": {
        "name": "Malleus rocket launcher",
        "type": "ranged",
        "range": 48,
        "attacks": "D6+6",
        "skill": "5+",
        "strength": 6,
        "ap": -1,
        "damage": 1,
        "abilities": ["blast", "heavy"],
    },
    "lasgun": {
        "name": "Lasgun",
        "type": "ranged",
        "range": 24,
        "attacks": 1,
        "skill": "4+",
        "strength": 3,
        "ap": 0,
        "damage": 1,
        "abilities": ["rapid fire 1"],
    },
    "close combat": {
        "name": "Battery close combat weapons",
        "type": "melee",
        "attacks": 3,
        "skill": "4+",
        "strength": 3,
        "ap": 0,
        "damage": 1,
        "abilities": [],
    },
}


def profile(count: int, toughness: int, save: str, wounds: int, **more: Any) -> Document:
    return {"count": count, "toughness": toughness, "save": save, "wounds": wounds, **more}


TARGETS: dict[str, tuple[list[str], Document]] = {
    "Guardsman x10": (["Infantry", "Regiment"], profile(10, 3, "5+", 1)),
    "Space Marine x5": (["Infantry"], profile(5, 4, "3+", 2)),
    "Space Marine x10": (["Infantry"], profile(10, 4, "3+", 2)),
    "Terminator x5": (["Infantry", "Terminator"], profile(5, 5, "2+", 3, invulnerable="4+")),
    "Rhino": (["Vehicle", "Transport"], profile(1, 9, "3+", 10)),
    "Leman Russ": (["Vehicle", "Squadron"], profile(1, 11, "2+", 13)),
    "Knight": (["Vehicle", "Titanic", "Walker"], profile(1, 12, "3+", 22, invulnerable="5+")),
}

# What the table looks like in each mode of the Field Ordnance Battery rows: rules of the attacker, rules of the defender, facts
STATIONARY = {"remained_stationary": True}
UNSEEN = {"target_visible": False}
REARM = "Rearm, Reload, Fire"
MODES: dict[str, tuple[list[str], list[str], Document]] = {
    "m0_moved_no_order": ([], [], {}),
    "m1_heavy": ([], [], STATIONARY),
    "m1c_heavy_cover": ([], [], {**STATIONARY, "target_in_cover": True}),
    "m2_takeaim_moved": (["Take Aim!", REARM], [], {}),
    "m3_heavy_takeaim_rrf": (["Take Aim!", REARM], [], STATIONARY),
    "m3x_heavy_takeaim_noRRF": (["Take Aim!"], [], STATIONARY),
    "m4_heavy_otherorder_rrf": (["Duty and Honour!", REARM], [], STATIONARY),
    "m6_m3_onlythebest": (["Take Aim!", REARM, "Only the Best"], [], STATIONARY),
    "m7_m3_bornsoldiers": (["Take Aim!", REARM, "Born Soldiers"], [], STATIONARY),
    "m8_m3_fieldsoffire": (["Take Aim!", REARM, "Fields of Fire"], [], STATIONARY),
    "m9_overwatch": ([], [], {"overwatch": True}),
    "m11_m3_vs_gotoground": (["Take Aim!", REARM], ["Go to Ground"], STATIONARY),
    "i0_indirect_moved": ([], [], UNSEEN),
    "i1_indirect_heavy": ([], [], {**UNSEEN, **STATIONARY}),
    "i2_indirect_takeaim_moved": (["Take Aim!"], [], UNSEEN),
    "i3_indirect_heavy_takeaim_rrf": (["Take Aim!", REARM], [], {**UNSEEN, **STATIONARY}),
}


def document(
    weapon: Document,
    model: Document | list[Document],
    rules: Sequence[str] = (),
    against: Sequence[str] = (),
    facts: Document | None = None,
    keywords: Sequence[str] = ("Infantry",),
) -> Document:
    """A scenario document around one weapon."""
    return {
        "system": "wh40k_10e",
        "attacker": {"name": "Field Ordnance Battery", "keywords": BATTERY, "rules": list(rules), "weapons": [{"count": 1, **weapon}]},
        "defender": {
            "name": "Target",
            "keywords": list(keywords),
            "rules": list(against),
            "models": model if isinstance(model, list) else [model],
        },
        "situation": {"phase": "fight" if weapon["type"] == "melee" else "shooting", **(facts or {})},
    }


def gun(attacks: int | str = 1, skill: str = "N/A", strength: int = 20, ap: int = 0, damage: int | str = 1, **more: Any) -> Document:
    """A ranged weapon made up for one rule; with the defaults it hits by itself and wounds on 2+."""
    abilities = [*more.pop("abilities", []), *(["torrent"] if skill == "N/A" else [])]
    numbers = {"attacks": attacks, "skill": skill, "strength": strength, "ap": ap, "damage": damage}
    return {"name": "Gun", "type": "ranged", "range": 24, **numbers, "abilities": abilities, **more}


UNARMOURED = profile(10, 4, "7+", 10)


# --- reading ---------------------------------------------------------------------------------------------------------


def chance(step: str) -> Callable[[Any], Number]:
    """The chance of one die of the first weapon, the attacker's way."""
    return lambda result: next(s.chance for s in result.steps if s.name == step)


def mean(stage: str) -> Callable[[Any], Number]:
    return lambda result: result.stage(stage).mean()


QUANTITIES: dict[str, Callable[[Any], Number]] = {
    "p_hit": chance("Hit"),
    "p_wound": chance("Wound"),
    "p_fail_save": chance("Save"),
    "E_attacks": mean("attacks"),
    "E_hits": mean("hits"),
    "E_unsaved": mean("unsaved"),
    "E_wounds_removed": lambda result: result.mean_damage,
    "E_models": lambda result: result.mean_slain,
    "P_ge1": lambda result: result.slain.at_least(1),
    "P_destroy": lambda result: result.p_destroyed,
}


def ask(doc: Document, read: Callable[[Any], Number]) -> Question:
    """A question that one document answers."""
    return Question((doc,), lambda results: read(results[0]))


# --- one function for each family ------------------------------------------------------------------------------------


def field_ordnance_battery(row: Document) -> Question:
    inputs = row["inputs"]
    rules, against, facts = MODES[inputs["mode"]]
    keywords, model = TARGETS[inputs["target"]]
    weapon = {**GUNS[inputs["gun"]], "count": inputs.get("guns", 1)}
    return ask(document(weapon, model, rules, against, facts, keywords), QUANTITIES[row["quantity"]])


def small_arms(row: Document) -> Question:
    keywords, model = TARGETS[row["inputs"]["target"]]
    if "lasgun" in row["id"]:
        rules = ["First Rank, Fire! Second Rank, Fire!"] if "FRFSRF" in row["id"] else []
        facts = {"within_half_range": "half_range" in row["id"]}
        return ask(document(GUNS["lasgun"], model, rules, (), facts, keywords), lambda result: result.stage("unsaved").at_least(1))
    return ask(document({**GUNS["close combat"], "count": 2}, model, ["Fix Bayonets!"], (), {}, keywords), mean("unsaved"))


def hit_roll(row: Document) -> Question:
    inputs = row["inputs"]
    unseen = inputs["unmodified_1_to_n_fails"] == 3
    modifiers: Document = {"hit": inputs["net_modifier"] + (1 if unseen else 0)}  # firing unseen is itself -1
    if inputs["reroll"]:
        modifiers["reroll_hits"] = {"1s": "ones", "fail": "failed"}[inputs["reroll"]]
    weapon = gun(skill=f"{inputs['BS']}+", abilities=["indirect fire"] if unseen else [], modifiers=modifiers)
    return ask(document(weapon, UNARMOURED, facts={"target_visible": not unseen}), chance("Hit"))


def wound_roll(row: Document) -> Question:
    inputs = row["inputs"]
    weapon = gun(strength=inputs["S"], modifiers={"wound": inputs.get("mod", 0)})
    return ask(document(weapon, profile(1, inputs["T"], "7+", 10)), chance("Wound"))


def save(row: Document) -> Question:
    inputs = row["inputs"]
    model = profile(1, 4, f"{inputs['Sv']}+", 10)
    if inputs.get("inv"):
        model["invulnerable"] = f"{inputs['inv']}+"
    camouflage = ["Masters of Camouflage"] if "improved_to" in inputs else []
    doc = document(gun(ap=inputs["AP"]), model, (), camouflage, {"target_in_cover": inputs["cover"]}, ["Infantry", "Regiment"])
    return ask(doc, lambda result: 1 - chance("Save")(result))


def blast(row: Document) -> Question:
    inputs = row["inputs"]
    if "roll" in inputs:  # 2D6 starts at 2: how far does the distribution start above that?
        doc = document(gun("2D6", abilities=["blast"], skill="4+"), profile(inputs["models"], 4, "7+", 1))
        return ask(doc, lambda result: Fraction(inputs["roll"] + result.stage("attacks").low - 2))
    return ask(document(GUNS[inputs["gun"]], profile(inputs["models"], 4, "3+", 2)), mean("attacks"))


def sustained_lethal(row: Document) -> Question:
    if row["id"].startswith("EXHITS"):
        return ask(document(gun(skill="3+", abilities=["sustained hits 1"]), UNARMOURED), mean("hits"))
    weapon = gun(skill="3+", strength=5, abilities=["sustained hits 1", "lethal hits"])
    doc = document(weapon, profile(10, 4, "4+", 1))
    return ask(doc, mean("unsaved") if row["id"].endswith("mean") else lambda result: result.stage("unsaved")[2])


def devastating_wounds(row: Document) -> Question:
    if row["id"].startswith("DW/order"):
        # the devastating weapon is named first, the normal one second; given that the first wounds, one model falls either way,
        # and never is a third wound removed
        first = gun(damage=2, abilities=["devastating wounds"], modifiers={"critical_wound": 2})
        doc = document(first, profile(2, 4, "7+", 2))
        doc["attacker"]["weapons"].append(gun())
        return ask(doc, lambda result: result.mean_slain / Fraction(5, 6) + result.damage.at_least(3))
    weapon = gun(3, "3+", 4, damage=3, abilities=["devastating wounds"])
    doc = document(weapon, profile(3, 4, "3+", 2))
    if "June_2023" in row["id"]:
        doc["readings"] = {"devastating_wounds": "spill"}
    return ask(doc, (lambda result: result.mean_slain) if row["id"].endswith("E_models") else lambda result: result.slain[3])


def feel_no_pain(row: Document) -> Question:
    inputs = row["inputs"]
    if "dice" in inputs:
        return ask(mortal_wounds_on_4s(profile(1, 4, "7+", 10, feel_no_pain="6+")), lambda result: result.mean_damage)
    wounded = Fraction(5, 6)  # given that the one attack wounds
    model = profile(1, 4, "7+", inputs.get("W", 10), feel_no_pain=f"{inputs['FNP']}+")
    doc = document(gun(damage=inputs["D"]), model)
    return ask(doc, lambda result: (result.p_destroyed if "W" in inputs else result.mean_damage) / wounded)


def mortal_wounds_on_4s(model: Document) -> Document:
    """Six dice, one mortal wound on each 4+: a hit on 4+ that wounds at once, against models without a save."""
    return document(gun(6, "4+", abilities=["lethal hits"], modifiers={"critical_hit": 4}), model)


def grenade(row: Document) -> Question:
    reads: dict[str, tuple[Document, Callable[[Any], Number]]] = {
        "GRENADE/mean": (UNARMOURED, lambda result: result.mean_damage),
        "GRENADE/P>=4": (UNARMOURED, lambda result: result.damage.at_least(4)),
        "GRENADE/P_exactly3": (UNARMOURED, lambda result: result.damage[3]),
        "GRENADE/E_marines_killed_W2x5": (profile(5, 4, "7+", 2), lambda result: result.mean_slain),
        "GRENADE/P_kill_>=1_terminator_W3": (profile(5, 5, "7+", 3), lambda result: result.slain.at_least(1)),
    }
    model, read = reads[row["id"]]
    return ask(mortal_wounds_on_4s(model), read)


def overwatch(row: Document) -> Question:
    inputs, facts = row["inputs"], {"overwatch": True}
    if "gun" in inputs:
        return ask(document(GUNS[inputs["gun"]], TARGETS["Guardsman x10"][1], facts=facts), mean("hits"))
    weapon = gun(skill="3+", abilities=["sustained hits 1"] if inputs["sustained"] else [])
    return ask(document(weapon, UNARMOURED, ["Only the Best"] if inputs["reroll1"] else [], facts=facts), mean("hits"))


def save_order(row: Document) -> Question:
    """Models lost to exactly n wounds, from the means of 1 to n attacks that wound five times in six."""
    wounds = row["inputs"]["wounds"]
    models = [profile(1, 4, "2+", 1), profile(9, 4, "5+", 1)]
    documents = tuple(document(gun(attacks), models) for attacks in range(1, wounds + 1))
    p = Fraction(5, 6)

    def read(results: Sequence[Any]) -> Number:
        lost: list[Number] = [Fraction(0)]
        for n, result in enumerate(results, start=1):
            fewer = sum(comb(n, k) * p**k * (1 - p) ** (n - k) * lost[k] for k in range(n))
            lost.append((result.mean_slain - fewer) / p**n)
        return lost[wounds]

    return Question(documents, read)


def hazardous(row: Document) -> Question:
    weapon = gun(skill="3+", abilities=["hazardous"], count=row["inputs"]["weapons"])
    if row["id"].endswith("P_any_fail"):
        return ask(document(weapon, UNARMOURED), lambda result: result.hazard.at_least(1))
    # three mortal wounds on one model for each failed test, so that each costs one two-wound model
    return ask(document(weapon, UNARMOURED), lambda result: result.hazard.mean() / 3)


FAMILIES: dict[str, Callable[[Document], Question]] = {
    "field-ordnance-battery": field_ordnance_battery,
    "field-ordnance-battery-two-guns": field_ordnance_battery,
    "small-arms": small_arms,
    "hit-roll": hit_roll,
    "wound-roll": wound_roll,
    "save": save,
    "blast": blast,
    "sustained-lethal": sustained_lethal,
    "devastating-wounds": devastating_wounds,
    "feel-no-pain": feel_no_pain,
    "grenade": grenade,
    "overwatch": overwatch,
    "save-order-10e": save_order,
    "hazardous": hazardous,
}


def question(row: Document) -> Question:
    """The question that a row of the corpus asks."""
    return FAMILIES[row["family"]](row)
