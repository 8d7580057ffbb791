"""Trajectories with effort, made for the moment at which they go out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.time import Time
from trajectory_msgs.msg import JointTrajectory

from ...arm import Arm
from ...control.trajectory.filled_trajectory import FilledTrajectory
from ...control.trajectory.running import FOLLOWING, CommandedState
from ...errors import TrajectoryError
from .effort_unit import effort_per_torque
from .measured_state import MeasuredState
from .stamps import seconds
from .trajectory_action import Filled
from .trajectory_messages import elapsed, read_points, trajectory_message
from .trajectory_parameters import trajectory_effort

HANDOVER = 0.02
"""s for which a stamped trajectory holds the effort that acts: the longest way of a message to the controller."""

SLOWER, MORE = 1.2, 0.002
"""A trajectory for an arm in motion may take so many times as long to make as the trial, and so many seconds more."""

_Made = tuple[JointTrajectory, FilledTrajectory, float]


class TrajectoryMaker:
    """Fills trajectories and stops the arm, from where it is and from what the controller was given.

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
        """Take another payload, for the trajectories from now on.

        Raises:
            Puma560Error: a value that makes no sense; the one before stays.
        """
        self._filler = trajectory_effort(self._filler.model.arm, self._filler.joints, given)

    def fill(self, message: JointTrajectory) -> Filled:
        """A trajectory with effort.

        Raises:
            Puma560Error: it cannot be carried out; the reason in one sentence.
        """
        handover = HANDOVER if seconds(message.header.stamp) else 0.0

        def make(moment: Time) -> _Made:
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
        """A trajectory that brings the arm to rest and holds it.

        Raises:
            TrajectoryError: the position of the arm is not known.
        """
        present = self.measured.where()

        def make(moment: Time) -> _Made:
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

    def _on_time(self, make: Callable[[Time], _Made]) -> _Made:
        """What `make` makes for the moment at which it goes out.

        While what is commanded changes, a trajectory that was a few milliseconds old would begin with a
        step: a trial shows how long it takes to make, then it is made for the moment when it is done.
        """
        clock = self._node.get_clock()
        now, started = clock.now(), time.monotonic()
        made = make(now)
        if self.commanded.rests(_seconds(now)):
            return made
        ahead = SLOWER * (time.monotonic() - started) + MORE
        due = time.monotonic() + ahead
        made = make(clock.now() + Duration(seconds=ahead))
        time.sleep(max(0.0, due - time.monotonic()))
        return made

    def _sent(self, out: JointTrajectory, filled: FilledTrajectory, begun: float) -> Filled:
        self.commanded.sent(filled, begun)
        return out, filled


def _seconds(moment: Time) -> float:
    return 1e-9 * float(moment.nanoseconds)
