"""The path to rest is continuous with the present state, and no joint gets faster or turns back."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.control.trajectory.joint_path import Present, stop_path

LOWER, UPPER = np.full(1, -3.0), np.full(1, 3.0)


def present(position: float, velocity: float, acceleration: float = 0.0) -> Present:
    """Of one joint, rad, rad/s and rad/s²."""
    return Present(np.array([position]), np.array([velocity]), np.array([acceleration]))


@given(st.floats(-2.0, 2.0), st.floats(-50.0, 50.0), st.floats(0.05, 0.5))
def test_velocity_falls_to_zero_and_never_turns(v: float, a: float, duration: float):
    path = stop_path(present(0.1, v, a), duration, LOWER, UPPER)
    q, speed, acceleration = path.at(np.linspace(0.0, duration, 200))
    assert q[0, 0] == 0.1
    assert speed[0, 0] == v
    assert speed[-1, 0] == acceleration[-1, 0] == 0.0
    assert (speed * np.sign(v) >= -1e-9).all()
    assert (np.diff(np.abs(speed[:, 0])) <= 1e-9).all()
    assert abs(q[-1, 0] - 0.1) <= 0.5 * abs(v) * duration + 1e-12


def test_a_present_deceleration_is_kept_and_shortens_the_way():
    path = stop_path(present(0.0, 1.0, -4.0), 0.4, LOWER, UPPER)
    assert path.acceleration[0, 0] == -4.0
    np.testing.assert_allclose(path.position[-1], 0.4 * 0.5 - 0.4**2 * 4.0 / 12.0)
    # The cubic of the docstring, at the middle: v/2 + aT/8.
    np.testing.assert_allclose(path.at(0.2)[1][0], 0.5 - 4.0 * 0.4 / 8.0)


def test_a_present_acceleration_is_not_kept():
    assert stop_path(present(0.0, 1.0, 4.0), 0.4, LOWER, UPPER).acceleration[0, 0] == 0.0
    assert stop_path(present(0.0, 0.0, 4.0), 0.4, LOWER, UPPER).position[-1, 0] == 0.0


def test_it_ends_within_the_position_limits_and_holds_what_is_outside():
    assert stop_path(present(2.99, 1.0), 0.4, LOWER, UPPER).position[-1, 0] == 3.0
    held = stop_path(present(3.1, 1.0), 0.4, LOWER, UPPER)
    np.testing.assert_array_equal(held.position[:, 0], 3.1)
