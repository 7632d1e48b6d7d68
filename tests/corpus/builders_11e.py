"""From one row of `worked_11e.json` to the number that the toolkit gives for it; for the rows W11, one function for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import toolkit as tk
from toolkit.attack.policy import Goal, best_reroll
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf
from toolkit.studies.rolls import battle_shock, charge, charge_needs, is_weakened
from toolkit.studies.rolls.unit_hazards import crushing_impact, hazard_rolls
from toolkit.systems.wh40k_11e import rolls as eleventh

from . import builders as tenth
from .builders import UNARMOURED, Document, chance, gun, profile
from .precision import EXACT, close

F = Fraction
Number = Fraction | float
SYSTEM = "wh40k_11e"
BIG = ["Vehicle"]


def document(weapon: Document | list[Document], model: Document | list[Document], **more: Any) -> Document:
    """A scenario document; `ours`, `theirs`, `keywords`, `own_keywords`, `readings`; every other word is a fact."""
    weapons = weapon if isinstance(weapon, list) else [weapon]
    return {
        "system": SYSTEM,
        "attacker": {"keywords": more.pop("own_keywords", ["Infantry"]), "rules": more.pop("ours", []), "weapons": weapons},
        "defender": {
            "keywords": more.pop("keywords", ["Infantry"]),
            "rules": more.pop("theirs", []),
            "models": model if isinstance(model, list) else [model],
        },
        "readings": more.pop("readings", {}),
        "situation": {"phase": "fight" if weapons[0]["type"] == "melee" else "shooting", **more},
    }


def crunched(doc: Document) -> Any:
    result = tk.crunch(doc, exact=EXACT.get())
    assert result.not_calculated == (), result.not_calculated
    return result


def hit(weapon: Document, model: Document = UNARMOURED, **more: Any) -> Number:
    return chance("Hit")(crunched(document(weapon, model, **more)))


def given_wounds(models: list[Document], ap: int, damage: int, number: int, read: Callable[[Any], Number]) -> Number:
    """A number given exactly `number` wounds, from what 1 to `number` attacks that wound five times in six come to."""
    p = F(5, 6)
    values: list[Number] = [F(0)]
    for n in range(1, number + 1):
        weapon = gun(n, ap=ap, damage=damage)
        value = read(crunched(document(weapon, models, readings={"allocation_order": "as_listed"})))
        fewer = sum(comb(n, k) * p**k * (1 - p) ** (n - k) * values[k] for k in range(n))
        values.append((value - fewer) / p**n)
    return values[number]


def worked(row_id: str, alternative: str = "") -> Number:
    """The value of a row W11, or of what it says of another reading or case."""
    return WORKED[row_id](alternative)


def w01(_: str) -> Number:
    return hit(gun(skill="3+"), target_in_cover=True)


def w02(_: str) -> Number:
    return hit(gun(skill="4+"), ours=["Damaged 5"], damaged=True, target_in_cover=True)


def w03(_: str) -> Number:
    return hit(gun(skill="6+", abilities=["heavy"]), target_in_cover=True, remained_stationary=True)


def w05(_: str) -> Number:
    weapon = gun(skill="3+", abilities=["psychic", "heavy"])
    return hit(weapon, target_in_cover=True, remained_stationary=True, ours=["Damaged 5"], damaged=True)


def w06(alternative: str) -> Number:
    facts = {"engaged": True, "target_engaged": True, "target_in_cover": not alternative}
    return hit(gun(skill="4+"), own_keywords=BIG, keywords=BIG, **facts)


def w08(_: str) -> Number:
    weapon = gun(2, "3+", 6, -1, abilities=["indirect fire", "heavy"])
    doc = document(weapon, profile(10, 4, "4+", 1), remained_stationary=True, target_visible=False)
    return crunched(doc).stage("unsaved").at_least(1)


def w09(_: str) -> Number:
    weapon = gun("D6", "5+", 6, abilities=["blast", "heavy", "indirect fire"])
    facts = {"remained_stationary": True, "target_visible": False, "target_spotted": True}
    return crunched(document(weapon, profile(7, 4, "4+", 1), **facts)).stage("hits").at_least(1)


def w10(_: str) -> Number:
    return crunched(document(gun("D6", "4+", abilities=["blast 2"]), profile(12, 4, "4+", 1))).stage("hits").at_least(5)


def w11(alternative: str) -> Number:
    weapon = {**gun(3, "3+", abilities=["cleave 1"]), "type": "melee"}
    del weapon["range"]
    result = crunched(document(weapon, profile(16, 4, "4+", 1), split_attacks=bool(alternative)))
    return result.stage("hits").at_least(2 if alternative else 4)


def w13(alternative: str) -> Number:
    weapon = gun(1, "3+", 4, damage=2, abilities=["lethal hits", "devastating wounds"])
    readings = {"lethal_policy": "always"} if alternative else {}
    return crunched(document(weapon, profile(1, 4, "2+", 2), readings=readings)).p_destroyed


def w14(_: str) -> Number:
    weapon = gun(1, "3+", 4, abilities=["lethal hits", "sustained hits 2"])
    return crunched(document(weapon, profile(10, 4, "4+", 1))).stage("wounds").at_least(2)


def w15(_: str) -> Number:
    weapon = gun(3, "N/A", 4, damage=3, abilities=["devastating wounds"])
    return crunched(document(weapon, profile(3, 4, "4+", 2))).slain[2]


def w17(alternative: str) -> Number:
    weapons = [
        gun(1, "N/A", 8, -6, 2, abilities=["devastating wounds"], name="X"),
        gun(2, "N/A", 8, -6, 1, name="Y"),
    ]  # fmt: skip
    readings = {"devastating_timing": "activation"} if alternative else {}
    return crunched(document(weapons, profile(2, 4, "6+", 3), readings=readings)).mean_damage


def w19(_: str) -> Number:
    weapon = gun(skill="3+", abilities=["hazardous"], count=3)
    law = crunched(document(weapon, UNARMOURED)).hazard
    squad = {"models": [profile(10, 4, "3+", 1)]}
    losses = hazard_rolls(squad, 3, exact=EXACT.get()).slain
    assert losses.at_least(1) == law.at_least(1)
    return losses.at_least(1)


def w20(_: str) -> Number:
    weapon = gun(skill="3+", abilities=["hazardous"], count=2)
    assert close(crunched(document(weapon, UNARMOURED, own_keywords=BIG)).hazard[6], F(1, 9))
    vehicle = {"models": [profile(1, 9, "3+", 12, feel_no_pain="5+")]}
    return hazard_rolls(vehicle, 2, numbers=eleventh.HAZARD_BIG, exact=EXACT.get()).damage.at_least(3)


def w21(_: str) -> Number:
    return hazard_rolls({"models": [profile(5, 4, "3+", 2)]}, 5, exact=EXACT.get()).slain.at_least(1)


def w22(_: str) -> Number:
    return given_wounds([profile(1, 4, "3+", 1), profile(2, 4, "5+", 1)], 0, 1, 3, lambda result: result.p_destroyed)


def w24(_: str) -> Number:
    models = [profile(2, 4, "2+", 2, invulnerable="4+"), profile(3, 4, "3+", 1)]
    return given_wounds(models, -2, 2, 4, lambda result: result.slain.at_least(3))


def w26(_: str) -> Number:
    return damage({})


def w27(alternative: str) -> Number:
    return damage({"damage_modifier_order": "mul_add_sub_div_roundup"} if alternative else {}, damage_reduction=1)


def damage(readings: Document, **target: Any) -> Number:
    """Mean damage of one unsaved attack of D6 with Melta 2 in half range."""
    weapon = gun(1, damage="D6", abilities=["melta 2"])
    result = crunched(document(weapon, profile(1, 4, "7+", 50, half_damage=True, **target), within_half_range=True, readings=readings))
    return result.mean_damage / F(5, 6)


def w29(alternative: str) -> Number:
    weapon = gun(2, "2+", abilities=["rapid fire 1", "sustained hits 1"])
    facts = {"overwatch": True, "within_half_range": True, "target_in_cover": True}
    readings = {"snap_hits_critical": True} if alternative else {}
    return crunched(document(weapon, UNARMOURED, readings=readings, **facts)).stage("hits").mean()


def w30(alternative: str) -> Number:
    need = charge_needs(8.1, numbers=eleventh.CHARGE)
    changes = {"FLY": [eleventh.FLYING], "+1 t": [1]}.get(alternative[:3] if alternative[:3] == "FLY" else alternative[:4], [])
    return charge(need, changes, reroll="whole" if "Command" in alternative else None, numbers=eleventh.CHARGE, exact=EXACT.get()).chance


def w32(_: str) -> Number:
    return sum((p for (own, enemy), p in crushing_impact(4).joint.items() if own == 0 and enemy >= 2), F(0))


def w33(alternative: str) -> Number:
    shocked = 1 - battle_shock(7, numbers=eleventh.BATTLE_SHOCK, exact=EXACT.get())
    if "exactly 5" in alternative:
        return shocked * is_weakened(10, 5, numbers=eleventh.BATTLE_SHOCK)
    if "starting strength 11" in alternative:
        return F(is_weakened(11, 6, numbers=eleventh.BATTLE_SHOCK))
    return 1 - shocked**2


def w34(_: str) -> Number:
    one = Pmf.certain(1, exact=True)
    sure = DieTest(1, critical=7, natural_six=False, fails_up_to=0)
    attack = AttackSpec("gun", Pmf.certain(3, exact=True), 1, None, sure, (Against(saving_throw(4), one),))
    best = best_reroll([attack], DefenceSpec((ModelGroup(3, 1),)), Goal("at least", 1), exact=EXACT.get(), side="defender")
    return 1 - best.value


def w35(alternative: str) -> Number:
    return hit(gun(skill="5+", modifiers={"critical_hit": 4}), overwatch=bool(alternative))


def w37(alternative: str) -> Number:
    model, theirs = profile(1, 4, "6+", 1), []
    if alternative:
        model, theirs = profile(1, 4, "2+", 1), ["Take Cover!"]
    return 1 - chance("Save")(crunched(document(gun(ap=-1), model, theirs=theirs)))


WORKED: dict[str, Callable[[str], Number]] = {
    "W11-01": w01, "W11-02": w02, "W11-03": w03, "W11-05": w05, "W11-06": w06, "W11-08": w08, "W11-09": w09, "W11-10": w10, "W11-11": w11,
    "W11-13": w13, "W11-14": w14, "W11-15": w15, "W11-17": w17, "W11-19": w19, "W11-20": w20, "W11-21": w21, "W11-22": w22, "W11-24": w24,
    "W11-26": w26, "W11-27": w27, "W11-29": w29, "W11-30": w30, "W11-32": w32, "W11-33": w33, "W11-34": w34, "W11-35": w35, "W11-37": w37,
}  # fmt: skip

NOT_A_READING = {
    "if cover were (wrongly) a capped hit-roll modifier",
    "if BS were not clamped (7+)",
    "if devastating mortal wounds (wrongly) spilled",
    "10e order (halve, then add)",
}
"""Alternatives that show what a mistake, or another edition, would give: no reading of this edition."""


# --- the other families -----------------------------------------------------------------------------------------------

MODES: dict[str, tuple[list[str], Document]] = {
    "e1_11e_heavy": ([], {"remained_stationary": True}),
    "e1c_11e_heavy_cover": ([], {"remained_stationary": True, "target_in_cover": True}),
    "ei0_11e_indirect_unspotted_or_moved": ([], {"target_visible": False}),
    "ei3_11e_indirect_stationary_spotted_takeaim_rrf": (
        ["Take Aim!", tenth.REARM],
        {"remained_stationary": True, "target_visible": False, "target_spotted": True},
    ),
}


def battery(row: Document) -> Document:
    """The document that a row of the Field Ordnance Battery is about."""
    inputs = row["inputs"]
    ours, facts = MODES[inputs["mode"]]
    keywords, model = tenth.TARGETS[inputs["target"]]
    return document({**tenth.GUNS[inputs["gun"]]}, model, ours=ours, keywords=keywords, own_keywords=tenth.BATTERY, **facts)


def hazardous(row: Document) -> Number:
    weapons = row["inputs"]["weapons"]
    law = crunched(document(gun(skill="3+", abilities=["hazardous"], count=weapons), UNARMOURED)).hazard
    return law.at_least(1) if row["id"].endswith("P_any_fail") else law.mean()


def charging(row: Document) -> Number:
    need = charge_needs(8, just_over=True, numbers=eleventh.CHARGE)
    changes = [eleventh.TANGLEFOOT] if "tanglefoot" in row["id"] else []
    return charge(need, changes, numbers=eleventh.CHARGE, exact=EXACT.get()).chance


def save_order(row: Document) -> Number:
    models = [profile(1, 4, "2+", 1), profile(9, 4, "5+", 1)]
    return given_wounds(models, 0, 1, row["inputs"]["wounds"], lambda result: result.mean_slain)


OTHERS: dict[str, Callable[[Document], Number]] = {"hazardous": hazardous, "charge": charging, "save-order-11e": save_order}


def quantity(row: Document, results: Callable[[Document], Any]) -> Number:
    """The number that a row asks for; `results` crunches a document."""
    if row["family"] == "worked-11e":
        return worked(row["id"])
    if row["family"] == "field-ordnance-battery":
        return tenth.QUANTITIES[row["quantity"]](results(battery(row)))
    return OTHERS[row["family"]](row)


def alternatives(row: Document) -> Sequence[tuple[str, Fraction]]:
    """What a row says of other readings and cases, without mistakes."""
    return [(words, Fraction(value)) for words, value in row.get("alternatives", {}).items() if words not in NOT_A_READING]
