"""What an edition asks of models on the table: unit coherency, and the Engagement Range where nobody is set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.battlefield.placement import FAR, Model, distance
from toolkit.battlefield.tolerance import TOUCH
from toolkit.rules import checks


@dataclass(frozen=True, slots=True)
class Coherency:
    """What an edition asks of the models of one unit.

    Attributes
    ----------
    near, vertical : float
        Inches within which each model must have enough others.
    neighbours : int
        How many others in a unit of fewer than `large` models.
    large, neighbours_if_large : int
        From how many models on it needs more of them.
    of_every_other : float or None
        Inches within which each model must be of all others; None for no such demand.
    engagement : float or None
        Engagement Range of the edition, in inches; None where it is not known, and has to be told where it matters.

    Raises
    ------
    ToolkitError
        If a number is out of range.

    Examples
    --------
    >>> WH40K_10E.needed(6), WH40K_10E.needed(7)
    (1, 2)
    """

    near: float
    vertical: float
    neighbours: int
    large: int = 10**9
    neighbours_if_large: int = 0
    of_every_other: float | None = None
    engagement: float | None = None

    def __post_init__(self) -> None:
        for name in ("near", "vertical", "of_every_other", "engagement"):
            value = getattr(self, name)
            if value is not None or name in ("near", "vertical"):
                checks.number(value, f"coherency with {name}", 0, FAR)
        for name in ("neighbours", "large", "neighbours_if_large"):
            checks.whole(getattr(self, name), f"coherency with {name}", 0, 10**9)

    def needed(self, models: int) -> int:
        """How many neighbours each model of a unit of so many models needs."""
        if models <= 1:
            return 0
        return self.neighbours_if_large if models >= self.large else self.neighbours


WH40K_10E = Coherency(2.0, 5.0, 1, large=7, neighbours_if_large=2, engagement=1.0)
"""10th edition: 2 inches of one other model, of two in units of seven and more; Engagement Range 1 inch."""
WH40K_11E = Coherency(2.0, 5.0, 1, of_every_other=9.0, engagement=2.0)
"""11th edition: 2 inches of one other model and 9 inches of every other; Engagement Range 2 inches."""
BY_SYSTEM = {"wh40k_10e": WH40K_10E, "wh40k_11e": WH40K_11E}


def out_of_coherency(models: Sequence[Model], rule: Coherency) -> tuple[tuple[int, str], ...]:
    """The models that break coherency, with the reason.

    Parameters
    ----------
    models : sequence of Model
        Of one unit.
    rule : Coherency
        `WH40K_10E` or `WH40K_11E`, or one's own numbers.

    Returns
    -------
    tuple of (int, str)
        Position of the model, counted from 0, and what is wrong. A unit that falls into groups without contact is not coherent even
        where each model has neighbours: 10th edition asks for one group.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> base = Base.parse("32mm")
    >>> out_of_coherency([Model(base, 0, 0), Model(base, 2, 0), Model(base, 9, 0)], WH40K_10E)
    ((2, '5.7" from the nearest other model, must be within 2"'),)
    """
    models = checks.kinds(models, Model, "models", "a Model", "model")
    count = len(models)
    need = checks.kind(rule, Coherency, "coherency", "that of an edition, such as coherency.WH40K_11E").needed(count)
    if not need:
        return ()
    apart = [[distance(a, b) for b in models] for a in models]
    near = [
        [
            second != first
            and apart[first][second] <= rule.near + TOUCH
            and abs(models[first].z - models[second].z) <= rule.vertical + TOUCH
            for second in range(count)
        ]
        for first in range(count)
    ]
    found: list[tuple[int, str]] = []
    for index in range(count):
        others = [apart[index][other] for other in range(count) if other != index]
        if sum(near[index]) < need:
            if need == 1:
                found.append((index, f'{min(others):.1f}" from the nearest other model, must be within {rule.near:g}"'))
            else:
                found.append((index, f'{sum(near[index])} other models within {rule.near:g}", must be {need}'))
        elif rule.of_every_other is not None and max(others) > rule.of_every_other + TOUCH:
            found.append((index, f'{max(others):.1f}" from the farthest other model, must be within {rule.of_every_other:g}"'))
    if not found and rule.of_every_other is None:
        reached = _group(near)
        found += [(index, "not connected with the rest of the unit") for index in range(count) if index not in reached]
    return tuple(found)


def _group(near: list[list[bool]]) -> set[int]:
    """The models connected with the first one."""
    reached, waiting = {0}, [0]
    while waiting:
        index = waiting.pop()
        fresh = {other for other, is_near in enumerate(near[index]) if is_near} - reached
        reached |= fresh
        waiting += fresh
    return reached
