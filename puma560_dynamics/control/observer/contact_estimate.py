r"""Estimate the external torque inside the control loop, and find the joint that something touches.

The equation of motion is evaluated in the middle between two samples, h apart: the mean external torque is

.. math:: e = \tau_{model}(\bar q, \bar{\dot q}, (\dot q_1 - \dot q_0) / h) + f - \tfrac12 (\tau_0 + \tau_1)

with the measured efforts τ and friction f. It differs from the e of `MomentumObserver` by the order of h², and passes
the same low-pass, :math:`r_1 = a r_0 + (1 - a) e` with :math:`a = e^{-K h}`. It needs only the torque of the model,
which a loop has with its present payload, and costs one evaluation.

The threshold of a joint is that of `TorqueUncertainty`, with two changes. The effect of the inertial parameters is
bounded by `ContactBounds`. The noise of the momentum is measured in the changes h e of the momentum: their third
differences remove the motion, as fourth differences of the efforts do.

The C++ core has the same law in ``contact.hpp``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...states import LARGEST
from ..sample_period import PERIOD_SHARE, MeanPeriod
from .contact_bounds import ContactBounds
from .contact_events import HOLD, RELEASE
from .dry_friction_bound import DryFrictionBound
from .momentum_observer import LONGEST_STEP, subtracted_friction
from .torque_uncertainty import ENOUGH_SAMPLES, WIDTHS

NOTHING, GRAVITY, MODEL_TORQUE = WITHOUT = ("nothing", "gravity", "model")
"""Torque that a driver may subtract from the efforts of the motors before it publishes them."""

FROZEN_S = 0.5
"""Time without any change of an effort, while a joint moves, after which the efforts count as frozen, s."""

FROZEN_SPEED = 0.01
"""Velocity from which a joint moves, rad/s or m/s."""

REMEMBERED = 2000.0
"""Number of samples from which the noise is taken."""

GAIN = math.sqrt(70.0) * math.sqrt(2.0 / math.pi)
"""Mean size of the fourth difference of independent normal numbers with a standard deviation of 1."""

ModelTorque = Callable[[FloatArray, FloatArray, FloatArray], tuple[FloatArray, FloatArray]]
"""Function of position, velocity and acceleration, (n,) each, that returns torque and gravity torque (n,), N·m."""


class ContactEstimate:
    """External torque, its thresholds, and contacts, sample by sample.

    Args:
        arm: arm of the model, with its friction.
        bounds: bounds of the model's errors.
        bandwidth: pole K of the estimate, 1/s.
        velocity: (n,) velocity limits, rad/s, of `ContactBounds.velocity`.
        scale: factor of the thresholds.
        without: what the driver subtracts from the efforts, one of `WITHOUT`.

    Attributes:
        torque: (n,) N·m, estimate of the external torque after the last sample; 0 before two samples, and where it
            begins to count.
        threshold: (n,) N·m, threshold after the last sample; infinite before the noise is known.
        touched: whether a contact lasts: until all joints have been below a fraction of their thresholds for a while.
    """

    def __init__(
        self,
        arm: Arm,
        bounds: ContactBounds,
        bandwidth: float,
        velocity: FloatArray,
        scale: float = 1.0,
        without: str = NOTHING,
    ) -> None:
        self._arm, self._bounds, self._bandwidth, self._scale = arm, bounds, bandwidth, scale
        self._external, self._adds_gravity = without == MODEL_TORQUE, without == GRAVITY
        self._velocity, self._turn = velocity, math.tau * np.array(arm.continuous, dtype=np.float64)
        self._dry = DryFrictionBound(arm, bounds.dry)
        self._efforts, self._changes = _Noise(arm.n, 4), _Noise(arm.n, 3)
        self._period, self._shares = MeanPeriod(), 0.0  # means of h and of 1 - a
        self.threshold = np.full(arm.n, np.inf)
        self.forget()

    def forget(self) -> None:
        """Treat the next sample as the first one; the noise is kept."""
        n = self._arm.n
        self.torque = np.zeros(n)
        self._above = np.zeros(n, dtype=np.bool_)
        self._known = self._counted = self.touched = False
        self._waited = self._frozen = self._below = 0.0
        self._q = self._qd = self._effort = np.zeros(n)
        self._qdd = self._moving = self._held = np.zeros(n)
        self._speed = 0.0
        self._efforts.restart()
        self._changes.restart()

    def skip(self, dt: float) -> None:
        """Note that a state has no usable effort.

        Args:
            dt: time since the previous state, s.
        """
        self._waited += dt

    def usable(self, dt: float, qd: FloatArray, effort: FloatArray | None) -> bool:
        """Return whether efforts are one plausible number for each joint, and not frozen.

        Args:
            dt: time since the previous state, s.
            qd: (n,) velocities, rad/s.
            effort: (n,) efforts, N·m; `None` without efforts.
        """
        if effort is None or effort.shape != qd.shape or not (np.abs(effort) <= LARGEST).all():
            return False
        if not (effort == self._effort).all() or not self._known:
            self._frozen = 0.0
        elif (np.abs(qd) > FROZEN_SPEED).any():
            self._frozen += dt
        return self._frozen < FROZEN_S

    def update(
        self, dt: float, q: FloatArray, qd: FloatArray, effort: FloatArray, model: ModelTorque, counts: bool
    ) -> int | None:
        """Add a sample with usable efforts.

        Args:
            dt: time since the previous state, s; 0 for the first one.
            q: (n,) positions, rad.
            qd: (n,) velocities, rad/s.
            effort: (n,) efforts, N·m.
            model: the torque of the arm with its present payload.
            counts: whether torque alone holds the arm, so that an external torque is a contact. The estimate begins at
                0 when it begins to count: a brake or a person may have held the arm before.

        Returns:
            Index of the joint whose estimate exceeds its threshold most clearly, in two successive samples that count;
            `None` without a contact.
        """
        step, self._waited = self._waited + dt, 0.0
        if not self._known or not 0.0 < step <= LONGEST_STEP:
            self._begin(q, qd, effort)
            self._counted = counts
            return None
        gap = self._period.late(step)
        new = -math.expm1(-self._bandwidth * step)
        given = self._mean_external_torque(step, new, q, qd, effort, model)
        if gap:
            self._efforts.restart()
            self._changes.restart()
            self._above = np.zeros_like(self._above)
        else:
            self.torque = self.torque + new * (given - self.torque)
            self._changes.add(step * given)
            self._shares += (PERIOD_SHARE if self._shares else 1.0) * (new - self._shares)
        self._efforts.add(effort)
        self.threshold = self._thresholds()
        if counts and not self._counted:
            self.torque, self._above = np.zeros_like(q), np.zeros_like(self._above)
        self._counted = counts
        return self._touched_joint(step, counts)

    def _begin(self, q: FloatArray, qd: FloatArray, effort: FloatArray) -> None:
        self.forget()
        self._known, self._q, self._qd, self._effort = True, q, qd, effort
        self._speed = self._relative_speed(qd)
        self._moving, self._held = self._bounds.unknown * np.abs(self._friction(qd, effort)), self._dry.begin(qd)
        self._efforts.add(effort)

    def _mean_external_torque(
        self, step: float, new: float, q: FloatArray, qd: FloatArray, effort: FloatArray, model: ModelTorque
    ) -> FloatArray:
        """Return the mean external torque (n,) N·m since the previous sample, and update the errors of the model."""
        passed = q - self._q
        passed = passed - self._turn * np.rint(passed / math.tau)
        middle, velocity = q - 0.5 * passed, 0.5 * (qd + self._qd)
        acceleration, mean = (qd - self._qd) / step, 0.5 * (effort + self._effort)
        self._q, self._qd, self._effort = q, qd, effort
        self._qdd = self._qdd + new * (acceleration - self._qdd)
        self._speed += new * (self._relative_speed(velocity) - self._speed)
        friction = self._friction(velocity, mean)
        self._moving = self._moving + new * (self._bounds.unknown * np.abs(friction) - self._moving)
        self._held = self._held + new * (self._dry.advance(velocity, step) - self._held)
        if self._external:
            return mean
        torque, gravity = model(middle, velocity, acceleration)
        return torque - gravity + friction - mean if self._adds_gravity else torque + friction - mean

    def _relative_speed(self, qd: FloatArray) -> float:
        return float(((qd / self._velocity) ** 2).sum())

    def _friction(self, qd: FloatArray, effort: FloatArray) -> FloatArray:
        """Return the friction (n,) N·m that is subtracted from the efforts."""
        return subtracted_friction(self._arm, self._bounds.friction, qd, effort)

    @property
    def band(self) -> FloatArray:
        """Half width (n,) N·m of the band of `torque`: `WIDTHS` standard deviations, plus dry friction that may hide.

        It is infinite before the noise is known.
        """
        if not (self._efforts.known and self._changes.known):
            return np.full(self._arm.n, np.inf)
        model, noise = self._variances()
        return np.asarray(WIDTHS * np.sqrt(model + noise) + self._held)

    def _variances(self) -> tuple[FloatArray, FloatArray]:
        """Return the variances (n,) of the errors of the model and of the noise."""
        bounds, new = self._bounds, self._shares
        inertial = bounds.still + bounds.acceleration @ np.abs(self._qdd) + bounds.velocity * self._speed
        # The mean of two efforts, and the difference of two momenta over a step, through the low-pass.
        change = new / self._period.seconds * self._changes.deviation
        noise = 0.5 * new * self._efforts.deviation * self._efforts.deviation + 2.0 / (2.0 - new) * change * change
        return inertial * inertial + self._moving * self._moving, noise

    def _thresholds(self) -> FloatArray:
        bounds = self._bounds
        if not (self._efforts.known and self._changes.known):
            return np.full(self._arm.n, np.inf)
        model, noise = self._variances()
        square = bounds.model_widths**2 * model + bounds.noise_widths**2 * noise
        return np.asarray(self._scale * np.maximum(self._held + np.sqrt(square), bounds.least))

    def _touched_joint(self, step: float, counts: bool) -> int | None:
        size = np.abs(self.torque)
        above = (size > self.threshold) & counts
        shown = above & self._above
        self._above = above
        if shown.any():
            self.touched, self._below = True, 0.0
            return int(np.argmax(np.where(shown, size / self.threshold, 0.0)))
        if self.touched:
            self._below = 0.0 if (size >= RELEASE * self.threshold).any() else self._below + step
            self.touched = self._below < HOLD
        return None


class _Noise:
    """Standard deviation of the noise of n signals, from the mean size of their differences of some order.

    A difference of a high order removes the motion, and a single large value changes the mean size little.
    """

    def __init__(self, n: int, order: int) -> None:
        self._before = np.zeros((order, n))
        self._filled, self._count = 0, 0
        self.deviation = np.zeros(n)

    def restart(self) -> None:
        """Begin new differences, because a value is missing; the mean is kept."""
        self._filled = 0

    def add(self, value: FloatArray) -> None:
        """Add the next value (n,)."""
        for place in range(len(self._before)):
            value, self._before[place] = value - self._before[place], value
        self._filled = min(self._filled + 1, len(self._before) + 1)
        if self._filled > len(self._before):
            self._count = min(self._count + 1, int(REMEMBERED))
            self.deviation = self.deviation + (np.abs(value) / GAIN - self.deviation) / self._count

    @property
    def known(self) -> bool:
        """Return whether enough values have come."""
        return self._count >= ENOUGH_SAMPLES
