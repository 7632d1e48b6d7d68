"""Armies in files: the ``[army]`` table with its units, who of them waits in reserves and how, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import ReserveLimits
from toolkit.studies import files
from toolkit.studies.reserves import ArmyUnit, ReservesCheck, check_reserves
from toolkit.systems.wh40k_10e import reserves as tenth
from toolkit.systems.wh40k_11e import reserves as eleventh

LIMITS_OF: dict[str, tuple[ReserveLimits, ...]] = {
    "wh40k_10e": (tenth.LIMITS, tenth.CORE_LIMITS),
    "wh40k_11e": (eleventh.LIMITS,),
}
"""The limits known of each edition, the usual ones first."""
UNIT_KEYS = ("name", "points", "keywords", "embarked_in", "in_reserves", "deep_strike")
ARMY_KEYS = ("battle_size", "limits", "units")
BATTLE_SIZE = 2000


@dataclass(frozen=True, slots=True)
class Army:
    """An army as a file has it.

    Attributes
    ----------
    system : str
        The edition.
    battle_size : int
        Points limit of the battle.
    units : tuple of ArmyUnit
    waiting : tuple of str
        Names of the units that are placed in reserves.
    limits : ReserveLimits
        Which limits of the edition apply.
    """

    system: str
    battle_size: int
    units: tuple[ArmyUnit, ...]
    waiting: tuple[str, ...]
    limits: ReserveLimits

    def check(self) -> ReservesCheck:
        """Whether these units may wait; see `toolkit.studies.reserves.check_reserves`."""
        return check_reserves(self.units, self.waiting, self.battle_size, limits=self.limits)

    def document(self) -> dict[str, Any]:
        """The tables of a file that `read_army` reads as this army."""
        table: dict[str, Any] = {"battle_size": self.battle_size}
        if self.limits != LIMITS_OF[self.system][0]:
            table["limits"] = self.limits.name
        return {"system": self.system, "army": {**table, "units": [_row(unit, unit.name in self.waiting) for unit in self.units]}}


def read_army(given: Mapping[str, Any] | str | Path, system: str = "wh40k_11e") -> Army:
    """Read an army from a document or file with an ``[army]`` table and ``[[army.units]]``.

    Each unit has a ``name`` and perhaps ``points``, ``keywords``, ``embarked_in`` (its Transport), ``in_reserves`` (it waits) and
    ``deep_strike`` (if it waits, then in Reserves by Deep Strike). The army has ``units`` and perhaps ``battle_size`` and ``limits``, by
    name: "Pariah Nexus" or "Core rules" in the 10th edition.

    Parameters
    ----------
    given : mapping, str or Path
    system : str
        The edition, where the document does not say it.

    Returns
    -------
    Army

    Raises
    ------
    ToolkitError
        If something in it cannot be; the message names the place.

    Examples
    --------
    >>> army = read_army({"system": "wh40k_10e", "army": {"limits": "Core rules", "units": [
    ...     {"name": "Scions", "points": 600, "in_reserves": True, "deep_strike": True}]}})
    >>> army.check().legal, army.check().uncounted
    (True, 600)
    """
    checks.kind(given, (Mapping, str, Path), "an army", "a document or the path of a file")
    document = dict(given) if isinstance(given, Mapping) else files.load(given)
    edition = document.get("system", system)
    if not isinstance(edition, str) or edition not in LIMITS_OF:
        raise ToolkitError(f"system = {checks.shown(edition)}; reserves are known of {', '.join(LIMITS_OF)}")
    table = document.get("army")
    if not isinstance(table, Mapping) or not isinstance(table.get("units"), list):
        raise ToolkitError("the document has no [army] with units, [[army.units]]")
    _known(table, ARMY_KEYS, "[army]")
    size = checks.whole(table.get("battle_size", BATTLE_SIZE), "[army]: battle_size", 1, 100_000)
    named = {each.name: each for each in LIMITS_OF[edition]}
    name = table.get("limits", LIMITS_OF[edition][0].name)
    if not isinstance(name, str) or name not in named:
        raise ToolkitError(f"[army]: limits = {checks.shown(name)}; in {edition} they are {', '.join(named)}")
    units: list[ArmyUnit] = []
    waiting: list[str] = []
    for number, row in enumerate(table["units"], 1):
        unit, waits = _unit(row, f"[[army.units]] {number}")
        units.append(unit)
        if waits:
            waiting.append(unit.name)
    return Army(edition, size, tuple(units), tuple(waiting), named[name])


def _unit(row: object, place: str) -> tuple[ArmyUnit, bool]:
    if not isinstance(row, Mapping) or "name" not in row:
        raise ToolkitError(f'{place} has no name; write one, such as name = "Scouts"')
    _known(row, UNIT_KEYS, place)
    waits = row.get("in_reserves", False)
    try:
        checks.flag(waits, "in_reserves")
        return ArmyUnit(
            row["name"], row.get("points", 0), row.get("keywords", ()), row.get("embarked_in", ""), row.get("deep_strike", False)
        ), waits
    except ToolkitError as error:
        raise ToolkitError(f"{place}: {error}") from None


def _row(unit: ArmyUnit, waits: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"name": unit.name, "points": unit.points, "keywords": list(unit.keywords)}
    marks = {"in_reserves": waits, "deep_strike": unit.deep_strike, "embarked_in": unit.embarked_in}
    return {**row, **{key: value for key, value in marks.items() if value}}


def _known(table: Mapping[str, Any], keys: tuple[str, ...], place: str) -> None:
    unknown = next((key for key in table if key not in keys), None)
    if unknown is not None:
        raise ToolkitError(f"{place} has no key {checks.shown(unknown)}; it has: {', '.join(keys)}")
