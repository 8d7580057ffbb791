"""Changes while torque passes: terms, payload, friction, and the source of the acceleration. Differences fade.

Torque of another process reaches the hardware by a topic. A command that arrives late applies at once whatever changed
meanwhile. So the difference between the torques before and after a change fades no faster than a ramp, N·m/s for each
joint. Both torques are computed for every state until then: only their difference fades.
"""

from __future__ import annotations

import copy
import math
from typing import Any, NamedTuple

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import StateError
from .feed_forward import Command, FeedForward
from .references import Reference


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
        """Return whether a change is not complete."""
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
        """Evaluate the elements again at the next sample, before and after a change that fades."""
        self._forward.forget()
        if self._before is not None:
            self._before.forget()

    def blended_torque(
        self, q: FloatArray, qd: FloatArray, reference: Reference | None, acceleration: FloatArray, dt: float
    ) -> Blended:
        """Return the torque for one state; the first four arguments are those of `FeedForward.compute_torque`.

        Args:
            q, qd, reference, acceleration: the state, and what is to be followed.
            dt: s since the state before.

        Raises:
            StateError: a state of another shape or not finite.
        """
        self._forward.note_period(dt)
        after = self._forward.compute_torque(q, qd, reference, acceleration)
        if self._before is None:
            return Blended(after, after.torque, after.hold)
        before = self._before.compute_torque(q, qd, reference, acceleration)
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


SOURCES = ("none", "reference", "filtered")
"""Where the acceleration of the inertia torque comes from."""

MAX_GAP_S = 0.25
"""Seconds between two samples beyond which the filter starts again."""


class FilteredAcceleration:
    """Differentiated velocity behind a first-order low-pass filter.

    .. math:: y_k = y_{k-1} + (1 - e^{-2\\pi f_c \\Delta t}) (\\Delta\\dot q_k / \\Delta t - y_{k-1})

    At low frequency it lags by 1/(2 pi f_c). Torque from measured acceleration lowers the inertia
    that the arm shows and closes a loop through that lag; a reference is the better source.

    Args:
        cutoff: f_c, Hz.

    Raises:
        StateError: a cut-off that is not positive.
    """

    def __init__(self, cutoff: float = 10.0) -> None:
        if not 0.0 < cutoff < math.inf:
            raise StateError(f"acceleration cut-off: expected a positive number in Hz, got {cutoff}")
        self.cutoff = cutoff
        self.forget()

    def forget(self) -> None:
        """Take the next velocity as the first one."""
        self._velocity: FloatArray | None = None
        self._value: FloatArray | None = None

    def update(self, qd: FloatArray, dt: float) -> FloatArray:
        """Return the filtered acceleration (n,) rad/s² after a velocity `qd` (n,) rad/s, `dt` s after the last.

        Zero for the first sample and after a gap; unchanged for a sample without time.
        """
        before, value = self._velocity, self._value
        if before is None or value is None or dt > MAX_GAP_S:
            self._velocity, self._value = qd.copy(), np.zeros_like(qd)
            return np.zeros_like(qd)
        if dt <= 0.0:
            unchanged: FloatArray = value.copy()
            return unchanged
        share = -math.expm1(-2.0 * math.pi * self.cutoff * dt)
        filtered = value + share * ((qd - before) / dt - value)
        self._velocity, self._value = qd.copy(), filtered.copy()
        return filtered


REFERENCE, FILTERED = SOURCES.index("reference"), SOURCES.index("filtered")


class AccelerationSources:
    """Blends the accelerations of `SOURCES`.

    Args:
        source: the first one, one of `SOURCES`.
        cutoff: of the filtered acceleration, Hz.
        fade: T, seconds that a change takes.
        n: number of joints.

    Raises:
        StateError: an unknown source or a bad cut-off.
    """

    def __init__(self, source: str, cutoff: float, fade: float, n: int) -> None:
        self._filter = FilteredAcceleration(cutoff)
        self._fade = fade
        self._still = read_only(np.zeros(n))
        self._start, self._since = [0.0] * len(SOURCES), 0.0
        self._fading = False
        self.choose(0.0, source, fades=False)

    @property
    def source(self) -> str:
        """The chosen source."""
        return SOURCES[self._chosen]

    def forget(self) -> None:
        """Complete a change at once, and take the next velocity as the first one."""
        self._fading = False
        self._filter.forget()

    def choose(self, now: float, source: str, fades: bool) -> None:
        """Change the source of the acceleration.

        The filter is reset unless it contributes already.

        Args:
            now: steady time, s.
            source: one of `SOURCES`.
            fades: whether the change takes its time; at once otherwise.

        Raises:
            StateError: an unknown source.
        """
        if source not in SOURCES:
            raise StateError(f"acceleration source {source!r} is not known; use one of {', '.join(SOURCES)}")
        if fades:
            self._start, self._since = self.weights(now), now
        self._chosen, self._fading = SOURCES.index(source), fades
        if not fades or self._start[FILTERED] <= 0.0:
            self._filter.forget()

    def weights(self, now: float) -> list[float]:
        """Weight of each of `SOURCES` at the steady time `now` (s), 0 to 1; their sum is 1."""
        only = [0.0] * len(SOURCES)
        only[self._chosen] = 1.0
        if not self._fading:
            return only
        passed = now - self._since
        if passed >= self._fade:
            return only
        part = passed / self._fade if passed > 0.0 else 0.0
        return [(1.0 - part) * start + part * end for start, end in zip(self._start, only, strict=True)]

    def acceleration_at(self, now: float, reference: FloatArray | None, qd: FloatArray, dt: float) -> FloatArray:
        """Return the acceleration for one joint state.

        Args:
            now: steady time, s.
            reference: (n,) rad/s², that of the reference; `None` without one.
            qd: (n,) rad/s, measured.
            dt: s since the state before.

        Returns:
            (n,) rad/s².
        """
        if self._fading and now - self._since >= self._fade:
            self._fading = False
        if not self._fading:
            if self._chosen == FILTERED:
                return self._filter.update(qd, dt)
            return self._still if self._chosen != REFERENCE or reference is None else reference
        weights = self.weights(now)
        total = self._still
        if reference is not None:
            total = total + weights[REFERENCE] * reference
        if self._chosen == FILTERED or weights[FILTERED] > 0.0:
            total = total + weights[FILTERED] * self._filter.update(qd, dt)
        return total
