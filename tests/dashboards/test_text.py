"""Numbers in words."""

from fractions import Fraction

import pytest

from toolkit.dashboards import text


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "0%"),
        (1e-9, "<0.1%"),
        (0.00049, "<0.1%"),
        (0.0005, "0.1%"),
        (0.32, "32.0%"),
        (0.9994, "99.9%"),
        (0.9995, ">99.9%"),
        (1 - 1e-15, "100%"),
        (1, "100%"),
    ],
)
def test_percent(chance, said):
    assert text.percent(chance) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "never"),
        (1 / 668, "about 1 in 670"),
        (1 / 30, "about 1 in 30"),
        (0.28, "about 1 in 4"),
        (0.3, "about 1 in 3"),
        (0.94, "about 9 in 10"),
        (39 / 40, "fails about 1 in 40"),
        (0.9999, "all but certain"),
        (Fraction(1), "always"),
    ],
)
def test_odds(chance, said):
    assert text.odds(chance) == said


def test_there_is_no_plus_zero():
    assert text.points(0.5, 0.5) == text.change(1.001, 1.0) == "no change"
    assert text.signed(0) == "0"
    assert text.mean(-1.5) == "−1.50"


def test_long_fractions_are_not_written():
    assert text.fraction(Fraction(1234, 12345)) == "1234/12345"
    assert text.fraction(Fraction(12347, 123456)) is None
    assert text.fraction(Fraction(3)) == "3"


@pytest.mark.parametrize("title", ["", "…", "../../etc/passwd", "a" * 300])
def test_file_names_are_plain(title):
    name = text.file_name(title)
    assert name and len(name) <= 60 and all(c.isalnum() or c == "-" for c in name)
