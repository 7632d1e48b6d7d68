"""A turn played with real dice, step by step, by the referee: for plans too large to enumerate. Both sides lose models."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .reading import read
from .simulate import Model, d6, play

Document = dict[str, Any]
End = tuple[tuple[str, ...], int, int, tuple[int, ...]]
"""What decided the turn, wounds removed from the target, models slain, models that each own unit lost."""


class Squad:
    """A unit on the table: its models in the order in which they fall, and what each carries."""

    def __init__(self, table: Document) -> None:
        self.table = table
        whole = read(matchup({}, [], table, [profile["count"] for profile in table["models"]], {}))
        self.models = [Model(body) for body in whole.bodies for _ in range(body.count)]
        self.profile = [p for p, profile in enumerate(table["models"]) for _ in range(profile["count"])]
        self.fought = False

    @property
    def standing(self) -> list[int]:
        return [i for i, model in enumerate(self.models) if model.wounds]

    def carried(self, who: list[int], kind: str) -> list[Document]:
        """The weapons of one kind that these models carry."""
        weapons = [weapon for weapon in self.table.get("weapons", []) if weapon.get("type", "ranged") == kind]
        if "kits" in self.table:
            kit_of = [kit["weapons"] for kit in self.table["kits"] for _ in range(kit["count"])]
            counts = [sum(weapon["name"] in kit_of[i] for i in who) for weapon in weapons]
        else:  # everybody has every weapon, or each weapon its own bearers in their order
            bearers = [set[int]()] * len(weapons)
            if all(weapon.get("count", 1) == len(self.models) for weapon in weapons):
                bearers = [set(range(len(self.models)))] * len(weapons)
            else:
                ends = [sum(weapon.get("count", 1) for weapon in weapons[: n + 1]) for n in range(len(weapons))]
                bearers = [set(range(end - weapon.get("count", 1), end)) for end, weapon in zip(ends, weapons, strict=True)]
            counts = [sum(i in bearer for i in who) for bearer in bearers]
        return [{**weapon, "count": count} for weapon, count in zip(weapons, counts, strict=True) if count]


def turn(plan: Document, rng: random.Random) -> End:
    """One turn."""
    target = Squad(plan["defender"])
    own = {table["name"]: Squad(table) for table in plan.get("units", [])}
    happened: list[str] = []
    charged: set[str] = set()
    failed: dict[str, bool] = {}
    for step in plan["steps"]:
        asked = step.get("attacker", step.get("at", step.get("unit", "")))
        squad = own.get(asked) if isinstance(asked, str) else None
        name = asked if squad else ""
        ready = bool(target.standing) and (squad is None or bool(squad.standing))
        stuck = failed.get(name, failed.get("", False))
        facts = dict(step.get("situation", {}))
        match step["do"]:
            case "charge":
                happened.append("nobody left")
                if ready:
                    roll = d6(rng) + d6(rng) + sum(step.get("modifiers", ()))
                    if step.get("reroll") == "whole" and roll < step["needed"]:
                        roll = d6(rng) + d6(rng) + sum(step.get("modifiers", ()))
                    happened[-1] = "made" if roll >= step["needed"] else "failed"
                charged.add(name)
                failed[name] = happened[-1] != "made"
            case "battle-shock":
                tested = squad or target
                happened.append("nobody left")
                if tested.standing:
                    models = tested.models
                    weak = 2 * len(tested.standing) < len(models) if len(models) > 1 else 2 * models[0].wounds < models[0].body.wounds
                    happened[-1] = "shocked" if weak and d6(rng) + d6(rng) < step["leadership"] else "not shocked"
            case "grenade":
                for _ in range(sum(d6(rng) >= 4 for _ in range(6))):
                    victim = next((model for model in target.models if model.wounds), None)
                    if victim and d6(rng) < victim.body.feel_no_pain_mortal:
                        victim.wounds -= 1
            case "overwatch" if ready and squad:
                weapons = target.carried(target.standing, "ranged")
                attack(plan["defender"], weapons, squad, {"overwatch": True, **facts}, rng)
            case "strike-back" if ready and squad and not stuck:
                target.fought = True
                weapons = target.carried(target.standing, "melee")
                fallen = attack(plan["defender"], weapons, squad, {"phase": "fight", **facts}, rng)
                last_stand(squad, fallen, target, {"phase": "fight", "charged": bool({name, ""} & charged)}, rng)
            case "shoot" if ready:
                weapons = squad.carried(squad.standing, "ranged") if squad else asked["weapons"]
                attack(squad.table if squad else asked, weapons, target, facts, rng)
            case "fight" if ready and not stuck:
                facts = {"phase": "fight", "charged": bool({name, ""} & charged), **facts}
                weapons = squad.carried(squad.standing, "melee") if squad else asked["weapons"]
                fallen = attack(squad.table if squad else asked, weapons, target, facts, rng)
                if squad:
                    squad.fought = True
                    last_stand(target, fallen, squad, {"phase": "fight"}, rng)
            case _:
                pass
    lost = sum(model.body.wounds - model.wounds for model in target.models)
    return tuple(happened), lost, slain(target), tuple(slain(squad) for squad in own.values())


def slain(squad: Squad) -> int:
    return len(squad.models) - len(squad.standing)


def attack(striker: Document, weapons: list[Document], struck: Squad, facts: Document, rng: random.Random) -> list[int]:
    """These weapons at what is left of a unit; the models that fell to them."""
    before = struck.standing
    counts = [sum(struck.profile[i] == p for i in before) for p in range(len(struck.table["models"]))]
    battle = read(matchup(striker, weapons, struck.table, counts, facts))
    alive = iter(battle.bodies)
    bodies = {p: next(alive) for p, count in enumerate(counts) if count}
    for i in before:  # saves and the like are those against this attack
        struck.models[i].body = bodies[struck.profile[i]]
    play(battle, struck.models, rng)
    return [i for i in before if not struck.models[i].wounds]


def last_stand(fallen_unit: Squad, fallen: list[int], striker: Squad, facts: Document, rng: random.Random) -> None:
    """Trench Fighters: models slain before they fought roll, and those that succeed strike before they are removed."""
    if not fallen_unit.table.get("trench_fighters") or fallen_unit.fought:
        return
    bonus = 2 if "Regiment" in fallen_unit.table.get("keywords", []) else 0
    up = [i for i in fallen if d6(rng) + bonus >= 4]
    if up and striker.standing:
        attack(fallen_unit.table, fallen_unit.carried(up, "melee"), striker, facts, rng)


def matchup(striker: Document, weapons: list[Document], struck: Document, counts: list[int], facts: Document) -> Document:
    defender = {key: struck[key] for key in ("keywords", "rules") if key in struck}
    defender["models"] = [{**profile, "count": n} for profile, n in zip(struck["models"], counts, strict=True) if n]
    attacker = {key: striker[key] for key in ("keywords", "rules") if key in striker}
    return {"system": "wh40k_10e", "attacker": {**attacker, "weapons": weapons}, "defender": defender, "situation": facts}


def turns(plan: Document, games: int, seed: int) -> Counter[End]:
    """Many turns."""
    rng = random.Random(seed)
    return Counter(turn(plan, rng) for _ in range(games))


def random_weapon(rng: random.Random, kind: str) -> Document:
    abilities = [
        [],
        ["lethal hits"],
        ["devastating wounds"],
        ["sustained hits 1"],
        *([["blast"]] * 2 if kind == "ranged" else [["lance"]]),
    ]
    return {
        "name": f"{kind} {rng.randint(1, 99)}",
        "type": kind,
        "count": rng.randint(1, 3),
        "attacks": rng.choice([1, 2, "D3", "D6"]),
        "skill": rng.choice(["2+", "3+", "4+"]),
        "strength": rng.choice([4, 5, 8]),
        "ap": rng.choice([0, -1, -2]),
        "damage": rng.choice([1, 1, 2, "D3"]),
        "abilities": rng.choice(abilities),
    }


def random_plan(seed: int) -> Document:
    """Shoot, perhaps a grenade, charge, fight, battle-shock, in an order the rules know."""
    rng = random.Random(seed)

    def weapon(kind: str) -> Document:
        return random_weapon(rng, kind)

    profiles: list[Document] = [
        {
            "count": rng.randint(3, 6),
            "toughness": rng.choice([3, 4, 5]),
            "save": rng.choice(["3+", "4+", "5+"]),
            "wounds": rng.randint(1, 3),
        }
    ]
    if rng.random() < 0.5:
        profiles.append({"count": 1, "toughness": rng.choice([4, 6]), "save": rng.choice(["2+", "3+"]), "wounds": rng.randint(1, 4)})
    if rng.random() < 0.4:
        profiles[0]["feel_no_pain"] = "5+"
    steps: list[Document] = [{"do": "shoot", "attacker": {"weapons": [weapon("ranged") for _ in range(rng.randint(1, 2))]}}]
    if rng.random() < 0.5:
        steps.append({"do": "grenade", "cp": 1})
    if rng.random() < 0.6:
        steps.append({"do": "shoot", "attacker": {"weapons": [weapon("ranged")]}, "situation": {"target_in_cover": True}})
    if rng.random() < 0.8:
        charge: Document = {"do": "charge", "needed": rng.randint(4, 9), "modifiers": rng.choice([[], [-2], [1]])}
        if rng.random() < 0.5:
            charge |= {"reroll": "whole", "cp": 1}
        steps += [charge, {"do": "fight", "attacker": {"weapons": [weapon("melee") for _ in range(rng.randint(1, 2))]}}]
    if rng.random() < 0.7:
        steps.append({"do": "battle-shock", "leadership": rng.randint(6, 8)})
    return {"system": "wh40k_10e", "defender": {"keywords": ["Infantry"], "models": profiles}, "steps": steps}


def random_squad(rng: random.Random, name: str, most: int) -> Document:
    """A few models with a gun and a blade each, perhaps a champion with his own."""
    size = rng.randint(1, most)
    squad: Document = {
        "name": name,
        "keywords": rng.choice([["Infantry"], ["Infantry", "Regiment"]]),
        "models": [
            {"count": size, "toughness": rng.choice([3, 4, 5]), "save": rng.choice(["3+", "4+", "6+"]), "wounds": rng.randint(1, 2)}
        ],
    }
    weapons = [{**random_weapon(rng, "ranged"), "count": size, "attacks": rng.choice([1, 2, "D3"])}]
    if size > 1 and rng.random() < 0.5:
        first, second = ({**random_weapon(rng, "melee"), "name": f"blade {n}"} for n in (1, 2))
        bearers = rng.randint(1, size - 1)
        weapons += [{**first, "count": bearers}, {**second, "count": size - bearers}]
        if rng.random() < 0.5:  # those named last fall first
            gun = weapons[0]["name"]
            squad["kits"] = [{"count": size - bearers, "weapons": [gun, "blade 2"]}, {"count": bearers, "weapons": [gun, "blade 1"]}]
    else:
        weapons.append({**random_weapon(rng, "melee"), "count": size})
    if rng.random() < 0.4:
        squad["trench_fighters"] = True
    return {**squad, "weapons": weapons}


def random_battle(seed: int) -> Document:
    """One or two own units against one that fights back: shoot, Overwatch, charge, fight, be struck at, test courage."""
    rng = random.Random(1000 + seed)
    own = [random_squad(rng, name, 3) for name in ("A", "B")[: rng.randint(1, 2)]]
    target = random_squad(rng, "Target", 4)
    if len(own) == 1 and rng.random() < 0.5 and "kits" not in target and len(target["weapons"]) == 2:
        target["models"].append({"count": 1, "toughness": rng.choice([4, 6]), "save": "3+", "wounds": rng.randint(1, 3)})
        for weapon in target["weapons"]:
            weapon["count"] += 1
    steps: list[Document] = [{"do": "shoot", "attacker": unit["name"]} for unit in own if rng.random() < 0.6]
    if rng.random() < 0.3:
        steps.append({"do": "grenade"})
    apart = rng.random() < 0.6
    for unit in own:
        if rng.random() < 0.4:
            steps.append({"do": "overwatch", "at": unit["name"]})
        if apart:
            steps.append({"do": "charge", "unit": unit["name"], "needed": rng.randint(3, 8)})
    if not apart and rng.random() < 0.7:
        steps.append({"do": "charge", "needed": rng.randint(3, 8), "reroll": "whole"})
    fights = [{"do": "fight", "attacker": unit["name"]} for unit in own]
    fights.insert(rng.randint(0, len(fights)), {"do": "strike-back", "at": rng.choice(own)["name"]})
    steps += fights
    steps += [{"do": "battle-shock", "leadership": 7}, {"do": "battle-shock", "leadership": 7, "unit": "A"}]
    return {"system": "wh40k_10e", "defender": target, "units": own, "steps": steps}
