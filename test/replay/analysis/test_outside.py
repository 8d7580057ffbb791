"""The share outside the expected band is that of the distribution that the residual was drawn from."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
import pytest

from puma560_dynamics.replay.analysis.outside import WIDTHS, OutsideCounts, half_width

SAMPLES = 100_000


def counted(residual: np.ndarray, tolerance: np.ndarray, pieces: int = 3) -> OutsideCounts:
    counts = OutsideCounts(residual.shape[1])
    for part, width in zip(np.array_split(residual, pieces), np.array_split(tolerance, pieces), strict=True):
        counts.add(part, width)
    return counts


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0, 4.0])
def test_normal_noise(ratio: float):
    """Noise of `ratio` times what is expected, by tolerances and the rest at once, at two joints."""
    rng = np.random.default_rng(5)
    tolerance = rng.uniform(0.0, 3.0, (SAMPLES, 2))
    allowance = np.array([0.4, 2.0])
    residual = ratio * np.hypot(tolerance, allowance) * rng.standard_normal((SAMPLES, 2))
    expected = 1.0 - erf(WIDTHS / ratio / sqrt(2.0))
    scatter = sqrt(expected * (1.0 - expected) / SAMPLES)
    found = counted(residual, tolerance).shares(allowance)
    # Steps of the counting move the allowance by up to 0.6 %, which the density at the edge turns into a share.
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=4.0 * scatter + 0.006 * 0.3)
    np.testing.assert_allclose(found, np.mean(np.abs(residual) > half_width(tolerance, allowance), axis=0), atol=0.002)


def test_noise_of_the_expected_size_is_outside_at_one_sample_in_twenty_two():
    noise = np.random.default_rng(1).standard_normal((SAMPLES, 1))
    assert counted(noise, np.zeros_like(noise)).shares(np.ones(1)) == pytest.approx(0.0455, abs=0.003)


def test_the_same_noise_is_outside_of_tolerances_that_do_not_allow_for_it():
    """Which is why noise and friction belong into the band."""
    noise = np.random.default_rng(1).standard_normal((SAMPLES, 1))
    found = counted(noise, np.full_like(noise, 0.1))
    assert found.shares(np.zeros(1)) > 0.8
    assert found.shares(np.ones(1)) < 0.05


def test_what_does_not_count_is_left_out():
    residual = np.array([[np.nan, np.nan], [5.0, np.nan], [0.1, np.nan], [-5.0, np.nan]])
    found = counted(residual, np.ones((4, 2)), pieces=1).shares(np.zeros(2))
    assert found[0] == pytest.approx(2 / 3)
    assert np.isnan(found[1])


def test_a_larger_allowance_never_leaves_more_outside():
    residual = np.random.default_rng(2).standard_cauchy((2000, 1))
    counts = counted(residual, np.full((2000, 1), 0.2))
    shares = [counts.shares(np.array([allowance]))[0] for allowance in np.geomspace(1e-9, 1e5, 60)]
    assert (np.diff(shares) <= 0.0).all()
    assert shares[0] > 0.5
    assert shares[-1] == 0.0
