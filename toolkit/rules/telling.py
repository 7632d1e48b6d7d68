"""The ledger in words: which rule met which weapon, and the status of every rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from toolkit.rules import rule as r
from toolkit.rules.collect import Applied, Rulebook
from toolkit.rules.describe import describe_effect
from toolkit.rules.ledger import Entry, RuleStatus, Status
from toolkit.rules.scenario import Weapon
from toolkit.rules.system import System

_STEP_OF: dict[str, str] = {"hit": "Hit", "wound": "Wound", "save": "Save"}


def step_of(effect: r.Effect) -> str:
    """The step of the attack sequence that an effect touches; "" for none."""
    match effect:
        case r.ModifyRoll(roll) | r.Reroll(roll) | r.NoReroll(roll) | r.CriticalOn(roll) | r.Fails(roll) | r.OnlyUnmodified(roll):
            return _STEP_OF[roll]
        case r.IgnoreModifiers(of):
            return "Hit" if of == "skill" else _STEP_OF[of]
        case r.ChangeCharacteristic(name):
            return {"attacks": "Attacks", "skill": "Hit", "strength": "Wound", "ap": "Save", "damage": "Damage", "save": "Save"}[name]
        case r.AttacksPerModels():
            return "Attacks"
        case r.AutoHit() | r.ExtraHits():
            return "Hit"
        case r.AutoWound() | r.MortalWoundsOnCriticalWound():
            return "Wound"
        case r.DevastatingDamage() | r.Cover() | r.NoCover() | r.Invulnerable():
            return "Save"
        case r.FeelNoPain():
            return "Feel no pain"
        case r.ReduceDamage() | r.AllocateToCharacter():
            return "Damage"
        case r.Only(_, effect):
            return step_of(effect)
        case r.Grant() | r.TestAfterAttacks() | r.AtOnce() | r.NoEffectOnDice() | r.Sets() | r.Calculated():
            return ""


def filled(effect: r.Effect, x: str) -> r.Effect:
    """The effect with the number printed after the rule's name in place of "{x}"."""
    values: dict[str, Any] = {f.name: x for f in fields(effect) if getattr(effect, f.name) == "{x}"}
    return replace(effect, **values) if values and x else effect


def entries(weapon: Weapon, applied: Sequence[Applied], system: System) -> list[Entry]:
    """Ledger lines of one weapon: one for each effect of each rule that was named; rules of the game itself only when in force."""
    out: list[Entry] = []
    for each in applied:
        if each.found.rule.always and not each.in_force:
            continue
        for effect, in_force, reason in each.effects:
            if each.found.rule.always and isinstance(effect, r.NoEffectOnDice):
                continue
            words = describe_effect(filled(effect, each.found.x))
            step = "Hit" if system.cover == "skill" and isinstance(effect, r.Cover | r.NoCover) else step_of(effect)
            out.append(Entry(weapon.name, step, each.found.name, words, "in force" if in_force else "not in force", reason))
    return out


def statuses(system: System, book: Rulebook, met: Sequence[Applied]) -> tuple[RuleStatus, ...]:
    """Every record of the system with its status, then every name without a record."""
    best: dict[str, Applied] = {}
    for each in met:
        known = best.get(each.found.rule.id)
        if known is None or (each.in_force and not known.in_force):
            best[each.found.rule.id] = each
    for named in (*book.unit, *(one for weapon in book.weapons for one in weapon)):
        best.setdefault(named.found.rule.id, Applied(named.found, False, named.idle or "no weapon that has it is used"))
    out: list[RuleStatus] = []
    for rule in system.rules:
        each = best.get(rule.id)
        on = each is not None and not (rule.always and not each.in_force)
        status: Status = "off" if each is None else "in force" if each.in_force else "not in force"
        name = (
            each.found.name if each is not None and on else rule.name.replace(" {x}+", "").replace("{k}", "").replace("{x}", "").strip(" -")
        )
        out.append(
            RuleStatus(rule.id, name, rule.group, rule.side, rule.summary, status, each.reason if each else "", rule.example or rule.name)
        )
    for name in book.unknown:
        out.append(RuleStatus(name, name, "Without a record", "any", "The numbers leave it out.", "not calculated", "no record", name))
    return tuple(out)
