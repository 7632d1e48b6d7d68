"""How long from a key press on a slider to all three charts repainted? Run it: ``python -m tests.browser.measure_repaint``.

It presses an arrow key 2 × 40 times in a real JupyterLab and prints the median and the 95th percentile in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import servers
from tests.browser.conftest import FLAGS, NAMES, PLACES, _run_notebook

NOTEBOOK = "# %%\nimport toolkit.dashboards\n\ntoolkit.dashboards.matchup()\n"
PRESSES = 40

WATCH = """() => {
    window.repaint = {start: 0, times: []};
    const slider = document.querySelector('.tk-count input');
    const charts = [...document.querySelectorAll('.tk-app .tk-chart')];
    let left = 0;
    slider.addEventListener('keydown', () => { window.repaint.start = performance.now(); left = charts.length; }, true);
    const painted = new MutationObserver(changes => {
        left -= new Set(changes.map(change => change.target)).size;
        if (left === 0) requestAnimationFrame(() => setTimeout(() => window.repaint.times.push(performance.now() - window.repaint.start)));
    });
    for (const chart of charts) painted.observe(chart, {attributes: true, attributeFilter: ['data-painted']});
}"""


def measure(page: Page) -> list[float]:
    """Press the keys and return one time each."""
    page.evaluate(WATCH)
    page.locator(".tk-count input").first.focus()
    for press in range(2 * PRESSES):
        page.keyboard.press("ArrowLeft" if press % 2 == 0 else "ArrowRight")
        page.wait_for_function("count => window.repaint.times.length === count", arg=press + 1, timeout=10_000)
        page.wait_for_timeout(60)
    return page.evaluate("() => window.repaint.times")


def _browser() -> str:
    candidates = [os.environ.get("CHROMIUM"), *PLACES, *(shutil.which(name) for name in NAMES)]
    return next(candidate for candidate in candidates if candidate and Path(candidate).is_file())


def main() -> None:
    """Start JupyterLab and a browser, measure, print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--json", action="store_true", help="print the single times as a JSON list too")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        root = Path(folder) / "root"
        root.mkdir()
        servers.write_notebook(root / "matchup.ipynb", NOTEBOOK)
        with servers.jupyterlab(root, Path(folder) / "home") as lab:
            browser = playwright.chromium.launch(executable_path=_browser(), args=[*FLAGS, "--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            _run_notebook(page, lab, "matchup.ipynb")
            page.locator(".tk-app .tk-chart svg.marks").nth(2).wait_for()
            time.sleep(1)
            times = sorted(measure(page))
            browser.close()
    late = times[int(0.95 * len(times))]
    said = [f"key to repainted charts: median {statistics.median(times):.0f} ms, 95th percentile {late:.0f} ms ({len(times)} presses)"]
    if given.json:
        said.append(str([round(each, 1) for each in times]))
    sys.stdout.write("\n".join(said) + "\n")


if __name__ == "__main__":
    main()
