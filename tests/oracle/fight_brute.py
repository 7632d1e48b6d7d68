"""Two units fighting, model by model: every state of both units on the table, every face of every die of the referee.

A unit is a tuple of models, each (profile, wounds left, kit); slain models are taken off. Only the referee's reading of a document and
its way to resolve one attack are used, never the toolkit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from .literal import attack_of, devastating_attack_lands, for_a_number_of_attacks
from .reading import read

Model = tuple[int, int, int]
Unit = tuple[Model, ...]
Joint = dict[tuple[Unit, Unit], Fraction]
Document = dict[str, Any]


def fresh(side: Document) -> Unit:
    """All models, in the order in which they fall."""
    kits = [k for k, kit in enumerate(kits_of(side)) for _ in range(kit["count"])]
    profiles = [p for p, profile in enumerate(side["models"]) for _ in range(profile["count"])]
    return tuple((p, side["models"][p]["wounds"], kit) for p, kit in zip(profiles, kits, strict=True))


def kits_of(side: Document) -> list[Document]:
    if "kits" in side:
        return list(side["kits"])
    return [{"count": weapon["count"], "weapons": [weapon["name"]]} for weapon in side["weapons"]]


def struck(striker: Document, models: Sequence[Model], target: Document, standing: Unit) -> dict[Unit, Fraction]:
    """These models of one unit attack what is left of the other."""
    counts = [sum(weapon["name"] in kits_of(striker)[kit]["weapons"] for _, _, kit in models) for weapon in striker["weapons"]]
    alive = [p for p in range(len(target["models"])) if any(profile == p for profile, _, _ in standing)]
    if not alive or not any(counts):
        return {standing: Fraction(1)}
    weapons = [{**weapon, "count": count} for weapon, count in zip(striker["weapons"], counts, strict=True) if count]
    profiles = [{**target["models"][p], "count": sum(profile == p for profile, _, _ in standing)} for p in alive]
    battle = read(
        {
            "system": "wh40k_10e",
            "attacker": {"rules": striker.get("rules", []), "keywords": striker.get("keywords", []), "weapons": weapons},
            "defender": {"rules": target.get("rules", []), "keywords": target.get("keywords", []), "models": profiles},
            "situation": {"phase": "fight", "charged": striker.get("charged", False)},
        }
    )
    front = {p: next(wounds for profile, wounds, _ in standing if profile == p) for p in alive}
    start = tuple((sum(profile == p for profile, _, _ in standing), front[p]) for p in alive)
    tables: dict[Any, Fraction] = {(start, (0,) * len(battle.guns)): Fraction(1)}
    for number, gun in enumerate(battle.guns):
        for _ in range(gun.count):
            tables = for_a_number_of_attacks(tables, gun, attack_of(battle, number))
    for number, gun in enumerate(battle.guns):
        while any(waiting[number] for _, waiting in tables):
            after: dict[Any, Fraction] = {}
            for (unit, waiting), chance in tables.items():
                if not waiting[number]:
                    after[unit, waiting] = after.get((unit, waiting), Fraction(0)) + chance
                    continue
                less = tuple(n - (i == number) for i, n in enumerate(waiting))
                for hurt, p in devastating_attack_lands(unit, battle, gun).items():
                    after[hurt, less] = after.get((hurt, less), Fraction(0)) + chance * p
            tables = after
    out: dict[Unit, Fraction] = {}
    for (unit, _), chance in tables.items():
        left = standing
        for p, (count, wounds) in zip(alive, unit, strict=True):
            mine = [model for model in left if model[0] == p]
            kept = mine[len(mine) - count :]
            kept = [(p, wounds, kept[0][2]), *kept[1:]] if kept else []
            left = (*(m for m in left if m[0] < p), *kept, *(m for m in left if m[0] > p))
        out[left] = out.get(left, Fraction(0)) + chance
    return out


def play(first: Document, second: Document, order: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """Probability of each pair (models the first lost, models the second lost)."""
    sides = (first, second)
    joint: Joint = {(fresh(first), fresh(second)): Fraction(1)}
    fought: set[int] = set()
    for who in order:
        fought.add(who)
        other = 1 - who
        after: Joint = {}
        for pair, chance in joint.items():
            for left, p in struck(sides[who], pair[who], sides[other], pair[other]).items():
                ends = {pair[who]: Fraction(1)}
                if sides[other].get("trench_fighters") and other not in fought:
                    ends = fought_before_removal(sides, who, pair, pair[other][: len(pair[other]) - len(left)])
                for mine, q in ends.items():
                    key = (mine, left) if who == 0 else (left, mine)
                    after[key] = after.get(key, Fraction(0)) + chance * p * q
        joint = after
    whole = (len(fresh(first)), len(fresh(second)))
    lost: dict[tuple[int, int], Fraction] = {}
    for (a, b), chance in joint.items():
        key = (whole[0] - len(a), whole[1] - len(b))
        lost[key] = lost.get(key, Fraction(0)) + chance
    return lost


def fought_before_removal(sides: tuple[Document, Document], who: int, pair: tuple[Unit, Unit], slain: Unit) -> dict[Unit, Fraction]:
    """Each slain model rolls a D6, and those that succeed strike back together."""
    other = 1 - who
    need = 2 if "Regiment" in sides[other].get("keywords", []) else 4
    ends: dict[Unit, Fraction] = {}
    for stands in product((True, False), repeat=len(slain)):
        share = Fraction(1)
        for each in stands:
            share *= Fraction(7 - need, 6) if each else Fraction(need - 1, 6)
        back = [model for model, each in zip(slain, stands, strict=True) if each]
        for mine, p in struck(sides[other], back, sides[who], pair[who]).items():
            ends[mine] = ends.get(mine, Fraction(0)) + share * p
    return ends
