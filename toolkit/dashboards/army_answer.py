"""What the army reserves sheet says in words: question, tiles, warnings, tables."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from toolkit.dashboards import pieces, sheet, text
from toolkit.dashboards.army_state import ArmyState
from toolkit.dashboards.text import escape
from toolkit.studies.reserves import LegalSets, ReservesCheck


@dataclass(frozen=True)
class ArmyAnswer:
    """The numbers on the screen.

    Attributes
    ----------
    state : ArmyState
        What was asked.
    check : ReservesCheck
        The choice, judged.
    sets : LegalSets
        Every legal choice.
    timeline : polars.DataFrame
        What waits, round by round.
    """

    state: ArmyState
    check: ReservesCheck
    sets: LegalSets
    timeline: pl.DataFrame


def question(state: ArmyState) -> str:
    """The question in one sentence."""
    return f'<div class="tk-q"><span>Who may wait in reserves in a battle of <b>{state.points:,} points</b>, and until when?</span></div>'


def tiles(answer: ArmyAnswer, pinned: ArmyAnswer | None = None) -> str:
    """The four headline numbers; `pinned` is the answer A."""
    state, check, before = answer.state, answer.check, pinned.check if pinned else None
    said = {True: "✓ Legal", False: "✗ Not legal"}
    verdict = said[True] if check.legal else f'<span class="tk-bad">{said[False]}</span>'
    first = check.breaches[0] if check.breaches else "every rule is met"
    below = pieces.below(f"{check.units} {'unit waits' if check.units == 1 else 'units wait'}")
    if before is not None:
        below = pieces.below("", said[before.legal].lower(), "no change" if before.legal == check.legal else said[check.legal].lower())
    cells = [pieces.tile("This choice", verdict, first, below)]
    share = f"{text.percent(check.points / state.points)} of {state.points:,}"
    below = pieces.below("passengers are counted")
    if before is not None:
        below = pieces.below("", f"{before.points:,}", _signed(check.points - before.points))
    cells.append(pieces.tile("In reserves", f"{check.points:,}<small>points</small>", share, below))
    room = float(check.room)
    number = text.number(abs(room))
    below = pieces.below(f"{check.unit_cap - check.units} more units" if check.unit_cap is not None else "any number of units")
    if before is not None:
        below = pieces.below("", f"{'−' if before.room < 0 else ''}{text.number(abs(before.room))}", _signed(room - float(before.room)))
    value = f"{number}<small>points</small>" if room >= 0 else f'<span class="tk-bad">{number}</span><small>points</small>'
    cells.append(pieces.tile("Room left" if room >= 0 else "Too much by", value, f"of {float(check.cap):,g} allowed", below))
    below = pieces.below(f"largest: {answer.sets.points[0]:,} points" if answer.sets.points else "")
    if pinned is not None:
        below = pieces.below("", f"{pinned.sets.count:,}", _signed(answer.sets.count - pinned.sets.count))
    cells.append(pieces.tile("Legal choices", f"{answer.sets.count:,}", "none waiting is one of them", below))
    return pieces.tiles(cells)


def _signed(number: float) -> str:
    return f"{'+' if number > 0 else '−'}{text.number(abs(number))}" if number else "no change"


def about(state: ArmyState) -> str:
    """What a pinned answer is about."""
    return f"{text.listed(list(state.waiting)) or 'nobody'} in reserves"


def differences(before: ArmyState, now: ArmyState) -> str:
    """In what the list of now differs from the pinned one, in words."""
    said: list[str] = []
    if now.system != before.system:
        said.append("another edition")
    if now.points != before.points:
        said.append(f"{now.points:,} points")
    said += [f"with {name}" for name in now.waiting if name not in before.waiting]
    said += [f"without {name}" for name in before.waiting if name not in now.waiting]
    if now.army != before.army:
        said.append("another list")
    return ", ".join(said) if said else "no change"


def warnings(answer: ArmyAnswer) -> str:
    """What is wrong with the choice."""
    if answer.check.legal:
        return '<ul class="tk-list"><li class="ok"><b>✓</b> Every rule is met.</li></ul>'
    return f'<ul class="tk-list">{"".join(f"<li><b>✗</b> {escape(each)}</li>" for each in answer.check.breaches)}</ul>'


def largest(answer: ArmyAnswer) -> str:
    """The largest legal choices."""
    rows = [
        [f"{points:,}", escape(", ".join(names)) or "nobody"] for names, points in zip(answer.sets.largest, answer.sets.points, strict=True)
    ]
    return sheet.table([("Points", True), ("Who waits (passengers come along)", False)], rows, "Nothing may wait.")


def rounds(answer: ArmyAnswer) -> str:
    """The timeline: one row a unit, one column a round."""
    frame = answer.timeline
    if not len(frame):
        return sheet.table([("Unit", False)], [], "Nobody waits.")
    numbers = sorted(frame["round"].unique().to_list())
    heads = "".join(f"<th>Round {number}</th>" for number in numbers)
    body = ""
    for unit in frame["unit"].unique(maintain_order=True):
        cells = ""
        for row in frame.filter(pl.col("unit") == unit).sort("round").iter_rows(named=True):
            mark = {"may arrive": "may", "destroyed": "dead"}.get(row["state"], "")
            sign = {"may arrive": "✓ ", "destroyed": "✗ "}.get(row["state"], "")
            why = row["why"] or row["ways"]
            cells += f'<td class="{mark}" title="{escape(row["ways"])}">{sign}{escape(row["state"])}<small>{escape(why)}</small></td>'
        body += f"<tr><td><b>{escape(unit)}</b></td>{cells}</tr>"
    table = f'<table class="tk-t tk-rounds"><thead><tr><th>Unit</th>{heads}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="tk-scroll">{table}</div>'


def in_words(state: ArmyState, answer: ArmyAnswer) -> str:
    """Question and answer as plain text."""
    check = answer.check
    verdict = "legal" if check.legal else "not legal: " + "; ".join(check.breaches)
    return (
        f"In reserves: {', '.join(state.waiting) or 'nobody'}. {check.points} of {text.number(check.cap)} points: {verdict}. "
        f"{answer.sets.count:,} choices are legal."
    )
