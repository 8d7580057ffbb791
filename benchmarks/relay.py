"""Node with the smallest possible cost in place of `feedforward_node`: it sends positions of joint states as commands.

Messages are not deserialised: positions are copied from their place in the message. There are no checks, so use the
node for comparison only.
"""

from __future__ import annotations

import sys
from struct import Struct

import numpy as np
from builtin_interfaces.msg import Time
from rclpy.node import Node
from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.nodes.wire.messages import command, joint_state
from puma560_dynamics.nodes.wire.spin import run_node
from puma560_dynamics.nodes.wire.topics import COMMANDS, JOINT_STATES, RELIABLE
from puma560_dynamics.system.machine import go_first, lock_memory

SIX = Struct("<6d")

NAMES = tuple(f"joint{k}" for k in range(1, 7))


def offset() -> int:
    """Return the byte offset of the positions in a joint state of `NAMES` with an empty frame_id."""
    mark = np.arange(1.0, 7.0)
    return serialize_message(joint_state(Time(), NAMES, mark)).index(SIX.pack(*mark))


class Relay(Node):
    """Node that sends the positions of each joint state as torques."""

    def __init__(self) -> None:
        super().__init__("relay")
        if self.declare_parameter("realtime_priority", 0).value:
            go_first(int(self.get_parameter("realtime_priority").value))
            lock_memory()
        self._offset = offset()
        self._head = serialize_message(command(np.zeros(6)))[: -SIX.size]
        self._commands = self.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
        self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE, raw=True)

    def _on_state(self, data: bytes) -> None:
        self._commands.publish(self._head + SIX.pack(*SIX.unpack_from(data, self._offset)))


if __name__ == "__main__":
    sys.exit(run_node(Relay))
