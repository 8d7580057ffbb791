"""Simulate a position servo: PD control of a reference, evaluated in the plant and added to commanded torque.

With gains K_p and K_d from the arm's inertia (`simulation.gains`), the servo adds

.. math:: \\tau = K_p (q_r - q) + K_d (\\dot q_r - \\dot q)

to each command, with the reference q_r. The servo runs in the plant's simulated time, so a late or lost command reduces
tracking accuracy but cannot cause oscillation. The commanded velocity, :math:`\\dot q_r + K_p (q_r - q) / K_d`, is
limited, as in real drives: if the reference is far ahead of the arm, the arm catches up within its velocity limits.

The PUMA has its documented gains, and its servo torque is held over each `PERIOD`. On an arm without motor inertia,
such a loop is unstable at all useful gains (`gains.stability_number`). The servo of such an arm runs at each
integration step, with damping that acts at the end of the step, as in drives with a fast velocity loop; this is stable.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arm.home_pose import is_puma
from ..arrays import FloatArray
from ..control.feed_forward.references import Reference
from ..errors import StateError
from ..models.load import load_model
from .gains import STABLE, critically_damped, for_any_pose, stability_number, usual_bandwidth
from .plant import Plant

PERIOD = 0.001
"""Sampling period of the servo, s."""

LARGEST = 1.1
"""Limit of the servo's commanded velocity, as a multiple of the velocity limits: above 1, so that it can correct errors
of a reference at its limit, and below the limit of the torque path for a fault (1.2)."""

TIMEOUT = 0.2
"""Time for which a reference is extrapolated, s; then the servo holds the extrapolated position."""


class Servo:
    """PD controller of an arm for the newest reference. Without a reference or `hold`, the servo's torque is zero.

    Args:
        arm: arm with inertia, position and velocity limits.
        bandwidth: (n,) natural frequency of each joint, rad/s; `usual_bandwidth` by default.

    Attributes:
        proportional: (n,) proportional gains K_p, N·m/rad.
        derivative: (n,) derivative gains K_d, N·m·s/rad.
        implicit: whether the damping uses the velocity at the end of each integration step.

    Raises:
        StateError: `bandwidth` has a wrong length, or a value is not positive and finite.
    """

    def __init__(self, arm: Arm, bandwidth: ArrayLike | None = None) -> None:
        chosen = usual_bandwidth(arm) if bandwidth is None else np.asarray(bandwidth, dtype=np.float64)
        if chosen.shape != (arm.n,) or not np.isfinite(chosen).all() or not (chosen > 0.0).all():
            raise StateError(f"bandwidth of the servo: expected {arm.n} positive numbers, got {chosen.tolist()}")
        model = load_model("newton_euler", arm)
        if is_puma(arm) and arm.motor_inertia.all():
            self.proportional, self.derivative = critically_damped(model, chosen)
        else:
            self.proportional, self.derivative = for_any_pose(model, chosen)
        self.implicit = stability_number(model, self.derivative, PERIOD) > STABLE
        self._lower, self._upper = arm.lower, arm.upper
        self._fastest = LARGEST * arm.velocity
        self._none = np.zeros(arm.n)
        self.forget()

    def forget(self) -> None:
        """Discard the reference; the servo's torque is zero until the next reference."""
        self._reference: Reference | None = None
        self._stamp = 0.0

    def hold(self, position: FloatArray) -> None:
        """Hold a position (n,) rad until the first reference; with a reference, nothing changes."""
        if self._reference is None:
            self._reference, self._stamp = Reference(np.array(position), self._none, self._none), -np.inf

    def follow(self, stamp: float, reference: Reference) -> None:
        """Set the reference for the time `stamp` (s), unless it is older than the present reference.

        A stamp more than `TIMEOUT` older than the present one is accepted, because the clock must have been restarted.
        """
        if self._reference is None or not 0.0 < self._stamp - stamp <= TIMEOUT:
            self._reference, self._stamp = reference, stamp

    def torque(self, time: float, q: FloatArray, qd: FloatArray) -> FloatArray:
        """Return the servo's torque.

        Args:
            time: present time on the clock of the stamps, s.
            q, qd: (n,) positions, rad, and velocities, rad/s.

        Returns:
            (n,) torque before the motors' limits, N·m.
        """
        if self._reference is None:
            return self._none
        ahead = time - self._stamp
        goal = self._reference.advanced(min(max(ahead, -TIMEOUT), TIMEOUT))
        velocity = goal.velocity if abs(ahead) <= TIMEOUT else self._none
        position = np.minimum(np.maximum(goal.position, self._lower), self._upper)
        error = position - q
        towards = velocity + self.proportional / self.derivative * error
        excess = towards - np.minimum(np.maximum(towards, -self._fastest), self._fastest)
        return self.proportional * error + self.derivative * (velocity - qd) - self.derivative * excess

    def drive(self, plant: Plant, time: float, duration: float, torque: FloatArray) -> None:
        """Advance `plant` with a commanded torque plus the servo's torque.

        Args:
            plant: simulated arm.
            time: time at the end of the step, on the clock of the stamps, s.
            duration: duration of the step, s.
            torque: (n,) commanded torque, constant over the step, N·m.
        """
        implicit = self.implicit and self._reference is not None
        steps = max(1, round(duration / (plant.timestep if implicit else PERIOD)))
        for step in range(steps):
            now = time - duration * (1.0 - step / steps)
            if implicit:
                plant.advance(duration / steps, torque + self.torque(now, plant.position, self._none), self.derivative)
            else:
                plant.advance(duration / steps, torque + self.torque(now, plant.position, plant.velocity))
