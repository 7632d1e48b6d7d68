"""Two units fighting each other, one after the other: the exact joint result, because only those who are left strike back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield
from toolkit.attack.outcome import Outcome
from toolkit.attack.spec import DefenceSpec
from toolkit.dice.pmf import Pmf, Probability
from toolkit.dice.pools import successes
from toolkit.errors import ScenarioError
from toolkit.rules.rolls import LastStand
from toolkit.rules.scenario import Attacker, Defender, Models, Scenario, Weapon
from toolkit.rules.situation import FactValue
from toolkit.studies.carry import Strike, point, reduced
from toolkit.studies.crunch import read
from toolkit.systems.wh40k_10e import rolls as tenth

if TYPE_CHECKING:
    import polars as pl

MAX_STATES = 20_000
"""Most pairs of states of the two units."""
_TURN_PLAYER_FIRST = {"wh40k_10e": False, "wh40k_11e": True}
"""Who picks the first unit of each step of the fight phase: the player whose turn it is, or the other."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Models that carry the same weapons: how many, and the weapons by name."""

    count: int
    weapons: tuple[str, ...]


@dataclass(frozen=True)
class Fighter:
    """A unit that fights and is fought.

    Attributes
    ----------
    name : str
    weapons : tuple of Weapon
    models : tuple of Models
        In the order in which they are lost.
    keywords, rules : tuple of str
    kits : tuple of Kit
        Who carries what, in the order in which they are lost; empty when each weapon has its own bearers (lost in the order of the
        weapons) or every model carries every weapon.
    charged, fights_first : bool
        It made a charge move this turn; a rule lets it fight first.
    trench_fighters : bool
        Slain models that have not fought yet roll to do so before they are removed.
    situation : dict
        Other facts of its attacks.
    """

    name: str
    weapons: tuple[Weapon, ...]
    models: tuple[Models, ...]
    keywords: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    kits: tuple[Kit, ...] = ()
    charged: bool = False
    fights_first: bool = False
    trench_fighters: bool = False
    situation: dict[str, FactValue] = field(default_factory=dict[str, "FactValue"])

    @cached_property
    def falling(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For each kit: how many models carry it, and the places of its weapons; in the order in which they fall."""
        size = sum(each.count for each in self.models)
        if self.kits:
            places = {weapon.name.casefold(): index for index, weapon in enumerate(self.weapons)}
            for kit in self.kits:
                for name in kit.weapons:
                    if name.casefold() not in places:
                        raise ScenarioError("kits", f"{name!r} is no weapon of {self.name or 'the unit'}; it has {_names(self.weapons)}")
            out = tuple((kit.count, tuple(places[name.casefold()] for name in kit.weapons)) for kit in self.kits)
        elif all(weapon.count == size for weapon in self.weapons):
            out = ((size, tuple(range(len(self.weapons)))),)
        else:
            out = tuple((weapon.count, (index,)) for index, weapon in enumerate(self.weapons) if weapon.count)
        if sum(count for count, _ in out) != size:
            raise ScenarioError(
                "", f"{self.name or 'the unit'} has {size} models, but kits for {sum(count for count, _ in out)}; say who carries what"
            )
        return out


def _names(weapons: Sequence[Weapon]) -> str:
    return ", ".join(repr(weapon.name) for weapon in weapons) or "none"


def fighter(document: Mapping[str, Any], *, system: str = "wh40k_10e") -> Fighter:
    """A fighting unit from one table: name, keywords, rules, weapons, models as in a scenario document, and kits, charged, and so on.

    Raises
    ------
    ScenarioError
        If a key or value cannot be used.

    Examples
    --------
    >>> guard = fighter({"name": "Guard", "weapons": [{"name": "Bayonet", "type": "melee", "count": 10, "attacks": 1, "skill": "4+",
    ...                  "strength": 3, "ap": 0, "damage": 1}], "models": [{"count": 10, "toughness": 3, "save": "5+", "wounds": 1}]})
    >>> guard.falling
    ((10, (0,)),)
    """
    both = {key: document[key] for key in ("name", "keywords", "rules") if key in document}
    known = {"name", "keywords", "rules", "weapons", "models", "kits", "charged", "fights_first", "trench_fighters", "situation"}
    for key in document:
        if key not in known:
            raise ScenarioError(key, f"is no part of a fighting unit; its parts are {', '.join(sorted(known))}")
    attacker = {**both, "weapons": document.get("weapons", [])}
    defender = {**both, **({"models": document["models"]} if "models" in document else {})}
    # the other half of a matchup does not matter here: a unit is read once as attacker and once as defender
    scenario = read({"system": system, "attacker": attacker, "defender": defender, "situation": dict(document.get("situation", {}))})
    kits = tuple(Kit(int(kit["count"]), tuple(kit["weapons"])) for kit in document.get("kits", ()))
    flags = {key: bool(document.get(key, False)) for key in ("charged", "fights_first", "trench_fighters")}
    return Fighter(
        scenario.attacker.name, scenario.attacker.weapons, scenario.defender.models, scenario.attacker.keywords, scenario.attacker.rules,
        kits, situation=dict(scenario.situation), **flags,
    )  # fmt: skip


# --- who strikes first ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit in the fight phase, as far as the order is concerned.

    Attributes
    ----------
    name : str
    turn : bool
        It belongs to the player whose turn it is.
    charged, fights_first : bool
        Either lets it fight in the first step.
    """

    name: str
    turn: bool
    charged: bool = False
    fights_first: bool = False


def fight_order(units: Sequence[Combatant], *, counter_offensive: str = "", turn_player_first: bool = False) -> tuple[str, ...]:
    """The order in which engaged units fight; each player picks their units in the order in which they are listed.

    Parameters
    ----------
    units : sequence of Combatant
    counter_offensive : str
        Name of a unit that fights next as soon as an enemy unit has fought (it may not have fought yet).
    turn_player_first : bool
        Who picks first in each step: the player whose turn it is, or the other one (10th edition).

    Examples
    --------
    >>> units = [Combatant("Orks 1", True, charged=True), Combatant("Orks 2", True, charged=True), Combatant("Guard", False)]
    >>> fight_order(units)
    ('Orks 1', 'Orks 2', 'Guard')
    >>> fight_order(units, counter_offensive="Guard")
    ('Orks 1', 'Guard', 'Orks 2')
    """
    names = [unit.name for unit in units]
    if len(set(names)) != len(names):
        raise ScenarioError("", f"two of the units {', '.join(map(repr, names))} have one name; give each its own")
    if counter_offensive and counter_offensive not in names:
        raise ScenarioError("", f"there is no unit {counter_offensive!r} to fight next; the units are {', '.join(map(repr, names))}")
    waiting, order = list(units), list[str]()
    eager = next((unit for unit in units if unit.name == counter_offensive), None)
    for first in (True, False):
        picks = turn_player_first
        while any((unit.charged or unit.fights_first) == first for unit in waiting):
            able = [unit for unit in waiting if (unit.charged or unit.fights_first) == first]
            unit = next((each for each in able if each.turn == picks), able[0])
            order.append(unit.name)
            waiting.remove(unit)
            picks = not unit.turn
            if eager in waiting and eager is not None and eager.turn != unit.turn:
                order.append(eager.name)
                waiting.remove(eager)
                picks = not eager.turn
    return tuple(order)


# --- the fight ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Fight:
    """What two units do to each other.

    Attributes
    ----------
    order : tuple of str
        Who fought, in order; slain models that fought before they were removed are told.
    joint : dict
        Probability of each pair (models the first unit lost, models the second unit lost).
    first, second : Outcome
        What is left of each unit, whatever became of the other.
    """

    units: tuple[str, str]
    order: tuple[str, ...]
    joint: dict[tuple[int, int], Probability]
    first: Outcome
    second: Outcome

    @property
    def lost(self) -> tuple[Pmf, Pmf]:
        """Models lost by each unit."""
        return self.first.slain, self.second.slain

    @property
    def p_destroyed(self) -> tuple[Probability, Probability]:
        """Chance that each unit is destroyed."""
        return self.first.p_destroyed, self.second.p_destroyed

    @property
    def table(self) -> pl.DataFrame:
        """The joint result: models lost by each unit, and the probability (float)."""
        import polars as pl

        rows = [(a, b, float(p)) for (a, b), p in sorted(self.joint.items())]
        return pl.DataFrame(rows, schema={"first_lost": pl.Int64, "second_lost": pl.Int64, "probability": pl.Float64}, orient="row")

    def __repr__(self) -> str:
        means = [float(pmf.mean()) for pmf in self.lost]
        return f"Fight({' then '.join(self.order)}: {self.units[0]} loses {means[0]:.3g} models, {self.units[1]} {means[1]:.3g})"


def fight(
    first: Fighter | Mapping[str, Any],
    second: Fighter | Mapping[str, Any],
    *,
    system: str = "wh40k_10e",
    order: Sequence[int] | None = None,
    last_stand: LastStand = tenth.TRENCH_FIGHTERS,
    exact: bool = False,
) -> Fight:
    """Two units fight each other.

    Parameters
    ----------
    first, second : Fighter or mapping
        The unit of the player whose turn it is, and the other; see `fighter`.
    system : str
    order : sequence of int or None
        Who strikes, 0 and 1 for the two units; None for the order of the rules: those that charged or fight first, then the rest.
    last_stand : LastStand
        The roll of slain models that may still fight (Trench Fighters).
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    ScenarioError
        If a unit cannot be used, or the two units have too many states together.

    Examples
    --------
    >>> blade = {"name": "Blade", "type": "melee", "attacks": 1, "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "count": 1}
    >>> one = {"name": "One", "weapons": [blade], "models": [{"count": 1, "toughness": 4, "save": "7+", "wounds": 1}], "charged": True}
    >>> result = fight(one, {**one, "name": "Other", "charged": False}, exact=True)
    >>> result.p_destroyed, result.joint[1, 1]
    ((Fraction(3, 16), Fraction(1, 4)), Fraction(0, 1))
    """
    sides = [each if isinstance(each, Fighter) else fighter(each, system=system) for each in (first, second)]
    for side in sides:
        if not side.models:
            raise ScenarioError("models", f"{side.name or 'a unit'} has no models; it cannot fight")
        _ = side.falling  # says what is wrong before work starts
    if order is None:
        units = [Combatant(str(i), i == 0, side.charged, side.fights_first) for i, side in enumerate(sides)]
        order = [int(name) for name in fight_order(units, turn_player_first=_TURN_PLAYER_FIRST.get(system, False))]
    if not all(who in (0, 1) for who in order):
        raise ScenarioError("", f"the order {list(order)} names other units than 0 and 1")
    melee = _Melee((sides[0], sides[1]), system, last_stand, exact=exact)
    told: list[str] = []
    fought: set[int] = set()
    for who in order:
        fought.add(who)
        other = 1 - who
        stand = sides[other].trench_fighters and other not in fought
        melee.strike(who, stand=stand)
        told.append(sides[who].name or f"unit {who + 1}")
        if stand:
            told.append(f"slain models of {sides[other].name or f'unit {other + 1}'}")
    return melee.result(tuple(told))


class _Melee:
    """The joint law over the states of two units: `table[state of the first, state of the second]` over `total`."""

    def __init__(self, sides: tuple[Fighter, Fighter], system: str, last_stand: LastStand, *, exact: bool) -> None:
        self.sides, self.system, self.last_stand, self.exact = sides, system, last_stand, exact
        self._strikes: dict[tuple[int, tuple[int, ...]], Strike] = {}
        whole = [Strike(self._scenario(who, [w.count for w in sides[who].weapons])) for who in (0, 1)]
        # the states of each unit are those that the other one's attacks tell apart
        self.apart = [len(whole[1 - who].unit.chains) > 1 for who in (0, 1)]
        self.units = [Battlefield(whole[1 - who].defence, apart=self.apart[who]) for who in (0, 1)]
        pairs = self.units[0].size * self.units[1].size
        if pairs > MAX_STATES:
            raise ScenarioError(
                "", f"these two units have {pairs:,} pairs of states together; the limit is {MAX_STATES:,}: let fewer models fight"
            )
        self.kits = [_kits_left(self.units[who], sides[who]) for who in (0, 1)]
        self.table: NDArray[Any] = np.zeros((self.units[0].size, self.units[1].size), dtype=object if exact else np.float64)
        self.table[0, 0] = 1
        self.total: Any = 1 if exact else 1.0

    def _scenario(self, who: int, counts: Sequence[int]) -> Scenario:
        striker, target = self.sides[who], self.sides[1 - who]
        weapons = tuple(replace(weapon, count=count) for weapon, count in zip(striker.weapons, counts, strict=True))
        situation: dict[str, FactValue] = {**striker.situation, "phase": "fight", "charged": striker.charged}
        return Scenario(
            self.system, Attacker(striker.name, striker.keywords, striker.rules, weapons),
            Defender(target.name, target.keywords, target.rules, target.models), situation=situation,
        )  # fmt: skip

    def _blow(self, who: int, kits: Sequence[int]) -> Strike:
        """The attacks of so many models of each kit."""
        counts = [0] * len(self.sides[who].weapons)
        for number, (_, places) in zip(kits, self.sides[who].falling, strict=True):
            for place in places:
                counts[place] += number
        key = (who, tuple(counts))
        if key not in self._strikes:
            self._strikes[key] = Strike(self._scenario(who, counts), apart=self.apart[1 - who])
        return self._strikes[key]

    def strike(self, who: int, *, stand: bool) -> None:
        """One unit fights; slain models of the other may then fight before they are removed."""
        table = self.table if who == 0 else self.table.T
        unit = self.units[1 - who]
        plain: list[tuple[int, NDArray[Any], Any]] = []  # state of the striker, law over states of the other, its total
        rows: list[tuple[NDArray[Any], Any]] = []  # parts of the joint law, the striker's states first, with their totals
        for state in range(len(table)):
            row = table[state]
            if not row.any():
                continue
            blow = self._blow(who, self.kits[who][state].tolist())
            if not stand:
                after = blow.on(Outcome(unit, row, self.total))
                plain.append((state, after.states, after.total))
                continue
            for before in np.flatnonzero(row != 0).tolist():
                single = np.zeros_like(row)
                single[before] = row[before]
                after = blow.on(Outcome(unit, single, self.total))
                rows += self._stand(who, state, before, after)
        if plain:
            common: Any = math.lcm(*(int(total) for _, _, total in plain)) if self.exact else 1.0
            whole = np.zeros_like(table)
            for state, states, total in plain:
                whole[state] = states * (common // int(total)) if self.exact else states
            rows.append((whole, common))
        self.table, self.total = _summed(rows, exact=self.exact)
        if who == 1:
            self.table = self.table.T

    def _stand(self, who: int, state: int, before: int, after: Outcome) -> Iterator[tuple[NDArray[Any], Any]]:
        """Slain models of the struck unit roll, and those that succeed strike back at the striker in `state`."""
        struck = 1 - who
        regiment = any(each.casefold() == self.last_stand.keyword.casefold() for each in self.sides[struck].keywords)
        need = self.last_stand.need - (self.last_stand.bonus if regiment else 0)
        chance = Fraction(min(6, max(0, 7 - need)), 6)
        slain = self.kits[struck][before] - self.kits[struck]
        for fallen in np.unique(slain[after.states != 0], axis=0).tolist():
            here = np.all(slain == fallen, axis=1)
            landed = np.where(here, after.states, 0)
            back = self._fought_back(who, state, fallen, chance)
            yield np.multiply.outer(back.states, landed), back.total * after.total

    def _fought_back(self, who: int, state: int, fallen: Sequence[int], chance: Fraction) -> Outcome:
        """What is left of the striker when each of the fallen models fights with this chance."""
        start = point(self.units[who], state, exact=self.exact)
        laws = [list(successes(number, chance, exact=True).items()) for number in fallen]
        parts: list[tuple[NDArray[Any], Any]] = []
        for chosen in product(*laws):
            share = Fraction(math.prod(Fraction(p) for _, p in chosen))
            hit = self._blow(1 - who, [number for number, _ in chosen]).on(start)
            if self.exact:
                parts.append((hit.states * share.numerator, hit.total * share.denominator))
            else:
                parts.append((hit.states * float(share), 1.0))
        return Outcome(self.units[who], *_summed(parts, exact=self.exact))

    def result(self, order: tuple[str, ...]) -> Fight:
        joint: dict[tuple[int, int], Probability] = {}
        slain = [unit.slain.tolist() for unit in self.units]
        zero: Any = Fraction(0) if self.exact else 0.0
        for pair in product(*(range(max(each) + 1) for each in slain)):
            joint[pair[0], pair[1]] = zero
        for i, row in enumerate(self.table.tolist()):
            for j, weight in enumerate(row):
                if weight:
                    joint[slain[0][i], slain[1][j]] += Fraction(weight, self.total) if self.exact else weight
        first = Outcome(self.units[0], self.table.sum(axis=1), self.total)
        second = Outcome(self.units[1], self.table.sum(axis=0), self.total)
        return Fight((self.sides[0].name, self.sides[1].name), order, joint, reduced(first), reduced(second))


def _summed(parts: Sequence[tuple[NDArray[Any], Any]], *, exact: bool) -> tuple[NDArray[Any], Any]:
    """The sum of laws over different totals."""
    if not exact:
        return np.sum([part for part, _ in parts], axis=0), 1.0
    total = math.lcm(*(int(each) for _, each in parts))
    table: NDArray[Any] = sum((part * (total // int(each)) for part, each in parts[1:]), parts[0][0] * (total // int(parts[0][1])))
    common = math.gcd(total, *(int(value) for value in table.ravel().tolist()))
    return table // common, total // common


def _kits_left(unit: Battlefield, side: Fighter) -> NDArray[np.intp]:
    """How many models of each kit are left, in each state of the unit; models fall in the order of their kits along each chain."""
    bearers = [kit for kit, (count, _) in enumerate(side.falling) for _ in range(count)]
    out = np.zeros((unit.size, len(side.falling)), dtype=np.intp)
    done = 0
    for chain, at in zip(unit.chains, unit.positions, strict=True):
        groups: list[Any] = [unit.defence.groups[g] for g in chain]
        size = sum(group.count for group in groups)
        alone = Battlefield(DefenceSpec(tuple(groups), tuple(range(len(groups)))))
        fallen = alone.slain[at]
        for place in range(size):
            out[:, bearers[done + place]] += fallen <= place
        done += size
    return out
