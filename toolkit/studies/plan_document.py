"""A plan from a table, and what the stratagems named in it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from toolkit.errors import ScenarioError
from toolkit.rules.scenario import Attacker, Defender, WeaponType
from toolkit.studies.crunch import read
from toolkit.studies.fighters import Fighter, fighter
from toolkit.studies.plan_steps import BattleShock, ChargeAt, Fight, Grenade, Plan, ReturnFire, Shoot, Step, StrikeBack
from toolkit.systems import get

_ATTACK = ("attacker", "situation", "rules", "cp", "name")
_ANSWER = ("at", "situation", "rules", "cp", "name")
_WORDS: dict[str, tuple[str, ...]] = {
    "shoot": _ATTACK,
    "fight": _ATTACK,
    "grenade": ("cp", "name"),
    "charge": ("needed", "modifiers", "reroll", "unit", "cp", "name"),
    "overwatch": _ANSWER,
    "strike-back": _ANSWER,
    "battle-shock": ("leadership", "modifier", "shocked", "unit", "cp", "name"),
}
_NEEDED = {
    "shoot": ("attacker",), "fight": ("attacker",), "charge": ("needed",), "battle-shock": ("leadership",), "overwatch": ("at",),
    "strike-back": ("at",),
}  # fmt: skip
_PHASE = {"shoot": "shooting", "grenade": "shooting", "charge": "charge", "overwatch": "charge", "fight": "fight", "strike-back": "fight"}
_PLAN = ("system", "title", "defender", "units", "steps", "readings")
_ONLY_FIGHTERS = ("weapons", "kits", "fights_first", "trench_fighters")
COMMAND_REROLL, TRENCH_FIGHTERS = "Command Re-roll", "Trench Fighters"


def plan_from(document: Mapping[str, Any]) -> Plan:
    """A plan from a table with system, defender (as in a scenario document) and steps, each with ``do`` and its own keys.

    The steps are shoot, grenade, charge, fight, overwatch, strike-back and battle-shock. Own units that the target can hurt stand under
    ``units``, each with name, models, weapons and, where not every model carries every weapon, kits; a step then names its unit instead of
    an attacker. What the defender fights back with are ``weapons`` of its own.

    ``cp`` is what a step costs. Where it does not say, a step costs what the stratagems do that are named in its rules (or in those of its
    unit) and that the player uses, each once in a phase; a re-rolled charge costs the Command Re-roll.

    Raises
    ------
    ScenarioError
        If a key or value cannot be used; the message says which step.

    Examples
    --------
    >>> target = {"models": [{"count": 2, "toughness": 4, "save": "4+", "wounds": 1}]}
    >>> charge = {"do": "charge", "needed": 7, "reroll": "whole"}
    >>> plan = plan_from({"system": "wh40k_10e", "defender": target, "steps": [{"do": "grenade"}, charge]})
    >>> [step.label for step in plan.steps], plan.cp
    (['Grenade', 'Charge of 7 inches'], 2)
    """
    for key in document:
        if key not in _PLAN:
            raise ScenarioError(str(key), f"is nothing that a plan knows; it knows {', '.join(_PLAN)}")
    system = document.get("system", "wh40k_10e")
    defender = dict(document.get("defender", {}))
    plain = {key: value for key, value in defender.items() if key not in _ONLY_FIGHTERS}
    whole = read({"system": system, "attacker": {}, "defender": plain, "readings": dict(document.get("readings", {}))})
    target = whole.defender
    foe = _unit(defender, system, "defender") if "weapons" in defender else None
    units = tuple(_unit(table, system, f"units[{i}]") for i, table in enumerate(document.get("units", ())))
    names = [unit.name for unit in units]
    if "" in names or len(set(names)) != len(names):
        raise ScenarioError("units", f"each unit needs a name of its own; these are called {', '.join(map(repr, names))}")
    reader = _Reader(system, plain, target, {unit.name: unit for unit in units}, foe)
    steps = tuple(reader.step(f"steps[{number}]", table) for number, table in enumerate(document.get("steps", ())))
    return Plan(target, steps, system, units, foe, dict(whole.readings))


def _unit(table: Mapping[str, Any], system: str, where: str) -> Fighter:
    try:
        unit = fighter(table, system=system)
        for kind in ("ranged", "melee"):
            _ = unit.with_weapons(kind).falling  # says what is wrong before work starts
    except ScenarioError as error:  # which was read as both sides of a matchup
        key = error.where.removeprefix("attacker.").removeprefix("defender.")
        raise ScenarioError(f"{where}.{key}" if key else where, error.message) from error
    if not unit.models:
        raise ScenarioError(f"{where}.models", "a unit that can be hurt needs models; give at least one")
    return unit


class _Reader:
    """Reads one step after the other, and remembers what has been paid for in which phase."""

    def __init__(
        self, system: str, defender: Mapping[str, Any], target: Defender, units: Mapping[str, Fighter], foe: Fighter | None
    ) -> None:
        self.system, self.defender, self.target, self.units, self.foe = system, defender, target, units, foe
        self.paid: set[tuple[str, str]] = set()

    def step(self, where: str, table: Mapping[str, Any]) -> Step:
        kind = table.get("do")
        if kind not in _WORDS:
            raise ScenarioError(f"{where}.do", f"{kind!r} is no step of a plan; choose {', '.join(_WORDS)}")
        for key in table:
            if key != "do" and key not in _WORDS[kind]:
                raise ScenarioError(f"{where}.{key}", f"is nothing that {kind!r} knows; it knows {', '.join(_WORDS[kind])}")
        for key in _NEEDED.get(kind, ()):
            if key not in table:
                raise ScenarioError(f"{where}.{key}", f"is missing; {kind!r} cannot do without it")
        if type(table.get("cp", 0)) is not int or table.get("cp", 0) < 0:
            raise ScenarioError(f"{where}.cp", f"{table['cp']!r} is no number of command points; it is a whole number, 0 or more")
        given = {key: value for key, value in table.items() if key in ("name", "needed", "reroll", "leadership", "modifier", "shocked")}
        match kind:
            case "shoot" | "fight":
                return self._attack(where, kind, table, given)
            case "overwatch" | "strike-back":
                return self._answer(where, kind, table, given)
            case "charge":
                used = [COMMAND_REROLL] if table.get("reroll") else []
                who = self._named(f"{where}.unit", table.get("unit", ""), optional=True)
                return ChargeAt(modifiers=tuple(table.get("modifiers", ())), cp=self._cp(kind, table, used), who=who, **given)
            case "battle-shock":
                who = self._named(f"{where}.unit", table.get("unit", ""), optional=True)
                return BattleShock(cp=table.get("cp", 0), who=who, **given)
            case _:
                return Grenade(cp=table.get("cp", 1), **given)

    def _attack(self, where: str, kind: str, table: Mapping[str, Any], given: Mapping[str, Any]) -> Shoot | Fight:
        weapons: WeaponType = "ranged" if kind == "shoot" else "melee"
        asked, who = table["attacker"], ""
        if isinstance(asked, str):
            who = self._named(f"{where}.attacker", asked)
            unit = self.units[who].with_weapons(weapons)
            attacker = Attacker(unit.name, unit.keywords, unit.rules, unit.weapons)
            if not unit.weapons:
                raise ScenarioError(f"{where}.attacker", f"{who} has no {weapons} weapons")
            asked = {}
        else:
            attacker = None
        if kind == "fight" and not who and self.foe is not None and self.foe.trench_fighters:
            raise ScenarioError(f"{where}.attacker", "slain models of the target strike at it: name one of the plan's own units here")
        scenario = self._read(where, table, asked)
        attacker = attacker or scenario.attacker
        used = [*attacker.rules, *scenario.rules]
        if who and kind == "fight" and self.units[who].trench_fighters:
            used.append(TRENCH_FIGHTERS)
        make = Shoot if kind == "shoot" else Fight
        return make(attacker, dict(scenario.situation), scenario.rules, self._cp(kind, table, used), who=who, **given)

    def _answer(self, where: str, kind: str, table: Mapping[str, Any], given: Mapping[str, Any]) -> StrikeBack | ReturnFire:
        who = self._named(f"{where}.at", table["at"])
        weapons: WeaponType = "melee" if kind == "strike-back" else "ranged"
        if self.foe is None or not self.foe.with_weapons(weapons).weapons:
            raise ScenarioError("defender.weapons", f"the target has no {weapons} weapons, but {where} lets it use them")
        scenario = self._read(where, table, {})
        make = StrikeBack if kind == "strike-back" else ReturnFire
        used = [TRENCH_FIGHTERS] if kind == "strike-back" and self.units[who].trench_fighters else []
        return make(who, dict(scenario.situation), scenario.rules, self._cp(kind, table, used), **given)

    def _read(self, where: str, table: Mapping[str, Any], attacker: Any) -> Any:
        document = {"system": self.system, "attacker": attacker, "defender": self.defender}
        try:
            return read({**document, "situation": dict(table.get("situation", {})), "rules": list(table.get("rules", []))})
        except ScenarioError as error:
            raise ScenarioError(f"{where}.{error.where}" if error.where else where, error.message) from error

    def _named(self, where: str, name: Any, *, optional: bool = False) -> str:
        if (optional and name == "") or name in self.units:
            return str(name)
        known = ", ".join(map(repr, self.units)) or "none: own units with models stand under units"
        raise ScenarioError(where, f"{name!r} is none of the plan's own units; they are {known}")

    def _cp(self, kind: str, table: Mapping[str, Any], used: Iterable[str]) -> int:
        """What a step costs: what it says, or its stratagems, each once in a phase."""
        price = 0
        system = get(self.system)
        for name in used:
            found = system.find(name)
            if found is None or not found.rule.cp or found.rule.side == "defender":
                continue
            bought = (_PHASE[kind], found.rule.id)
            price += 0 if bought in self.paid else found.rule.cp
            self.paid.add(bought)
        return table.get("cp", price)
