"""Print the table of ratios: ``python -m tests.benchmarks``. Calls take turns, so that the moods of the machine cancel."""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from tests.benchmarks import engine_side, icepool_side, monte_carlo

ROUNDS = 15
SHORTEST = 0.02
"""Seconds; quicker calls are repeated until a reading takes this long."""


def _reading(call: Callable[[], object]) -> float:
    times, started = 0, time.perf_counter()
    while True:
        call()
        times += 1
        elapsed = time.perf_counter() - started
        if elapsed >= SHORTEST:
            return elapsed / times


def measure(calls: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median seconds of each call over `rounds` rounds, in each of which every call has its turn."""
    readings: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in calls.items():
                readings[name].append(_reading(call))
    finally:
        gc.enable()
    return {name: statistics.median(values) for name, values in readings.items()}


def main() -> None:
    """Time the three workloads and the way from a scenario document."""
    print(f"Python {sys.version.split()[0]}, numpy {version('numpy')}, icepool {version('icepool')}; medians of {ROUNDS} turns\n")
    print(f"{'':6}{'toolkit':>12}{'icepool':>12}{'ratio':>8}{'simulation':>14}{'ratio':>9}")
    for name in ("w1", "w2", "w3"):
        outcome = getattr(engine_side, f"{name}_outcome")
        # from specs to the law of models slain, each side in its own kind of distribution
        seconds = measure({"toolkit": lambda outcome=outcome: outcome().slain, "icepool": getattr(icepool_side, f"{name}_die")})
        simulated = measure({"simulation": getattr(monte_carlo, name)}, rounds=3)["simulation"]
        ours, theirs = seconds["toolkit"], seconds["icepool"]
        print(
            f"{name.upper():6}{ours * 1e3:9.3f} ms{theirs * 1e3:9.2f} ms{theirs / ours:7.0f}x"
            f"{simulated * 1e3:11.0f} ms{simulated / ours:8.0f}x"
        )
    plain = measure({"toolkit": lambda: engine_side.w3_outcome().slain, "icepool": icepool_side.w3_plain}, rounds=3)
    print(f"W3 with icepool written plainly: {plain['icepool'] * 1e3:.0f} ms, {plain['icepool'] / plain['toolkit']:.0f}x")
    seconds = measure({"bare": engine_side.w2_outcome, "scenario": engine_side.w2_from_scenario})
    print(
        f"\nW2 from a scenario document: {seconds['scenario'] * 1e3:.3f} ms, "
        f"{seconds['scenario'] / seconds['bare']:.1f} times the bare engine ({seconds['bare'] * 1e3:.3f} ms)"
    )


if __name__ == "__main__":
    main()
