"""The browser fixtures themselves: they run notebooks, see outside requests and see console errors."""

from __future__ import annotations

import pytest

WIDGETS = """
# %%
import ipywidgets
slider = ipywidgets.IntSlider(value=3, min=0, max=10)
label = ipywidgets.HTML("value 3")
slider.observe(lambda change: setattr(label, "value", f"value {change['new']}"), "value")
ipywidgets.VBox([slider, label])
"""

OUTSIDE = """
# %%
from IPython.display import HTML
HTML('<img src="https://example.org/outside.png">')
"""


@pytest.mark.parametrize("server", ["lab", "voila"])
def test_a_widget_talks_to_its_kernel(server, offline, make_notebook, run_notebook, request):
    name = make_notebook("harness_widgets", WIDGETS)
    running = request.getfixturevalue(server)
    if server == "lab":
        run_notebook(offline, running, name)
    else:
        offline.goto(f"{running.url}/voila/render/{name}")
    handle = offline.locator(".noUi-handle").first
    handle.focus()
    offline.keyboard.press("ArrowRight")
    offline.get_by_text("value 4", exact=True).wait_for()
    assert offline.console_errors == []


def test_outside_requests_are_stopped_and_listed(offline, lab, make_notebook, run_notebook):
    name = make_notebook("harness_outside", OUTSIDE)
    run_notebook(offline, lab, name)
    offline.locator("img[src*='example.org']").wait_for(state="attached")
    assert set(offline.external) == {"https://example.org/outside.png"}


def test_an_error_of_a_cell_fails_the_run(offline, lab, make_notebook, run_notebook):
    name = make_notebook("harness_error", "# %%\nraise ValueError('on purpose')\n")
    with pytest.raises(AssertionError, match="ValueError: on purpose"):
        run_notebook(offline, lab, name)
