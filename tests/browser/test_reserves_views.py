"""What the reserves planner shows beside charges, operated in a real JupyterLab: damage, a pinned answer, terrain, screens, hovering."""

from __future__ import annotations

import pytest

from tests.browser.screens import FAULTS, UNFOLDS, keys_stay_inside, open_dashboard, press, settled, text_of, width_of_app

CELL = """
# %%
import toolkit.dashboards

screen = toolkit.dashboards.reserves_planner()
screen
"""
PLACES = """() => ['.tk-tiles', '.tk-chart', '.tk-sheet', '.tk-ctl', '.tk-ab', '.tk-first'].flatMap(
    name => [...document.querySelectorAll('.tk-app ' + name)].map(
        e => [e.getBoundingClientRect().top - document.querySelector('.tk-app').getBoundingClientRect().top, e.clientHeight]))"""
DASHES = """() => [...document.querySelectorAll('.tk-chart svg path')].filter(
    e => e.getAttribute('stroke-dasharray') === '9,5' && e.getAttribute('d')).length"""
LEFT, TOP, RIGHT, BOTTOM = 32, 8, 10, 24


@pytest.fixture
def page(offline, lab, make_notebook, run_notebook):
    """The planner, both of its charts drawn."""
    return open_dashboard(offline, lab, make_notebook("reserves_views", CELL), run_notebook, 2)


def at(page, x, y):
    """Where so many inches are on the page."""
    chart = page.locator(".tk-chart").first
    chart.scroll_into_view_if_needed()
    box = chart.locator("svg").bounding_box()
    return (
        box["x"] + LEFT + x / 60 * (box["width"] - LEFT - RIGHT),
        box["y"] + TOP + (1 - y / 44) * (box["height"] - TOP - BOTTOM),
    )


def hovered(page, x, y):
    """What the pointer is told when it rests on so many inches."""
    across, up = at(page, x, y)
    page.mouse.move(across + 3, up)
    page.mouse.move(across, up)
    page.wait_for_timeout(200)
    tip = page.locator("#vg-tooltip-element.visible")
    return " ".join(tip.inner_text().split()) if tip.count() else ""


def test_expected_damage_is_shown_and_worths_are_written_or_computed(page):
    places = page.evaluate(PLACES)
    settled(page, lambda: press(page, "Damage"))
    assert "MOST EXPECTED DAMAGE" in text_of(page, ".tk-tiles").upper() and "Expected damage" in text_of(page, ".tk-key")
    assert page.evaluate(PLACES) == places
    worth = page.get_by_label("Worth of Scouts", exact=True)
    worth.fill("30")
    settled(page, lambda: worth.press("Enter"))
    assert "of 30.00, Scouts" in text_of(page, ".tk-tiles")
    arriving = page.locator(".tk-ctl .tk-line", has_text="Datasheet").locator("select")
    arriving.select_option("Intercessor Squad")
    settled(page, lambda: page.get_by_label("Datasheet of Scouts", exact=True).select_option("Marine profile T4 Sv3+ W2"))
    assert page.evaluate("e => e.readOnly", worth.element_handle()) and worth.input_value() == "4.44"
    assert worth.get_attribute("title").startswith("computed: 10 × Knives and fists into 5 × Marine profile")
    row = page.locator("table.tk-t tr", has=page.locator("td", has_text="Scouts")).first.inner_text()
    assert "4.44 computed" in row
    assert "in the fights Combat Doctrines" in text_of(page, ".tk-cal")
    settled(page, lambda: press(page, "Find best spot"))
    assert "✓ Legal" in text_of(page, ".tk-tiles")
    assert page.external == [] and page.console_errors == []


def test_hovering_tells_what_a_spot_and_a_unit_are_worth(page):
    said = hovered(page, 57.5, 25.5)
    for words in (
        "57.5″ across, 25.5″ up",
        "nearest enemy 8.9″",
        "best charge Dreadnought, 8.9″ away",
        "chance 27.8%",
        "expected damage 0.14",
    ):
        assert words in said
    assert "9.6″ away, charge 16.7%" in hovered(page, 47, 27)
    assert "Chimera" in hovered(page, 36.5, 5.8) and hovered(page, 30, 20) == ""
    settled(page, lambda: press(page, "Damage"))
    said = hovered(page, 2.5, 18.5)
    assert "best charge Scouts" in said and "expected damage 0.83" in said


