"""Viscous torque that brings a moving arm to rest: on a fault, and after the loss of its references.

A chained controller detects that the preceding controller is gone, but not why. Gravity compensation alone would let
the arm coast, so the arm is braked first.
"""

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

    A joint that moves alone, with gravity compensated, slows down with about the time constant `time`.

    Args:
        model: model that gives the kinetic energy matrix A.
        time: time constant, s.
        velocity: (n,) velocity limits, rad/s, to which measured velocities are clipped.
        pose: pose q0, (n,) rad; zero by default.

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
        """Return n torques, N·m, against the n velocities `qd`, rad/s."""
        return [
            -gain * (speed if -most <= speed <= most else clamp(speed, most))
            for speed, (gain, most) in zip(qd, self._each, strict=True)
        ]


REST_VELOCITY, REST_FRACTION = 0.01, 0.005
"""A joint is at rest below the larger of `REST_VELOCITY` (rad/s, m/s) and this fraction of its velocity limit."""

REST_TIME_S = 0.5
"""Seconds for which all joints have to be at rest."""


class Settling:
    """Decides for how long a moving arm is braked.

    Args:
        velocity: (n,) rad/s, velocity limits.
    """

    def __init__(self, velocity: Sequence[float]) -> None:
        self._slow = [max(REST_VELOCITY, REST_FRACTION * limit) for limit in velocity]
        self._active = False
        self._moved: float | None = None

    @property
    def active(self) -> bool:
        """Return whether the arm is being braked."""
        return self._active

    def begin(self) -> None:
        """Begin to brake at the next state."""
        self._active, self._moved = True, None

    def end(self) -> None:
        """Stop braking: references move the arm again."""
        self._active = False

    def brakes(self, now: float, velocity: Sequence[float]) -> bool:
        """Return whether to brake the arm at a joint state.

        Args:
            now: steady time, s.
            velocity: (n,) rad/s, measured velocity.
        """
        if not self._active:
            return False
        moves = any(abs(speed) > slow for speed, slow in zip(velocity, self._slow, strict=True))
        if moves or self._moved is None:
            self._moved = now
        self._active = now - self._moved < REST_TIME_S
        return self._active
