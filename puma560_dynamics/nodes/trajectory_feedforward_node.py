"""Trajectories on their way to `joint_trajectory_controller`: checked over the whole way, effort filled in."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rcl_interfaces.msg import SetParametersResult
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from ..control.joint_order import JointOrder
from ..control.trajectory_effort import FilledTrajectory, Present
from ..errors import MessageError, Puma560Error, TrajectoryError
from .gate_parameters import effort_per_torque
from .health import OK, WARN, Health
from .parameters import declare, values
from .spin import run_node
from .trajectory_action import GoalForwarder, action_type, serve
from .trajectory_messages import elapsed, read_points, trajectory_message
from .trajectory_parameters import PARAMETERS, trajectory_effort
from .wire import JOINT_STATES, RELIABLE


class TrajectoryFeedforwardNode(Node):
    """`TrajectoryEffort` on the wire, by topic and, where control_msgs is installed, by action."""

    def __init__(self) -> None:
        super().__init__("trajectory_feedforward_node")
        declare(self, PARAMETERS)
        given = values(self, PARAMETERS)
        self._filler = trajectory_effort(given)
        self._scale = effort_per_torque(self._filler.model.arm, given)
        self._stop_time, self._state_timeout = given["stop_time"], given["state_timeout"]
        self._hold_after_stop = given["hold_after_stop"]
        self._order = JointOrder(self._filler.joints)
        self._present: Present | None = None
        self._seen = -np.inf
        self._accepted = 0
        self._verdict: tuple[int, str] | None = None
        self._last: FilledTrajectory | None = None
        self._topic = f"{given['controller']}/joint_trajectory"
        self._trajectories = self.create_publisher(JointTrajectory, self._topic, RELIABLE)
        self._health = Health(self, "trajectory", self._figures)
        self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        self.create_subscription(JointTrajectory, "~/joint_trajectory", self._on_trajectory, RELIABLE)
        kind = action_type()
        self._forwarder: GoalForwarder | None = None
        if kind is None:
            self.get_logger().info("control_msgs is not installed: trajectories are taken by topic, not by action")
        else:
            self._forwarder = serve(self, given["controller"], kind, self._fill_goal, self._refuse, self._on_stopped)
        # A steady clock: the controller may go away while simulated time stands still.
        self.create_timer(0.5, self._watch, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self.add_on_set_parameters_callback(self._on_parameters)
        self._say(OK, "waiting for trajectories")

    def _on_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Another payload, for the trajectories from now on; refused with the reason."""
        changes = {parameter.name: parameter.value for parameter in parameters if self.has_parameter(parameter.name)}
        try:
            self._filler = trajectory_effort(values(self, PARAMETERS, changes))
        except (Puma560Error, TypeError, ValueError) as error:
            return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)

    def _on_state(self, message: JointState) -> None:
        # Hardware without velocities leaves them empty, or joint_state_broadcaster fills in NaN.
        known = len(message.velocity) and not np.isnan(message.velocity).all()
        velocity = message.velocity if known else [0.0] * len(message.name)
        try:
            self._present = Present(*self._order.fields(message.name, position=message.position, velocity=velocity))
        except MessageError:
            return  # another device's, or unusable: what the arm does stays unknown, and a trajectory says so
        self._seen = time.monotonic()

    def _on_trajectory(self, message: JointTrajectory) -> None:
        try:
            if message.points:
                out, _ = self._fill(message)
                words = "trajectory passed on with effort"
            else:
                out, words = self._stop(), "stopped by an empty trajectory"
        except Puma560Error as error:
            self._refuse(str(error))
            return
        self._trajectories.publish(out)
        if self._trajectories.get_subscription_count():
            self._say(OK, words)
        else:
            self._say(WARN, f"nobody listens on {self._topic}; load and activate the controller")

    def _fill(self, message: JointTrajectory) -> tuple[JointTrajectory, FilledTrajectory]:
        now = self.get_clock().now().to_msg()
        filled = self._filler.fill(
            list(message.joint_names), read_points(message), elapsed(message, now), self._where()
        )
        self._accepted += 1
        self._last = filled
        return trajectory_message(filled, self._filler.joints, message, now, self._scale), filled

    def _fill_goal(self, message: JointTrajectory) -> tuple[JointTrajectory, FilledTrajectory]:
        result = self._fill(message)
        self._say(OK, "goal passed on with effort")
        return result

    def _say(self, level: int, words: str) -> None:
        self._verdict = (level, words)
        self._health.set(level, words)

    def _watch(self) -> None:
        if self._verdict is not None:  # again, as an error just before is shown for a while
            self._health.set(*self._verdict)
        if self._forwarder is not None:
            self._forwarder.watch()

    def _refuse(self, reason: str) -> None:
        self._verdict = None
        self._health.reject(f"refused: {reason}")

    def _stop(self) -> JointTrajectory:
        present = self._where()
        if present is None:
            raise TrajectoryError("cannot stop the arm, where it is, is not known; see that joint_states are published")
        self._last = self._filler.stop(present, self._stop_time)
        now = self.get_clock().now().to_msg()
        return trajectory_message(self._last, self._filler.joints, JointTrajectory(), now, self._scale)

    def _on_stopped(self) -> None:
        """The controller now holds with zero effort; give the arm its gravity torque back."""
        if not self._hold_after_stop:
            return
        try:
            self._trajectories.publish(self._stop())
        except Puma560Error as error:
            self._refuse(str(error))

    def _where(self) -> Present | None:
        return self._present if time.monotonic() - self._seen < self._state_timeout else None

    def _figures(self) -> dict[str, object]:
        figures: dict[str, object] = {"accepted": self._accepted}
        if self._last is not None:
            figures["last.points"] = len(self._last.effort)
            figures["last.duration_s"] = round(self._last.path.duration, 6)
            figures["last.largest_torque_share"] = round(self._last.largest_share, 4)
        return figures


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics trajectory_feedforward_node``."""
    return run_node(TrajectoryFeedforwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
