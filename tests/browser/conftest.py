"""Fixtures of the browser tests.

`lab` and `voila` are real servers on free ports of this machine, `offline` is a page that reaches no other machine,
`make_notebook(name, source)` puts a notebook where both servers find it and `run_notebook(page, lab, name)` opens it in
JupyterLab and runs all its cells. Without a browser the tests are skipped, except under CI, where that is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, WebSocket

from tests.browser import servers
from tests.browser.servers import Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these a fresh profile asks the network for updates and for its maker's hosts.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Voila's own template links this icon font on every page; nothing of ours uses it. An empty sheet answers.
VOILA_ICONS = "https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free@"
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
KERNEL_TIMEOUT = 60_000
RUN_TIMEOUT = 180_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not browser"` leaves them out and one process runs them all, with one server."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser to drive: $CHROMIUM, or an installed Chromium, Chrome or Edge."""
    chosen = os.environ.get("CHROMIUM")
    candidates = [chosen] if chosen else [*PLACES, *(shutil.which(name) for name in NAMES)]
    for candidate in candidates:
        if candidate and Path(candidate).is_file():
            return candidate
    reason = (
        f"$CHROMIUM names no file: {chosen!r}" if chosen else "found no Chromium, Chrome or Edge (install one, or set CHROMIUM to its path)"
    )
    if os.environ.get("CI"):
        pytest.fail(f"browser tests must run under CI: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def _browser_first(chromium: str) -> None:
    """Decide before playwright's driver starts, which a machine without a browser may be unable to run."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    """Drive the installed browser instead of one that playwright would have to download."""
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    return {**browser_type_launch_args, "executable_path": chromium, "args": [*FLAGS, *as_root]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """One window size for every test; no service worker, whose requests would not be seen."""
    return {**browser_context_args, "viewport": {"width": 1400, "height": 900}, "service_workers": "block"}


@pytest.fixture(scope="session")
def notebook_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that both servers serve: a copy of notebooks/, and what `make_notebook` adds."""
    root = tmp_path_factory.mktemp("notebooks")
    servers.copy_notebooks(root)
    return root


@pytest.fixture(scope="session")
def make_notebook(notebook_root: Path) -> Callable[[str, str], str]:
    """Return ``make_notebook(name, source)``: write py:percent `source` as ``<name>.ipynb`` and return that file name."""

    def make(name: str, source: str) -> str:
        path = notebook_root / f"{name.removesuffix('.ipynb')}.ipynb"
        servers.write_notebook(path, source)
        return path.relative_to(notebook_root).as_posix()

    return make


@pytest.fixture(scope="session")
def lab(chromium: str, notebook_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real JupyterLab; ``lab.url``, and ``lab.log`` with its output."""
    with servers.jupyterlab(notebook_root, tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def voila(chromium: str, notebook_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real Voila; a notebook is at ``f"{voila.url}/voila/render/{name}"``."""
    with servers.voila(notebook_root, tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture
def offline(page: Page) -> Page:
    """A page that reaches this machine only.

    ``page.external`` lists every request that wanted to go elsewhere (it was aborted), ``page.console_errors`` every
    error of the page's console and every uncaught exception.
    """
    external: list[str] = []
    errors: list[str] = []

    def keep_home(route: Route) -> None:
        address = urlparse(route.request.url)
        if address.hostname in LOOPBACK or address.scheme in ("data", "blob", "file", "about"):
            route.continue_()
        elif "/voila/" in page.url and route.request.url.startswith(VOILA_ICONS):
            route.fulfill(content_type="text/css", body="")
        else:
            external.append(route.request.url)
            route.abort()

    def note_socket(socket: WebSocket) -> None:
        if urlparse(socket.url).hostname not in LOOPBACK:
            external.append(socket.url)

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    page.context.route("**/*", keep_home)
    page.on("websocket", note_socket)
    page.on("console", note_console)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.external = external  # type: ignore[attr-defined]
    page.console_errors = errors  # type: ignore[attr-defined]
    return page


@pytest.fixture(scope="session")
def run_notebook() -> Callable[[Page, Server, str], None]:
    """Return ``run_notebook(page, lab, name)``: open a notebook in a fresh JupyterLab workspace, run it, fail on a cell's error."""
    return _run_notebook


def _run_notebook(page: Page, lab: Server, name: str) -> None:
    page.goto(f"{lab.url}/lab/workspaces/test-{time.time_ns()}?reset")
    page.wait_for_function("() => window.jupyterapp !== undefined", timeout=KERNEL_TIMEOUT)
    page.evaluate("() => window.jupyterapp.restored.then(() => null)")
    page.evaluate(
        """name => window.jupyterapp.commands
            .execute('docmanager:open', {path: name, factory: 'Notebook', kernel: {name: 'python3'}}).then(() => null)""",
        name,
    )
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'", timeout=KERNEL_TIMEOUT
    )
    page.set_default_timeout(RUN_TIMEOUT)
    # Promises of the page are not bound by playwright's time-outs: start the run, then wait for its mark.
    page.evaluate(
        """() => { window.notebookRan = null;
            window.jupyterapp.commands.execute('notebook:run-all-cells').then(value => { window.notebookRan = {value}; }); }"""
    )
    page.wait_for_function("() => window.notebookRan !== null", timeout=RUN_TIMEOUT)
    page.set_default_timeout(30_000)
    errors = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
            .flatMap(cell => cell.model.outputs?.toJSON() ?? [])
            .filter(output => output.output_type === 'error')
            .map(output => [`${output.ename}: ${output.evalue}`, ...output.traceback].join('\\n'))"""
    )
    assert not errors, f"{name}: " + re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(errors))
    assert page.evaluate("() => window.notebookRan.value") is not False, f"{name}: not every cell ran"
