"""Small documents of every kind where rules meet: the toolkit and the referee must give equal fractions everywhere."""

from __future__ import annotations

import pytest

from .comparing import agree
from .documents import KINDS, small_document

DOCUMENTS = 200


@pytest.mark.parametrize(
    "seed", range(DOCUMENTS), ids=[f"{KINDS[seed % len(KINDS)]}-{seed}".replace(" ", "-") for seed in range(DOCUMENTS)]
)
def test_whole_distributions_are_equal(seed: int) -> None:
    agree(small_document(seed))
