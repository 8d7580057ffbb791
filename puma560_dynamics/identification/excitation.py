"""Exciting motion: a motion that determines an arm's parameters as well as its limits allow.

The information matrix of a motion contains the products of the base parameters' columns, relative to each joint's
maximum torque and the width of each unknown's prior. Its determinant is maximised over the amplitudes of a Fourier
series (D-optimality), which minimises the volume of the unknowns' confidence region. Every candidate is within the
limits by construction: each joint's series is scaled to its range, velocity and acceleration, and then the whole motion
is reduced until its torque is also within the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from ..arm import Arm
from ..arm.friction_terms import MOVING
from ..arrays import FloatArray
from ..errors import IdentificationError
from . import LARGEST_ACCELERATION, POSITION_SHARE, TORQUE_SHARE, VELOCITY_SHARE
from .base_parameters import base_set
from .fourier_motion import Fourier, at_rest
from .prior import prior
from .solve import gram_condition
from .unknowns import Unknowns

Progress = Callable[[float, str], None]

STATES = 160
"""Number of times per period at which a candidate is evaluated."""

CHECKED = 4000
"""Number of times per period at which the limits of the result are checked."""

CANDIDATES = 60
"""Number of random initial series."""

NOISE = 0.01
"""Assumed RMS residual at each time, as a fraction of the maximum torque."""

STEP = 1e-5
"""Step of the optimiser's finite differences; the free parameters are about 1."""

POWER = 16
"""Power p of the p-norm that replaces the maximum in the optimiser."""

MARGIN = 0.98
"""Fraction of every limit that is used, as a safety margin for the times between the evaluated ones."""


@dataclass(frozen=True)
class Limits:
    """Fractions of the arm's limits that may be used, and the largest acceleration.

    Attributes:
        position: fraction of the range of motion about its middle, above 0 and at most 1.
        velocity: fraction of the velocity limit, above 0 and at most 1.
        torque: fraction of the maximum torque, friction included, above 0 and at most 1.
        acceleration: largest acceleration, rad/s², above 0; for a prismatic joint it is multiplied by
            `Arm.motion_scale`.
    """

    position: float = POSITION_SHARE
    velocity: float = VELOCITY_SHARE
    torque: float = TORQUE_SHARE
    acceleration: float = LARGEST_ACCELERATION


Box = Mapping[str, tuple[float, float]]
"""Permitted range of joints, by name: lower and upper end, rad (m); other joints have the range of the arm."""


@dataclass(frozen=True, eq=False)
class Excitation:
    """An exciting motion and its quality.

    Attributes:
        motion: one period of the motion, at rest at its start and end.
        condition: condition number of the columns of base parameters and friction, each scaled to unit length.
        axis_ratio: geometric mean of the axes of the confidence region of the base parameters, relative to that of the
            first candidate, a random series; the search minimises it, and it is at most 1.
        position: (2, n) smallest and largest position, rad.
        velocity, acceleration, torque: (n,) largest magnitudes, rad/s, rad/s², N·m.
    """

    motion: Fourier
    condition: float
    axis_ratio: float
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    torque: FloatArray


