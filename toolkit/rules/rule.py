"""The language in which a game's rules are written: Rule, the closed set of effects, and conditions as data.

A rule is a record: when it holds, and which primitive effects it has. `toolkit.rules.resolve` is the one place that gives
each kind of effect its numbers; a new rule is a new record, a new *kind* of effect is one dataclass here and one line there.
Amounts that depend on the printed spelling are written as the text ``"{x}"`` ("sustained hits {x}") and filled in by the registry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.use import Use

Roll = Literal["hit", "wound", "save"]
Side = Literal["attacker", "defender"]
Amount = int | str
"""A whole number, dice text ("D3"), or "{x}" for the number printed after the rule's name."""


# --- conditions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactIs:
    """The fact `key` has the value `value` in the situation."""

    key: str
    value: bool | str = True


@dataclass(frozen=True, slots=True)
class HasKeyword:
    """The `side` has one of the keywords `any_of`; "{k}" stands for the keyword printed with the rule."""

    side: Side
    any_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WeaponIs:
    """The weapon is ranged or melee."""

    type: Literal["ranged", "melee"]


@dataclass(frozen=True, slots=True)
class WeaponHas:
    """The weapon has the ability `ability` (a rule id), printed or granted."""

    ability: str
    name: str


@dataclass(frozen=True, slots=True)
class UnderRuleOf:
    """A rule of the group `group` is in force on the rule's own unit (such as any Order)."""

    group: str
    because: str


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Every one of the conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds; `because` says in words what is missing when none does."""

    conditions: tuple[Condition, ...]
    because: str


@dataclass(frozen=True, slots=True)
class FiresBesides:
    """Another ranged weapon without the ability `ability` (a rule id) is fired in the same attack."""

    ability: str


@dataclass(frozen=True, slots=True)
class CoveredTwice:
    """At least two rules in force give the target the Benefit of Cover, and none takes it from the whole unit."""


@dataclass(frozen=True, slots=True)
class NoRange:
    """The weapon is ranged and its range is not known."""


@dataclass(frozen=True, slots=True)
class ReadingIs:
    """The question `key` that the rules leave open is read as `value`."""

    key: str
    value: bool | str = True


Condition = FactIs | HasKeyword | WeaponIs | WeaponHas | UnderRuleOf | FiresBesides | CoveredTwice | NoRange | ReadingIs | Not | All | AnyOf


# --- effects --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModifyRoll:
    """Add `amount` to a roll; the sum of all such modifiers is capped by the system (at ±1 in 40k)."""

    roll: Roll
    amount: int


@dataclass(frozen=True, slots=True)
class ChangeCharacteristic:
    """Improve a characteristic: attacks, skill, strength, ap, damage of the weapon; save of the target's models.

    Not a roll modifier: it is never capped at ±1. `best` is the value it cannot better (3 for "to a maximum of 3+").
    """

    name: Literal["attacks", "skill", "strength", "ap", "damage", "save"]
    amount: Amount
    best: int | None = None


@dataclass(frozen=True, slots=True)
class AttacksPerModels:
    """Each weapon makes `amount` more attacks for every `models` models in the target unit, rounded down."""

    amount: Amount
    models: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Re-roll one kind of die of each attack: ones, failed, non_critical or all."""

    roll: Literal["hit", "wound"]
    what: Literal["ones", "failed", "non_critical", "all"]


@dataclass(frozen=True, slots=True)
class CriticalOn:
    """Unmodified rolls of `at` or more are critical."""

    roll: Literal["hit", "wound"]
    at: Amount


@dataclass(frozen=True, slots=True)
class Fails:
    """Unmodified rolls of `up_to` or less always fail."""

    roll: Literal["hit", "wound"]
    up_to: int


@dataclass(frozen=True, slots=True)
class OnlyUnmodified:
    """Only an unmodified `at` or more succeeds, whatever the characteristic or the modifiers.

    It is the only critical too, or none is where `critical` is False.
    """

    roll: Literal["hit"]
    at: int
    critical: bool = True


@dataclass(frozen=True, slots=True)
class NoReroll:
    """Dice of the roll cannot be re-rolled, whatever allows it."""

    roll: Literal["hit", "wound"]


@dataclass(frozen=True, slots=True)
class IgnoreModifiers:
    """The attacker ignores what worsens a roll, or the BS or WS of the weapon (cover too, where cover does that); improvements count."""

    of: Literal["hit", "wound", "skill"]


@dataclass(frozen=True, slots=True)
class AutoHit:
    """Every attack hits without a roll, so that nothing that needs a critical hit can happen."""


@dataclass(frozen=True, slots=True)
class ExtraHits:
    """Each critical hit scores `amount` hits more, which are rolled to wound like any other."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class AutoWound:
    """Each critical hit wounds without a wound roll (the original hit, never its extra hits)."""


@dataclass(frozen=True, slots=True)
class DevastatingDamage:
    """A critical wound allows no save; its damage is mortal and does not spill over, unless `spills` says so.

    It is dealt after all other attacks of the unit, or of its batch where the system resolves attacks in batches.
    """

    spills: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """The target's models have the Benefit of Cover, however many sources there are; the system says what that changes."""


