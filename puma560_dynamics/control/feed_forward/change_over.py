"""Fade changes of terms, payload, friction and acceleration source while torque passes.

If commands reach the hardware by a topic, a late command would apply a whole change at once. Therefore the difference
between the torques before and after a change fades no faster than a ramp, N·m/s for each joint. Until a change is
complete, both torques are computed for every state.
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
    """Torque for one joint state, blended while a change fades.

    Attributes:
        command: command after the change, as if the change were complete.
        torque: (n,) N·m, blended torque.
        hold: (n,) N·m that keep the arm still, blended in the same way.
    """

    command: Command
    torque: FloatArray
    hold: FloatArray


class ChangeOver:
    """Computes the torque of a feed-forward, also while a change of it fades.

    Args:
        forward: the feed-forward.
        ramp: fastest change of the torques, n N·m/s; `None` to apply changes at once.
        longest: longest time between two states that counts for the ramp, s.
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

        A change during the fade of another one begins after that fade. The last value of each attribute counts.

        Args:
            changes: attributes of `FeedForward` by name (``model``, ``active``, ``friction``) with their new values.
            fades: whether the change fades; otherwise it applies at once.

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
        """Evaluate the model elements again at the next sample, both before and after a change that fades."""
        self._forward.forget()
        if self._before is not None:
            self._before.forget()

    def blended_torque(
        self,
        q: FloatArray,
        qd: FloatArray,
        reference: Reference | None,
        acceleration: FloatArray,
        dt: float,
        guiding: FloatArray | None = None,
    ) -> Blended:
        """Return the torque for one state; the first four arguments are those of `FeedForward.compute_torque`.

        Args:
            q, qd, reference, acceleration: joint state, reference and acceleration.
            dt: time since the previous state, s.
            guiding: (n,) N·m, torque of the term ``guiding``, if the arm is guided by hand: reference and acceleration
                are then not used.

        Raises:
            StateError: a state of a wrong shape, or not finite.
        """
        self._forward.note_period(dt)

        def computed(forward: FeedForward) -> Command:
            if guiding is not None:
                return forward.compute_guided(q, qd, guiding)
            return forward.compute_torque(q, qd, reference, acceleration)

        after = computed(self._forward)
        if self._before is None:
            return Blended(after, after.torque, after.hold)
        before = computed(self._before)
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

    def model_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return torque and gravity torque of the whole model, whatever terms are active, blended while a change fades.

        Args:
            q: (n,) rad.
            qd: (n,) rad/s.
            qdd: (n,) rad/s².

        Returns:
            Torque and gravity torque (n,), N·m.
        """
        torque, gravity = self._forward.model.torque_and_gravity(q, qd, qdd)
        if self._before is None or self._before.model is self._forward.model:
            return torque, gravity
        old, load = self._before.model.torque_and_gravity(q, qd, qdd)
        left = 1.0 - self._share
        return left * old + self._share * torque, left * load + self._share * gravity

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
"""Sources of the acceleration for the inertia torque."""

MAX_GAP_S = 0.25
"""Seconds between two samples beyond which the filter starts again."""


class FilteredAcceleration:
    """Differentiated velocity behind a first-order low-pass filter.

    .. math:: y_k = y_{k-1} + (1 - e^{-2\\pi f_c \\Delta t}) (\\Delta\\dot q_k / \\Delta t - y_{k-1})

    At low frequency the output lags by 1/(2 pi f_c). Torque from measured acceleration reduces the apparent
    inertia of the arm, and closes a feedback loop through this lag; a reference is the better source.

    Args:
        cutoff: cut-off frequency f_c, Hz.

    Raises:
        StateError: a cut-off that is not positive.
    """

    def __init__(self, cutoff: float = 10.0) -> None:
        if not 0.0 < cutoff < math.inf:
            raise StateError(f"acceleration cut-off: expected a positive number in Hz, got {cutoff}")
        self.cutoff = cutoff
        self.forget()

    def forget(self) -> None:
        """Treat the next velocity as the first one."""
        self._velocity: FloatArray | None = None
        self._value: FloatArray | None = None

    def update(self, qd: FloatArray, dt: float) -> FloatArray:
        """Return the filtered acceleration (n,) rad/s² for a velocity `qd` (n,) rad/s, `dt` s after the last one.

        It is zero for the first sample and after a gap, and does not change if `dt` is not positive.
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
        source: initial source, one of `SOURCES`.
        cutoff: cut-off frequency of the filtered acceleration, Hz.
        fade: duration of a change of the source, s.
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
        """Complete a change at once, and treat the next velocity as the first one."""
        self._fading = False
        self._filter.forget()

    def choose(self, now: float, source: str, fades: bool) -> None:
        """Change the source of the acceleration.

        The filter is reset, unless the filtered acceleration already contributes to the blend.

        Args:
            now: steady time, s.
            source: one of `SOURCES`.
            fades: whether the change fades; otherwise it applies at once.

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
        """Return the weight of each of `SOURCES` at the steady time `now` (s), 0 to 1, with the sum 1."""
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
            reference: (n,) rad/s², acceleration of the reference; `None` without a reference.
            qd: (n,) rad/s, measured velocity.
            dt: time since the previous state, s.

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
