r"""Estimate a load together with the errors of the model, by recursive least squares.

Unknown are the load, which is constant from grip to release, and everything that makes the model differ from the arm:
inertial parameters within their tolerances, friction in motion, a constant mass at the tool, the scale of the efforts,
dry friction of joints at rest, and a rest that changes with the pose. All have a normal prior distribution. Equations
before the grip determine the errors of the model as far as the motion shows them; equations after it determine the
load. So the load is what changed with the grip, and its covariance contains what is still unknown of the model.

Two of the errors are not constant:

- **Dry friction at rest**, within ± the break-away torque. A joint that has stopped keeps most of its friction, so the
  standard deviation is the whole torque. It is drawn anew when a joint comes to rest. At rest it changes as far as the
  torque changes: the standard deviation of its change is the largest change of the torque. As long as nothing changes,
  more samples add no knowledge. Between rest and motion, friction is hardly known, and equations count little.
- **The rest** has the error of predictions of an identified arm, or `REST` of the maximum torque. It is correlated
  along the path over `PATH`, so that more samples at the same pose add no knowledge, but an error that is the same
  before and after the grip cancels.
"""

from __future__ import annotations

import copy
import math

import numpy as np

from ...arrays import FloatArray
from .load_estimate import LoadEstimate
from .load_rows import LOAD, LoadRow, LoadRows

REST = 0.003
"""Standard deviation of the rest for an arm that was not identified, as a fraction of the maximum torque."""

PATH = 0.3
"""Length of path of all joints over which the rest is correlated, rad; multiplied by `Arm.motion_scale`."""

LEAST_NOISE = 3e-4
"""Smallest noise of an equation, as a fraction of the maximum torque."""

EFFORT_TOLERANCE = 0.01
"""Standard deviation of the scale of each joint's efforts."""

REACH = 0.3
"""Standard deviation of the center of a load from the origin of the last link's frame, m."""

RESTS = 0.9
"""Weight of friction at rest above which a joint rests."""

SLIPS = 1.0
"""Noise of friction halfway between rest and motion, in half break-away torques."""

TOUCH, TOUCH_TIME = 0.2, 0.5
"""Standard deviation of the external torque of a contact, as a fraction of the maximum torque; time within which it
changes, s."""

OUTLIER = 3.0
"""Mean square of normalised innovations above which an equation counts less."""


