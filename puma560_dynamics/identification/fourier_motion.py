"""Periodic motion as a short Fourier series, at rest where it begins and ends.

.. math:: q(t) = q_0 + \\sum_k \\frac{a_k}{k w} \\sin k w t - \\frac{b_k}{k w} \\cos k w t

(Swevers, Ganseman, Tukel, De Schutter and Van Brussel 1997, "Optimal robot excitation and identification"). Velocity
and acceleration follow exactly, the spectrum is bounded, and periods can be averaged. At rest at t = 0 means
``sum a_k = 0`` (no velocity) and ``sum k b_k = 0`` (no acceleration).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Fourier:
    """One period of motion of n joints with K harmonics.

    Attributes:
        period: s.
        center: (n,) q_0, rad.
        a, b: (n, K) velocity amplitudes of the harmonics, rad/s.
    """

    period: float
    center: FloatArray
    a: FloatArray
    b: FloatArray

    def states(self, time: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
        """q, qd, qdd at `time` (N,) s, each (N, n) rad, rad/s, rad/s²."""
        rate = 2.0 * np.pi / self.period * np.arange(1, self.a.shape[1] + 1)
        phase = np.multiply.outer(np.asarray(time, dtype=np.float64), rate)
        sine, cosine = np.sin(phase), np.cos(phase)
        q = self.center + sine @ (self.a / rate).T - cosine @ (self.b / rate).T
        return q, cosine @ self.a.T + sine @ self.b.T, cosine @ (self.b * rate).T - sine @ (self.a * rate).T

    def times(self, count: int) -> FloatArray:
        """(count,) s over one period, its end left out."""
        return np.arange(count, dtype=np.float64) * (self.period / count)


def at_rest(free: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Amplitudes a, b (n, K) that begin at rest, from free numbers (n, 2 K - 2)."""
    harmonics = free.shape[1] // 2 + 1
    first, second = free[:, : harmonics - 1], free[:, harmonics - 1 :]
    a, b = first @ _across(np.ones(harmonics)), second @ _across(np.arange(1.0, harmonics + 1.0))
    return np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)


def _across(vector: FloatArray) -> FloatArray:
    """(K - 1, K) orthonormal rows across `vector`."""
    rows: FloatArray = np.linalg.svd(vector[None])[2].astype(np.float64)
    return rows[1:]
