"""Torque gains: the torque per unit of effort (for example current) of each joint, from motion with a known mass.

A current is proportional to the torque, with a gain K. If links, friction and gains are scaled by the same factor, the
currents do not change. So motion of the arm alone cannot determine gains, but the additional current for a known mass
can. The model of a measured current i of joint j is

.. math:: i_j = \\frac{(Y x)_j}{K_j} + \\text{noise}, \\qquad x = (\\text{arm}, \\text{friction}, \\text{load}),

where Y is the regressor. Weighted least squares fit x and log K together (Gauss-Newton), with the prior of the arm and
physically possible bodies. The noise belongs to the current; a linear system with the current as a column would ignore
this, and bias the gains towards 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..errors import IdentificationError
from .bodies import linear
from .dry_friction import with_friction
from .joint_equations import Equations, stretches, total
from .physical_consistency import most_probable
from .prior import LOAD, Prior, prior
from .recorded import Recorded, carries_load
from .solve import row_variance, scaled_inverse
from .unknowns import Unknowns

TOO_UNCERTAIN = 0.25
"""Largest relative standard error of a gain that counts as determined."""

CLEARLY = 2.0
"""Smallest ratio of the effort caused by the mass to the unexplained effort, because friction changes between runs."""

LOAD_RADIUS = 0.05
"""Radius of gyration of the mass in the prior, m; the prior is wide, so that the fit can change it."""

ROUNDS, SETTLED = 15, 1e-3
"""Largest number of Gauss-Newton steps, and the change of log K below which they stop."""

LARGEST_STEP = 0.5
"""Largest change of log K in one step."""


@dataclass(frozen=True, eq=False)
class Gains:
    """Torque per unit of effort.

    Attributes:
        joints: names of the joints.
        values: (n,) gains, N·m (N) per unit of effort.
        errors: (n,) relative standard errors, corrected for coloured noise.
        determined: (n,) flags: whether the recordings determine each gain.
        by_load: (n,) fraction of the effort that the mass causes, RMS over the motion with the mass.
        unexplained: (n,) fraction of the effort that the fit does not explain, RMS.
        x: (p,) fitted values of the unknowns.
        covariance: (n, n) covariance of log K.
    """

    joints: tuple[str, ...]
    values: FloatArray
    errors: FloatArray
    determined: NDArray[np.bool_]
    by_load: FloatArray
    unexplained: FloatArray
    x: FloatArray
    covariance: FloatArray

    @property
    def refusal(self) -> str:
        """Return a sentence about the gains that the recordings do not determine; empty if all are determined."""
        bad = [
            f"{name} (± {100 * error:.0f} %; the load causes {100 * share:.1f} % of the effort, and "
            f"{100 * left:.1f} % is unexplained)"
            for name, error, determined, share, left in zip(
                self.joints, self.errors, self.determined, self.by_load, self.unexplained, strict=True
            )
            if not determined
        ]
        if not bad:
            return ""
        return (
            f"the recordings do not determine the gain of {', '.join(bad)}: the standard error must be at most "
            f"{100 * TOO_UNCERTAIN:.0f} %, and the effort due to the load at least {CLEARLY:g} times the "
            "unexplained effort, "
            "because friction that changes from run to run looks like a load; record a heavier load, farther from the "
            "axis"
        )


def identify_gains(unknowns: Unknowns, recordings: Sequence[Recorded], mass: float, guess: float = 1.0) -> Gains:
    """Identify gains from recordings with and without a payload, with effort in its recorded unit.

    Args:
        unknowns: unknowns of the arm, including a payload.
        recordings: recordings with and without the payload; with kept windows if `unknowns` has load-dependent
            friction.
        mass: mass of the payload, kg.
        guess: factor of the prior's widths (see `prior`).

    Raises:
        IdentificationError: the unknowns have no payload, recordings with or without it are missing, or no gain is
            determined.
        MissingDependencyError: cvxpy is needed and not installed.
    """
    if not unknowns.load or not mass > 0.0:
        raise IdentificationError(f"gains need the mass of a load, above 0 kg; got {mass:g} kg")
    parts = [part for recording in recordings for part in recording.parts]
    place = unknowns.bodies[-1]
    carried = [carries_load(recording, unknowns) for recording in recordings if recording.parts]
    if not any(carried) or all(carried):
        raise IdentificationError(
            "gains need a recording with the load and one without: one recording determines no gain"
        )
    before = _with_mass(prior(unknowns, guess), unknowns, mass)
    fit = _Fit(before, unknowns, parts)
    x, log_k, covariance = fit.run(*fit.start())
    if "load" in unknowns.sought:
        rows = [rows for recording in recordings for rows in recording.rows]
        sliding = np.zeros(unknowns.n, dtype=np.intp)
        for _ in range(2):
            complete = with_friction(rows, x, unknowns, sliding)
            moving = [replace(new, valid=new.valid & old.valid) for new, old in zip(complete, rows, strict=True)]
            fit = _Fit(before, unknowns, stretches(moving))
            x, log_k, covariance = fit.run(x, log_k)
    errors = np.sqrt(np.diag(covariance))
    whole = fit.whole
    load = np.zeros(unknowns.size)
    load[place] = x[place]
    made = np.sqrt(np.maximum((whole.matrix @ load) @ load, 0.0) / np.maximum((whole.matrix @ x) @ x, 1e-300))
    gains = np.exp(log_k)
    measured = scaled(whole, gains)
    left = np.sqrt(measured.squares(x) / np.maximum(measured.square, 1e-300))
    determined = (errors <= TOO_UNCERTAIN) & (made > CLEARLY * left)
    found = Gains(
        unknowns.arm.joint_names, gains, errors, determined, np.asarray(made), np.asarray(left), x, covariance
    )
    if not found.determined.any():
        raise IdentificationError(found.refusal)
    return found


def scaled(part: Equations, gains: FloatArray) -> Equations:
    """Return the normal equations for efforts that are multiplied by `gains` (n,)."""
    return replace(part, right=part.right * gains[:, None], square=part.square * gains**2)


class _Fit:
    """Gauss-Newton fit of the unknowns and log K."""

    def __init__(self, before: Prior, unknowns: Unknowns, parts: Sequence[Equations]) -> None:
        self.before, self.unknowns, self.parts = before, unknowns, parts
        self.whole = total(parts)
        self.precision = scaled_inverse(before.covariance)

    def start(self) -> tuple[FloatArray, FloatArray]:
        """Return initial values: the mean of the prior, and log K from the ratio of its torques to the efforts."""
        x = self.before.mean.copy()
        torque = np.maximum((self.whole.matrix @ x) @ x, 1e-12)
        effort = np.maximum(self.whole.square, 1e-300)
        return x, 0.5 * np.log(torque / effort)

    def run(self, x: FloatArray, log_k: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return unknowns, log K and the covariance of log K."""
        n, p = len(log_k), len(x)
        variance = np.maximum(scaled(self.whole, np.exp(log_k)).squares(x), 1e-12) / np.maximum(self.whole.count, 1)
        variance = variance * np.exp(-2.0 * log_k)  # variance of the effort, in its unit
        for _ in range(ROUNDS):
            information, gradient = self._linear(x, log_k, variance)
            cover = scaled_inverse(information)
            step = cover @ gradient
            step *= min(1.0, LARGEST_STEP / max(float(np.abs(step[p:]).max()), 1e-12))
            wanted = x + step[:p]
            possible = most_probable(wanted, scaled_inverse(cover[:p, :p]), self.before.mean, self.unknowns)
            moved = step[p:] + cover[p:, :p] @ np.linalg.solve(cover[:p, :p], possible - wanted)
            moved *= min(1.0, LARGEST_STEP / max(float(np.abs(moved).max()), 1e-12))
            x, log_k = possible, log_k + moved
            k = np.exp(log_k)
            parts = [scaled(part, k) for part in self.parts]
            variance = row_variance(parts, x, self.precision, variance * k**2) / k**2
            if float(np.abs(moved).max()) < SETTLED:
                break
        information, _ = self._linear(x, log_k, variance)
        return x, log_k, scaled_inverse(information)[p : p + n, p : p + n]

    def _linear(self, x: FloatArray, log_k: FloatArray, variance: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return information and gradient of the objective in (x, log K).

        `variance` (n,) is the variance of the efforts in their unit.
        """
        n, p = len(log_k), len(x)
        gain = np.exp(-log_k)
        weight = gain**2 / variance
        products = self.whole.matrix @ x  # (n, p)
        left = (self.whole.right / gain[:, None] - products) * weight[:, None]
        information, gradient = np.zeros((p + n, p + n)), np.zeros(p + n)
        information[:p, :p] = np.tensordot(weight, self.whole.matrix, 1) + self.precision
        information[:p, p:] = -(products * weight[:, None]).T
        information[p:, :p] = information[:p, p:].T
        information[p:, p:] = np.diag(weight * (products @ x) + 1e-9)
        gradient[:p] = left.sum(axis=0) + self.precision @ (self.before.mean - x)
        gradient[p:] = -(left @ x)
        return information, gradient


def _with_mass(before: Prior, unknowns: Unknowns, mass: float) -> Prior:
    """Return the prior with a payload of the known mass; its center and inertia have the widths `LOAD`."""
    place = unknowns.bodies[-1]
    moment = 0.4 * mass * LOAD_RADIUS**2
    mean, covariance = before.mean.copy(), before.covariance.copy()
    mean[place] = linear(np.array([mass, 0.0, 0.0, 0.0, moment, 0.0, moment, 0.0, 0.0, moment]))
    covariance[place, place] = np.diag(np.repeat((1e-4 * mass, *LOAD[1:]), (1, 3, 6)) ** 2)
    return Prior(mean, covariance, before.guess)
