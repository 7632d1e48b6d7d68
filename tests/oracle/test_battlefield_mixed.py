"""What single round bases do not ask: units of several sizes, distances from single enemies, corners, holes, zones that touch."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

import pytest
import shapely

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone
from toolkit.battlefield.breaches import breaches
from toolkit.battlefield.coherency import BY_SYSTEM, out_of_coherency
from toolkit.battlefield.fit import fits
from toolkit.battlefield.placement import Model, Unit
from toolkit.battlefield.regions import arrival_region
from toolkit.rules.arrival import Arrival
from toolkit.systems.wh40k_10e.reserves import ARRIVALS as TENTH
from toolkit.systems.wh40k_11e.reserves import ARRIVALS as ELEVENTH

from .battlefield import (
    COHERENCY,
    Piece,
    Table,
    Way,
    clear_of,
    corners,
    covers_some,
    extent,
    in_ring,
    legal,
    near_edge,
    one_group,
    search,
    table_without_hair,
    to_outline,
    unit_broken,
    walk,
    without_hair,
)
from .battlefield_boards import Squad, crowded_field, piece, piece_of, random_field

OVALS = 1e-3
SHAPES = ("32mm", "40mm", "60x35mm oval", "25x50mm", "50x100mm", "90x52mm oval")
MIXTURES = (
    ("32mm",) * 6 + ("40mm",),
    ("28.5mm",) * 9 + ("60x35mm oval",),
    ("32mm", "40mm", "50mm", "60mm"),
    ("25x50mm",) * 3 + ("32mm",) * 5,
    ("20x20mm", "60x35mm oval", "40mm"),
    ("32mm",) * 12,
    ("25x50mm",) * 8,
)


def way_of(arrival: Arrival) -> Way:
    """The numbers of a record, for the referee."""
    return Way(arrival.enemy, arrival.edge, arrival.anchor, arrival.zone_before)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["wh40k_10e", "wh40k_11e"])
def test_units_of_several_sizes(edition: str) -> None:
    """What is found is legal for the referee; where nothing is found, nothing thrown at the table is legal either."""
    found, none = 0, 0
    for seed in range(60):
        dice = random.Random(seed + 900)
        field = crowded_field(seed) if seed % 3 == 0 else random_field(seed, most_enemies=12)
        board, table = field.board(), field.table()
        arrival = dice.choice([each for each in (TENTH if edition == "wh40k_10e" else ELEVENTH) if each.anchor is None])
        battle_round, reading, texts = dice.choice((2, 3)), dice.choice(("one_edge", "any_edges")), dice.choice(MIXTURES)
        models = tuple(Model(Base.parse(text), 12.0 * at, 600) for at, text in enumerate(texts))
        unit = Unit("Arriving", models, "own", arrival.keywords, arrival.abilities)
        fit = fits(board, unit, arrival, battle_round, coherency=BY_SYSTEM[edition], edge_reading=reading)  # pyright: ignore[reportArgumentType]
        told = f"battlefield {seed}: {texts}, {arrival.name}, {reading}, round {battle_round}"
        if fit.unit is not None:
            found += 1
            assert [each.base for each in fit.unit.models] == [each.base for each in models], told
            placed = [piece_of(each) for each in fit.unit.models]
            slim, table = without_hair(placed, OVALS), table_without_hair(table, OVALS)
            wrong = unit_broken(slim, table, way_of(arrival), battle_round, edition, reading)
            # Ovals made smaller stand farther apart.
            loose = {COHERENCY} if wrong == {COHERENCY} and not unit_broken(placed, table, Way(0), 3, edition) - {"room"} else set()
            assert not wrong - loose, f"{told}: {wrong} broken by {placed}"
            assert edition != "wh40k_10e" or one_group(placed), told
        else:
            none += 1
            thrown = search(
                [piece(text) for text in texts], table, way_of(arrival), battle_round, edition, dice, reading=reading, tries=1500
            )
            assert thrown is None or (edition == "wh40k_10e" and not one_group(thrown)), f"{told}: {fit.why}, but {thrown} is legal"
    assert found > 25 and none > 3


def test_farther_from_single_enemies_of_any_base() -> None:
    answers = 0
    for seed in range(40):
        dice, field = random.Random(seed), random_field(seed + 40, most_enemies=8, sizes=((60.0, 44.0),))
        board, table = field.board(), field.table()
        theirs = [each for each in field.squads if each.side == "enemy"]
        if not theirs:
            continue
        away = {each.name: dice.uniform(4, 14) for each in dice.sample(theirs, min(2, len(theirs)))}
        text, facing = dice.choice(SHAPES), dice.uniform(0, 360)
        arrival = dice.choice([each for each in TENTH if each.anchor is None])
        region = arrival_region(board, Base.parse(text), arrival, 3, facing=facing, keep_away=away)

        def wanted(
            here: Piece,
            hair: float,
            arrival: Arrival = arrival,
            table: Table = table,
            theirs: Sequence[Squad] = theirs,
            away: Mapping[str, float] = away,
        ) -> bool:
            way = Way(arrival.enemy + hair, None if arrival.edge is None else arrival.edge - hair)
            far = all(clear_of(here, each.pieces, away[each.name] + hair) for each in theirs if each.name in away)
            return far and legal(here, table, way, 3)

        for _ in range(60):
            here = piece(text, dice.uniform(0, 60), dice.uniform(0, 44), facing)

            true, stricter, laxer = (wanted(here, hair) for hair in (0, OVALS, -OVALS))
            if stricter == laxer:
                assert region.contains(here.x, here.y) == true
                if region.polygon.boundary.distance(shapely.Point(here.x, here.y)) > 0.01:
                    assert region.polygon.contains(shapely.Point(here.x, here.y)) == true
                answers += 1
    assert answers > 1500


@pytest.mark.parametrize("text", SHAPES)
@pytest.mark.parametrize("facing", [0.0, 15.0, 45.0, 90.0])
def test_in_corners(text: str, facing: float) -> None:
    """Both readings of "wholly within 6 inches of one or more edges", by walking around the base."""
    dice, base, board = random.Random(int(facing)), Base.parse(text), Board(30, 20)
    within = Arrival("test", "Edges", "", "", enemy=0, edge=6)
    one, some = (arrival_region(board, base, within, 1, facing=facing, edge_reading=each) for each in ("one_edge", "any_edges"))
    assert some.polygon.buffer(1e-6).covers(one.polygon)
    aligned = text[-2:] == "mm" and "x" in text and facing % 90 == 0  # then the readings are the same
    assert some.area > one.area + 0.001 or aligned
    different = 0
    wide, high = extent(piece(text, 0, 0, facing))
    for _ in range(250):
        # Mostly there where the readings differ: next to the inner corner of the two strips.
        near = dice.random() < 0.7
        x, y = (dice.uniform(6 - each - 0.1, 6 - each * 0.3) if near else dice.uniform(0, 9) for each in (wide, high))
        here = piece(text, dice.choice((x, 30 - x)), dice.choice((y, 20 - y)), facing)
        across, up = extent(here)
        if not (across <= here.x <= 30 - across and up <= here.y <= 20 - up):
            continue
        around = corners(here) if here.shape == "rectangular" else _around(here)
        depth = [min(x, 30 - x, y, 20 - y) for x, y in _filled(here, around)]
        all_some = max(depth)
        all_one = min(max(each) for each in zip(*((x, 30 - x, y, 20 - y) for x, y in around), strict=True))
        if abs(all_one - 6) > OVALS:
            assert one.contains(here.x, here.y) == (all_one < 6) == near_edge(here, Table(30, 20), 6)
        if abs(all_some - 6) > 0.02:
            assert some.contains(here.x, here.y) == (all_some < 6)
        different += all_one > 6 > all_some
    assert different > 3 or aligned


def _around(here: Piece) -> list[tuple[float, float]]:
    return walk(here, 720)


def _filled(here: Piece, around: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points of the whole base: its outline, drawn in towards the middle, sides included."""
    sides = zip(around, [*around[1:], around[0]], strict=True)
    fine = [(a + (c - a) * part / 40, b + (d - b) * part / 40) for (a, b), (c, d) in sides for part in range(40 if len(around) < 9 else 1)]
    return [(here.x + (x - here.x) * scale, here.y + (y - here.y) * scale) for x, y in fine for scale in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)]


