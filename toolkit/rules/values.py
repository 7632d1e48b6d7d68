"""Readers of single values in a scenario document: each takes what was given and returns what a `Scenario` carries.

A reader that cannot use its value raises `ScenarioError` with the path *inside* that value (mostly none) and one line: what was given,
and what would be right. `toolkit.rules.document` puts the readers together into tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from json import dumps
from typing import cast

from toolkit.dice.notation import Dice
from toolkit.errors import NotationError, ScenarioError

MAX_ENTRIES = 200
"""Most weapons, model profiles, or names in one list."""
MAX_NUMBER = 1000
"""Largest characteristic (Strength, Toughness, wounds, range)."""
REROLLS = ("ones", "failed", "non_critical", "all")
"""What a weapon's modifiers may re-roll."""
_LONG = 60
"""Characters of a value that an error message shows; longer text is no notation either."""


def quote(value: object) -> str:
    """A value as it stands in a document, on one line and short enough for an error message.

    Examples
    --------
    >>> quote("two"), quote(True), quote([1, 2])
    ('"two"', 'true', 'a list')
    """
    if isinstance(value, str):
        # dumps leaves some control characters and the Unicode line separators alone, which would break the one line.
        shown = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in dumps(value[:80], ensure_ascii=False))
        return shown if len(value) <= 80 and len(shown) <= _LONG else f'{shown[: _LONG - 4]}…"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**_LONG:
        return f"a number of more than {_LONG} digits"
    shown = " ".join(str(value).split())
    return shown if len(shown) <= _LONG else f"{shown[: _LONG - 1]}…"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The known names closest to a wrong one, as the end of an error message.

    Examples
    --------
    >>> did_you_mean("strenght", ["strength", "attacks"])
    'did you mean "strength"?'
    >>> did_you_mean("colour", ["strength", "attacks"])
    'known are: strength, attacks'
    """
    choices = list(known)
    close = get_close_matches(given.lower()[:_LONG], choices, n=1)
    return f"did you mean {quote(close[0])}?" if close else f"known are: {', '.join(choices)}"


def wrong(message: str) -> ScenarioError:
    """The error of a reader: the value itself is wrong, not something inside it."""
    return ScenarioError("", message)


def text(value: object) -> str:
    """Any text, also empty."""
    if not isinstance(value, str):
        raise wrong(f"{quote(value)} is not text; write it in quotes")
    return value


def name(value: object) -> str:
    """Text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise wrong(f"{quote(value)} is not a name; write it as text in quotes")
    return value


def names(value: object) -> tuple[str, ...]:
    """A list of names."""
    if isinstance(value, str):
        parts = ", ".join(quote(part.strip()) for part in value.split(",") if part.strip())
        raise wrong(f"{quote(value)} is not a list; write [{parts if len(parts) <= _LONG else 'each name in quotes, with commas between'}]")
    given = entries(value, "texts in quotes")
    for position, entry in enumerate(given):
        if not isinstance(entry, str) or not entry.strip():
            raise ScenarioError(f"[{position}]", f"{quote(entry)} is not a name; write it as text in quotes")
    return cast("tuple[str, ...]", given)


def yes_no(value: object) -> bool:
    """Yes or no, as true or false."""
    if not isinstance(value, bool):
        raise wrong(f"{quote(value)} is neither true nor false; write true or false, without quotes")
    return value


