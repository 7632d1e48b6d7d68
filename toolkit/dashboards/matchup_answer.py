"""What the Matchup dashboard says about a result: small pieces of HTML and text, made from a Result and nothing else.

`against` is the pinned result A, where there is one. Every name from a profile or a file is escaped here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby
from typing import Any

from toolkit.dashboards import pieces, text
from toolkit.dashboards.text import escape, mean, odds, percent
from toolkit.studies.question import counted

NOBODY_FIRES = "<b>Nothing is firing.</b> Raise a weapon’s count under Attacker."
LONGEST_COPY = 20_000
_QUESTION = re.compile(r"(?P<before>What do(?:es)? )(?P<who>.+?)(?P<middle> do to )(?P<whom>.+?)(?P<facts>,.*)?\?")
_STEP_NAMES = {"Save": "Fail the save", "Feel no pain": "Fail to ignore it"}
_MARKS = {"in force": ("on", "✓ in force"), "not in force": ("no", "– not in force"), "not calculated": ("nc", "! not calculated")}


def fires(result: Any) -> bool:
    """Whether any weapon of the attacker is used."""
    return any(weapon.count for weapon in result.scenario.attacker.weapons)


def question(result: Any) -> str:
    """The question, with the two units in bold."""
    found = _QUESTION.fullmatch(result.question)
    if found is None:
        return f'<div class="tk-q"><span>{escape(result.question)}</span></div>'
    part = {name: escape(value or "") for name, value in found.groupdict().items()}
    said = f"{part['before']}<b>{part['who']}</b>{part['middle']}<b>{part['whom']}</b>{part['facts']}?"
    return f'<div class="tk-q"><span>{said}</span></div>'


def tiles(result: Any, k: int, against: Any = None) -> str:
    """The four headline numbers."""
    models, wounds = result.slain.high, result.damage.high
    models, wounds = _size(result) or models, _wounds(result) or wounds
    names = ("Unit destroyed", f"At least {k} of {models} slain", "Average models slain", "Average wounds removed")
    if not fires(result):
        cells = [pieces.tile(name, "–", "", "") for name in names]
    else:
        slain, lost = result.slain, float(result.damage_rolled) - float(result.mean_damage)
        p_k = slain.at_least(k)
        cells = [
            pieces.tile(
                names[0],
                percent(result.p_destroyed),
                odds(result.p_destroyed),
                _chance(result.p_destroyed, against and against.p_destroyed, f"someone survives {percent(1 - result.p_destroyed)}"),
            ),
            pieces.tile(
                names[1],
                percent(p_k),
                odds(p_k),
                _chance(p_k, against and against.slain.at_least(k), f"{'none' if k == 1 else f'{k - 1} or fewer'} {percent(1 - p_k)}"),
            ),
            pieces.tile(
                names[2],
                f"{mean(result.mean_slain)}<small>of {models}</small>",
                text.usual(slain.quantile(0.1), slain.quantile(0.9)),
                _average(result.mean_slain, against and against.mean_slain, f"most often {_likeliest(slain)}"),
            ),
            pieces.tile(
                names[3],
                f"{mean(result.mean_damage)}<small>of {wounds}</small>",
                text.usual(result.damage.quantile(0.1), result.damage.quantile(0.9)),
                _average(
                    result.mean_damage, against and against.mean_damage, f"{mean(result.damage_rolled)} rolled, {mean(max(lost, 0))} lost"
                ),
            ),
        ]
    return pieces.tiles(cells)


def chain(result: Any) -> str:
    """One line from attacks to damage: with one weapon what its dice need, with several the averages."""
    arrow = "<em>→</em>"
    if not fires(result):
        return f'<div class="tk-chain">{NOBODY_FIRES}</div>'
    weapons = [steps for _, steps in groupby(result.steps, key=lambda step: step.weapon)]
    if sum(1 for weapon in result.scenario.attacker.weapons if weapon.count) > 1 or len(weapons) != 1:
        stages = (("attacks", "attacks"), ("hits", "hits"), ("wounds", "wounds"), ("unsaved", "unsaved"))
        parts = [f"<b>{text.number(result.stage(key).mean())}</b> {name}" for key, name in stages]
        parts += [f"<b>{mean(result.mean_damage)}</b> wounds removed", f"<b>{mean(result.mean_slain)}</b> slain"]
        return f'<div class="tk-chain">On average {arrow.join(parts)}</div>'
    parts = [f"<b>{float(result.stage('attacks').mean()):.1f}</b> attacks"]
    parts += [part for step in result.steps if (part := _link(step))]
    return f'<div class="tk-chain">{arrow.join(parts)}</div>'


def _link(step: Any) -> str:
    name, needs = step.name.partition(" (")[0], escape(step.needs)
    beside = step.name[len(name) :]
    chance = "" if step.chance is None else f" {percent(step.chance)}"
    if name in ("Hit", "Wound"):
        verb = f"{name.lower()} on " if needs[:1].isdigit() else f"{name.lower()} "
        return f"{verb}<b>{needs}</b>{chance}"
    if name == "Save":
        return f"save{escape(beside)} on <b>{needs}</b> fails{chance}" if needs[:1].isdigit() else f"<b>{needs}</b>{escape(beside)}"
    if name == "Feel no pain":
        return f"ignored on <b>{needs}</b>{escape(beside)}, lost{chance}"
    return f"<b>{needs}</b> damage each" if name == "Damage" else ""


def notes(result: Any) -> str:
    """What is left out of the numbers, and what is against the rules."""
    if result.not_calculated:
        names = escape(", ".join(result.not_calculated))
        said = f'<div class="tk-cal nc"><b>! Not calculated:</b> {names}. The numbers leave it out.</div>'
    else:
        said = '<div class="tk-cal">✓ Every rule that is switched on is calculated.</div>'
    said += "".join(f'<div class="tk-note"><b>! Check:</b> {escape(_sentence(warning))}</div>' for warning in result.warnings)
    hazard = getattr(result, "hazard", None)
    if hazard is not None and hazard.mean() > 0:
        own = f"the attacking unit suffers {mean(hazard.mean())} mortal wounds on average; at least one {percent(hazard.at_least(1))}"
        said += f'<div class="tk-note"><b>! Hazardous:</b> {own}.</div>'
    return said


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def stages_legend(compared: bool) -> str:
    """The same for the chart of the stages."""
    ticks = 'ticks: <i>now</i>, <i class="pin">A</i>' if compared else "tick: average"
    return pieces.chart_note(f"strong: likely · {ticks} · right: average, usual range")


def why(result: Any, k: int, fractions: bool) -> str:
    """The table of steps; with `fractions`, the exact chances too, and those of the whole attack below."""
    if not fires(result):
        return f'<div class="tk-chain">{NOBODY_FIRES}</div>'
    rows: list[str] = []
    used = [(i, weapon) for i, weapon in enumerate(result.scenario.attacker.weapons) if weapon.count]
    grouped = [(name, list(steps)) for name, steps in groupby(result.steps, key=lambda step: step.weapon)]
    for position, (name, steps) in enumerate(grouped):
        index = position if len(grouped) == len(used) else None  # stages count the weapons that fire
        if len(grouped) > 1:
            count = f"{used[position][1].count} × " if index is not None else ""
            rows.append(f'<tr><th scope="rowgroup" colspan="4">{count}{escape(name)}</th></tr>')
        for step in steps:
            rows.append(_row(result, step, index, fractions))
    if fractions and result.exact:
        whole = (("Unit destroyed", result.p_destroyed), (f"At least {k} slain", result.slain.at_least(k)))
        rows.append('<tr><th scope="rowgroup" colspan="4">All together</th></tr>')
        rows += [f'<tr><td>{name}</td><td></td><td class="n">{_exact(chance)}</td><td></td></tr>' for name, chance in whole]
        averages = (("Average models slain", result.mean_slain), ("Average wounds removed", result.mean_damage))
        rows += [f'<tr><td>{name}</td><td></td><td class="n">{_exact(value, mean)}</td><td></td></tr>' for name, value in averages]
    head = '<tr><th>Step</th><th>Needs</th><th class="n">Chance</th><th>Because</th></tr>'
    return f'<div class="tk-scroll"><table class="tk-t tk-steps"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _row(result: Any, step: Any, index: int | None, fractions: bool) -> str:
    name, _, beside = step.name.partition(" (")
    label = str(_STEP_NAMES.get(name, name)) + (f" ({beside}" if beside else "")
    if step.chance is not None:
        chance = _exact(step.chance) if fractions else percent(step.chance)
    elif name == "Attacks":
        stage = result.stage("attacks") if index is None else result.stage("attacks", weapon=index)
        chance = f"<small>average</small> {float(stage.mean()):.1f}"
    else:
        chance = ""
    because = escape(" · ".join(step.because))
    return f'<tr><td>{escape(label)}</td><td>{escape(step.needs)}</td><td class="n">{chance}</td><td>{because}</td></tr>'


def _exact(chance: Any, written: Any = percent) -> str:
    """A number, with its fraction where that can be read, else with a button that copies it."""
    said = escape(written(chance))
    if not isinstance(chance, Fraction):
        return said
    short = text.fraction(chance)
    if short is not None:
        return f"{said} <small>({short})</small>"
    if chance.denominator.bit_length() + chance.numerator.bit_length() > 3 * LONGEST_COPY:
        return f"{float(chance):.6g}"
    whole = f"{chance.numerator}/{chance.denominator}"
    return f'{said} <small>({float(chance):.6g})</small> <button type="button" class="tk-copy" data-copy="{whole}">copy exact</button>'


def ledger(result: Any) -> str:
    """Every rule that met a weapon: what it changed, or why not."""
    rows = []
    for entry in result.entries:
        mark, status = _MARKS.get(entry.status, ("", entry.status))
        cells = (entry.weapon, entry.step, entry.rule, entry.effect)
        rows.append(
            "<tr>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + f'<td class="{mark}">{escape(status)}</td><td>{escape(entry.reason)}</td></tr>'
        )
    if not rows:
        return '<div class="tk-chain">No rule met a weapon.</div>'
    head = "".join(f"<th>{name}</th>" for name in ("Weapon", "Step", "Rule", "Effect", "Status", "Because"))
    return (
        f'<div class="tk-scroll tk-ledger"><table class="tk-t"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def in_words(result: Any, k: int) -> str:
    """Question and answer as plain text, for the clipboard."""
    if not fires(result):
        return f"{result.question}\nNothing is firing."
    size = _size(result)
    lines: list[str] = [
        result.question,
        f"Unit destroyed: {percent(result.p_destroyed)}",
        f"At least {k} of {size} slain: {percent(result.slain.at_least(k))}",
        f"Average models slain: {mean(result.mean_slain)} of {size}",
        f"Average wounds removed: {mean(result.mean_damage)} of {_wounds(result)} ({mean(result.damage_rolled)} rolled)",
    ]
    if result.not_calculated:
        lines.append(f"Not calculated: {', '.join(result.not_calculated)}")
    return "\n".join([*lines, *(f"Check: {warning}" for warning in result.warnings)])


def _chance(now: Any, before: Any, otherwise: str) -> str:
    return pieces.below(otherwise) if before is None else pieces.below(otherwise, percent(before), text.points(now, before))


def _average(now: Any, before: Any, otherwise: str) -> str:
    return pieces.below(otherwise) if before is None else pieces.below(otherwise, mean(before), text.change(now, before))


def _likeliest(pmf: Any) -> int:
    return max(pmf.items(), key=lambda item: item[1])[0]


def _size(result: Any) -> int:
    return sum(models.count for models in result.scenario.defender.models)


def _wounds(result: Any) -> int:
    return sum(models.count * models.wounds for models in result.scenario.defender.models)


def differences(before: Any, now: Any, system: Any) -> str:
    """What the scenario `now` has that `before` has not, in the words of `system`."""
    found: list[str] = []
    if before.attacker.name != now.attacker.name:
        found.append(now.attacker.name or "another attacker")
    guns = [{weapon.name: weapon.count for weapon in side.attacker.weapons} for side in (before, now)]
    if guns[0] != guns[1]:
        found.append(text.listed([f"{count} × {name}" for name, count in guns[1].items()]) or "no weapons")
    sizes = [sum(models.count for models in side.defender.models) for side in (before, now)]
    if before.defender.name != now.defender.name:
        found.append(f"into {counted(sizes[1], now.defender.name)}")
    elif sizes[0] != sizes[1]:
        found.append(f"{sizes[1]} models")
    for fact in system.facts:
        value = now.situation.get(fact.key, fact.default)
        if before.situation.get(fact.key, fact.default) != value:
            said = ("yes" if value else "no") if isinstance(value, bool) else value
            found.append(f"{fact.label.lower()} {said}")
    mine, theirs = _rules(now, system), _rules(before, system)
    found += [f"+ {name}" for name in mine if name not in theirs] + [f"{text.MINUS} {name}" for name in theirs if name not in mine]
    modifiers = [tuple(weapon.modifiers for weapon in side.attacker.weapons) for side in (before, now)]
    if guns[0] == guns[1] and modifiers[0] != modifiers[1]:
        found.append("other modifiers")
    return ", ".join(found) or "the same"


def _rules(scenario: Any, system: Any) -> dict[str, None]:
    names = [*scenario.rules, *scenario.attacker.rules, *scenario.defender.rules]
    for weapon in scenario.attacker.weapons:
        names += weapon.abilities
    found = ((name, system.find(name)) for name in names)
    return dict.fromkeys(rule.name if rule is not None else name for name, rule in found)
