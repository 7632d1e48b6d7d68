"""Units of the table of The Ninth Age, ready to fight."""

from __future__ import annotations

from typing import Any

from toolkit.errors import ScenarioError, ToolkitError
from toolkit.profiles.t9a import find_t9a_unit
from toolkit.rules.registry import FoundRule
from toolkit.rules.rule import Sets
from toolkit.studies.t9a.regiment import Regiment
from toolkit.systems import game

SYSTEM = "t9a_3e"
MOST_NUMBER = 6
"""No printed attribute has a larger number that is not dice."""
_DICE = ("multiple_wounds", "impact_hits", "grind", "stomp", "breath")


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
    marks: dict[str, Any] = {}
    left: list[str] = []
    for note in table_notes(name):
        found = game(SYSTEM).find(note)
        effect = found.rule.effects[0] if found else None
        if found is not None and isinstance(effect, Sets) and effect.name in Regiment.__dataclass_fields__:
            marks[effect.name] = mark(found)
        else:
            left.append(note)
    told = {"courage": row["discipline"], "light_troops": row["light_troops"], "not_calculated": tuple(left), **numbers, **marks, **more}
    return Regiment(str(row["unit"]), models, **told)


def table_notes(name: str) -> tuple[str, ...]:
    """What the table notes of a unit besides its numbers.

    Examples
    --------
    >>> table_notes("Chameleons")
    ('Hard Target 2', 'blowpipe 4+')
    """
    return tuple(each.strip() for each in str(find_t9a_unit(name)["notes"] or "").split(";") if each.strip())


def mark(found: FoundRule, where: str = "") -> Any:
    """The value that an attribute sets, with its printed number.

    Raises
    ------
    ScenarioError
        If the number is none that the attribute can have; `where` says where it stands.

    Examples
    --------
    >>> [mark(game("t9a_3e").find(text)) for text in ("Aegis (4+)", "Impact Hits D3", "Hatred")]
    [4, 'D3', True]
    """
    effect = found.rule.effects[0]
    if not isinstance(effect, Sets) or effect.value != "{x}":
        return effect.value if isinstance(effect, Sets) else None
    if effect.name in _DICE:
        return found.x
    if not found.x.isdigit() or int(found.x) > MOST_NUMBER:
        raise ScenarioError(where, f"{found.name!r}: write a whole number of at most {MOST_NUMBER}")
    return int(found.x)
