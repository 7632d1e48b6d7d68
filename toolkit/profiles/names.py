"""Names as people type them: compared without case, accents, quotes or hyphens."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´\"“”")


def fold(text: str) -> str:
    """The form in which two names are compared: no case, accents or quotes, one space for everything else that is not a letter or digit.

    Examples
    --------
    >>> fold("C’tan  Shard – Twin-Linked")
    'ctan shard twin linked'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() or c == "+" else " " for c in bare.casefold()).split())


def matches(text: str, folded: str) -> bool:
    """Whether every word of `text` stands in `folded`, a text that went through `fold`; a plural finds its singular.

    Examples
    --------
    >>> matches("intercessors", "intercessor squad"), matches("squad boyz", "intercessor squad")
    (True, False)
    """
    squashed = folded.replace(" ", "")

    def found(word: str) -> bool:
        # "twinlinked" for "twin-linked": only for words too long to straddle two others by accident
        return word in folded or (len(word) >= 6 and word in squashed)

    return all(found(word) or (len(word) > 3 and word.endswith("s") and found(word[:-1])) for word in fold(text).split())


def closest(text: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names that `text` was probably meant to be, best first.

    Examples
    --------
    >>> closest("Intercesors", ["Boyz", "Intercessor Squad", "Rhino"])
    ('Intercessor Squad',)
    """
    by_fold = {fold(name): name for name in names}
    wanted = fold(text)
    found = [name for folded, name in by_fold.items() if wanted and matches(text, folded)]

    def likeness(folded: str) -> float:
        words = [max(_ratio(word, other) for other in folded.split() or [""]) for word in wanted.split()]
        return max(_ratio(wanted, folded), sum(words) / max(len(words), 1))

    scored = sorted(((likeness(folded), name) for folded, name in by_fold.items()), key=lambda pair: -pair[0])
    found += [name for score, name in scored if score >= 0.75 and name not in found]
    return tuple(found[:most])


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()
