"""Names of topics, their qualities of service, and how many publishers or subscriptions they have."""

from __future__ import annotations

from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

JOINT_STATES = "joint_states"
COMMANDS = "effort_controller/commands"
REFERENCE = "reference"
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
"""Joint states and references: lost nothing in three processes at 1 kHz."""

QUEUE = QoSProfile(depth=1000, reliability=ReliabilityPolicy.RELIABLE)
"""For a reader that is slow on purpose and wants every message: a second at 1 kHz."""

DEEP = QoSProfile(depth=5000, reliability=ReliabilityPolicy.RELIABLE)
"""Joint states and references in lock-step: none may be lost to a recorder that is late."""

COMMAND = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
"""As forward_command_controller subscribes; a late torque is worth nothing. Best effort matches every publisher."""

POLLED = QoSProfile(depth=50, reliability=ReliabilityPolicy.BEST_EFFORT)
"""As `COMMAND`, for a reader that looks every 0.01 s: no message is lost up to 5 kHz."""

NEWEST = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
"""For a reader that needs the newest joint state of its arm, next to those of a gripper."""

LATCHED = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""robot_description: late joiners get the last one."""


DISCOVERY_S = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""


def publishers(node: Node, topic: str) -> int:
    """Return publishers of a topic in the graph.

    Args:
        node: the node that asks.
        topic: its name for the topic. `Node.count_publishers` alone does not apply the node's remappings.
    """
    return node.count_publishers(node.resolve_topic_name(topic))


def subscriptions(node: Node, topic: str) -> int:
    """Return subscriptions of a topic in the graph.

    Args:
        node: the node that asks.
        topic: its name for the topic, remapped likewise.
    """
    return node.count_subscribers(node.resolve_topic_name(topic))
