"""The uncertainty band: how far the torque may deviate by the tolerances of tables 4 to 6, state by state.

With F the factor of the parameters' covariance (`tolerances`) and y a joint's row of the regressor, the half width
of the torque's band is |y F|: the RMS combination of the effects of all measured numbers, as section 5 of the
paper combines tolerances. `models.tables.uncertainty` does the same for the constants of table A3, whose printed
tolerances it must take as independent, although constants share masses and centers; here they are correlated
through what was measured. Carrying tolerances over linearly is exact to 0.6 % of the half width on the paper's arm, 2 %
at joint 5, whose wrist links have the widest tolerances (Monte Carlo, 200 000 draws).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...models.recursive.regressor import Regressor
from ...models.sampling import sample_states
from ...states import broadcast_joint_arrays
from .tolerances import tolerances_of

_STATES = 400
"""States of which directions of the covariance without any effect are found: far more than there are directions."""

_NOTHING = 1e-10


class TorqueBand:
    """Half width of the torque's band at any state.

    Attributes:
        factor: (10 m + n, k) reduced factor of the covariance: directions in which the parameters may stray
            independently, less those that no torque shows (base parameters).

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
    """How far the torque may be off because of the tolerances of the arm's measured numbers.

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
    """A factor of fewer columns with the same effect on every torque.

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
