r"""Turn samples of an arm into linear equations for a load on the last link and for the errors of the model.

The negative external torque y of `MomentumObserver` is what the motors supply beyond the model. With the low-pass L of
the observer and the regressor Y of the torque,

.. math:: y = L(Y_{tip})\, \pi + L(Y) F z + L(\text{friction}) + \text{noise}

where π are the ten parameters of the load, and F z an error of the model's parameters with the covariance F Fᵀ. The
same low-pass for both sides makes accelerations unnecessary: the regressor is evaluated with the change of velocity
between two samples, whose noise the low-pass removes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arm.friction import arm_friction
from ...arm.joint_friction import MEASURED_SMOOTHING, JointFriction, friction_numbers, smooth_sign
from ...arm.tolerances import assumed_factor, tolerances_of
from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ...states import joint_arrays
from ..observer.momentum_observer import DEAD_BAND, LONGEST_STEP, MomentumObserver
from ..observer.torque_uncertainty import (
    ASSUMED_TOLERANCE,
    FRICTION_UNKNOWN,
    PERIOD,
    STICKS,
    NoiseLevel,
    estimate_noise,
    given_noise,
    largest_dry_friction,
    prediction_error,
)

BANDWIDTH = 25.0
"""Pole of the low-pass, 1/s."""

SPACING = 2.0 / BANDWIDTH
"""Time between two equations, s. Noise of the low-pass is hardly correlated over this time: by 0.14."""

LOAD = 10
"""Number of parameters of the load: mass, first moments, and inertia about the origin of the last link's frame."""

TOOL = 4
"""Number of parameters of a constant error of the last link: mass and first moments."""

SLOW = 0.03
"""Velocity at which 37 % of the excess of break-away torque over kinetic friction is assumed to remain, rad/s;
multiplied by `Arm.motion_scale`."""

HIDDEN_TOOL = 0.005
"""Standard deviation of the mass at the last link that the model does not have (cables, screws, a gripper's fingers),
as a fraction of the mass of all links."""

TOOL_REACH = 0.1
"""Standard deviation of the center of that mass, m."""

WIDE = 4.0
"""Velocity up to which a joint counts as resting in the regressor, in standard deviations of its noise."""

VISCOUS_UNKNOWN = 0.5
"""Viscous friction of a joint at 1 rad/s, as a fraction of its dry friction, if it is unknown."""


@dataclass(frozen=True, eq=False)
class LoadRow:
    """Equations of n joints at one time.

    Attributes:
        time: s.
        q: (n,) positions, rad.
        torque: (n,) torque y beyond the model's, N·m.
        load: (n, 10) effect of the load's parameters.
        errors: (n, k) effect of independent errors of the model with a standard deviation of 1, N·m.
        slow: (n,) motors' weight of friction at rest, from 0 in motion to 1 at rest.
        effort: (n,) torque of the motors after the low-pass, N·m.
        noise: (n,) standard deviation of the noise of `torque`, N·m.
    """

    time: float
    q: FloatArray
    torque: FloatArray
    load: FloatArray
    errors: FloatArray
    slow: FloatArray
    effort: FloatArray
    noise: FloatArray


