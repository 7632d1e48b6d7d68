"""Random battlefields through documents and back, and tables that no battlefield can be."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import tomli_w

from toolkit.battlefield.document import board_from, board_to
from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.errors import ToolkitError

from .battlefield_boards import crowded_field, random_field

SQUAD = {"name": "Squad", "base": "32mm", "at": [10, 10]}
SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]


def test_random_battlefields_come_back_the_same() -> None:
    for seed in range(120):
        board = (crowded_field if seed % 4 == 3 else random_field)(seed).board()
        table = board_to(board)
        for read in (json.loads(json.dumps(table)), tomllib.loads(tomli_w.dumps({"board": table}))["board"]):
            again = board_from(read)
            assert again == board, f"battlefield {seed}"
            assert board_to(again) == table


@pytest.mark.parametrize("size", [(60, 44), (44, 30), (90, 60), (44, 60), (37.3, 51.7)])
def test_patterns_come_back_and_are_fair(size: tuple[float, float]) -> None:
    for pattern in PATTERNS:
        board = deployment(pattern.key, *size)
        assert board_from(json.loads(json.dumps(board_to(board)))) == board
        own, enemy = board.zone("own")[0].polygon, board.zone("enemy")[0].polygon
        assert own.area == pytest.approx(enemy.area)
        assert own.intersection(enemy).area == 0


def wrong_ones() -> Iterator[tuple[Mapping[str, Any], str]]:
    """Tables that are refused, with what the message has to name."""

    def units(**changes: object) -> dict[str, Any]:
        return {"size": "44x60", "units": [{**SQUAD, **changes}]}

    def models(*places: object, **more: object) -> dict[str, Any]:
        return {"size": "44x60", "units": [{"name": "Squad", "base": "32mm", "models": list(places), **more}]}

    def zones(*corners: object, side: object = "own") -> dict[str, Any]:
        return {"size": "44x60", "zones": [{"side": side, "points": list(corners)}]}

    def terrain(**changes: object) -> dict[str, Any]:
        return {"size": "44x60", "terrain": [{"name": "Tower", "points": SQUARE, **changes}]}

    yield {"size": "44x60", "units": [SQUAD, SQUAD]}, "'Squad' is on the board twice"
    yield models([10, 10], [10.2, 10]), "models 1 and 2 overlap"
    yield models([0, 10]), "model 1 of unit 'Squad'"
    yield models(), "no models"
    yield models([1]), "model 1"
    yield models([float("nan"), 10]), "nan"
    yield models([10, 10], side="neither"), "side"
    yield models([10, 10], base="-32mm"), "-32mm"
    yield models([10, 10], base="0mm"), "0"
    yield models([10, 10], base=32), "base = 32"
    yield units(count=0), "0 models"
    yield units(count="5"), "'5'"
    yield units(files="5"), "'5'"
    yield units(gap="wide"), "'wide'"
    yield units(gap=-1), "-1"
    yield units(keywords="Infantry"), "keywords"
    yield units(models=[[1, 1]]), "either"
    yield units(colour="red"), "'colour'"
    yield zones([0, 0], [4, 4], [4, 0], [0, 4]), "crosses itself at (2, 2)"
    yield zones([0, 0], [4, 4]), "2 corners"
    yield zones([0, 0], [400, 4], [3, 9]), "beyond"
    yield zones([0, 0], [4, "x"], [4, 4]), "corner 2"
    yield zones(*SQUARE, side="both"), "side"
    yield {"size": "44x60", "zones": [{"side": side, "points": SQUARE} for side in ("own", "enemy")]}, "overlap"
    yield terrain(kind="lava"), "'lava'"
    yield terrain(height="tall"), "'tall'"
    yield terrain(height=-1), "-1"
    yield {**units(), "terrain": [{"name": "Crag", "kind": "impassable", "points": [[8, 8], [12, 8], [12, 12], [8, 12]]}]}, "'Crag'"
    yield {"width": -3, "depth": 3}, "-3"
    yield {"width": 3}, "depth"
    yield {"size": "0x60"}, "0"
    yield {"size": 44}, "44"
    yield {"size": "44x60", "deployment": "nowhere"}, "'nowhere'"
    yield {"size": "44x60", "deployment": "dawn_of_war", "zones": [{"side": "own", "points": SQUARE}]}, "both"


@pytest.mark.parametrize(("table", "named"), list(wrong_ones()))
def test_what_cannot_be_is_named(table: Mapping[str, Any], named: str) -> None:
    with pytest.raises(ToolkitError) as refused:
        board_from(table)
    assert named in str(refused.value)
