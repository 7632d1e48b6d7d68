"""Records that several editions of Warhammer 40,000 print alike, each written once.

An edition takes them under its own id (`Edition`); where only words or one number differ, those are parameters. What an edition prints
in another way stands in its own package.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.rules.edition import Edition
from toolkit.rules.rule import (
    All,
    AutoHit,
    ChangeCharacteristic,
    CriticalOn,
    ExtraHits,
    FactIs,
    FeelNoPain,
    Forbidden,
    Grant,
    HasKeyword,
    Invulnerable,
    NoEffectOnDice,
    NoRange,
    Not,
    ReduceDamage,
    Rule,
    UnderRuleOf,
    WeaponIs,
)
from toolkit.rules.situation import Fact
from toolkit.rules.use import Use

# --- facts ----------------------------------------------------------------------------------------------------------

PHASE = Fact(
    "phase", "Phase", "Ranged weapons attack in the shooting phase, melee weapons in the fight phase.", "shooting", ("shooting", "fight"),
)  # fmt: skip
REMAINED_STATIONARY = Fact(
    "remained_stationary", "Stayed stationary", "The attacking unit Remained Stationary this turn.", False,
    when_true="the unit remained stationary", when_false="the unit moved", in_question="stationary",
)  # fmt: skip
TARGET_VISIBLE = Fact(
    "target_visible", "Target visible", "At least one model of the target is visible to the attacking unit.", True,
    when_true="the target is visible", when_false="no model of the target is visible", in_question="out of sight",
)  # fmt: skip
CHARGED = Fact(
    "charged", "Charged", "The attacking unit made a charge move this turn.", False,
    when_true="the unit charged", when_false="the unit did not charge", in_question="after a charge",
)  # fmt: skip
ADVANCED = Fact(
    "advanced", "Advanced", "The attacking unit Advanced this turn.", False,
    when_true="the unit Advanced", when_false="the unit did not Advance", in_question="after Advancing",
)  # fmt: skip


def half_range(help_: str) -> Fact:
    """Whether the target is within half range; `help_` says when that is measured."""
    return Fact(
        "within_half_range", "Half range", help_, False,
        when_true="the target is within half range", when_false="the target is beyond half range", in_question="in half range",
    )  # fmt: skip


def overwatch(help_: str) -> Fact:
    """Whether the attacks are Fire Overwatch."""
    return Fact(
        "overwatch", "Overwatch", help_, False,
        when_true="the unit fires Overwatch", when_false="the unit does not fire Overwatch", in_question="in Overwatch",
    )  # fmt: skip


def engaged(help_: str) -> Fact:
    """Whether the attacking unit is engaged."""
    return Fact(
        "engaged", "Engaged", help_, False,
        when_true="the unit is engaged", when_false="the unit is not engaged", in_question="while engaged",
    )  # fmt: skip


def target_engaged(help_: str) -> Fact:
    """Whether the target is engaged with the attacker's friends."""
    return Fact(
        "target_engaged", "Target engaged", help_, False,
        when_true="the target is engaged with the attacker's army", when_false="the target is not engaged", in_question="into a fight",
    )  # fmt: skip


# --- conditions -----------------------------------------------------------------------------------------------------

RANGED = WeaponIs("ranged")
UNSEEN = FactIs("target_visible", value=False)
BIG = HasKeyword("attacker", ("Monster", "Vehicle"))
HALF_RANGE_UNKNOWN = Forbidden(
    All((FactIs("within_half_range"), NoRange())),
    "{weapon}: half range is counted for {rule}, but the weapon has no range; give its range in inches",
)
BLAST_INTO_A_FIGHT = Forbidden(
    FactIs("target_engaged"),
    "{weapon}: Blast cannot be fired at a unit engaged with the attacker's army; choose another target or weapon",
)

# --- rules that nobody has to name ----------------------------------------------------------------------------------


