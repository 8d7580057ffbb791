"""The uncertainty band of a torque from the tolerances of the arm, and the samples outside it.

With F the factor of the parameters' covariance (`tolerances`) and y a joint's row of the regressor, the half width of
the torque's band is |y F|: the RMS combination of the effects of all measured numbers, as section 5 of the paper
combines tolerances. `models.tables.uncertainty` does the same for the constants of table A3. There the printed
tolerances have to be taken as independent, although constants share masses and centers; here they are correlated
through what was measured. The linear approximation is exact to 0.6 % of the half width on the paper's arm, 2 % at joint
5, whose wrist links have the widest tolerances (Monte Carlo, 200 000 draws).

The band that is reported also contains friction, noise, a held torque and the converters, which are known only after
the last sample. So `OutsideCounts` counts, in fine steps, by how much each residual exceeds the tolerances alone. A
residual that is normally distributed and as large as expected lies outside at 4.6 % of the samples.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...models.recursive.regressor import Regressor
from ...models.sampling import sample_states
from ...states import broadcast_joint_arrays
from ..result import Traces
from .tolerances import tolerances_of

_STATES = 400
"""States at which directions of the covariance without effect are found: far more than there are directions."""

_NOTHING = 1e-10


class TorqueBand:
    """Half width of the torque's band at any state.

    Attributes:
        factor: (10 m + n, k) reduced factor of the covariance: independent directions of error of the parameters,
            without those that have no effect on torque (base parameters).

    Args:
        arm: with tolerances in its file, without payload.
    """

    def __init__(self, arm: Arm) -> None:
        self.regressor = Regressor(arm)
        self.factor = _reduced(self.regressor, tolerances_of(arm).factor)

    def half_width(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Half width of the band.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s.
            qdd: (…, n) rad/s².

        Returns:
            ``(…, n)`` N·m; zero for an arm without tolerances.
        """
        return root_sum_of_squares(self.regressor.combined(q, qd, qdd, self.factor))


def torque_band(arm: Arm, q: ArrayLike, qd: ArrayLike = 0.0, qdd: ArrayLike = 0.0) -> FloatArray:
    """Return the half width of the torque's band that follows from the tolerances of the arm's measured numbers.

    For many states of one arm keep a `TorqueBand`: its preparation takes most of the time.

    Args:
        arm: with tolerances in its file, without payload.
        q: (…, n) rad.
        qd: (…, n) rad/s, broadcast against `q`.
        qdd: (…, n) rad/s², broadcast against `q`.

    Returns:
        (…, n) N·m, half width of the band; zero for an arm without tolerances.

    Raises:
        StateError: another number of joints, or not finite.
        TypeError: `arm` is no `Arm`.
    """
    if not isinstance(arm, Arm):
        raise TypeError(f"expected an Arm, got {arm!r:.80}; `load_arm` reads one")
    states = broadcast_joint_arrays(arm.n, {"q": q, "qd": qd, "qdd": qdd}, arm.joint_names)
    return TorqueBand(arm).half_width(*states)


def root_sum_of_squares(effects: FloatArray) -> FloatArray:
    """Root of the sum of squares of independent effects (…, k) on one torque."""
    width: FloatArray = np.sqrt(np.einsum("...k,...k->...", effects, effects))
    return width


def _reduced(regressor: Regressor, factor: FloatArray) -> FloatArray:
    """Return a factor of fewer columns with the same effect on every torque.

    Turning the columns among themselves changes no band; turned onto the principal directions of their
    effect on sampled torques, those without effect can go.
    """
    if not factor.shape[1]:
        return factor
    q, qd, qdd = sample_states(regressor.arm, _STATES)
    effects = regressor.combined(q, qd, qdd, factor).reshape(-1, factor.shape[1])
    _, sizes, directions = np.linalg.svd(effects, full_matrices=False)
    kept = sizes > _NOTHING * sizes.max(initial=0.0)
    return np.ascontiguousarray(factor @ directions[kept].T)


WIDTHS = 2.0
"""Half width of the band in standard deviations of what is expected."""

_LOWEST, _HIGHEST, _STEPS = -12.0, 6.0, 400
"""Powers of ten N·m between which excesses are distinguished, and steps of each power: of 0.6 %."""


def half_width(tolerance: FloatArray, allowance: FloatArray) -> FloatArray:
    """Half width of the band, N·m.

    Args:
        tolerance: (N, n) N·m, half width of the tolerances alone.
        allowance: (n,) N·m, everything else that is open.
    """
    return np.asarray(WIDTHS * np.hypot(tolerance, allowance))


def widened(traces: Traces, allowance: FloatArray) -> Traces:
    """Return `traces` with the expected band in place of that of the tolerances alone."""
    return replace(traces, mean={**traces.mean, "band": read_only(half_width(traces.mean["band"], allowance))})


class OutsideCounts:
    """Counts of residuals by how much they exceed the tolerances.

    Args:
        n: joints.
    """

    def __init__(self, n: int) -> None:
        # A residual is outside if (residual / WIDTHS)² − tolerance² is above the allowance's square.
        self._counts = np.zeros((n, round((_HIGHEST - _LOWEST) * _STEPS) + 1))
        self._samples = np.zeros(n)

    def add(self, residual: FloatArray, tolerance: FloatArray) -> None:
        """Take residuals and half widths of the tolerances (N, n) N·m; a residual that does not count is NaN."""
        there = ~np.isnan(residual)
        self._samples += there.sum(axis=0)
        excess = np.where(there, (residual / WIDTHS) ** 2 - tolerance**2, 0.0)
        for joint, values in enumerate(excess.T):
            beyond = values[values > 0.0]
            self._counts[joint] += np.bincount(_place(np.sqrt(beyond)), minlength=self._counts.shape[1])

    def shares(self, allowance: FloatArray) -> FloatArray:
        """Return (n,) fraction of residuals outside, 0 to 1; NaN without any."""
        first = _place(np.maximum(allowance, 0.0))
        above = np.array([counts[place:].sum() for counts, place in zip(self._counts, first, strict=True)])
        with np.errstate(invalid="ignore", divide="ignore"):
            return read_only(np.where(self._samples > 0, above / self._samples, np.nan))


def _place(torque: FloatArray) -> np.ndarray:
    """Return the step in which a torque lies, N·m; the first step also holds rounding errors."""
    with np.errstate(divide="ignore"):
        power = np.clip(np.log10(torque), _LOWEST, _HIGHEST)
    return np.asarray(np.ceil((power - _LOWEST) * _STEPS), dtype=np.intp)
