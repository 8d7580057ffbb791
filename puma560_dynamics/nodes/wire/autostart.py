"""A lifecycle node that configures and activates without a manager."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.clock import Clock
from rclpy.lifecycle import LifecycleNode

PERIOD = 0.5
"""Seconds between two attempts, and before the first one, in which the node reads its topics."""


class Autostart:
    """Configures a node once, then tries to activate it until it is active.

    Args:
        node: the node.
        clock: steady.
        ready: whether there is what it needs to be configured.
        configured, active: whether it is.
    """

    def __init__(
        self,
        node: LifecycleNode,
        clock: Clock,
        ready: Callable[[], bool],
        configured: Callable[[], bool],
        active: Callable[[], bool],
    ) -> None:
        self._node, self._ready, self._configured, self._active = node, ready, configured, active
        self._timer = node.create_timer(PERIOD, self._try, clock=clock)

    def _try(self) -> None:
        if not self._configured() and self._ready():
            self._node.trigger_configure()
        if self._configured() and not self._active():
            self._node.trigger_activate()
        if self._active():
            self._timer.cancel()
