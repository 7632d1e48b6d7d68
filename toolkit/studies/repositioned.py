"""What a unit that is taken off the table during the battle remembers when it comes back, and what it may do then."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, get_args

from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival

Until = Literal["end of the turn", "next Command phase", "passed test", "in range", "end of the battle"]
PHASES = ("command", "movement", "shooting", "charge", "fight")


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that affects a unit.

    Attributes
    ----------
    name : str
    until : str
        "end of the turn", "next Command phase", "passed test" (battle-shock), "in range" (an aura) or "end of the battle".

    Raises
    ------
    ToolkitError
        If it has no name, or lasts until something else.
    """

    name: str
    until: Until

    def __post_init__(self) -> None:
        checks.name(self.name, "what affects a unit")
        checks.choice(self.until, f"{self.name!r} lasts until", get_args(Until))


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

    Raises
    ------
    ToolkitError
        If something is of another kind.
    """

    advanced: bool = False
    fell_back: bool = False
    disembarked: bool = False
    may_not_charge: bool = False
    missed_command_phase: bool = False
    moved: bool = False
    lasting: tuple[Lasting, ...] = ()
    off_table: bool = False

    def __post_init__(self) -> None:
        for name in ("advanced", "fell_back", "disembarked", "may_not_charge", "missed_command_phase", "moved", "off_table"):
            checks.flag(getattr(self, name), name)
        object.__setattr__(self, "lasting", checks.kinds(self.lasting, Lasting, "lasting", "a Lasting", "lasting: number"))


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
    checks.choice(phase, "phase", PHASES)
    if checks.kind(memory, Memory, "memory", "a Memory").off_table:
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
    checks.kind(memory, Memory, "memory", "a Memory")
    checks.flag(own, "own")
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
    >>> from toolkit.systems.wh40k_11e.reserves import INGRESS
    >>> shaken = reposition(Memory(advanced=True, moved=True, lasting=(BATTLE_SHOCKED, Lasting("Beacon", "in range"))))
    >>> memory, allowed = come_back(shaken, INGRESS)
    >>> [each.name for each in memory.lasting], allowed.shoot, allowed.charge
    (['battle-shocked'], 'Assault weapons only', False)
    """
    checks.kind(arrival, Arrival, "arrival", "an Arrival, such as those of toolkit.systems.wh40k_11e.reserves")
    in_range_of = checks.texts(in_range_of, "auras in range")
    checks.flag(tests_below_half, "tests_below_half")
    if not checks.kind(memory, Memory, "memory", "a Memory").off_table:
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
    if arrival.turn == "opponent":
        shoot = "no"
        because.append(f"no shooting: {arrival.name} is made in the opponent's turn")
    test = tests_below_half and memory.missed_command_phase
    if test:
        because.append("a Battle-shock test now: it is Below Half-strength and missed its Command phase")
    return back, Allowed(shoot, heavy=False, charge=charge, move=False, battle_shock_test=test, because=tuple(because))