def excite(
    arm: Arm,
    period: float = 20.0,
    harmonics: int = 5,
    limits: Limits | None = None,
    seed: int = 1986,
    rounds: int = 40,
    progress: Progress | None = None,
    box: Box | None = None,
) -> Excitation:
    """Return an exciting trajectory for `arm`; equal arguments give the same result.

    Args:
        arm: arm with geometry and limits, and the parameters from which torque is predicted.
        period: period of the motion, s.
        harmonics: number of harmonics, 2 or more; the highest frequency is ``harmonics / period`` Hz.
        limits: fractions of the arm's limits that may be used.
        seed: seed of the random candidates.
        rounds: number of rounds of the optimiser.
        progress: called with the fraction done, 0 to 1, and a description of the step.
        box: narrower ranges of joints, for example because of a table or a wall.

    Raises:
        IdentificationError: too few harmonics, a fraction of a limit is not above 0 and at most 1, the box is outside
            of the arm's range, or the torque limits are too low to hold the arm at rest.
    """
    if harmonics < 2 or not period > 0.0:
        raise IdentificationError(f"expected 2 or more harmonics and a positive period, got {harmonics}, {period:g} s")
    limits = limits or Limits()
    for name in ("position", "velocity", "torque"):
        share = getattr(limits, name)
        if not 0.0 < share <= 1.0:
            raise IdentificationError(f"expected a fraction of the {name} limit above 0 and at most 1, got {share:g}")
    if not 0.0 < limits.acceleration < np.inf:
        raise IdentificationError(f"expected an acceleration above 0 rad/s², got {limits.acceleration:g}")
    unlimited = [
        name for name, t, v in zip(arm.joint_names, arm.maximum_torque, arm.velocity, strict=True) if not t * v
    ]
    if unlimited:
        raise IdentificationError(
            f"joints {', '.join(unlimited)} of {arm.name} have torque or velocity limit 0, so that no motion is "
            "inside their limits; give both in an arm file (`puma560 arm import` writes one)"
        )
    search = _Search(arm, period, harmonics, limits, box or {})
    rng = np.random.default_rng(seed)
    candidates = rng.normal(size=(CANDIDATES, search.size))
    say = progress or (lambda share, words: None)
    values = []
    for index, candidate in enumerate(candidates):
        values.append(search.smooth_badness(candidate))
        say(0.1 * (index + 1) / CANDIDATES, "random series")
    best = candidates[int(np.argmin(values))]
    done = 0

    def step(_: FloatArray) -> None:
        nonlocal done
        done += 1
        say(0.1 + 0.9 * min(1.0, done / max(1, rounds)), "optimising")

    options = {"maxiter": rounds, "maxfun": 3 * rounds * search.size, "eps": STEP}
    found = minimize(search.smooth_badness, best, method="L-BFGS-B", callback=step, options=options)
    # The optimiser sees smooth limits: with the exact ones, its result is compared with the series it started from.
    last = min((found.x, best, candidates[0]), key=search.badness)
    return search.report(last, candidates[0])


