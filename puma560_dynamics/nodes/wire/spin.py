"""Runs one node until a signal asks it to stop, then lets it publish its last messages."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import rclpy
from rclpy.context import Context
from rclpy.exceptions import ParameterException
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ...errors import Puma560Error, RunError
from ...system.processes import die_with_parent

POLL = 0.1
"""Longest wait before a signal is noticed, s."""

EVENTS = 20
"""Events between two looks whether ROS still runs: each look costs as much as a small callback."""


def make_executor(context: Context | None = None) -> Executor:
    """The events executor where this ROS has it (half the processor time), else the single-threaded one."""
    try:
        from rclpy.experimental.events_executor import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor(context=context)
    executor: Executor = EventsExecutor(context=context)
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
    """Make a node, spin it, and take it down cleanly on a signal; returns the exit code.

    SIGINT, SIGTERM, SIGHUP (a terminal closes) and SIGQUIT all ask it to stop. Before the node is made nothing was
    sent: what takes longer than `GRACE` then (large imports on a busy machine) is not waited for.

    A node may have the methods ``leave``, called once it is asked to, also when an uncaught error ends the node, and
    ``may_leave``: it is spun until that is true, so that it can lead its torque to zero; the controller would hold
    the last command indefinitely. A method ``close`` is called last.
    """
    die_with_parent()
    stop = _StopFlag()
    node: Node | None = None
    try:
        start_ros(args)
        node = make()
        stop.made()
        executor = make_executor()
        executor.add_node(node)
        try:
            while rclpy.ok() and not stop.asked:
                for _ in range(EVENTS):
                    executor.spin_once(timeout_sec=POLL)
                    if stop.asked:
                        break
        finally:
            _let_leave(node, executor)
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
        stop.ignore()
    return 0


BREAKS = 10
"""Errors in a row after which a node that is to leave is given up."""


def _let_leave(node: Node, executor: Executor) -> None:
    """Spin a node that was asked to leave until it may; errors must not keep its torque from ending."""
    leave, may_leave = getattr(node, "leave", None), getattr(node, "may_leave", None)
    if leave is None or may_leave is None or not rclpy.ok():
        return
    leave()
    broke = 0
    while rclpy.ok() and not may_leave() and broke < BREAKS:
        try:
            executor.spin_once(timeout_sec=POLL)
            broke = 0
        except (Exception, KeyboardInterrupt) as error:  # whatever a callback raises
            broke += 1
            node.get_logger().error(f"while the torque ends: {error!r}")


SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
"""What asks a node to stop."""


GRACE = 1.0
"""Seconds for a node that is asked to stop while it is made: to the end of its constructor, so that it can leave the
graph, or else to the end of the process."""


class _StopFlag:
    """Set by `SIGNALS` from here on; ends the process if that happens before the node is `made`, and it takes long."""

    def __init__(self) -> None:
        self.asked, self._making = False, True
        signal.signal(signal.SIGALRM, _end)
        for number in SIGNALS:
            signal.signal(number, self._ask)

    def made(self) -> None:
        """The node is there: from now on it ends in its own way."""
        self._making = False
        signal.setitimer(signal.ITIMER_REAL, 0.0)

    def ignore(self) -> None:
        """The process ends normally: Python gives signals back their default while it ends, which kills."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def _ask(self, number: int, frame: FrameType | None) -> Any:
        if self._making and not self.asked:
            signal.setitimer(signal.ITIMER_REAL, GRACE)
        self.asked = True


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(0)  # an exception could be swallowed, or be taken for a missing package, by an import that is under way