def test_pinning_moves_nothing_and_draws_the_region_of_a(page):
    places = page.evaluate(PLACES)
    assert page.evaluate(DASHES) == 0
    settled(page, lambda: press(page, "Pin as A"), ".tk-ab")
    assert page.evaluate(PLACES) == places and page.evaluate(DASHES) == 1
    settled(page, lambda: page.locator(".tk-ctl").get_by_role("button", name="3", exact=True).click())
    settled(page, lambda: press(page, "whole roll"))
    tiles = " ".join(text_of(page, ".tk-tiles").split())
    assert "A 16.7% now +13.9 points" in tiles and "A 479 now +251 sq in" in tiles
    assert "now: round 3, re-roll of the whole roll" in text_of(page, ".tk-ab")
    assert page.evaluate(PLACES) == places
    settled(page, lambda: press(page, "Back to A"))
    assert "no change" in text_of(page, ".tk-tiles")
    settled(page, lambda: press(page, "Unpin"), ".tk-ab")
    assert page.evaluate(DASHES) == 0 and page.evaluate(PLACES) == places


def test_terrain_is_added_drawn_sized_and_taken_out(page):
    settled(page, lambda: press(page, "Add terrain"), ".tk-cal")
    assert "terrain of the kind ruins" in text_of(page, ".tk-cal")
    assert hovered(page, 30, 22) == "terrain Ruins 1 kind ruins"
    page.get_by_label("Kind of Ruins 1", exact=True).select_option("impassable")
    across = page.get_by_label("Across of Ruins 1", exact=True)
    across.fill("3")
    across.press("Enter")
    depth = page.get_by_label("Depth of Ruins 1", exact=True)
    depth.fill("12")
    room = page.locator(".tk-tile").nth(3).inner_text()
    settled(page, lambda: depth.press("Enter"))
    assert page.locator(".tk-tile").nth(3).inner_text() != room and "impassable" in hovered(page, 3, 22)
    page.mouse.click(*at(page, 3, 22))
    page.wait_for_function("() => document.querySelector('.tk-app ul.tk-list').innerText.includes('impassable')")
    name = page.get_by_label("Terrain of Ruins 1", exact=True)
    name.fill("Cliff")
    name.press("Enter")
    page.get_by_label("Take Cliff out").wait_for()
    settled(page, lambda: page.get_by_label("Take Cliff out").click(), ".tk-cal")
    assert "The table is bare" in page.locator(".tk-more").inner_text() and page.console_errors == []


def test_one_more_screen_is_found_and_put_on_the_table(page):
    settled(page, lambda: press(page, "Screen"), ".tk-key")
    places = page.evaluate(PLACES)
    put = page.get_by_role("button", name="Put it there")
    assert put.is_disabled()
    press(page, "Where to screen")
    page.wait_for_function("() => document.querySelector('.tk-key').innerText.includes('close 17.8 of 30.0')", timeout=20000)
    page.wait_for_timeout(300)
    assert page.evaluate(PLACES) == places and put.is_enabled()
    settled(page, put.click, ".tk-key")
    assert page.get_by_label("Unit of Screen 1", exact=True).input_value() == "Screen 1"
    assert "12 square inches are open" in text_of(page, ".tk-key")


def test_everything_at_once_fits_every_width(page):
    settled(page, lambda: press(page, "Add terrain"), ".tk-cal")
    settled(page, lambda: press(page, "Pin as A"), ".tk-ab")
    press(page, "Where to screen")
    page.wait_for_function("() => document.querySelector('.tk-key').innerText.includes('close 17.8')", timeout=20000)
    for width in (1220, 968, 720, 468):
        width_of_app(page, width)
        assert page.evaluate(FAULTS, UNFOLDS) == [], width
        places = page.evaluate(PLACES)
        settled(page, lambda: press(page, "Unpin"), ".tk-ab")
        assert page.evaluate(PLACES) == places, width
        settled(page, lambda: press(page, "Pin as A"), ".tk-ab")
    assert page.external == [] and page.console_errors == []


def test_keys_stay_in_the_new_controls(page):
    press(page, "Add terrain")
    page.get_by_label("Width of Ruins 1", exact=True).wait_for()
    keys_stay_inside(
        page,
        [
            page.locator(".tk-app button", has_text="Damage"),
            page.locator(".tk-app button", has_text="Pin as A"),
            page.locator(".tk-app button", has_text="Where to screen"),
            page.get_by_label("Models of one more screen", exact=True),
            page.get_by_label("Width of Ruins 1", exact=True),
            page.get_by_label("Kind of Ruins 1", exact=True),
            page.get_by_label("Datasheet of Scouts", exact=True),
        ],
    )
