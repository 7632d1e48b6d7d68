"""One game edition: its records, its facts and the few numbers that every matchup of it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from toolkit.rules.registry import FoundRule, Registry
from toolkit.rules.rule import Rule
from toolkit.rules.situation import Fact

ReadingValue = bool | str
DamageStep = Literal["add", "add_of_weapon", "add_of_others", "halve", "subtract"]
"""One step of modifying a Damage characteristic; additions may be told apart by whether the weapon's own abilities make them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the rules leave open: a named switch with a documented default.

    Attributes
    ----------
    key : str
        Name in the ``[readings]`` table of a scenario document.
    summary : str
        What it decides, in one sentence.
    default : bool or str
    choices : tuple of str
        The possible answers; empty for yes or no.
    idle : str
        Why no number here hangs on the answer; another one than the default is then reported as not calculated. Empty where one does.

    Examples
    --------
    >>> Reading("lethal_policy", "Who decides.", "attacker_best", ("attacker_best", "always")).accepts("always")
    True
    """

    key: str
    summary: str
    default: ReadingValue
    choices: tuple[str, ...] = ()
    idle: str = ""

    def accepts(self, value: ReadingValue) -> bool:
        """Whether `value` is one of the possible answers."""
        return value in self.choices if self.choices else isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game edition: its records, whatever the shape of its combat.

    Attributes
    ----------
    id, title : str
    rules : tuple of Rule
        Every record, in the order lists show them.
    facts : tuple of Fact
    readings : tuple of Reading

    Examples
    --------
    >>> Game(id="g", title="A game", rules=()).find("Heavy") is None
    True
    """

    id: str
    title: str
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...] = ()
    readings: tuple[Reading, ...] = ()

    @cached_property
    def registry(self) -> Registry:
        """The records by every name they have."""
        return Registry(self.id, self.rules)

    @cached_property
    def always(self) -> tuple[FoundRule, ...]:
        """Rules of the game itself, which nobody has to name."""
        return tuple(FoundRule(rule) for rule in self.rules if rule.always)

    def answers(self, given: Mapping[str, ReadingValue]) -> dict[str, ReadingValue]:
        """Every reading with the answer that counts: what is given, the default elsewhere."""
        return {each.key: given.get(each.key, each.default) for each in self.readings}

    def find(self, text: str, where: str = "") -> FoundRule | None:
        """The record that a printed spelling, a name or an id stands for; see `Registry.find`."""
        return self.registry.find(text, where)

    def rule(self, rule_id: str) -> Rule:
        """The record with this id.

        Raises
        ------
        KeyError
            If there is none.
        """
        return next(rule for rule in self.rules if rule.id == rule_id)


@dataclass(frozen=True, kw_only=True)
class System(Game):
    """A game edition with the attack sequence of Warhammer 40,000: hit, wound, save, damage.

    Attributes
    ----------
    wound_need : callable
        Strength and Toughness to the number needed to wound.
    exclusive : tuple of str
        Groups of which only the last rule given to a unit is in force.
    best_skill, best_save : int
        The best value BS, WS and Sv can be improved to.
    worst_skill : int or None
        The worst value BS and WS can be changed to; None for no limit.
    save_bonus : int
        The most that can be added to a saving throw.
    cover : {"save", "skill"}
        What the Benefit of Cover changes: +1 to armour saves (not for a Save of 3+ or better against AP 0), or the attacker's BS, worse
        by 1.
    critical_hits_succeed : bool
        A hit roll that reaches a critical threshold hits even where it would fail.
    batches : bool
        Identical attacks are resolved as a batch: saves are sorted, and deferred damage waits for its batch only.
    defender_orders : bool
        The defender declares the order in which the profiles of a unit are attacked.
    one_instance : bool
        Of several instances of one weapon ability the best one counts, whatever their numbers.
    target_conditions : bool
        A weapon ability may be printed with the targets it works against ("Lethal Hits: non-MONSTER/VEHICLE").
    damage_orders : mapping of str to tuple of DamageStep
        In which order Damage is modified, for each answer to the reading ``damage_modifier_order``; "" where there is no such reading.
        A replaced Damage always comes first, rounding up once always last.
    """

    wound_need: Callable[[int, int], int]
    exclusive: tuple[str, ...] = ()
    best_skill: int = 2
    best_save: int = 2
    worst_skill: int | None = None
    save_bonus: int = 1
    cover: Literal["save", "skill"] = "save"
    critical_hits_succeed: bool = False
    batches: bool = False
    defender_orders: bool = False
    one_instance: bool = False
    target_conditions: bool = False
    damage_orders: Mapping[str, tuple[DamageStep, ...]] = field(default_factory=lambda: {"": ("halve", "add", "subtract")})

    @cached_property
    def registry(self) -> Registry:
        """The records by every name they have."""
        return Registry(self.id, self.rules, self.target_conditions)
