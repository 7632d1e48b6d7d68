"""Finding the record of a rule by its id, its printed name, or any printed spelling of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from toolkit.errors import ScenarioError
from toolkit.rules.rule import Condition, HasKeyword, Not, Rule

_DASHES = re.compile(r"[-‐-―−_/]")
_DASHES_ONLY = re.compile(r"[‐-―−]")
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
    targets : str
        The targets it is printed for ("non-MONSTER/VEHICLE"), or "" for all.
    """

    rule: Rule
    x: str = ""
    keyword: str = ""
    targets: str = ""

    @property
    def name(self) -> str:
        """The printed name with its number: "Sustained Hits 1"."""
        name = self.rule.name
        if self.x == self.rule.without_number:
            name = name.replace(" {x}", "")
        spelt = self.keyword.title().replace("Non ", "non-").replace(" Or ", "/")
        return name.replace("{x}", self.x).replace("{k}", spelt) + (f" ({self.targets})" if self.targets else "")

    @property
    def condition(self) -> Condition | None:
        """What must hold of the target for the rule as it is printed here; None for nothing."""
        return targets_condition(self.targets) if self.targets else None


_CONDITIONAL = re.compile(r"\[?(?P<rule>[^:()\[\]]+?)\s*(?::\s*(?P<after>[^:()\[\]]+)|\((?P<inside>[^:()]+)\))\s*\]?")


def targets_condition(text: str) -> Condition:
    """The condition that a printed list of target keywords stands for.

    Examples
    --------
    >>> targets_condition("non-MONSTER/VEHICLE")
    Not(condition=HasKeyword(side='defender', any_of=('MONSTER', 'VEHICLE')))
    """
    spelt = re.sub(r"\s*[/,]\s*|\s+or\s+", "/", _DASHES_ONLY.sub("-", text.strip()), flags=re.IGNORECASE)
    negative = re.fullmatch(r"non[-\s](.+)", spelt, flags=re.IGNORECASE)
    keywords = HasKeyword("defender", tuple(word.strip() for word in (negative[1] if negative else spelt).split("/") if word.strip()))
    return Not(keywords) if negative else keywords


@dataclass(frozen=True)
class Registry:
    """All records of one system.

    Attributes
    ----------
    system : str
    rules : tuple of Rule
    conditional : bool
        Whether a weapon ability may be printed with its targets: "Lethal Hits: non-MONSTER/VEHICLE", "Lethal Hits (Infantry)".

    Examples
    --------
    >>> rule = Rule("g.melta", "Melta {x}", "Weapon abilities", "weapon", "More damage up close.", "Core", (), keyword="melta {x}")
    >>> Registry("g", (rule,)).find("MELTA 2").name
    'Melta 2'
    """

    system: str
    rules: tuple[Rule, ...]
    conditional: bool = False

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
        if by_id is not None and ("{" not in by_id.name or by_id.without_number):
            return FoundRule(by_id, by_id.without_number)
        if self.conditional:
            printed = _CONDITIONAL.fullmatch(text.strip())
            found = self._match(fold(printed["rule"])) if printed else None
            if printed and found is not None and found.rule.side == "weapon" and not found.keyword:
                return replace(found, targets=(printed["after"] or printed["inside"]).strip())
            text = text.replace("/", " or ")
        folded = fold(text)
        found = self._match(folded)
        if found is not None:
            return found
        for _, stem, rule in self._patterns:
            if folded == stem or (folded.startswith(stem + " ")) or by_id is rule:
                raise ScenarioError(where, f"{text!r} needs a number or dice after {stem.title()}, such as {rule.example!r}")
        return None

    def _match(self, folded: str) -> FoundRule | None:
        rule = self._by_name.get(folded)
        if rule is not None:
            return FoundRule(rule, rule.without_number)
        for pattern, _, rule in self._patterns:
            match = pattern.fullmatch(folded)
            if match:
                groups = match.groupdict()
                return FoundRule(rule, (groups.get("x") or "").upper(), (groups.get("k") or "").upper())
        return None
