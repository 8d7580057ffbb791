"""Runs one node until a signal asks it to stop, then lets it publish its last messages."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
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

POLL_S = 0.1
"""Longest wait before a signal is noticed, s."""

EVENTS = 20
"""Number of events between two checks that ROS still runs: a check costs as much as a small callback."""


def make_executor(context: Context | None = None) -> Executor:
    """Return the events executor if this ROS has it (half the processor time), else the single-threaded one."""
    try:
        from rclpy.experimental.events_executor import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor(context=context)
    executor: Executor = EventsExecutor(context=context)
    return executor


def start_ros(args: Sequence[str] | None = None, domain: int | None = None) -> None:
    """Call `rclpy.init` without its signal handlers.

    The handlers would close the context before a last safe command could be sent.

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
    """Make a node, spin it, and shut it down cleanly on a signal; return the exit code.

    SIGINT, SIGTERM, SIGHUP (a terminal closes) and SIGQUIT all ask the node to stop. A signal while the node is being
    made ends the process after `GRACE_S` at the latest, because nothing was sent yet.

    A node may have these methods. ``leave`` is called when the node is asked to stop or an error in a callback ends it.
    The node is then spun until ``may_leave`` returns true, so that it can bring its torque to zero; the controller
    would hold the last command indefinitely. ``watch`` is called directly if the executor itself fails. ``broken``
    receives every error outside of this package's code: bytes that rclpy cannot read do not end a node. ``close`` is
    called last.
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
            _spin(node, executor, stop)
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


RETRY_S = 0.01
"""Time before a failed executor is used again, s, and the period of a node's watchdog meanwhile."""

MAX_ERRORS_IN_A_ROW = 100
"""Number of consecutive errors of the executor after which the watchdog is called directly."""

MAX_WATCHDOG_ERRORS = 3
"""Number of consecutive errors of the watchdog after which the last command is brought to zero without it."""

LOG_PERIOD_S = 1.0
"""Shortest time between two log lines about errors of the executor, s."""


def _spin(node: Node, executor: Executor, stop: _StopFlag) -> None:
    """Spin until a signal arrives; only an error in this package's own code ends the loop earlier."""
    errors = _Errors(node)
    watch: Callable[[], object] = getattr(node, "watch", lambda: None)
    while rclpy.ok() and not stop.asked:
        for _ in range(EVENTS):
            try:
                executor.spin_once(timeout_sec=POLL_S)
            except ExternalShutdownException:
                raise
            except Exception as error:
                if not _of_rclpy(error):
                    raise
                errors.note(error)
                if errors.in_a_row > MAX_ERRORS_IN_A_ROW:  # the executor may no longer call timers
                    time.sleep(RETRY_S)
                    watch()
            else:
                errors.in_a_row = 0
            if stop.asked:
                break


RCLPY = str(Path(rclpy.__file__).parent)


def _of_rclpy(error: BaseException) -> bool:
    """Return whether rclpy raised an error outside of any callback, for which it has no common class."""
    frames = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    return all(name == __file__ or name.startswith(RCLPY) for name in frames)


class _Errors:
    """Counts errors that do not end a node."""

    def __init__(self, node: Node) -> None:
        self._node, self._count, self._logged = node, 0, -math.inf
        self.in_a_row = 0

    def note(self, error: BaseException) -> None:
        """Count, report and log an error; a failure of the report itself must not stop the caller."""
        self._count, self.in_a_row = self._count + 1, self.in_a_row + 1
        with contextlib.suppress(BaseException):
            self._show(error)

    def _show(self, error: BaseException) -> None:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        broken = getattr(self._node, "broken", None)
        if broken is not None:
            broken(reason)
        if time.monotonic() - self._logged >= LOG_PERIOD_S:
            self._logged = time.monotonic()
            trace = "".join(traceback.format_exception(error)).rstrip()
            self._node.get_logger().error(f"{self._count} errors so far, the node goes on: {reason}\n{trace}")


def _let_leave(node: Node, executor: Executor) -> None:
    """Spin a node that was asked to leave until it may; errors must not keep its torque from ending."""
    leave, may_leave = getattr(node, "leave", None), getattr(node, "may_leave", None)
    if leave is None or may_leave is None or not rclpy.ok():
        return
    errors = _Errors(node)
    watch: Callable[[], object] = getattr(node, "watch", lambda: None)
    last_resort: Callable[[], bool] | None = getattr(node, "last_resort", None)
    left, broke = False, 0
    while rclpy.ok():
        try:
            if not left:
                leave()
                left = True
            if may_leave():
                return
            executor.spin_once(timeout_sec=POLL_S)
        except BaseException as error:  # any error of a callback, SystemExit included
            errors.note(error)
            try:  # if the executor no longer calls timers, the torque is ended without it
                time.sleep(RETRY_S)
                watch()
                broke = 0
            except BaseException as other:
                errors.note(other)
                broke += 1
        if broke > MAX_WATCHDOG_ERRORS and last_resort is not None:  # the watchdog itself fails
            with contextlib.suppress(BaseException):
                while not last_resort():
                    time.sleep(RETRY_S)
                return


SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
"""Signals that ask a node to stop."""


GRACE_S = 1.0
"""Time for a node that is asked to stop while it is being made, s. Within it the constructor may finish, so that the
node leaves the graph; afterwards the process ends."""


class _StopFlag:
    """Flag that `SIGNALS` set; ends the process after `GRACE_S` if a signal arrives while the node is being made."""

    def __init__(self) -> None:
        self.asked, self._making = False, True
        signal.signal(signal.SIGALRM, _end)
        for number in SIGNALS:
            signal.signal(number, self._ask)

    def made(self) -> None:
        """Note that the node exists: from now on a signal only sets the flag."""
        self._making = False
        signal.setitimer(signal.ITIMER_REAL, 0.0)

    def ignore(self) -> None:
        """Ignore signals, because the process ends normally: Python would restore the default handlers, which kill."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)

    def _ask(self, number: int, frame: FrameType | None) -> Any:
        if self._making and not self.asked:
            signal.setitimer(signal.ITIMER_REAL, GRACE_S)
        self.asked = True


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(0)  # a running import could swallow an exception, or treat it as a missing package
