"""What the controls of the Matchup dashboard say, as one frozen value.

`MatchupState` becomes a `Scenario` (and so a scenario document) and is made from one, so that opening a saved file restores every
control. It keeps what the profiles print apart from what the player switched: a rule switched off can be switched on again as
printed, and a rule switched on stays on when another unit is picked. Every change is a method that returns a new state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from toolkit.dashboards.roster import Roster
from toolkit.profiles import UnitProfile
from toolkit.rules.registry import fold
from toolkit.rules.scenario import NO_MODIFIERS, Attacker, Defender, Models, Modifiers, Scenario, Weapon, WeaponType
from toolkit.rules.situation import FactValue
from toolkit.rules.system import System

Place = Literal["weapon", "attacker", "defender", "any"]
WEAPONS_OF: dict[FactValue, WeaponType] = {"shooting": "ranged", "fight": "melee"}
"""Which weapons are used in which phase."""
MOST_MODELS = 30
"""End of the sliders of units that are in no table."""


@dataclass(frozen=True)
class MatchupState:
    """The controls of the Matchup dashboard.

    Parameters
    ----------
    printed : Scenario
        Both units with their counts, and the rules as the profiles or the opened file print them; all weapons of the attacker,
        those of the other phase too.
    added : tuple of (place, spelling)
        Rules that the player switched on, in that order.
    removed : tuple of str
        Ids (or folded names, where there is no record) of printed rules that the player switched off.
    k : int
        The count of models asked about.
    """

    printed: Scenario
    added: tuple[tuple[Place, str], ...] = ()
    removed: tuple[str, ...] = ()
    k: int = 1

    # --- what it says -----------------------------------------------------------------------------------------------

    @property
    def weapon_type(self) -> WeaponType:
        """The weapons of the phase that is on."""
        return WEAPONS_OF.get(self.printed.situation.get("phase", "shooting"), "ranged")

    @property
    def size(self) -> int:
        """Models in the target unit."""
        return sum(models.count for models in self.printed.defender.models)

    @property
    def shown(self) -> tuple[int, ...]:
        """Indices of the weapons of the phase."""
        return tuple(i for i, weapon in enumerate(self.printed.attacker.weapons) if weapon.type == self.weapon_type)

    def scenario(self, system: System, idle: bool = False) -> Scenario:
        """Return the matchup that is computed: the weapons of the phase that fire, and the rules as switched.

        Parameters
        ----------
        system : System
            Tells which printed spelling is which rule.
        idle : bool
            Keep the weapons of the phase that nobody fires.
        """
        off = set(self.removed)

        def switched(printed: Iterable[str], place: Place) -> tuple[str, ...]:
            # One record may be printed twice (Anti-Infantry 4+, Anti-Vehicle 4+), but what is printed need not be added.
            kept = [text for text in printed if rule_key(text, system) not in off]
            keys = {rule_key(text, system) for text in kept} | off
            return (*kept, *(text for where, text in self.added if where == place and rule_key(text, system) not in keys))

        printed = self.printed
        weapons = tuple(
            replace(weapon, abilities=switched(weapon.abilities, "weapon"))
            for weapon in (printed.attacker.weapons[i] for i in self.shown)
            if idle or weapon.count
        )
        return replace(
            printed,
            attacker=replace(printed.attacker, rules=switched(printed.attacker.rules, "attacker"), weapons=weapons),
            defender=replace(printed.defender, rules=switched(printed.defender.rules, "defender")),
            rules=switched(printed.rules, "any"),
        )

    # --- changes ----------------------------------------------------------------------------------------------------

    def with_count(self, index: int, count: int, profile: UnitProfile | None = None) -> MatchupState:
        """Return the state in which `count` models use weapon `index`; other weapons of its slot make room."""
        weapons = list(self.printed.attacker.weapons)
        weapons[index] = replace(weapons[index], count=count)
        for other, spare in _crowded(index, weapons, profile):
            weapons[other] = replace(weapons[other], count=spare)
        return self._with_weapons(weapons)

    def with_size(self, size: int, profile: UnitProfile) -> MatchupState:
        """Return the state in which the target, a unit of the tables, has `size` models."""
        return self._with_models(profile.models_for(size))

    def with_models(self, index: int, count: int) -> MatchupState:
        """Return the state in which the target has `count` models of its kind `index`."""
        models = list(self.printed.defender.models)
        models[index] = replace(models[index], count=count)
        return self._with_models(tuple(models))

    def with_fact(self, key: str, value: FactValue, default: FactValue) -> MatchupState:
        """Return the state in which a fact of the table has this value; defaults are left out of documents."""
        situation = {name: given for name, given in self.printed.situation.items() if name != key}
        if value != default:
            situation[key] = value
        return replace(self, printed=replace(self.printed, situation=situation))

    def with_modifier(self, key: str, value: Any) -> MatchupState:
        """Return the state in which every weapon has this what-if."""
        return self._with_weapons([replace(w, modifiers=replace(w.modifiers, **{key: value})) for w in self.printed.attacker.weapons])

    def modifier(self, key: str) -> set[Any]:
        """Return the values that a what-if has on the weapons: one, unless a file gives them different ones."""
        return {getattr(weapon.modifiers, key) for weapon in self.printed.attacker.weapons} or {getattr(NO_MODIFIERS, key)}

    def with_attacker(self, profile: UnitProfile) -> MatchupState:
        """Return the state in which another unit attacks, with its usual weapons; what the player switched stays."""
        what_if = self._shared_modifiers()
        weapons = tuple(replace(weapon, modifiers=what_if) for weapon in profile.weapons)
        attacker = Attacker(profile.name, profile.keywords, profile.attack_rules, weapons)
        return replace(self, printed=replace(self.printed, attacker=attacker, title=""))

    def with_target(self, profile: UnitProfile) -> MatchupState:
        """Return the state in which another unit is attacked, with its usual models."""
        defender = profile.defender()
        state = replace(self, printed=replace(self.printed, defender=defender, title=""))
        return replace(state, k=_usual_k(state.size) if self.k > state.size else self.k)

    def with_rule(self, key: str, spelling: str, place: Place, on: bool, system: System) -> MatchupState:
        """Return the state in which a rule is on or off.

        Parameters
        ----------
        key : str
            Its id, or its folded name where there is no record.
        spelling : str
            What switches it on in a document ("sustained hits 1").
        place : {"weapon", "attacker", "defender", "any"}
            What has it.
        """
        removed = tuple(other for other in self.removed if other != key)
        if not on and system.find(spelling) is None:
            # Nothing but this state remembers a name without a record: it stays in its place, switched off.
            return replace(self, removed=(*removed, key))
        added = tuple(entry for entry in self.added if on or rule_key(entry[1], system) != key)
        state = replace(self, added=added, removed=removed)
        has = key in state.rules_on(system)
        if on and not has:
            return replace(state, added=(*added, (place, spelling)))
        if not on and has:
            return replace(state, removed=(*removed, key))
        return state

    def with_k(self, k: int) -> MatchupState:
        """Return the state that asks about `k` or more models."""
        return replace(self, k=min(max(k, 1), self.size))

    def swapped(self, attacker: UnitProfile, target: UnitProfile) -> MatchupState:
        """Return the state in which the target shoots back: `attacker` is the target of now.

        What was said about the attacker (it moved, it charged) and about rules says nothing about the other unit: only the phase,
        the sizes and the what-ifs stay.
        """
        phase = {key: value for key, value in self.printed.situation.items() if key == "phase"}
        fresh = replace(self, printed=replace(self.printed, situation=phase, rules=()), added=(), removed=())
        state = fresh.with_attacker(attacker).with_target(target)
        return replace(state, k=_usual_k(state.size))

    def rules_on(self, system: System) -> set[str]:
        """Return the keys of all rules that are named and switched on; of weapons, those that fire (or could, if none does)."""
        scenario = self.scenario(system)
        if not scenario.attacker.weapons:
            scenario = self.scenario(system, idle=True)
        texts = [*scenario.rules, *scenario.attacker.rules, *scenario.defender.rules]
        for weapon in scenario.attacker.weapons:
            texts += weapon.abilities
        return {rule_key(text, system) for text in texts}

    def _with_weapons(self, weapons: Iterable[Weapon]) -> MatchupState:
        return replace(self, printed=replace(self.printed, attacker=replace(self.printed.attacker, weapons=tuple(weapons))))

    def _with_models(self, models: tuple[Models, ...]) -> MatchupState:
        state = replace(self, printed=replace(self.printed, defender=replace(self.printed.defender, models=models)))
        return replace(state, k=min(self.k, state.size))

    def _shared_modifiers(self) -> Modifiers:
        kinds = {weapon.modifiers for weapon in self.printed.attacker.weapons}
        return kinds.pop() if len(kinds) == 1 else NO_MODIFIERS


def start(attacker: UnitProfile, target: UnitProfile, system: System) -> MatchupState:
    """Return the state of a new dashboard: `attacker` shoots at `target` with what both usually have."""
    empty = Scenario(system.id, Attacker(), Defender(models=target.models))
    state = MatchupState(empty).with_attacker(attacker).with_target(target)
    return replace(state, k=_usual_k(state.size))


def rule_key(text: str, system: System) -> str:
    """Return what identifies a rule however it is spelt: its id, or its folded name where there is no record.

    Examples
    --------
    >>> from toolkit.rules.rule import Rule
    >>> heavy = Rule("g.heavy", "Heavy", "Weapon abilities", "weapon", "", "", ())
    >>> game = System(id="g", title="A game", rules=(heavy,), wound_need=lambda s, t: 4)
    >>> rule_key("HEAVY", game), rule_key("Reanimation Protocols", game)
    ('g.heavy', 'reanimation protocols')
    """
    found = system.find(text)
    return found.rule.id if found is not None else fold(text)


def from_scenario(scenario: Scenario, system: System, roster: Roster) -> MatchupState:
    """Return the state whose scenario is `scenario`.

    Units that the tables know get back the weapons that the file leaves out, and rules that they print and the file does not
    have are off, not gone.
    """
    attacker, defender = scenario.attacker, scenario.defender
    removed: list[str] = []
    added: list[tuple[Place, str]] = []
    added.extend(("any", text) for text in scenario.rules)
    profile = roster.find(attacker.name)
    if profile is not None:
        rules = _compared(attacker.rules, profile.attack_rules, "attacker", system, added, removed)
        weapons = _all_weapons(scenario, profile, system, added, removed)
        attacker = replace(attacker, rules=rules, weapons=weapons)
    target = roster.find(defender.name)
    if target is not None:
        defender = replace(defender, rules=_compared(defender.rules, target.defence_rules, "defender", system, added, removed))
    printed = replace(scenario, attacker=attacker, defender=defender, rules=())
    state = MatchupState(printed, tuple(added), tuple(dict.fromkeys(removed)))
    return replace(state, k=_usual_k(state.size))


def _compared(
    given: tuple[str, ...],
    printed: tuple[str, ...],
    place: Place,
    system: System,
    added: list[tuple[Place, str]],
    removed: list[str],
) -> tuple[str, ...]:
    """Split the rules of a file into those that its unit prints (returned) and those that were switched."""
    own = [rule_key(text, system) for text in printed]
    here = [rule_key(text, system) for text in given]
    added.extend((place, text) for key, text in zip(here, given, strict=True) if key not in own)
    removed += [key for key in own if key not in here]
    kept = [text for key, text in zip(here, given, strict=True) if key in own]
    return (*kept, *(text for key, text in zip(own, printed, strict=True) if key not in here))


def _all_weapons(
    scenario: Scenario, profile: UnitProfile, system: System, added: list[tuple[Place, str]], removed: list[str]
) -> tuple[Weapon, ...]:
    """Every weapon of the unit: those of the file with their counts, the others of the phase unused, those of the other phase as usual."""
    given = list(scenario.attacker.weapons)
    kinds = {weapon.type for weapon in given} or {MatchupState(scenario).weapon_type}
    by_name = {(fold(weapon.name), weapon.type): weapon for weapon in profile.weapons}
    matching = {i: by_name[name] for i, weapon in enumerate(given) if (name := (fold(weapon.name), weapon.type)) in by_name}

    def keys(weapon: Weapon) -> dict[str, str]:
        return {rule_key(text, system): text for text in weapon.abilities}

    in_file = [keys(weapon) for weapon in given]
    in_table = {key for weapon in profile.weapons for key in keys(weapon)}
    switched_on = [key for key in (in_file[0] if in_file else {}) if key not in in_table and all(key in one for one in in_file)]
    added.extend(("weapon", in_file[0][key]) for key in switched_on)
    lost = {key for printed in matching.values() for key in keys(printed)} - {key for one in in_file for key in one}
    removed += sorted(lost)

    weapons: list[Weapon] = []
    for i, weapon in enumerate(given):
        own = tuple(text for text in weapon.abilities if rule_key(text, system) not in switched_on)
        again = tuple(text for text in matching[i].abilities if rule_key(text, system) in lost) if i in matching else ()
        weapons.append(replace(weapon, abilities=own + again))
    what_if = MatchupState(scenario)._shared_modifiers()
    used = {(fold(weapon.name), weapon.type) for weapon in given}
    order: dict[tuple[str, WeaponType], int] = {
        (fold(weapon.name), weapon.type): position for position, weapon in enumerate(profile.weapons)
    }
    for weapon in profile.weapons:
        if (fold(weapon.name), weapon.type) not in used:
            weapons.append(replace(weapon, count=0 if weapon.type in kinds else weapon.count, modifiers=what_if))
    if [w for w in weapons if (fold(w.name), w.type) in used] == weapons[: len(given)] and _in_order(given, order):
        # Weapons are resolved in the order of the file; where that is the order of the table, unused ones go back to their places.
        weapons.sort(key=lambda weapon: order.get((fold(weapon.name), weapon.type), len(order)))
    return tuple(weapons)


def _in_order(weapons: list[Weapon], order: dict[tuple[str, WeaponType], int]) -> bool:
    places = [order.get((fold(weapon.name), weapon.type), len(order)) for weapon in weapons]
    return places == sorted(places)


def _crowded(index: int, weapons: list[Weapon], profile: UnitProfile | None) -> Iterable[tuple[int, int]]:
    """Which weapons must be fewer because weapon `index` was taken instead, and how many of them are left."""
    if profile is None:
        return
    slots = {(fold(limit.weapon), limit.type): limit.slot for limit in profile.weapon_limits}

    def slot(weapon: Weapon) -> str:
        return slots.get((fold(weapon.name), weapon.type), "")

    own = slot(weapons[index])
    if not own:
        return
    room = sum(weapon.count for weapon in profile.weapons if slot(weapon) == own) - weapons[index].count
    for i, weapon in enumerate(weapons):
        if i != index and slot(weapon) == own:
            kept = min(weapon.count, max(room, 0))
            room -= kept
            if kept != weapon.count:
                yield i, kept


def _usual_k(size: int) -> int:
    """Return the count asked about at first: more than half."""
    return size // 2 + 1 if size > 1 else 1
