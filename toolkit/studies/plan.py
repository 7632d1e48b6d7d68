"""A turn as a chain of steps against one target: shoot, throw a grenade, charge, fight, be struck back at, test courage.

The target carries its state from step to step, and so do the own units that it can hurt. The result is a tree. It branches where the rest
depends on more than those states: when a charge is rolled, when nobody is left to charge, when a battle-shock test is taken. Every branch
has its probability and the joint law of all units in it; the leaves add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from toolkit.attack.allocation import Battlefield
from toolkit.attack.mortal import mortal_wounds
from toolkit.attack.outcome import Outcome
from toolkit.attack.stages import stages_of
from toolkit.dice.notation import Dice
from toolkit.dice.pmf import Probability
from toolkit.dice.pools import successes
from toolkit.errors import ScenarioError
from toolkit.rules.resolve import Resolved
from toolkit.rules.scenario import Defender, Scenario
from toolkit.rules.situation import FactValue
from toolkit.studies.carry import Strike, left_out, point
from toolkit.studies.charge_rule import CHARGES
from toolkit.studies.duel import Duel
from toolkit.studies.fighters import Fighter
from toolkit.studies.joint import Joint, joined
from toolkit.studies.plan_document import plan_from
from toolkit.studies.plan_result import Branch, PlanResult, StepReport
from toolkit.studies.plan_steps import BattleShock, ChargeAt, Fight, Grenade, Plan, ReturnFire, Shoot, Step, StrikeBack
from toolkit.studies.rolls import battle_shock_after, charge, defence_of
from toolkit.systems.wh40k_10e import rolls as tenth
from toolkit.systems.wh40k_11e import rolls as eleventh

__all__ = [
    "BattleShock", "Branch", "ChargeAt", "Fight", "Grenade", "Plan", "PlanResult", "ReturnFire", "Shoot", "StepReport", "StrikeBack",
    "plan_from", "run_plan",
]  # fmt: skip

MAX_STEPS = 50
_GRENADES = {"wh40k_10e": tenth.GRENADE, "wh40k_11e": eleventh.EXPLOSIVES}
_NERVES = {"wh40k_10e": tenth.BATTLE_SHOCK, "wh40k_11e": eleventh.BATTLE_SHOCK}
TARGET = 0
"""The target's place among all units; the own units follow."""


def run_plan(plan: Plan | Mapping[str, Any], *, exact: bool = False) -> PlanResult:
    """Carry out a plan, exactly.

    Parameters
    ----------
    plan : Plan or mapping
        See `plan_from` for the mapping.
    exact : bool
        Fractions instead of floats.

    Raises
    ------
    ScenarioError
        If a step cannot be used.

    Examples
    --------
    >>> gun = {"name": "Gun", "attacks": 2, "skill": "3+", "strength": 4, "ap": 0, "damage": 1}
    >>> blade = {"name": "Blade", "type": "melee", "attacks": 3, "skill": "3+", "strength": 4, "ap": -1, "damage": 1}
    >>> target = {"models": [{"count": 2, "toughness": 4, "save": "4+", "wounds": 1}]}
    >>> steps = [{"do": "shoot", "attacker": {"weapons": [gun]}}, {"do": "charge", "needed": 7},
    ...          {"do": "fight", "attacker": {"weapons": [blade]}}]
    >>> result = run_plan({"system": "wh40k_10e", "defender": target, "steps": steps}, exact=True)
    >>> [(leaf.happened[-1], leaf.probability) for leaf in result.leaves]  # doctest: +NORMALIZE_WHITESPACE
    [('Charge of 7 inches: nobody left', Fraction(1, 36)),
     ('Charge of 7 inches: made', Fraction(245, 432)),
     ('Charge of 7 inches: failed', Fraction(175, 432))]
    """
    asked = plan if isinstance(plan, Plan) else plan_from(plan)
    if asked.system not in CHARGES:
        raise ScenarioError("system", f"{asked.system!r} has no turns of this kind; choose from {', '.join(CHARGES)}")
    if len(asked.steps) > MAX_STEPS:
        raise ScenarioError("steps", f"{len(asked.steps)} steps; a plan has at most {MAX_STEPS}")
    if not asked.target.models:
        raise ScenarioError("defender.models", "the target has no models; give at least one")
    return _Run(asked, exact=exact).result()


