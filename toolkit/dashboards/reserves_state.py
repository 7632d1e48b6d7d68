"""What the controls of the reserves planner say, as one frozen value, and the document it is written to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.coherency import BY_SYSTEM
from toolkit.battlefield.document import board_from, board_to, unit_from, unit_to
from toolkit.battlefield.placement import Unit, block
from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.dashboards import sheet
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.studies import files
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

WAYS: dict[str, tuple[Arrival, ...]] = {"wh40k_10e": tenth.ARRIVALS, "wh40k_11e": (*eleventh.ARRIVALS, *eleventh.DISEMBARKS)}
"""The ways of arriving of each edition, out of reserves and out of a Transport."""
SIZES = ("44x60", "44x30", "44x90", "60x90")
REROLLS = (None, "whole", "one_die")
SHOWN = ("charge", "region", "screen")
RANGES = {"battle_round": (1, 5), "modifier": (-6, 6), "within": (1, 60), "files": (1, 200)}
"""The least and the greatest value of the whole numbers of a state."""
FIRST_ENEMIES = (
    ("Intercessors A", "32mm", 5, 22, 30), ("Intercessors B", "32mm", 5, 38, 31), ("Hellblasters", "32mm", 5, 30, 37),
    ("Dreadnought", "60mm", 1, 47, 27), ("Scouts", "28.5mm", 5, 12, 24),
)  # fmt: skip


@dataclass(frozen=True)
class ReservesState:
    """The table, who arrives how, and what is shown.

    Attributes
    ----------
    system : str
        The edition.
    board : Board
        Without the arriving unit.
    arriving : Unit
        With its models where they stand.
    spot : (float, float)
        Where it was placed.
    files : int
        Models side by side when it is placed.
    way : str
        Id of the way of arriving; "" for the first one of the edition.
    battle_round, modifier : int
        The round, and what is added to charge rolls.
    reroll : {"whole", "one_die"} or None
    shown : {"charge", "region", "screen"}
    within : int
        Inches that a screen is to keep clear.
    selected : str
        The unit on the table that the sliders move; "" for the first one.
    transport : str
        The own unit that an anchored arrival is measured from; "" for the first one.
    rest : mapping
        Other tables of the file that was opened; they are saved again.

    Raises
    ------
    ToolkitError
        If an edition, a way of arriving, a unit or a choice does not exist, or a number is out of range.
    """

    system: str
    board: Board
    arriving: Unit
    spot: tuple[float, float]
    files: int = 2
    way: str = ""
    battle_round: int = 2
    modifier: int = 0
    reroll: Any = None
    shown: str = "charge"
    within: int = 9
    selected: str = ""
    transport: str = ""
    rest: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.system not in WAYS:
            raise ToolkitError(f"the reserves planner does not know {self.system!r}; it knows {', '.join(WAYS)}")
        own = [each.name for each in self.board.of_side("own")]
        for name, known, what in (
            ("way", [each.id for each in WAYS[self.system]], "way of arriving"),
            ("selected", [each.name for each in self.board.units], "unit on the table"),
            ("transport", own, "own unit on the table"),
        ):
            given = getattr(self, name)
            if given in known:
                continue
            if given != "":
                there = ", ".join(map(repr, known)) or "none"
                raise ToolkitError(f"{name} = {given!r} is no {what}; {'choose from' if known else 'there is'}: {there}")
            object.__setattr__(self, name, known[0] if known else "")
        for name, choices in (("shown", SHOWN), ("reroll", REROLLS)):
            if getattr(self, name) not in choices:
                raise ToolkitError(f"{name} = {getattr(self, name)!r}; it is one of {', '.join(map(repr, choices))}")
        for name, (low, high) in RANGES.items():
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
                raise ToolkitError(f"{name} = {given!r}; it is a whole number from {low} to {high}")

    @property
    def arrival(self) -> Arrival:
        """The way of arriving."""
        return next(each for each in WAYS[self.system] if each.id == self.way)

    @property
    def coherency(self) -> Any:
        """The coherency of the edition."""
        return BY_SYSTEM[self.system]

    @property
    def anchor(self) -> Any:
        """The model that the arrival is measured from, or None."""
        if self.arrival.anchor is None:
            return None
        if not self.transport:
            raise ToolkitError(f"{self.arrival.name} is measured from a Transport; add an own unit to the table first")
        return self.board.unit(self.transport).models[0]

    def with_edition(self, system: str) -> ReservesState:
        """The same table in another edition, arriving by the way of the same name if it has one, else by its first way."""
        if system not in WAYS:
            raise ToolkitError(f"the reserves planner does not know {system!r}; it knows {', '.join(WAYS)}")
        same = next((each.id for each in WAYS[system] if each.name == self.arrival.name), "")
        return replace(self, system=system, way=same)

    def at(self, x: float, y: float) -> ReservesState:
        """The arriving unit as a block around a spot."""
        return replace(self, spot=(x, y), arriving=self._block(self.arriving, x, y, self.files))

    def with_arriving(self, name: str, base: str, models: int, files: int, has: str) -> ReservesState:
        """Another arriving unit at the same spot."""
        words = sheet.words(has)
        formed = block("x", Base.parse(base), models, 0, 0, files=min(files, models))
        unit = Unit(name.strip(), centred(formed, *self.spot).models, "own", words, words)
        if any(each.name == unit.name for each in self.board.units):
            raise ToolkitError(f"a unit called {unit.name!r} is on the table; give the arriving one another name")
        return replace(self, arriving=unit, files=files)

    def standing(self, unit: Unit) -> ReservesState:
        """The arriving unit in a formation that was found."""
        x, y = unit.centre
        return replace(self, arriving=replace(unit, side="own"), spot=(round(float(x), 2), round(float(y), 2)))

    def moved(self, name: str, x: float, y: float) -> ReservesState:
        """A unit on the table around another middle."""
        unit = self.board.unit(name)
        across, up = unit.centre
        return replace(self, board=self.board.with_unit(unit.moved(x - across, y - up)))

    def with_table(self, size: str, pattern: str) -> ReservesState:
        """Another size of board or another deployment; units stay where they are."""
        empty = Board.parse(size)
        zoned = deployment(pattern, empty.width, empty.depth) if pattern else empty
        return replace(self, board=replace(zoned, terrain=self.board.terrain, units=self.board.units))

    def added(self, side: str) -> ReservesState:
        """One more unit, where there is room for it."""
        names = {each.name for each in self.board.units} | {self.arriving.name}
        name = next(f"{'Enemy' if side == 'enemy' else 'Own'} {n}" for n in range(1, 400) if f"{side.title()} {n}" not in names)
        width, depth = self.board.width, self.board.depth
        rows = [depth * part for part in ((0.5, 0.6, 0.4, 0.7, 0.8) if side == "enemy" else (0.1, 0.2, 0.3, 0.4, 0.5))]
        for y in rows:
            for x in [width * part / 12 for part in (6, 4, 8, 2, 10, 5, 7, 3, 9, 1, 11)]:
                try:
                    board = self.board.with_unit(centred(block(name, Base.parse("32mm"), 5, 0, 0, side=side), round(x), round(y)))  # type: ignore[arg-type]
                except ToolkitError:  # somebody stands there: the next place
                    continue
                return replace(self, board=board, selected=name)
        raise ToolkitError("there is no room for another unit of five; take one out or move some together")

    def with_rows(self, rows: Sequence[Sequence[Any]]) -> ReservesState:
        """The units as the table says: name, side, models, base, across, up."""
        units: list[Unit] = []
        before = list(self.board.units)
        kept = {each.name: each for each in before}
        for number, (name, side, models, base, x, y) in enumerate(rows):
            old = kept.get(name) or (before[number] if len(rows) == len(before) else None)
            units.append(_row_unit(str(name).strip(), side, sheet.whole(models, f"Models of {name}"), base, x, y, old))
        if any(each.name == self.arriving.name for each in units):
            raise ToolkitError(f"{self.arriving.name!r} is the arriving unit; give the one on the table another name")
        names = [[each.name for each in some] for some in (before, units)]
        own = [[each.name for each in some if each.side == "own"] for some in (before, units)]
        board = self.board.with_units(units)
        return replace(self, board=board, selected=_follow(self.selected, *names), transport=_follow(self.transport, *own))

    def rows(self) -> list[list[Any]]:
        """The units for the table."""
        return [
            [unit.name, unit.side, len(unit.models), str(unit.models[0].base), _short(unit.centre[0]), _short(unit.centre[1])]
            for unit in self.board.units
        ]

    @staticmethod
    def _block(unit: Unit, x: float, y: float, files: int) -> Unit:
        count = len(unit.models)
        formed = block("x", unit.models[0].base, count, 0, 0, files=min(files, count))
        return replace(unit, models=centred(formed, x, y).models)

    # --- documents ----------------------------------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The tables of a scenario file: the edition, the board, and who arrives how."""
        arrival: dict[str, Any] = {
            "way": self.way, "battle_round": self.battle_round, "at": list(self.spot), "files": self.files,
            "charge_modifier": self.modifier,
        }  # fmt: skip
        if self.reroll:
            arrival["charge_reroll"] = self.reroll
        if self.transport:
            arrival["transport"] = self.transport
        return {
            "system": self.system,
            **{key: value for key, value in self.rest.items() if key not in ("system", "title", "board", "arrival")},
            "board": board_to(self.board),
            "arrival": {**arrival, "unit": unit_to(self.arriving)},
        }