def after_advancing(edition: Edition) -> tuple[Forbidden, ...]:
    """What a unit that Advanced may not do."""
    return (
        Forbidden(
            All((RANGED, FactIs("advanced"), Not(edition.has("Assault")))),
            "{weapon}: after an Advance only Assault weapons may shoot; switch 'advanced' off or fire Assault weapons",
        ),
        Forbidden(
            All((FactIs("advanced"), FactIs("remained_stationary"))),
            "a unit cannot have Advanced and Remained Stationary in one turn; switch one of them off",
        ),
    )


def core(edition: Edition) -> tuple[Rule, ...]:
    """Which targets may be shot, and which weapons attack in which phase."""
    return (
        edition.core(
            "Targets out of sight", "A target without a visible model can be shot with Indirect Fire only.",
            NoEffectOnDice("which targets may be shot"), when=All((RANGED, UNSEEN)),
            forbidden=(
                Forbidden(
                    All((RANGED, UNSEEN, Not(edition.has("Indirect Fire")))),
                    "{weapon}: no model of the target is visible and the weapon has no Indirect Fire; it could not shoot",
                ),
                Forbidden(
                    All((UNSEEN, FactIs("overwatch"))), "Fire Overwatch needs a visible target; switch 'overwatch' or 'out of sight' off"
                ),
            ),
        ),
        edition.core(
            "Phases", "Ranged weapons attack in the shooting phase, melee weapons in the fight phase.",
            NoEffectOnDice("which weapons attack"),
            forbidden=(
                Forbidden(All((RANGED, FactIs("phase", "fight"))), "{weapon} is a ranged weapon; it does not attack in the fight phase"),
                Forbidden(
                    All((WeaponIs("melee"), FactIs("phase", "shooting"))),
                    "{weapon} is a melee weapon; it does not attack in the shooting phase",
                ),
            ),
        ),
    )  # fmt: skip


# --- weapon abilities -----------------------------------------------------------------------------------------------


def weapon_abilities(edition: Edition, own: Iterable[Rule]) -> tuple[Rule, ...]:
    """The edition's `own` abilities and those that are printed alike, by name."""
    ability = edition.weapon_ability
    alike = (
        ability(
            "Anti-{k} {x}+", "An unmodified wound roll of x+ against a target with the keyword is a critical wound.",
            CriticalOn("wound", "{x}"), when=HasKeyword("defender", ("{k}",)), example="anti-infantry 4+", aliases=("anti {k} {x}",),
        ),
        ability("Assault", "The weapon can shoot after the unit Advanced.", NoEffectOnDice("when the weapon may shoot")),
        ability(
            "Extra Attacks", "Its attacks are made besides those of another melee weapon.", NoEffectOnDice("which weapons attack together"),
        ),
        ability(
            "Melta {x}", "+x damage within half range.", ChangeCharacteristic("damage", "{x}"), when=FactIs("within_half_range"),
            example="melta 2", forbidden=(HALF_RANGE_UNKNOWN,),
        ),
        ability("One Shot", "The weapon shoots once in a battle.", NoEffectOnDice("how often the weapon may shoot")),
        ability(
            "Rapid Fire {x}", "+x attacks within half range.", ChangeCharacteristic("attacks", "{x}"), when=FactIs("within_half_range"),
            example="rapid fire 1", forbidden=(HALF_RANGE_UNKNOWN,),
        ),
        ability("Sustained Hits {x}", "Each critical hit scores x more hits.", ExtraHits("{x}"), example="sustained hits 1"),
        ability("Torrent", "Every attack hits without a roll.", AutoHit()),
    )  # fmt: skip
    return tuple(sorted((*alike, *own), key=lambda rule: rule.name))


# --- abilities of units ---------------------------------------------------------------------------------------------


def rearm_reload_fire(edition: Edition) -> Rule:
    """The ability of the Field Ordnance Battery."""
    return Rule(
        edition.id("unit", "Rearm, Reload, Fire"), "Rearm, Reload, Fire", "Unit abilities", "attacker",
        "Under any Order and stationary, the unit's Heavy weapons have Sustained Hits 1.", "Field Ordnance Battery",
        (Grant("sustained hits 1", to_weapons_with=edition.id("weapon", "Heavy")),),
        All((UnderRuleOf("Orders", "the unit is under no Order"), FactIs("remained_stationary"), Not(FactIs("overwatch")))),
    )  # fmt: skip


