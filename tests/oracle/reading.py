"""What a referee notes down before the dice are rolled: a scenario document turned into target numbers.

Only 40k 10th edition. Everything is spelt out rule by rule, with `if` after `if`, so that it can be read beside the rules.
Nothing is imported from the toolkit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

DiceText = tuple[int, int, int]
"""(how many dice, sides, plus): 2D6+3 is (2, 6, 3), a flat 4 is (0, 6, 4)."""

ORDERS = ("takeaim", "fixbayonets", "firstrankfiresecondrankfire", "takecover", "movemovemove", "dutyandhonour")


@dataclass(frozen=True)
class Gun:
    """One weapon against this target, in target numbers of single dice."""

    name: str
    count: int
    attacks: tuple[DiceText, ...]  # all of them are rolled and added
    least_attacks: int  # a characteristic is never modified below 1
    auto_hit: bool
    hit_need: int
    hit_modifier: int  # after the cap
    hit_fails_up_to: int
    only_sixes_hit: bool
    critical_hit: int
    reroll_hits: str
    sustained: DiceText | None
    lethal: bool
    wound_need: int
    wound_modifier: int  # after the cap
    critical_wound: int
    reroll_wounds: str
    devastating: bool
    precision: bool
    damage: DiceText
    damage_added: int


@dataclass(frozen=True)
class Body:
    """One profile of the target unit against each gun."""

    count: int
    wounds: int
    character: bool
    save_needs: tuple[int, ...]  # per gun: the unmodified die that saves; 7 for never
    feel_no_pain: int  # 7 for none
    feel_no_pain_mortal: int
    damage_reduction: int
    half_damage: bool
    fixed_damage: int | None


@dataclass(frozen=True)
class Battle:
    """Everything the dice need to know."""

    guns: tuple[Gun, ...]
    bodies: tuple[Body, ...]


def plain(text: object) -> str:
    """A printed name with nothing but its letters and digits, so that spelling does not matter."""
    return re.sub(r"[^a-z0-9+]", "", str(text).lower())


def dice(text: object) -> DiceText:
    """'2D6+3' as (2, 6, 3)."""
    found = re.fullmatch(r"(?:(\d*)[dD](\d+))?\s*\+?\s*(\d*)", str(text).strip())
    assert found and str(text).strip(), text
    number, sides, plus = found.groups()
    return (int(number or 1) if sides else 0, int(sides or 6), int(plus or 0))


def target_number(text: object) -> int:
    """'3+' as 3."""
    return int(str(text).rstrip("+"))


def capped(modifier: int) -> int:
    """Hit and wound rolls are never modified by more than 1 either way."""
    return max(-1, min(1, modifier))


def wound_need(strength: int, toughness: int) -> int:
    """The wound table."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    if 2 * strength <= toughness:
        return 6
    return 5


def widest(*rerolls: str | None) -> str:
    """Of several permissions to re-roll the same die the widest one is used: a die is re-rolled only once."""
    order = ("", "ones", "failed", "non_critical", "all")
    return max((r or "" for r in rerolls), key=order.index)


def diversion(theirs: set[str], their_keywords: set[str], facts: dict[str, Any]) -> bool:
    """Courageous Diversion is played in the enemy Shooting phase; Overwatch is fired at a unit in its own turn."""
    in_their_shooting_phase = facts.get("phase", "shooting") == "shooting" and not facts.get("overwatch")
    return in_their_shooting_phase and "courageousdiversion" in theirs and bool(their_keywords & {"infantry", "mounted"})


class Abilities:
    """The printed abilities of one weapon and those it gains from rules."""

    def __init__(self, printed: list[str]) -> None:
        self.texts = [t.strip().strip("[]").lower().replace("-", " ") for t in printed]

    def has(self, name: str) -> bool:
        return name in self.texts

    def number(self, name: str) -> str | None:
        """The text after the name: 'D3' of 'sustained hits D3'."""
        found = [t[len(name) :].strip() for t in self.texts if t.startswith(name + " ")]
        return found[-1] if found else None

    def anti(self, keywords: set[str]) -> list[int]:
        """The critical wound thresholds of every Anti ability that matches a keyword of the target."""
        found = [re.fullmatch(r"anti (.+) (\d)\+", t) for t in self.texts]
        return [int(f[2]) for f in found if f and plain(f[1]) in keywords]


