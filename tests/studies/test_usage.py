"""Rules by name: whether they may be used, and what a plan costs."""

from __future__ import annotations

import pytest

from toolkit.errors import ToolkitError
from toolkit.studies.usage import Facts, UnitFacts, may_use, price


def test_by_name_however_it_is_printed() -> None:
    allowed, reasons = may_use("tanglefoot", Facts("charge", "opponent", "start of the phase", UnitFacts(("Grenades",)), cp=1))
    assert allowed
    assert "it costs 1 CP of 1" in reasons


def test_price() -> None:
    assert price([]) == 0
    assert price(["Counter-Offensive", "COMMAND RE-ROLL", "Command Re-roll"]) == 4
    with pytest.raises(ToolkitError, match="put it in brackets"):
        price("Grenade")


def test_what_is_no_rule() -> None:
    with pytest.raises(ToolkitError, match="did you mean 'Grenade'"):
        may_use("Grenada", Facts("shooting"))
    with pytest.raises(ToolkitError, match="toolkit rules"):
        price(["Xyzzy"])
