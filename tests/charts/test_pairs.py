"""The grid of pairs: its cells and both ways of drawing it."""

import polars as pl
import pytest
import vl_convert

from toolkit.charts import bundle, numbers, pairs

NAMES = ("Heavy", "Blast", "Stealth")
ALONE = {"Heavy": 0.4, "Blast": 0.1, "Stealth": -0.2}
EXTRA = {("Heavy", "Blast"): 0.2, ("Heavy", "Stealth"): -0.1, ("Blast", "Stealth"): 0.001}


@pytest.fixture
def frame():
    rows = []
    for i, first in enumerate(NAMES):
        for second in NAMES[i:]:
            extra = EXTRA.get((first, second), 0.0)
            together = ALONE[first] if first == second else ALONE[first] + ALONE[second] + extra
            rows.append((first, second, ALONE[first], ALONE[second], together, extra))
    return pl.DataFrame(rows, schema=["first", "second", "alone_first", "alone_second", "together", "extra"], orient="row")


def svg(spec):
    return vl_convert.vegalite_to_svg(spec, vl_version=bundle.vega_lite_version())


def test_the_upper_triangle_with_each_rule_alone_on_the_diagonal(frame):
    table = pairs.columns(frame, "models")
    assert list(zip(table["i"], table["j"], strict=True)) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert table["kind"] == ["alone", "more", "less", "alone", "none", "alone"]
    assert table["text"] == ["+0.40", "+0.20", "−0.10", "+0.10", "0", "−0.20"]
    assert table["apart"][1:3] == ["+0.50", "+0.20"] and table["together"][1:3] == ["+0.70", "+0.10"]


def test_strong_against_the_strongest_pair(frame):
    table = pairs.columns(frame, "models")
    assert table["opacity"][1] == pytest.approx(0.62)
    assert table["opacity"][1] > table["opacity"][2] > 0.1


def test_weak_pairs_stay_weak_beside_strong_rules(frame):
    weak = frame.with_columns(pl.col("extra") / 10)
    assert max(o for o, kind in zip(*map(pairs.columns(weak, "models").get, ("opacity", "kind")), strict=True) if kind == "more") < 0.3


def test_an_empty_table():
    table = pairs.columns(pl.DataFrame(), "models")
    assert set(map(len, table.values())) == {0}


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_still_picture_compiles(frame, look):
    drawn = svg(pairs.chart(frame, "probability", look=look).to_dict())
    assert drawn.count(">Heavy<") == 2  # beside its row and over its column
    assert ">+20.0<" in drawn and ">−10.0<" in drawn


def test_the_live_picture_compiles(frame):
    table = pairs.columns(frame, "models")
    height, width = pairs.size(3)
    plot = {"width": width - 224, "height": height - 96}
    drawn = svg({**pairs.live(), "datasets": {"src": numbers.rows(table)}, **plot})
    for text in {*table["text"]}:
        assert f">{text}<" in drawn
