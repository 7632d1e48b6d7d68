"""What the controls of the ambush planner say, as one frozen value, and the document it is written to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from shapely import Point
from shapely.ops import nearest_points

from toolkit.battlefield.ambush_rule import AmbushRule, ChosenPoint
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain
from toolkit.battlefield.document import board_from, board_to
from toolkit.battlefield.footprint import Footprint, Rectangle
from toolkit.battlefield.placement import Unit
from toolkit.battlefield.zones import deployment
from toolkit.dashboards import sheet
from toolkit.dashboards.ambush_things import changed, made, row_of
from toolkit.errors import ToolkitError
from toolkit.studies import files
from toolkit.studies.ambush_arrival import EDITIONS, Ambusher

KINDS = ("enemy", "own", "impassable", "woods", "ruins")
SYSTEM = "t9a_3e"
FIRST_POINT = ChosenPoint(36.0, 0.0)
Waiting = tuple[str, int, float]
"""A unit in ambush: its name, how many units come on its die, and the chance in percent that there is no room for it."""


@dataclass(frozen=True)
class AmbushState:
    """Who waits, and one formation at one point.

    Attributes
    ----------
    board : Board
        With what is in the way, without the arriving unit.
    waiting : tuple of (name, count, blocked)
        As `Waiting`.
    edition : {"3rd", "2nd"}
    unit : str
        The waiting unit that the chart is about.
    point : ChosenPoint
    base : str
    models, files : int
    facing : float
        Degrees.
    centre : (float, float)
        Of the formation.
    corners : {"three", "all"}
    rest : mapping
        Other tables of the file that was opened.
    """

    board: Board
    waiting: tuple[Waiting, ...]
    edition: str = "3rd"
    unit: str = ""
    point: ChosenPoint = FIRST_POINT
    base: str = "20x20mm"
    models: int = 30
    files: int = 10
    facing: float = 0.0
    centre: tuple[float, float] = (24.0, 2.0)
    corners: Any = "three"
    rest: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [name for name, _, _ in self.waiting]
        if self.unit not in names:
            object.__setattr__(self, "unit", names[0] if names else "")

    @property
    def rule(self) -> AmbushRule:
        """The numbers and readings of Ambush."""
        return AmbushRule(corners=self.corners)

    @property
    def footprint(self) -> Footprint:
        """The formation."""
        return Footprint(Base.parse(self.base), self.models, self.files)

    @property
    def placed(self) -> Rectangle:
        """The formation where it stands."""
        return self.footprint.at(*self.centre, self.facing)

    def ambushers(self) -> list[Ambusher]:
        """The units in ambush, for `toolkit.studies.ambush_arrival.arrivals`."""
        return [Ambusher(name, 1 - Fraction(str(blocked)) / 100, count) for name, count, blocked in self.waiting]

    def with_point(self, x: float, y: float, kind: Any, of: str = "") -> AmbushState:
        """Another chosen point; one on an edge goes to the nearest edge."""
        if kind == "edge":
            near = nearest_points(self.board.polygon.exterior, Point(x, y))[0]
            x, y = round(near.x, 6), round(near.y, 6)
        return replace(self, point=ChosenPoint(x, y, kind, of if kind == "unit" else ""))

    def with_models(self, base: str, models: int, across: int) -> AmbushState:
        """Another unit or formation; never more files than models."""
        changed = replace(self, base=base.strip(), models=models, files=max(1, min(across, models)))
        _ = changed.footprint
        return replace(changed, base=str(changed.footprint.base))

    def with_placed(self, unit: Rectangle, across: int | None = None) -> AmbushState:
        """A placement that was found."""
        return replace(self, centre=(unit.x, unit.y), facing=unit.facing, files=across or self.files)

    def with_waiting(self, rows: Sequence[Sequence[Any]]) -> AmbushState:
        """The units in ambush as the table says."""
        read = [
            (str(name).strip(), sheet.whole(count, f"Units on the die of {name}"), sheet.number(blocked, f"No room for {name}"))
            for name, count, blocked in rows
        ]
        wrong = next((each for each in read if not 0 <= each[2] <= 100), None)
        if wrong is not None:
            raise ToolkitError(f"no room for {wrong[0]!r} in {wrong[2]:g}% of turns; write 0 to 100")
        changed = replace(self, waiting=tuple(read))
        changed.ambushers()
        return changed

    def with_more(self) -> AmbushState:
        """One more unit in ambush."""
        names = {name for name, _, _ in self.waiting}
        name = next(f"Unit {number}" for number in range(1, 400) if f"Unit {number}" not in names)
        return replace(self, waiting=(*self.waiting, (name, 1, 0.0)))

    def rows(self) -> list[list[Any]]:
        """The units in ambush for the table."""
        return [[name, count, f"{blocked:g}"] for name, count, blocked in self.waiting]

    # --- what is in the way -------------------------------------------------------------------------------------------

    @property
    def things(self) -> tuple[Unit | Terrain, ...]:
        """Units and terrain of the board, in the order of the table."""
        return (*self.board.units, *self.board.terrain)

    def obstacles(self) -> list[list[Any]]:
        """What stands on the board, for the table: name, kind, width, depth, across, up, facing."""
        return [row_of(each) for each in self.things]

    def with_obstacles(self, rows: Sequence[Sequence[Any]]) -> AmbushState:
        """The board as the table says; what was not changed stays exactly as it was."""
        things = self.things
        if len(rows) < len(things):  # rows were taken out: the others are those that read the same
            kept = {tuple(map(str, row_of(each))): each for each in things}
            now = [kept.get(tuple(map(str, row))) or made(row) for row in rows]
        else:
            now = [changed(things[index], row) if index < len(things) else made(row) for index, row in enumerate(rows)]
        units = tuple(each for each in now if isinstance(each, Unit))
        terrain = tuple(each for each in now if isinstance(each, Terrain))
        return replace(self, board=replace(self.board, units=units, terrain=terrain))

    def with_obstacle(self) -> AmbushState:
        """One more enemy unit, where there is room for it."""
        names = {row[0] for row in self.obstacles()}
        name = next(f"Block {number}" for number in range(1, 400) if f"Block {number}" not in names)
        for y in (12, 18, 24, 6, 30, 36):
            for x in range(6, int(self.board.width) - 4, 6):
                try:
                    return self.with_obstacles([*self.obstacles(), [name, "enemy", 4, 4, x, y, 180]])
                except ToolkitError:  # somebody stands there: the next place
                    continue
        raise ToolkitError("there is no room for another unit; take one out or move some together")

    # --- documents ----------------------------------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The tables of a file: the board, the units in ambush and the formation."""
        point: dict[str, Any] = {"at": [self.point.x, self.point.y], "kind": self.point.kind}
        if self.point.of:
            point["of"] = self.point.of
        return {
            "system": SYSTEM,
            **{key: value for key, value in self.rest.items() if key not in ("system", "title", "board", "ambush")},
            "board": board_to(self.board),
            "ambush": {
                "edition": self.edition, "corners": self.corners, "base": self.base, "models": self.models, "files": self.files,
                "facing": self.facing, "at": list(self.centre), "point": point,
                "units": [{"name": name, "count": count, "no_room_percent": blocked} for name, count, blocked in self.waiting],
            },
        }  # fmt: skip


