"""What every dashboard has, tried on the smallest one: a count that must not be odd."""

import tomllib
from dataclasses import dataclass, replace

import ipywidgets
import pytest

from toolkit.dashboards.controls import ControlColumn
from toolkit.dashboards.screen import Screen
from toolkit.dashboards.widgets import html
from toolkit.errors import ScenarioError


@dataclass(frozen=True)
class Count:
    value: int = 2


class Column(ControlColumn[Count]):
    def __init__(self, changed):
        super().__init__(changed)
        self.field = ipywidgets.IntText(value=0)
        self._on(self.field, "value", lambda value: lambda state: replace(state, value=value))

    def show(self, state):
        with self.quiet():
            self.field.value = state.value


class Halves(Screen[Count]):
    title = "Halves"

    def _arranged(self):
        self.controls, self.said = Column(self.change), html()
        return ipywidgets.Box([self._head(), self.error, self._compare_row(), self.controls.field, self.said])

    def _first_state(self):
        return Count()

    def _opened(self, given):
        if "count" not in given:
            raise ScenarioError("count", "is missing")
        return Count(given["count"])

    def _compute(self, state):
        if state.value % 2:
            raise ScenarioError("count", f"{state.value} is odd")
        return state.value // 2

    def _show_answer(self, state, result):
        self.said.value = str(result)

    def _show_controls(self, state, result):
        self.controls.show(state)

    def _in_comparison(self, before, now):
        return f"half is {before}", f"half is {now}"

    @property
    def document(self):
        return {"system": "none", "count": self.state.value}

    def document_title(self):
        return f"{self.state.value} <halved>"

    def text_to_copy(self):
        return self.said.value


@pytest.fixture
def screen():
    return Halves(about="<any> game")


def seen(screen):
    return screen.state, screen.result, screen.said.value, screen.controls.field.value


def test_a_control_leads_to_new_numbers(screen):
    screen.controls.field.value = 10
    assert seen(screen) == (Count(10), 5, "5", 10) and screen.message == ""


def test_what_cannot_be_computed_leaves_numbers_and_controls(screen):
    before = seen(screen)
    screen.controls.field.value = 7
    assert screen.message == "count: 7 is odd" and "7 is odd" in screen.error.value
    assert seen(screen) == before and "tk-gone" not in screen.error._dom_classes
    screen.controls.field.value = 4
    assert screen.message == "" and "tk-gone" in screen.error._dom_classes


def test_a_start_that_cannot_be_computed_is_an_error():
    with pytest.raises(ScenarioError, match="3 is odd"):
        Halves({"count": 3})


def test_files(screen):
    screen.controls.field.value = 8
    name, content = screen.file_to_save()
    assert name == "8-halved.toml"
    assert tomllib.loads(content) == {"system": "none", "title": "8 <halved>", "count": 8}
    other = Halves()
    other.open_file(name, content)
    assert seen(other) == seen(screen)
    other.open_file("other.toml", "x = 1")
    assert other.message == "other.toml: count: is missing" and seen(other) == seen(screen)
    other.open_file("odd.toml", "count = 5")
    assert other.message == "count: 5 is odd" and seen(other) == seen(screen)


def test_pin_back_unpin_reset(screen):
    screen.controls.field.value = 6
    screen.pin_button.click()
    screen.controls.field.value = 12
    assert "pinned: half is 3" in screen.compared.value and "now: half is 6" in screen.compared.value
    screen.back_button.click()
    assert screen.state == Count(6)
    screen.unpin_button.click()
    assert screen.pinned is None and screen.back_button.disabled and "pinned:" not in screen.compared.value
    screen.pin_button.click()
    screen.reset_button.click()
    assert screen.state == Count() and screen.pinned is None


def test_the_head_is_escaped_and_has_the_common_buttons(screen):
    head = screen.children[2].children[0]
    assert "Halves<small>&lt;any&gt; game" in head.children[0].value
    assert [getattr(each, "label", "") or each.description for each in head.children[1:]] == ["Open…", "Save…", "Copy", "Reset"]
    assert screen.copy_button.kind == "copy" and "tk-app" in screen._dom_classes


def test_controls_set_in_quiet_ask_for_nothing(screen):
    with screen.controls.quiet():
        screen.controls.field.value = 100
        assert screen.controls.is_quiet
    assert screen.state == Count() and not screen.controls.is_quiet
