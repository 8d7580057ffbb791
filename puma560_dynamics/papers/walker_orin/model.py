"""Walker and Orin's (1982) model: the kinetic energy matrix by repeated recursion, and forward dynamics from it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...models.counting import Tally
from ...models.recursive.newton_euler import NewtonEulerModel, counted_body
from ...models.recursive.scalar_newton_euler import Scalar, bodies, scalar_newton_euler
from ...models.terms import OperationCount
from ...models.vanishing_inertia import may_vanish, refuse_vanishing_inertia
from ...states import joint_arrays
from .recursion import CompositeBody, Rows, by_composite_bodies, by_repeated_recursion, composites, solve_symmetric


class WalkerOrinModel(NewtonEulerModel):
    """Newton-Euler torque; A by recursions over shorter and shorter chains, or by composite bodies.

    Args:
        arm: any serial arm with revolute joints.
        composite: whether A comes from composite rigid bodies (their third method, the cheapest) instead
            of repeated recursions (the one that table 3 of AKB counts).

    Raises:
        UnsupportedArmError: a joint slides.
    """

    kind = "walker_orin"

    def __init__(self, arm: Arm, composite: bool = False) -> None:
        arm.only_revolute("Walker and Orin's model")
        super().__init__(arm)
        self._composites = composites(self._chain) if composite else None

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """As `DynamicModel.kinetic_energy_matrix`, symmetric to the last bit: one half is computed."""
        q = self._q(q)
        angles = self.arm.angles(q)
        rows = self._rows_of(*_split(np.cos(angles), np.sin(angles)))
        result = np.empty((*q.shape, self.arm.n))
        for j, row in enumerate(rows):
            for i, element in enumerate(row):
                result[..., j, i] = result[..., i, j] = element
        return result

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """As `DynamicModel.acceleration`: torque at no acceleration by one recursion, then A by L D Lᵀ."""
        q, qd, tau = joint_arrays(self.arm.n, {"q": q, "qd": qd, "tau": tau})
        if may_vanish(self.arm):
            refuse_vanishing_inertia(self.arm, self.kinetic_energy_matrix(q), q)
        angles = self.arm.angles(q)
        cosines, sines, rate, applied = _split(np.cos(angles), np.sin(angles), qd, tau)
        still = [0.0] * self.arm.n
        bias = scalar_newton_euler(self._chain, cosines, sines, rate, still, self._gravity)
        right = [torque - own for torque, own in zip(applied, bias, strict=True)]
        return np.stack(np.broadcast_arrays(*solve_symmetric(self._rows_of(cosines, sines), right)), axis=-1)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """As `NewtonEulerModel.operation_counts`, with A by this model's method."""
        counts = dict(super().operation_counts())
        old, new = counts["kinetic_energy_matrix"], matrix_count(self.arm, composite=self._composites is not None)
        counts["kinetic_energy_matrix"] = new
        counts["all_elements"] = OperationCount(
            *(whole - a + b for whole, a, b in zip(counts["all_elements"], old, new, strict=True))
        )
        return MappingProxyType(counts)

    def _rows_of(self, cosines: list[Scalar], sines: list[Scalar]) -> Rows:
        if self._composites is not None:
            return by_composite_bodies(self._composites, cosines, sines)
        return by_repeated_recursion(self._chain, cosines, sines)


def _split(*arrays: FloatArray) -> list[list[Scalar]]:
    """Each array (…, n) as n scalars: floats for one state, arrays for many."""
    return [array.tolist() if array.ndim == 1 else list(np.moveaxis(array, -1, 0)) for array in arrays]


def matrix_count(arm: Arm, composite: bool = False, skip_known: bool = True) -> OperationCount:
    """Count the calculations of A: by repeated recursion or by composite bodies, for this arm's zeros or for any arm.

    Args:
        arm: whose matrix is counted.
        composite: by composite bodies, else by repeated recursion.
        skip_known: leave out products with zeros and ones of this arm.
    """
    tally = Tally(skip_known)
    _counted_rows(arm, tally, composite)
    return tally.count


def _counted_rows(arm: Arm, tally: Tally, composite: bool) -> Rows:
    cosines, sines = ([tally.variable() for _ in arm.joints] for _ in range(2))
    if not composite:
        chain = tuple(counted_body(body, tally) for body in bodies(arm))
        return by_repeated_recursion(chain, cosines, sines, tally.zero())
    lumped = tuple(
        CompositeBody(
            counted_body(one.body, tally),
            tuple(tally.constant(value) for value in one.first),  # type: ignore[arg-type]
            tuple(tally.constant(value) for value in one.inertia),
        )
        for one in composites(bodies(arm))
    )
    return by_composite_bodies(lumped, cosines, sines)
