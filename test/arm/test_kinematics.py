"""Poses and Jacobian of the last link against Pinocchio, and against each other by differences."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import gravity_load, jacobian, link_poses
from puma560_dynamics.description.urdf import urdf


@pytest.fixture(params=["akb1986", "stanford1983"])
def any_arm(request: pytest.FixtureRequest) -> Arm:
    """One arm whose joints all turn, and one with a joint that slides."""
    return load_arm(request.param)


@pytest.fixture
def states(any_arm: Arm) -> np.ndarray:
    """(20, n) positions within the limits."""
    return np.random.default_rng(7).uniform(any_arm.lower, any_arm.upper, (20, any_arm.n))


def test_both_agree_with_pinocchio(any_arm: Arm, states: np.ndarray):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(urdf(any_arm))
    data, last = model.createData(), any_arm.n
    poses, columns = link_poses(any_arm, states), jacobian(any_arm, states)
    for row, q in enumerate(states):
        pin.computeJointJacobians(model, data, q)
        for link in range(any_arm.n):
            np.testing.assert_allclose(poses[row, link], data.oMi[link + 1].homogeneous, atol=1e-14)
        there = pin.getJointJacobian(model, data, last, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
        np.testing.assert_allclose(columns[row], there, atol=1e-14)


def test_the_jacobian_is_the_slope_of_the_pose(any_arm: Arm, states: np.ndarray):
    step = 1e-6
    for q in states[:5]:
        for index in range(any_arm.n):
            ahead, behind = (link_poses(any_arm, q + sign * step * np.eye(any_arm.n)[index])[-1] for sign in (1, -1))
            slope = (ahead - behind) / (2.0 * step)
            spin = slope[:3, :3] @ link_poses(any_arm, q)[-1, :3, :3].T
            found = jacobian(any_arm, q)[:, index]
            np.testing.assert_allclose(found[:3], slope[:3, 3], atol=1e-9)
            np.testing.assert_allclose(found[3:], [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-9)


def test_a_model_gives_them_for_any_shape(any_arm: Arm, states: np.ndarray):
    model = load_model("newton_euler", any_arm)
    many = states.reshape(4, 5, any_arm.n)
    assert model.forward_kinematics(many).shape == (4, 5, 4, 4)
    assert model.jacobian(many).shape == (4, 5, 6, any_arm.n)
    np.testing.assert_array_equal(model.forward_kinematics(many)[1, 2], link_poses(any_arm, many[1, 2])[-1])
    np.testing.assert_array_equal(model.jacobian(many)[1, 2], jacobian(any_arm, many[1, 2]))


def test_the_gravity_load_is_that_of_the_models(arm: Arm):
    """Of the PUMA, of an arm that hangs, and of one that slides."""
    hanging = arm.with_(gravity_direction=np.array([0.6, 0.0, 0.8]))
    for one in (arm, hanging, load_arm("stanford1983")):
        q = np.random.default_rng(8).uniform(-2.0, 2.0, (40, one.n))
        expected = load_model("newton_euler", one).gravity(q)
        np.testing.assert_allclose(gravity_load(one, q), expected, atol=1e-12 * np.abs(expected).max())
        np.testing.assert_allclose(gravity_load(one, q[0]), expected[0], atol=1e-12 * np.abs(expected).max())
