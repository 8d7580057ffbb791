"""Fixed frames in exact arithmetic: rotations that are orthogonal without rounding, and their products."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.exact import SNAP, rational_cos_sin
from ..algebra.vectors import IDENTITY, Matrix, Vector, about_x, about_z, cross, dot, product, transposed, turned
from .chain import Placement

LONGEST = 10**24
"""Denominators above it come from angles that are no quarter turn; their exactness is worth nothing."""

DUST = 1e-12
"""Metres below which a computed distance is zero."""


def three(values: Iterable[Any]) -> Vector:
    """Return the values as a tuple of three."""
    x, y, z = values
    return (x, y, z)


def along(a: Vector, factor: Any, b: Vector) -> Vector:
    """Return a + factor b, (3,)."""
    return three(x + factor * y for x, y in zip(a, b, strict=True))


def length(a: Vector) -> float:
    """Return the Euclidean length."""
    return math.hypot(*(float(x) for x in a))


def compose(outer: Placement, inner: Placement) -> Placement:
    """Compose two poses: `inner` is expressed in `outer`; the result is expressed in the parent frame of `outer`."""
    rotation = product(outer.rotation, inner.rotation)
    return Placement(rotation, along(outer.origin, 1, turned(outer.rotation, inner.origin)))


def inverse_placement(pose: Placement) -> Placement:
    """Return the inverse pose: the outer frame seen from the inner one."""
    back = transposed(pose.rotation)
    return Placement(back, turned(back, three(-x for x in pose.origin)))


def rotation_about(axis: Vector, cosine: Any, sine: Any) -> Matrix:
    """(3, 3) rotation about a unit vector."""
    x, y, z = axis
    rest = 1 - cosine
    return (
        (cosine + rest * x * x, rest * x * y - sine * z, rest * x * z + sine * y),
        (rest * x * y + sine * z, cosine + rest * y * y, rest * y * z - sine * x),
        (rest * x * z - sine * y, rest * y * z + sine * x, cosine + rest * z * z),
    )


def roll_pitch_yaw(angles: Sequence[float], snap: float = SNAP) -> Matrix:
    """Return ``Rz(yaw) Ry(pitch) Rx(roll)`` (3, 3) of (roll, pitch, yaw), rad, in URDF's convention.

    Its sines and cosines are rational, so that the matrix is exactly orthogonal.
    """
    (cr, sr), (cp, sp), (cy, sy) = (rational_cos_sin(float(angle), snap) for angle in angles)
    about_y = ((cp, 0, sp), (0, 1, 0), (-sp, 0, cp))
    return product(about_z(cy, sy), product(about_y, about_x(cr, sr)))


def unit(v: Vector) -> Vector:
    """(3,) v over its length: exact along the axes, else a unit vector to about 1e-16.

    `v` must not be zero.
    """
    largest = max(v, key=abs)
    v = three(x / Fraction(abs(largest)) for x in v)
    square = dot(v, v)
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    if root * root != square:
        root = Fraction(math.sqrt(square))
    return three(x / root for x in v)


def frame(x: Vector, z: Vector) -> Matrix:
    """(3, 3) whose first and last column are `x` and `z`, unit vectors at right angles up to rounding.

    Orthogonal exactly: where the columns are not, the rotation of the nearest rational quaternion is taken.
    """
    matrix = transposed((x, cross(z, x), z))
    return matrix if product(transposed(matrix), matrix) == IDENTITY else _by_quaternion(matrix)


def _by_quaternion(m: Matrix) -> Matrix:
    """Return the rotation of a quaternion read from `m`, which need not have unit length: its square divides."""
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
    """(3, 3) rotation of a quaternion (w, x, y, z) of any length but zero; orthogonal exactly."""
    w, x, y, z = quaternion
    n = w * w + x * x + y * y + z * z
    return (
        (1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n),
    )


def near_axis(direction: Vector, snap: float) -> Vector:
    """(3,) unit vector, along an axis of its frame if it misses that by less than `snap`."""
    near = three(round(x) if abs(x) <= snap or abs(x) >= 1 - snap else x for x in direction)
    return near if any(near) and dot(near, near) == 1 else direction


def tidy(value: Any, dust: float = DUST) -> Any:
    """Round a computed number: zero below `dust`, a decimal where its fraction is long."""
    value = Fraction(value)
    if abs(value) < dust:
        return Fraction(0)
    return Fraction(repr(float(value))) if value.denominator > LONGEST else value


def tidy_pose(pose: Placement) -> Placement:
    """Round the numbers of a computed frame, see `tidy`."""
    return Placement(
        three(three(tidy(x, 1e-15) for x in row) for row in pose.rotation),
        three(tidy(x) for x in pose.origin),
    )
