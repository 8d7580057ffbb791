"""Node that publishes a demonstration motion as references, with exact accelerations, on request."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from builtin_interfaces.msg import Time
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from ..arm import Arm
from ..control.parameter_spec import ParameterSpec
from ..control.trajectory.trajectory import demonstration
from .wire.arm_source import ArmSource
from .wire.messages import reference_message
from .wire.parameters import ARM_PARAMETERS, declare
from .wire.spin import run_node
from .wire.stamps import nanoseconds, stamp_of
from .wire.topics import DEEP, JOINT_STATES, REFERENCE, RELIABLE

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec("rate", 250.0, "rate of the reference, Hz", minimum=1.0, maximum=2000.0),
    ParameterSpec("duration", 5.0, "seconds of one cycle of the motion", minimum=1.0, maximum=600.0),
    ParameterSpec("autostart", False, "repeat the motion from the start of the node, without waiting for ~/start"),
    ParameterSpec("delay", 0.0, "seconds of rest between ~/start and the motion", minimum=0.0, maximum=60.0),
    ParameterSpec(
        "lock_step", False, "only for `puma560 run`: one reference per joint state, for its time, not at a rate"
    ),
)


class ReferenceNode(Node):
    """Publishes the first point as reference; ``~/start`` plays the motion once."""

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
        self._names = names
        self._trajectory = demonstration(arm, self.get_parameter("duration").value)
        self._repeat = bool(self.get_parameter("autostart").value)
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._delay = float(self.get_parameter("delay").value)
        self._lock_step = bool(self.get_parameter("lock_step").value)
        self._stamp = self._sent = 0
        self._period = 1.0 / self.get_parameter("rate").value
        self._start: float | None = self._now() if self._repeat else None
        self._publisher = self.create_publisher(JointTrajectory, REFERENCE, DEEP if self._lock_step else RELIABLE)
        self.create_service(Trigger, "~/start", self._on_start)
        if self._lock_step:
            self.create_subscription(JointState, JOINT_STATES, self._on_state, RELIABLE)
        else:
            self.create_timer(self._period, self._tick)

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
        self._start = self._now() + self._delay
        response.success, response.message = True, f"playing for {self._trajectory.duration:.1f} s"
        return response

    def _tick(self) -> None:
        self._publish(self.get_clock().now().to_msg(), self._now())

    def _publish(self, stamp: Time, now: float) -> None:
        elapsed = 0.0 if self._start is None else now - self._start
        if self._repeat:
            elapsed %= self._trajectory.duration
        elapsed = min(max(elapsed, 0.0), self._trajectory.duration)
        self._publisher.publish(reference_message(stamp, self._names, self._trajectory.at(elapsed), elapsed))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics reference_node``."""
    return run_node(ReferenceNode, args)


if __name__ == "__main__":
    sys.exit(main())
