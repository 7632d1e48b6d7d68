"""The 11th edition played die by die, with every face of every die followed: exact, slow, and meant to be read beside the rules.

Only words and small tools are shared with the referee of the 10th edition; nothing is imported from the toolkit. A scenario document is
first turned into target numbers (`read`), then played batch by batch (`play`), for every choice that the players have (`evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial
from typing import Any

from .literal import CERTAIN, FACES, SIXTH, Answer, add, die_with_reroll, in_order, rolled
from .reading import Abilities, DiceText, dice, plain, target_number, widest, wound_need

Unit = tuple[tuple[int, int], ...]
"""For each profile: (models left, wounds of the first of them); (0, 0) once all are dead."""


@dataclass(frozen=True)
class Shot:
    """One attack of a batch, in target numbers of single dice: what is the same for all attacks of the batch."""

    auto_hit: bool
    hit_need: int
    hit_modifier: int
    hit_fails_up_to: int
    only_sixes_hit: bool
    sixes_are_critical: bool
    critical_hit: int
    reroll_hits: str
    sustained: DiceText | None
    lethal: bool
    wound_need: int
    wound_modifier: int
    critical_wound: int
    reroll_wounds: str
    devastating: bool
    precision: bool
    damage: DiceText
    added_by_weapon: int
    added_by_others: int
    taken_off: int
    saves: tuple[int, ...]  # for each profile of the target: the unmodified die that saves; 7 for never


@dataclass(frozen=True)
class Body:
    """One profile of the target."""

    count: int
    wounds: int
    character: bool
    group: tuple[Any, ...]  # the profiles of one group of the defender have the same
    feel_no_pain: int
    feel_no_pain_mortal: int
    damage_reduction: int
    half_damage: bool
    fixed_damage: int | None


@dataclass(frozen=True)
class Battle:
    """Everything the dice need to know: attacks with how many of them each weapon makes, one entry for each model that fires."""

    attacks: tuple[tuple[Shot, tuple[tuple[DiceText, ...], int]], ...]
    bodies: tuple[Body, ...]
    after_all: bool
    damage_order: str


# --- reading ----------------------------------------------------------------------------------------------------------


def works_against(text: str, keywords: set[str]) -> bool:
    """Whether a printed list of targets ("non-MONSTER/VEHICLE") has the target in it."""
    text = text.strip().lower()
    negative = text.startswith("non-")
    named = {plain(word) for word in text.removeprefix("non-").split("/")}
    return bool(named & keywords) != negative


def abilities_against(printed: list[str], keywords: set[str]) -> Abilities:
    """The abilities of a weapon that work against the target: "Lethal Hits: Infantry", "Lethal Hits (Infantry)"."""
    kept: list[str] = []
    for text in printed:
        ability, _, targets = text.replace("(", ":").rstrip(")").partition(":")
        if targets and not works_against(targets, keywords):
            continue
        if ability.lower().startswith("anti-non-"):
            targets, _, number = ability[len("anti-") :].rpartition(" ")
            if works_against(targets, keywords):
                kept.append(f"anti-{sorted(keywords)[0]} {number}")
            continue
        kept.append(ability.strip())
    return Abilities(kept)


def best_number(abilities: Abilities, name: str) -> int:
    """The greatest number of several instances of one ability, 0 without any."""
    texts = [text[len(name) :].strip() for text in abilities.texts if text.startswith(name)]
    return max((int(text) if text else 1 for text in texts), default=0)


def read(document: dict[str, Any]) -> Battle:
    """Go through the document as the players would before rolling."""
    assert document["system"] == "wh40k_11e"
    attacker, defender = document["attacker"], document["defender"]
    facts = {"target_visible": True, **document.get("situation", {})}
    readings = {"rules_date": "2026-10", **document.get("readings", {})}
    ours = {plain(rule) for rule in attacker.get("rules", [])}
    theirs = {plain(rule) for rule in defender.get("rules", [])}
    our_keywords = {plain(word) for word in attacker.get("keywords", [])}
    their_keywords = {plain(word) for word in defender.get("keywords", [])}
    models = defender["models"]
    attacks: list[tuple[Shot, tuple[tuple[DiceText, ...], int]]] = []
    for weapon in attacker["weapons"]:
        shot, number = read_weapon(weapon, models, ours, theirs, our_keywords, their_keywords, facts, readings)
        attacks += [(shot, number)] * weapon.get("count", 1)
    bodies = tuple(
        Body(
            count=model["count"],
            wounds=model["wounds"],
            character=bool(model.get("character")),
            group=(model["wounds"], model["save"], model.get("invulnerable")),
            feel_no_pain=target_number(model.get("feel_no_pain", 7)),
            feel_no_pain_mortal=min(target_number(model.get("feel_no_pain", 7)), target_number(model.get("feel_no_pain_mortal", 7))),
            damage_reduction=model.get("damage_reduction", 0),
            half_damage=bool(model.get("half_damage")),
            fixed_damage=model.get("fixed_damage"),
        )
        for model in models
    )
    return Battle(
        tuple(attacks),
        bodies,
        readings.get("devastating_timing") == "activation",
        readings.get("damage_modifier_order", "mul_add_div_sub_roundup"),
    )


def read_weapon(
    weapon: dict[str, Any],
    models: list[dict[str, Any]],
    ours: set[str],
    theirs: set[str],
    our_keywords: set[str],
    their_keywords: set[str],
    facts: dict[str, Any],
    readings: dict[str, Any],
) -> tuple[Shot, tuple[tuple[DiceText, ...], int]]:
    """One weapon: the numbers of each of its attacks, and the dice for how many there are with their least number."""
    what_ifs = weapon.get("modifiers", {})
    ranged = weapon.get("type", "ranged") == "ranged"
    abilities = abilities_against(list(weapon.get("abilities", [])), their_keywords)
    snap = ranged and bool(facts.get("overwatch"))
    auto_hit = abilities.has("torrent") or plain(weapon["skill"]) == "na"
    psychic = abilities.has("psychic")
    big, big_target = bool(our_keywords & {"monster", "vehicle"}), bool(their_keywords & {"monster", "vehicle"})
    in_unit = sum(model["count"] for model in models)

    # number of attacks: several instances of an ability never add up
    extra = what_ifs.get("attacks", 0)
    extra += best_number(abilities, "blast") * (in_unit // 5)
    if not ranged and not facts.get("split_attacks"):
        extra += best_number(abilities, "cleave") * (in_unit // 5)
    if facts.get("within_half_range"):
        extra += best_number(abilities, "rapid fire")

    # BS or WS: every change of the characteristic, then its bounds; a PSYCHIC attack ignores what makes it worse
    indirect = ranged and abilities.has("indirect fire") and bool(facts.get("indirect_shooting") or not facts["target_visible"])
    cover = bool(facts.get("target_in_cover")) or "stealth" in theirs or abilities.has("target in cover") or indirect
    cover = cover and ranged and not abilities.has("ignores cover")
    better = [what_ifs.get("skill", 0), int(cover) * -1, int(ranged and "takeaim" in ours)]
    better.append(int(ranged and bool(facts.get("plunging_fire"))))
    if psychic:
        better = [max(0, change) for change in better]
    need = 7 if auto_hit else max(2, min(6, target_number(weapon["skill"]) - sum(better)))

    # the roll: its own modifiers, at most 1 in all
    steady = facts.get("remained_stationary") or facts.get("moved_little")
    own_shooting = facts.get("phase", "shooting") == "shooting" and not facts.get("overwatch")
    modifiers = [what_ifs.get("hit", 0)]
    if ranged and abilities.has("heavy") and steady and own_shooting and not facts.get("engaged") and not facts.get("set_up_this_turn"):
        modifiers.append(1)
    if ranged and facts.get("engaged") and big and not (abilities.has("pistol") or abilities.has("close quarters")):
        modifiers.append(-1)
    if ranged and facts.get("target_engaged") and big_target:
        modifiers.append(-1)
    if "damaged5" in ours and facts.get("damaged"):
        modifiers.append(-1)
    if psychic:
        modifiers = [max(0, change) for change in modifiers]
    spotted = facts.get("remained_stationary") and (facts["target_visible"] or facts.get("target_spotted"))
    reroll_hits = "" if indirect or snap else what_ifs.get("reroll_hits", "")
    fishing = readings.get("reroll_policy") == "fishing"
    twin = ("non_critical" if fishing else "failed") if abilities.has("twin linked") else ""
    sustained = max(
        (dice(text.removeprefix("sustained hits ")) for text in abilities.texts if text.startswith("sustained hits ")),
        key=lambda each: each[0] * (each[1] + 1) + 2 * each[2],
        default=None,
    )
    toughness = (
        max(model["toughness"] for model in models if not model.get("character"))
        if any(not model.get("character") for model in models)
        else max(model["toughness"] for model in models)
    )
    ap = min(0, weapon["ap"] - what_ifs.get("ap", 0))
    damage_change = what_ifs.get("damage", 0)
    shot = Shot(
        auto_hit=auto_hit,
        hit_need=need,
        hit_modifier=max(-1, min(1, sum(modifiers))),
        hit_fails_up_to=(3 if spotted else 5) if indirect else 1,
        only_sixes_hit=snap,
        sixes_are_critical=bool(readings.get("snap_hits_critical")) or readings["rules_date"] == "2026-06",
        critical_hit=what_ifs.get("critical_hit", 6),
        reroll_hits=reroll_hits,
        sustained=None if auto_hit else sustained,
        lethal=abilities.has("lethal hits") and not auto_hit,
        wound_need=wound_need(max(1, weapon["strength"] + what_ifs.get("strength", 0)), toughness),
        wound_modifier=max(-1, min(1, what_ifs.get("wound", 0) + int(abilities.has("lance") and bool(facts.get("charged"))))),
        critical_wound=min([what_ifs.get("critical_wound", 6), *abilities.anti(their_keywords)]),
        reroll_wounds=widest(what_ifs.get("reroll_wounds"), twin),
        devastating=abilities.has("devastating wounds"),
        precision=abilities.has("precision") and bool(facts["target_visible"]),
        damage=dice(weapon["damage"]),
        added_by_weapon=best_number(abilities, "melta") if facts.get("within_half_range") else 0,
        added_by_others=max(0, damage_change),
        taken_off=max(0, -damage_change),
        saves=tuple(save_need(model, ap, what_ifs.get("save", 0), theirs) for model in models),
    )
    least = 0 if dice(weapon["attacks"]) == (0, 6, 0) else 1
    return shot, ((dice(weapon["attacks"]), (0, 6, extra)), least)


def save_need(model: dict[str, Any], ap: int, bonus: int, theirs: set[str]) -> int:
    """The lowest unmodified die that stops an attack: the invulnerable save is met, or the roll and AP reach the Save. No cap, no cover."""
    save = target_number(model["save"])
    if "takecover" in theirs:
        save = min(save, max(3, save - 1))
    needs = [7, save - ap - bonus]
    if model.get("invulnerable"):
        needs.append(target_number(model["invulnerable"]) - bonus)
    return max(2, min(needs))


# --- dice -------------------------------------------------------------------------------------------------------------


def hit_result(shot: Shot, face: int) -> str:
    """What an unmodified hit roll of `face` means."""
    if shot.only_sixes_hit:
        return "fail" if face < 6 else "critical" if shot.sixes_are_critical else "success"
    if face == 6:
        return "critical"
    if face == 1 or face <= shot.hit_fails_up_to:
        return "fail"
    if face >= shot.critical_hit:  # hits even where BS would need more
        return "critical"
    return "success" if face + shot.hit_modifier >= shot.hit_need else "fail"


def wound_result(shot: Shot, face: int) -> str:
    """What an unmodified wound roll of `face` means."""
    if face == 1:
        return "fail"
    if face == 6 or face >= shot.critical_wound:
        return "critical"
    return "success" if face + shot.wound_modifier >= shot.wound_need else "fail"


def wounds_of_one_attack(shot: Shot) -> dict[tuple[int, int], Fraction]:
    """(wounds to save, devastating wounds) of one attack."""
    wound_die = die_with_reroll(lambda face: wound_result(shot, face), shot.reroll_wounds)
    hits: dict[tuple[int, int], Fraction] = {}  # hits to roll for, hits that wound at once
    if shot.auto_hit:
        hits[1, 0] = CERTAIN
    else:
        for result, chance in die_with_reroll(lambda face: hit_result(shot, face), shot.reroll_hits).items():
            if result == "fail":
                add(hits, (0, 0), chance)
            elif result == "success":
                add(hits, (1, 0), chance)
            else:
                for extra, p in rolled([shot.sustained] if shot.sustained else []).items():
                    add(hits, (extra, 1) if shot.lethal else (extra + 1, 0), chance * p)
    table: dict[tuple[int, int], Fraction] = {}
    for (to_roll, at_once), chance in hits.items():
        here = {(at_once, 0): chance}
        for _ in range(to_roll):
            after: dict[tuple[int, int], Fraction] = {}
            for (wounds, special), p in here.items():
                for result, q in wound_die.items():
                    key = (wounds, special)
                    if result == "critical" and shot.devastating:
                        key = (wounds, special + 1)
                    elif result != "fail":
                        key = (wounds + 1, special)
                    add(after, key, p * q)
            here = after
        for key, p in here.items():
            add(table, key, p)
    return table


def wounds_of_batch(shot: Shot, numbers: list[tuple[tuple[DiceText, ...], int]]) -> dict[tuple[int, int], Fraction]:
    """(wounds to save, devastating wounds) of all attacks of a batch, whose numbers of attacks are rolled weapon by weapon."""
    one = wounds_of_one_attack(shot)
    table = {(0, 0): CERTAIN}
    for texts, least in numbers:
        attacks: dict[int, Fraction] = {}
        for n, chance in rolled(texts).items():
            add(attacks, max(least, n), chance)
        ended: dict[tuple[int, int], Fraction] = {}
        for made in range(max(attacks) + 1):
            for key, chance in table.items() if made in attacks else ():
                add(ended, key, chance * attacks[made])
            after: dict[tuple[int, int], Fraction] = {}
            for (a, b), chance in table.items():
                for (c, d), p in one.items():
                    add(after, (a + c, b + d), chance * p)
            table = after
        table = ended
    return table


# --- the target -------------------------------------------------------------------------------------------------------


def current_group(unit: Unit, battle: Battle, order: tuple[int, ...], chosen: int | None) -> int | None:
    """The profile that is attacked now: the CHARACTER chosen with Precision, the defender's order, CHARACTERs last."""
    if chosen is not None and unit[chosen][0]:
        return chosen
    alive = [i for i in order if unit[i][0]]
    ordinary = [i for i in alive if not battle.bodies[i].character]
    wounded = [i for i in ordinary if unit[i][1] < battle.bodies[i].wounds]
    leaders = [i for i in alive if battle.bodies[i].character]
    hurt = [i for i in leaders if unit[i][1] < battle.bodies[i].wounds]
    return next(iter([*wounded, *ordinary, *hurt, *leaders]), None)


