"""Does a whole unit fit? A legal placement that can be drawn, or why none was found."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.battlefield.board import Board
from toolkit.battlefield.breaches import engagement_range, of_the_unit
from toolkit.battlefield.coherency import Coherency
from toolkit.battlefield.exact import check_question
from toolkit.battlefield.placement import FAR, Model, Side, Unit
from toolkit.battlefield.regions import Region
from toolkit.battlefield.search import Search
from toolkit.battlefield.tolerance import WRITTEN
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival, EdgeReading

FACINGS = (0.0, 90.0, 45.0, 135.0)
"""Degrees tried for bases that are not round, after that of the unit given: first all models alike, then mixed, with those in between."""
MOST_STARTS = 120
"""Places from which the search grows the unit before it gives up."""
_MIXED_STARTS = 18
"""The same for bases that face several ways."""
_FEW_STARTS = 6
"""The same where it asks which rule is in the way."""


@dataclass(frozen=True)
class Fit:
    """Whether and where a unit can be set up.

    Attributes
    ----------
    unit : Unit or None
        The whole unit in a legal place: `breaches` found nothing wrong with it.
    why : str
        Why there is none; empty if there is one.
    certain : bool
        True where the answer is proved: a placement, or a rule that leaves no room for a single model (but for slits narrower than the
        0.005 inches of a region's tolerance). False where the search found nothing, or was bound to certain facings: the unit is then
        very likely not to fit, but packing has no quick proof.
    most : int
        The most models that found room together.
    searched : str
        What was tried.
    away : float or None
        Inches from the wanted point to the centre of the unit.
    but_for : tuple of str
        Where there is no placement: rules without each of which, alone, the search finds one.

    Examples
    --------
    >>> bool(Fit(None, "no room", True, 0, "", None))
    False
    """

    unit: Unit | None
    why: str
    certain: bool
    most: int
    searched: str
    away: float | None = None
    but_for: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.unit is not None


def fits(
    board: Board,
    unit: Unit,
    arrival: Arrival,
    battle_round: int,
    *,
    coherency: Coherency,
    near: tuple[float, float] | None = None,
    side: Side = "own",
    anchor: Model | None = None,
    keep_away: Mapping[str, float] | None = None,
    edge_reading: EdgeReading = "one_edge",
    engagement: float | None = None,
    facings: Sequence[float] | None = None,
) -> Fit:
    """Find a legal placement of a whole unit.

    Parameters
    ----------
    board : Board
        A unit of the same name and side on it is taken for this one and may stand anew.
    unit : Unit
        Its bases, keywords and abilities count; where its models stand does not.
    arrival : Arrival
        How it arrives; a record of `toolkit.systems`.
    battle_round : int
        From 1.
    coherency : Coherency
        `coherency.WH40K_10E` or `coherency.WH40K_11E`.
    near : (float, float), optional
        A point, inches across and up, that the unit should be close to; else where there is most room.
    side, anchor, keep_away, edge_reading, engagement
        As `breaches`.
    facings : sequence of float, optional
        Degrees that bases which are not round may face, first all models alike, then mixed, then also half-way between; else those of
        `FACINGS` and of the first model.

    Returns
    -------
    Fit
        The same for the same input.

    Raises
    ------
    ToolkitError
        As `breaches`; and if the point is no pair of numbers.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> from toolkit.battlefield.coherency import WH40K_11E
    >>> from toolkit.battlefield.placement import block
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, first_round=2)
    >>> squad = block("Squad", Base.parse("32mm"), 10, 30, 22, side="own")
    >>> found = fits(Board.parse("44x60"), squad, ingress, 2, coherency=WH40K_11E, near=(30, 0))
    >>> len(found.unit.models), found.away < 4
    (10, True)
    >>> fits(Board.parse("44x60"), squad, ingress, 1, coherency=WH40K_11E).why
    'Ingress is from round 2 on, this is round 1'
    """
    checks.kind(unit, Unit, "unit", 'a Unit, such as block("Squad", Base.parse("32mm"), 5, 30, 22)')
    near = None if near is None else checks.point(near, "near")
    away_from = check_question(board, arrival, battle_round, anchor, keep_away, side, edge_reading)
    engaged_at = engagement_range(coherency, engagement)
    if facings is not None and (isinstance(facings, (str, bytes)) or not isinstance(facings, Sequence) or not facings):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"facings {checks.shown(facings)}; they are a list of degrees, at least one")
    for facing in facings or ():
        checks.number(facing, "a facing", -FAR, FAR, unit="degrees")
    if any(each.name == unit.name and each.side == side for each in board.units):
        board = board.without(unit.name)
    never = [each.text for each in of_the_unit(unit, arrival, battle_round)]
    if never:
        return Fit(None, "; ".join(never), True, 0, "the unit itself")
    task = Search(board, unit, arrival, battle_round, coherency, near, side, anchor, away_from, edge_reading, engaged_at)
    is_round = all(each.base.shape == "round" for each in unit.models)
    turned = [0.0] if is_round else list(facings or _facings(unit))
    most, starts, closed = 0, 0, None
    best: Fit | None = None
    for together in _turns(turned, is_round):
        if best is not None and len(together) > 1:
            break
        regions = [each for facing in together for each in task.regions(facing)]
        closed = _closed(regions)
        if closed is not None:
            continue
        found, grown, tried = task.place(task.kinds(regions), MOST_STARTS if len(together) == 1 else _MIXED_STARTS)
        most, starts = max(most, grown), starts + tried
        if found is not None:
            away = math.dist(found.centre, near) if near is not None else None
            if best is None or (away is not None and best.away is not None and away < best.away):
                best = Fit(found, "", True, len(unit.models), f"grown from {starts} places", away)
            if away is None or away < WRITTEN:
                break
    return best or _none(task, turned, closed, most, starts, is_round)


def _closed(regions: Sequence[Region]) -> Region | None:
    """The region of a base that has no room however it faces."""
    room = {each.base for each in regions if each.polygon.area > 0}
    return next((each for each in regions if each.base not in room), None)


def _turns(turned: Sequence[float], is_round: bool) -> list[tuple[float, ...]]:
    """Facings to try together: each alone, then all mixed."""
    alone = [(each,) for each in turned]
    return alone if is_round else [*alone, tuple(dict.fromkeys([*turned, *(each + 22.5 for each in turned)]))]


def _none(task: Search, turned: Sequence[float], closed: Region | None, most: int, starts: int, is_round: bool) -> Fit:
    """The answer where there is no placement, with the rules that are in the way."""
    regions = task.regions(turned[0])
    names = dict.fromkeys(name for each in regions for name, _ in each.excluded)
    but_for = tuple(name for name in names if task.place(task.kinds(regions, waived=name), _FEW_STARTS, judged=False)[0] is not None)
    searched = f"grown from {starts} places" + (
        "" if is_round else f", facing {', '.join(f'{each:g}' for each in _turns(turned, is_round)[-1])} degrees"
    )
    if closed is not None:
        why = f"no room for a single base of {closed.base}: {_listed(closed.blockers, '; ')}"
        return Fit(None, why, is_round, 0, "the region of each base" if is_round else searched, None, but_for)
    why = f"no spot found by the search: at most {most} of {len(task.unit.models)} models found room together"
    if but_for:
        why += f"; there is room but for: {_listed(but_for, ', or ')}"
    return Fit(None, why, False, most, searched, None, but_for)


def _listed(names: Sequence[str], between: str) -> str:
    """Names in a sentence; of many only the first."""
    more = len(names) - 6
    return between.join(names) if more <= 1 else between.join([*names[:6], f"{more} more"])


def _facings(unit: Unit) -> list[float]:
    own = [each.facing % 180 for each in unit.models]
    return list(dict.fromkeys([*own[:1], *FACINGS]))
