"""Characters in ambush that choose each turn, before the dice, which unit they come with: what a choice is worth, and the best choice.

Who comes together rolls one die. A choice is made again every turn, so what is best depends on who has arrived; it is found by working
backwards from the last turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import polars as pl

from toolkit.dice.pmf import Probability
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.studies.ambush_arrival import MOST_UNITS, ArrivalLaw, check_names
from toolkit.studies.ambush_goals import Arrived, HostGoal, Worth, all_by, all_together, comes_with, number, turns_on_table
from toolkit.studies.ambush_roll import THIRD_EDITION, Ambusher, ArrivalRoll, Room, check_rule, rooms, same_ambush

__all__ = [
    "Arrived", "Attachable", "HostChoice", "HostGoal", "HostPlan", "Worth", "all_by", "all_together", "comes_with", "host_plan",
    "turns_on_table",
]  # fmt: skip

MOST_STEPS = 150_000
"""Throws of a turn's dice looked at before a question counts as too big: a few seconds."""


@dataclass(frozen=True)
class Attachable:
    """A character in ambush.

    Attributes
    ----------
    name : str
    hosts : tuple of str
        Units in ambush that it may join: those of the same printed kind of ambush, within the usual restrictions.
    room : Room
        The chance that there is room for it when it comes alone.
    where : str
        The X of its Ambush (X), as printed; "" for not told. Where it is told of a character or of one of its hosts, it has to be of both,
        and the same.
    has_ambush : bool
        Whether it has Ambush itself; a character without cannot be in ambush.

    Raises
    ------
    ToolkitError
        If it has no name or no Ambush, or its hosts are no list of names.

    Examples
    --------
    >>> Attachable("Chieftain", ("Herd", "Raiders")).hosts
    ('Herd', 'Raiders')
    """

    name: str
    hosts: tuple[str, ...]
    room: Room = 1
    where: str = ""
    has_ambush: bool = True

    def __post_init__(self) -> None:
        checks.name(self.name, "ambush: a character")
        object.__setattr__(self, "hosts", checks.texts(self.hosts, f"ambush: the hosts of {self.name!r},"))
        rooms(self.room, self.name)
        checks.text(self.where, f"ambush: the X of {self.name!r},")
        checks.flag(self.has_ambush, f"ambush: has_ambush of {self.name!r},")
        if not self.has_ambush:
            raise ToolkitError(f"ambush: {self.name!r} has no Ambush; a character joins a unit in ambush only from ambush, with the same X")


@dataclass(frozen=True, slots=True)
class HostChoice:
    """What the characters that wait do in one situation.

    Attributes
    ----------
    turn : int
    arrived : tuple of (str, int)
        Who is on the table, and since when.
    joins : tuple of (str, str)
        Each waiting character and the unit it joins; "" for none.
    chance : float or Fraction
        That the game comes to this.
    """

    turn: int
    arrived: tuple[tuple[str, int], ...]
    joins: tuple[tuple[str, str], ...]
    chance: Probability


