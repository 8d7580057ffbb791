"""Viscous torque that brings a moving arm to rest while its states are still good."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from .torque_limits import clamp


class Damping:
    """Torque against the measured velocity, ``-D qd``, with ``D = diag(A(q0)) / time``.

    Alone, with gravity compensated, a joint then slows down with about the time constant `time`.

    Args:
        model: gives the kinetic energy matrix A.
        time: time constant, s.
        velocity: (n,) velocity limits, rad/s: a faster measured velocity counts as this.
        pose: (n,) rad, q0; zero by default.

    Raises:
        StateError: a time constant that is not positive and finite.
    """

    def __init__(self, model: DynamicModel, time: float, velocity: FloatArray, pose: ArrayLike | None = None) -> None:
        if not 0.0 < time < np.inf:
            raise StateError(f"damping_time: expected a positive number of seconds, got {time}")
        at = np.zeros(model.arm.n) if pose is None else pose
        self.gain = read_only(np.diag(model.kinetic_energy_matrix(at)) / time)
        self._each = list(zip(self.gain.tolist(), np.asarray(velocity).tolist(), strict=True))

    def torque(self, qd: Sequence[float]) -> list[float]:
        """n torques, N·m, against the n velocities `qd`, rad/s."""
        return [
            -gain * (speed if -most <= speed <= most else clamp(speed, most))
            for speed, (gain, most) in zip(qd, self._each, strict=True)
        ]
