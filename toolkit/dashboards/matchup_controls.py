"""The controls of the Matchup dashboard: they show a `MatchupState`, and say which new state a change asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from toolkit.dashboards import roster, text
from toolkit.dashboards.controls import ControlColumn
from toolkit.dashboards.matchup_state import MOST_MODELS, MatchupState, Place, rule_key
from toolkit.dashboards.roster import Roster
from toolkit.dashboards.widgets import Counts, Picker, RuleList, Switch, group, heading, line, styled
from toolkit.rules.rule import NoEffectOnDice
from toolkit.rules.system import System

Change = Callable[[MatchupState], MatchupState]
STEPS = [(text.signed(step), step) for step in (-1, 0, 1)]
REROLLS = [("none", ""), ("ones", "ones"), ("failed", "failed"), ("all but criticals", "non_critical"), ("all", "all")]
WHAT_IFS = {
    "hit": "To hit", "wound": "To wound", "save": "Their save", "reroll_hits": "Re-roll hits", "reroll_wounds": "Re-roll wounds",
}  # fmt: skip
_CODES = {"in force": "on", "not in force": "no", "not calculated": "nc"}
_NO_RECORD = "Rules without a record"


class Controls(ControlColumn[MatchupState]):
    """The column of controls.

    Parameters
    ----------
    system : System
        Facts and rules come from here.
    units : Roster
        What can be picked.
    changed : callable
        Called with a function from the present state to the one that is asked for.
    """

    def __init__(self, system: System, units: Roster, changed: Callable[[Change], None]) -> None:
        self.system = system
        self.units = units
        super().__init__(changed)
        self.attacker = Picker(label="Attacking unit", options=units.options)
        self.target = Picker(label="Target unit", options=units.options)
        self.weapons = Counts(empty="This unit has no weapon for this phase.")
        self.sizes = Counts()
        self.choices = {
            fact.key: ipywidgets.ToggleButtons(options=[(choice.capitalize(), choice) for choice in fact.choices], tooltips=[fact.help] * 9)
            for fact in system.facts
            if fact.choices
        }
        self.facts = {fact.key: Switch(label=fact.label, help=fact.help) for fact in system.facts if isinstance(fact.default, bool)}
        self.steps = {key: ipywidgets.ToggleButtons(options=STEPS, value=0) for key in ("hit", "wound", "save")}
        self.rerolls = {key: ipywidgets.Dropdown(options=REROLLS, value="") for key in ("reroll_hits", "reroll_wounds")}
        self.rules = RuleList()
        self.k = ipywidgets.BoundedIntText(value=1, min=1, max=1, layout={"width": "64px"}, tooltip="At least how many models")
        self._watch()
        self.column = self._arranged()

    def _watch(self) -> None:
        self._on(self.attacker, "value", lambda value: lambda state: self._pick(state, value, MatchupState.with_attacker))
        self._on(self.target, "value", lambda value: lambda state: self._pick(state, value, MatchupState.with_target))
        self._on(self.weapons, "values", lambda values: lambda state: self._counted(state, values))
        self._on(self.sizes, "values", lambda values: lambda state: self._sized(state, values))
        defaults = {fact.key: fact.default for fact in self.system.facts}
        for key, control in {**self.choices, **self.facts}.items():
            self._on(control, "value", lambda value, key=key: lambda state: state.with_fact(key, value, defaults[key]))
        for key, control in self.steps.items():
            self._on(control, "value", lambda value, key=key: lambda state: state.with_modifier(key, value or 0))
        for key, control in self.rerolls.items():
            self._on(control, "value", lambda value, key=key: lambda state: state.with_modifier(key, value or None))
        self._on(self.rules, "on", lambda on: lambda state: self._switched(state, on))
        self._on(self.k, "value", lambda value: lambda state: state.with_k(value))

    def _arranged(self) -> Any:
        attacker, self._attacker_head = group("Attacker", [self.attacker, self.weapons])
        target, self._target_head = group("Target", [self.target, self.sizes])
        table, more = self._table_and_what_if()
        rules, self._rules_head = group("Rules", [self.rules], wide=True)
        return styled(ipywidgets.VBox([attacker, target, table, rules, more]), "tk-ctl")

    def _table_and_what_if(self) -> tuple[Any, Any]:
        """The two groups that every dashboard about two units shows alike."""
        facts = styled(ipywidgets.GridBox(list(self.facts.values())), "tk-facts")
        choices = styled(ipywidgets.HBox(list(self.choices.values())), "tk-choices")
        table, _ = group("Table", [choices, facts], wide=True)
        what_if = [line(WHAT_IFS[key], control) for key, control in {**self.steps, **self.rerolls}.items()]
        more, self._what_if_head = group("What if", [styled(ipywidgets.GridBox(what_if), "tk-whatif")], wide=True)
        return table, more

    # --- what a change asks for -------------------------------------------------------------------------------------

    def _pick(self, state: MatchupState, name: str, changed: Callable[..., MatchupState]) -> MatchupState:
        profile = self.units.find(name)
        return state if profile is None else changed(state, profile)

    def _counted(self, state: MatchupState, values: list[int]) -> MatchupState:
        profile = self.units.find(state.printed.attacker.name)
        for index, value in zip(state.shown, values, strict=False):
            if state.printed.attacker.weapons[index].count != value:
                return state.with_count(index, int(value), profile)
        return state

    def _sized(self, state: MatchupState, values: list[int]) -> MatchupState:
        profile = self._sized_by_table(state)
        if profile is not None:
            return state.with_size(int(values[0]), profile)
        for index, value in enumerate(values):
            state = state.with_models(index, int(value))
        return state

    def _switched(self, state: MatchupState, on: list[str]) -> MatchupState:
        before = state.rules_on(self.system)
        known = {rule.id: rule for rule in self.system.rules}
        listed = {row["id"] for row in self.rules.rules}
        for key in sorted((before ^ set(on)) & listed):
            rule = known.get(key)
            if rule is None or not rule.always:
                place: Place = rule.side if rule is not None else "any"
                spelling = (rule.example or rule.keyword or rule.name) if rule is not None else key
                state = state.with_rule(key, spelling, place, key in on, self.system)
        return state

    # --- what a state looks like ------------------------------------------------------------------------------------

    def show(self, state: MatchupState, result: Any) -> None:
        """Set every control to what `state` says, and the rule list to what `result` made of it."""
        with self.quiet():
            self._show_units(state)
            situation = state.printed.situation
            for fact in self.system.facts:
                control: Any = self.choices.get(fact.key) or self.facts.get(fact.key)
                if control is not None:
                    control.value = situation.get(fact.key, fact.default)
            for key, control in {**self.steps, **self.rerolls}.items():
                values = state.modifier(key)
                only = values.pop() if len(values) == 1 else None
                choice = (only or "") if key in self.rerolls and len(values) == 0 else only
                known = [value for _, value in control.options]
                control.index = known.index(choice) if choice in known else None
            self.k.max = max(state.size, state.k)
            self.k.value = state.k
            self.k.max = state.size
            self._show_rules(state, result)

    def _show_units(self, state: MatchupState) -> None:
        attacker, defender = state.printed.attacker, state.printed.defender
        profile, target = self.units.find(attacker.name), self.units.find(defender.name)
        about = [] if profile is None else [profile.faction, f"{profile.points} points" if profile.points is not None else ""]
        lines = list(dict.fromkeys(map(roster.models_line, defender.models)))
        for picker, unit, found, parts in (
            (self.attacker, attacker, profile, about or list(attacker.keywords[:4])),
            (
                self.target,
                defender,
                target,
                [" / ".join(lines), target.faction if target is not None else ", ".join(defender.keywords[:3])],
            ),
        ):
            with picker.hold_sync():
                picker.value = found.name if found is not None else ""
                picker.text = unit.name or "Unit of the file"
                picker.note = " · ".join(part for part in parts if part)
                picker.help = ", ".join(unit.keywords)
        limits = {} if profile is None else {(limit.weapon, limit.type): limit.max_count for limit in profile.weapon_limits}
        weapons = [attacker.weapons[i] for i in state.shown]
        self.weapons.show(
            [
                {
                    "name": weapon.name,
                    "detail": roster.weapon_line(weapon),
                    "help": roster.weapon_help(weapon),
                    "min": 0,
                    "max": max(limits.get((weapon.name, weapon.type), 10), weapon.count, 1),
                }
                for weapon in weapons
            ],
            [weapon.count for weapon in weapons],
        )
        sized = self._sized_by_table(state)
        if sized is not None:
            row = {"name": "Models", "detail": _limits(sized.min_models, sized.max_models), "help": "How many models the target unit has"}
            self.sizes.show([{**row, "min": sized.min_models, "max": sized.max_models}], [state.size])
        else:
            rows = [
                {
                    "name": models.name or "Models",
                    "detail": "",
                    "help": roster.models_line(models),
                    "min": 1,
                    "max": max(MOST_MODELS, models.count),
                }
                for models in defender.models
            ]
            self.sizes.show(rows, [models.count for models in defender.models])

    def _sized_by_table(self, state: MatchupState) -> Any:
        """The profile of the target, if its models are what the tables say they are at this size."""
        profile = self.units.find(state.printed.defender.name)
        if profile is None or not profile.min_models <= state.size <= profile.max_models:
            return None
        return profile if profile.models_for(state.size) == state.printed.defender.models else None

    def _show_rules(self, state: MatchupState, result: Any) -> None:
        always = {rule.id: rule for rule in self.system.rules if rule.always}
        on = state.rules_on(self.system)
        rows: list[dict[str, Any]] = []
        status: dict[str, list[str]] = {}
        shown: list[str] = []
        records = {rule.id for rule in self.system.rules}
        for rule in result.rules:
            key = rule.id if rule.id in records else rule_key(rule.name, self.system)
            locked = rule.id in always
            if locked and all(isinstance(effect, NoEffectOnDice) for effect in always[rule.id].effects):
                continue
            rows.append({"id": key, "name": _name(rule.name), "group": rule.group or _NO_RECORD, "summary": rule.summary, "locked": locked})
            if (key in on and not locked) or (locked and rule.status == "in force"):
                shown.append(key)
                status[key] = [_CODES.get(rule.status, ""), rule.reason]
        listed = {row["id"] for row in rows}
        for key in state.removed:
            if key not in listed:
                rows.append(
                    {"id": key, "name": key.title(), "group": _NO_RECORD, "summary": "No record of this rule: it cannot be calculated."}
                )
        order = list(dict.fromkeys(row["group"] for row in rows))
        rows.sort(key=lambda row: order.index(row["group"]))
        with self.rules.hold_sync():
            self.rules.status = status
            self.rules.on = shown
            self.rules.rules = rows
        switched = [key for key in shown if key not in always]
        in_force = sum(1 for key in switched if status[key][0] == "on")
        self._rules_head.value = heading("Rules", f"{len(switched)} on, {in_force} in force")
        mixed = any(len(state.modifier(key)) > 1 for key in (*self.steps, *self.rerolls))
        self._what_if_head.value = heading("What if", "the weapons differ" if mixed else "for every weapon, on top of the rules")


def _name(printed: str) -> str:
    return printed.replace("{x}", "x").replace("{k}", "…")


def _limits(low: int, high: int) -> str:
    return f"always {low}" if low == high else f"{low} to {high}"
