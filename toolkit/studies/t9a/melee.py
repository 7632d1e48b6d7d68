"""One round of combat between two units of The Ninth Age: strikes in Agility order, losses, scores and who breaks; exact joint result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Pmf, Probability
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import ATTACK_READINGS, Attack, Target, answers
from toolkit.studies.t9a.morale import break_test
from toolkit.studies.t9a.regiment import Regiment
from toolkit.studies.t9a.score import CombatScore, static_score
from toolkit.systems.t9a_3e.tables import Edition, hit_need

IMPACT_AGILITY, STOMP_AGILITY = 10, 0
MELEE_READINGS = ("edition", "wiped_out", "rank_table", "ranks_counted", *ATTACK_READINGS)


@dataclass(frozen=True)
class Melee:
    """One round of combat.

    Attributes
    ----------
    joint : mapping of (int, int) to probability
        Health Points lost by A and by B in this round.
    a_wins, b_wins, tie : float or Fraction
        By the scores; a unit whose enemy is wiped out has won, unless the reading ``wiped_out`` says otherwise.
    a_breaks, b_breaks : float or Fraction
        The unit loses and fails its Break Test; neither unit is wiped out.
    a_wiped, b_wiped : float or Fraction
    a_score, b_score : CombatScore
        What each brings without casualties.
    order : tuple of (int, str)
        Agility steps and who strikes in them.
    breaks : mapping of (int, int) to (probability, probability)
        For each pair of losses the chance that A breaks and that B breaks.
    readings : mapping
        How the open questions were read.
    second_edition : tuple of str
        Attributes counted by their text of the 2nd edition.
    not_calculated : tuple of str
    """

    joint: Mapping[tuple[int, int], Probability]
    a_wins: Probability
    b_wins: Probability
    tie: Probability
    a_breaks: Probability
    b_breaks: Probability
    a_wiped: Probability
    b_wiped: Probability
    a_score: CombatScore
    b_score: CombatScore
    order: tuple[tuple[int, str], ...]
    breaks: Mapping[tuple[int, int], tuple[Probability, Probability]] = field(repr=False)
    readings: Mapping[str, str | bool] = field(repr=False)
    second_edition: tuple[str, ...] = ()
    not_calculated: tuple[str, ...] = ()

    def lost(self, side: Literal["a", "b"]) -> Pmf:
        """Health Points that one side loses."""
        at = "ab".index(side)
        law: dict[int, Probability] = defaultdict(lambda: 0)
        for losses, p in self.joint.items():
            law[losses[at]] = law[losses[at]] + p
        return Pmf(dict(law))


@dataclass(frozen=True, slots=True)
class Blow:
    """One kind of attack of one side in one Agility step; side 0 or 1."""

    agility: int
    side: int
    attack: Attack
    kind: Literal["standard", "impact", "grind", "stomp", "breath"]


def melee(
    a: Regiment, b: Regiment, *, first_round: bool = True, readings: Mapping[str, str | bool] | None = None, exact: bool = False
) -> Melee:
    """Fight one round of combat.

    Attacks of one Agility step strike at the same time; models slain in an earlier step do not strike. Ranks, Steady and Solid are those
    of the start of the round.

    Parameters
    ----------
    a, b : Regiment
    first_round : bool
        Hatred counts in the first round only.
    readings : mapping, optional
        Answers to `toolkit.systems.t9a_3e.readings`.
    exact : bool
        Fractions instead of floats.

    Returns
    -------
    Melee

    Raises
    ------
    ToolkitError
        If a number or reading cannot be.

    Examples
    --------
    >>> a = Regiment("A", 4, 4, 3, 3, 1, 4, 4, 8, armour=2, charging=True, standard=True)
    >>> b = Regiment("B", 4, 3, 3, 3, 1, 3, 3, 7, armour=1, standard=True)
    >>> result = melee(a, b, exact=True)
    >>> result.a_wins, result.b_breaks
    (Fraction(613839025, 688747536), Fraction(5361847175, 8264970432))
    """
    chosen = answers(readings, MELEE_READINGS)
    if chosen["rank_table"] == "user" and (missing := next((each for each in (a, b) if each.ranks_by_table), None)):
        raise ToolkitError(f"{missing.name}: rank_table is 'user', so give rank_width, the models that make a Proper Rank of this unit")
    sides = (a.against(b), b.against(a))
    blows = [blow for side in (0, 1) for blow in blows_of(sides[side], sides[1 - side], side, chosen, first_round)]
    second = tuple(dict.fromkeys(name for blow in blows for name in blow.attack.second_edition))
    others = _other_attributes(a) + _other_attributes(b)
    if chosen["attribute_text"] == "refuse" and others:
        raise ToolkitError(f"{others[0]} is known from the 2nd edition only, and attribute_text refuses it")
    joint = {(a.wounded, b.wounded): Fraction(1) if exact else 1.0}
    for agility in sorted({blow.agility for blow in blows}, reverse=True):
        joint = _step(joint, [blow for blow in blows if blow.agility == agility], sides, chosen, exact)
    order = tuple((blow.agility, f"{sides[blow.side].name}: {blow.kind}") for blow in sorted(blows, key=lambda each: -each.agility))
    return _settled(joint, (a, b), sides, chosen, order, tuple(dict.fromkeys((*second, *others))), exact)


def blows_of(unit: Regiment, enemy: Regiment, side: int, chosen: Mapping[str, str | bool], first_round: bool) -> list[Blow]:
    """What a unit strikes with in a round against an enemy; both as `Regiment.against` has them."""
    edition: Edition = "2e" if chosen["edition"] == "2e" else "3e"
    defensive = enemy.defensive
    if enemy.parry and enemy.enemy_in == "front":
        defensive = max(defensive + 1, unit.offensive)
    more = int(unit.lightning_reflexes and not unit.great_weapon) - int(enemy.distracting)
    need = min(6, max(2, hit_need(unit.offensive, defensive, edition) - more))
    attack = Attack(
        unit.strength,
        unit.ap,
        need,
        reroll_hits=unit.hatred and first_round,
        battle_focus=unit.battle_focus,
        poison=unit.poison,
        lethal_strike=unit.lethal_strike,
        flaming=unit.flaming,
        divine=unit.divine,
        multiple_wounds=unit.multiple_wounds,
        advantaged=bool(unit.steady and unit.solid),
    )
    own = unit.agility + unit.charging
    standard = STOMP_AGILITY if unit.great_weapon and not unit.lightning_reflexes else own
    found = [Blow(standard, side, attack, "standard")]
    hits = Attack(
        unit.strength if unit.hits_strength is None else unit.hits_strength,
        unit.ap if unit.hits_ap is None else unit.hits_ap,
        advantaged=attack.advantaged,
    )
    if unit.impact_hits and unit.charging and unit.enemy_in == "front":
        found.append(Blow(IMPACT_AGILITY, side, hits, "impact"))
    if unit.grind:
        found.append(Blow(own, side, hits, "grind"))
    if unit.breath:
        found.append(Blow(own, side, hits, "breath"))
    if unit.stomp:
        found.append(Blow(STOMP_AGILITY, side, hits, "stomp"))
    return found


def _other_attributes(unit: Regiment) -> tuple[str, ...]:
    named = {
        "Lightning Reflexes": unit.lightning_reflexes,
        "Distracting": unit.distracting,
        "Parry": unit.parry,
        "Great Weapon": unit.great_weapon,
        "Fight in Extra Rank": unit.supporting_ranks > 1,
        "Impact Hits": bool(unit.impact_hits),
        "Grind Attacks": bool(unit.grind),
        "Stomp Attacks": bool(unit.stomp),
        "Breath Attack": bool(unit.breath),
    }
    return tuple(name for name, there in named.items() if there)


def _step(
    joint: dict[tuple[int, int], Probability],
    blows: list[Blow],
    sides: tuple[Regiment, Regiment],
    chosen: Mapping[str, str | bool],
    exact: bool,
) -> dict[tuple[int, int], Probability]:
    """All blows of one Agility step, struck at the same time."""
    after: dict[tuple[int, int], Probability] = defaultdict(lambda: Fraction(0) if exact else 0.0)
    laws: dict[tuple[int, int], Pmf] = {}

    def law(side: int, lost: int) -> Pmf:
        # What one side does depends on its own losses only: the same law serves many states.
        if (side, lost) not in laws:
            laws[side, lost] = _losses([blow for blow in blows if blow.side == side], sides[side], sides[1 - side], lost, chosen, exact)
        return laws[side, lost]

    for (lost_a, lost_b), p in joint.items():
        by_a, by_b = law(0, lost_a), law(1, lost_b)
        for to_b, q in by_a.items():
            now_b = min(sides[1].pool, lost_b + to_b)
            for to_a, r in by_b.items():
                after[min(sides[0].pool, lost_a + to_a), now_b] += p * q * r  # pyright: ignore[reportOperatorIssue]
    return dict(after)


def _losses(blows: list[Blow], unit: Regiment, enemy: Regiment, lost: int, chosen: Mapping[str, str | bool], exact: bool) -> Pmf:
    """Health Points that one side's blows of a step cost the other."""
    total = Pmf.certain(0, exact=exact)
    if lost >= unit.pool:
        return total
    first, _ = unit.fighting(lost)
    for blow in blows:
        each = _per_attack(blow.attack, enemy.target, tuple((key, chosen[key]) for key in ATTACK_READINGS))
        each = each if exact else each.to_float()
        if blow.kind == "standard":
            total += each.times(unit.strikes(lost))
            continue
        dice = Dice.parse({"impact": unit.impact_hits, "grind": unit.grind, "stomp": unit.stomp, "breath": unit.breath}[blow.kind])
        number = dice.pmf(exact=exact).times(1 if blow.kind == "breath" else first)
        total += each.times(number)
    return total.capped(enemy.pool)


