"""When a unit in reserves may arrive, what becomes of it if it does not, and what a unit that was taken off the table remembers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival, ReserveLimits
from toolkit.systems.wh40k_11e import reserves as eleventh

Origin = Literal["declared", "repositioned", "new"]
"""Placed in reserves before the battle, taken off the table during it, or a new unit (Reinforcements!)."""
Until = Literal["end of the turn", "next Command phase", "passed test", "in range", "end of the battle"]
LAST_ROUND = 5


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
        Name of the Transport in reserves that carries it; "" for none.
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
        if self.origin not in ("declared", "repositioned", "new"):
            raise ToolkitError(f'{self.name!r} came to reserves as {self.origin!r}; it is "declared", "repositioned" or "new"')
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
        A reading: whether a unit that a rule adds during the battle outlives the deadline. By default what the edition's limits say:
        in the 10th edition it does; in the 11th edition the rules do not say whether it counts as repositioned, and it does not.

    Returns
    -------
    polars.DataFrame
        One row a unit and round: ``unit, round, state`` ("not in reserves", "waits", "may arrive", "on the table", "destroyed"),
        ``ways`` (names of the ways it may arrive by), ``why``.

    Raises
    ------
    ToolkitError
        If a carrier is not among the units, a unit is there twice, or one arrived when it could not.

    Examples
    --------
    >>> frame = timeline([WaitingUnit("Kasrkin")])
    >>> frame["state"].to_list()
    ['waits', 'may arrive', 'may arrive', 'destroyed', 'destroyed']
    """
    by_name = {each.name: each for each in units}
    if len(by_name) < len(units):
        twice = next(each.name for each in units if sum(other.name == each.name for other in units) > 1)
        raise ToolkitError(f"{twice!r} is in reserves twice; give each unit a name of its own")
    missing = next((each for each in units if each.embarked_in and each.embarked_in not in by_name), None)
    if missing is not None:
        raise ToolkitError(f"{missing.name!r} is embarked in {missing.embarked_in!r}, which is not in reserves")
    spares_new = limits.spares_new if new_units_spared is None else new_units_spared
    terms = _Terms(tuple(way for way in ways if way.anchor is None), limits, spares_new, last_round)
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
    spares_new: bool
    last_round: int

    def usable(self, unit: WaitingUnit) -> list[tuple[int, Arrival]]:
        """The ways this unit has, each with the first round it can be used in."""
        return [(max(way.first_round, self.limits.first_round), way) for way in self.ways if _may_use(unit, way)]

    def spared(self, unit: WaitingUnit) -> bool:
        """Whether the deadline does not concern it."""
        return (self.limits.spares_repositioned and unit.origin == "repositioned") or (unit.origin == "new" and self.spares_new)


def _check_history(unit: WaitingUnit, by_name: dict[str, WaitingUnit], terms: _Terms) -> None:
    carrier = by_name.get(unit.embarked_in)
    if carrier is not None and carrier.embarked_in:
        raise ToolkitError(f"{unit.name!r} is embarked in {carrier.name!r}, which is embarked itself")
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
    if number < unit.since:
        return told("not in reserves", f"from round {unit.since} on")
    if carrier is not None:
        if carrier.arrived is not None and number >= carrier.arrived:
            return told("on the table", f"embarked in {carrier.name}, which arrived in round {carrier.arrived}")
        if _state(carrier, by_name, number, terms)["state"] == "destroyed":
            return told("destroyed", f"embarked in {carrier.name}, which never arrived")
        return told("waits", f"embarked in {carrier.name}: it makes no ingress move of its own")
    if unit.arrived is not None and number >= unit.arrived:
        return told("on the table", f"arrived in round {unit.arrived}")
    spared = terms.spared(unit)
    if deadline is not None and number > deadline and not spared:
        return told("destroyed", f"had not arrived by the end of round {deadline}")
    ways = terms.usable(unit)
    if not ways:
        return told("waits", "has none of the ways of arriving")
    names = ", ".join(way.name for first, way in ways if number >= first)
    if not names:
        return told("waits", f"may arrive from round {min(first for first, _ in ways)}")
    why = ""
    if spared:
        why = "is not destroyed for waiting" if deadline is not None and number >= deadline else ""
    elif number == deadline:
        why = "destroyed at the end of this round if it does not"
    elif deadline is None and number == terms.last_round:
        why = "counts as destroyed at the end of the battle if it does not"
    return told("may arrive", why, names)


def _may_use(unit: WaitingUnit, way: Arrival) -> bool:
    keywords, abilities = ({each.lower() for each in texts} for texts in (unit.keywords, unit.abilities))
    return (
        all(each.lower() in keywords for each in way.keywords)
        and not any(each.lower() in keywords for each in way.not_keywords)
        and all(each.lower() in abilities for each in way.abilities)
    )


