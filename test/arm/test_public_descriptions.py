"""Public robot descriptions, as they are in packages on PyPI, against Pinocchio and MuJoCo on the whole file.

`make trials` installs the packages. A description that needs choices gets those that the message of the refusal names:
the first tip, and the joints to hold.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.public_descriptions import FILES, PACKAGES, installed, is_arm, loaded
from helpers.emdeg.mujoco_arm import MujocoArm

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")

REFUSED = {"panda_collision_links.urdf": "no link of the arm has mass"}
LOADED = 92
MODELS = (
    "franka_emika_panda", "franka_fr3", "kinova_gen3", "kuka_iiwa_14", "rethink_robotics_sawyer", "trossen_vx300s",
    "trossen_wx250s", "ufactory_lite6", "ufactory_xarm7", "unitree_z1", "universal_robots_ur10e",
    "universal_robots_ur5e",
)  # fmt: skip
"""Arms of MuJoCo Menagerie, which its package downloads when they are asked for."""

STATES = 20


class Whole:
    """A description as Pinocchio has it; joints that are not the arm's are at zero or the nearest limit."""

    def __init__(self, arm: Arm, path: Path) -> None:
        self.arm, self.model = arm, pin.buildModelFromXML(path.read_text(encoding="utf-8", errors="replace"))
        self.data = self.model.createData()
        joints = {name: self.model.joints[self.model.getJointId(name)] for name in list(self.model.names)[1:]}
        self.own = [joints[name] for name in arm.chain.joint_names]
        self.places = [joint.idx_v for joint in self.own]
        self.rest = pin.neutral(self.model)
        for joint in (joint for name, joint in joints.items() if joint.nq == 1 and name not in arm.chain.joint_names):
            low, high = self.model.lowerPositionLimit[joint.idx_q], self.model.upperPositionLimit[joint.idx_q]
            if low <= high:
                self.rest[joint.idx_q] = min(max(0.0, low), high)

    def position(self, q: np.ndarray) -> np.ndarray:
        """(nq,) of the whole robot."""
        position = self.rest.copy()
        for joint, angle in zip(self.own, self.arm.chain_positions(q), strict=True):
            position[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(angle), np.sin(angle)) if joint.nq == 2 else angle
        return position

    def torque(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """(n,) N·m of the motors."""
        rate, change = np.zeros(self.model.nv), np.zeros(self.model.nv)
        rate[self.places], change[self.places] = self.arm.following @ qd, self.arm.following @ qdd
        whole = pin.rnea(self.model, self.data, self.position(q), rate, change)
        return np.asarray(self.arm.following.T @ whole[self.places])

    def frame(self, q: np.ndarray, link: str, axes: str) -> tuple[np.ndarray, np.ndarray]:
        """(4, 4) and (6, n), in the frame of the base link."""
        kind = pin.ReferenceFrame.LOCAL if axes == "link" else pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        frame = self.model.getFrameId(link, pin.FrameType.BODY)
        pin.framesForwardKinematics(self.model, self.data, position := self.position(q))
        base = self.data.oMf[self.model.getFrameId(self.arm.link_names[0], pin.FrameType.BODY)]
        columns = pin.computeFrameJacobian(self.model, self.data, position, frame, kind).reshape(6, -1)[:, self.places]
        if axes == "base":
            columns = np.vstack([base.rotation.T @ columns[:3], base.rotation.T @ columns[3:]])
        return (base.inverse() * self.data.oMf[frame]).homogeneous, columns @ self.arm.following


def compare(arm: Arm, path: Path) -> None:
    """Torques at random states; pose and Jacobian of every link."""
    whole, ours = Whole(arm, path), load_model("newton_euler", arm)
    states = np.random.default_rng(1).uniform(-1.5, 1.5, (STATES, 3, arm.n))
    for q, qd, qdd in states:
        expected = whole.torque(q, qd, qdd)
        size = 1e-3 + np.abs(expected).max()
        np.testing.assert_allclose(ours.torque(q, qd, qdd), expected, rtol=0.0, atol=1e-9 * size)
    for link in arm.link_names:
        for q, _, _ in states[:2]:
            for axes in ("base", "link"):
                pose, columns = whole.frame(q, link, axes)
                np.testing.assert_allclose(ours.forward_kinematics(q, link), pose, rtol=0.0, atol=1e-9, err_msg=link)
                np.testing.assert_allclose(ours.jacobian(q, link, axes), columns, rtol=0.0, atol=1e-9, err_msg=link)


@installed
@pytest.mark.parametrize("name", FILES)
def test_torque_is_pinocchios_or_the_reason_is_stated(name: str):
    path = FILES[name]
    if not is_arm(path):
        pytest.skip("no joint of it moves")
    found = loaded(path)
    if path.name in REFUSED:
        assert isinstance(found, str) and REFUSED[path.name] in found
        return
    assert isinstance(found, Arm), found
    compare(found, path)


@installed
def test_nearly_all_of_them_load():
    versions = {package: distribution(package).version for package in PACKAGES}
    if versions != PACKAGES:
        pytest.skip(f"counted for {PACKAGES}, installed are {versions}")
    arms = [path for path in FILES.values() if is_arm(path)]
    assert sum(isinstance(loaded(path), Arm) for path in arms) == LOADED
    assert len(arms) - LOADED == len(REFUSED) <= 3


@pytest.mark.parametrize("name", MODELS)
def test_torque_is_mujocos(name: str):
    mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")
    menagerie = pytest.importorskip("mujoco_menagerie", reason="needs mujoco-menagerie (`make trials` installs them)")
    robot = menagerie.get(name)
    try:
        path = robot.xml(robot.default_model)
    except menagerie.MenagerieError as error:
        pytest.skip(f"{name} cannot be downloaded: {error}")
    arm = loaded(path)
    assert isinstance(arm, Arm), arm
    MujocoArm(mujoco.MjModel.from_xml_path(str(path)), arm).compare()
