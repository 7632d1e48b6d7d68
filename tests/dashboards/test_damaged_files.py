"""Files of the planners with one value replaced: each opens, or is refused by name; nothing else ever happens."""

from __future__ import annotations

import copy
import math

import pytest

from toolkit.dashboards import ambush_state, army_state, reserves_document, reserves_state
from toolkit.errors import ToolkitError

DOCUMENTS = {
    "reserves": (reserves_document.document(reserves_state.first_state()), lambda table: reserves_document.opened(table, "wh40k_11e")),
    "ambush": (ambush_state.first_state().document(), ambush_state.opened),
    "army": (army_state.first_state().document(), lambda table: army_state.opened(table, "wh40k_11e")),
}
VALUES = (5, "x", [], {}, math.nan)


def places(table, before=()):
    """Every place of a document, of lists the first entry only."""
    keys = table if isinstance(table, dict) else range(min(1, len(table))) if isinstance(table, list) else ()
    for key in keys:
        yield (*before, key)
        yield from places(table[key], (*before, key))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_one_wrong_value(name):
    document, opened = DOCUMENTS[name]
    refused: list[str] = []
    for *before, last in places(document):
        for value in VALUES:
            damaged = copy.deepcopy(document)
            table = damaged
            for key in before:
                table = table[key]
            table[last] = value
            try:
                opened(damaged)
            except ToolkitError as problem:
                refused.append(str(problem))
    assert len(refused) > 30
    assert [each for each in refused if "\n" in each or len(each) < 15] == []
