"""Arrival regions of random battlefields against the referee, who asks each rule of each point by itself."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass

import pytest
import shapely

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.coherency import BY_SYSTEM, out_of_coherency
from toolkit.battlefield.placement import Model, distance, overlaps
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.rules.arrival import Arrival
from toolkit.systems.wh40k_10e.reserves import ARRIVALS as TENTH
from toolkit.systems.wh40k_11e.reserves import ARRIVALS as ELEVENTH

from .battlefield import (
    ANCHOR,
    BOARD,
    COHERENT,
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
    clear_of,
    farthest,
    legal,
    one_group,
    overlap,
)
from .battlefield_boards import BASES, Field, piece, piece_of, random_field

BOARDS, SHARE = 200, 20
LEFT_OUT = 0.005
"""Inches of legal room that the polygon of a region may leave out next to curves, as its documentation says."""
OVALS = 1e-3
"""Inches by which distances from ovals may be off, as the documentation of `distance` says."""
ROUNDING = 1e-7
SPOKEN = {
    BOARD: r"off the board",
    EDGE: r"not wholly within .* edge",
    ENEMY: r"not more than .* from '",
    ZONE: r"in the opponent's zone before round 3",
    ANCHOR: r"not wholly within .* of the model it leaves",
    TERRAIN: r"on '.*', which is impassable",
    ROOM: r"on ('[^']*'|the model it leaves)$",
}
"""How the toolkit speaks of each rule."""


@dataclass(frozen=True)
class Question:
    """A region of a random battlefield, as toolkit and referee are asked for it."""

    board: Board
    table: Table
    base: Piece
    arrival: Arrival
    way: Way
    battle_round: int
    reading: str
    anchor: Piece | None
    region: Region

    def legal(self, x: float, y: float) -> bool:
        """Says the referee."""
        return legal(self.base.at(x, y), self.table, self.way, self.battle_round, self.reading, self.anchor)

    def broken(self, x: float, y: float) -> set[str]:
        """Says the referee."""
        return set(broken(self.base.at(x, y), self.table, self.way, self.battle_round, self.reading, self.anchor))

    @property
    def slack(self) -> float:
        """Inches around a boundary where the two may differ."""
        pieces = (self.base, *self.table.enemies, *self.table.friends)
        return OVALS if any(each.shape == "oval" for each in pieces) else ROUNDING


def way_of(arrival: Arrival) -> Way:
    """The numbers of a record, for the referee."""
    return Way(arrival.enemy, arrival.edge, arrival.anchor, arrival.zone_before)


def question(seed: int) -> Question:
    """One of the printed ways of arriving, or one with numbers of its own, on a random battlefield."""
    dice = random.Random(seed * 7 + 1)
    field: Field = random_field(seed)
    board = field.board()
    made_up = Arrival(
        "test.arrival.any", "Any", "", "",
        enemy=dice.uniform(0.1, 12), edge=dice.choice((None, dice.uniform(1, 12))), zone_before=3,
    )  # fmt: skip
    arrival = dice.choice((*TENTH, *ELEVENTH, made_up, made_up))
    side = dice.choice(("own", "own", "enemy"))
    anchors = board.models(side)  # pyright: ignore[reportArgumentType]
    if arrival.anchor is not None and not anchors:
        arrival = made_up
    anchor = dice.choice(anchors) if arrival.anchor is not None else None
    text, facing = dice.choice(BASES), dice.choice((0.0, 90.0, 30.0, dice.uniform(0, 360)))
    battle_round, reading = dice.choice((2, 3)), dice.choice(("one_edge", "any_edges"))
    region = arrival_region(
        board, Base.parse(text), arrival, battle_round,
        side=side, facing=facing, anchor=anchor, edge_reading=reading,  # pyright: ignore[reportArgumentType]
    )  # fmt: skip
    return Question(
        board,
        field.table(side),
        piece(text, 0, 0, facing),
        arrival,
        way_of(arrival),
        battle_round,
        reading,
        piece_of(anchor) if anchor else None,
        region,
    )


def undecided(asked: Question, x: float, y: float) -> bool:
    """Whether the referee's answer changes within the documented tolerance of a point."""
    here = asked.legal(x, y)
    around = ((math.cos(at * math.pi / 8), math.sin(at * math.pi / 8)) for at in range(16))
    return any(asked.legal(x + asked.slack * across, y + asked.slack * up) != here for across, up in around)


def same(asked: Question, x: float, y: float) -> bool:
    """Whether toolkit and referee agree about a point, or may differ."""
    return asked.region.contains(x, y) == asked.legal(x, y) or undecided(asked, x, y)


