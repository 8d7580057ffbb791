"""Part of the residual that no model can explain: noise of effort and acceleration, and torque faster than the filter.

Accelerations are computed from positions through a low-pass filter H. So a model can only reproduce the filtered torque
H u of the rigid-body torque u. The rest u - H u is estimated by the part of the effort that the same filter removes.
The filter removes a known fraction l of the variance of white noise, so one number s describes noise and fast torque:

.. math:: s^2 = \\overline{(u - H u)^2} \\, / \\, l, \\qquad l = \\sum_k (\\delta_k - h_k)^2 .
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, read_only
from ...models.interface import DynamicModel
from ..zero_phase import zero_phase


class NoiseSums:
    """Sums of squares of the part of a torque that a low-pass filter removes.

    Args:
        n: number of joints.
        cut_off: cut-off of the motion's filter, Hz.
    """

    def __init__(self, n: int, cut_off: float) -> None:
        self._cut_off = cut_off
        self._squares = np.zeros(n)
        self._count = np.zeros(n)

    def add(self, time: FloatArray, torque: FloatArray, used: NDArray[np.bool_]) -> None:
        """Add consecutive samples of one segment; missing torques are interpolated linearly.

        Args:
            time: (N,) s, rising.
            torque: (N, n) torque without friction, N·m; NaN where it is missing.
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
        """Return the RMS torque (n,) N·m that no model can explain; 0 without samples."""
        return read_only(np.sqrt(self._squares / np.maximum(self._count, 1)))


POSES = 16
"""Poses per piece at which the inertia is evaluated; it varies slowly."""


class InertiaSums:
    """Mean squares of the mass matrix, to convert noise of acceleration to noise of torque.

    Args:
        model: model of the arm with its payload.
    """

    def __init__(self, model: DynamicModel) -> None:
        self._model = model
        self._squares = np.zeros((model.arm.n, model.arm.n))
        self._count = 0

    def add(self, q: FloatArray) -> None:
        """Add positions (N, n) rad of a piece."""
        chosen = q[:: max(1, len(q) // POSES)]
        self._squares += np.square(self._model.mass_matrix(chosen)).sum(axis=0)
        self._count += len(chosen)

    def torque(self, noise: FloatArray) -> FloatArray:
        """Return the RMS torque (n,) N·m caused by independent noise (n,) rad/s² of the joints' accelerations."""
        return read_only(np.sqrt(self._squares @ noise**2 / max(self._count, 1)))
