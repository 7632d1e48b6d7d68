"""Dice and their distributions; nothing here knows a game.

The package can be called, because ``tk.dice("2D6+3")`` is what people write: it is `toolkit.dice.pools.dice`.

>>> import toolkit.dice
>>> toolkit.dice("2D6+3").mean()
10.0
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.dice.pmf import Pmf


class _CallablePackage(ModuleType):
    def __call__(self, text: str | int, *, exact: bool = False) -> Pmf:
        from toolkit.dice.pools import dice

        return dice(text, exact=exact)


sys.modules[__name__].__class__ = _CallablePackage
