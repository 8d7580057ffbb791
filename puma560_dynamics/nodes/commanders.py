"""Who else may command the arm: two at once shake it, each within its own limits."""

from __future__ import annotations

import time
from collections.abc import Collection

import numpy as np
from rclpy.node import Node

LOOK = 1.0
"""Seconds between two looks: the graph changes slowly."""


class Commanders:
    """Looks for publishers of a topic beside the node's own one.

    Args:
        node: the node.
        topic: its topic for commands.
        welcome: names of nodes that may publish there too.
    """

    def __init__(self, node: Node, topic: str, welcome: Collection[str]) -> None:
        self._node, self._topic, self._welcome = node, topic, frozenset(welcome)
        self._looked = -np.inf

    def strangers(self) -> tuple[str, ...] | None:
        """Names of the nodes that should not be there, a second one of this node's name too; `None` between looks."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return None
        self._looked = now
        names = [info.node_name for info in self._node.get_publishers_info_by_topic(self._topic)]
        if self._node.get_name() in names:
            names.remove(self._node.get_name())
        return tuple(sorted(name for name in names if name not in self._welcome))
