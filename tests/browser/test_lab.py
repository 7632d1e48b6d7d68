"""The Rules Lab in a real JupyterLab, with a real kernel and the real engine."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.browser.screens import FAULTS, UNFOLDS, keys_stay_inside, open_in_lab, press, slider, width_of_app

LAB = """
# %%
import toolkit.dashboards

toolkit.dashboards.rules_lab()
"""

SLOW = """
# %%
import time
import toolkit.dashboards
from toolkit.dashboards import lab_screen

quick = lab_screen.waterfall
screen = toolkit.dashboards.rules_lab()
lab_screen.waterfall = lambda *args, **options: time.sleep(1) or quick(*args, **options)
screen
"""


@pytest.fixture
def screen(offline, lab, make_notebook, run_notebook):
    """The Lab in JupyterLab, both charts drawn."""
    open_in_lab(offline, lab, make_notebook("rules_lab_alone", LAB), run_notebook)
    ready(offline)
    return offline


def ready(page):
    page.locator(".tk-app .tk-chart svg.marks").nth(1).wait_for()
    page.wait_for_timeout(200)


def texts(page, chart=0):
    """All text of a chart."""
    return page.locator(".tk-chart svg").nth(chart).locator("text").all_text_contents()


def dice(page):
    return page.locator("table.tk-die").inner_text()


def painted(page, change, chart=0):
    """Do something, and wait until a chart shows other numbers."""
    read = f"() => [...document.querySelectorAll('.tk-chart')[{chart}].querySelectorAll('text')].map(e => e.textContent).join('|')"
    before = page.evaluate(read)
    change()
    page.wait_for_function(f"before => ({read})() !== before", arg=before)
    page.wait_for_timeout(200)


def gone(page, name):
    """Wait until a rule is no longer in the waterfall: for this change, where an earlier one may still be on its way."""
    shown = "[...document.querySelector('.tk-chart').querySelectorAll('text')].map(each => each.textContent)"
    page.wait_for_function(f"name => !{shown}.includes(name)", arg=name)


def rule(page, name):
    return page.locator(".tk-rules .rule", has=page.get_by_text(name, exact=True)).locator("input")


def test_controls_rules_and_measures_change_numbers_and_charts(screen):
    assert {"Without these rules", "Heavy", "+0.58", "All together", "the target is beyond half range"} <= set(texts(screen))
    assert "+0.53" in texts(screen, 1) and "critical" in dice(screen)
    painted(screen, lambda: slider(screen).press("ArrowLeft"))
    assert "1 × Malleus" in screen.locator(".tk-q").inner_text()
    painted(screen, rule(screen, "Lethal Hits").click)
    assert "Lethal Hits" not in texts(screen) and "Lethal Hits" not in texts(screen, 1)
    assert "wounds" not in dice(screen).split("Wound")[0]
    painted(screen, lambda: press(screen, "Destroyed"))
    assert [text for text in texts(screen) if re.fullmatch(r"(<?\d+\.\d|0)%", text)]
    assert "Chance to destroy, rule by rule" in screen.locator(".tk-app").inner_text()
    painted(screen, lambda: press(screen, "Largest first"))
    painted(screen, lambda: press(screen, "Fair share"))
    painted(screen, screen.get_by_role("checkbox", name="Stayed stationary").uncheck)
    assert "the unit moved" in texts(screen)


def test_the_stripes_and_the_other_weapon(screen):
    before = dice(screen)
    painted(screen, rule(screen, "Twin-linked").click)
    assert "re-roll" in dice(screen)
    striped = screen.locator("table.tk-die td.again").first
    assert "repeating-linear-gradient" in striped.evaluate("e => getComputedStyle(e).backgroundImage")
    rule(screen, "Twin-linked").click()
    screen.wait_for_function("before => document.querySelector('table.tk-die').innerText === before", arg=before)
    screen.locator(".tk-weapon select").select_option(label="2 × Lasgun")
    screen.wait_for_function("before => document.querySelector('table.tk-die').innerText !== before", arg=before)


def test_the_grid_grows_with_the_rules(screen):
    def sizes():
        return screen.evaluate(
            "() => [...document.querySelectorAll('.tk-chart')].map(e => [e.clientHeight, e.querySelector('svg').clientHeight])"
        )

    before = sizes()
    painted(screen, rule(screen, "Twin-linked").click, 1)
    after = sizes()
    assert after[0] == before[0] or after[0][0] == before[0][0] + 128
    assert after[1][0] == before[1][0] + 36
    assert all(box == picture for box, picture in after)
    press(screen, "All off")
    screen.locator(".tk-pairs .tk-chart").wait_for(state="hidden")
    gone(screen, "Blast")
    assert "No rule is switched on" in screen.locator(".tk-app").inner_text()
    press(screen, "Reset")
    screen.locator(".tk-pairs .tk-chart").wait_for()
    screen.wait_for_timeout(300)
    assert sizes() == before and "Blast" in texts(screen, 1)


@pytest.mark.parametrize("width", [1220, 968, 720, 468])
def test_every_width_shows_everything(screen, width):
    width_of_app(screen, width)
    assert screen.evaluate(FAULTS, UNFOLDS) == []
    painted(screen, rule(screen, "Twin-linked").click)
    assert screen.evaluate(FAULTS, UNFOLDS) == []
    # The numbers in the cells of the grid neither touch nor leave the picture.
    overlaps = screen.evaluate(
        """() => {
            const found = [];
            for (const svg of document.querySelectorAll('.tk-chart svg')) {
                const frame = svg.getBoundingClientRect();
                const boxes = [...svg.querySelectorAll('text')].filter(e => e.textContent.trim() && +getComputedStyle(e).opacity)
                    .filter(e => !/rotate/.test(e.getAttribute('transform')));
                const at = boxes.map(e => [e.textContent, e.getBoundingClientRect()]);
                for (const [text, a] of at) {
                    if (a.left < frame.left - 1 || a.right > frame.right + 1) found.push(`outside: ${text}`);
                    for (const [other, b] of at)
                        if (a !== b && a.left + 1 < b.right && b.left + 1 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
                            found.push(`${text} over ${other}`);
                }
            }
            return found;
        }"""
    )
    assert overlaps == []


def test_toggling_a_rule_moves_no_control(screen):
    width_of_app(screen, 720)
    place = "() => ['.tk-app', '.tk-rules'].map(e => document.querySelector(e).getBoundingClientRect().top).reduce((a, b) => b - a)"
    before = screen.evaluate(place)
    painted(screen, rule(screen, "Stealth").click)
    assert screen.evaluate(place) == before


def test_keys_stay_in_the_dashboard(screen):
    controls = [
        screen.locator(".tk-app button", has_text="Fair share"),
        screen.locator(".tk-app input[type=number]"),
        screen.locator(".tk-weapon select"),
        screen.locator(".tk-rules .rule input:enabled").nth(2),
        screen.locator(".tk-app button", has_text="All off"),
    ]
    keys_stay_inside(screen, controls)
    find = screen.locator(".tk-rules input[type=search]")
    find.fill("lethal")
    find.press("ArrowDown")
    assert "Lethal Hits" in texts(screen)
    screen.keyboard.press("Space")
    gone(screen, "Lethal Hits")


def test_old_numbers_are_dimmed_while_a_fair_share_takes_long(offline, lab, make_notebook, run_notebook):
    open_in_lab(offline, lab, make_notebook("slow_lab", SLOW), run_notebook)
    ready(offline)
    press(offline, "Fair share")
    offline.locator(".tk-app.tk-stale").wait_for()
    offline.wait_for_function("() => !document.querySelector('.tk-app.tk-stale')")


def test_the_theme_repaints_without_the_kernel(screen):
    colour = "() => getComputedStyle(document.querySelector('table.tk-die td.crit')).backgroundColor"
    bar = "() => [...document.querySelectorAll('.tk-chart svg path')].map(e => getComputedStyle(e).fill).join()"
    assert screen.evaluate(colour) == "rgb(0, 114, 178)" and "rgb(0, 114, 178)" in screen.evaluate(bar)
    screen.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'}).then(() => null)")
    screen.wait_for_function(f"() => ({colour})() === 'rgb(86, 180, 233)'")
    assert "rgb(86, 180, 233)" in screen.evaluate(bar)
    screen.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'}).then(() => null)")


def test_a_file_is_saved_and_opened_again(screen, tmp_path):
    painted(screen, rule(screen, "Stealth").click)
    with screen.expect_download() as download:
        press(screen, "Save…")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert "Stealth" not in tomllib.loads(path.read_text(encoding="utf-8"))["defender"].get("rules", [])
    painted(screen, lambda: press(screen, "Reset"))
    painted(screen, lambda: screen.locator(".tk-app input[type=file]").set_input_files(path))
    assert "Stealth" not in texts(screen)
    path.write_text("system = ", encoding="utf-8")
    screen.locator(".tk-app input[type=file]").set_input_files(path)
    screen.get_by_role("alert").wait_for()
    assert "Heavy" in texts(screen)


def test_no_outside_request_and_no_error(screen):
    painted(screen, lambda: slider(screen).press("ArrowLeft"))
    for name in ("Average wounds", "At least k slain", "Largest first", "Fair share", "As printed", "All off", "Reset"):
        press(screen, name)
        screen.wait_for_timeout(200)
    assert screen.external == [] and screen.console_errors == []
