"""Rolls outside the attack sequence, played with every face of every die followed: slow, and read beside the rules.

Everything is a dictionary from what is on the table to its chance. A unit is a list of models, each a dictionary of plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

FACES = (1, 2, 3, 4, 5, 6)
Law = dict[Any, Fraction]


def every_roll(dice: int, sides: int = 6) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """Each way that the dice can fall, with its chance."""
    share = Fraction(1, sides**dice)
    return ((faces, share) for faces in product(range(1, sides + 1), repeat=dice))


def add(law: Law, key: Hashable, chance: Fraction) -> None:
    law[key] = law.get(key, Fraction(0)) + chance


def best_of_reroll(dice: int, keep: Callable[[tuple[int, ...]], Any], value: Callable[[Any], Fraction], whole: bool = True) -> Law:
    """The law of `keep(faces)` for a player who may roll all the dice again, or one of them, and does what is worth most.

    Where it makes no difference nothing is rolled again.
    """
    out: Law = {}
    for faces, p in every_roll(dice):
        options: list[tuple[Fraction, int, Law]] = [(value(keep(faces)), 1, {keep(faces): Fraction(1)})]
        again: list[Law] = []
        if whole:
            fresh: Law = {}
            for others, q in every_roll(dice):
                add(fresh, keep(others), q)
            again.append(fresh)
        else:
            for i in range(dice):
                fresh = {}
                for face in FACES:
                    add(fresh, keep((*faces[:i], face, *faces[i + 1 :])), Fraction(1, 6))
                again.append(fresh)
        options += [(sum((q * value(key) for key, q in law.items()), Fraction(0)), 0, law) for law in again]
        best = max(options, key=lambda option: option[:2])
        for key, q in best[2].items():
            add(out, key, p * q)
    return out


def advance(move: int, needed: int | None, reroll: bool) -> Law:
    """Inches."""
    if not reroll:
        return {move + faces[0]: p for faces, p in every_roll(1)}
    worth = (lambda inches: Fraction(inches)) if needed is None else (lambda inches: Fraction(inches >= needed))
    return best_of_reroll(1, lambda faces: move + faces[0], worth)


def charge(needed: int, modifiers: Sequence[tuple[int, bool, Fraction]], reroll: str | None) -> Fraction:
    """Chance that a charge reaches `needed`; each modifier is (amount, does not add up with other negative ones, chance to be there)."""
    total = Fraction(0)
    for there in product((False, True), repeat=len(modifiers)):
        chance = Fraction(1)
        present: list[tuple[int, bool]] = []
        for (amount, alone, p), yes in zip(modifiers, there, strict=True):
            chance *= p if yes else 1 - p
            if yes:
                present.append((amount, alone))
        # every way to leave out modifiers so that no lone one stands beside another negative one; the enemy picks the worst
        worst: int | None = None
        for kept in product((False, True), repeat=len(present)):
            chosen = [m for m, yes in zip(present, kept, strict=True) if yes]
            negative = [m for m in chosen if m[0] < 0]
            if any(m not in chosen for m in present if m[0] > 0) or (any(alone for _, alone in negative) and len(negative) > 1):
                continue
            net = sum(amount for amount, _ in chosen)
            worst = net if worst is None else min(worst, net)
        assert worst is not None
        net = worst

        def succeeds(faces: tuple[int, ...], net: int = net) -> bool:
            return max(0, sum(faces) + net) >= needed

        if reroll is None:
            law: Law = {}
            for faces, p in every_roll(2):
                add(law, succeeds(faces), p)
        else:
            law = best_of_reroll(2, succeeds, Fraction, whole=reroll == "whole")
        total += chance * law.get(True, Fraction(0))
    return total


def battle_shock_passes(leadership: int, modifier: int = 0) -> Fraction:
    return sum((p for faces, p in every_roll(2) if sum(faces) + modifier >= leadership), Fraction(0))


def failures(dice: int, fails_up_to: int, reroll: bool) -> Law:
    """How many of the dice fail, when one failed die may be rolled again."""
    law: Law = {}
    for faces, p in every_roll(dice):
        failed = [i for i, face in enumerate(faces) if face <= fails_up_to]
        if not reroll or not failed:
            add(law, len(failed), p)
            continue
        for face in FACES:
            now = [*faces]
            now[failed[0]] = face
            add(law, sum(value <= fails_up_to for value in now), p / 6)
    return law


# --- units, model by model -------------------------------------------------------------------------------------------

Model = tuple[int, int, int | None, bool]
"""Wounds when whole, wounds left, feel no pain, CHARACTER."""
Unit = tuple[Model, ...]


def lose_one_wound(unit: Unit, who: int) -> Law:
    """One wound about to be lost by one model: the feel no pain die, then the wound."""
    whole, left, ignore, character = unit[who]
    out: Law = {}
    for face in FACES:
        ignored = ignore is not None and face >= ignore
        now = left if ignored else left - 1
        add(out, (*unit[:who], (whole, now, ignore, character), *unit[who + 1 :]), Fraction(1, 6))
    return out


def mortal_wounds(start: Law, number: Callable[[], Iterable[tuple[int, Fraction]]]) -> Law:
    """A rolled number of mortal wounds, one at a time, each onto a wounded model, else onto the next that is no CHARACTER."""
    out: Law = {}
    for amount, p in number():
        table = dict(start)
        for _ in range(amount):
            after: Law = {}
            for unit, q in table.items():
                alive = [i for i, model in enumerate(unit) if model[1] > 0]
                if not alive:
                    add(after, unit, q)
                    continue
                open_to_it = [i for i in alive if not unit[i][3]] or alive
                wounded = [i for i in open_to_it if unit[i][1] < unit[i][0]]
                for then, r in lose_one_wound(unit, (wounded or open_to_it)[0]).items():
                    add(after, then, q * r)
            table = after
        for unit, q in table.items():
            add(out, unit, p * q)
    return out


def grenade(unit: Unit) -> Law:
    law: Law = {}
    for faces, p in every_roll(6):
        add(law, sum(face >= 4 for face in faces), p)
    return mortal_wounds({unit: Fraction(1)}, law.items)


def strafed(unit: Unit) -> tuple[Law, Law]:
    """One enemy of On My Position: the law of the mortal wounds, and of the unit."""
    law: Law = {}
    for (first, second), p in every_roll(2):
        add(law, second if first >= 2 else 0, p)
    return law, mortal_wounds({unit: Fraction(1)}, law.items)


def own_position(unit: Unit) -> tuple[Law, Law]:
    law: Law = {}
    for faces, p in every_roll(3, sides=3):
        add(law, sum(faces), p)
    return law, mortal_wounds({unit: Fraction(1)}, law.items)


def deadly_demise(sides: int, unit: Unit) -> Law:
    law: Law = {}
    for (first,), p in every_roll(1):
        for (amount,), q in every_roll(1, sides=sides):
            add(law, amount if first == 6 else 0, p * q)
    return mortal_wounds({unit: Fraction(1)}, law.items)


def hazardous(unit: Unit, tests: int, reroll: bool) -> Law:
    """Each failed test: three mortal wounds on one bearer, and what it cannot take is lost. Every model of `unit` is a bearer."""
    out: Law = {}
    for failed, p in failures(tests, 1, reroll).items():
        table: Law = {unit: Fraction(1)}
        for _ in range(failed):
            after: Law = {}
            for now, q in table.items():
                alive = [i for i, model in enumerate(now) if model[1] > 0]
                wounded = [i for i in alive if now[i][1] < now[i][0]]
                ordinary = [i for i in alive if not now[i][3]]
                chosen = (wounded or ordinary or alive)[:1]
                hit: Law = {now: q}
                for _ in range(3):
                    following: Law = {}
                    for then, r in hit.items():
                        if not chosen or then[chosen[0]][1] == 0:
                            add(following, then, r)
                            continue
                        for last, s in lose_one_wound(then, chosen[0]).items():
                            add(following, last, r * s)
                    hit = following
                for then, r in hit.items():
                    add(after, then, r)
            table = after
        for now, q in table.items():
            add(out, now, p * q)
    return out


def dead(unit: Unit) -> int:
    return sum(left == 0 for _, left, _, _ in unit)


def wounds_left(unit: Unit) -> int:
    return sum(left for _, left, _, _ in unit)


def of(law: Law, what: Callable[[Any], Any]) -> Law:
    """The law of something that can be read off the table."""
    out: Law = {}
    for key, p in law.items():
        add(out, what(key), p)
    return {key: out[key] for key in sorted(out) if out[key]}


# --- courage ---------------------------------------------------------------------------------------------------------


def objective_after(table: Law, leadership: Sequence[int], control: Sequence[int], lost_before: int = 0) -> tuple[Fraction, Fraction, Law]:
    """Chance to have to test, chance to be battle-shocked, and the Objective Control left.

    `leadership` and `control` are given for each model. Bodyguards and leaders (CHARACTERs) were units of their own before they joined.
    """
    tests = shocked = Fraction(0)
    held: Law = {}
    for unit, p in table.items():
        alive = [i for i, model in enumerate(unit) if model[1] > 0]
        if not alive:
            add(held, 0, p)
            continue
        leaders = [i for i, model in enumerate(unit) if model[3]]
        guards = [i for i in range(len(unit)) if i not in leaders]
        counted = [i for part in (leaders, guards) if any(unit[i][1] > 0 for i in part) for i in part]
        strength = len(counted) + (lost_before if any(i in guards for i in counted) or not guards else 0)
        if strength == 1:
            weak = unit[counted[0]][1] < Fraction(unit[counted[0]][0], 2)
        else:
            weak = len(alive) < Fraction(strength, 2)
        oc = sum(control[i] for i in alive)
        if not weak:
            add(held, oc, p)
            continue
        tests += p
        best = min(leadership[i] for i in alive)
        for faces, q in every_roll(2):
            if sum(faces) >= best:
                add(held, oc, p * q)
            else:
                shocked += p * q
                add(held, 0, p * q)
    return tests, shocked, of(held, lambda oc: oc)


# --- single rules ----------------------------------------------------------------------------------------------------


def creeping_barrage(units: int, cap: int) -> tuple[Law, list[Fraction]]:
    """How many units are shaken, and the chance of each, rolled one after the other until the cap is reached."""
    law: Law = {}
    each = [Fraction(0)] * units
    for faces, p in every_roll(units):
        shaken = 0
        for i, face in enumerate(faces):
            if face >= 5 and shaken < cap:
                shaken += 1
                each[i] += p
        add(law, shaken, p)
    return law, each


def trench_fighters(slain: Law, regiment: bool) -> Law:
    out: Law = {}
    for number, p in slain.items():
        for faces, q in every_roll(number):
            add(out, sum(face + (2 if regiment else 0) >= 4 for face in faces), p * q)
    return out
