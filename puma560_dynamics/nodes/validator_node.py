"""Holds every published torque against Pinocchio, loaded from the robot description on the wire."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory

from ..arm import load_arm
from ..control.joint_order import JointOrder
from ..control.residual import ResidualCheck
from ..errors import MessageError, UrdfError
from ..recursive.pinocchio_model import PinocchioModel, import_pinocchio
from .health import ERROR, OK, WARN, Health
from .parameters import ARM, Declared, declare
from .spin import run_node
from .wire import LATCHED, RELIABLE, ROBOT_DESCRIPTION, joint_state, read_terms

PARAMETERS = (
    ARM,
    Declared("tolerance", 1e-9, "largest residual taken for rounding, N·m", minimum=0.0),
)


class ValidatorNode(Node):
    """`ResidualCheck` on the wire; the arm file only adds motor inertia, limits and gravity."""

    def __init__(self) -> None:
        super().__init__("validator_node")
        import_pinocchio()
        declare(self, PARAMETERS)
        self._arm = load_arm(self.get_parameter("arm").value)
        self._tolerance = float(self.get_parameter("tolerance").value)
        self._order = JointOrder(self._arm.joint_names)
        self._check: ResidualCheck | None = None
        self._count, self._worst = 0, 0.0
        self._residual = self.create_publisher(JointState, "~/residual", RELIABLE)
        self._health = Health(self, "residual", lambda: {"compared": self._count, "worst_Nm": self._worst})
        self.create_subscription(String, ROBOT_DESCRIPTION, self._on_description, LATCHED)
        self.create_subscription(JointTrajectory, "feedforward_node/terms", self._on_terms, RELIABLE)

    def _on_description(self, message: String) -> None:
        try:
            self._check = ResidualCheck(PinocchioModel(self._arm, message.data))
        except UrdfError as error:
            self._health.reject(f"robot_description: {error}")
            return
        self._health.set(OK, "robot description loaded, nothing compared yet")

    def _on_terms(self, message: JointTrajectory) -> None:
        if self._check is None:
            self._health.set(WARN, "no robot_description yet; torques are not compared")
            return
        try:
            state, terms = read_terms(message, self._order)
        except MessageError as error:
            self._health.reject(f"terms: {error}")
            return
        if not terms:
            return
        q, qd, qdd = state
        residual = self._check.check(q, qd, qdd, terms)
        self._count += 1
        worst = float(abs(residual.torque).max())
        self._worst = max(self._worst, worst)
        self._residual.publish(joint_state(message.header.stamp, self._arm.joint_names, q, qd, effort=residual.torque))
        if worst > self._tolerance:
            self._health.set(ERROR, "explicit model and Pinocchio disagree beyond the tolerance")
        else:
            self._health.set(OK, "explicit model and Pinocchio agree")


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics validator_node``."""
    return run_node(ValidatorNode, args)


if __name__ == "__main__":
    sys.exit(main())
