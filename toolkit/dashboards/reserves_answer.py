"""What the reserves planner says in words: question, legends, breaches, tables; `toolkit.dashboards.reserves_tiles` has the tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from toolkit.battlefield.breaches import Breach
from toolkit.battlefield.regions import Region
from toolkit.charts.board_columns import classes, round_top
from toolkit.dashboards import pieces, sheet, text
from toolkit.dashboards.reserves_state import ReservesState
from toolkit.dashboards.reserves_terrain import EFFECTIVE, HARMLESS
from toolkit.dashboards.reserves_worth import Worth
from toolkit.dashboards.text import escape
from toolkit.studies.charge_map import ChargeMap
from toolkit.studies.charge_prizes import charges_worth
from toolkit.studies.charge_rule import ChargeRule
from toolkit.studies.screening import Gaps


@dataclass(frozen=True)
class ReservesAnswer:
    """The numbers on the screen.

    Attributes
    ----------
    state : ReservesState
        What was asked.
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
    nearest_of : polars.Series or None
        For each cell of the map the inches to the closest enemy, where that is not the distance of its best charge.
    """

    state: ReservesState
    breaches: tuple[Breach, ...]
    region: Region
    map: ChargeMap
    charges: pl.DataFrame
    rule: ChargeRule
    gaps: Gaps | None = None
    nearest_of: pl.Series | None = None

    @property
    def legal(self) -> bool:
        """Whether the unit may stand where it was placed."""
        return not self.breaches

    @property
    def nearest(self) -> dict[str, Any] | None:
        """The charge at the closest enemy."""
        return self.charges.sort("distance").row(0, named=True) if len(self.charges) else None

    @property
    def likeliest(self) -> dict[str, Any] | None:
        """The charge that is best for the goal: the likeliest one, or the one with the most expected damage."""
        column = "value" if self.state.goal == "damage" else "chance"
        return self.charges.sort([column, "distance"], descending=[True, False]).row(0, named=True) if len(self.charges) else None

    @cached_property
    def here(self) -> float | None:
        """What the spot is worth for the goal; None where the unit may not stand or charge there, or has nobody to charge."""
        if not (self.legal and len(self.charges) and self.state.arrival.may_charge):
            return None
        if self.state.goal == "chance":
            return float(self.charges["chance"].max())  # type: ignore[arg-type]
        prizes = self.state.prizes
        return charges_worth(self.rule, [(name, inches, prizes[name]) for name, inches in self.charges.select("target", "distance").rows()])

    @property
    def best(self) -> float | None:
        """What the best spot is worth for the goal; None where there is none."""
        found = self.map.best
        return None if found is None or not self.state.arrival.may_charge else float(found.value)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """The cells of the map with the inches to the closest enemy and the expected damage."""
        frame = self.map.frame
        closest = frame["distance"] if self.nearest_of is None else self.nearest_of
        if self.state.goal == "damage":
            return frame.with_columns(closest.alias("nearest"), damage=pl.col("value"))
        prizes = {name: each.value for name, each in self.state.worths.items() if each.value is not None}
        worth = pl.col("target").replace_strict({"": 0.0, **prizes}, default=None, return_dtype=pl.Float64)
        return frame.with_columns(closest.alias("nearest"), damage=pl.col("chance") * worth)

    @property
    def most(self) -> float:
        """A round number that no spot of the map is worth more than; 1 for chances."""
        return round_top(self.best or 0.0) if self.state.goal == "damage" else 1.0


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
    goal = "and where does the charge do most?" if state.goal == "damage" else "and what can they charge?"
    what = goal if state.arrival.may_charge else "and who is close?"
    who, way = escape(state.arriving.name), escape(state.arrival.name)
    return (
        f'<div class="tk-q"><span>Where can <b>{who}</b> arrive by <b>{way}</b> in <b>round {state.battle_round}</b>, {what}</span></div>'
    )


def legend(state: ReservesState, pinned: bool = False, screened: bool = False) -> str:
    """The line under the title of the picture."""
    parts = ["click to place"]
    if state.shown in ("charge", "damage"):
        more = "likelier" if state.shown == "charge" else "more damage"
        parts.append(f'<i class="now">blue</i>: may arrive, stronger is {more}')
    else:
        parts.append('<i class="now">blue</i>: the middle of a base may be here')
    if state.shown == "screen":
        parts.append(f'<i class="pin">orange</i>: open within {state.within}″ of a unit')
    if screened:
        parts.append("<i>short dashes</i>: one more screen")
    if state.arrival.enemy:
        parts.append('<i class="pin">rings</i>: too close to an enemy')
    if pinned:
        parts.append('<i class="pin">long dashes</i>: where A may arrive')
    return pieces.chart_note(" · ".join(parts))


def key(state: ReservesState, answer: ReservesAnswer, more: str = "") -> str:
    """The lines under the picture: the classes of chances, or what is left open; `more` is HTML about one more screening unit."""
    if state.shown in ("charge", "damage"):
        damage = state.shown == "damage"
        shades = "".join(f'<span><i style="opacity:{shade}"></i>{escape(said)}</span>' for _, shade, said in classes(answer.most, damage))
        return f'<div class="tk-key"><b>{"Expected damage" if damage else "Chance to charge"}</b>{shades}</div>'
    if answer.gaps is not None:
        worst = answer.gaps.frame.row(0, named=True) if len(answer.gaps.frame) else None
        said = f"{answer.gaps.area:,.0f} square inches are open within {state.within}″ of a unit"
        if answer.gaps.closed or worst is None:
            said = f"nothing can arrive within {state.within}″ of a unit"
        else:
            said += f", the worst {worst['distance']:.1f}″ from {escape(worst['target'])} at {spot(worst['x'], worst['y'])}"
        return f'<div class="tk-key"><span><b>Screen</b> {said}</span><span>{more}</span></div>'
    if state.shown == "screen":
        said = f"{escape(state.arrival.name)} starts at a Transport on the table; a screen against it is not calculated"
        return f'<div class="tk-key"><span><b>Screen</b> {said}</span></div>'
    count = len(getattr(answer.region.polygon, "geoms", [1])) if answer.region.area else 0
    parts = "1 part" if count == 1 else f"{count} parts"
    return f'<div class="tk-key"><span><b>Region</b> {answer.region.area:,.1f} square inches in {parts}</span></div>'


def progress(how_far: str) -> str:
    """The lines under the picture while a screen is looked for."""
    return f'<div class="tk-key" role="status"><span><b>One more screen</b> {escape(how_far)}</span></div>'


def wrong(answer: ReservesAnswer) -> str:
    """Every breach."""
    if answer.legal:
        return '<ul class="tk-list"><li class="ok"><b>✓</b> Every rule is met.</li></ul>'
    shown = answer.breaches[:12]
    rest = len(answer.breaches) - len(shown)
    more = [f"<li><small>and {rest} more</small></li>"] if rest else []
    return f'<ul class="tk-list">{"".join([f"<li><b>✗</b> {escape(marks(str(each)))}</li>" for each in shown] + more)}</ul>'


def charges(state: ReservesState, answer: ReservesAnswer) -> str:
    """Each charge from the spot, with what it is worth."""
    may = state.arrival.may_charge
    rows = [
        [
            escape(row["target"]),
            f"{row['distance']:.1f}″",
            "–" if row["needs"] is None or not may else f"{row['needs']}+",
            text.percent(row["chance"]).replace("<", "&lt;") if may else "–",
            _worth(state.worths[row["target"]]),
            "–" if state.worths[row["target"]].value is None or not may else escape(text.mean(row["value"])),
        ]
        for row in answer.charges.sort("distance").iter_rows(named=True)
    ]
    names = ("Distance", "Needs", "Chance", "Worth", "Expected")
    return sheet.table([("Target", False), *((name, True) for name in names)], rows, "No enemy is on the table.")


def _worth(worth: Worth) -> str:
    value = "–" if worth.value is None else escape(text.mean(worth.value))
    return f'<span title="{escape(worth.said)}">{value} <i class="tk-src">{worth.source}</i></span>'


def ground() -> str:
    """The line above the table of terrain: which kinds change an answer."""
    others = "all other kinds, and heights, are drawn and named only"
    return pieces.chart_note(
        f"<i>{escape(text.listed(list(EFFECTIVE)))}</i>: nothing can be set up on it, and no screen stands on it · {others}."
    )


def notes(state: ReservesState) -> str:
    """What the numbers leave out: rules of the fights, what terrain does besides closing ground, worths that nobody knows."""
    out: list[str] = []
    kinds = sorted({each.kind for each in state.board.terrain} - set(HARMLESS))
    idle = [kind for kind in kinds if kind not in EFFECTIVE]
    if kinds:
        out.append("terrain in the way of a charge")
    high = [each.name for each in state.board.units if any(model.z for model in each.models)]
    if high:
        out.append(f"the height of {escape(text.listed(high))} in charges, which are measured flat")
    if idle:
        out.append(f"whatever else terrain of the kind {escape(text.listed(idle))} does")
    rules = dict.fromkeys(name for each in state.worths.values() for name in each.not_calculated)
    if rules:
        out.append(f"in the fights {escape(', '.join(rules))}")
    failed = dict.fromkeys(each.said for each in state.worths.values() if each.failed)
    out += [f"a fight ({escape(said)})" for said in failed]
    unknown = [name for name, each in state.worths.items() if each.value is None]
    if unknown and state.goal == "damage":
        who = "any unit" if len(unknown) == len(state.worths) else escape(text.listed(unknown))
        out.append(f"what a charge at {who} is worth (pick datasheets, or write a number under Worth)")
    if not out:
        return '<div class="tk-cal">✓ Everything on the table is calculated.</div>'
    return f'<div class="tk-cal nc"><b>! Not calculated:</b> {"; ".join(out)}.</div>'


def in_words(state: ReservesState, answer: ReservesAnswer) -> str:
    """Question and answer as plain text."""
    lines = [
        f"{state.arriving.name}, {state.arrival.name} in round {state.battle_round}, at {spot(*state.spot)}: "
        + ("legal" if answer.legal else "not legal: " + "; ".join(marks(str(each)) for each in answer.breaches))
    ]
    if state.arrival.may_charge and answer.legal:
        lines += [
            f"{row['target']}: {row['distance']:.1f}″, needs {row['needs']}+, {text.percent(row['chance'])}" + _expected(state, row)
            for row in answer.charges.iter_rows(named=True)
            if row["chance"]
        ]
    lines.append(f"Room to arrive: {answer.region.area:.1f} square inches")
    return "\n".join(lines)


def _expected(state: ReservesState, row: dict[str, Any]) -> str:
    worth = state.worths[row["target"]]
    if worth.value is None:
        return ""
    return f", expected damage {text.mean(row['value'])} of {text.mean(worth.value)} ({worth.source})"


def said_of_units(state: ReservesState, answer: ReservesAnswer) -> dict[str, str]:
    """For hovering over a unit: how far it is, and the charge."""
    if not state.arrival.may_charge:
        return {row["target"]: f"{row['distance']:.1f}″ away" for row in answer.charges.iter_rows(named=True)}
    return {
        row["target"]: f"{row['distance']:.1f}″ away, charge {text.percent(row['chance'])}{_expected(state, row)}"
        for row in answer.charges.iter_rows(named=True)
    }


def described(state: ReservesState, answer: ReservesAnswer) -> str:
    """The picture in words, for screen readers."""
    legal: Any = "legal" if answer.legal else "not legal"
    return (
        f"Board of {state.board.size} with {len(state.board.units)} units; {state.arriving.name} at {spot(*state.spot)}, {legal}; "
        f"{answer.region.area:.0f} square inches to arrive in"
    )
