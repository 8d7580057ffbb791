"""Runs a node and notes every endpoint that it makes, with what the graph does not tell: the depth of its queue.

``python noting.py NODE FILE [arguments of the node]``
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rclpy.node import Node


def note(file: Path, direction: str, make: Callable[..., Any]) -> Callable[..., Any]:
    """`make` as before, and a line in `file`."""

    def noted(self: Node, *args: Any, **settings: Any) -> Any:
        made = make(self, *args, **settings)
        entry = {"direction": direction, "name": made.topic_name, "depth": made.qos_profile.depth}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")
        return made

    return noted


def main() -> int:
    """As the node's own main."""
    name, file, *rest = sys.argv[1:]
    Node.create_publisher = note(Path(file), "publish", Node.create_publisher)  # type: ignore[method-assign]
    Node.create_subscription = note(Path(file), "subscribe", Node.create_subscription)  # type: ignore[method-assign]
    code: int = importlib.import_module(f"puma560_dynamics.nodes.{name}").main([name, *rest])
    return code


if __name__ == "__main__":
    sys.exit(main())
