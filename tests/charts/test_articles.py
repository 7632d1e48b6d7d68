"""The two pictures of articles."""

from __future__ import annotations

from itertools import pairwise

import pytest
import vl_convert

from toolkit.charts import bundle
from toolkit.charts.articles import LABEL, _apart, bars, lines
from toolkit.errors import ToolkitError


def svg(chart) -> str:
    return vl_convert.vegalite_to_svg(chart.to_dict(), vl_version=bundle.vega_lite_version())


def test_each_bar_has_its_name_and_its_number():
    drawn = svg(bars([("plain", 5 / 18, "27.8%"), ("Command Re-roll", 155 / 324, "47.8%")], strong=["plain"], title="A charge of 9"))
    assert all(word in drawn for word in ("plain", "27.8%", "Command Re-roll", "47.8%", "A charge of 9"))
    assert "2.5" in svg(bars([("two", 2.5, "2.5")], percent=False))
    with pytest.raises(ToolkitError, match="no bar is called 'other'"):
        bars([("plain", 0.1, "")], strong=["other"])
    with pytest.raises(ToolkitError, match="at least one row"):
        bars([])


def test_lines_are_named_where_they_end():
    made = {name: [(7, 0.5), (8, 0.4 - shift)] for name, shift in (("one", 0), ("two", 0.001), ("three", 0.002))}
    drawn = svg(lines(made, across="needs", title="Lines"))
    assert all(word in drawn for word in ("one", "two", "three", "needs"))
    with pytest.raises(ToolkitError, match="at most 6"):
        lines({str(each): [(0, 0)] for each in range(7)})
    with pytest.raises(ToolkitError, match="points for each"):
        lines({"one": []})


def test_names_do_not_lie_over_each_other():
    placed = sorted(_apart({"a": 100, "b": 101, "c": 200, "d": 200, "e": 199}, 200).values())
    assert all(after - before >= LABEL - 1e-9 for before, after in pairwise(placed)) and placed[-1] <= 200
