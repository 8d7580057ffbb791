"""Walker and Orin's (1982) model: the kinetic energy matrix by repeated recursion, and forward dynamics from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...models.counting import Tally
from ...models.recursive.newton_euler import NewtonEulerModel, counted_body
from ...models.recursive.scalar_newton_euler import (
    Scalar,
    ScalarLink,
    ScalarVector,
    add,
    bodies,
    cross_scalars,
    out_of,
    scalar_newton_euler,
)
from ...models.terms import OperationCount
from ...models.vanishing_inertia import may_vanish, refuse_vanishing_inertia
from ...states import joint_arrays

Rows = list[list[Scalar]]
"""Lower triangle of a matrix: element [j][i] for i ≤ j."""


def by_repeated_recursion(
    chain: Sequence[ScalarLink], cosines: Sequence[Scalar], sines: Sequence[Scalar], zero: Scalar = 0.0
) -> Rows:
    """Compute the matrix A with one recursion per joint.

    Args:
        chain: bodies from the base outwards.
        cosines, sines: cosines and sines of the joint angles.
        zero: zero of the bodies' scalar type.
    """
    n = len(chain)
    rows: Rows = [[zero] * (j + 1) for j in range(n)]
    for j in range(n):
        still = [zero] * (n - j)
        unit = [zero + 1.0, *still[1:]]
        column = scalar_newton_euler(chain[j:], cosines[j:], sines[j:], still, unit, (zero, zero, zero))
        for i, element in enumerate(column, start=j):
            rows[i][j] = element
    return rows


@dataclass(frozen=True)
class CompositeBody:
    """Constant part of the composite body that moves with joint i, about the origin of frame i.

    The mass of the links beyond is placed at the origin of frame i + 1, which moves with link i. The recursion adds the
    effect of their centers' distances from this origin.

    Attributes:
        body: the link with its joint and motor.
        first: (3,) first moments, kg·m.
        inertia: Ixx, Iyy, Izz, Ixy, Ixz, Iyz, kg·m².
    """

    body: ScalarLink
    first: ScalarVector
    inertia: tuple[Scalar, ...]


def composites(chain: Sequence[ScalarLink]) -> tuple[CompositeBody, ...]:
    """Return the constants that `by_composite_bodies` needs."""
    result: list[CompositeBody] = []
    beyond, offset = 0.0, (0.0, 0.0, 0.0)
    for body in reversed(chain):
        inertia = list(body.inertia)
        for mass, at in ((body.mass, body.center), (beyond, offset)):
            x, y, z = at
            moments = (y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z)
            inertia = [own + mass * moment for own, moment in zip(inertia, moments, strict=True)]
        x, y, z = (body.mass * own + beyond * other for own, other in zip(body.center, offset, strict=True))
        result.append(CompositeBody(body, (x, y, z), tuple(inertia)))
        beyond, offset = beyond + body.mass, body.offset
    return tuple(reversed(result))


def by_composite_bodies(chain: Sequence[CompositeBody], cosines: Sequence[Scalar], sines: Sequence[Scalar]) -> Rows:
    """Compute the lower triangle of A from the composite bodies of `composites`."""
    rows: Rows = []
    first, inertia = chain[-1].first, chain[-1].inertia
    for j in reversed(range(len(chain))):
        row = [inertia[2] + chain[j].body.motor_inertia]
        force: ScalarVector = (-first[1], first[0], first[1] * 0.0)  # z x first
        moment: ScalarVector = (inertia[4], inertia[5], inertia[2])  # I z
        for i in range(j, 0, -1):
            body = chain[i].body
            force = out_of(body, cosines[i], sines[i], force)
            moment = add(out_of(body, cosines[i], sines[i], moment), cross_scalars(body.offset, force))
            row.append(moment[2])
        rows.append(row[::-1])
        if j:
            body, inner = chain[j].body, chain[j - 1]
            away = out_of(body, cosines[j], sines[j], first)
            turned = _turned(body, cosines[j], sines[j], inertia)
            moved = [a + b for a, b in zip(turned, _shift(away, body.offset), strict=True)]
            inertia = tuple(a + b for a, b in zip(moved, inner.inertia, strict=True))
            first = add(away, inner.first)
    return rows[::-1]


def _turned(body: ScalarLink, c: Scalar, s: Scalar, inertia: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """Rotate an inertia from the axes of frame i to those of frame i-1: by Rz(q), then by Rx(alpha)."""
    xx, yy, zz, xy, xz, yz = inertia
    # c²xx + s²yy - 2cs xy and similar expressions, whose common terms are computed once.
    shared = s * (xx - yy) + (c + c) * xy
    lost = s * shared
    xx, yy, xy = xx - lost, yy + lost, c * shared - xy
    xz, yz = c * xz - s * yz, s * xz + c * yz
    ca, sa = body.cos_alpha, body.sin_alpha
    both, mixed = ca * sa, 2.0 * (ca * sa) * yz
    yy, zz, yz = (
        ca * ca * yy + sa * sa * zz - mixed,
        sa * sa * yy + ca * ca * zz + mixed,
        both * yy - both * zz + (ca * ca - sa * sa) * yz,
    )
    xy, xz = ca * xy - sa * xz, sa * xy + ca * xz
    return (xx, yy, zz, xy, xz, yz)


def _shift(first: ScalarVector, offset: ScalarVector) -> tuple[Scalar, ...]:
    """Return the change of an inertia for a shift by `offset`, without the contribution of a mass at the origin."""
    hx, hy, hz = first
    px, py, pz = offset
    xx, yy, zz = hx * px, hy * py, hz * pz
    return (
        2.0 * (yy + zz),
        2.0 * (xx + zz),
        2.0 * (xx + yy),
        -(hx * py + hy * px),
        -(hx * pz + hz * px),
        -(hy * pz + hz * py),
    )


def solve_symmetric(rows: Sequence[Sequence[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """Solve ``A x = right`` by L D Lᵀ decomposition, where A is symmetric and positive definite.

    This takes n reciprocals and no square roots.

    Args:
        rows: lower triangle of A.
        right: right-hand side, n numbers.
    """
    n = len(right)
    lower: list[list[Scalar]] = []
    reciprocal: list[Scalar] = []
    for j in range(n):
        scaled = list(rows[j][:j])  # row j of L D
        for i in range(j):
            for k in range(i):
                scaled[i] = scaled[i] - scaled[k] * lower[i][k]
        own = [element * inverse for element, inverse in zip(scaled, reciprocal, strict=True)]
        pivot = rows[j][j]
        for one, two in zip(own, scaled, strict=True):
            pivot = pivot - one * two
        lower.append(own)
        reciprocal.append(1.0 / pivot)
    x = list(right)
    for j in range(n):
        for i in range(j):
            x[j] = x[j] - lower[j][i] * x[i]
    x = [value * inverse for value, inverse in zip(x, reciprocal, strict=True)]
    for j in reversed(range(n)):
        for i in range(j + 1, n):
            x[j] = x[j] - lower[i][j] * x[i]
    return x


class WalkerOrinModel(NewtonEulerModel):
    """Newton-Euler model that computes A by repeated recursions over shorter chains, or by composite bodies.

    Args:
        arm: any serial arm with revolute joints.
        composite: whether A is computed from composite rigid bodies (Walker and Orin's third and cheapest method)
            instead of repeated recursions (the method counted in table 3 of AKB).

    Raises:
        UnsupportedArmError: a joint is prismatic.
    """

    kind = "walker_orin"

    def __init__(self, arm: Arm, composite: bool = False) -> None:
        arm.only_revolute("Walker and Orin's model")
        super().__init__(arm)
        self._composites = composites(self._chain) if composite else None

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.kinetic_energy_matrix`; one half is a copy, so the matrix is exactly symmetric."""
        q = self._q(q)
        angles = self.arm.angles(q)
        rows = self._rows_of(*_split(np.cos(angles), np.sin(angles)))
        result = np.empty((*q.shape, self.arm.n))
        for j, row in enumerate(rows):
            for i, element in enumerate(row):
                result[..., j, i] = result[..., i, j] = element
        return result

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.acceleration`: the torque without acceleration by one recursion, then L D Lᵀ of A."""
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
        """Return the counts of `NewtonEulerModel.operation_counts`, with A by the method of this model."""
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
    """Split each array (…, n) into n scalars: floats for one state, arrays for many states."""
    return [array.tolist() if array.ndim == 1 else list(np.moveaxis(array, -1, 0)) for array in arrays]


def matrix_count(arm: Arm, composite: bool = False, skip_known: bool = True) -> OperationCount:
    """Count the calculations of the matrix A.

    Args:
        arm: the arm.
        composite: whether A is computed by composite bodies instead of repeated recursion.
        skip_known: whether to leave out products with zeros and ones of this arm.
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
