"""A placement made by hand, judged: every rule that a unit breaks where it stands, model by model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolkit.battlefield.board import Board, Zone, opponent
from toolkit.battlefield.coherency import Coherency, out_of_coherency
from toolkit.battlefield.exact import check_question, farthest, near_edge, near_enemy, nearest_within, on_board
from toolkit.battlefield.placement import FAR, Model, Side, Unit, distance, engaged, overlaps, reaches_into
from toolkit.battlefield.tolerance import TOUCH
from toolkit.errors import ToolkitError
from toolkit.rules import checks
from toolkit.rules.arrival import Arrival, EdgeReading


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that a placement breaks.

    Attributes
    ----------
    rule : str
        "round", "keywords", "abilities" (of the whole unit), "board", "edge", "enemy", "engagement", "zone", "impassable", "overlap",
        "anchor" or "coherency".
    model : int or None
        Number of the model, from 1; None where it is the whole unit.
    text : str
        What is wrong and what must be.

    Examples
    --------
    >>> print(Breach("zone", 3, "model 3 reaches into 'North', which is closed before round 3"))
    model 3 reaches into 'North', which is closed before round 3
    """

    rule: str
    model: int | None
    text: str

    def __str__(self) -> str:
        return self.text


def breaches(
    board: Board,
    unit: Unit | Sequence[Model],
    arrival: Arrival,
    battle_round: int,
    *,
    coherency: Coherency,
    side: Side = "own",
    anchor: Model | None = None,
    keep_away: Mapping[str, float] | None = None,
    edge_reading: EdgeReading = "one_edge",
    engagement: float | None = None,
) -> tuple[Breach, ...]:
    """Everything that is wrong with a unit set up where it stands.

    Parameters
    ----------
    board : Board
        A unit of the same name and side on it is taken for this one and not looked at.
    unit : Unit or sequence of Model
        Bare models have no keywords, and their bases may overlap, which is then a breach.
    arrival : Arrival
        How it arrives; a record of `toolkit.systems`.
    battle_round : int
        From 1.
    coherency : Coherency
        `coherency.WH40K_10E` or `coherency.WH40K_11E`.
    side : {"own", "enemy"}
        Of the arriving unit.
    anchor : Model, optional
        The Transport it leaves, where the arrival has such a demand.
    keep_away : mapping of str to float, optional
        More inches from single enemy units than the arrival demands.
    edge_reading : {"one_edge", "any_edges"}
        As `arrival_region`.
    engagement : float, optional
        Inches of Engagement Range, where no unit is ever set up; that of the edition, which `coherency` knows, if not given.

    Returns
    -------
    tuple of Breach
        Empty if the placement is legal. Decided by distances, with `tolerance.TOUCH` of tolerance: what must be more than 8 inches is
        more than 8.000000001.

    Raises
    ------
    ToolkitError
        If there are no models, Engagement Range is not known, the round is no round, the arrival needs an anchor, a unit to keep away from
        is no enemy on the board, or the side or the reading is unknown.

    Examples
    --------
    >>> from toolkit.battlefield.coherency import WH40K_11E
    >>> from toolkit.battlefield.placement import block
    >>> from toolkit.battlefield.bases import Base
    >>> ingress = Arrival("demo", "Ingress", "Near an edge.", "Example", enemy=8, edge=6, first_round=2)
    >>> base = Base.parse("25.4mm")
    >>> board = Board.parse("44x60").with_unit(block("Scouts", base, 1, 12, 3))
    >>> print(*breaches(board, [Model(base, 2, 3), Model(base, 5, 3)], ingress, 2, coherency=WH40K_11E))
    model 2 is 6.0" from 'Scouts', must be more than 8"
    """
    models = unit.models if isinstance(unit, Unit) else checks.kinds(unit, Model, "models", "a Model", "model")
    if not models:
        raise ToolkitError("no models to judge; give at least one")
    away = check_question(board, arrival, battle_round, anchor, keep_away, side, edge_reading)
    engaged_at = engagement_range(coherency, engagement)
    found = [*of_the_unit(unit, arrival, battle_round)]
    others = [each for each in board.units if not (isinstance(unit, Unit) and each.name == unit.name and each.side == side)]
    for number, model in enumerate(models, 1):
        found += _of_model(number, model, board, others, arrival, battle_round, side, anchor, away, edge_reading, engaged_at)
    for first, second in overlaps(models):
        found.append(Breach("overlap", second + 1, f"models {first + 1} and {second + 1} overlap"))
    for index, wrong in out_of_coherency(models, coherency):
        found.append(Breach("coherency", index + 1, f"model {index + 1} is out of coherency: {wrong}"))
    return tuple(found)


def engagement_range(coherency: Coherency, given: float | None) -> float:
    """Inches of Engagement Range: as given, or those of the edition.

    Raises
    ------
    ToolkitError
        If neither says how many.

    Examples
    --------
    >>> from toolkit.battlefield.coherency import WH40K_11E
    >>> engagement_range(WH40K_11E, None)
    2.0
    """
    checks.kind(coherency, Coherency, "coherency", "that of an edition, such as coherency.WH40K_11E")
    if given is not None:
        return checks.number(given, "Engagement Range", 0, FAR)
    if coherency.engagement is None:
        raise ToolkitError("the coherency given does not say the Engagement Range of its edition; give engagement in inches")
    return coherency.engagement


