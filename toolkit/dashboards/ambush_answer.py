"""What the ambush planner says in words: question, tiles, reasons, the table of turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shapely.geometry.base import BaseGeometry

from toolkit.battlefield.ambush import AmbushBreach
from toolkit.battlefield.ambush_search import WidestFormation
from toolkit.dashboards import pieces, sheet, text
from toolkit.dashboards.ambush_state import AmbushState
from toolkit.dashboards.reserves_answer import marks, spot
from toolkit.dashboards.text import escape
from toolkit.studies.ambush_arrival import EDITIONS, ArrivalLaw, Arrivals

MOST_ROWS = 6
"""Rows of "at least" in the table of turns; the last is all of them."""


@dataclass(frozen=True)
class AmbushAnswer:
    """The numbers on the screen.

    Attributes
    ----------
    state : AmbushState
        What was asked.
    breaches : tuple of AmbushBreach
        Why the formation may not stand there.
    region : shapely geometry
        Where its middle may be, for this facing.
    widest : WidestFormation
        The widest formation that fits with this facing.
    arrivals : Arrivals or None
        When the units in ambush arrive; None if none are.
    """

    state: AmbushState
    breaches: tuple[AmbushBreach, ...]
    region: BaseGeometry
    widest: WidestFormation
    arrivals: Arrivals | None

    @property
    def legal(self) -> bool:
        """Whether the formation may stand there."""
        return not self.breaches

    @property
    def shown(self) -> ArrivalLaw | None:
        """When the unit arrives that the chart is about."""
        return self.law(self.state.unit)

    def law(self, name: str) -> ArrivalLaw | None:
        """When one unit arrives."""
        return next((each for each in self.arrivals.laws if each.name == name), None) if self.arrivals else None


def question(state: AmbushState) -> str:
    """The question in one sentence."""
    who = escape(state.unit or "the unit")
    formation = f"{state.models} models in {state.files} files"
    return f'<div class="tk-q"><span>When will <b>{who}</b> arrive, and do <b>{formation}</b> fit at the point?</span></div>'


def tiles(answer: AmbushAnswer, pinned: AmbushAnswer | None = None) -> str:
    """The four headline numbers; `pinned` is the answer A."""
    return pieces.tiles([_turn(answer, pinned), _verdict(answer, pinned), _room(answer, pinned), _widest(answer, pinned)])


def _turn(answer: AmbushAnswer, pinned: AmbushAnswer | None) -> str:
    name, now, before = "On the table by turn 3", answer.shown, pinned.shown if pinned else None
    if now is None:
        return pieces.tile(name, "–", "no unit is in ambush", pieces.below("", _by(before), "–") if pinned else pieces.below(""))
    if pinned is not None:
        below = pieces.below("", _by(before), text.points(now.by(3), before.by(3)) if before else _by(now))
    elif now.never:
        below = pieces.below(f"{text.percent(now.never)} never arrives")
    else:
        below = pieces.below("never arrives" if now.mean_turn is None else f"turn {float(now.mean_turn):.2f} on average")
    return pieces.tile(name, text.percent(now.by(3)), text.odds(now.by(3)), below)


def _by(law: ArrivalLaw | None) -> str:
    return "–" if law is None else text.percent(law.by(3))


def _verdict(answer: AmbushAnswer, pinned: AmbushAnswer | None) -> str:
    said = {True: "✓ Legal", False: "✗ Not legal"}
    verdict = said[True] if answer.legal else f'<span class="tk-bad">{said[False]}</span>'
    first = marks(answer.breaches[0].text) if answer.breaches else "every rule is met"
    below = pieces.below(spot(*answer.state.centre))
    if pinned is not None:
        below = pieces.below("", said[pinned.legal].lower(), "no change" if pinned.legal == answer.legal else said[answer.legal].lower())
    return pieces.tile("This formation", verdict, first, below)


def _room(answer: AmbushAnswer, pinned: AmbushAnswer | None) -> str:
    area, facing = answer.region.area, answer.state.facing
    below = pieces.below("in this formation")
    if pinned is not None:
        more = round(area, 1) - round(pinned.region.area, 1)
        change = f"{'+' if more > 0 else '−'}{abs(more):,.1f}" if abs(more) > 0.05 else "no change"
        below = pieces.below("", f"{pinned.region.area:,.1f}", change)
    return pieces.tile("Room for its middle", f"{area:,.1f}<small>sq in</small>" if area else "none", f"facing {facing:g}°", below)


def _widest(answer: AmbushAnswer, pinned: AmbushAnswer | None) -> str:
    widest, facing = answer.widest.formation, f"facing {answer.state.facing:g}°"
    below = pieces.below(facing)
    if pinned is not None:
        before, now = (each.widest.formation.files if each.widest.formation else 0 for each in (pinned, answer))
        below = pieces.below("", f"{before} files" if before else "none", text.signed(now - before) if now != before else "no change")
    if widest is None:
        return pieces.tile("Widest that fits", "none", marks(answer.widest.reason), below)
    size = f"{widest.width:.1f}″ by {widest.depth:.1f}″"
    sure = "" if answer.widest.proven else ", perhaps wider"
    return pieces.tile("Widest that fits", f"{widest.files}<small>files</small>", f"{widest.ranks} ranks, {size}{sure}", below)


def about(state: AmbushState) -> str:
    """What a pinned answer is about."""
    return f"{state.unit or 'nobody'}, {state.models} models in {state.files} files, point at {spot(state.point.x, state.point.y)}"


def differences(before: AmbushState, now: AmbushState) -> str:
    """In what the state of now differs from the pinned one, in words."""
    said: list[str] = []
    if now.edition != before.edition:
        said.append(EDITIONS[now.edition].name)
    if now.unit != before.unit:
        said.append(f"about {now.unit or 'nobody'}")
    if now.waiting != before.waiting:
        said.append("other units in ambush")
    if now.point != before.point:
        said.append(f"point at {spot(now.point.x, now.point.y)}")
    if (now.base, now.models) != (before.base, before.models):
        said.append(f"{now.models} models on {now.base}")
    if now.files != before.files:
        said.append(f"{now.files} files")
    if now.facing != before.facing:
        said.append(f"facing {now.facing:g}°")
    if now.centre != before.centre:
        said.append(f"middle at {spot(*now.centre)}")
    if now.corners != before.corners:
        said.append({"three": "three corners", "all": "all corners"}[now.corners])
    if now.board != before.board:
        said.append("another table")
    return ", ".join(said) if said else "no change"


def legend(pinned: bool = False) -> str:
    """The line under the title of the picture."""
    before = ' · <i class="pin">long dashes</i>: A\'s' if pinned else ""
    return pieces.chart_note(
        f'click to place · <i class="now">blue</i>: where its middle may be{before} · dashed: 6″ around the point, and what must be free'
    )


def key(answer: AmbushAnswer) -> str:
    """The line under the picture."""
    said = marks(answer.widest.reason)
    return f'<div class="tk-key"><span><b>Widest formation</b> {escape(said)}</span></div>'


def wrong(answer: AmbushAnswer) -> str:
    """Every reason why the formation may not stand there."""
    if answer.legal:
        return '<ul class="tk-list"><li class="ok"><b>✓</b> Every rule is met.</li></ul>'
    return f'<ul class="tk-list">{"".join(f"<li><b>✗</b> {escape(marks(each.text))}</li>" for each in answer.breaches)}</ul>'


def turns(answer: AmbushAnswer) -> str:
    """When each unit arrives: what has arrived by the end of each turn."""
    if answer.arrivals is None:
        return sheet.table([("Unit", False)], [], "No unit is in ambush. Add one.")
    numbers: Any = answer.arrivals.rule.numbers
    heads = [("On the table by", False), *((f"turn {turn}", True) for turn in numbers), ("never", True), ("turns on it", True)]
    rows = [
        [escape(law.name), *(_percent(law.by(turn)) for turn in numbers), _percent(law.never), text.mean(law.turns_on_table)]
        for law in answer.arrivals.laws
    ]
    return sheet.table(heads, [*rows, *_at_least(answer.arrivals)])


def _at_least(arrivals: Arrivals) -> list[list[str]]:
    """How many are there by the end of each turn: at least one, two ..., all; each unit on the die counts."""
    total = sum(unit.count for unit in arrivals.units)
    if total < 2:
        return []
    there = {turn: arrivals.by(turn) for turn in arrivals.rule.numbers}
    shown = sorted({*range(1, min(total, MOST_ROWS)), total})
    names = {count: f"at least {count}" for count in shown} | {total: f"all {total}"}
    return [[f"<b>{names[count]}</b>", *(_percent(law.at_least(count)) for law in there.values()), "", ""] for count in shown]


def scoring(answer: AmbushAnswer) -> str:
    """What late arrival costs."""
    if answer.arrivals is None:
        return pieces.chart_note("")
    rule = answer.arrivals.rule
    automatic = f"from turn {rule.automatic_from} on no roll is needed" if rule.automatic_from else "every turn needs a roll"
    return pieces.chart_note(
        f"{escape(rule.name)}: {rule.need}+ from turn {rule.first_turn} on · {automatic} · no scoring from turn {rule.scoring_lost_from} on"
    )


def in_words(state: AmbushState, answer: AmbushAnswer) -> str:
    """Question and answer as plain text."""
    lines = [
        f"{state.models} models in {state.files} files on {state.base}, facing {state.facing:g}°, middle at {spot(*state.centre)}, "
        f"point at {spot(state.point.x, state.point.y)}: "
        + ("legal" if answer.legal else "not legal: " + "; ".join(marks(each.text) for each in answer.breaches)),
        f"Widest with this facing: {marks(answer.widest.reason)}",
    ]
    for law in answer.arrivals.laws if answer.arrivals else ():
        by = ", ".join(f"turn {turn} {text.percent(law.by(turn))}" for turn in law.rule.numbers)
        lines.append(f"{law.name}, on the table by {by}; never {text.percent(law.never)}")
    return "\n".join(lines)


def _percent(chance: Any) -> str:
    return text.percent(chance).replace("<", "&lt;").replace(">", "&gt;")
