"""The headline numbers of the reserves planner, and how they differ from those of a pinned answer."""

from __future__ import annotations

from typing import Any

from toolkit.dashboards import pieces, text
from toolkit.dashboards.reserves_answer import ReservesAnswer, marks, spot
from toolkit.dashboards.reserves_state import ReservesState

FEW = 4
"""More changes than this are counted, not named."""


def tiles(answer: ReservesAnswer, pinned: ReservesAnswer | None = None) -> str:
    """The four headline numbers; `pinned` is the answer A, for the same goal."""
    return pieces.tiles([_verdict(answer, pinned), _here(answer, pinned), _best(answer, pinned), _room(answer, pinned)])


def _verdict(answer: ReservesAnswer, pinned: ReservesAnswer | None) -> str:
    words = {True: "✓ Legal", False: '<span class="tk-bad">✗ Not legal</span>'}
    said = marks(str(answer.breaches[0])) if answer.breaches else "every rule is met"
    below = pieces.below(spot(*answer.state.spot))
    if pinned is not None:
        plain = {True: "legal", False: "not legal"}
        same = pinned.legal == answer.legal
        below = pieces.below("", plain[pinned.legal], "no change" if same else plain[answer.legal])
    return pieces.tile("This spot", words[answer.legal], said, below)


def _here(answer: ReservesAnswer, pinned: ReservesAnswer | None) -> str:
    state = answer.state
    damage = state.goal == "damage"
    name = "Expected damage here" if damage else "Charge from here"
    nearest = answer.nearest
    otherwise = f"{nearest['distance']:.1f}″ to {nearest['target']}" if nearest else ""
    before, now = None if pinned is None else pinned.here, answer.here
    below = _below(otherwise, before, now, damage, pinned is not None)
    if not state.arrival.may_charge:
        return pieces.tile(name, "–", f"no charge after {state.arrival.name}", below)
    if not answer.legal:
        return pieces.tile(name, "–", "place the unit legally first", below)
    if nearest is None or now is None:
        return pieces.tile(name, "–", "no enemy is on the table", below)
    if damage:
        return pieces.tile(name, text.mean(now), _prize_said(answer, now, answer.likeliest), below)
    said = text.odds(now) if now else "out of reach"
    return pieces.tile(name, text.percent(now), said, below)


def _prize_said(answer: ReservesAnswer, total: float, row: dict[str, Any] | None) -> str:
    if all(each.value is None for each in answer.state.worths.values()):
        return "no unit has a worth yet"
    if row is None or not row["chance"]:
        return "nobody in reach"
    worth = answer.state.worths[row["target"]]
    value = "?" if worth.value is None else text.mean(worth.value)
    # Where targets are chosen after the roll, a short roll may still reach somebody else.
    others = " or others" if worth.value is not None and total > float(row["chance"]) * worth.value + 1e-9 else ""
    return f"{text.percent(row['chance'])} of {value}, {row['target']}{others}"


def _best(answer: ReservesAnswer, pinned: ReservesAnswer | None) -> str:
    state, best = answer.state, answer.map.best
    damage = state.goal == "damage"
    name = "Most expected damage" if damage else "Best charge anywhere"
    otherwise = spot(best.x, best.y) if best is not None and state.arrival.may_charge else ""
    below = _below(otherwise, None if pinned is None else pinned.best, answer.best, damage, pinned is not None)
    if not state.arrival.may_charge:
        return pieces.tile(name, "–", f"no charge after {state.arrival.name}", below)
    if best is None:
        return pieces.tile(name, "–", "there is no legal spot", below)
    if damage:
        return pieces.tile(
            name, text.mean(best.value), _prize_said(answer, best.value, {"target": best.target, "chance": best.chance}), below
        )
    said = f"{text.odds(best.chance)}, {best.target}" if best.target else "nobody in reach"
    return pieces.tile(name, text.percent(best.chance), said, below)


def _room(answer: ReservesAnswer, pinned: ReservesAnswer | None) -> str:
    region = answer.region
    below = pieces.below("for one base")
    if pinned is not None:
        difference = round(region.area) - round(pinned.region.area)
        said = f"{difference:+,d} sq in".replace("-", text.MINUS) if difference else "no change"
        below = pieces.below("", f"{pinned.region.area:,.0f}", said)
    return pieces.tile("Room to arrive", f"{region.area:,.0f}<small>sq in</small>", f"{text.percent(region.share)} of the board", below)


def _below(otherwise: str, before: float | None, now: float | None, damage: bool, pinned: bool) -> str:
    if not pinned:
        return pieces.below(otherwise)
    if before is None or now is None:
        shown = "–" if before is None else text.mean(before) if damage else text.percent(before)
        return pieces.below("", shown, "no change" if before is None and now is None else "–" if now is None else "")
    if damage:
        return pieces.below("", text.mean(before), text.change(now, before))
    return pieces.below("", text.percent(before), text.points(now, before))


# --- what was changed since A was pinned ----------------------------------------------------------------------------


def about(state: ReservesState) -> str:
    """What a pinned answer is about."""
    return f"{state.arriving.name} by {state.arrival.name} in round {state.battle_round}, at {spot(*state.spot)}"


def differences(before: ReservesState, now: ReservesState) -> str:
    """In what the table of now differs from the pinned one, in words."""
    said: list[str] = []
    if now.system != before.system:
        said.append("another edition")
    if now.arrival.name != before.arrival.name:
        said.append(now.arrival.name)
    if now.battle_round != before.battle_round:
        said.append(f"round {now.battle_round}")
    if now.modifier != before.modifier:
        said.append(f"{text.signed(now.modifier)} to the charge")
    if now.reroll != before.reroll:
        said.append({None: "no re-roll", "whole": "re-roll of the whole roll", "one_die": "re-roll of one die"}[now.reroll])
    if now.spot != before.spot:
        said.append(f"at {spot(*now.spot)}")
    if (now.board.size, now.board.zones) != (before.board.size, before.board.zones):
        said.append(now.board.name or "another table")
    if now.board.terrain != before.board.terrain:
        said.append("other terrain")
    said += _units(before, now)
    one, other = (replaced.arriving.models[0].base for replaced in (before, now))
    if one != other or len(now.arriving.models) != len(before.arriving.models):
        said.append(f"{len(now.arriving.models)} models on {other}")
    if (now.prizes if now.goal == "damage" else 0) != (before.prizes if now.goal == "damage" else 0):
        said.append("other worths")
    if now.transport != before.transport and now.arrival.anchor is not None:
        said.append(f"out of {now.transport}")
    return ", ".join(said) if said else "no change"


def _units(before: ReservesState, now: ReservesState) -> list[str]:
    old = {each.name: each for each in before.board.units}
    new = {each.name: each for each in now.board.units}
    gone = [f"without {name}" for name in old if name not in new]
    came = [f"with {name}" for name in new if name not in old]
    moved = [f"{name} elsewhere" for name, unit in new.items() if name in old and old[name] != unit]
    found = [*gone, *came, *moved]
    return found if len(found) <= FEW else [f"{len(found)} units are others"]
