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
from toolkit.systems.wh40k_10e.core import RANGED

UNIT_ABILITIES = (
    Rule(
        "wh40k_10e.unit.rearm-reload-fire", "Rearm, Reload, Fire", "Unit abilities", "attacker",
        "Under any Order and stationary, the unit's Heavy weapons have Sustained Hits 1.", "Field Ordnance Battery",
        (Grant("sustained hits 1", to_weapons_with="wh40k_10e.weapon.heavy"),),
        All((UnderRuleOf("Orders", "the unit is under no Order"), FactIs("remained_stationary"), Not(FactIs("overwatch")))),
    ),
    Rule(
        "wh40k_10e.unit.stealth", "Stealth", "Target abilities", "defender",
        "−1 to hit for ranged attacks against the unit.", "Core abilities: Stealth", (ModifyRoll("hit", -1),), RANGED,
    ),
    Rule(
        "wh40k_10e.unit.benefit-of-cover", "Benefit of Cover", "Target abilities", "defender",
        "+1 to armour saves against ranged attacks, whatever gives it; not for a Save of 3+ or better against AP 0.",
        "Core rules: Benefit of Cover", (Cover(),), RANGED,
    ),
    Rule(
        "wh40k_10e.unit.feel-no-pain", "Feel No Pain {x}+", "Target abilities", "defender",
        "Each wound about to be lost is ignored on x+.", "Core abilities: Feel No Pain", (FeelNoPain("{x}"),),
        keyword="feel no pain {x}", aliases=("fnp {x}",), example="feel no pain 5+",
    ),
    Rule(
        "wh40k_10e.unit.invulnerable-save", "Invulnerable Save {x}+", "Target abilities", "defender",
        "A save of x+ that AP does not worsen; the better save is used.", "Core rules: Invulnerable Saves", (Invulnerable("{x}"),),
        keyword="invulnerable save {x}", aliases=("invulnerable {x}",), example="invulnerable save 5+",
    ),
    Rule(
        "wh40k_10e.unit.ranged-invulnerable-save", "Ranged Invulnerable Save {x}+", "Target abilities", "defender",
        "An invulnerable save of x+ against ranged attacks only.", "Datasheets with an invulnerable save against ranged attacks",
        (Invulnerable("{x}"),), RANGED, keyword="ranged invulnerable save {x}", example="ranged invulnerable save 5+",
    ),
    Rule(
        "wh40k_10e.unit.deep-strike", "Deep Strike", "Unit abilities", "any",
        "The unit can arrive anywhere more than 9 inches from every enemy model.", "Core abilities: Deep Strike",
        (NoEffectOnDice("where the unit arrives"),),
    ),
    Rule(
        "wh40k_10e.unit.reduce-damage", "−1 Damage", "Target abilities", "defender",
        "Each attack's damage is 1 less, at least 1.", "Datasheet abilities that subtract 1 from Damage", (ReduceDamage(subtract=1),),
        keyword="reduce damage by 1", aliases=("-1 damage", "minus 1 damage"), example="reduce damage by 1",
    ),
    Rule(
        "wh40k_10e.unit.half-damage", "Half Damage", "Target abilities", "defender",
        "Each attack's damage is halved, rounded up.", "Datasheet abilities that halve Damage", (ReduceDamage(halve=True),),
        keyword="half damage", aliases=("halve damage",),
    ),
)  # fmt: skip
