"""Advance the plant in lock-step: simulated time advances only when the command for the last state has arrived.

A simulation in real time is affected by delays of the machine. In lock-step the plant waits for commands, so that its
motion is the same on all machines. The latency is one sample: state k is published at :math:`t_k`, and the command that
answers it acts from :math:`t_{k+1}` to :math:`t_{k+2}`.
"""

from __future__ import annotations

from ..arrays import FloatArray
from ..control.feed_forward.references import Reference

START = 1_000_000_000
"""Simulated time at the start, ns; not zero, because ROS treats a clock at zero as not started."""


class LockStep:
    """Data of lock-step: stamp of the state that waits for its command, received messages, and acting torque.

    Args:
        rate: sampling rate of the states, Hz.
        start: simulated time of the first state, ns.

    Attributes:
        stamp: simulated time of the state that waits for its command, ns.
        until: simulated time up to which the plant may advance, ns; initially `start`.
    """

    def __init__(self, rate: float, start: int = START) -> None:
        self.period = round(1e9 / rate)
        self.stamp = self.until = start
        self._acting: FloatArray | None = None
        self._answer: FloatArray | None = None
        self._references: dict[int, Reference] = {}

    @property
    def answered(self) -> bool:
        """Whether command and reference for the waiting state have arrived."""
        return self._answer is not None and self.stamp in self._references

    @property
    def ready(self) -> bool:
        """Whether the plant may advance by one sample."""
        return self.answered and self.stamp + self.period <= self.until

    def command(self, stamp: int | None, torque: FloatArray) -> None:
        """Store the command, (n,) N·m, for the waiting state; commands for other stamps (ns) or repeats are ignored."""
        if stamp == self.stamp and self._answer is None:
            self._answer = torque

    def reference(self, stamp: int, reference: Reference) -> None:
        """Store the reference for the time `stamp` (ns), which may arrive before the state of this time."""
        if stamp >= self.stamp:
            self._references[stamp] = reference

    def reset(self) -> None:
        """Discard commands and torque, and continue with the next sample; no torque acts until the next command."""
        self._acting = self._answer = None
        self._pass()

    def step(self) -> tuple[FloatArray | None, Reference]:
        """Advance by one sample; call it when `ready`.

        Returns:
            The torque (n,) N·m that acts in this sample (from the previous command; `None` before the first command),
            and the reference for the time at which the sample begins.
        """
        reference = self._references[self.stamp]
        acting, self._acting, self._answer = self._acting, self._answer, None
        self._pass()
        return acting, reference

    def _pass(self) -> None:
        self.stamp += self.period
        self._references = {time: each for time, each in self._references.items() if time >= self.stamp}
