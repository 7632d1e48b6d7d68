"""The referee itself: against the corpus, and against dice rolled by a seeded generator."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from .documents import small_document
from .literal import damage_after_rules, evaluate
from .reading import Body, dice, read
from .simulate import simulate

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "corpus" / "scenarios.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_agrees_with_every_scenario_of_the_corpus(case: dict[str, Any]) -> None:
    answer = evaluate(case["scenario"])
    for what in ("damage", "slain"):
        want = {int(value): Fraction(p) for value, p in case["expect"][what].items() if Fraction(p)}
        assert getattr(answer, what) == want


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_agrees_with_rolled_dice(seed: int) -> None:
    document, games = small_document(seed), 3000
    answer, tally = evaluate(document), simulate(document, games, seed)
    for what in ("damage", "slain"):
        table = getattr(answer, what)
        assert sum(table.values()) == 1
        assert set(getattr(tally, what)) <= set(table)
        common = {value: float(p) for value, p in table.items() if 20 <= games * p <= games - 20 or p == 1}
        assert all(tally.standard_errors_off(what, value, p) < 5 for value, p in common.items())


@pytest.mark.parametrize(
    ("text", "parts"), [("2D6+3", (2, 6, 3)), ("D3", (1, 3, 0)), ("d6+1", (1, 6, 1)), (4, (0, 6, 4)), ("0", (0, 6, 0))]
)
def test_reads_dice(text: object, parts: tuple[int, int, int]) -> None:
    assert dice(text) == parts


@pytest.mark.parametrize(
    ("rolled", "melta", "target", "left"),
    [
        (5, 2, {"half_damage": True}, 5),  # ceil(5/2) + 2
        (6, 2, {"fixed_damage": 1}, 3),
        (1, 0, {"damage_reduction": 1}, 1),
        (3, 2, {"damage_reduction": 1}, 4),
        (1, 0, {"half_damage": True}, 1),
        (3, 0, {"fixed_damage": 0}, 0),
        (0, 0, {}, 0),
    ],
)
def test_damage_modifiers_in_order(rolled: int, melta: int, target: dict[str, Any], left: int) -> None:
    gun = {
        "name": "gun",
        "attacks": 1,
        "skill": "3+",
        "strength": 4,
        "ap": 0,
        "damage": rolled,
        "abilities": [f"melta {melta}"] if melta else [],
    }
    model = {"count": 1, "toughness": 4, "save": "3+", "wounds": 9, **target}
    situation = {"within_half_range": True}
    battle = read({"system": "wh40k_10e", "attacker": {"weapons": [gun]}, "defender": {"models": [model]}, "situation": situation})
    body: Body = battle.bodies[0]
    assert damage_after_rules(rolled, battle.guns[0], body) == left
