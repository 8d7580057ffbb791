"""Sums over pieces against the formulas over whole arrays, however the pieces are cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics.replay.analysis.agreement import AgreementSums, RunningMoments

PERIOD = 0.004


def signals(count: int, seed: int = 0, level: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    time = np.arange(count) * PERIOD
    expected = level + np.sin(time[:, None] * [1.0, 2.0, 3.0])
    return time, expected + 0.1 + 0.2 * rng.standard_normal((count, 3)), expected


def fed(cuts: list[int], time: np.ndarray, signal: np.ndarray, expected: np.ndarray) -> AgreementSums:
    sums = AgreementSums(3)
    for start, stop in zip([0, *cuts], [*cuts, len(time)], strict=True):
        sums.add(time[start:stop], signal[start:stop], expected[start:stop])
    return sums


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 999), max_size=6).map(sorted))
def test_statistics_are_those_of_the_whole(cuts: list[int]):
    time, signal, expected = signals(1000)
    signal[100:130, 1] = np.nan
    expected[900:, 2] = np.nan
    found = fed(cuts, time, signal, expected).result()
    for joint in range(3):
        there = ~np.isnan(signal[:, joint] - expected[:, joint])
        s, d = signal[there, joint], (signal - expected)[there, joint]
        assert found.count[joint] == there.sum()
        assert found.rms[joint] == pytest.approx(np.sqrt(np.mean(d**2)), rel=1e-12)
        assert found.mae[joint] == pytest.approx(np.mean(np.abs(d)), rel=1e-12)
        assert found.largest[joint] == np.abs(d).max()
        assert found.bias[joint] == pytest.approx(d.mean(), rel=1e-12)
        assert found.nrms[joint] == pytest.approx(np.sqrt(np.mean(d**2)) / s.std(), rel=1e-12)
        assert found.r2[joint] == pytest.approx(1 - np.sum(d**2) / np.sum((s - s.mean()) ** 2), rel=1e-12)


def test_nothing_cancels_far_from_zero():
    """A sum of squares less the square of the sum would leave no correct digit at this level."""
    _, signal, _ = signals(4000, level=1e8)
    moments = RunningMoments(3)
    for piece in np.array_split(signal.T, 40, axis=1):
        moments.add(piece)
    expected = np.sum((signal - signal.mean(axis=0)) ** 2, axis=0)
    np.testing.assert_allclose(moments.squares, expected, rtol=1e-6)


def test_a_joint_without_samples_has_no_numbers():
    time, signal, expected = signals(200)
    signal[:, 1] = np.nan
    found = fed([], time, signal, expected).result()
    assert found.count.tolist() == [200, 0, 200]
    for values in (found.rms, found.mae, found.largest, found.nrms, found.r2, found.bias, found.lag):
        assert np.isnan(values[1])
    assert np.isfinite(np.stack([found.rms, found.r2, found.bias])[:, [0, 2]]).all()
