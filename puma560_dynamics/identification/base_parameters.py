"""Base parameters: the combinations of inertial parameters that torque can distinguish, computed numerically.

Torque is linear in the parameters p, ``tau = Y(q, qd, qdd) p``, but some columns of the regressor Y are linearly
dependent in every motion. For example, a link that only rotates about a fixed axis shows one moment of inertia, and
part of each link can be assigned to its parent. A QR decomposition of Y over many random states

.. math:: Y P = [Y_b, Y_d] = [Q_1 R_1, Q_1 R_2], \\qquad Y p = Y_b (p_b + R_1^{-1} R_2 \\, p_d),

finds independent columns Y_b, and the expression in brackets contains the base parameters (Gautier 1991, "Numerical
calculation of the base inertial parameters of robots"). Other combinations cannot be identified: the prior gives them.
The choice of the independent columns is free; we choose as Khalil does in his table for the PUMA 560.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import IdentificationError
from ..models.recursive.regressor import LINK_PARAMETERS, Regressor, parameter_names
from ..models.regressors import sum_text

STATES = 100
"""Number of random states, with one row per joint each (600 rows for the 66 columns of a PUMA 560)."""

SMALL = 1e-10
"""Ratio of a column's norm to the largest one below which the column counts as 0."""

UNSEEN = 1e-5
"""Ratio of a singular value to the largest one below which no recording can show the combination. Such values are
rounding, or differences of some 1e-6 between two columns if a description writes a right angle as 1.5708."""

FIRST, LAST = ("Izz", "Ixx", "Ixy", "Ixz", "Iyz", "mcx", "mcy"), ("mcz", "Iyy", "m")
"""Parameters of a link that are chosen as base parameters before motor inertias, and those chosen after."""

ACCELERATION = 10.0
"""Largest acceleration of the random states, rad/s²."""


@dataclass(frozen=True, eq=False)
class BaseSet:
    """Base parameters: the linear combinations of inertial parameters that motion can show.

    Attributes:
        names: (p,) names of all inertial parameters, the columns of `Regressor`.
        columns: (b,) rising indices of the parameters that represent the base parameters.
        map: (b, p) matrix from inertial parameters to base parameters; the identity in `columns`.
        gap: ratio of the smallest singular value that counts to the largest one that counts as 0.
    """

    names: tuple[str, ...]
    columns: NDArray[np.intp]
    map: FloatArray
    gap: float

    @property
    def size(self) -> int:
        """Number of base parameters."""
        return len(self.columns)

    @cached_property
    def base_names(self) -> tuple[str, ...]:
        """Names (b,) of the representing parameters, with ``+`` if the base parameter contains others."""
        alone = np.count_nonzero(self.map, axis=1) == 1
        return tuple(
            self.names[column] + ("" if single else " +") for column, single in zip(self.columns, alone, strict=True)
        )

    def sum_of(self, index: int) -> str:
        """Return base parameter `index` as a sum, such as ``link2.Izz + joint2.motor_inertia``."""
        return sum_text(self.map[index], self.names)


def base_set(arm: Arm, seed: int = 1986) -> BaseSet:
    """Return the base parameters of `arm`, for link parameters and motor inertias together.

    Args:
        arm: arm, of which only geometry and gravity are used.
        seed: seed of the random states; the result does not depend on it.

    Raises:
        IdentificationError: the rank is not clear, because there is no gap between the singular values.
    """
    rng = np.random.default_rng(seed)
    shape = (STATES, arm.n)
    q = rng.uniform(*arm.pose_range, shape)
    qd = rng.uniform(-arm.velocity, arm.velocity, shape)
    qdd = rng.uniform(-ACCELERATION, ACCELERATION, shape)
    regressor = Regressor(arm)
    columns_of_states = regressor.matrix(q, qd, qdd)
    turns = arm.transmission  # C: rotors move with C times the joint velocity; Cᵀ maps their torque to the joints
    columns_of_states[..., regressor.links :] = (qdd @ turns.T)[:, None, :] * turns.T
    matrix = columns_of_states.reshape(-1, regressor.size)
    norms = np.linalg.norm(matrix, axis=0)
    scale = np.where(norms > SMALL * norms.max(), norms, np.inf)  # a column of rounding errors counts as 0
    scaled = matrix / scale
    small = qr(scaled, mode="r")[0][: regressor.size]  # fewer rows with the same dependencies and singular values
    values = np.linalg.svd(small, compute_uv=False)
    rank = int(np.count_nonzero(values > UNSEEN * values[0]))
    gap = values[rank - 1] / max(values[rank], np.finfo(float).tiny) if rank < len(values) else np.inf
    if gap < 1e3:
        raise IdentificationError(
            f"the rank of {arm.name}'s regressor is not clear: singular values {values[rank - 1]:.2g} and "
            f"{values[rank]:.2g} are neighbours without a gap; look for lengths in its geometry that are nearly "
            "but not quite 0"
        )
    columns = _independent(scaled, arm)
    if len(columns) != rank:
        raise IdentificationError(f"{len(columns)} independent columns of {arm.name} found, its rank is {rank}")
    dependent = np.setdiff1d(np.arange(regressor.size), columns)
    factors, *_ = np.linalg.lstsq(small[:, columns], small[:, dependent], rcond=None)
    whole = np.zeros((rank, regressor.size))
    whole[np.arange(rank), columns] = 1.0
    seen = np.isfinite(scale[dependent])
    whole[:, dependent[seen]] = factors[:, seen] * scale[dependent[seen]] / scale[columns][:, None]
    whole[np.abs(whole) < 1e-9] = 0.0
    whole.setflags(write=False)
    return BaseSet(parameter_names(arm), columns, whole, float(gap))


def _independent(matrix: FloatArray, arm: Arm) -> NDArray[np.intp]:
    """Return the columns that are not linear combinations of preferred columns, from QR without pivoting."""
    places = {name: index for index, name in enumerate(LINK_PARAMETERS)}
    first, last = (
        [10 * link + places[name] for link in range(len(arm.links)) for name in some] for some in (FIRST, LAST)
    )
    order = np.array([*first, *range(matrix.shape[1] - arm.n, matrix.shape[1]), *last])
    diagonal = np.abs(np.diag(qr(matrix[:, order], mode="r")[0]))
    return np.asarray(np.sort(order[diagonal > UNSEEN]), dtype=np.intp)
