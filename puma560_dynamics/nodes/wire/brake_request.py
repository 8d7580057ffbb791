"""A request for the brakes of robots that have some: true while no torque from good states acts on the arm."""

from __future__ import annotations

from rclpy.node import Node
from std_msgs.msg import Bool

from .topics import LATCHED


class BrakeRequest:
    """Publishes ``~/brake`` (`std_msgs/Bool`, latched) whenever it changes."""

    def __init__(self, node: Node, engaged: bool) -> None:
        self._publisher = node.create_publisher(Bool, "~/brake", LATCHED)
        self._engaged = engaged
        self._publisher.publish(Bool(data=engaged))

    def set(self, engaged: bool) -> None:
        """Request the brakes, or release them."""
        if engaged != self._engaged:
            self._engaged = engaged
            self._publisher.publish(Bool(data=engaged))
