"""A pick-and-place-like reference with planner accelerations, played when asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

from ..arm import load_arm
from ..control.trajectory import pick_and_place
from .parameters import ARM, Declared, declare
from .spin import run_node
from .wire import REFERENCE, RELIABLE, reference_message

PARAMETERS = (
    ARM,
    Declared("rate", 250.0, "rate of the reference, Hz", minimum=1.0, maximum=2000.0),
    Declared("duration", 5.0, "seconds of one cycle of the motion", minimum=1.0, maximum=600.0),
    Declared("autostart", False, "play over and over from the start, without waiting for ~/start"),
)


class ReferenceNode(Node):
    """Holds the first point; ``~/start`` plays the motion once."""

    def __init__(self) -> None:
        super().__init__("reference_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._arm = load_arm(self.get_parameter("arm").value)
        self._trajectory = pick_and_place(self.get_parameter("duration").value)
        self._repeat = bool(self.get_parameter("autostart").value)
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._start: float | None = self._now() if self._repeat else None
        self._publisher = self.create_publisher(JointTrajectory, REFERENCE, RELIABLE)
        self.create_service(Trigger, "~/start", self._on_start)
        self.create_timer(1.0 / self.get_parameter("rate").value, self._tick)

    def _now(self) -> float:
        return self._steady.now().nanoseconds * 1e-9

    def _on_start(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._start = self._now()
        response.success, response.message = True, f"playing for {self._trajectory.duration:.1f} s"
        return response

    def _tick(self) -> None:
        elapsed = 0.0 if self._start is None else self._now() - self._start
        if self._repeat:
            elapsed %= self._trajectory.duration
        elapsed = min(elapsed, self._trajectory.duration)
        stamp = self.get_clock().now().to_msg()
        names = self._arm.joint_names
        self._publisher.publish(reference_message(stamp, names, self._trajectory.at(elapsed), elapsed))


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics reference_node``."""
    return run_node(ReferenceNode, args)


if __name__ == "__main__":
    sys.exit(main())
