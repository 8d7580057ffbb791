"""Fades from the feed-forward before a change of terms, payload or friction to the one after it.

Torque of another process reaches the hardware by a topic. A command that arrives late brings at once what had changed
meanwhile. So the difference of the two torques fades no faster than a ramp, N·m/s of each joint. Both are computed for
every state until then: what fades is the difference, and everything else follows the arm.
"""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from ...arrays import FloatArray
from .feed_forward import Command, FeedForward, Reference


class Blended(NamedTuple):
    """Torque of one state.

    Attributes:
        command: after the change, as if it were complete.
        torque: (n,) N·m to be given.
        hold: (n,) N·m that keep the arm still, blended likewise.
    """

    command: Command
    torque: FloatArray
    hold: FloatArray


class ChangeOver:
    """Computes the torque of a feed-forward, also while a change of it fades.

    Args:
        forward: the feed-forward.
        ramp: n N·m/s; `None` for changes at once.
        longest: s that count at most between two states.
    """

    def __init__(self, forward: FeedForward, ramp: list[float] | None, longest: float) -> None:
        self._forward, self._ramp, self._longest = forward, ramp, longest
        self._before: FeedForward | None = None
        self._share = 1.0
        self._next: dict[str, Any] = {}

    @property
    def fading(self) -> bool:
        """Whether a change is not complete."""
        return self._before is not None

    def change(self, changes: dict[str, Any], fades: bool) -> None:
        """Change the feed-forward.

        A change while another one fades begins when that is complete; of several the last ones count.

        Args:
            changes: attributes of `FeedForward` by name (``model``, ``active``, ``friction``) with their new values.
            fades: whether the change takes its time; at once otherwise.

        Raises:
            ValueError: an unknown term.
        """
        if not fades or self._ramp is None:
            self.complete()
            self._set(changes)
        elif self.fading:
            self._check(changes)
            self._next |= changes
        else:
            before = copy.copy(self._forward)
            self._set(changes)
            self._before, self._share = before, 0.0

    def complete(self) -> None:
        """Complete all changes at once."""
        self._before, self._share = None, 1.0
        changes, self._next = self._next, {}
        self._set(changes)

    def forget(self) -> None:
        """As `FeedForward.forget`."""
        self._forward.forget()
        if self._before is not None:
            self._before.forget()

    def command(
        self, q: FloatArray, qd: FloatArray, reference: Reference | None, acceleration: FloatArray, dt: float
    ) -> Blended:
        """Torque for one state, the first four arguments as of `FeedForward.command`.

        Args:
            q, qd, reference, acceleration: the state, and what is to be followed.
            dt: s since the state before.

        Raises:
            StateError: a state of another shape or not finite.
        """
        after = self._forward.command(q, qd, reference, acceleration)
        if self._before is None:
            return Blended(after, after.torque, after.hold)
        before = self._before.command(q, qd, reference, acceleration)
        self._advance(after.torque.tolist(), before.torque.tolist(), min(dt, self._longest))
        left = 1.0 - self._share
        torque, hold = (
            left * old + self._share * new for old, new in ((before.torque, after.torque), (before.hold, after.hold))
        )
        if self._share >= 1.0:
            changes, self._next, self._before = self._next, {}, None
            if changes:
                self.change(changes, fades=True)
        return Blended(after, torque, hold)

    def _advance(self, after: list[float], before: list[float], dt: float) -> None:
        ramp = self._ramp or []
        whole = max((abs(new - old) / most for new, old, most in zip(after, before, ramp, strict=True)), default=0.0)
        self._share = min(1.0, self._share + dt / whole) if whole > dt else 1.0

    def _set(self, changes: dict[str, Any]) -> None:
        for name, value in changes.items():
            setattr(self._forward, name, value)

    def _check(self, changes: dict[str, Any]) -> None:
        if "active" in changes:
            copy.copy(self._forward).active = changes["active"]
