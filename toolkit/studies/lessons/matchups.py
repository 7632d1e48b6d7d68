"""Small matchups for exercises, and exact numbers read off their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from toolkit.attack.outcome import Outcome
from toolkit.attack.sequence import resolve
from toolkit.dice.one_die import DieTest
from toolkit.dice.pmf import Pmf
from toolkit.studies.crunch import crunch
from toolkit.studies.result import Result

_CERTAIN = DieTest(1, fails_up_to=0)


def matchup(
    weapon: dict[str, Any],
    models: dict[str, Any],
    *,
    rules: Sequence[str] = (),
    keywords: Sequence[str] = (),
    system: str = "wh40k_10e",
    **situation: bool | str,
) -> dict[str, Any]:
    """A scenario document with one weapon and one profile of models; what is not said does not matter.

    Examples
    --------
    >>> matchup({"attacks": 2}, {"wounds": 2})["attacker"]["weapons"][0]["attacks"]
    2
    """
    gun = {"name": "Weapon", "attacks": 1, "skill": "3+", "strength": 4, "ap": 0, "damage": 1} | weapon
    target = {"count": 1, "toughness": 4, "save": "7+", "wounds": 1} | models
    return {
        "system": system,
        "attacker": {"name": "Attacker", "keywords": ["Infantry"], "weapons": [gun]},
        "defender": {"name": "Target", "keywords": list(keywords), "models": [target]},
        "rules": list(rules),
        "situation": situation,
    }


def chance(result: Result, step: str) -> Fraction:
    """The chance that one die of a step ("Hit", "Wound", "Save") goes the attacker's way.

    Examples
    --------
    >>> chance(crunch(matchup({"skill": "4+"}, {}), exact=True), "Hit")
    Fraction(1, 2)
    """
    found = next(each.chance for each in result.steps if each.name == step)
    return Fraction(1) if found is None else found


def mean(pmf: Pmf) -> Fraction:
    """The exact mean of an exact distribution."""
    return Fraction(pmf.mean())


def unsaved(number: int, document: dict[str, Any]) -> Outcome:
    """What exactly `number` attacks do once they have got through the save: only damage and feel no pain are left to roll.

    Examples
    --------
    >>> unsaved(2, matchup({"damage": 2}, {"wounds": 2, "count": 3})).slain
    Pmf({2: 1})
    """
    resolved = crunch(document, exact=True).resolved
    attack = resolved.attacks[0]
    through = replace(
        attack,
        attacks=Pmf.certain(number, exact=True),
        hit=None,
        wound=_CERTAIN,
        against=tuple(replace(each, save=None) for each in attack.against),
    )
    return resolve([through], resolved.defence, exact=True)
