"""The exercises of the lessons: right answers, worked out by hand, are accepted, wrong ones are not."""

from __future__ import annotations

import re

import pytest

from tests.notebooks.regenerate import NOTEBOOKS
from toolkit.dice.pmf import Pmf
from toolkit.errors import ToolkitError
from toolkit.studies.lessons import LESSONS, exercises

# (lesson, place): right answers, as a reader writes them; wrong ones
ANSWERS = {
    ("modifiers", 0): (["2/3", "66.7%", "0.667", "4/6"], ["1/2", "5/6", "1/3", "67.6%"]),
    ("modifiers", 1): (["1/2", "50%", "0.5", 0.5], ["1/3", "2/3", "1/6"]),
    ("modifiers", 2): (["91/216", "42.1%", "0.4213"], ["0", "1/2", "125/216", "1/216", "1/6"]),
    ("rerolls", 0): (["7/9", "77.8%", "28/36"], ["2/3", "8/9", "5/6", "3/4"]),
    ("rerolls", 1): (["11/36", "30.6%"], ["1/3", "1/6", "25/36", "1/36"]),
    ("rerolls", 2): (["59/36", "1.64", "1.639"], ["14/9", "8/9", "1.56", "2"]),
    ("criticals", 0): (["10", 10, "10.0"], ["15", "9", "5", "11"]),
    ("criticals", 1): (["1/2", "50%"], ["1/3", "1/12", "1/6"]),
    ("criticals", 2): (["4/27", "8/54", "14.8%"], ["5/36", "7/27", "1/9", "1/6"]),
    ("saves", 0): (["1/3", "33.3%"], ["1/6", "1/2", "2/3"]),
    ("saves", 1): (["2/3", "66.7%"], ["5/6", "1/2", "1", "1/3"]),
    ("saves", 2): (["16/81", "19.8%"], ["1/16", "2/3", "8/3", "1/81"]),
    ("damage", 0): (["21", 21], ["30", "22", "20", "33"]),
    ("damage", 1): (["32/81", "39.5%"], ["2/3", "4/9", "8/27", "1/3"]),
    ("damage", 2): (
        ["1: 5/9, 2: 4/9", "0: 0, 1: 55.6%, 2: 44.4%", {1: "5/9", 2: "4/9"}],
        ["0: 1/9, 1: 4/9, 2: 4/9", "1: 4/9, 2: 5/9", "1: 5/9", "D2", "2"],
    ),
    ("command_reroll", 0): (["11/18", "61.1%"], ["1/3", "1/2", "4/9", "2/3"]),
    ("command_reroll", 1): (["3", 3, "3+"], ["4", "2", "5", "3.5"]),
    ("command_reroll", 2): (["1/4", "25%", "0.25"], ["7/16", "3/4", "1/2"]),
    ("charges", 0): (["155/324", "47.8%"], ["5/18", "5/9", "113/216", "52.2%"]),
    ("charges", 1): (["7/12", "58.3%", "21/36"], ["11/12", "5/12", "77/144"]),
    ("charges", 2): (["D6+6", "1D6 + 6", "7: 1/6, 8: 1/6, 9: 1/6, 10: 1/6, 11: 1/6, 12: 1/6"], ["2D6", "D6", "2D6+6", "D6+5", "9"]),
    ("battle_shock", 0): (["5/12", "41.7%", "15/36"], ["7/12", "58.3%", "1/2", "0"]),
    ("battle_shock", 1): (["0", "0%", 0], ["5/12", "7/12", "1", "1/2"]),
    ("battle_shock", 2): (["13/18", "72.2%", "26/36"], ["1", "7/12", "5/18"]),
    ("editions", 0): (["1/3", "33.3%"], ["1/2", "2/3", "1/6"]),
    ("editions", 1): (["5/9", "55.6%"], ["11/36", "2/3", "4/9"]),
    ("editions", 2): (["5/12", "41.7%"], ["0", "7/12"]),
}


def test_every_exercise_has_answers_here() -> None:
    assert len(LESSONS) == 9
    assert sorted(ANSWERS) == sorted((lesson, place) for lesson in LESSONS for place in range(len(exercises(lesson))))


@pytest.mark.parametrize(("lesson", "place"), list(ANSWERS))
def test_answers(lesson: str, place: int) -> None:
    exercise = exercises(lesson)[place]
    right, wrong = ANSWERS[lesson, place]
    for answer in right:
        assert exercise.check(answer), (answer, exercise.check(answer).text)
    for answer in wrong:
        assert not exercise.check(answer), answer
    assert exercise.check(exercise.exact)


@pytest.mark.parametrize("lesson", LESSONS)
def test_hints_and_traps_do_not_tell(lesson: str) -> None:
    for exercise in exercises(lesson):
        answer, *_ = str(exercise.solution()).partition(" (")
        assert exercise.why and exercise.hint
        told = [exercise.hint, *(remark for _, remark in exercise.traps)]
        if "/" in answer and not isinstance(exercise.exact, Pmf):
            assert all(not re.search(rf"(?<!\d){answer}(?!\d)", text) for text in told)
        for trap, remark in exercise.traps:
            verdict = exercise.check(trap)
            assert not verdict
            assert verdict.text == f"Not yet. {remark}"


def test_no_such_lesson() -> None:
    with pytest.raises(ToolkitError, match="the lessons are modifiers, rerolls"):
        exercises("magic")


def test_each_lesson_is_taught_in_a_notebook() -> None:
    sources = sorted((NOTEBOOKS / "teaching").glob("[1-9]_*.py"))  # not the Rules Lab, which asks nothing
    assert len(sources) == len(LESSONS)
    for source, lesson in zip(sources, LESSONS, strict=True):
        text = source.read_text(encoding="utf-8")
        assert f'exercises("{lesson}")' in text
        assert text.count(".check(...)") == len(exercises(lesson))
        assert "unofficial" in text
