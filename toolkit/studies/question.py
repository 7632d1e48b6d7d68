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
    target = counted(sum(each.count for each in scenario.defender.models), scenario.defender.name)
    circumstances = [
        fact.in_question for fact in system.facts if fact.in_question and scenario.situation.get(fact.key, fact.default) != fact.default
    ]
    listed = "no weapons" if not arms else arms[0] if len(arms) == 1 else f"{', '.join(arms[:-1])} and {arms[-1]}"
    return f"What do {listed} do to {target}{''.join(f', {each}' for each in circumstances)}?"


def counted(models: int, name: str) -> str:
    """Say how many models a unit has, as players do: a name in the plural takes the number, another has it behind.

    Examples
    --------
    >>> counted(5, "Intercessors"), counted(5, "Intercessor Squad"), counted(1, "Rhino"), counted(3, "")
    ('5 Intercessors', 'Intercessor Squad (5 models)', '1 Rhino', '3 models')
    >>> counted(1, "Plague Marines"), counted(0, "Boyz")
    ('Plague Marines (1 model)', 'Boyz')
    """
    said = f"{models} model{'' if models == 1 else 's'}"
    if not name:
        return said if models else "models"
    if not models:
        return name
    last = name.split()[-1].casefold()
    plural = last.endswith(("s", "z", "men")) and not last.endswith("ss")
    return f"{models} {name}" if plural == (models != 1) else f"{name} ({said})"
