"""Node that records a run into a bag, in a separate process; started by `--record` of `puma560 run`.

On a ROS machine ``ros2 bag record`` does this for any topic (``sim.launch.py record:=FOLDER``); this node needs
no ROS installation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from trajectory_msgs.msg import JointTrajectory

from ..bags.metadata import OfferedQos, written_counts
from ..bags.writer import BagWriter
from ..control.parameter_spec import ParameterSpec
from ..demo.record import RunBag
from .recorder_node import RESIDUAL, TERMS
from .wire.parameters import declare
from .wire.spin import run_node
from .wire.topics import COMMANDS, DIAGNOSTICS, JOINT_STATES, LATCHED, QUEUE, REFERENCE, ROBOT_DESCRIPTION
from .wire.torque_topics import PARTS

PARAMETERS = (ParameterSpec("folder", "", "folder of the bag, which must not exist yet"),)

RECORDED: dict[str, tuple[type, QoSProfile]] = {
    ROBOT_DESCRIPTION: (String, LATCHED),
    JOINT_STATES: (JointState, QUEUE),
    COMMANDS: (Float64MultiArray, QUEUE),
    REFERENCE: (JointTrajectory, QUEUE),
    TERMS: (JointTrajectory, QUEUE),
    **{f"feedforward_node/{name}": (JointState, QUEUE) for name in (*PARTS, "total")},
    RESIDUAL: (JointState, QUEUE),
    DIAGNOSTICS: (DiagnosticArray, QUEUE),
}
"""Recorded topics, with message type and requested QoS."""


class BagRecorderNode(Node):
    """Writes every message to the bag, byte for byte as received from the middleware."""

    def __init__(self) -> None:
        super().__init__("bag_recorder_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._writer = BagWriter(Path(self.get_parameter("folder").value))
        self._announced: set[str] = set()
        for topic, (kind, quality) in RECORDED.items():
            self.create_subscription(kind, topic, self._writes(topic, kind), quality, raw=True)

    def _writes(self, topic: str, kind: type) -> Callable[[bytes], None]:
        name = self.resolve_topic_name(topic)

        def write(message: bytes) -> None:
            now = self.get_clock().now().nanoseconds
            if name not in self._announced:
                self._announced.add(name)
                self._writer.topic(name, message_type(kind), self._offered(name))
            self._writer.write(name, now, message)

        return write

    def _offered(self, topic: str) -> list[OfferedQos]:
        profiles = [publisher.qos_profile for publisher in self.get_publishers_info_by_topic(topic)]
        return [OfferedQos(_word(profile.reliability), _word(profile.durability)) for profile in profiles]

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()


def run_bag(folder: Path) -> RunBag:
    """Return the bag of a run, with its number of messages for each topic."""
    counts = written_counts(folder)
    return RunBag(str(folder), counts and dict.fromkeys((f"/{topic.lstrip('/')}" for topic in RECORDED), 0) | counts)


def message_type(kind: type) -> str:
    """Return the ROS name of a message class, for example ``sensor_msgs/msg/JointState``."""
    return f"{kind.__module__.split('.')[0]}/msg/{kind.__name__}"


def _word(policy: ReliabilityPolicy | DurabilityPolicy) -> str:
    """Return the name of a policy in rmw."""
    return str(policy.name.lower())


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of the process that `puma560 run` starts with the parameter ``folder``."""
    return run_node(BagRecorderNode, args)


if __name__ == "__main__":
    sys.exit(main())
