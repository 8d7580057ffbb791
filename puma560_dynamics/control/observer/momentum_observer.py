r"""Estimate the external torque of a moving arm by its generalized momentum, without its acceleration.

The momentum :math:`p = A(q)\, \dot q` changes by all torques (De Luca and Mattone, ICRA 2005):

.. math:: \dot p = \tau + C^T(q, \dot q)\, \dot q - g(q) - f + \tau_{ext}

The estimate r is the external torque after a first-order low-pass with the pole -K. Between two samples, h apart, the
mean external torque is

.. math:: e = (p_1 - p_0) / h - \tfrac12 (\beta_0 + \beta_1), \qquad \beta = \tau + C^T \dot q - g - f

with an error of the order of h². The filter is discretised exactly, :math:`r_1 = a r_0 + (1 - a) e` with
:math:`a = e^{-K h}`: a constant external torque appears as :math:`(1 - e^{-K t})\, \tau_{ext}` at every sample,
whatever the rate is and even if it changes. A gap of several mean steps adds nothing, because the efforts in it are not
known. The usual recursion (forward Euler) has its pole at :math:`1 - K h`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, friction_numbers, joint_friction_torque
from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from ...states import joint_arrays
from ..sample_period import MeanPeriod

BANDWIDTH = 150.0
"""Default pole K of the estimate, 1/s: a torque of 1.7 times the threshold is found within 0.02 s from 250 Hz on."""

LONGEST_STEP = 0.1
"""Time between two samples above which an estimate begins again, s."""

DEAD_BAND = 0.005
"""Velocity up to which the direction of motion is not known, rad/s; multiplied by `Arm.motion_scale`."""


class MomentumObserver:
    """Estimates the external torque from measured positions, velocities and efforts.

    Args:
        model: model of the arm, motor inertia included.
        bandwidth: K, 1/s; the estimate follows the external torque with the time constant 1/K.
        friction: friction of each joint, which is subtracted; none by default. Dry friction of a joint slower than
            `DEAD_BAND` is not known: it is not subtracted, and `TorqueUncertainty` contains it.
        longest_step: time between two samples above which the estimate begins again, s.
        external: whether the efforts are external torques already, which the robot's controller has estimated. Then
            they only pass the low-pass.

    Raises:
        StateError: `bandwidth` or `longest_step` is not positive and finite, or `friction` has another length.
    """

    def __init__(
        self,
        model: DynamicModel,
        bandwidth: float,
        friction: Sequence[JointFriction] = (),
        longest_step: float = LONGEST_STEP,
        external: bool = False,
    ) -> None:
        for name, value in (("bandwidth", bandwidth), ("longest_step", longest_step)):
            if not (math.isfinite(value) and value > 0.0):
                raise StateError(f"{name}: expected a positive number, got {value!r}")
        if friction and len(friction) != model.n:
            raise StateError(f"friction: expected one per joint ({model.n}), got {len(friction)}")
        self.model, self.bandwidth = model, bandwidth
        self._external = external
        self._friction, self._longest = friction_numbers(friction), longest_step
        self._time, self._period = math.nan, MeanPeriod()
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
            (n,) estimate of the external torque, N·m: 0 after the first sample, and after a gap of more than the
            longest step. A gap of several mean steps (`LATE_STEPS`) leaves it unchanged.

        Raises:
            StateError: the time does not increase, or a state has another number of joints or is not finite.
        """
        if not math.isfinite(time) or time <= self._time:
            raise StateError(f"time: expected a later one than {self._time!r} s, got {time!r} s; use `restart` first")
        q, qd, effort = joint_arrays(self.model.n, {"q": q, "qd": qd, "effort": effort})
        momentum, torque = self._state(q, qd, effort)
        step = time - self._time
        if step <= self._longest and self._period.late(step) and not self._external:
            pass  # the efforts in the gap are not known: it adds nothing
        elif step <= self._longest:
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
        if self._external:  # the mean of -rate between two samples is then the mean of the efforts
            return np.zeros(model.n), -effort
        rate = effort + model.transposed_coriolis_torque(q, qd) - model.gravity(q)
        if self._friction:
            rate = rate - subtracted_friction(model.arm, self._friction, qd, effort)
        return model.momentum(q, qd), rate


def subtracted_friction(arm: Arm, friction: Mapping[str, FloatArray], qd: FloatArray, effort: FloatArray) -> FloatArray:
    """Return the friction torque (n,) N·m that the observer subtracts.

    Args:
        arm: the arm, with the coupling of its motors.
        friction: `friction_numbers` of its joints.
        qd: (n,) velocities, rad/s.
        effort: (n,) torques of the motors, N·m.
    """
    coupling, scale = arm.transmission if arm.coupled else None, arm.motion_scale
    return joint_friction_torque(friction, qd, MEASURED_SMOOTHING * scale, DEAD_BAND * scale, coupling, effort)
