r"""Hold a released arm: a weak spring to the place where it was released, that slips when a person moves the arm.

A model with wrong masses leaves a part of the gravity torque. A geared joint withstands it by friction; a joint of low
friction would accelerate, and damping alone would only limit its velocity. So each joint gets the resistance of a dry
friction :math:`\tau_h`, as an elastic element with a slider (Prandtl):

.. math:: z \leftarrow \min(\max(z + \Delta q, -\sigma r), \sigma r), \qquad
    \tau = -\min(\max(k z + d \dot q, -\sigma\tau_h), \sigma\tau_h), \quad k = \tau_h / r

with the elastic range r and the measured displacement :math:`\Delta q`. A constant error below :math:`\tau_h` moves a
joint at rest by less than r.

Torque acts at least one joint state late, so that a stiff spring on a light joint oscillates. With the smallest inertia
:math:`m` of the joint (`guiding_settings.hold_inertia`), the inertia M in the zero pose, and :math:`\omega` of
`FREQUENCY`,

.. math:: r = \max(r_0,\ \tau_h / (\omega^2 m)), \qquad d = \min(\sqrt{k M},\ \omega m).

So :math:`k \le \omega^2 m`, and a light joint is held over a longer range, with the same torque. The part
:math:`\sigma` of the resistance is

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

RANGE_RAD = 0.01
"""r0: displacement at which a joint begins to slip, rad (m): 0.6 degrees, if the joint is not too light. It and the
following distances and speeds are multiplied by `Arm.motion_scale` for a prismatic joint."""

FREQUENCY = 20.0
"""Largest natural frequency of a joint on the spring of its hold, rad/s. At `SLOWEST_RATE` the loop then has a gain
margin of 4.3 with the delay of one joint state, and of 2.1 with the delay of two. A higher rate has larger margins."""

SLOWEST_RATE = 100.0
"""Lowest rate of the joint states for which the hold is designed, Hz."""

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
        inertia: n inertias M in the zero pose, kg·m².
        least: n smallest inertias m, kg·m², positive (`guiding_settings.hold_inertia`).
        speed: hold speed, rad/s; 0 for the whole resistance at any speed.
        scale: n factors on range and speeds (`Arm.motion_scale`): 1 for a revolute joint.
        continuous: n, whether the joint has no position limits, so that its angle may wrap.
    """

    def __init__(
        self,
        torque: Sequence[float],
        inertia: Sequence[float],
        least: Sequence[float],
        speed: float,
        scale: Sequence[float],
        continuous: Sequence[bool],
    ) -> None:
        self._joints: list[tuple[float, float, float, float, float, float]] = []
        for most, mass, light, size in zip(torque, inertia, least, scale, strict=True):
            length = max(RANGE_RAD * size, most / (FREQUENCY * FREQUENCY * light))
            stiffness = most / length
            damping = min(math.sqrt(stiffness * mass), FREQUENCY * light)
            self._joints.append((size, most, length, stiffness, damping, speed * size))
        self._continuous = continuous
        self.forget()

    def forget(self) -> None:
        """Hold the arm where it is at the next state."""
        self._before: Sequence[float] | None = None
        self._stretch = [0.0] * len(self._joints)
        self._loose = [0.0] * len(self._joints)
        self._shares = [1.0] * len(self._joints)

    def torque(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:
        """Return n torques, N·m, at the next positions `q` (rad) and velocities `qd` (rad/s), `dt` s after the last."""
        before = q if self._before is None else self._before
        self._before = q
        result: list[float] = []
        for joint, moved in enumerate(differences(q, before, self._continuous)):
            size, most, length, stiffness, damping, speed = self._joints[joint]
            fast, loose = abs(qd[joint]), self._loose[joint]
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