def scattered(asked: Question, dice: random.Random, cells: int) -> tuple[float, list[tuple[float, float]]]:
    """A random point in each cell of a grid over the board, or over the surroundings of the anchor; and the side of a cell."""
    left, low, right, high = 0.0, 0.0, asked.table.width, asked.table.depth
    if asked.anchor is not None and asked.way.anchor is not None:
        around = asked.anchor.outer + asked.way.anchor
        left, right, low, high = asked.anchor.x - around, asked.anchor.x + around, asked.anchor.y - around, asked.anchor.y + around
    step = math.sqrt((right - left) * (high - low) / cells)
    columns, rows = math.ceil((right - left) / step), math.ceil((high - low) / step)
    return step, [(left + (i + dice.random()) * step, low + (j + dice.random()) * step) for i in range(columns) for j in range(rows)]


def boundary_points(asked: Question, spots: list[tuple[float, float]], answers: list[bool], dice: random.Random, count: int):
    """Points where the referee's answer changes, each as its last legal and its first illegal side."""
    good = [spot for spot, answer in zip(spots, answers, strict=True) if answer]
    bad = [spot for spot, answer in zip(spots, answers, strict=True) if not answer]
    for _ in range(count if good and bad else 0):
        inside, outside = dice.choice(good), dice.choice(bad)
        for _ in range(45):
            middle = (inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2
            if asked.legal(*middle):
                inside = middle
            else:
                outside = middle
        yield inside, outside


@pytest.mark.slow
@pytest.mark.parametrize("share", range(0, BOARDS, SHARE))
def test_regions_of_random_battlefields(share: int) -> None:
    for seed in range(share, share + SHARE):
        check(seed)


def check(seed: int, cells: int = 700, asked_one_by_one: int = 80) -> None:
    """Compare one region with the referee."""
    asked, dice = question(seed), random.Random(seed)
    region, shape, told = asked.region, asked.region.polygon, f"battlefield {seed}, {asked.arrival.name}, {asked.base}, {asked.reading}"
    step, spots = scattered(asked, dice, cells)
    answers = [asked.legal(*spot) for spot in spots]

    # The polygon: its points are legal, and it leaves out no more than it says.
    covered = [bool(each) for each in shapely.contains_xy(shape, *zip(*spots, strict=True))]
    for spot, answer, drawn in zip(spots, answers, covered, strict=True):
        assert answer or not drawn, f"{told}: {spot} is in the polygon, but breaks {asked.broken(*spot)}"
        if answer and not drawn:
            assert shape.distance(shapely.Point(spot)) <= LEFT_OUT + asked.slack, f"{told}: the polygon leaves out {spot}"
    outline = [(float(x), float(y)) for x, y in shapely.get_coordinates(shape)]
    for spot in dice.sample(outline, min(25, len(outline))):
        assert asked.legal(*spot), f"{told}: {spot} of the outline breaks {asked.broken(*spot)}"

    # Its area: of the cells that the outline crosses, each is off by at most half of itself on average, and they err independently.
    crossed = 2 * shape.length / step + 4 * len(shapely.get_parts(shape)) + 4
    off = abs(shape.area - step * step * sum(answers))
    assert off <= step * step * (1 + 3 * math.sqrt(crossed)) + LEFT_OUT * shape.length, f"{told}: {shape.area} is off by {off}"
    assert region.area == shape.area

    # Single points, and the reasons.
    for spot, answer in dice.sample(list(zip(spots, answers, strict=True)), asked_one_by_one):
        assert same(asked, *spot), f"{told}: contains{spot} is not {answer}; broken: {asked.broken(*spot)}, {list(region.broken(*spot))}"
        if not answer:
            named, rules = list(region.broken(*spot)), asked.broken(*spot)
            missing = {rule for rule in rules if not any(re.match(SPOKEN[rule], name) for name in named)}
            # Who is too close to an enemy need not be told that he also stands on him.
            missing -= {ROOM} if ENEMY in rules else set()
            wrong = [name for name in named if not any(re.match(SPOKEN[rule], name) for rule in rules)]
            if missing or wrong:
                assert undecided(asked, *spot), f"{told}: at {spot} {rules} are broken, not {wrong}; {missing} not named in {named}"

    # The boundary itself, from both sides.
    for inside, outside in boundary_points(asked, spots, answers, dice, 4):
        length = math.dist(spots[0], spots[-1])
        assert math.dist(inside, outside) < length * 2**-40
        assert shape.distance(shapely.Point(inside)) <= LEFT_OUT + asked.slack or _narrow(asked, inside), f"{told}: {inside} is legal"
        for x, y in (inside, outside):
            for across, up in ((2, 0), (-2, 0), (0, 2), (0, -2)):
                near = x + across * asked.slack, y + up * asked.slack
                assert same(asked, *near), f"{told}: at {near}, beside the boundary, {asked.broken(*near)} are broken"


def _narrow(asked: Question, spot: tuple[float, float]) -> bool:
    """Whether the legal room around a point is so narrow that what is left out next to curves is all of it."""
    turns = [at * math.pi / 16 for at in range(32)]
    return not any(
        all(asked.legal(x + LEFT_OUT * math.cos(a), y + LEFT_OUT * math.sin(a)) for a in turns)
        for b in turns
        for x, y in [(spot[0] + LEFT_OUT * math.cos(b), spot[1] + LEFT_OUT * math.sin(b))]
    )


def test_no_region_before_the_first_round() -> None:
    board = Board.parse("44x60")
    for arrival in (*TENTH, *ELEVENTH):
        if arrival.anchor is None and arrival.first_round > 1:
            region = arrival_region(board, Base.parse("32mm"), arrival, arrival.first_round - 1)
            assert region.area == 0
            assert not region.contains(3, 3)
            assert list(region.broken(3, 3))


def test_distances_overlaps_and_coherency() -> None:
    dice = random.Random(3)
    seen: set[tuple[str, bool]] = set()
    for _ in range(150):
        models: list[Model] = []
        text, spread = dice.choice(BASES), dice.choice((0.75, 1.1, 1.5, 2))
        wide = (2 + piece(text).outer) * spread
        for _ in range(dice.choice((1, 2, 4, 6, 7, 8, 10))):
            beside = dice.choice(models) if models else None
            x, y = (beside.x, beside.y) if beside else (0.0, 0.0)
            new = Model(Base.parse(text), x + dice.uniform(-wide, wide), y + dice.uniform(-wide, wide), dice.uniform(0, 360))
            hidden = any(overlap(piece_of(new), piece_of(each)) for each in models)
            assert bool(list(overlaps([new, *models]))) == hidden
            if not hidden:
                models.append(new)
        pieces = [piece_of(each) for each in models]
        for a, b in zip(range(len(models) - 1), range(1, len(models)), strict=True):
            assert distance(models[a], models[b]) == pytest.approx(apart(pieces[a], pieces[b]), abs=OVALS)
        for edition, rule in BY_SYSTEM.items():
            # The 10th edition asks for one group besides.
            wanted = COHERENT[edition](pieces) and (edition != "wh40k_10e" or one_group(pieces))
            assert (not out_of_coherency(models, rule)) == wanted
            seen.add((edition, wanted))
    assert len(seen) == 4


def test_scramble_field_keeps_away_from_one_unit() -> None:
    few = (random_field(seed, most_enemies=3, sizes=((60.0, 44.0),)) for seed in range(100))
    board, table = next((each.board(), each.table()) for each in few if len(each.table().enemies) == 3)
    unit = board.of_side("enemy")[0]
    arrival = next(each for each in TENTH if way_of(each) == Way(9))
    region = arrival_region(board, Base.parse("32mm"), arrival, 3, keep_away={unit.name: 12})
    near, dice, base = [piece_of(each) for each in unit.models], random.Random(1), piece("32mm")
    answers: set[tuple[bool, bool]] = set()
    for _ in range(600):
        x, y = dice.uniform(0, table.width), dice.uniform(0, table.depth)
        without = legal(base.at(x, y), table, Way(9), 3)
        wanted = without and clear_of(base.at(x, y), near, 12)
        assert region.contains(x, y) == wanted
        answers.add((without, wanted))
    assert len(answers) == 3


def test_wholly_within_three_inches_of_any_transport() -> None:
    dice = random.Random(8)
    arrival = next(each for each in TENTH if each.anchor == 3)
    for transport in ("100mm", "170x109mm oval", "50x100mm"):
        for text in ("32mm", "60x35mm oval", "25x50mm"):
            model = Model(Base.parse(transport), 30, 22, 20)
            region = arrival_region(Board.parse("44x60"), Base.parse(text), arrival, 1, facing=65, anchor=model)
            for _ in range(60):
                x, y = dice.uniform(22, 38), dice.uniform(14, 30)
                far = farthest(piece(text, x, y, 65), piece_of(model))
                if abs(far - 3) > OVALS:
                    assert any("3" in name for name in region.broken(x, y)) == (far > 3)
