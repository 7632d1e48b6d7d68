"""`toolkit lab`, the README's first command, really opens the start notebook."""

from __future__ import annotations

import re
import subprocess
import sys
import time

from tests.browser.servers import REPOSITORY, environment, stop


def test_toolkit_lab_opens_the_start_notebook(offline, chromium, tmp_path):
    log = tmp_path / "lab.log"
    command = [sys.executable, "-m", "toolkit", "lab", "--no-browser", "--ServerApp.port=0", "--ServerApp.ip=127.0.0.1"]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment(tmp_path), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        offline.goto(_address(process, log))
        offline.get_by_role("heading", name="Start here").first.wait_for(timeout=60_000)
        # the question about news would cover the page; the kernel is up long after it would have come
        offline.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for(timeout=60_000)
        assert offline.locator(".Toastify__toast").count() == 0
    finally:
        stop(process)
    assert offline.external == []


def _address(process, log):
    for _ in range(300):
        found = re.search(r"http://127\.0\.0\.1:\d+/lab\S*", log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        assert process.poll() is None, log.read_text(encoding="utf-8")
        time.sleep(0.2)
    raise AssertionError(log.read_text(encoding="utf-8"))
