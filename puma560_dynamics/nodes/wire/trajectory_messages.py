"""`JointTrajectory` messages to points and back."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from builtin_interfaces.msg import Time
from numpy.typing import ArrayLike
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from ...control.trajectory.filled_trajectory import FilledTrajectory
from ...control.trajectory.waypoints import Waypoint
from .stamps import duration_message, seconds

BILLION = 1_000_000_000


def read_points(message: JointTrajectory) -> list[Waypoint]:
    """The points of a message, unchecked."""
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
    """`now` on the trajectory's own clock, s; a stamp of zero means that it starts now."""
    if seconds(message.header.stamp) == 0.0:
        return 0.0
    whole: int = BILLION * (now.sec - message.header.stamp.sec) + now.nanosec - message.header.stamp.nanosec
    return whole / BILLION


def trajectory_message(
    filled: FilledTrajectory, joints: Sequence[str], given: JointTrajectory, now: Time, scale: ArrayLike = 1.0
) -> JointTrajectory:
    """The filled trajectory for the controller.

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
