"""The attack sequence of one weapon in words: what each step needs, its chance, and which rule made it so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkit.dice.one_die import DieTest
from toolkit.dice.pmf import Pmf
from toolkit.rules import rule as r
from toolkit.rules.collect import Applied
from toolkit.rules.ledger import Step
from toolkit.rules.numbers import Numbers, Save
from toolkit.rules.scenario import Models, Weapon
from toolkit.rules.telling import filled, step_of


@dataclass(frozen=True, slots=True)
class Told:
    """Everything there is to say about one weapon's attacks."""

    weapon: Weapon
    applied: Sequence[Applied]
    numbers: Numbers
    models: tuple[Models, ...]
    hit: DieTest | None
    wound: DieTest
    strength: int
    toughness: int
    ap: int
    saves: tuple[Save, ...]
    damages: tuple[Pmf, ...]
    cover_on_skill: bool = False
    cover_on_saves: bool = True


def steps(told: Told) -> list[Step]:
    """The steps of one weapon, in order; saves, damage and feel no pain once for each profile where they differ."""
    ignores = [_ignores(told, models) for models in told.models]
    out = [_attacks(told), _hit(told), _wound(told)]
    for index, title in _each_profile("Save", told, told.saves):
        out.append(_save(told, told.models[index], told.saves[index], title))
    for index, title in _each_profile("Damage", told, told.damages):
        out.append(_damage(told, told.models[index], told.damages[index], title))
    for index, title in _each_profile("Feel no pain", told, ignores):
        need = ignores[index]
        if need is not None:
            because = ("rolled for every wound about to be lost", *_rules(told, "Feel no pain"))
            out.append(Step(told.weapon.name, title, f"{need}+", Fraction(need - 1, 6), because))
    return out


def label(models: Models) -> str:
    """A short name of a profile within its unit."""
    return models.name or f"T{models.toughness} Sv{models.save}+ W{models.wounds}"


def _each_profile(name: str, told: Told, values: Sequence[object]) -> list[tuple[int, str]]:
    if all(value == values[0] for value in values):
        return [(0, name)]
    return [(index, f"{name} ({label(models)})") for index, models in enumerate(told.models)]


# --- which rule made it so ------------------------------------------------------------------------------------------


def _rules(told: Told, step: str) -> list[str]:
    """What each rule in force does to one step, by name."""
    out: list[str] = []
    models = sum(each.count for each in told.models)
    for each in told.applied:
        for effect, in_force, _ in each.effects:
            if in_force and step_of(effect) == step:
                words = _short(filled(effect, each.found.x), models, told.weapon)
                if words:
                    out.append(f"{each.found.name}{words}")
    return out


def _short(effect: r.Effect, models: int, weapon: Weapon) -> str:
    """What follows the rule's name."""
    match effect:
        case r.ModifyRoll(_, amount):
            return f" {signed(amount)}"
        case r.ChangeCharacteristic("attacks" | "damage" | "strength", amount):
            return f" {signed(amount)}" if isinstance(amount, int) else f" +{amount}"
        case r.ChangeCharacteristic(name, amount):
            what = {"skill": "WS" if weapon.type == "melee" else "BS", "ap": "AP", "save": "Save"}[name]
            return f" improves {what} by {amount}"
        case r.AttacksPerModels(amount, per):
            return f" +{int(amount) * (models // per)} for {models} models"
        case r.Reroll(_, what):
            return f" {rerolls(what)}"
        case r.CriticalOn(_, at):
            return f": critical on {at}+"
        case r.Fails(_, up_to):
            return f": unmodified 1 to {up_to} fails"
        case r.OnlyUnmodified(_, at, critical):
            return f": only an unmodified {at} hits" + ("" if critical else ", and is not critical")
        case r.NoReroll():
            return ": no re-rolls"
        case r.IgnoreModifiers(of):
            return f": what worsens {('WS' if weapon.type == 'melee' else 'BS') if of == 'skill' else 'the roll'} is ignored"
        case r.ExtraHits(amount):
            return f": {amount} more for each critical hit"
        case r.AutoWound():
            return ": critical hits wound without a roll"
        case r.DevastatingDamage(spills):
            return ": critical wounds allow no save" + (", and spill over" if spills else "")
        case r.MortalWoundsOnCriticalWound(amount):
            return f": {amount} mortal wounds for each critical wound"
        case r.Invulnerable(at):
            return f": invulnerable save {at}+"
        case r.FeelNoPain(at):
            return f" {at}+"
        case r.ReduceDamage(subtract, halve, fixed):
            return " halves it" if halve else f" sets it to {fixed}" if fixed is not None else f" −{subtract}, at least 1"
        case r.AllocateToCharacter():
            return ": allocated to a leader while there is one"
        case _:
            return ""  # cover is told with the save it changes


def signed(number: int) -> str:
    """A number with its sign, minus as printed.

    Examples
    --------
    >>> signed(1), signed(-2)
    ('+1', '−2')
    """
    return f"{number:+d}".replace("-", "−")


def rerolls(what: str) -> str:
    """A kind of re-roll as a verb."""
    return {
        "ones": "re-rolls ones",
        "failed": "re-rolls failures",
        "non_critical": "re-rolls all but criticals",
        "all": "re-rolls every die",
    }[what]


