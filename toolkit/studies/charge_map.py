"""From arrival to damage: how likely a charge is from each spot where a unit may be set up, and what the fight is worth there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import polars as pl
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.affinity import translate
from shapely.ops import nearest_points

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, opponent
from toolkit.battlefield.minkowski import convex_sum
from toolkit.battlefield.placement import Model, Side, Unit, distance
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.errors import ToolkitError
from toolkit.rules.arrival import Arrival
from toolkit.studies.charge_rule import OUT_OF_REACH, ChargeRule

Goal = Literal["chance", "damage"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one base, with the best charge from there.

    Attributes
    ----------
    x, y : float
        Inches.
    target : str
        The unit that is worth charging most; "" if none can be reached.
    inches : float
        Distance to it.
    chance : Fraction
        Of that charge.
    value : float
        Of the spot for the goal of the map: a chance, or wounds.
    """

    x: float
    y: float
    target: str
    inches: float
    chance: Fraction
    value: float


@dataclass(frozen=True)
class ChargeMap:
    """What each legal spot is worth.

    Attributes
    ----------
    frame : polars.DataFrame
        One row a cell whose middle is a legal centre: ``x1, x2, y1, y2`` (inches), ``target``, ``distance`` (inches), ``chance`` (of the
        charge at that target) and ``value`` (for the goal).
    best : Spot or None
        The best spot found: the closest legal point to each target, and the middles of the cells, are compared.
    region : Region
        The legal centres, exactly.
    goal : {"chance", "damage"}
    """

    frame: pl.DataFrame
    best: Spot | None
    region: Region
    goal: Goal


def charges_from(
    board: Board, arriving: Unit | Model, rule: ChargeRule, *, side: Side = "own", prizes: Mapping[str, float] | None = None
) -> pl.DataFrame:
    """Each charge from where a unit stands, the likeliest first.

    Parameters
    ----------
    board : Board
    arriving : Unit or Model
        Where it stands.
    rule : ChargeRule
    side : {"own", "enemy"}
        Of the charging unit.
    prizes : mapping of str to float, optional
        Wounds (or points) that a successful charge at a unit brings on average; adds the column ``value``.

    Returns
    -------
    polars.DataFrame
        ``target``, ``distance`` (inches), ``needs`` (the roll, null where no charge may be declared), ``chance``.

    Examples
    --------
    >>> from toolkit.battlefield.placement import block
    >>> board = Board.parse("44x60").with_unit(block("Scouts", Base.parse("25.4mm"), 1, 20, 20))
    >>> charges_from(board, Model(Base.parse("25.4mm"), 20, 10), ChargeRule.of("wh40k_10e")).row(0)
    ('Scouts', 9.0, 8, 0.4166666666666667)
    """
    models = arriving.models if isinstance(arriving, Unit) else (arriving,)
    rows: list[dict[str, object]] = []
    for unit in board.of_side(opponent(side)):
        inches = min(distance(a, b) for a in models for b in unit.models)
        chance = rule.chance(inches, unit.name)
        row: dict[str, object] = {"target": unit.name, "distance": inches, "needs": rule.needs(inches), "chance": float(chance)}
        if prizes is not None:
            row["value"] = float(chance) * prizes.get(unit.name, 0.0)
        rows.append(row)
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        "target": pl.String,
        "distance": pl.Float64,
        "needs": pl.Int64,
        "chance": pl.Float64,
    }
    if prizes is not None:
        schema["value"] = pl.Float64
    return pl.DataFrame(rows, schema=schema).sort(["chance", "distance", "target"], descending=[True, False, False])


