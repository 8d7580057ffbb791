"""Transform rigid bodies to other frames, combine them, and check that they are physically possible."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ...errors import ChainError
from ..algebra.vectors import Matrix, Vector, dot, product, transposed, turned
from .chain import Body, Placement
from .pose import along, three, tidy

ROUNDING = 1e-12
"""Fraction of the largest principal moment by which rounded decimals may violate an inequality."""

NEGLIGIBLE = 1e-15
"""Size of negative moments that are explained by rounding for a body without extent, kg·m²."""


def inertia_matrix(body: Body) -> Matrix:
    """Return the (3, 3) inertia tensor about the center of mass, kg·m²."""
    xx, yy, zz, xy, xz, yz = body.inertia
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def six(matrix: Matrix) -> tuple[Fraction, ...]:
    """Return the entries xx, yy, zz, xy, xz, yz of a symmetric (3, 3) matrix."""
    return (matrix[0][0], matrix[1][1], matrix[2][2], matrix[0][1], matrix[0][2], matrix[1][2])


def moved_body(body: Body, pose: Placement) -> Body:
    """Transform a body from a frame at `pose` to the reference frame of `pose`."""
    rotation = pose.rotation
    inertia = product(rotation, product(inertia_matrix(body), transposed(rotation)))
    return Body(body.mass, along(pose.origin, 1, turned(rotation, body.center)), six(inertia))


def joined_bodies(bodies: Iterable[Body]) -> Body:
    """Combine bodies that are expressed in the same frame into one body (parallel axis theorem)."""
    bodies = tuple(bodies)
    mass = sum((body.mass for body in bodies), Fraction(0))
    moment: Vector = (Fraction(0), Fraction(0), Fraction(0))
    for body in bodies:
        moment = along(moment, body.mass, body.center)
    center = three(x / mass for x in moment) if mass else (0, 0, 0)
    total = [Fraction(0)] * 6
    for body in bodies:
        x, y, z = along(body.center, -1, center)
        square = dot((x, y, z), (x, y, z))
        shift = (square - x * x, square - y * y, square - z * z, -x * y, -x * z, -y * z)
        total = [t + i + body.mass * s for t, i, s in zip(total, body.inertia, shift, strict=True)]
    return Body(mass, center, tuple(total))


def tidy_body(body: Body) -> Body:
    """Round the numbers of a computed body by `tidy`; inertia entries below 1e-14 of the largest become zero."""
    dust = 1e-14 * max(float(abs(x)) for x in body.inertia)
    inertia = tuple(tidy(x, dust) for x in body.inertia)
    return Body(tidy(body.mass, 0), three(tidy(x) for x in body.center), inertia)


def body_remark(body: Body, where: str) -> str | None:
    """Return a remark if the inertia is physically impossible, or None.

    A violated triangle inequality is only remarked on, because torques are still defined, and measured inertias may
    violate it within their tolerance.

    Raises:
        ChainError: the mass or a principal moment is negative.
    """
    if body.mass < 0:
        raise ChainError(f"{where}: the mass is {float(body.mass):g} kg; give 0 or more")
    moments = np.linalg.eigvalsh(np.array(inertia_matrix(body), dtype=float))
    allowed = max(ROUNDING * float(np.abs(moments).max()), NEGLIGIBLE)
    if moments[0] < -allowed:
        raise ChainError(
            f"{where}: a principal moment of inertia is {moments[0]:.6g} kg m^2; give a tensor without negative ones"
        )
    deficit = 2 * moments[2] - moments.sum()
    if deficit > allowed:
        return f"{where}: the inertia violates the triangle inequality by {deficit:.3g} kg m^2; torques are exact"
    if not body.mass and float(np.abs(moments).max()) > NEGLIGIBLE:
        return f"{where}: has an inertia but no mass"
    return None
