"""Two dashboards in one notebook do not get into each other's way."""

from __future__ import annotations

from tests.browser.screens import open_in_lab

CELLS = """
# %%
import toolkit.dashboards

toolkit.dashboards.matchup()

# %%
toolkit.dashboards.matchup()

# %%
toolkit.dashboards.ambush_planner()
"""
TWICE = """() => { const seen = new Map();
    for (const e of document.querySelectorAll('.tk-app [id]')) seen.set(e.id, (seen.get(e.id) ?? 0) + 1);
    return [...seen].filter(([, times]) => times > 1).map(([id]) => id); }"""
POINTED = """() => [...document.querySelectorAll('.tk-app :is([aria-controls], [aria-describedby], label[for])')].flatMap(e =>
    ['aria-controls', 'aria-describedby', 'for'].flatMap(name => (e.getAttribute(name) ?? '').split(' ').filter(Boolean)
        .filter(id => document.getElementById(id)?.closest('.tk-app') !== e.closest('.tk-app'))
        .map(id => `${name} = ${id}`)))"""


def test_every_name_belongs_to_one_dashboard(offline, lab, make_notebook, run_notebook):
    page = offline
    open_in_lab(page, lab, make_notebook("two_on_a_page", CELLS), run_notebook)
    page.locator(".tk-app .tk-rules .rule").first.wait_for(state="attached")
    page.wait_for_function("() => document.querySelectorAll('.tk-app .tk-pick input').length === 4")
    page.wait_for_timeout(500)
    assert page.evaluate(TWICE) == []
    assert page.evaluate(POINTED) == []


def test_the_second_picker_opens_its_own_list(offline, lab, make_notebook, run_notebook):
    page = offline
    open_in_lab(page, lab, make_notebook("two_on_a_page", CELLS), run_notebook)
    second = page.locator(".tk-app").nth(1)
    field, other = second.locator(".tk-pick input").first, page.locator(".tk-app").first.locator(".tk-pick input").first
    before, asked = other.input_value(), second.locator(".tk-q").inner_text()
    field.click()
    field.press("ArrowDown")
    field.press("ArrowDown")
    lit = page.evaluate("() => document.activeElement.getAttribute('aria-activedescendant')")
    option = second.locator(f"[id='{lit}']")
    assert option.get_attribute("aria-selected") == "true"
    chosen = option.locator("span").inner_text()
    field.press("Enter")
    page.wait_for_function("before => document.querySelectorAll('.tk-q')[1].innerText !== before", arg=asked)
    assert field.input_value() == chosen != before
    assert other.input_value() == before
    assert page.external == [] and page.console_errors == []