def opened(given: Mapping[str, Any] | str | Path, system: str) -> ReservesState:
    """Read a document with a board, and an arrival if it has one.

    Raises
    ------
    ToolkitError
        If something in it cannot be; the message names the place.
    """
    table = dict(given) if isinstance(given, Mapping) else files.load(given)
    if "board" not in table:
        raise ToolkitError("the file has no [board]; the reserves planner opens scenario files with one")
    first = first_state(table.get("system", system))
    said = table.get("arrival", {})
    known = ("way", "battle_round", "at", "files", "charge_modifier", "charge_reroll", "transport", "unit")
    unknown = next((key for key in said if key not in known), None)
    if unknown is not None:
        raise ToolkitError(f"[arrival] has no key {unknown!r}; it has: {', '.join(known)}")
    ways = {each.id: each.id for each in WAYS[first.system]} | {each.name: each.id for each in WAYS[first.system]}
    if said.get("way", first.way) not in ways:
        raise ToolkitError(f"[arrival] way = {said['way']!r}; it is one of: {', '.join(each.name for each in WAYS[first.system])}")
    if said.get("charge_reroll") not in REROLLS:
        raise ToolkitError(f'[arrival] charge_reroll = {said["charge_reroll"]!r}; it is "whole" or "one_die"')
    numbers = {key: said.get(key, default) for key, default in (("battle_round", 2), ("files", 2), ("charge_modifier", 0))}
    for key, value in numbers.items():
        low, high = RANGES[key.removeprefix("charge_")]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ToolkitError(f"[arrival] {key} = {value!r}; it is a whole number from {low} to {high}")
    unit = unit_from({"side": "own", **said["unit"]}, "[arrival.unit]") if "unit" in said else first.arriving
    spot = said.get("at", unit.centre if "unit" in said else first.spot)
    if not (isinstance(spot, (list, tuple)) and len(spot) == 2 and all(isinstance(each, (int, float)) for each in spot)):
        raise ToolkitError(f"[arrival] at = {spot!r}; it is [across, up] in inches")
    return ReservesState(
        first.system, board_from(table["board"]), unit, (float(spot[0]), float(spot[1])), numbers["files"],
        ways[said.get("way", first.way)], numbers["battle_round"], numbers["charge_modifier"], said.get("charge_reroll"),
        transport=str(said.get("transport", "")), rest=table,
    )  # fmt: skip