def whole(low: int, high: int, remedy: str) -> Callable[[object], int]:
    """Reader of a whole number within limits; `remedy` says what would be right. True and false are no numbers."""

    def read(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            raise wrong(f"{quote(value)} is out of range; {remedy}")
        raise wrong(f"{quote(value)} is not a whole number; {remedy}{_without_quotes(value)}")

    return read


def _without_quotes(value: object) -> str:
    return ", without quotes" if isinstance(value, str) and value.strip().lstrip("+-").isdecimal() else ""


def roll(low: int, high: int, remedy: str, *, none: tuple[str, ...] = ()) -> Callable[[object], int | None]:
    """Reader of a roll that is needed: 5, "5", "5+" (players write "5++" and "5+++" for other saves than armour); `none` reads as None."""
    numbers = {f"{number}{plus}": number for number in range(low, high + 1) for plus in ("+", "", "++", "+++")}

    def read(value: object) -> int | None:
        if isinstance(value, str):
            number = numbers.get(value) or numbers.get("".join(value.split()))
            if number is not None:
                return number
            if none and value.strip().lower() in none:
                return None
        elif type(value) is int and low <= value <= high:
            return value
        raise wrong(f"{quote(value)} is not possible; {remedy}")

    return read


@lru_cache(maxsize=4096)
def _notation(value: str | int) -> Dice:
    return Dice.parse(value)


def dice(what: str) -> Callable[[object], Dice]:
    """Reader of a number or dice notation; `what` is plural or uncountable ("attacks", "damage")."""

    def read(value: object) -> Dice:
        # Types are compared exactly because the cache would take true for 1.
        if type(value) is not str and type(value) is not int:
            raise wrong(f'{quote(value)} is neither a whole number nor dice; for {what} write one such as 2, "D6" or "2D6+3"')
        if isinstance(value, str) and len(value) > _LONG:
            raise wrong(f'{quote(value)} is not dice notation; write a whole number or dice such as "D6" or "2D6+3"')
        try:
            found = _notation(value)
        except NotationError as problem:
            raise wrong(str(problem)) from None
        if found.low < 0:
            negative = "can be negative" if found.count else "is negative"
            raise wrong(f"{quote(value)} {negative}; write 0 or more {what}, or dice whose lowest roll is 0 or more")
        return found

    return read


def strength(value: object) -> int:
    """A whole number; the few weapons with a random Strength are refused rather than counted wrongly."""
    if isinstance(value, str) and len(value) <= _LONG:
        try:
            random = _notation(value).count > 0
        except NotationError:
            random = False
        if random:
            raise wrong(f"{quote(value)}: a random Strength is not calculated; write a whole number, one scenario for each result")
    return _plain_strength(value)


def ap(value: object) -> int:
    """Armour penetration as printed."""
    if type(value) is int and value > 0:
        raise wrong(f"{value} is positive; AP is written as printed, 0 or negative: write {-value}")
    return _plain_ap(value)


def inches(value: object) -> int | None:
    """Inches, or None for Melee and N/A."""
    if isinstance(value, str):
        bare = value.strip().rstrip("\"”″'").rstrip()
        if bare.isdecimal() and bare.isascii() and len(bare) <= 9:
            value = int(bare)
        elif bare.lower() in ("melee", "n/a", "-"):
            return None
    return _inches(value)


def reroll(value: object) -> str:
    """What is re-rolled: one of `REROLLS`."""
    if isinstance(value, str) and value in REROLLS:
        return value
    given = value.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(value, str) else ""
    close = get_close_matches(given, REROLLS, n=1)
    hint = f"did you mean {quote(close[0])}?" if close else f"write one of {', '.join(quote(known) for known in REROLLS)}"
    raise wrong(f"{quote(value)} is no kind of re-roll; {hint}")


def weapon_type(value: object) -> str:
    """Ranged or melee, in any case."""
    if isinstance(value, str) and value.lower() in ("ranged", "melee"):
        return value.lower()
    raise wrong(f'{quote(value)} is no type of weapon; write "ranged" or "melee"')


def table(value: object) -> dict[str, object]:
    """A table that is kept as it is."""
    if not isinstance(value, Mapping):
        raise wrong(f"{quote(value)} where a table of keys and values belongs")
    return dict(cast("Mapping[str, object]", value))


def entries(value: object, of: str) -> tuple[object, ...]:
    """The entries of a list; `of` says what a list should hold."""
    if not isinstance(value, (list, tuple)):
        raise wrong(f"{quote(value)} is not a list; write a list of {of}")
    found = tuple(cast("list[object]", value))
    if len(found) > MAX_ENTRIES:
        raise wrong(f"{len(found)} entries are too many; write at most {MAX_ENTRIES}")
    return found


_plain_strength = whole(1, MAX_NUMBER, f"write the weapon's Strength, 1 to {MAX_NUMBER}")
_plain_ap = whole(-20, 0, "write AP as printed, 0 or a negative whole number such as -1")
_inches = whole(1, MAX_NUMBER, 'write whole inches such as 24, "24\\"" or "Melee"')
