"""Runs one node until a signal asks it to stop, and lets it say a last word."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import rclpy
from rclpy.exceptions import ParameterException
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ..errors import Puma560Error, RunError
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


def start_ros(args: Sequence[str] | None = None, domain: int | None = None) -> None:
    """`rclpy.init` without its signal handlers.

    They would close the context first, and a last safe command could not go out.

    Raises:
        RunError: ROS does not start (a broken ROS_DOMAIN_ID, arguments that rcl cannot read …).
    """
    if "HOME" not in os.environ:  # rcl logs below it
        os.environ.setdefault("ROS_LOG_DIR", tempfile.gettempdir())
    try:
        rclpy.init(
            args=None if args is None else list(args),
            domain_id=domain,
            signal_handler_options=SignalHandlerOptions.NO,
        )
    except Exception as error:  # rcl's own exceptions have no common public class
        reason = " ".join(str(error).split())[:300]
        raise RunError(f"ROS 2 does not start: {reason}; check ROS_DOMAIN_ID and the --ros-args") from None


def run_node(
    make: Callable[[], Node],
    args: Sequence[str] | None = None,
    make_executor: Callable[[], Executor] = make_executor,
) -> int:
    """Make a node, spin it, and take it down cleanly on SIGINT or SIGTERM; returns the exit code.

    A node may have a method ``close``, called while it can still publish, also when an error that
    nobody caught ends the node: the controller would hold the last command for ever. With a method
    ``may_leave`` it is asked after a signal whether to go, and spun until it says so.
    """
    die_with_parent()
    stop = _StopFlag()
    node: Node | None = None
    try:
        start_ros(args)
        node = make()
        executor = make_executor()
        executor.add_node(node)
        try:
            may_leave = getattr(node, "may_leave", lambda: True)
            while rclpy.ok() and not (stop.asked and may_leave()):
                executor.spin_once(timeout_sec=POLL)
        finally:
            close = getattr(node, "close", None)
            if close is not None and rclpy.ok():
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
