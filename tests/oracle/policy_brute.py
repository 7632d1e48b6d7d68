"""One re-roll, decided by looking at every face of every die: exact, slow, and meant to be read beside the rules.

A pool of dice is a tuple of (face, was it rolled again already). Whoever holds the re-roll looks at the pool and may roll any one die
again that was not. Nothing is imported from the toolkit; counts are never used in place of faces.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

FACES = (1, 2, 3, 4, 5, 6)
SIXTH = Fraction(1, 6)
Die = tuple[int, bool]
Pool = tuple[Die, ...]
Then = Callable[[Pool, bool], Fraction]
Unit = tuple[tuple[int, ...], ...]
"""For each profile the wounds left of each of its models; slain models are gone."""


@dataclass(frozen=True)
class Gun:
    """One weapon, in numbers on dice."""

    attacks: tuple[int, ...]  # the faces of the roll for the number of attacks
    weapons: int
    hit: int
    hit_reroll: str
    sustained: int
    lethal: bool
    wound: int
    wound_reroll: str
    critical_wound: int
    devastating: bool
    saves: tuple[int, ...]  # per profile; 7 for none
    damage: tuple[int, ...]  # the faces of the damage roll


@dataclass(frozen=True)
class Case:
    """Guns against profiles of (models, wounds of each, feel no pain or 7)."""

    guns: tuple[Gun, ...]
    profiles: tuple[tuple[int, int, int], ...]
    goal: str
    side: str


def value(case: Case, has_reroll: bool) -> Fraction:
    """The goal under the best play, with or without a re-roll."""
    whole = sum(count * wounds for count, wounds, _ in case.profiles)
    best: Callable[..., Fraction] = max if case.side == "attacker" else min
    attacking = case.side == "attacker"

    def worth(unit: Unit) -> Fraction:
        if case.goal == "destroy":
            return Fraction(not any(unit))
        if case.goal == "mean slain":
            return Fraction(sum(count for count, _, _ in case.profiles) - sum(len(models) for models in unit))
        return Fraction(whole - sum(sum(models) for models in unit))

    # each function is one moment of the game: it gives the value of going on from there

    @cache
    def gun_fires(g: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        if g == len(case.guns):
            return devastating(unit, aside, has)
        gun = case.guns[g]
        total = Fraction(0)
        for rolls in product(gun.attacks, repeat=gun.weapons):
            options = [hits(g, sum(rolls), unit, aside, has)]
            if has and attacking and len(gun.attacks) > 1:
                for i in range(gun.weapons):
                    again = [sum(rolls) - rolls[i] + new for new in gun.attacks]
                    options.append(sum((hits(g, n, unit, aside, False) for n in again), Fraction(0)) / len(again))
            total += best(options)
        return total / len(gun.attacks) ** gun.weapons

    def pool(n: int, may_reroll: str, result: Callable[[int], str], mine: bool, has: bool, then: Then) -> Fraction:
        total = Fraction(0)
        for dice, chance in fallen(n, may_reroll, result):
            options = [then(dice, has)]
            if has and mine:
                for i, (_, again) in enumerate(dice):
                    if not again:
                        options.append(SIXTH * sum(then((*dice[:i], (face, True), *dice[i + 1 :]), False) for face in FACES))
            total += chance * best(options)
        return total

    @cache
    def hits(g: int, n: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        gun = case.guns[g]

        def scored(dice: Pool, has: bool) -> Fraction:
            criticals = sum(face == 6 for face, _ in dice)
            others = sum(face != 6 and face >= gun.hit for face, _ in dice)
            automatic = criticals if gun.lethal else 0
            return wounds(g, others + criticals - automatic + criticals * gun.sustained, automatic, unit, aside, has)

        return pool(n, gun.hit_reroll, lambda face: hit_result(gun, face), attacking, has, scored)

    @cache
    def wounds(g: int, n: int, automatic: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        gun = case.guns[g]

        def wounded(dice: Pool, has: bool) -> Fraction:
            results = [wound_result(gun, face) for face, _ in dice]
            waiting = results.count("critical") if gun.devastating else 0
            to_save = automatic + len(results) - results.count("fail") - waiting
            return saves(g, to_save, unit, (*aside, waiting), has)

        return pool(n, gun.wound_reroll, lambda face: wound_result(gun, face), attacking, has, wounded)

    @cache
    def saves(g: int, n: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        gun = case.guns[g]
        if len(set(gun.saves)) > 1:
            return one_save(g, n, unit, aside, has)
        need = gun.saves[0]
        return pool(
            n, "", lambda _: "", not attacking and need < 7, has,
            lambda dice, has: damage(g, sum(face == 1 or face < need for face, _ in dice), unit, aside, has),
        )  # fmt: skip

    def one_save(g: int, n: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        at = in_front(unit)
        if not n or at is None:
            return gun_fires(g + 1, unit, aside, has)
        need = case.guns[g].saves[at]

        def rolled(dice: Pool, has: bool) -> Fraction:
            face = dice[0][0]
            if face == 1 or face < need:
                return one_damage(g, unit, case.profiles[at][2], has, lambda left, has: saves(g, n - 1, left, aside, has))
            return saves(g, n - 1, unit, aside, has)

        return pool(1, "", lambda _: "", not attacking and need < 7, has, rolled)

    @cache
    def damage(g: int, n: int, unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        at = in_front(unit)
        if not n or at is None:
            return gun_fires(g + 1, unit, aside, has)
        return one_damage(g, unit, case.profiles[at][2], has, lambda left, has: damage(g, n - 1, left, aside, has))

    def one_damage(g: int, unit: Unit, ignore: int, has: bool, then: Callable[[Unit, bool], Fraction]) -> Fraction:
        rolls = case.guns[g].damage
        total = Fraction(0)
        for roll in rolls:
            options = [hurt(unit, roll, ignore, lambda left: then(left, has))]
            if has and attacking and len(rolls) > 1:
                again = [hurt(unit, new, ignore, lambda left: then(left, False)) for new in rolls]
                options.append(sum(again, Fraction(0)) / len(rolls))
            total += best(options)
        return total / len(rolls)

    @cache
    def devastating(unit: Unit, aside: tuple[int, ...], has: bool) -> Fraction:
        at = in_front(unit)
        if not any(aside) or at is None:
            return worth(unit)
        g = next(i for i, n in enumerate(aside) if n)
        left_aside = (*aside[:g], aside[g] - 1, *aside[g + 1 :])
        return one_damage(g, unit, case.profiles[at][2], has, lambda left, has: devastating(left, left_aside, has))

    return gun_fires(0, tuple((wounds,) * count for count, wounds, _ in case.profiles), (), has_reroll)


def hit_result(gun: Gun, face: int) -> str:
    return "critical" if face == 6 else "success" if face != 1 and face >= gun.hit else "fail"


def wound_result(gun: Gun, face: int) -> str:
    if face != 1 and (face == 6 or face >= gun.critical_wound):
        return "critical"
    return "success" if face != 1 and face >= gun.wound else "fail"


def fallen(n: int, may_reroll: str, result: Callable[[int], str]) -> list[tuple[Pool, Fraction]]:
    """Every way n dice can lie once another rule's re-rolls are done; the order of the dice says nothing, so it is forgotten."""
    one: dict[Die, Fraction] = {}
    for face in FACES:
        again = {"": False, "ones": face == 1, "failed": result(face) == "fail", "non_critical": result(face) != "critical"}[may_reroll]
        for second in FACES if again else (face,):
            one[second, again] = one.get((second, again), Fraction(0)) + (SIXTH * SIXTH if again else SIXTH)
    table: dict[Pool, Fraction] = {(): Fraction(1)}
    for _ in range(n):
        more: dict[Pool, Fraction] = {}
        for dice, chance in table.items():
            for die, p in one.items():
                key = tuple(sorted((*dice, die)))
                more[key] = more.get(key, Fraction(0)) + chance * p
        table = more
    return list(table.items())


