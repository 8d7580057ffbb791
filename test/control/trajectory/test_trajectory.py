"""The reference is smooth, consistent with its own derivatives, and within what the arm can do."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.trajectory import HOME, Trajectory, pick_and_place
from puma560_dynamics.errors import StateError


def sampled(trajectory: Trajectory, step: float) -> tuple[np.ndarray, ...]:
    """Positions, velocities and accelerations every `step` seconds."""
    references = [trajectory.at(t) for t in np.arange(0.0, trajectory.duration, step)]
    return tuple(
        np.array([getattr(r, field) for r in references]) for field in ("position", "velocity", "acceleration")
    )


def test_derivatives_belong_together():
    step = 1e-4
    q, qd, qdd = sampled(pick_and_place(5.0), step)
    np.testing.assert_allclose((q[2:] - q[:-2]) / (2 * step), qd[1:-1], atol=2e-5)
    # At the joints between legs the jerk jumps, so one order is lost there.
    np.testing.assert_allclose((qd[2:] - qd[:-2]) / (2 * step), qdd[1:-1], atol=2e-2)


def test_nothing_jumps():
    q, qd, qdd = sampled(pick_and_place(5.0), 1e-3)
    for values, bound in ((q, 0.01), (qd, 0.05), (qdd, 1.0)):
        assert np.abs(np.diff(values, axis=0)).max() < bound


def test_it_starts_and_ends_at_home_at_rest():
    trajectory = pick_and_place(5.0)
    for time in (-1.0, 0.0, 5.0, 9.0):
        reference = trajectory.at(time)
        np.testing.assert_allclose(reference.position, HOME, atol=1e-12)
        np.testing.assert_allclose(reference.velocity, 0.0, atol=1e-12)
        np.testing.assert_allclose(reference.acceleration, 0.0, atol=1e-12)


def test_the_arm_can_do_it(arm: Arm):
    """Position, velocity and torque limits, with room for PD; and it is a motion worth the name."""
    q, qd, qdd = sampled(pick_and_place(5.0), 0.01)
    assert (q > arm.lower + 0.05).all()
    assert (q < arm.upper - 0.05).all()
    assert (np.abs(qd) < arm.velocity).all()
    torque = load_model("full", arm).torque(q, qd, qdd)
    assert (np.abs(torque).max(axis=0) < 0.8 * arm.maximum_torque).all()
    assert (np.ptp(q, axis=0) > 1.0).all()


def test_scaling_keeps_the_path():
    slow, fast = pick_and_place(10.0), pick_and_place(5.0)
    np.testing.assert_allclose(slow.at(4.0).position, fast.at(2.0).position)
    np.testing.assert_allclose(2 * slow.at(4.0).velocity, fast.at(2.0).velocity)


def test_bad_trajectories():
    with pytest.raises(StateError, match="P points"):
        Trajectory(np.zeros((3, 6)), np.ones(3))
    with pytest.raises(StateError, match="positive durations"):
        Trajectory(np.zeros((2, 6)), np.zeros(1))


@pytest.mark.parametrize(("velocity", "acceleration"), [(2.0, 1e9), (1e9, 3.0), (2.0, 3.0)])
def test_the_least_duration_meets_a_limit_and_none_is_exceeded(velocity: float, acceleration: float):
    duration = pick_and_place(5.0).least_duration(np.full(6, velocity), np.full(6, acceleration))
    _, qd, qdd = sampled(pick_and_place(duration), duration / 20_000)
    share = max(np.abs(qd).max() / velocity, np.abs(qdd).max() / acceleration)
    assert 1.0 - 1e-6 < share <= 1.0 + 1e-12
