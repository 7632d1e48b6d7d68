"""The exercises of the lessons in ``notebooks/teaching``."""

from __future__ import annotations

from importlib import import_module

from toolkit.errors import ToolkitError
from toolkit.studies.exercises import Exercise

_HOMES = {
    "modifiers": "dice",
    "rerolls": "dice",
    "criticals": "dice",
    "saves": "wounds",
    "damage": "wounds",
    "command_reroll": "wounds",
    "charges": "battle",
    "battle_shock": "battle",
    "editions": "battle",
}
LESSONS = tuple(_HOMES)
"""Names of the lessons, in order."""


def exercises(lesson: str) -> tuple[Exercise, ...]:
    """The exercises of one lesson.

    Parameters
    ----------
    lesson : str
        One of `LESSONS`.

    Raises
    ------
    ToolkitError
        If there is no such lesson.

    Examples
    --------
    >>> first, second, third = exercises("modifiers")
    >>> first.check("1/2").right
    False
    """
    if lesson not in _HOMES:
        raise ToolkitError(f"{lesson!r} is no lesson; the lessons are {', '.join(LESSONS)}")
    return getattr(import_module(f"toolkit.studies.lessons.{_HOMES[lesson]}"), lesson.upper())
