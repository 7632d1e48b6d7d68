"""What a call was given, checked: each check returns the value or says in one line what was given and what would be right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar, cast

from toolkit.errors import ToolkitError
from toolkit.rules.values import quote

T = TypeVar("T")


def number(value: Any, what: str, low: float = -math.inf, high: float = math.inf, *, above: bool = False, unit: str = "inches") -> float:
    """A number in a range; with `above` the low end itself is too little.

    Raises
    ------
    ToolkitError
        If it is none: text, true or false, not finite, or out of range.

    Examples
    --------
    >>> number("9", "within", 0, 60)
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: within = '9'; it is a number of inches from 0 to 60
    """
    if is_number(value) and low <= value <= high and not (above and value == low):
        return value
    raise ToolkitError(f"{what} = {shown(value)}; it is a number{f' of {unit}' if unit else ''}{_range(low, high, above)}")


def whole(value: Any, what: str, low: int, high: int) -> int:
    """A whole number in a range.

    Raises
    ------
    ToolkitError
        If it is none.

    Examples
    --------
    >>> whole(2.5, "battle round", 1, 9)
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: battle round 2.5; it is a whole number from 1 to 9
    """
    if not isinstance(value, bool) and isinstance(value, Integral) and low <= int(value) <= high:
        return int(value)
    raise ToolkitError(f"{what} {shown(value)}; it is a whole number from {low} to {high:,}")


def choice(value: Any, what: str, choices: Iterable[str]) -> None:
    """One of a few words.

    Raises
    ------
    ToolkitError
        If it is another.

    Examples
    --------
    >>> choice("mine", "side", ("own", "enemy"))
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: side 'mine'; it is "own" or "enemy"
    """
    known = list(choices)
    if value not in known:
        words = [f'"{each}"' for each in known]
        raise ToolkitError(f"{what} {shown(value)}; it is {', '.join(words[:-1])}{' or ' if words[:-1] else ''}{words[-1]}")


def side(value: Any, what: str = "side") -> None:
    """A side of the battlefield; see `choice`."""
    if not isinstance(value, str) or value not in ("own", "enemy"):
        choice(value, what, ("own", "enemy"))


def flag(value: Any, what: str) -> None:
    """Yes or no.

    Raises
    ------
    ToolkitError
        If it is anything but True or False: a text like "no" would count as yes.

    Examples
    --------
    >>> flag("no", "light_troops")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: light_troops 'no'; it is True or False
    """
    if not isinstance(value, bool):
        raise ToolkitError(f"{what} {shown(value)}; it is True or False")


def text(value: Any, what: str) -> str:
    """A text, perhaps empty.

    Raises
    ------
    ToolkitError
        If it is something else.

    Examples
    --------
    >>> text(5, "the name of a Transport")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: the name of a Transport 5; it is a text
    """
    if not isinstance(value, str):
        raise ToolkitError(f"{what} {shown(value)}; it is a text")
    return value


def name(value: Any, of: str) -> str:
    """A name that can be read.

    Raises
    ------
    ToolkitError
        If it is no text, or empty.

    Examples
    --------
    >>> name("  ", "a unit")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: a unit without a name; write one, such as "Scouts"
    """
    if not isinstance(value, str):
        raise ToolkitError(f"{of} with the name {shown(value)}; it is a text")
    if not value.strip():
        raise ToolkitError(f'{of} without a name; write one, such as "Scouts"')
    return value


def texts(value: Any, what: str) -> tuple[str, ...]:
    """A list of texts; a single text is none, although it can be gone through like one.

    Raises
    ------
    ToolkitError
        If it is no list, or something in it is no text.

    Examples
    --------
    >>> texts("Infantry", "keywords")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: keywords 'Infantry'; they are a list of texts, such as ['Infantry']
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        example = f", such as [{shown(value)}]" if isinstance(value, str) else ""
        raise ToolkitError(f"{what} {shown(cast('object', value))}; they are a list of texts{example}")
    listed = tuple(cast("Iterable[Any]", value))
    for each in listed:
        if not isinstance(each, str):
            raise ToolkitError(f"{what} with {shown(each)} among them; they are a list of texts")
    return listed


def kind(value: Any, of: type[T] | tuple[type[T], ...], what: str, right: str) -> T:
    """Something of a kind.

    Raises
    ------
    ToolkitError
        If it is something else.

    Examples
    --------
    >>> kind("32mm", float, "base", 'Base.parse("32mm")')
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: base '32mm'; it is Base.parse("32mm")
    """
    if isinstance(value, of):
        return value
    raise ToolkitError(f"{what} {shown(value)}; it is {right}")


def kinds(value: Any, of: type[T] | tuple[type[T], ...], what: str, right: str, one: str) -> tuple[T, ...]:
    """Several things of a kind; `what` they are called together, each `one`, and what is `right` for each.

    Raises
    ------
    ToolkitError
        If it is no list, or something in it is of another kind.

    Examples
    --------
    >>> kinds([1, "two"], int, "models", "a Model", "model")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: model 2 is 'two'; it is a Model
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise ToolkitError(f"{what} {shown(cast('object', value))}; they are a list, each of them {right}")
    listed = tuple(cast("Iterable[Any]", value))
    for at, each in enumerate(listed, 1):
        if not isinstance(each, of):
            raise ToolkitError(f"{one} {at} is {shown(each)}; it is {right}")
    return listed


def point(value: Any, what: str) -> tuple[float, float]:
    """Inches across and up.

    Raises
    ------
    ToolkitError
        If it is no pair of numbers.

    Examples
    --------
    >>> point((3, None), "near")
    Traceback (most recent call last):
        ...
    toolkit.errors.ToolkitError: near = (3, None); it is (across, up) in inches
    """
    pair = tuple(cast("Sequence[Any]", value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()
    if len(pair) != 2 or not all(map(is_number, pair)):
        raise ToolkitError(f"{what} = {shown(cast('object', value))}; it is (across, up) in inches")
    return float(pair[0]), float(pair[1])


def is_number(value: Any) -> bool:
    """Whether something is a number that is neither infinite nor beyond all measure; true and false are none.

    Examples
    --------
    >>> [is_number(each) for each in (3, 2.5, True, "3", float("nan"), float("inf"), 10**400)]
    [True, True, False, False, False, False, False]
    """
    return not isinstance(value, bool) and isinstance(value, Real) and -1e300 < cast("float", value) < 1e300


def shown(value: object) -> str:
    """A value as messages show it: on one line, and short.

    Examples
    --------
    >>> shown("nine"), shown(float("nan")), shown((1, 2))
    ("'nine'", 'nan', '(1, 2)')
    """
    if isinstance(value, str):
        return f"'{quote(value)[1:-1]}'"
    text = " ".join(repr(value).split()) if not (isinstance(value, int) and abs(value) >= 10**60) else quote(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _range(low: float, high: float, above: bool) -> str:
    more = f" more than {low:g}" if above else f" from {low:g}"
    if math.isinf(low):
        return "" if math.isinf(high) else f" up to {high:g}"
    if math.isinf(high):
        return f",{more}" if above else more
    return f",{more} and at most {high:g}" if above else f"{more} to {high:g}"
