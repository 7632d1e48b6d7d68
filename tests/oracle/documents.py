"""Small scenario documents made with a seeded generator, of the kinds where rules meet: small enough to be enumerated."""

from __future__ import annotations

import random
from typing import Any

Document = dict[str, Any]

KINDS = ("plain", "table rules", "devastating", "mixed", "table rules", "leader", "table rules", "close combat")


def small_document(seed: int) -> Document:
    """The document number `seed`; its kind goes round `KINDS`."""
    rng = random.Random(f"document {seed}")
    kind = KINDS[seed % len(KINDS)]
    melee = kind == "close combat"
    unseen = kind == "table rules" and rng.random() < 0.3
    document: Document = {
        "system": "wh40k_10e",
        "title": f"{kind} {seed}",
        "attacker": {"keywords": ["Infantry", "Regiment"], "rules": [], "weapons": []},
        "defender": {"keywords": ["Infantry"], "rules": [], "models": models(rng, kind)},
        "situation": {"phase": "fight" if melee else "shooting"},
    }
    number = 1 if rng.random() < 0.45 else 2 if rng.random() < 0.85 else 3
    document["attacker"]["weapons"] = [weapon(rng, kind, f"weapon {i + 1}", melee, unseen) for i in range(number)]
    situation = document["situation"]
    if melee:
        situation["charged"] = rng.random() < 0.5
        document["attacker"]["rules"] = ["Fix Bayonets!"] if rng.random() < 0.4 else []
    else:
        situation["target_in_cover"] = rng.random() < 0.4
        situation["within_half_range"] = rng.random() < 0.5
        situation["remained_stationary"] = rng.random() < 0.5
        if unseen:
            situation["target_visible"] = False
    if kind == "table rules":
        table_rules(rng, document)
    return document


def table_rules(rng: random.Random, document: Document) -> None:
    """Orders, detachment rules and stratagems that change dice."""
    attacker, defender, situation = document["attacker"], document["defender"], document["situation"]
    if rng.random() < 0.6:
        attacker["rules"].append(rng.choice(["Take Aim!", "First Rank, Fire! Second Rank, Fire!", "Duty and Honour!"]))
    if rng.random() < 0.3:
        attacker["rules"].append("Rearm, Reload, Fire")
    attacker["rules"] += rng.choice([[], ["Only the Best"], ["Born Soldiers"], ["Born Soldiers", "Fields of Fire"]])
    defender["keywords"] = rng.choice([["Infantry", "Regiment"], ["Infantry"], ["Vehicle"], ["Monster"]])
    if rng.random() < 0.25 and situation.get("target_visible", True):
        situation["overwatch"] = True
        defender["rules"] = rng.choice([[], ["Stealth"], ["Take Cover!"]])
        return
    known = ["Stealth", "Take Cover!", "Go to Ground", "Courageous Diversion", "Masters of Camouflage"]
    defender["rules"] = rng.sample(known, k=rng.choice([0, 1, 1, 2]))
    situation["closest_target"] = rng.random() < 0.6


def weapon(rng: random.Random, kind: str, name: str, melee: bool, unseen: bool) -> Document:
    """One weapon with a few abilities and, sometimes, what-ifs."""
    abilities = rng.sample(
        [
            f"sustained hits {rng.choice(['1', '2', 'D3'])}",
            "lethal hits",
            "twin-linked",
            rng.choice(["anti-infantry 4+", "anti-vehicle 2+", "anti-monster 3+", "anti-infantry 5+"]),
            "devastating wounds",
            "precision",
        ],
        k=rng.choice([0, 1, 1, 2, 2, 3]),
    )
    if kind in ("devastating", "leader") and "devastating wounds" not in abilities and rng.random() < 0.7:
        abilities.append("devastating wounds")
    if kind == "leader" and "precision" not in abilities and rng.random() < 0.5:
        abilities.append("precision")
    if melee:
        abilities += ["lance"] if rng.random() < 0.4 else []
    else:
        other = ["rapid fire 1", "rapid fire 2", f"melta {rng.choice('12')}", "blast", "heavy", "ignores cover"]
        abilities += rng.sample(other, k=rng.choice([0, 1, 1, 2]))
        if kind == "table rules":
            abilities += rng.choice([[], ["heavy"], ["rapid fire 1"]])
        abilities += ["indirect fire"] if unseen else rng.choice([[], [], [], ["torrent"]])
    abilities = [a for i, a in enumerate(abilities) if not any(a.split()[0] == b.split()[0] for b in abilities[:i])]
    torrent = "torrent" in abilities
    return {
        "name": name,
        "count": rng.choice([1, 1, 1, 2]),
        "type": "melee" if melee else "ranged",
        "attacks": rng.choice([1, 2, 2, 3, 4, "D3", "D3+1", "D6"]),
        "skill": "N/A" if torrent else rng.choice(["2+", "3+", "3+", "4+", "4+", "5+", "6+"]),
        "strength": rng.choice([3, 4, 5, 6, 8, 10]),
        "ap": rng.choice([0, 0, -1, -1, -2, -3, -4]),
        "damage": rng.choice([1, 1, 2, 3, "D3", "D3+1", "D6", "D6+1"]),
        "abilities": abilities,
        "modifiers": what_ifs(rng) if rng.random() < 0.6 else {},
    }


