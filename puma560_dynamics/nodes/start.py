"""Executables of the nodes, which end silently on a signal that arrives before the node runs.

To import numpy and rclpy takes up to seconds. A launch that is stopped meanwhile would print a traceback of every node.
So signal handlers are installed first, and large packages are imported afterwards. Launch files hold signals back until
the handlers are installed (`launching.held_signals`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import FrameType

from ..errors import MissingDependencyError
from ..extras import ROS, require

NODES: dict[str, tuple[str, ...]] = {
    "command_guard_node": (),
    "feedforward_node": (),
    "marker_node": (),
    "observer_node": (),
    "payload_node": (),
    "plant_node": ("mujoco",),
    "reference_node": (),
    "trajectory_feedforward_node": (),
    "validator_node": ("pinocchio",),
    "view_node": ("viser", "yourdfpy"),
}
"""Modules of this folder that are executables, with the packages that each needs besides ROS."""


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
"""Signals that ask a node to end."""

MISSING = 2
"""Exit code if a package is missing."""


def start(name: str) -> int:
    """Run one of `NODES`, and end the process with its exit code; return `MISSING` if a package is missing."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    for number in numbers:
        signal.signal(number, _end)
    # A launch file starts nodes with these signals blocked: signals that arrived since then are handled here.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)
    try:
        require(f"`{name}`", *ROS, *NODES[name])
        module = import_module(f".{name}", __package__)
    except ImportError as error:
        print(f"{name}: error: {_reason(error)}", file=sys.stderr)
        return MISSING
    code: int = module.main()
    # The node has left the graph. To unload Python and its extensions would take 0.1 to 0.2 s of processor time,
    # on a busy machine longer than launch waits after a Ctrl-C.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def __getattr__(name: str) -> Callable[[], int]:
    if name in NODES:
        return partial(start, name)
    raise AttributeError(f"{name!r} is not a node; expected one of {', '.join(NODES)}")


def _reason(error: ImportError) -> str:
    """Return a sentence on the missing package and how to install it."""
    if isinstance(error, MissingDependencyError):
        return str(error)
    return f"a package cannot be imported ({error}); source the setup file of ROS 2, or install this package again"


def _end(number: int, frame: FrameType | None) -> None:
    """End the process at once: nothing was sent yet, and an exception in a running import would print a traceback."""
    os._exit(0)
