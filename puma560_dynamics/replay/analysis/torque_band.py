"""Uncertainty band of a torque from the tolerances of the arm, and the fraction of samples outside the band.

Let F be the factor of the parameters' covariance (`arm.tolerances`) and y a joint's row of the regressor.
The half width of the torque's band is |y F|, the root of the sum of squares of the effects of all measured quantities;
section 5 of the paper combines tolerances in the same way. `models.tables.uncertainty` does so for the constants of
table A3, where the printed tolerances have to be taken as independent although constants share masses and centers. Here
the shared quantities correlate the parameters. The linear approximation is accurate to 0.6 % of the half width on the
paper's arm, and 2 % at joint 5, where the tolerances are widest (Monte Carlo, 200 000 draws).

The reported band also contains friction, noise, a held torque and the converters' resolution, which are known only
after the last sample. So `OutsideCounts` counts, in fine steps, by how much each residual exceeds the tolerances alone.
If the residual is normally distributed and as large as expected, 4.6 % of the samples are outside.
"""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arm.tolerances import tolerances_of
from ...arrays import FloatArray, read_only
from ...control.observer.torque_uncertainty import WIDTHS
from ...models.recursive.regressor import Regressor
from ...models.sampling import sample_states
from ...states import broadcast_joint_arrays
from ..result import Traces

_STATES = 400
"""Number of random states used to find directions of the covariance that do not affect torque."""

_NOTHING = 1e-10


class TorqueBand:
    """Half width of the torque's uncertainty band at any state.

    Attributes:
        factor: (10 m + n, k) reduced factor of the covariance of the parameters of m links and n motors: k
            independent directions of error that affect torque.

    Args:
        arm: arm with tolerances in its file, without payload.
    """

    def __init__(self, arm: Arm) -> None:
        self.regressor = Regressor(arm)
        self.factor = _reduced(self.regressor, tolerances_of(arm).factor)

    def half_width(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the half width of the band.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s.
            qdd: (…, n) rad/s².

        Returns:
            ``(…, n)`` N·m; zero for an arm without tolerances.
        """
        return root_sum_of_squares(self.regressor.combined(q, qd, qdd, self.factor))


def torque_band(arm: Arm, q: ArrayLike, qd: ArrayLike = 0.0, qdd: ArrayLike = 0.0) -> FloatArray:
    """Return the half width of the torque's uncertainty band that follows from the tolerances of the arm file.

    For repeated calls with one arm, keep a `TorqueBand`: its preparation takes most of the time.

    Args:
        arm: arm with tolerances in its file, without payload.
        q: (…, n) positions, rad.
        qd: (…, n) velocities, rad/s, broadcast against `q`.
        qdd: (…, n) accelerations, rad/s², broadcast against `q`.

    Returns:
        (…, n) N·m, half width of the band; zero for an arm without tolerances, with a warning.

    Raises:
        StateError: a state has another number of joints, or is not finite.
        TypeError: `arm` is not an `Arm`.
    """
    if not isinstance(arm, Arm):
        raise TypeError(f"expected an Arm, got {arm!r:.80}; `load_arm` reads one")
    states = broadcast_joint_arrays(arm.n, {"q": q, "qd": qd, "qdd": qdd}, arm.joint_names)
    if not arm.quantities:
        bare = "" if arm.armature.any() else ", and its motor inertia counts as 0"
        warnings.warn(
            f"{arm.name} states no tolerances{bare}: a band of 0 does not mean that the torque is exact; "
            "`puma560 arm import` writes an arm file with lines for the missing numbers",
            stacklevel=2,
        )
    return TorqueBand(arm).half_width(*states)


def root_sum_of_squares(effects: FloatArray) -> FloatArray:
    """Return the root of the sum of squares of k independent effects (…, k) on a torque."""
    width: FloatArray = np.sqrt(np.einsum("...k,...k->...", effects, effects))
    return width


def _reduced(regressor: Regressor, factor: FloatArray) -> FloatArray:
    """Return a factor with fewer columns and the same effect on every torque.

    A rotation of the columns does not change the band. The columns are rotated onto the principal directions of their
    effects on torques at random states, and directions without effect are removed.
    """
    if not factor.shape[1]:
        return factor
    q, qd, qdd = sample_states(regressor.arm, _STATES)
    effects = regressor.combined(q, qd, qdd, factor).reshape(-1, factor.shape[1])
    _, sizes, directions = np.linalg.svd(effects, full_matrices=False)
    kept = sizes > _NOTHING * sizes.max(initial=0.0)
    return np.ascontiguousarray(factor @ directions[kept].T)


_LOWEST, _HIGHEST, _STEPS = -12.0, 6.0, 400
"""Range of the counted excesses as powers of ten of N·m, and steps per power (of 0.6 % each)."""


def half_width(tolerance: FloatArray, allowance: FloatArray) -> FloatArray:
    """Return the half width of the band, N·m.

    Args:
        tolerance: (N, n) torque uncertainty from tolerances alone, N·m.
        allowance: (n,) torque uncertainty from all other sources, N·m.
    """
    return np.asarray(WIDTHS * np.hypot(tolerance, allowance))


def widened(traces: Traces, allowance: FloatArray) -> Traces:
    """Return `traces` with the complete band in place of the uncertainty from tolerances alone."""
    return replace(traces, mean={**traces.mean, "band": read_only(half_width(traces.mean["band"], allowance))})


class OutsideCounts:
    """Counts of residuals by how much they exceed the tolerances.

    Args:
        n: joints.
    """

    def __init__(self, n: int) -> None:
        # A residual is outside the band if (residual / WIDTHS)² − tolerance² is above the allowance's square.
        self._counts = np.zeros((n, round((_HIGHEST - _LOWEST) * _STEPS) + 1))
        self._samples = np.zeros(n)

    def add(self, residual: FloatArray, tolerance: FloatArray) -> None:
        """Add samples: residuals, NaN where excluded, and torque uncertainties from tolerances, (N, n) N·m each."""
        there = ~np.isnan(residual)
        self._samples += there.sum(axis=0)
        excess = np.where(there, (residual / WIDTHS) ** 2 - tolerance**2, 0.0)
        for joint, values in enumerate(excess.T):
            beyond = values[values > 0.0]
            self._counts[joint] += np.bincount(_place(np.sqrt(beyond)), minlength=self._counts.shape[1])

    def shares(self, allowance: FloatArray) -> FloatArray:
        """Return the fraction (n,) of residuals outside the band, 0 to 1; NaN without samples."""
        first = _place(np.maximum(allowance, 0.0))
        above = np.array([counts[place:].sum() for counts, place in zip(self._counts, first, strict=True)])
        with np.errstate(invalid="ignore", divide="ignore"):
            return read_only(np.where(self._samples > 0, above / self._samples, np.nan))


def _place(torque: FloatArray) -> np.ndarray:
    """Return the counting step of each torque, N·m; the first step also holds rounding errors."""
    with np.errstate(divide="ignore"):
        power = np.clip(np.log10(torque), _LOWEST, _HIGHEST)
    return np.asarray(np.ceil((power - _LOWEST) * _STEPS), dtype=np.intp)
