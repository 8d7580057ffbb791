r"""Compute the uncertainty of the estimated external torque, and the smallest external torque that is detected.

The errors of the estimate are those of the model's torque after the observer's low-pass (`momentum_observer`):

- **Inertial parameters.** Torque is linear in the parameters, :math:`Y \pi`. With the factor F of their covariance
  :math:`F F^T`, the matrix :math:`Y F` passes the low-pass, and the norms of its rows are standard deviations. So this
  part follows motion as the error of the estimate does. F comes from the tolerances of the arm file, or from a fraction
  of all masses, inertias and motor inertias that is assumed for an arm without tolerances. An identified arm has the
  error of its predictions instead, which contains parameters and friction of moving joints.
- **Friction of moving joints.** A fraction of it is uncertain: `FRICTION_UNKNOWN`. For an identified arm it is
  `FRICTION_CHANGES`, because its error of predictions contains only the days of the recordings.
- **Dry friction of joints at rest and after a reversal** may act in either direction until the joint has moved by the
  distance of presliding. It is a bound, not a standard deviation, and passes the low-pass as well.
- **Noise** of velocities and efforts, as given, or from the fourth differences of the samples.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arm.friction import static_friction
from ...arm.joint_friction import JointFriction, friction_numbers
from ...arm.tolerances import assumed_factor, tolerances_of
from ...arrays import FloatArray
from ...errors import StateError
from ...models.interface import DynamicModel
from ...states import joint_arrays
from .dry_friction_bound import DryFrictionBound
from .momentum_observer import LONGEST_STEP, subtracted_friction

WIDTHS = 2.0
"""Half width of a band in standard deviations."""

MODEL_WIDTHS, NOISE_WIDTHS = 3.0, 5.0
"""Threshold in standard deviations: of the model, which differ from robot to robot but hardly with time, and of the
noise, of which an hour contains thousands of independent values."""

RESIDUAL_WIDTHS = 6.0
"""Threshold of an identified arm in standard deviations: the error of predictions and the noise both change with time,
and an hour contains thousands of independent values."""

FRICTION_CHANGES = 0.02
"""Standard deviation of the friction of an identified arm from day to day and with temperature, as a fraction of it."""

LEAST = 0.01
"""Smallest threshold, as a fraction of the maximum torque."""

FRICTION_UNKNOWN = {"table": 0.5, "known": 0.25}
"""Uncertain fraction of friction: if it comes from break-away torques of another arm's motors, or from this arm."""

STICKS = 0.05
"""Fraction of the maximum torque that dry friction of a joint at rest may hold if its value is unknown."""

ASSUMED_TOLERANCE = 0.1
"""Standard deviation of masses and inertias of an arm without tolerances, as a fraction of their values."""

PERIOD = 0.01
"""Shortest time between two computations of the uncertainty, s."""

_FOURTH = np.array([1.0, -4.0, 6.0, -4.0, 1.0])
_GAIN = float(np.linalg.norm(_FOURTH) * math.sqrt(2.0 / math.pi))
"""Mean size of the fourth difference of independent normal numbers with a standard deviation of 1."""

_REMEMBERED = 2000.0
"""Number of samples from which the noise is taken."""

ENOUGH_SAMPLES = 50
"""Number of samples after which measured noise is known; the uncertainty is infinite before."""


@dataclass(frozen=True, eq=False)
class EstimateError:
    """Expected errors of an estimated external torque, each (n,) N·m.

    Attributes:
        model: standard deviation from inertial parameters and from friction of moving joints.
        noise: standard deviation from noise.
        held: bound of the error from dry friction of joints at rest.
        threshold: size of the estimate above which something touches the arm.
    """

    model: FloatArray
    noise: FloatArray
    held: FloatArray
    threshold: FloatArray

    @property
    def band(self) -> FloatArray:
        """Return the half width of the band around the estimate: `WIDTHS` standard deviations, plus `held`."""
        return np.asarray(WIDTHS * np.hypot(self.model, self.noise) + self.held)

    @property
    def detection_limit(self) -> FloatArray:
        """Return the smallest external torque that exceeds the threshold although it is underestimated by the band."""
        return self.threshold + self.band


