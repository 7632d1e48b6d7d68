"""The Matchup dashboard in a real JupyterLab and a real Voila, with a real kernel and the real engine."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.browser.screens import FAULTS, UNFOLDS, keys_stay_inside, open_in_lab, press, slider, width_of_app

DASHBOARD = """
# %%
import toolkit.dashboards

toolkit.dashboards.matchup()
"""

SLOW = """
# %%
import time
import toolkit.dashboards
from toolkit.dashboards import matchup_screen

quick = matchup_screen.crunch
screen = toolkit.dashboards.matchup()
matchup_screen.crunch = lambda *args, **options: time.sleep(1) or quick(*args, **options)
screen
"""

MANY = """
# %%
import ipywidgets
from toolkit.dashboards.widgets import Picker, RuleList, Shell

names = [f"Squad number {i}" for i in range(1200)] + ["Élite T’au Strike-Team"]
picker = Picker(label="Unit", options=[[name, name, "T4 3+ W2"] for name in names], value=names[0], text=names[0])
picker.observe(lambda change: setattr(picker, "text", change["new"]), "value")
rules = RuleList(rules=[{"id": str(i), "name": f"Rule {i}", "group": f"Group {i // 100}", "summary": "A rule."} for i in range(1000)])
root = ipywidgets.VBox([Shell(), picker, rules])
root.add_class("tk-app")
root
"""

# Voila serves its own, older copies of JupyterLab's modules and says so in the console of every page.
VOILAS_OWN = re.compile(r"shared (singleton )?module")

# Where things are inside the dashboard, however far it is scrolled (the tiles may stick: the line below them tells).
LAYOUT = """() => {
    const top = document.querySelector('.tk-app').getBoundingClientRect().top, found = {};
    const boxes = name => [...document.querySelectorAll('.tk-app ' + name)].map(e => e.getBoundingClientRect());
    for (const name of ['.tk-chain', '.tk-ab', '.tk-chart', '.tk-rules']) found[name] = boxes(name).map(r => [r.top - top, r.height]);
    found.tiles = boxes('.tk-tiles')[0].height;
    found.why = boxes('.tk-why')[0].top - top; // its reasons are as long as they are; nothing stands below them
    return found;
}"""


@pytest.fixture
def screen(offline, lab, make_notebook, run_notebook):
    """The dashboard in JupyterLab, all charts drawn."""
    open_in_lab(offline, lab, make_notebook("matchup", DASHBOARD), run_notebook)
    ready(offline)
    return offline


def ready(page):
    page.locator(".tk-app .tk-chart svg.marks").nth(2).wait_for()
    page.wait_for_timeout(200)


def question(page):
    return page.locator(".tk-q").inner_text()


def settled(page, change):
    """Do something, and wait until all that it sets off is on the screen."""
    before = page.locator(".tk-tiles").inner_html() + page.locator(".tk-q").inner_html()
    change()
    page.wait_for_function(
        "before => document.querySelector('.tk-tiles').outerHTML && (document.querySelector('.tk-app .tk-tiles').parentNode.innerHTML"
        " + document.querySelector('.tk-q').innerHTML) !== before",
        arg=before,
    )
    page.wait_for_timeout(250)


# --- the checks of the design, by number ----------------------------------------------------------------------------


def test_1_every_width_shows_everything(screen):
    press(screen, "Pin as A")
    for width in (1220, 968, 720, 468):
        width_of_app(screen, width)
        assert screen.evaluate(FAULTS, UNFOLDS) == [], width
        picker = screen.locator(".tk-pick input").first
        picker.scroll_into_view_if_needed()
        picker.click()
        cut = screen.evaluate(
            """() => {
                const list = document.querySelector('.tk-pick ul:not([hidden])'), box = list.getBoundingClientRect();
                return !list.contains(document.elementFromPoint(box.left + 20, Math.min(box.bottom, innerHeight - 30) - 8));
            }"""
        )
        assert not cut, width
        screen.keyboard.press("Escape")


def test_1_voila_on_a_phone(offline, voila, make_notebook):
    offline.set_viewport_size({"width": 420, "height": 900})
    offline.goto(f"{voila.url}/voila/render/{make_notebook('matchup', DASHBOARD)}")
    ready(offline)
    assert offline.evaluate(FAULTS, UNFOLDS) == []
    assert offline.evaluate("() => document.documentElement.scrollWidth") <= 420
    settled(offline, lambda: slider(offline).press("ArrowLeft"))
    assert question(offline).startswith("What do 1 × Malleus")
    # Test 9, in Voila.
    assert offline.external == []
    assert [error for error in offline.console_errors if not VOILAS_OWN.search(error)] == []


@pytest.mark.parametrize("width", [1220, 720, 468])
def test_2_nothing_moves(screen, width):
    width_of_app(screen, width)
    before = screen.evaluate(LAYOUT)
    blast = screen.locator(".tk-rules .rule", has_text="Blast").locator("input")
    for key in ("ArrowLeft", "ArrowRight"):
        settled(screen, lambda key=key: slider(screen).press(key))
        assert screen.evaluate(LAYOUT) == before
    for _ in range(2):
        settled(screen, blast.click)
        assert screen.evaluate(LAYOUT) == before
    settled(screen, lambda: press(screen, "Pin as A"))
    assert screen.evaluate(LAYOUT) == before


def test_3_keys_stay_in_the_dashboard(screen):
    controls = [
        slider(screen),
        screen.locator(".tk-facts input").first,
        screen.locator(".tk-app button", has_text="Fractions"),
        screen.locator(".tk-app button", has_text="Fight"),
        screen.locator(".tk-app button", has_text="Copy"),
        screen.locator(".tk-rules .rule input:enabled").nth(2),
        screen.locator(".tk-rules input[type=search]"),
        screen.locator(".tk-pick input").first,
        screen.locator(".tk-app input[type=number]"),
        screen.locator(".tk-app select").first,
    ]
    keys_stay_inside(screen, controls)
    screen.evaluate("() => { window.jupyterapp.shell.currentWidget.content.model.sharedModel.setMetadata('touched', true); }")
    screen.wait_for_function("() => window.jupyterapp.shell.currentWidget.context.model.dirty")
    screen.locator(".tk-facts input").first.focus()
    screen.keyboard.press("Control+s")
    screen.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")


def test_4_a_click_on_the_bar_for_4_asks_about_4(screen):
    chart = screen.locator(".tk-chart svg").first
    box = chart.bounding_box()
    left, right = 72, 8
    middle = left + (box["width"] - left - right) * 4.5 / 6
    settled(screen, lambda: chart.click(position={"x": middle, "y": 100}))
    assert screen.locator(".tk-app input[type=number]").input_value() == "4"
    assert "At least 4 of 5 slain" in screen.locator(".tk-tiles").inner_text()


def test_5_tiles_stick_and_a_new_view_scrolls(screen):
    width_of_app(screen, 720)
    screen.locator(".tk-rules").scroll_into_view_if_needed()
    screen.wait_for_timeout(300)
    tiles, rules = (screen.locator(name).first.bounding_box() for name in (".tk-tiles", ".tk-rules"))
    panel = screen.locator(".jp-WindowedPanel-outer, .jp-Notebook").first.bounding_box()
    assert abs(tiles["y"] - panel["y"]) < 30
    assert rules["y"] > tiles["y"]
    screen.evaluate("() => { window.jupyterapp.commands.execute('notebook:create-output-view'); }")
    view = screen.locator(".jp-LinkedOutputView")
    view.locator(".tk-app svg.marks").nth(2).wait_for()
    scrolled = """view => {
        const scrolls = e => e.scrollHeight > e.clientHeight + 50 && getComputedStyle(e).overflowY === 'auto';
        const box = [view, ...view.querySelectorAll('*')].find(scrolls);
        box.scrollTop = 200;
        return box.scrollTop;
    }"""
    assert view.evaluate(scrolled) == 200


def test_6_a_change_of_theme_is_no_matter_for_the_kernel(offline, lab, make_notebook, run_notebook):
    sent = []
    offline.on("websocket", lambda socket: socket.on("framesent", lambda payload: sent.append(payload)))
    open_in_lab(offline, lab, make_notebook("matchup", DASHBOARD), run_notebook)
    ready(offline)
    colour = "() => getComputedStyle(document.querySelector('.tk-chart svg .mark-rect path, .tk-chart svg .mark-rect.role-mark path')).fill"
    light = offline.evaluate(colour)
    sent.clear()
    offline.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'}).then(() => null)")
    offline.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    offline.wait_for_function(f"light => ({colour})() !== light", arg=light)
    assert light == "rgb(0, 114, 178)" and offline.evaluate(colour) == "rgb(86, 180, 233)"
    assert not [payload for payload in sent if "comm_msg" in (payload if isinstance(payload, str) else payload.decode("utf-8", "replace"))]
    offline.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'}).then(() => null)")


def test_7_heavy_says_why_it_is_not_in_force(screen):
    heavy = screen.locator(".tk-rules .rule", has=screen.get_by_text("Heavy", exact=True))
    stationary = screen.get_by_role("checkbox", name="Stayed stationary")
    assert "Remained Stationary" in screen.locator(".tk-facts label", has_text="Stayed stationary").get_attribute("title")
    settled(screen, stationary.check)
    assert "✓ in force" in heavy.inner_text()
    settled(screen, stationary.uncheck)
    assert "– not in force" in heavy.inner_text() and "the unit moved" in heavy.inner_text()


def test_8_a_thousand_names_and_rules(offline, lab, make_notebook, run_notebook):
    open_in_lab(offline, lab, make_notebook("many", MANY), run_notebook)
    field = offline.locator(".tk-pick input")
    options = offline.locator(".tk-pick li[role=option]")
    field.click()
    assert options.count() == 40 and "1161 more" in offline.locator(".tk-pick li.more").inner_text()
    for typed in ("elite tau", "STRIKE TEAM", "Élite", "tau strike"):
        field.fill(typed)
        assert options.count() == 1, typed
    field.press("Enter")
    offline.wait_for_function("() => document.querySelector('.tk-pick input').value === 'Élite T’au Strike-Team'")
    field.fill("nobody")
    assert "Nothing is called “nobody”. Try fewer letters." in offline.locator(".tk-pick ul").inner_text()
    field.press("Escape")
    assert field.input_value() == "Élite T’au Strike-Team"
    find = offline.locator(".tk-rules input[type=search]")
    find.fill("rule 99")
    assert offline.locator(".tk-rules .rule:visible").count() == 19  # 99, 199 to 899, 990 to 999
    find.fill("no such rule")
    assert "No rule matches “no such rule”." in offline.locator(".tk-rules .list").inner_text()
    find.press("Escape")
    assert find.input_value() == "" and offline.locator(".tk-rules .rule:not([hidden])").count() == 1000
    offline.get_by_role("button", name="On", exact=True).click()
    assert "No rule is switched on." in offline.locator(".tk-rules .list").inner_text()


def test_9_no_outside_request_and_no_error(screen):
    settled(screen, lambda: slider(screen).press("ArrowLeft"))
    for name in ("Pin as A", "Every rule", "Swap sides", "Back to A", "Unpin", "Reset"):
        press(screen, name)
        screen.wait_for_timeout(150)
    assert screen.external == [] and screen.console_errors == []


# --- what the buttons do in the browser -----------------------------------------------------------------------------


def test_a_slider_changes_numbers_and_charts(screen):
    charts = [screen.locator(".tk-chart").nth(i) for i in range(3)]
    before = [chart.inner_html() for chart in charts]
    settled(screen, lambda: slider(screen).press("ArrowLeft"))
    assert question(screen).startswith("What do 1 × Malleus rocket launcher")
    assert all(chart.inner_html() != old for chart, old in zip(charts, before, strict=True))


def test_save_open_and_copy(screen, tmp_path):
    settled(screen, lambda: slider(screen).press("ArrowLeft"))
    with screen.expect_download() as download:
        press(screen, "Save…")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert tomllib.loads(path.read_text(encoding="utf-8"))["attacker"]["weapons"][0]["name"] == "Malleus rocket launcher"
    screen.get_by_text("Saved ✓").wait_for()
    settled(screen, lambda: press(screen, "Reset"))
    settled(screen, lambda: screen.locator(".tk-app input[type=file]").set_input_files(path))
    assert question(screen).startswith("What do 1 × Malleus rocket launcher")

    numbers = screen.locator(".tk-tiles").inner_text()
    path.write_text(path.read_text(encoding="utf-8").replace("strength", "strenght"), encoding="utf-8")
    screen.locator(".tk-app input[type=file]").set_input_files(path)
    bar = screen.get_by_role("alert")
    bar.wait_for()
    assert "strenght" in bar.inner_text() and 'did you mean "strength"' in bar.inner_text()
    assert screen.locator(".tk-tiles").inner_text() == numbers

    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(screen, "Copy")
    screen.get_by_text("Copied ✓").wait_for()
    assert screen.evaluate("() => navigator.clipboard.readText()").startswith("What do 1 × Malleus rocket launcher")


def test_old_numbers_are_dimmed_while_new_ones_take_long(offline, lab, make_notebook, run_notebook):
    open_in_lab(offline, lab, make_notebook("slow", SLOW), run_notebook)
    ready(offline)
    assert offline.locator(".tk-app.tk-stale").count() == 0
    slider(offline).press("ArrowLeft")
    offline.locator(".tk-app.tk-stale").wait_for()
    offline.wait_for_function("() => !document.querySelector('.tk-app.tk-stale')")
    assert question(offline).startswith("What do 1 × Malleus")


def test_a_stopped_kernel_is_announced_and_the_cell_can_be_run_again(screen):
    screen.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)")
    screen.get_by_text("The kernel has stopped.").wait_for()
    press(screen, "Run the cell again")
    screen.get_by_text("The kernel has stopped.").wait_for(state="detached")
    ready(screen)
    settled(screen, lambda: slider(screen).press("ArrowLeft"))


def test_the_order_of_the_tab_key(screen):
    screen.locator(".tk-app button", has_text="Swap sides").focus()
    seen = []
    for _ in range(60):
        name = screen.evaluate(
            "() => { const e = document.activeElement; return e.closest('.tk-app') && (e.ariaLabel || e.textContent || e.type); }"
        )
        if name is None:
            break
        if not seen or seen[-1] != name:
            seen.append(name)
        screen.keyboard.press("Tab")
    landmarks = ["Swap sides", "Reset", "Pin as A", "Attacking unit", "Target unit", "Shooting", "Find a rule"]
    places = [seen.index(name) for name in landmarks]
    assert places == sorted(places)
