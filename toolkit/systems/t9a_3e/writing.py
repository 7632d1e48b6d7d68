"""How the records of The Ninth Age are written."""

from __future__ import annotations

from toolkit.rules.edition import Edition
from toolkit.rules.rule import Amount, Calculated, Effect, NoEffectOnDice, Rule, Sets

EDITION = Edition("t9a_3e")
SECOND = "2nd edition"
"""Heads the sources of rules whose text of the 3rd edition is not public."""


def attribute(
    name: str, summary: str, mark: str, value: Amount | bool, words: str, source: str, *, example: str = "", aliases: tuple[str, ...] = (),
    without_number: str = "",
) -> Rule:  # fmt: skip
    """What a unit or its attack has: a mark or number that the combat or the volley reads."""
    effect = Sets(mark, value, words)
    return _rule("attribute", name, "Attributes", summary, source, effect, example=example, aliases=aliases, without_number=without_number)


def no_number(name: str, summary: str, why: str, source: str, *, aliases: tuple[str, ...] = (), example: str = "") -> Rule:
    """What a unit has and no dice of a combat or a volley hang on."""
    return _rule("attribute", name, "Attributes", summary, source, NoEffectOnDice(why), aliases=aliases, example=example)


def of_the_game(group: str, name: str, summary: str, by: str, words: str, source: str) -> Rule:
    """A rule of the game itself, which nobody has to name."""
    return _rule(group.lower().replace(" ", "-"), name, group, summary, source, Calculated(by, words), always=True)


def _rule(
    kind: str, name: str, group: str, summary: str, source: str, effect: Effect, *, always: bool = False, example: str = "",
    aliases: tuple[str, ...] = (), without_number: str = "",
) -> Rule:  # fmt: skip
    return Rule(
        EDITION.id(kind, name), name, group, "any", summary, source, (effect,), aliases=aliases, example=example, always=always,
        without_number=without_number,
    )  # fmt: skip
