"""Areas of ingress regions worked out by hand, to 1e-6."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.regions import arrival_region
from toolkit.battlefield.zones import deployment
from toolkit.systems.wh40k_11e.reserves import INGRESS

ROWS = json.loads((Path(__file__).parent / "worked_geometry.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked(row):
    board = deployment("dawn_of_war") if row["zone"] else Board.parse("44x60")
    region = arrival_region(board, row["base"] and Base.parse(row["base"]), INGRESS, row["round"])
    if "share" in row:
        assert region.share == pytest.approx(float(Fraction(row["share"])), abs=1e-9)
    else:
        assert region.area == pytest.approx(float(Fraction(row["area"])), abs=1e-6)