class LoadFilter:
    """Estimates a load from the equations of `LoadRows`.

    Args:
        rows: source of the equations.
        largest_mass: standard deviation of the load's mass before it is known, kg.
        effort_tolerance: standard deviation of the scale of each joint's efforts.

    Attributes:
        evidence: logarithm of the probability density of all used equations.
        surprise: mean square of the normalised innovations of the last equations; 1 is expected.
        used: number of equations since the last grip or release.
    """

    def __init__(self, rows: LoadRows, largest_mass: float, effort_tolerance: float = EFFORT_TOLERANCE) -> None:
        arm = rows.model.arm
        n, k = arm.n, rows.errors
        self._n = n
        self._bound = rows.held
        self._coupling = arm.transmission.T if arm.coupled else np.eye(n)
        rest = REST * arm.maximum_torque if rows.predicted is None else rows.predicted
        self._least = LEAST_NOISE * arm.maximum_torque
        self._touched, self._touch = False, TOUCH * arm.maximum_torque
        self._largest, self._path = largest_mass, PATH * arm.motion_scale
        # Order of the unknowns: load, errors of the model, friction at rest, rest, scale of the efforts.
        self._held = slice(LOAD + k, LOAD + k + n)
        self._rest = slice(LOAD + k + n, LOAD + k + 2 * n)
        deviations = [np.zeros(LOAD), np.ones(k), np.ones(n), rest, np.full(n, effort_tolerance)]
        self._prior = np.concatenate(deviations) ** 2
        self._mean = np.zeros(self._prior.size)
        self._covariance = np.diag(self._prior)
        self._last: LoadRow | None = None
        # Torque of each joint at the beginning of its rest, N·m, and the largest change since, in break-away torques.
        self._origin, self._drift = np.zeros((2, n))
        self._begins = True
        self.evidence, self.surprise, self.used = 0.0, 0.0, 0

    def copy(self) -> LoadFilter:
        """Return a filter with the same knowledge, which is independent from now on."""
        other = copy.copy(self)
        other._mean, other._covariance, other._prior = self._mean.copy(), self._covariance.copy(), self._prior.copy()
        return other

    def grip(self) -> None:
        """Begin with a load of unknown mass, center and inertia."""
        self._set_load(largest_load(self._largest))

    def release(self) -> None:
        """Continue without load."""
        self._set_load(np.zeros(LOAD))

    def touch(self) -> None:
        """Let any external torque act from now on, which changes within `TOUCH_TIME` and does not follow the pose."""
        self._touched = True
        self._prior[self._rest] = self._touch**2
        index = np.arange(self._rest.start, self._rest.stop)
        self._covariance[index, index] += self._touch**2

    def _set_load(self, deviations: FloatArray) -> None:
        self._mean[:LOAD] = 0.0
        self._covariance[:LOAD] = self._covariance[:, :LOAD] = 0.0
        self._covariance[range(LOAD), range(LOAD)] = deviations**2
        self._forget(self._held, np.zeros(self._n))
        self._begins = True
        self.used = 0

    def use(self, row: LoadRow) -> None:
        """Use equations."""
        self._advance(row)
        n, load, held = self._n, row.load, self._coupling * (row.slow * self._bound)
        h = np.hstack([load, row.errors, held, np.eye(n), np.diag(row.effort)])
        cross = self._covariance @ h.T
        total = h @ cross
        slips = np.abs(self._coupling) @ (SLIPS * np.sqrt(row.slow * (1.0 - row.slow)) * self._bound)
        total[range(n), range(n)] += row.noise**2 + self._least**2 + slips**2
        innovation = row.torque - h @ self._mean
        solved = np.linalg.solve(total, np.column_stack([innovation, cross.T]))
        size = float(innovation @ solved[:, 0])
        self.surprise = size / n
        self.evidence -= 0.5 * (size + float(np.linalg.slogdet(total)[1]) + n * math.log(2.0 * math.pi))
        weight = min(1.0, OUTLIER * n / size) if size > 0.0 else 1.0
        self._mean = self._mean + weight * (cross @ solved[:, 0])
        self._covariance = self._covariance - weight * (cross @ solved[:, 1:])
        self._covariance = 0.5 * (self._covariance + self._covariance.T)
        self._last = row
        self.used += 1

    def _advance(self, row: LoadRow) -> None:
        """Let friction at rest and the rest change since the last equations."""
        last = self._last
        if last is None:
            return
        path = float(np.linalg.norm((row.q - last.q) / self._path))
        path += (row.time - last.time) / TOUCH_TIME if self._touched else 0.0
        self._forget(self._rest, np.full(self._n, math.exp(-path)))
        rests = np.minimum(row.slow, last.slow) > RESTS
        self._forget(self._held, rests.astype(np.float64))
        if self._begins:
            self._begins, self._origin, self._drift = False, row.torque, np.zeros(self._n)
        self._origin = np.where(rests, self._origin, row.torque)
        drift = np.where(rests, np.maximum(self._drift, np.abs(row.torque - self._origin) / self._bound), 0.0)
        index = np.arange(self._held.start, self._held.stop)
        self._covariance[index, index] += rests * np.maximum(drift**2 - self._drift**2, 0.0)
        self._drift = drift

    def _forget(self, part: slice, keep: FloatArray) -> None:
        """Keep a fraction of the knowledge of unknowns, and return to their prior distribution for the rest."""
        self._mean[part] *= keep
        self._covariance[part] *= keep[:, None]
        self._covariance[:, part] *= keep
        index = np.arange(part.start, part.stop)
        self._covariance[index, index] += (1.0 - keep**2) * self._prior[part]

    @property
    def estimate(self) -> LoadEstimate:
        """Return the load in the frame of the last link of the model."""
        return LoadEstimate.of(self._mean[:LOAD], self._covariance[:LOAD, :LOAD])


def largest_load(mass: float) -> FloatArray:
    """Return standard deviations (10,) of the parameters of a load before it is known.

    Args:
        mass: standard deviation of its mass, kg.
    """
    return mass * np.array([1.0, *(3 * [REACH]), *(6 * [REACH**2])])