def in_front(unit: Unit) -> int | None:
    """The profile of the model that takes the next wound."""
    return next((i for i, models in enumerate(unit) if models), None)


def hurt(unit: Unit, points: int, ignore: int, then: Callable[[Unit], Fraction]) -> Fraction:
    """One die for every point of damage until the model in front is dead; the rest is lost."""
    at = in_front(unit)
    assert at is not None

    def point(left: int, points: int) -> Fraction:
        if not left or not points:
            models = (left, *unit[at][1:]) if left else unit[at][1:]
            return then((*unit[:at], models, *unit[at + 1 :]))
        if ignore > 6:
            return point(left - 1, points - 1)
        ignored = Fraction(7 - ignore, 6)
        return ignored * point(left, points - 1) + (1 - ignored) * point(left - 1, points - 1)

    return point(unit[at][0], points)


def random_case(seed: int) -> Case:
    """A small case that still has everything."""
    rng = random.Random(seed)
    profiles = [(rng.randint(1, 2), rng.randint(1, 3), rng.choice((7, 7, 5)))]
    if rng.random() < 0.35:
        profiles.append((1, rng.randint(1, 3), rng.choice((7, 5))))
    dice: dict[str, Any] = {"1": (1,), "2": (2,), "D3": (1, 2, 3), "D6": FACES}

    def gun(most: str) -> Gun:
        save = rng.randint(3, 7)
        saves = tuple(save if rng.random() < 0.5 else rng.randint(3, 7) for _ in profiles)
        attacks = dice[rng.choice(("1", "2", "D3") if most == "D3" else ("1", "2"))]
        return Gun(
            attacks, rng.choice((1, 1, 2)) if max(attacks) < 3 and most == "D3" else 1, rng.randint(2, 5),
            rng.choice(("", "", "ones", "failed", "non_critical")), rng.choice((0, 0, 1)), rng.random() < 0.3, rng.randint(2, 5),
            rng.choice(("", "", "ones", "failed", "non_critical")), rng.choice((7, 7, 5)), rng.random() < 0.35, saves,
            dice[rng.choice(("1", "2", "D3", "D6"))],
        )  # fmt: skip

    guns = (gun("D3"), gun("1")) if seed % 3 == 0 else (gun("D3"),)
    return Case(guns, tuple(profiles), rng.choice(("mean damage", "mean slain", "destroy")), "defender" if seed % 4 == 3 else "attacker")
