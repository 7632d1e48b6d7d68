"""Arrival by turn and charges by distance, drawn."""

from __future__ import annotations

import pytest
import vl_convert

from toolkit.charts import arrival as curves
from toolkit.charts import bundle
from toolkit.studies.ambush_arrival import arrival
from toolkit.studies.charge_rule import ChargeRule


def svg(chart) -> str:
    return vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=bundle.vega_lite_version())


def test_the_curve_steps_where_the_needed_roll_does():
    rule = ChargeRule.of("wh40k_10e")
    curve = curves.charge_columns(rule)["curve"]
    assert curve["chance"][8] == pytest.approx(float(rule.chance(9))) and curve["chance"] == sorted(curve["chance"], reverse=True)
    assert "42%" in svg(curves.charge_chart(rule))


def test_turns_are_drawn_with_their_numbers():
    law = arrival()
    turns = list(law.rule.numbers)
    drawn = svg(curves.turn_chart(turns, [law[turn] for turn in turns], [law.by(turn) for turn in turns]))
    assert "88.9%" in drawn and "turn 6" in drawn and "all by then" not in drawn
    both = svg(curves.turn_chart(turns, [law[turn] for turn in turns], [law.by(turn) for turn in turns], [0.1] * 5))
    assert "all by then" in both and "10.0%" in both


def test_live_specs_take_the_same_columns():
    assert {each["name"] for each in curves.live_turns()["params"]} == set(curves.turn_knobs([2, 3], True))
    assert "curve" in str(curves.live_charges())