class LoadRows:
    """Makes the equations from samples.

    Args:
        model: model of the arm with what it carries always, such as its gripper, but without the load.
        friction: friction of each joint; by default that of the arm (`arm_friction`).
        effort_noise: (n,) standard deviation of the efforts' noise, N·m; by default from the samples.
        velocity_noise: (n,) standard deviation of the velocities' noise, rad/s; by default from the samples.
        assumed: standard deviation of masses and inertias as a fraction, for an arm without tolerances.
        external: whether efforts are external torques already.

    Attributes:
        errors: number k of the model's errors.
        held: (n,) largest dry friction of each motor at rest, N·m.
        predicted: (n,) RMS torque error of an identified arm; `None` for an arm that was not identified.

    Raises:
        StateError: a noise or friction with another number of joints, or negative.
    """

    def __init__(
        self,
        model: DynamicModel,
        friction: Sequence[JointFriction] | None = None,
        *,
        effort_noise: ArrayLike | None = None,
        velocity_noise: ArrayLike | None = None,
        assumed: float = ASSUMED_TOLERANCE,
        external: bool = False,
    ) -> None:
        arm = model.arm
        friction = arm_friction(arm)[0] if friction is None else friction
        self.model, self._observer = model, MomentumObserver(model, BANDWIDTH, friction, external=external)
        self.held = _held_friction(arm, friction)
        self.predicted = prediction_error(arm)
        links = LOAD * len(arm.links)
        factor = np.zeros((links + arm.n, 0)) if self.predicted is not None else model_errors(arm, assumed)
        self._links, self._motors = factor[:links], factor[links:]
        self._dry, self._viscous = unknown_friction(arm, friction)
        self._coupling = arm.transmission if arm.coupled else np.eye(arm.n)
        self._tool = _tool_error(arm)
        self.errors = factor.shape[1] + TOOL + 3 * arm.n
        self._noise = NoiseLevel(arm.n), NoiseLevel(arm.n)
        self._given = given_noise(arm, "effort_noise", effort_noise), given_noise(arm, "velocity_noise", velocity_noise)
        self._latest = self._made = self._time = self._period = math.nan
        self._velocity = np.zeros(arm.n)
        self._columns = np.zeros((arm.n, LOAD + self.errors + 2))

    def restart(self) -> None:
        """Forget the motion, but not the noise."""
        self._observer.restart()
        self._latest = math.nan

    def update(self, time: float, q: ArrayLike, qd: ArrayLike, effort: ArrayLike) -> LoadRow | None:
        """Add a sample.

        Args:
            time: time of the sample, s, later than the previous one.
            q: (n,) positions, rad.
            qd: (n,) velocities, rad/s.
            effort: (n,) torques of the motors, N·m.

        Returns:
            The equations, once every `SPACING`; `None` between them, at the beginning and after a gap in time.

        Raises:
            StateError: the time does not increase, or a state has another number of joints or is not finite.
        """
        q, qd, effort = joint_arrays(self.model.n, {"q": q, "qd": qd, "effort": effort})
        torque = self._observer.update(time, q, qd, effort)
        step = time - self._latest
        begins = not step <= LONGEST_STEP
        if not begins:
            self._period = step if math.isnan(self._period) else self._period + 0.02 * (step - self._period)
        for noise, value in zip(self._noise, (effort, qd), strict=True):
            noise.add(value, restart=begins)
        self._latest = time
        if begins:
            self._columns = self._at(q, qd, np.zeros_like(q), qd, effort)
            self._made, self._time, self._velocity = time + SPACING, time, self._beyond_noise(qd)
        elif time - self._time >= PERIOD - 1e-9:
            since = time - self._time
            keep = math.exp(-BANDWIDTH * since)
            velocity = self._beyond_noise(qd)
            now = self._at(q, 0.5 * (velocity + self._velocity), (velocity - self._velocity) / since, qd, effort)
            self._columns = keep * self._columns + (1.0 - keep) * now
            self._time, self._velocity = time, velocity
            if time - self._made >= SPACING - 1e-9:
                self._made = time
                return self._row(time, q, torque)
        return None

    def _row(self, time: float, q: FloatArray, torque: FloatArray) -> LoadRow | None:
        sizes = [one.deviation if given is None else given for given, one in zip(self._given, self._noise, strict=True)]
        if np.isinf(sizes).any():
            return None
        noise = estimate_noise(self.model, BANDWIDTH, q, self._period, *sizes)
        c = self._columns
        return LoadRow(time, q, -torque, c[:, :LOAD], c[:, LOAD:-2], c[:, -2], c[:, -1], noise)

    def _beyond_noise(self, qd: FloatArray) -> FloatArray:
        """Return velocities minus a dead band: noise at rest must not look like a motion that shows parameters."""
        noise = self._noise[1].deviation if self._given[1] is None else self._given[1]
        least = DEAD_BAND * self.model.arm.motion_scale
        band = np.maximum(least, np.where(np.isfinite(noise), WIDE * noise, least))
        return np.asarray(np.sign(qd) * np.maximum(np.abs(qd) - band, 0.0))

    def _at(
        self, q: FloatArray, qd: FloatArray, qdd: FloatArray, measured: FloatArray, effort: FloatArray
    ) -> FloatArray:
        """Return the columns before the low-pass: load, errors of the model, slowness and effort.

        Args:
            q: (n,) positions.
            qd, qdd: (n,) velocities and accelerations beyond the noise.
            measured: (n,) velocities.
            effort: (n,) torques.
        """
        arm = self.model.arm
        regressor = self.model.regressor(q, qd, qdd)
        load = regressor[:, -LOAD:]
        motors = self._coupling @ measured
        scale = arm.motion_scale
        sign = smooth_sign(motors, MEASURED_SMOOTHING * scale, DEAD_BAND * scale)
        return np.hstack(
            [
                load,
                regressor @ self._links + qdd[:, None] * self._motors,
                load[:, :TOOL] * self._tool,
                self._coupling.T * (self._dry * sign),
                self._coupling.T * (self._viscous * motors),
                self._coupling.T * (0.5 * self._dry * np.abs(sign)),
                np.exp(-((motors / (SLOW * scale)) ** 2))[:, None],
                effort[:, None],
            ]
        )


def model_errors(arm: Arm, assumed: float) -> FloatArray:
    """Return a factor (10 m + n, k) of the covariance of the parameters of m links and n motors.

    Args:
        arm: the arm; with tolerances in its arm file, these are used.
        assumed: otherwise, standard deviation of each mass and inertia as a fraction, and of each center of mass as a
            fraction of the link's radius of gyration.
    """
    factor = tolerances_of(arm).factor
    return factor if factor.any() else assumed_factor(arm, assumed, centers=True)


def unknown_friction(arm: Arm, friction: Sequence[JointFriction]) -> tuple[FloatArray, FloatArray]:
    """Return the standard deviations (n,) of the dry friction of each motor, N·m, and of viscous friction, N·m·s/rad.

    Args:
        arm: the arm.
        friction: friction that the model subtracts.
    """
    dry = _held_friction(arm, friction)
    own = np.array([one.dry for one in friction]) if arm.friction else np.zeros(arm.n)
    share = np.where(own > 0.0, FRICTION_UNKNOWN["known"], FRICTION_UNKNOWN["table"])
    mean = np.where(own > 0.0, own, dry)
    viscous = friction_numbers(friction).get("viscous", np.zeros(arm.n))
    return share * mean, share * viscous + np.where(own > 0.0, share, 1.0) * VISCOUS_UNKNOWN * mean / arm.motion_scale


def _held_friction(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """Return the largest dry friction (n,) of each motor at rest; a friction of 0 in a description means unknown."""
    given = largest_dry_friction(arm, friction)
    return np.where(given > 0.0, given, STICKS * arm.maximum_torque)


def _tool_error(arm: Arm) -> FloatArray:
    mass = HIDDEN_TOOL * sum(link.mass for link in arm.links)
    return np.array([mass, *(3 * [mass * TOOL_REACH])])
