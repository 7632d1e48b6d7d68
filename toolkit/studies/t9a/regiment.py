"""One unit of The Ninth Age in combat: its numbers, its ranks, what it can still strike with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from toolkit.dice.notation import Dice
from toolkit.errors import ToolkitError
from toolkit.studies.t9a.attack import Target, whole
from toolkit.studies.t9a.score import proper_ranks, steadiness

MOST_HEALTH = 150
Facing = Literal["front", "flank", "rear"]


@dataclass(frozen=True, slots=True)
class Regiment:
    """One unit in combat.

    Attributes
    ----------
    name : str
    models, health : int
        Models, and Health Points of each; one pool, whole models removed from the rear.
    wounded : int
        Health Points lost before this round.
    defensive, resilience, armour : int
    agility, attacks, offensive, strength, ap : int
    courage : int
    files : int or None
        Models side by side; all in one rank if not given.
    height : int
        0 to 5; a supporting model makes at most so many attacks.
    supporting_ranks : int
        Ranks behind the first that attack: 1, or more with Fight in Extra Rank.
    in_contact : int or None
        Models side by side that reach the enemy, with as many supporting each behind them; if not given all of the first rank, of the
        last rank against an enemy in the rear, and one of each rank against an enemy in the flank.
    enemy_in : {"front", "flank", "rear"}
        Where the enemy stands, seen from this unit: against enemies in its flank or rear a model makes at most Height attacks, and
        nobody supports.
    charging : bool
        +1 Agility, +1 to the score, Impact Hits.
    standard, battle_standard, light_troops : bool
    proper_ranks : int or None
        Counted from models, files and Height if not given.
    rank_width : int or None
        Models that make a Proper Rank, if not as the table has it for the unit's Height.
    steady, solid : bool or None
        For the Break Test; worked out from the ranks of both units if not given. An advantaged unit, both of them, has +1 to wound.
    aegis, fortitude : int or None
    flammable : bool
    hatred, battle_focus, poison, lethal_strike, flaming, divine, lightning_reflexes, distracting, parry, great_weapon : bool
        Attributes, known from the 2nd edition. Great weapons strike at Agility 0, with Lightning Reflexes at the unit's own.
    multiple_wounds : str
    impact_hits, grind, stomp, breath : str
        How many hits of each model ("D3"), of the first rank; "" for none. Breath attacks are of the whole unit.
    hits_strength, hits_ap : int or None
        Of those hits; the unit's own if not given.
    not_calculated : tuple of str
        Names of other rules of the unit, which the result will carry on.

    Raises
    ------
    ToolkitError
        If a number is out of range.
    """

    name: str
    models: int
    defensive: int
    resilience: int
    agility: int
    attacks: int
    offensive: int
    strength: int
    courage: int
    armour: int = 0
    ap: int = 0
    health: int = 1
    wounded: int = 0
    files: int | None = None
    height: int = 1
    supporting_ranks: int = 1
    in_contact: int | None = None
    enemy_in: Facing = "front"
    charging: bool = False
    standard: bool = False
    battle_standard: bool = False
    light_troops: bool = False
    proper_ranks: int | None = None
    rank_width: int | None = None
    steady: bool | None = None
    solid: bool | None = None
    aegis: int | None = None
    fortitude: int | None = None
    flammable: bool = False
    hatred: bool = False
    battle_focus: bool = False
    poison: bool = False
    lethal_strike: bool = False
    flaming: bool = False
    divine: bool = False
    lightning_reflexes: bool = False
    distracting: bool = False
    parry: bool = False
    great_weapon: bool = False
    multiple_wounds: str = "1"
    impact_hits: str = ""
    grind: str = ""
    stomp: str = ""
    breath: str = ""
    hits_strength: int | None = None
    hits_ap: int | None = None
    not_calculated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("models", self.models, 1, 100),
            ("Defensive Skill", self.defensive, 0, 20),
            ("Agility", self.agility, 0, 20),
            ("Attacks", self.attacks, 0, 20),
            ("Offensive Skill", self.offensive, 0, 20),
            ("Courage", self.courage, 1, 12),
            ("Height", self.height, 0, 5),
            ("supporting ranks", self.supporting_ranks, 0, 10),
            ("Proper Ranks", self.proper_ranks or 0, 0, 100),
            ("models that make a Proper Rank", 1 if self.rank_width is None else self.rank_width, 1, 100),
            ("files", self.models if self.files is None else self.files, 1, self.models),
            ("models in contact", self.models if self.in_contact is None else self.in_contact, 1, 100),
            ("Strength", self.strength, 1, 20),
            ("AP", self.ap, 0, 20),
            ("Resilience", self.resilience, 1, 20),
            ("Armour", self.armour, 0, 6),
            ("Health Points of a model", self.health, 1, 50),
        ):
            whole(f"{self.name}: {name}", value, low, high)
        pool = self.models * self.health
        if pool > MOST_HEALTH:
            raise ToolkitError(f"{self.name}: {pool} Health Points; at most {MOST_HEALTH} in one unit")
        whole(f"{self.name}: Health Points lost before", self.wounded, 0, pool - 1)
        if self.light_troops and (self.steady or self.solid):
            raise ToolkitError(f"{self.name}: a unit with Light Troops has no Proper Ranks; it is neither Steady nor Solid")
        for dice in (self.impact_hits, self.grind, self.stomp, self.breath):
            if dice:
                Dice.parse(dice)
        _ = self.target

    @property
    def pool(self) -> int:
        """Health Points at full strength."""
        return self.models * self.health

    @property
    def target(self) -> Target:
        """The unit as something to be attacked."""
        return Target(self.resilience, self.armour, self.health, self.aegis, self.fortitude, self.flammable)

    @property
    def own_agility(self) -> int:
        """Agility of its charge or stand."""
        return self.agility + self.charging

    @property
    def ranks_by_table(self) -> bool:
        """Whether its Proper Ranks are counted with the table of Heights."""
        return not self.light_troops and self.proper_ranks is None and self.rank_width is None

    def ranks(self, lost: int = 0) -> int:
        """Proper Ranks after so many Health Points lost; none with Light Troops."""
        if self.light_troops:
            return 0
        if self.proper_ranks is not None:
            return self.proper_ranks
        left = self.models - lost // self.health
        return proper_ranks(left, self.files or self.models, height=self.height, width=self.rank_width)

    def against(self, enemy: Regiment, lost: int | None = None, enemy_lost: int | None = None) -> Regiment:
        """The unit as it stands against this enemy, its ranks counted, and whether it is Steady and Solid worked out.

        Parameters
        ----------
        enemy : Regiment
        lost, enemy_lost : int, optional
            Health Points that both have lost by then; what they had lost before the round if not given.

        Examples
        --------
        >>> block = Regiment("Block", 20, 3, 3, 3, 1, 3, 3, 7, files=5)
        >>> thin = Regiment("Line", 20, 3, 3, 3, 1, 3, 3, 7, files=10)
        >>> block.against(thin).steady, block.against(thin).solid, thin.against(block).steady
        (True, True, False)
        """
        ranks = self.ranks(self.wounded if lost is None else lost)
        theirs = enemy.ranks(enemy.wounded if enemy_lost is None else enemy_lost)
        around = [theirs] if self.enemy_in != "front" else []
        steady, solid = steadiness(ranks, [theirs], height=self.height, around=around)
        return replace(
            self,
            proper_ranks=ranks,
            steady=steady if self.steady is None else self.steady,
            solid=solid if self.solid is None else self.solid,
        )

    def fighting(self, lost: int) -> tuple[int, int]:
        """Models that reach the enemy and models that support them, after so many Health Points lost.

        Examples
        --------
        >>> block = Regiment("Block", 20, 3, 3, 3, 1, 3, 3, 7, files=5)
        >>> [replace(block, enemy_in=side).fighting(2) for side in ("front", "flank", "rear")]
        [(5, 5), (4, 0), (5, 0)]
        """
        left = self.models - lost // self.health
        files = self.files or self.models
        ranks = -(-left // files)
        first = ranks if self.enemy_in == "flank" else min(left, files)
        first = first if self.in_contact is None else min(first, self.in_contact)
        if self.enemy_in != "front":
            return first, 0
        behind = (min(first, max(0, left - files * rank)) for rank in range(1, self.supporting_ranks + 1))
        return first, sum(behind)

    def strikes(self, lost: int) -> int:
        """Standard attacks of the unit after so many Health Points lost."""
        first, supporting = self.fighting(lost)
        restricted = min(self.attacks, self.height)
        return first * (self.attacks if self.enemy_in == "front" else restricted) + supporting * restricted


def next_round(unit: Regiment, lost: int) -> Regiment:
    """The unit in the next round of the same combat, after losing so many Health Points in this one: no charge, its breath is spent.

    Raises
    ------
    ToolkitError
        If nothing is left of it.
    """
    return replace(unit, wounded=unit.wounded + lost, charging=False, breath="")
