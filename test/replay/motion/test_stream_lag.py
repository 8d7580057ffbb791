"""A lag is found to a small share of the period."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.blocks import MultiSine
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics.replay.motion.stream_lag import find_lag


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(-0.05, 0.05))
def test_a_shifted_signal_gives_its_shift(seed: int, shift: float):
    motion = MultiSine(np.random.default_rng(seed))
    time = np.arange(2500.0) * 0.004
    lag, left = find_lag(time, motion.at(time - shift, 1), motion.at(time, 1))
    assert lag == pytest.approx(shift, abs=2e-5)
    assert left < 1e-3


def test_noise_does_not_matter():
    rng = np.random.default_rng(5)
    motion = MultiSine(rng)
    time = np.arange(5000.0) * 0.004
    signal = motion.at(time - 0.0041, 1) + rng.normal(0.0, 0.05, (5000, 6))
    assert find_lag(time, signal, motion.at(time, 1))[0] == pytest.approx(0.0041, abs=1e-4)


def test_something_else_leaves_much():
    rng = np.random.default_rng(6)
    time = np.arange(5000.0) * 0.004
    assert find_lag(time, MultiSine(rng).at(time, 1), MultiSine(rng).at(time, 1))[1] > 0.5
