"""The executables of the nodes: a node that is asked to end before it runs ends without a word.

To import numpy and rclpy takes up to seconds. A launch that is ended meanwhile would print a traceback of every node.
So signals are answered first, and everything large is imported afterwards.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import FrameType

NODES = (
    "command_guard_node",
    "feedforward_node",
    "marker_node",
    "plant_node",
    "reference_node",
    "trajectory_feedforward_node",
    "validator_node",
    "view_node",
)
"""Modules of this folder that are executables."""


def start(name: str) -> int:
    """Run one of `NODES`; returns the exit code."""
    for number in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, number):
            signal.signal(getattr(signal, number), _end)
    code: int = import_module(f".{name}", __package__).main()
    return code


def __getattr__(name: str) -> Callable[[], int]:
    if name in NODES:
        return partial(start, name)
    raise AttributeError(f"{name!r} is no node; expected one of {', '.join(NODES)}")


def _end(number: int, frame: FrameType | None) -> None:
    """Nothing was sent yet, and the import that is under way would print its traceback."""
    os._exit(0)
