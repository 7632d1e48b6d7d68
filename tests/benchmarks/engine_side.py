"""The workloads in toolkit's engine, from specs to law; and W2 once more from a scenario document."""

from __future__ import annotations

from typing import Any

from toolkit.attack.outcome import Outcome
from toolkit.attack.sequence import resolve
from toolkit.attack.spec import Against, AttackSpec, DefenceSpec, ModelGroup
from toolkit.dice.notation import Dice
from toolkit.dice.one_die import DieTest, saving_throw
from toolkit.dice.pmf import Pmf

Law = list[float]


def _pmf(text: str) -> Pmf:
    return Dice.parse(text).pmf(exact=True)


def law(outcome: Outcome, most: int) -> Law:
    """Wounds removed, as a plain list."""
    return [float(probability) for probability in outcome.damage.probabilities(0, most)]


def slain(wounds: Law, each: int) -> Law:
    """Models slain, from wounds removed of models with `each` wounds."""
    return [sum(wounds[first : first + each]) for first in range(0, len(wounds), each)]


Specs = tuple[list[AttackSpec], DefenceSpec]


def _w1() -> Specs:
    attack = AttackSpec("W1", _pmf("30"), 1, DieTest(3), DieTest(4), (Against(saving_throw(4), _pmf("1")),))
    return [attack], DefenceSpec((ModelGroup(20, 1, ignore=5),))


def _w2() -> Specs:
    attack = AttackSpec(
        "W2",
        _pmf("2D6+3"),
        1,
        DieTest(4, reroll="ones"),
        DieTest(3),
        (Against(saving_throw(5), _pmf("D6+1")),),
        extra_hits=_pmf("1"),
        auto_wound=True,
    )
    return [attack], DefenceSpec((ModelGroup(10, 3, ignore=6),))


def _w3() -> Specs:
    attack = AttackSpec(
        "W3",
        _pmf("60"),
        1,
        DieTest(3, critical=5),
        DieTest(4),
        (Against(saving_throw(4), _pmf("D3+3")),),
        extra_hits=_pmf("D3"),
        deferred=True,
    )
    return [attack], DefenceSpec((ModelGroup(1, 24, ignore=5),))


W1, W2, W3 = _w1(), _w2(), _w3()


def w1_outcome() -> Outcome:
    """Thirty attacks of one damage."""
    return resolve(*W1)


def w2_outcome() -> Outcome:
    """A random number of attacks, criticals that do two things, several models of several wounds."""
    return resolve(*W2)


def w3_outcome() -> Outcome:
    """Sixty attacks with a random number of extra hits, into one large model."""
    return resolve(*W3)


def w1() -> Law:
    """W1 to its law."""
    return law(w1_outcome(), 20)


def w2() -> Law:
    """W2 to its law."""
    return law(w2_outcome(), 30)


def w3() -> Law:
    """W3 to its law."""
    return law(w3_outcome(), 24)


W2_SCENARIO: dict[str, Any] = {
    "system": "wh40k_10e",
    "attacker": {
        "name": "W2",
        "weapons": [
            {
                "name": "W2",
                "count": 1,
                "type": "ranged",
                "range": 24,
                "attacks": "2D6+3",
                "skill": "4+",
                "strength": 5,
                "ap": 0,
                "damage": "D6+1",
                "abilities": ["sustained hits 1", "lethal hits"],
                "modifiers": {"reroll_hits": "ones"},
            }
        ],
    },
    "defender": {"name": "Ten", "models": [{"count": 10, "toughness": 4, "save": "5+", "wounds": 3, "feel_no_pain": "6+"}]},
}


def w2_from_scenario() -> Outcome:
    """W2 from a scenario document: rules looked up, resolved and explained."""
    from toolkit.studies.crunch import crunch

    return crunch(W2_SCENARIO).outcome
