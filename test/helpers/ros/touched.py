"""Joint states with measured efforts of an arm that something pushes or a person leads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sensor_msgs.msg import JointState

from helpers.ros.driver import NAMES, Driver, Q
from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm


class Touched(Driver):
    """An arm with measured efforts, which something pushes, and which moves if `speed` is set.

    Args:
        peer: the test's own node.
        arm: the arm whose gravity load the efforts contain.
        order: order of the joints in the messages.

    Attributes:
        push: (6,) N·m, external torque that the efforts contain.
        unit: factor of the efforts; 0 for states without efforts.
        q: (6,) rad, the present pose.
        speed: (6,) rad/s.
    """

    def __init__(self, peer, arm: Arm, order: Sequence[int] = range(6)) -> None:
        super().__init__(peer)
        self.arm, self.push, self.q, self.speed, self.unit = arm, np.zeros(6), np.array(Q), np.zeros(6), 1.0
        self._order, self._model, self._at = list(order), load_model("newton_euler", arm), None
        self._noise = np.random.default_rng(0)

    def state(self, names=NAMES, position=Q, velocity=None) -> JointState:
        """The present state; the arm has moved since the last one."""
        message = super().state([NAMES[i] for i in self._order], self.q)
        now = message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec
        self.q = self.q + self.speed * (0.0 if self._at is None else now - self._at)
        self._at = now
        effort = self._model.gravity(self.q) - self.push
        effort = effort + 1e-3 * self.arm.maximum_torque * self._noise.standard_normal(6)
        message.position, message.velocity = self.q[self._order].tolist(), self.speed[self._order].tolist()
        if self.unit:
            message.effort = (self.unit * effort[self._order]).tolist()
        return message

    def shows(self, key: str, value: str) -> bool:
        """Whether the last diagnostics have this value."""
        return bool(self.diagnostics) and self.status()[2].get(key) == value

    def knows_its_noise(self) -> bool:
        """Whether the thresholds of contacts are finite, so that a contact can be found."""
        return bool(self.diagnostics) and "inf" not in self.status()[2].get("threshold_Nm", "inf")

    def touch(self) -> None:
        """Push joint 2 with 60 % of its largest torque."""
        self.push = np.array([0.0, 0.6 * self.arm.maximum_torque[1], 0.0, 0.0, 0.0, 0.0])
