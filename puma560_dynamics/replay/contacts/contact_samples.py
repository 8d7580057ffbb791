"""A recording in short buckets, with bounded memory: what the search for contacts keeps of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray

PERIOD = 0.02
"""Duration of a bucket, s; its mean has less noise than a sample."""

NUMBERS = 12_000_000
"""Largest count of numbers that are kept; above it, pairs of buckets are joined."""


_ROUNDING = 1e-9
"""Changes of a torque up to which they are rounding, N·m."""


@dataclass(frozen=True, eq=False)
class ContactStretch:
    """Evenly spaced buckets of a recording without a gap.

    Attributes:
        time: (M,) middle of each bucket, s.
        q: (M, n) positions, rad.
        qd: (M, n) velocities, rad/s.
        rigid: (M, n) torque of the model without friction, N·m.
        left: (M, n) measured torque minus `rigid`, N·m; NaN where it is not known or not compared.
    """

    time: FloatArray
    q: FloatArray
    qd: FloatArray
    rigid: FloatArray
    left: FloatArray

    @property
    def period(self) -> float:
        """Return the time between two buckets, s."""
        return float(self.time[-1] - self.time[0]) / (len(self.time) - 1)


class ContactSamples:
    """Collects a recording in buckets of `PERIOD`, longer ones if there would be too many.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._n, self._step, self._kept = n, 0, 0
        self._merged = 1
        self._finest = np.full(n, np.inf)
        self._parts: list[list[FloatArray]] = []  # time (M,), and positions … in one array (M, 4 n)

    def add(self, time: FloatArray, q: FloatArray, qd: FloatArray, rigid: FloatArray, left: FloatArray) -> None:
        """Add consecutive samples; arrays as in `ContactStretch`, one row per sample."""
        if len(time) < 2:
            return
        changes = np.abs(np.diff(rigid + left, axis=0))
        self._finest = np.fmin(self._finest, np.fmin.reduce(np.where(changes > _ROUNDING, changes, np.inf), axis=0))
        if not self._step:
            self._step = max(1, round(PERIOD / float(np.median(np.diff(time)))))
        step = self._step * self._merged
        count = len(time) // step
        if not count:
            return
        starts = np.arange(count) * step
        rows = slice(0, count * step)
        values = np.concatenate([q[rows], qd[rows], rigid[rows], left[rows]], axis=1)
        self._parts.append(
            [
                np.add.reduceat(time[rows], starts) / step,
                (np.add.reduceat(values, starts, axis=0) / step).astype(np.float32),
            ]
        )
        self._kept += count
        while self._kept * 4 * self._n > NUMBERS and self._kept > len(self._parts):
            self._merge()

    @property
    def resolution(self) -> FloatArray:
        """Return the smallest change (n,) N·m of the measured torque from sample to sample; 0 if it never changes.

        It is the step of a converter, and nearly 0 for a torque with noise.
        """
        return np.where(np.isfinite(self._finest), self._finest, 0.0)

    def _merge(self) -> None:
        """Join pairs of buckets; a last one without a partner is left out."""
        self._merged *= 2
        for part in self._parts:
            pairs = len(part[0]) // 2
            part[:] = [array[: 2 * pairs].reshape(pairs, 2, *array.shape[1:]).mean(axis=1) for array in part]
        self._parts = [part for part in self._parts if len(part[0])]
        self._kept = sum(len(part[0]) for part in self._parts)

    def stretches(self) -> list[ContactStretch]:
        """Return all stretches without a gap, in order of time."""
        steps = [np.diff(time) for time, _ in self._parts if len(time) > 1]
        if not steps:
            return []
        period = float(np.median(np.concatenate(steps)))
        found: list[ContactStretch] = []
        waiting: list[list[FloatArray]] = []
        for part in [*self._parts, None]:
            if waiting and (part is None or part[0][0] - waiting[-1][0][-1] > 2.5 * period):
                time, values = (np.concatenate(arrays) for arrays in zip(*waiting, strict=True))
                if len(time) > 1:
                    wide = values.astype(np.float64)
                    found.append(ContactStretch(time, *np.split(wide, 4, axis=1)))
                waiting = []
            if part is not None:
                waiting.append(part)
        return found
