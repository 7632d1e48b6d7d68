"""What each roll of a combat or a volley needs, and why."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from toolkit.rules.ledger import Step
from toolkit.studies.t9a.attack import ATTACK_READINGS, Attack, Target
from toolkit.studies.t9a.document import Shots
from toolkit.studies.t9a.melee import Blow, blows_of
from toolkit.studies.t9a.regiment import Regiment
from toolkit.studies.t9a.shooting import aim_need
from toolkit.systems.t9a_3e.tables import armour_need

_NAMES = {"standard": "attacks", "impact": "Impact Hits", "grind": "Grind Attacks", "stomp": "Stomp Attacks", "breath": "Breath Attack"}


def blow_steps(a: Regiment, b: Regiment, readings: Mapping[str, str | bool], first_round: bool) -> tuple[Step, ...]:
    """The steps of every kind of attack of both units, in the order of the strikes.

    Examples
    --------
    >>> from toolkit.studies.t9a import Regiment
    >>> from toolkit.studies.t9a.melee import MELEE_READINGS
    >>> from toolkit.studies.t9a.attack import answers
    >>> a, b = (Regiment(name, 4, 4, 3, agility, 1, 4, 4, 8) for name, agility in (("A", 4), ("B", 3)))
    >>> [(step.weapon, step.needs) for step in blow_steps(a, b, answers(None, MELEE_READINGS), True) if step.name == "Hit"]
    [('A: attacks', '4+'), ('B: attacks', '4+')]
    """
    sides = a.against(b), b.against(a)
    blows = [blow for side in (0, 1) for blow in blows_of(sides[side], sides[1 - side], side, readings, first_round)]
    ordered = sorted(blows, key=lambda blow: -blow.agility)
    chosen = {key: readings[key] for key in ATTACK_READINGS}
    return tuple(step for blow in ordered for step in _steps(blow, sides[blow.side], sides[1 - blow.side], chosen))


def shot_steps(name: str, shots: Shots, target: Target, readings: Mapping[str, str | bool]) -> tuple[Step, ...]:
    """The steps of a volley."""
    need = aim_need(shots.aim, [each for each, _ in shots.modifiers])
    why = (f"Aim {shots.aim}+", *(f"{each:+d}: {reason}".replace("-", "−") for each, reason in shots.modifiers))
    chance = Fraction(0) if need is None else Fraction(7 - need, 6)
    weapon = f"{name}: shots"
    first = (
        Step(weapon, "Shots", shots.shots, None, ()),
        Step(weapon, "Hit", "cannot hit" if need is None else f"{need}+", chance, why),
    )
    return (*first, *_from_wound(weapon, shots.attack, target, readings))


def _steps(blow: Blow, unit: Regiment, enemy: Regiment, readings: Mapping[str, str | bool]) -> tuple[Step, ...]:
    weapon = f"{unit.name}: {_NAMES[blow.kind]}"
    first, supporting = unit.fighting(unit.wounded)
    at = f"Agility {blow.agility}"
    if blow.kind == "standard":
        charge = ("charging: +1 Agility",) if unit.charging and blow.agility == unit.own_agility else ()
        behind = (f"{supporting} models support, at most {unit.height} each",) if supporting else ()
        attacks = Step(
            weapon, "Attacks", str(unit.strikes(unit.wounded)), None, (at, *charge, f"{first} models in the first rank", *behind)
        )
        hit = blow.attack.hit
        why = [f"Offensive Skill {unit.offensive} against Defensive Skill {enemy.defensive}"]
        marks = {"Parry": enemy.parry, "Distracting": enemy.distracting, "Lightning Reflexes": unit.lightning_reflexes}
        why += [name for name, there in marks.items() if there]
        why += ["Hatred: failed rolls again"] if blow.attack.reroll_hits else []
        second = Step(weapon, "Hit", f"{hit}+", blow.attack.hit_chance, tuple(why))
    else:
        each = {"impact": unit.impact_hits, "grind": unit.grind, "stomp": unit.stomp, "breath": unit.breath}[blow.kind]
        count = each if blow.kind == "breath" else f"{first} × {each}"
        attacks = Step(weapon, "Attacks", count, None, (at,))
        second = Step(weapon, "Hit", "automatic", Fraction(1), ())
    return (attacks, second, *_from_wound(weapon, blow.attack, enemy.target, readings))


def _from_wound(weapon: str, attack: Attack, target: Target, readings: Mapping[str, str | bool]) -> tuple[Step, ...]:
    need = attack.wound_need(target, readings)
    why = [f"Strength {attack.strength} against Resilience {target.resilience}"]
    why += ["Steady and Solid: +1 to wound, to 3+ at best"] if attack.advantaged else []
    why += ["Poison: a natural 6 to hit wounds by itself"] if attack.poison and attack.hit is not None else []
    why += ["Flaming Attacks: failed rolls again"] if attack.flaming and target.flammable else []
    armour = armour_need(target.armour, attack.ap)
    failing = attack.save_fails(target, readings)
    saves = [f"Armour {target.armour} less AP {attack.ap}: {'no save' if armour is None else f'{armour}+'}"]
    if target.aegis is not None:
        saves.append(f"Aegis {target.aegis}+" + ", successes again: Divine Attacks" * attack.divine)
    if target.fortitude is not None:
        saves.append("Fortitude barred by Flaming Attacks" if attack.flaming else f"Fortitude {target.fortitude}+")
    saves += ["Lethal Strike: AP 10 on a natural 6 to wound"] if attack.lethal_strike else []
    special = [each for each in (target.aegis, None if attack.flaming else target.fortitude) if each is not None]
    said = " then ".join(["no armour" if armour is None else f"{armour}+", *([f"{min(special)}+"] if special else [])])
    last = Step(weapon, "Damage", attack.multiple_wounds, None, ("Multiple Wounds",)) if attack.multiple_wounds != "1" else None
    found = (
        Step(weapon, "Wound", f"{need}+", Fraction(7 - need, 6), tuple(why)),
        Step(weapon, "Save", said, failing, tuple(saves)),
    )
    return found if last is None else (*found, last)