@dataclass(frozen=True)
class HostPlan:
    """A way of choosing hosts, and what comes of it.

    Attributes
    ----------
    goal : HostGoal
    worth : float or Fraction
        Of the goal, on average.
    choices : tuple of HostChoice
        In each situation the game can come to in which a character waits.
    outcomes : tuple of (Arrived, float or Fraction)
        How it can go, with chances.
    rule : ArrivalRoll
    exact : bool
    """

    goal: HostGoal
    worth: Probability
    choices: tuple[HostChoice, ...]
    outcomes: tuple[tuple[Arrived, Probability], ...]
    rule: ArrivalRoll
    exact: bool

    def chance(self, condition: Callable[[Arrived], bool]) -> Probability:
        """That a condition on how it went holds."""
        checks.kind(condition, Callable, "condition", "a function of an Arrived")  # pyright: ignore[reportArgumentType]
        zero = Fraction(0) if self.exact else 0.0
        return sum((chance for arrived, chance in self.outcomes if condition(arrived)), start=zero)  # pyright: ignore[reportReturnType, reportCallIssue, reportArgumentType]

    def law(self, name: str) -> ArrivalLaw:
        """When one unit or character arrives."""
        known = self.outcomes[0][0].turns
        checks.text(name, "ambush: the name")
        if name not in known:
            raise ToolkitError(f"{name!r} is not in ambush; there are: {', '.join(known)}")
        chances = tuple(Fraction(self.chance(lambda arrived, turn=turn: arrived.turns[name] == turn)) for turn in self.rule.numbers)
        return ArrivalLaw(name, self.rule, chances, self.exact)

    @property
    def frame(self) -> pl.DataFrame:
        """One row a situation and waiting character: ``turn, on_the_table, character, joins, chance``."""
        rows = [
            {
                "turn": choice.turn,
                "on_the_table": ", ".join(f"{name} ({turn})" for name, turn in choice.arrived) or "nobody",
                "character": name,
                "joins": host or "nobody",
                "chance": float(choice.chance),
            }
            for choice in self.choices
            for name, host in choice.joins
        ]
        schema = {"turn": pl.Int64, "on_the_table": pl.String, "character": pl.String, "joins": pl.String, "chance": pl.Float64}
        return pl.DataFrame(rows, schema=schema)


Preferences = Mapping[str, "str | Sequence[str]"]
State = tuple[tuple[int, ...], tuple[int, ...]]
"""The turn in which each arrived, units first (0: waits), and for each character the unit it came with (-1: none)."""
Joins = tuple[int, ...]
"""For each character the unit it joins, -1 for none or because it is on the table."""


def host_plan(
    units: Sequence[Ambusher],
    characters: Sequence[Attachable],
    goal: HostGoal | Worth,
    *,
    joins: Preferences | None = None,
    most_joined: int | None = None,
    rule: ArrivalRoll = THIRD_EDITION,
    exact: bool = False,
) -> HostPlan:
    """The best choice of hosts for a goal, or what a fixed choice is worth.

    Parameters
    ----------
    units : sequence of Ambusher
        The chance of room for a unit counts for it with its characters too.
    characters : sequence of Attachable
    goal : HostGoal or callable
        `all_by`, `all_together`, `comes_with`, `turns_on_table`, or any function of an `Arrived`.
    joins : mapping of str to str or sequence of str, optional
        A fixed choice: for each character the unit it joins, or several in order, of which it joins the first that still waits. Characters
        that are not named join nobody. Without it the best choice is found.
    most_joined : int, optional
        Characters that may join one unit, at most.
    rule : ArrivalRoll
    exact : bool
        Whether to answer in Fractions.

    Returns
    -------
    HostPlan

    Raises
    ------
    ToolkitError
        If a name is unknown or there twice, a fixed choice is not allowed, a character and a host have another X of Ambush (X), or the
        question is too big.

    Examples
    --------
    >>> plan = host_plan([Ambusher("Herd"), Ambusher("Raiders")], [Attachable("Chief", ("Herd", "Raiders"))], all_by(2), exact=True)
    >>> plan.worth
    Fraction(4, 9)
    """
    units = checks.kinds(units, Ambusher, "units in ambush", 'an Ambusher, such as Ambusher("Herd")', "in ambush, unit number")
    right = 'an Attachable, such as Attachable("Chief", ("Herd",))'
    characters = checks.kinds(characters, Attachable, "characters in ambush", right, "in ambush, character number")
    if not isinstance(goal, HostGoal):
        checks.kind(goal, Callable, "ambush: a goal", "a HostGoal, such as all_by(3), or a function of an Arrived")  # pyright: ignore[reportArgumentType]
        goal = HostGoal("as given", goal)
    if joins is not None:
        checks.kind(joins, Mapping, "joins", 'names of characters and of who they join, such as {"Chief": "Herd"}')
    if most_joined is not None:
        checks.whole(most_joined, "most_joined", 0, MOST_UNITS)
    check_rule(rule)
    checks.flag(exact, "exact")
    for one in (*units, *(Ambusher(each.name, each.room) for each in characters)):
        one.check_turns(rule)
    return _Solver(units, characters, goal, joins, most_joined, rule, exact).plan()


