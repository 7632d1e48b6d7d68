"""Ambush placements judged the slow way: points along the boundary, a walk along every line to the chosen point. No shapes library.

Every test has a margin. A placement that is closer to a limit than the margin is answered with None: sampling cannot tell.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field


@dataclass
class Block:
    """An obstacle: a turned rectangle, or a disc."""

    x: float
    y: float
    width: float = 0.0
    depth: float = 0.0
    facing: float = 0.0
    radius: float = 0.0

    def signed(self, px: float, py: float) -> float:
        """Inches to the edge, negative inside."""
        if self.radius:
            return math.hypot(px - self.x, py - self.y) - self.radius
        turn = math.radians(self.facing)
        dx, dy = px - self.x, py - self.y
        across = abs(dx * math.cos(turn) + dy * math.sin(turn)) - self.width / 2
        up = abs(-dx * math.sin(turn) + dy * math.cos(turn)) - self.depth / 2
        outside = math.hypot(max(across, 0.0), max(up, 0.0))
        return outside if outside > 0 else max(across, up)

    def corners(self) -> list[tuple[float, float]]:
        turn = math.radians(self.facing)
        found: list[tuple[float, float]] = []
        for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1)):
            dx, dy = a * self.width / 2, b * self.depth / 2
            found.append((self.x + dx * math.cos(turn) - dy * math.sin(turn), self.y + dx * math.sin(turn) + dy * math.cos(turn)))
        return found


@dataclass
class Table:
    width: float
    depth: float
    blocks: list[Block] = field(default_factory=list)


def along(block: Block, step: float) -> list[tuple[float, float]]:
    """Points on the boundary of a rectangle, `step` apart."""
    corners = block.corners()
    points: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        pieces = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step))
        points += [(ax + (bx - ax) * k / pieces, ay + (by - ay) * k / pieces) for k in range(pieces)]
    return points


def judge(
    table: Table,
    point: tuple[float, float],
    unit: Block,
    *,
    needed: int = 3,
    radius: float = 6.0,
    spacing: float = 1.0,
    step: float = 0.1,
    margin: float = 0.12,
) -> bool | None:
    """Whether a placement is legal; None where it is too close to tell."""
    unsure = False
    off = [max(-x, x - table.width, -y, y - table.depth) for x, y in unit.corners()]
    if max(off) > 1e-9:
        return False
    away = sorted(math.hypot(x - point[0], y - point[1]) for x, y in unit.corners())
    if away[needed - 1] > radius + 1e-9:
        return False
    unsure |= abs(away[needed - 1] - radius) < 1e-6
    boundary = along(unit, step)
    for block in table.blocks:
        gap = min(block.signed(x, y) for x, y in boundary)
        if unit.signed(block.x, block.y) < 0:
            return False
        if gap <= spacing:
            return False
        unsure |= gap - spacing < margin
        for x, y in boundary:
            steps = max(1, math.ceil(math.hypot(x - point[0], y - point[1]) / step))
            for k in range(steps + 1):
                depth = block.signed(point[0] + (x - point[0]) * k / steps, point[1] + (y - point[1]) * k / steps)
                if depth < -1e-9:
                    return False
                unsure |= depth < margin
    return None if unsure else True


def random_table(dice: random.Random) -> tuple[Table, tuple[float, float], Block]:
    """A small crowded table, a point on its lower edge or inside, and a unit somewhere near that point."""
    table = Table(30.0, 20.0)
    point = (dice.uniform(0, 30), 0.0) if dice.random() < 0.6 else (dice.uniform(0, 30), dice.uniform(0, 20))
    for _ in range(dice.randint(0, 4)):
        x, y = point[0] + dice.uniform(-9, 9), point[1] + dice.uniform(-9, 9)
        new = (
            Block(x, y, radius=dice.uniform(0.4, 1.2))
            if dice.random() < 0.3
            else Block(x, y, dice.uniform(0.6, 4), dice.uniform(0.6, 4), dice.uniform(0, 360))
        )
        size = new.radius or math.hypot(new.width, new.depth) / 2
        fits = size <= new.x <= table.width - size and size <= new.y <= table.depth - size
        if fits and all(math.hypot(new.x - o.x, new.y - o.y) > size + (o.radius or math.hypot(o.width, o.depth) / 2) for o in table.blocks):
            table.blocks.append(new)
    unit = Block(0, 0, dice.uniform(1, 8), dice.uniform(1, 6), dice.choice([0, 90, dice.uniform(0, 360)]))
    unit.x, unit.y = point[0] + dice.uniform(-5, 5), point[1] + dice.uniform(-1, 5)
    return table, point, unit
