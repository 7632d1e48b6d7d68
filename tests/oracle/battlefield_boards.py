"""Random battlefields from a seed, for the referee and for the toolkit alike."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, Terrain, Zone, polygon
from toolkit.battlefield.placement import Model, Unit

from .battlefield import MM, Piece, Point, Table, outside, room_for

SIZES = (
    (60.0, 44.0),
    (60.0, 44.0),
    (44.0, 30.0),
    (90.0, 60.0),
    (72.0, 48.0),
    (37.5, 52.25),
    (24.0, 24.0),
    (11.0, 40.0),
    (100.0, 9.5),
    (17.0, 13.0),
)
BASES = (
    "25mm",
    "28.5mm",
    "32mm",
    "32mm",
    "40mm",
    "60mm",
    "90mm",
    "60x35mm oval",
    "75x42mm oval",
    "105x70mm oval",
    "170x109mm oval",
    "25x50mm",
    "20x20mm",
    "50x100mm",
)


@dataclass(frozen=True)
class Squad:
    """A unit of a random battlefield."""

    name: str
    side: str
    models: tuple[tuple[str, float, float, float], ...]
    """Base as printed, across, up, degrees."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """For the referee."""
        return tuple(piece(text, x, y, facing) for text, x, y, facing in self.models)


@dataclass(frozen=True)
class Field:
    """A random battlefield."""

    width: float
    depth: float
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    terrain: tuple[tuple[str, tuple[Point, ...]], ...]
    squads: tuple[Squad, ...]

    def table(self, side: str = "own") -> Table:
        """As the referee wants it, for the arriving side."""
        mine = [squad for squad in self.squads if squad.side == side]
        theirs = [squad for squad in self.squads if squad.side != side]
        return Table(
            self.width,
            self.depth,
            tuple(each for squad in theirs for each in squad.pieces),
            tuple(each for squad in mine for each in squad.pieces),
            tuple(ring for owner, ring in self.zones if owner != side),
            tuple(ring for kind, ring in self.terrain if kind == "impassable"),
        )

    def board(self) -> Board:
        """As the toolkit wants it."""
        return Board(
            self.width,
            self.depth,
            tuple(Zone(side, polygon(ring, "zone"), f"{side} zone {at}") for at, (side, ring) in enumerate(self.zones)),  # pyright: ignore[reportArgumentType]
            tuple(Terrain(f"{kind} {at}", kind, polygon(ring, "terrain")) for at, (kind, ring) in enumerate(self.terrain)),  # pyright: ignore[reportArgumentType]
            tuple(unit_of(squad) for squad in self.squads),
        )


def unit_of(squad: Squad) -> Unit:
    """A unit as the toolkit wants it."""
    models = tuple(Model(Base.parse(text), x, y, facing) for text, x, y, facing in squad.models)
    return Unit(squad.name, models, squad.side)  # pyright: ignore[reportArgumentType]


def piece(text: str, x: float = 0.0, y: float = 0.0, facing: float = 0.0) -> Piece:
    """A base as printed: "32mm", "60x35mm oval", "25x50mm"."""
    sizes = [float(each) for each in text.split("mm")[0].split("x")]
    shape = "round" if len(sizes) == 1 else "oval" if text.endswith("oval") else "rectangular"
    return Piece(shape, sizes[0] / MM, sizes[-1] / MM, x, y, facing)


def piece_of(model: Model) -> Piece:
    """A model of the toolkit, for the referee."""
    return Piece(model.base.shape, model.base.width / MM, model.base.depth / MM, model.x, model.y, model.facing)


def random_field(seed: int, *, most_enemies: int = 25, sizes: Sequence[tuple[float, float]] = SIZES) -> Field:
    """A battlefield with zones, terrain and units of both sides."""
    dice = random.Random(seed)
    width, depth = dice.choice(sizes)
    zones = _zones(dice, width, depth)
    terrain = tuple(
        (dice.choice(("impassable", "impassable", "ruins", "woods")), _blob(dice, width, depth, 1.0, min(width, depth) / 6))
        for _ in range(dice.choice((0, 0, 1, 2, 4)))
    )
    blocked = [ring for kind, ring in terrain if kind == "impassable"]
    standing: list[Piece] = []
    squads: list[Squad] = []
    few = dice.choice((0, 1, 3, 8, 15, 25))
    for at in range(min(few, most_enemies, int(width * depth / 25))):
        _add(dice, squads, standing, blocked, width, depth, f"Enemy {at}", "enemy")
    for at in range(dice.choice((0, 0, 1, 3))):
        _add(dice, squads, standing, blocked, width, depth, f"Own {at}", "own")
    return Field(width, depth, zones, terrain, tuple(squads))


def crowded_field(seed: int) -> Field:
    """A small battlefield so full of enemies that a unit may find no place."""
    dice = random.Random(seed)
    width, depth = dice.choice(((44.0, 30.0), (24.0, 24.0), (30.0, 40.0), (36.0, 22.0)))
    squads: list[Squad] = []
    standing: list[Piece] = []
    for at in range(round(width * depth / dice.choice((50, 65, 80, 110)))):
        _add(dice, squads, standing, [], width, depth, f"Enemy {at}", "enemy", most=1)
    return Field(width, depth, _zones(dice, width, depth), (), tuple(squads))


def _add(
    dice: random.Random,
    squads: list[Squad],
    standing: list[Piece],
    blocked: Sequence[Sequence[Point]],
    width: float,
    depth: float,
    name: str,
    side: str,
    most: int = 10,
) -> None:
    """A unit somewhere there is room for it, model by model; none if luck fails."""
    count = dice.choice([each for each in (1, 1, 1, 3, 5, 10) if each <= most])
    texts = [dice.choice(BASES)] * count
    if dice.random() < 0.2:
        texts[0] = dice.choice(BASES)
    models: list[tuple[str, float, float, float]] = []
    pieces: list[Piece] = []
    x, y = dice.uniform(0, width), dice.uniform(0, depth)
    for text in texts:
        for _ in range(25):
            turned = dice.choice((0.0, 90.0, 30.0, dice.uniform(0, 360)))
            made = piece(text, round(x, 3), round(y, 3), round(turned, 2))
            inside = made.outer <= made.x <= width - made.outer and made.outer <= made.y <= depth - made.outer
            if inside and room_for(made, standing) and room_for(made, pieces) and outside(made, blocked):
                pieces.append(made)
                models.append((text, made.x, made.y, made.facing))
                break
            angle, away = dice.uniform(0, 2 * math.pi), dice.uniform(0.5, 4)
            x, y = x + away * math.cos(angle), y + away * math.sin(angle)
    if models:
        squads.append(Squad(name, side, tuple(models)))
        standing += pieces


def _zones(dice: random.Random, width: float, depth: float) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """None, or one (sometimes two) for each side: the own ones in the lower half, the others turned half around or of another shape."""
    kind = dice.choice(("none", "strip", "strip", "triangle", "ell", "slanted", "star", "two"))
    half = depth / 2

    def shapes() -> list[list[Point]]:
        deep = dice.uniform(0.4, 0.98) * half
        match kind:
            case "strip":
                return [[(0, 0), (width, 0), (width, deep), (0, deep)]]
            case "triangle":
                return [[(0, 0), (width, 0), (0, deep)]]
            case "ell":
                return [[(0, 0), (width, 0), (width, deep / 3), (width / 2, deep / 3), (width / 2, deep), (0, deep)]]
            case "slanted":
                return [[(0, 0), (width * 0.8, 0), (width, deep * 0.7), (width * 0.3, deep)]]
            case "star":
                return [_star(dice, width / 2, half / 2, min(width, half) / 2)]
            case "two":
                return [[(0, 0), (width / 3, 0), (width / 4, deep), (0, deep)], [(width * 0.7, 0), (width, 0), (width, deep)]]
            case _:
                return []

    own = shapes()
    enemy = [[(width - x, depth - y) for x, y in ring] for ring in (own if dice.random() < 0.5 else shapes())]
    return tuple(
        (side, tuple((round(x, 3), round(y, 3)) for x, y in ring)) for side, rings in (("own", own), ("enemy", enemy)) for ring in rings
    )


def _star(dice: random.Random, x: float, y: float, size: float) -> list[Point]:
    """A polygon with bays, around a middle."""
    count = dice.randint(5, 11)
    return [
        (x + size * far * math.cos(2 * math.pi * at / count), y + size * far * math.sin(2 * math.pi * at / count))
        for at, far in enumerate(dice.uniform(0.3, 0.95) for _ in range(count))
    ]


def _blob(dice: random.Random, width: float, depth: float, least: float, most: float) -> tuple[Point, ...]:
    size = dice.uniform(least, max(least, most))
    x, y = dice.uniform(size, width - size), dice.uniform(size, depth - size)
    if dice.random() < 0.4:
        return tuple((round(x + a * size, 3), round(y + b * size * 0.7, 3)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return tuple((round(a, 3), round(b, 3)) for a, b in _star(dice, x, y, size))
