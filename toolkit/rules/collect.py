"""Which rules meet one weapon: everything named in a scenario, found in the registry, with the reason where it is not in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from toolkit.dice.notation import Dice
from toolkit.errors import ScenarioError
from toolkit.rules.conditions import Context, holds
from toolkit.rules.registry import FoundRule, fold, targets_condition
from toolkit.rules.rule import (
    AtOnce,
    AutoHit,
    AutoWound,
    ChangeCharacteristic,
    Condition,
    Cover,
    CriticalOn,
    Effect,
    ExtraHits,
    Fails,
    Grant,
    HasKeyword,
    IgnoreModifiers,
    ModifyRoll,
    NoCover,
    NoReroll,
    Not,
    Only,
    OnlyUnmodified,
    Reroll,
)
from toolkit.rules.scenario import Scenario, Weapon
from toolkit.rules.situation import Situation
from toolkit.rules.system import System


@dataclass(frozen=True, slots=True)
class Applied:
    """A rule that meets a weapon: in force or not, and why.

    `effects` lists each of its effects with the same two; an effect may need more than its rule.
    """

    found: FoundRule
    in_force: bool
    reason: str
    effects: tuple[tuple[Effect, bool, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A rule as named in the scenario: which unit has it, and why it has no part in this attack ("" if it may have)."""

    found: FoundRule
    unit: str
    idle: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every rule a scenario names.

    Attributes
    ----------
    unit : tuple of Named
        Rules of the units and of the whole scenario; idle ones keep the reason.
    weapons : tuple of tuple of Named
        Rules printed on each weapon of the attacker.
    unknown : tuple of str
        Names without a record, in order of appearance.
    """

    unit: tuple[Named, ...]
    weapons: tuple[tuple[Named, ...], ...]
    unknown: tuple[str, ...]


_NONE_PRINTED = ("-", "–")
"""What datasheets print for a weapon without abilities."""


def read_rules(scenario: Scenario, system: System) -> Rulebook:
    """Look up everything the scenario names.

    Raises
    ------
    ScenarioError
        If a name lacks its number, or is the id of a rule of another system.
    """
    unknown: list[str] = []

    def find(text: str, where: str) -> FoundRule | None:
        found = system.find(text, where)
        if found is None:
            _reject_wrong_id(text, where, system)
            if text not in unknown:
                unknown.append(text)
        return found

    weapons: list[tuple[Named, ...]] = []
    for i, weapon in enumerate(scenario.attacker.weapons):
        named: list[Named] = []
        for j, text in enumerate(weapon.abilities):
            if text.strip() in _NONE_PRINTED:
                continue
            found = find(text, f"attacker.weapons[{i}].abilities[{j}]")
            if found is not None:
                idle = "it belongs to a target unit, not to a weapon" if found.rule.side == "defender" else ""
                named.append(Named(found, "attacker", idle))
        weapons.append(tuple(named))
    unit: list[Named] = []
    for where, texts, own in (
        ("attacker.rules", scenario.attacker.rules, "attacker"),
        ("defender.rules", scenario.defender.rules, "defender"),
        ("rules", scenario.rules, ""),
    ):
        for i, text in enumerate(texts):
            found = find(text, f"{where}[{i}]")
            if found is not None:
                has_it = own or ("defender" if found.rule.side == "defender" else "attacker")
                unit.append(Named(found, has_it, _idle(found, own)))
    return Rulebook(_only_last(unit, system), tuple(weapons), tuple(unknown))


def _reject_wrong_id(text: str, where: str, system: System) -> None:
    """An id is never somebody's printed name: one that is not found is a mistake."""
    prefix, dot, rest = text.strip().partition(".")
    if dot and prefix == system.id:
        close = get_close_matches(text.strip(), [rule.id for rule in system.rules], n=1)
        hint = f"did you mean {close[0]!r}?" if close else 'list the ids with "toolkit rules"'
        raise ScenarioError(where, f"{text!r} is no rule of {system.id!r}; {hint}")
    if dot and rest and prefix != system.id and " " not in prefix and "_" in prefix:
        raise ScenarioError(where, f"{text!r} is a rule of {prefix!r}, but the scenario is {system.id!r}; name a rule of {system.id!r}")


def _idle(found: FoundRule, own: str) -> str:
    """Why a rule named by the unit of one side has no part in this attack."""
    side = found.rule.side
    if own == "defender" and side in ("weapon", "attacker"):
        return "it changes the unit's own attacks only"
    if own == "attacker" and side == "defender":
        return "it changes attacks against the unit only"
    return ""