def _what_if(value: int) -> list[str]:
    return [f"what-if {signed(value)}"] if value else []


def _capped(test: DieTest) -> list[str]:
    return [f"modifiers add up to {signed(test.modifier)}, capped at {signed(test.net)}"] if test.net != test.modifier else []


# --- the steps ------------------------------------------------------------------------------------------------------


def _attacks(told: Told) -> Step:
    weapon, extra = told.weapon, told.numbers.extra_attacks
    plain = sum(each.plus for each in extra if not each.count)
    one = str(weapon.attacks.plus_number(plain)) + "".join(f" + {each}" for each in extra if each.count)
    needs = f"{weapon.count} × ({one})" if not one.isdigit() else f"{weapon.count} × {one}"
    because = [f"{weapon.attacks} printed", *_rules(told, "Attacks"), *_what_if(weapon.modifiers.attacks)]
    return Step(weapon.name, "Attacks", needs, None, tuple(because))


def _hit(told: Told) -> Step:
    weapon, test = told.weapon, told.hit
    because = [*_rules(told, "Hit"), *_what_if(weapon.modifiers.hit)]
    if weapon.modifiers.reroll_hits:
        because.append(f"what-if {rerolls(weapon.modifiers.reroll_hits)}")
    if weapon.modifiers.critical_hit:
        because.append(f"what-if critical on {weapon.modifiers.critical_hit}+")
    if test is None:
        return Step(weapon.name, "Hit", "no roll", Fraction(1), ("every attack hits",))
    if test.only is not None:
        return Step(weapon.name, "Hit", f"unmodified {test.only}", test.odds.chance, tuple(because))
    skill = "WS" if weapon.type == "melee" else "BS"
    printed = [f"{skill} {weapon.skill}+ printed"]
    if weapon.modifiers.skill:
        printed.append(f"what-if {skill} {signed(weapon.modifiers.skill)}")
    if told.cover_on_skill:
        printed.append(f"cover worsens {skill} by 1")
    elif told.numbers.cover and told.numbers.no_cover and not told.cover_on_saves:
        printed.append("cover is ignored")
    return Step(weapon.name, "Hit", _needs(test), test.odds.chance, (*printed, *because, *_capped(test)))


def _needs(test: DieTest) -> str:
    lowest = max(test.fails_up_to + 1, min(6, max(2, test.need - test.net)))
    if test.critical_succeeds:
        lowest = min(lowest, max(2, test.critical, 0 if test.critical_beats_floor else test.fails_up_to + 1))
    return f"{lowest}+"


def _wound(told: Told) -> Step:
    test, extra = told.wound, told.weapon.modifiers
    because = [f"Strength {told.strength} against Toughness {told.toughness} needs {test.need}+", *_rules(told, "Wound")]
    because += _what_if(extra.wound)
    if extra.reroll_wounds:
        because.append(f"what-if {rerolls(extra.reroll_wounds)}")
    if extra.critical_wound:
        because.append(f"what-if critical on {extra.critical_wound}+")
    return Step(told.weapon.name, "Wound", _needs(test), test.odds.chance, (*because, *_capped(test)))


def _save(told: Told, models: Models, save: Save, title: str) -> Step:
    chance = Fraction(save.test.odds.fail, 36)
    ap = f"AP {signed(told.ap) if told.ap else '0'}"
    because = [f"the invulnerable save is better than Save {models.save}+ at {ap}" if save.invulnerable else f"Save {models.save}+, {ap}"]
    because += [*_rules(told, "Save"), *_what_if(told.weapon.modifiers.save)]
    if save.cover:
        because.append("+1 for cover")
    if save.no_cover_because:
        because.append(save.no_cover_because)
    if told.numbers.no_cover and told.numbers.cover and told.cover_on_saves:
        because.append("cover is ignored")
    return Step(told.weapon.name, title, f"{save.need}+" if chance < 1 else "no save", chance, tuple(because))


def _damage(told: Told, models: Models, damage: Pmf, title: str) -> Step:
    weapon = told.weapon
    unchanged = damage == weapon.damage.pmf(exact=True)
    shown = str(weapon.damage) if unchanged else str(damage.low) if damage.low == damage.high else f"{damage.low} to {damage.high}"
    because = [f"{weapon.damage} printed"]
    if models.fixed_damage is not None:
        because.append(f"the target sets it to {models.fixed_damage}")
    if models.half_damage:
        because.append("the target halves it")
    because += [*_rules(told, "Damage"), *_what_if(weapon.modifiers.damage)]
    if models.damage_reduction:
        because.append(f"−{models.damage_reduction} for the target, at least 1")
    wounds = f"models of {models.wounds} wound{'s' if models.wounds > 1 else ''}"
    because.append(f"{wounds}, what is left over is lost")
    return Step(weapon.name, title, shown, None, tuple(because))


def _ignores(told: Told, models: Models) -> int | None:
    both = [need for need in (models.feel_no_pain, told.numbers.feel_no_pain) if need is not None]
    return min(both) if both else None
