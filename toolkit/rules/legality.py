"""May I use this here, and what does it change? Rules of timing, targets, range and cost, checked against what is on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from toolkit.errors import ToolkitError
from toolkit.rules.describe import describe_rule
from toolkit.rules.registry import fold
from toolkit.rules.rule import Rule
from toolkit.rules.situation import Fact
from toolkit.rules.use import MOMENTS, PHASES, STATES, Beyond, Either, Is, Keywords, MayOrder, Need, Role, Use, Visible, Window, Within

Lately = Literal["phase", "turn", "battle"]
_USED = {"phase": "this phase", "turn": "this turn", "battle": "this battle"}


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """What matters of one unit.

    Attributes
    ----------
    keywords : tuple of str
        As printed.
    states : tuple of str
        What is true of it, of `toolkit.rules.use.STATES`; everything else is false.
    inches : float or None
        How far it is from the unit that the rule is used on (or, for that unit, nothing); None if nobody said.
    visible : bool
        Whether that unit sees it.
    may_order : tuple of str
        For an OFFICER: keywords of the units it may give orders to.

    Raises
    ------
    ToolkitError
        If a state is not known or a distance is negative.
    """

    keywords: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    inches: float | None = None
    visible: bool = True
    may_order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("keywords", "states", "may_order"):
            if isinstance(getattr(self, name), str):
                raise ToolkitError(f"{name} of a unit are a list, not the text {getattr(self, name)!r}; put it in brackets")
        for state in self.states:
            _known("a state of a unit", state, tuple(STATES))
        if self.inches is not None and not self.inches >= 0:
            raise ToolkitError(f"a distance of {self.inches!r} inches; it is 0 or more")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is on the table when a rule is to be used.

    Attributes
    ----------
    phase : str
        "command", "movement", "shooting", "charge" or "fight".
    turn : {"own", "opponent"}
        Whose turn it is.
    at : str
        The moment, of `toolkit.rules.use.MOMENTS`; "" for any other time in the phase.
    unit : UnitFacts
        The unit that the rule is used on.
    partner, enemy : UnitFacts or None
        A second friendly unit (the OFFICER, the TRANSPORT), and the enemy unit.
    cp : int or None
        Command points at hand; None if they are not counted.
    used : mapping of str to str
        Rules that were used before, by name: "phase", "turn" or "battle" for how lately.

    Raises
    ------
    ToolkitError
        If a phase, turn or moment is not known.
    """

    phase: str
    turn: str = "own"
    at: str = ""
    unit: UnitFacts = UnitFacts()
    partner: UnitFacts | None = None
    enemy: UnitFacts | None = None
    cp: int | None = None
    used: Mapping[str, Lately] = field(default_factory=dict[str, Lately])

    def __post_init__(self) -> None:
        _known("a phase", self.phase, PHASES)
        _known("a turn", self.turn, ("own", "opponent"))
        if self.at:
            _known("a moment", self.at, MOMENTS)
        for lately in self.used.values():
            _known("a time of use", lately, tuple(_USED))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer; unpacks to `allowed` and `reasons`.

    Attributes
    ----------
    allowed : bool
    reasons : tuple of str
        What holds, if it is allowed; what is against it, if not.
    changes : str
        What the rule changes.
    cp : int
        What it costs.
    """

    allowed: bool
    reasons: tuple[str, ...]
    changes: str
    cp: int

    def __iter__(self) -> Iterator[bool | tuple[str, ...]]:
        yield self.allowed
        yield self.reasons


def may_use(rule: Rule, facts: Facts, known: Iterable[Fact] = ()) -> Verdict:
    """Whether a rule may be used here, why (not), and what it changes.

    Parameters
    ----------
    rule : Rule
    facts : Facts
        What is on the table.
    known : iterable of Fact
        The facts of the system, for the words of `changes`.

    Returns
    -------
    Verdict
        ``allowed, reasons = may_use(...)`` works too.

    Examples
    --------
    >>> from toolkit.rules.use import Use
    >>> use = Use((Window(("shooting",)),), (Keywords("unit", ("Grenades",)), Within("enemy", 8)))
    >>> rule = Rule("g.grenade", "Grenade", "Stratagems", "any", "Six dice.", "Core", (), cp=1, use=use)
    >>> facts = Facts("shooting", unit=UnitFacts(("Infantry",)), enemy=UnitFacts(inches=9))
    >>> allowed, reasons = may_use(rule, facts)
    >>> allowed, reasons
    (False, ('the unit is not GRENADES', 'the enemy unit is 9 inches away; it must be within 8'))
    """
    changes = "; ".join((describe_rule(rule, known), *(rule.use.follows if rule.use else ())))
    if rule.use is None:
        return Verdict(True, ("nobody chooses to use it: it applies whenever its condition holds",), changes, rule.cp)
    checks = [*_time(rule.use, facts), *(_check(need, facts, rule.use) for need in rule.use.needs)]
    checks += _shock(rule.use, facts)
    if rule.cp and facts.cp is not None:
        enough = facts.cp >= rule.cp
        checks.append((enough, f"it costs {rule.cp} CP of {facts.cp}" if enough else f"it costs {rule.cp} CP; {facts.cp} are left"))
    checks += _once(rule, rule.use, facts)
    against = tuple(reason for holds, reason in checks if not holds)
    return Verdict(not against, against or tuple(reason for _, reason in checks), changes, rule.cp)


def price(rules: Iterable[Rule]) -> int:
    """What a plan costs: the command points of all rules it uses, each as often as it is used.

    Examples
    --------
    >>> grenade = Rule("g.grenade", "Grenade", "Stratagems", "any", "Six dice.", "Core", (), cp=1)
    >>> price([grenade, grenade])
    2
    """
    return sum(rule.cp for rule in rules)


def in_effect(
    given: Sequence[Rule], *, shocked: bool = False, shared: Sequence[Rule] = (), partner_shocked: bool = False
) -> tuple[Rule, ...]:
    """The orders that affect a unit: the newest of its own, and those it shares.

    Parameters
    ----------
    given : sequence of Rule
        Orders given to the unit since its last Command phase, the oldest first.
    shocked : bool
        Whether the unit is battle-shocked: then no order affects it.
    shared : sequence of Rule
        Orders given to a unit that it shares orders with (Coordinated Action).
    partner_shocked : bool
        Whether that unit is battle-shocked.

    Returns
    -------
    tuple of Rule

    Examples
    --------
    >>> aim, cover = (Rule(f"g.{name}", name, "Orders", "attacker", "", "", ()) for name in ("Aim", "Cover"))
    >>> [order.name for order in in_effect([cover, aim])], in_effect([aim], shocked=True)
    (['Aim'], ())
    >>> [order.name for order in in_effect([aim], shared=[cover])]
    ['Aim', 'Cover']
    """
    if shocked:
        return ()
    others = () if partner_shocked else shared[-1:]
    return tuple(dict.fromkeys((*given[-1:], *others)))


# --- one check after the other ----------------------------------------------------------------------------------------

_Check = tuple[bool, str]


def _time(use: Use, facts: Facts) -> list[_Check]:
    misses: list[str] = []
    for window in use.windows:
        if not _now(window, facts):
            misses.append(describe_window(window))
            continue
        checks = [_check(need, facts, use) for need in window.needs]
        if all(holds for holds, _ in checks):
            return [(True, describe_window(window)), *checks]
        misses.append(f"{describe_window(window)}, where {'; '.join(reason for holds, reason in checks if not holds)}")
    now = f"it is {_whose(facts.turn)} {facts.phase} phase{f' ({facts.at})' if facts.at else ''}"
    return [(False, f"{now}; it is used in {', or in '.join(misses)}")]


def _now(window: Window, facts: Facts) -> bool:
    return (
        (not window.phases or facts.phase in window.phases)
        and window.turn in ("either", facts.turn)
        and (not window.at or facts.at in window.at)
    )


def describe_window(window: Window) -> str:
    """A window in words.

    Examples
    --------
    >>> describe_window(Window(("movement", "charge"), "opponent", ("an enemy unit is set up",)))
    "the opponent's movement or charge phase, when an enemy unit is set up"
    """
    phases = f"{' or '.join(window.phases)} phase" if window.phases else "phase"
    whose = "either player's" if window.turn == "either" else _whose(window.turn)
    when = f"{whose} {phases}" if window.phases else "any phase" if window.turn == "either" else f"any phase of {whose} turn"
    return f"{when}{f', {_moments(window.at)}' if window.at else ''}"


def describe_use(use: Use) -> str:
    """When, on whom and how often a rule may be used, in one line.

    Examples
    --------
    >>> describe_use(Use((Window(("shooting",)),), (Keywords("unit", ("Grenades",)), Within("enemy", 8)), once="phase"))
    'in your shooting phase; the unit is GRENADES; the enemy unit is within 8 inches; once a phase'
    """
    parts = [f"in {' or '.join(describe_window(window) for window in use.windows)}"]
    parts += [_told(need, use) for need in use.needs]
    parts += [f"once a {use.once}"] if use.once else []
    return "; ".join(parts)


def _told(need: Need, use: Use) -> str:
    who = "" if isinstance(need, Either | MayOrder) else {"unit": "the unit", "partner": use.partner, "enemy": "the enemy unit"}[need.role]
    match need:
        case Keywords(_, any_of, none_of, unless):
            spared = f" unless {_printed(unless)}" if unless else ""
            some = [f"is {_printed(any_of)}"] if any_of else []
            return f"{who} {' and '.join([*some, *([f'is not {_printed(none_of)}{spared}'] if none_of else [])])}"
        case Is(_, state, value):
            return f"{who} {STATES[state][0 if value else 1]}"
        case Within(_, inches):
            return f"{who} is within {inches} inches"
        case Beyond(_, inches):
            return f"{who} is more than {inches} inches away"
        case Visible():
            return f"{who} is visible"
        case MayOrder():
            return "the OFFICER may give orders to it"
        case Either(conditions, _):
            return " or ".join(_told(each, use) for each in conditions)


def _moments(at: tuple[str, ...]) -> str:
    return " or ".join(moment if moment.split()[0] in ("start", "end", "just", "before") else _when(moment) for moment in at)


def _when(moment: str) -> str:
    return f"in the {moment}" if moment.endswith("step") else f"when {moment}"


def _whose(turn: str) -> str:
    return "your" if turn == "own" else "the opponent's"


def _check(need: Need, facts: Facts, use: Use) -> _Check:
    if isinstance(need, Either):
        checks = [_check(each, facts, use) for each in need.conditions]
        return next((check for check in checks if check[0]), (False, need.because))
    role: Role = "partner" if isinstance(need, MayOrder) else need.role
    unit, who = _who(role, facts, use)
    if unit is None:
        return False, f"say which is {who}"
    match need:
        case Keywords(_, any_of, none_of, unless):
            return _keywords(unit, who, any_of, none_of, unless)
        case Is(_, state, value):
            actual = state in unit.states
            return actual == value, f"{who} {STATES[state][0 if actual else 1]}"
        case Within(_, inches):
            return _distance(unit, who, f"within {inches}", lambda away: away <= inches)
        case Beyond(_, inches):
            return _distance(unit, who, f"more than {inches} inches away", lambda away: away > inches)
        case Visible():
            return unit.visible, f"{who} is {'' if unit.visible else 'not '}visible"
        case MayOrder():
            return _orders(unit, facts.unit)


def _who(role: Role, facts: Facts, use: Use) -> tuple[UnitFacts | None, str]:
    match role:
        case "unit":
            return facts.unit, "the unit"
        case "partner":
            return facts.partner, use.partner
        case "enemy":
            return facts.enemy, "the enemy unit"


def _keywords(unit: UnitFacts, who: str, any_of: tuple[str, ...], none_of: tuple[str, ...], unless: tuple[str, ...]) -> _Check:
    has = {fold(word) for word in unit.keywords}
    spared = any(fold(word) in has for word in unless)
    if any_of and not any(fold(word) in has for word in any_of):
        return False, f"{who} is not {_printed(any_of)}"
    barred = tuple(word for word in none_of if fold(word) in has)
    if barred and not spared:
        return False, f"{who} is {_printed(barred)}{f' and not {_printed(unless)}' if unless else ''}"
    return (
        True,
        f"{who} is {_printed(tuple(word for word in any_of if fold(word) in has))}" if any_of else f"{who} is not {_printed(none_of)}",
    )


def _printed(words: tuple[str, ...]) -> str:
    return " or ".join(word.upper() for word in words)


def _distance(unit: UnitFacts, who: str, limit: str, holds: Callable[[float], bool]) -> _Check:
    if unit.inches is None:
        return False, f"say how far away {who} is; it must be {limit}"
    right = holds(unit.inches)
    away = f"{who} is {unit.inches:g} inches away"
    return right, away if right else f"{away}; it must be {limit}"


def _orders(officer: UnitFacts, unit: UnitFacts) -> _Check:
    if not officer.may_order:
        return False, "say which keywords the OFFICER may give orders to; its datasheet has them"
    listed = " or ".join(word.upper() for word in officer.may_order)
    reached = bool({fold(word) for word in officer.may_order} & {fold(word) for word in unit.keywords})
    return reached, f"the OFFICER may give orders to {listed}{'' if reached else ', which the unit is not'}"


def _shock(use: Use, facts: Facts) -> list[_Check]:
    if use.despite_shock:
        return []
    own = ((facts.unit, "the unit"), (facts.partner, use.partner))
    return [
        (False, f"{who} is battle-shocked: its player cannot affect it")
        for unit, who in own
        if unit is not None and "battle-shocked" in unit.states
    ]


def _once(rule: Rule, use: Use, facts: Facts) -> list[_Check]:
    lately = next((when for name, when in facts.used.items() if fold(name) in (fold(rule.name), fold(rule.id))), None)
    if not use.once or lately is None:
        return []
    order = ("phase", "turn", "battle")
    if order.index(lately) <= order.index(use.once):
        return [(False, f"it was used {_USED[lately]}; once a {use.once} is the limit")]
    return []


def _known(what: str, given: str, allowed: Sequence[str]) -> None:
    if given not in allowed:
        close = get_close_matches(given, allowed, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose from {', '.join(allowed)}"
        raise ToolkitError(f"{given!r} is not {what}; {hint}")
