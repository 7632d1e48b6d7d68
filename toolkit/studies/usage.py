"""May I use this here, and what does it change? What does a plan cost? For rules by name; the checks are in `toolkit.rules.legality`."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from toolkit.errors import ToolkitError
from toolkit.rules import legality
from toolkit.rules.legality import Facts, UnitFacts, Verdict
from toolkit.rules.rule import Rule
from toolkit.systems import get

__all__ = ["Facts", "UnitFacts", "Verdict", "may_use", "price"]


def may_use(name: str, facts: Facts, *, system: str = "wh40k_10e") -> Verdict:
    """Whether a Stratagem, an Order or a move may be used here, why (not), and what it changes.

    Parameters
    ----------
    name : str
        Printed name or id of the rule.
    facts : Facts
        What is on the table.
    system : str

    Returns
    -------
    Verdict
        ``allowed, reasons = may_use(...)`` works too.

    Raises
    ------
    ToolkitError
        If there is no such rule.

    Examples
    --------
    >>> squad = UnitFacts(("Infantry", "Grenades"))
    >>> verdict = may_use("Grenade", Facts("shooting", unit=squad, enemy=UnitFacts(inches=10), cp=2))
    >>> verdict.allowed, verdict.reasons
    (False, ('the enemy unit is 10 inches away; it must be within 8',))
    >>> verdict.changes
    'outside the attack sequence: six D6, a mortal wound on each 4+'
    """
    return legality.may_use(_rule(name, system), facts, get(system).facts)


def price(names: Iterable[str], *, system: str = "wh40k_10e") -> int:
    """The command points that a plan costs.

    Parameters
    ----------
    names : iterable of str
        Printed names or ids of the rules it uses, each as often as it is used.
    system : str

    Returns
    -------
    int

    Raises
    ------
    ToolkitError
        If there is no such rule.

    Examples
    --------
    >>> price(["Fields of Fire", "Grenade", "Take Aim!"])
    2
    """
    if isinstance(names, str):
        raise ToolkitError(f"the rules of a plan are a list, not the text {names!r}; put it in brackets")
    return legality.price(_rule(name, system) for name in names)


def _rule(name: str, system: str) -> Rule:
    found = get(system).find(name)
    if found is None:
        close = get_close_matches(name, [rule.name for rule in get(system).rules], n=1)
        hint = f"did you mean {close[0]!r}?" if close else 'list them with "toolkit rules"'
        raise ToolkitError(f"no rule {name!r} in {system}; {hint}")
    return found.rule
