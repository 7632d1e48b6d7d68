"""From arrival to damage: how likely a charge is from each spot where a unit may be set up, and what the fight is worth there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import polars as pl
import shapely
from numpy.typing import NDArray

from toolkit.battlefield.bases import Base
from toolkit.battlefield.board import Board, opponent
from toolkit.battlefield.placement import Model, Side, Unit, distance
from toolkit.battlefield.regions import Region, arrival_region
from toolkit.battlefield.spots import bounds, closest_spot, distances
from toolkit.battlefield.tolerance import TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules import checks
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

    Distances are straight and flat: what stands in the way, and how much higher a target stands, can only make a charge less likely.

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
    models = arriving.models if isinstance(arriving, Unit) else (checks.kind(arriving, Model, "arriving", "a Unit or a Model"),)
    checks.kind(board, Board, "board", 'a Board, such as Board.parse("44x60")')
    checks.kind(rule, ChargeRule, "rule", 'a ChargeRule, such as ChargeRule.of("wh40k_11e")')
    _check_prizes(prizes, board.of_side(opponent(side)))
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
    facing: float | None = None,
    region: Region | None = None,
) -> ChargeMap:
    """The chance to charge from each spot where one base may arrive, or the damage that the charge brings on average.

    Distances are straight and flat, as for `charges_from`.

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
    facing : float, optional
        Degrees, for bases that are not round; that of the region, or 0.
    region : Region, optional
        The legal centres of this base on this board, if they are known already; otherwise they are found with
        `toolkit.battlefield.regions.arrival_region`.

    Returns
    -------
    ChargeMap

    Raises
    ------
    ToolkitError
        If `step` is too small, a prize is named for a unit that is not there, or the region is that of another question.

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
    checks.kind(base, Base, "base", 'a Base, such as Base.parse("32mm")')
    checks.number(step, "step", 0.25, 12)
    checks.kind(rule, ChargeRule, "rule", 'a ChargeRule, such as ChargeRule.of("wh40k_11e")')
    if region is None:
        region = arrival_region(board, base, arrival, battle_round, side=side, facing=0.0 if facing is None else facing)
    else:
        _check_region(region, board, base, arrival, battle_round, side, facing)
    facing = region.facing
    targets = board.of_side(opponent(side))
    _check_prizes(prizes, targets)
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


def _check_prizes(prizes: Mapping[str, float] | None, targets: Sequence[Unit]) -> None:
    names = [each.name for each in targets]
    given = checks.kind({} if prizes is None else prizes, Mapping, "prizes", 'names and wounds, such as {"Scouts": 2.5}')
    for name, prize in given.items():
        if name not in names:
            raise ToolkitError(f"a prize for {name!r}, which is not on the board; there are: {', '.join(names) or 'no units'}")
        checks.number(prize, f"a prize for {name!r}", 0, 1e9, unit="")


def _check_region(region: Region, board: Board, base: Base, arrival: Arrival, battle_round: int, side: Side, facing: float | None) -> None:
    """A map of one question on the legal centres of another would be wrong in silence."""
    checks.kind(region, Region, "region", "a Region, from arrival_region")
    same = {
        "board": region.board is board or region.board == board,
        "base": region.base == base,
        "arrival": region.arrival == arrival,
        "battle_round": region.battle_round == battle_round,
        "side": region.side == side,
        "facing": facing is None or region.facing == facing,
    }
    wrong = next((name for name, yes in same.items() if not yes), None)
    if wrong is not None:
        raise ToolkitError(f"the region given is that of another {wrong}; find it with the same {wrong}, or leave it out")


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
    inches = _inches(targets, base, facing, xs, ys, rule.numbers.within)
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


def _inches(
    targets: Sequence[Unit], base: Base, facing: float, xs: NDArray[np.float64], ys: NDArray[np.float64], within: int
) -> NDArray[np.float64]:
    """From each spot to each target; of targets beyond any charge only the closest is exact, of others less than the true distance."""
    least, most = (np.stack(each) for each in zip(*(bounds(unit.models, base, xs, ys) for unit in targets), strict=True))
    wanted = least <= np.maximum(most.min(axis=0) + TOUCH, within + 1)
    for inches, here, unit in zip(least, wanted, targets, strict=True):
        inches[here] = distances(unit.models, base, facing, xs[here], ys[here])
    return least


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
    close = [closest_spot(region.polygon, unit.models, base, facing) for unit in targets] if not region.polygon.is_empty else []
    close = [each for each in close if region.contains(*each)]
    if close:
        near_x, near_y = np.array(close).T
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