def _check_same(character: Attachable, host: Ambusher) -> None:
    """Refuse a host of another X: a character comes only with a unit whose Ambush (X) has the same X as its own."""
    if same_ambush(character.where, host.where):
        return
    told = [f"{each.name!r} has Ambush ({each.where})" for each in (character, host) if each.where]
    if len(told) == 2:
        raise ToolkitError(f"ambush: {told[0]} and {told[1]}; a character joins units of the same X only")
    raise ToolkitError(f"ambush: {told[0]}, but of {(host if character.where else character).name!r} the X is not told; give where of both")


class _Solver:
    def __init__(
        self,
        units: Sequence[Ambusher],
        characters: Sequence[Attachable],
        goal: HostGoal,
        joins: Preferences | None,
        most_joined: int | None,
        rule: ArrivalRoll,
        exact: bool,
    ) -> None:
        self.names = [*(unit.name for unit in units), *(each.name for each in characters)]
        check_names(self.names)
        self.alone = [*units, *(Ambusher(each.name, each.room) for each in characters)]
        self.units, self.goal, self.rule, self.exact = len(units), goal, rule, exact
        self.most_joined = len(characters) if most_joined is None else most_joined
        self.hosts = [[self._unit(host, each.name) for host in each.hosts] for each in characters]
        for each, hosts in zip(characters, self.hosts, strict=True):
            for host in hosts:
                _check_same(each, units[host])
        self.fixed = None if joins is None else self._fixed(joins)
        self.steps = 0
        self.worths: dict[tuple[int, State], tuple[Probability, Joins]] = {}

    def _unit(self, host: str, name: str) -> int:
        if host not in self.names[: self.units]:
            raise ToolkitError(f"{name!r} joins {host!r}, which is no unit in ambush; there are: {', '.join(self.names[: self.units])}")
        return self.names.index(host)

    def _fixed(self, joins: Preferences) -> list[list[int]]:
        characters = self.names[self.units :]
        for name in joins:
            if name not in characters:
                raise ToolkitError(f"a choice for {name!r}, which is no character in ambush; there are: {', '.join(characters)}")
        fixed: list[list[int]] = []
        for name, allowed in zip(characters, self.hosts, strict=True):
            wanted = joins.get(name, ())
            listed = (wanted,) if isinstance(wanted, str) else checks.texts(wanted, f"the choice of {name!r},")
            hosts = [self._unit(host, name) for host in listed if host]
            refused = next((host for host in hosts if host not in allowed), None)
            if refused is not None:
                raise ToolkitError(f"{name!r} may not join {self.names[refused]!r}; name it among its hosts")
            fixed.append(hosts)
        return fixed

    def plan(self) -> HostPlan:
        start: State = ((0,) * len(self.names), (-1,) * len(self.hosts))
        worth, _ = self.best(self.rule.first_turn, start)
        one = Fraction(1) if self.exact else 1.0
        situations: dict[State, Probability] = {start: one}
        choices: list[HostChoice] = []
        for turn in self.rule.numbers:
            after: dict[State, Probability] = {}
            for state, chance in situations.items():
                joins = self.best(turn, state)[1]
                if any(not at for at in state[0][self.units :]):
                    choices.append(self._choice(turn, state, joins, chance))
                for then, p in self.throws(turn, state, joins):
                    after[then] = after.get(then, 0) + chance * p  # pyright: ignore[reportOperatorIssue]
            situations = after
        outcomes = tuple((self.arrived(state), chance) for state, chance in situations.items())
        return HostPlan(self.goal, worth, tuple(choices), outcomes, self.rule, self.exact)

    def _choice(self, turn: int, state: State, joins: Joins, chance: Probability) -> HostChoice:
        arrived = tuple((name, at) for name, at in zip(self.names, state[0], strict=True) if at)
        waiting = [who for who in range(len(self.hosts)) if not state[0][self.units + who]]
        told = tuple((self.names[self.units + who], self.names[joins[who]] if joins[who] >= 0 else "") for who in waiting)
        return HostChoice(turn, arrived, told, chance)

    def arrived(self, state: State) -> Arrived:
        turns = {name: at or None for name, at in zip(self.names, state[0], strict=True)}
        came = {name: self.names[host] if host >= 0 else "" for name, host in zip(self.names[self.units :], state[1], strict=True)}
        return Arrived(turns, came, self.rule)

    def best(self, turn: int, state: State) -> tuple[Probability, Joins]:
        """The worth from here on, and the choice that has it; of choices alike the first, in the order in which hosts are named."""
        key = (turn, state)
        if key not in self.worths:
            if turn > self.rule.turns:
                worth = number(self.goal.worth(self.arrived(state)))
                self.worths[key] = (worth if self.exact else float(worth), ())
            else:
                found = [(self.worth(turn, state, joins), joins) for joins in self.allowed(state)]
                top = max(worth for worth, _ in found)
                slack = 0 if self.exact else 1e-12 * max(1.0, abs(top))
                self.worths[key] = next(each for each in found if each[0] >= top - slack)
        return self.worths[key]

    def worth(self, turn: int, state: State, joins: Joins) -> Probability:
        parts = (p * self.best(turn + 1, then)[0] for then, p in self.throws(turn, state, joins))
        return sum(parts, start=Fraction(0) if self.exact else 0.0)  # pyright: ignore[reportReturnType, reportCallIssue, reportArgumentType]

    def allowed(self, state: State) -> Iterator[Joins]:
        turns = state[0]
        if self.fixed is not None:
            joins = tuple(
                -1 if turns[self.units + who] else next((host for host in hosts if not turns[host]), -1)
                for who, hosts in enumerate(self.fixed)
            )
            crowded = next((host for host in joins if host >= 0 and joins.count(host) > self.most_joined), None)
            if crowded is not None:
                raise ToolkitError(f"{joins.count(crowded)} characters join {self.names[crowded]!r}; at most {self.most_joined} may")
            yield joins
            return
        open_ = [
            [-1] if turns[self.units + who] else [*(host for host in hosts if not turns[host]), -1] for who, hosts in enumerate(self.hosts)
        ]
        for joins in product(*open_):
            if all(joins.count(host) <= self.most_joined for host in joins if host >= 0):
                yield joins

    def throws(self, turn: int, state: State, joins: Joins) -> Iterator[tuple[State, Probability]]:
        """What the dice of this turn can bring, with chances."""
        turns, hosts = state
        groups: list[list[int]] = []
        for who, at in enumerate(turns):
            if at or (who >= self.units and joins[who - self.units] >= 0):
                continue
            groups.append([who, *(self.units + each for each, host in enumerate(joins) if host == who and who < self.units)])
        chances = [self.rule.chance(turn) * self.alone[group[0]].room_in(turn) for group in groups]
        one = Fraction(1) if self.exact else 1.0
        ways = [[(come, one * (p if come else 1 - p)) for come in (True, False) if (p if come else 1 - p)] for p in chances]
        for way in product(*ways):
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise ToolkitError(
                    f"ambush: {len(self.names)} units and characters with free choices are too many; leave some out or fix a choice"
                )
            chance = one
            then, came = list(turns), list(hosts)
            for group, (comes, p) in zip(groups, way, strict=True):
                chance = chance * p  # pyright: ignore[reportOperatorIssue]
                if comes:
                    for who in group:
                        then[who] = turn
                        if who != group[0]:
                            came[who - self.units] = group[0]
            yield (tuple(then), tuple(came)), chance
