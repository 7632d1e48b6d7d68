"""The chart of a distribution: its numbers, and that Vega-Lite compiles it, live and still."""

import json
from types import SimpleNamespace

import polars as pl
import pytest
import vl_convert

from toolkit.charts import bundle, damage, distribution, slain
from toolkit.dice.pmf import Pmf

NOW = {0: 0.25, 1: 0.5, 2: 0.25}
A = {0: 0.5, 1: 0.5}


ANSWER = SimpleNamespace(slain=NOW, damage={0: 0.1, 4: 0.9})


def picture(spec):
    return vl_convert.vegalite_to_svg(spec, vl_version=bundle.vega_lite_version())


def test_columns_say_exactly_and_at_least():
    assert distribution.columns(NOW) == {
        "count": [0, 1, 2],
        "exactly": [0.25, 0.5, 0.25],
        "at_least": [1.0, 0.75, 0.25],
        "a_exactly": [None] * 3,
        "a_at_least": [None] * 3,
    }


def test_the_pinned_distribution_fills_up_with_zeros():
    table = distribution.columns(NOW, A)
    assert table["a_exactly"] == [0.5, 0.5, 0.0]
    assert table["a_at_least"] == [1.0, 0.5, 0.0]


def test_the_axis_comes_from_the_target_not_from_the_numbers():
    table = distribution.columns(NOW, top=5)
    assert table["count"] == [0, 1, 2, 3, 4, 5]
    assert table["at_least"][3:] == [0, 0, 0]


@pytest.mark.parametrize("source", [Pmf({0: 0.25, 1: 0.5, 2: 0.25}), pl.DataFrame({"value": [0, 1, 2], "probability": [0.25, 0.5, 0.25]})])
def test_a_pmf_and_a_frame_give_the_same_columns(source):
    assert distribution.columns(source) == distribution.columns(NOW)


def test_adding_floats_leaves_no_dust():
    tenths = dict.fromkeys(range(10), 0.1)
    assert distribution.columns(tenths)["at_least"][0] == 1.0


@pytest.mark.parametrize(("top", "step"), [(5, 1), (12, 1), (20, 2), (60, 5), (400, 50)])
def test_ticks_are_few_and_even(top, step):
    ticks = distribution.knobs(top)["ticks"]
    assert ticks[1] - ticks[0] == step and len(ticks) <= 13 and ticks[-1] <= top


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("pinned", [None, A])
def test_the_still_picture_compiles(look, pinned):
    svg = picture(distribution.chart(NOW, pinned, k=1, look=look).to_dict())
    assert (">at least<" in svg) and (">A at least<" in svg) == (pinned is not None)
    for number in ("25%", "50%", "75%", "100%"):
        assert number in svg


def test_bars_from_k_on_are_strong():
    svg = picture(distribution.chart(NOW, k=1).to_dict())
    assert svg.count('opacity="0.38"') == 1


def test_a_wide_distribution_thins_its_numbers():
    many = dict.fromkeys(range(61), 1 / 61)
    svg = picture(distribution.chart(many, width=400).to_dict())
    assert svg.count(">2%<") <= 13


def test_titles_of_the_public_functions():
    assert slain(ANSWER).to_dict()["title"]["text"] == "Models slain"
    assert damage(ANSWER, ANSWER).to_dict()["title"]["text"] == "Wounds removed"


def test_an_unknown_look_is_refused():
    with pytest.raises(ValueError, match="'sepia' is not known"):
        distribution.chart(NOW, look="sepia")


def test_the_live_spec_is_the_same_picture_with_parameters_and_variables():
    spec = distribution.live("models slain")
    assert {param["name"] for param in spec["params"]} == {"high", "ticks", "k", "pinned"}
    assert spec["autosize"] == {"type": "none"} and "width" not in spec
    text = json.dumps(spec)
    assert "var(--tk-now)" in text and "#0072B2" not in text
    spec["datasets"] = {
        "src": [dict(zip(distribution.columns(NOW), row, strict=True)) for row in zip(*distribution.columns(NOW).values(), strict=True)]
    }
    assert "75%" in picture({**spec, "width": 300, "height": 200})
