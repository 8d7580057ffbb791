"""The simulated arm as a node: effort commands in, joint states out, in wall-clock time."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from std_srvs.srv import Trigger

from ..arm import load_arm
from ..arm.urdf import urdf
from ..control.plant import Plant
from ..control.trajectory import HOME
from ..states import joint_array
from .health import ERROR, OK, Health
from .parameters import ARM, Declared, declare
from .spin import run_node
from .wire import COMMAND, COMMANDS, JOINT_STATES, LATCHED, RELIABLE, ROBOT_DESCRIPTION, joint_state

LONGEST_STEP = 0.05
"""Seconds that one tick may integrate; a longer pause of the machine slows the arm down instead."""

PARAMETERS = (
    ARM,
    Declared("rate", 250.0, "rate of joint_states, Hz", minimum=1.0, maximum=2000.0),
    Declared("initial_position", list(HOME), "joint positions at the start, rad"),
    Declared("friction", True, "dry friction of the break-away torques"),
)


class PlantNode(Node):
    """`Plant` on the wire. A brake holds the arm until the first command; the last command holds for ever."""

    def __init__(self) -> None:
        super().__init__("plant_node")
        declare(self, PARAMETERS)
        self._arm = load_arm(self.get_parameter("arm").value)
        self._plant = Plant(self._arm, friction=self.get_parameter("friction").value)
        self._home = joint_array("initial_position", self.get_parameter("initial_position").value, self._arm.n)
        self._plant.reset(self._home)
        self._torque: np.ndarray | None = None
        self._before = time.monotonic()
        self._states = self.create_publisher(JointState, JOINT_STATES, RELIABLE)
        self._description = self.create_publisher(String, ROBOT_DESCRIPTION, LATCHED)
        self._description.publish(String(data=urdf(self._arm)))
        self._health = Health(self, "commands", lambda: {"simulated_s": round(self._plant.time, 3)})
        self.create_subscription(Float64MultiArray, COMMANDS, self._on_command, COMMAND)
        self.create_service(Trigger, "~/reset", self._on_reset)
        self.create_timer(1.0 / self.get_parameter("rate").value, self._tick)

    def _on_command(self, message: Float64MultiArray) -> None:
        torque = np.array(message.data, dtype=np.float64)
        if torque.shape != (self._arm.n,) or not np.isfinite(torque).all():
            self._health.reject(
                f"command with {torque.size} entries or not finite; expected {self._arm.n} finite torques, not used"
            )
            return
        self._torque = torque
        self._health.set(OK, "commands arrive")

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._plant.reset(self._home)
        self._torque = None
        response.success, response.message = True, "the arm is at its initial position, brake on"
        return response

    def _tick(self) -> None:
        now = time.monotonic()
        elapsed, self._before = min(now - self._before, LONGEST_STEP), now
        if self._torque is not None:
            self._plant.advance(elapsed, self._torque)
        position, velocity = self._plant.position, self._plant.velocity
        if not (np.isfinite(position).all() and np.isfinite(velocity).all()):
            self._health.set(ERROR, "the simulation diverged; call ~/reset")
            return
        stamp = self.get_clock().now().to_msg()
        self._states.publish(joint_state(stamp, self._arm.joint_names, position, velocity, self._plant.effort))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics plant_node``."""
    return run_node(PlantNode, args)


if __name__ == "__main__":
    sys.exit(main())
