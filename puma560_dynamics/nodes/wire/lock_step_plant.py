"""Lock-step at the simulated arm: simulated time on ``/clock``, a state, its command, the next state."""

from __future__ import annotations

import time
from collections.abc import Callable

from builtin_interfaces.msg import Time
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from rosgraph_msgs.msg import Clock as ClockMessage

from ...arrays import FloatArray
from ...control.feed_forward.references import Reference
from ...simulation.plant_lock_step import LockStep
from .stamps import nanoseconds, stamp_of
from .topics import CLOCK, HORIZON, RELIABLE

REPEAT_S = 0.05
"""Seconds after which a state is published again: messages get lost, and a plant that stands has new listeners."""

CLOCK_PERIOD_NS = 10_000_000
"""Simulated time between two messages on ``/clock`` while it passes, ns."""

Integrate = Callable[[float, float, FloatArray | None, Reference], None]


class LockStepPlant:
    """`LockStep` on the wire, no faster than real time.

    The plant stands until ``~/horizon`` names a time, and stands again when it comes there.

    Args:
        node: the plant's node.
        rate: of the states, Hz.
        integrate: moves the arm: simulated time (s) at the end of the step, its length (s), the torque (n,) N·m
            that acts, `None` for the brakes, and the reference of the time at which the step begins.
        publish: publishes the state of the arm with a stamp.
    """

    def __init__(self, node: Node, rate: float, integrate: Integrate, publish: Callable[[Time], None]) -> None:
        self._core = LockStep(rate)
        self._integrate, self._publish = integrate, publish
        self._due = self._published = 0.0
        self._clock_published = 0
        self.repeated = 0
        self._clock = node.create_publisher(ClockMessage, CLOCK, RELIABLE)
        node.create_subscription(Time, HORIZON, self._on_horizon, RELIABLE)
        node.create_timer(1.0 / rate, self._on_time, clock=Clock(clock_type=ClockType.STEADY_TIME))

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return 1e-9 * self._core.stamp

    def command(self, stamp: int | None, torque: FloatArray) -> None:
        """Take a command (n,) N·m that answers the state of time `stamp` (ns)."""
        self._core.command(stamp, torque)
        self._advance()

    def reference(self, stamp: Time, reference: Reference) -> None:
        """Take a reference of time `stamp` (ns)."""
        self._core.reference(nanoseconds(stamp), reference)
        self._advance()

    def reset(self) -> None:
        """Note that the arm was moved and braked: the next state, a sample later, waits for its command."""
        self._core.reset()
        self._tell()

    def _on_horizon(self, message: Time) -> None:
        until = nanoseconds(message)
        if until != self._core.until:
            self._core.until = until
            self._due = time.monotonic()
            self._advance()

    def _on_time(self) -> None:
        self._advance()
        if time.monotonic() - self._published >= REPEAT_S:
            self.repeated += not self._core.answered
            self._tell()

    def _advance(self) -> None:
        """Let one sample pass, if it may."""
        if not self._core.ready or time.monotonic() < self._due:
            return
        period = 1e-9 * self._core.period
        self._due += period  # what was lost may be caught up with
        torque, reference = self._core.step()
        self._integrate(self.time, period, torque, reference)
        self._tell()

    def _tell(self) -> None:
        """Publish time and state."""
        stamp = stamp_of(self._core.stamp)
        self._published = time.monotonic()
        if self._core.stamp >= self._clock_published + CLOCK_PERIOD_NS or self._core.stamp == self._clock_published:
            self._clock_published = self._core.stamp
            self._clock.publish(ClockMessage(clock=stamp))
        self._publish(stamp)
