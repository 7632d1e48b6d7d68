"""What a rule changes and when it holds, in words: for lists of rules on the command line and in dashboards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from toolkit.rules import rule as r
from toolkit.rules.situation import Fact, Situation


def describe_rule(rule: r.Rule, facts: Iterable[Fact] = ()) -> str:
    """What a rule changes: all its effects in one line, with the words of the system's `facts`.

    Examples
    --------
    >>> heavy = r.Rule("heavy", "Heavy", "Weapon abilities", "weapon", "", "", (r.ModifyRoll("hit", 1), r.Cover()))
    >>> describe_rule(heavy)
    '+1 to hit rolls; the target has the Benefit of Cover'
    """
    known = tuple(facts)
    return "; ".join(describe_effect(effect, known) for effect in rule.effects)


def describe_effect(effect: r.Effect, facts: Iterable[Fact] = ()) -> str:
    """What one effect changes; `facts` are needed for the words of an effect that has a condition of its own.

    Examples
    --------
    >>> describe_effect(r.ExtraHits("{x}"))
    'each critical hit scores x more hits'
    >>> describe_effect(r.ChangeCharacteristic("skill", 1, best=3))
    'BS or WS improved by 1, to 3+ at best'
    """
    match effect:
        case r.ModifyRoll(roll, amount):
            return f"{_more(amount)} to {roll} rolls"
        case r.ChangeCharacteristic():
            return _characteristic(effect)
        case r.AttacksPerModels(amount, models):
            return f"{_more(amount)} {_plural(amount, 'attack')} for every {models} models in the target unit"
        case r.Reroll(roll, what):
            return f"re-roll {_rerolled(roll, what)}"
        case r.CriticalOn(roll, at):
            return f"unmodified {roll} rolls of {_needed(at)} are critical"
        case r.Fails(roll, up_to):
            return f"unmodified {roll} rolls of {'1' if up_to == 1 else f'1 to {up_to}'} fail"
        case r.OnlyUnmodified(roll, at, critical):
            ending = "" if critical else "; none is critical"
            shown = 6 if at == 6 else f"{at}+"
            return f"only unmodified {roll} rolls of {shown} succeed, whatever the characteristic and the modifiers{ending}"
        case r.NoReroll(roll):
            return f"{roll} rolls cannot be re-rolled"
        case r.IgnoreModifiers(of):
            return f"what worsens {'BS or WS' if of == 'skill' else f'{of} rolls'} is ignored"
        case r.AutoHit():
            return "every attack hits without a roll"
        case r.ExtraHits(amount):
            return f"each critical hit scores {_filled(amount)} more {_plural(amount, 'hit')}"
        case r.AutoWound():
            return "each critical hit wounds without a roll"
        case r.DevastatingDamage(spills):
            return f"a critical wound allows no save; its damage is mortal, dealt last, and {'spills' if spills else 'does not spill'} over"
        case r.Cover():
            return "the target has the Benefit of Cover"
        case r.NoCover():
            return "the target cannot have the Benefit of Cover"
        case r.Invulnerable(at):
            return f"the target has an invulnerable save of {_plus(at)}"
        case r.FeelNoPain(at, mortal_only):
            return f"the target ignores each wound lost{' to mortal wounds' if mortal_only else ''} on {_plus(at)}"
        case r.ReduceDamage():
            return _damage(effect)
        case r.MortalWoundsOnCriticalWound(amount, instead):
            ending = ", and the attack ends there" if instead else " besides its damage"
            return f"each critical wound inflicts {_filled(amount)} mortal {_plural(amount, 'wound')}{ending}"
        case r.Grant(ability, to_weapons_with):
            limit = f" with {to_weapons_with.rpartition('.')[2].replace('-', ' ').title()}" if to_weapons_with else ""
            return f"the unit's weapons{limit} have {_filled(ability)}"
        case r.AllocateToCharacter():
            return "attacks may be allocated to a CHARACTER in the target unit"
        case r.TestAfterAttacks(fails_on, mortal_wounds):
            failing = "a 1" if fails_on == 1 else f"1 to {fails_on}"
            suffers = f"{mortal_wounds} mortal {_plural(mortal_wounds, 'wound')}"
            return f"after the attacks, one D6 for each such weapon: on {failing} its unit suffers {suffers}"
        case r.AtOnce(group, number):
            return f"{number} of the {group} at once"
        case r.NoEffectOnDice(why):
            return f"outside the attack sequence: {why}"
        case r.Sets(_, _, words):
            return words.replace("{x}", "x")
        case r.Calculated(by, words):
            return f"{words} (worked out by {by.replace(':', '.')})"
        case r.Only(when, inner):
            known = tuple(facts)
            return f"{describe_effect(inner, known)}, {f'if {describe_condition(when, known)}' if known else 'under a further condition'}"
        case _:
            assert_never(effect)


def describe_condition(condition: r.Condition | None, facts: Iterable[Fact]) -> str:
    """When a rule holds, told with the words of the system's facts; "always" where there is no condition.

    Examples
    --------
    >>> fact = Fact("charged", "Charged", "", False, when_true="the unit charged", when_false="the unit did not charge")
    >>> describe_condition(r.All((r.FactIs("charged"), r.HasKeyword("defender", ("Vehicle", "Monster")))), [fact])
    'the unit charged, and the target has the keyword VEHICLE or MONSTER'
    >>> describe_condition(None, [fact])
    'always'
    """
    return "always" if condition is None else _holds(condition, Situation(facts, {}))


def _holds(condition: r.Condition, situation: Situation) -> str:
    match condition:
        case r.FactIs(key, value):
            return situation.tell(key, value)
        case r.HasKeyword(side, any_of):
            return f"the {_unit(side)} has the keyword {_keywords(any_of, ' or ')}"
        case r.WeaponIs(kind):
            return f"the weapon is {kind}"
        case r.WeaponHas(_, name):
            return f"the weapon has {name}"
        case r.UnderRuleOf(group, _):
            return f"the unit is under one of the {group}"
        case r.FiresBesides():
            return "another ranged weapon without this ability is fired in the same attack"
        case r.CoveredTwice():
            return "something else gives the target the Benefit of Cover too"
        case r.NoRange():
            return "the weapon is ranged and its range is not known"
        case r.ReadingIs(key, value):
            return f"{key} is read as {str(value).lower()}"
        case r.Not(inner):
            return _does_not_hold(inner, situation)
        case r.All(conditions):
            return ", and ".join(_holds(each, situation) for each in conditions)
        case r.AnyOf(conditions, _):
            return "either " + ", or ".join(_holds(each, situation) for each in conditions)
        case _:
            assert_never(condition)


def _does_not_hold(condition: r.Condition, situation: Situation) -> str:
    match condition:
        case r.FactIs(key, bool(value)):
            return situation.tell(key, not value)
        case r.HasKeyword(side, (keyword,)):
            return f"the {_unit(side)} does not have the keyword {_keywords((keyword,), '')}"
        case r.HasKeyword(side, any_of):
            return f"the {_unit(side)} has none of the keywords {_keywords(any_of, ', ')}"
        case r.WeaponIs(kind):
            return f"the weapon is not {kind}"
        case r.WeaponHas(_, name):
            return f"the weapon does not have {name}"
        case r.UnderRuleOf(group, _):
            return f"the unit is under none of the {group}"
        case r.Not(inner):
            return _holds(inner, situation)
        case _:
            return f"not so: {_holds(condition, situation)}"


def _unit(side: r.Side) -> str:
    return "target" if side == "defender" else "attacking unit"


def _keywords(any_of: tuple[str, ...], between: str) -> str:
    return between.join("that the ability names" if keyword == "{k}" else keyword.upper() for keyword in any_of)


_CHARACTERISTICS = {
    "attacks": "Attacks",
    "skill": "BS or WS",
    "strength": "Strength",
    "ap": "AP",
    "damage": "Damage",
    "save": "the target's Save",
}


def _characteristic(effect: r.ChangeCharacteristic) -> str:
    name, best = _CHARACTERISTICS[effect.name], effect.best
    if effect.name in ("skill", "save", "ap"):  # better is lower, so that +1 would mislead
        shown = _filled(effect.amount)
        changed = f"{name} worsened by {shown[1:]}" if shown.startswith("-") else f"{name} improved by {shown}"
    else:
        changed = f"{_more(effect.amount)} {name}"
    if best is None:
        return changed
    return f"{changed}, to {best}{'+' if effect.name in ('skill', 'save') else ''} at best"


def _damage(effect: r.ReduceDamage) -> str:
    changes = (
        "is halved" if effect.halve else "",
        f"is reduced by {effect.subtract}" if effect.subtract else "",
        f"becomes {effect.fixed}" if effect.fixed is not None else "",
    )
    return f"each attack's damage {' and '.join(change for change in changes if change)}"


def _rerolled(roll: str, what: str) -> str:
    wording = {"ones": f"{roll} rolls of 1", "failed": f"failed {roll} rolls", "non_critical": f"{roll} rolls that are not critical"}
    return wording.get(what, f"{roll} rolls")


def _filled(amount: r.Amount) -> str:
    """The amount as lists show it: a placeholder by its letter."""
    return str(amount).replace("{", "").replace("}", "")


def _more(amount: r.Amount) -> str:
    return f"{amount:+d}".replace("-", "−") if isinstance(amount, int) else f"+{_filled(amount)}"


def _plus(at: r.Amount) -> str:
    shown = _filled(at)
    return shown if shown.endswith("+") else f"{shown}+"


def _needed(at: r.Amount) -> str:
    """An unmodified roll, of which nothing is above 6."""
    return "6" if _filled(at) == "6" else _plus(at)


def _plural(amount: r.Amount, word: str) -> str:
    return word if str(amount) == "1" else f"{word}s"
