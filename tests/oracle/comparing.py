"""The public interface, asked exactly, and its whole distributions compared with the referee's."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import toolkit as tk

from .literal import Answer, evaluate

ONE = Fraction(1)


def exact(document: dict[str, Any]) -> Any:
    """The exact result of the toolkit."""
    return tk.crunch(document, exact=True)


def table(pmf: Any) -> dict[int, Fraction]:
    """A distribution without its impossible values."""
    return {value: p for value, p in pmf.items() if p}


def chance(result: Any, step: str) -> Fraction:
    """The chance of one die of the first weapon, the attacker's way."""
    return next(s.chance for s in result.steps if s.name == step)


def agree(document: dict[str, Any]) -> Answer:
    """Assert that toolkit and referee give the same whole distributions; return the referee's answer."""
    answer = evaluate(document)
    wrong = differences(document, answer)
    assert not wrong, "\n".join([*wrong, repr(document)])
    return answer


def differences(document: dict[str, Any], answer: Answer) -> list[str]:
    """Where the toolkit, exactly and in floats, differs from the referee."""
    wrong: list[str] = []
    precise, quick = exact(document), tk.crunch(document)
    wanted = {"damage": answer.damage, "slain": answer.slain, **answer.stages}
    for what, want in wanted.items():
        got = table(precise.stage(what))
        if got != want:
            wrong.append(f"exact {what}: {spelt(got)}, should be {spelt(want)}")
        worst = max(float_errors(quick.stage(what).items(), want), default=0.0)
        if worst > 1:
            wrong.append(f"float {what}: error {worst} times what is allowed")
    for what in ("damage", "slain"):
        if table(getattr(precise, what)) != table(precise.stage(what)):
            wrong.append(f"{what} and stage({what!r}) differ")
    everyone = sum(model["count"] for model in document["defender"]["models"])
    means = {
        "mean_damage": sum((v * p for v, p in answer.damage.items()), Fraction(0)),
        "mean_slain": sum((v * p for v, p in answer.slain.items()), Fraction(0)),
        "p_destroyed": answer.slain.get(everyone, Fraction(0)),
    }
    wrong += [f"{name}: {getattr(precise, name)}, should be {want}" for name, want in means.items() if getattr(precise, name) != want]
    wrong += [f"not calculated: {name}" for name in precise.not_calculated]
    return wrong


def float_errors(got: Iterable[tuple[int, float]], want: dict[int, Fraction]) -> list[float]:
    """Errors in units of what is allowed: 1e-12 absolute, and 1e-9 relative above 1e-130."""
    found = dict(got)
    errors: list[float] = []
    for value in found.keys() | want.keys():
        right = want.get(value, Fraction(0))
        error = abs(Fraction(found.get(value, 0.0)) - right)
        errors.append(float(error * 10**12))
        if right > Fraction(1, 10**130):
            errors.append(float(error / right * 10**9))
    return errors


def spelt(distribution: dict[int, Fraction]) -> str:
    """A distribution short enough for a failure message."""
    return ", ".join(f"{value}: {float(p):.6g}" for value, p in sorted(distribution.items())[:8])