def damage_after_rules(value: int, shot: Shot, body: Body, order: str) -> int:
    """Replace, then the order of the reading, one rounding up; at least 1, but a Damage of 0 stays 0."""
    amount = Fraction(value if body.fixed_damage is None else body.fixed_damage)
    if amount == 0 or value == 0:
        return 0
    half = Fraction(1, 2) if body.half_damage else Fraction(1)
    less = shot.taken_off + body.damage_reduction
    if order == "mul_add_div_sub_roundup":
        amount = (amount + shot.added_by_weapon + shot.added_by_others) * half - less
    elif order == "mul_add_sub_div_roundup":
        amount = (amount + shot.added_by_weapon + shot.added_by_others - less) * half
    else:
        amount = (amount + shot.added_by_weapon) * half + shot.added_by_others - less
    return max(1, -(-amount.numerator // amount.denominator))


def suffer(unit: Unit, at: int, battle: Battle, shot: Shot, feel_no_pain: int) -> dict[Unit, Fraction]:
    """Roll for damage onto the first model of a profile; what is left over when the model is dead is lost."""
    left, wounds = unit[at]
    models = one_model(wounds, left, battle.bodies[at], shot, battle.damage_order, feel_no_pain)
    return {(*unit[:at], model, *unit[at + 1 :]): chance for model, chance in models.items()}


@cache
def one_model(wounds: int, left: int, body: Body, shot: Shot, order: str, feel_no_pain: int) -> dict[tuple[int, int], Fraction]:
    """What one attack leaves of a profile: every roll for damage, and one die for every point of it."""
    table: dict[tuple[int, int], Fraction] = {}
    for value, chance in rolled([shot.damage]).items():
        remaining = {wounds: chance}
        for _ in range(damage_after_rules(value, shot, body, order)):
            after: dict[int, Fraction] = {}
            for points, p in remaining.items():
                for face in FACES:
                    add(after, points if points == 0 or face >= feel_no_pain else points - 1, p * SIXTH)
            remaining = after
        for points, p in remaining.items():
            add(table, (left, points) if points else (left - 1, body.wounds) if left > 1 else (0, 0), p)
    return table


# --- the battle -------------------------------------------------------------------------------------------------------


def play(battle: Battle, order: tuple[int, ...]) -> dict[Unit, Fraction]:
    """All batches in order, for one order of allocation."""
    batches: dict[Shot, list[tuple[tuple[DiceText, ...], int]]] = {}
    for shot, number in battle.attacks:
        batches.setdefault(shot, []).append(number)
    fresh: Unit = tuple((body.count, body.wounds) for body in battle.bodies)
    tables: dict[tuple[Unit, tuple[int, ...]], Fraction] = {(fresh, ()): CERTAIN}  # with the devastating wounds that wait, by batch
    for shot, numbers in batches.items():
        law = wounds_of_batch(shot, numbers)
        resolve = batch_of(battle, order, shot, wait=battle.after_all)
        after: dict[tuple[Unit, tuple[int, ...]], Fraction] = {}
        for (unit, waiting), chance in tables.items():
            for (wounds, special), p in law.items():
                for hurt, q in resolve(unit, wounds, special).items():
                    add(after, (hurt, (*waiting, special if battle.after_all else 0)), chance * p * q)
        tables = after
    for place, shot in enumerate(batches):  # empty unless they wait for all attacks
        end: dict[tuple[Unit, tuple[int, ...]], Fraction] = {}
        for (unit, waiting), chance in tables.items():
            for hurt, q in special_wounds(battle, order, shot, chosen_leader(unit, battle, shot), waiting[place], unit).items():
                add(end, (hurt, waiting), chance * q)
        tables = end
    final: dict[Unit, Fraction] = {}
    for (unit, _), chance in tables.items():
        add(final, unit, chance)
    return final


def chosen_leader(unit: Unit, battle: Battle, shot: Shot) -> int | None:
    """The CHARACTER whose group Precision makes the first one: one for the whole batch."""
    if not shot.precision:
        return None
    return next((i for i, body in enumerate(battle.bodies) if body.character and unit[i][0]), None)


def batch_of(battle: Battle, order: tuple[int, ...], shot: Shot, *, wait: bool) -> Callable[[Unit, int, int], dict[Unit, Fraction]]:
    """Saves of all wounds of a batch, sorted from low to high, then its devastating wounds."""

    @cache
    def resolve(unit: Unit, wounds: int, special: int) -> dict[Unit, Fraction]:
        chosen = chosen_leader(unit, battle, shot)
        table: dict[Unit, Fraction] = {}
        for throw in combinations_with_replacement(FACES, wounds):  # sorted; as often as its dice can change places
            ways = factorial(wounds)
            for face in FACES:
                ways //= factorial(throw.count(face))
            here = {unit: Fraction(ways, 6**wounds)}
            for face in throw:
                after: dict[Unit, Fraction] = {}
                for now, chance in here.items():
                    at = current_group(now, battle, order, chosen)
                    if at is None or (face != 1 and face >= shot.saves[at]):
                        add(after, now, chance)
                        continue
                    for hurt, p in suffer(now, at, battle, shot, battle.bodies[at].feel_no_pain).items():
                        add(after, hurt, chance * p)
                here = after
            for now, chance in here.items():
                add(table, now, chance)
        if wait or not special:
            return table
        end: dict[Unit, Fraction] = {}
        for now, chance in table.items():
            for hurt, p in special_wounds(battle, order, shot, chosen, special, now).items():
                add(end, hurt, chance * p)
        return end

    return resolve


def special_wounds(battle: Battle, order: tuple[int, ...], shot: Shot, chosen: int | None, number: int, unit: Unit) -> dict[Unit, Fraction]:
    """Devastating wounds one after the other: mortal wounds equal to the damage, lost beyond the model that takes them."""
    here = {unit: CERTAIN}
    for _ in range(number):
        after: dict[Unit, Fraction] = {}
        for now, chance in here.items():
            at = current_group(now, battle, order, chosen)
            if at is None:
                add(after, now, chance)
                continue
            for hurt, p in suffer(now, at, battle, shot, battle.bodies[at].feel_no_pain_mortal).items():
                add(after, hurt, chance * p)
        here = after
    return here


# --- choices ----------------------------------------------------------------------------------------------------------


def evaluate(document: dict[str, Any]) -> Answer:
    """Play the scenario for every choice that the players have, each knowing what the other does; of equal choices the first counts."""
    battle, readings = read(document), document.get("readings", {})
    objective = readings.get("allocation_objective", "slain")
    policy = readings.get("lethal_policy", "attacker_best")
    lethal = {"always": [True], "never": [False]}.get(policy, [True, False])
    weapons = len(document["attacker"]["weapons"])
    of_weapon = [i for i, weapon in enumerate(document["attacker"]["weapons"]) for _ in range(weapon.get("count", 1))]
    both = {w for w, (shot, _) in zip(of_weapon, battle.attacks, strict=True) if shot.lethal and shot.devastating}
    free = sorted(both)
    blocks: dict[tuple[Any, ...], list[int]] = {}
    for i, body in enumerate(battle.bodies):
        if not body.character:
            blocks.setdefault(body.group, []).append(i)
    leaders = [i for i, body in enumerate(battle.bodies) if body.character]
    orders = [tuple(range(len(battle.bodies)))]
    if readings.get("allocation_order", "defender_minimises") != "as_listed" and len(blocks) > 1:
        orders = [(*(i for block in each for i in block), *leaders) for each in permutations(blocks.values())]
    best: tuple[tuple[Fraction, ...], Answer] | None = None
    for choice in product(lethal, repeat=len(free)) if policy == "attacker_best" else [()]:
        takes = dict(zip(free, choice, strict=True)) if policy == "attacker_best" else dict.fromkeys(range(weapons), policy == "always")
        shots = tuple(
            (replace(shot, lethal=shot.lethal and takes.get(w, True)), number)
            for w, (shot, number) in zip(of_weapon, battle.attacks, strict=True)
        )
        worst: tuple[tuple[Fraction, ...], Answer] | None = None
        for order in orders:
            answer = told(battle, play(replace(battle, attacks=shots), order))
            value = worth(battle, answer, objective)
            if worst is None or value < worst[0]:
                worst = value, answer
        assert worst is not None
        if best is None or worst[0] > best[0]:
            best = worst
    assert best is not None
    return best[1]


def told(battle: Battle, final: dict[Unit, Fraction]) -> Answer:
    damage: dict[int, Fraction] = {}
    slain: dict[int, Fraction] = {}
    for unit, chance in final.items():
        left = sum(first + (n - 1) * body.wounds for (n, first), body in zip(unit, battle.bodies, strict=True) if n)
        add(damage, sum(body.count * body.wounds for body in battle.bodies) - left, chance)
        add(slain, sum(body.count for body in battle.bodies) - sum(n for n, _ in unit), chance)
    return Answer(in_order(damage), in_order(slain), {})


def worth(battle: Battle, answer: Answer, objective: str) -> tuple[Fraction, ...]:
    """The objective first; the others, in this order, break ties."""
    mean = {
        "slain": sum((n * p for n, p in answer.slain.items()), Fraction(0)),
        "damage": sum((n * p for n, p in answer.damage.items()), Fraction(0)),
        "destroyed": answer.slain.get(sum(body.count for body in battle.bodies), Fraction(0)),
    }
    return (mean.pop(objective), *mean.values())
