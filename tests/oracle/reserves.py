"""Waiting off the table, played out literally: every face of every die, every subset of a list, every way of choosing. Slow and plain.

Nothing here imports the toolkit.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product

# --- The Ninth Age: ambush ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """When dice are rolled: arrive on `need` or more from turn 2, without a die from `automatic`, the game ends after `last`."""

    need: int = 3
    automatic: int = 5
    last: int = 6


@dataclass(frozen=True)
class Waiting:
    """A unit; there is room for it in `turn` when a die of `room[turn][1]` sides shows at most `room[turn][0]`."""

    name: str
    room: Mapping[int, tuple[int, int]]

    def faces(self, turn: int) -> list[bool]:
        good, sides = self.room.get(turn, (1, 1))
        return [face <= good for face in range(1, sides + 1)]


def alone(unit: Waiting, game: Game, turn: int = 2) -> dict[int, Fraction]:
    """The chance of each turn of arrival (0: never), one face after the other."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    if turn > game.last:
        law[0] = Fraction(1)
        return law
    dice = [6] if turn >= game.automatic else list(range(1, 7))
    rooms = unit.faces(turn)
    share = Fraction(1, len(dice) * len(rooms))
    for die, room in product(dice, rooms):
        if die >= game.need and room:
            law[turn] += share
        else:
            for then, chance in alone(unit, game, turn + 1).items():
                law[then] += share * chance
    return law


def several(laws: Sequence[Mapping[int, Fraction]]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every combination of turns."""
    for way in product(*(law.items() for law in laws)):
        chance = Fraction(1)
        for _, each in way:
            chance *= each
        yield tuple(turn for turn, _ in way), chance


History = list[tuple[int, str, str]]
"""What happened: turn, who arrived, with whom ("" for nobody)."""


def play_best(
    units: Sequence[Waiting],
    characters: Mapping[str, tuple[Waiting, Sequence[str]]],
    worth: Callable[[History], Fraction],
    game: Game,
    turn: int = 2,
    history: History | None = None,
    choose: Callable[[str, list[str], int], str] | None = None,
) -> Fraction:
    """The worth of the best choices of hosts (or of those that `choose` names), over every face of every die."""
    history = history or []
    if turn > game.last:
        return worth(history)
    gone = {who for _, who, _ in history}
    waits = {unit.name: unit for unit in units if unit.name not in gone}
    singles = [name for name in characters if name not in gone]
    options = [["", *(host for host in characters[name][1] if host in waits)] for name in singles]
    if choose is not None:
        options = [[choose(name, choices, turn)] for name, choices in zip(singles, options, strict=True)]
    values = []
    for choice in product(*options):
        joined = dict(zip(singles, choice, strict=True))
        rollers = [*waits.values(), *(characters[name][0] for name, host in joined.items() if not host)]
        faces = [
            [(die, room) for die in ([6] if turn >= game.automatic else range(1, 7)) for room in roller.faces(turn)] for roller in rollers
        ]
        tally: Counter[tuple[bool, ...]] = Counter()
        for throw in product(*faces):
            tally[tuple(die >= game.need and room for die, room in throw)] += 1
        total = Fraction(0)
        for comes, count in tally.items():
            then = list(history)
            for roller, arrives in zip(rollers, comes, strict=True):
                if arrives:
                    then.append((turn, roller.name, ""))
                    then += [(turn, name, host) for name, host in joined.items() if host == roller.name]
            total += count * play_best(units, characters, worth, game, turn + 1, then, choose)
        values.append(total / tally.total())
    return max(values)


def simulated(unit: Waiting, game: Game, games: int, seed: int) -> Counter[int]:
    """How often it arrived in each turn (0: never)."""
    dice = random.Random(seed)
    found: Counter[int] = Counter()
    for _ in range(games):
        arrived = 0
        for turn in range(2, game.last + 1):
            good, sides = unit.room.get(turn, (1, 1))
            rolled = 6 if turn >= game.automatic else dice.randint(1, 6)
            if rolled >= game.need and dice.randint(1, sides) <= good:
                arrived = turn
                break
        found[arrived] += 1
    return found


# --- Warhammer 40,000: which units wait -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """A line of an army list."""

    name: str
    points: int
    words: tuple[str, ...] = ()
    inside: str = ""


def subsets(army: Sequence[Listed], most_points: Fraction, most_units: int | None) -> set[frozenset[str]]:
    """Every set of units that may be placed in reserves, found by trying all; passengers follow what carries them."""
    names = [each.name for each in army if not each.inside]
    legal: set[frozenset[str]] = set()
    for chosen in chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)):
        waits = [each for each in army if each.name in chosen or each.inside in chosen]
        if any("Fortification" in each.words for each in waits if each.name in chosen):
            continue
        if sum(each.points for each in waits) <= most_points and (most_units is None or len(waits) <= most_units):
            legal.add(frozenset(chosen))
    return legal


def without_room(legal: set[frozenset[str]]) -> set[frozenset[str]]:
    """Those of the sets to which nothing can be added."""
    return {one for one in legal if not any(one < other for other in legal)}


def fates(
    history: Mapping[str, tuple[str, int, int, str]], rounds: int, first: int, deadline: int | None, spared: tuple[str, ...]
) -> dict[str, list[str]]:
    """What each unit is in each round, played from round to round.

    `history` has for each unit how it came to wait, since which round, the round it arrives in (0: never), and what carries it. At the
    deadline whoever waits just then is gone, unless spared; who comes to wait later is not there to be counted.
    """
    start = {name: history[inside][1] if inside else since for name, (_, since, _, inside) in history.items()}
    gone: set[str] = set()
    down: set[str] = set()
    told: dict[str, list[str]] = {name: [] for name in history}
    for number in range(1, rounds + 1):
        down |= {name for name, (_, since, arrives, inside) in history.items() if not inside and arrives == number and since <= number}
        for name, (_, _, _, inside) in history.items():
            if number < start[name]:
                told[name].append("not in reserves")
            elif name in down or inside in down:
                told[name].append("on the table")
            elif name in gone:
                told[name].append("destroyed")
            else:
                told[name].append("may arrive" if number >= first and not inside else "waits")
        if number == deadline:
            waiting = {name for name, (_, _, _, inside) in history.items() if not inside and name not in down and start[name] <= number}
            gone |= {name for name in waiting if history[name][0] not in spared}
            gone |= {name for name, (_, _, _, inside) in history.items() if inside in gone}
    return told
