"""Start the servers that the browser tests drive, and put notebooks where they serve them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import jupytext

REPOSITORY = Path(__file__).resolve().parents[2]
NOTEBOOKS = REPOSITORY / "notebooks"

START_TIMEOUT = 60.0
# Voila loads every installed JupyterLab extension; those that need a part which only JupyterLab has fail on its pages.
VOILA_EXTENSIONS = "--VoilaConfiguration.extension_denylist=jupyterlab-jupytext"


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, the folder it serves, and the file its output goes to."""

    url: str
    root: Path
    log: Path

    def __str__(self) -> str:
        return self.url


def copy_notebooks(root: Path) -> None:
    """Copy the repository's notebooks to `root`, generating each .ipynb from its text source."""
    if not NOTEBOOKS.is_dir():
        return
    shutil.copytree(NOTEBOOKS, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__"))
    for source in sorted(root.rglob("*.py")):
        write_notebook(source.with_suffix(".ipynb"), source.read_text(encoding="utf-8"))


def write_notebook(path: Path, source: str) -> None:
    """Write `source` (plain Python, or jupytext py:percent with several cells) as a notebook for the python3 kernel."""
    notebook = jupytext.reads(source, fmt="py:percent")
    notebook.metadata["kernelspec"] = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    path.parent.mkdir(parents=True, exist_ok=True)
    jupytext.write(notebook, path, fmt="ipynb")


@contextmanager
def jupyterlab(root: Path, home: Path) -> Iterator[Server]:
    """Run JupyterLab on `root`, with every setting, workspace and runtime file under `home`."""
    labconfig = home / "config" / "labconfig"
    labconfig.mkdir(parents=True)
    # The news popup asks the network for announcements and covers the page.
    page_config = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (labconfig / "page_config.json").write_text(json.dumps(page_config), encoding="utf-8")
    options = [
        "--no-browser",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=None",
    ]
    if _is_root():
        options.append("--allow-root")
    port = _free_port()
    with _serve(["jupyterlab", f"--ServerApp.port={port}", *options], f"http://127.0.0.1:{port}", "/api", root, home) as server:
        yield server


@contextmanager
def voila(root: Path, home: Path) -> Iterator[Server]:
    """Run Voila on `root`, with every setting and runtime file under `home`."""
    port = _free_port()
    options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", "--show_tracebacks=True", "--token=", VOILA_EXTENSIONS]
    with _serve(["voila", str(root), *options], f"http://127.0.0.1:{port}", "/", root, home) as server:
        yield server


@contextmanager
def _serve(command: list[str], url: str, ready: str, root: Path, home: Path) -> Iterator[Server]:
    home.mkdir(parents=True, exist_ok=True)
    log = home / "server.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=root,
            env=environment(home),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_ready(process, url + ready, log)
            yield Server(url, root, log)
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server: politely, or after ten seconds not; its kernels notice and end themselves."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a server that keeps everything it writes under `home`."""
    # The kernels must import the package of this checkout, and nothing of the developer's own Jupyter settings.
    search = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")]))
    return {
        **os.environ,
        "PYTHONPATH": search,
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }


def _wait_until_ready(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    text = log.read_text(encoding="utf-8", errors="replace")[-4000:]
    raise RuntimeError(f"no server answers at {address} (exit code {process.poll()}); its output ends with:\n{text}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
