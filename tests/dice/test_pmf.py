"""Distributions: values that can be counted by hand, float beside exact, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.dice.convolution import convolve
from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf
from toolkit.dice.pools import dice, keep, rerolled, successes
from toolkit.errors import NotationError, PmfError

weights = st.dictionaries(st.integers(-6, 9), st.integers(0, 40), min_size=1, max_size=8).filter(lambda d: sum(d.values()) > 0)


def law(raw: dict[int, int]) -> Pmf:
    return Pmf({value: Fraction(weight, sum(raw.values())) for value, weight in raw.items()})


def by_hand(count: int, sides: int) -> dict[int, Fraction]:
    out: dict[int, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        out[sum(faces)] = out.get(sum(faces), Fraction(0)) + Fraction(1, sides**count)
    return out


@pytest.mark.parametrize(("text", "count", "sides"), [("D6", 1, 6), ("3D6", 3, 6), ("2D3", 2, 3), ("4D4", 4, 4)])
def test_sums_of_dice_counted_face_by_face(text: str, count: int, sides: int) -> None:
    assert dict(dice(text, exact=True).items()) == by_hand(count, sides)
    for value, p in dice(text).items():
        assert p == pytest.approx(float(by_hand(count, sides)[value]), rel=1e-14)


@given(weights, weights)
def test_sum_counts_every_pair(a: dict[int, int], b: dict[int, int]) -> None:
    expected: dict[int, Fraction] = {}
    for (x, p), (y, q) in product(law(a).items(), law(b).items()):
        expected[x + y] = expected.get(x + y, Fraction(0)) + p * q
    assert law(a) + law(b) == Pmf(expected)


@given(weights, st.integers(0, 9))
def test_float_equals_exact(raw: dict[int, int], n: int) -> None:
    exact = law(raw).times(n)
    floating = law(raw).to_float().times(n)
    assert sum(p for _, p in exact.items()) == 1
    for value, p in exact.items():
        assert floating[value] == pytest.approx(float(p), rel=1e-13, abs=1e-300)


@given(st.lists(st.integers(0, 10**40), min_size=1, max_size=12), st.lists(st.integers(0, 10**25), min_size=1, max_size=12))
def test_exact_convolution_is_schoolbook_multiplication(a: list[int], b: list[int]) -> None:
    import numpy as np

    expected = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            expected[i + j] += x * y
    assert convolve(np.array(a, dtype=object), np.array(b, dtype=object)).tolist() == expected


def test_a_random_number_of_copies() -> None:
    both = dice("D3", exact=True).times(dice("D2", exact=True))
    assert both[1] == Fraction(1, 6)
    assert both[2] == Fraction(1, 6) + Fraction(1, 18)
    assert both.mean() == 3


@settings(max_examples=25)
@given(st.integers(30, 400))
def test_tails_keep_their_digits(n: int) -> None:
    """What an FFT loses: the far tail of a long power."""
    exact = successes(n, Fraction(1, 6), exact=True)
    floating = successes(n, Fraction(1, 6))
    for value, p in exact.items():
        if p > Fraction(1, 10**130):
            assert floating[value] == pytest.approx(float(p), rel=1e-11)
    assert all(p >= 0 for _, p in floating.items())


def test_binomials_of_any_size_add_up() -> None:
    for n in (1, 3, 4, 1000, 1001, 2500):
        floating = successes(n, Fraction(1, 3))
        assert sum(p for _, p in floating.items()) == pytest.approx(1, abs=1e-12)
        assert floating.mean() == pytest.approx(n / 3, rel=1e-12)


def test_reading_numbers() -> None:
    two = dice("2D6", exact=True)
    assert (two.mean(), two.variance(), two.at_least(9), two.at_most(3), two[7]) == (
        7,
        Fraction(35, 6),
        Fraction(5, 18),
        Fraction(1, 12),
        Fraction(1, 6),
    )
    assert two.std() == pytest.approx(math.sqrt(35 / 6))
    assert [two.quantile(q) for q in (0, 0.5, 0.9, 1)] == [2, 7, 10, 12]
    assert (two.at_least(99), two.at_most(0), two[99]) == (0, 0, 0)
    assert (two * 2)[14] == Fraction(1, 6)
    assert two.capped(7)[7] == Fraction(7, 12)
    assert two.map(lambda v: 0)[0] == 1
    assert (two + 3).low == 5


def test_pools() -> None:
    # field case 13: re-rolling the best single die of a charge equals 3D6 without the lowest
    assert [round(float(keep(3, 6, 2).at_least(k)) * 100, 1) for k in range(5, 13)] == [94.9, 89.4, 80.6, 68.1, 52.3, 35.6, 19.9, 7.4]
    assert float(keep(3, 6, 2, highest=False).at_most(6)) == pytest.approx(0.681, abs=5e-4)
    full = [rerolled(dice("2D6", exact=True), lambda total, need=need: total < need).at_least(need) for need in range(4, 13)]
    assert [round(float(p) * 100, 1) for p in full] == [99.3, 97.2, 92.3, 82.6, 66.0, 47.8, 30.6, 16.0, 5.5]
    assert [round(float(p) * 100, 2) for _, p in list(successes(30, Fraction(1, 12)).items())[:2]] == [7.35, 20.05]
    with pytest.raises(NotationError, match="keep"):
        keep(3, 6, 4)


@pytest.mark.parametrize(
    ("bad", "fragment"),
    [
        ({}, "at least one"),
        ({0: -0.1, 1: 1.1}, "-0.1"),
        ({0: 0.5, 1: 0.4}, "add up to 0.9"),
        ({0: Fraction(1, 2), 1: Fraction(1, 3)}, "5/6"),
        ({0: float("nan"), 1: 1.0}, "nan"),
        ({0.5: 1.0}, "0.5"),
    ],
)
def test_refuses_what_is_no_distribution(bad: dict[int, float], fragment: str) -> None:
    with pytest.raises(PmfError, match=fragment):
        Pmf(bad)


def test_nothing_can_be_changed() -> None:
    die = dice("D6")
    with pytest.raises(AttributeError):
        die.low = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        die.mass[0] = 1.0
    with pytest.raises(PmfError, match="mix"):
        die + dice("D6", exact=True)
    with pytest.raises(PmfError):
        die.times(-1)


def test_shows_itself() -> None:
    assert repr(dice("D2", exact=True)) == "Pmf({1: 1/2, 2: 1/2})"
    assert repr(Pmf.certain(3)) == "Pmf({3: 1.0})"
    assert "mean 3.5" in Dice.parse("D6").pmf()._repr_html_()
    assert hash(dice("D6")) == hash(dice("d6"))
