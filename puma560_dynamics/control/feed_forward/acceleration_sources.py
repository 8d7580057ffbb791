r"""Blend the accelerations of several sources, one of which is selected at run time.

After a change the weights of the sources move linearly to the chosen one:

.. math:: \ddot q = \sum_i w_i(t)\, \ddot q_i, \qquad w_i(t) = w_i(t_0) + s\,(\delta_i - w_i(t_0)), \quad
          s = \min((t - t_0) / T, 1), \quad \sum_i w_i = 1

Torque is linear in the acceleration, so what fades is the difference between the torques of the sources; everything
else follows the arm. A change during a fade starts from the present weights.
"""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import StateError
from .acceleration import SOURCES, FilteredAcceleration

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
        """Take the acceleration from elsewhere.

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

    def at(self, now: float, reference: FloatArray | None, qd: FloatArray, dt: float) -> FloatArray:
        """The acceleration for one joint state.

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
