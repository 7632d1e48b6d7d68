"""Abilities of units that touch the attack sequence."""

from __future__ import annotations

from toolkit.rules.rule import (
    All,
    Cover,
    FactIs,
    FeelNoPain,
    Grant,
    Invulnerable,
    ModifyRoll,
    NoEffectOnDice,
    Not,
    ReduceDamage,
    Rule,
    UnderRuleOf,
)
from toolkit.systems.wh40k_11e.core import RANGED

UNIT_ABILITIES = (
    Rule(
        "wh40k_11e.unit.rearm-reload-fire", "Rearm, Reload, Fire", "Unit abilities", "attacker",
        "Under any Order and stationary, the unit's Heavy weapons have Sustained Hits 1.", "Field Ordnance Battery",
        (Grant("sustained hits 1", to_weapons_with="wh40k_11e.weapon.heavy"),),
        All((UnderRuleOf("Orders", "the unit is under no Order"), FactIs("remained_stationary"), Not(FactIs("overwatch")))),
    ),
    Rule(
        "wh40k_11e.unit.damaged", "Damaged {x}", "Unit abilities", "attacker",
        "−1 to hit while the model has x wounds or fewer left.", "Core abilities: Damaged X", (ModifyRoll("hit", -1),), FactIs("damaged"),
        keyword="damaged {x}", aliases=("damaged",), example="damaged 5",
    ),
    Rule(
        "wh40k_11e.unit.stealth", "Stealth", "Target abilities", "defender",
        "The unit is in cover against ranged attacks; every model must have it.", "Core abilities: Stealth", (Cover(),), RANGED,
    ),
    Rule(
        "wh40k_11e.unit.benefit-of-cover", "Benefit of Cover", "Target abilities", "defender",
        "BS is worse by 1 against the unit, whatever gives it cover.", "Core rules: Cover", (Cover(),), RANGED,
    ),
    Rule(
        "wh40k_11e.unit.feel-no-pain", "Feel No Pain {x}+", "Target abilities", "defender",
        "Each wound about to be lost is ignored on x+; several do not add up.", "Core abilities: Feel No Pain", (FeelNoPain("{x}"),),
        keyword="feel no pain {x}", aliases=("fnp {x}",), example="feel no pain 5+",
    ),
    Rule(
        "wh40k_11e.unit.invulnerable-save", "Invulnerable Save {x}+", "Target abilities", "defender",
        "A save of x+ that AP does not worsen.", "Core rules: Invulnerable Saves", (Invulnerable("{x}"),),
        keyword="invulnerable save {x}", aliases=("invulnerable {x}", "insv {x}"), example="invulnerable save 5+",
    ),
    Rule(
        "wh40k_11e.unit.ranged-invulnerable-save", "Ranged Invulnerable Save {x}+", "Target abilities", "defender",
        "An invulnerable save of x+ against ranged attacks only.", "Datasheets with an invulnerable save against ranged attacks",
        (Invulnerable("{x}"),), RANGED, keyword="ranged invulnerable save {x}", example="ranged invulnerable save 5+",
    ),
    Rule(
        "wh40k_11e.unit.deep-strike", "Deep Strike", "Unit abilities", "any",
        "The unit can arrive anywhere more than 8 inches from every enemy model.", "Core abilities: Deep Strike",
        (NoEffectOnDice("where the unit arrives"),),
    ),
    Rule(
        "wh40k_11e.unit.reduce-damage", "−1 Damage", "Target abilities", "defender",
        "Each attack's damage is 1 less, at least 1.", "Datasheet abilities that subtract 1 from Damage", (ReduceDamage(subtract=1),),
        keyword="reduce damage by 1", aliases=("-1 damage", "minus 1 damage"), example="reduce damage by 1",
    ),
    Rule(
        "wh40k_11e.unit.half-damage", "Half Damage", "Target abilities", "defender",
        "Each attack's damage is halved, rounded up once at the end.", "Datasheet abilities that halve Damage", (ReduceDamage(halve=True),),
        keyword="half damage", aliases=("halve damage",),
    ),
)  # fmt: skip
