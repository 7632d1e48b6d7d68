"""What the screens say, counted again by hand: every face of every die, every subset of a list."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from itertools import product

import pytest

from toolkit import dashboards


def cells(table):
    """The words of each row of an HTML table."""
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    return [[html.unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows]


def percent(chance):
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    rounded = f"{float(chance) * 100:.1f}%"
    return "<0.1%" if chance < Fraction(5, 10_000) else ">99.9%" if chance >= Fraction(9995, 10_000) else rounded


def turns_of(no_room, edition):
    """The chance to arrive in each turn, from the faces of one die."""
    waits, found = Fraction(1), {}
    for turn in range(2, 7):
        arrives = sum(face >= 3 or (edition == "3rd" and turn >= 5) for face in range(1, 7))
        found[turn] = waits * Fraction(arrives, 6) * (1 - Fraction(no_room, 100))
        waits -= found[turn]
    return found


@pytest.mark.parametrize(
    ("edition", "waiting"),
    [
        ("3rd", [("A", 1, 0)]),
        ("2nd", [("A", 1, 0)]),
        ("3rd", [("A", 1, 50)]),
        ("2nd", [("A", 1, 10), ("B", 2, 25), ("C", 1, 0)]),
        ("3rd", [("A", 3, 20), ("B", 1, 60)]),
    ],
)
def test_the_table_of_turns(edition, waiting):
    planner = dashboards.ambush_planner()
    planner.controls.waiting.rows = [[name, count, str(no_room)] for name, count, no_room in waiting]
    planner.controls.edition.value = edition
    shown = {row[0]: row[1:] for row in cells(planner.turns.value) if row}
    laws = {name: turns_of(no_room, edition) for name, _, no_room in waiting}
    by = {name: [sum(law[each] for each in range(2, turn + 1)) for turn in range(2, 7)] for name, law in laws.items()}
    for name, law in laws.items():
        on_table = f"{float(sum((7 - turn) * chance for turn, chance in law.items())):.2f}"
        assert shown[name] == [*map(percent, by[name]), percent(1 - by[name][-1]), on_table]
    total = sum(count for _, count, _ in waiting)
    for least in range(1, total + 1) if total > 1 else ():
        wanted = []
        for turn in range(5):
            chance = Fraction(0)
            for there in product((True, False), repeat=len(waiting)):
                ways = Fraction(1)
                for here, (name, _, _) in zip(there, waiting, strict=True):
                    ways *= by[name][turn] if here else 1 - by[name][turn]
                if sum(count for here, (_, count, _) in zip(there, waiting, strict=True) if here) >= least:
                    chance += ways
            wanted.append(percent(chance))
        assert shown[f"all {total}" if least == total else f"at least {least}"][:5] == wanted


def every_choice(rows, cap, most=None):
    """How many sets of units may wait, and the points of the largest; passengers come along with their Transport."""
    army = [(name, int(points), carrier, words) for name, _, points, carrier, words in rows]
    able = [unit for unit in army if not unit[2] and "Fortification" not in unit[3]]
    count, largest = 0, 0
    for mask in range(2 ** len(able)):
        chosen = [unit for place, unit in enumerate(able) if mask >> place & 1]
        names = {unit[0] for unit in chosen}
        chosen += [unit for unit in army if unit[2] in names]
        points = sum(unit[1] for unit in chosen)
        if points <= cap and (most is None or len(chosen) <= most):
            count, largest = count + 1, max(largest, points)
    return count, largest


@pytest.mark.parametrize(
    ("system", "points", "most", "passengers"),
    [
        ("wh40k_11e", 2000, None, ()),
        ("wh40k_11e", 1000, None, ()),
        ("wh40k_11e", 3000, None, ()),
        ("wh40k_11e", 2000, None, ("Castellan", "Cadian Shock Troops A")),
        ("wh40k_10e", 1000, 7, ()),
        ("wh40k_10e", 2000, 7, ("Castellan",)),
    ],
)
def test_the_legal_choices(system, points, most, passengers):
    screen = dashboards.army_reserves(system=system)
    screen.controls.size.value = points
    screen.controls.army.rows = [
        [name, waits, worth, "Valkyrie" if name in passengers else carrier, words]
        for name, waits, worth, carrier, words in screen.controls.army.rows
    ]
    assert screen.message == ""
    count, largest = every_choice(screen.controls.army.rows, points // 2, most)
    said = re.search(r'Legal choices</div><div class="v">([\d,]+)</div>.*?largest: ([\d,]+) points', screen.tiles.value, re.DOTALL)
    assert said is not None and said.groups() == (f"{count:,}", f"{largest:,}")
