"""Finding the record of a rule by its id, its printed name, or any printed spelling of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from toolkit.errors import ScenarioError
from toolkit.rules.rule import Rule

_DASHES = re.compile(r"[-‐-―−_/]")
_DROPPED = re.compile(r"[^\w\s+{}]")
_NUMBER = r"(?P<x>\d*d\d+(?:\+\d+)?|\d+)\+?"


def fold(text: str) -> str:
    """A spelling without case, accents, punctuation, hyphens or double spaces, for comparing names.

    Examples
    --------
    >>> fold("  Twin-LINKED ")
    'twin linked'
    >>> fold("First Rank, Fire!") == fold("first rank fire")
    True
    """
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c)).lower()
    return " ".join(_DROPPED.sub("", _DASHES.sub(" ", plain)).split())


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule as it is printed in one place.

    Attributes
    ----------
    rule : Rule
    x : str
        The number printed with it ("1", "D3"), or "".
    keyword : str
        The keyword printed with it ("VEHICLE"), or "".
    """

    rule: Rule
    x: str = ""
    keyword: str = ""

    @property
    def name(self) -> str:
        """The printed name with its number: "Sustained Hits 1"."""
        return self.rule.name.replace("{x}", self.x).replace("{k}", self.keyword.title())


@dataclass(frozen=True)
class Registry:
    """All records of one system.

    Examples
    --------
    >>> rule = Rule("g.melta", "Melta {x}", "Weapon abilities", "weapon", "More damage up close.", "Core", (), keyword="melta {x}")
    >>> Registry("g", (rule,)).find("MELTA 2").name
    'Melta 2'
    """

    system: str
    rules: tuple[Rule, ...]

    @cached_property
    def _by_name(self) -> dict[str, Rule]:
        table: dict[str, Rule] = {}
        for rule in self.rules:
            table[rule.id.lower()] = rule
            for spelling in self._spellings(rule):
                if "{" not in spelling:
                    table[fold(spelling)] = rule
        return table

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str, Rule]]:
        patterns: list[tuple[re.Pattern[str], str, Rule]] = []
        for rule in self.rules:
            for spelling in self._spellings(rule):
                if "{" in spelling:
                    text = fold(spelling)
                    source = text.replace("+", "").replace("{x}", _NUMBER).replace("{k}", r"(?P<k>.+?)")
                    patterns.append((re.compile(source), text.split(" {")[0], rule))
        return patterns

    @cached_property
    def _found(self) -> dict[str, FoundRule | None]:
        return {}

    @staticmethod
    def _spellings(rule: Rule) -> Iterable[str]:
        return (rule.keyword or rule.name, *rule.aliases)

    def find(self, text: str, where: str = "") -> FoundRule | None:
        """The record that `text` names, or None.

        Parameters
        ----------
        text : str
            Rule id, printed name or printed spelling; case, hyphens, quotes and double spaces do not matter.
        where : str
            Path in the scenario document, for messages.

        Raises
        ------
        ScenarioError
            If the rule needs a number that is missing or is none ("sustained hits x").
        """
        if text not in self._found:
            self._found[text] = self._look_up(text, where)
        return self._found[text]

    def _look_up(self, text: str, where: str) -> FoundRule | None:
        by_id = self._by_name.get(text.strip().lower())
        if by_id is not None and "{" not in by_id.name:
            return FoundRule(by_id)
        folded = fold(text)
        rule = self._by_name.get(folded)
        if rule is not None:
            return FoundRule(rule)
        for pattern, _, rule in self._patterns:
            match = pattern.fullmatch(folded)
            if match:
                groups = match.groupdict()
                return FoundRule(rule, (groups.get("x") or "").upper(), (groups.get("k") or "").upper())
        for _, stem, rule in self._patterns:
            if folded == stem or (folded.startswith(stem + " ")) or by_id is rule:
                raise ScenarioError(where, f"{text!r} needs a number or dice after {stem.title()}, such as {rule.example!r}")
        return None
