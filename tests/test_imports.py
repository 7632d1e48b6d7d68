"""Importing toolkit is cheap and changes nothing: what is heavy loads when it is first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("scipy.signal", "polars", "altair", "ipywidgets", "anywidget", "IPython", "vl_convert", "jupyterlab", "shapely")


def _loaded_after(code: str) -> set[str]:
    report = "; import sys; print(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code + report], check=True, capture_output=True, text=True).stdout.split())


def test_import_toolkit_loads_nothing_heavy():
    assert _loaded_after("import toolkit").isdisjoint(HEAVY)


@pytest.mark.parametrize("package", ["dice", "attack", "rules", "systems"])
def test_the_engine_needs_no_tables_and_no_charts(package):
    assert _loaded_after(f"import toolkit.{package}").isdisjoint(HEAVY)
