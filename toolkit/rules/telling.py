"""Words for what `toolkit.rules.resolve` did: the steps of the attack sequence, the ledger, and the status of every rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from toolkit.dice.one_die import DieTest, odds
from toolkit.dice.pmf import Pmf
from toolkit.rules import rule as r
from toolkit.rules.collect import Applied, Rulebook
from toolkit.rules.describe import describe_effect
from toolkit.rules.ledger import Entry, RuleStatus, Step
from toolkit.rules.numbers import Numbers
from toolkit.rules.scenario import Models, Weapon
from toolkit.rules.system import System

if TYPE_CHECKING:
    from toolkit.rules.resolve import Save


@dataclass(frozen=True, slots=True)
class Told:
    """Everything there is to say about one weapon's attacks."""

    weapon: Weapon
    numbers: Numbers
    models: tuple[Models, ...]
    hit: DieTest | None
    wound: DieTest
    strength: int
    toughness: int
    ap: int
    saves: tuple[Save, ...]
    damages: tuple[Pmf, ...]


_STEP_OF: dict[str, str] = {"hit": "Hit", "wound": "Wound", "save": "Save"}


def step_of(effect: r.Effect) -> str:
    """The step of the attack sequence that an effect touches; "" for none."""
    match effect:
        case r.ModifyRoll(roll) | r.Reroll(roll) | r.CriticalOn(roll) | r.Fails(roll) | r.OnlyUnmodified(roll):
            return _STEP_OF[roll]
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
        case r.Grant() | r.TestAfterAttacks() | r.NoEffectOnDice():
            return ""


def filled(effect: r.Effect, x: str) -> r.Effect:
    """The effect with the number printed after the rule's name in place of "{x}"."""
    values: dict[str, Any] = {f.name: x for f in fields(effect) if getattr(effect, f.name) == "{x}"}
    return replace(effect, **values) if values and x else effect


def entries(weapon: Weapon, applied: Sequence[Applied]) -> list[Entry]:
    """Ledger lines of one weapon: one for each effect of each rule that was named; rules of the game itself only when in force."""
    out: list[Entry] = []
    for each in applied:
        if each.found.rule.always and not each.in_force:
            continue
        for effect, in_force, reason in each.effects:
            if each.found.rule.always and isinstance(effect, r.NoEffectOnDice):
                continue
            words = describe_effect(filled(effect, each.found.x))
            out.append(Entry(weapon.name, step_of(effect), each.found.name, words, "in force" if in_force else "not in force", reason))
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
        status = "off" if each is None else "in force" if each.in_force else "not in force"
        name = (
            each.found.name if each is not None and on else rule.name.replace(" {x}+", "").replace("{k}", "").replace("{x}", "").strip(" -")
        )
        out.append(
            RuleStatus(rule.id, name, rule.group, rule.side, rule.summary, status, each.reason if each else "", rule.example or rule.name)
        )
    for name in book.unknown:
        out.append(RuleStatus(name, name, "Without a record", "any", "The numbers leave it out.", "not calculated", "no record", name))
    return tuple(out)


# --- steps ----------------------------------------------------------------------------------------------------------


def steps(told: Told) -> list[Step]:
    """The steps of one weapon, in order."""
    name = told.weapon.name
    out = [_attacks(told), _hit(told), _wound(told)]
    apart = len(set(told.saves)) > 1
    for models, save in zip(told.models, told.saves, strict=True) if apart else [(told.models[0], told.saves[0])]:
        out.append(_save(told, models, save, f"Save ({label(models)})" if apart else "Save"))
    different = len(set(told.damages)) > 1
    for models, damage in zip(told.models, told.damages, strict=True) if different else [(told.models[0], told.damages[0])]:
        out.append(Step(name, f"Damage ({label(models)})" if different else "Damage", _range(damage), None, _damage_because(told, models)))
    for models in told.models if len({_ignores(told, each) for each in told.models}) > 1 else told.models[:1]:
        need = _ignores(told, models)
        if need is not None:
            title = (
                "Feel no pain"
                if len(told.models) == 1 or len({_ignores(told, each) for each in told.models}) == 1
                else f"Feel no pain ({label(models)})"
            )
            out.append(Step(name, title, f"{need}+", Fraction(need - 1, 6), ("rolled for every wound about to be lost",)))
    return out


def label(models: Models) -> str:
    """A short name of a profile within its unit."""
    return models.name or f"T{models.toughness} Sv{models.save}+ W{models.wounds}"


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def _rerolls(what: str | None, roll: str) -> list[str]:
    words = {
        "ones": f"{roll} rolls of 1",
        "failed": f"failed {roll} rolls",
        "non_critical": f"{roll} rolls that are not critical",
        "all": f"every {roll} roll",
    }
    return [f"re-roll {words[what]}"] if what else []


