"""Every notebook runs from a fresh kernel, and is what its text source says."""

from __future__ import annotations

import os

import nbformat
import pytest
from nbclient import NotebookClient

from tests.notebooks.regenerate import NOTEBOOKS, generate, sources

IDS = [source.relative_to(NOTEBOOKS).as_posix() for source in sources()]
# An output that never comes stalls a cell without an error; the limit is what finds it.
TIMEOUT = 120


def test_there_are_notebooks():
    assert "start_here.py" in IDS
    strays = {path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts}
    assert strays == {source.with_suffix(".ipynb") for source in sources()}


@pytest.mark.parametrize("source", sources(), ids=IDS)
def test_notebook_is_generated_from_its_source(source):
    assert source.with_suffix(".ipynb").read_text(encoding="utf-8") == generate(source), "run python -m tests.notebooks.regenerate"


@pytest.mark.parametrize("source", sources(), ids=IDS)
def test_notebook_runs(source, tmp_path, monkeypatch):
    repository = str(NOTEBOOKS.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [repository, os.environ.get("PYTHONPATH")])))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.reads(generate(source), as_version=4)
    client = NotebookClient(notebook, timeout=TIMEOUT, kernel_name="python3", resources={"metadata": {"path": str(source.parent)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    complaints = [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert complaints == []
    assert outputs, "a notebook that shows nothing"
