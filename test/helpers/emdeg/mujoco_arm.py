"""What MuJoCo itself computes for a model from which an arm was read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.kinematics import link_pose
from puma560_dynamics.arrays import FloatArray

EXACT = 1e-12
"""Difference as a fraction of the largest torque, and of 1 m."""


class MujocoArm:
    """A compiled model and its state.

    Args:
        model: without constraints: limits, contacts, couplings and dry friction are switched off.
        arm: read from the same model. Joints that the arm does not have stand at zero or the nearest limit.
    """

    def __init__(self, model: Any, arm: Arm) -> None:
        mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
        self.mujoco, self.model, self.arm, self.data = mujoco, model, arm, mujoco.MjData(model)
        joints = [model.joint(name) for name in arm.chain.joint_names]
        self.places = [int(joint.qposadr[0]) for joint in joints]
        self.dofs = [int(joint.dofadr[0]) for joint in joints]
        self.rest = model.qpos0.copy()
        for joint in range(model.njnt):
            if model.jnt_type[joint] >= int(mujoco.mjtJoint.mjJNT_SLIDE):
                lower, upper = model.jnt_range[joint] if model.jnt_limited[joint] else (-np.inf, np.inf)
                self.rest[model.jnt_qposadr[joint]] = np.clip(0.0, lower, upper)

    def torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Inverse dynamics with armature and damping, (n,) N·m; joints that follow others add to their leaders'."""
        self.data.qpos[:], self.data.qvel[:], self.data.qacc[:] = self.rest, 0.0, 0.0
        self.data.qpos[self.places] = self.arm.chain_positions(q)
        self.data.qvel[self.dofs] = self.arm.following @ qd
        self.data.qacc[self.dofs] = self.arm.following @ qdd
        self.mujoco.mj_inverse(self.model, self.data)
        return np.asarray(self.arm.following.T @ self.data.qfrc_inverse[self.dofs])

    def compare(self, states: int = 10, seed: int = 0) -> None:
        """Torques of the arm, its viscous friction included, and poses of its links are those of the model."""
        arm, model = self.arm, load_model("newton_euler", self.arm)
        viscous = np.array([one.viscous for one in arm.friction]) if arm.friction else np.zeros(arm.n)
        given = np.random.default_rng(seed).uniform(-2.0, 2.0, (states, 3, arm.n))
        expected = np.array([self.torque(*state) for state in given])
        found = np.array([model.torque(*state) + viscous * state[1] for state in given])
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=EXACT * np.abs(expected).max())
        self.torque(*given[0])
        root = self._pose(arm.link_names[0])
        for link in arm.link_names:
            if not link.endswith(")"):  # a link between several joints of one body
                pose = root @ link_pose(arm, given[0][0], link)
                np.testing.assert_allclose(pose, self._pose(link), rtol=0.0, atol=10 * EXACT, err_msg=link)

    def _pose(self, link: str) -> FloatArray:
        body, pose = self.data.body(link), np.eye(4)
        pose[:3, :3], pose[:3, 3] = body.xmat.reshape(3, 3), body.xpos
        return pose


BODY = '<inertial pos="0.1 0.02 0.3" quat="1 0.2 0.3 -0.1" mass="2" diaginertia="0.03 0.04 0.05"/>'

TENDON = '<tendon><fixed name="t" {}><joint joint="one" coef="1"/><joint joint="two" coef="2"/></fixed></tendon>'
COUPLING = '<joint joint1="two" joint2="one" polycoef="0.1 -0.5 0 0 0"/>'


def arm_of(inside: str = "", joint: str = "", more: str = "", hand: str = "") -> str:
    """Two joints, the second with what is given."""
    return (
        f'<mujoco model="m"><compiler angle="radian"/><worldbody><body name="a">{BODY}'
        '<joint name="one" axis="0 1 0" range="-1 1"/>'
        f'<body name="b" pos="0 0 1" {inside}>{BODY}<joint name="two" axis="0 1 0" range="-1 1" {joint}/>{hand}</body>'
        f"</body></worldbody>{more}</mujoco>"
    )
