"""Compute constant poses in exact arithmetic; rotations are orthogonal without rounding."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.exact import SNAP, rational_cos_sin
from ..algebra.vectors import IDENTITY, Matrix, Vector, about_x, about_z, cross, dot, product, transposed, turned
from .chain import Placement

LONGEST = 10**24
"""Largest denominator that is kept exact. Longer ones come from rounded angles, so exactness has no value."""

DUST = 1e-14
"""Computed distance below which `tidy` returns zero, m."""


def three(values: Iterable[Any]) -> Vector:
    """Return the values as a tuple of three."""
    x, y, z = values
    return (x, y, z)


def along(a: Vector, factor: Any, b: Vector) -> Vector:
    """Return the vector a + factor · b, (3,)."""
    return three(x + factor * y for x, y in zip(a, b, strict=True))


def length(a: Vector) -> float:
    """Return the Euclidean length of a vector."""
    return math.hypot(*(float(x) for x in a))


def compose(outer: Placement, inner: Placement) -> Placement:
    """Compose two poses: `inner` is expressed in `outer`; the result is expressed in the parent frame of `outer`."""
    rotation = product(outer.rotation, inner.rotation)
    return Placement(rotation, along(outer.origin, 1, turned(outer.rotation, inner.origin)))


def inverse_placement(pose: Placement) -> Placement:
    """Return the inverse of a pose."""
    back = transposed(pose.rotation)
    return Placement(back, turned(back, three(-x for x in pose.origin)))


def rotation_about(axis: Vector, cosine: Any, sine: Any) -> Matrix:
    """Return the (3, 3) rotation about a unit vector by the angle with the given cosine and sine."""
    x, y, z = axis
    rest = 1 - cosine
    return (
        (cosine + rest * x * x, rest * x * y - sine * z, rest * x * z + sine * y),
        (rest * x * y + sine * z, cosine + rest * y * y, rest * y * z - sine * x),
        (rest * x * z - sine * y, rest * y * z + sine * x, cosine + rest * z * z),
    )


def roll_pitch_yaw(angles: Sequence[float], snap: float = SNAP) -> Matrix:
    """Return the (3, 3) rotation ``Rz(yaw) Ry(pitch) Rx(roll)`` for angles (roll, pitch, yaw), rad, as in URDF.

    Sines and cosines are rational (`rational_cos_sin`), so that the matrix is exactly orthogonal.
    """
    (cr, sr), (cp, sp), (cy, sy) = (rational_cos_sin(float(angle), snap) for angle in angles)
    about_y = ((cp, 0, sp), (0, 1, 0), (-sp, 0, cp))
    return product(about_z(cy, sy), product(about_y, about_x(cr, sr)))


def unit(v: Vector) -> Vector:
    """Return the unit vector of a nonzero vector; its length is exactly 1 along the axes, otherwise within 1e-16."""
    largest = max(v, key=abs)
    v = three(x / Fraction(abs(largest)) for x in v)
    square = dot(v, v)
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    if root * root != square:
        root = Fraction(math.sqrt(square))
    return three(x / root for x in v)


def frame(x: Vector, z: Vector) -> Matrix:
    """Return the (3, 3) rotation with first column `x` and last column `z`, perpendicular unit vectors up to rounding.

    The result is exactly orthogonal: if the columns are not, they are replaced by those of a rational quaternion.
    """
    return orthogonal(transposed((x, cross(z, x), z)))


def orthogonal(m: Matrix) -> Matrix:
    """Return a rotation unchanged if it is exactly orthogonal, otherwise that of a rational quaternion nearby."""
    if product(transposed(m), m) == IDENTITY:
        return m
    (a, b, c), (d, e, f), (g, h, i) = ((float(x) for x in row) for row in m)
    candidates = (
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 - a + e - i, f + h),
        (d - b, c + g, f + h, 1 - a - e + i),
    )
    largest = max(range(4), key=lambda k: candidates[k][k])
    return rotation_of_quaternion([Fraction(value / candidates[largest][largest]) for value in candidates[largest]])


def rotation_of_quaternion(quaternion: Sequence[Fraction]) -> Matrix:
    """Return the exactly orthogonal (3, 3) rotation of a quaternion (w, x, y, z) of any nonzero length."""
    w, x, y, z = quaternion
    n = w * w + x * x + y * y + z * z
    return (
        (1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n),
    )


def near_axis(direction: Vector, snap: float) -> Vector:
    """Return a unit vector, rounded to a coordinate axis if all entries are within `snap` of 0 or ±1."""
    near = three(round(x) if abs(x) <= snap or abs(x) >= 1 - snap else x for x in direction)
    return near if any(near) and dot(near, near) == 1 else direction


def tidy(value: Any, dust: float = DUST) -> Any:
    """Round a computed number: to zero below `dust`, to a short decimal if its denominator is longer than `LONGEST`."""
    value = Fraction(value)
    if abs(value) < dust:
        return Fraction(0)
    return Fraction(repr(float(value))) if value.denominator > LONGEST else value


def tidy_pose(pose: Placement) -> Placement:
    """Round the numbers of a computed pose by `tidy`."""
    return Placement(
        three(three(tidy(x, 1e-15) for x in row) for row in pose.rotation),
        three(tidy(x) for x in pose.origin),
    )