@pytest.mark.parametrize("text", ["32mm", "60x35mm oval", "25x50mm"])
def test_holes_in_zones_and_terrain(text: str) -> None:
    """A base may stand in a courtyard, if there is room for it, and nowhere across its walls."""
    outer, court, slit = (
        [(10, 8), (40, 8), (40, 36), (10, 36)],
        [(16, 14), (24, 14), (22, 24), (16, 22)],
        [(30, 12), (30.9, 12), (30.9, 30), (30, 30)],
    )
    shape = shapely.Polygon(outer, [court, slit])
    base, dice, seen = Base.parse(text), random.Random(5), {True: 0, False: 0}
    walls = Board(60, 44, terrain=(Terrain("Walls", "impassable", shape),))
    zone = Board(60, 44, (Zone("enemy", shape, "Ring"),))
    anywhere = Arrival("test", "Anywhere", "", "", enemy=0, zone_before=3)
    for _ in range(500):
        facing = dice.choice((0.0, 30.0, 90.0))
        x, y = dice.choice(
            (
                (dice.uniform(12, 28), dice.uniform(10, 28)),
                (dice.uniform(28, 33), dice.uniform(10, 32)),
                (dice.uniform(2, 58), dice.uniform(2, 42)),
            )
        )
        here = piece(text, x, y, facing)
        # Off the walls: beyond the outline, or in a hole and touching none of its sides.
        edges = [to_outline((x, y), ring) for ring in (outer, court, slit)]
        if min(edges) < here.outer and here.shape != "rectangular" and abs(min(edges) - here.inner) < 1e-3:
            continue
        free = not covers_some(here, outer) or any(in_ring((x, y), ring) and not _crosses(here, ring) for ring in (court, slit))
        for board, battle_round in ((walls, 3), (zone, 2)):
            region = arrival_region(board, base, anywhere, battle_round, facing=facing)
            inside = extent(here)[0] <= x <= 60 - extent(here)[0] and extent(here)[1] <= y <= 44 - extent(here)[1]
            assert region.contains(x, y) == (free and inside), (here, free)
            if region.polygon.boundary.distance(shapely.Point(x, y)) > 0.01:
                assert region.polygon.contains(shapely.Point(x, y)) == (free and inside)
        seen[free] += 1
    assert min(seen.values()) > 60


