"""What the effects of the rules in force add up to, for one weapon: the only place that gives each kind of effect its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from toolkit.dice.notation import Dice
from toolkit.dice.one_die import DieTest, RerollKind
from toolkit.errors import NotationError
from toolkit.rules.collect import Applied
from toolkit.rules.rule import (
    AllocateToCharacter,
    Amount,
    AtOnce,
    AttacksPerModels,
    AutoHit,
    AutoWound,
    Calculated,
    ChangeCharacteristic,
    Cover,
    CriticalOn,
    DevastatingDamage,
    Effect,
    ExtraHits,
    Fails,
    FeelNoPain,
    Grant,
    IgnoreModifiers,
    Invulnerable,
    ModifyRoll,
    MortalWoundsOnCriticalWound,
    NoCover,
    NoEffectOnDice,
    NoReroll,
    Only,
    OnlyUnmodified,
    ReduceDamage,
    Reroll,
    Sets,
    TestAfterAttacks,
)
from toolkit.rules.scenario import Weapon

_RANK: dict[RerollKind, int] = {"ones": 1, "failed": 2, "non_critical": 3, "all": 4}
Characteristic = Literal["attacks", "skill", "strength", "ap", "damage", "save"]


@dataclass(slots=True)
class Roll:
    """One kind of roll: the sum of its modifiers (and of those that worsen it), its best re-roll, its lowest critical."""

    modifier: int = 0
    worse: int = 0
    reroll: RerollKind | None = None
    no_reroll: bool = False
    critical: int = 6
    fails_up_to: int = 1
    only: int | None = None
    only_is_critical: bool = True
    ignores_worse: bool = False

    def modify(self, amount: int) -> None:
        """One more modifier."""
        self.modifier += amount
        self.worse += min(0, amount)

    def settle(self) -> None:
        """Leave out what is ignored or not allowed, once everything is known."""
        if self.ignores_worse:
            self.modifier -= self.worse
            self.worse = 0
        if self.no_reroll:
            self.reroll = None

    def offer_reroll(self, what: RerollKind) -> None:
        """A die is re-rolled once only: of several re-rolls the widest counts."""
        if self.reroll is None or _RANK[what] > _RANK[self.reroll]:
            self.reroll = what


@dataclass(slots=True)
class Numbers:
    """Everything that the rules in force and the what-ifs change about one weapon's attacks."""

    hit: Roll = field(default_factory=Roll)
    wound: Roll = field(default_factory=Roll)
    save_modifier: int = 0
    auto_hit: bool = False
    extra_attacks: list[Dice] = field(default_factory=list[Dice])
    changes: dict[Characteristic, int] = field(default_factory=dict[Characteristic, int])
    skill_worse: int = 0
    skill_ignores_worse: bool = False
    damage_of_weapon: int = 0
    damage_of_others: int = 0
    damage_less: int = 0
    save_changes: list[tuple[int, int | None]] = field(default_factory=list[tuple[int, int | None]])
    extra_hits: Dice | None = None
    auto_wound: bool = False
    deferred: bool = False
    spills: bool = False
    mortal_on_wound: Dice | None = None
    mortal_instead: bool = False
    cover: bool = False
    no_cover: bool = False
    invulnerable: int | None = None
    feel_no_pain: int | None = None
    feel_no_pain_mortal: int | None = None
    reductions: list[ReduceDamage] = field(default_factory=list[ReduceDamage])
    leaders_first: bool = False
    tests_after: list[TestAfterAttacks] = field(default_factory=list[TestAfterAttacks])

    def change(self, name: Characteristic) -> int:
        """By how much a characteristic is improved."""
        return self.changes.get(name, 0)

    def improve(self, name: Characteristic, value: int, *, by_weapon: bool = False) -> None:
        """One more change of a characteristic, by an ability of the weapon itself or by something else."""
        self.changes[name] = self.change(name) + value
        if name == "skill":
            self.skill_worse += min(0, value)
        elif name == "damage" and value < 0:
            self.damage_less -= value
        elif name == "damage":
            self.damage_of_weapon += value if by_weapon else 0
            self.damage_of_others += 0 if by_weapon else value

    def settle(self) -> None:
        """Leave out what is ignored or not allowed, once everything is known."""
        self.hit.settle()
        self.wound.settle()
        if self.skill_ignores_worse and self.skill_worse:
            self.changes["skill"] = self.change("skill") - self.skill_worse
            self.skill_worse = 0


@dataclass(frozen=True, slots=True)
class Save:
    """The saving throw of one profile: the better of armour and invulnerable save."""

    test: DieTest
    need: int
    invulnerable: bool
    cover: bool
    no_cover_because: str


def amount(value: Amount, x: str) -> Dice:
    """An amount of an effect, with the number printed after the rule's name filled in."""
    return Dice.parse(x if value == "{x}" else value)


