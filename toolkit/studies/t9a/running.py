"""Who runs in The Ninth Age and what lies on the way: what a single flight and a rout of several turns have in common."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import whole
from toolkit.studies.t9a.dangerous import DANGEROUS_READINGS, dangerous_terrain
from toolkit.studies.t9a.morale import MOST_EXTRA, Panic, PanicCause, is_decimated, panic, two_dice
from toolkit.studies.t9a.regiment import Regiment

FLIGHT_READINGS = ("pursuit_tie", "swiftstride", "attribute_text", "decimated_scope", "panic_once", *DANGEROUS_READINGS)
CrossingKind = Literal["enemy", "impassable", "dangerous", "friend"]
OBSTRUCTION_X = {"unit_at_end_of_move": 4, "2e_per_model": 3}
"""Enemies and impassable ground are dangerous (4+) to who flees through them; (3) in the 2nd edition."""
LEFT_OUT = (
    "Turns of the unit before and between its moves: it runs along one straight line",
    "What stops pursuers or leads them into another combat",
)
ATTACHED_LEFT_OUT = "Attached Characters in dangerous terrain, and where they run when their unit was removed"
Readings = Mapping[str, str | bool]


@dataclass(frozen=True, slots=True)
class Fleeing:
    """A unit that runs.

    Attributes
    ----------
    models, health : int
        Models that are left, and Health Points of each.
    wounded : int
        Health Points lost that cost no model yet.
    starting : int or None
        Health Points on the army list; those of the models that are left if not given.
    height : int
        0 to 5, for the dice of dangerous terrain.
    special_save : int or None
        Aegis or Fortitude, 2 to 6 for 2+ to 6+.
    attached, attached_starting : int
        Health Points left and on the army list of Characters that joined it.
    swiftstride : bool
        The whole unit has Swiftstride.
    maximised, minimised : int
        Further instances of each on its flight.
    dice_per_model : int or None
        For dangerous terrain of the 2nd edition.
    not_calculated : tuple of str
        Names of other rules of the unit, which the result will carry on.

    Raises
    ------
    ToolkitError
        If a number is out of range.
    """

    models: int
    health: int = 1
    wounded: int = 0
    starting: int | None = None
    height: int = 1
    special_save: int | None = None
    attached: int = 0
    attached_starting: int = 0
    swiftstride: bool = False
    maximised: int = 0
    minimised: int = 0
    dice_per_model: int | None = None
    not_calculated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        whole("models", self.models, 1, 300)
        whole("Health Points", self.health, 1, 100)
        whole("wounded", self.wounded, 0, self.health - 1)
        whole("starting Health Points", self.most, self.left, 5000)
        whole("Height", self.height, 0, 5)
        whole("starting Health Points of attached Characters", self.attached_starting, 0, 5000)
        whole("Health Points of attached Characters", self.attached, 0, self.attached_starting)
        _instances(self)
        if self.special_save is not None:
            whole("special save", self.special_save, 2, 6)
        if self.dice_per_model is not None:
            whole("dice for each model", self.dice_per_model, 1, 4)

    @classmethod
    def of(cls, unit: Regiment, lost: int = 0, **more: int | bool | None) -> Fleeing:
        """A unit of a combat that flees from it, after so many more Health Points lost; with the better of its special saves.

        Raises
        ------
        ToolkitError
            If nothing is left of it.

        Examples
        --------
        >>> trolls = Regiment("Trolls", 4, 3, 4, 1, 3, 3, 5, 4, health=3, height=3, fortitude=4)
        >>> Fleeing.of(trolls, 4).left, Fleeing.of(trolls, 4).models
        (8, 3)
        """
        gone = unit.wounded + lost
        whole(f"{unit.name}: Health Points lost", gone, 0, unit.pool - 1)
        saves = [each for each in (unit.aegis, unit.fortitude) if each is not None]
        start = cls(
            unit.models - gone // unit.health, unit.health, gone % unit.health, unit.pool, unit.height, min(saves, default=None),
            not_calculated=unit.not_calculated,
        )  # fmt: skip
        return replace(start, **more)  # pyright: ignore[reportArgumentType]

    @property
    def left(self) -> int:
        """Health Points that are left."""
        return self.models * self.health - self.wounded

    @property
    def most(self) -> int:
        """Health Points on the army list."""
        return self.models * self.health if self.starting is None else self.starting

    def after(self, lost: int) -> Fleeing:
        """The unit after losing so many Health Points, at least one of which is left."""
        left = self.left - lost
        models = -(-left // self.health)
        return replace(self, models=models, wounded=models * self.health - left, starting=self.most)


@dataclass(frozen=True, slots=True)
class Pursuer:
    """A unit in contact with the broken one, which pursues it.

    Attributes
    ----------
    name : str
    swiftstride : bool
        The whole unit has Swiftstride.
    maximised, minimised : int
        Further instances of each on its pursuit.

    Raises
    ------
    ToolkitError
        If a number is out of range.
    """

    name: str = ""
    swiftstride: bool = False
    maximised: int = 0
    minimised: int = 0

    def __post_init__(self) -> None:
        _instances(self)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something on the way of a fleeing unit.

    Attributes
    ----------
    kind : {"enemy", "impassable", "dangerous", "friend"}
        Enemies and impassable ground count as dangerous terrain; a friend takes a Panic Test.
    at : float
        Inches along the way where the unit meets it. It runs through a unit or impassable ground if it goes farther, and touches
        dangerous terrain if it comes so far.
    clear : int or None
        Whole inches along the way where the unit is past it. A move that would end on a unit or impassable ground goes on so far.
    x : int or None
        The number of dangerous terrain; of enemies and impassable ground 4 (and 3 in the 2nd edition) if not given.
    name : str
    courage : int or None
        The highest of a friend, for its Panic Test.
    engaged, shaken, passed : bool
        Whether the friend fights, is Shaken, or has passed a Panic Test in this phase.

    Raises
    ------
    ToolkitError
        If there is no such kind, or a number is missing or out of range.
    """

    kind: CrossingKind
    at: float
    clear: int | None = None
    x: int | None = None
    name: str = ""
    courage: int | None = None
    engaged: bool = False
    shaken: bool = False
    passed: bool = False

    def __post_init__(self) -> None:
        if self.kind not in get_args(CrossingKind):
            raise ToolkitError(f"a crossing of {self.kind!r}; choose from {', '.join(get_args(CrossingKind))}")
        _inches("a crossing", self.at)
        if self.clear is not None:
            whole("the inches to be clear of a crossing", self.clear, math.floor(self.at) + 1, 1000)
        if self.kind == "dangerous" and self.x is None:
            raise ToolkitError("dangerous terrain needs its number x; the rules give none by default")
        if self.kind == "friend" and self.x is not None:
            raise ToolkitError("a friend is no dangerous terrain; x is not for it")
        if self.x is not None:
            whole("X", self.x, 1, 6)
        if self.courage is not None:
            whole("Courage", self.courage, 1, 12)


