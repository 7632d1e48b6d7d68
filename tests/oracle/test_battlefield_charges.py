"""Charge maps and screens of random battlefields against plain distances and counted dice."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board
from toolkit.battlefield.placement import Model, Unit
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_map import charge_map, charges_from
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Threat, best_screen, gaps
from toolkit.systems.wh40k_10e.reserves import ARRIVALS as TENTH
from toolkit.systems.wh40k_11e.reserves import ARRIVALS as ELEVENTH

from .battlefield import (
    PAIRS,
    Piece,
    Table,
    Way,
    apart,
    charge_chance,
    charge_need,
    legal,
    overlap,
    table_without_hair,
    unit_apart,
    without_hair,
)
from .battlefield_boards import Field, piece, piece_of, random_field

OVALS = 1e-3
"""Inches by which distances from ovals may be off, as the documentation of `distance` says."""
TEXTS = ("32mm", "32mm", "40mm", "60x35mm oval", "25x50mm")
HOW = ((0, None), (0, "whole"), (-2, None), (1, "one_die"))


def enemies(field: Field) -> dict[str, tuple[Piece, ...]]:
    """The enemy units by name."""
    return {squad.name: squad.pieces for squad in field.squads if squad.side == "enemy"}


def chances(inches: float, edition: str, modifier: int, reroll: str | None, slack: float) -> set[Fraction]:
    """The chance of a charge, and the one beyond the next whole inch where that is less than a hair away."""
    return {charge_chance(inches + hair, edition, modifier, reroll) for hair in (-slack, 0.0, slack)}


def slack_of(*pieces: Piece) -> float:
    """Inches by which a distance may be off: maps take round bases, as seen from others, for polygons too."""
    shapes = {each.shape for each in pieces}
    return 2e-9 if shapes <= {"round"} or shapes <= {"rectangular"} else OVALS


def test_charges_from_random_places() -> None:
    asked = 0
    for seed in range(60):
        dice, field = random.Random(seed), random_field(seed, most_enemies=12)
        edition, (modifier, reroll) = dice.choice(("wh40k_10e", "wh40k_11e")), dice.choice(HOW)
        rule = ChargeRule.of(edition, (modifier,) if modifier else (), reroll=reroll)  # pyright: ignore[reportArgumentType]
        text = dice.choice(TEXTS)
        models = [
            Model(Base.parse(text), dice.uniform(0, field.width), dice.uniform(0, field.depth), dice.uniform(0, 360)) for _ in range(3)
        ]
        if any(overlap(piece_of(a), piece_of(b)) for at, a in enumerate(models) for b in models[:at]):
            continue
        told = {row["target"]: row for row in charges_from(field.board(), Unit("Us", tuple(models), "own"), rule).to_dicts()}
        assert set(told) == set(enemies(field))
        for name, target in enemies(field).items():
            ours = [piece_of(each) for each in models]
            inches, slack = unit_apart(ours, target), slack_of(*ours, *target)
            assert told[name]["distance"] == pytest.approx(inches, abs=slack)
            assert any(told[name]["chance"] == pytest.approx(float(each)) for each in chances(inches, edition, modifier, reroll, slack))
            assert told[name]["needs"] in {charge_need(inches + hair, edition) for hair in (-slack, slack)}
            asked += 1
        likeliest = [row["chance"] for row in told.values()]
        assert likeliest == sorted(likeliest, reverse=True)
    assert asked > 150


def arrivals(edition: str) -> list[Arrival]:
    """Those of an edition after which a unit may charge, and that need no Transport."""
    return [each for each in (TENTH if edition == "wh40k_10e" else ELEVENTH) if each.anchor is None and each.may_charge]


def way_of(arrival: Arrival) -> Way:
    """The numbers of a record, for the referee."""
    return Way(arrival.enemy, arrival.edge, arrival.anchor, arrival.zone_before)


@pytest.mark.slow
def test_charge_maps_of_random_battlefields() -> None:
    cells = 0
    for seed in range(50):
        dice, field = random.Random(seed + 5), random_field(seed)
        board, table = field.board(), field.table()
        edition, (modifier, reroll) = dice.choice(("wh40k_10e", "wh40k_11e")), dice.choice(HOW)
        rule = ChargeRule.of(edition, (modifier,) if modifier else (), reroll=reroll)  # pyright: ignore[reportArgumentType]
        text, facing = dice.choice(TEXTS), dice.choice((0.0, 30.0, 90.0))
        arrival = dice.choice(arrivals(edition))
        base = piece(text, 0, 0, facing)
        made = charge_map(board, Base.parse(text), arrival, 2, rule, facing=facing, step=2.0)
        targets = enemies(field)
        rows = made.frame.to_dicts()
        for row in dice.sample(rows, min(25, len(rows))):
            here = base.at((row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
            assert legal(here, table, way_of(arrival), 2) or _by_a_hair(here, table, arrival)
            slack = slack_of(here, *table.enemies)
            each = {name: chances(unit_apart([here], target), edition, modifier, reroll, slack) for name, target in targets.items()}
            least, most = (max((float(kind(p)) for p in each.values()), default=0.0) for kind in (min, max))
            assert least - 1e-12 <= row["chance"] <= most + 1e-12, f"battlefield {seed}: {row}, {each}"
            if row["target"]:
                assert row["distance"] == pytest.approx(unit_apart([here], targets[row["target"]]), abs=slack)
                assert any(row["chance"] == pytest.approx(float(one)) for one in each[row["target"]])
            cells += 1
        # The best spot is legal, worth what it says, and nothing thrown at the table is worth more.
        if made.best is not None and made.best.target:
            spot = base.at(made.best.x, made.best.y)
            assert legal(spot, table, way_of(arrival), 2) or _by_a_hair(spot, table, arrival)
            slack = slack_of(spot, *table.enemies)
            assert made.best.inches == pytest.approx(unit_apart([spot], targets[made.best.target]), abs=slack)
            assert made.best.chance in chances(made.best.inches, edition, modifier, reroll, 2e-9)
            # More than 9" (8") from all enemies a charge needs at least 9.
            assert made.best.chance <= charge_chance(9.001, "wh40k_10e", modifier, reroll), f"battlefield {seed}: {made.best}"
        value = made.best.value if made.best is not None else 0.0
        for _ in range(150):
            spot = base.at(dice.uniform(0, table.width), dice.uniform(0, table.depth))
            if legal(spot, table, way_of(arrival), 2):
                away = min((unit_apart([spot], each) for each in targets.values()), default=99.0)
                worth = charge_chance(away, edition, modifier, reroll)
                assert float(worth) <= value + 1e-12, f"battlefield {seed}: {spot} is worth {worth}, the best is {made.best}"
    assert cells > 500


def _by_a_hair(spot: Piece, table: Table, arrival: Arrival) -> bool:
    """Whether it is ovals that a spot is too close to, and by less than they may be off."""
    return legal(without_hair([spot], OVALS)[0], table_without_hair(table, OVALS), way_of(arrival), 2)


def test_the_best_prize_in_reach_by_all_36_throws() -> None:
    for seed in range(12):
        dice, field = random.Random(seed), random_field(seed + 300, most_enemies=8, sizes=((60.0, 44.0),))
        targets = enemies(field)
        prizes = {name: dice.uniform(0, 5) for name in targets}
        for edition in ("wh40k_10e", "wh40k_11e"):
            made = charge_map(field.board(), Base.parse("32mm"), arrivals(edition)[0], 3, ChargeRule.of(edition), prizes=prizes, step=2.0)
            rows = made.frame.to_dicts()
            for row in dice.sample(rows, min(15, len(rows))):
                here = piece("32mm", (row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2)
                away = {name: unit_apart([here], target) for name, target in targets.items()}
                if edition == "wh40k_10e":
                    wanted = max((float(charge_chance(away[name], edition)) * prizes[name] for name in targets), default=0.0)
                else:
                    # The roll is known when the target is chosen.
                    wanted = sum(max((prizes[n] for n in targets if away[n] <= min(12, a + b)), default=0.0) for a, b in PAIRS) / 36
                assert row["value"] == pytest.approx(wanted, abs=1e-9) or min(abs(each - round(each)) for each in away.values()) < OVALS


def test_gaps_and_screens() -> None:
    closed = 0
    for seed in range(30):
        dice, field = random.Random(seed), random_field(seed + 500, most_enemies=5, sizes=((44.0, 30.0),))
        board, table, targets = field.board(), field.table(), enemies(field)
        if not targets:
            continue
        edition = dice.choice(("wh40k_10e", "wh40k_11e"))
        arrival, base = dice.choice(arrivals(edition)), piece("32mm")
        rule = ChargeRule.of(edition)
        feared = dice.choice((None, Fraction(1, 4), Fraction(1, 10), Fraction(0)))
        within = arrival.enemy + dice.choice((1, 2, 3.5)) if feared is None else None
        threat = Threat(Base.parse("32mm"), arrival, 2, rule, within=within, chance=None if feared is None else float(feared))
        left = gaps(board, threat)
        step, counted, worst = 0.5, 0, Fraction(0)
        shifted = dice.uniform(0.05, 0.95), dice.uniform(0.05, 0.95)
        for i in range(math.ceil(table.width / step)):
            for j in range(math.ceil(table.depth / step)):
                spot = base.at((i + shifted[0]) * step, (j + shifted[1]) * step)
                if legal(spot, table, way_of(arrival), 2):
                    away = min(unit_apart([spot], each) for each in targets.values())
                    chance = charge_chance(away, edition)
                    counted += chance > feared if feared is not None else away <= (within or 0)
                    worst = max(worst, chance)
        crossed = 2 * left.polygon.length / step + 20
        assert left.area == pytest.approx(counted * step**2, abs=step**2 * (1 + 3 * math.sqrt(crossed)))
        assert worst <= left.chance <= charge_chance(9.001, "wh40k_10e")
        closed += left.closed
        for row in left.frame.to_dicts():
            spot = base.at(row["x"], row["y"])
            assert legal(spot, table, way_of(arrival), 2) or _by_a_hair(spot, table, arrival)
            assert row["distance"] == pytest.approx(apart_from(spot, targets[row["target"]]), abs=OVALS)
        # A screen never opens anything, stands where there is room, and leaves what is counted.
        if seed % 6 == 0:
            screen = best_screen(board, block_of(5), threat, step=3.0, grid=1.0)
            assert screen.after.area <= screen.before.area + 1e-9
            if screen.unit is not None:
                placed = [piece_of(each) for each in screen.unit.models]
                assert not any(overlap(a, b) for a in placed for b in (*table.enemies, *table.friends))
    assert closed < 20


def apart_from(spot: Piece, target: tuple[Piece, ...]) -> float:
    """Inches to the closest model."""
    return min(apart(spot, each) for each in target)


def block_of(count: int) -> Unit:
    """A screening unit of the side that waits for the arrival."""
    return Unit("Screen", tuple(Model(Base.parse("32mm"), 1 + 1.5 * at, 1) for at in range(count)), "enemy")


def test_an_empty_battlefield_has_no_charges() -> None:
    made = charge_map(Board.parse("44x60"), Base.parse("32mm"), arrivals("wh40k_11e")[0], 2, ChargeRule.of("wh40k_11e"), step=4.0)
    assert made.frame["chance"].sum() == 0
    assert made.best is None or made.best.chance == 0