def _number(value: Amount, x: str) -> int:
    number = amount(value, x)
    if number.count:
        raise NotationError(f"{str(number)!r} is dice where this rule needs a plain number, such as 2")
    return number.low


def gather(weapon: Weapon, applied: Sequence[Applied], models_in_target: int) -> Numbers:
    """Add up all effects in force and the weapon's what-if modifiers.

    Parameters
    ----------
    weapon : Weapon
    applied : sequence of Applied
    models_in_target : int
        Models in the target unit when it was selected.
    """
    numbers = Numbers()
    for each in applied:
        for effect, in_force, _ in each.effects:
            if in_force:
                _add(numbers, effect, each.found.x, models_in_target, by_weapon=each.found.rule.side == "weapon")
    _what_ifs(numbers, weapon)
    numbers.settle()
    return numbers


def _best(old: int | None, new: int) -> int:
    return new if old is None else min(old, new)


def _add(n: Numbers, effect: Effect, x: str, models: int, *, by_weapon: bool) -> None:
    match effect:
        case ModifyRoll("save", value):
            n.save_modifier += value
        case ModifyRoll(roll, value):
            (n.hit if roll == "hit" else n.wound).modify(value)
        case ChangeCharacteristic("attacks", value):
            n.extra_attacks.append(amount(value, x))
        case ChangeCharacteristic("save", value, best):
            n.save_changes.append((_number(value, x), best))
        case ChangeCharacteristic(name, value):
            n.improve(name, _number(value, x), by_weapon=by_weapon)
        case AttacksPerModels(value, per):
            extra = _number(value, x) * (models // per)
            if extra:
                n.extra_attacks.append(Dice(0, 0, extra))
        case Reroll(roll, what):
            (n.hit if roll == "hit" else n.wound).offer_reroll(what)
        case NoReroll(roll):
            (n.hit if roll == "hit" else n.wound).no_reroll = True
        case IgnoreModifiers("skill"):
            n.skill_ignores_worse = True
        case IgnoreModifiers(roll):
            (n.hit if roll == "hit" else n.wound).ignores_worse = True
        case CriticalOn(roll, at):
            target = n.hit if roll == "hit" else n.wound
            target.critical = min(target.critical, _number(at, x))
        case Fails(roll, up_to):
            target = n.hit if roll == "hit" else n.wound
            target.fails_up_to = max(target.fails_up_to, up_to)
        case OnlyUnmodified(_, at, critical):
            n.hit.only, n.hit.only_is_critical = at, critical
        case AutoHit():
            n.auto_hit = True
        case ExtraHits(value):
            extra_hits = amount(value, x)
            # the same ability twice does not add up: the greater counts
            if n.extra_hits is None or extra_hits.low + extra_hits.high > n.extra_hits.low + n.extra_hits.high:
                n.extra_hits = extra_hits
        case AutoWound():
            n.auto_wound = True
        case DevastatingDamage(spills):
            n.deferred, n.spills = not spills, spills
        case MortalWoundsOnCriticalWound(value, instead):
            n.mortal_on_wound, n.mortal_instead = amount(value, x), instead
        case Cover():
            n.cover = True
        case NoCover():
            n.no_cover = True
        case Invulnerable(at):
            n.invulnerable = _best(n.invulnerable, _number(at, x))
        case FeelNoPain(at, mortal_only):
            if mortal_only:
                n.feel_no_pain_mortal = _best(n.feel_no_pain_mortal, _number(at, x))
            else:
                n.feel_no_pain = _best(n.feel_no_pain, _number(at, x))
        case ReduceDamage():
            n.reductions.append(effect)
        case AllocateToCharacter():
            n.leaders_first = True
        case TestAfterAttacks():
            n.tests_after.append(effect)
        case Grant() | AtOnce() | NoEffectOnDice() | Sets() | Calculated() | Only():
            pass


def _what_ifs(n: Numbers, weapon: Weapon) -> None:
    extra = weapon.modifiers
    n.hit.modify(extra.hit)
    n.wound.modify(extra.wound)
    n.save_modifier += extra.save
    if extra.reroll_hits:
        n.hit.offer_reroll(extra.reroll_hits)
    if extra.reroll_wounds:
        n.wound.offer_reroll(extra.reroll_wounds)
    if extra.critical_hit is not None:
        n.hit.critical = min(n.hit.critical, extra.critical_hit)
    if extra.critical_wound is not None:
        n.wound.critical = min(n.wound.critical, extra.critical_wound)
    if extra.attacks:
        n.extra_attacks.append(Dice(0, 0, extra.attacks))
    characteristics: tuple[tuple[Characteristic, int], ...] = (
        ("skill", extra.skill), ("strength", extra.strength), ("ap", extra.ap), ("damage", extra.damage),
    )  # fmt: skip
    for name, value in characteristics:
        if value:
            n.improve(name, value)
