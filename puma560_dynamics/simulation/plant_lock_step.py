"""Plant side of lock-step: time advances only when the command for the last state has arrived.

A simulation in real time shows the delays of the machine it runs on. In lock-step the plant waits instead, so that
its motion is the same on every machine. A command acts one sample after the state that it answers, so that a loop
has the latency of a sample: state k is published at :math:`t_k`, and its command acts from :math:`t_{k+1}` to
:math:`t_{k+2}`.
"""

from __future__ import annotations

from ..arrays import FloatArray
from ..control.feed_forward.references import Reference

START = 1_000_000_000
"""Simulated time at the start, ns: a clock that stands at zero counts as one that has not started."""


class LockStep:
    """State of lock-step: the waiting state, what has arrived for it, and the acting torque.

    Args:
        rate: of the states, Hz.
        start: simulated time of the first state, ns.

    Attributes:
        stamp: simulated time of the state that waits for its command, ns.
        until: simulated time at which the plant stops, ns; `start` at first, so that it stands.
    """

    def __init__(self, rate: float, start: int = START) -> None:
        self.period = round(1e9 / rate)
        self.stamp = self.until = start
        self._acting: FloatArray | None = None
        self._answer: FloatArray | None = None
        self._references: dict[int, Reference] = {}

    @property
    def answered(self) -> bool:
        """Whether command and reference for the present state have arrived."""
        return self._answer is not None and self.stamp in self._references

    @property
    def ready(self) -> bool:
        """Whether a sample may pass."""
        return self.answered and self.stamp + self.period <= self.until

    def command(self, stamp: int | None, torque: FloatArray) -> None:
        """Take the command (n,) N·m for the state of time `stamp` (ns); the first one counts, others do not."""
        if stamp == self.stamp and self._answer is None:
            self._answer = torque

    def reference(self, stamp: int, reference: Reference) -> None:
        """Take the reference of time `stamp` (ns), which may come before its state does."""
        if stamp >= self.stamp:
            self._references[stamp] = reference

    def reset(self) -> None:
        """Restart one sample later; no torque acts until the next command."""
        self._acting = self._answer = None
        self._pass()

    def step(self) -> tuple[FloatArray | None, Reference]:
        """Advance by one sample; call it when `ready`.

        Returns:
            The torque (n,) N·m that acts in this sample, that of the command before, `None` before the first; and the
            reference of the time at which the sample begins.
        """
        reference = self._references[self.stamp]
        acting, self._acting, self._answer = self._acting, self._answer, None
        self._pass()
        return acting, reference

    def _pass(self) -> None:
        self.stamp += self.period
        self._references = {time: each for time, each in self._references.items() if time >= self.stamp}