def charge_map(
    board: Board,
    base: Base,
    arrival: Arrival,
    battle_round: int,
    rule: ChargeRule,
    *,
    side: Side = "own",
    prizes: Mapping[str, float] | None = None,
    step: float = 1.0,
    facing: float = 0.0,
    region: Region | None = None,
) -> ChargeMap:
    """The chance to charge from each spot where one base may arrive, or the damage that the charge brings on average.

    Parameters
    ----------
    board : Board
        With the units of the other side on it.
    base : Base
        Of the model that stands closest to the enemy.
    arrival : Arrival
        How the unit arrives.
    battle_round : int
    rule : ChargeRule
    side : {"own", "enemy"}
        Of the arriving unit.
    prizes : mapping of str to float, optional
        Mean wounds (or points) of a successful charge at each unit; see `prizes_of`. The map then shows ``chance x prize`` of the best
        target; where targets are chosen after the roll, the mean of the best prize in reach.
    step : float
        Side of a cell in inches, at least 0.25.
    facing : float
        Degrees, for bases that are not round.
    region : Region, optional
        The legal centres, if they are known already; otherwise they are found with `toolkit.battlefield.regions.arrival_region`.

    Returns
    -------
    ChargeMap

    Raises
    ------
    ToolkitError
        If `step` is too small, or a prize is named for a unit that is not there.

    Examples
    --------
    >>> from toolkit.battlefield.placement import block
    >>> from toolkit.rules.arrival import Arrival
    >>> board = Board.parse("44x60").with_unit(block("Scouts", Base.parse("32mm"), 1, 12, 22))
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, zone_before=3, first_round=2)
    >>> best = charge_map(board, Base.parse("32mm"), ingress, 2, ChargeRule.of("wh40k_11e")).best
    >>> best.target, best.chance
    ('Scouts', Fraction(5, 18))
    """
    if not 0.25 <= step <= 12:
        raise ToolkitError(f'cells of {step!r}"; a cell is 0.25 to 12 inches')
    targets = board.of_side(opponent(side))
    unknown = next((name for name in prizes or {} if name not in {each.name for each in targets}), None)
    if unknown is not None:
        raise ToolkitError(
            f"a prize for {unknown!r}, which is not on the board; there are: {', '.join(each.name for each in targets) or 'no units'}"
        )
    if region is None:
        region = arrival_region(board, base, arrival, battle_round, side=side, facing=facing)
    may_charge = arrival.may_charge
    across, up = (np.arange(0, size, step) + step / 2 for size in (board.width, board.depth))
    xs, ys = (each.ravel() for each in np.meshgrid(across, up, indexing="ij"))
    inside = shapely.contains_xy(region.polygon, xs, ys) if not region.polygon.is_empty else np.zeros(len(xs), bool)
    xs, ys = xs[inside], ys[inside]
    spots = _worth(targets, base, facing, xs, ys, rule, prizes, may_charge)
    frame = pl.DataFrame(
        {
            "x1": xs - step / 2,
            "x2": xs + step / 2,
            "y1": ys - step / 2,
            "y2": ys + step / 2,
            "target": [targets[index].name if index >= 0 else "" for index in spots.target],
            "distance": spots.inches,
            "chance": spots.chance,
            "value": spots.value,
        },
        schema_overrides={"target": pl.String},
    )
    return ChargeMap(
        frame,
        _best(targets, base, facing, region, (xs, ys), spots, rule, prizes, may_charge),
        region,
        "damage" if prizes is not None else "chance",
    )


@dataclass(frozen=True, slots=True)
class _Worth:
    """Per spot: position of the best target (-1 for none), inches to it, the chance of that charge, the value for the goal."""

    target: NDArray[np.int64]
    inches: NDArray[np.float64]
    chance: NDArray[np.float64]
    value: NDArray[np.float64]


def _worth(
    targets: Sequence[Unit],
    base: Base,
    facing: float,
    xs: NDArray[np.float64],
    ys: NDArray[np.float64],
    rule: ChargeRule,
    prizes: Mapping[str, float] | None,
    may_charge: bool,
) -> _Worth:
    count = len(xs)
    if not targets or not count:
        nobody = np.full(count, -1)
        return _Worth(nobody, np.full(count, np.nan), np.zeros(count), np.zeros(count))
    inches = np.stack([distances(unit.models, base, facing, xs, ys) for unit in targets])
    both = [rule.chances_at(each, unit.name) for each, unit in zip(inches, targets, strict=True)]
    needs, chance = (np.stack(each) for each in zip(*both, strict=True))
    if not may_charge:
        chance[:] = 0.0
    prize = np.array([1.0 if prizes is None else prizes.get(unit.name, 0.0) for unit in targets])
    single = chance * prize[:, None]
    # Of targets that are worth the same the closest one is named.
    order = np.lexsort((inches.T, -single.T))[:, 0] if len(targets) > 1 else np.zeros(count, int)
    columns = np.arange(count)
    value = single[order, columns]
    if prizes is not None and rule.chosen_after_roll and may_charge:
        raw = np.stack([needs[index] + rule.raw_need(0, unit.name) for index, unit in enumerate(targets)])
        value = _best_in_reach(np.where(needs == OUT_OF_REACH, OUT_OF_REACH, raw), prize, rule.reroll)
    named = chance[order, columns]
    return _Worth(np.where(named > 0, order, -1) if may_charge else np.full(count, -1), inches[order, columns], named, value)


