"""Dice notation: what players write, and clear errors for the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.dice.notation import MAX_DICE, MAX_PLUS, MAX_SIDES, Dice
from toolkit.errors import NotationError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2D6+3", Dice(2, 6, 3)),
        (" 2 d 6 + 3 ", Dice(2, 6, 3)),
        ("D3", Dice(1, 3, 0)),
        ("d6-1", Dice(1, 6, -1)),
        ("D6−1", Dice(1, 6, -1)),
        ("4", Dice(0, 0, 4)),
        (4, Dice(0, 0, 4)),
        ("0", Dice(0, 0, 0)),
        ("D7", Dice(1, 7, 0)),
    ],
)
def test_reads_what_players_write(text: str | int, expected: Dice) -> None:
    assert Dice.parse(text) == expected


@pytest.mark.parametrize(
    "text", ["", "D", "2D", "D6+", "6D", "D6D6", "2D6 3", "x", "1.5", "D6*2", "+", "--3", "1e3", "٣", "D²", True, None, 2.0]
)
def test_refuses_anything_else_and_quotes_it(text: object) -> None:
    with pytest.raises(NotationError) as caught:
        Dice.parse(text)  # type: ignore[arg-type]
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("0D6", "no dice"),
        ("D0", "faces"),
        (f"{MAX_DICE + 1}D6", str(MAX_DICE)),
        (f"D{MAX_SIDES + 1}", str(MAX_SIDES)),
        ("100D1000", "6000"),
        (f"D6+{MAX_PLUS + 1}", str(MAX_PLUS)),
        (MAX_PLUS + 1, str(MAX_PLUS)),
        ("9" * 50 + "D6", str(MAX_DICE)),
    ],
)
def test_refuses_impossible_sizes_with_the_limit(text: str | int, limit: str) -> None:
    with pytest.raises(NotationError, match=limit):
        Dice.parse(text)


@given(st.integers(1, MAX_DICE), st.integers(1, 60), st.integers(-50, 50))
def test_canonical_text_reads_back(count: int, sides: int, plus: int) -> None:
    dice = Dice(count, sides, plus)
    assert Dice.parse(str(dice)) == dice
