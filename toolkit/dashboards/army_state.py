"""What the army reserves sheet says, as one frozen value, and the document it is written to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from toolkit.dashboards import sheet
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival, ReserveLimits
from toolkit.studies import files
from toolkit.studies.reserves import BATTLE_SIZES, LIMITS, ArmyUnit
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

WAYS: dict[str, tuple[Arrival, ...]] = {"wh40k_10e": tenth.ARRIVALS, "wh40k_11e": eleventh.ARRIVALS}


@dataclass(frozen=True)
class ArmyState:
    """A list, and which of its units wait in reserves.

    Attributes
    ----------
    system : str
        The edition.
    points : int
        Of the battle size.
    army : tuple of ArmyUnit
    waiting : tuple of str
        Units placed in reserves.
    rest : mapping
        Other tables of the file that was opened.
    """

    system: str
    points: int
    army: tuple[ArmyUnit, ...]
    waiting: tuple[str, ...] = ()
    rest: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.system not in list(LIMITS):  # it may be anything that a file holds
            raise ToolkitError(f"the army sheet does not know {self.system!r}; it knows {', '.join(LIMITS)}")

    @property
    def limits(self) -> ReserveLimits:
        """What the edition allows."""
        return LIMITS[self.system]

    @property
    def ways(self) -> tuple[Arrival, ...]:
        """The ways of arriving of the edition."""
        return WAYS[self.system]

    def rows(self) -> list[list[Any]]:
        """The list for the table: name, in reserves, points, embarked in, keywords."""
        return [[u.name, u.name in self.waiting, u.points, u.embarked_in, ", ".join(u.keywords)] for u in self.army]

    def with_rows(self, rows: Sequence[Sequence[Any]]) -> ArmyState:
        """The list as the table says; who is embarked in a unit that was renamed goes with it."""
        renamed = {old.name: str(row[0]).strip() for old, row in zip(self.army, rows, strict=False)} if len(rows) == len(self.army) else {}
        names = {str(row[0]).strip() for row in rows}
        army: list[ArmyUnit] = []
        for name, _, points, carrier, keywords in rows:
            inside = str(carrier).strip()
            inside = inside if inside in names else renamed.get(inside, "" if inside in {u.name for u in self.army} else inside)
            army.append(ArmyUnit(str(name).strip(), sheet.whole(points, f"Points of {name}"), sheet.words(keywords), inside))
        return replace(self, army=tuple(army), waiting=tuple(str(row[0]).strip() for row in rows if row[1]))

    def with_more(self) -> ArmyState:
        """One more unit in the list."""
        names = {unit.name for unit in self.army}
        name = next(f"Unit {number}" for number in range(1, 400) if f"Unit {number}" not in names)
        return replace(self, army=(*self.army, ArmyUnit(name, 100, ("Infantry",))))

    def with_choice(self, names: Sequence[str]) -> ArmyState:
        """Another choice of units in reserves."""
        return replace(self, waiting=tuple(names))

    def document(self) -> dict[str, Any]:
        """The tables of a file."""
        units: list[dict[str, Any]] = []
        for unit in self.army:
            row: dict[str, Any] = {"name": unit.name, "points": unit.points, "keywords": list(unit.keywords)}
            if unit.name in self.waiting:
                row["in_reserves"] = True
            if unit.embarked_in:
                row["embarked_in"] = unit.embarked_in
            units.append(row)
        kept = {key: value for key, value in self.rest.items() if key not in ("system", "title", "army")}
        return {"system": self.system, **kept, "army": {"battle_size": self.points, "units": units}}


def opened(given: Mapping[str, Any] | str | Path, system: str) -> ArmyState:
    """Read a document with an ``[army]`` table.

    Raises
    ------
    ToolkitError
        If something in it cannot be; the message names the place.
    """
    table = dict(given) if isinstance(given, Mapping) else files.load(given)
    army = table.get("army")
    if not isinstance(army, Mapping) or not isinstance(army.get("units"), list):
        raise ToolkitError("the file has no [army] with units, [[army.units]]; the army sheet opens files that it has saved")
    units: list[ArmyUnit] = []
    waiting: list[str] = []
    for number, row in enumerate(army["units"], 1):
        place = f"[[army.units]] {number}"
        if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
            raise ToolkitError(f"{place} has no name")
        unknown = next((key for key in row if key not in ("name", "points", "keywords", "in_reserves", "embarked_in")), None)
        if unknown is not None:
            raise ToolkitError(f"{place} has no key {unknown!r}; it has: name, points, keywords, in_reserves, embarked_in")
        keywords = row.get("keywords", [])
        if not isinstance(keywords, list) or not all(isinstance(each, str) for each in keywords):
            raise ToolkitError(f"{place}: keywords = {keywords!r}; it is a list of texts")
        units.append(ArmyUnit(row["name"], row.get("points", 0), tuple(keywords), str(row.get("embarked_in", ""))))
        if row.get("in_reserves"):
            waiting.append(row["name"])
    return ArmyState(table.get("system", system), army.get("battle_size", 2000), tuple(units), tuple(waiting), table)


def first_state(system: str = "wh40k_11e") -> ArmyState:
    """A list of 2,000 points with a Transport, its passengers and a Fortification.

    Examples
    --------
    >>> sum(unit.points for unit in first_state().army)
    2000
    """
    units = (
        ("Castellan", 55, "Infantry, Character"), ("Cadian Shock Troops A", 65, "Infantry"), ("Cadian Shock Troops B", 65, "Infantry"),
        ("Kasrkin", 110, "Infantry, Deep Strike"), ("Tempestus Scions", 105, "Infantry, Deep Strike"),
        ("Chimera", 85, "Vehicle, Transport"), ("Rough Riders", 120, "Mounted"), ("Scout Sentinels", 110, "Vehicle"),
        ("Leman Russ Battle Tank", 185, "Vehicle"), ("Rogal Dorn Battle Tank", 260, "Vehicle"), ("Basilisk", 140, "Vehicle"),
        ("Field Ordnance Battery", 120, "Infantry"), ("Valkyrie", 180, "Vehicle, Aircraft, Transport"), ("Baneblade", 300, "Vehicle"),
        ("Aegis Defence Line", 100, "Fortification"),
    )  # fmt: skip
    army = [ArmyUnit(name, points, sheet.words(words), "Chimera" if name.endswith("Troops B") else "") for name, points, words in units]
    return ArmyState(system, 2000, tuple(army), ("Kasrkin", "Tempestus Scions", "Chimera", "Rough Riders"))


SIZES = [(f"{name}, {points:,} points", points) for name, points in BATTLE_SIZES.items()]