def read(document: dict[str, Any]) -> Battle:
    """Go through the document as the players would before rolling."""
    assert document["system"] == "wh40k_10e"
    attacker, defender = document["attacker"], document["defender"]
    facts = {"target_visible": True, **document.get("situation", {})}
    everyone = [plain(r) for r in document.get("rules", [])]
    ours = set(everyone + [plain(r) for r in attacker.get("rules", [])])
    theirs = set(everyone + [plain(r) for r in defender.get("rules", [])])
    our_keywords = {plain(k) for k in attacker.get("keywords", [])}
    their_keywords = {plain(k) for k in defender.get("keywords", [])}
    models = defender["models"]

    # Toughness of the unit: the highest of those who are not characters, or of all when there is nobody else
    ordinary = [m for m in models if not m.get("character")] or models
    toughness = max(m["toughness"] for m in ordinary)
    # Blast counts the models when the target is selected
    models_in_unit = sum(m["count"] for m in models)

    guns = tuple(
        read_gun(weapon, ours, theirs, our_keywords, their_keywords, facts, toughness, models_in_unit)
        for weapon in attacker.get("weapons", [])
    )
    # characters are allocated attacks only after everybody else
    in_order = [m for m in models if not m.get("character")] + [m for m in models if m.get("character")]
    bodies = tuple(read_body(model, attacker.get("weapons", []), ours, theirs, our_keywords, their_keywords, facts) for model in in_order)
    return Battle(guns, bodies)


def read_gun(
    weapon: dict[str, Any],
    ours: set[str],
    theirs: set[str],
    our_keywords: set[str],
    their_keywords: set[str],
    facts: dict[str, Any],
    toughness: int,
    models_in_unit: int,
) -> Gun:
    """One weapon, from the attack characteristic to the damage."""
    what_ifs = weapon.get("modifiers", {})
    ranged = weapon.get("type", "ranged") == "ranged"
    abilities = Abilities(list(weapon.get("abilities", [])))
    overwatch = bool(facts.get("overwatch")) and ranged
    auto_hit = abilities.has("torrent") or plain(weapon["skill"]) == "na"

    # --- number of attacks
    attacks = [dice(weapon["attacks"])]
    extra = what_ifs.get("attacks", 0)
    rapid_fire = abilities.number("rapid fire")
    if rapid_fire and facts.get("within_half_range"):
        attacks.append(dice(rapid_fire))
    if rapid_fire and "firstrankfiresecondrankfire" in ours:
        extra += 1
    if abilities.has("blast"):
        extra += models_in_unit // 5
    attacks.append((0, 6, extra))

    # --- Hit roll: characteristic first, then modifiers of the roll
    skill = 7 if auto_hit else target_number(weapon["skill"])
    skill -= what_ifs.get("skill", 0)
    if ranged and "takeaim" in ours:
        skill -= 1
    if not ranged and "fixbayonets" in ours:
        skill -= 1
    skill = max(2, skill)
    hit = what_ifs.get("hit", 0)
    if ranged and abilities.has("heavy") and facts.get("remained_stationary"):
        hit += 1
    unseen = ranged and abilities.has("indirect fire") and not abilities.has("torrent") and not facts["target_visible"]
    if unseen:
        hit -= 1
    if ranged and theirs & {"stealth", "smokeshells"}:
        hit -= 1
    if diversion(theirs, their_keywords, facts) and facts.get("closest_target"):
        hit -= 1
    critical_hit = what_ifs.get("critical_hit") or 6
    if abilities.has("conversion") and facts.get("beyond_12"):
        critical_hit = min(critical_hit, 4)
    reroll_hits = widest(what_ifs.get("reroll_hits"), "ones" if ranged and "onlythebest" in ours and "infantry" in our_keywords else "")

    sustained = abilities.number("sustained hits")
    under_order = any(order in ours for order in ORDERS)
    if "rearmreloadfire" in ours and under_order and facts.get("remained_stationary") and abilities.has("heavy") and not overwatch:
        sustained = sustained or "1"
    lethal = abilities.has("lethal hits")
    big = their_keywords & {"monster", "vehicle"}
    if "bornsoldiers" in ours and ranged and facts["target_visible"] and ("squadron" if big else "regiment") in our_keywords:
        lethal = True

    # --- Wound roll
    strength = max(1, weapon["strength"] + what_ifs.get("strength", 0))
    wound = what_ifs.get("wound", 0)
    if abilities.has("lance") and facts.get("charged"):
        wound += 1
    critical_wound = min([what_ifs.get("critical_wound") or 6, *abilities.anti(their_keywords)])
    reroll_wounds = widest(what_ifs.get("reroll_wounds"), "failed" if abilities.has("twin linked") else "")

    # --- Damage
    damage_added = what_ifs.get("damage", 0)
    melta = abilities.number("melta")
    if melta and facts.get("within_half_range"):
        damage_added += int(melta)

    return Gun(
        name=weapon["name"],
        count=weapon.get("count", 1),
        attacks=tuple(attacks),
        least_attacks=0 if dice(weapon["attacks"]) == (0, 6, 0) else 1,
        auto_hit=auto_hit,
        hit_need=skill,
        hit_modifier=capped(hit),
        hit_fails_up_to=3 if unseen else 1,
        only_sixes_hit=overwatch,
        critical_hit=6 if overwatch else critical_hit,
        reroll_hits=reroll_hits,
        sustained=dice(sustained) if sustained else None,
        lethal=lethal,
        wound_need=wound_need(strength, toughness),
        wound_modifier=capped(wound),
        critical_wound=critical_wound,
        reroll_wounds=reroll_wounds,
        devastating=abilities.has("devastating wounds"),
        precision=abilities.has("precision") and bool(facts["target_visible"]),  # the character must be visible
        damage=dice(weapon["damage"]),
        damage_added=damage_added,
    )


