"""Every row of the corpus with the question it asks, whichever file it stands in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import toolkit as tk

from . import test_rules, test_worked, test_worked_11e, test_worked_policy, test_worked_rolls
from .builders_11e import alternatives, quantity, worked
from .precision import close, in_floats

Row = dict[str, Any]


class Answered(NamedTuple):
    """One row, and whether the toolkit gives its value: in fractions the same, in floats within rounding."""

    family: str
    row: str
    fractions: bool
    floats: bool


@cache
def crunched(text: str, exact: bool) -> Any:
    return tk.crunch(json.loads(text), exact=exact)


def ask(row: Row, source: str, *, exact: bool) -> Any:
    """The toolkit's answer to one row."""
    match source:
        case "10e":
            return test_worked.answer(row, exact)
        case "rolls":
            return test_worked_rolls.FAMILIES[row["family"]](row, exact)
        case "rules":
            return test_rules.answer(row, exact)
        case "policy":
            return test_worked_policy.answer(row)
        case _:
            return quantity(row, lambda document: crunched(json.dumps(document), exact))


def rows() -> Iterator[tuple[str, Row]]:
    """The rows of all files, each with the name of its source."""
    for source, module in (("10e", test_worked), ("rolls", test_worked_rolls), ("policy", test_worked_policy), ("11e", test_worked_11e)):
        yield from ((source, row) for row in module.ROWS)
    yield from (("rules", {"family": "single rules", **row}) for row in test_rules.ROWS)


def answered() -> Iterator[Answered]:
    """Every row, asked both ways; then what the rows of the 11th edition say of other readings and cases."""
    for source, row in rows():
        want = Fraction(row["fraction"])
        exactly = ask(row, source, exact=True)
        with in_floats():
            nearly = ask(row, source, exact=False)
        yield Answered(row["family"], row["id"], isinstance(exactly, Fraction | int) and exactly == want, close(nearly, want))
    for _, row in rows():
        for words, value in alternatives(row):
            exactly = worked(row["id"], words)
            with in_floats():
                nearly = worked(row["id"], words)
            yield Answered(f"{row['family']}, other readings", f"{row['id']}: {words}", exactly == value, close(nearly, value))
