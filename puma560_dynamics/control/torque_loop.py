"""One joint state in, one gated torque out: what the feed-forward node does between its topics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import StateError
from .acceleration import SOURCES, FilteredAcceleration
from .feed_forward import Command, FeedForward, Reference
from .plausibility import check_velocity
from .stamps import StampCheck
from .torque_gate import Passed, TorqueGate


@dataclass(frozen=True)
class Step:
    """What one joint state led to.

    Attributes:
        passed: what the gate let out.
        command: the torque before the gate, term by term.
        followed: whether a fresh reference was there.
    """

    passed: Passed
    command: Command
    followed: bool


class TorqueLoop:
    """Feed-forward, acceleration source, stamps and gate, put together.

    Args:
        forward: computes the torque.
        gate: lets it out.
        stamps: checks the stamps of joint states.
        source: where the acceleration comes from, one of `SOURCES`.
        cutoff: of the filtered acceleration, Hz.
        reference_timeout: s without a reference after which the last one is dropped.

    Raises:
        StateError: an unknown source or a bad cut-off.
    """

    def __init__(
        self,
        forward: FeedForward,
        gate: TorqueGate,
        stamps: StampCheck,
        *,
        source: str = "reference",
        cutoff: float = 10.0,
        reference_timeout: float = 0.2,
    ) -> None:
        if source not in SOURCES:
            raise StateError(f"acceleration source {source!r} is not known; use one of {list(SOURCES)}")
        self.forward, self.gate, self._stamps = forward, gate, stamps
        self._filter = FilteredAcceleration(cutoff)
        self.source = source
        self.reference_timeout = reference_timeout
        self._reference: Reference | None = None
        self._reference_stamp, self._reference_seen = 0.0, -np.inf

    def activate(self, now: float, start: NDArray[np.float64] | None = None) -> None:
        """Open the gate as `TorqueGate.activate`; nothing of an earlier pose is used any more."""
        self.forward.forget()
        self.gate.activate(now, start)

    def reference(self, now: float, stamp: float, reference: Reference) -> None:
        """Take a reference of time `stamp` (s), which arrived at the steady time `now` (s)."""
        self._reference, self._reference_stamp, self._reference_seen = reference, stamp, now

    def state(self, now: float, clock: float, stamp: float, q: NDArray[np.float64], qd: NDArray[np.float64]) -> Step:
        """The torque for one joint state.

        Args:
            now: steady time, s.
            clock: the clock that stamps are of, s; 0 if it has not started.
            stamp: of the state, s; 0 if it has none.
            q, qd: (n,) rad and rad/s, finite.

        Raises:
            MessageError: the stamp makes no sense.
            StateError: the state has another shape, or a velocity that is not the arm's; counted by the gate.
        """
        dt = self._stamps.check(stamp, clock, now)
        if qd.shape == self.gate.settings.velocity.shape:
            try:
                check_velocity(self.gate.settings, qd)
            except StateError:
                self.gate.refuse("velocity")
                raise
        if dt > self.gate.settings.state_timeout:
            self.forward.forget()
        reference = self._fresh_reference(now, stamp)
        acceleration: NDArray[np.float64] | None = None
        if self.source == "filtered":
            acceleration = self._filter.update(qd, dt)
        elif self.source == "none":
            acceleration = np.zeros_like(qd)
        try:
            command = self.forward.command(q, qd, reference, acceleration)
        except StateError:
            self.gate.refuse("not_finite")
            raise
        return Step(self.gate.admit(now, q, command.torque, command.hold, dt), command, reference is not None)

    def _fresh_reference(self, now: float, stamp: float) -> Reference | None:
        """The reference at the time of a joint state, where both stamps are of one clock."""
        if self._reference is None or now - self._reference_seen >= self.reference_timeout:
            return None
        ahead = stamp - self._reference_stamp
        near = stamp > 0.0 and self._reference_stamp > 0.0 and abs(ahead) < self.reference_timeout
        return self._reference.advanced(ahead) if near else self._reference