def deep_strike(edition: Edition, inches: int) -> Rule:
    """Arriving away from the enemy; `inches` is how far."""
    return Rule(
        edition.id("unit", "Deep Strike"), "Deep Strike", "Unit abilities", "any",
        f"The unit can arrive anywhere more than {inches} inches from every enemy model.", "Core abilities: Deep Strike",
        (NoEffectOnDice("where the unit arrives"),),
    )  # fmt: skip


def protections(
    edition: Edition, *, feel_no_pain: str, invulnerable: str, half_damage: str, invulnerable_aliases: tuple[str, ...] = ()
) -> tuple[Rule, ...]:
    """Saves and damage of the target; the edition words three of them."""
    return (
        Rule(
            edition.id("unit", "Feel No Pain"), "Feel No Pain {x}+", "Target abilities", "defender",
            feel_no_pain, "Core abilities: Feel No Pain", (FeelNoPain("{x}"),),
            keyword="feel no pain {x}", aliases=("fnp {x}",), example="feel no pain 5+",
        ),
        Rule(
            edition.id("unit", "Invulnerable Save"), "Invulnerable Save {x}+", "Target abilities", "defender",
            invulnerable, "Core rules: Invulnerable Saves", (Invulnerable("{x}"),),
            keyword="invulnerable save {x}", aliases=("invulnerable {x}", *invulnerable_aliases), example="invulnerable save 5+",
        ),
        Rule(
            edition.id("unit", "Ranged Invulnerable Save"), "Ranged Invulnerable Save {x}+", "Target abilities", "defender",
            "An invulnerable save of x+ against ranged attacks only.", "Datasheets with an invulnerable save against ranged attacks",
            (Invulnerable("{x}"),), RANGED, keyword="ranged invulnerable save {x}", example="ranged invulnerable save 5+",
        ),
        Rule(
            edition.id("unit", "Reduce Damage"), "−1 Damage", "Target abilities", "defender",
            "Each attack's damage is 1 less, at least 1.", "Datasheet abilities that subtract 1 from Damage", (ReduceDamage(subtract=1),),
            keyword="reduce damage by 1", aliases=("-1 damage", "minus 1 damage"), example="reduce damage by 1",
        ),
        Rule(
            edition.id("unit", "Half Damage"), "Half Damage", "Target abilities", "defender",
            half_damage, "Datasheet abilities that halve Damage", (ReduceDamage(halve=True),),
            keyword="half damage", aliases=("halve damage",),
        ),
    )  # fmt: skip


# --- orders ---------------------------------------------------------------------------------------------------------


def orders(edition: Edition, use: Use | None = None) -> tuple[Rule, ...]:
    """The six Orders; a unit is under one at a time, the newest replaces the one before."""
    order = edition.order
    return (
        order("Move! Move! Move!", "+3 inches Move.", NoEffectOnDice("how far the unit moves"), use=use),
        order("Fix Bayonets!", "Improve Weapon Skill by 1.", ChangeCharacteristic("skill", 1), when=WeaponIs("melee"), use=use),
        order("Take Aim!", "Improve Ballistic Skill by 1.", ChangeCharacteristic("skill", 1), when=RANGED, use=use),
        order(
            "First Rank, Fire! Second Rank, Fire!", "+1 attack for Rapid Fire weapons.",
            ChangeCharacteristic("attacks", 1), when=edition.has("Rapid Fire"), use=use,
        ),
        order(
            "Take Cover!", "Improve the unit's own Save by 1, to 3+ at best.", ChangeCharacteristic("save", 1, best=3), side="defender",
            use=use,
        ),
        order(
            "Duty and Honour!", "Improve Leadership and Objective Control by 1.", NoEffectOnDice("Leadership and Objective Control"),
            use=use,
        ),
    )  # fmt: skip
