"""What every column of controls has: it hears changes, and can be set without being heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

State = TypeVar("State")


class ControlColumn(Generic[State]):
    """Controls that show a state and say which new state a change asks for.

    Parameters
    ----------
    changed : callable
        Called with a function from the present state to the one that is asked for; `toolkit.dashboards.screen.Screen.change`.
    """

    def __init__(self, changed: Callable[[Callable[[State], State]], None]) -> None:
        self._changed = changed
        self._quiet = False

    @property
    def is_quiet(self) -> bool:
        """Whether controls are being set, so that what they say is no wish of the player."""
        return self._quiet

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Set controls without asking for a new state."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _on(self, widget: Any, trait: str, change: Callable[[Any], Callable[[State], State]]) -> None:
        """Ask for ``change(new value)`` whenever `trait` of `widget` changes and nobody is quiet."""

        def heard(event: dict[str, Any]) -> None:
            if not self._quiet:
                self._changed(change(event["new"]))

        widget.observe(heard, trait)


def slider(name: str, detail: str, low: int, high: int, said: str = "") -> dict[str, Any]:
    """One row of `toolkit.dashboards.widgets.Counts`: its name, the small print beside it, its ends, and the help."""
    return {"name": name, "detail": detail, "help": said, "min": low, "max": high}


def set_options(control: Any, options: list[Any], value: Any) -> None:
    """Show a choice; the options are sent only where they are new."""
    if list(control.options) != options:
        control.options = options
    control.value = value
