"""Profile, rules and situation to numbers for the engine, with a ledger of what changed what.

`resolve` reads like the attack sequence: for every weapon attacks, hit, wound, save, damage. Which effects count is settled in
`toolkit.rules.collect`, what they add up to in `toolkit.rules.numbers`; the words for tables come from `toolkit.rules.steps`
and `toolkit.rules.telling`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from toolkit.attack.settle import Objective, Settled, settle
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.one_die import DieTest, odds, saving_throw
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import successes
from toolkit.errors import ScenarioError, SpecError, ToolkitError
from toolkit.rules import telling
from toolkit.rules.collect import Applied, filled_condition, read_rules, rules_for_weapon
from toolkit.rules.conditions import Context, holds
from toolkit.rules.ledger import Entry, ReadingUsed, RuleStatus, Step
from toolkit.rules.numbers import Numbers, Save, gather
from toolkit.rules.scenario import Models, Scenario, Weapon
from toolkit.rules.situation import FactValue, Situation
from toolkit.rules.steps import Told, label
from toolkit.rules.steps import steps as tell_steps
from toolkit.rules.system import DamageStep, ReadingValue, System


@dataclass(frozen=True, slots=True)
class Resolved:
    """A scenario as numbers, and how they came about.

    Attributes
    ----------
    attacks : tuple of AttackSpec
    defence : DefenceSpec
    steps : tuple of Step
    entries : tuple of Entry
    not_calculated : tuple of str
        Names without a record, in order of appearance.
    warnings : tuple of str
        Things that are against the rules, as far as a calculator can see.
    hazard : Pmf or None
        Mortal wounds that the attacking unit's own tests inflict on it; exact.
    rules : tuple of RuleStatus
        Every record of the system, and every name without one.
    readings : tuple of ReadingUsed
        How each question that the rules leave open was read.
    choices : tuple of str
        What the players chose where the rules let them, in words.
    """

    attacks: tuple[AttackSpec, ...]
    defence: DefenceSpec
    steps: tuple[Step, ...]
    entries: tuple[Entry, ...]
    not_calculated: tuple[str, ...]
    warnings: tuple[str, ...]
    hazard: Pmf | None
    rules: tuple[RuleStatus, ...]
    readings: tuple[ReadingUsed, ...] = ()
    choices: tuple[str, ...] = ()


def resolve(scenario: Scenario, system: System) -> Resolved:
    """Turn a scenario into what the engine is told.

    Parameters
    ----------
    scenario : Scenario
    system : System
        The game edition named in `scenario.system`.

    Raises
    ------
    ScenarioError
        If the target has no models, a rule lacks its number or belongs to another system, or a number is impossible.

    Examples
    --------
    >>> from toolkit.rules.document import parse
    >>> from toolkit.systems import get
    >>> gun = {"name": "Gun", "attacks": 2, "skill": "3+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["heavy"]}
    >>> target = {"models": [{"count": 5, "toughness": 4, "save": "3+", "wounds": 2}]}
    >>> scenario = parse({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})
    >>> [step.needs for step in resolve(scenario, get("wh40k_10e")).steps if step.name == "Hit"]
    ['3+']
    """
    if not scenario.defender.models:
        raise ScenarioError("defender.models", "the target has no models; give at least one [[defender.models]] entry")
    situation = Situation(system.facts, _with_phase(scenario))
    readings = system.answers(scenario.readings)
    book = read_rules(scenario, system)
    attacks: list[AttackSpec] = []
    steps: list[Step] = []
    entries: list[Entry] = []
    warnings: list[str] = []
    hazard: Pmf | None = None
    met: list[Applied] = []
    shields: list[tuple[int | None, int | None]] = []
    for index, weapon in enumerate(scenario.attacker.weapons):
        applied, context = rules_for_weapon(index, scenario, system, book, situation)
        try:
            numbers = gather(weapon, applied, sum(models.count for models in scenario.defender.models))
            spec, told = _weapon(weapon, applied, scenario, numbers, system, readings)
        except ScenarioError:
            raise
        except ToolkitError as error:
            raise ScenarioError(f"attacker.weapons[{index}]", str(error)) from error
        if weapon.count:
            met.extend(applied)
            attacks.append(spec)
            steps.extend(told)
            entries.extend(telling.entries(weapon, applied, system))
            warnings.extend(_illegal(applied, context))
            shields.append((numbers.feel_no_pain, numbers.feel_no_pain_mortal))
            for test in numbers.tests_after:
                one = successes(weapon.count, Fraction(test.fails_on, 6), exact=True) * test.mortal_wounds
                hazard = one if hazard is None else hazard + one
    if len(set(shields)) > 1:
        raise ScenarioError(
            "defender.rules", "a feel no pain that holds against some of the weapons only is not calculated; crunch those weapons apart"
        )
    shield = shields[0] if shields else (None, None)
    defence = DefenceSpec(tuple(_group(models, *shield) for models in scenario.defender.models))
    settled, choices = settle_choices(attacks, defence, scenario, system)
    return Resolved(
        settled.attacks, settled.defence, tuple(steps), tuple(entries), (*book.unknown, *_idle(system, readings)),
        tuple(dict.fromkeys(warnings)), hazard,
        telling.statuses(system, book, met),
        tuple(ReadingUsed(each.key, readings[each.key], readings[each.key] == each.default, each.summary) for each in system.readings),
        choices,
    )  # fmt: skip


def _idle(system: System, readings: Mapping[str, ReadingValue]) -> tuple[str, ...]:
    """Answers that are not the default, to questions on which no number hangs."""
    asked = [each for each in system.readings if each.idle and readings[each.key] != each.default]
    return tuple(f"{each.key} = {str(readings[each.key]).lower()}: {each.idle}" for each in asked)


def _with_phase(scenario: Scenario) -> dict[str, FactValue]:
    """The situation; a scenario with nothing but melee weapons is about the fight phase even if it does not say so."""
    given: dict[str, FactValue] = dict(scenario.situation)
    firing = [weapon for weapon in scenario.attacker.weapons if weapon.count]
    if "phase" not in given and firing and all(weapon.type == "melee" for weapon in firing):
        given["phase"] = "fight"
    return given


def _group(models: Models, ignore: int | None, ignore_mortal: int | None) -> ModelGroup:
    return ModelGroup(
        models.count,
        models.wounds,
        _better(models.feel_no_pain, ignore),
        _better(models.feel_no_pain_mortal, ignore_mortal),
        models.character,
    )


def _better(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


# --- what the players choose ------------------------------------------------------------------------------------------

DAMAGE_ORDER, DEVASTATING_TIMING = "damage_modifier_order", "devastating_timing"
FAILED_CRITICALS, CRITICAL_BEATS_FLOOR = "failed_rolls_can_be_critical", "crit_threshold_beats_indirect_floor"
ALLOCATION_ORDER, OBJECTIVE, LETHAL_POLICY = "allocation_order", "allocation_objective", "lethal_policy"
"""Readings that are settled here, whichever system asks for them; all others are conditions of records."""

_OBJECTIVES: dict[str, Objective] = {"slain": "slain", "damage": "damage", "destroyed": "destroyed"}
_WANTED: dict[Objective, str] = {"slain": "models slain", "damage": "wounds removed", "destroyed": "chance of destroying the unit"}


def settle_choices(
    attacks: Sequence[AttackSpec], defence: DefenceSpec, scenario: Scenario, system: System
) -> tuple[Settled, tuple[str, ...]]:
    """The players' choices before the dice, as the readings of the system say they are made, and those choices in words."""
    readings = system.answers(scenario.readings)
    policy = readings.get(LETHAL_POLICY, "always")
    if policy == "never":
        attacks = [replace(attack, auto_wound=False) for attack in attacks]
    objective = _OBJECTIVES.get(str(readings.get(OBJECTIVE)), _OBJECTIVES["slain"])
    chooses = system.defender_orders and readings.get(ALLOCATION_ORDER) != "as_listed"
    blocks = _blocks(scenario.defender.models) if chooses and any(attack.weapons for attack in attacks) else []
    try:
        settled = settle(attacks, defence, objective=objective, may_decline=policy == "attacker_best", blocks=blocks)
    except SpecError as error:
        raise ScenarioError("", str(error)) from error
    told: list[str] = []
    for name in settled.declined:
        told.append(f"{name}: the attacker declines the automatic wounds of Lethal Hits (more {_WANTED[objective]})")
    if settled.ordered:
        models = [scenario.defender.models[group] for group in settled.defence.order]
        listed = ", then ".join(label(each) for each in models if not each.character)
        told.append(f"the defender is attacked in the order {listed} (fewest {_WANTED[objective]})")
    return settled, tuple([*told, f"not compared: {settled.left}"] if settled.left else told)


def _blocks(models: Sequence[Models]) -> list[list[int]]:
    """Profiles that are one group for the defender: the same Wounds, Save and invulnerable save; leaders are not theirs to order."""
    blocks: dict[tuple[int, int, int | None], list[int]] = {}
    for index, each in enumerate(models):
        if not each.character:
            blocks.setdefault((each.wounds, each.save, each.invulnerable), []).append(index)
    return list(blocks.values())


# --- one weapon, in the order of the attack sequence ----------------------------------------------------------------


def _weapon(
    weapon: Weapon,
    applied: Sequence[Applied],
    scenario: Scenario,
    numbers: Numbers,
    system: System,
    readings: Mapping[str, ReadingValue],
) -> tuple[AttackSpec, list[Step]]:
    models = scenario.defender.models
    attacks = _attacks(weapon, numbers)
    hit = _hit(weapon, numbers, system, readings)
    strength = max(1, weapon.strength + numbers.change("strength"))
    toughness = unit_toughness(models)
    wound = DieTest(
        system.wound_need(strength, toughness), numbers.wound.modifier, reroll=numbers.wound.reroll, critical=numbers.wound.critical,
        critical_succeeds=True, fails_up_to=numbers.wound.fails_up_to,
    )  # fmt: skip
    ap = min(0, weapon.ap - numbers.change("ap"))
    saves = [_save(each, ap, numbers, system, ranged=weapon.type == "ranged") for each in models]
    order = system.damage_orders[str(readings.get(DAMAGE_ORDER, ""))]
    damages = [_damage(weapon, each, numbers, order) for each in models]
    spec = AttackSpec(
        weapon.name, attacks, weapon.count, hit, wound,
        tuple(Against(save.test if odds(save.test).chance else None, damage) for save, damage in zip(saves, damages, strict=True)),
        extra_hits=numbers.extra_hits.pmf(exact=True) if numbers.extra_hits and hit is not None else None,
        auto_wound=numbers.auto_wound and hit is not None,
        deferred=numbers.deferred,
        mortal_on_wound=_mortal_on_wound(weapon, numbers),
        mortal_instead=numbers.mortal_instead or numbers.spills,
        leaders_first=numbers.leaders_first,
        batched=system.batches,
        after_batch=system.batches and readings.get(DEVASTATING_TIMING) != "activation",
    )  # fmt: skip
    told = Told(
        weapon, applied, numbers, models, hit, wound, strength, toughness, ap, tuple(saves), tuple(damages),
        cover_on_skill=_cover_on_skill(numbers, system), cover_on_saves=system.cover == "save",
    )  # fmt: skip
    return spec, tell_steps(told)


def _mortal_on_wound(weapon: Weapon, numbers: Numbers) -> Pmf | None:
    """Mortal wounds of a critical wound that spill over: what a rule says, or the weapon's Damage with what is added to it."""
    if numbers.spills:
        more = numbers.damage_of_weapon + numbers.damage_of_others - numbers.damage_less
        return weapon.damage.pmf(exact=True).map(lambda rolled: max(1, rolled + more) if rolled else 0)
    return numbers.mortal_on_wound.pmf(exact=True) if numbers.mortal_on_wound and not numbers.deferred else None


def _attacks(weapon: Weapon, numbers: Numbers) -> Pmf:
    law = weapon.attacks.pmf(exact=True)
    for extra in numbers.extra_attacks:
        law = law + extra.pmf(exact=True)
    # the Attacks characteristic is never modified below 1; a printed 0 is not modified to less than 0
    least = 1 if weapon.attacks.high > 0 else 0
    return law.map(lambda n: max(least, n)) if law.low < least else law


def _hit(weapon: Weapon, numbers: Numbers, system: System, readings: Mapping[str, ReadingValue]) -> DieTest | None:
    if weapon.skill is None or numbers.auto_hit:
        return None
    roll = numbers.hit
    need = max(system.best_skill, weapon.skill - numbers.change("skill") + _cover_on_skill(numbers, system))
    if system.worst_skill is not None:
        need = min(need, system.worst_skill)
    return DieTest(
        need, roll.modifier, reroll=roll.reroll, critical=roll.critical,
        critical_succeeds=system.critical_hits_succeed or readings.get(FAILED_CRITICALS) is True,
        fails_up_to=roll.fails_up_to, only=roll.only, only_is_critical=roll.only_is_critical,
        critical_beats_floor=readings.get(CRITICAL_BEATS_FLOOR) is True,
    )  # fmt: skip


def _cover_on_skill(numbers: Numbers, system: System) -> bool:
    """Whether cover worsens BS."""
    return system.cover == "skill" and numbers.cover and not numbers.no_cover and not numbers.skill_ignores_worse


def unit_toughness(models: tuple[Models, ...]) -> int:
    """Toughness of a whole unit: the highest among its models, leaders left out while there are others."""
    return max((each.toughness for each in models if not each.character), default=max(each.toughness for each in models))


def _save(models: Models, ap: int, numbers: Numbers, system: System, *, ranged: bool) -> Save:
    printed = models.save
    for change, best in numbers.save_changes:
        limit = max(system.best_save, best or 0)
        printed = min(printed, max(limit, printed - change))
    cover = numbers.cover and not numbers.no_cover and system.cover == "save"
    barred = ""
    if cover and printed <= 3 and ap == 0:
        cover, barred = False, "a Save of 3+ or better has no cover against AP 0"
    armour = saving_throw(max(1, printed - ap), numbers.save_modifier + cover, system.save_bonus)
    inv = models.invulnerable if numbers.invulnerable is None else _better(models.invulnerable, numbers.invulnerable)
    if inv is not None:
        throw = saving_throw(inv, numbers.save_modifier, system.save_bonus)  # modifiers to saving throws count; AP and cover do not
        if odds(throw).chance > odds(armour).chance:
            return Save(throw, max(2, inv - throw.net), True, False, barred)
    return Save(armour, max(2, printed - ap - armour.net), False, cover, barred)


def _damage(weapon: Weapon, models: Models, numbers: Numbers, order: tuple[DamageStep, ...]) -> Pmf:
    """The damage of one failed save: replaced, modified in the system's order, rounded up; never below 1 unless printed or set to 0."""
    fixed = [each.fixed for each in numbers.reductions if each.fixed is not None]
    fixed += [] if models.fixed_damage is None else [models.fixed_damage]
    halve = models.half_damage or any(each.halve for each in numbers.reductions)
    less = numbers.damage_less + models.damage_reduction + sum(each.subtract for each in numbers.reductions)
    changes: dict[DamageStep, int] = {
        "add": numbers.damage_of_weapon + numbers.damage_of_others,
        "add_of_weapon": numbers.damage_of_weapon,
        "add_of_others": numbers.damage_of_others,
        "subtract": -less,
    }
    law = weapon.damage.pmf(exact=True)
    if not fixed and not halve and not changes["add"] and not less and law.low >= 1:
        return law

    def final(rolled: int) -> int:
        if rolled <= 0 or (fixed and min(fixed) == 0):
            return 0
        doubled = 2 * (min(fixed) if fixed else rolled)  # twice the damage, so that halving stays whole
        for step in order:
            if step == "halve":
                doubled = doubled // 2 if halve else doubled
            else:
                doubled += 2 * changes[step]
        return max(1, -(-doubled // 2))

    return law.map(final)


# --- what a calculator can see of legality ---------------------------------------------------------------------------


def _illegal(applied: tuple[Applied, ...], context: Context) -> list[str]:
    out: list[str] = []
    for each in applied:
        for check in each.found.rule.forbidden:
            if holds(filled_condition(check.when, each.found.keyword), context)[0]:
                out.append(
                    check.message.replace("{weapon}", context.weapon.name)
                    .replace("{rule}", each.found.name)
                    .replace("{k}", each.found.keyword)
                )
    return out
