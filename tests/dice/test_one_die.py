"""One die: every kind of test, counted on the faces."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.dice.one_die import DieTest, odds, saving_throw
from toolkit.errors import SpecError


def test_named_values() -> None:
    assert odds(DieTest(4)) == (18, 12, 6)
    assert odds(DieTest(4, 1, reroll="failed")).chance == Fraction(8, 9)  # field case 6: modifiers once, after the re-roll
    assert odds(DieTest(2, -5)).chance == Fraction(2, 3)  # capped at -1
    assert odds(DieTest(7)).chance == Fraction(1, 6)  # a six always hits
    assert odds(DieTest(2, 5)).chance == Fraction(5, 6)  # a one always fails
    assert odds(DieTest(3, only=6, reroll="ones")) == (29, 0, 7)
    assert odds(saving_throw(7)).chance == 0  # a six is not automatic
    assert odds(saving_throw(7, 1)).chance == Fraction(1, 6)
    assert odds(saving_throw(3, 2)).chance == Fraction(5, 6)  # improved by 1 at most
    assert odds(DieTest(5, fails_up_to=3, modifier=2)).chance == Fraction(1, 2)


def test_a_failing_five_is_critical_only_by_the_other_reading() -> None:
    assert odds(DieTest(5, -1, critical=5)) == (30, 0, 6)
    assert odds(DieTest(5, -1, critical=5, critical_succeeds=True)) == (24, 0, 12)


@given(
    st.integers(2, 7), st.integers(-3, 3), st.sampled_from([None, "ones", "failed", "non_critical", "all"]), st.integers(2, 7),
    st.booleans(), st.booleans(), st.integers(1, 5),
)  # fmt: skip
def test_counted_literally(need: int, modifier: int, reroll: str | None, critical: int, crit_hits: bool, natural: bool, floor: int) -> None:
    test = DieTest(need, modifier, reroll=reroll, critical=critical, critical_succeeds=crit_hits, natural_six=natural, fails_up_to=floor)  # type: ignore[arg-type]

    def face(d: int) -> str:
        natural_hit = natural and d == 6
        if d <= floor and not natural_hit:
            return "fail"
        hits = natural_hit or d + max(-1, min(1, modifier)) >= need or (crit_hits and d >= critical)
        return "fail" if not hits else "critical" if d >= critical else "success"

    tally = {"fail": 0, "success": 0, "critical": 0}
    for first in range(1, 7):
        for second in range(1, 7):
            again = {
                None: False, "ones": first == 1, "failed": face(first) == "fail", "non_critical": face(first) != "critical", "all": True,
            }[reroll]  # fmt: skip
            tally[face(second if again else first)] += 1
    assert tuple(odds(test)) == tuple(tally.values())


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(SpecError):
        DieTest(0)
    with pytest.raises(SpecError):
        DieTest(3, critical=1)
