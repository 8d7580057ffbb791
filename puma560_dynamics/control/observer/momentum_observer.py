r"""Estimate the external torque of a moving arm by its generalized momentum, without its acceleration.

The momentum :math:`p = A(q)\, \dot q` changes by all torques (De Luca and Mattone, ICRA 2005):

.. math:: \dot p = \tau + C^T(q, \dot q)\, \dot q - g(q) - f + \tau_{ext}

The estimate r is the external torque after a first-order low-pass with the pole -K. Between two samples, h apart, the
mean external torque is

.. math:: e = (p_1 - p_0) / h - \tfrac12 (\beta_0 + \beta_1), \qquad \beta = \tau + C^T \dot q - g - f

with an error of the order of h². The filter is discretised exactly, :math:`r_1 = a r_0 + (1 - a) e` with
:math:`a = e^{-K h}`: a constant external torque appears as :math:`(1 - e^{-K t})\, \tau_{ext}` at every sample,
whatever the rate is and even if it changes. The usual recursion (forward Euler) has its pole at :math:`1 - K h`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from ...states import joint_arrays

LIMIT_DEVIATIONS = 5.0
"""Detection limit in standard deviations of the estimate's noise."""


class MomentumObserver:
    """Estimates the external torque from measured positions, velocities and efforts.

    Args:
        model: model of the arm, motor inertia included.
        bandwidth: K, 1/s; the estimate follows the external torque with the time constant 1/K.
        friction: friction of each joint; none by default. That of a joint at rest is not known: see `detection_limit`.
        longest_step: time between two samples above which the estimate begins again, s.

    Raises:
        StateError: `bandwidth` or `longest_step` is not positive and finite, or `friction` has another length.
    """

    def __init__(
        self,
        model: DynamicModel,
        bandwidth: float,
        friction: Sequence[JointFriction] = (),
        longest_step: float = 0.1,
    ) -> None:
        for name, value in (("bandwidth", bandwidth), ("longest_step", longest_step)):
            if not (math.isfinite(value) and value > 0.0):
                raise StateError(f"{name}: expected a positive number, got {value!r}")
        if friction and len(friction) != model.n:
            raise StateError(f"friction: expected one per joint ({model.n}), got {len(friction)}")
        self.model, self.bandwidth = model, bandwidth
        self._friction, self._longest = tuple(friction), longest_step
        self._time = math.nan
        self._momentum, self._torque, self._estimate = np.zeros((3, model.n))
        self._state(*np.zeros((3, model.n)))  # a generated model derives functions at the first call

    @property
    def external_torque(self) -> FloatArray:
        """Return the estimate (n,) N·m after the last sample; positive where it pushes in the positive direction."""
        return read_only(self._estimate.copy())

    def restart(self) -> None:
        """Forget all samples; the estimate is 0 again."""
        self._time = math.nan
        self._estimate = np.zeros(self.model.n)

    def update(self, time: float, q: ArrayLike, qd: ArrayLike, effort: ArrayLike) -> FloatArray:
        """Add a sample.

        Args:
            time: time of the sample, s, later than the previous one.
            q: (n,) positions, rad.
            qd: (n,) velocities, rad/s.
            effort: (n,) torques of the motors at this time, N·m.

        Returns:
            (n,) estimate of the external torque, N·m: 0 after the first sample, and after a gap in time.

        Raises:
            StateError: the time does not increase, or a state has another number of joints or is not finite.
        """
        if not math.isfinite(time) or time <= self._time:
            raise StateError(f"time: expected a later one than {self._time!r} s, got {time!r} s; use `restart` first")
        q, qd, effort = joint_arrays(self.model.n, {"q": q, "qd": qd, "effort": effort})
        momentum, torque = self._state(q, qd, effort)
        step = time - self._time
        if step <= self._longest:
            mean = (momentum - self._momentum) / step - 0.5 * (torque + self._torque)
            keep = math.exp(-self.bandwidth * step)
            self._estimate = keep * self._estimate + (1.0 - keep) * mean
        else:  # the first sample (NaN compares as false), or a gap
            self._estimate = np.zeros(self.model.n)
        self._time, self._momentum, self._torque = time, momentum, torque
        return self.external_torque

    def _state(self, q: FloatArray, qd: FloatArray, effort: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the momentum (n,) kg·m²·rad/s, and the known part (n,) N·m of its rate of change."""
        model = self.model
        rate = effort + model.transposed_coriolis_torque(q, qd) - model.gravity(q)
        if self._friction:
            coupling = model.arm.transmission if model.arm.coupled else None
            rate = rate - joint_friction_torque(
                self._friction, qd, MEASURED_SMOOTHING, transmission=coupling, load=effort
            )
        return model.momentum(q, qd), rate

    def noise(self, q: ArrayLike, period: float, effort: ArrayLike = 0.0, velocity: ArrayLike = 0.0) -> FloatArray:
        """Return the standard deviation (n,) N·m of the estimate that independent errors of the samples cause.

        Args:
            q: (n,) positions, rad.
            period: time between samples, s.
            effort: (n,) standard deviation of the effort's noise, N·m.
            velocity: (n,) standard deviation of the velocity's noise, rad/s; its Coriolis torque is neglected.
        """
        keep = math.exp(-self.bandwidth * period)
        effort, velocity = (
            np.broadcast_to(np.asarray(one, dtype=np.float64), self.model.n) for one in (effort, velocity)
        )
        momentum = np.sqrt(self.model.kinetic_energy_matrix(q) ** 2 @ velocity**2)
        # The mean of two efforts, and the difference of two momenta over a period, through the low-pass.
        part = 0.5 * (1.0 - keep) * effort
        rest = (1.0 - keep) / period * momentum * math.sqrt(2.0 / (1.0 + keep))
        return np.asarray(np.hypot(part * math.sqrt(2.0 / (1.0 - keep)), rest))

    def detection_limit(self, noise: ArrayLike, model_error: ArrayLike, held: ArrayLike = 0.0) -> FloatArray:
        """Return the smallest external torque (n,) N·m that is distinguished from errors at each joint.

        Args:
            noise: (n,) standard deviation of the estimate's noise, N·m (`noise`).
            model_error: (n,) largest error of the model's torque, N·m: parameters, and friction of a moving joint.
            held: (n,) dry friction of a joint at rest, N·m. What is below it does not reach the motor, and friction may
                have acted in the opposite direction before: it counts twice.
        """
        scatter, wrong, dry = (np.asarray(one, dtype=np.float64) for one in (noise, model_error, held))
        return np.asarray(np.broadcast_to(LIMIT_DEVIATIONS * scatter + wrong + 2.0 * dry, self.model.n).copy())
