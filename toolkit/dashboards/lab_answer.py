"""What the Rules Lab says beside its pictures: pieces of HTML and text made from a Result and from the tables of the studies.

Every name from a profile or a file is escaped here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from toolkit.charts.amounts import Unit, is_nothing, signed, written
from toolkit.dashboards import text
from toolkit.dashboards.text import escape, percent
from toolkit.studies.faces import die_faces
from toolkit.studies.interactions import Measure

if TYPE_CHECKING:
    import polars as pl

IDLE = "Nothing is firing. Raise a weapon’s count under Weapons."
EMPTY = "No rule is switched on. Tick one under Rules to see what it adds."
_QUESTION = re.compile(r"What do(?:es)? (?P<who>.+?) do to (?P<whom>.+?)(?P<facts>,.*)?\?")
_DUST = 1e-12
_FACES = range(1, 7)
_SHORT = {
    "critical hit": "critical",
    "critical wound": "critical",
    "critical: wounds": "critical|wounds",
    "critical: no save": "critical|no save",
    "critical: mortal wounds": "critical|mortal wounds",
    "no wound": "fail",
}


def question(result: Any) -> str:
    """The question of the Lab, with the two units in bold."""
    found = _QUESTION.fullmatch(result.question)
    if found is None:
        return f'<div class="tk-q"><span>{escape(result.question)}</span></div>'
    who, whom, facts = (escape(found[name] or "") for name in ("who", "whom", "facts"))
    return f'<div class="tk-q"><span>What is each rule worth when <b>{who}</b> attack <b>{whom}</b>{facts}?</span></div>'


def heading(what: Measure) -> str:
    """The title of the waterfall."""
    title = {"models": "Average models slain", "wounds": "Average wounds removed"}.get(what.unit) or what.name[:1].upper() + what.name[1:]
    return f'<div class="tk-ch"><b>{escape(title)}, rule by rule</b></div>'


def waterfall_legend(unit: Unit, order: str, note: str = "") -> str:
    """The line under that title: colours and columns; with `note`, what is not as asked."""
    points = ", in points" if unit == "probability" else ""
    how = {"listed": "each on top of those above", "largest": "the strongest next", "fair": "its average over all orders"}[order]
    warned = f' · <span class="warn">! {escape(note)}</span>' if note else ""
    marks = '<i class="now">adds</i> · <i class="pin">takes away</i>'
    return f'<div class="tk-ch"><p>{marks} · right: what the rule adds ({how}{points}), running total{warned}</p></div>'


def pairs_legend(note: str = "") -> str:
    """The lines between the title of the pairs and their picture; `note` replaces the picture's key where there is no picture."""
    said = (
        escape(note)
        or 'grey: the rule alone · <i class="now">blue</i>: the pair is worth more than its parts · <i class="pin">orange</i>: less'
    )
    return f'<div class="tk-ch"><p>{said}</p></div>'


def strongest(frame: pl.DataFrame, unit: Unit) -> str:
    """The pair that is worth most beyond its parts and the one that is worth least, as a sentence each."""
    cells = [cell for cell in frame.to_dicts() if cell["first"] != cell["second"] and not is_nothing(cell["extra"], unit)]
    if not cells:
        return '<div class="tk-ch"><p>Every pair is worth what its two rules are worth apart.</p></div>' if len(frame) > 1 else ""
    best, worst = max(cells, key=lambda cell: cell["extra"]), min(cells, key=lambda cell: cell["extra"])
    said = []
    if best["extra"] > 0:
        said.append(_sentence(best, unit, '<i class="now">Best together</i>'))
    if worst["extra"] < 0:
        said.append(_sentence(worst, unit, '<i class="pin">Worst together</i>'))
    return f'<div class="tk-ch"><p>{"<br>".join(said)}</p></div>'


def _sentence(cell: dict[str, Any], unit: Unit, head: str) -> str:
    apart, together = signed(cell["alone_first"] + cell["alone_second"], unit), signed(cell["together"], unit)
    points = " points" if unit == "probability" else ""
    return f"{head}: {escape(cell['first'])} with {escape(cell['second'])}, {apart} apart, {together}{points} together."


def without_effect(names: list[str]) -> str:
    """The line that names the rules which the grid of pairs leaves out."""
    if not names:
        return ""
    return f'<div class="tk-ch"><p>Left out, because they change nothing alone or with one other: {escape(text.listed(names))}.</p></div>'


def reasons(result: Any, frame: pl.DataFrame, unit: Unit) -> dict[str, str]:
    """For each rule of a waterfall that changes nothing: why."""
    status = {rule.id: rule for rule in result.rules}
    found: dict[str, str] = {}
    for row in frame.iter_rows(named=True):
        rule = status.get(row["id"])
        if rule is None or not is_nothing(row["step"], unit):
            continue
        if rule.status == "in force":
            found[row["id"]] = "nothing to change here" if abs(row["step"]) < _DUST else "too little to show"
        else:
            found[row["id"]] = rule.reason or rule.status
    return found