def swift(has: bool, chosen: Readings, *, edition: str = "3e") -> int:
    """Instances of Maximised that Swiftstride is worth.

    Raises
    ------
    ToolkitError
        If the unit has it, and attributes known from the 2nd edition only are refused in the 3rd.

    Examples
    --------
    >>> swift(True, {"swiftstride": "maximised", "attribute_text": "2e"}), swift(True, {"swiftstride": "none", "attribute_text": "2e"})
    (1, 0)
    """
    if has and chosen["attribute_text"] == "refuse" and edition == "3e":
        raise ToolkitError("Swiftstride is known from the 2nd edition only, and attribute_text refuses it")
    return int(has and chosen["swiftstride"] == "maximised")


def flee_law(unit: Fleeing | Pursuer, chosen: Readings, exact: bool) -> Pmf:
    """2D6 of a flight or pursuit, Swiftstride counted as it is read.

    Examples
    --------
    >>> flee_law(Pursuer(swiftstride=True), {"swiftstride": "maximised", "attribute_text": "2e"}, exact=True)[12]
    Fraction(2, 27)
    """
    return two_dice(unit.maximised + swift(unit.swiftstride, chosen), unit.minimised, exact=exact)


def decimated_now(unit: Fleeing, chosen: Readings) -> bool:
    """Whether a unit would be removed instead of fleeing.

    Examples
    --------
    >>> decimated_now(Fleeing(5, starting=20), {"decimated_scope": "own_unit"})
    True
    """
    reading = {"decimated_scope": chosen["decimated_scope"]}
    return is_decimated(unit.left, unit.most, attached=unit.attached, attached_starting=unit.attached_starting, readings=reading)


