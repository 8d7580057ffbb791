"""Runs one node until a signal asks it to stop, and lets it say a last word."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import rclpy
from rclpy.exceptions import ParameterException
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ..errors import Puma560Error
from ..run.processes import die_with_parent

POLL = 0.1
"""Longest wait before a signal is noticed, s."""


def make_executor() -> Executor:
    """The events executor where this ROS has it (half the processor time), else the single-threaded one."""
    try:
        from rclpy.experimental.events_executor import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor()
    executor: Executor = EventsExecutor()
    return executor


def run_node(make: Callable[[], Node], args: Sequence[str] | None = None) -> int:
    """Make a node, spin it, and take it down cleanly on SIGINT or SIGTERM; returns the exit code.

    A node may have a method ``close``, called while it can still publish. The signal handlers are
    ours because rclpy's own would close the context first, and a last safe command could not go out.
    """
    die_with_parent()
    stop = _StopFlag()
    node: Node | None = None
    try:
        rclpy.init(args=list(args) if args is not None else None, signal_handler_options=SignalHandlerOptions.NO)
        node = make()
        executor = make_executor()
        executor.add_node(node)
        while rclpy.ok() and not stop.asked:
            executor.spin_once(timeout_sec=POLL)
        close = getattr(node, "close", None)
        if close is not None:
            close()
        executor.remove_node(node)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    except (Puma560Error, ParameterException) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    finally:
        if node is not None:
            node.destroy_node()
        rclpy.try_shutdown()
    return 0


class _StopFlag:
    """Set by SIGINT and SIGTERM from here on."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> Any:
        self.asked = True
