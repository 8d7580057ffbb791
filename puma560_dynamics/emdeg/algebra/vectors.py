"""Compute with vectors of three entries and 3×3 matrices, whose entries are numbers or polynomials of the ring."""

from __future__ import annotations

from typing import Any

Scalar = Any
"""A number, or a polynomial of the ring."""

Vector = tuple[Scalar, Scalar, Scalar]
Matrix = tuple[Vector, Vector, Vector]

IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
ZERO: Vector = (0, 0, 0)
Z: Vector = (0, 0, 1)


def times(a: Scalar, b: Scalar) -> Scalar:
    """Return the product of two scalars; factors 0 and 1 cause no multiplication."""
    if not a or not b:
        return 0
    if a == 1:
        return b
    return a if b == 1 else a * b


def plus(a: Vector, b: Vector) -> Vector:
    """Return the sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scaled(k: Scalar, a: Vector) -> Vector:
    """Return the scalar k times the vector a."""
    return (times(k, a[0]), times(k, a[1]), times(k, a[2]))


def dot(a: Vector, b: Vector) -> Scalar:
    """Return the dot product of two vectors."""
    return times(a[0], b[0]) + times(a[1], b[1]) + times(a[2], b[2])


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product a × b."""
    return (
        times(a[1], b[2]) - times(a[2], b[1]),
        times(a[2], b[0]) - times(a[0], b[2]),
        times(a[0], b[1]) - times(a[1], b[0]),
    )


def transposed(m: Matrix) -> Matrix:
    """Return the transpose of a matrix, which is the inverse of a rotation."""
    return ((m[0][0], m[1][0], m[2][0]), (m[0][1], m[1][1], m[2][1]), (m[0][2], m[1][2], m[2][2]))


def turned(m: Matrix, a: Vector) -> Vector:
    """Return the product of the matrix m and the vector a."""
    return (dot(m[0], a), dot(m[1], a), dot(m[2], a))


def product(m: Matrix, n: Matrix) -> Matrix:
    """Return the product of the matrices m and n."""
    columns = transposed(n)
    return (turned(columns, m[0]), turned(columns, m[1]), turned(columns, m[2]))


def about_z(c: Scalar, s: Scalar) -> Matrix:
    """Return the rotation about z by the angle with cosine c and sine s."""
    return ((c, -s, 0), (s, c, 0), (0, 0, 1))


def about_x(c: Scalar, s: Scalar) -> Matrix:
    """Return the rotation about x by the angle with cosine c and sine s."""
    return ((1, 0, 0), (0, c, -s), (0, s, c))