def what_ifs(rng: random.Random) -> Document:
    """Up to four of the modifiers of a weapon."""
    possible: Document = {
        "hit": rng.choice([-2, -1, 1, 2]),
        "wound": rng.choice([-1, 1, 2]),
        "save": rng.choice([-1, 1]),
        "reroll_hits": rng.choice(["ones", "failed", "non_critical"]),
        "reroll_wounds": rng.choice(["ones", "failed", "non_critical"]),
        "critical_hit": rng.choice([4, 5]),
        "critical_wound": rng.choice([3, 4, 5]),
        "attacks": rng.choice([1, 2]),
        "skill": rng.choice([-1, 1, 2]),
        "strength": rng.choice([-1, 1, 2]),
        "ap": rng.choice([-1, 1]),
        "damage": rng.choice([1, 2]),
    }
    names = rng.sample(list(possible), k=rng.randint(1, 4))
    return {name: possible[name] for name in names}


def models(rng: random.Random, kind: str) -> list[Document]:
    """The target: one profile, or several, or a unit with a leader."""
    if kind == "mixed":
        return [profile(rng, rng.randint(1, 3)) for _ in range(rng.choice([2, 2, 3]))]
    if kind == "leader":
        unit = [profile(rng, rng.randint(1, 3))]
        leader = {**profile(rng, 1), "character": True}
        return [leader, *unit] if rng.random() < 0.3 else [*unit, leader]
    if kind == "close combat" and rng.random() < 0.3:
        return [profile(rng, 2), {**profile(rng, 1), "character": True}]
    return [profile(rng, rng.choice([1, 2, 3, 5, 6]))]


def profile(rng: random.Random, count: int) -> Document:
    """One profile of the target."""
    model: Document = {
        "count": count,
        "toughness": rng.choice([3, 4, 5, 6, 8]),
        "save": rng.choice(["2+", "3+", "4+", "5+", "6+", "7+"]),
        "wounds": rng.choice([1, 1, 2, 2, 3, 4]),
    }
    if rng.random() < 0.35:
        model["invulnerable"] = rng.choice(["4+", "5+", "6+"])
    if rng.random() < 0.35:
        model["feel_no_pain"] = rng.choice(["4+", "5+", "6+"])
    if rng.random() < 0.2:
        model["feel_no_pain_mortal"] = rng.choice(["3+", "5+", "6+"])
    if rng.random() < 0.3:
        name, value = rng.choice([("damage_reduction", 1), ("half_damage", True), ("fixed_damage", 1)])
        model[name] = value
    return model


def tiny_mixed_document(seed: int) -> Document:
    """One to three weapons of a few attacks into up to three profiles that differ in everything: who is hit in which order matters."""
    rng = random.Random(seed)
    weapons: list[Document] = []
    for number in range(rng.choice([1, 2, 2, 3])):
        abilities = [name for name in ("devastating wounds", "precision", "lethal hits", "sustained hits 1") if rng.random() < 0.4]
        attacks, skill = rng.choice([1, 1, 2, "D3"]), rng.choice(["N/A", "3+", "5+"])
        weapons.append(
            {
                "name": f"weapon {number + 1}",
                "type": "ranged",
                "attacks": attacks,
                "skill": skill,
                "strength": rng.choice([4, 8]),
                "ap": rng.choice([0, -1, -3, -4]),
                "damage": rng.choice([1, 1, 2, 3, "D3"]),
                "abilities": [*abilities, "torrent"] if skill == "N/A" else abilities,
                "modifiers": {"critical_wound": rng.choice([2, 4, 6])},
            }
        )
    target: list[Document] = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        model: Document = {
            "count": rng.choice([1, 1, 2]),
            "toughness": rng.choice([4, 5]),
            "save": rng.choice(["3+", "4+", "7+"]),
            "wounds": rng.choice([1, 1, 2, 3]),
        }
        if rng.random() < 0.3:
            model["invulnerable"] = rng.choice(["4+", "5+"])
        if rng.random() < 0.3:
            model["feel_no_pain"] = "5+"
        if rng.random() < 0.3:
            model["feel_no_pain_mortal"] = "4+"
        if rng.random() < 0.2:
            model[rng.choice(["damage_reduction", "fixed_damage"])] = 1
        if rng.random() < 0.35:
            model["character"] = True
        target.append(model)
    return {"system": "wh40k_10e", "attacker": {"weapons": weapons}, "defender": {"models": target}}


def extreme_document(seed: int) -> Document:
    """A small document whose what-ifs go beyond every cap and floor."""
    rng = random.Random(f"extreme {seed}")
    document = small_document(seed)
    extremes: Document = {
        "attacks": [-2, -1],
        "skill": [-3, 3],
        "strength": [-6, 4],
        "ap": [-3, 3],
        "damage": [-3, -1, 3],
        "save": [-2, 2],
        "hit": [-3, 3],
        "wound": [-3, 3],
        "critical_hit": [2, 3],
        "critical_wound": [2],
        "reroll_hits": ["all"],
    }
    for weapon in document["attacker"]["weapons"]:
        for name, values in extremes.items():
            if rng.random() < 0.2:
                weapon["modifiers"][name] = rng.choice(values)
    return document
