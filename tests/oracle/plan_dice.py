"""A turn played with real dice, step by step, by the referee: for plans too large to enumerate."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from .reading import read
from .simulate import Model, d6, play

Document = dict[str, Any]
End = tuple[tuple[str, ...], int, int]
"""What decided the turn, wounds removed, models slain."""


def turn(plan: Document, rng: random.Random) -> End:
    """One turn."""
    profiles = plan["defender"]["models"]
    whole = read(matchup(plan, [], [p["count"] for p in profiles], {}))
    models = [Model(body) for body in whole.bodies for _ in range(body.count)]
    profile_of = [p for p, profile in enumerate(profiles) for _ in range(profile["count"])]
    happened: list[str] = []
    charged, failed = False, False
    for step in plan["steps"]:
        standing = [i for i, model in enumerate(models) if model.wounds]
        match step["do"]:
            case "charge":
                happened.append("nobody left")
                if standing:
                    roll = d6(rng) + d6(rng) + sum(step.get("modifiers", ()))
                    if step.get("reroll") == "whole" and roll < step["needed"]:
                        roll = d6(rng) + d6(rng) + sum(step.get("modifiers", ()))
                    happened[-1] = "made" if roll >= step["needed"] else "failed"
                charged, failed = True, happened[-1] != "made"
            case "battle-shock":
                happened.append("nobody left")
                if standing:
                    weak = 2 * len(standing) < len(models) if len(models) > 1 else 2 * models[0].wounds < models[0].body.wounds
                    happened[-1] = "shocked" if weak and d6(rng) + d6(rng) < step["leadership"] else "not shocked"
            case "grenade":
                for _ in range(sum(d6(rng) >= 4 for _ in range(6))):
                    victim = next((model for model in models if model.wounds), None)
                    if victim and d6(rng) < victim.body.feel_no_pain_mortal:
                        victim.wounds -= 1
            case _ if standing and not (step["do"] == "fight" and failed):
                counts = [sum(profile_of[i] == p for i in standing) for p in range(len(profiles))]
                facts = {"phase": "fight", "charged": charged} if step["do"] == "fight" else {}
                battle = read(matchup(plan, step["attacker"]["weapons"], counts, {**facts, **step.get("situation", {})}))
                alive = iter(battle.bodies)
                bodies = {p: next(alive) for p, count in enumerate(counts) if count}
                for i in standing:  # saves and the like are those against this attack
                    models[i].body = bodies[profile_of[i]]
                play(battle, models, rng)
    return tuple(happened), sum(m.body.wounds - m.wounds for m in models), sum(m.wounds == 0 for m in models)


def matchup(plan: Document, weapons: list[Document], counts: list[int], facts: Document) -> Document:
    defender = dict(plan["defender"])
    defender["models"] = [{**profile, "count": n} for profile, n in zip(defender["models"], counts, strict=True) if n]
    return {"system": "wh40k_10e", "attacker": {"weapons": weapons}, "defender": defender, "situation": facts}


def turns(plan: Document, games: int, seed: int) -> Counter[End]:
    """Many turns."""
    rng = random.Random(seed)
    return Counter(turn(plan, rng) for _ in range(games))


def random_plan(seed: int) -> Document:
    """Shoot, perhaps a grenade, charge, fight, battle-shock, in an order the rules know."""
    rng = random.Random(seed)

    def weapon(kind: str) -> Document:
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
