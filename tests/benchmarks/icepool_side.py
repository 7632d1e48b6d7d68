"""The workloads in icepool, each written the way that was found to run fastest there.

`w3_plain` is W3 as one would write it first, without capping on the way. A law is a list over wounds removed.
"""

from __future__ import annotations

from typing import Any

from icepool import Die, coin, d3, d6, map_function

Law = list[float]


def _law(wounds: Die[Any], most: int) -> Law:
    return [float(wounds.probability(value)) for value in range(most + 1)]


def w1_die() -> Die[Any]:
    """Every attack removes one wound or none, so one yes-or-no die tells all."""
    lost = coin(4, 6) & coin(3, 6) & coin(3, 6) & coin(4, 6)
    return (30 @ lost).clip(0, 20)


def w2_die() -> Die[Any]:
    """Count the failed saves, then walk over them: what is left of one packet at a model's death is lost."""
    automatic = coin(4, 6) * 1
    rolled = (coin(4, 6) & coin(4, 6)) * 1

    @map_function
    def attack(face: int) -> Any:
        if face == 6:
            return automatic + rolled
        return rolled if face >= 4 else 0

    @map_function
    def lose(removed: int, points: int) -> int:
        return min(removed + points, removed - removed % 3 + 3, 30)

    packets = (2 @ d6 + 3) @ attack(d6.reroll([1], depth=1)).simplify()
    damage = ((d6 + 1) @ coin(5, 6)).simplify()
    after: list[Any] = [0]
    while len(after) <= packets.max_outcome():
        after.append(lose(after[-1], damage).simplify())
    return packets.map(lambda number: after[number])


def _w3_attack() -> Die[Any]:
    """One model: every point counts until it is dead, so the points of one attack are one die, added and capped."""
    damage = (d3 + 3) @ coin(4, 6)

    @map_function
    def wound(face: int) -> Any:
        if face == 6:
            return damage
        return coin(3, 6) * damage if face >= 4 else 0

    @map_function
    def attack(face: int) -> Any:
        if face >= 5:
            return hits[1] + d3.map(lambda more: hits[more])
        return hits[1] if face >= 3 else 0

    one = wound(d6).simplify()
    hits = [0, one, 2 @ one, 3 @ one]
    return attack(d6)


def w3_plain() -> Die[Any]:
    """Sixty attacks, added and then capped."""
    return (60 @ _w3_attack()).clip(0, 24)


def w3_die() -> Die[Any]:
    """Sixty attacks; 60 = 4 * 15, and capping on the way keeps the dice short."""
    total: Any = _w3_attack().clip(0, 24).simplify()
    for times in (2, 2, 3, 5):
        total = (times @ total).clip(0, 24).simplify()
    return total


def w1() -> Law:
    """W1 as a list."""
    return _law(w1_die(), 20)


def w2() -> Law:
    """W2 as a list."""
    return _law(w2_die(), 30)


def w3() -> Law:
    """W3 as a list."""
    return _law(w3_die(), 24)
