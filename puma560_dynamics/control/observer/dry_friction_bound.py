r"""Bound the error of the dry friction that an estimate of the external torque subtracts, at rest and after a reversal.

An estimate subtracts s times dry friction, where s is the smooth sign of the velocity. Dry friction does not change at
once where the velocity reverses: gears yield first. After the travel x since the reversal, friction is between
:math:`z = 1 - 2 \exp(-x / d)` and 1 times dry friction, with the distance d of presliding. The error is at most
:math:`\max(s - z, 1 - s)` times dry friction: all of it at rest, up to twice of it directly after a reversal.
"""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...arm.joint_friction import MEASURED_SMOOTHING, smooth_sign
from ...arrays import FloatArray
from .momentum_observer import DEAD_BAND

REVERSES = 1e-3
"""Smallest assumed distance over which dry friction reverses, rad; multiplied by `Arm.motion_scale`. It also covers the
delay of the current controller: a UR10e with a distance of 0.1 to 0.2 mrad has errors up to about this distance."""

REVERSES_WIDTH = 2.0
"""Factor by which the distance may be larger than `presliding` of the arm file, which is one of a few candidates."""


class DryFrictionBound:
    """Follows the travel of each motor since its last reversal.

    Args:
        arm: arm with its transmission.
        dry: (n,) largest dry friction of each motor, N·m.
    """

    def __init__(self, arm: Arm, dry: FloatArray) -> None:
        self._arm, self._dry, self._distance = arm, dry, reversal_distance(arm)
        self._direction = self._travel = np.zeros(arm.n)

    def begin(self, qd: FloatArray) -> FloatArray:
        """Begin with velocities (n,), rad/s, that have lasted for long, and return the bound (n,), N·m."""
        self._direction, self._travel = self._directions(self._motors(qd)), np.full(qd.size, np.inf)
        return self.advance(qd, 0.0)

    def advance(self, qd: FloatArray, step: float) -> FloatArray:
        """Add a sample.

        Args:
            qd: (n,) velocities, rad/s.
            step: time since the previous sample, s.

        Returns:
            (n,) bound of the error, N·m.
        """
        arm, motors = self._arm, self._motors(qd)
        direction, speed = self._directions(motors), np.abs(motors)
        same = (direction != 0.0) & (direction == self._direction)
        self._travel = np.where(same, self._travel + step * speed, 0.0)
        self._direction = direction
        sign = smooth_sign(speed, MEASURED_SMOOTHING * arm.motion_scale, DEAD_BAND * arm.motion_scale)
        error = np.maximum(sign + 2.0 * np.exp(-self._travel / self._distance) - 1.0, 1.0 - sign)
        held = self._dry * error
        return np.asarray(held @ np.abs(arm.transmission) if arm.coupled else held)

    def _motors(self, qd: FloatArray) -> FloatArray:
        """Return the velocities (n,) of the motors."""
        return np.asarray(self._arm.transmission @ qd) if self._arm.coupled else qd

    def _directions(self, motors: FloatArray) -> FloatArray:
        """Return the direction (n,) in which each motor moves; 0 for one at rest."""
        return np.sign(motors) * (np.abs(motors) > DEAD_BAND * self._arm.motion_scale)


def reversal_distance(arm: Arm) -> FloatArray:
    """Return the largest distance (n,) over which the dry friction of each motor reverses, rad (m)."""
    known = np.array([one.presliding for one in arm.friction] or [0.0] * arm.n)
    return np.maximum(REVERSES_WIDTH * known, REVERSES * arm.motion_scale)