def first_state(system: str = "wh40k_11e") -> ReservesState:
    """Five enemy units, a Transport, and Kasrkin about to arrive.

    Examples
    --------
    >>> first_state().arrival.name
    'Ingress move'
    """
    board = deployment("dawn_of_war")
    for name, base, count, x, y in FIRST_ENEMIES:
        board = board.with_unit(centred(block(name, Base.parse(base), count, 0, 0), x, y))
    board = board.with_unit(block("Chimera", Base.parse("95x150mm"), 1, 36, 8, side="own", keywords=("Vehicle", "Transport")))
    words = ("Infantry", "Deep Strike")
    arriving = block("Kasrkin", Base.parse("28.5mm"), 10, 58, 20, files=2, side="own", keywords=words, abilities=words)
    return ReservesState(system, board, arriving, (58.0, 20.0), 2)


def _follow(name: str, before: Sequence[str], after: Sequence[str]) -> str:
    """The name that a unit of a table has after the table was changed; "" if the unit is gone."""
    if name in after:
        return name
    renamed = len(before) == len(after) and name in before
    return after[before.index(name)] if renamed else ""


def _row_unit(name: str, side: str, models: int, base: str, x: Any, y: Any, old: Unit | None) -> Unit:
    across, up = sheet.number(x, f"Across of {name}"), sheet.number(y, f"Up of {name}")
    same = old is not None and len(old.models) == models and str(old.models[0].base) == str(Base.parse(base))
    if old is not None and same:
        middle = old.centre
        here = across - middle[0] if across != _short(middle[0]) else 0.0, up - middle[1] if up != _short(middle[1]) else 0.0
        return replace(old.moved(*here), name=name, side=side)
    keywords, abilities = (old.keywords, old.abilities) if old else ((), ())
    fresh = block(name, Base.parse(base), models, 0, 0, side=side, keywords=keywords, abilities=abilities)  # type: ignore[arg-type]
    return centred(fresh, across, up)


def centred(unit: Unit, x: float, y: float) -> Unit:
    """A unit with the mean of its models at a point."""
    across, up = unit.centre
    return unit.moved(x - across, y - up)


def _short(inches: float) -> float:
    return round(inches, 2)


PATTERN_NAMES = [(each.name, each.key) for each in PATTERNS]
