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
from toolkit.studies.ambush_arrival import ArrivalLaw, Arrivals


@dataclass(frozen=True)
class AmbushAnswer:
    """The numbers on the screen.

    Attributes
    ----------
    breaches : tuple of AmbushBreach
        Why the formation may not stand there.
    region : shapely geometry
        Where its middle may be, for this facing.
    widest : WidestFormation
        The widest formation that fits with this facing.
    arrivals : Arrivals or None
        When the units in ambush arrive; None if none are.
    """

    breaches: tuple[AmbushBreach, ...]
    region: BaseGeometry
    widest: WidestFormation
    arrivals: Arrivals | None

    @property
    def legal(self) -> bool:
        """Whether the formation may stand there."""
        return not self.breaches

    def law(self, name: str) -> ArrivalLaw | None:
        """When one unit arrives."""
        return next((each for each in self.arrivals.laws if each.name == name), None) if self.arrivals else None


def question(state: AmbushState) -> str:
    """The question in one sentence."""
    who = escape(state.unit or "the unit")
    formation = f"{state.models} models in {state.files} files"
    return f'<div class="tk-q"><span>When will <b>{who}</b> arrive, and do <b>{formation}</b> fit at the point?</span></div>'


def tiles(state: AmbushState, answer: AmbushAnswer) -> str:
    """The four headline numbers."""
    law = answer.law(state.unit)
    cells: list[str] = []
    if law is None or answer.arrivals is None:
        cells.append(pieces.tile("On the table by turn 3", "–", "no unit is in ambush", pieces.below("")))
    else:
        by = law.by(3)
        mean = "never arrives" if law.mean_turn is None else f"turn {float(law.mean_turn):.2f} on average"
        below = pieces.below(f"{text.percent(law.never)} never arrives" if law.never else mean)
        cells.append(pieces.tile("On the table by turn 3", text.percent(by), text.odds(by), below))
    verdict = "✓ Legal" if answer.legal else '<span class="tk-bad">✗ Not legal</span>'
    first = marks(answer.breaches[0].text) if answer.breaches else "every rule is met"
    cells.append(pieces.tile("This formation", verdict, first, pieces.below(spot(*state.centre))))
    room = f"{answer.region.area:,.1f}<small>sq in</small>" if answer.region.area else "none"
    cells.append(pieces.tile("Room for its middle", room, f"facing {state.facing:g}°", pieces.below("at this point, in this formation")))
    widest = answer.widest.formation
    if widest is None:
        cells.append(pieces.tile("Widest that fits", "none", marks(answer.widest.reason), pieces.below(f"facing {state.facing:g}°")))
    else:
        size = f"{widest.width:.1f}″ by {widest.depth:.1f}″"
        sure = "" if answer.widest.proven else ", perhaps wider"
        files = f"{widest.files}<small>files</small>"
        cells.append(
            pieces.tile("Widest that fits", files, f"{widest.ranks} ranks, {size}{sure}", pieces.below(f"facing {state.facing:g}°"))
        )
    return pieces.tiles(cells)


def legend() -> str:
    """The line under the title of the picture."""
    return pieces.chart_note(
        'click to place · <i class="now">blue</i>: where the middle of this formation may be · dashed: 6″ around the point, '
        "and the room that must be free of others"
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
    if len(answer.arrivals.laws) > 1:
        rows.append(["<b>all of them</b>", *(_percent(answer.arrivals.all_by(turn)) for turn in numbers), "", ""])
    return sheet.table(heads, rows)


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
