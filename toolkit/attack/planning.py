"""How one attack is counted, seen among the others: when its saves are made, and whether its critical wounds are kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.attack.allocation import Battlefield
from toolkit.attack.law import Polynomial, packets_law
from toolkit.attack.spec import AttackSpec
from toolkit.dice.pmf import Pmf


@dataclass(frozen=True)
class Plan:
    """How one attack is counted: the law of one attack, and whether saves are made with the profile being hit."""

    law: Polynomial
    total: int
    save_later: bool


def plan_of(attack: AttackSpec, *, apart: bool) -> Plan:
    """How `attack` is counted; `apart` as `must_wait` says."""
    save_later = not attack.uniform_save
    save = None if save_later else attack.against[0].save
    # saves that depend on the model cannot be skipped for criticals inside the allocation: those wait in a counter of their own
    law, total = packets_law(attack, save=save, apart=apart or (save_later and attack.deferred))
    return Plan(law, total, save_later)


def must_wait(attack: AttackSpec, later: Sequence[AttackSpec], earlier: Sequence[AttackSpec], unit: Battlefield) -> bool:
    """Whether the critical wounds of `attack` must be kept apart from its other wounds."""
    if not attack.deferred:
        return attack.mortal_on_wound is not None
    if attack.after_batch:
        later, earlier = (), ()
    if any(group.ignores(mortal=True) != group.ignore for group in unit.defence.groups):
        return True
    others = [*later, *(other for other in earlier if other.deferred or other.mortal_on_wound is not None)]
    # saves that depend on the model in front make the order matter even where all damage is alike
    alike = attack.uniform_save and all(other.uniform_save and _damages(other) == _damages(attack) for other in others)
    return not alike or any(other.leaders_first != attack.leaders_first for other in others)


def _damages(attack: AttackSpec) -> list[Pmf]:
    return [each.damage for each in attack.against]
