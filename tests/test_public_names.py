"""The public face: every name loads, in any order, whatever else was imported before."""

from __future__ import annotations

import subprocess
import sys

import pytest

import toolkit as tk


@pytest.mark.parametrize("name", tk.__all__)
def test_every_name_loads_alone(name: str) -> None:
    assert callable(getattr(tk, name))
    assert name in dir(tk)


def test_unknown_names_say_so() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tk.nonsense  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    "lines",
    [
        "import toolkit.dice.pools, toolkit as tk",
        "import toolkit as tk; tk.crunch",
        "import toolkit as tk",
        "import toolkit.dice; import toolkit as tk",
    ],
)
def test_dice_is_a_function_even_though_it_is_a_package(lines: str) -> None:
    code = f"{lines}; assert tk.dice('2D6+3', exact=True).mean() == 10; import toolkit.dice.pmf; assert tk.dice(4, exact=True)[4] == 1"
    subprocess.run([sys.executable, "-c", code], check=True)
