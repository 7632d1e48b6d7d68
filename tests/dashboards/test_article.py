"""Sentences and tables of articles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkit.dashboards.article import percent, say, table
from toolkit.errors import ToolkitError


def test_sentences_lose_the_indent_of_the_cell():
    assert say("\n    One\n      - two\n    ")._repr_markdown_().rstrip() == "One\n  - two"


def test_a_table_writes_numbers_as_players_read_them():
    rows = [
        {"pattern": "Dawn of War", "open area": 341.291, "units": 1200, "chance": Fraction(5, 18), "last": None},
        {"pattern": "<i>", "open area": 0.0, "units": 3, "chance": Fraction(1, 6), "last": 2},
    ]
    made = table(rows, chance=percent)
    assert made.rows[0] == ("Dawn of War", "341.29", "1,200", "27.8%", "–") and made.numeric == (False, True, True, True, True)
    assert "&lt;i&gt;" in made._repr_html_() and made._repr_html_().count("<tr>") == 3
    assert table(rows).rows[0][3] == "5/18" and "Dawn of War" in str(made)


@pytest.mark.parametrize(
    ("rows", "shown", "said"),
    [([], {}, "without rows"), ([{"a": 1}, {"b": 1}], {}, "different columns"), ([{"a b": 1}], {"a_c": percent}, "no column 'a_c'")],
)
def test_what_cannot_be_a_table_is_named(rows, shown, said):
    with pytest.raises(ToolkitError, match=said):
        table(rows, **shown)
