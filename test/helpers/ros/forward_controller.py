"""A controller manager with a forward controller and the hardware behind it, as far as the torque path sees them.

A controller that is not active takes no commands, and the hardware keeps the last one. One that is activated again
begins with the next command.
"""

from __future__ import annotations

import numpy as np
from rclpy.time import Time
from sensor_msgs.msg import JointState
from std_msgs.msg import Bool, Float64MultiArray

from helpers.ros.domain import Peer
from helpers.ros.driver import NAMES, Q
from puma560_dynamics.nodes.wire.topics import ACTIVITY, COMMAND, COMMANDS, LATCHED


class ForwardController:
    """The other side of commands and joint states.

    Args:
        peer: node of the test.
        effort: whether joint states have the measured effort.
    """

    def __init__(self, peer: Peer, effort: bool = True) -> None:
        self._peer, self.effort = peer, effort
        self.hardware = np.zeros(6)
        self.applied: list[tuple[float, np.ndarray]] = []
        """Steady time (s) and torque (N·m) of every change at the hardware."""
        self._states = peer.node.create_publisher(JointState, "joint_states", 10)
        self._activity = peer.node.create_publisher(Bool, ACTIVITY, LATCHED)
        peer.node.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND)
        peer.node.create_timer(0.005, self._publish)
        self.activate()

    def activate(self) -> None:
        """It takes commands from now on."""
        self.active = True
        self._activity.publish(Bool(data=True))

    def deactivate(self, zero: bool = False) -> None:
        """It takes nothing; `zero` as JointGroupEffortController 5.17, which writes zero then."""
        self.active = False
        if zero:
            self.hardware = np.zeros(6)
        self._activity.publish(Bool(data=False))

    def largest_step(self) -> np.ndarray:
        """Largest change of each joint from one command to the next, N·m."""
        torques = np.array([torque for _, torque in self.applied])
        return np.abs(np.diff(torques, axis=0)).max(axis=0, initial=0.0)

    def _on_command(self, message: Float64MultiArray) -> None:
        if self.active:
            self.hardware = np.array(message.data)
            self.applied.append((self.now(), self.hardware))

    def now(self) -> float:
        """Time of the test's node, s."""
        return 1e-9 * self._peer.node.get_clock().now().nanoseconds

    def _publish(self) -> None:
        stamp = Time(nanoseconds=self._peer.node.get_clock().now().nanoseconds).to_msg()
        state = JointState(name=NAMES, position=Q, velocity=[0.0] * 6)
        state.header.stamp = stamp
        if self.effort:
            state.effort = self.hardware.tolist()
        self._states.publish(state)
