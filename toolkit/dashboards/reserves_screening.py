"""One more screening unit in the reserves planner: the formation that it takes, where it stands best, and what it closes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.bases import Base
from toolkit.battlefield.coherency import BY_SYSTEM, out_of_coherency
from toolkit.battlefield.placement import Unit, block
from toolkit.dashboards import text
from toolkit.dashboards.reserves_maps import threat
from toolkit.dashboards.reserves_state import ReservesState
from toolkit.dashboards.text import escape
from toolkit.errors import ToolkitError
from toolkit.studies.screening import Gaps, best_screen

FACINGS = (0.0, 90.0, 45.0, 135.0)
"""Degrees by which the formation is turned, one after the other."""
GAPS = (1.9, 1.6, 1.3, 1.0, 0.7, 0.35, 0.1)
"""Inches between bases that are tried for the widest formation."""


@dataclass(frozen=True)
class FoundScreen:
    """Where one more screening unit stands best.

    Attributes
    ----------
    unit : Unit or None
        Where it stands; None where there is no room for it.
    facing : float
        Degrees by which its formation is turned.
    before, after : Gaps
        What is open without it and with it.
    """

    unit: Unit | None
    facing: float
    before: Gaps
    after: Gaps

    @property
    def outlines(self) -> dict[str, BaseGeometry]:
        """What is drawn: its bases, and what it closes."""
        if self.unit is None:
            return {}
        closed = shapely.difference(self.before.polygon, self.after.polygon)
        return {f"screen {number}": model.outline for number, model in enumerate(self.unit.models)} | {"closed": closed}


def asked_of(state: ReservesState) -> tuple[Any, ...]:
    """All that the best place depends on."""
    return (
        state.board, state.system, state.way, state.battle_round, state.arriving.models[0].base, state.modifier, state.reroll,
        state.within, state.screen_models, state.screen_base, state.screen_where, state.screens,
    )  # fmt: skip


def find_screen(state: ReservesState, told: Callable[[str], None]) -> FoundScreen:
    """Compare positions and facings of one more unit of the other player.

    Parameters
    ----------
    state : ReservesState
    told : callable
        Called with how far the search has come, in words.

    Raises
    ------
    ToolkitError
        If the way of arriving has no screen, or its zone is asked for on a table without zones.
    """
    if state.arrival.anchor is not None:
        raise ToolkitError(f"{state.arrival.name} starts at a Transport on the table; a screen against it is not calculated")
    zones = [each.polygon for each in state.board.zone("enemy")]
    if state.screen_where == "zone" and not zones:
        raise ToolkitError("the table has no deployment zone of the enemy; let the screen stand anywhere, or pick a deployment")
    allowed = shapely.union_all(zones) if state.screen_where == "zone" else None
    names = {each.name for each in state.board.units} | {state.arriving.name}
    name = next(f"Screen {n}" for n in range(1, 400) if f"Screen {n}" not in names)
    unit = formation(name, state.screen_base, state.screen_models, state.system)
    best: FoundScreen | None = None
    for number, facing in enumerate(FACINGS):
        told(f"Comparing positions: {number} of {len(FACINGS)} facings done …")
        tried = best_screen(state.board, unit, threat(state), state.protected, facings=(facing,), allowed=allowed)  # type: ignore[arg-type]
        if tried.unit is not None and (best is None or best.unit is None or _left(tried.after) < _left(best.after)):
            best = FoundScreen(tried.unit, facing, tried.before, tried.after)
        best = best or FoundScreen(None, facing, tried.before, tried.after)
        if best.after.closed:
            break
    assert best is not None
    return best


def _left(gaps: Gaps) -> tuple[float, float]:
    return round(gaps.area, 6), float(gaps.chance)


@lru_cache(maxsize=64)
def formation(name: str, base: str, models: int, system: str) -> Unit:
    """The widest formation in rows that keeps coherency.

    Examples
    --------
    >>> [round(each.x, 1) for each in formation("Screen", "32mm", 5, "wh40k_10e").models]
    [-6.3, -3.2, 0.0, 3.2, 6.3]
    """
    kind = Base.parse(base)
    best: tuple[float, Unit] | None = None
    for gap in GAPS:
        for files in range(models, 0, -1):
            wide = (files - 1) * (kind.width_inches + gap)
            if best is not None and best[0] >= wide:
                break
            unit = block(name, kind, models, 0, 0, files=files, gap=gap)
            if not out_of_coherency(unit.models, BY_SYSTEM[system]):
                best = (wide, unit)
                break
    return best[1] if best is not None else block(name, kind, models, 0, 0)


def in_words(found: FoundScreen | None) -> str:
    """What one more screening unit is worth, as HTML."""
    if found is None:
        return "<b>One more screen</b> press “Where to screen” to ask for its best place and what it closes"
    if found.before.closed:
        return "<b>One more screen</b> there is nothing left to close"
    if found.unit is None:
        return "<b>One more screen</b> there is no room for it"
    closes = found.before.area - found.after.area
    x, y = found.unit.centre
    turned = f", turned {found.facing:g}°" if found.facing else ""
    chances = [text.percent(each.chance) for each in (found.before, found.after)]
    charge = (
        f"the best charge stays at {chances[0]}" if chances[0] == chances[1] else f"the best charge falls from {chances[0]} to {chances[1]}"
    )
    share = f"all {found.before.area:,.0f}" if found.after.closed else f"{closes:,.1f} of {found.before.area:,.1f}"
    said = f"{len(found.unit.models)} models at {x:.1f}″ across, {y:.1f}″ up{turned}, close {share} square inches; {charge}"
    return f"<b>One more screen</b> {escape(said)}"
