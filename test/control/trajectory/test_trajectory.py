"""The reference is smooth, consistent with its own derivatives, and within what the arm can do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.arm.home_pose import CARRIED, HOME, USUAL, home, is_puma
from puma560_dynamics.arm.kinematics import gravity_load
from puma560_dynamics.control.trajectory.trajectory import (
    APPROACH_SHARE,
    LEAST_APPROACH_S,
    Trajectory,
    approach,
    demonstration,
    pick_and_place,
)
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


def variants() -> dict[str, Arm]:
    """Arms of other limits, with a joint that slides, with joints that turn for ever, of seven joints."""
    puma = load_arm("akb1986")
    continuous = tuple(replace(joint, lower=-np.inf, upper=np.inf) for joint in puma.joints)
    seven = puma.with_(
        joints=(*puma.joints, replace(puma.joints[-1], name="joint7")),
        links=(*puma.links, puma.links[-1]),
        motors=(*puma.motors, puma.motors[-1]),
        frames=np.empty((0, 4, 4)),
        rotors=(),
    )
    narrow = tuple(replace(joint, lower=0.5, upper=0.9) for joint in puma.joints)
    return {
        "stanford": load_arm("stanford1983"),
        "endless": puma.with_(joints=continuous),
        "narrow": puma.with_(joints=narrow),
        "seven": seven,
    }


def test_on_the_puma_it_is_pick_and_place():
    arm = load_arm("akb1986")
    assert is_puma(arm)
    assert home(arm).tolist() == list(HOME)
    np.testing.assert_array_equal(demonstration(arm, 7.0).points, pick_and_place(7.0).points)


@pytest.mark.parametrize("name", ["stanford", "narrow", "seven"])
def test_within_the_limits_of_any_arm(name: str):
    arm = variants()[name]
    motion = demonstration(arm)
    states = [motion.at(time) for time in np.linspace(0.0, USUAL, 2001)]
    q, qd = (np.array([getattr(state, field) for state in states]) for field in ("position", "velocity"))
    assert motion.duration == pytest.approx(USUAL)
    assert (q > arm.lower).all() and (q < arm.upper).all()
    assert (np.abs(qd) < arm.velocity).all()
    assert (np.ptp(q, axis=0) > 0.0).all(), "every joint moves"
    np.testing.assert_allclose(q[[0, -1]], [home(arm)] * 2, atol=1e-12)


def test_a_joint_that_turns_for_ever_starts_at_zero():
    arm = variants()["endless"]
    assert is_puma(arm)  # its motion is within no limits
    other = arm.with_(joints=(replace(arm.joints[0], lower=0.5, upper=0.9), *arm.joints[1:]))
    assert home(other)[1:].tolist() == [0.0] * 5
    assert np.isfinite(demonstration(other).points).all()


def test_an_arm_whose_motors_cannot_carry_it_in_the_middle_starts_elsewhere():
    """A weak motor at the shoulder, stretched out in the middle: the swing is about a pose that it holds."""
    seven = variants()["seven"]
    level = replace(seven.joints[1], lower=-2.0, upper=2.0)
    seven = seven.with_(joints=(seven.joints[0], level, *seven.joints[2:]))
    weak = replace(seven.motors[1], maximum_torque=40.0)
    arm = seven.with_(motors=(seven.motors[0], weak, *seven.motors[2:]))
    middle = 0.5 * (arm.lower + arm.upper)
    assert np.abs(gravity_load(arm, middle) / arm.maximum_torque).max() > CARRIED
    points = demonstration(arm).points
    assert np.abs(gravity_load(arm, points) / arm.maximum_torque).max() <= CARRIED
    assert (points > arm.lower).all() and (points < arm.upper).all()
    np.testing.assert_array_equal(home(seven), middle)  # strong ones: the middle


def test_six_joints_alone_are_no_puma():
    arm = load_arm("akb1986")
    other = arm.with_(joints=(arm.joints[0], replace(arm.joints[1], alpha=0.3), *arm.joints[2:]))
    assert not is_puma(other)


def test_the_approach_keeps_a_share_of_the_velocity_limits(arm: Arm):
    for far in (1e-3, 0.3, 3.0):
        leg = approach(arm, np.array(HOME) + far, HOME)
        np.testing.assert_array_equal(leg.points, [np.array(HOME) + far, HOME])
        assert leg.duration >= LEAST_APPROACH_S
        fastest = np.abs([leg.at(time).velocity for time in np.linspace(0.0, leg.duration, 201)]).max(axis=0)
        assert (fastest <= APPROACH_SHARE * arm.velocity * (1.0 + 1e-9)).all()
    assert fastest == pytest.approx(APPROACH_SHARE * arm.velocity.min(), rel=1e-4)


def test_an_approach_without_velocity_limits_ends(arm: Arm):
    unlimited = arm.with_(joints=tuple(replace(joint, velocity=0.0) for joint in arm.joints))
    assert np.isfinite(approach(unlimited, np.zeros(6), HOME).duration)
