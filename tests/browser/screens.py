"""What the browser tests of every dashboard do: open it, move its controls, look for what is cut or past an edge."""

from __future__ import annotations

# Text that may end in an ellipsis: it unfolds, or its title says it in full.
UNFOLDS = ".tk-rules .rule *, .tk-rules .rule, .tk-ab *, [title]"

FAULTS = """unfolds => {
    const app = document.querySelector('.tk-app'), right = app.getBoundingClientRect().right + 1, found = [];
    for (const e of app.querySelectorAll('*')) {
        const box = e.getBoundingClientRect();
        if (!box.width || e.closest('svg') || e.closest('.tk-scroll')) continue;
        if (box.right > right) found.push(`past the edge: ${e.tagName}.${e.className} by ${box.right - right}`);
        const clips = getComputedStyle(e).overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1;
        if (clips && e.tagName !== 'INPUT' && !e.matches(unfolds) && !e.closest('[title]'))
            found.push(`clipped: ${e.className} ${e.textContent.slice(0, 40)}`);
    }
    for (const chart of app.querySelectorAll('.tk-chart')) {
        const svg = chart.querySelector('svg');
        if (Math.abs(svg.getBoundingClientRect().width - chart.clientWidth) > 1) found.push('a chart is not as wide as its box');
    }
    return found;
}"""


def open_in_lab(page, lab, name, run_notebook):
    run_notebook(page, lab, name)
    page.evaluate("() => { window.jupyterapp.shell.collapseLeft(); }")


def open_dashboard(page, lab, name, run_notebook, charts):
    """Open a notebook whose cell shows a dashboard, and wait until so many of its charts are drawn."""
    open_in_lab(page, lab, name, run_notebook)
    if charts:
        page.locator(".tk-app .tk-chart svg.marks").nth(charts - 1).wait_for()
    page.locator(".tk-app .tk-tiles").wait_for()
    page.wait_for_timeout(300)
    return page


def text_of(page, name):
    return page.locator(f".tk-app {name}").first.inner_text()


def tiles(page):
    return text_of(page, ".tk-tiles")


def settled(page, change, name=".tk-tiles"):
    """Do something, and wait until some words are others."""
    before = text_of(page, name)
    change()
    page.wait_for_function("([name, before]) => document.querySelector('.tk-app ' + name).innerText !== before", arg=[name, before])
    page.wait_for_timeout(250)


def slider(page, number=0):
    return page.locator(".tk-count input").nth(number)


def press(page, name):
    page.locator(".tk-app").get_by_role("button", name=name, exact=True).click()


def width_of_app(page, width):
    """Make the window as wide as it takes for the dashboard to be `width` wide."""
    for _ in range(3):
        now = page.evaluate("() => document.querySelector('.tk-app').clientWidth")
        size = page.viewport_size
        page.set_viewport_size({"width": size["width"] + width - now, "height": size["height"]})
        page.wait_for_timeout(400)
    assert page.evaluate("() => document.querySelector('.tk-app').clientWidth") == width


def keys_stay_inside(page, controls):
    """Press keys that mean something to JupyterLab on each control; neither cells nor focus may change."""
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    before = page.evaluate(cells)
    for control in controls:
        control.focus()
        for key in ("b", "x", "d", "d", "ArrowDown", "Escape"):
            page.keyboard.press(key)
        assert page.evaluate(cells) == before
        assert page.evaluate("() => document.activeElement.closest('.tk-app') !== null")
