"""The filter lets through what it says, without delay, and differentiates."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from puma560_dynamics.replay.zero_phase import LARGEST_CUT_OFF, ZeroPhase, zero_phase

PERIOD = 0.004


@trials(50)
@given(
    st.floats(0.05, 100.0),
    st.floats(0.01, LARGEST_CUT_OFF),
    st.integers(0, 2),
    st.floats(0.0, 2.0 * np.pi),
)
def test_a_sine_comes_out_with_the_stated_amplitude_and_no_delay(f: float, share: float, m: int, phase: float):
    cut_off = share / PERIOD
    low_pass = ZeroPhase(cut_off, PERIOD)
    time = PERIOD * np.arange(-low_pass.reach, low_pass.reach + 50)
    omega = 2.0 * np.pi * f
    given_, asked = np.sin(omega * time + phase), omega**m * np.sin(omega * time + phase + m * np.pi / 2.0)
    gain = special.gammaincc(4, special.gammainccinv(4, np.sqrt(0.5)) * (f / cut_off) ** 2)
    result = low_pass.apply(given_, m)
    scale = (2.0 * np.pi * cut_off) ** m  # what the filter can produce at all
    np.testing.assert_allclose(result, gain * asked[low_pass.reach : -low_pass.reach], atol=1e-8 * scale)


def test_half_the_power_passes_at_the_cut_off():
    low_pass = ZeroPhase(15.0, PERIOD)
    time = PERIOD * np.arange(5000)
    out = low_pass.apply(np.sin(2.0 * np.pi * 15.0 * time), 0)
    assert np.mean(out**2) == pytest.approx(0.25, rel=1e-3)


def test_a_parabola_keeps_its_derivatives():
    low_pass = ZeroPhase(15.0, PERIOD)
    time = PERIOD * np.arange(400)
    inner = time[low_pass.reach : -low_pass.reach]
    parabola = np.stack((3.0 * time**2 - time, 2.0 + time))
    np.testing.assert_allclose(low_pass.apply(parabola, 0)[0], 3.0 * inner**2 - inner, atol=1e-9)
    np.testing.assert_allclose(low_pass.apply(parabola, 1)[0], 6.0 * inner - 1.0, atol=1e-8)
    np.testing.assert_allclose(low_pass.apply(parabola, 2)[:, 5], [6.0, 0.0], atol=1e-6)


def test_beyond_the_edge_an_end_has_no_effect():
    """A jump at the end, the worst that can be there, against the same jump in the middle of nowhere."""
    low_pass = ZeroPhase(15.0, PERIOD)
    jump = (np.arange(2000) >= 1000).astype(float)
    felt = np.abs(low_pass.apply(jump, 2))
    index = np.arange(len(felt)) + low_pass.reach
    far = np.abs(index - 1000) * PERIOD > low_pass.edge + PERIOD
    assert felt[far].max() < 1e-3 * felt.max()
    assert low_pass.edge < 0.2


def test_a_cut_off_beyond_the_rate_is_lowered():
    assert zero_phase(15.0, 0.02).cut_off == pytest.approx(LARGEST_CUT_OFF / 0.02)
    assert zero_phase(15.0, 0.001).cut_off == 15.0
