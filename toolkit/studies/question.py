"""A scenario as one sentence."""

from __future__ import annotations

from toolkit.rules.scenario import Scenario
from toolkit.rules.system import System


def question(scenario: Scenario, system: System) -> str:
    """The question a scenario asks, for titles and for copying.

    Examples
    --------
    >>> from toolkit.rules.scenario import Attacker, Defender
    >>> from toolkit.systems import get
    >>> question(Scenario("wh40k_10e", Attacker(), Defender(name="Boyz")), get("wh40k_10e"))
    'What do no weapons do to Boyz?'
    """
    arms = [f"{weapon.count} × {weapon.name}" for weapon in scenario.attacker.weapons if weapon.count]
    models = sum(each.count for each in scenario.defender.models)
    target = f"{models or ''} {scenario.defender.name or ('models' if models != 1 else 'model')}".strip()
    circumstances = [
        fact.in_question for fact in system.facts if fact.in_question and scenario.situation.get(fact.key, fact.default) != fact.default
    ]
    listed = "no weapons" if not arms else arms[0] if len(arms) == 1 else f"{', '.join(arms[:-1])} and {arms[-1]}"
    return f"What do {listed} do to {target}{''.join(f', {each}' for each in circumstances)}?"
