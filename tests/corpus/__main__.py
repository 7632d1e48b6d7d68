"""What the corpus checks, by family: ``python -m tests.corpus`` asks the toolkit every row and counts those it answers with its value."""

from __future__ import annotations

import sys
from collections import Counter

from .asking import Answered, answered


def table(found: list[Answered]) -> str:
    """One line for each family; a row that stands in two files is asked through both and counts once."""
    together: dict[tuple[str, str], Answered] = {}
    for each in found:
        before = together.get((each.family, each.row), each)
        together[each.family, each.row] = each._replace(fractions=each.fractions and before.fractions, floats=each.floats and before.floats)
    rows = Counter(family for family, _ in together)
    fractions = Counter(each.family for each in together.values() if each.fractions)
    floats = Counter(each.family for each in together.values() if each.floats)
    lines = [f"{'family':<34}{'rows':>6}{'equal in fractions':>20}{'equal in floats':>17}"]
    for family in sorted(rows, key=lambda name: (-rows[name], name)):
        lines.append(f"{family:<34}{rows[family]:>6}{fractions[family]:>20}{floats[family]:>17}")
    lines.append(f"{'all':<34}{rows.total():>6}{fractions.total():>20}{floats.total():>17}")
    return "\n".join(lines)


def main() -> int:
    found = list(answered())
    sys.stdout.write(table(found) + "\n")
    wrong = [each for each in found if not (each.fractions and each.floats)]
    for each in wrong:
        sys.stderr.write(f"differs: {each.row}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
