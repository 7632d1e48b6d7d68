"""What the reserves planner says in words: question, tiles, breaches, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from toolkit.battlefield.breaches import Breach
from toolkit.battlefield.regions import Region
from toolkit.charts.board_columns import CLASSES
from toolkit.dashboards import pieces, sheet, text
from toolkit.dashboards.reserves_state import ReservesState
from toolkit.dashboards.text import escape
from toolkit.studies.charge_map import ChargeMap
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Gaps


@dataclass(frozen=True)
class ReservesAnswer:
    """The numbers on the screen.

    Attributes
    ----------
    breaches : tuple of Breach
        What is wrong with the unit where it stands.
    region : Region
        Where the middle of one of its bases may be.
    map : ChargeMap
        What each spot is worth.
    charges : polars.DataFrame
        Each charge from where it stands.
    rule : ChargeRule
        How it charges.
    gaps : Gaps or None
        What the other player leaves open.
    """

    breaches: tuple[Breach, ...]
    region: Region
    map: ChargeMap
    charges: pl.DataFrame
    rule: ChargeRule
    gaps: Gaps | None = None

    @property
    def legal(self) -> bool:
        """Whether the unit may stand where it was placed."""
        return not self.breaches


def spot(x: float, y: float) -> str:
    """A place on the table in words.

    Examples
    --------
    >>> spot(58, 20.25)
    '58.0″ across, 20.2″ up'
    """
    return f"{x:.1f}″ across, {y:.1f}″ up"


def marks(said: str) -> str:
    """Inches with the sign that the screens use."""
    return said.replace('"', "″")


def question(state: ReservesState) -> str:
    """The question in one sentence."""
    what = "and what can they charge?" if state.arrival.may_charge else "and who is close?"
    who, way = escape(state.arriving.name), escape(state.arrival.name)
    return (
        f'<div class="tk-q"><span>Where can <b>{who}</b> arrive by <b>{way}</b> in <b>round {state.battle_round}</b>, {what}</span></div>'
    )


def tiles(state: ReservesState, answer: ReservesAnswer) -> str:
    """The four headline numbers."""
    best, region = answer.map.best, answer.region
    first = marks(str(answer.breaches[0])) if answer.breaches else "every rule is met"
    verdict = "✓ Legal" if answer.legal else '<span class="tk-bad">✗ Not legal</span>'
    cells = [pieces.tile("This spot", verdict, first, pieces.below(spot(*state.spot)))]
    nearest = answer.charges.sort("distance").row(0, named=True) if len(answer.charges) else None
    off = f"{nearest['distance']:.1f}″ to {nearest['target']}" if nearest else ""
    likely = answer.charges.row(0, named=True) if len(answer.charges) else None
    if not state.arrival.may_charge:
        cells.append(pieces.tile("Charge from here", "–", f"no charge after {state.arrival.name}", pieces.below(off)))
        cells.append(pieces.tile("Best charge anywhere", "–", f"no charge after {state.arrival.name}", pieces.below("")))
    else:
        if not answer.legal:
            cells.append(pieces.tile("Charge from here", "–", "place the unit legally first", pieces.below(off)))
        elif likely is None:
            cells.append(pieces.tile("Charge from here", "–", "no enemy is on the table", pieces.below("")))
        else:
            chance = likely["chance"]
            said = text.odds(chance) if chance else "out of reach"
            cells.append(
                pieces.tile(
                    "Charge from here", text.percent(chance), said, pieces.below(f"{likely['distance']:.1f}″ to {likely['target']}")
                )
            )
        if best is None:
            cells.append(pieces.tile("Best charge anywhere", "–", "there is no legal spot", pieces.below("")))
        else:
            said = f"{text.odds(best.chance)}, {best.target}" if best.target else "nobody in reach"
            cells.append(pieces.tile("Best charge anywhere", text.percent(best.chance), said, pieces.below(spot(best.x, best.y))))
    room = f"{region.area:,.0f}<small>sq in</small>"
    cells.append(pieces.tile("Room to arrive", room, f"{text.percent(region.share)} of the board", pieces.below("for one base")))
    return pieces.tiles(cells)


def legend(state: ReservesState) -> str:
    """The line under the title of the picture."""
    parts = ["click to place"]
    if state.shown == "charge":
        parts.append('<i class="now">blue</i>: may arrive, stronger is a likelier charge')
    else:
        parts.append('<i class="now">blue</i>: the middle of a base may be there')
    if state.shown == "screen":
        parts.append(f'<i class="pin">orange</i>: within {state.within}″ of a unit')
    parts.append('<i class="pin">dashed rings</i>: too close to an enemy')
    return pieces.chart_note(" · ".join(parts))


def key(state: ReservesState, answer: ReservesAnswer) -> str:
    """The line under the picture: the classes of chances, or what is left open."""
    if state.shown == "charge":
        shades = "".join(f'<span><i style="opacity:{shade}"></i>{escape(said)}</span>' for _, shade, said in CLASSES)
        return f'<div class="tk-key"><b>Chance to charge</b>{shades}</div>'
    if answer.gaps is not None:
        worst = answer.gaps.frame.row(0, named=True) if len(answer.gaps.frame) else None
        said = f"{answer.gaps.area:,.0f} square inches are open within {state.within}″ of a unit"
        if answer.gaps.closed or worst is None:
            said = f"nothing can arrive within {state.within}″ of a unit"
        else:
            said += f", the worst {worst['distance']:.1f}″ from {escape(worst['target'])} at {spot(worst['x'], worst['y'])}"
        return f'<div class="tk-key"><span><b>Screen</b> {said}</span></div>'
    count = len(getattr(answer.region.polygon, "geoms", [1])) if answer.region.area else 0
    parts = "1 part" if count == 1 else f"{count} parts"
    return f'<div class="tk-key"><span><b>Region</b> {answer.region.area:,.1f} square inches in {parts}</span></div>'


def wrong(answer: ReservesAnswer) -> str:
    """Every breach."""
    if answer.legal:
        return '<ul class="tk-list"><li class="ok"><b>✓</b> Every rule is met.</li></ul>'
    shown = answer.breaches[:12]
    rest = len(answer.breaches) - len(shown)
    more = [f"<li><small>and {rest} more</small></li>"] if rest else []
    return f'<ul class="tk-list">{"".join([f"<li><b>✗</b> {escape(marks(str(each)))}</li>" for each in shown] + more)}</ul>'


def charges(state: ReservesState, answer: ReservesAnswer) -> str:
    """Each charge from the spot."""
    rows = [
        [
            escape(row["target"]),
            f"{row['distance']:.1f}″",
            "–" if row["needs"] is None or not state.arrival.may_charge else f"{row['needs']}+",
            text.percent(row["chance"]).replace("<", "&lt;") if state.arrival.may_charge else "–",
        ]
        for row in answer.charges.sort("distance").iter_rows(named=True)
    ]
    heads = [("Charge from this spot", False), ("Distance", True), ("Needs", True), ("Chance", True)]
    return sheet.table(heads, rows, "No enemy is on the table.")


def in_words(state: ReservesState, answer: ReservesAnswer) -> str:
    """Question and answer as plain text."""
    lines = [
        f"{state.arriving.name}, {state.arrival.name} in round {state.battle_round}, at {spot(*state.spot)}: "
        + ("legal" if answer.legal else "not legal: " + "; ".join(marks(str(each)) for each in answer.breaches))
    ]
    if state.arrival.may_charge and answer.legal:
        lines += [
            f"{row['target']}: {row['distance']:.1f}″, needs {row['needs']}+, {text.percent(row['chance'])}"
            for row in answer.charges.iter_rows(named=True)
            if row["chance"]
        ]
    lines.append(f"Room to arrive: {answer.region.area:.1f} square inches")
    return "\n".join(lines)


def said_of_units(state: ReservesState, answer: ReservesAnswer) -> dict[str, str]:
    """For hovering over a unit: how far it is, and the charge."""
    if not state.arrival.may_charge:
        return {row["target"]: f"{row['distance']:.1f}″ away" for row in answer.charges.iter_rows(named=True)}
    return {
        row["target"]: f"{row['distance']:.1f}″ away, charge {text.percent(row['chance'])}" for row in answer.charges.iter_rows(named=True)
    }


def described(state: ReservesState, answer: ReservesAnswer) -> str:
    """The picture in words, for screen readers."""
    legal: Any = "legal" if answer.legal else "not legal"
    return (
        f"Board of {state.board.size} with {len(state.board.units)} units; {state.arriving.name} at {spot(*state.spot)}, {legal}; "
        f"{answer.region.area:.0f} square inches to arrive in"
    )
