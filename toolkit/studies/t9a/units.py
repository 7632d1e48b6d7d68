"""Units of the table of The Ninth Age, ready to fight."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from toolkit.errors import ToolkitError
from toolkit.profiles.t9a import find_t9a_unit
from toolkit.studies.t9a.regiment import Regiment

_SAVE = re.compile(r"(Fortitude|Aegis) (\d)\+")


def regiment(name: str, models: int, **more: Any) -> Regiment:
    """A unit of the table as one side of a combat. Its numbers are of the 2nd edition; armour it wears and its Height are yours to add.

    Parameters
    ----------
    name : str
        As players write it.
    models : int
    **more
        Any attribute of `Regiment`, such as ``files=5``, ``armour=2`` or ``charging=True``; in place of the table's.

    Returns
    -------
    Regiment
        What the table notes and a combat does not count ("Scoring", missile weapons) is under ``not_calculated``.

    Raises
    ------
    ToolkitError
        If there is no such unit or attribute, or a number cannot be.

    Examples
    --------
    >>> trolls = regiment("Trolls", 4, charging=True)
    >>> trolls.health, trolls.fortitude, trolls.own_agility
    (3, 4, 2)
    """
    row = find_t9a_unit(name)
    unknown = next((key for key in more if key not in Regiment.__dataclass_fields__), None)
    if unknown is not None:
        raise ToolkitError(f"a regiment has no {unknown!r}; it has: {', '.join(Regiment.__dataclass_fields__)}")
    numbers: dict[str, Any] = {
        key: row[key] for key in ("defensive", "resilience", "agility", "attacks", "offensive", "strength", "armour", "ap", "health")
    }
    unit = Regiment(str(row["unit"]), models, courage=int(str(row["discipline"])), light_troops=bool(row["light_troops"]), **numbers)
    left: list[str] = []
    for note in filter(None, (each.strip() for each in str(row["notes"] or "").split(";"))):
        save = _SAVE.fullmatch(note)
        if save:
            unit = replace(unit, **{save[1].lower(): int(save[2])})
        elif note == "Poison":
            unit = replace(unit, poison=True)
        else:
            left.append(note)
    return replace(unit, **{"not_calculated": tuple(left), **more})
