"""The kinetic energy matrix as Walker and Orin (1982) compute it, and equations with it, over any kind of scalar.

Column j of A is the torque of a unit acceleration of joint j, at rest and without gravity. The links
before joint j stand still, and A is symmetric: only the chain from joint j outwards has to be gone
through, and of each column only the part on and below the diagonal is computed.

* `by_repeated_recursion`: the Newton-Euler recursion for each of these shorter and shorter chains.
* `by_composite_bodies`: the links beyond joint j move as one rigid body, whose moments are carried
  inwards once; each column is the force and moment of that body, passed on to the joints before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...models.recursive.scalar_newton_euler import (
    Scalar,
    ScalarLink,
    ScalarVector,
    add,
    cross_scalars,
    out_of,
    scalar_newton_euler,
)

Rows = list[list[Scalar]]
"""Element [j][i] for i ≤ j: on and below the diagonal."""


def by_repeated_recursion(
    chain: Sequence[ScalarLink], cosines: Sequence[Scalar], sines: Sequence[Scalar], zero: Scalar = 0.0
) -> Rows:
    """A by one recursion a joint.

    Args:
        chain: bodies from the base outwards.
        cosines, sines: of the joint angles.
        zero: of the kind of scalar that the bodies have.
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
    """What does not change with q of the body that moves as one with joint i, all about the origin of frame i.

    The mass of the links beyond is put at the origin of frame i + 1, where it turns with link i; what
    their centers are away from there is carried inwards.

    Attributes:
        body: the link's own step and motor.
        first: (3,) kg·m.
        inertia: Ixx, Iyy, Izz, Ixy, Ixz, Iyz, kg·m².
    """

    body: ScalarLink
    first: ScalarVector
    inertia: tuple[Scalar, ...]


def composites(chain: Sequence[ScalarLink]) -> tuple[CompositeBody, ...]:
    """The constants of `by_composite_bodies`."""
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
    """A by the composite bodies of `composites`; see `by_repeated_recursion` for what comes back."""
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
    """An inertia of frame i in the axes of frame i-1: by Rz(q), then by Rx(alpha)."""
    xx, yy, zz, xy, xz, yz = inertia
    # c²xx + s²yy - 2cs xy and its like, with what they share named once.
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
    """What an inertia gains when its origin is seen from `offset` away, beyond the mass at that origin."""
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
    """Solve ``A x = right`` by L D Lᵀ, A symmetric and positive definite; no square root, n reciprocals.

    Args:
        rows: element [j][i] of A for i ≤ j, on and below the diagonal.
        right: n numbers.
    """
    n = len(right)
    lower: list[list[Scalar]] = []
    reciprocal: list[Scalar] = []
    for j in range(n):
        scaled = list(rows[j][:j])  # L times D
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
