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


# --- flight ---------------------------------------------------------------------------------------------------------

STEP = Fraction(1, 4)


def law_of(unit, read):
    """The flight or pursuit of a unit, written as a table of words."""
    swift = 1 if unit.get("swiftstride") and read["swiftstride"] == "maximised" else 0
    return two_dice(unit.get("maximised", 0) + swift, unit.get("minimised", 0))


def run(start, rolled, path):
    """Walk a quarter of an inch at a time: where the unit comes to rest and what it went through."""
    end = Fraction(start + rolled)
    while any(it["kind"] != "dangerous" and it.get("clear") and it["at"] < end < it["clear"] for it in path):
        end += STEP
    met = set()
    place = Fraction(start)
    while place <= end:
        for number, it in enumerate(path):
            if it["kind"] == "dangerous":
                far = it.get("clear")
                inside = it["at"] <= place < far if far else place == it["at"]
            else:
                inside = start <= it["at"] < place
            if inside:
                met.add(number)
        place += STEP
    return end, met


def dangers(unit, points, met, read):
    """Health Points that a unit with so many left loses: every die with the die of its special save."""
    models = -(-points // unit["health"])
    law = {0: Fraction(1)}
    for it in met:
        if it["kind"] == "friend":
            continue
        if read["dangerous_when"] == "2e_per_model":
            dice, faces = models * unit["dice_per_model"], range(1, it.get("x", 3) + 1)
        else:
            dice, faces = (models + 1) // 2 * unit["height"], range(it.get("x", 4), 7)
        hurts = 0
        for face, save in product(FACES, FACES):
            hurts += face in faces and not (unit.get("special_save") and save >= unit["special_save"])
        chance = Fraction(hurts, 36)
        for _ in range(dice):
            after = Counter()
            for lost, p in law.items():
                after[min(points, lost + 1)] += p * chance
                after[lost] += p * (1 - chance)
            law = after
    return {lost: p for lost, p in law.items() if p}


def done_for(unit, points, read):
    """Whether so few Health Points are left that the unit is taken off before it runs."""
    left, most = points, unit["starting"]
    if read["decimated_scope"] == "combined_unit":
        left, most = left + unit.get("attached", 0), most + unit.get("attached_starting", 0)
    return Fraction(left, most) <= Fraction(1, 4)


def flight(unit, pursuers, edge, path, read):
    """Every roll of the flight with every roll of every pursuer. Gives (joint law, ends, losses, crossings, resting places)."""
    joint, ends, losses, through, where = Counter(), Counter(), Counter(), Counter(), Counter()
    points = unit["models"] * unit["health"] - unit.get("wounded", 0)
    for rolled, p in law_of(unit, read).items():
        end, met = run(0, rolled, path)
        for throws in product(*(law_of(each, read).items() for each in pursuers)):
            chance = p
            for _, q in throws:
                chance *= q
            hunted = [inches for inches, _ in throws]
            caught = any(inches > rolled or (inches == rolled and read["pursuit_tie"] == "caught") for inches in hunted)
            if caught:
                joint[rolled, True, 0] += chance
                ends["caught"] += chance
                losses[0] += chance
                continue
            if done_for(unit, points, read):
                joint[rolled, False, None] += chance
                ends["removed"] += chance
                losses[0] += chance
                continue
            for number in met:
                through[number] += chance
            if edge is not None and end >= edge:
                joint[rolled, False, None] += chance
                ends["off_table"] += chance
                losses[0] += chance
                continue
            joint[rolled, False, min(end - inches for inches in hunted) if hunted else None] += chance
            for lost, q in dangers(unit, points, [path[number] for number in sorted(met)], read).items():
                losses[lost] += chance * q
                if lost == points:
                    ends["slain"] += chance * q
                else:
                    ends["fleeing"] += chance * q
                    where[end, lost] += chance * q
    return joint, ends, losses, through, where


def rout(unit, turns, edge, path, read, need):
    """Turn by turn: the test to rally, else every throw of the flight. Gives (ends by turn, crossings, Health Points of who rallied)."""
    full = unit["models"] * unit["health"] - unit.get("wounded", 0)
    states = {(Fraction(0), full, frozenset()): Fraction(1)}
    ends, through, rallied = [], Counter(), Counter()
    for _ in range(turns):
        ended, after = Counter(), Counter()
        for (place, points, seen), p in states.items():
            for face in FACES:
                here = p / 6
                if face >= need:
                    ended["rallied"] += here
                    rallied[points] += here
                elif done_for(unit, points, read):
                    ended["removed"] += here
                else:
                    for rolled, q in law_of(unit, read).items():
                        end, met = run(place, rolled, path)
                        for number in met - seen:
                            through[number] += here * q
                        if edge is not None and end >= edge:
                            ended["off_table"] += here * q
                            continue
                        for lost, r in dangers(unit, points, [path[number] for number in sorted(met)], read).items():
                            if lost == points:
                                ended["slain"] += here * q * r
                            else:
                                after[end, points - lost, seen | met] += here * q * r
        ends.append(ended)
        states = after
    return ends, through, rallied, states


def reaction(unit, distance, speed, edition, charger, edge, path, read):
    """Every throw of the flight, then every throw of the charge."""
    kept = 1 if edition == "3e" else 2
    swift = 1 if charger["swiftstride"] and read["swiftstride"] == "maximised" else 0
    net = charger["maximised"] + swift - charger["minimised"]
    _, ends, _, _, where = flight(unit, [], edge, path, read)
    caught = Fraction(0)
    for throw in product(FACES, repeat=kept + abs(net)):
        best = sorted(throw, reverse=net > 0)[:kept]
        reach = sum(best) + speed + (4 if edition == "3e" else 0)
        caught += sum(p for (end, _), p in where.items() if reach >= distance + end) / Fraction(6) ** (kept + abs(net))
    return {"caught": caught, **{end: ends[end] for end in ("removed", "off_table", "slain")}, "away": ends["fleeing"] - caught}