def of_the_unit(unit: Unit | Sequence[Model], arrival: Arrival, battle_round: int) -> Iterator[Breach]:
    """What no place on the board can mend: the round, keywords and abilities."""
    if battle_round < arrival.first_round:
        yield Breach("round", None, f"{arrival.name} is from round {arrival.first_round} on, this is round {battle_round}")
    if not isinstance(unit, Unit):
        return
    has = {each.casefold() for each in unit.keywords}
    for keyword in arrival.keywords:
        if keyword.casefold() not in has:
            yield Breach("keywords", None, f"{unit.name!r} has no keyword {keyword}, which {arrival.name} asks for")
    for keyword in arrival.not_keywords:
        if keyword.casefold() in has:
            yield Breach("keywords", None, f"{unit.name!r} has the keyword {keyword}, which bars it from {arrival.name}")
    can = {each.casefold() for each in unit.abilities}
    for ability in arrival.abilities:
        if ability.casefold() not in can:
            yield Breach("abilities", None, f"{unit.name!r} has no {ability}, which every model needs for {arrival.name}")


def _of_model(
    number: int,
    model: Model,
    board: Board,
    others: Sequence[Unit],
    arrival: Arrival,
    battle_round: int,
    side: Side,
    anchor: Model | None,
    away: Mapping[str, float],
    edge_reading: EdgeReading,
    engagement: float,
) -> Iterator[Breach]:
    who = f"model {number}"
    if not on_board(model, board):
        yield Breach("board", number, f'{who} is {_beyond(model, board):.2g}" beyond the edge of the board')
    if arrival.edge is not None and not near_edge(model, board, arrival.edge, edge_reading):
        which = "one edge" if edge_reading == "one_edge" else "edges"
        reach = told(_from_edge(model, board), arrival.edge)
        yield Breach("edge", number, f'{who} reaches {reach} from the nearest edge, must be wholly within {arrival.edge:g}" of {which}')
    for unit in others:
        if unit.side == side:
            for at, other in enumerate(unit.models, 1):
                if any(True for _ in overlaps((model, other))):
                    yield Breach("overlap", number, f"{who} overlaps model {at} of {unit.name!r}")
        else:
            inches, vertical = near_enemy(arrival, away.get(unit.name, 0.0))
            yield from _near_enemy(number, model, unit, inches, vertical, engagement)
    if arrival.avoids_zone(battle_round):
        for zone in board.zone(opponent(side)):
            if reaches_into(model, zone.polygon):
                yield Breach("zone", number, f"{who} reaches into {_called(zone)}, which is closed before round {arrival.zone_before}")
    for piece in board.terrain:
        if piece.kind == "impassable" and reaches_into(model, piece.polygon):
            yield Breach("impassable", number, f"{who} stands on {piece.name!r}, which is impassable")
    if anchor is not None and arrival.anchor is not None:
        reach = farthest(model, anchor)
        if reach > arrival.anchor + TOUCH:
            limit = f'{arrival.anchor:g}"'
            yield Breach(
                "anchor", number, f"{who} reaches {told(reach, arrival.anchor)} from the model it leaves, must be wholly within {limit}"
            )
        if all(anchor not in each.models for each in others) and any(True for _ in overlaps((model, anchor))):
            yield Breach("overlap", number, f"{who} overlaps the model it leaves")


def _near_enemy(number: int, model: Model, unit: Unit, inches: float, vertical: float | None, engagement: float) -> Iterator[Breach]:
    apart = nearest_within(model, unit.models, inches, vertical)
    if apart is not None:
        yield Breach("enemy", number, f'model {number} is {told(apart, inches)} from {unit.name!r}, must be more than {inches:g}"')
    elif any(engaged(model, each, engagement) for each in unit.models):
        near = told(min(distance(model, each) for each in unit.models if engaged(model, each, engagement)), engagement)
        yield Breach("engagement", number, f'model {number} is {near} from {unit.name!r}, within Engagement Range ({engagement:g}")')


def told(inches: float, limit: float) -> str:
    """Inches with as few digits as keep them on their side of a limit.

    Examples
    --------
    >>> told(7.62, 8), told(6.0004, 6), told(8.0000000001, 8)
    ('7.6"', '6.0004"', 'exactly 8"')
    """
    if abs(inches - limit) <= TOUCH:
        return f'exactly {limit:g}"'
    for digits in range(1, 10):
        text = f"{inches:.{digits}f}"
        if (float(text) - limit) * (inches - limit) > 0:
            return text + '"'
    return f'{inches!r}"'


def _beyond(model: Model, board: Board) -> float:
    across, up = model.base.extent(model.facing)
    return max(across - model.x, model.x + across - board.width, up - model.y, model.y + up - board.depth)


def _from_edge(model: Model, board: Board) -> float:
    """How far in a base reaches, measured from the edge where that is least."""
    across, up = model.base.extent(model.facing)
    return min(model.x + across, board.width - model.x + across, model.y + up, board.depth - model.y + up)


def _called(zone: Zone) -> str:
    return f"{zone.name!r}" if zone.name else "the opponent's zone"
