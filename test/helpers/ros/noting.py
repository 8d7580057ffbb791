"""Runs a node and notes every endpoint that it makes, with what the graph does not show: the depth of its queue."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rclpy.node import Node

from helpers.ros.forked import node_main


def note(file: Path, direction: str, make: Callable[..., Any]) -> Callable[..., Any]:
    """`make` as before, and a line in `file`."""

    def noted(self: Node, *args: Any, **settings: Any) -> Any:
        made = make(self, *args, **settings)
        entry = {"direction": direction, "name": made.topic_name, "depth": made.qos_profile.depth}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")
        return made

    return noted


def noted_main(node: str, file: Path) -> int:
    """Run a node by its name, in a process that runs nothing else."""
    Node.create_publisher = note(file, "publish", Node.create_publisher)  # type: ignore[method-assign]
    Node.create_subscription = note(file, "subscribe", Node.create_subscription)  # type: ignore[method-assign]
    return node_main(node)
