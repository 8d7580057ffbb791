"""How many publishers or subscriptions a topic has, under the name that it was remapped to."""

from __future__ import annotations

from rclpy.node import Node

DISCOVERY = 3.2
"""Seconds in which every other node of the domain shows itself: announcements come every 3 s at the latest."""


def publishers(node: Node, topic: str) -> int:
    """Publishers of a topic in the graph.

    Args:
        node: the node that asks.
        topic: its name for the topic. `Node.count_publishers` alone does not apply the node's remappings.
    """
    return node.count_publishers(node.resolve_topic_name(topic))


def subscriptions(node: Node, topic: str) -> int:
    """Subscriptions of a topic in the graph.

    Args:
        node: the node that asks.
        topic: its name for the topic, remapped likewise.
    """
    return node.count_subscribers(node.resolve_topic_name(topic))
