"""The controls that ipywidgets does not have, each one widget with its JavaScript in ``static/``.

They are tested through their traits; the browser adds drawing and keys only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from toolkit.dashboards import text

STATIC = Path(__file__).parent / "static"


class Shell(anywidget.AnyWidget):
    """The frame of a dashboard: stylesheet, keys, dimming of old numbers, the clipboard, the message that the kernel is gone."""

    _esm = STATIC / "shell.js"
    _css = STATIC / "app.css"
    asked = traitlets.Int(0).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)

    def work(self) -> None:
        """Say that numbers are being computed."""
        self.asked += 1

    def rest(self) -> None:
        """Say that the numbers on the screen are those of the controls."""
        self.answered = self.asked


class Picker(anywidget.AnyWidget):
    """A field with a list under it, for a thousand names and more.

    Parameters
    ----------
    options : list of (key, name, detail)
        What can be picked; a search looks at name and detail.
    value : str
        Key of what was picked.
    text, note : str
        What the field shows, and the line under it.
    help : str
        What is shown when the pointer rests on that line.
    label, placeholder : str
        Name of the field for screen readers, and what stands in it when it is empty.
    """

    _esm = STATIC / "picker.js"
    options = traitlets.List().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    placeholder = traitlets.Unicode("Search by name").tag(sync=True)


class Counts(anywidget.AnyWidget):
    """How many of each: a slider a row.

    Parameters
    ----------
    rows : list of dict
        ``name``, ``detail`` (beside the slider), ``help``, ``min`` and ``max``.
    values : list of int
        One for each row.
    empty : str
        What is shown instead of no rows.
    """

    _esm = STATIC / "counts.js"
    rows = traitlets.List().tag(sync=True)
    values = traitlets.List().tag(sync=True, echo_update=False)  # every move of a slider would come back as a message
    empty = traitlets.Unicode().tag(sync=True)

    def show(self, rows: list[dict[str, Any]], values: list[int]) -> None:
        """Set rows and values, sending only what has changed."""
        with self.hold_sync():
            self.values = values
            self.rows = rows


class RuleList(anywidget.AnyWidget):
    """The rules of a game: which are on, and what became of them.

    Parameters
    ----------
    rules : list of dict
        ``id``, ``name``, ``group``, ``summary``, and ``locked`` for those that cannot be switched; those of a group in a row.
    on : list of str
        Ids of the rules that are switched on.
    status : dict
        For ids that are on: ["on" | "no" | "nc", reason].
    """

    _esm = STATIC / "rules.js"
    rules = traitlets.List().tag(sync=True)
    on = traitlets.List().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)


class Switch(anywidget.AnyWidget):
    """A yes or no.

    Parameters
    ----------
    value : bool
    label, help : str
        Text beside it, and the sentence shown when the pointer rests on it.
    """

    _esm = STATIC / "switch.js"
    value = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)


class FileButton(anywidget.AnyWidget):
    """A button that opens a file of the reader's machine, saves one there, or copies text to the clipboard.

    Parameters
    ----------
    kind : {"open", "save", "copy"}
        What it does.
    label, help : str
        Text on it, and the sentence shown when the pointer rests on it.
    accept : str
        Kinds of file to offer when opening.
    """

    _esm = STATIC / "file_button.js"
    kind = traitlets.Enum(("open", "save", "copy"), default_value="copy").tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    help = traitlets.Unicode().tag(sync=True)
    accept = traitlets.Unicode(".toml,.json").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._opened: Callable[[str, str | None], None] = lambda name, content: None
        self._content: Callable[[], tuple[str, str]] = lambda: ("", "")
        super().__init__(**traits)
        self.on_msg(self._heard)

    def on_open(self, opened: Callable[[str, str | None], None]) -> None:
        """Call ``opened(name, text)`` for a file that was chosen; the text is None if the file is far too large."""
        self._opened = opened

    def content_from(self, content: Callable[[], tuple[str, str]]) -> None:
        """Take the file name and the text to save or copy from ``content()`` when the button is pressed."""
        self._content = content

    def _heard(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        if message.get("kind") == "opened":
            self._opened(str(message.get("name", "")), message.get("text"))
        elif message.get("kind") == "wanted":
            name, content = self._content()
            self.send({"kind": "content", "name": name, "text": content})


def styled(widget: Any, *classes: str) -> Any:
    """Give a widget CSS classes and return it."""
    for name in classes:
        widget.add_class(name)
    return widget


def html(value: str = "", *classes: str) -> ipywidgets.HTML:
    """Make a piece of HTML; what is not ours in it must have been escaped."""
    return styled(ipywidgets.HTML(value), *classes)


def group(title: str, children: Iterable[Any], *, wide: bool = False) -> tuple[Any, ipywidgets.HTML]:
    """Make a group of controls; return it and its heading, whose note can be changed with `heading`."""
    head = html(heading(title))
    return styled(ipywidgets.VBox([head, *children]), "tk-grp", *(["tk-wide"] if wide else [])), head


def heading(title: str, note: str = "") -> str:
    """Write the heading of a group of controls."""
    return f'<h3 class="tk-h">{text.escape(title)}<span>{text.escape(note)}</span></h3>'


def line(label: str, control: Any) -> Any:
    """Put a short label before a control."""
    return styled(ipywidgets.Box([html(text.escape(label)), control]), "tk-line")
