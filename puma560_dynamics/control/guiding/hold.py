r"""Hold a released arm: a weak spring to the place where it was released, that slips when a person moves the arm.

A model with wrong masses leaves a part of the gravity torque. A geared joint withstands it by friction; a joint of low
friction would accelerate, and damping alone would only limit its velocity. So each joint gets the resistance of a dry
friction :math:`\tau_h`, as an elastic element with a slider (Prandtl):

.. math:: z \leftarrow \min(\max(z + \Delta q, -\sigma r), \sigma r), \qquad
    \tau = -\min(\max(k z + d \dot q, -\sigma\tau_h), \sigma\tau_h), \quad k = \tau_h / r, \quad d = \sqrt{k M}

with the elastic range r, the measured displacement :math:`\Delta q` and the smallest inertia M with which the joint
moves. A constant error below :math:`\tau_h` moves a joint at rest by less than r. The sampled spring has to be stable
for any inertia of M or more. So its frequency :math:`\sqrt{k / M}` is at most `MOST_PHASE` / h with the period h of the
joint states: for a light joint with rare joint states the range is longer than `RANGE_RAD`. The part :math:`\sigma` of
the resistance is

.. math:: \sigma = \min(\max(1 - \lambda,\ (\dot q / v_h)^2),\ 1)

where :math:`\lambda` is 0 at rest. It rises to 1 while the joint slips over the distance `LOOSE_RAD`, and returns to 0
within `CATCH_TIME_S` below the speed `CATCH_SPEED`. So a person who moves the arm feels little resistance. An arm
that is released in motion does not accelerate beyond the hold speed :math:`v_h`, if :math:`\tau_h` and the friction of
the moving joint exceed the error. With a hold speed of 0 the whole resistance always acts (:math:`\sigma = 1`), and the
arm comes to rest wherever it is released.

The element is passive: a change of :math:`\sigma` only makes the spring lose energy, and the torque takes up at least
the energy that the spring k z gains, for either sign of the velocity.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..gate.plausibility import differences
from ..sample_period import SamplePeriod

RANGE_RAD = 0.01
"""r: displacement at which a joint begins to slip, rad (m): 0.6 degrees. It and the following distances and speeds are
multiplied by `Arm.motion_scale` for a prismatic joint."""

MOST_PHASE = 0.25
"""Largest natural frequency of the spring times the period of joint states, rad. It would be stable up to 0.28 with
commands that act two periods after the joint state, and up to 0.48 after one."""

LOOSE_RAD = 0.05
"""Distance over which a joint slips with falling resistance, rad (m): 3 degrees."""

CATCH_SPEED = 0.05
"""Speed below which a joint is held again, rad/s (m/s)."""

CATCH_TIME_S = 0.2
"""Time in which the whole resistance returns, s."""


class Hold:
    """Elastic element with a slider for each joint.

    Args:
        torque: n torques at which joints at rest slip, N·m; 0 for none.
        inertia: n smallest inertias, kg·m².
        speed: hold speed, rad/s; 0 for the whole resistance at any speed.
        scale: n factors on range and speeds (`Arm.motion_scale`): 1 for a revolute joint.
        continuous: n, whether the joint has no position limits, so that its angle may wrap.
    """

    def __init__(
        self,
        torque: Sequence[float],
        inertia: Sequence[float],
        speed: float,
        scale: Sequence[float],
        continuous: Sequence[bool],
    ) -> None:
        self._joints = [
            (size, most, mass, speed * size) for most, mass, size in zip(torque, inertia, scale, strict=True)
        ]
        self._continuous = continuous
        self._period = SamplePeriod()
        self.forget()

    def forget(self) -> None:
        """Hold the arm where it is at the next state."""
        self._before: Sequence[float] | None = None
        self._stretch = [0.0] * len(self._joints)
        self._loose = [0.0] * len(self._joints)
        self._shares = [1.0] * len(self._joints)

    def torque(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:
        """Return n torques, N·m, at the next positions `q` (rad) and velocities `qd` (rad/s), `dt` s after the last."""
        self._period.update(dt)
        period = self._period.seconds
        before = q if self._before is None else self._before
        self._before = q
        result: list[float] = []
        for joint, moved in enumerate(differences(q, before, self._continuous)):
            size, most, mass, speed = self._joints[joint]
            stiffness = most / (RANGE_RAD * size)
            if period > 0.0:
                phase = MOST_PHASE / period
                stiffness = min(stiffness, mass * (phase * phase))
            length = most / stiffness if stiffness > 0.0 else RANGE_RAD * size
            damping, fast, loose = math.sqrt(stiffness * mass), abs(qd[joint]), self._loose[joint]
            z = self._stretch[joint] + moved
            if abs(z) > self._shares[joint] * length:
                loose += abs(moved) / (LOOSE_RAD * size)
            if fast < CATCH_SPEED * size:
                loose -= dt / CATCH_TIME_S
            loose = 0.0 if loose < 0.0 else 1.0 if loose > 1.0 else loose
            share = 1.0
            if fast < speed:
                part = fast / speed
                share = max(1.0 - loose, part * part)
            limit = share * length
            z = limit if z > limit else -limit if z < -limit else z
            torque, limit = stiffness * z + damping * qd[joint], share * most
            result.append(-(limit if torque > limit else -limit if torque < -limit else torque))
            self._stretch[joint], self._loose[joint], self._shares[joint] = z, loose, share
        return result