def faces(result: Any, weapon: int) -> str:
    """One attack of weapon `weapon` (among those that fire), face by face, as a table."""
    if not result.resolved.attacks:
        return f'<div class="tk-chain">{IDLE}</div>'
    weapon = min(weapon, len(result.resolved.attacks) - 1)
    head = "".join(f'<th scope="col">{face}</th>' for face in _FACES)
    rows: list[str] = []
    after: list[str] = []
    group = 0
    for step in _steps(result, weapon):
        name, _, profile = step.name.partition(" (")
        if name in ("Hit", "Wound"):
            rows.append(_row(step, name, "", _cells(result, weapon, 0, name.lower())))
        elif name == "Save":
            rows.append(_row(step, "Save", profile.rstrip(")"), _cells(result, weapon, group, "save")))
            group += 1
        elif name == "Feel no pain":
            of = f" ({profile}" if profile else ""
            after.append(
                f"Each wound about to be lost is ignored on <b>{escape(step.needs)}</b>{escape(of)}; {percent(step.chance)} are lost."
            )
        elif name == "Damage":
            of = f" ({profile}" if profile else ""
            after.insert(0, f"<b>{escape(step.needs)}</b> damage{escape(of)}: {escape(', '.join(step.because))}.")
    table = (
        f'<table class="tk-die"><thead><tr><th scope="col">roll</th>{head}<th scope="col" class="n">goes on</th>'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    return f'{table}<div class="tk-ch"><p>{"<br>".join(after)}</p></div>'


def _steps(result: Any, weapon: int) -> list[Any]:
    """The steps of one weapon; each weapon's begin with its attacks."""
    place, found = -1, []
    for step in result.steps:
        place += step.name == "Attacks"
        if place == weapon:
            found.append(step)
    return found


def _cells(result: Any, weapon: int, group: int, roll: str) -> list[dict[str, Any]]:
    groups = len(result.resolved.attacks[weapon].against)
    frame = die_faces(result, weapon, min(group, groups - 1))
    return frame.filter(frame["roll"] == roll).to_dicts()


def _row(step: Any, name: str, profile: str, cells: list[dict[str, Any]]) -> str:
    because = " · ".join(step.because)
    needs = step.needs if cells or name == "Save" else step.needs or "automatic"
    of = f" {escape(profile)}" if profile else ""
    label = f'<th scope="row">{name}{of} <b>{escape(needs)}</b><small title="{escape(because)}">{escape(because)}</small></th>'
    goes_on = "" if step.chance is None else percent(step.chance)
    if not cells:
        word = {"Hit": "every attack hits, no roll", "Save": "no save: every wound goes through"}.get(name, escape(step.needs))
        body = f'<td class="yes" colspan="6">{word}</td>'
    else:
        body = "".join(_cell(name, cell) for cell in cells)
    return f'<tr>{label}{body}<td class="go">{escape(goes_on or "100%")}</td></tr>'


def _cell(name: str, cell: dict[str, Any]) -> str:
    word, _, more = str(_SHORT.get(cell["word"], cell["word"])).partition("|")
    if not more and word.startswith("critical: "):
        word, more = "critical", word.removeprefix("critical: ").replace("+1 hits", "+1 hit")
    if cell["again"]:
        more = f"{more}, new die" if more else "new die"
        word = word if cell["goes_on"] else "re-roll"
    critical = cell["word"].startswith("critical")
    kind = "again" if cell["again"] else "crit" if critical else "yes" if cell["goes_on"] else "no"
    small = f"<small>{escape(more)}</small>" if more else ""
    return f'<td class="{kind}">{escape(word)}{small}</td>'


def in_words(result: Any, frame: pl.DataFrame, what: Measure, start: float) -> str:
    """Question and waterfall as plain text: for the clipboard, and for those who cannot see the picture."""
    unit = what.unit
    first = frame["before"][0] if len(frame) else start
    lines = [f"{what.name[:1].upper()}{what.name[1:]}: {written(first, unit)} with none of the rules."]
    points = " points" if unit == "probability" else ""
    for row in frame.iter_rows(named=True):
        step = signed(row["step"], unit)
        said = "no change" if step == "0" else f"{step}{points}"
        lines.append(f"{row['rule']}: {said}, {written(row['after'], unit)} so far.")
    if result.not_calculated:
        lines.append(f"Not calculated: {', '.join(result.not_calculated)}.")
    return "\n".join(lines)
