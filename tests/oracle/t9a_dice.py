"""A combat of The Ninth Age played with dice, face by face, from the rules alone: for the engine to be held against."""

from __future__ import annotations


def die(dice):
    """One D6."""
    return dice.randint(1, 6)


def melee_need(more):
    """What hits, by Offensive minus Defensive Skill."""
    if more >= 4:
        return 2
    if more >= 1:
        return 3
    return 4 if more >= -3 else 5


def one_hit(dice, who, victim, poisoned):
    """Points that one hit costs the victim."""
    lethal = False
    if not poisoned:
        rolled = die(dice)
        need = {True: 2, False: 0}.get(who["strength"] - victim["resilience"] >= 2) or {1: 3, 0: 4, -1: 5}.get(
            who["strength"] - victim["resilience"], 6
        )
        if who.get("advantaged") and need > 3:
            need -= 1
        failed = rolled == 1 or (rolled < need and rolled != 6)
        if failed and who.get("flaming") and victim.get("flammable"):
            rolled = die(dice)
            failed = rolled == 1 or (rolled < need and rolled != 6)
        if failed:
            return 0
        lethal = rolled == 6 and who.get("lethal_strike", False)
    ap = 10 if lethal else who.get("ap", 0)
    armour = victim.get("armour", 0)
    if armour > ap:
        rolled = die(dice)
        if rolled != 1 and rolled >= 7 - armour + ap:
            return 0
    aegis, fortitude = victim.get("aegis"), victim.get("fortitude")
    if who.get("flaming") or lethal:
        fortitude = None
    if aegis and (not fortitude or not who.get("divine")):
        use_aegis = not fortitude or aegis <= fortitude
    else:
        use_aegis = bool(aegis) and ((7 - aegis) / 6) ** 2 >= (7 - fortitude) / 6
    if aegis and use_aegis:
        saved = die(dice) >= aegis
        if saved and who.get("divine"):
            saved = die(dice) >= aegis
        if saved:
            return 0
    elif fortitude and die(dice) >= fortitude:
        return 0
    many = who.get("multiple_wounds", 1)
    points = many if isinstance(many, int) else dice.randint(1, int(many[1:]))
    return min(points, victim.get("health", 1)) if many != 1 else points


def one_attack(dice, who, victim, first_round):
    """Points that one standard attack costs."""
    defensive = victim["defensive"]
    if victim.get("parry") and victim.get("enemy_in", "front") == "front":
        defensive = max(defensive + 1, who["offensive"])
    need = melee_need(who["offensive"] - defensive)
    need -= int(bool(who.get("lightning_reflexes")) and not who.get("great_weapon"))
    need += int(bool(victim.get("distracting")))
    rolled = die(dice)
    if not (rolled == 6 or (rolled != 1 and rolled >= need)) and who.get("hatred") and first_round:
        rolled = die(dice)
    if not (rolled == 6 or (rolled != 1 and rolled >= need)):
        return 0
    points = one_hit(dice, who, victim, poisoned=rolled == 6 and who.get("poison", False))
    if rolled == 6 and who.get("battle_focus"):
        points += one_hit(dice, who, victim, poisoned=False)
    return points


def attacks_now(who, lost):
    """Standard attacks after losses: the first rank, and one supporting rank of at most Height each."""
    left = who["models"] - lost // who.get("health", 1)
    files = who.get("files", who["models"])
    places = [divmod(number, files) for number in range(left)]
    reach = who.get("in_contact", 1000)
    few = min(who["attacks"], who.get("height", 1))
    side = who.get("enemy_in", "front")
    if side == "flank":
        return few * len(sorted({rank for rank, _ in places})[:reach])
    front = sorted(file for rank, file in places if rank == 0)[:reach]
    if side == "rear":
        return few * len(front)
    behind = [file for rank, file in places if 1 <= rank <= who.get("supporting_ranks", 1) and file in front]
    return len(front) * who["attacks"] + len(behind) * few


