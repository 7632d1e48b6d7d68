"""When a unit in reserves may arrive, and what becomes of it if it does not.

What a unit that was taken off the table remembers is in `toolkit.studies.repositioned`, whose names can be imported from here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import polars as pl

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival, ReserveLimits
from toolkit.studies.repositioned import (
    BATTLE_SHOCKED,
    BATTLE_SHOCKED_10E,
    Allowed,
    Lasting,
    Memory,
    come_back,
    next_turn,
    reposition,
)  # fmt: skip
from toolkit.studies.reserve_words import has_keyword
from toolkit.systems.wh40k_11e import reserves as eleventh

__all__ = [
    "BATTLE_SHOCKED", "BATTLE_SHOCKED_10E", "Allowed", "Lasting", "Memory", "WaitingUnit", "come_back", "next_turn", "reposition",
    "timeline",
]  # fmt: skip

Origin = Literal["declared", "repositioned", "new"]
"""Placed in reserves before the battle, taken off the table during it, or a new unit (Reinforcements!)."""
LAST_ROUND = 5
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class WaitingUnit:
    """A unit in reserves and its history.

    Attributes
    ----------
    name : str
    origin : {"declared", "repositioned", "new"}
    since : int
        The battle round in which it left the table or was created; 0 for before the battle.
    arrived : int or None
        The battle round of its ingress move; None if it made none.
    embarked_in : str
        Name of the Transport in reserves that carries it; "" for none. It is in reserves for as long as its Transport.
    keywords, abilities : tuple of str
        For the ways of arriving that ask for them.

    Raises
    ------
    ToolkitError
        If the history cannot be.
    """

    name: str
    origin: Origin = "declared"
    since: int = 0
    arrived: int | None = None
    embarked_in: str = ""
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checks.name(self.name, "a unit in reserves")
        checks.choice(self.origin, f"{self.name!r} came to reserves as", get_args(Origin))
        checks.whole(self.since, f"{self.name!r} is in reserves since round", 0, MOST_ROUNDS)
        if self.arrived is not None:
            checks.whole(self.arrived, f"{self.name!r} arrived in round", 1, MOST_ROUNDS)
        checks.text(self.embarked_in, f"the Transport of {self.name!r},")
        if self.embarked_in == self.name:
            raise ToolkitError(f"{self.name!r} is embarked in itself; name the Transport, or nothing")
        for words in ("keywords", "abilities"):
            object.__setattr__(self, words, checks.texts(getattr(self, words), f"{words} of {self.name!r}"))
        if (self.since == 0) != (self.origin == "declared"):
            raise ToolkitError(
                f"{self.name!r} is {self.origin} and in reserves since round {self.since}; declared units wait since round 0"
            )
        if self.arrived is not None and self.arrived < max(self.since, 1):
            raise ToolkitError(f"{self.name!r} arrived in round {self.arrived}, before it was in reserves (round {self.since})")


def timeline(
    units: Sequence[WaitingUnit],
    ways: Sequence[Arrival] = eleventh.ARRIVALS,
    *,
    limits: ReserveLimits = eleventh.LIMITS,
    last_round: int = LAST_ROUND,
    new_units_spared: bool | None = None,
) -> pl.DataFrame:
    """What each unit may do in each battle round, and what is destroyed.

    Parameters
    ----------
    units : sequence of WaitingUnit
        Transports in reserves that carry others among them.
    ways : sequence of Arrival
        Of the edition.
    limits : ReserveLimits
        Its first round and its deadline.
    last_round : int
    new_units_spared : bool, optional
        A reading: whether a unit that a rule adds during the battle and that waits at the deadline outlives it. By default what the
        edition's limits say: in the 10th edition it does; in the 11th edition the rules do not say whether it counts as repositioned, and
        it does not. What is added after the deadline is not concerned by it. Rows that hang on the reading say so in ``why``.

    Returns
    -------
    polars.DataFrame
        One row a unit and round: ``unit, round, state`` ("not in reserves", "waits", "may arrive", "on the table", "destroyed"),
        ``ways`` (names of the ways it may arrive by), ``why``.

    Raises
    ------
    ToolkitError
        If a carrier is not among the units, a unit is there twice, one arrived or came to reserves when it could not, or the last round
        is no round.

    Examples
    --------
    >>> frame = timeline([WaitingUnit("Kasrkin")])
    >>> frame["state"].to_list()
    ['waits', 'may arrive', 'may arrive', 'destroyed', 'destroyed']
    >>> timeline([WaitingUnit("Fresh Kasrkin", "new", since=4)])["state"].to_list()[3:]
    ['may arrive', 'may arrive']
    """
    units = checks.kinds(units, WaitingUnit, "the units in reserves", "a WaitingUnit", "in reserves, unit number")
    checks.kinds(ways, Arrival, "ways of arriving", "an Arrival", "way")
    checks.kind(limits, ReserveLimits, "limits", 'a ReserveLimits, such as toolkit.studies.reserves.LIMITS["wh40k_10e"]')
    checks.whole(last_round, "the last round", 1, MOST_ROUNDS)
    if new_units_spared is not None:
        checks.flag(new_units_spared, "new_units_spared")
    by_name = {each.name: each for each in units}
    if len(by_name) < len(units):
        twice = next(each.name for each in units if sum(other.name == each.name for other in units) > 1)
        raise ToolkitError(f"{twice!r} is in reserves twice; give each unit a name of its own")
    missing = next((each for each in units if each.embarked_in and each.embarked_in not in by_name), None)
    if missing is not None:
        raise ToolkitError(f"{missing.name!r} is embarked in {missing.embarked_in!r}, which is not in reserves")
    terms = _Terms(tuple(way for way in ways if way.anchor is None), limits, new_units_spared, last_round)
    for unit in units:
        _check_history(unit, by_name, terms)
    rows = [
        {"unit": unit.name, "round": number, **_state(unit, by_name, number, terms)}
        for unit in units
        for number in range(1, last_round + 1)
    ]
    return pl.DataFrame(rows, schema={"unit": pl.String, "round": pl.Int64, "state": pl.String, "ways": pl.String, "why": pl.String})


@dataclass(frozen=True, slots=True)
class _Terms:
    ways: tuple[Arrival, ...]
    limits: ReserveLimits
    new_units_spared: bool | None
    last_round: int

    def usable(self, unit: WaitingUnit) -> list[tuple[int, Arrival]]:
        """The ways this unit has, each with the first round it can be used in."""
        return [(max(way.first_round, self.limits.first_round), way) for way in self.ways if _may_use(unit, way)]

    def spared(self, unit: WaitingUnit) -> bool:
        """Whether the deadline does not concern it."""
        if self.limits.deadline is not None and unit.since > self.limits.deadline:
            return True
        if unit.origin == "new":
            return self.limits.spares_new if self.new_units_spared is None else self.new_units_spared
        return unit.origin == "repositioned" and self.limits.spares_repositioned

    def because(self, unit: WaitingUnit) -> str:
        """Why the deadline concerns a unit or not, with the reading that it hangs on; "" if that is plain."""
        if self.limits.deadline is not None and unit.since > self.limits.deadline:
            return f"it was not in reserves at the end of round {self.limits.deadline}"
        if unit.origin == "repositioned" and self.spared(unit):
            return "it is a repositioned unit"
        if unit.origin != "new":
            return ""
        if self.new_units_spared is None and self.limits.spares_new:
            return "it was added during the battle"
        return f"reading new_units_spared: a unit that a rule adds {'counts' if self.spared(unit) else 'does not count'} as repositioned"


def _check_history(unit: WaitingUnit, by_name: dict[str, WaitingUnit], terms: _Terms) -> None:
    carrier = by_name.get(unit.embarked_in)
    if carrier is not None and carrier.embarked_in:
        raise ToolkitError(f"{unit.name!r} is embarked in {carrier.name!r}, which is embarked itself")
    if carrier is not None and unit.since not in (0, carrier.since):
        raise ToolkitError(
            f"{unit.name!r} is in reserves since round {unit.since} and its Transport {carrier.name!r} since round {carrier.since}; "
            "a unit goes into reserves together with its Transport"
        )
    for what, number in (("is in reserves since", unit.since), ("arrived in", unit.arrived)):
        if number is not None and number > terms.last_round:
            raise ToolkitError(f"{unit.name!r} {what} round {number}; the last round is {terms.last_round}")
    if unit.arrived is None:
        return
    if carrier is not None:
        raise ToolkitError(f"{unit.name!r} arrived in round {unit.arrived}, but it is embarked: give the round of {carrier.name!r}")
    first = min((number for number, _ in terms.usable(unit)), default=None)
    if first is None:
        raise ToolkitError(f"{unit.name!r} arrived in round {unit.arrived}, but it has none of the ways of arriving")
    if unit.arrived < first:
        raise ToolkitError(f"{unit.name!r} arrived in round {unit.arrived}; it may arrive from round {first} on")
    deadline = terms.limits.deadline
    if deadline is not None and unit.arrived > deadline and not terms.spared(unit):
        raise ToolkitError(f"{unit.name!r} arrived in round {unit.arrived}; it was destroyed at the end of round {deadline}")


def _state(unit: WaitingUnit, by_name: dict[str, WaitingUnit], number: int, terms: _Terms) -> dict[str, str]:
    def told(state: str, why: str, names: str = "") -> dict[str, str]:
        return {"state": state, "ways": names, "why": why}

    carrier = by_name.get(unit.embarked_in)
    deadline = terms.limits.deadline
    since = unit.since if carrier is None else carrier.since
    if number < since:
        return told("not in reserves", f"from round {since} on")
    if carrier is not None:
        if carrier.arrived is not None and number >= carrier.arrived:
            return told("on the table", f"embarked in {carrier.name}, which arrived in round {carrier.arrived}")
        if _state(carrier, by_name, number, terms)["state"] == "destroyed":
            return told("destroyed", f"embarked in {carrier.name}, which never arrived")
        return told("waits", f"embarked in {carrier.name}: it makes no ingress move of its own")
    if unit.arrived is not None and number >= unit.arrived:
        return told("on the table", f"arrived in round {unit.arrived}")
    spared, because = terms.spared(unit), terms.because(unit)
    if deadline is not None and number > deadline and not spared:
        return told("destroyed", "; ".join(filter(None, (f"had not arrived by the end of round {deadline}", because))))
    ways = terms.usable(unit)
    if not ways:
        return told("waits", "has none of the ways of arriving")
    names = ", ".join(way.name for first, way in ways if number >= first)
    if not names:
        return told("waits", f"may arrive from round {min(first for first, _ in ways)}")
    why = ""
    if spared:
        why = f"is not destroyed for waiting: {because}" if deadline is not None and number >= deadline else ""
    elif number == deadline:
        why = "; ".join(filter(None, ("destroyed at the end of this round if it does not", because)))
    elif deadline is None and number == terms.last_round:
        why = "counts as destroyed at the end of the battle if it does not"
    return told("may arrive", why, names)


def _may_use(unit: WaitingUnit, way: Arrival) -> bool:
    return (
        all(has_keyword(unit.keywords, each) for each in way.keywords)
        and not any(has_keyword(unit.keywords, each) for each in way.not_keywords)
        and all(has_keyword(unit.abilities, each) for each in way.abilities)
    )