def opened(given: Mapping[str, Any] | str | Path) -> AmbushState:
    """Read a document with an ``[ambush]`` table.

    Raises
    ------
    ToolkitError
        If something in it cannot be; the message names the place.
    """
    table = dict(given) if isinstance(given, Mapping) else files.load(given)
    said = table.get("ambush")
    if not isinstance(said, Mapping):
        raise ToolkitError("the file has no [ambush]; the ambush planner opens files that it has saved")
    first = first_state()
    known = ("edition", "corners", "base", "models", "files", "facing", "at", "point", "units")
    unknown = next((key for key in said if key not in known), None)
    if unknown is not None:
        raise ToolkitError(f"[ambush] has no key {unknown!r}; it has: {', '.join(known)}")
    if said.get("edition", "3rd") not in list(EDITIONS):
        raise ToolkitError(f"[ambush] edition = {said['edition']!r}; it is one of: {', '.join(EDITIONS)}")
    units = said.get("units", [{"name": name, "count": n, "no_room_percent": p} for name, n, p in first.waiting])
    if not isinstance(units, list) or not all(isinstance(each, Mapping) and "name" in each for each in units):
        raise ToolkitError("[ambush] units is a list of tables, [[ambush.units]], each with a name")
    point = said.get("point", {"at": [first.point.x, first.point.y]})
    if not isinstance(point, Mapping):
        raise ToolkitError(f"[ambush] point = {point!r}; it is a table with at, kind and perhaps of")
    board = board_from(table["board"]) if "board" in table else first.board
    chosen = ChosenPoint(*_pair(point.get("at"), "point.at"), point.get("kind", "edge"), point.get("of", ""))
    state = AmbushState(
        board, (), said.get("edition", "3rd"), "", chosen,
        str(said.get("base", first.base)), sheet.whole(said.get("models", first.models), "[ambush] models"),
        sheet.whole(said.get("files", first.files), "[ambush] files"), sheet.number(said.get("facing", 0.0), "[ambush] facing"),
        _pair(said.get("at", first.centre), "at"), said.get("corners", "three"), table,
    )  # fmt: skip
    _ = state.footprint, state.rule
    return state.with_waiting([[each["name"], each.get("count", 1), each.get("no_room_percent", 0)] for each in units])


def first_state() -> AmbushState:
    """Two units in ambush, one of them about to arrive at the lower edge between a wood, a ruin and the enemy.

    Examples
    --------
    >>> first_state().footprint.ranks
    3
    """
    state = AmbushState(
        replace(deployment("frontline", 72, 48), units=(), terrain=()),
        (("Gortach raiders", 1, 0.0), ("Centaurs", 1, 25.0)), files=10, centre=(35.0, 1.5),
    )  # fmt: skip
    return state.with_obstacles(
        [
            ["Spearmen", "enemy", 4, 4, 27, 12, 180],
            ["Knights", "enemy", 6, 4, 45, 9, 160],
            ["Cliff", "impassable", 5, 3, 43.5, 4.5, 0],
            ["Grove", "woods", 7, 5, 56, 20, 0],
        ]
    )


def _pair(given: Any, what: str) -> tuple[float, float]:
    if not (isinstance(given, (list, tuple)) and len(given) == 2 and all(isinstance(each, (int, float)) for each in given)):
        raise ToolkitError(f"[ambush] {what} = {given!r}; it is [across, up] in inches")
    return float(given[0]), float(given[1])
