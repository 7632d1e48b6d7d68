"""The workloads by simulation with numpy: whole pools are drawn at once (binomial, multinomial), nothing loops over single dice."""

from __future__ import annotations

import numpy as np

Law = list[float]
SAMPLES = 1_000_000


def _law(wounds: np.ndarray, most: int) -> Law:
    return (np.bincount(wounds, minlength=most + 1) / wounds.size).tolist()


def _sum_of_dice(rng: np.random.Generator, numbers: np.ndarray, sides: int) -> np.ndarray:
    """For each of `numbers`, the sum of that many dice."""
    total = np.zeros_like(numbers)
    left = numbers.copy()
    for face in range(sides, 1, -1):
        shown = rng.binomial(left, 1 / face)
        total += face * shown
        left -= shown
    return total + left


def w1(samples: int = SAMPLES, seed: int = 1) -> Law:
    """An attack removes a wound or none, so the whole sequence is one binomial draw."""
    rng = np.random.default_rng(seed)
    lost = rng.binomial(30, 4 / 6 * 3 / 6 * 3 / 6 * 4 / 6, samples)
    return _law(np.minimum(lost, 20), 20)


def w2(samples: int = SAMPLES, seed: int = 2) -> Law:
    """Failed saves as pools, then packet after packet onto the models."""
    rng = np.random.default_rng(seed)
    attacks = rng.integers(1, 7, samples) + rng.integers(1, 7, samples) + 3
    critical = rng.binomial(attacks, 7 / 36)
    # A critical hit scores one more hit, which needs its own wound roll.
    normal = rng.binomial(attacks - critical, 14 / 29) + critical
    packets = rng.binomial(critical + rng.binomial(normal, 4 / 6), 4 / 6)
    packets = np.sort(packets)
    removed = np.zeros(samples, dtype=np.int64)
    for number in range(int(packets[-1])):
        # Sorted, so that the battles with packets left are a slice.
        going = removed[np.searchsorted(packets, number, side="right") :]
        points = rng.binomial(rng.integers(2, 8, going.size), 5 / 6)
        going += np.minimum(points, 3 - going % 3)
        np.minimum(going, 30, out=going)
    return _law(removed, 30)


def w3(samples: int = SAMPLES, seed: int = 3) -> Law:
    """Everything as pools; one model, so the points are simply added."""
    rng = np.random.default_rng(seed)
    critical = rng.binomial(60, 2 / 6, samples)
    hits = 60 - critical
    hits = critical + rng.binomial(hits, 2 / 4) + _sum_of_dice(rng, critical, 3)
    packets = rng.binomial(hits, 1 / 6 + 2 / 6 * 3 / 6)
    points = _sum_of_dice(rng, packets, 3) + 3 * packets
    return _law(np.minimum(rng.binomial(points, 4 / 6), 24), 24)
