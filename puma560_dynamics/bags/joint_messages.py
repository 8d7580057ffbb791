"""Serialisation (CDR) of messages with joint values, without rclpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays import FloatArray
from .message_definitions import typestore

JOINT_STATE = "sensor_msgs/msg/JointState"
COMMAND = "std_msgs/msg/Float64MultiArray"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"

_SECOND = 1_000_000_000


class JointMessages:
    """Serialises messages for the joints of one arm.

    Args:
        names: names of the joints, in the order of the values.

    Raises:
        MissingDependencyError: rosbags is not installed.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = list(names)
        self._store = typestore()
        self._types: Any = self._store.types

    def state(self, stamp: int, position: FloatArray, velocity: FloatArray, effort: FloatArray) -> bytes:
        """Return the bytes of a `JointState` with `stamp` in ns; each quantity is (n,) or empty."""
        return self._bytes(
            JOINT_STATE,
            header=self._header(stamp),
            name=self._names,
            position=_doubles(position),
            velocity=_doubles(velocity),
            effort=_doubles(effort),
        )

    def command(self, effort: FloatArray) -> bytes:
        """Return the bytes of a `Float64MultiArray` of efforts (n,)."""
        layout = self._types["std_msgs/msg/MultiArrayLayout"](dim=[], data_offset=0)
        return self._bytes(COMMAND, layout=layout, data=_doubles(effort))

    def reference(self, stamp: int, position: FloatArray, velocity: FloatArray, acceleration: FloatArray) -> bytes:
        """Return the bytes of a `JointTrajectory` of one point; each quantity is (n,) or empty."""
        point = self._types["trajectory_msgs/msg/JointTrajectoryPoint"](
            positions=_doubles(position),
            velocities=_doubles(velocity),
            accelerations=_doubles(acceleration),
            effort=np.zeros(0),
            time_from_start=self._types["builtin_interfaces/msg/Duration"](sec=0, nanosec=0),
        )
        return self._bytes(TRAJECTORY, header=self._header(stamp), joint_names=self._names, points=[point])

    def _header(self, stamp: int) -> object:
        seconds, rest = divmod(stamp, _SECOND)
        time = self._types["builtin_interfaces/msg/Time"](sec=seconds, nanosec=rest)
        return self._types["std_msgs/msg/Header"](stamp=time, frame_id="")

    def _bytes(self, kind: str, **fields: Any) -> bytes:
        return bytes(self._store.serialize_cdr(self._types[kind](**fields), kind))


def _doubles(values: FloatArray) -> FloatArray:
    """Return a contiguous array for a float64[] field."""
    return np.ascontiguousarray(values, dtype=np.float64)
