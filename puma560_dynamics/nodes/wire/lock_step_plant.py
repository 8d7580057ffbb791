"""Lock-step of the simulated arm: publish simulated time and a state, wait for its command, and simulate one step."""

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
"""Time after which a state is published again, s, because messages may be lost and new nodes may start."""

CLOCK_PERIOD_NS = 10_000_000
"""Shortest simulated time between two messages on ``/clock``, ns."""

Integrate = Callable[[float, float, FloatArray | None, Reference], None]


class LockStepPlant:
    """Connects `LockStep` with topics, no faster than real time.

    Simulated time stands still until ``~/horizon`` contains a later time, and runs until that time.

    Args:
        node: the plant's node.
        rate: rate of the states, Hz.
        integrate: moves the arm; its arguments are the simulated time at the end of the step (s), the length of the
            step (s), the acting torque (n,) N·m (`None` for brakes), and the reference at the begin of the step.
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
        """Store a command (n,) N·m that answers the state of time `stamp` (ns), and simulate the step if possible."""
        self._core.command(stamp, torque)
        self._advance()

    def reference(self, stamp: Time, reference: Reference) -> None:
        """Store a reference for the time `stamp`, and simulate the step if possible."""
        self._core.reference(nanoseconds(stamp), reference)
        self._advance()

    def reset(self) -> None:
        """Note that the arm was moved and braked. The next state, one sample later, waits for its command."""
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
        """Simulate one sample if its command and reference have arrived and it is due."""
        if not self._core.ready or time.monotonic() < self._due:
            return
        period = 1e-9 * self._core.period
        self._due += period  # lost time may be caught up
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
