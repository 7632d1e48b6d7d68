"""The ambush planner and the army sheet in a real JupyterLab: pins, files, keys, tables."""

from __future__ import annotations

import tomllib

import pytest

from tests.browser.screens import FAULTS, UNFOLDS, keys_stay_inside, open_dashboard, press, settled, tiles, width_of_app

CELL = """
# %%
import toolkit.dashboards

toolkit.dashboards.{name}()
"""
PLACES = """() => ['.tk-tiles', '.tk-chart', '.tk-sheet', '.tk-ctl', '.tk-ab-box'].flatMap(name =>
    [...document.querySelectorAll('.tk-app ' + name)].map(e =>
        [e.getBoundingClientRect().top - document.querySelector('.tk-app').getBoundingClientRect().top, e.clientHeight]))"""
ELBOW = [[42, 1], [48, 1], [48, 3], [44, 3], [44, 6], [42, 6]]
WALL = [[20, 2], [24, 4], [23, 6], [19, 4]]


@pytest.fixture
def show(offline, lab, make_notebook, run_notebook):
    """Return ``show(name)``: the page with that dashboard, all of its charts drawn."""

    def opened(name, charts):
        return open_dashboard(offline, lab, make_notebook(f"own_{name}", CELL.format(name=name)), run_notebook, charts)

    return opened


def saved(page, tmp_path, name):
    """Press Save, and return the file."""
    with page.expect_download() as download:
        press(page, "Save…")
    path = tmp_path / name
    download.value.save_as(path)
    return path


def refused(page, path, content):
    """Open a bad file: one message in the error bar, and the numbers stay; return the message."""
    before = tiles(page)
    path.write_text(content, encoding="utf-8")
    page.locator(".tk-app input[type=file]").set_input_files(path)
    page.wait_for_function("name => document.querySelector('.tk-app [role=alert]')?.innerText.includes(name)", arg=path.name)
    assert page.get_by_role("alert").count() == 1 and tiles(page) == before
    return page.get_by_role("alert").inner_text()


def test_an_ambush_is_pinned_without_anything_moving(show):
    page = show("ambush_planner", 2)
    before = page.evaluate(PLACES)
    press(page, "Pin as A")
    page.locator(".tk-tile .d").nth(3).wait_for()
    settled(page, lambda: page.get_by_label("Files", exact=True).press("ArrowRight"))
    press(page, "2nd edition")
    page.locator(".tk-ab", has_text="2nd edition, 11 files").wait_for()
    assert page.evaluate(PLACES) == before
    settled(page, lambda: press(page, "Back to A"))
    assert "10 files" in page.locator(".tk-q").inner_text()
    press(page, "Unpin")
    page.wait_for_function("() => !document.querySelector('.tk-tile .d')")
    assert page.evaluate(PLACES) == before
    assert page.external == [] and page.console_errors == []


def test_pinning_moves_nothing_at_any_width(show):
    page = show("ambush_planner", 2)
    for width in (1220, 720, 468):
        width_of_app(page, width)
        before = page.evaluate(PLACES)
        press(page, "Pin as A")
        page.locator(".tk-tile .d").nth(3).wait_for()
        page.wait_for_timeout(250)
        assert page.evaluate(PLACES) == before, width
        assert page.evaluate(FAULTS, UNFOLDS) == [], width
        press(page, "Unpin")
        page.wait_for_function("() => !document.querySelector('.tk-tile .d')")


def test_obstacles_of_a_file_keep_their_shape(show, tmp_path):
    page = show("ambush_planner", 2)
    path = saved(page, tmp_path, "shapes.toml")
    text = path.read_text(encoding="utf-8")
    was = tomllib.loads(text)
    for name, points in (("Cliff", ELBOW), ("Grove", WALL)):
        old = next(each["points"] for each in was["board"]["terrain"] if each["name"] == name)
        assert str(old) in text
        text = text.replace(str(old), str(points))
    path.write_text(text, encoding="utf-8")
    settled(page, lambda: page.locator(".tk-app input[type=file]").set_input_files(path))
    assert float(page.get_by_label("Facing of Grove", exact=True).input_value()) == pytest.approx(26.6)
    across = page.get_by_label("Across of Cliff", exact=True)
    across.fill("36")
    settled(page, lambda: across.press("Enter"))
    now = tomllib.loads(saved(page, tmp_path, "again.toml").read_text(encoding="utf-8"))
    shapes = {each["name"]: each["points"] for each in now["board"]["terrain"]}
    assert shapes["Grove"] == WALL
    assert len(shapes["Cliff"]) == 6 and min(x for x, _ in shapes["Cliff"]) == pytest.approx(33)
    assert page.console_errors == []


def test_an_ambush_is_saved_opened_again_and_bad_files_are_named(show, tmp_path):
    page = show("ambush_planner", 2)
    blocked = page.get_by_label("No room, % of Gortach raiders", exact=True)
    blocked.fill("50")
    settled(page, lambda: blocked.press("Enter"))
    shown, path = tiles(page), saved(page, tmp_path, "ambush.toml")
    settled(page, lambda: press(page, "Reset"))
    settled(page, lambda: page.locator(".tk-app input[type=file]").set_input_files(path))
    assert tiles(page) == shown and blocked.input_value() == "50"
    assert saved(page, tmp_path, "again.toml").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert "no [ambush]" in refused(page, tmp_path / "other.toml", "system = 't9a_3e'")
    assert "models" in refused(page, tmp_path / "many.toml", "system = 't9a_3e'\n[ambush]\nmodels = 'many'")
    refused(page, tmp_path / "broken.toml", "system = [")
    blocked.fill("120")
    blocked.press("Enter")
    page.wait_for_function("() => document.querySelector('.tk-app [role=alert]').innerText.includes('0 to 100')")
    assert tiles(page) == shown and page.console_errors == []


def test_keys_stay_in_the_ambush_planner(show):
    page = show("ambush_planner", 2)
    keys_stay_inside(
        page,
        [
            page.get_by_label("Files", exact=True),
            page.locator(".tk-app button", has_text="2nd edition"),
            page.locator(".tk-app button", has_text="Pin as A"),
            page.locator(".tk-ctl select").first,
            page.locator(".tk-ctl input[type=text]").first,
            page.locator(".tk-sheet button").first,
            page.locator(".tk-sheet select").first,
        ],
    )


def test_an_army_is_pinned_saved_and_opened_again(show, tmp_path):
    page = show("army_reserves", 0)
    press(page, "Pin as A")
    page.locator(".tk-tile .d").nth(3).wait_for()
    settled(page, page.get_by_label("Waits of Baneblade", exact=True).check)
    assert "+300" in tiles(page) and "with Baneblade" in page.locator(".tk-ab").inner_text()
    path = saved(page, tmp_path, "army.toml")
    assert next(each for each in tomllib.loads(path.read_text(encoding="utf-8"))["army"]["units"] if each["name"] == "Baneblade")[
        "in_reserves"
    ]
    settled(page, lambda: press(page, "Reset"))
    settled(page, lambda: page.locator(".tk-app input[type=file]").set_input_files(path))
    assert "785" in tiles(page) and page.get_by_label("Waits of Baneblade", exact=True).is_checked()
    assert saved(page, tmp_path, "again.toml").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert "no [army]" in refused(page, tmp_path / "other.toml", "system = 'wh40k_11e'")
    assert "no name" in refused(page, tmp_path / "nameless.toml", "system = 'wh40k_11e'\n[[army.units]]\npoints = 5")
    assert page.external == [] and page.console_errors == []
