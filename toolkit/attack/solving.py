"""Working backwards through the tree of decisions: the value of every moment when all that follows is played best, or by a simple rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from toolkit.attack.decisions import Tree
from toolkit.attack.events import Event, Leaf, Node, Option, StepName, Values

SimpleRule = Callable[[StepName, Event, Option], bool]
"""Whether a die is rolled again, in a step of the attack sequence, after this result."""


class Solved:
    """Values of every node, with the re-roll spent and in hand; each is worked out when first asked for.

    Parameters
    ----------
    tree : Tree
    worth : ndarray over the states of the target
        What each state is worth when the dice have been put away.
    rule : SimpleRule or None
        What is played instead of the best choice.
    """

    def __init__(self, tree: Tree, worth: Values, rule: SimpleRule | None = None) -> None:
        self.tree = tree
        self.rule = rule
        self.sign = 1 if tree.side == "attacker" else -1
        self.known: dict[Node, tuple[Values, Values]] = {("end",): (worth, worth)}

    def values(self, node: Node) -> tuple[Values, Values]:
        """(spent, in hand) for each state of the target. Needed nodes are worked out first, without deep recursion."""
        stack = [node]
        while stack:
            at = stack[-1]
            if at in self.known:
                stack.pop()
                continue
            events = list(self.tree.events(at))
            missing = {leaf.node for event in events for leaf in _leaves(event)} - self.known.keys()
            if missing:
                stack.extend(missing)
            else:
                self.known[at] = self._combine(at, events)
                stack.pop()
        return self.known[node]

    def _combine(self, node: Node, events: Iterable[Event]) -> tuple[Values, Values]:
        spent: Any = 0
        held: Any = 0
        if self.tree.is_choice(node):
            listed = list(events)
            return self.best_of(listed, 0), self.best_of(listed, 1)
        remembered: dict[int, Values] = {}  # every damage roll shares one option
        for event in events:
            kept = self.after(event.keep, 1)
            for option in event.options:
                if id(option) not in remembered:
                    remembered[id(option)] = self.after(option.leaves, 0)
                kept = self.better(node, event, option, kept, remembered[id(option)])
            spent = spent + event.weight * self.after(event.keep, 0)
            held = held + event.weight * kept
        return spent, held

    def best_of(self, events: list[Event], held: int) -> Values:
        """The value of a free choice."""
        best = self.after(events[0].keep, held)
        for event in events[1:]:
            best = np.maximum(best, self.after(event.keep, held))
        return best

    def better(self, node: Node, event: Event, option: Option, kept: Values, used: Values) -> Values:
        """The value of a choice: the better of the two, or what the simple rule says."""
        if self.rule is not None:
            return used if self.rule(self.tree.step(node)[1], event, option) else kept
        return np.maximum(kept, used) if self.sign > 0 else np.minimum(kept, used)

    def after(self, leaves: tuple[Leaf, ...], held: int) -> Values:
        """The value of what follows."""
        out: Any = 0
        for leaf in leaves:
            value = self.known[leaf.node][held]
            if leaf.move is not None:
                target, chance = self.tree.moved(leaf.move)
                value = (value[target] * chance).sum(axis=1)
            out = out + (value if type(leaf.weight) is int and leaf.weight == 1 else leaf.weight * value)
        return out


def _leaves(event: Event) -> Iterable[Leaf]:
    yield from event.keep
    for option in event.options:
        yield from option.leaves


# --- simple rules ---------------------------------------------------------------------------------------------------


def simple_rules(tree: Tree) -> list[tuple[str, SimpleRule]]:
    """Rules of thumb that fit the attacks, with their names."""
    if tree.side == "defender":
        return [("the first failed save", lambda step, event, option: step == "save" and option.what == "fail")]
    middle = [float(attack.attacks.mean()) for attack in tree.attacks]
    low_roll = sum(middle) / len(middle) if middle else 0
    damages = [float(each.damage.mean()) for attack in tree.attacks for each in attack.against]
    low_damage = sum(damages) / len(damages) if damages else 0

    def attacks(step: StepName, event: Event, option: Option) -> bool:
        return step == "attacks" and event.situation[1] < low_roll

    def hit(step: StepName, event: Event, option: Option) -> bool:
        return step == "hit" and option.what == "fail"

    def wound(step: StepName, event: Event, option: Option) -> bool:
        return step == "wound" and option.what == "fail"

    def damage(step: StepName, event: Event, option: Option) -> bool:
        return step == "damage" and event.situation[0] < low_damage

    def first(step: StepName, event: Event, option: Option) -> bool:
        return any(rule(step, event, option) for rule in (attacks, hit, wound, damage))

    def late(step: StepName, event: Event, option: Option) -> bool:
        return wound(step, event, option) or damage(step, event, option)

    rules: list[tuple[str, SimpleRule]] = []
    if any(attack.attacks.low != attack.attacks.high for attack in tree.attacks):
        rules.append(("the first number of attacks below its average", attacks))
    if any(attack.hit is not None for attack in tree.attacks):
        rules.append(("the first failed hit", hit))
    rules.append(("the first failed wound", wound))
    if any(each.damage.low != each.damage.high for attack in tree.attacks for each in attack.against):
        rules.append(("the first damage roll below its average", damage))
        rules.append(("the first failed wound or damage roll below its average", late))
    rules.append(("the first roll that disappoints, whichever it is", first))
    return rules