def _attacks(told: Told) -> Step:
    weapon, extra = told.weapon, told.numbers.extra_attacks
    one = str(weapon.attacks) + "".join(f" + {each}" if each.count or each.plus >= 0 else f" − {-each.plus}" for each in extra)
    needs = f"{weapon.count} × ({one})" if not one.isdigit() else f"{weapon.count} × {one}"
    because = [f"{weapon.attacks} printed", *(f"{each} from rules" if each.count else f"{_signed(each.plus)} from rules" for each in extra)]
    return Step(weapon.name, "Attacks", needs, None, tuple(because))


def _hit(told: Told) -> Step:
    weapon, numbers, test = told.weapon, told.numbers, told.hit
    if test is None:
        return Step(weapon.name, "Hit", "no roll", Fraction(1), ("every attack hits",))
    if test.only is not None:
        return Step(
            weapon.name,
            "Hit",
            f"unmodified {test.only}",
            odds(test).chance,
            (f"only an unmodified {test.only} hits", *_rerolls(test.reroll, "hit")),
        )
    skill = "WS" if weapon.type == "melee" else "BS"
    because = [f"{skill} {weapon.skill}+ printed"]
    if numbers.change("skill"):
        because.append(
            f"{skill} {'improved' if numbers.change('skill') > 0 else 'worsened'} by {abs(numbers.change('skill'))} to {test.need}+"
        )
    because += _modifier(test, "hit roll") + _rerolls(test.reroll, "hit")
    if test.fails_up_to > 1:
        because.append(f"unmodified 1 to {test.fails_up_to} fails")
    if test.critical != 6:
        because.append(f"critical on {test.critical}+")
    if told.numbers.extra_hits:
        because.append(f"critical hits score {told.numbers.extra_hits} more")
    return Step(weapon.name, "Hit", _needs(test), odds(test).chance, tuple(because))


def _needs(test: DieTest) -> str:
    lowest = max(test.fails_up_to + 1, min(6, max(2, test.need - test.net)))
    if test.critical_succeeds:
        lowest = min(lowest, max(2, test.critical))
    return f"{lowest}+"


def _modifier(test: DieTest, what: str) -> list[str]:
    if not test.modifier:
        return []
    capped = f", capped at {_signed(test.net)}" if test.net != test.modifier else ""
    return [f"{_signed(test.modifier)} to the {what}{capped}"]


def _wound(told: Told) -> Step:
    test = told.wound
    because = [f"Strength {told.strength} against Toughness {told.toughness} needs {test.need}+", *_modifier(test, "wound roll")]
    because += _rerolls(test.reroll, "wound")
    if test.critical != 6:
        because.append(f"critical on {test.critical}+")
    if told.numbers.auto_wound and told.hit is not None:
        because.append("critical hits wound without a roll")
    return Step(told.weapon.name, "Wound", _needs(test), odds(test).chance, tuple(because))


def _save(told: Told, models: Models, save: Save, title: str) -> Step:
    chance = Fraction(odds(save.test).fail, 36)
    ap = f"AP {_signed(told.ap) if told.ap else '0'}"
    because = [f"the invulnerable save is better than Save {models.save}+ at {ap}" if save.invulnerable else f"Save {models.save}+, {ap}"]
    if told.numbers.save_modifier:
        because.append(f"{_signed(told.numbers.save_modifier)} to the saving throw")
    if save.cover:
        because.append("+1 for cover")
    if save.no_cover_because:
        because.append(save.no_cover_because)
    if told.numbers.no_cover and told.numbers.cover:
        because.append("cover is ignored")
    if told.numbers.deferred:
        because.append("critical wounds allow no save")
    return Step(told.weapon.name, title, f"{save.need}+" if chance < 1 else "no save", chance, tuple(because))


def _range(damage: Pmf) -> str:
    return str(damage.low) if damage.low == damage.high else f"{damage.low} to {damage.high}"


def _damage_because(told: Told, models: Models) -> tuple[str, ...]:
    out = [f"{told.weapon.damage} printed"]
    if models.fixed_damage is not None:
        out.append(f"set to {models.fixed_damage}")
    if models.half_damage or any(each.halve for each in told.numbers.reductions):
        out.append("halved")
    if told.numbers.change("damage"):
        out.append(f"{_signed(told.numbers.change('damage'))} from rules")
    less = models.damage_reduction + sum(each.subtract for each in told.numbers.reductions)
    if less:
        out.append(f"−{less} for the target, at least 1")
    out.append(f"models of {models.wounds} wound{'s' if models.wounds > 1 else ''}, what is left over is lost")
    return tuple(out)


def _ignores(told: Told, models: Models) -> int | None:
    both = [need for need in (models.feel_no_pain, told.numbers.feel_no_pain) if need is not None]
    return min(both) if both else None
