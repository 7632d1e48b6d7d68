"""The same game with real dice: one battle after another with a seeded generator, for matchups too large to enumerate.

The unit is a plain list of models with the wounds they have left. Only the target numbers come from `reading`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

from .reading import Battle, Body, DiceText, Gun, read


@dataclass(frozen=True)
class Tally:
    """How often each value came up in `games` games."""

    games: int
    damage: Counter[int]
    slain: Counter[int]

    def standard_errors_off(self, what: str, value: int, chance: float) -> float:
        """How many standard errors the observed share of `value` is from `chance`."""
        seen = getattr(self, what)[value] / self.games
        error = sqrt(chance * (1 - chance) / self.games)
        return abs(seen - chance) / error if error else (0.0 if seen == chance else float("inf"))

    def mean_off(self, what: str, mean: float, deviation: float) -> float:
        """How many standard errors the observed mean is from `mean`."""
        seen = sum(value * times for value, times in getattr(self, what).items()) / self.games
        return abs(seen - mean) / (deviation / sqrt(self.games)) if deviation else float(seen != mean) * float("inf")


class Model:
    """A model on the table."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.wounds = body.wounds


def simulate(document: dict[str, Any], games: int, seed: int = 1) -> Tally:
    """Play `games` games of a scenario document."""
    battle = read(document)
    rng = random.Random(seed)
    damage: Counter[int] = Counter()
    slain: Counter[int] = Counter()
    for _ in range(games):
        models = [Model(body) for body in battle.bodies for _ in range(body.count)]
        play(battle, models, rng)
        damage[sum(m.body.wounds - m.wounds for m in models)] += 1
        slain[sum(m.wounds == 0 for m in models)] += 1
    return Tally(games, damage, slain)


def d6(rng: random.Random) -> int:
    return rng.randint(1, 6)


def sum_of(dice: DiceText, rng: random.Random) -> int:
    number, sides, plus = dice
    return sum(rng.randint(1, sides) for _ in range(number)) + plus


def play(battle: Battle, models: list[Model], rng: random.Random) -> None:
    """One unit shoots: all attacks, then the devastating ones that were put aside."""
    aside: list[Gun] = []
    for number, gun in enumerate(battle.guns):
        for _ in range(gun.count):
            for _ in range(max(gun.least_attacks, sum(sum_of(dice, rng) for dice in gun.attacks))):
                attack(gun, number, models, aside, rng)
    for gun in aside:
        victim = choose(models, gun)
        if victim:
            hurt(victim, gun, victim.body.feel_no_pain_mortal, rng)


def attack(gun: Gun, number: int, models: list[Model], aside: list[Gun], rng: random.Random) -> None:
    """One attack."""
    hits, at_once = 1, 0
    if not gun.auto_hit:
        die = d6(rng)
        landed = hit_lands(gun, die)
        critical = landed and (die == 6 or die >= gun.critical_hit)
        if wants_reroll(gun.reroll_hits, die, landed, critical):
            die = d6(rng)
            landed = hit_lands(gun, die)
            critical = landed and (die == 6 or die >= gun.critical_hit)
        if not landed:
            return
        if critical and gun.lethal:
            hits, at_once = 0, 1
        if critical and gun.sustained:
            hits += sum_of(gun.sustained, rng)
    for _ in range(at_once):
        save_and_suffer(gun, number, models, rng)
    for _ in range(hits):
        die = d6(rng)
        if wants_reroll(gun.reroll_wounds, die, wound_lands(gun, die), die == 6 or 1 < die >= gun.critical_wound):
            die = d6(rng)
        if not wound_lands(gun, die):
            continue
        if gun.devastating and (die == 6 or die >= gun.critical_wound):
            aside.append(gun)
        else:
            save_and_suffer(gun, number, models, rng)


def hit_lands(gun: Gun, die: int) -> bool:
    if gun.only_sixes_hit or die == 6:
        return die == 6
    return die > 1 and die > gun.hit_fails_up_to and die + gun.hit_modifier >= gun.hit_need


def wound_lands(gun: Gun, die: int) -> bool:
    return die > 1 and (die == 6 or die >= gun.critical_wound or die + gun.wound_modifier >= gun.wound_need)


def wants_reroll(permission: str, die: int, success: bool, critical: bool) -> bool:
    if permission == "ones":
        return die == 1
    if permission == "failed":
        return not success
    if permission == "non_critical":
        return not critical
    return permission == "all"


def choose(models: list[Model], gun: Gun) -> Model | None:
    """The model that the attack is allocated to."""
    alive = [m for m in models if m.wounds]
    if gun.precision and any(not m.body.character for m in models):
        characters = [m for m in alive if m.body.character]
        if characters:
            return characters[0]
    return alive[0] if alive else None


def save_and_suffer(gun: Gun, number: int, models: list[Model], rng: random.Random) -> None:
    victim = choose(models, gun)
    if victim is None:
        return
    die = d6(rng)
    if die == 1 or die < victim.body.save_needs[number]:
        hurt(victim, gun, victim.body.feel_no_pain, rng)


def hurt(victim: Model, gun: Gun, feel_no_pain: int, rng: random.Random) -> None:
    """Damage of one attack: each point may be ignored, the rest beyond the model's wounds is lost."""
    points = sum_of(gun.damage, rng)
    body = victim.body
    if points == 0 or body.fixed_damage == 0:
        return
    if body.fixed_damage is not None:
        points = body.fixed_damage
    halves = points if body.half_damage else 2 * points
    halves += 2 * (gun.damage_added - body.damage_reduction)
    points = max(1, (halves + 1) // 2)
    lost = sum(d6(rng) < feel_no_pain for _ in range(points))
    victim.wounds = max(0, victim.wounds - lost)