class TorqueUncertainty:
    """Computes the uncertainty of the estimate of a `MomentumObserver` with the same model, bandwidth and friction.

    Args:
        model: model of the arm.
        bandwidth: pole K of the estimate, 1/s.
        friction: friction of each joint that the observer subtracts; it counts as known if the arm file has friction.
        effort_noise: (n,) standard deviation of the efforts' noise, N·m; by default from the samples.
        velocity_noise: (n,) standard deviation of the velocities' noise, rad/s; by default from the samples.
        assumed: standard deviation of masses and inertias as a fraction, for an arm without tolerances.
        longest_step: time between two samples above which the estimate begins again, s.

    Attributes:
        source: sentence on the origin of the uncertainty of the model.

    Raises:
        StateError: a noise is negative or has another number of joints, or `assumed` is negative or infinite.
    """

    def __init__(
        self,
        model: DynamicModel,
        bandwidth: float,
        friction: Sequence[JointFriction] = (),
        *,
        effort_noise: ArrayLike | None = None,
        velocity_noise: ArrayLike | None = None,
        assumed: float = ASSUMED_TOLERANCE,
        longest_step: float = LONGEST_STEP,
    ) -> None:
        if not (math.isfinite(assumed) and assumed >= 0.0):
            raise StateError(f"assumed: expected a fraction of at least 0, got {assumed!r}")
        self._model, self._bandwidth, self._longest = model, bandwidth, longest_step
        arm = model.arm
        self._known = FRICTION_UNKNOWN["known" if arm.friction else "table"]
        self._friction = friction_numbers(friction)
        self._dry = largest_dry_friction(arm, friction) * (1.0 + self._known if arm.friction else 1.0)
        self._reversals = DryFrictionBound(arm, self._dry)
        self._least = LEAST * arm.maximum_torque
        self._predicted = prediction_error(arm)
        self._factor, self.source = parameter_factor(arm, self._predicted, assumed)
        self._noise = NoiseLevel(arm.n), NoiseLevel(arm.n)
        self._given = given_noise(arm, "effort_noise", effort_noise), given_noise(arm, "velocity_noise", velocity_noise)
        self._period = self._latest = self._time = math.nan
        self._velocity = self._moving = self._held = np.zeros(arm.n)
        self._random = np.full(arm.n, np.inf)
        self._effects = np.zeros((arm.n, self._factor.shape[1]))
        still = np.zeros(arm.n)
        self._torque_effects(still, still, still)  # a generated model derives functions at the first call
        model.kinetic_energy_matrix(still)
        self._error = EstimateError(*np.full((4, arm.n), np.inf))

    @property
    def error(self) -> EstimateError:
        """Return the uncertainty after the last sample."""
        return self._error

    def restart(self) -> None:
        """Forget the motion, but not the noise."""
        self._latest = self._time = math.nan

    def update(self, time: float, q: ArrayLike, qd: ArrayLike, effort: ArrayLike) -> EstimateError:
        """Add a sample, the same as to the observer.

        Args:
            time: time of the sample, s, later than the previous one.
            q: (n,) positions, rad.
            qd: (n,) velocities, rad/s.
            effort: (n,) torques of the motors at this time, N·m.

        Returns:
            The uncertainty. Parameters and noise are computed every `PERIOD`, dry friction for every sample.

        Raises:
            StateError: a state has another number of joints or is not finite.
        """
        q, qd, effort = joint_arrays(self._model.n, {"q": q, "qd": qd, "effort": effort})
        step = time - self._latest
        begins = not step <= self._longest  # the first sample (NaN compares as false), or a gap
        for noise, value in zip(self._noise, (effort, qd), strict=True):
            noise.add(value, restart=begins)
        if begins:
            self._begin(time, q, qd, effort)
        else:
            self._period = step if math.isnan(self._period) else self._period + 0.02 * (step - self._period)
            keep = math.exp(-self._bandwidth * step)
            self._held = keep * self._held + (1.0 - keep) * self._reversals.advance(qd, step)
        self._latest = time
        if time - self._time >= PERIOD - 1e-9:
            self._advance(time, q, qd, effort)
        self._error = self._with_held()
        return self._error

    def _begin(self, time: float, q: FloatArray, qd: FloatArray, effort: FloatArray) -> None:
        """Begin as after a long time at this position and velocity."""
        self._time, self._velocity = time, qd
        self._effects = self._torque_effects(q, qd, np.zeros_like(q))
        self._moving = self._moving_error(qd, effort)
        self._held = self._reversals.begin(qd)

    def _advance(self, time: float, q: FloatArray, qd: FloatArray, effort: FloatArray) -> None:
        """Pass the errors of the model's torque since the last computation through the low-pass."""
        step = time - self._time
        keep = math.exp(-self._bandwidth * step)
        effects = self._torque_effects(q, 0.5 * (qd + self._velocity), (qd - self._velocity) / step)
        self._effects = keep * self._effects + (1.0 - keep) * effects
        self._moving = keep * self._moving + (1.0 - keep) * self._moving_error(qd, effort)
        self._time, self._velocity = time, qd
        self._error = self._judged(q)

    def _judged(self, q: FloatArray) -> EstimateError:
        """Return the uncertainty without dry friction at rest."""
        if self._predicted is None:
            model = np.hypot(np.sqrt(np.einsum("ij,ij->i", self._effects, self._effects)), self._moving)
        else:
            model = np.hypot(self._predicted, FRICTION_CHANGES / self._known * self._moving)
        sizes = [
            measured.deviation if given is None else given
            for given, measured in zip(self._given, self._noise, strict=True)
        ]
        if np.isinf(sizes).any():
            noise = np.full(self._model.n, np.inf)
        else:
            noise = estimate_noise(self._model, self._bandwidth, q, self._period, *sizes)
        widths = (MODEL_WIDTHS, NOISE_WIDTHS) if self._predicted is None else (RESIDUAL_WIDTHS, RESIDUAL_WIDTHS)
        self._random = np.hypot(widths[0] * model, widths[1] * noise)
        return EstimateError(model, noise, self._held, self._random)

    def _with_held(self) -> EstimateError:
        """Return the newest uncertainty with the present bound of dry friction."""
        threshold = np.maximum(self._held + self._random, self._least)
        return EstimateError(self._error.model, self._error.noise, self._held, threshold)

    def _torque_effects(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Return the effects (n, k) on the torque of k independent errors of the parameters, N·m."""
        if not self._factor.size:  # an identified arm
            return np.zeros((self._model.n, 0))
        links = self._factor.shape[0] - self._model.n
        rows = self._model.regressor(q, qd, qdd) @ self._factor[:links]
        return np.asarray(rows + qdd[:, None] * self._factor[links:])

    def _moving_error(self, qd: FloatArray, effort: FloatArray) -> FloatArray:
        """Return the standard deviation (n,) N·m of the friction of moving joints."""
        if not self._friction:
            return np.zeros_like(qd)
        return self._known * np.abs(subtracted_friction(self._model.arm, self._friction, qd, effort))


def estimate_noise(
    model: DynamicModel, bandwidth: float, q: ArrayLike, period: float, effort: ArrayLike, velocity: ArrayLike
) -> FloatArray:
    """Return the standard deviation (n,) N·m of an estimate that independent errors of the samples cause.

    Args:
        model: model of the arm.
        bandwidth: pole K of the estimate, 1/s.
        q: (n,) positions, rad.
        period: time between samples, s.
        effort: (n,) standard deviation of the effort's noise, N·m.
        velocity: (n,) standard deviation of the velocity's noise, rad/s; its Coriolis torque is neglected.
    """
    keep = math.exp(-bandwidth * period)
    effort, velocity = (np.asarray(one, dtype=np.float64) for one in (effort, velocity))
    momentum = np.sqrt(model.kinetic_energy_matrix(q) ** 2 @ velocity**2)
    # The mean of two efforts, and the difference of two momenta over a period, through the low-pass.
    part = effort * math.sqrt(0.5 * (1.0 - keep))
    rest = (1.0 - keep) / period * momentum * math.sqrt(2.0 / (1.0 + keep))
    return np.asarray(np.hypot(part, rest))


def prediction_error(arm: Arm) -> FloatArray | None:
    """Return the RMS torque error (n,) N·m of an identified arm for motion that was not fitted; `None` if unknown."""
    found = [arm.quantities.get(f"prediction_error.{name}") for name in arm.joint_names]
    known = [each.value for each in found if each is not None]
    return np.array(known) if len(known) == arm.n else None


class NoiseLevel:
    """Standard deviation of the noise of n signals, from the mean size of their fourth differences.

    A difference of this order removes the motion, and a single large value changes the mean size little.
    """

    def __init__(self, n: int) -> None:
        self._recent = np.zeros((len(_FOURTH), n))
        self._filled, self._count = 0, 0
        self._mean = np.zeros(n)

    def add(self, value: FloatArray, restart: bool) -> None:
        """Add the next value (n,); after a gap, `restart` the differences."""
        self._recent[:-1] = self._recent[1:]
        self._recent[-1] = value
        self._filled = 1 if restart else self._filled + 1
        if self._filled >= len(_FOURTH):
            self._count += 1
            size = np.abs(_FOURTH @ self._recent) / _GAIN
            self._mean = self._mean + (size - self._mean) / min(self._count, _REMEMBERED)

    @property
    def deviation(self) -> FloatArray:
        """Return the standard deviation (n,); infinite before `ENOUGH_SAMPLES`."""
        return self._mean if self._count >= ENOUGH_SAMPLES else np.full(self._mean.size, np.inf)


def largest_dry_friction(arm: Arm, friction: Sequence[JointFriction]) -> FloatArray:
    """Return the largest dry friction (n,) N·m of each motor at rest.

    Args:
        arm: the arm.
        friction: friction of its joints.

    Returns:
        The static friction (`static_friction`), which holds a joint at rest and is larger than the kinetic friction
        that the observer subtracts. An identified arm has its kinetic friction: the error of its predictions contains
        that of joints that start to move.
    """
    if arm.friction and friction:
        kinetic = np.array([max(one.dry_by_direction) for one in friction])
        return kinetic if prediction_error(arm) is not None else np.maximum(kinetic, static_friction(arm))
    return np.maximum(arm.break_away_torque, STICKS * arm.maximum_torque)


def parameter_factor(arm: Arm, predicted: FloatArray | None, assumed: float) -> tuple[FloatArray, str]:
    """Return the factor (10 m + n, k) of the covariance of m links and n motors, and a sentence on its origin."""
    if predicted is not None:
        return np.zeros((10 * len(arm.links) + arm.n, 0)), "the error of predictions in the arm file"
    factor = tolerances_of(arm).factor
    if factor.any():
        return factor, "the tolerances of the arm file"
    words = f"{100 * assumed:.0f} % of all masses and inertias, because the arm has no tolerances"
    return assumed_factor(arm, assumed), words


def given_noise(arm: Arm, name: str, noise: ArrayLike | None) -> FloatArray | None:
    """Return a given noise (n,); `None` if it is to be measured.

    Args:
        arm: the arm.
        name: name of the parameter.
        noise: one number per joint, or `None`.

    Raises:
        StateError: a noise is negative or has another number of joints.
    """
    if noise is None:
        return None
    found = np.asarray(noise, dtype=np.float64)
    if found.shape != (arm.n,) or not (np.isfinite(found) & (found >= 0.0)).all():
        raise StateError(f"{name}: expected {arm.n} numbers of at least 0, one per joint, got {noise!r:.80}")
    return found