def read_body(
    model: dict[str, Any],
    weapons: list[dict[str, Any]],
    ours: set[str],
    theirs: set[str],
    our_keywords: set[str],
    their_keywords: set[str],
    facts: dict[str, Any],
) -> Body:
    """One profile of the target, with the die it needs to save against each weapon."""
    pains = [target_number(model["feel_no_pain"])] if model.get("feel_no_pain") else []
    pains += [int(r[-2]) for r in theirs if re.fullmatch(r"feelnopain\d\+", r)]
    if diversion(theirs, their_keywords, facts):
        pains.append(6)
    pain = min(pains, default=7)
    mortal_pain = min([pain, *([target_number(model["feel_no_pain_mortal"])] if model.get("feel_no_pain_mortal") else [])])
    return Body(
        count=model["count"],
        wounds=model["wounds"],
        character=bool(model.get("character")),
        save_needs=tuple(save_need(model, weapon, ours, theirs, our_keywords, their_keywords, facts) for weapon in weapons),
        feel_no_pain=pain,
        feel_no_pain_mortal=mortal_pain,
        damage_reduction=(model.get("damage_reduction") or 0) + ("1damage" in theirs),
        half_damage=bool(model.get("half_damage")) or "halfdamage" in theirs,
        fixed_damage=model.get("fixed_damage"),
    )


def save_need(
    model: dict[str, Any],
    weapon: dict[str, Any],
    ours: set[str],
    theirs: set[str],
    our_keywords: set[str],
    their_keywords: set[str],
    facts: dict[str, Any],
) -> int:
    """The lowest unmodified die that saves this model from this weapon, 7 when none does."""
    what_ifs = weapon.get("modifiers", {})
    ranged = weapon.get("type", "ranged") == "ranged"
    abilities = Abilities(list(weapon.get("abilities", [])))
    unseen = ranged and abilities.has("indirect fire") and not abilities.has("torrent") and not facts["target_visible"]

    ap = weapon["ap"] - what_ifs.get("ap", 0)
    if ranged and "fieldsoffire" in ours and our_keywords & {"regiment", "squadron"} and not facts.get("overwatch"):
        ap -= 1
    ap = min(0, ap)

    # Go to Ground is played in the enemy Shooting phase; Overwatch is fired at a unit in its own turn
    on_the_ground = ranged and "gotoground" in theirs and "infantry" in their_keywords and not facts.get("overwatch")
    cover = bool(facts.get("target_in_cover")) or unseen or on_the_ground
    no_cover = bool(ours & {"servodesignators", "incendiarybombardment"})
    save = target_number(model["save"])
    if "mastersofcamouflage" in theirs and their_keywords & {"walker", "regiment"} and not no_cover and ranged:
        if cover:  # for any other reason; cover is something that a model has against ranged attacks
            save = min(save, max(3, save - 1))
        cover = True
    if "takecover" in theirs:
        save = min(save, max(3, save - 1))

    if not ranged or no_cover or abilities.has("ignores cover") or (save <= 3 and ap == 0):
        cover = False

    # a saving throw is never improved by more than 1
    for_all_saves = what_ifs.get("save", 0)
    armour_bonus = min(1, for_all_saves + (1 if cover else 0))
    invulnerable_bonus = min(1, for_all_saves)
    needs = [save - armour_bonus - ap]
    invulnerables = [target_number(model["invulnerable"])] if model.get("invulnerable") else []
    invulnerables += [int(r[-2]) for r in theirs if re.fullmatch(r"invulnerablesave\d\+", r)]
    invulnerables += [int(r[-2]) for r in theirs if ranged and re.fullmatch(r"rangedinvulnerablesave\d\+", r)]
    invulnerables += [6] if on_the_ground else []
    needs += [needed - invulnerable_bonus for needed in invulnerables]
    return max(2, min([7, *needs]))  # an unmodified 1 fails; nothing above 6 can be rolled
