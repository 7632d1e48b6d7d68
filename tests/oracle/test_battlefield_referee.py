"""The referee of the battlefield on cases worked out by hand."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from .battlefield import (
    BOARD,
    COHERENCY,
    EDGE,
    ENEMY,
    ROOM,
    TERRAIN,
    ZONE,
    Piece,
    Table,
    Way,
    apart,
    broken,
    charge_chance,
    charge_need,
    coherent_10e,
    coherent_11e,
    covers_some,
    extent,
    farthest,
    in_ring,
    legal,
    near_edge,
    one_group,
    overlap,
    reach,
    search,
    unit_broken,
    walk,
)
from .battlefield_boards import piece

INGRESS = Way(enemy=8, edge=6, zone_before=3)
POINT = Piece("round", 1e-12, 1e-12, 0, 0)
STRIP = ((0.0, 0.0), (60.0, 0.0), (60.0, 12.0), (0.0, 12.0))


def counted(table: Table, base: Piece, way: Way, battle_round: int, step: float, reading: str = "one_edge") -> float:
    """The area of the legal centres, cell by cell."""
    xs = [step * (at + 0.5) for at in range(round(table.width / step))]
    ys = [step * (at + 0.5) for at in range(round(table.depth / step))]
    return step * step * sum(legal(base.at(x, y), table, way, battle_round, reading) for x in xs for y in ys)


def test_areas_that_are_known() -> None:
    table = Table(60, 44)
    assert counted(table, POINT, INGRESS, 3, 0.5) == 1104
    assert Fraction(1104, 60 * 44) == Fraction(23, 55)
    assert counted(Table(60, 44, their_zones=(STRIP,)), POINT, INGRESS, 2, 0.5) == 672
    assert counted(Table(60, 44, their_zones=(STRIP,)), POINT, INGRESS, 3, 0.5) == 1104
    # The outline of the ring of centres is 2 x 199 inches long: a grid of a quarter inch cannot be off by more than half a cell along it.
    strip = counted(table, piece("32mm"), INGRESS, 3, 0.25)
    assert strip == pytest.approx(110768 / 127, abs=2 * 199 * 0.25 / 2)
    # On lines across the strip the width of the ring is exact: from r to 6 - r.
    radius = 16 / 25.4
    assert [
        legal(piece("32mm", 30, y), table, INGRESS, 3) for y in (radius - 1e-6, radius + 1e-6, 6 - radius - 1e-6, 6 - radius + 1e-6)
    ] == [
        False,
        True,
        True,
        False,
    ]


def test_the_corner_reads_two_ways() -> None:
    table, radius = Table(60, 44), 0.5
    # One inch across, its middle 5.6 from both edges: beyond 6" of each of them, and so are its outermost parts in the other reading.
    disc = Piece("round", 1, 1, 5.6, 5.6)
    assert not near_edge(disc, table, 6)
    assert not near_edge(disc.at(6 + 0.2, 6 + 0.2), table, 6, "any_edges")
    # Its middle at 5.6, 5.6: the corner (6, 6) of what is far from all edges is 0.566 away, more than its radius.
    assert math.hypot(0.4, 0.4) > radius
    assert near_edge(disc, table, 6, "any_edges")
    assert not near_edge(disc.at(5.7, 5.7), table, 6, "any_edges")
    assert near_edge(disc.at(5.5, 5.9), table, 6)
    assert near_edge(Piece("rectangular", 1, 1, 5.5, 20), table, 6)
    assert not near_edge(Piece("rectangular", 1, 1, 5.5, 20, 45), table, 6)
    assert near_edge(Piece("round", 4, 4, 5.9, 20), Table(11, 40), 6, "any_edges")
    assert near_edge(Piece("round", 7, 7, 5, 20), Table(11, 40), 6, "any_edges")
    assert not near_edge(Piece("round", 7, 7, 5, 20), Table(11, 40), 6)


def test_distances() -> None:
    disc = Piece("round", 1, 1, 0, 0)
    assert apart(disc, disc.at(3, 4)) == 4
    assert apart(disc, disc.at(0.5, 0)) == 0
    box = Piece("rectangular", 2, 4, 10, 0)
    assert apart(disc, box) == apart(box, disc) == 8.5
    assert apart(disc.at(14, 5), box) == pytest.approx(math.hypot(3, 3) - 0.5)
    turned = Piece("rectangular", 2, 2, 10, 0, 45)
    assert apart(Piece("rectangular", 2, 2, 0, 0), turned) == pytest.approx(10 - 1 - math.sqrt(2))
    oval = Piece("oval", 4, 2, 0, 0)
    assert apart(oval, oval.at(10, 0)) == pytest.approx(6, abs=1e-9)
    assert apart(oval, oval.at(0, 5)) == pytest.approx(3, abs=1e-9)
    assert apart(oval, Piece("oval", 4, 2, 10, 0, 90)) == pytest.approx(7, abs=1e-9)
    assert apart(oval, Piece("rectangular", 2, 2, 0, 5, 45)) == pytest.approx(4 - math.sqrt(2), abs=1e-9)
    assert apart(Piece("rectangular", 2, 2, 0, 5, 45), oval) == pytest.approx(4 - math.sqrt(2), abs=1e-9)
    # (2 cos t, sin t) is nearest to (4, 2) where 6 sin t cos t = 8 sin t - 2 cos t ... found by looking at a million of its points.
    assert reach((4, 2), oval) == pytest.approx(
        min(math.hypot(4 - 2 * math.cos(t / 1e5), 2 - math.sin(t / 1e5)) for t in range(0, 157080, 3)), abs=1e-8
    )


def test_ovals_against_points_of_their_outlines() -> None:
    dice = random.Random(5)
    for _ in range(60):
        one = piece(dice.choice(("60x35mm oval", "25x50mm", "105x70mm oval", "32mm")), 0, 0, dice.uniform(0, 360))
        other = piece(dice.choice(("60x35mm oval", "25x50mm", "40mm")), dice.uniform(-4, 4), dice.uniform(-4, 4), dice.uniform(0, 360))
        rough = min(math.dist(p, q) for p in walk(one, 200) for q in walk(other, 200))
        if overlap(one, other):
            assert apart(one, other) == 0
        else:
            assert rough - 0.08 <= apart(one, other) <= rough + 1e-9
            assert apart(one, other) == pytest.approx(apart(other, one), abs=1e-7)
            far = max(reach(point, other) for point in walk(one, 400))
            assert far - 1e-9 <= farthest(one, other) <= far + 1e-3
        across, up = extent(one)
        assert across == pytest.approx(max(x for x, _ in walk(one, 2000)), abs=1e-3)
        assert up == pytest.approx(max(y for _, y in walk(one, 2000)), abs=1e-3)


def test_overlaps() -> None:
    disc, box, oval = Piece("round", 1, 1, 0, 0), Piece("rectangular", 2, 2, 0, 0), Piece("oval", 4, 2, 0, 0)
    assert not overlap(disc, disc.at(1, 0))
    assert overlap(disc, disc.at(0.999, 0))
    assert not overlap(box, box.at(2, 0))
    assert not overlap(box, box.at(2, 2))
    assert overlap(box, box.at(1.999, 1.999))
    assert overlap(box, box)
    assert overlap(Piece("rectangular", 6, 1, 0, 0), Piece("rectangular", 1, 6, 0, 0))
    assert not overlap(oval, disc.at(2.5, 0))
    assert overlap(oval, disc.at(2.49, 0))
    assert overlap(oval, disc.at(0, 1.4))
    assert not overlap(oval, disc.at(1.9, 1.2))
    assert overlap(oval, oval.at(3.99, 0))
    assert not overlap(oval, oval.at(4.0, 0))
    assert not overlap(oval, box.at(2.4, 1.8))
    assert overlap(oval, box.at(2.4, 0.5))


def test_zones_with_bays() -> None:
    ell = [(0.0, 0.0), (10.0, 0.0), (10.0, 2.0), (2.0, 2.0), (2.0, 10.0), (0.0, 10.0)]
    assert in_ring((1, 9), ell)
    assert not in_ring((5, 5), ell)
    disc = Piece("round", 2, 2, 5, 5)
    assert not covers_some(disc, ell)
    assert not covers_some(disc.at(3, 3), ell)
    assert covers_some(disc.at(2.99, 3), ell)
    assert covers_some(disc.at(1, 1), ell)
    box = Piece("rectangular", 2, 2, 3, 3)
    assert not covers_some(box, ell)
    assert covers_some(Piece("rectangular", 2, 2, 3, 3, 10), ell)
    # Across a thin strip, with every corner of both outside the other.
    assert covers_some(Piece("rectangular", 1, 8, 5, 1), ell)
    assert covers_some(Piece("oval", 1, 8, 5, 1), ell)


def test_each_rule_is_named() -> None:
    table = Table(
        60,
        44,
        (piece("32mm", 10, 12),),
        (piece("32mm", 50, 3),),
        (((30.0, 30.0), (60.0, 30.0), (60.0, 44.0), (30.0, 44.0)),),
        (((1.0, 30.0), (5.0, 30.0), (5.0, 34.0), (1.0, 34.0)),),
    )
    way = INGRESS
    spots = {
        (30, 3): set(),
        (30, 0.5): {BOARD},
        (30, 20): {EDGE},
        (10, 3): {ENEMY},
        (40, 41): {ZONE},
        (3, 32): {TERRAIN},
        (50.5, 3): {ROOM},
        (45, 31): {EDGE, ZONE},
    }
    assert {spot: set(broken(piece("32mm", *spot), table, way, 2)) for spot in spots} == spots
    assert legal(piece("32mm", 40, 41), table, way, 3)
    # 8 and a hair from edge to edge.
    gap = 8 + 32 / 25.4
    assert not legal(piece("32mm", 10 + gap, 12), table, Way(8), 2)
    assert legal(piece("32mm", 10 + gap + 1e-6, 12), table, Way(8), 2)


def test_three_inches_from_a_transport() -> None:
    transport = piece("100mm", 30, 22)
    table = Table(60, 44, (piece("32mm", 36, 22),), (transport,))
    way, model = Way(enemy=1, anchor=3), piece("32mm")
    farther = 50 / 25.4 + 3 - 16 / 25.4
    assert legal(model.at(30, 22 + farther - 1e-6), table, way, 1, anchor=transport)
    assert not legal(model.at(30, 22 + farther + 1e-6), table, way, 1, anchor=transport)
    assert set(broken(model.at(31, 22), table, way, 1, anchor=transport)) == {ROOM}
    assert set(broken(model.at(34, 22), table, way, 1, anchor=transport)) == {ENEMY}


def test_coherency() -> None:
    def row(*xs: float) -> list[Piece]:
        return [Piece("round", 1, 1, x, 0) for x in xs]

    assert coherent_10e(row(0, 3, 6))
    assert not coherent_10e(row(0, 3, 6.01))
    assert coherent_10e(row(0, 3, 6, 9, 12, 15))
    assert not coherent_10e(row(0, 3, 6, 9, 12, 15, 18))
    assert coherent_10e(row(0, 1.5, 3, 4.5, 6, 7.5, 9))
    assert coherent_10e(row(0, 3, 20, 23))
    assert not one_group(row(0, 3, 20, 23))
    assert one_group(row(0, 3, 6, 9))
    assert coherent_11e(row(0, 3, 6, 9))
    assert coherent_11e(row(0, 3, 7, 10))
    assert not coherent_11e(row(0, 3, 7.5, 10.5))
    assert coherent_10e(row(5)) and coherent_11e(row(5))


def test_the_search_finds_what_there_is() -> None:
    dice = random.Random(1)
    table = Table(60, 44, (piece("32mm", 30, 22),), (), (STRIP,))
    squad = [piece("32mm")] * 5
    found = search(squad, table, INGRESS, 2, "wh40k_11e", dice)
    assert found is not None and unit_broken(found, table, INGRESS, 2, "wh40k_11e") == set()
    assert unit_broken([each.at(each.x + 20 * at, each.y) for at, each in enumerate(found)], table, INGRESS, 2, "wh40k_11e") >= {COHERENCY}
    # Enemies in the middle of a small table leave nothing.
    assert search(squad, Table(20, 20, (piece("100mm", 10, 10),)), Way(9), 2, "wh40k_11e", dice, tries=2000) is None


def test_charges() -> None:
    assert charge_need(9.001, "wh40k_10e") == 9
    assert charge_need(9, "wh40k_10e") == 8
    assert charge_need(8.001, "wh40k_11e") == 9
    assert charge_need(12, "wh40k_11e") == 12
    assert charge_need(12.01, "wh40k_10e") is None
    assert charge_chance(9.001, "wh40k_10e") == charge_chance(8.001, "wh40k_11e") == Fraction(10, 36)
    assert charge_chance(9.001, "wh40k_10e", -2) == Fraction(3, 36)
    assert charge_chance(9.001, "wh40k_10e", reroll="whole") == 1 - Fraction(26, 36) ** 2
    assert charge_chance(0.5, "wh40k_10e") == 1
