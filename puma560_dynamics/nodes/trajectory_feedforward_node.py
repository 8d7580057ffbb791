"""Trajectories on their way to `joint_trajectory_controller`: checked over the whole way, effort filled in."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from ..arm import load_arm
from ..control.joint_order import JointOrder
from ..control.trajectory_effort import FilledTrajectory, Present, TrajectoryEffort
from ..errors import MessageError, Puma560Error, StateError, TrajectoryError
from ..models import load_model
from .health import OK, WARN, Health
from .parameters import ARM, Declared, declare
from .spin import run_node
from .trajectory_action import GoalForwarder, action_type, serve
from .trajectory_messages import elapsed, read_points, trajectory_message
from .wire import JOINT_STATES, RELIABLE

PARAMETERS = (
    ARM,
    Declared("model", "full", "model: full, abbreviated, newton_euler or pinocchio"),
    Declared("joints", [""], "joint names on the wire in the arm's order; [''] for the arm's own"),
    Declared("controller", "joint_trajectory_controller", "controller that gets the trajectories, with effort"),
    Declared("sampling", 0.02, "longest time between points that go out, s", minimum=0.001, maximum=1.0),
    Declared("torque_limit_scale", 1.0, "share of the torque limits a trajectory may use", minimum=0.01, maximum=1.0),
    Declared("start_tolerance", 0.05, "how far the arm may be off at the start, rad; 0 for no check", minimum=0.0),
    Declared("state_timeout", 0.5, "age from which joint_states no longer say where the arm is, s", minimum=0.005),
    Declared("allow_partial_joints_goal", False, "hold joints that a trajectory leaves out, instead of refusing it"),
    Declared("hardware_compensates_gravity", False, "leave gravity out of the effort, the hardware adds it"),
    Declared("stop_time", 0.3, "time in which the arm is brought to rest, s", minimum=0.01, maximum=5.0),
    Declared("hold_after_stop", True, "hold with gravity effort after a goal is cancelled or breaks its tolerances"),
)


class TrajectoryFeedforwardNode(Node):
    """`TrajectoryEffort` on the wire, by topic and, where control_msgs is installed, by action."""

    def __init__(self) -> None:
        super().__init__("trajectory_feedforward_node")
        declare(self, PARAMETERS)
        value = {item.name: self.get_parameter(item.name).value for item in PARAMETERS}
        model = load_model(value["model"], load_arm(value["arm"]))
        self._joints = _joint_names(value["joints"], model.arm.joint_names)
        self._filler = TrajectoryEffort(
            model,
            sampling=value["sampling"],
            torque_limit_scale=value["torque_limit_scale"],
            start_tolerance=value["start_tolerance"],
            hardware_compensates_gravity=value["hardware_compensates_gravity"],
            allow_partial=value["allow_partial_joints_goal"],
            joints=self._joints,
        )
        self._stop_time, self._state_timeout = value["stop_time"], value["state_timeout"]
        self._hold_after_stop = value["hold_after_stop"]
        self._order = JointOrder(self._joints)
        self._present: Present | None = None
        self._seen = -np.inf
        self._accepted = 0
        self._verdict: tuple[int, str] | None = None
        self._last: FilledTrajectory | None = None
        self._topic = f"{value['controller']}/joint_trajectory"
        self._trajectories = self.create_publisher(JointTrajectory, self._topic, RELIABLE)
        self._health = Health(self, "trajectory", self._figures)
        self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        self.create_subscription(JointTrajectory, "~/joint_trajectory", self._on_trajectory, RELIABLE)
        kind = action_type()
        self._forwarder: GoalForwarder | None = None
        if kind is None:
            self.get_logger().info("control_msgs is not installed: trajectories are taken by topic, not by action")
        else:
            self._forwarder = serve(self, value["controller"], kind, self._fill_goal, self._refuse, self._on_stopped)
        # A steady clock: the controller may go away while simulated time stands still.
        self.create_timer(0.5, self._watch, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self._say(OK, "waiting for trajectories")

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
        return trajectory_message(filled, self._joints, message, now), filled

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
        return trajectory_message(self._last, self._joints, JointTrajectory(), self.get_clock().now().to_msg())

    def _on_stopped(self) -> None:
        """The controller now holds with zero effort; give the arm its gravity torque back."""
        if not self._hold_after_stop:
            return
        try:
            self._trajectories.publish(self._stop())
        except TrajectoryError as error:
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


def _joint_names(wanted: Sequence[str], own: tuple[str, ...]) -> tuple[str, ...]:
    names = own if list(wanted) == [""] else tuple(wanted)
    if len(names) != len(own) or len(set(names)) != len(own):
        raise StateError(f"joints: expected {len(own)} different names in the arm's order, got {list(names)}")
    return names


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics trajectory_feedforward_node``."""
    return run_node(TrajectoryFeedforwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
