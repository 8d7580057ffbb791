"""Clamp and soft margin: between gravity and what was wanted, never beyond the maximum."""

from __future__ import annotations

import numpy as np
from gate import LIMITS, settings
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from puma560_dynamics.control.torque_limits import clamp, soften

NEAR = settings(soft_margin=0.1)
GRAVITY = np.array([1.0, -1.0])
TWO = arrays(np.float64, 2, elements=st.floats(-1e6, 1e6))


def test_the_clamp_names_the_joints():
    torque, over = clamp(NEAR, np.array([11.0, -4.0]))
    assert torque.tolist() == [10.0, -4.0]
    assert over.tolist() == [0]


def test_what_drives_outward_fades_over_the_margin():
    for room, share in ((0.2, 1.0), (0.125, 1.0), (0.05, 0.5), (0.0, 0.0), (-0.1, 0.0)):
        torque, less = soften(NEAR, np.array([1.0 - room, 0.0]), np.array([5.0, 0.0]), GRAVITY)
        np.testing.assert_allclose(torque, [1.0 + share * 4.0, 0.0])
        assert less.tolist() == ([0] if share < 1.0 else [])


def test_what_drives_inward_is_left_alone():
    torque, less = soften(NEAR, np.array([0.99, -0.99]), np.array([-5.0, 4.0]), GRAVITY)
    assert torque.tolist() == [-5.0, 4.0]
    assert less.size == 0


def test_without_a_margin_it_ends_at_the_limit():
    hard = settings(soft_margin=0.0)
    assert soften(hard, np.array([0.999, 0.0]), np.array([5.0, 0.0]), GRAVITY)[0][0] == 5.0
    assert soften(hard, np.array([1.0, 0.0]), np.array([5.0, 0.0]), GRAVITY)[0][0] == 1.0


@given(arrays(np.float64, 2, elements=st.floats(-3.0, 3.0)), TWO, TWO)
def test_always_between_gravity_and_what_was_wanted(position: np.ndarray, torque: np.ndarray, gravity: np.ndarray):
    wanted, hold = clamp(NEAR, torque)[0], clamp(NEAR, gravity)[0]
    out, _ = soften(NEAR, position, wanted, hold)
    assert (np.abs(out) <= LIMITS).all()
    assert (out >= np.minimum(wanted, hold) - 1e-12).all()
    assert (out <= np.maximum(wanted, hold) + 1e-12).all()
