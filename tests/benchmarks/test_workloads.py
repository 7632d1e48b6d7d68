"""toolkit, icepool and simulation must agree on the benchmark workloads, or their times mean nothing."""

from __future__ import annotations

import pytest

from tests.benchmarks import engine_side, icepool_side, monte_carlo

WOUNDS_EACH = {"w1": 1, "w2": 3, "w3": 24}


@pytest.mark.parametrize("workload", WOUNDS_EACH)
def test_toolkit_and_icepool_agree(workload):
    ours, theirs = getattr(engine_side, workload)(), getattr(icepool_side, workload)()
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("workload", WOUNDS_EACH)
def test_models_slain_agree_with_icepool(workload):
    outcome, each = getattr(engine_side, f"{workload}_outcome")(), WOUNDS_EACH[workload]
    theirs = engine_side.slain(getattr(icepool_side, workload)(), each)
    models = len(theirs) - 1
    assert [float(p) for p in outcome.slain.probabilities(0, models)] == pytest.approx(theirs, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("workload", WOUNDS_EACH)
def test_simulation_agrees_within_its_noise(workload):
    ours, simulated = getattr(engine_side, workload)(), getattr(monte_carlo, workload)(samples=100_000)
    # five standard errors of a probability of one half, the widest there is
    assert simulated == pytest.approx(ours, abs=5 * 0.5 / 100_000**0.5)


def test_a_scenario_document_gives_the_same_answer():
    assert engine_side.law(engine_side.w2_from_scenario(), 30) == pytest.approx(engine_side.w2(), rel=1e-9, abs=1e-15)
