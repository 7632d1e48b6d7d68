"""Ambush on random tables, walked along: every corner measured, every line from the boundary to the chosen point looked along."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass

import pytest
import shapely

from toolkit.battlefield.ambush import AmbushRule, ChosenPoint, ambush_breaches, ambush_placement, ambush_region, legal
from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, polygon
from toolkit.battlefield.footprint import Footprint, Rectangle

from .battlefield import Piece, Point, apart, corners, covers_some, crossing, in_ring, sides, to_segment, walk
from .battlefield_boards import piece

TOUCH = 1e-9
EYES = 96
"""Points of the boundary from which the chosen point is looked at."""


@dataclass(frozen=True)
class Scene:
    """A table with ranked units and impassable terrain."""

    width: float
    depth: float
    blocks: tuple[tuple[str, int, int, float, float, float], ...]
    """Base, models, files, across, up, degrees."""
    rocks: tuple[tuple[Point, ...], ...]

    @property
    def units(self) -> tuple[Piece, ...]:
        """The boundary of each unit."""
        return tuple(boundary(*each) for each in self.blocks)

    def board(self) -> Board:
        """As the toolkit wants it."""
        units = tuple(
            Footprint(Base.parse(text), models, files).unit(f"Unit {at}", x, y, facing, "enemy" if at % 2 else "own")
            for at, (text, models, files, x, y, facing) in enumerate(self.blocks)
        )
        return Board(
            self.width,
            self.depth,
            (),
            tuple(Terrain(f"Rock {at}", "impassable", polygon(ring, "rock")) for at, ring in enumerate(self.rocks)),
            units,
        )


def boundary(text: str, models: int, files: int, x: float, y: float, facing: float) -> Piece:
    """The rectangle around ranks of models, with incomplete ranks counted as whole ones."""
    base = piece(text)
    return Piece("rectangular", files * base.width, -(-models // files) * base.depth, x, y, facing)


def on_table(unit: Piece, width: float, depth: float) -> bool:
    """Wholly on the table."""
    return all(-TOUCH <= x <= width + TOUCH and -TOUCH <= y <= depth + TOUCH for x, y in corners(unit))


def to_rock(unit: Piece, ring: tuple[Point, ...]) -> float:
    """Inches between a unit and a piece of terrain."""
    if covers_some(unit, ring):
        return 0.0
    ours = corners(unit)
    return min(
        [to_segment(point, a, b) for point in ours for a, b in sides(ring)]
        + [to_segment(point, a, b) for point in ring for a, b in sides(ours)]
    )


def passes(eye: Point, point: Point, ring: list[Point] | tuple[Point, ...]) -> bool:
    """Whether the straight line from an eye to the chosen point goes through something."""
    between = [(eye[0] + (point[0] - eye[0]) * t, eye[1] + (point[1] - eye[1]) * t) for t in (0.02, 0.25, 0.5, 0.75, 0.98)]
    return any(crossing(eye, point, a, b) for a, b in sides(ring)) or any(in_ring(spot, ring) for spot in between)


def broken(unit: Piece, scene: Scene, point: Point, needed: int = 3, radius: float = 6.0, hair: float = 0.0) -> set[str]:
    """What is wrong with a placement, as the rule lists it; a positive `hair` makes everything stricter by so many inches."""
    found: set[str] = set()
    if not on_table(unit, scene.width, scene.depth):
        found.add("board")
    if sum(math.dist(corner, point) <= radius + TOUCH - hair for corner in corners(unit)) < needed:
        found.add("corners")
    things = [corners(each) for each in scene.units] + list(scene.rocks)
    if any(apart(unit, each) <= 1 + TOUCH + hair for each in scene.units) or any(
        to_rock(unit, ring) <= 1 + TOUCH + hair for ring in scene.rocks
    ):
        found.add("spacing")
    if any(passes(eye, point, ring) for eye in (*corners(unit), *walk(unit, EYES)) for ring in things):
        found.add("between")
    return found


def random_scene(seed: int) -> Scene:
    """A few ranked units and rocks near the lower edge of a table."""
    dice = random.Random(seed)
    width, depth = dice.choice(((72.0, 48.0), (48.0, 36.0), (30.0, 20.0)))
    blocks: list[tuple[str, int, int, float, float, float]] = []
    rocks: list[tuple[Point, ...]] = []
    for _ in range(dice.choice((0, 1, 3, 6))):
        text, files = dice.choice((("20x20mm", 5), ("25x50mm", 5), ("40x40mm", 3), ("50x100mm", 1))), dice.randint(1, 5)
        ranks = dice.randint(1, 3)
        models = files * ranks - (dice.randint(0, files - 1) if ranks > 1 else 0)
        made = (
            text[0],
            models,
            files,
            round(dice.uniform(2, width - 2), 2),
            round(dice.uniform(1, 14), 2),
            dice.choice((0.0, 90.0, 30.0, 200.0)),
        )
        new = boundary(*made)
        if on_table(new, width, depth) and all(apart(new, boundary(*each)) > 0.01 for each in blocks):
            blocks.append(made)
    for _ in range(dice.choice((0, 1, 2))):
        x, y, size = dice.uniform(4, width - 4), dice.uniform(3, 12), dice.uniform(0.5, 2.5)
        ring = tuple(
            (round(x + size * far * math.cos(a), 3), round(y + size * far * math.sin(a), 3))
            for a, far in ((at * math.pi / 3, dice.uniform(0.4, 1)) for at in range(6))
        )
        if all(to_rock(boundary(*each), ring) > 0.01 for each in blocks):
            rocks.append(ring)
    return Scene(width, depth, tuple(blocks), tuple(rocks))


def undecided(unit: Piece, scene: Scene, point: Point, needed: int) -> bool:
    """Whether a hundredth of an inch decides."""
    answers = {bool(broken(unit, scene, point, needed, hair=hair)) for hair in (-0.01, 0.0, 0.01)}
    for at in range(8):
        turn = at * math.pi / 4
        answers.add(bool(broken(unit.at(unit.x + 0.02 * math.cos(turn), unit.y + 0.02 * math.sin(turn)), scene, point, needed)))
    return len(answers) > 1


@pytest.mark.slow
def test_placements_of_ambushers() -> None:
    seen: Counter[str] = Counter()
    for seed in range(50):
        dice, scene = random.Random(seed), random_scene(seed)
        board, point = scene.board(), (round(dice.uniform(0, scene.width), 2), 0.0)
        rule = AmbushRule(corners=dice.choice(("three", "three", "all")))
        needed = 3 if rule.corners == "three" else 4
        text, files = dice.choice(("20x20mm", "25x50mm", "40x40mm")), dice.randint(1, 6)
        size = boundary(text, files * dice.randint(1, 3), files, 0, 0, 0)
        facing = dice.choice((0.0, 90.0, 180.0, dice.uniform(0, 360)))
        chosen = ChosenPoint(*point)
        region = ambush_region(board, chosen, size.width, size.depth, facing, rule)
        legal_ones: list[Point] = []
        for _ in range(90):
            unit = Piece("rectangular", size.width, size.depth, point[0] + dice.uniform(-7, 7), dice.uniform(0, 7), facing)
            wrong = broken(unit, scene, point, needed)
            placed = Rectangle(unit.x, unit.y, unit.width, unit.depth, facing)
            told = {each.kind for each in ambush_breaches(board, chosen, placed, rule)}
            if told != wrong:
                # Who is on something need not be told that this is in the way as well.
                same = told | {"between"} == wrong | {"between"} and "spacing" in told
                assert same or undecided(unit, scene, point, needed), f"table {seed}: {unit}, {point}: {wrong}, told {told}"
            assert legal(board, chosen, placed, rule) == (not told)
            drawn = bool(shapely.contains_xy(region, unit.x, unit.y))
            if drawn != (not wrong):
                assert undecided(unit, scene, point, needed), f"table {seed}: region {drawn}, {unit}, {point}, {wrong}"
            seen.update(wrong or {"legal"})
            if not wrong:
                legal_ones.append((unit.x, unit.y))
        found = ambush_placement(board, chosen, size.width, size.depth, facing, rule)
        if found is None:
            assert not legal_ones or region.area < 0.01
        else:
            unit = Piece("rectangular", found.width, found.depth, found.x, found.y, found.facing)
            assert not broken(unit, scene, point, needed) or undecided(unit, scene, point, needed)
    assert all(seen[each] > 50 for each in ("legal", "board", "corners", "spacing", "between")), seen


@pytest.mark.parametrize(
    ("width", "depth", "three", "four"),
    [
        (6, 6, True, False),
        (5, 6, True, False),
        (9.843, 3.937, True, False),
        (9.843, 4.724, False, False),
        (12, 1, False, False),
        (8, 5, True, False),
    ],
)
def test_the_worked_formations(width: float, depth: float, three: bool, four: bool) -> None:
    scene = Scene(72, 48, (), ())
    for needed, wanted, reading in ((3, three, "three"), (4, four, "all")):
        # Flush with the edge: only the shift along it is free.
        shifts = [at / 80 for at in range(-480, 481)]
        by_hand = any(not broken(Piece("rectangular", width, depth, 36 + shift, depth / 2), scene, (36.0, 0.0), needed) for shift in shifts)
        assert by_hand == wanted
        rule = AmbushRule(corners=reading)  # pyright: ignore[reportArgumentType]
        assert (ambush_placement(scene.board(), ChosenPoint(36, 0), width, depth, 0, rule) is not None) == wanted
