"""What the controls of the reserves planner say, as one frozen value; `toolkit.dashboards.reserves_document` writes it to files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain
from toolkit.battlefield.coherency import BY_SYSTEM
from toolkit.battlefield.placement import Unit, block
from toolkit.battlefield.zones import PATTERNS, deployment
from toolkit.dashboards import sheet
from toolkit.dashboards.reserves_worth import Worth, datasheet, worths
from toolkit.errors import ToolkitError
from toolkit.profiles import tables
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_map import Goal
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

WAYS: dict[str, tuple[Arrival, ...]] = {"wh40k_10e": tenth.ARRIVALS, "wh40k_11e": (*eleventh.ARRIVALS, *eleventh.DISEMBARKS)}
"""The ways of arriving of each edition, out of reserves and out of a Transport."""
SIZES = ("44x60", "44x30", "44x90", "60x90")
REROLLS = (None, "whole", "one_die")
SHOWN = ("charge", "damage", "region", "screen")
PLACES = ("anywhere", "zone")
RANGES = {"battle_round": (1, 5), "modifier": (-6, 6), "within": (1, 60), "files": (1, 200), "screen_models": (1, 30)}
"""The least and the greatest value of the whole numbers of a state."""
FIRST_ENEMIES = (
    ("Intercessors A", "32mm", 5, 22, 30, 2.0), ("Intercessors B", "32mm", 5, 38, 31, 2.0), ("Hellblasters", "32mm", 5, 30, 37, 2.5),
    ("Dreadnought", "60mm", 1, 47, 27, 0.5), ("Scouts", "28.5mm", 5, 12, 24, 3.0),
)  # fmt: skip
"""Name, base, models, where, and the wounds that a charge is worth as long as no datasheet says so: examples to be written over."""


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
    shown : {"charge", "damage", "region", "screen"}
    within : int
        Inches that a screen is to keep clear.
    screen_models, screen_base : int, str
        The unit that is to screen.
    screen_where : {"anywhere", "zone"}
        Where it may stand: anywhere, or in its own deployment zone.
    screens : tuple of str
        Units on the table that screen: they close ground, and are not protected themselves.
    selected : str
        The unit on the table that the sliders move; "" for the first one.
    transport : str
        The own unit that an anchored arrival is measured from; "" for the first one.
    sheets : mapping of str to str
        Datasheets of units, the arriving one among them, by their names; a unit that is not in it has the one that is called like it.
    worth : mapping of str to float
        What a charge at a unit is worth where it cannot be computed.
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
    screen_models: int = 5
    screen_base: str = "32mm"
    screen_where: str = "anywhere"
    screens: tuple[str, ...] = ()
    selected: str = ""
    transport: str = ""
    sheets: Mapping[str, str] = field(default_factory=dict)
    worth: Mapping[str, float] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.system not in list(WAYS):  # it may be anything that a file holds
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
        for name, choices in (("shown", SHOWN), ("reroll", REROLLS), ("screen_where", PLACES)):
            if getattr(self, name) not in choices:
                raise ToolkitError(f"{name} = {getattr(self, name)!r}; it is one of {', '.join(map(repr, choices))}")
        for name, (low, high) in RANGES.items():
            given = getattr(self, name)
            if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
                raise ToolkitError(f"{name} = {given!r}; it is a whole number from {low} to {high}")
        Base.parse(self.screen_base)
        names = [self.arriving.name, *(each.name for each in self.board.units)]
        lost = next((name for name in (*self.sheets, *self.worth, *self.screens) if name not in names), None)
        if lost is not None:
            what = "a screen is called" if lost in self.screens else "a datasheet or a worth is given for"
            raise ToolkitError(f"{what} {lost!r}, which is no unit here; there are: {', '.join(names)}")

    @property
    def goal(self) -> Goal:
        """What a spot is judged by: the likeliest charge, or the most expected damage."""
        return "damage" if self.shown == "damage" else "chance"

    @cached_property
    def worths(self) -> dict[str, Worth]:
        """What a charge at each enemy unit is worth."""
        return worths(self.system, self.arriving, self.board.of_side("enemy"), self.sheets, self.worth)

    @property
    def prizes(self) -> dict[str, float]:
        """The same as numbers; a unit whose worth is not known brings nothing."""
        return {name: each.value or 0.0 for name, each in self.worths.items()}

    @property
    def protected(self) -> tuple[str, ...]:
        """The enemy units that a screen is to keep clear; all of them where all of them screen."""
        return tuple(each.name for each in self.board.of_side("enemy") if each.name not in self.screens)

    def datasheet(self, name: str) -> str:
        """The datasheet of a unit, the arriving one or one on the table; "" for none."""
        return datasheet(self.system, self.sheets, name)

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

    def with_arriving(self, name: str, base: str, models: int, files: int, has: str, picked: str | None = None) -> ReservesState:
        """Another arriving unit at the same spot; `picked` is its datasheet, None for the one that it has."""
        words = sheet.words(has)
        formed = block("x", Base.parse(base), models, 0, 0, files=min(files, models))
        unit = Unit(name.strip(), centred(formed, *self.spot).models, "own", words, words)
        if any(each.name == unit.name for each in self.board.units):
            raise ToolkitError(f"a unit called {unit.name!r} is on the table; give the arriving one another name")
        before = self.datasheet(self.arriving.name)
        sheets = {name: each for name, each in self.sheets.items() if name != self.arriving.name}
        kept = {} if picked is None and not before else {unit.name: before if picked is None else picked}
        return replace(self, arriving=unit, files=files, sheets=sheets | kept)

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

    def with_terrain(self, pieces: Sequence[Terrain]) -> ReservesState:
        """The table with these pieces of terrain and no others."""
        return replace(self, board=replace(self.board, terrain=tuple(pieces)))

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
        """The units as the table says: name, side, models, base, across, up, datasheet, worth."""
        units: list[Unit] = []
        before = list(self.board.units)
        kept = {each.name: each for each in before}
        mine = {name: each for name, each in self.sheets.items() if name == self.arriving.name}
        sheets, worth = dict(mine), dict[str, float]()
        for number, (name, side, models, base, x, y, picked, written) in enumerate(rows):
            old = kept.get(name) or (before[number] if len(rows) == len(before) else None)
            unit = _row_unit(str(name).strip(), side, sheet.whole(models, f"Models of {name}"), base, x, y, old)
            units.append(unit)
            known = self.datasheet(old.name) if old else ""
            if str(picked) != known:
                sheets[unit.name] = tables(self.system).find_unit(str(picked)).name if picked else ""
            elif old and (old.name in self.sheets or (known and unit.name != old.name)):
                sheets[unit.name] = known
            computed = old is not None and old.name in self.worths and self.worths[old.name].computed
            value = self.worth.get(old.name) if old and computed else _worth(written, unit.name)
            if value is not None:
                worth[unit.name] = value
        if any(each.name == self.arriving.name for each in units):
            raise ToolkitError(f"{self.arriving.name!r} is the arriving unit; give the one on the table another name")
        names = [[each.name for each in some] for some in (before, units)]
        own = [[each.name for each in some if each.side == "own"] for some in (before, units)]
        selected, transport = _follow(self.selected, *names), _follow(self.transport, *own)
        board = self.board.with_units(units)
        screens = tuple(filter(None, (_follow(each, *names) for each in self.screens)))
        return replace(self, board=board, selected=selected, transport=transport, sheets=sheets, worth=worth, screens=screens)

    def rows(self) -> list[list[Any]]:
        """The units for the table."""
        rows: list[list[Any]] = []
        for unit in self.board.units:
            worth = self.worths.get(unit.name)
            value = "" if worth is None or worth.value is None else round(worth.value, 2)
            middle = (_short(each) for each in unit.centre)
            rows.append([unit.name, unit.side, len(unit.models), str(unit.models[0].base), *middle, self.datasheet(unit.name), value])
        return rows

    @staticmethod
    def _block(unit: Unit, x: float, y: float, files: int) -> Unit:
        count = len(unit.models)
        formed = block("x", unit.models[0].base, count, 0, 0, files=min(files, count))
        return replace(unit, models=centred(formed, x, y).models)


def first_state(system: str = "wh40k_11e") -> ReservesState:
    """Five enemy units, a Transport, and Kasrkin about to arrive.

    Examples
    --------
    >>> first_state().arrival.name
    'Ingress move'
    """
    board = deployment("dawn_of_war")
    for name, base, count, x, y, _ in FIRST_ENEMIES:
        board = board.with_unit(centred(block(name, Base.parse(base), count, 0, 0), x, y))
    board = board.with_unit(block("Chimera", Base.parse("95x150mm"), 1, 36, 8, side="own", keywords=("Vehicle", "Transport")))
    words = ("Infantry", "Deep Strike")
    arriving = block("Kasrkin", Base.parse("28.5mm"), 10, 58, 20, files=2, side="own", keywords=words, abilities=words)
    return ReservesState(system, board, arriving, (58.0, 20.0), 2, worth={each[0]: each[-1] for each in FIRST_ENEMIES})


def _worth(written: Any, name: str) -> float | None:
    if written is None or not str(written).strip():
        return None
    value = sheet.number(written, f"Worth of {name}")
    if not 0 <= value <= 10_000:
        raise ToolkitError(f"Worth of {name} is {written!r}; it is a number from 0 to 10,000")
    return value


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
