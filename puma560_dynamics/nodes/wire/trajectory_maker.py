"""Make trajectories with effort for the time at which they are sent.

`JointTrajectory` messages are read, extended with effort from the measured and the commanded state, and written again.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from builtin_interfaces.msg import Time
from numpy.typing import ArrayLike
from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.time import Time as Moment
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from ...arm import Arm
from ...arrays import FloatArray
from ...control.effort_unit import effort_per_torque
from ...control.joint_order import JointOrder
from ...control.trajectory.joint_path import Present
from ...control.trajectory.running import FOLLOWING, CommandedState, FilledTrajectory
from ...errors import MessageError, TrajectoryError
from .messages import read_points
from .stamps import duration_message, seconds
from .trajectory_action import Filled
from .trajectory_parameters import trajectory_effort

BILLION = 1_000_000_000


def elapsed(message: JointTrajectory, now: Time) -> float:
    """Return the time since the trajectory's stamp at `now`, s; 0 for a stamp of zero, which means to start now."""
    if seconds(message.header.stamp) == 0.0:
        return 0.0
    whole: int = BILLION * (now.sec - message.header.stamp.sec) + now.nanosec - message.header.stamp.nanosec
    return whole / BILLION


def trajectory_message(
    filled: FilledTrajectory, joints: Sequence[str], given: JointTrajectory, now: Time, scale: ArrayLike = 1.0
) -> JointTrajectory:
    """Return the filled trajectory for the controller.

    Args:
        filled: the filled trajectory.
        joints: joint names in the arm's order.
        given: the original message. Its frame is kept, and its stamp too unless times count from `now`.
        now: stamp for times that count from the moment of filling. A stamp of zero stays zero, so that
            the controller starts the trajectory at once.
        scale: (n,) factor from a torque to the effort that is sent: ones, or A/(N·m) for current commands.
    """
    message = JointTrajectory(joint_names=list(joints))
    message.header.frame_id = given.header.frame_id
    stamped = seconds(given.header.stamp) != 0.0
    message.header.stamp = now if stamped and filled.starts_now else given.header.stamp
    path = filled.path
    message.points = [
        JointTrajectoryPoint(
            positions=array("d", q),
            velocities=array("d", qd),
            accelerations=array("d", qdd),
            effort=array("d", effort),
            time_from_start=duration_message(time),
        )
        for time, q, qd, qdd, effort in zip(
            path.times.tolist(),
            path.position.tolist(),
            path.velocity.tolist(),
            path.acceleration.tolist(),
            (filled.effort * np.asarray(scale)).tolist(),
            strict=True,
        )
    ]
    return message


class MeasuredState:
    """The newest usable joint state.

    Args:
        joints: joint names of the messages, in the arm's order.
        limit: (n,) N·m, limit to which a measured effort is clipped.
        timeout: age from which a state no longer gives the pose of the arm, s.
        effort_counts: whether a measured effort is the same quantity as a commanded one.
    """

    def __init__(self, joints: tuple[str, ...], limit: FloatArray, timeout: float, *, effort_counts: bool) -> None:
        self._order, self._limit, self._timeout = JointOrder(joints), limit, timeout
        self._effort_counts = effort_counts
        self._present: Present | None = None
        self._seen = -np.inf
        self.effort: FloatArray | None = None
        """Measured effort of the newest state, (n,) N·m; `None` if it is missing or another quantity."""

    def update(self, message: JointState) -> None:
        """Store a joint state; states of other devices and unusable states are ignored."""
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
        """Return the state of the arm; `None` if the newest state is too old or no state has arrived."""
        return self._present if time.monotonic() - self._seen < self._timeout else None


HANDOVER_S = 0.02
"""Time for which a stamped trajectory holds the acting effort, s: the longest delay of a message to the controller."""

SLOWER_FACTOR, SLOWER_S = 1.2, 0.002
"""Allowed computing time of a trajectory for an arm in motion: this factor times the time of the trial, plus this
number of seconds."""

