"""Methods of models for the regressor of the torque, and the base parameters of an arm."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..arrays import FloatArray, read_only
from .recursive.regressor import Regressor, arm_parameters, parameter_names


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """Base parameters of an arm: the combinations of inertial parameters of the links that torque can show.

    They are derived exactly from the geometry, and do not include motor inertia.

    Attributes:
        standard: (p,) names of the standard parameters, ten per link, in the order of the columns of `regressor`.
        columns: (b,) indices of the columns of `regressor` that `base_regressor` has.
        matrix: (b, p) matrix from standard parameters to base parameters; the identity in `columns`.
        values: (b,) base parameters of the arm.
        latex: (b,) definitions of the base parameters as LaTeX equations.
    """

    standard: tuple[str, ...]
    columns: NDArray[np.intp]
    matrix: FloatArray
    values: FloatArray
    latex: tuple[str, ...]

    @property
    def formulas(self) -> tuple[str, ...]:
        """Base parameters (b,) as sums of standard parameters, such as ``link2.Ixx - link2.Iyy + 0.1865 link3.m``."""
        return tuple(sum_text(row, self.standard) for row in self.matrix)


def sum_text(factors: FloatArray, names: Sequence[str]) -> str:
    """Return a sum of named parameters with four digits as text; parameters with factor 0 are left out."""
    words = []
    for place in np.flatnonzero(factors).tolist():
        factor = factors[place]
        size = "" if abs(abs(factor) - 1.0) < 1e-9 else f"{abs(factor):.4g} "
        words.append(f"{'-' if factor < 0.0 else '+'} {size}{names[place]}")
    return " ".join(words).removeprefix("+ ")


class RegressorMethods(ABC):
    """Methods that every model has; subclasses override them by functions with fewer calculations."""

    arm: Arm

    @cached_property
    def _regressor(self) -> Regressor:
        return Regressor(self.arm)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the regressor Y of the torque: Y π is the torque of links with the inertial parameters π.

        Column 10 j + k belongs to parameter k of link j (from 0; with mimic joints, of the links of ``arm.chain``):
        m, m c_x, m c_y, m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz, with the inertia about the origin of the link's
        frame in ``arm.links``. The torque of motor inertia and of rotors is not included.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.

        Returns:
            ``(…, n, 10 m)`` for m moving links.
        """
        own = self._regressor
        return own.matrix(q, qd, qdd)[..., : own.links]

    def base_regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return the regressor Y_b of the base parameters: the columns of `regressor` that are independent.

        With mimic joints, these are the base parameters of ``arm.chain``, of which some may still be dependent.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.

        Returns:
            ``(…, n, b)``; times ``base_parameters.values``, it is the torque without motor inertia.
        """
        return self.regressor(q, qd, qdd)[..., self.base_parameters.columns]

    @cached_property
    def base_parameters(self) -> BaseParameters:
        """Base parameters of the arm, with their formulas and values. They are derived when first used."""
        from ..emdeg import base_columns, base_parameters_latex  # the import takes a while

        chain = self.arm.chain
        size = 10 * len(chain.links)
        found = base_columns(chain.exact_chain)
        matrix = np.zeros((len(found.columns), size))
        for row, factors in zip(matrix, found.sums, strict=True):
            for column, factor in factors.items():
                row[column] = float(factor)
        return BaseParameters(
            standard=parameter_names(chain)[:size],
            columns=np.array(found.columns, dtype=np.intp),
            matrix=read_only(matrix),
            values=read_only(matrix @ arm_parameters(chain)[:size]),
            latex=base_parameters_latex(chain.exact_chain),
        )