@lru_cache(maxsize=512)
def _per_attack(attack: Attack, target: Target, chosen: tuple[tuple[str, str | bool], ...]) -> Pmf:
    return attack.per_attack(target, dict(chosen))


@lru_cache(maxsize=4096)
def _stands(courage: int, lost_by: int, steady: bool, solid: bool, exact: bool) -> Probability:
    return break_test(courage, lost_by, steady=steady, solid=solid, exact=exact)


def _settled(
    joint: dict[tuple[int, int], Probability],
    given: tuple[Regiment, Regiment],
    sides: tuple[Regiment, Regiment],
    chosen: Mapping[str, str | bool],
    order: tuple[tuple[int, str], ...],
    second: tuple[str, ...],
    exact: bool,
) -> Melee:
    a, b = sides
    scores = (_static(a, b), _static(b, a))
    more = chosen["wiped_out"] == "point"
    nobody: Probability = Fraction(0) if exact else 0.0
    breaks: dict[tuple[int, int], tuple[Probability, Probability]] = {}
    sums: dict[str, Probability] = defaultdict(lambda: Fraction(0) if exact else 0.0)
    for (lost_a, lost_b), p in joint.items():
        wiped_a, wiped_b = lost_a == a.pool, lost_b == b.pool
        fresh = (lost_a - a.wounded, lost_b - b.wounded)
        breaks[fresh] = (nobody, nobody)
        sums["a_wiped"] += p * wiped_a
        sums["b_wiped"] += p * wiped_b
        if wiped_a != wiped_b and chosen["wiped_out"] == "survivor_wins":
            sums["b_wins" if wiped_a else "a_wins"] += p
            continue
        now, static = (a, b), scores
        if chosen["ranks_counted"] == "after_casualties":
            now = given[0].against(given[1], lost_a, lost_b), given[1].against(given[0], lost_b, lost_a)
            static = _static(*now), _static(*reversed(now))
        points_a = static[0].total + fresh[1] + (wiped_b and more)
        points_b = static[1].total + fresh[0] + (wiped_a and more)
        if points_a == points_b:
            sums["tie"] += p
            continue
        a_won = points_a > points_b
        sums["a_wins" if a_won else "b_wins"] += p
        if wiped_a or wiped_b:
            continue  # nobody to run from, or nobody to run
        loser = now[1] if a_won else now[0]
        stands = _stands(loser.courage, abs(points_a - points_b), bool(loser.steady), bool(loser.solid), exact)
        sums["b_breaks" if a_won else "a_breaks"] += p * (1 - stands)
        breaks[fresh] = (nobody, 1 - stands) if a_won else (1 - stands, nobody)
    relative = {(lost_a - a.wounded, lost_b - b.wounded): p for (lost_a, lost_b), p in sorted(joint.items())}
    return Melee(
        relative,
        sums["a_wins"],
        sums["b_wins"],
        sums["tie"],
        sums["a_breaks"],
        sums["b_breaks"],
        sums["a_wiped"],
        sums["b_wiped"],
        *scores,
        order=order,
        breaks=breaks,
        readings=chosen,
        second_edition=second,
        not_calculated=tuple(dict.fromkeys((*a.not_calculated, *b.not_calculated))),
    )


def _static(unit: Regiment, enemy: Regiment) -> CombatScore:
    return static_score(
        charge=unit.charging,
        flank_or_rear=int(enemy.enemy_in != "front"),
        proper_ranks=unit.ranks(),
        light_troops=unit.light_troops,
        standards=int(unit.standard),
        battle_standard=unit.battle_standard,
    )