_Made = tuple[JointTrajectory, FilledTrajectory, float]


class TrajectoryMaker:
    """Makes trajectories with effort, and stops, from the state of the arm and the trajectories already sent.

    Args:
        node: node with the clock for the stamps.
        arm: arm that follows the trajectories.
        joints: joint names of the messages.
        given: values of the node's parameters by name.

    Raises:
        Puma560Error: an invalid value.
    """

    def __init__(self, node: Node, arm: Arm, joints: tuple[str, ...], given: Mapping[str, Any]) -> None:
        self._node = node
        self._filler = trajectory_effort(arm, joints, given)
        self._scale = effort_per_torque(self._filler.model.arm, given)
        self._stop_time = given["stop_time"]
        self.commanded = CommandedState(len(self._filler.joints), given["start_tolerance"] or FOLLOWING)
        """Trajectories that the controller received."""
        self.measured = MeasuredState(
            self._filler.joints,
            self._filler.limits.torque,
            given["state_timeout"],
            # Measured effort replaces a commanded one only if both are the same quantity.
            effort_counts=given["effort_unit"] == "torque" and not given["hardware_compensates_gravity"],
        )
        """Measured state of the arm."""

    def change(self, given: Mapping[str, Any]) -> None:
        """Change the payload for later trajectories.

        Raises:
            Puma560Error: an invalid value; the previous payload is kept.
        """
        self._filler = trajectory_effort(self._filler.model.arm, self._filler.joints, given)

    def fill(self, message: JointTrajectory) -> Filled:
        """Return a trajectory with effort.

        Raises:
            Puma560Error: the arm must not follow the trajectory; the message gives the reason.
        """
        handover = HANDOVER_S if seconds(message.header.stamp) else 0.0

        def make(moment: Moment) -> _Made:
            time_then = moment.to_msg()
            under_way = elapsed(message, time_then)
            present = self.measured.where()
            acting = self.commanded.at(_seconds(moment), present, self.measured.effort, handover)
            points = read_points(message)
            filled = self._filler.fill(list(message.joint_names), points, under_way, present, acting)
            begun = _seconds(moment) - (0.0 if filled.starts_now else under_way)
            return trajectory_message(filled, self._filler.joints, message, time_then, self._scale), filled, begun

        return self._sent(*self._on_time(make))

    def stop(self) -> Filled:
        """Return a trajectory that brings the arm to rest and holds it.

        Raises:
            TrajectoryError: the position of the arm is not known.
        """
        present = self.measured.where()

        def make(moment: Moment) -> _Made:
            acting = self.commanded.at(_seconds(moment), present, self.measured.effort)
            start = present or acting.state
            if start is None:
                raise TrajectoryError(
                    "cannot stop the arm, its position is not known; see that joint_states are published"
                )
            filled = self._filler.stop(start, self._stop_time, acting)
            out = trajectory_message(filled, self._filler.joints, JointTrajectory(), moment.to_msg(), self._scale)
            return out, filled, _seconds(moment)

        return self._sent(*self._on_time(make))

    def _on_time(self, make: Callable[[Moment], _Made]) -> _Made:
        """Return the result of `make` for the time at which it is sent.

        While the command changes, a trajectory that is a few milliseconds old would begin with a step. So a
        trial measures the computing time, then the trajectory is made for the time at which it will be ready.
        """
        clock = self._node.get_clock()
        now, started = clock.now(), time.monotonic()
        made = make(now)
        if self.commanded.rests(_seconds(now)):
            return made
        ahead = SLOWER_FACTOR * (time.monotonic() - started) + SLOWER_S
        due = time.monotonic() + ahead
        made = make(clock.now() + Duration(seconds=ahead))
        time.sleep(max(0.0, due - time.monotonic()))
        return made

    def _sent(self, out: JointTrajectory, filled: FilledTrajectory, begun: float) -> Filled:
        self.commanded.sent(filled, begun)
        return out, filled


def _seconds(moment: Moment) -> float:
    return 1e-9 * float(moment.nanoseconds)
