"""Percentiles are those of the latencies, and what cannot be one is counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers.demo.figures import words

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import RunRecord


def test_latency_percentiles_and_cycle(run: RunRecord) -> None:
    text = words(plots.latencies(run))
    for values in (run.state_latency, run.torque_latency):
        assert f"median {1e3 * np.median(values):.2f} ms" in text
        assert f"99 % {1e3 * np.percentile(values, 99):.2f} ms" in text
    assert "one cycle, 4.0 ms" in text


def test_latencies_that_cannot_be_are_counted(run: RunRecord) -> None:
    text = words(plots.latencies(replace(run, state_latency=np.append(run.state_latency, [-1e-3, 0.0]))))
    assert "2 not positive" in text