def _only_last(named: Sequence[Named], system: System) -> tuple[Named, ...]:
    """Of each exclusive group (Orders) only the newest is in force, or as many of the newest as a rule allows at once."""
    out = list(named)
    for group in system.exclusive:
        for unit in ("attacker", "defender"):
            members = [i for i, each in enumerate(out) if each.found.rule.group == group and each.unit == unit]
            allowed = _at_once(named, group, unit)
            newest = list(dict.fromkeys(out[i].found for i in reversed(members)))
            number = "one" if allowed == 1 else str(allowed)
            for i in members:
                if out[i].found not in newest[:allowed]:
                    out[i] = replace(out[i], idle=f"replaced by {newest[0].name}: only {number} of the {group} at a time")
    return tuple(out)


def _at_once(named: Sequence[Named], group: str, unit: str) -> int:
    """How many rules of an exclusive group the unit may be under at once."""
    effects = [effect for each in named if each.unit == unit for effect in each.found.rule.effects]
    return max((effect.number for effect in effects if isinstance(effect, AtOnce) and effect.group == group), default=1)


def rules_for_weapon(
    index: int, scenario: Scenario, system: System, book: Rulebook, situation: Situation
) -> tuple[tuple[Applied, ...], Context]:
    """All rules that meet weapon `index`, in force or not, and the context they were judged in."""
    weapon = scenario.attacker.weapons[index]
    unit = [each for each in book.unit if not (each.found.rule.always)]
    candidates: list[Named] = [*(Named(found, "attacker") for found in system.always), *book.weapons[index], *unit]
    context = _context(index, scenario, system, book, situation)
    # grants come first: what they give is judged like a printed ability, and others may ask for it
    granted: list[Named] = []
    for each in candidates:
        for effect in each.found.rule.effects:
            if isinstance(effect, Grant) and not each.idle and _in_force(each, context)[0]:
                if effect.to_weapons_with and effect.to_weapons_with not in context.abilities:
                    continue
                found = system.find(effect.ability)
                if found is not None:
                    granted.append(Named(found, "attacker"))
    if granted:
        context = replace(context, abilities=context.abilities | {each.found.rule.id for each in granted})
    judged: list[tuple[FoundRule, bool, str]] = []
    seen: set[FoundRule] = set()
    for each in [*candidates, *granted]:
        if each.found in seen and not each.idle:
            continue
        seen.add(each.found)
        judged.append((each.found, *_in_force(each, context)))
    if system.one_instance:
        judged = _best_instances(judged)
    context = replace(context, cover_sources=_cover_sources(judged))
    applied = [
        Applied(found, truth, reason, tuple(_judged(effect, truth, reason, context) for effect in found.rule.effects))
        for found, truth, reason in judged
    ]
    return _without_moot(applied, weapon, system), context


Judged = tuple[FoundRule, bool, str]


def _best_instances(judged: Sequence[Judged]) -> list[Judged]:
    """Of several instances of one weapon ability in force, whatever their numbers or keywords, only the best one."""
    best: dict[str, FoundRule] = {}
    for found, truth, _ in judged:
        if truth and found.rule.side == "weapon":
            known = best.get(found.rule.id)
            if known is None or _strength(found) > _strength(known):
                best[found.rule.id] = found
    out: list[Judged] = []
    for found, truth, reason in judged:
        used = best.get(found.rule.id, found)
        moot = truth and used != found
        out.append((found, truth and not moot, f"{used.name} is used: instances of an ability do not add up" if moot else reason))
    return out


def _strength(found: FoundRule) -> int:
    """The better of two instances of an ability has more of it; with a roll that it needs, less."""
    if not found.x:
        return 0
    number = Dice.parse(found.x)
    return (number.low + number.high) * (-1 if any(isinstance(effect, CriticalOn) for effect in found.rule.effects) else 1)


def _cover_sources(judged: Sequence[tuple[FoundRule, bool, str]]) -> int:
    in_force = [found.rule for found, truth, _ in judged if truth]
    if any(isinstance(effect, NoCover) for rule in in_force if rule.side != "weapon" for effect in rule.effects):
        return 0
    return sum(any(isinstance(effect, Cover) for effect in rule.effects) for rule in in_force)


