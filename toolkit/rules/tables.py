"""Tables that several editions share: plain functions from numbers to numbers."""

from __future__ import annotations


def wound_need(strength: int, toughness: int) -> int:
    """What a wound roll needs in Warhammer 40,000.

    Examples
    --------
    >>> [wound_need(s, 4) for s in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5