def checked_path(edge: float | None, crossings: Sequence[Crossing]) -> tuple[Crossing, ...]:
    """The crossings, none of them beyond the edge."""
    if edge is not None:
        _inches("the edge of the table", edge)
        beyond = next((each for each in crossings if each.at >= edge), None)
        if beyond is not None:
            raise ToolkitError(f"a crossing at {beyond.at:g} inches lies beyond the edge of the table at {edge:g}")
    return tuple(crossings)


def stride(start: int, rolled: int, edge: float | None, path: Sequence[Crossing]) -> tuple[int, bool, tuple[int, ...]]:
    """Where a move along the way ends, whether it leaves the table, and which crossings it goes through.

    Examples
    --------
    >>> stride(0, 7, 20, [Crossing("friend", 6, clear=10), Crossing("dangerous", 12, x=4)])
    (10, False, (0,))
    """
    end = start + rolled
    for each in sorted(path, key=lambda crossing: crossing.at):
        if each.kind != "dangerous" and each.clear is not None and each.at < end < each.clear:
            end = each.clear
    touched = tuple(
        at
        for at, each in enumerate(path)
        if (start <= each.at if each.kind != "dangerous" or each.clear is None else start < each.clear)
        and (each.at <= end if each.kind == "dangerous" else each.at < end)
    )
    return end, edge is not None and end >= edge, touched


def hazards(unit: Fleeing, crossed: Sequence[Crossing], chosen: Readings, exact: bool) -> Pmf:
    """Health Points lost at the end of a move to everything dangerous on it.

    Examples
    --------
    >>> from toolkit.studies.t9a.attack import answers
    >>> hazards(Fleeing(4), [Crossing("enemy", 3)], answers(None, FLIGHT_READINGS), exact=True)
    Pmf({0: 1/4, 1: 1/2, 2: 1/4})
    """
    total = Pmf.certain(0, exact=exact)
    usual = OBSTRUCTION_X[str(chosen["dangerous_when"])]
    each_model = unit.dice_per_model if chosen["dangerous_when"] == "2e_per_model" else None
    for each in crossed:
        if each.kind != "friend":
            total += dangerous_terrain(
                unit.models, usual if each.x is None else each.x, height=unit.height, health=unit.health, wounded=unit.wounded,
                special_save=unit.special_save, dice_per_model=each_model,
                readings={key: chosen[key] for key in DANGEROUS_READINGS}, exact=exact,
            ).health  # fmt: skip
    return total.capped(unit.left)


def panics_of(
    path: Sequence[Crossing], chances: Sequence[Probability], chosen: Readings, exact: bool, *, none: bool = False
) -> tuple[Panic | None, ...]:
    """The Panic Tests of friends, by the chance that the unit runs through each."""
    reading = {"panic_once": chosen["panic_once"]}
    return tuple(
        panic(
            [PanicCause("friend", chance=min(chance, 1))], each.courage, 1, engaged=each.engaged, shaken=each.shaken, passed=each.passed,
            readings=reading, exact=exact,
        )
        if each.kind == "friend" and each.courage is not None and not none else None
        for each, chance in zip(path, chances, strict=True)
    )  # fmt: skip


def second_edition(
    units: Sequence[Fleeing | Pursuer], edge: float | None, path: Sequence[Crossing], chosen: Readings
) -> tuple[str, ...]:  # fmt: skip
    """Names of what counts here and is known from the 2nd edition only; the first unit is the one that flees."""
    named = {
        "Pursuit": len(units) > 1,
        "Swiftstride": chosen["swiftstride"] == "maximised" and any(each.swiftstride for each in units),
        "Leaving the table": edge is not None,
        "Dangerous Terrain": chosen["dangerous_when"] == "2e_per_model" and any(each.kind != "friend" for each in path),
    }
    return tuple(name for name, there in named.items() if there)


def left_out(unit: Fleeing) -> tuple[str, ...]:
    """What the flight of a unit leaves out."""
    return (*LEFT_OUT, *([ATTACHED_LEFT_OUT] if unit.attached else []), *unit.not_calculated)


def _inches(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1000:
        raise ToolkitError(f"{name} at {value!r} inches; it is a number from 0 to 1000")


def _instances(unit: Fleeing | Pursuer) -> None:
    # one more may come from Swiftstride
    whole("Maximised", unit.maximised, 0, MOST_EXTRA - 1)
    whole("Minimised", unit.minimised, 0, MOST_EXTRA)
