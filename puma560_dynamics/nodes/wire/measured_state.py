"""Where the arm is, from joint states as hardware publishes them: velocities and effort may be missing."""

from __future__ import annotations

import time

import numpy as np
from sensor_msgs.msg import JointState

from ...arrays import FloatArray
from ...control.joint_order import JointOrder
from ...control.trajectory.acting import Present
from ...errors import MessageError


class MeasuredState:
    """The newest usable joint state.

    Args:
        joints: names on the wire, in the arm's order.
        limit: (n,) N·m, to which a measured effort is clipped.
        timeout: age from which a state no longer gives the pose of the arm, s.
        effort_counts: whether a measured effort means the same as a commanded one.
    """

    def __init__(self, joints: tuple[str, ...], limit: FloatArray, timeout: float, *, effort_counts: bool) -> None:
        self._order, self._limit, self._timeout = JointOrder(joints), limit, timeout
        self._effort_counts = effort_counts
        self._present: Present | None = None
        self._seen = -np.inf
        self.effort: FloatArray | None = None
        """(n,) N·m, measured with the newest state; `None` where it is missing or means something else."""

    def update(self, message: JointState) -> None:
        """Take a joint state; one of another device, or an unusable one, leaves what is known as it is."""
        # Hardware without velocities leaves them empty, or joint_state_broadcaster fills in NaN.
        known = len(message.velocity) and not np.isnan(message.velocity).all()
        velocity = message.velocity if known else [0.0] * len(message.name)
        try:
            self._present = Present(*self._order.fields(message.name, position=message.position, velocity=velocity))
        except MessageError:
            return
        self._seen = time.monotonic()
        try:
            (effort,) = self._order.fields(message.name, effort=message.effort)
        except MessageError:
            self.effort = None
        else:
            self.effort = np.clip(effort, -self._limit, self._limit) if self._effort_counts else None

    def where(self) -> Present | None:
        """The state of the arm; `None` where the newest one is too old, or there is none."""
        return self._present if time.monotonic() - self._seen < self._timeout else None
