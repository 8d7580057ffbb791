"""Forwards trajectories to `joint_trajectory_controller`: checks the whole motion and adds effort."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

from rcl_interfaces.msg import SetParametersResult
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm
from ..control.gate.timing import Timing
from ..control.parameter_spec import given_each
from ..control.trajectory.running import FilledTrajectory
from ..errors import Puma560Error, TrajectoryError
from .wire.arm_source import ArmSource
from .wire.controller_watch import Activity, ControllerWatch
from .wire.diagnostics import OK, WARN, Diagnostics
from .wire.intake import Intake
from .wire.parameters import declare, parameter_values
from .wire.payload_parameters import check_whole, payload
from .wire.polling_node import Tick
from .wire.spin import run_node
from .wire.topics import JOINT_STATES, RELIABLE
from .wire.trajectory_action import Filled, GoalForwarder, action_type, serve
from .wire.trajectory_maker import TrajectoryMaker
from .wire.trajectory_parameters import PARAMETERS

BYTES_PER_NUMBER = 32
"""Bytes for position, velocity, acceleration and effort of one joint at one point; lengths and time need as much as
one more joint."""

LARGE = 400_000
"""Size of a trajectory by topic, in bytes, above which the node warns: the controller subscribes with best effort, and
the middleware silently loses messages near the size of its shared memory (512 KiB for Fast DDS)."""

LAG_SHOWN = 0.05
"""Lag of the effort, as a fraction of the torque limit, above which the node warns."""


LARGEST_TRAJECTORY = 4_000_000
"""Largest size of a trajectory in bytes: 20 000 points of six joints."""


class TrajectoryFeedforwardNode(Node):
    """Connects `TrajectoryEffort` with topics and, if control_msgs is installed, with an action."""

    def __init__(self) -> None:
        super().__init__("trajectory_feedforward_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._source = ArmSource(self, compare=True)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Accept trajectories for an arm from now on.

        Raises:
            Puma560Error: an invalid value.
        """
        given = parameter_values(self, PARAMETERS)
        self._maker = TrajectoryMaker(self, arm, names, given)
        self._agreement = arm, names, payload(given, arm), given_each("description_tolerance", given, arm.n)
        self._commanded = self._maker.commanded
        self._hold_after_stop = given["hold_after_stop"]
        self._accepted = 0
        self._verdict: tuple[int, str] | None = None
        self._last: FilledTrajectory | None = None
        self._topic = f"{given['controller']}/joint_trajectory"
        self._trajectories = self.create_publisher(JointTrajectory, self._topic, RELIABLE)
        self._diagnostics = Diagnostics(self, "trajectory", self._figures)
        self._intake = Intake(self, self._diagnostics.reject)
        self._intake.subscribe(JointState, JOINT_STATES, self._maker.measured.update, RELIABLE)
        self._intake.subscribe(
            JointTrajectory, "~/joint_trajectory", self._on_trajectory, RELIABLE, largest=LARGEST_TRAJECTORY
        )
        kind = action_type()
        self._forwarder: GoalForwarder | None = None
        if kind is None:
            self.get_logger().info("control_msgs is not installed: trajectories are taken by topic, not by action")
        else:
            self._forwarder = serve(self, given["controller"], kind, self._fill_goal, self._stop, self)
        self._activity = Activity()
        controller = self._trajectories.topic_name.rpartition("/")[0]
        self._controller_watch = ControllerWatch(
            self, self._intake, controller, given["controller_manager"], self._on_activity
        )
        # A steady clock: the controller may go away while simulated time stands still.
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(0.5, self._watch, clock=steady)
        self.create_timer(Timing().late, Tick(self._intake.note_running), clock=steady)
        self.add_on_set_parameters_callback(self._on_parameters)
        self._say(OK, "waiting for trajectories")

    # Events of goals (`GoalEvents`)

    def refuse(self, reason: str) -> None:
        """Count a refused trajectory and show the reason."""
        self._verdict = None
        self._diagnostics.reject(f"refused: {reason}")

    def not_taken(self) -> None:
        """Note that the controller continues the previous trajectory."""
        self._commanded.not_taken()

    def released(self) -> None:
        """Note that the controller holds the arm with zero effort; send a trajectory that restores gravity effort."""
        self._commanded.released()
        if not self._hold_after_stop:
            return
        try:
            self._publish(self._stop()[0])
        except Puma560Error as error:
            self.refuse(str(error))

    def unknown(self) -> None:
        """Note that the next trajectory starts from the measured state."""
        self._commanded.unknown()

    # Messages

    def _on_activity(self, active: bool, gone: bool) -> None:
        """Note that the controller was activated, or is no longer active and follows no trajectory."""
        self._activity.report(active, time.monotonic())
        if not active:
            self._commanded.unknown()
        elif self._verdict is not None and self._verdict[0] != OK:
            self._say(OK, "waiting for trajectories")
        if self._forwarder is not None:
            self._forwarder.controller_is(active)

    def _on_parameters(self, parameters: list[Parameter[Any]]) -> SetParametersResult:
        """Use a new payload for later trajectories, or refuse it with the reason."""
        changes = {parameter.name: parameter.value for parameter in parameters if self.has_parameter(parameter.name)}
        try:
            check_whole(changes)
            self._maker.change(parameter_values(self, PARAMETERS, changes))
        except (Puma560Error, TypeError, ValueError) as error:
            return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)

    def _on_trajectory(self, message: JointTrajectory) -> None:
        try:
            if message.points:
                out, filled = self._fill(message)
                words = "trajectory passed on with effort"
            else:
                out, filled = self._stop()
                words = "stopped by an empty trajectory"
        except Puma560Error as error:
            self.refuse(str(error))
            return
        if not self._publish(out):
            return
        size = len(out.points) * BYTES_PER_NUMBER * (len(out.joint_names) + 1)
        if size > LARGE:
            self._say(
                WARN,
                f"{words}: {len(out.points)} points, {size / 1000:.0f} kB, which may be lost on the way; see that the "
                "arm moves, raise `sampling`, or send a goal to ~/follow_joint_trajectory, which is not lost",
            )
        else:
            self._passed_on(words, filled)

    def _publish(self, out: JointTrajectory) -> bool:
        """Publish a trajectory by topic; return whether a controller subscribes."""
        self._trajectories.publish(out)
        if not self._trajectories.get_subscription_count():
            self._commanded.not_taken()
            self._say(WARN, f"no controller subscribes to {self._topic}; load and activate the controller")
            return False
        if self._forwarder is not None:
            self._forwarder.supersede("a trajectory by topic took over")
        return True

    def _fill(self, message: JointTrajectory) -> Filled:
        check = self._source.check
        if check is not None and (difference := check.difference(*self._agreement)) is not None:
            raise TrajectoryError(difference)
        out, self._last = self._maker.fill(message)
        self._accepted += 1
        return out, self._last

    def _stop(self) -> Filled:
        out, self._last = self._maker.stop()
        return out, self._last

    def _fill_goal(self, message: JointTrajectory) -> Filled:
        out, filled = self._fill(message)
        self._passed_on("goal passed on with effort", filled)
        return out, filled

    def _passed_on(self, words: str, filled: FilledTrajectory) -> None:
        if filled.largest_lag > LAG_SHOWN:
            lag = f"{100.0 * filled.largest_lag:.0f} % of the torque limit"
            self._say(WARN, f"{words}, which lags by up to {lag}; give it more time or raise torque_rate")
        else:
            self._say(OK, words)

    def _say(self, level: int, words: str) -> None:
        self._verdict = (level, words)
        self._diagnostics.set(level, words)

    def _watch(self) -> None:
        self._controller_watch.search_graph()
        self._verdict = self._activity.trouble(time.monotonic()) or self._verdict
        if self._verdict is not None:  # repeated, because a recent error is shown for a while
            self._diagnostics.set(*self._verdict)
        if (unwatched := self._controller_watch.problem) is not None:
            self._diagnostics.set(WARN, unwatched, hold=True)
        if self._forwarder is not None:
            self._forwarder.watch()
        if not self._trajectories.get_subscription_count():
            self._commanded.unknown()  # unloaded: a new controller will receive the next trajectory

    def _figures(self) -> dict[str, object]:
        figures: dict[str, object] = {"accepted": self._accepted}
        if self._last is not None:
            figures["last.points"] = len(self._last.effort)
            figures["last.duration_s"] = round(self._last.path.duration, 6)
            figures["last.largest_torque_share"] = round(self._last.largest_share, 4)
            figures["last.largest_effort_lag"] = round(self._last.largest_lag, 4)
        return figures


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics trajectory_feedforward_node``."""
    return run_node(TrajectoryFeedforwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