def _crosses(here: Piece, ring: list[tuple[float, float]]) -> bool:
    """Whether some of the base lies outside of a hole."""
    around = corners(here) if here.shape == "rectangular" else _around(here)
    beyond = any(not in_ring(point, ring) and to_outline(point, ring) > 1e-9 for point in around)
    return beyond or any(to_outline(corner, around) > 1e-9 and in_ring(corner, around) for corner in ring)


@pytest.mark.parametrize(("text", "facing"), [("25.4mm", 0.0), ("25.4x50.8mm", 0.0), ("25.4x50.8mm", 90.0), ("50.8x25.4mm oval", 0.0)])
def test_a_base_may_touch_a_closed_zone(text: str, facing: float) -> None:
    """Zones that fill the board to its edges and touch each other: up to the line is legal, a hundred-millionth beyond it is not."""
    board = Board(60, 44, (Zone("own", shapely.box(0, 0, 60, 22)), Zone("enemy", shapely.box(0, 22, 60, 44))))
    anywhere = Arrival("test", "Anywhere", "", "", enemy=0, zone_before=3)
    region = arrival_region(board, Base.parse(text), anywhere, 2, facing=facing)
    across, up = extent(piece(text, 0, 0, facing))
    assert region.area == pytest.approx((60 - 2 * across) * (22 - 2 * up), abs=0.005 * 60 if "oval" in text else 1e-6)
    assert region.contains(30, 22 - up)
    assert region.contains(30, 22 - up + 1e-10)
    assert not region.contains(30, 22 - up + (OVALS if "oval" in text else 1e-8))
    assert arrival_region(board, Base.parse(text), anywhere, 3, facing=facing).contains(30, 44 - up)


def test_a_unit_of_the_eleventh_edition_ends_at_nine_inches() -> None:
    """Nine inches between the edges of the outermost bases, whatever their sizes: the longest legal line, and one a hair longer."""
    board, rule = Board(40, 5), BY_SYSTEM["wh40k_11e"]
    for texts in (("32mm",) * 6, ("25x50mm", "32mm", "40mm", "32mm", "40mm"), ("60mm", "25mm", "25mm", "25mm", "60mm")):
        for hair, good in ((0.0, True), (1e-6, False)):
            bases = [Base.parse(text) for text in texts]
            wide = [each.width_inches for each in bases]
            gap = (9 + hair - sum(wide[1:-1])) / (len(bases) - 1)
            assert gap <= 2
            x, models = 1.0, []
            for base, width in zip(bases, wide, strict=True):
                models.append(Model(base, x + width / 2, 2.5))
                x += width + gap
            wrong = breaches(board, models, Arrival("test", "Anywhere", "", "", enemy=0), 1, coherency=rule)
            assert (
                (not wrong)
                == good
                == (COHERENCY not in unit_broken([piece_of(each) for each in models], Table(40, 5), Way(0), 1, "wh40k_11e"))
            )


def test_seven_models_of_the_tenth_edition_need_two_neighbours() -> None:
    base = Base.parse("25.4mm")
    for count, ends in ((6, 0), (7, 2), (10, 2)):
        line = [Model(base, 3.0 * at, 0) for at in range(count)]
        assert len(out_of_coherency(line, BY_SYSTEM["wh40k_10e"])) == ends
    ring = [Model(base, 4.2 * math.cos(at * math.pi / 5), 4.2 * math.sin(at * math.pi / 5)) for at in range(10)]
    assert not out_of_coherency(ring, BY_SYSTEM["wh40k_10e"])
