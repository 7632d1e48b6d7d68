"""Whether a rule's condition holds in one attack, and the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolkit.rules.registry import fold
from toolkit.rules.rule import (
    All,
    AnyOf,
    Condition,
    CoveredTwice,
    FactIs,
    FiresBesides,
    HasKeyword,
    NoRange,
    Not,
    ReadingIs,
    Side,
    UnderRuleOf,
    WeaponHas,
    WeaponIs,
)
from toolkit.rules.scenario import Weapon
from toolkit.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Context:
    """What a condition can ask about, for one weapon.

    Attributes
    ----------
    situation : Situation
    attacker_keywords, defender_keywords : frozenset of str
        Folded.
    weapon : Weapon
    abilities : frozenset of str
        Ids of the rules the weapon has.
    besides : frozenset of frozenset of str
        Ids of the rules of each other ranged weapon that fires.
    groups : callable
        Whether a rule of the group is in force on the attacking unit.
    cover_sources : int
        How many rules in force give the target the Benefit of Cover; 0 where one takes it from the whole unit.
    readings : mapping
        The answer to every question that the rules leave open.
    """

    situation: Situation
    attacker_keywords: frozenset[str]
    defender_keywords: frozenset[str]
    weapon: Weapon
    abilities: frozenset[str]
    besides: frozenset[frozenset[str]]
    groups: Callable[[str], bool]
    cover_sources: int = 0
    readings: Mapping[str, bool | str] = field(default_factory=dict[str, "bool | str"])

    def keywords(self, side: Side) -> frozenset[str]:
        """The folded keywords of one side."""
        return self.attacker_keywords if side == "attacker" else self.defender_keywords


def holds(condition: Condition, context: Context) -> tuple[bool, str]:
    """Whether `condition` holds, and why (not), in words that can follow a dash."""
    match condition:
        case FactIs(key, value):
            actual = context.situation[key]
            return actual == value, context.situation.tell(key, actual)
        case HasKeyword(side, any_of):
            there = context.keywords(side) & {fold(word) for word in any_of}
            who = "the attacker" if side == "attacker" else "the target"
            listed = " or ".join(any_of)
            return bool(there), f"{who} is {listed}" if there else f"{who} is not {listed}"
        case WeaponIs(kind):
            return context.weapon.type == kind, f"the weapon is {context.weapon.type}"
        case WeaponHas(ability, name):
            return (ability in context.abilities), f"the weapon {'has' if ability in context.abilities else 'does not have'} {name}"
        case UnderRuleOf(group, because):
            under = context.groups(group)
            return under, f"the unit is under one of the {group}" if under else because
        case FiresBesides(ability):
            return any(ability not in other for other in context.besides), "other guns are fired with it"
        case CoveredTwice():
            return context.cover_sources > 1, "something else covers it too" if context.cover_sources > 1 else "nothing else covers it"
        case NoRange():
            missing = context.weapon.type == "ranged" and context.weapon.range is None
            return missing, "the weapon's range is not known" if missing else "the weapon's range is known"
        case ReadingIs(key, value):
            return context.readings.get(key) == value, f"{key} is read as {str(context.readings.get(key)).lower()}"
        case Not(inner):
            truth, why = holds(inner, context)
            return not truth, why
        case All(conditions):
            return _all(conditions, context)
        case AnyOf(conditions, because):
            for each in conditions:
                truth, why = holds(each, context)
                if truth:
                    return True, why
            return False, because


def _all(conditions: tuple[Condition, ...], context: Context) -> tuple[bool, str]:
    reasons: list[str] = []
    for each in conditions:
        truth, why = holds(each, context)
        if not truth:
            return False, why
        reasons.append(why)
    return True, ", ".join(reasons)
