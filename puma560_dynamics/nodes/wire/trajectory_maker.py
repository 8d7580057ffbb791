"""Make trajectories with effort for the moment at which they are sent.

`JointTrajectory` messages are read, filled from the measured and the commanded state, and written again.
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
from ...control.joint_order import JointOrder
from ...control.trajectory.joint_path import Present
from ...control.trajectory.running import FOLLOWING, CommandedState, FilledTrajectory
from ...control.trajectory.waypoints import Waypoint
from ...errors import MessageError, TrajectoryError
from .effort_unit import effort_per_torque
from .stamps import duration_message, seconds
from .trajectory_action import Filled
from .trajectory_parameters import trajectory_effort

BILLION = 1_000_000_000


def read_points(message: JointTrajectory) -> list[Waypoint]:
    """Return the points of a message, unchecked."""
    return [
        Waypoint(
            point.time_from_start.sec + 1e-9 * point.time_from_start.nanosec,
            point.positions,
            point.velocities,
            point.accelerations,
            point.effort,
        )
        for point in message.points
    ]


def elapsed(message: JointTrajectory, now: Time) -> float:
    """Return `now` on the trajectory's clock, s; a stamp of zero means that it starts now."""
    if seconds(message.header.stamp) == 0.0:
        return 0.0
    whole: int = BILLION * (now.sec - message.header.stamp.sec) + now.nanosec - message.header.stamp.nanosec
    return whole / BILLION


def trajectory_message(
    filled: FilledTrajectory, joints: Sequence[str], given: JointTrajectory, now: Time, scale: ArrayLike = 1.0
) -> JointTrajectory:
    """Return the filled trajectory for the controller.

    Args:
        filled: what `given` became.
        joints: names in the arm's order.
        given: the message it came from; its frame, and its stamp where times still count from that.
        now: the moment from which times count where they do not. A stamp of zero stays zero, so that
            the controller's own "now" is taken.
        scale: (n,) what a torque is multiplied by: ones, or A/(N·m) for drives that take current.
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
        """Take a joint state; one of another device, or an unusable one, changes nothing."""
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
        """Return the state of the arm; `None` where the newest one is too old, or there is none."""
        return self._present if time.monotonic() - self._seen < self._timeout else None


HANDOVER_S = 0.02
"""s for which a stamped trajectory holds the effort that acts: the longest way of a message to the controller."""

SLOWER_FACTOR, SLOWER_S = 1.2, 0.002
"""A trajectory for an arm in motion may take so many times as long to make as the trial, and so many seconds more."""

_Made = tuple[JointTrajectory, FilledTrajectory, float]


class TrajectoryMaker:
    """Makes trajectories with effort, and stops, from the state of the arm and the trajectories already sent.

    Args:
        node: whose clock stamps them.
        arm: that follows them.
        joints: its joints' names on the wire.
        given: values of the node's parameters by name.

    Raises:
        Puma560Error: a value that makes no sense.
    """

    def __init__(self, node: Node, arm: Arm, joints: tuple[str, ...], given: Mapping[str, Any]) -> None:
        self._node = node
        self._filler = trajectory_effort(arm, joints, given)
        self._scale = effort_per_torque(self._filler.model.arm, given)
        self._stop_time = given["stop_time"]
        self.commanded = CommandedState(len(self._filler.joints), given["start_tolerance"] or FOLLOWING)
        """What the controller was given."""
        self.measured = MeasuredState(
            self._filler.joints,
            self._filler.limits.torque,
            given["state_timeout"],
            # Measured effort is compared with commands only where both mean the same.
            effort_counts=given["effort_unit"] == "torque" and not given["hardware_compensates_gravity"],
        )
        """Where the arm is."""

    def change(self, given: Mapping[str, Any]) -> None:
        """Change the payload for later trajectories.

        Raises:
            Puma560Error: a value that makes no sense; the one before stays.
        """
        self._filler = trajectory_effort(self._filler.model.arm, self._filler.joints, given)

    def fill(self, message: JointTrajectory) -> Filled:
        """Return a trajectory with effort.

        Raises:
            Puma560Error: it cannot be carried out; the reason in one sentence.
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
        """Return what `make` makes for the moment at which it goes out.

        While what is commanded changes, a trajectory that was a few milliseconds old would begin with a
        step: a trial shows how long it takes to make, then it is made for the moment when it is done.
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