@dataclass(frozen=True, slots=True)
class NoCover:
    """The target cannot have the Benefit of Cover against the attack."""


@dataclass(frozen=True, slots=True)
class Invulnerable:
    """The target's models have an invulnerable save of `at`+ (the better one counts)."""

    at: Amount


@dataclass(frozen=True, slots=True)
class FeelNoPain:
    """The target's models ignore each lost wound on `at`+ (the best one counts); `mortal_only` against mortal wounds only."""

    at: Amount
    mortal_only: bool = False


@dataclass(frozen=True, slots=True)
class ReduceDamage:
    """Each attack's damage is changed before it is dealt: `subtract` 1, `halve` it, or set it to `fixed`."""

    subtract: int = 0
    halve: bool = False
    fixed: int | None = None


@dataclass(frozen=True, slots=True)
class MortalWoundsOnCriticalWound:
    """Each critical wound inflicts `amount` mortal wounds after the normal damage; `instead` ends the attack sequence for it."""

    amount: Amount
    instead: bool = True


@dataclass(frozen=True, slots=True)
class Grant:
    """The attacking unit's weapons get a weapon ability by its printed spelling; `to_weapons_with` limits it to weapons with that rule."""

    ability: str
    to_weapons_with: str = ""


@dataclass(frozen=True, slots=True)
class AllocateToCharacter:
    """The attacker may allocate the attack to a CHARACTER in the target unit."""


@dataclass(frozen=True, slots=True)
class TestAfterAttacks:
    """After the unit's attacks, one D6 for each such weapon: on `fails_on` or less, `mortal_wounds` to one bearer of the attacking unit."""

    fails_on: int
    mortal_wounds: int


@dataclass(frozen=True, slots=True)
class AtOnce:
    """The unit may be under `number` rules of an exclusive group at once, where otherwise only the newest counts."""

    group: str
    number: int


@dataclass(frozen=True, slots=True)
class NoEffectOnDice:
    """The rule is about targets, timing or movement; it changes no roll of the attack sequence. `why` says what it is about."""

    why: str


@dataclass(frozen=True, slots=True)
class Sets:
    """The unit, or its attack, has the mark or number `name`, in games whose combat is no sequence of hit, wound and save alone.

    `words` says what the mark does, with "{x}" for its number.
    """

    name: str
    value: Amount | bool
    words: str


@dataclass(frozen=True, slots=True)
class Calculated:
    """A rule of the game itself that a function works out: `by` is "module:function", `words` say what of it."""

    by: str
    words: str


@dataclass(frozen=True, slots=True)
class Only:
    """An effect of a rule that needs more than the rule itself does."""

    when: Condition
    effect: Effect


Effect = (
    ModifyRoll | ChangeCharacteristic | AttacksPerModels | Reroll | NoReroll | IgnoreModifiers | CriticalOn | Fails | OnlyUnmodified
    | AutoHit | ExtraHits
    | AutoWound | DevastatingDamage | Cover | NoCover | Invulnerable | FeelNoPain | ReduceDamage | MortalWoundsOnCriticalWound
    | Grant | AllocateToCharacter | TestAfterAttacks | AtOnce | NoEffectOnDice | Sets | Calculated | Only
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A legality check: while `when` holds for a weapon with the rule, the attack is against the rules.

    `message` says why and what would be right; "{weapon}" stands for the weapon's name.
    """

    when: Condition
    message: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of one game.

    Parameters
    ----------
    id : str
        Stable identifier, ``"wh40k_10e.weapon.heavy"``.
    name : str
        Printed name; "{x}" where a number follows ("Sustained Hits {x}").
    group : str
        Heading under which lists show it ("Weapon abilities", "Orders").
    side : {"weapon", "attacker", "defender", "any"}
        What has it: a weapon profile, the attacking unit, the target unit, or the attack as a whole.
    summary : str
        One sentence in our own words.
    source : str
        Where the rule comes from ("Core rules: Heavy").
    effects : tuple of Effect
    when : Condition or None
        What must hold for the effects to be in force; None for always.
    keyword : str
        Printed spelling with "{x}" for the number and "{k}" for a keyword ("anti-{k} {x}"), lower case; empty for the lower-case name.
    aliases : tuple of str
        Other accepted spellings.
    forbidden : tuple of Forbidden
        Legality checks, reported as warnings.
    cp : int
        Command points it costs (stratagems).
    example : str
        A printed spelling with its number ("sustained hits 1"), for switches that add the rule.
    always : bool
        The rule belongs to the game itself: nobody has to name it, its condition decides.
    without_number : str
        What "{x}" stands for where the rule is printed without a number ("1" for Blast, which is Blast 1); empty if it never is.
    use : Use or None
        When a player may use it; None for what applies by itself. See `toolkit.rules.legality`.
    """

    id: str
    name: str
    group: str
    side: Literal["weapon", "attacker", "defender", "any"]
    summary: str
    source: str
    effects: tuple[Effect, ...]
    when: Condition | None = None
    keyword: str = ""
    aliases: tuple[str, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    cp: int = 0
    example: str = ""
    always: bool = False
    without_number: str = ""
    use: Use | None = None
