"""Recordings of simulated arms with prismatic joints: exact motion, the effort of Pinocchio, and what a test adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from helpers.arm.sliding_arms import SLIDING
from helpers.replay.confusion import smooth_motion
from puma560_dynamics import ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, joint_friction_torque
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.replay.result import Analysis


@dataclass(frozen=True, eq=False)
class SlidingRun:
    """A motion of one of the arms in `SLIDING`.

    Attributes:
        name: name of the arm.
        arm: the arm as described.
        time: (N,) s.
        q, qd, qdd: (N, n) states.
    """

    name: str
    arm: Arm
    time: FloatArray
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray

    @property
    def slide(self) -> int:
        """Index of the first prismatic joint."""
        return int(np.flatnonzero(self.arm.slides)[0])

    def effort(self, arm: Arm | None = None, *, shift: FloatArray | float = 0.0) -> FloatArray:
        """Return the effort (N, n) by Pinocchio, of another arm, or with positions that are off by `shift`."""
        return load_model("pinocchio", arm or self.arm).torque(self.q + shift, self.qd, self.qdd)

    def friction(self) -> tuple[JointFriction, ...]:
        """Return friction of 3 % of the maximum torque of each joint."""
        dry = 0.03 * self.arm.maximum_torque
        pairs = zip(dry.tolist(), self.arm.motion_scale.tolist(), strict=True)
        return tuple(JointFriction(size, 0.8 * size, 0.2 * size / scale) for size, scale in pairs)

    def loss(self) -> FloatArray:
        """Return the torque (N, n) of `friction`."""
        return joint_friction_torque(self.friction(), self.qd, MEASURED_SMOOTHING * self.arm.motion_scale)

    def compare(self, effort: FloatArray, friction: str = "none") -> Analysis:
        """Compare this effort with the arm as described."""
        settings = ReplaySettings(
            arm=SLIDING[self.name], model="newton_euler", models=("newton_euler",), friction=friction
        )
        return compare_recording(self.table(effort), settings)

    def table(self, effort: FloatArray) -> dict[str, FloatArray]:
        """Return a recording without velocities."""
        return {"t": self.time, "q": self.q, "tau": effort}


def sliding_run(name: str, seed: int = 1) -> SlidingRun:
    """Return a motion through 60 % of the ranges."""
    arm = load_arm(SLIDING[name])
    return SlidingRun(name, arm, *smooth_motion(arm, np.random.default_rng(seed)))
