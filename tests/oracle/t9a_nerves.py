"""Nerves of The Ninth Age by laying out every face of every die, from the rules alone: for the engine to be held against.

Nothing here is clever: laws are dictionaries of Fractions, dice are enumerated one by one, and each unit is walked inch by inch.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

FACES = range(1, 7)


def two_dice(maximised=0, minimised=0):
    """The sum of two dice of which the worst or best were taken away, by listing all throws."""
    net = maximised - minimised
    law = Counter()
    for throw in product(FACES, repeat=2 + abs(net)):
        kept = sorted(throw)
        kept = kept[net:] if net > 0 else kept[:2] if net < 0 else kept
        law[sum(kept)] += Fraction(1, 6 ** (2 + abs(net)))
    return dict(law)


def passes(courage, maximised=0, minimised=0):
    """Chance of a sum of at most Courage."""
    return sum((p for total, p in two_dice(maximised, minimised).items() if total <= courage), Fraction(0))


# --- panic ----------------------------------------------------------------------------------------------------------


def panic(causes, courage, starting, *, exempt=False, passed=False, every=False):
    """Walk every branch of a phase; causes are ("losses", law) or (kind, chance). Gives a Counter of (tests, end)."""
    stands = passes(courage)
    ends = Counter()

    def walk(at, lost, asked, tests, calm, shaken, p):
        if not p:
            return
        if at == len(causes):
            ends[tests, "gone" if lost >= starting else shaken or "calm"] += p
            return
        kind, given = causes[at]
        if kind == "losses":
            for points, q in given.items():
                total = lost + points
                asks = not asked and total >= 3 and 4 * total >= starting
                test(at, total, asked or asks, tests, calm, shaken, p * q, asks and total < starting, kind)
        else:
            test(at, lost, asked, tests, calm, shaken, p * given, lost < starting, kind)
            walk(at + 1, lost, asked, tests, calm, shaken, p * (1 - given))

    def test(at, lost, asked, tests, calm, shaken, p, asks, kind):
        if not asks or exempt or shaken or (calm and not every):
            walk(at + 1, lost, asked, tests, calm, shaken, p)
        else:
            walk(at + 1, lost, asked, tests + 1, True, shaken, p * stands)
            walk(at + 1, lost, asked, tests + 1, calm, kind, p * (1 - stands))

    walk(0, 0, False, 0, passed, "", Fraction(1))
    return ends
