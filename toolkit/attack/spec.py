"""What the engine is told: attacks and a defence as frozen, validated numbers. It knows no rule by name."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.dice.one_die import DieTest
from toolkit.dice.pmf import Pmf
from toolkit.errors import SpecError

MAX_WEAPONS = 1000
MAX_MODELS = 1000
MAX_WOUNDS = 1000


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """Models of the target unit that share a profile.

    Attributes
    ----------
    count, wounds : int
        Models in the group, and wounds of each.
    ignore : int or None
        Each lost wound is ignored on `ignore`+ (feel no pain), rolled for every point of damage; None for never.
    ignore_mortal : int or None
        The same against mortal wounds only; the better of the two counts.
    leader : bool
        Allocated attacks only once every other group is gone, unless an attack picks leaders first.

    Raises
    ------
    SpecError
        If a number is impossible or too large.

    Examples
    --------
    >>> ModelGroup(count=5, wounds=2, ignore=5).total_wounds
    10
    """

    count: int
    wounds: int
    ignore: int | None = None
    ignore_mortal: int | None = None
    leader: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_MODELS:
            raise SpecError(f"a group of {self.count} models; the number is from 1 to {MAX_MODELS}")
        if not 1 <= self.wounds <= MAX_WOUNDS:
            raise SpecError(f"models with {self.wounds} wounds; the number is from 1 to {MAX_WOUNDS}")
        for need in (self.ignore, self.ignore_mortal):
            if need is not None and not 2 <= need <= 7:
                raise SpecError(f"wounds ignored on {need}+; the roll is from 2+ to 6+")

    @property
    def total_wounds(self) -> int:
        """Wounds of the whole group."""
        return self.count * self.wounds

    def ignores(self, *, mortal: bool) -> int | None:
        """The feel no pain that counts: the best one against mortal wounds, the general one otherwise."""
        if not mortal or self.ignore_mortal is None:
            return self.ignore
        return self.ignore_mortal if self.ignore is None else min(self.ignore, self.ignore_mortal)


@dataclass(frozen=True, slots=True)
class DefenceSpec:
    """The target unit: its groups, and the order in which attacks are allocated to them (leaders always after the others).

    Attributes
    ----------
    groups : tuple of ModelGroup
    order : tuple of int
        Places in `groups` in the order of allocation; empty for the order in which they stand.

    Examples
    --------
    >>> DefenceSpec((ModelGroup(4, 1), ModelGroup(1, 2))).models
    5
    """

    groups: tuple[ModelGroup, ...]
    order: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.groups:
            raise SpecError("a target unit needs at least one model")
        if self.order and sorted(self.order) != [*range(len(self.groups))]:
            raise SpecError(f"an order of allocation {self.order}; it names each of the {len(self.groups)} groups once")

    @property
    def models(self) -> int:
        """Models of the whole unit."""
        return sum(group.count for group in self.groups)

    @property
    def wounds(self) -> int:
        """Wounds of the whole unit."""
        return sum(group.total_wounds for group in self.groups)


@dataclass(frozen=True, slots=True)
class Against:
    """What one attack meets in one group: the saving throw (None: no save) and the damage of a failed one, all modifiers in."""

    save: DieTest | None
    damage: Pmf

    def __post_init__(self) -> None:
        if self.damage.low < 0:
            raise SpecError(f"damage that can be {self.damage.low}; it is 0 or more")


@dataclass(frozen=True, slots=True)
class AttackSpec:
    """All attacks of one weapon profile, fired by one or more models.

    Attributes
    ----------
    name : str
        For messages and tables.
    attacks : Pmf
        Attacks of one model, modifiers included.
    weapons : int
        How many models fire it; each rolls its own number of attacks.
    hit : DieTest or None
        The hit roll; None when every attack hits without one.
    wound : DieTest
        The wound roll.
    against : tuple of Against
        One for each group of the target.
    extra_hits : Pmf or None
        Hits added by each critical hit, rolled for each (D3 extra hits: one D3 a critical hit).
    auto_wound : bool
        A critical hit wounds without a wound roll; its extra hits roll as usual.
    deferred : bool
        A critical wound allows no save; its damage is mortal, lost beyond the model it hits, and dealt after all other attacks.
    mortal_on_wound : Pmf or None
        Mortal wounds added by each critical wound; dealt after all other attacks, one at a time, carried over to the next model.
    mortal_instead : bool
        Those mortal wounds replace the normal damage.
    leaders_first : bool
        The attacker allocates these attacks to leaders while there are any.
    batched : bool
        Identical attacks are one batch: their saves are rolled together and sorted from low to high onto the groups in order, and
        `leaders_first` picks one leader for the whole batch.
    after_batch : bool
        What is dealt after other attacks waits only for those of its own batch.

    Raises
    ------
    SpecError
        If numbers are impossible or do not fit together.
    """

    name: str
    attacks: Pmf
    weapons: int
    hit: DieTest | None
    wound: DieTest
    against: tuple[Against, ...]
    extra_hits: Pmf | None = None
    auto_wound: bool = False
    deferred: bool = False
    mortal_on_wound: Pmf | None = None
    mortal_instead: bool = False
    leaders_first: bool = False
    batched: bool = False
    after_batch: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.weapons <= MAX_WEAPONS:
            raise SpecError(f"{self.weapons} models firing {self.name!r}; the number is from 0 to {MAX_WEAPONS}")
        if self.attacks.low < 0:
            raise SpecError(f"{self.name!r} with {self.attacks.low} attacks; the number is 0 or more")
        for extra in (self.extra_hits, self.mortal_on_wound):
            if extra is not None and extra.low < 0:
                raise SpecError(f"{self.name!r} adds {extra.low} hits or mortal wounds; the number is 0 or more")
        if self.deferred and self.mortal_on_wound is not None:
            raise SpecError(f"{self.name!r} turns a critical wound into mortal wounds in two ways; choose one")
        for pmf in (self.attacks, self.extra_hits, self.mortal_on_wound, *(each.damage for each in self.against)):
            if pmf is not None and not pmf.exact:
                raise SpecError(f"{self.name!r} has a floating point distribution; specs are exact, whatever the engine computes in")

    @property
    def uniform_save(self) -> bool:
        """Every group saves alike, so that saves can be counted before damage is allocated."""
        return all(each.save == self.against[0].save for each in self.against)
