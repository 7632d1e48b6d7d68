"""Small documents of every kind where rules meet: the toolkit and the referee must give equal fractions everywhere."""

from __future__ import annotations

import pytest

from .comparing import differences
from .documents import KINDS, small_document
from .literal import evaluate

DOCUMENTS = 180


@pytest.mark.parametrize(
    "seed", range(DOCUMENTS), ids=[f"{KINDS[seed % len(KINDS)]}-{seed}".replace(" ", "-") for seed in range(DOCUMENTS)]
)
def test_whole_distributions_are_equal(seed: int) -> None:
    document = small_document(seed)
    assert differences(document, evaluate(document)) == []
