"""Scenario documents of The Ninth Age: a volley or a combat of two units, read and checked.

The tables have the names of every scenario document: ``[attacker]``, ``[defender]``, ``[situation]``, ``[readings]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from toolkit.dice.notation import Dice
from toolkit.errors import ScenarioError, ToolkitError
from toolkit.profiles.t9a import find_t9a_unit
from toolkit.rules.ledger import Entry
from toolkit.rules.rule import NoEffectOnDice, Rule, Sets
from toolkit.rules.values import did_you_mean, quote
from toolkit.studies.t9a.attack import Attack
from toolkit.studies.t9a.regiment import Regiment
from toolkit.studies.t9a.units import SYSTEM, mark, regiment, table_notes
from toolkit.systems import game

MARKS = ("accurate", "quick_to_fire", "unwieldy", "hard_target", "swiftstride")
"""What records may set besides the attributes of a `Regiment`: for rolls to hit by shooting, and for pursuit."""
SHOOTING_MARKS = frozenset(("battle_focus", "poison", "lethal_strike", "flaming", "divine", "multiple_wounds"))
TARGET_MARKS = frozenset(("aegis", "fortitude", "flammable", "hard_target"))
DEFAULTS = {"armour": 0, "ap": 0, "health": 1, "height": 1, "wounded": 0, "supporting_ranks": 1}
STATED = ("files", "proper_ranks", "rank_width", "hits_strength", "hits_ap")
NEEDED = ("defensive", "resilience", "agility", "attacks", "offensive", "strength", "courage")
COVERS = {"none": 0, "soft": -1, "hard": -2}
CHARGING = ("nobody", "attacker", "defender")
Phase = Literal["melee", "shooting"]


@dataclass(frozen=True)
class Shots:
    """What a volley is made of.

    Attributes
    ----------
    shots : str
        A number or dice.
    aim : int
    attack : Attack
    modifiers : tuple of (int, str)
        On the roll to hit, each with its reason.
    """

    shots: str
    aim: int
    attack: Attack
    modifiers: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Clash:
    """A document that was read.

    Attributes
    ----------
    title : str
    phase : {"melee", "shooting"}
    attacker : str
        Name.
    unit : Regiment or None
        The attacking unit in combat.
    shots : Shots or None
        The volley of the attacking unit.
    defender : Regiment
    rounds : int
    first_round : bool
    readings : mapping
        As given.
    entries : tuple of Entry
        What became of each rule that was named.
    swift : (bool, bool)
        Whether the attacker and the defender have Swiftstride.
    from_table : tuple of str
        Whose numbers are those of the table, which are of the 2nd edition.
    notes : tuple of str
        What was taken for granted.
    """

    title: str
    phase: Phase
    attacker: str
    unit: Regiment | None
    shots: Shots | None
    defender: Regiment
    rounds: int
    first_round: bool
    readings: Mapping[str, str | bool]
    entries: tuple[Entry, ...]
    swift: tuple[bool, bool] = (False, False)
    from_table: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_clash(document: Mapping[str, Any]) -> Clash:
    """Read a scenario document of The Ninth Age.

    Raises
    ------
    ScenarioError
        If it has a key or value that cannot be used; the message says where.

    Examples
    --------
    >>> clash = read_clash({"system": "t9a_3e", "attacker": {"name": "Trolls", "models": 4, "rules": ["Impact Hits 1"]},
    ...                     "defender": {"name": "Heavy Infantry", "models": 20, "files": 5}, "situation": {"charging": "attacker"}})
    >>> clash.unit.impact_hits, clash.defender.files
    ('1', 5)
    """
    top = _table(document, "", ("system", "title", "attacker", "defender", "situation", "readings"))
    if top.get("system") != SYSTEM:
        raise ScenarioError("system", f'{quote(top.get("system"))} is not The Ninth Age; write "{SYSTEM}"')
    title = top.get("title", "")
    if not isinstance(title, str):
        raise ScenarioError("title", f"{quote(title)} is not text; write it in quotes")
    shooting_keys = ("long_range", "moved", "cover")
    now = _table(top.get("situation", {}), "situation", ("phase", "charging", "first_round", "rounds", *shooting_keys))
    phase: Phase = _one_of(now.get("phase", "melee"), "situation.phase", ("melee", "shooting"))
    idle = ("charging", "first_round", "rounds") if phase == "shooting" else shooting_keys
    if needless := next((key for key in idle if key in now), None):
        raise ScenarioError(f"situation.{needless}", f"changes nothing in {phase}; leave it out")
    charging = _one_of(now.get("charging", "nobody"), "situation.charging", CHARGING)
    rounds = _whole(now.get("rounds", 1), "situation.rounds", 1, 12)
    first = _yes(now.get("first_round", True), "situation.first_round")
    if not first and (charging != "nobody" or rounds > 1):
        raise ScenarioError(
            "situation.first_round",
            "false, yet somebody charges or several rounds are fought from here; write true, or leave out the others",
        )
    entries: list[Entry] = []
    attacker = _table(top.get("attacker"), "attacker", ("shooting", *_unit_keys()))
    defender = _unit(top.get("defender"), "defender", phase, charging == "defender", entries)
    readings = _table(top.get("readings", {}), "readings", None)
    if phase == "shooting":
        marks = _marks(top["defender"], "defender", TARGET_MARKS, phase, [])
        name = str(attacker.get("name", "The unit"))
        shots = _shots(attacker, name, now, int(marks.get("hard_target", 0)), entries)
        return Clash(
            title, phase, name, None, shots, defender, rounds, first, readings, tuple(entries), from_table=_of_table(top["defender"])
        )
    if "shooting" in attacker:
        raise ScenarioError("attacker.shooting", 'changes nothing in melee; leave it out, or write phase = "shooting" under [situation]')
    unit = _unit(attacker, "attacker", phase, charging == "attacker", entries)
    both = (attacker, top["defender"])
    a, b = (bool(_marks(side, "", frozenset(("swiftstride",)), phase, []).get("swiftstride")) for side in both)
    notes = tuple(
        f"{side['name']}: Height 1 is taken, as the table has none; write height"
        for side in both
        if _of_table(side) and "height" not in side
    )
    from_table = tuple(dict.fromkeys(each for side in both for each in _of_table(side)))
    return Clash(title, phase, unit.name, unit, None, defender, rounds, first, readings, tuple(entries), (a, b), from_table, notes)


def _of_table(side: Mapping[str, Any]) -> tuple[str, ...]:
    """What of a unit comes from the table of the 2nd edition."""
    return (f"the numbers of {side['name']}",) if _known(str(side.get("name", ""))) else ()


# --- units ----------------------------------------------------------------------------------------------------------


def _unit_keys() -> tuple[str, ...]:
    return ("name", "models", "rules", "enemy_in", *NEEDED, *DEFAULTS, *STATED)


def _unit(given: Any, where: str, phase: Phase, charging: bool, entries: list[Entry]) -> Regiment:
    keys = (*_unit_keys(), "shooting") if where == "attacker" else _unit_keys()
    table = _table(given, where, keys)
    name = table.get("name", "")
    if not isinstance(name, str):
        raise ScenarioError(f"{where}.name", f"{quote(name)} is not text; write it in quotes")
    if "models" not in table:
        raise ScenarioError(f"{where}.models", "is missing; write how many models the unit has")
    numbers = {key: _whole(table[key], f"{where}.{key}", 0, 200) for key in (*NEEDED, *DEFAULTS, *STATED, "models") if key in table}
    if "enemy_in" in table:
        numbers["enemy_in"] = _one_of(table["enemy_in"], f"{where}.enemy_in", ("front", "flank", "rear"))
    known = _known(name)
    if not known:
        # Who is only shot at needs neither skill nor nerves.
        needed = NEEDED if phase == "melee" else ("resilience",)
        missing = next((key for key in needed if key not in numbers), None)
        if missing is not None:
            who = f"no unit {quote(name)} is in the table" if name else "no name of a unit of the table is given"
            raise ScenarioError(f"{where}.{missing}", f"is missing, and {who}; write it, or the name of a unit that is there")
        numbers = {**dict.fromkeys(NEEDED, 1), **numbers}
    allowed = frozenset((*(each.name for each in fields(Regiment)), "swiftstride")) if phase == "melee" else TARGET_MARKS
    marks = {key: value for key, value in _marks(table, where, allowed, phase, entries).items() if key not in MARKS}
    more = {**numbers, **marks, "charging": charging}
    models = more.pop("models")
    try:
        unit = regiment(name, models, not_calculated=(), **more) if known else Regiment(name or f"The {where}", models, **more)
    except ToolkitError as problem:
        raise ScenarioError(where, str(problem)) from None
    return unit


def _known(name: str) -> bool:
    try:
        find_t9a_unit(name)
    except ToolkitError:
        return False
    return True


def _marks(table: Mapping[str, Any], where: str, allowed: frozenset[str], phase: Phase, entries: list[Entry]) -> dict[str, Any]:
    """What the named rules set; each leaves its line in the ledger."""
    named = table.get("rules", [])
    if not isinstance(named, list) or any(not isinstance(each, str) for each in named):
        raise ScenarioError(f"{where}.rules", 'is no list of names; write rules = ["Hatred", "Impact Hits D3"]')
    who = str(table.get("name", "")) or f"The {where}"
    read = [(text, f"{where}.rules[{at}]", "") for at, text in enumerate(named)]
    read += [(note, where, "; the table notes it") for note in (table_notes(who) if _known(who) and "shooting" not in table else ())]
    found: dict[str, Any] = {}
    for text, place, noted in read:
        rule = game(SYSTEM).find(text, place)
        if rule is None:
            entries.append(Entry(who, "", text, "", "not calculated", f"there is no record of it{noted}"))
            continue
        effect = rule.rule.effects[0]
        if not isinstance(effect, Sets):
            why = effect.why if isinstance(effect, NoEffectOnDice) else "a rule of the game itself, always in force"
            entries.append(Entry(who, "", rule.name, "", "not in force", f"no dice of the {phase} hang on it: {why}{noted}"))
            continue
        words = effect.words.replace("{x}", rule.x)
        if noted and effect.name in found:
            continue  # the document says it too, perhaps with a number of its own
        if effect.name not in allowed:
            entries.append(Entry(who, "", rule.name, words, "not in force", f"it changes nothing here, in {phase}{noted}"))
        else:
            found[effect.name] = mark(rule, place)
            entries.append(Entry(who, "", rule.name, words, "in force", f"{_told(rule.rule)}{noted}"))
    return found


def _told(rule: Rule) -> str:
    return f"its text is of the {rule.source.partition(':')[0]}" if rule.source.startswith("2nd edition") else "always"


# --- shooting -------------------------------------------------------------------------------------------------------


def _shots(attacker: Mapping[str, Any], name: str, now: Mapping[str, Any], hard_target: int, entries: list[Entry]) -> Shots:
    where = "attacker.shooting"
    if "shooting" not in attacker:
        raise ScenarioError(where, "is missing; write shots, aim, strength and ap in a table [attacker.shooting]")
    table = _table(attacker["shooting"], where, ("shots", "aim", "strength", "ap"))
    missing = next((key for key in ("shots", "aim", "strength") if key not in table), None)
    if missing is not None:
        raise ScenarioError(f"{where}.{missing}", "is missing; write it as printed")
    marks = _marks(attacker, "attacker", SHOOTING_MARKS | {"accurate", "quick_to_fire", "unwieldy"}, "shooting", entries)
    long_range, moved = (_yes(now.get(key, False), f"situation.{key}") for key in ("long_range", "moved"))
    cover = _one_of(now.get("cover", "none"), "situation.cover", tuple(COVERS))
    modifiers = [(-hard_target, f"Hard Target {hard_target}")] if hard_target else []
    if long_range and not marks.get("accurate"):
        modifiers.append((-1, "beyond half range"))
    if moved and not marks.get("quick_to_fire"):
        modifiers.append((-1, "moved"))
    if moved and marks.get("unwieldy"):
        modifiers.append((-int(marks["unwieldy"]), f"Unwieldy {marks['unwieldy']}"))
    if cover != "none":
        modifiers.append((COVERS[cover], f"{cover} cover"))
    try:
        shots = str(Dice.parse(table["shots"]))
    except ToolkitError as problem:
        raise ScenarioError(f"{where}.shots", str(problem)) from None
    aim = table["aim"]
    if isinstance(aim, str) and aim.rstrip("+").isdigit():
        aim = int(aim.rstrip("+"))
    attack = Attack(
        _whole(table["strength"], f"{where}.strength", 1, 20),
        _whole(table.get("ap", 0), f"{where}.ap", 0, 20),
        **{key: value for key, value in marks.items() if key in SHOOTING_MARKS},
    )
    return Shots(shots, _whole(aim, f"{where}.aim", 2, 6), attack, tuple(modifiers))


# --- values ---------------------------------------------------------------------------------------------------------


def _table(given: Any, where: str, known: tuple[str, ...] | None) -> Mapping[str, Any]:
    if given is None:
        raise ScenarioError(where, "is missing; write the table")
    if not isinstance(given, Mapping):
        raise ScenarioError(where, f"{quote(given)} is no table")
    unknown = next((key for key in given if known is not None and key not in known), None)
    if unknown is not None and known is not None:
        raise ScenarioError(f"{where}.{unknown}".lstrip("."), f"is not known here; {did_you_mean(str(unknown), known)}")
    return given


def _one_of(given: Any, where: str, choices: tuple[str, ...]) -> Any:
    if given not in choices:
        raise ScenarioError(where, f"{quote(given)}; write one of: {', '.join(map(quote, choices))}")
    return given


def _whole(given: Any, where: str, low: int, high: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise ScenarioError(where, f"{quote(given)} is no whole number from {low} to {high}")
    return given


def _yes(given: Any, where: str) -> bool:
    if not isinstance(given, bool):
        raise ScenarioError(where, f"{quote(given)}; write true or false")
    return given
