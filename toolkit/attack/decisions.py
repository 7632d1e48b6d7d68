"""The tree of everything that can happen to a series of attacks, roll by roll, with the moments at which somebody may choose.

All dice of one step are rolled together (fast dice); damage is rolled one attack at a time. A *node* is a moment before a roll, written as
a tuple: what is about to be rolled, for which attack, and the counts that matter for the rest. The state of the target is not part of a
node: values are arrays over the states of the target, because only damage changes it. `Tree.events` lists what the roll of a node can give.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import numpy as np

from toolkit.attack.allocation import Ints
from toolkit.attack.events import Event, Leaf, Move, Node, Option, Side, StepName, Values
from toolkit.attack.sequence import battlefield, those_that_fire
from toolkit.attack.spec import AttackSpec, DefenceSpec
from toolkit.dice.one_die import WAYS, DieTest, Odds, face_outcome, odds
from toolkit.dice.pmf import Pmf
from toolkit.errors import SpecError

After = Callable[[int, int], "tuple[Leaf, ...]"]
"""What follows so many successes and criticals of a pool of dice."""

MAX_EVENTS = 1_500_000
"""Most results of rolls that are looked at, all nodes together; about a minute."""
MAX_NUMBERS, MAX_NUMBERS_EXACT = 300_000_000, 4_000_000
"""The same times the states of the target."""


_KINDS = ("fail", "success", "critical")


class Tree:
    """Nodes and events of `attacks` against `defence`.

    Parameters
    ----------
    attacks : sequence of AttackSpec
    defence : DefenceSpec
    exact : bool
    side : {"attacker", "defender"}
        Who has the re-roll: the attacker's own rolls, or one saving throw of the defender.
    may_decline : bool
        Whether critical hits that would wound by themselves may be rolled for instead.
    """

    def __init__(
        self, attacks: Sequence[AttackSpec], defence: DefenceSpec, *, exact: bool, side: Side = "attacker", may_decline: bool = False
    ) -> None:
        if side not in ("attacker", "defender"):
            raise SpecError(f"{side!r} has no dice here; the re-roll is the 'attacker's or the 'defender's")
        self.attacks = those_that_fire(attacks)
        for attack in self.attacks:
            if len(attack.against) != len(defence.groups):
                raise SpecError(f"{attack.name!r} knows {len(attack.against)} groups of models; the target has {len(defence.groups)}")
            if attack.batched and not attack.uniform_save:
                raise SpecError(
                    f"the best use of a re-roll is not calculated for saves sorted onto profiles that save differently ({attack.name!r})"
                )
        self.exact, self.side, self.may_decline = exact, side, may_decline
        self.unit = battlefield(self.attacks, defence)
        self.waits = tuple(i for i, attack in enumerate(self.attacks) if attack.deferred or attack.mortal_on_wound is not None)
        self._check_size()
        self._moves: dict[Move, tuple[Ints, Values]] = {}

    # --- nodes ---

    @property
    def root(self) -> Node:
        """Before the first roll."""
        return self._begin(0, ())

    def _begin(self, b: int, waiting: tuple[int, ...]) -> Node:
        if b < len(self.attacks):
            return ("attacks", b, waiting)
        return ("deal", waiting) if any(waiting) else ("end",)

    def _damage(self, b: int, waiting: tuple[int, ...], wounds: int) -> Node:
        """Before the damage (or, where profiles save differently, the save) of the next of `wounds` wounds."""
        if not wounds and b in self.waits and self.attacks[b].after_batch and waiting[-1]:
            return ("deal here", b, waiting)
        if not wounds:
            return self._begin(b + 1, waiting)
        return ("damage" if self.attacks[b].uniform_save else "save one", b, waiting, wounds)

    def step(self, node: Node) -> tuple[int, StepName]:
        """The attack and the step of the attack sequence that a node belongs to."""
        names: dict[str, StepName] = {"deal": "damage", "deal here": "damage", "hurt": "damage", "save one": "save", "scored": "hit"}
        index: int = next(self.waits[i] for i, n in enumerate(node[1]) if n) if node[0] == "deal" else node[1]
        return index, names.get(node[0], cast("StepName", node[0]))

    def is_choice(self, node: Node) -> bool:
        """Whether somebody chooses freely among the events of a node, instead of a roll."""
        return node[0] == "scored" and self.may_decline and self.attacks[cast("int", node[1])].auto_wound

    def events(self, node: Node) -> Iterator[Event]:
        """What can happen at a node."""
        match node:
            case ("attacks", b, waiting):
                return self._attacks(b, waiting)
            case ("hit", b, waiting, dice):
                return self._hits(b, waiting, dice)
            case ("scored", b, waiting, successes, criticals):
                return self._scored(b, waiting, successes, criticals)
            case ("wound", b, waiting, hits, automatic):
                return self._wounds(b, waiting, hits, automatic)
            case ("save", b, waiting, wounds, criticals):
                return self._saves(b, waiting, wounds, criticals)
            case ("save one", b, waiting, wounds):
                return self._one_save(b, waiting, wounds)
            case ("damage" | "hurt", b, waiting, wounds):
                return self._rolled_damage(b, self._damage(b, waiting, wounds - 1), wounds - 1, mortal=False)
            case ("deal here", b, waiting):
                left = (*waiting[:-1], waiting[-1] - 1)
                return self._rolled_damage(b, self._damage(b, left, 0), left[-1], mortal=True)
            case ("deal", waiting):
                at = next(i for i, n in enumerate(waiting) if n)
                left = (*waiting[:at], waiting[at] - 1, *waiting[at + 1 :])
                return self._rolled_damage(self.waits[at], self._begin(len(self.attacks), left), sum(left), mortal=True)
            case _:
                raise AssertionError(node)

    # --- one step each ---

    def _attacks(self, b: int, waiting: tuple[int, ...]) -> Iterator[Event]:
        attack = self.attacks[b]
        law = attack.attacks

        def after(n: int) -> tuple[Leaf, ...]:
            return (Leaf(1, self._after_attacks(b, waiting, n)),)

        if law.low == law.high:
            yield Event(1, (law.low * attack.weapons,), after(law.low * attack.weapons))
            return
        one = [(n, Fraction(p)) for n, p in law.items() if p]
        sums: dict[tuple[int, int], Fraction] = {(0, law.high): Fraction(1)}
        for _ in range(attack.weapons):  # the sum, and the lowest roll: more attacks are never worse, so that is the one to re-roll
            further: dict[tuple[int, int], Fraction] = {}
            for (total, lowest), p in sums.items():
                for n, q in one:
                    key = (total + n, min(lowest, n))
                    further[key] = further.get(key, Fraction(0)) + p * q
            sums = further
        for (total, lowest), p in sorted(sums.items()):
            again = tuple(Leaf(self._number(q), self._after_attacks(b, waiting, total - lowest + n)) for n, q in one)
            options = (Option("roll", again),) if self.side == "attacker" else ()
            yield Event(self._number(p), (total, lowest), after(total), options)

    def _after_attacks(self, b: int, waiting: tuple[int, ...], dice: int) -> Node:
        if not dice:
            return self._after_wounds(b, waiting, 0, 0)
        return ("hit", b, waiting, dice) if self.attacks[b].hit is not None else ("wound", b, waiting, dice, 0)

    def _hits(self, b: int, waiting: tuple[int, ...], dice: int) -> Iterator[Event]:
        attack = self.attacks[b]
        assert attack.hit is not None
        apart = attack.auto_wound or attack.extra_hits is not None

        def after(successes: int, criticals: int) -> Node:
            if apart:
                return ("scored", b, waiting, successes, criticals)
            return ("wound", b, waiting, successes, 0) if successes else self._after_wounds(b, waiting, 0, 0)

        return self._pool(attack.hit, dice, apart, lambda s, c: (Leaf(1, after(s, c)),))

    def _scored(self, b: int, waiting: tuple[int, ...], successes: int, criticals: int) -> Iterator[Event]:
        """Extra hits of critical hits; how many of these wound by themselves is a choice where the rules say so."""
        attack = self.attacks[b]
        extras = Pmf.certain(0, exact=True) if attack.extra_hits is None else attack.extra_hits.times(criticals)
        least = 0 if self.may_decline else criticals
        for automatic in range(criticals, least - 1, -1) if attack.auto_wound else (0,):
            rolled = successes + criticals - automatic
            leaves = [(Fraction(p), self._after_hits(b, waiting, rolled + extra, automatic)) for extra, p in extras.items() if p]
            yield Event(1, (automatic, criticals), tuple(Leaf(self._number(p), node) for p, node in leaves))

    def _after_hits(self, b: int, waiting: tuple[int, ...], hits: int, automatic: int) -> Node:
        return ("wound", b, waiting, hits, automatic) if hits else self._after_wounds(b, waiting, automatic, 0)

    def _wounds(self, b: int, waiting: tuple[int, ...], hits: int, automatic: int) -> Iterator[Event]:
        attack = self.attacks[b]

        def after(successes: int, criticals: int) -> tuple[Leaf, ...]:
            if attack.deferred:
                return (Leaf(1, self._after_wounds(b, waiting, automatic + successes, criticals)),)
            if attack.mortal_on_wound is None:
                return (Leaf(1, self._after_wounds(b, waiting, automatic + successes + criticals, 0)),)
            plain = automatic + successes + (0 if attack.mortal_instead else criticals)
            points = attack.mortal_on_wound.times(criticals)
            return tuple(Leaf(self._number(Fraction(p)), self._after_wounds(b, waiting, plain, n)) for n, p in points.items() if p)

        return self._pool(attack.wound, hits, attack.deferred or attack.mortal_on_wound is not None, after)

    def _after_wounds(self, b: int, waiting: tuple[int, ...], wounds: int, criticals: int) -> Node:
        attack = self.attacks[b]
        now = (*waiting, criticals) if b in self.waits else waiting
        if wounds and attack.uniform_save and attack.against[0].save is not None:
            return ("save", b, waiting, wounds, criticals)
        return self._damage(b, now, wounds)

    def _saves(self, b: int, waiting: tuple[int, ...], wounds: int, criticals: int) -> Iterator[Event]:
        save = self.attacks[b].against[0].save
        assert save is not None
        now = (*waiting, criticals) if b in self.waits else waiting
        defending = self.side == "defender"
        # from the defender's side: a failure is a failed save
        return self._pool(save, wounds, False, lambda made, _: (Leaf(1, self._damage(b, now, wounds - made)),), allowed=defending)

    def _one_save(self, b: int, waiting: tuple[int, ...], wounds: int) -> Iterator[Event]:
        """Profiles that save differently roll one at a time, whoever is in front."""
        attack = self.attacks[b]
        front, _, _ = self._front(b)
        ways = [WAYS if each.save is None else odds(each.save).fail for each in attack.against]
        fresh = [WAYS if each.save is None else odds(replace(each.save, reroll=None)).fail for each in attack.against]
        fail, again = self._over(front, [*ways, 0]), self._over(front, [*fresh, 0])  # the slain fail nothing
        saved, hurt = self._damage(b, waiting, wounds - 1), ("hurt", b, waiting, wounds)
        one = Fraction(1) if self.exact else 1.0
        yield Event(one - fail, (0, 1, 0), (Leaf(1, saved),))
        options: tuple[Option, ...] = ()
        if self.side == "defender" and not any(each.save is not None and each.save.reroll for each in attack.against):
            options = (Option("fail", (Leaf(one - again, saved), Leaf(again, hurt))),)
        yield Event(fail, (1, 0, 0), (Leaf(1, hurt),), options)

    def _rolled_damage(self, b: int, node: Node, left: int, *, mortal: bool) -> Iterator[Event]:
        attack = self.attacks[b]
        mine = self.side == "attacker"
        if mortal and not attack.deferred:
            yield Event(1, (1, left), (Leaf(1, node, Move(b, 1, True)),))
            return
        front, _, _ = self._front(b)
        values = sorted({d for each in attack.against for d, p in each.damage.items() if p})
        weights: list[Any] = []
        for d in values:
            chances = [Fraction(each.damage[d]) for each in attack.against]
            weights.append(self._numbers(front, [*chances, Fraction(d == values[0])]))
        leaves = tuple(Leaf(weight, node, Move(b, d, mortal)) for d, weight in zip(values, weights, strict=True))
        options = (Option("roll", leaves),) if mine and len(values) > 1 else ()
        for d, weight in zip(values, weights, strict=True):
            yield Event(weight, (d, left), (Leaf(1, node, Move(b, d, mortal)),), options)

    # --- pools of dice ---

    def _pool(self, test: DieTest, dice: int, apart: bool, after: After, *, allowed: bool | None = None) -> Iterator[Event]:
        """All ways `dice` dice of one test can fall, and each kind of die among them that was not rolled twice already.

        `apart` keeps criticals apart from other successes.
        """
        may = self.side == "attacker" if allowed is None else allowed
        whole, fresh = odds(test), odds(replace(test, reroll=None))
        free = _not_rolled_again(test)
        if not apart:
            whole, fresh, free = (Odds(o.fail, o.success + o.critical, 0) for o in (whole, fresh, free))
        denominator = WAYS**dice
        for criticals in range(dice + 1) if whole.critical else (0,):
            for successes in range(dice - criticals + 1):
                counts = (dice - criticals - successes, successes, criticals)
                ways = math.comb(dice, criticals) * math.comb(dice - criticals, successes)
                # for each kind: (is one of them free, ways)
                split = [_some_free(n, all_ways, free_ways) for n, all_ways, free_ways in zip(counts, whole, free, strict=True)]
                leaves = after(successes, criticals)
                for flags, product in _combined(split):
                    options: list[Option] = []
                    for kind in range(3 if apart else 1):  # where criticals do not count, nobody rolls a success again
                        if may and flags[kind]:
                            options.append(Option(_KINDS[kind], self._one_again(counts, kind, fresh, after)))
                    if product:
                        yield Event(self._number(Fraction(ways * product, denominator)), counts, leaves, tuple(options))

    def _one_again(self, counts: tuple[int, int, int], kind: int, fresh: Odds, after: After) -> tuple[Leaf, ...]:
        out: list[Leaf] = []
        for result, ways in enumerate(fresh):
            if ways:
                new = list(counts)
                new[kind] -= 1
                new[result] += 1
                out += [Leaf(leaf.weight * self._number(Fraction(ways, WAYS)), leaf.node) for leaf in after(new[1], new[2])]
        return tuple(out)

    # --- the target ---

    def _front(self, b: int) -> tuple[Ints, Ints, Ints]:
        return self._fronts[self.attacks[b].leaders_first]

    @cached_property
    def _fronts(self) -> dict[bool, tuple[Ints, Ints, Ints]]:
        return {first: self.unit.front(leaders_first=first) for first in (False, True)}

    def _over(self, front: Ints, ways: list[int]) -> Values:
        return self._numbers(front, [Fraction(each, WAYS) for each in ways])

    def _numbers(self, front: Ints, by_group: list[Fraction]) -> Values:
        out = np.empty(len(by_group), dtype=object if self.exact else np.float64)
        out[:] = [self._number(each) for each in by_group]
        return out[front]

    def _number(self, value: Fraction) -> Any:
        return value if self.exact else float(value)

    def moved(self, move: Move) -> tuple[Ints, Values]:
        """Where each state goes, and with which probability, both of shape (states, wounds lost)."""
        known = self._moves.get(move)
        if known is None:
            front, left, stride = self._front(move.attack)
            width = move.damage + 1
            table: Values = np.zeros((len(self.unit.defence.groups) + 1, width), dtype=object if self.exact else np.float64)
            for g, group in enumerate(self.unit.defence.groups):
                ignore = group.ignores(mortal=move.mortal)
                p = Fraction(0) if ignore is None or ignore > 6 else Fraction(7 - ignore, 6)
                for lost in range(width):
                    table[g, lost] = self._number(math.comb(move.damage, lost) * (1 - p) ** lost * p ** (move.damage - lost))
            table[-1, 0] = self._number(Fraction(1))
            steps = np.minimum(np.arange(width)[None, :], left[:, None])
            known = (np.arange(self.unit.size)[:, None] + steps * stride[:, None], table[front])
            self._moves[move] = known
        return known

    # --- sizes ---

    def _check_size(self) -> None:
        events, before = 0, 1
        for b, attack in enumerate(self.attacks):
            most = attack.attacks.high * attack.weapons
            extra = 0 if attack.extra_hits is None else attack.extra_hits.high
            apart = attack.auto_wound or attack.extra_hits is not None
            hits = most * (1 + extra)
            numbers = 1 if attack.attacks.low == attack.attacks.high else (attack.attacks.high - attack.attacks.low) * attack.weapons + 1
            here = numbers * (_pairs(most) if apart else most + 1)
            critical = b in self.waits
            autos = most + 1 if attack.auto_wound else 1
            here += hits * autos * (_pairs(hits) if critical else hits + 1) // 3
            points = 0 if not critical else hits * (1 if attack.mortal_on_wound is None else attack.mortal_on_wound.high)
            here += (points + 1) * (hits + 1) * (hits + 2) // 2
            here += (points + 1) * hits * max(each.damage.high for each in attack.against)
            events += here * before
            before *= points + 1
        limit = MAX_NUMBERS_EXACT if self.exact else MAX_NUMBERS
        for needed, most, what in ((events, MAX_EVENTS, "results of rolls"), (events * self.unit.size, limit, "numbers")):
            if needed > most:
                raise SpecError(
                    f"the best use of a re-roll needs about {needed:,} {what} here; the limit{' in exact mode' if self.exact else ''} is "
                    f"{most:,}: fire fewer weapons or attacks at a time"
                )


def _pairs(n: int) -> int:
    return (n + 1) * (n + 2) // 2


def _not_rolled_again(test: DieTest) -> Odds:
    """Ways, out of 36, to end as each kind without having been rolled twice."""
    ways = [0, 0, 0]
    for face in range(1, 7):
        kind, again = face_outcome(test, face)
        ways[_KINDS.index(kind)] += 0 if again else 6
    return Odds(*ways)


def _some_free(n: int, ways: int, free: int) -> list[tuple[bool, int]]:
    """Ways of `n` dice of one kind: with at least one that was not rolled twice, and without."""
    none = (ways - free) ** n
    return [(False, none), (True, ways**n - none)] if n else [(False, 1)]


def _combined(split: list[list[tuple[bool, int]]]) -> Iterator[tuple[tuple[bool, ...], int]]:
    for a, x in split[0]:
        for b, y in split[1]:
            for c, z in split[2]:
                yield (a, b, c), x * y * z
