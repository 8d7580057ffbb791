"""Invert a matrix over the ring exactly; entries of the inverse are quotients by factors of the determinant.

The matrix is permuted to block-triangular form: k rows whose nonzero entries lie in only k columns form a block. Each
irreducible block is inverted by cofactors. The determinant of the matrix is the product of the blocks' determinants,
its factors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ...errors import NoInverseError
from .ring import Poly, Ring

LARGEST_BLOCK = 4
"""Maximum number of rows of a block, because the number of terms of cofactors grows factorially."""


@dataclass(frozen=True)
class Quotient:
    """Quotient of a polynomial and a product of factors.

    Attributes:
        numerator: element of the ring.
        divisors: sorted indices in `Inverse.factors` of the factors in the denominator.
    """

    numerator: Poly
    divisors: tuple[int, ...] = ()

    def times(self, other: Quotient) -> Quotient:
        """Return the product of two quotients with different divisors."""
        return Quotient(self.numerator * other.numerator, self.divisors + other.divisors)


@dataclass(frozen=True)
class Inverse:
    """Inverse of a square matrix M.

    Attributes:
        entries: (n, n) quotients.
        factors: polynomials whose product is det M up to a constant; M is singular where a factor is 0.
    """

    entries: tuple[tuple[Quotient, ...], ...]
    factors: tuple[Poly, ...]


def inverse_matrix(matrix: Sequence[Sequence[Poly]]) -> Inverse:
    """Invert a square matrix.

    Raises:
        NoInverseError: the matrix is singular everywhere, or has a block of more than `LARGEST_BLOCK` rows.
    """
    factors: list[Poly] = []
    return Inverse(tuple(map(tuple, _inverted(matrix, matrix[0][0].ring, factors))), tuple(factors))


def _inverted(matrix: Sequence[Sequence[Poly]], ring: Ring, factors: list[Poly]) -> list[list[Quotient]]:
    n = len(matrix)
    split = _split(matrix)
    if split is None:
        return _by_cofactors(matrix, ring, factors)
    (top, left), (bottom, right) = split, _others(split, n)
    first = _inverted([[matrix[r][c] for c in left] for r in top], ring, factors)
    second = _inverted([[matrix[r][c] for c in right] for r in bottom], ring, factors)
    below = [[Quotient(-matrix[r][c]) for c in left] for r in bottom]
    corner = _product(_product(second, below, ring, factors), first, ring, factors)
    result = [[Quotient(ring.constant(0))] * n for _ in range(n)]
    for columns, rows, block in ((left, top, first), (right, bottom, second), (right, top, corner)):
        for i, column in enumerate(columns):
            for j, row in enumerate(rows):
                result[column][row] = block[i][j]
    return result


def _split(matrix: Sequence[Sequence[Poly]]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the smallest set of rows with an equal number of nonzero columns, and these columns; None without any."""
    n = len(matrix)
    for count in range(1, n):
        for rows in combinations(range(n), count):
            columns = tuple(c for c in range(n) if any(matrix[r][c] for r in rows))
            if len(columns) <= count:
                if len(columns) < count:
                    raise _singular()
                return rows, columns
    return None


def _others(split: tuple[tuple[int, ...], tuple[int, ...]], n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows, columns = split
    return tuple(r for r in range(n) if r not in rows), tuple(c for c in range(n) if c not in columns)


def _by_cofactors(matrix: Sequence[Sequence[Poly]], ring: Ring, factors: list[Poly]) -> list[list[Quotient]]:
    n = len(matrix)
    if n > LARGEST_BLOCK:
        raise NoInverseError(
            f"{n} joints depend on each other and do not separate into blocks; an analytic inverse exists for a "
            f"spherical wrist or for blocks of at most {LARGEST_BLOCK}; solve with the numeric Jacobian instead"
        )
    adjugate = [[_minor(matrix, j, i, ring) * (-1) ** (i + j) for j in range(n)] for i in range(n)]
    determinant = ring.sum(matrix[0][j] * adjugate[j][0] for j in range(n))
    if not determinant:
        raise _singular()
    constant = dict(determinant.items()).get(0) if len(determinant) == 1 else None
    if constant is not None:
        return [[Quotient(entry * Fraction(1, constant)) for entry in row] for row in adjugate]
    factors.append(determinant)
    return [[Quotient(entry, (len(factors) - 1,)) for entry in row] for row in adjugate]


def _minor(matrix: Sequence[Sequence[Poly]], row: int, column: int, ring: Ring) -> Poly:
    rest = [[entry for c, entry in enumerate(line) if c != column] for r, line in enumerate(matrix) if r != row]
    if not rest:
        return ring.constant(1)
    return ring.sum(rest[0][c] * _minor(rest, 0, c, ring) * (-1) ** c for c in range(len(rest)) if rest[0][c])


def _product(
    left: list[list[Quotient]], right: list[list[Quotient]], ring: Ring, factors: Sequence[Poly]
) -> list[list[Quotient]]:
    columns = list(zip(*right, strict=True))

    def entry(row: Sequence[Quotient], column: Sequence[Quotient]) -> Quotient:
        return _sum([a.times(b) for a, b in zip(row, column, strict=True)], ring, factors)

    return [[entry(row, column) for column in columns] for row in left]


def _sum(parts: Sequence[Quotient], ring: Ring, factors: Sequence[Poly]) -> Quotient:
    """Add quotients over their common denominator; no factor occurs twice in a denominator."""
    parts = [part for part in parts if part.numerator]
    divisors = tuple(sorted({divisor for part in parts for divisor in part.divisors}))
    total = ring.constant(0)
    for part in parts:
        numerator = part.numerator
        for divisor in divisors:
            if divisor not in part.divisors:
                numerator = numerator * factors[divisor]
        total = total + numerator
    return Quotient(total, divisors if total else ())


def _singular() -> NoInverseError:
    return NoInverseError(
        "the Jacobian is singular in every configuration, so it has no inverse; give a chain whose joints move "
        "its end independently"
    )