# --- what a repositioned unit remembers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that affects a unit.

    Attributes
    ----------
    name : str
    until : str
        "end of the turn", "next Command phase", "passed test" (battle-shock), "in range" (an aura) or "end of the battle".
    """

    name: str
    until: Until


BATTLE_SHOCKED = Lasting("battle-shocked", "passed test")
"""In the 11th edition until a test is passed."""
BATTLE_SHOCKED_10E = Lasting("battle-shocked", "next Command phase")
"""In the 10th edition until its player's next Command phase."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What matters of a unit's turn when it is taken off the table and comes back.

    Attributes
    ----------
    advanced, fell_back, disembarked : bool
        This turn.
    may_not_charge : bool
        Something it did this turn forbids a charge: leaving a Transport that had moved, for one.
    missed_command_phase : bool
        It was off the table in its player's last Command phase.
    moved : bool
        It made any move this turn.
    lasting : tuple of Lasting
        What affects it.
    off_table : bool
    """

    advanced: bool = False
    fell_back: bool = False
    disembarked: bool = False
    may_not_charge: bool = False
    missed_command_phase: bool = False
    moved: bool = False
    lasting: tuple[Lasting, ...] = ()
    off_table: bool = False


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a unit may do in the turn it arrived.

    Attributes
    ----------
    shoot : {"yes", "Assault weapons only", "no"}
    heavy : bool
        Whether its Heavy weapons may count it as stationary.
    charge : bool
    move : bool
        Whether it may make another move before the Charge phase.
    battle_shock_test : bool
        Whether it takes a Battle-shock test now.
    because : tuple of str
        One reason for each thing it may not do.
    """

    shoot: str
    heavy: bool
    charge: bool
    move: bool
    battle_shock_test: bool
    because: tuple[str, ...]


def reposition(memory: Memory, *, phase: str = "movement") -> Memory:
    """Take a unit off the table. In the Movement phase this works even after it has moved.

    Raises
    ------
    ToolkitError
        If it is not on the table.

    Examples
    --------
    >>> reposition(Memory(advanced=True, moved=True)).advanced
    True
    """
    if memory.off_table:
        raise ToolkitError(f"the unit is not on the table in the {phase} phase; it cannot be taken off again")
    return replace(memory, off_table=True)


def next_turn(memory: Memory, *, own: bool) -> Memory:
    """The memory at the start of a turn: what a turn did is forgotten, and what lasted until then is over.

    Parameters
    ----------
    memory : Memory
    own : bool
        Whether the turn that starts is the unit's player's, with its Command phase.

    Examples
    --------
    >>> next_turn(Memory(advanced=True, lasting=(BATTLE_SHOCKED,)), own=True).advanced
    False
    """
    over = {"end of the turn", *(("next Command phase",) if own else ())}
    lasting = tuple(each for each in memory.lasting if each.until not in over)
    missed = memory.off_table if own else memory.missed_command_phase
    return Memory(lasting=lasting, off_table=memory.off_table, missed_command_phase=missed)


def come_back(
    memory: Memory, arrival: Arrival, *, in_range_of: Collection[str] = (), tests_below_half: bool = False
) -> tuple[Memory, Allowed]:
    """Set a repositioned unit up again, and say what it may do this turn.

    Parameters
    ----------
    memory : Memory
        As it was taken off, or as `next_turn` left it.
    arrival : Arrival
    in_range_of : collection of str
        Auras it stands in after arriving.
    tests_below_half : bool
        10th edition: the unit is Below Half-strength, and takes the Battle-shock test it missed if it was away in its Command phase.

    Returns
    -------
    (Memory, Allowed)

    Raises
    ------
    ToolkitError
        If the unit is on the table.

    Examples
    --------
    >>> shaken = reposition(Memory(advanced=True, moved=True, lasting=(BATTLE_SHOCKED, Lasting("Beacon", "in range"))))
    >>> memory, allowed = come_back(shaken, eleventh.INGRESS)
    >>> [each.name for each in memory.lasting], allowed.shoot, allowed.charge
    (['battle-shocked'], 'Assault weapons only', False)
    """
    if not memory.off_table:
        raise ToolkitError("the unit is on the table; only a unit in reserves arrives")
    kept = tuple(each for each in memory.lasting if each.until != "in range")
    auras = tuple(Lasting(name, "in range") for name in in_range_of)
    back = replace(memory, off_table=False, moved=True, missed_command_phase=False, lasting=(*kept, *auras))
    because = ["no other move before the Charge phase: it arrived this turn", "Heavy does not count: it was set up this turn"]
    shoot, charge = "yes", arrival.may_charge and arrival.turn != "opponent"
    if not charge:
        because.append(f"no charge: {arrival.name} " + ("is made in the opponent's turn" if arrival.turn == "opponent" else "forbids it"))
    if memory.advanced:
        shoot, charge = "Assault weapons only", False
        because.append("it advanced this turn, and still has: no charge, Assault weapons only")
    if memory.fell_back:
        shoot, charge = "no", False
        because.append("it fell back this turn, and still has: no shooting, no charge")
    if memory.disembarked:
        because.append("it disembarked this turn, and still has")
    if memory.may_not_charge:
        charge = False
        because.append("no charge: what it did earlier this turn forbids it")
    test = tests_below_half and memory.missed_command_phase
    if test:
        because.append("a Battle-shock test now: it is Below Half-strength and missed its Command phase")
    return back, Allowed(shoot, heavy=False, charge=charge, move=False, battle_shock_test=test, because=tuple(because))
