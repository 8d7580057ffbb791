"""Terms sum up, and residuals of any size are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.demo.figures import line, words
from matplotlib.patches import StepPatch

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import RunRecord
from puma560_dynamics.demo.summary import RESIDUAL_LIMIT, largest_residual


def test_torques_sum_up_and_name_the_maximum(run: RunRecord) -> None:
    last, figure = run.phases[-1], plots.torques(run)
    total = np.sum(list(last.terms.values()), axis=0)
    for joint, ax in enumerate(figure.axes):
        np.testing.assert_array_equal(line(ax, "torque that acted"), last.effort[:, joint])
        model = line(ax, "feed-forward, sum")
        step = -(-len(total) // len(model))
        np.testing.assert_allclose(model, total[::step, joint], atol=1e-12)
        assert f"maximum {run.arm.maximum_torque[joint]:.1f} N·m" in ax.get_title(loc="right")
    text = words(figure)
    for name in plots.TERM_COLOURS:
        assert name in text


def test_torques_without_terms_still_show_what_acted(run: RunRecord) -> None:
    none = np.zeros((0, run.arm.n))
    last = replace(run.phases[-1], terms=dict.fromkeys(run.phases[-1].terms, none), terms_time=np.zeros(0))
    text = words(plots.torques(replace(run, phases=(*run.phases[:-1], last))))
    assert "torque that acted" in text
    assert "gravity" not in text


def test_residual_text_and_range(run: RunRecord) -> None:
    figure = plots.residuals(run)
    assert f"{largest_residual(run):.1e} N·m" in words(figure)
    low, high = figure.axes[0].get_xlim()
    assert low < np.log10(largest_residual(run)) < np.log10(RESIDUAL_LIMIT) < high


@pytest.mark.parametrize("size", [0.0, 1e-300, 3.0, np.inf, np.nan])
def test_residuals_of_any_size(run: RunRecord, size: float) -> None:
    phases = tuple(replace(phase, residual=np.full((10, run.arm.n), size)) for phase in run.phases)
    figure = plots.residuals(replace(run, phases=phases))
    text = words(figure)
    assert "nan" not in text
    if size == 0.0:
        assert "exactly 0 in 100 %" in text
        steps = [patch for patch in figure.axes[0].patches if isinstance(patch, StepPatch)]
        assert len(steps) == run.arm.n
        for patch in steps:
            data: Any = patch.get_data()  # fields by name, which matplotlib's types leave out
            assert (data.values == data.baseline).all()
    if size == 3.0:
        assert figure.axes[0].get_xlim()[1] > np.log10(3.0)


def test_latency_percentiles_and_cycle(run: RunRecord) -> None:
    text = words(plots.latencies(run))
    for values in (run.state_latency, run.torque_latency):
        assert f"median {1e3 * np.median(values):.2f} ms" in text
        assert f"99 % {1e3 * np.percentile(values, 99):.2f} ms" in text
    assert "one cycle, 4.0 ms" in text


def test_latencies_that_cannot_be_are_counted(run: RunRecord) -> None:
    text = words(plots.latencies(replace(run, state_latency=np.append(run.state_latency, [-1e-3, 0.0]))))
    assert "2 not positive" in text
