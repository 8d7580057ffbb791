"""Masses as solid balls, inertia tensors as the uniform ellipsoids that have them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..arm import Link
from ..arrays import FloatArray, read_only

DENSITY = 7850.0
"""kg/m³, of steel: a ball is as large as one of steel of that mass."""

THINNEST = 0.02
"""Semi-axis that is drawn where no real one exists, as a share of the largest."""


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """A solid, uniform ellipsoid in the frame of its link.

    Attributes:
        center: (3,) m.
        semi_axes: (3,) m, along the columns of `rotation`.
        rotation: (3, 3) right-handed, from the principal axes to the link's frame.
        possible: whether a solid body of this inertia exists; if not, the axis is drawn thin.
    """

    center: FloatArray
    semi_axes: FloatArray
    rotation: FloatArray
    possible: bool

    def __post_init__(self) -> None:
        for name in ("center", "semi_axes", "rotation"):
            object.__setattr__(self, name, read_only(getattr(self, name)))


def ball_radius(mass: float) -> float:
    """Radius of a steel ball of `mass` (kg), m."""
    return float(np.cbrt(3.0 * mass / (4.0 * math.pi * DENSITY)))


def ellipsoid(link: Link) -> Ellipsoid | None:
    """The uniform ellipsoid with the mass and the inertia of `link`.

    With principal moments I1, I2, I3 its semi-axes follow from

    .. math:: I_1 = \\tfrac{m}{5} (a_2^2 + a_3^2), \\quad a_1^2 = \\tfrac{5}{2m} (I_2 + I_3 - I_1)

    and so on around. Where the triangle inequality fails (link 3 of the paper, within its measuring
    tolerance) a square is negative: the ellipsoid is then flat and marked as not possible.

    Returns:
        None for a link without mass or inertia, or with entries that its source leaves open.
    """
    if link.incomplete or link.mass <= 0.0 or not link.inertia.any():
        return None
    moments, axes = np.linalg.eigh(link.inertia)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] = -axes[:, 0]
    squares = 2.5 / link.mass * (moments.sum() - 2.0 * moments)
    least = (THINNEST**2) * squares.max()
    possible = bool(squares.min() >= -1e-12 * squares.max())
    return Ellipsoid(link.center_of_gravity, np.sqrt(np.maximum(squares, least)), axes, possible)


def quaternion(rotation: FloatArray) -> tuple[float, float, float, float]:
    """(x, y, z, w) of a (3, 3) right-handed rotation, w >= 0; exact to rounding for every angle."""
    # The outer product of a quaternion with itself is linear in the rotation; its largest column is well scaled.
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rotation.tolist()
    outer = np.array(
        [
            [1.0 + xx - yy - zz, xy + yx, xz + zx, zy - yz],
            [xy + yx, 1.0 - xx + yy - zz, yz + zy, xz - zx],
            [xz + zx, yz + zy, 1.0 - xx - yy + zz, yx - xy],
            [zy - yz, xz - zx, yx - xy, 1.0 + xx + yy + zz],
        ]
    )
    column = outer[:, int(np.argmax(np.diag(outer)))]
    x, y, z, w = (column / math.copysign(float(np.linalg.norm(column)), column[3])).tolist()
    return (x, y, z, w)
