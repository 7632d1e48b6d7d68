"""One game edition: its records, its facts and the few numbers that every matchup of it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from toolkit.rules.registry import FoundRule, Registry
from toolkit.rules.rule import Rule
from toolkit.rules.situation import Fact


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the rules leave open: a named switch with a documented default.

    Attributes
    ----------
    key : str
        Name in the ``[readings]`` table of a scenario document.
    summary : str
        What it decides, in one sentence.
    default : bool
    """

    key: str
    summary: str
    default: bool


@dataclass(frozen=True)
class System:
    """A game edition.

    Attributes
    ----------
    id, title : str
    rules : tuple of Rule
        Every record, in the order lists show them.
    facts : tuple of Fact
    readings : tuple of Reading
    wound_need : callable
        Strength and Toughness to the number needed to wound.
    exclusive : tuple of str
        Groups of which only the last rule given to a unit is in force.
    best_skill, best_save : int
        The best value BS, WS and Sv can be improved to.
    """

    id: str
    title: str
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    wound_need: Callable[[int, int], int]
    readings: tuple[Reading, ...] = ()
    exclusive: tuple[str, ...] = ()
    best_skill: int = 2
    best_save: int = 2

    @cached_property
    def registry(self) -> Registry:
        """The records by every name they have."""
        return Registry(self.id, self.rules)

    @cached_property
    def always(self) -> tuple[FoundRule, ...]:
        """Rules of the game itself, which nobody has to name."""
        return tuple(FoundRule(rule) for rule in self.rules if rule.always)

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
