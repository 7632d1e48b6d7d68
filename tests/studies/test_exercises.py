"""Exercises: what is accepted, what is not, and that a wrong answer does not give the right one away."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolkit as tk
from toolkit.errors import ToolkitError
from toolkit.studies.answers import read_number
from toolkit.studies.exercises import Exercise

THIRD = Exercise("?", Fraction(1, 3), "Count.", "Two of six faces.", traps=((Fraction(1, 4), "That was four."),))
MEAN = Exercise("?", lambda: Fraction(7, 2), "Add the faces.", asks="number")
WHOLE = Exercise("?", 4, "Look.", asks="number")
DICE = Exercise("?", lambda: tk.dice("D3+1", exact=True), "Add.", traps=((tk.dice("D4", exact=True), "Not a D4."),))


@pytest.mark.parametrize(
    "answer",
    [
        "1/3", " 2 / 6 ", "1 in 3", "2 out of 6", "33.3%", "33 %", "33,3%", "0.333", ".3333", "~0.33", "33.33 percent", Fraction(1, 3),
        1 / 3, 1 - 2 / 3, 0.333, np.float64(0.3333),
    ],
)  # fmt: skip
def test_right_answers(answer: object) -> None:
    assert THIRD.check(answer)  # type: ignore[arg-type]
    assert "exactly 1/3 (33.3%)" in THIRD.check(answer).text  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", ["1/4", "34%", "33.4%", "0.34", "2/3", 0, 1, "0", "100%", "-1/3", 0.334, "3", "3.33%", "0.0333"])
def test_wrong_answers_do_not_reveal(answer: object) -> None:
    verdict = THIRD.check(answer)  # type: ignore[arg-type]
    assert not verdict
    assert "1/3" not in verdict.text and "33.3" not in verdict.text


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        ("1/2", "Count."), ("1/4", "That was four."), ("25.0%", "That was four."), ("2/3", "does not happen"), ("33.3", "% sign"),
        ("7/2", "from 0 to 1"), ("0.3", "more digits"),
    ],
)  # fmt: skip
def test_remarks(answer: str, remark: str) -> None:
    assert not THIRD.check(answer)
    assert remark in THIRD.check(answer).text


def test_rounding_to_certainty_or_nothing_is_not_an_answer() -> None:
    nearly = Exercise("?", Fraction(999, 1000), "")
    assert not nearly.check("100%") and nearly.check("99.9%")
    hardly = Exercise("?", Fraction(1, 1000), "")
    assert not hardly.check("0.0%") and not hardly.check("0") and not hardly.check("0.00") and hardly.check("0.10%")
    never = Exercise("?", Fraction(0), "")
    assert never.check("0") and never.check("0%") and never.check(0) and never.check(0.0)


def test_numbers() -> None:
    for answer in ("3.5", "7/2", "3 1/2", 3.5, "3,5"):
        assert MEAN.check(answer)
    for answer in ("3", "4", 3, "3.4", "35%"):
        assert not MEAN.check(answer)
    for answer in ("4", "4+", '4"', 4, "4.0", "4.00"):
        assert WHOLE.check(answer)
    assert not WHOLE.check("5+")
    assert "3.5" in MEAN.check("7/2").text


@pytest.mark.parametrize(
    "answer",
    ["D3+1", "d3 + 1", "2: 1/3, 3: 1/3, 4: 1/3", "2: 33.3%; 3: 33,3%; 4: 0.333", {2: "1/3", 3: 1 / 3, 4: Fraction(1, 3)}, tk.dice("D3+1")],
)
def test_right_distributions(answer: object) -> None:
    assert DICE.check(answer)  # type: ignore[arg-type]
    assert DICE.check(answer).text == "Right: exactly 2: 1/3, 3: 1/3, 4: 1/3."  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        ("D3", "Add."), ("D4", "Not a D4."), ("2: 1/2, 3: 1/2", "Add."), ("2: 1/2, 3: 1/4", "add up to 1"), ("3", "Add."), (3, "Add."),
        ("2: 0.3, 3: 0.3, 4: 0.4", "Add."),
    ],
)  # fmt: skip
def test_wrong_distributions(answer: object, remark: str) -> None:
    assert not DICE.check(answer)  # type: ignore[arg-type]
    assert remark in DICE.check(answer).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answer", ["a third", "1/0", "1/3/3", "D6", "--1", "9" * 50, "1e5", True, float("nan"), float("inf"), [1], object(), "%", "/", "+"]
)
def test_unreadable_numbers(answer: object) -> None:
    with pytest.raises(ToolkitError, match="write a fraction") as caught:
        THIRD.check(answer)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "answer", ["a third", "1/3", "2: 1/3, 2: 1/3", "2: x", "a: 1", "D6D6", "D0", 0.5, {"a": 1}, {1.5: 1}, "1: 1,", [1]]
)
def test_unreadable_distributions(answer: object) -> None:
    with pytest.raises(ToolkitError):
        DICE.check(answer)  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", ["", "  ", "?", ..., None, "..."])
def test_no_answer_yet(answer: object) -> None:
    for exercise in (THIRD, MEAN, DICE):
        verdict = exercise.check(answer)  # type: ignore[arg-type]
        assert not verdict and "No answer yet" in verdict.text and "1/3" not in verdict.text


def test_answer_is_computed_once_and_late() -> None:
    calls: list[int] = []

    def compute() -> Fraction:
        calls.append(1)
        return Fraction(1, 6)

    exercise = Exercise("?", compute, "")
    assert "solution" in repr(exercise) and calls == []
    assert exercise.check("1/6") and not exercise.check("1/5")
    assert len(calls) == 1


@pytest.mark.parametrize("answer", [0.5, True, tk.dice("D6"), "1/2"])
def test_only_exact_answers_can_be_asked_for(answer: object) -> None:
    with pytest.raises(ToolkitError, match="exercise"):
        Exercise("?", lambda: answer, "").check("1")  # type: ignore[arg-type, return-value]


def test_what_a_notebook_shows() -> None:
    shown = Exercise("a < b?", Fraction(1, 3), "<hint>")._repr_html_()
    assert "a &lt; b?" in shown and "&lt;hint&gt;" in shown and "1/3" not in shown
    assert "Not yet" in THIRD.check("1/2")._repr_html_() and "Right" in THIRD.check("1/3")._repr_html_()
    assert str(THIRD.solution()) == "1/3 (33.3%)\nTwo of six faces."
    assert str(MEAN.solution()) == "7/2 (3.5)"


@given(st.fractions(min_value=0, max_value=1, max_denominator=1000), st.integers(min_value=1, max_value=6))
def test_every_rounding_of_the_answer_fits(chance: Fraction, places: int) -> None:
    assert read_number(f"{100 * float(chance):.{places}f}%").rounds(chance)
    assert read_number(str(chance)).value == chance
    assert Exercise("?", chance, "").check(str(chance))
    assert Exercise("?", chance, "").check(float(chance))
