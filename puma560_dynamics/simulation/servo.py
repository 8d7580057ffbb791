"""Position servo of a simulated arm: PD on a reference, at its own rate, in addition to commanded torque.

With K_p and K_d from the arm's inertia (`simulation.gains`), the servo adds

.. math:: \\tau = K_p (q_r - q) + K_d (\\dot q_r - \\dot q)

to every command. It runs inside the plant, in the plant's time: a late or lost command then costs tracking, and
cannot make the loop oscillate. The velocity towards which it drives, :math:`\\dot q_r + K_p (q_r - q) / K_d`, is
limited, as in drives: where the reference has gone on without the arm, the arm follows it within its velocity limits.

The PUMA has its documented gains, and a torque that is held over each `PERIOD`. On an arm without motor inertia such a
loop is unstable at any useful gain (`gains.stability_number`): there the servo runs at every step of the plant, which
takes its damping at the end of the step, as drives whose velocity loop is much faster. That is stable for every arm.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..control.feed_forward.references import Reference
from ..control.trajectory.trajectory import home, is_puma
from ..errors import StateError
from ..models.load import load_model
from .gains import STABLE, critically_damped, for_any_pose, stability_number, usual_bandwidth
from .plant import Plant

PERIOD = 0.001
"""Seconds between two evaluations of the servo."""

LARGEST = 1.1
"""Multiple of the velocity limits up to which the servo drives: more than a reference at its limit, whose errors it
corrects, and less than what the torque path takes for a fault (1.2)."""

TIMEOUT = 0.2
"""Seconds for which a reference is extrapolated; then the servo holds the position where that ended."""


class Servo:
    """PD control of one arm on the newest reference.

    Without a reference it gives no torque, so that an arm that only carries torque stays free.

    Args:
        arm: its inertia, position and velocity limits.
        bandwidth: (n,) natural frequency of each joint, rad/s; `usual_bandwidth` by default.

    Attributes:
        proportional: (n,) K_p, N·m/rad.
        derivative: (n,) K_d, N·m·s/rad.
        implicit: whether the damping acts at the end of each step of the plant.

    Raises:
        StateError: `bandwidth` of another length, or a value that is not positive and finite.
    """

    def __init__(self, arm: Arm, bandwidth: ArrayLike | None = None) -> None:
        chosen = usual_bandwidth(arm) if bandwidth is None else np.asarray(bandwidth, dtype=np.float64)
        if chosen.shape != (arm.n,) or not np.isfinite(chosen).all() or not (chosen > 0.0).all():
            raise StateError(f"bandwidth of the servo: expected {arm.n} positive numbers, got {chosen.tolist()}")
        model = load_model("newton_euler", arm)
        if is_puma(arm):
            self.proportional, self.derivative = critically_damped(model, chosen, home(arm))
        else:
            self.proportional, self.derivative = for_any_pose(model, chosen)
        self.implicit = stability_number(model, self.derivative, PERIOD) > STABLE
        self._lower, self._upper = arm.lower, arm.upper
        self._fastest = LARGEST * arm.velocity
        self._none = np.zeros(arm.n)
        self.forget()

    def forget(self) -> None:
        """Give no torque until the next reference."""
        self._reference: Reference | None = None
        self._stamp = 0.0

    def follow(self, stamp: float, reference: Reference) -> None:
        """Set the reference of the time `stamp` (s); a reference older than the present one is ignored.

        A stamp that is more than `TIMEOUT` before the present one is that of a clock that was started again.
        """
        if self._reference is None or not 0.0 < self._stamp - stamp <= TIMEOUT:
            self._reference, self._stamp = reference, stamp

    def torque(self, time: float, q: FloatArray, qd: FloatArray) -> FloatArray:
        """Return the servo's torque.

        Args:
            time: present time on the clock of the stamps, s.
            q, qd: (n,) rad and rad/s.

        Returns:
            (n,) N·m, before the limits of the motors.
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
        """Move `plant` under `torque` and the servo.

        Args:
            plant: the arm.
            time: at the end of the step, on the clock of the stamps, s.
            duration: s.
            torque: (n,) N·m commanded, constant over the step.
        """
        implicit = self.implicit and self._reference is not None
        steps = max(1, round(duration / (plant.timestep if implicit else PERIOD)))
        for step in range(steps):
            now = time - duration * (1.0 - step / steps)
            if implicit:
                plant.advance(duration / steps, torque + self.torque(now, plant.position, self._none), self.derivative)
            else:
                plant.advance(duration / steps, torque + self.torque(now, plant.position, plant.velocity))
