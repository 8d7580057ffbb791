"""Base parameters: the combinations of inertial parameters that torque can distinguish, found numerically.

Torque is linear in the parameters, ``tau = Y(q, qd, qdd) p``, but columns of Y are dependent in every motion: a
link that only turns about a fixed axis shows one moment of inertia, and part of each link can be counted to its
parent. A QR decomposition of Y over many random states

.. math:: Y P = [Y_b, Y_d] = [Q_1 R_1, Q_1 R_2], \\qquad Y p = Y_b (p_b + R_1^{-1} R_2 \\, p_d),

finds columns Y_b that are independent, and the bracket is what can be identified (Gautier 1991, "Numerical
calculation of the base inertial parameters of robots"). The rest must come from elsewhere: here from the prior.
Which columns stand for the set is a choice; that of Khalil (his table for the PUMA 560) reads best.
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

STATES = 100
"""Random states: six rows each, for 66 columns."""

SMALL = 1e-10
"""Ratio of a column to the largest one below which it is rounding."""

UNSEEN = 1e-5
"""Ratio of a singular value to the largest one below which no recording can show it: rounding, or the difference of
some 1e-6 between two columns if a description writes a right angle as 1.5708."""

FIRST, LAST = ("Izz", "Ixx", "Ixy", "Ixz", "Iyz", "mcx", "mcy"), ("mcz", "Iyy", "m")
"""Parameters of a link that are preferred as base parameters over motor inertias, and those that are not."""

ACCELERATION = 10.0
"""Accelerations of the random states, ± rad/s²."""


@dataclass(frozen=True, eq=False)
class BaseSet:
    """Base parameters: the sums of inertial parameters that motion can show.

    Attributes:
        names: (p,) of all parameters, the columns of `Regressor`.
        columns: (b,) the parameters that represent a base parameter each, rising.
        map: (b, p) all parameters to base parameters; the identity in `columns`.
        gap: ratio of the smallest singular value that counts to the largest that does not.
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
        """Names (b,) of the representing columns, with ``+`` if others are added."""
        alone = np.count_nonzero(self.map, axis=1) == 1
        return tuple(
            self.names[column] + ("" if single else " +") for column, single in zip(self.columns, alone, strict=True)
        )

    def sum_of(self, index: int) -> str:
        """Return base parameter `index` as a sum, such as ``link2.Izz + joint2.motor_inertia``."""
        words = []
        for column in np.flatnonzero(self.map[index]):
            factor = self.map[index, column]
            sign = "-" if factor < 0.0 else "+"
            size = "" if abs(abs(factor) - 1.0) < 1e-9 else f"{abs(factor):.4g} "
            words.append(f"{sign} {size}{self.names[column]}")
        first, *rest = words
        return " ".join([first.removeprefix("+ "), *rest])


def base_set(arm: Arm, seed: int = 1986) -> BaseSet:
    """Return the base parameters of `arm`, for link parameters and motor inertias together.

    Args:
        arm: geometry and gravity matter, masses do not.
        seed: of the random states; the result does not depend on it.

    Raises:
        IdentificationError: the rank is not clear (no gap between what counts and rounding).
    """
    rng = np.random.default_rng(seed)
    shape = (STATES, arm.n)
    q = rng.uniform(*arm.pose_range, shape)
    qd = rng.uniform(-arm.velocity, arm.velocity, shape)
    qdd = rng.uniform(-ACCELERATION, ACCELERATION, shape)
    regressor = Regressor(arm)
    columns_of_states = regressor.matrix(q, qd, qdd)
    turns = arm.transmission  # rotors turn with C times the joints, and their torque reaches them by the transpose
    columns_of_states[..., regressor.links :] = (qdd @ turns.T)[:, None, :] * turns.T
    matrix = columns_of_states.reshape(-1, regressor.size)
    norms = np.linalg.norm(matrix, axis=0)
    scale = np.where(norms > SMALL * norms.max(), norms, np.inf)  # a column of rounding alone counts as 0
    scaled = matrix / scale
    small = qr(scaled, mode="r")[0][: regressor.size]  # the same dependencies and singular values in few rows
    values = np.linalg.svd(small, compute_uv=False)
    rank = int(np.count_nonzero(values > UNSEEN * values[0]))
    gap = values[rank - 1] / max(values[rank], np.finfo(float).tiny) if rank < len(values) else np.inf
    if gap < 1e3:
        raise IdentificationError(
            f"the rank of {arm.name}'s regressor is not clear: singular values {values[rank - 1]:.2g} and "
            f"{values[rank]:.2g} follow each other; look for lengths in its geometry that are nearly, but not quite, 0"
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
    """Return the columns that are not sums of preferred ones: those with a diagonal in QR without pivoting."""
    places = {name: index for index, name in enumerate(LINK_PARAMETERS)}
    first, last = (
        [10 * link + places[name] for link in range(len(arm.links)) for name in some] for some in (FIRST, LAST)
    )
    order = np.array([*first, *range(matrix.shape[1] - arm.n, matrix.shape[1]), *last])
    diagonal = np.abs(np.diag(qr(matrix[:, order], mode="r")[0]))
    return np.asarray(np.sort(order[diagonal > UNSEEN]), dtype=np.intp)
