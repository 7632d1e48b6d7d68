"""Results and rules in words: what each stage came to and which rule made it so; a card for one rule."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from toolkit.errors import ScenarioError
from toolkit.rules.describe import describe_condition, describe_rule
from toolkit.rules.registry import FoundRule
from toolkit.rules.rule import All, AnyOf, Condition, Effect, Not, Only, ReadingIs, Rule
from toolkit.rules.system import Game, ReadingValue
from toolkit.systems import GAMES, game

if TYPE_CHECKING:
    from toolkit.studies.result import Result

_STAGE_OF = {"Attacks": "attacks", "Hit": "hits", "Wound": "wounds", "Save": "unsaved"}
_LONGEST = 9
"""Digits of a fraction that is shown beside its percentage."""


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text that print plainly and show as HTML in a notebook."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre style='white-space:pre-wrap'>{html.escape(str(self))}</pre>"


def chance_text(chance: Fraction | float, *, fractions: bool) -> str:
    """A probability as players read it, with its fraction if wanted and short enough.

    Examples
    --------
    >>> chance_text(Fraction(2, 3), fractions=True)
    '66.7% (2/3)'
    """
    text = f"{float(chance):.1%}"
    if fractions and isinstance(chance, Fraction) and len(str(chance)) <= _LONGEST:
        text += f" ({chance})"
    return text


def explain(result: Result, *, fractions: bool = False) -> Text:
    """The stages of a result, with what each rule did to them.

    Parameters
    ----------
    result : Result
    fractions : bool
        Fractions beside percentages where they are short.

    Examples
    --------
    >>> from toolkit.studies.crunch import crunch
    >>> gun = {"name": "Gun", "attacks": 6, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "abilities": ["heavy"]}
    >>> target = {"models": [{"count": 5, "toughness": 4, "save": "7+", "wounds": 1}]}
    >>> print(explain(crunch({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": target})))
    What do 1 × Gun do to 5 models?
    1 × Gun
      Attacks  1 × 6       6 printed → 6.00 attacks on average
      Hit      4+ 50.0%    BS 4+ printed → 3.00 hits
      Wound    4+ 50.0%    Strength 4 against Toughness 4 needs 4+ → 1.50 wounds
      Save     no save     Save 7+, AP 0 → 1.50 unsaved
      Damage   1           1 printed, models of 1 wound, what is left over is lost
    All together: 1.50 wounds removed, 1.50 models slain on average, destroyed 0.5%.
    Not in force: Heavy (the unit moved).
    """
    lines = [result.question]
    firing = [weapon for weapon in result.scenario.attacker.weapons if weapon.count]
    at, index = 0, -1
    for step in result.steps:
        if step.name == "Attacks":
            index += 1
            lines.append(f"{firing[index].count} × {step.weapon}")
            at = index
        shown = step.needs if step.chance is None or step.chance == 1 else f"{step.needs} {chance_text(step.chance, fractions=fractions)}"
        stage = _STAGE_OF.get(step.name)
        total = f" → {_mean(result, stage, at, step.name)}" if stage else ""
        lines.append(f"  {step.name:<8} {shown:<11} {', '.join(step.because)}{total}")
    lines.append(
        f"All together: {float(result.mean_damage):.2f} wounds removed, {float(result.mean_slain):.2f} models slain on average, "
        f"destroyed {chance_text(result.p_destroyed, fractions=fractions)}."
    )
    idle = [f"{rule.name} ({rule.reason})" for rule in result.rules if rule.status == "not in force" and rule.group != "Core rules"]
    if idle:
        lines.append(f"Not in force: {', '.join(idle)}.")
    if result.not_calculated:
        lines.append(f"Not calculated: {', '.join(result.not_calculated)}. The numbers leave it out.")
    lines += [f"Against the rules: {warning}." for warning in result.warnings]
    return Text(tuple(lines))


def _mean(result: Result, stage: Any, weapon: int, step: str) -> str:
    mean = float(result.stage(stage, weapon).mean())
    return f"{mean:.2f} {stage} on average" if step == "Attacks" else f"{mean:.2f} {stage}"


def rule(name: str, system: str | None = None) -> Text:
    """A card for one rule: summary, condition, effect, source, and where editions differ.

    Parameters
    ----------
    name : str
        Printed name, any spelling, or id.
    system : str or None
        Only this edition; every edition that has the rule otherwise.

    Raises
    ------
    ScenarioError
        If no edition has such a rule.

    Examples
    --------
    >>> print(rule("Heavy", "wh40k_10e"))
    Heavy (Warhammer 40,000, 10th edition)
      +1 to hit if the unit remained stationary.
      Changes: +1 to hit rolls
      When:    the unit remained stationary
      Source:  Core rules: Heavy
    """
    editions = [game(each) for each in ([system] if system else GAMES)]
    found = [(edition, rule) for edition in editions if (rule := _find(edition, name)) is not None]
    if not found:
        titles = ", ".join(each.title for each in editions)
        raise ScenarioError("rule", f'{name!r} is no rule of {titles}; list them with "toolkit rules"')
    lines: list[str] = []
    for edition, rule in found:
        lines += _card(edition, rule)
    cards = {tuple(_card(edition, rule)[1:4]) for edition, rule in found}
    if len(found) > 1:
        lines.append("The editions differ." if len(cards) > 1 else "The same in these editions.")
    return Text(tuple(lines))


def _find(system: Game, name: str) -> FoundRule | None:
    """The rule by any spelling, also without the number that a profile prints with it."""
    try:
        found = system.find(name)
    except ScenarioError:
        found = None
    if found is not None:
        return found
    bare = name.strip().casefold()
    return next(
        (FoundRule(rule) for rule in system.rules if rule.id == name or rule.name.split(" {")[0].split("-{")[0].casefold() == bare), None
    )


def _card(system: Game, found: FoundRule) -> list[str]:
    rule, read = _as_usually_read(found.rule, system)
    name = found.name if found.x else rule.name.replace("{x}", "X").replace("{k}", "keyword")
    cost = f", {rule.cp} CP" if rule.cp else ""
    return [
        f"{name} ({system.title}{cost})",
        f"  {rule.summary}",
        f"  Changes: {describe_rule(rule, system.facts)}",
        f"  When:    {describe_condition(rule.when, system.facts)}",
        f"  Source:  {rule.source}",
        *([f"  Read as: {', '.join(read)}"] if read else []),
    ]


def _as_usually_read(rule: Rule, system: Game) -> tuple[Rule, list[str]]:
    """The rule under the default answers to the questions it asks, and those answers; other answers would make the card hard to read."""
    answers = system.answers({})
    asked: list[str] = []
    effects: list[Effect] = []
    for effect in rule.effects:
        left = _settled(effect.when, answers, asked) if isinstance(effect, Only) else True
        if isinstance(effect, Only) and left is not False:
            effects.append(effect.effect if left is True else Only(left, effect.effect))
        elif not isinstance(effect, Only):
            effects.append(effect)
    when = True if rule.when is None else _settled(rule.when, answers, asked)
    read = [f"{key} = {str(answers[key]).lower()}" for key in dict.fromkeys(asked)]
    return replace(rule, effects=tuple(effects), when=rule.when if isinstance(when, bool) else when), read


def _settled(condition: Condition, answers: Mapping[str, ReadingValue], asked: list[str]) -> Condition | bool:
    """A condition without its questions about readings: true or false where nothing else is left of it."""
    match condition:
        case ReadingIs(key, value):
            asked.append(key)
            return answers.get(key) == value
        case Not(inner):
            left = _settled(inner, answers, asked)
            return not left if isinstance(left, bool) else Not(left)
        case All(conditions):
            parts = [_settled(each, answers, asked) for each in conditions]
            rest = tuple(each for each in parts if not isinstance(each, bool))
            return False if False in parts else (rest[0] if len(rest) == 1 else All(rest)) if rest else True
        case AnyOf(conditions, because):
            parts = [_settled(each, answers, asked) for each in conditions]
            rest = tuple(each for each in parts if not isinstance(each, bool))
            return True if True in parts else (rest[0] if len(rest) == 1 else AnyOf(rest, because)) if rest else False
        case _:
            return condition