def _without_moot(applied: Sequence[Applied], weapon: Weapon, system: System) -> tuple[Applied, ...]:
    """What can change nothing is not in force: hit modifiers without a hit roll, or against "unmodified 6 only"."""
    effects = [effect for each in applied for effect, in_force, _ in each.effects if in_force]
    automatic = weapon.skill is None or any(isinstance(effect, AutoHit) for effect in effects)
    only = next((effect for effect in effects if isinstance(effect, OnlyUnmodified)), None)
    if not automatic and only is None:
        return tuple(applied)
    out: list[Applied] = []
    for each in applied:
        judged = tuple(
            _moot(effect, in_force, reason, automatic, only, system.cover == "skill") for effect, in_force, reason in each.effects
        )
        any_left = any(in_force for _, in_force, _ in judged) or not judged
        reason = each.reason if any_left or not each.in_force else judged[0][2]
        out.append(Applied(each.found, each.in_force and any_left, reason, judged))
    return tuple(out)


def _moot(
    effect: Effect, in_force: bool, reason: str, automatic: bool, only: OnlyUnmodified | None, cover_on_skill: bool
) -> tuple[Effect, bool, str]:
    changes_roll = (
        (isinstance(effect, ModifyRoll | CriticalOn | Fails) and effect.roll == "hit")
        or (isinstance(effect, ChangeCharacteristic) and effect.name == "skill")
        or (isinstance(effect, IgnoreModifiers) and effect.of in ("hit", "skill"))
        or (isinstance(effect, Cover | NoCover) and cover_on_skill)
    )
    needs_roll = isinstance(effect, ExtraHits | AutoWound | OnlyUnmodified) or (
        isinstance(effect, Reroll | NoReroll) and effect.roll == "hit"
    )
    if in_force and automatic and (changes_roll or needs_roll):
        return effect, False, "every attack hits without a roll"
    if in_force and only is not None and changes_roll:
        return effect, False, f"only an unmodified {only.at} hits"
    return effect, in_force, reason


def _judged(effect: Effect, truth: bool, reason: str, context: Context) -> tuple[Effect, bool, str]:
    if truth and isinstance(effect, Only):
        more, why = holds(effect.when, context)
        return effect.effect, more, why
    return (effect.effect if isinstance(effect, Only) else effect), truth, reason


def _in_force(named: Named, context: Context) -> tuple[bool, str]:
    if named.idle:
        return False, named.idle
    rule = named.found.rule
    for effect in rule.effects:
        if isinstance(effect, Grant) and effect.to_weapons_with and effect.to_weapons_with not in context.abilities:
            return False, f"the weapon does not have {effect.to_weapons_with.rpartition('.')[2].replace('-', ' ').title()}"
    if named.found.condition is not None:
        truth, why = holds(named.found.condition, context)
        if not truth or rule.when is None:
            return truth, why
    return holds(filled_condition(rule.when, named.found.keyword), context) if rule.when is not None else (True, "")


def filled_condition(condition: Condition, keyword: str) -> Condition:
    """A condition with "{k}" replaced by the keyword that is printed with the rule.

    Examples
    --------
    >>> filled_condition(Not(HasKeyword("defender", ("{k}",))), "VEHICLE")
    Not(condition=HasKeyword(side='defender', any_of=('VEHICLE',)))
    """
    if isinstance(condition, HasKeyword) and condition.any_of == ("{k}",):
        return targets_condition(keyword)
    return Not(filled_condition(condition.condition, keyword)) if isinstance(condition, Not) else condition


def _context(index: int, scenario: Scenario, system: System, book: Rulebook, situation: Situation) -> Context:
    unit_weapon_rules = {each.found.rule.id for each in book.unit if each.found.rule.side == "weapon" and not each.idle}
    abilities = [frozenset({each.found.rule.id for each in named if not each.idle} | unit_weapon_rules) for named in book.weapons]
    besides = frozenset(
        abilities[i] for i, other in enumerate(scenario.attacker.weapons) if i != index and other.count and other.type == "ranged"
    )

    def under(group: str) -> bool:
        # being under an Order is enough, whatever that Order does
        return any(each.found.rule.group == group and each.unit == "attacker" for each in book.unit)

    return Context(
        situation,
        frozenset(fold(word) for word in scenario.attacker.keywords),
        frozenset(fold(word) for word in scenario.defender.keywords),
        scenario.attacker.weapons[index],
        abilities[index],
        besides,
        under,
        readings=system.answers(scenario.readings),
    )
