"""Keywords as lists have them: in capitals, in the plural, several in one text."""

from __future__ import annotations

from collections.abc import Iterable


def has_keyword(keywords: Iterable[str], wanted: str) -> bool:
    """Whether a keyword is among those of a unit, however it is spelled: in capitals, in the plural, with others in one text.

    Examples
    --------
    >>> has_keyword(("FORTIFICATIONS",), "Fortification"), has_keyword(("Infantry, Deep  strike",), "Deep Strike")
    (True, True)
    >>> has_keyword(("Fortified",), "Fortification")
    False
    """
    want = _word(wanted)
    return any(_word(part) == want for each in keywords for part in each.split(","))


def _word(text: str) -> str:
    plain = " ".join(text.casefold().replace("-", " ").split())
    return plain.removesuffix("s")
