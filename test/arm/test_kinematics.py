"""Poses and Jacobians of every link against Pinocchio, each other by differences, and the weight of a payload."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from helpers.arm.framed_robots import ROBOTS, FramedRobot
from helpers.emdeg.random_urdfs import urdfs
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import gravity_load, jacobian, link_poses
from puma560_dynamics.arm.transform import cos_sin, rotation_x, rotation_y, rotation_z
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import StateError, UnphysicalArmError


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


def test_the_rate_is_the_slope_of_the_jacobian(any_arm: Arm, states: np.ndarray):
    """Central differences of 4th order along the velocities, in both axes and for every link."""
    model, step = load_model("newton_euler", any_arm), 1e-3
    qd = np.random.default_rng(11).uniform(-1.0, 1.0, states.shape)
    for link in any_arm.link_names:
        for axes in ("base", "link"):
            near, far = (
                model.jacobian(states + k * step * qd, link, axes) - model.jacobian(states - k * step * qd, link, axes)
                for k in (1, 2)
            )
            found = model.jacobian_rate(states, qd, link, axes)
            np.testing.assert_allclose(found, (8 * near - far) / (12 * step), atol=1e-10)
            bias = model.bias_acceleration(states, qd, link, axes)
            np.testing.assert_allclose(bias, np.einsum("...ij,...j->...i", found, qd), atol=1e-14)


def test_velocities_are_broadcast(any_arm: Arm, states: np.ndarray):
    model = load_model("newton_euler", any_arm)
    many = states.reshape(4, 5, any_arm.n)
    assert model.jacobian_rate(many, 0.5).shape == (4, 5, 6, any_arm.n)
    assert model.bias_acceleration(many[0, 0], many).shape == (4, 5, 6)
    assert not model.bias_acceleration(many, 0).any()


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


class Oracle:
    """Frames of a description in Pinocchio, as seen from the base of its arm."""

    def __init__(self, robot: FramedRobot, arm: Arm) -> None:
        self.pin = pytest.importorskip("pinocchio")
        self.arm, self.model = arm, self._model(robot, arm, mimic=bool(arm.followers))
        self.data, self.base = self.model.createData(), arm.link_names[0]
        # In the axes of a link, Pinocchio's rates of mimic joints are not the derivatives of its Jacobian.
        self.free = self._model(robot, arm, mimic=False) if arm.followers else self.model

    def _model(self, robot: FramedRobot, arm: Arm, mimic: bool) -> Any:
        model = self.pin.buildModelFromXML(robot.text, mimic=mimic)
        known = (*arm.joint_names, *(follower.joint.name for follower in arm.followers))
        held = [model.getJointId(name) for name in list(model.names)[1:] if name not in known]
        at = self.pin.neutral(model)
        for joint in held:  # the gripper of `light_arm` is held at its nearest limit, and what mimics it follows
            place = model.joints[joint].idx_q
            at[place] = {"left_finger": 0.01, "right_finger": -0.01}.get(model.names[joint], 0.0)
        return self.pin.buildReducedModel(model, held, at) if held else model

    def pose_and_jacobian(self, q: np.ndarray, link: str, axes: str) -> tuple[np.ndarray, np.ndarray]:
        """(4, 4) and (6, n)."""
        pin, model, data = self.pin, self.model, self.data
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        frame = model.getFrameId(link)
        base = data.oMf[model.getFrameId(self.base)]
        kind = pin.ReferenceFrame.LOCAL if axes == "link" else pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        columns = pin.getFrameJacobian(model, data, frame, kind).reshape(6, model.nv)
        if axes == "base":
            columns = np.vstack([base.rotation.T @ columns[:3], base.rotation.T @ columns[3:]])
        return (base.inverse() * data.oMf[frame]).homogeneous, columns

    def rate_and_bias(self, q: np.ndarray, qd: np.ndarray, link: str, axes: str) -> tuple[np.ndarray, np.ndarray]:
        """(6, n) and (6,): the acceleration at constant velocities, classical in the axes of the base."""
        pin, model, data, following = self.pin, self.free, self.free.createData(), self.arm.following
        q, qd = self.arm.chain_positions(q), following @ qd
        pin.computeJointJacobiansTimeVariation(model, data, q, qd)
        pin.forwardKinematics(model, data, q, qd, np.zeros(model.nv))
        pin.updateFramePlacements(model, data)
        frame, turn = model.getFrameId(link), data.oMf[model.getFrameId(self.base)].rotation.T
        kind = pin.ReferenceFrame.LOCAL if axes == "link" else pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        rates = pin.getFrameJacobianTimeVariation(model, data, frame, kind).reshape(6, model.nv) @ following
        if axes == "link":
            return rates, pin.getFrameAcceleration(model, data, frame, kind).vector
        bias = pin.getFrameClassicalAcceleration(model, data, frame, kind)
        seen = np.kron(np.eye(2), turn)
        return seen @ rates, seen @ bias.vector


def agree_in_every_frame(robot: FramedRobot, q: np.ndarray) -> None:
    """Poses, both Jacobians and their rates of every link, batches and single states, as Pinocchio has them."""
    arm = robot.arm
    oracle, model = Oracle(robot, arm), load_model("newton_euler", arm)
    qd = np.random.default_rng(12).uniform(-1.0, 1.0, q.shape)
    far = max(1.0, *(abs(joint.d) for joint in arm.chain.joints), *(abs(joint.a) for joint in arm.chain.joints))
    for link in arm.link_names:
        poses = model.forward_kinematics(q, link=link)
        assert poses.shape == (*q.shape[:-1], 4, 4)
        for axes in ("base", "link"):
            columns = model.jacobian(q, link=link, axes=axes)
            assert columns.shape == (*q.shape[:-1], 6, arm.n)
            for row in np.ndindex(q.shape[:-1]):
                pose, expected = oracle.pose_and_jacobian(q[row], link, axes)
                for found in (poses[row], model.forward_kinematics(q[row], link)):
                    np.testing.assert_allclose(found, pose, rtol=0.0, atol=1e-12 * far, err_msg=link)
                for found in (columns[row], model.jacobian(q[row], link, axes)):
                    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12 * far, err_msg=f"{link} {axes}")
            rates = model.jacobian_rate(q, qd, link, axes)
            bias = model.bias_acceleration(q, qd, link, axes)
            assert rates.shape == (*q.shape[:-1], 6, arm.n) and bias.shape == (*q.shape[:-1], 6)
            for row in np.ndindex(q.shape[:-1]):
                slope, acceleration = oracle.rate_and_bias(q[row], qd[row], link, axes)
                where, near = f"{link} {axes}", 2e-12 * far * arm.n
                for found in (rates[row], model.jacobian_rate(q[row], qd[row], link, axes)):
                    np.testing.assert_allclose(found, slope, rtol=0.0, atol=near, err_msg=where)
                for found in (bias[row], model.bias_acceleration(q[row], qd[row], link, axes)):
                    np.testing.assert_allclose(found, acceleration, rtol=0.0, atol=near, err_msg=where)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_frame_is_pinocchios(name: str):
    robot = ROBOTS[name]
    agree_in_every_frame(robot, np.random.default_rng(3).uniform(-1.0, 1.0, (2, 2, robot.arm.n)))


@trials(25)
@given(urdfs())
def test_every_frame_of_random_arms_is_pinocchios(text: str):
    robot = FramedRobot(text)
    try:
        n = robot.arm.n
    except UnphysicalArmError:
        return
    agree_in_every_frame(robot, np.random.default_rng(4).uniform(-1.0, 1.0, (2, n)))


def test_every_link_of_the_description_is_named_unless_another_joint_moves_it():
    robot = ROBOTS["light"]
    links = re.findall(r'<link name="(\w+)"', robot.text)
    assert set(robot.arm.link_names) == set(links) - {"wheel"}


def test_the_paper_s_arm_has_frames_of_all_its_links(arm: Arm):
    model, q = load_model("newton_euler", arm), np.random.default_rng(9).uniform(-2.0, 2.0, (3, 6))
    for number, link in enumerate(arm.links):
        np.testing.assert_array_equal(model.forward_kinematics(q, link.name), link_poses(arm, q)[:, number])
        assert not model.jacobian(q, link.name)[..., number + 1 :].any()
    np.testing.assert_array_equal(model.forward_kinematics(q, "base_link"), np.broadcast_to(np.eye(4), (3, 4, 4)))
    assert not model.jacobian(q, "base_link").any()
    np.testing.assert_array_equal(model.forward_kinematics(q), model.forward_kinematics(q, "link6"))
    np.testing.assert_array_equal(model.jacobian(q), model.jacobian(q, "link6", "base"))


@pytest.mark.parametrize("name", ["light", "held gripper", "base on a turret", "seven joints"])
def test_a_payload_weighs_at_a_link_what_its_force_does_there(name: str):
    """J^T F of the weight at its center, in both axes, is what the payload adds to the gravity torque."""
    arm = ROBOTS[name].arm
    bare, center, mass = load_model("newton_euler", arm), np.array([0.03, -0.05, 0.11]), 1.7
    q = np.random.default_rng(5).uniform(-1.0, 1.0, (4, arm.n))
    for link in arm.end_frames:
        load = Payload.of(mass, center, (0.02, 0.03, 0.04, 0.001, 0.002, -0.003), link)
        expected = load_model("newton_euler", arm, load).gravity(q) - bare.gravity(q)
        turn = bare.forward_kinematics(q, link)[..., :3, :3]
        for axes in ("base", "link"):
            # What holds the load acts against its weight.
            force = np.broadcast_to(-mass * arm.base_gravity, (4, 3))
            lever = turn @ center
            if axes == "link":
                force, lever = np.einsum("...ji,...j->...i", turn, force), np.broadcast_to(center, (4, 3))
            wrench = np.concatenate([force, np.cross(lever, force)], axis=-1)
            found = np.einsum("...ij,...i->...j", bare.jacobian(q, link, axes), wrench)
            np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12 * np.abs(expected).max(), err_msg=link)


def test_other_links_and_axes_are_refused(arm: Arm):
    model = load_model("newton_euler", arm)
    still = np.zeros(6)
    for refused in (
        lambda: model.forward_kinematics(still, "nobody"),
        lambda: model.jacobian(still, "x"),
        lambda: model.jacobian_rate(still, still, "x"),
        lambda: model.bias_acceleration(still, still, "x"),
    ):
        with pytest.raises(StateError, match=r"is no link of akb1986 .*; use one of base_link, link1, "):
            refused()
    with pytest.raises(StateError, match=r"^axes: expected 'base' or 'link', got 'world'; "):
        model.jacobian(np.zeros(6), axes="world")  # type: ignore[arg-type]
    with pytest.raises(StateError, match=r"^axes: expected 'base' or 'link', got 'world'; "):
        model.bias_acceleration(still, still, axes="world")  # type: ignore[arg-type]


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_quarter_turns_are_exact(quarters: int):
    c, s = cos_sin(quarters * math.pi / 2)
    assert {abs(c), abs(s)} == {0.0, 1.0}
    assert c == pytest.approx(math.cos(quarters * math.pi / 2), abs=1e-12)
    assert s == pytest.approx(math.sin(quarters * math.pi / 2), abs=1e-12)


@pytest.mark.parametrize("angle", [0.1, -2.0, math.pi / 2 + 1e-9])
def test_other_angles_are_cos_and_sin(angle: float):
    assert cos_sin(angle) == (math.cos(angle), math.sin(angle))


def test_rotations():
    for rotation in (rotation_x(0.3), rotation_y(0.7), rotation_z(-1.2)):
        np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(rotation_x(math.pi / 2) @ [0, 1, 0], [0, 0, 1])
    np.testing.assert_allclose(rotation_y(math.pi / 2) @ [0, 0, 1], [1, 0, 0])
    np.testing.assert_allclose(rotation_z(math.pi / 2) @ [1, 0, 0], [0, 1, 0])
