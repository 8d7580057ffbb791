"""Names of topics, QoS profiles, and counts of publishers and subscriptions."""

from __future__ import annotations

from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

JOINT_STATES = "joint_states"
COMMANDS = "effort_controller/commands"
REFERENCE = "reference"
CONTROLLER_STATE = "joint_trajectory_controller/controller_state"
TRAJECTORY = "joint_trajectory_controller/joint_trajectory"
PAYLOAD = "feedforward_node/payload"
SETUP = "feedforward_node/guard_setup"
NODE_HEARTBEAT = "feedforward_node/heartbeat"
GUARD = "command_guard_node"
HEARTBEAT = f"{GUARD}/heartbeat"
ACTIVITY = "controller_manager/activity"
INTROSPECTION = "introspection_data/full"
ROBOT_DESCRIPTION = "robot_description"
DIAGNOSTICS = "/diagnostics"
CLOCK = "/clock"
HORIZON = "plant_node/horizon"

RELIABLE = QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE)
"""For joint states and references: no message was lost with three processes at 1 kHz."""

QUEUE = QoSProfile(depth=1000, reliability=ReliabilityPolicy.RELIABLE)
"""For a slow reader that needs every message: one second at 1 kHz."""

DEEP = QoSProfile(depth=5000, reliability=ReliabilityPolicy.RELIABLE)
"""For joint states and references in lock-step: a late recorder must not lose any."""

COMMAND = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
"""For commands, as forward_command_controller subscribes: a late torque is useless. Best effort matches every
publisher."""

POLLED = QoSProfile(depth=50, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Like `COMMAND`, for a reader that polls every 0.01 s: no message is lost up to 5 kHz."""

NEWEST = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
"""For a reader that needs only the newest joint state of its arm, besides the states of a gripper."""

LATCHED = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""For robot_description and other latched topics: late subscribers receive the last message."""


DISCOVERY_S = 3.2
"""Time within which every other node of the domain is discovered, s: nodes announce themselves at least every 3 s."""


def publishers(node: Node, topic: str) -> int:
    """Return the number of publishers of a topic in the graph.

    Args:
        node: node that reads the graph.
        topic: name of the topic before the node's remappings, which `Node.count_publishers` alone does not apply.
    """
    return node.count_publishers(node.resolve_topic_name(topic))


def subscriptions(node: Node, topic: str) -> int:
    """Return the number of subscriptions of a topic in the graph.

    Args:
        node: node that reads the graph.
        topic: name of the topic before the node's remappings.
    """
    return node.count_subscribers(node.resolve_topic_name(topic))
