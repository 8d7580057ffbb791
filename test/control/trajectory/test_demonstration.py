"""The demonstration keeps to the limits of any arm, and is pick and place on the PUMA."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.arm.kinematics import gravity_load
from puma560_dynamics.control.trajectory.trajectory import (
    CARRIED,
    HOME,
    USUAL,
    demonstration,
    home,
    is_puma,
    pick_and_place,
)


def variants() -> dict[str, Arm]:
    """Arms of other limits, with a joint that slides, with joints that turn for ever, of seven joints."""
    puma = load_arm("akb1986")
    endless = tuple(replace(joint, lower=-np.inf, upper=np.inf) for joint in puma.joints)
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
        "endless": puma.with_(joints=endless),
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
