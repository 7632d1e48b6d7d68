"""Reforms of The Ninth Age: where a unit can set itself down again, and what Light Troops change of it.

A Reform sets a unit down in another place, facing and formation. Three limits hold apart from one another: how far its centre goes (half
the Mobility, for Light Troops twice), how far each new corner is from some old one, and how far each model walks (twice the Mobility).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolkit.battlefield.footprint import RANK_TABLE, Footprint, LightTroopsWidth, Rectangle, formations
from toolkit.battlefield.placement import FAR
from toolkit.errors import ToolkitError
from toolkit.rules import checks

MOST_FILES_CHANGED = 3
_TOUCH = 1e-9
"""Inches by which "within" may be missed: rounding of floats."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit in a formation at a place.

    Attributes
    ----------
    formation : Footprint
    x, y : float
        Its centre, inches across and up.
    facing : float
        Degrees counter-clockwise from up the table.

    Raises
    ------
    ToolkitError
        If the formation is no Footprint, or a number is none.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> Stand(Footprint(Base.parse("20x20mm"), 10, 5), 10, 10).rectangle.y
    10
    """

    formation: Footprint
    x: float
    y: float
    facing: float = 0.0

    def __post_init__(self) -> None:
        checks.kind(self.formation, Footprint, "the formation of a unit", 'a Footprint, such as Footprint(Base.parse("20x20mm"), 10, 5)')
        for name, value in (("x", self.x), ("y", self.y), ("facing", self.facing)):
            checks.number(value, f"a unit with {name}", -FAR, FAR, unit="degrees" if name == "facing" else "inches")

    @property
    def rectangle(self) -> Rectangle:
        """Its boundary."""
        return self.formation.at(self.x, self.y, self.facing)

    @property
    def models(self) -> tuple[Point, ...]:
        """Where each model stands."""
        return tuple((model.x, model.y) for model in self.formation.unit("unit", self.x, self.y, self.facing).models)


@dataclass(frozen=True, slots=True)
class ReformCheck:
    """A Reform, judged.

    Attributes
    ----------
    centre : float
        Inches the centre moved.
    corner : float
        The farthest of the new corners from the old corner nearest to it.
    path : float
        The longest way a model has to walk when the models take their new places as evenly as they can, in straight lines.
    counts_as_march : bool
        For what marching triggers: dangerous terrain, units that may not march.
    breaches : tuple of str
        Everything that is wrong.
    """

    centre: float
    corner: float
    path: float
    counts_as_march: bool
    breaches: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.breaches


def centre_limit(mobility: float, *, light_troops: bool = True) -> float:
    """Inches the centre of a unit may move in a Reform: half the Mobility, twice if the unit is entirely Light Troops.

    Examples
    --------
    >>> centre_limit(5), centre_limit(5, light_troops=False)
    (10, 2.5)
    """
    _check_mobility(mobility)
    checks.flag(light_troops, "light_troops")
    return 2 * mobility if light_troops else mobility / 2


def counts_as_march(centre: float, mobility: float, *, light_troops: bool = True) -> bool:
    """Whether a Reform whose centre moved so far counts as a march for what marching triggers.

    Raises
    ------
    ToolkitError
        If a number is no number of inches, 0 or more.

    Examples
    --------
    >>> counts_as_march(5, 5), counts_as_march(5.1, 5)
    (False, True)
    """
    _check_mobility(mobility)
    checks.number(centre, "the way of the centre", 0, FAR)
    checks.flag(light_troops, "light_troops")
    return light_troops and centre > mobility + _TOUCH


def reform(
    start: Stand,
    end: Stand,
    mobility: float,
    *,
    light_troops: bool = True,
    may_march: bool = True,
    height: int = 1,
    rank_table: Mapping[int, int] = RANK_TABLE,
    light_troops_width: LightTroopsWidth = "as_ranked",
) -> ReformCheck:
    """Judge a Reform by its limits; what stands in the way is not looked at.

    Parameters
    ----------
    start, end : Stand
        Before and after, with the same models.
    mobility : float
        Inches, as printed.
    light_troops : bool
        Whether every model is Light Troops.
    may_march : bool
        False for units that cannot march (Undead without a leader): they may not move their centre farther than their Mobility.
    height, rank_table, light_troops_width
        For the width rule: more ranks than files only if wide enough for a Proper Rank; Light Troops are judged as if they could form one.

    Returns
    -------
    ReformCheck

    Raises
    ------
    ToolkitError
        If the unit changes its models or base on the way, or a number is impossible.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> raiders = Footprint(Base.parse("20x20mm"), 10, 5)
    >>> check = reform(Stand(raiders, 20, 10), Stand(raiders, 20, 19), mobility=5)
    >>> check.centre, check.counts_as_march, check.legal
    (9.0, True, True)
    >>> reform(Stand(raiders, 20, 10), Stand(raiders, 20, 16), 5, light_troops=False).breaches[0]
    'the centre moves 6 inches; without Light Troops it moves 2.5 at most'
    """
    for name, stand in (("start", start), ("end", end)):
        checks.kind(stand, Stand, name, "a Stand")
    checks.flag(may_march, "may_march")
    before, after = start.formation, end.formation
    if (before.models, before.base) != (after.models, after.base):
        raise ToolkitError(
            f"a Reform of {before.models} models on {before.base} ends with {after.models} on {after.base}; only facing and files change"
        )
    most = centre_limit(mobility, light_troops=light_troops)
    too_deep = _too_deep(after, height, light_troops, light_troops_width, rank_table)
    centre = math.dist((start.x, start.y), (end.x, end.y))
    corner = max(min(math.dist(new, old) for old in start.rectangle.corners) for new in end.rectangle.corners)
    path = longest_path(start.models, end.models)
    breaches: list[str] = []
    if centre > most + _TOUCH:
        which = "with" if light_troops else "without"
        breaches.append(f"the centre moves {_short(centre)} inches; {which} Light Troops it moves {_short(most)} at most")
    if centre > mobility + _TOUCH and not may_march and light_troops:
        breaches.append(
            f"the centre moves {_short(centre)} inches, more than the Mobility: that counts as a march, and this unit may not march"
        )
    if corner > 2 * mobility + _TOUCH:
        breaches.append(f"a corner ends {_short(corner)} inches from every corner before the move; it is {_short(2 * mobility)} at most")
    if path > 2 * mobility + _TOUCH:
        breaches.append(f"a model has to walk {_short(path)} inches; it walks {_short(2 * mobility)} at most")
    if abs(after.files - before.files) > MOST_FILES_CHANGED:
        breaches.append(f"from {before.files} to {after.files} files; a Reform changes {MOST_FILES_CHANGED} at most")
    if too_deep:
        breaches.append(too_deep)
    return ReformCheck(centre, corner, path, counts_as_march(centre, mobility, light_troops=light_troops), tuple(breaches))


def reform_reach(
    start: Stand,
    mobility: float,
    *,
    direction: float = 0.0,
    facing: float | None = None,
    files: int | None = None,
    light_troops: bool = True,
    may_march: bool = True,
    height: int = 1,
    rank_table: Mapping[int, int] = RANK_TABLE,
    light_troops_width: LightTroopsWidth = "as_ranked",
) -> float | None:
    """How far the centre can go in one direction and still end in this facing and formation; None if it cannot take them at all.

    Turning costs reach: a corner that swings out has less left to go.

    Parameters
    ----------
    start : Stand
    mobility : float
    direction : float
        Degrees counter-clockwise from up the table.
    facing : float, optional
        At the end; by default as before.
    files : int, optional
        At the end; by default as before.
    light_troops, may_march, height, rank_table, light_troops_width
        As for `reform`, which finds nothing wrong with the end that is so far away.

    Returns
    -------
    float or None
        Inches.

    Raises
    ------
    ToolkitError
        As for `reform`.

    Examples
    --------
    >>> from toolkit.battlefield.bases import Base
    >>> column = Stand(Footprint(Base.parse("20x20mm"), 10, 5), 20, 10)
    >>> round(reform_reach(column, 5), 9), round(reform_reach(column, 5, facing=45), 3)
    (10.0, 8.774)
    >>> reform_reach(column, 5, files=2) is None  # 5 ranks of 2 files
    True
    """
    checks.kind(start, Stand, "start", "a Stand")
    checks.flag(may_march, "may_march")
    checks.number(direction, "direction", -FAR, FAR, unit="degrees")
    if files is not None:
        checks.whole(files, "files", 1, start.formation.models)
    step = (-math.sin(math.radians(direction)), math.cos(math.radians(direction)))
    shape = start.formation if files is None else Footprint(start.formation.base, start.formation.models, files, start.formation.gap)
    turned = Stand(shape, start.x, start.y, start.facing if facing is None else facing)
    most = centre_limit(mobility, light_troops=light_troops)
    most = most if may_march else min(most, mobility)
    if abs(shape.files - start.formation.files) > MOST_FILES_CHANGED:
        return None
    if _too_deep(shape, height, light_troops, light_troops_width, rank_table):
        return None
    reach = 2 * mobility
    before, after = start.models, turned.models
    # where one of the limits begins or ceases to hold, on the way out
    ends = {float(most), 0.0}
    pairs = [
        (new, old) for news, olds in ((turned.rectangle.corners, start.rectangle.corners), (after, before)) for new in news for old in olds
    ]
    for new, old in pairs:
        ends.update(at for at in _crossings(new, old, step, reach) if 0 <= at <= most)

    def holds(at: float) -> bool:
        here = [(x + at * step[0], y + at * step[1]) for x, y in turned.rectangle.corners]
        if any(all(math.dist(new, old) > reach + _TOUCH for old in start.rectangle.corners) for new in here):
            return False
        return _matched(before, [(x + at * step[0], y + at * step[1]) for x, y in after], reach + _TOUCH)

    return next((at for at in sorted(ends, reverse=True) if holds(at)), None)


def _too_deep(formation: Footprint, height: int, light_troops: bool, width: LightTroopsWidth, rank_table: Mapping[int, int]) -> str:
    """What is wrong with a formation of more ranks than files; "" if it may be taken."""
    allowed = formations(
        formation.base, formation.models, height=height, light_troops=light_troops, light_troops_width=width, rank_table=rank_table
    )
    if formation.files in (each.files for each in allowed):
        return ""
    deep = f"{formation.ranks} ranks of {formation.files} files; "
    if light_troops and width == "no_ranks":
        return f"{deep}more ranks than files never, as Light Troops form no ranks"
    return f"{deep}more ranks than files only if {rank_table[height]} or more wide"


def _crossings(new: Point, old: Point, step: Point, reach: float) -> Iterator[float]:
    """The distances at which a point that moves along `step` is exactly `reach` away from another."""
    away = (new[0] - old[0], new[1] - old[1])
    along = away[0] * step[0] + away[1] * step[1]
    inside = along * along - (away[0] ** 2 + away[1] ** 2 - reach * reach)
    if inside >= 0:
        yield from (-along + math.sqrt(inside), -along - math.sqrt(inside))


def longest_path(before: Sequence[Point], after: Sequence[Point]) -> float:
    """The longest straight way of a model when the models share the new places so that it is as short as can be.

    Raises
    ------
    ToolkitError
        If there is no model, a place is none, or there are not as many places as models.

    Examples
    --------
    >>> longest_path([(0, 0), (1, 0)], [(1, 0), (2, 0)])
    1.0
    """
    before, after = (
        [checks.point(each, "a place") for each in checks.kinds(places, Sequence, "places", "(across, up)", "place")]
        for places in (before, after)
    )
    if not before or len(before) != len(after):
        raise ToolkitError(f"{len(before)} models and {len(after)} places for them; there are as many of both, and at least one")
    lengths = sorted({math.dist(old, new) for old in before for new in after})
    low, high = 0, len(lengths) - 1
    while low < high:
        middle = (low + high) // 2
        if _matched(before, after, lengths[middle]):
            high = middle
        else:
            low = middle + 1
    return lengths[low]


def _matched(before: Sequence[Point], after: Sequence[Point], reach: float) -> bool:
    """Whether every model finds a place of its own within reach: places are given away along alternating chains."""
    near = [[place for place, new in enumerate(after) if math.dist(old, new) <= reach] for old in before]
    taken: dict[int, int] = {}

    def find(model: int, tried: set[int]) -> bool:
        for place in near[model]:
            if place not in tried:
                tried.add(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = model
                    return True
        return False

    return all(find(model, set()) for model in range(len(before)))


def _check_mobility(mobility: float) -> None:
    if isinstance(mobility, bool) or not isinstance(mobility, (int, float)) or not 0 <= mobility <= 40:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ToolkitError(f"a Mobility of {checks.shown(mobility)} inches; it is 0 to 40")


def _short(value: float) -> str:
    return f"{round(value, 3):g}"