def _best_in_reach(raw: NDArray[np.int64], prize: NDArray[np.float64], reroll: str | None) -> NDArray[np.float64]:
    """Mean of the best prize in reach of the dice, which are rolled again where that is better on average.

    Parameters
    ----------
    raw : ndarray of int64, shape (targets, spots)
        The least sum of 2D6 that reaches each target; more than 12 for never.
    prize : ndarray of float64, shape (targets,)
    reroll : {"whole", "one_die"} or None
    """
    best = np.zeros((13, raw.shape[1]))
    for roll in range(2, 13):
        best[roll] = np.where(raw <= roll, prize[:, None], 0.0).max(axis=0)
    pairs = [(low, high) for low in range(1, 7) for high in range(1, 7)]
    once = sum((best[low + high] for low, high in pairs), np.zeros(raw.shape[1])) / 36
    if reroll is None:
        return once
    if reroll == "whole":
        return sum((np.maximum(best[low + high], once) for low, high in pairs), np.zeros(raw.shape[1])) / 36
    kept = {die: sum((best[die + again] for again in range(1, 7)), np.zeros(raw.shape[1])) / 6 for die in range(1, 7)}
    return sum((np.maximum(best[a + b], np.maximum(kept[a], kept[b])) for a, b in pairs), np.zeros(raw.shape[1])) / 36


def distances(models: Sequence[Model], base: Base, facing: float, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> NDArray[np.float64]:
    """Inches from a base at each of many spots to the closest of some models, edge to edge.

    Parameters
    ----------
    models : sequence of Model
    base : Base
    facing : float
        Degrees.
    xs, ys : ndarray of float64, shape (n,)
        Centres, inches.

    Returns
    -------
    ndarray of float64, shape (n,)
        Exact (to rounding) for round and rectangular bases, within `toolkit.battlefield.tolerance.CURVE` for ovals, as
        `toolkit.battlefield.placement.distance`.

    Examples
    --------
    >>> base = Base.parse("25.4mm")
    >>> distances([Model(base, 0, 0)], base, 0.0, np.array([3.0, 0.0]), np.array([4.0, 0.5])).tolist()
    [4.0, 0.0]
    """
    least = np.full(len(xs), math.inf)
    if base.shape == "round":
        round_ones = [each for each in models if each.base.shape == "round"]
        if round_ones:
            at = np.array([(each.x, each.y, each.base.radius) for each in round_ones])
            apart = np.hypot(xs[:, None] - at[:, 0], ys[:, None] - at[:, 1]) - at[:, 2]
            least = apart.min(axis=1) - base.radius
        grown = {base.radius: [each.outline for each in models if each.base.shape != "round"]}
    else:
        grown = _around(models, base, facing)
    spots = shapely.points(xs, ys)
    for radius, shapes in grown.items():
        if shapes:
            least = np.minimum(least, shapely.distance(spots, shapely.union_all(shapes)) - radius)
    return np.maximum(least, 0.0)


def _around(models: Sequence[Model], base: Base, facing: float) -> dict[float, list[Polygon]]:
    """Shapes whose distance from the centre of a base that is not round, less the radius they stand under, is that between the bases.

    A base is the same turned half around, so it is as far from a point as that base, moved to the point, is from its own centre.
    """
    found: dict[float, list[Polygon]] = {}
    for each in models:
        if each.base.shape == "round":
            found.setdefault(each.base.radius, []).append(base.outline(each.x, each.y, facing))
        else:
            shape = convex_sum(base.outline(0, 0, facing), each.base.outline(0, 0, each.facing))
            found.setdefault(0.0, []).append(translate(shape, each.x, each.y))
    return found


def _best(
    targets: Sequence[Unit],
    base: Base,
    facing: float,
    region: Region,
    cells: tuple[NDArray[np.float64], NDArray[np.float64]],
    spots: _Worth,
    rule: ChargeRule,
    prizes: Mapping[str, float] | None,
    may_charge: bool,
) -> Spot | None:
    """The best of the cells and of the legal points closest to each target."""
    xs, ys = cells
    close = [nearest_points(region.polygon, unit.outline)[0] for unit in targets] if not region.polygon.is_empty else []
    close = [each for each in close if region.contains(each.x, each.y)]
    if close:
        near_x, near_y = np.array([each.x for each in close]), np.array([each.y for each in close])
        near = _worth(targets, base, facing, near_x, near_y, rule, prizes, may_charge)
        xs, ys = np.concatenate([near_x, xs]), np.concatenate([near_y, ys])
        spots = _Worth(*(np.concatenate([getattr(near, name), getattr(spots, name)]) for name in ("target", "inches", "chance", "value")))
    if not len(xs):
        return None
    index = int(np.lexsort((spots.inches, -spots.value))[0])
    target = targets[spots.target[index]].name if spots.target[index] >= 0 else ""
    inches = float(spots.inches[index])
    exact = rule.chance(inches, target) if target else Fraction(0)
    return Spot(float(xs[index]), float(ys[index]), target, inches, exact, float(spots.value[index]))
