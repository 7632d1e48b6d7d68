"""Every scenario of the corpus, whole distributions, in floats and exactly, through the public interface."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import toolkit as tk

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("scenarios.json").read_text(encoding="utf-8"))["cases"]
TINY = Fraction(1, 10**130)  # below this only the absolute error counts
every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def expected(case: dict[str, Any], what: str) -> dict[int, Fraction]:
    return {int(value): Fraction(p) for value, p in case["expect"][what].items() if Fraction(p)}


def close(got: float, want: Fraction) -> bool:
    """1e-12 absolute and, for all but the tiniest chances, 1e-9 relative."""
    error = abs(Fraction(got) - want)
    return error <= Fraction(1, 10**12) and (want <= TINY or error <= want / 10**9)


def differences(got: Iterable[tuple[int, float]], want: dict[int, Fraction]) -> list[str]:
    found = dict(got)
    return [
        f"{value}: {found.get(value, 0)!r}, should be {float(want.get(value, 0))!r}"
        for value in sorted(found.keys() | want.keys())
        if not close(found.get(value, 0), want.get(value, Fraction(0)))
    ]


def test_there_are_46_cases_each_with_its_own_id() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 46


@every_case
def test_floats(case: dict[str, Any]) -> None:
    result = tk.crunch(case["scenario"])
    assert differences(result.damage.items(), expected(case, "damage")) == []
    assert differences(result.slain.items(), expected(case, "slain")) == []
    for name in ("mean_damage", "mean_slain", "p_destroyed"):
        assert close(getattr(result, name), Fraction(case["expect"][name])), name
    assert result.not_calculated == ()


@every_case
def test_exactly(case: dict[str, Any]) -> None:
    result = tk.crunch(case["scenario"], exact=True)
    for what, pmf in (("damage", result.damage), ("slain", result.slain)):
        got = {value: p for value, p in pmf.items() if p}
        assert all(isinstance(p, Fraction) for p in got.values())
        assert got == expected(case, what)
    for name in ("mean_damage", "mean_slain", "p_destroyed"):
        assert getattr(result, name) == Fraction(case["expect"][name]), name
