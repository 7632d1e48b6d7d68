"""Units that fight and are fought: who carries what, and who strikes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.attack.allocation import Battlefield
from toolkit.attack.spec import DefenceSpec
from toolkit.errors import ScenarioError
from toolkit.rules.rolls import FightOrder
from toolkit.rules.scenario import Models, Weapon, WeaponType
from toolkit.rules.situation import FactValue
from toolkit.studies.crunch import read
from toolkit.systems.wh40k_10e import rolls as tenth


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

    def with_weapons(self, kind: WeaponType) -> Fighter:
        """The same unit with its ranged or its melee weapons only."""
        kept = tuple(weapon for weapon in self.weapons if weapon.type == kind)
        names = {weapon.name.casefold() for weapon in kept}
        kits = tuple(replace(kit, weapons=tuple(name for name in kit.weapons if name.casefold() in names)) for kit in self.kits)
        return replace(self, weapons=kept, kits=kits)


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


def kits_left(unit: Battlefield, side: Fighter) -> NDArray[np.intp]:
    """How many models of each kit are left, in each state of the unit; models fall in the order of their kits along each chain.

    Returns
    -------
    ndarray of int, shape (states, kits)
    """
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


def fight_order(units: Sequence[Combatant], *, counter_offensive: str = "", numbers: FightOrder = tenth.FIGHT_ORDER) -> tuple[str, ...]:
    """The order in which engaged units fight; each player picks their units in the order in which they are listed.

    Parameters
    ----------
    units : sequence of Combatant
    counter_offensive : str
        Name of a unit that fights next as soon as an enemy unit has fought (it may not have fought yet).
    numbers : FightOrder
        Who picks first, in the edition.

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
    picks = numbers.turn_player_first
    for first in (True, False):
        if not numbers.carries_on:
            picks = numbers.turn_player_first
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
