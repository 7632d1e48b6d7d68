"""The chart of the stages."""

from types import SimpleNamespace

import pytest
import vl_convert

from toolkit.charts import bundle, funnel, stages

RESULT = {"attacks": {4: 1.0}, "hits": {0: 0.25, 1: 0.5, 2: 0.25}, "slain": {0: 0.9999, 1: 0.0001}}


def test_cells_are_relative_to_the_likeliest_of_their_row():
    table = stages.columns(RESULT)
    assert table["stage"] == ["Attacks", "Hits", "Hits", "Hits", "Models slain"]
    assert table["share"] == [1.0, 0.5, 1.0, 0.5, 1.0]


def test_averages_and_ranges():
    table = stages.summary(RESULT, {"attacks": {2: 1.0}})
    assert table["mean"] == pytest.approx([4, 1, 0.0001])
    assert (table["low"], table["high"]) == ([4, 0, 0], [4, 2, 0])
    assert table["a_mean"] == [2.0, None, None]


def test_the_axis_reaches_all_that_can_be_seen():
    def knobs(now, pinned=None):
        return stages.knobs(stages.columns(now), stages.summary(now, pinned))

    assert knobs({"attacks": {30: 1.0}}, {"attacks": {40: 1.0}}) == {"high": 40.5, "pinned": True}
    assert knobs({"attacks": {1: 1.0}}) == {"high": 6.5, "pinned": False}
    assert knobs({"attacks": {9: 1.0 - 1e-9, 400: 1e-9}})["high"] == 9.5


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_still_picture_compiles(look):
    answer = SimpleNamespace(stage=lambda name: RESULT["hits"])
    svg = vl_convert.vegalite_to_svg(funnel(answer, answer, look=look).to_dict(), vl_version=bundle.vega_lite_version())
    for name in stages.STAGES.values():
        assert f">{name}<" in svg
    assert ">1.00<" in svg and ">0–2<" in svg


def test_the_live_picture_compiles():
    table, summary = stages.columns(RESULT), stages.summary(RESULT)
    rows = {
        "src": [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)],
        "summary": [dict(zip(summary, row, strict=True)) for row in zip(*summary.values(), strict=True)],
    }
    svg = vl_convert.vegalite_to_svg(
        {**stages.live(), "datasets": rows, "width": 300, "height": 200}, vl_version=bundle.vega_lite_version()
    )
    assert ">4.00<" in svg
