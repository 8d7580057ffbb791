"""The part of a torque that no model can follow: noise of sensor and acceleration, and torque faster than the filter.

Accelerations come from positions through a low-pass H. So the model follows H u of a rigid body's torque u, and the
rest u - H u is what the same low-pass removes from the effort. The low-pass removes a known fraction l of the variance
of white noise. One number, scaled by l, describes both:

.. math:: s^2 = \\overline{(u - H u)^2} \\, / \\, l, \\qquad l = \\sum_k (\\delta_k - h_k)^2 .
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, read_only
from ...models.interface import DynamicModel
from ..zero_phase import zero_phase


class NoiseSums:
    """Sums of the part of a torque that is faster than a low-pass.

    Args:
        n: joints.
        cut_off: Hz, of the motion's filter.
    """

    def __init__(self, n: int, cut_off: float) -> None:
        self._cut_off = cut_off
        self._squares = np.zeros(n)
        self._count = np.zeros(n)

    def add(self, time: FloatArray, torque: FloatArray, used: NDArray[np.bool_]) -> None:
        """Take consecutive samples of one segment; an unknown torque is interpolated linearly.

        Args:
            time: (N,) s, rising.
            torque: (N, n) N·m, without friction, NaN where there is none.
            used: (N,) whether a sample counts.
        """
        if len(time) < 2 or not used.any():
            return
        low_pass = zero_phase(self._cut_off, float(np.median(np.diff(time))))
        for joint, values in enumerate(torque.T):
            known = np.isfinite(values)
            if known.sum() < 2:
                continue
            whole = np.interp(time, time[known], values[known])
            padded = np.pad(whole, low_pass.reach, mode="reflect", reflect_type="odd")
            fast = (whole - low_pass.apply(padded, 0))[used & known]
            self._squares[joint] += fast @ fast / low_pass.left
            self._count[joint] += len(fast)

    def result(self) -> FloatArray:
        """Return (n,) N·m; 0 where there are no samples."""
        return read_only(np.sqrt(self._squares / np.maximum(self._count, 1)))


POSES = 16
"""Poses per piece at which the inertia is evaluated; it varies slowly."""


class InertiaSums:
    """Sums of the squares of the mass matrix.

    Args:
        model: of the arm with its payload.
    """

    def __init__(self, model: DynamicModel) -> None:
        self._model = model
        self._squares = np.zeros((model.arm.n, model.arm.n))
        self._count = 0

    def add(self, q: FloatArray) -> None:
        """Take positions (N, n) of a piece, rad."""
        chosen = q[:: max(1, len(q) // POSES)]
        self._squares += np.square(self._model.mass_matrix(chosen)).sum(axis=0)
        self._count += len(chosen)

    def torque(self, noise: FloatArray) -> FloatArray:
        """Return the RMS torque (n,) N·m by independent noise (n,) of the joints' accelerations, rad/s²."""
        return read_only(np.sqrt(self._squares @ noise**2 / max(self._count, 1)))
