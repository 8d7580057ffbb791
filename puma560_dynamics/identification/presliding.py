"""Presliding: a joint at rest keeps the friction that its last small displacement left.

Before a contact slides, it yields like a spring. So dry friction reverses over a small distance s (Dahl 1968):

.. math:: \\frac{dz}{d\\theta} = \\frac{1 - z\\, \\mathrm{sign}(\\dot\\theta)}{s}, \\qquad -1 \\le z \\le 1,

where z replaces the sign of the velocity in Coulomb's law. In motion z tends to that sign; at rest it keeps its last
value. The distance is a fraction of a milliradian in a harmonic drive, close to the resolution of recorded positions. A
recorded velocity resolves smaller displacements, so it is integrated, and a slow correction keeps the result near the
position.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.linalg import solve_banded
from scipy.signal import lfilter

from ..arm import Arm
from ..arrays import FloatArray
from ..replay.motion.motion import Motion

DISTANCES = tuple(1e-5 * 10.0 ** (step / 3.0) for step in range(10))
"""Candidates for the distance, rad (m): 10 µrad to 10 mrad."""

CORRECTION = 1.0
"""Hz; below it the displacement follows the position, above it the integrated velocity."""

SETTLED = 3.0
"""Distances after which a motor's friction is known: only 5 % of the earlier state remains."""


class Presliding:
    """Follows the friction of every motor through a recording, for several distances at once.

    Args:
        arm: gives the motors' motion from that of the joints.
        distances: (n, G) rad, of each motor; `DISTANCES` for all by default.
    """

    def __init__(self, arm: Arm, distances: FloatArray | None = None) -> None:
        self._turns = arm.transmission
        self._distances = np.tile(DISTANCES, (arm.n, 1)) if distances is None else distances
        self._segment: int | None = None
        self._state = np.zeros(self._distances.shape)
        self._path = np.zeros(arm.n)
        self._drift = np.zeros(arm.n)
        self._last: tuple[float, FloatArray, FloatArray] | None = None

    def follow(self, motion: Motion) -> FloatArray:
        """Return (N, n, 2, G) parts of z in positive and negative direction; NaN until a motor has moved enough.

        Args:
            motion: the next piece of the recording.
        """
        if motion.segment != self._segment:
            self._segment, self._last = motion.segment, None
            self._state[:], self._path[:], self._drift[:] = 0.0, 0.0, 0.0
        steps = self._steps(motion)
        z = np.empty((len(steps), *self._state.shape))
        for motor, distances in enumerate(self._distances):
            for each, distance in enumerate(distances.tolist()):
                z[:, motor, each] = _relaxed(steps[:, motor], distance, float(self._state[motor, each]))
        self._state = z[-1].copy() if len(z) else self._state
        path = self._path + np.cumsum(np.abs(steps), axis=0)
        self._path = path[-1] if len(path) else self._path
        z[path[:, :, None] < SETTLED * self._distances] = np.nan
        return np.stack([np.maximum(z, 0.0), np.minimum(z, 0.0)], axis=2)

    def _steps(self, motion: Motion) -> FloatArray:
        """Return (N, n) displacement of every motor since the sample before, rad."""
        if not len(motion.time):
            return np.empty((0, len(self._turns)))
        q, qd = motion.q @ self._turns.T, motion.qd @ self._turns.T
        time, before, speed = self._last or (float(motion.time[0]), q[0], qd[0])
        dt = np.diff(motion.time, prepend=time)
        by_velocity = 0.5 * (qd + np.vstack([speed, qd[:-1]])) * dt[:, None]
        ahead = np.diff(q, axis=0, prepend=before[None]) - by_velocity
        # The difference of both, through a low-pass: a = follow · dt, y_k = (1 - a) y_(k-1) + a x_k of its sum.
        a = 1.0 - math.exp(-2.0 * math.pi * CORRECTION * max(float(np.median(dt)), 0.0))
        gap = lfilter([1.0 - a], [1.0, a - 1.0], ahead, axis=0, zi=((1.0 - a) * self._drift)[None])[0]
        correction = a * (ahead + np.vstack([self._drift, gap[:-1]]))
        self._drift = gap[-1]
        self._last = float(motion.time[-1]), q[-1], qd[-1]
        return np.asarray(by_velocity + correction)


def _relaxed(steps: FloatArray, distance: float, start: float) -> FloatArray:
    """Return z after every displacement (N,), by the exact solution of the law for a monotone step."""
    kept = np.exp(-np.abs(steps) / distance)
    right = np.sign(steps) * (1.0 - kept)
    right[0] += kept[0] * start
    bands = np.ones((2, len(steps)))
    bands[1, :-1] = -kept[1:]
    return np.asarray(solve_banded((1, 0), bands, right))