class _Search:
    """Search for the best candidate; a candidate is a vector of free parameters of the Fourier series."""

    def __init__(self, arm: Arm, period: float, harmonics: int, limits: Limits, box: Box) -> None:
        self.arm, self.period, self.limits = arm, period, limits
        self.size = arm.n * (2 * harmonics - 2)
        self.unknowns = Unknowns(arm)
        self.prior = prior(self.unknowns)
        lower, upper = _ranges(arm, box)
        self.center, self.half = (lower + upper) / 2.0, (upper - lower) / 2.0
        base = base_set(arm)
        self.base_size = base.size
        friction = self.unknowns.places_of(MOVING).ravel()
        self.seen = np.concatenate([base.columns, friction])
        rows = np.zeros((len(self.seen), self.unknowns.size))
        rows[: base.size, : base.map.shape[1]] = base.map
        rows[np.arange(base.size, len(self.seen)), friction] = 1.0
        self.widths = np.sqrt(np.einsum("ij,jk,ik->i", rows, self.prior.covariance, rows))
        self._known = self.prior.mean

    def feasible_motion(self, free: FloatArray, *, smooth: bool = False) -> tuple[Fourier, FloatArray]:
        """Return the candidate, scaled to the limits of position, velocity, acceleration and torque, and its columns.

        If `smooth` is true, a p-norm replaces the maximum, because the optimiser needs a smooth function. The norm is
        never below the maximum.
        """
        a, b = at_rest(free.reshape(self.arm.n, -1))
        plain = Fourier(self.period, np.zeros(self.arm.n), a, b)
        q, qd, qdd = plain.states(plain.times(STATES))
        used = np.concatenate(
            [
                q / (self.limits.position * self.half),
                qd / (self.limits.velocity * self.arm.velocity),
                qdd / (self.limits.acceleration * self.arm.motion_scale),
            ]
        )
        largest = np.abs(used).max(axis=0)
        if smooth:
            largest = largest * (np.abs(used / largest) ** POWER).sum(axis=0) ** (1.0 / POWER)
        scale = MARGIN / largest
        share = 1.0
        for _ in range(30):
            size = (share * scale)[:, None]
            motion = Fourier(self.period, self.center, size * a, size * b)
            columns = self.unknowns.columns(*motion.states(motion.times(STATES)))
            if (self.torque(columns) <= MARGIN * self.limits.torque * self.arm.maximum_torque).all():
                return motion, columns
            share *= 0.9
        raise IdentificationError(
            f"{self.arm.name} cannot hold the middle of its range with {100 * self.limits.torque:.0f} % of its maximum "
            "torque; "
            "allow more torque"
        )

    def torque(self, columns: FloatArray) -> FloatArray:
        """Return the largest predicted torque (n,), N·m."""
        return np.asarray(np.abs(columns @ self._known).max(axis=0))

    def gram(self, columns: FloatArray) -> FloatArray:
        """Return the Gram matrix of the base columns, relative to maximum torques and prior widths."""
        scaled = columns[..., self.seen] * self.widths / self.arm.maximum_torque[:, None]
        flat = scaled.reshape(-1, len(self.seen))
        return np.asarray(flat.T @ flat)

    def badness(self, free: FloatArray, *, smooth: bool = False) -> float:
        """Return the negative logarithm of the determinant of the information matrix, including the prior."""
        # Friction is excluded: every motion shows friction, and its columns jump where velocity changes sign.
        inertial = slice(0, self.base_size)
        matrix = self.gram(self.feasible_motion(free, smooth=smooth)[1])[inertial, inertial]
        return -float(np.linalg.slogdet(np.eye(len(matrix)) + matrix / NOISE**2)[1])

    def smooth_badness(self, free: FloatArray) -> float:
        """Return `badness` with smooth limits, for the optimiser."""
        return self.badness(free, smooth=True)

    def report(self, free: FloatArray, first: FloatArray) -> Excitation:
        """Return the result for the candidate `free`, with extreme values from `CHECKED` times."""
        motion, columns = self.feasible_motion(free)
        states = motion.states(motion.times(CHECKED))
        q, qd, qdd = states
        return Excitation(
            motion=motion,
            condition=gram_condition(self.gram(columns)),
            axis_ratio=float(np.exp((self.badness(free) - self.badness(first)) / (2.0 * self.base_size))),
            position=np.array([q.min(axis=0), q.max(axis=0)]),
            velocity=np.abs(qd).max(axis=0),
            acceleration=np.abs(qdd).max(axis=0),
            torque=self.torque(self.unknowns.columns(*states)),
        )


def _ranges(arm: Arm, box: Box) -> tuple[FloatArray, FloatArray]:
    """Return the lower and upper ends (n,) of the permitted ranges, rad."""
    lower, upper = (ends.copy() for ends in arm.pose_range)
    for name, (low, high) in box.items():
        if name not in arm.joint_names:
            raise IdentificationError(f"no joint {name!r} in {arm.name}; it has {', '.join(arm.joint_names)}")
        joint = arm.joint_names.index(name)
        if not arm.lower[joint] <= low < high <= arm.upper[joint]:
            slides = arm.joints[joint].slides
            factor, unit = (1.0, " m") if slides else (float(np.degrees(1.0)), "°")
            given, own = (
                [f"{factor * end:.4g}" for end in ends] for ends in ((low, high), (lower[joint], upper[joint]))
            )
            raise IdentificationError(
                f"{name} cannot be kept within {given[0]} to {given[1]}{unit}; expected a range, the lower end first, "
                f"inside its own of {own[0]} to {own[1]}{unit}"
            )
        lower[joint], upper[joint] = low, high
    return lower, upper
