"""Statistics of streams, compared with numpy over the same samples."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.observer.statistics import RunningStatistics, StreamSummary, WindowStatistics


def agrees(summary: StreamSummary, samples: np.ndarray, rtol: float = 1e-12) -> None:
    """`summary` is what numpy says of `samples` (N, n)."""
    assert summary.count == len(samples)
    scale = np.abs(samples).max()
    np.testing.assert_allclose(summary.mean, samples.mean(axis=0), rtol=0, atol=rtol * scale)
    np.testing.assert_allclose(summary.deviation, samples.std(axis=0), rtol=0, atol=rtol * scale)
    np.testing.assert_allclose(summary.rms, np.sqrt((samples**2).mean(axis=0)), rtol=rtol)
    np.testing.assert_array_equal(summary.worst, np.abs(samples).max(axis=0))


@pytest.mark.parametrize("scale", [1e-14, 1.0, 1e9])
@pytest.mark.parametrize("bias", [0.0, -3.0])
def test_running_is_numpy_over_everything(scale: float, bias: float):
    samples = scale * (np.random.default_rng(1).normal(size=(5000, 6)) + bias)
    running = RunningStatistics(6)
    for index, sample in enumerate(samples):
        running.add(sample)
        if index in (0, 1, 9):
            agrees(running.summary(), samples[: index + 1])
    agrees(running.summary(), samples)


def test_a_small_scatter_about_a_large_mean_keeps_its_digits():
    """Sums of squares would leave nothing of it: 1e9 squared has no digit left for 1."""
    samples = 1e9 + np.random.default_rng(2).normal(size=(20_000, 1))
    running = RunningStatistics(1)
    for sample in samples:
        running.add(sample)
    said = running.summary()
    assert said.mean[0] == pytest.approx(samples.mean(), rel=1e-15)
    assert said.deviation[0] == pytest.approx(samples.std(), rel=1e-6)


def test_a_summary_does_not_change_later():
    running = RunningStatistics(2)
    running.add([1.0, -2.0])
    before = running.summary()
    running.add([9.0, 9.0])
    assert before.mean.tolist() == [1.0, -2.0]
    assert before.worst.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("length", [0.05, 1.0, 100.0])
def test_the_window_is_numpy_over_what_it_holds(length: float):
    rng = np.random.default_rng(3)
    times = np.cumsum(rng.exponential(0.002, 5000))
    samples = rng.normal(size=(5000, 6)) + 1.0
    window = WindowStatistics(length, 6)
    for index, (time, sample) in enumerate(zip(times, samples, strict=True)):
        window.add(time, sample)
        if index % 617 == 0:
            agrees(window.summary(time), samples[: index + 1][times[: index + 1] > time - length])
    later = times[-1] + 0.5 * length
    held = samples[times > later - length]
    if len(held):
        agrees(window.summary(later), held)


def test_an_old_peak_leaves_the_window_and_not_the_running_figures():
    window, running = WindowStatistics(1.0, 1), RunningStatistics(1)
    for time, value in ((0.0, -50.0), (0.5, 1.0), (1.2, 2.0)):
        window.add(time, [value])
        running.add([value])
    assert window.summary(1.2).worst.tolist() == [2.0]
    assert running.summary().worst.tolist() == [50.0]
    assert window.summary(1.5).mean.tolist() == [2.0]


def test_without_values_statistics_are_nan():
    window = WindowStatistics(1.0, 3)
    for said in (RunningStatistics(3).summary(), window.summary(0.0)):
        assert said.count == 0
        assert np.isnan([said.mean, said.deviation, said.rms, said.worst]).all()
    window.add(0.0, [1.0, 2.0, 3.0])
    assert window.summary(0.0).count == 1
    assert window.summary(1.0).count == 0


def test_the_window_does_not_grow_for_ever():
    window = WindowStatistics(0.1, 6)
    for index in range(20_000):
        window.add(1e-3 * index, np.zeros(6))
    assert len(window._times) < 1000