class _Run:
    """One pass through a plan."""

    def __init__(self, plan: Plan, *, exact: bool) -> None:
        self.plan, self.exact = plan, exact
        self.axes = {unit.name: number for number, unit in enumerate(plan.units, start=1)}
        self.foe = plan.foe or Fighter(plan.target.name, (), plan.target.models, plan.target.keywords, plan.target.rules)
        first = {
            i: Strike(self._scenario(i, step)) for i, step in enumerate(plan.steps) if isinstance(step, Shoot | Fight) and not step.who
        }
        duels = {i: self._duel(i, step) for i, step in enumerate(plan.steps) if _acting(step)}
        # leaders that any attack can pick out are followed apart from then on
        apart = [False] * (1 + len(plan.units))
        apart[TARGET] = any(len(strike.unit.chains) > 1 for strike in first.values())
        for i, duel in duels.items():
            for axis, yes in zip((self._axis(plan.steps[i]), TARGET), duel.apart, strict=True):
                apart[axis] |= yes
        self.strikes = {i: Strike(strike.scenario, apart=True) for i, strike in first.items()} if apart[TARGET] else first
        self.duels = {i: self._duel(i, plan.steps[i], apart) for i in duels} if any(apart) else duels
        # as listed: a state means one order
        self.defences = [replace(defence_of(each, system=plan.system), order=()) for each in (plan.target, *map(_as_target, plan.units))]
        self.units = tuple(Battlefield(defence, apart=yes) for defence, yes in zip(self.defences, apart, strict=True))
        self._known: dict[tuple[int, int], Probability | None] = {}
        zero: Any = Fraction(0) if exact else 0.0
        sums = ("taken", "idle", "missed", "removed", "slain", "lost", "fallen", "rolled")
        self.sums: list[dict[str, Any]] = [dict.fromkeys(sums, zero) for _ in plan.steps]

    def _axis(self, step: Step) -> int:
        """Place of the unit that acts or is struck, 0 for none of the own units."""
        return self.axes.get(step.at if isinstance(step, StrikeBack | ReturnFire) else "" if isinstance(step, Grenade) else step.who, 0)

    def _charged(self, index: int, who: str) -> bool:
        return any(isinstance(each, ChargeAt) and each.who in ("", who) for each in self.plan.steps[:index])

    def _scenario(self, index: int, step: Shoot | Fight) -> Scenario:
        fighting = isinstance(step, Fight)
        charged = fighting and self._charged(index, step.who)
        situation: dict[str, FactValue] = {"phase": "fight" if fighting else "shooting", **({"charged": True} if charged else {})}
        return Scenario(
            self.plan.system, step.unit, self.plan.target, rules=step.rules, situation={**situation, **step.situation},
            readings=self.plan.readings,
        )  # fmt: skip

    def _duel(self, index: int, step: Step, apart: list[bool] | None = None) -> Duel:
        """The own unit and the target, with the weapons and on the table of one step."""
        assert isinstance(step, Shoot | Fight | StrikeBack | ReturnFire)
        axis, fighting = self._axis(step), isinstance(step, Fight | StrikeBack)
        own, foe = (each.with_weapons("melee" if fighting else "ranged") for each in (self.plan.units[axis - 1], self.foe))
        if isinstance(step, Shoot | Fight):
            charged = fighting and self._charged(index, own.name)
            own = replace(own, charged=charged, situation={**own.situation, **step.situation})
        else:
            watching = {} if fighting else {"overwatch": True}
            foe = replace(foe, situation={**watching, **foe.situation, **step.situation})
            own = replace(own, charged=fighting and self._charged(index, own.name))
        return Duel(
            (own, foe), self.plan.system, exact=self.exact, phase="fight" if fighting else "shooting", rules=step.rules,
            readings=self.plan.readings, apart=None if apart is None else (apart[axis], apart[TARGET]),
        )  # fmt: skip

    def result(self) -> PlanResult:
        tree = self._from(0, Joint.start(self.units, exact=self.exact), (), {})
        reports = tuple(self._report(i, step) for i, step in enumerate(self.plan.steps))
        used = {**{i: strike.resolved for i, strike in self.strikes.items()}, **{i: self._resolved(i) for i in self.duels}}
        missing = dict.fromkeys(name for i in sorted(used) for name in left_out(used[i]))
        warnings = dict.fromkeys(f"{self.plan.steps[i].label}: {warning}" for i in sorted(used) for warning in used[i].warnings)
        readings = next((each.readings for each in used.values()), ())
        return PlanResult(
            self.plan, tree, reports, joined([leaf.joint for leaf in tree.leaves]), tuple(missing), tuple(warnings), readings
        )  # fmt: skip

    def _resolved(self, index: int) -> Resolved:
        """The attacks of a step in which an own unit attacks or is attacked, all its models there."""
        return self.duels[index].resolved[1 if isinstance(self.plan.steps[index], StrikeBack | ReturnFire) else 0]

    def _from(
        self, index: int, joint: Joint, happened: tuple[str, ...], made: Mapping[str, bool], fought: frozenset[int] = frozenset()
    ) -> Branch:
        """The tree from step `index` on; `made` says which charges (by their unit) succeeded so far, `fought` who has fought."""
        before = joint
        for i in range(index, len(self.plan.steps)):
            step, sums = self.plan.steps[i], self.sums[i]
            axis = self._axis(step)
            own_test = isinstance(step, BattleShock) and bool(axis)
            standing = joint.standing(*([axis] if own_test else [TARGET, axis] if axis else [TARGET]))
            gone = joint.without(standing)
            sums["idle"] += gone.mass
            who = self.plan.units[axis - 1].name if axis else ""
            if isinstance(step, Fight | StrikeBack) and not made.get(who, made.get("", True)):
                sums["missed"] += standing.mass
                self._count_rolled(i, step, axis, gone)  # it came too late
                continue
            sums["taken"] += standing.mass
            if isinstance(step, ChargeAt | BattleShock):
                parts = self._charge(step, standing) if isinstance(step, ChargeAt) else self._test(step, axis, standing)
                ends = [("nobody left", gone, False), *parts]
                children = tuple(
                    self._from(
                        i + 1, part, (*happened, f"{step.label}: {what}"), {**made, who: ok} if isinstance(step, ChargeAt) else made, fought
                    )
                    for what, part, ok in ends
                    if part.states.any()
                )
                return Branch(happened, before.mass, joined([child.joint for child in children]), children)
            self._count_rolled(i, step, axis, joint)
            if isinstance(step, Fight | StrikeBack):
                if isinstance(step, StrikeBack) and self.foe.trench_fighters and gone.standing(TARGET).states.any():
                    # where there was nobody to strike at, the target has not fought yet
                    idle = self._from(i + 1, gone, happened, made, fought)
                    after = self._counted_step(i, step, axis, standing, fought)
                    return _merged(self._from(i + 1, after, happened, made, fought | {TARGET}), idle)
                joint = self._counted_step(i, step, axis, joint, fought)
                if axis:  # a unit that cannot be hurt never needs to know
                    fought |= {TARGET if isinstance(step, StrikeBack) else axis}
                continue
            joint = self._counted_step(i, step, axis, joint, fought)
        return Branch(happened, joint.mass, joint)

    def _counted_step(self, index: int, step: Step, axis: int, joint: Joint, fought: frozenset[int]) -> Joint:
        """What a step makes of everybody, added to what it did."""
        after = self._after(index, step, axis, joint, fought)
        for what, each, of in self._counted(axis):
            self.sums[index][what] += after.mean(each, of) - joint.mean(each, of)  # pyright: ignore[reportOperatorIssue]
        return after

    def _counted(self, axis: int) -> Iterator[tuple[str, int, Any]]:
        yield "removed", TARGET, self.units[TARGET].lost
        yield "slain", TARGET, self.units[TARGET].slain
        if axis:
            yield "lost", axis, self.units[axis].lost
            yield "fallen", axis, self.units[axis].slain

    def _after(self, index: int, step: Step, axis: int, joint: Joint, fought: frozenset[int]) -> Joint:
        """What attacks and grenades make of everybody."""
        if isinstance(step, Grenade):
            return joint.on(TARGET, self._grenade)
        if index in self.strikes:
            return joint.on(TARGET, self.strikes[index].on)
        duel, answers = self.duels[index], isinstance(step, StrikeBack | ReturnFire)
        # models slain before they fought may do so now
        stand = (isinstance(step, Fight) and self.foe.trench_fighters and TARGET not in fought) or (
            isinstance(step, StrikeBack) and self.plan.units[axis - 1].trench_fighters and axis not in fought
        )
        return joint.between(axis, TARGET, partial(duel.strike, who=1 if answers else 0, stand=stand))

    def _count_rolled(self, index: int, step: Step, axis: int, joint: Joint) -> None:
        """What a step's attacks roll against the whole target, whatever is left of it, by what is left of the unit itself."""
        if not isinstance(step, Shoot | Fight):
            return
        if index in self.strikes:
            self._add(index, joint.mass, self._rolled(index, 0))
            return
        law = joint.law(axis)
        for state, weight in enumerate(law.states.tolist()):
            if weight:
                self._add(index, Fraction(weight, int(law.total)) if self.exact else weight, self._rolled(index, state))

    def _rolled(self, index: int, state: int) -> Probability | None:
        if (index, state) not in self._known:
            if index in self.strikes:
                resolved = self.strikes[index].resolved
                rolled = stages_of(resolved.attacks, resolved.defence, exact=self.exact).damage_rolled
            else:
                rolled = self.duels[index].rolled(0, state)
            self._known[index, state] = rolled
        return self._known[index, state]

    def _add(self, index: int, share: Probability, rolled: Probability | None) -> None:
        sums = self.sums[index]
        sums["rolled"] = None if rolled is None or sums["rolled"] is None else sums["rolled"] + share * rolled

    def _grenade(self, law: Outcome) -> Outcome:
        """Mortal wounds state by state: what they do depends on what is left."""
        dice = _GRENADES[self.plan.system]
        number = Dice.parse(dice.wounds).pmf(exact=True).times(successes(dice.dice, Fraction(7 - dice.need, 6), exact=True))
        return mortal_wounds(number, self.defences[TARGET], exact=self.exact, start=law)

    def _charge(self, step: ChargeAt, standing: Joint) -> list[tuple[str, Joint, bool]]:
        made = Fraction(charge(step.needed, step.modifiers, reroll=step.reroll, numbers=CHARGES[self.plan.system], exact=True).chance)
        whole = self.units[TARGET].size
        return [
            (what, standing.weighted(TARGET, [p] * whole), ok) for what, p, ok in (("made", made, True), ("failed", 1 - made, False))
        ]  # fmt: skip

    def _test(self, step: BattleShock, axis: int, standing: Joint) -> list[tuple[str, Joint, bool]]:
        numbers, unit = _NERVES[self.plan.system], self.units[axis]
        test = partial(
            battle_shock_after, leadership=step.leadership, modifier=step.modifier, must_test=step.shocked and numbers.retested,
            numbers=numbers,
        )  # fmt: skip
        fails = [Fraction(test(point(unit, state, exact=True)).shocked) for state in range(unit.size)]
        return [
            ("shocked", standing.weighted(axis, fails), True), ("not shocked", standing.weighted(axis, [1 - p for p in fails]), True),
        ]  # fmt: skip

    def _report(self, index: int, step: Step) -> StepReport:
        sums = self.sums[index]
        rolled: Any = sums["rolled"] if isinstance(step, Shoot | Fight) else None
        overkill = None if rolled is None else rolled - sums["removed"]
        return StepReport(
            step.label, sums["taken"], sums["idle"], sums["missed"], sums["removed"], rolled, overkill, sums["slain"], step.cp,
            sums["lost"], sums["fallen"],
        )  # fmt: skip


def _merged(one: Branch, other: Branch) -> Branch:
    """Two parts of one branch, each followed on its own."""
    further = {child.happened: child for child in one.children}
    for child in other.children:
        further[child.happened] = _merged(further[child.happened], child) if child.happened in further else child
    joint = joined([one.joint, other.joint])
    return Branch(one.happened, joint.mass, joint, tuple(further.values()))


def _acting(step: Step) -> bool:
    """Whether an own unit that can be hurt attacks or is attacked."""
    return isinstance(step, StrikeBack | ReturnFire) or (isinstance(step, Shoot | Fight) and bool(step.who))


def _as_target(unit: Fighter) -> Defender:
    return Defender(unit.name, unit.keywords, unit.rules, unit.models)
