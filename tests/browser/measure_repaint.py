"""How long from a key press to charts repainted? Run it: ``python -m tests.browser.measure_repaint``.

In a real JupyterLab it presses an arrow key 2 × 40 times: on a slider of the Matchup dashboard until all three charts are painted, and on
the place of one of twenty enemy units in the Reserves planner until the board is. It prints medians and 95th percentiles in milliseconds:
from the key to the paint, and of that the drawing in the browser; and beside them what the planner's region and charge map take alone.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

from tests.benchmarks.planner import ENEMIES, full_table
from tests.browser import servers
from tests.browser.conftest import FLAGS, NAMES, PLACES, _run_notebook
from toolkit.battlefield.bases import Base
from toolkit.battlefield.document import board_to
from toolkit.studies.charge_map import charge_map
from toolkit.studies.charge_rule import ChargeRule
from toolkit.systems.wh40k_11e.reserves import ARRIVALS

PRESSES = 40
MATCHUP = "# %%\nimport toolkit.dashboards\n\ntoolkit.dashboards.matchup()\n"
PLANNER = "# %%\nimport json\n\nimport toolkit.dashboards\n\ntoolkit.dashboards.reserves_planner(json.loads({document!r}))\n"
WATCH = """(slider, number) => {
    window.repaint = {start: 0, times: [], drawn: []};
    const charts = [...document.querySelectorAll('.tk-app .tk-chart')].slice(0, number);
    let left = 0;
    const done = () => {
        window.repaint.times.push(performance.now() - window.repaint.start);
        const since = performance.getEntriesByName('tk-drawn').filter(each => each.startTime > window.repaint.start);
        const ends = since.map(each => each.startTime + each.duration), starts = since.map(each => each.startTime);
        window.repaint.drawn.push(Math.max(...ends) - Math.min(...starts));
    };
    slider.addEventListener('keydown', () => { window.repaint.start = performance.now(); left = number; }, true);
    const painted = new MutationObserver(changes => {
        left -= new Set(changes.map(change => change.target)).size;
        if (left === 0) requestAnimationFrame(() => setTimeout(done));
    });
    for (const chart of charts) painted.observe(chart, {attributes: true, attributeFilter: ['data-painted']});
}"""


def measure(page: Page, slider: Locator, charts: int) -> tuple[list[float], list[float]]:
    """Press the keys; return times from key to paint and times of drawing, one of each for a press."""
    slider.evaluate(WATCH, charts)
    slider.focus()
    for press in range(2 * PRESSES):
        page.keyboard.press("ArrowLeft" if press % 2 == 0 else "ArrowRight")
        page.wait_for_function("count => window.repaint.times.length === count", arg=press + 1, timeout=10_000)
        page.wait_for_timeout(60)
    return page.evaluate("() => window.repaint.times"), page.evaluate("() => window.repaint.drawn")


def _browser() -> str:
    candidates = [os.environ.get("CHROMIUM"), *PLACES, *(shutil.which(name) for name in NAMES)]
    return next(candidate for candidate in candidates if candidate and Path(candidate).is_file())


def _said(name: str, times: list[float], drawn: list[float]) -> str:
    late = sorted(times)[int(0.95 * len(times))]
    return (
        f"{name}: key to paint median {statistics.median(times):.0f} ms, 95th percentile {late:.0f} ms ({len(times)} presses); "
        f"of that drawing {statistics.median(drawn):.0f} ms"
    )


def _alone(turns: int = 15) -> float:
    """Median seconds of the region and charge map of the table in the planner."""
    board, arrival, rule = full_table(), ARRIVALS[0], ChargeRule.of("wh40k_11e")
    seconds: list[float] = []
    for turn in range(turns + 1):
        # Every turn another place, as with the keys: nothing of the last one can be used again.
        moved = board.with_unit(board.units[0].moved(0.01 * (turn % 2), 0))
        begun = time.perf_counter()
        charge_map(moved, Base.parse("28.5mm"), arrival, 2, rule)
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds[1:])


def main() -> None:
    """Start JupyterLab and a browser, measure, print."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        root = Path(folder) / "root"
        root.mkdir()
        servers.write_notebook(root / "matchup.ipynb", MATCHUP)
        document = json.dumps({"system": "wh40k_11e", "board": board_to(full_table())})
        servers.write_notebook(root / "planner.ipynb", PLANNER.format(document=document))
        with servers.jupyterlab(root, Path(folder) / "home") as lab:
            browser = playwright.chromium.launch(executable_path=_browser(), args=[*FLAGS, "--no-sandbox"])
            for name, drawn_first, waited_for in (("matchup", 3, 3), ("planner", 2, 1)):
                page = browser.new_page(viewport={"width": 1400, "height": 1000})
                _run_notebook(page, lab, f"{name}.ipynb")
                page.locator(".tk-app .tk-chart svg.marks").nth(drawn_first - 1).wait_for()
                time.sleep(1)
                slider = page.locator(".tk-count input").first if name == "matchup" else page.get_by_label("Across", exact=True)
                times, drawn = measure(page, slider, waited_for)
                sys.stdout.write(_said(name, times, drawn) + "\n")
                page.close()
            browser.close()
    alone = 1000 * _alone()
    ratio = alone / statistics.median(drawn)
    sys.stdout.write(f"planner, {ENEMIES} enemy units: region and charge map alone {alone:.0f} ms, {ratio:.2f} of the drawing\n")


if __name__ == "__main__":
    main()
