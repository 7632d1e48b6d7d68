"""A policy in words: from a table of decisions to a few sentences that a player can follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.attack.events import Side, StepName
    from toolkit.attack.policy import Decision

Situation = tuple[int, ...]
_DICE = {
    "hit": {"fail": "a failed hit", "success": "a hit that is not critical", "critical": "a critical hit"},
    "wound": {"fail": "a failed wound", "success": "a wound that is not critical", "critical": "a critical wound"},
    "save": {"fail": "a failed save", "success": "a save that was made", "critical": "a save that was made"},
}
_SCORED = {"hit": "hit", "wound": "wound", "save": "save"}
_LONGEST = 6


def sentences(names: Sequence[str], decisions: Iterable[Decision], side: Side) -> tuple[str, ...]:
    """One sentence for each weapon and step at which there is something to decide.

    Parameters
    ----------
    names : sequence of str
        Names of the weapons that fire.
    decisions : iterable of Decision
    side : {"attacker", "defender"}
        Whose re-roll it is; only for the sentence that is left when nothing is worth it.

    Examples
    --------
    >>> from toolkit.attack.policy import Decision
    >>> sentences(["Gun"], [Decision(0, "wound", (1, 0, 0), "fail", 0.5, 0.2), Decision(0, "hit", (1, 0, 0), "", 0.5, 0.0)], "attacker")
    ('Wound: re-roll a failed wound.', 'Hit: keep the re-roll.')
    """
    steps: dict[tuple[int, StepName], dict[Situation, set[str]]] = defaultdict(lambda: defaultdict(set))
    for each in decisions:
        steps[each.weapon, each.step][each.situation].add(each.again)
    out: list[str] = []
    for (weapon, step), table in steps.items():
        head = step.capitalize() if len(names) == 1 else f"{names[weapon]}, {step}"
        out.append(f"{head}: {_about(step, table)}.")
    return tuple(out) or (f"The {side} has nothing to re-roll.",)


def _about(step: StepName, table: dict[Situation, set[str]]) -> str:
    if all(choices == {""} for choices in table.values()):
        return "keep the re-roll"
    if step == "damage":
        return _damage(table)
    if step == "attacks":
        return _attacks(table)
    return _pool(step, table)


# --- hits, wounds, saves --------------------------------------------------------------------------------------------


def _pool(step: StepName, table: dict[Situation, set[str]]) -> str:
    parts: list[str] = []
    for kind in ("fail", "success", "critical"):
        index = ("fail", "success", "critical").index(kind)
        asked = {situation: choices for situation, choices in table.items() if situation[index]}
        again = {situation for situation, choices in asked.items() if kind in choices}
        if not again:
            continue
        sometimes = {situation for situation in again if len(asked[situation]) > 1}
        when = "" if again == set(asked) else f" {_when(step, again, set(asked))}"
        unsure = " (depending on the wounds the target has left)" if sometimes else ""
        parts.append(f"{_DICE[step][kind]}{when}{unsure}")
    return "re-roll " + ", or ".join(parts)


def _when(step: StepName, again: set[Situation], asked: set[Situation]) -> str:
    """A condition for exactly these situations, the simplest that holds; otherwise a list."""
    noun = _SCORED[step]
    features: tuple[tuple[Callable[[Situation], int], Callable[[int], str], Callable[[int], str]], ...] = (
        (lambda s: s[1] + s[2], lambda k: f"when {_at_most(k, noun)}", lambda k: f"when {k} or more {noun}s were scored"),
        (lambda s: s[2], lambda k: f"when {_at_most(k, 'critical')}", lambda k: f"when {k} or more criticals were scored"),
        (lambda s: s[0], lambda k: f"when at most {k} failed", lambda k: f"when {k} or more failed"),
        (sum, lambda k: f"when at most {k} dice were rolled", lambda k: f"when {k} or more dice were rolled"),
    )  # fmt: skip
    for feature, at_most, at_least in features:
        values, others = {feature(s) for s in again}, {feature(s) for s in asked - again}
        if len(values) == 1 and values.isdisjoint(others) and min(others) < min(values) < max(others):
            k = min(values)
            words = at_least(k).replace(f"{k} or more", f"exactly {k}")
            return words.replace("s were", " was") if k == 1 else words
        if max(values) < min(others):
            return at_most(max(values))
        if min(values) > max(others):
            return at_least(min(values))
    shown = sorted({(s[1] + s[2], sum(s)) for s in again})
    cases = ", ".join(f"{scored} of {dice}" for scored, dice in shown[:_LONGEST])
    more = f" and {len(shown) - _LONGEST} more cases" if len(shown) > _LONGEST else ""
    return f"when the {noun}s scored are {cases}{more}"


def _at_most(k: int, noun: str) -> str:
    return f"no {noun} was scored" if k == 0 else f"at most {k} {noun}{'s' if k > 1 else ''} {'were' if k > 1 else 'was'} scored"


# --- damage ---------------------------------------------------------------------------------------------------------


def _damage(table: dict[Situation, set[str]]) -> str:
    limits: dict[tuple[int, int], int] = {}
    for (rolled, left, wounds), choices in table.items():
        key = (left, wounds)
        limits[key] = max(limits.get(key, 0), rolled if choices - {""} else 0)
    if len(set(limits.values())) == 1:
        return f"re-roll {_up_to(next(iter(limits.values())))}"
    parts: list[str] = []
    for left in sorted({left for left, _ in limits}):
        here = sorted((wounds, limit) for (others, wounds), limit in limits.items() if others == left)
        first = {0: "with the last wound", 1: "with 1 more wound to come"}.get(left, f"with {left} more wounds to come")
        spans: list[tuple[int, int, int]] = []
        for wounds, limit in here:
            if spans and spans[-1][2] == limit:
                spans[-1] = (spans[-1][0], wounds, limit)
            else:
                spans.append((wounds, wounds, limit))
        if len(spans) == 1:
            parts.append(f"{first}, {_again(spans[0][2])}")
        else:
            parts.append(f"{first}: " + ", ".join(f"{_again(limit)} against {_wounds(low, high)}" for low, high, limit in spans))
    shown = parts[:_LONGEST]
    return "; ".join(shown) + (f"; and {len(parts) - _LONGEST} more cases" if len(parts) > _LONGEST else "")


def _up_to(limit: int) -> str:
    return f"a damage roll of {limit} or less"


def _again(limit: int) -> str:
    return f"re-roll {limit} or less" if limit else "keep any roll"


def _wounds(low: int, high: int) -> str:
    return f"{low} wound{'s' if low > 1 else ''} left" if low == high else f"{low} to {high} wounds left"


# --- the number of attacks ------------------------------------------------------------------------------------------


def _attacks(table: dict[Situation, set[str]]) -> str:
    again = {situation for situation, choices in table.items() if choices - {""}}
    kept = set(table) - again
    highest = max(lowest for _, lowest in again)
    if all(lowest > highest for _, lowest in kept):
        return f"re-roll the lowest roll when it is {highest} or less"
    limits = {lowest: max(total for total, each in again if each == lowest) for lowest in sorted({lowest for _, lowest in again})}
    cases = ", ".join(f"a {lowest} when there are {total} attacks or fewer" for lowest, total in list(limits.items())[:_LONGEST])
    return f"re-roll the lowest roll if it is {cases}"
