"""What a charge at each unit on the table is worth: computed from datasheets, or a number that the player wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from toolkit.battlefield.placement import Unit
from toolkit.errors import ProfileError
from toolkit.profiles import tables
from toolkit.studies.charge_prizes import charge_prize, known_datasheet


@dataclass(frozen=True, slots=True)
class Worth:
    """What a charge at one unit is worth, once it succeeds.

    Attributes
    ----------
    value : float or None
        Mean wounds removed, or what the player wrote; None where neither is known.
    computed : bool
        Whether the value comes from the datasheets.
    said : str
        Who fights whom with what, or why nothing was computed.
    not_calculated : tuple of str
        Names of rules that a computed value leaves out.
    failed : bool
        Whether both units have a datasheet, and still nothing can be computed from them.
    """

    value: float | None
    computed: bool
    said: str
    not_calculated: tuple[str, ...] = ()
    failed: bool = False

    @property
    def source(self) -> str:
        """Where the number comes from, in a word or two."""
        return "computed" if self.computed else "by hand" if self.value is not None else "not known"


def datasheet(system: str, sheets: Mapping[str, str], name: str) -> str:
    """The datasheet of a unit: the one that was picked, or the one that is called like the unit; "" for none.

    Examples
    --------
    >>> datasheet("wh40k_10e", {}, "Boyz"), datasheet("wh40k_10e", {"Boyz": ""}, "Boyz")
    ('Boyz', '')
    """
    return sheets[name] if name in sheets else known_datasheet(system, name) or ""


def worths(
    system: str, arriving: Unit, targets: Iterable[Unit], sheets: Mapping[str, str], by_hand: Mapping[str, float]
) -> dict[str, Worth]:
    """What a charge at each target is worth: computed where both datasheets are known, else the number that was written."""
    own = datasheet(system, sheets, arriving.name)
    found: dict[str, Worth] = {}
    for unit in targets:
        theirs = datasheet(system, sheets, unit.name)
        without = [name for name, sheet in ((arriving.name, own), (unit.name, theirs)) if not sheet]
        if without:
            found[unit.name] = Worth(by_hand.get(unit.name), False, f"no datasheet for {' and '.join(without)}")
            continue
        prize = charge_prize(system, own, len(arriving.models), theirs, len(unit.models))
        if prize.value is None:
            found[unit.name] = Worth(by_hand.get(unit.name), False, prize.said, failed=True)
        else:
            found[unit.name] = Worth(prize.value, True, prize.said, prize.not_calculated)
    return found


@cache
def datasheets(system: str, fighting: bool = False) -> tuple[str, ...]:
    """Names of the datasheets of an edition; with `fighting`, of those that have melee weapons."""
    try:
        known = tables(system)
    except ProfileError:
        return ()
    names = known.units["unit"].to_list()
    armed = set(known.weapons.filter(known.weapons["type"] == "melee")["unit"].to_list())
    return tuple(name for name in names if not fighting or name in armed)
