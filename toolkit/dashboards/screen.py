"""What every dashboard has: a head with buttons, an error bar, files, a pinned answer, and one way from a control to new numbers.

A dashboard derives from `Screen` and says what its state is, how it is computed and how it is shown; see `toolkit.dashboards.two_units`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import ipywidgets

from toolkit.charts.live import Feed, loader
from toolkit.dashboards import documents, pieces, text
from toolkit.dashboards.widgets import FileButton, Shell, html, styled
from toolkit.errors import ScenarioError, ToolkitError
from toolkit.studies import files

State = TypeVar("State")
"""What the controls of a dashboard say, as one frozen value."""


class Screen(ipywidgets.VBox, Generic[State]):
    """The common part of all dashboards.

    A change of a control is a function from the present state to the one that is asked for; `change` computes and shows that state, or
    says why it cannot be computed and leaves state, numbers and controls as they were.

    Parameters
    ----------
    given : any
        What to start with, in the words of `_opened`; None for `_first_state`.
    about : str
        Small words beside the title: the game.

    Attributes
    ----------
    state : State
        What the controls say.
    result : any
        The numbers on the screen, from `_compute`.
    pinned : (State, result) or None
        The answer A that is kept to compare with.
    message : str
        What the error bar says; empty while all is well.
    charts : Feed
        For the live charts of the dashboard; what is pushed inside ``self.charts.together()`` is painted in one frame.

    Notes
    -----
    A dashboard must have: `title`, `_arranged`, `_first_state`, `_opened`, `_compute`, `_show_answer`, `_show_controls`, `document`,
    `document_title` and `text_to_copy`. It may have: `_forget_settings`, `_in_comparison` with `_compare_row`, and `_read` and
    `file_to_save` where its files are not like those of scenarios. Widgets that `_arranged` needs are made before
    ``super().__init__`` or in it.
    """

    title = ""
    """Name of the dashboard."""
    css_class = ""
    """CSS class for rules of this dashboard only."""
    open_help = "Open a scenario file (.toml or .json) of this computer"
    save_help = "Save as a scenario file on this computer"
    copy_help = "Copy the question, the answer and the scenario as text"

    def __init__(self, given: Any = None, *, about: str = "") -> None:
        self.about = about
        self.result: Any = None
        self.pinned: tuple[State, Any] | None = None
        self.message = ""
        self.shell = Shell()
        self.charts = Feed()
        self.error = html("", "tk-wide", "tk-gone")
        self.compared: Any = None
        self.open_button = FileButton(kind="open", label="Open…", help=self.open_help)
        self.save_button = FileButton(kind="save", label="Save…", help=self.save_help)
        self.copy_button = FileButton(kind="copy", label="Copy", help=self.copy_help)
        self.reset_button = button("Reset", "Set all controls to what they were at first", self.start_again)
        self.open_button.on_open(self.open_file)
        self.save_button.content_from(self.file_to_save)
        self.copy_button.content_from(lambda: ("", self.text_to_copy()))
        super().__init__([loader(), self.shell, self._arranged()])
        styled(self, "tk-app", *([self.css_class] if self.css_class else []))
        self.state: State = self._first_state() if given is None else self._opened(given)
        self.first = self.state
        if not self._show(self.state):
            raise ScenarioError("", self.message)

    # --- what each dashboard says for itself ------------------------------------------------------------------------

    def _arranged(self) -> Any:
        """Make and arrange everything under the error bar and the head; use `_head`, `error` and perhaps `_compare_row` in it."""
        raise NotImplementedError

    def _first_state(self) -> State:
        """Return the state to start with where nothing is given."""
        raise NotImplementedError

    def _opened(self, given: Any) -> State:
        """Return the state of what was given or read from a file; a ToolkitError says what is wrong with it."""
        raise NotImplementedError

    def _compute(self, state: State) -> Any:
        """Return the numbers of `state`: call a study; a ToolkitError leaves the screen as it is."""
        raise NotImplementedError

    def _show_answer(self, state: State, result: Any) -> None:
        """Show the numbers; what can fail comes before the first change of the screen."""
        raise NotImplementedError

    def _show_controls(self, state: State, result: Any) -> None:
        """Set every control to what `state` says, asking for nothing new."""
        raise NotImplementedError

    @property
    def document(self) -> dict[str, Any]:
        """What the controls say as plain tables, for a file."""
        raise NotImplementedError

    def document_title(self) -> str:
        """Return what the document is about, for its name."""
        raise NotImplementedError

    def text_to_copy(self) -> str:
        """Return question, answer and document as text."""
        raise NotImplementedError

    def _forget_settings(self) -> None:
        """Set what is no part of the state (which chart, which units) to what it was at first, asking for nothing new."""

    def _in_comparison(self, before: Any, now: Any) -> tuple[str, str]:
        """Return what the pinned result A is about and in what the numbers of now differ, for the line under the buttons."""
        raise NotImplementedError

    # --- parts to arrange -------------------------------------------------------------------------------------------

    def _head(self, *own: Any) -> Any:
        """Return the line with the title, the dashboard's `own` buttons and those of all dashboards."""
        title = html(f'<div class="tk-title">{text.escape(self.title)}<small>{text.escape(self.about)}</small></div>')
        common = (self.open_button, self.save_button, self.copy_button, self.reset_button)
        return styled(ipywidgets.HBox([title, *own, *common]), "tk-head")

    def _compare_row(self) -> Any:
        """Return the line with the buttons of the pinned answer; needs `_in_comparison`."""
        pin_help = "Keep these numbers as A and compare them with what you change next"
        self.pin_button = button("Pin as A", pin_help, self.pin_now, button_style="primary")
        self.back_button = button("Back to A", "Set every control to what A had", self.back_to_pinned, disabled=True)
        self.unpin_button = button("Unpin", "Forget A", self.forget_pinned, disabled=True)
        self.compared = html("", "tk-flex", "tk-ab-box")
        return styled(ipywidgets.HBox([self.pin_button, self.back_button, self.unpin_button, self.compared]), "tk-row")

    # --- changing ---------------------------------------------------------------------------------------------------

    def change(self, change: Callable[[State], State]) -> None:
        """Go to the state that a control asks for; where it cannot be computed, say why and stay."""
        try:
            asked = change(self.state)
        except ToolkitError as problem:
            self._complain(str(problem))
            self._show_controls(self.state, self.result)
            return
        self.go_to(asked)

    def go_to(self, state: State) -> None:
        """Show `state`; where it cannot be computed, say why and stay."""
        if self._show(state):
            self.state = state
        elif self.result is not None:
            self._show_controls(self.state, self.result)

    def start_again(self) -> None:
        """Set all controls to what they were at first, and forget A."""
        self.pinned = None
        self._forget_settings()
        self.go_to(self.first)

    def pin_now(self) -> None:
        """Keep the numbers of now as A."""
        self.pinned = (self.state, self.result)
        self._show_all(self.state, self.result)

    def back_to_pinned(self) -> None:
        """Set every control to what A had."""
        if self.pinned is not None:
            self.go_to(self.pinned[0])

    def forget_pinned(self) -> None:
        """Forget A."""
        self.pinned = None
        self._show_all(self.state, self.result)

    # --- files ------------------------------------------------------------------------------------------------------

    def open_file(self, name: str, content: str | None) -> None:
        """Open the file `name` with the text `content`; a bad file changes nothing but the error bar."""
        try:
            state = self._opened(self._read(name, content))
        except ToolkitError as problem:
            self._complain(("" if str(problem).startswith(name) else f"{name}: ") + str(problem))
            return
        self.go_to(state)

    def file_to_save(self) -> tuple[str, str]:
        """Return name and text of the file that Save writes."""
        title = self.document_title()
        document = self.document
        start = {key: document.pop(key) for key in ("system",) if key in document}  # readers look for the game first
        return f"{text.file_name(title)}.toml", files.dumps_toml({**start, "title": title, **document})

    def _read(self, name: str, content: str | None) -> Mapping[str, Any]:
        """Return what a file holds, for `_opened`."""
        return documents.read(name, content)

    # --- showing ----------------------------------------------------------------------------------------------------

    def _show(self, state: State) -> bool:
        """Compute and show `state`; False if it cannot be computed, with the reason in the error bar."""
        self.shell.work()
        try:
            result = self._compute(state)
            self._show_all(state, result)
        except ToolkitError as problem:
            self._complain(str(problem))
            return False
        else:
            self._complain("")
            self.result = result
            self._show_controls(state, result)
            return True
        finally:
            self.shell.rest()

    def _show_all(self, state: State, result: Any) -> None:
        self._show_answer(state, result)
        if self.compared is not None:
            sides = self._in_comparison(self.pinned[1], result) if self.pinned is not None else ("", "")
            self.compared.value = pieces.comparison(*sides)
            self.back_button.disabled = self.unpin_button.disabled = self.pinned is None

    def _complain(self, message: str) -> None:
        self.message = message
        self.error.value = pieces.error(message)
        (self.error.remove_class if message else self.error.add_class)("tk-gone")


def button(label: str, tooltip: str, pressed: Callable[[], Any], **options: Any) -> ipywidgets.Button:
    """Make a button that calls ``pressed()``.

    Examples
    --------
    >>> button("Reset", "Begin again", lambda: None).description
    'Reset'
    """
    made = ipywidgets.Button(description=label, tooltip=tooltip, **options)
    made.on_click(lambda _: pressed())
    return made
