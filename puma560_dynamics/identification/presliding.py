"""Presliding friction: the friction of a joint at rest depends on its last small displacements.

Before a contact slides, it yields like a spring. So dry friction reverses over a small distance s (Dahl 1968):

.. math:: \\frac{dz}{d\\theta} = \\frac{1 - z\\, \\mathrm{sign}(\\dot\\theta)}{s}, \\qquad -1 \\le z \\le 1,

where z replaces the sign of the velocity in Coulomb's law. In motion, z tends to the sign of the velocity; at rest, z
keeps its last value. The distance is a fraction of a milliradian in a harmonic drive, close to the resolution of
recorded positions. A recorded velocity resolves smaller displacements. So the displacement is the integrated velocity,
with a slow correction that keeps it near the recorded position.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.linalg import solve_banded
from scipy.signal import lfilter

from ..arm import Arm
from ..arm.joint_friction import MEASURED_SMOOTHING, smooth_sign
from ..arrays import FloatArray
from ..replay.motion.motion import Motion

DISTANCES = (0.0, *(1e-5 * 10.0 ** (step / 3.0) for step in range(10)))
"""Candidates for the distance s, rad, multiplied by `Arm.motion_scale`: 10 µrad to 10 mrad, 1 µm to 1 mm. For
0, z is the smooth sign of the velocity."""

STILL = 0.02
"""Velocity below which a joint may be at rest, rad/s, multiplied by `Arm.motion_scale`; the sign of its dry friction is
then not known from the velocity."""

CORRECTION = 1.0
"""Frequency below which the displacement follows the position, and above which the integrated velocity, Hz."""

SETTLED = 3.0
"""Displacement in motion after which z is known (only 5 % of the initial state remains), in multiples of s.
Displacement at rest is mostly noise."""


class Presliding:
    """Computes the presliding state z of every motor through a recording, for several distances at once.

    Args:
        arm: arm whose transmission gives the motors' motion from the joints' motion.
        distances: (n, G) distances of each motor, rad (m); `DISTANCES` for every motor by default.
    """

    def __init__(self, arm: Arm, distances: FloatArray | None = None) -> None:
        self._turns, self._scale = arm.transmission, arm.motion_scale
        self._distances = np.outer(arm.motion_scale, DISTANCES) if distances is None else distances
        self._segment: int | None = None
        self._state = np.zeros(self._distances.shape)
        self._path = np.zeros(arm.n)
        self._drift = np.zeros(arm.n)
        self._last: tuple[float, FloatArray, FloatArray] | None = None

    def follow(self, motion: Motion) -> FloatArray:
        """Return the positive and negative parts of z, (N, n, 2, G); NaN until a motor has moved enough.

        Args:
            motion: next piece of the recording.
        """
        if motion.segment != self._segment:
            self._segment, self._last = motion.segment, None
            self._state[:], self._path[:], self._drift[:] = 0.0, 0.0, 0.0
        steps = self._steps(motion)
        z = np.empty((len(steps), *self._state.shape))
        velocity = motion.qd @ self._turns.T
        for motor, distances in enumerate(self._distances):
            for each, distance in enumerate(distances.tolist()):
                z[:, motor, each] = (
                    _relaxed(steps[:, motor], distance, float(self._state[motor, each]))
                    if distance > 0.0
                    else smooth_sign(velocity[:, motor], MEASURED_SMOOTHING * float(self._scale[motor]))
                )
        self._state = z[-1].copy() if len(z) else self._state
        path = self._path + np.cumsum(np.where(np.abs(velocity) > STILL * self._scale, np.abs(steps), 0.0), axis=0)
        self._path = path[-1] if len(path) else self._path
        least = DISTANCES[1] * self._scale[:, None]
        z[path[:, :, None] < SETTLED * np.maximum(self._distances, least)] = np.nan
        return np.stack([np.maximum(z, 0.0), np.minimum(z, 0.0)], axis=2)

    def _steps(self, motion: Motion) -> FloatArray:
        """Return the displacement (N, n) rad of every motor since the previous sample."""
        if not len(motion.time):
            return np.empty((0, len(self._turns)))
        q, qd = motion.q @ self._turns.T, motion.qd @ self._turns.T
        time, before, speed = self._last or (float(motion.time[0]), q[0], qd[0])
        dt = np.diff(motion.time, prepend=time)
        by_velocity = 0.5 * (qd + np.vstack([speed, qd[:-1]])) * dt[:, None]
        ahead = np.diff(q, axis=0, prepend=before[None]) - by_velocity
        # Low-pass of the difference between both paths: y_k = (1 - a) y_(k-1) + a x_k with a = follow · dt.
        a = 1.0 - math.exp(-2.0 * math.pi * CORRECTION * max(float(np.median(dt)), 0.0))
        gap = lfilter([1.0 - a], [1.0, a - 1.0], ahead, axis=0, zi=((1.0 - a) * self._drift)[None])[0]
        correction = a * (ahead + np.vstack([self._drift, gap[:-1]]))
        self._drift = gap[-1]
        self._last = float(motion.time[-1]), q[-1], qd[-1]
        return np.asarray(by_velocity + correction)


def _relaxed(steps: FloatArray, distance: float, start: float) -> FloatArray:
    """Return z (N,) after every displacement (N,), from the exact solution of the law for a monotone step."""
    kept = np.exp(-np.abs(steps) / distance)
    right = np.sign(steps) * (1.0 - kept)
    right[0] += kept[0] * start
    bands = np.ones((2, len(steps)))
    bands[1, :-1] = -kept[1:]
    return np.asarray(solve_banded((1, 0), bands, right))
