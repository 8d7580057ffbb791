"""Node that publishes a demonstration motion, or the references of a bag, on request."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from builtin_interfaces.msg import Time
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm
from ..bags.reference_series import read_references
from ..control.joint_order import JointOrder
from ..control.parameter_spec import ParameterSpec
from ..control.trajectory.recorded_motion import RecordedMotion
from ..control.trajectory.trajectory import Trajectory, approach, demonstration
from ..control.trajectory.trajectory_effort import START_TOLERANCE
from ..errors import MessageError, StateError
from ..system.machine import steady_time
from .wire.arm_source import ArmSource
from .wire.messages import reference_message
from .wire.parameters import ARM_PARAMETERS, declare
from .wire.spin import run_node
from .wire.stamps import nanoseconds, stamp_of
from .wire.topics import COMMAND, DEEP, JOINT_STATES, REFERENCE, RELIABLE

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec("rate", 250.0, "rate of the reference, Hz", minimum=1.0, maximum=2000.0),
    ParameterSpec("duration", 5.0, "seconds of one cycle of the motion", minimum=1.0, maximum=600.0),
    ParameterSpec(
        "autostart",
        False,
        "repeat the motion from the start of the node, without waiting for ~/start; a slow motion leads the arm to its "
        "first pose",
    ),
    ParameterSpec("delay", 0.0, "seconds of rest between ~/start and the motion", minimum=0.0, maximum=60.0),
    ParameterSpec(
        "lock_step", False, "only for `puma560 run`: one reference per joint state, for its time, not at a rate"
    ),
    ParameterSpec("reference_bag", "", "bag whose references ~/start plays once; empty: the demonstration motion"),
    ParameterSpec(
        "reference_bag_topic",
        f"/{REFERENCE}",
        "topic in the bag: references, or the controller_state of a joint_trajectory_controller",
    ),
    replace(START_TOLERANCE, description="largest distance between arm and first pose of the bag, rad"),
)

MAX_STATE_AGE_S = 0.5
"""Largest age of the joint state that is compared with the first pose, s."""

POSE_WAIT_S = 2.0
"""Longest time for which the repeated motion waits for the pose of the arm, s."""


class ReferenceNode(Node):
    """Publishes the first point as reference; ``~/start`` plays the motion once.

    Nothing is published before a bag is played: the arm may not be at its first pose. The repeated motion begins where
    the arm is, if joint states arrive.
    """

    def __init__(self) -> None:
        super().__init__("reference_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Publish references for an arm from now on.

        Raises:
            Puma560Error: no motion fits the arm's limits.
        """
        self._arm, self._names = arm, names
        self._order, self._pose = JointOrder(names), (-math.inf, np.zeros(arm.n))
        self._approach: Trajectory | None = None
        self._repeat = bool(self.get_parameter("autostart").value)
        self._lock_step = bool(self.get_parameter("lock_step").value)
        self._tolerance = float(self.get_parameter("start_tolerance").value)
        bag, topic = (str(self.get_parameter(f"reference_bag{part}").value) for part in ("", "_topic"))
        self._recorded = self._recorded_motion(Path(bag), topic, arm) if bag else None
        self._trajectory = self._recorded or demonstration(arm, self.get_parameter("duration").value)
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._delay = float(self.get_parameter("delay").value)
        self._stamp = self._sent = 0
        self._period = 1.0 / self.get_parameter("rate").value
        self._begun, self._start = self._now(), self._now() if self._repeat and self._lock_step else None
        self._publisher = self.create_publisher(JointTrajectory, REFERENCE, DEEP if self._lock_step else RELIABLE)
        self.create_service(Trigger, "~/start", self._on_start)
        if self._lock_step:
            self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        else:
            if self._recorded is not None or self._repeat:
                self.create_subscription(JointState, JOINT_STATES, self._on_pose, COMMAND)
            self.create_timer(self._period, self._tick)

    def _recorded_motion(self, bag: Path, topic: str, arm: Arm) -> RecordedMotion:
        """Return the references of a bag.

        Raises:
            Puma560Error: the bag has no complete motion that this arm can follow, or parameters that exclude it.
        """
        if self._repeat or self._lock_step:
            raise StateError("reference_bag is played once, by ~/start; leave autostart and lock_step false")
        found = read_references(bag, topic, self._names)
        return RecordedMotion(arm, found.stamp, found.position, found.velocity, found.acceleration, self._names)

    def _on_pose(self, message: JointState) -> None:
        """Store the pose of the arm; states of other devices are ignored."""
        with suppress(MessageError):
            self._pose = steady_time(), self._order.fields(message.name, position=message.position)[0]

    def _start_problem(self) -> str | None:
        """Return the reason not to play the bag now; `None` if it may be played."""
        if self._recorded is None:
            return None
        if self._start is not None and self._now() - self._start < self._recorded.duration:
            return "the recording is being played; wait for its end"
        if not self._pose_known:
            return f"no joint_states for {MAX_STATE_AGE_S:g} s, so the pose of the arm is not known; start the driver"
        return self._recorded.start_problem(self._pose[1], self._tolerance)

    @property
    def _pose_known(self) -> bool:
        """Whether a joint state has arrived lately."""
        return steady_time() - self._pose[0] <= MAX_STATE_AGE_S

    def _begin_where_the_arm_is(self) -> None:
        """Begin the repeated motion, after a slow motion from the pose of the arm; wait for the pose for a while."""
        now, first = self._now(), self._trajectory.at(0.0).position
        if self._pose_known:
            if np.abs(self._pose[1] - first).max() > self._tolerance:
                self._approach = approach(self._arm, self._pose[1], first)
            self._start = now + (0.0 if self._approach is None else self._approach.duration)
        elif now - self._begun > POSE_WAIT_S:
            self._start = now

    def _now(self) -> float:
        return 1e-9 * self._stamp if self._lock_step else self._steady.now().nanoseconds * 1e-9

    def _on_state(self, message: JointState) -> None:
        """Publish the references of this state and, in advance, the next, in lock-step; repeat both if it repeats."""
        self._stamp = nanoseconds(message.header.stamp)
        following = self._stamp + round(1e9 * self._period)
        for stamp in (self._stamp, following):
            if stamp > self._sent or self._sent == following:
                self._publish(stamp_of(stamp), 1e-9 * stamp)
        self._sent = following

    def _on_start(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        problem = self._start_problem()
        if problem is None:
            self._start, self._approach = self._now() + self._delay, None
        response.success = problem is None
        response.message = problem or f"playing for {self._trajectory.duration:.1f} s"
        return response

    def _tick(self) -> None:
        if self._repeat and self._start is None:
            self._begin_where_the_arm_is()
        if not (self._repeat or self._recorded) or self._start is not None:  # otherwise the arm may be elsewhere
            self._publish(self.get_clock().now().to_msg(), self._now())

    def _publish(self, stamp: Time, now: float) -> None:
        elapsed = 0.0 if self._start is None else now - self._start
        if elapsed < 0.0 and self._approach is not None:
            led = self._approach.at(self._approach.duration + elapsed)
            self._publisher.publish(reference_message(stamp, self._names, led, 0.0))
            return
        if self._repeat:
            elapsed %= self._trajectory.duration
        elapsed = min(max(elapsed, 0.0), self._trajectory.duration)
        self._publisher.publish(reference_message(stamp, self._names, self._trajectory.at(elapsed), elapsed))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics reference_node``."""
    return run_node(ReferenceNode, args)


if __name__ == "__main__":
    sys.exit(main())
