"""The game played die by die, with every face of every die followed: exact, slow, and meant to be read beside the rules.

A table of the game is a dictionary from a state to its chance. A state is what lies on the table: for each profile of the target
how many models are left and how many wounds its first model has (all others are unhurt), and the devastating attacks that wait
until every other attack has been resolved, counted by weapon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from .reading import Battle, Body, DiceText, Gun, read

FACES = (1, 2, 3, 4, 5, 6)
SIXTH = Fraction(1, 6)
CERTAIN = Fraction(1)

Unit = tuple[tuple[int, int], ...]
"""For each profile: (models left, wounds of the first of them); (0, 0) once all are dead."""
Waiting = tuple[int, ...]
"""For each weapon: how many of its devastating attacks wait."""
State = tuple[Unit, Waiting]


@dataclass(frozen=True)
class Answer:
    """Whole distributions, without impossible values.

    `stages` has attacks, hits, wounds, and, when every profile saves alike, unsaved.
    """

    damage: dict[int, Fraction]
    slain: dict[int, Fraction]
    stages: dict[str, dict[int, Fraction]]


def evaluate(document: dict[str, Any]) -> Answer:
    """Play the whole attack of a scenario document."""
    battle = read(document)
    fresh: Unit = tuple((body.count, body.wounds) for body in battle.bodies)
    nothing_waits: Waiting = (0,) * len(battle.guns)
    tables: dict[State, Fraction] = {(fresh, nothing_waits): CERTAIN}

    for number, gun in enumerate(battle.guns):
        one_attack = attack_of(battle, number)
        for _ in range(gun.count):
            tables = for_a_number_of_attacks(tables, gun, one_attack)

    # devastating attacks are resolved after all other attacks of the unit
    for number, gun in enumerate(battle.guns):
        land = cache(lambda unit, number=number, gun=gun: devastating_attack_lands(unit, battle, gun))
        while any(waiting[number] for _, waiting in tables):
            after: dict[State, Fraction] = {}
            for (unit, waiting), chance in tables.items():
                if not waiting[number]:
                    add(after, (unit, waiting), chance)
                    continue
                one_less = tuple(n - 1 if i == number else n for i, n in enumerate(waiting))
                for hurt, p in land(unit).items():
                    add(after, (hurt, one_less), chance * p)
            tables = after

    damage: dict[int, Fraction] = {}
    slain: dict[int, Fraction] = {}
    for (unit, _), chance in tables.items():
        add(damage, wounds_in(fresh, battle) - wounds_in(unit, battle), chance)
        add(slain, sum(n for n, _ in fresh) - sum(n for n, _ in unit), chance)
    return Answer(in_order(damage), in_order(slain), {k: in_order(v) for k, v in count_stages(battle).items()})


# --- small tools -----------------------------------------------------------------------------------------------------


def add(table: dict[Any, Fraction], key: Any, chance: Fraction) -> None:
    """One more way to get there."""
    table[key] = table.get(key, Fraction(0)) + chance


def in_order(table: dict[int, Fraction]) -> dict[int, Fraction]:
    return {k: table[k] for k in sorted(table) if table[k]}


def rolled(dice: Iterable[DiceText]) -> dict[int, Fraction]:
    """Every way the dice can fall, added up, with what is added to them."""
    totals: dict[int, Fraction] = {}
    dice = list(dice)
    every_die = [range(1, sides + 1) for number, sides, _ in dice for _ in range(number)]
    ways = 1
    for faces in every_die:
        ways *= len(faces)
    for faces in product(*every_die):
        add(totals, sum(faces) + sum(plus for _, _, plus in dice), Fraction(1, ways))
    return totals


def die_with_reroll(result: Callable[[int], str], may_reroll: str) -> dict[str, Fraction]:
    """One D6, re-rolled at most once; `result` says what an unmodified face means after modifiers."""
    outcome: dict[str, Fraction] = {}
    for face in FACES:
        again = {
            "": False,
            "ones": face == 1,
            "failed": result(face) == "fail",
            "non_critical": result(face) != "critical",
            "all": True,
        }[may_reroll]
        if not again:
            add(outcome, result(face), SIXTH)
            continue
        for second in FACES:
            add(outcome, result(second), SIXTH * SIXTH)
    return outcome


# --- one attack ------------------------------------------------------------------------------------------------------


def hit_result(gun: Gun, face: int) -> str:
    """What an unmodified Hit roll of `face` means."""
    if gun.only_sixes_hit:
        return "critical" if face == 6 else "fail"
    if face == 1 or face <= gun.hit_fails_up_to:
        return "fail"
    if face == 6:
        return "critical"
    if face + gun.hit_modifier < gun.hit_need:
        return "fail"
    return "critical" if face >= gun.critical_hit else "success"


def wound_result(gun: Gun, face: int) -> str:
    """What an unmodified Wound roll of `face` means. A critical wound is always successful."""
    if face == 1:
        return "fail"
    if face == 6 or face >= gun.critical_wound:
        return "critical"
    return "success" if face + gun.wound_modifier >= gun.wound_need else "fail"


def hits_of_one_attack(gun: Gun) -> dict[tuple[int, int], Fraction]:
    """(hits that need a Wound roll, hits that wound at once) of one attack."""
    if gun.auto_hit:  # no Hit roll, so no critical hit either
        return {(1, 0): CERTAIN}
    table: dict[tuple[int, int], Fraction] = {}
    for result, chance in die_with_reroll(lambda face: hit_result(gun, face), gun.reroll_hits).items():
        if result == "fail":
            add(table, (0, 0), chance)
        elif result == "success":
            add(table, (1, 0), chance)
        else:
            for extra, p in rolled([gun.sustained] if gun.sustained else []).items():
                # only the hit of the critical die itself wounds at once, never the additional ones
                add(table, (extra, 1) if gun.lethal else (extra + 1, 0), chance * p)
    return table


def attack_of(battle: Battle, number: int) -> Callable[[State], dict[State, Fraction]]:
    """One attack with weapon `number`: from a state to everything that can come of it."""
    gun = battle.guns[number]
    wound_die = die_with_reroll(lambda face: wound_result(gun, face), gun.reroll_wounds)

    @cache
    def one_attack(unit: Unit) -> dict[tuple[Unit, int], Fraction]:
        """The unit afterwards and how many devastating attacks were put aside."""
        end: dict[tuple[Unit, int], Fraction] = {}
        for (to_roll, at_once), chance in hits_of_one_attack(gun).items():
            here = {(unit, 0): chance}
            for _ in range(at_once):
                here = after_each(here, lambda u, aside: keep(wound_is_allocated(u, battle, number), aside))
            for _ in range(to_roll):
                here = after_each(here, wound_roll)
            for state, p in here.items():
                add(end, state, p)
        return end

    def wound_roll(unit: Unit, aside: int) -> dict[tuple[Unit, int], Fraction]:
        table: dict[tuple[Unit, int], Fraction] = {}
        for result, chance in wound_die.items():
            if result == "fail":
                add(table, (unit, aside), chance)
            elif result == "critical" and gun.devastating:
                add(table, (unit, aside + 1), chance)
            else:
                for after, p in wound_is_allocated(unit, battle, number).items():
                    add(table, (after, aside), chance * p)
        return table

    def from_state(state: State) -> dict[State, Fraction]:
        unit, waiting = state
        table: dict[State, Fraction] = {}
        for (after, aside), p in one_attack(unit).items():
            add(table, (after, tuple(n + aside if i == number else n for i, n in enumerate(waiting))), p)
        return table

    return from_state


def keep(table: dict[Unit, Fraction], aside: int) -> dict[tuple[Unit, int], Fraction]:
    return {(unit, aside): chance for unit, chance in table.items()}


def after_each(table: dict[Any, Fraction], step: Callable[..., dict[Any, Fraction]]) -> dict[Any, Fraction]:
    """Take one more step from every state of a table."""
    after: dict[Any, Fraction] = {}
    for key, chance in table.items():
        for new, p in step(*key).items():
            add(after, new, chance * p)
    return after


def for_a_number_of_attacks(tables: dict[Any, Fraction], gun: Gun, one_attack: Callable[[Any], dict[Any, Fraction]]) -> dict[Any, Fraction]:
    """Roll for the number of attacks of one weapon, then make them one after the other."""
    number_of_attacks: dict[int, Fraction] = {}
    for n, chance in rolled(gun.attacks).items():
        add(number_of_attacks, max(gun.least_attacks, n), chance)
    ended: dict[Any, Fraction] = {}
    for made in range(max(number_of_attacks) + 1):
        if made in number_of_attacks:  # the chance that this was the last one
            for state, chance in tables.items():
                add(ended, state, chance * number_of_attacks[made])
        tables = after_each({(state,): chance for state, chance in tables.items()}, one_attack)
    return ended


# --- the target ------------------------------------------------------------------------------------------------------


def who_is_hit(unit: Unit, battle: Battle, gun: Gun) -> int | None:
    """The profile whose first model takes the attack: in order, characters last, unless Precision picks them out."""
    alive = [i for i, (left, _) in enumerate(unit) if left]
    led = any(not body.character for body in battle.bodies)
    if gun.precision and led:
        characters = [i for i in alive if battle.bodies[i].character]
        if characters:
            return characters[0]
    return alive[0] if alive else None


def wound_is_allocated(unit: Unit, battle: Battle, number: int) -> dict[Unit, Fraction]:
    """Saving throw of the model that is hit, then damage."""
    gun = battle.guns[number]
    at = who_is_hit(unit, battle, gun)
    if at is None:
        return {unit: CERTAIN}
    body = battle.bodies[at]
    table: dict[Unit, Fraction] = {}
    for face in FACES:
        if face != 1 and face >= body.save_needs[number]:
            add(table, unit, SIXTH)
        else:
            for after, p in suffer(unit, at, body, gun, body.feel_no_pain).items():
                add(table, after, SIXTH * p)
    return table


def devastating_attack_lands(unit: Unit, battle: Battle, gun: Gun) -> dict[Unit, Fraction]:
    """No save; mortal wounds equal to the damage, lost beyond the model that takes them."""
    at = who_is_hit(unit, battle, gun)
    if at is None:
        return {unit: CERTAIN}
    return suffer(unit, at, battle.bodies[at], gun, battle.bodies[at].feel_no_pain_mortal)


def damage_after_rules(rolled_damage: int, gun: Gun, body: Body) -> int:
    """Modifiers of a characteristic in order: replace, divide, multiply, add, subtract, then round up.

    The result is at least 1. Damage that is printed as 0 or changed to 0 is nothing, and nothing is added to it.
    """
    value = Fraction(rolled_damage if body.fixed_damage is None else body.fixed_damage)
    if value == 0 or rolled_damage == 0:
        return 0
    if body.half_damage:
        value /= 2
    value += gun.damage_added
    value -= body.damage_reduction
    return max(1, -(-value.numerator // value.denominator))


def suffer(unit: Unit, at: int, body: Body, gun: Gun, feel_no_pain: int) -> dict[Unit, Fraction]:
    """Roll for damage, then one ignore-wounds die for every point of it until the model is dead; the rest is lost."""
    left, wounds = unit[at]
    table: dict[Unit, Fraction] = {}
    for rolled_damage, chance in rolled([gun.damage]).items():
        remaining = {wounds: chance}
        for _ in range(damage_after_rules(rolled_damage, gun, body)):
            after: dict[int, Fraction] = {}
            for points, p in remaining.items():
                if points == 0:
                    add(after, 0, p)
                    continue
                for face in FACES:
                    add(after, points if face >= feel_no_pain else points - 1, p * SIXTH)
            remaining = after
        for points, p in remaining.items():
            if points:
                model = (left, points)
            else:
                model = (left - 1, body.wounds) if left > 1 else (0, 0)
            add(table, (*unit[:at], model, *unit[at + 1 :]), p)
    return table


def wounds_in(unit: Unit, battle: Battle) -> int:
    return sum(first + (left - 1) * body.wounds for (left, first), body in zip(unit, battle.bodies, strict=True) if left)


# --- counting at each stage ------------------------------------------------------------------------------------------


def count_stages(battle: Battle) -> dict[str, dict[int, Fraction]]:
    """How many attacks, hits, wounds and unsaved wounds there are, whatever happens to the target."""
    stages: dict[str, dict[int, Fraction]] = {}
    for name in ("attacks", "hits", "wounds", "unsaved"):
        if name == "unsaved" and len({body.save_needs for body in battle.bodies}) > 1:
            continue  # the number depends on who is hit
        total = {0: CERTAIN}
        for number, gun in enumerate(battle.guns):
            one = count_of_one_attack(battle, number, name)

            def count_on(so_far: int, one: dict[int, Fraction] = one) -> dict[int, Fraction]:
                return {so_far + n: p for n, p in one.items()}

            for _ in range(gun.count):
                total = for_a_number_of_attacks(total, gun, count_on)
        stages[name] = total
    return stages


def count_of_one_attack(battle: Battle, number: int, stage: str) -> dict[int, Fraction]:
    """What one attack adds to a stage."""
    gun = battle.guns[number]
    if stage == "attacks":
        return {1: CERTAIN}
    wound_die = die_with_reroll(lambda face: wound_result(gun, face), gun.reroll_wounds)
    need = battle.bodies[0].save_needs[number]
    unsaved = sum((SIXTH for face in FACES if face == 1 or face < need), Fraction(0))
    total: dict[int, Fraction] = {}
    for (to_roll, at_once), chance in hits_of_one_attack(gun).items():
        if stage == "hits":
            add(total, to_roll + at_once, chance)
            continue
        counts = {0: chance}
        for hit in range(to_roll + at_once):
            after: dict[int, Fraction] = {}
            for result, p in wound_die.items() if hit < to_roll else [("success", CERTAIN)]:
                through = CERTAIN if stage == "wounds" or (result == "critical" and gun.devastating) else unsaved
                for so_far, q in counts.items():
                    if result == "fail":
                        add(after, so_far, q * p)
                    else:
                        add(after, so_far + 1, q * p * through)
                        add(after, so_far, q * p * (1 - through))
            counts = after
        for n, p in counts.items():
            add(total, n, p)
    return total
