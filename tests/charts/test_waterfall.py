"""The waterfall: its rows, its axis, and both ways of drawing it."""

import polars as pl
import pytest
import vl_convert

from toolkit.charts import bundle, numbers, waterfall
from toolkit.charts.amounts import signed, written


def frame(*steps, start=1.0):
    rows, before = [], start
    for number, step in enumerate(steps):
        rows.append({"id": f"r{number}", "rule": f"Rule {number}", "step": step, "before": before, "after": before + step})
        before += step
    schema = {"id": pl.String, "rule": pl.String, "step": pl.Float64, "before": pl.Float64, "after": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def svg(spec):
    return vl_convert.vegalite_to_svg(spec, vl_version=bundle.vega_lite_version())


def test_rows_run_from_without_to_all_together():
    table = waterfall.columns(frame(0.5, -0.25, 0.001), "models")
    assert table["label"] == [waterfall.FIRST, "Rule 0", "Rule 1", "Rule 2", waterfall.LAST]
    assert table["kind"] == ["total", "up", "down", "none", "total"]
    assert table["step"] == ["", "+0.50", "−0.25", "0", ""]
    assert table["total"] == ["1.00", "1.50", "1.25", "1.25", "1.25"]
    assert table["left"][1:4] == [1.0, 1.5, 1.25]


def test_no_rules_at_all():
    table = waterfall.columns(frame(), "wounds", start=0.4)
    assert table["total"] == ["0.40", "0.40"]


def test_chances_are_steps_in_points_and_totals_in_percent():
    table = waterfall.columns(frame(0.1, -0.00001, start=0.2), "probability")
    assert table["step"] == ["", "+10.0", "0", ""]
    assert table["total"][:2] == ["20.0%", "30.0%"]


@pytest.mark.parametrize(
    ("steps", "unit", "low", "high"),
    [
        ((0.2,), "models", 0, 2),
        ((9.5,), "wounds", 0, 15),
        ((250,), "wounds", 0, 300),
        ((-0.99,), "probability", 0, 1),
        ((-1.4, 1.0), "models", -0.5, 1),
    ],
)
def test_the_axis_climbs_a_ladder(steps, unit, low, high):
    given = waterfall.knobs(waterfall.columns(frame(*steps), unit), unit)
    assert (given["low"], given["high"]) == (low, high)


def test_small_chances_get_a_small_axis():
    table = waterfall.columns(frame(0.01, start=0.02), "probability")
    assert waterfall.knobs(table, "probability")["high"] == 0.05


def test_room_grows_four_rows_at_a_time():
    heights = [waterfall.room(count)[0] for count in range(2, 16)]
    assert heights == [320] * 9 + [448] * 4 + [576]
    assert all(waterfall.room(count)[1] >= count for count in range(2, 30))


def test_a_rule_that_changes_nothing_says_why():
    table = waterfall.columns(frame(0.5, 0.0), "models", notes={"r1": "the unit moved"})
    spec = {**waterfall.live(), "datasets": {"src": numbers.rows(table)}, "width": 400, "height": 256}
    drawn = svg(spec)
    assert ">the unit moved<" in drawn and ">+0.50<" in drawn


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("unit", ["models", "probability"])
def test_the_still_picture_compiles(look, unit):
    drawn = svg(waterfall.chart(frame(0.1, -0.05, 0.0, start=0.3), unit, look=look).to_dict())
    for text in (waterfall.FIRST, "Rule 0", waterfall.LAST, "What each rule adds"):
        assert f">{text}<" in drawn
    assert (">+10.0<" if unit == "probability" else ">+0.10<") in drawn


def test_amounts_in_words():
    assert [signed(value, "models") for value in (0.004, -0.004, 1.0)] == ["0", "0", "+1.00"]
    assert [written(value, "probability") for value in (0, 1e-5, 0.99999, 1, -0.02)] == ["0%", "<0.1%", ">99.9%", "100%", "−2.0%"]