def count_ranks(who, lost):
    """Proper Ranks: models laid out rank by rank, each rank counted."""
    if who.get("light_troops"):
        return 0
    if who.get("proper_ranks") is not None:
        return who["proper_ranks"]
    needed = who.get("rank_width") or (5, 5, 5, 3, 3, 1)[who.get("height", 1)]
    left = list(range(who["models"] - lost // who.get("health", 1)))
    files = who.get("files", who["models"])
    found = 0
    while left:
        rank, left = left[:files], left[files:]
        found += len(rank) >= needed
    return found


def stand(who, enemy, lost, enemy_lost):
    """(ranks, steady, solid) of a unit that has lost so many points."""
    ranks, theirs = count_ranks(who, lost), count_ranks(enemy, enemy_lost)
    counted = ranks - theirs if who.get("enemy_in", "front") != "front" else ranks
    steady = who.get("steady", counted > theirs)
    solid = who.get("solid", counted >= (3 if who.get("height", 1) <= 2 else 2))
    return ranks, steady, solid


def play(dice, a, b, first_round=True, after=False):
    """Points lost by both in one round, and whether a unit broke: ("a" or "b" or None); `after` counts ranks after casualties."""
    lost = [a.get("wounded", 0), b.get("wounded", 0)]
    formed = [stand(a, b, *lost), stand(b, a, *lost[::-1])]
    sides = [{**who, "advantaged": steady and solid} for who, (_, steady, solid) in zip((a, b), formed, strict=True)]
    pools = [each["models"] * each.get("health", 1) for each in sides]
    steps = set()
    blows = []
    for at, unit in enumerate(sides):
        own = unit["agility"] + bool(unit.get("charging"))
        slow = unit.get("great_weapon") and not unit.get("lightning_reflexes")
        blows.append((0 if slow else own, at, "standard"))
        if unit.get("impact_hits") and unit.get("charging") and unit.get("enemy_in", "front") == "front":
            blows.append((10, at, "impact_hits"))
        if unit.get("stomp"):
            blows.append((0, at, "stomp"))
    steps = sorted({step for step, _, _ in blows}, reverse=True)
    for step in steps:
        before = list(lost)
        for agility, at, kind in blows:
            if agility != step or before[at] >= pools[at]:
                continue
            unit, victim = sides[at], sides[1 - at]
            if kind == "standard":
                points = sum(one_attack(dice, unit, victim, first_round) for _ in range(attacks_now(unit, before[at])))
            else:
                hits = sum(
                    dice.randint(1, int(unit[kind][1:]))
                    for _ in range(attacks_now({**unit, "attacks": 1, "height": 1, "supporting_ranks": 0}, before[at]))
                )
                bare = {key: unit[key] for key in ("strength", "ap", "advantaged") if key in unit}
                points = sum(one_hit(dice, bare, victim, poisoned=False) for _ in range(hits))
            lost[1 - at] = min(pools[1 - at], lost[1 - at] + points)
    fresh = [lost[at] - sides[at].get("wounded", 0) for at in (0, 1)]
    scores = []
    if after:
        formed = [stand(a, b, *lost), stand(b, a, *lost[::-1])]
    for at, unit in enumerate(sides):
        score = bool(unit.get("charging")) + bool(unit.get("standard")) + min(4, formed[at][0])
        score += 2 * (sides[1 - at].get("enemy_in", "front") != "front")
        score += fresh[1 - at] + (lost[1 - at] == pools[1 - at])
        scores.append(score)
    broke = None
    if scores[0] != scores[1] and all(points < pool for points, pool in zip(lost, pools, strict=True)):
        loser = 0 if scores[0] < scores[1] else 1
        if lost[loser] < pools[loser]:
            unit, worse = sides[loser], abs(scores[0] - scores[1])
            _, steady, solid = formed[loser]
            if steady:
                worse = 0 if solid else min(worse, 2)
            if die(dice) + die(dice) > unit["courage"] - worse:
                broke = "ab"[loser]
    return fresh[0], fresh[1], broke
