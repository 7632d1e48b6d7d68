"""The planners in a real JupyterLab, with a real kernel and real geometry."""

from __future__ import annotations

import tomllib

import pytest

from tests.browser.screens import FAULTS, UNFOLDS, keys_stay_inside, open_dashboard, press, settled, tiles, width_of_app

CELL = """
# %%
import toolkit.dashboards

screen = toolkit.dashboards.{name}()
screen
"""
PLACES = """() => ['.tk-tiles', '.tk-chart', '.tk-sheet', '.tk-ctl'].flatMap(name => [...document.querySelectorAll('.tk-app ' + name)]
    .map(e => [e.getBoundingClientRect().top - document.querySelector('.tk-app').getBoundingClientRect().top, e.clientHeight]))"""


@pytest.fixture
def show(offline, lab, make_notebook, run_notebook):
    """Return ``show(name)``: the page with that dashboard, all of its charts drawn."""

    def opened(name, charts):
        return open_dashboard(offline, lab, make_notebook(name, CELL.format(name=name)), run_notebook, charts)

    return opened


def click_at(page, x, y, width, depth, padding=(32, 8, 10, 24)):
    """Click the board at so many inches."""
    chart = page.locator(".tk-chart").first
    chart.scroll_into_view_if_needed()
    box = chart.locator("svg").bounding_box()
    left, top, right, bottom = padding
    across = left + x / width * (box["width"] - left - right)
    up = top + (1 - y / depth) * (box["height"] - top - bottom)
    page.mouse.click(box["x"] + across, box["y"] + up)


def test_a_click_places_the_unit_and_sliders_move_the_region(show):
    page = show("reserves_planner", 2)
    before = page.evaluate(PLACES)
    settled(page, lambda: click_at(page, 41, 16, 60, 44))
    assert page.evaluate(PLACES) == before
    assert "41.0″ across, 16.0″ up" in tiles(page) and "✗ Not legal" in tiles(page)
    first = page.locator(".tk-tile .s").first.inner_text()
    assert first and first in page.locator("ul.tk-list").inner_text()
    settled(page, lambda: click_at(page, 58, 20, 60, 44))
    assert "58.0″ across, 20.0″ up" in tiles(page) and "✓ Legal" in tiles(page)
    page.locator(".tk-ctl select", has=page.locator("option", has_text="Dreadnought")).select_option("Dreadnought")
    across = page.get_by_label("Across", exact=True)
    page.wait_for_function("e => e.value === '47'", arg=across.element_handle())
    page.wait_for_timeout(250)
    places, room = page.evaluate(PLACES), page.locator(".tk-tile").nth(3).inner_text()
    settled(page, lambda: [across.press("ArrowRight") for _ in range(4)])
    assert page.locator(".tk-tile").nth(3).inner_text() != room
    assert page.evaluate(PLACES) == places
    settled(page, lambda: press(page, "Find best spot"))
    assert "✓ Legal" in tiles(page)
    assert page.external == [] and page.console_errors == []


def test_a_file_is_saved_and_opened_again(show, tmp_path):
    page = show("reserves_planner", 2)
    settled(page, lambda: click_at(page, 3, 6, 60, 44))
    with page.expect_download() as download:
        press(page, "Save…")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    saved = tomllib.loads(path.read_text(encoding="utf-8"))
    assert saved["arrival"]["at"] == [3, 6] and len(saved["board"]["units"]) == 6
    settled(page, lambda: press(page, "Reset"))
    settled(page, lambda: page.locator(".tk-app input[type=file]").set_input_files(path))
    assert "3.0″ across, 6.0″ up" in tiles(page)
    path.write_text("system = 'wh40k_11e'", encoding="utf-8")
    page.locator(".tk-app input[type=file]").set_input_files(path)
    page.get_by_role("alert").wait_for()
    assert "3.0″ across, 6.0″ up" in tiles(page)


def test_the_table_of_units_is_typed_into(show):
    page = show("reserves_planner", 2)
    field = page.get_by_label("Across of Dreadnought", exact=True)
    field.fill("54")
    settled(page, lambda: field.press("Enter"))
    assert field.input_value() == "54"
    settled(page, lambda: page.get_by_label("Take Dreadnought out").click())
    assert "Dreadnought" not in page.locator(".tk-more").inner_text()


def test_keys_stay_in_the_planner(show):
    page = show("reserves_planner", 2)
    keys_stay_inside(
        page,
        [
            page.get_by_label("Across", exact=True),
            page.locator(".tk-app button", has_text="Region"),
            page.locator(".tk-app button", has_text="Find best spot"),
            page.locator(".tk-ctl select").first,
            page.locator(".tk-sheet button").first,
        ],
    )


@pytest.mark.parametrize(("name", "charts"), [("reserves_planner", 2), ("ambush_planner", 2), ("army_reserves", 0)])
def test_every_width_shows_everything_without_a_request(show, name, charts):
    page = show(name, charts)
    for width in (1220, 968, 720, 468):
        width_of_app(page, width)
        assert page.evaluate(FAULTS, UNFOLDS) == [], width
        if charts:
            box = page.locator(".tk-chart svg").first.bounding_box()
            shape = (box["height"] - 32) / (box["width"] - 42)
            assert shape == pytest.approx(44 / 60 if name == "reserves_planner" else 48 / 72, abs=0.01)
    assert page.external == [] and page.console_errors == []


def test_the_theme_repaints_without_the_kernel(show):
    page = show("reserves_planner", 2)
    fills = "() => [...document.querySelectorAll('.tk-chart svg path')].map(e => getComputedStyle(e).fill).join()"
    assert "rgb(184, 92, 0)" in page.evaluate(fills)
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'}).then(() => null)")
    page.wait_for_function(f"() => ({fills})().includes('rgb(240, 168, 64)')")
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'}).then(() => null)")


def test_an_ambush_is_placed_and_judged(show):
    page = show("ambush_planner", 2)
    settled(page, lambda: click_at(page, 42, 3, 72, 48))
    assert "✗ Not legal" in tiles(page) and "42.0″ across, 3.0″ up" in tiles(page)
    settled(page, lambda: press(page, "Find a place"))
    assert "✓ Legal" in tiles(page)
    settled(page, lambda: press(page, "all corners"))
    blocked = page.get_by_label("No room, % of Gortach raiders", exact=True)
    blocked.fill("50")
    settled(page, lambda: blocked.press("Enter"))
    settled(page, lambda: press(page, "2nd edition"))
    assert "never arrives" in tiles(page) and page.console_errors == []


def test_an_army_is_ticked_into_reserves(show):
    page = show("army_reserves", 0)
    settled(page, page.get_by_label("Waits of Baneblade", exact=True).check)
    assert "785" in tiles(page) and "215" in tiles(page)
    settled(page, page.get_by_label("Waits of Rogal Dorn Battle Tank", exact=True).check)
    assert "✗ Not legal" in tiles(page) and "Too much by" in tiles(page)
    settled(page, lambda: press(page, "Take the largest"))
    assert "✓ Legal" in tiles(page)
    keys_stay_inside(page, [page.get_by_label("Waits of Kasrkin", exact=True), page.locator(".tk-app button", has_text="10th edition")])
