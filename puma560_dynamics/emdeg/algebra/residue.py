"""Compute modulo a large random prime: exact arithmetic whose numbers do not grow, and the rank of a matrix."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

BITS = 256
"""Length of the prime in bits."""

ROUNDS = 64
"""Rounds of the Miller-Rabin test: a composite number passes with a probability below 4^-64."""


class PrimeField:
    """The integers modulo a prime.

    Args:
        prime: the prime; by default a random prime of `BITS` bits.
    """

    def __init__(self, prime: int | None = None) -> None:
        self.prime = random_prime() if prime is None else prime

    def of(self, number: int | Fraction) -> Residue:
        """Return the residue of a rational number.

        Raises:
            ZeroDivisionError: the prime divides the denominator.
        """
        return Residue(number.numerator * self.reciprocal(number.denominator), self)

    def reciprocal(self, value: int) -> int:
        """Return the reciprocal of an integer modulo the prime.

        Raises:
            ZeroDivisionError: the prime divides the integer.
        """
        if value % self.prime == 0:
            raise ZeroDivisionError
        return 1 if value == 1 else pow(value, -1, self.prime)

    def random(self) -> Residue:
        """Draw a uniformly distributed element."""
        return Residue(secrets.randbelow(self.prime), self)

    def random_turn(self) -> tuple[Residue, Residue]:
        """Draw a random pair c, s with c² + s² = 1: (1 - t²)/(1 + t²) and 2t/(1 + t²) for a random t."""
        while True:
            t = self.random().value
            if (1 + t * t) % self.prime:
                over = self.reciprocal(1 + t * t)
                return Residue((1 - t * t) * over, self), Residue(2 * t * over, self)


class Residue:
    """Element of a `PrimeField`; supports ``+ - *`` with other elements and with rational numbers."""

    __slots__ = ("field", "value")

    def __init__(self, value: int, field: PrimeField) -> None:
        self.value = value % field.prime
        self.field = field

    def _other(self, other: Residue | int | Fraction) -> int:
        return other.value if isinstance(other, Residue) else self.field.of(other).value

    def __add__(self, other: Residue | int | Fraction) -> Residue:
        if not isinstance(other, _NUMBERS):  # e.g. a dual number, which computes with the residue
            return NotImplemented
        return Residue(self.value + self._other(other), self.field)

    def __sub__(self, other: Residue | int | Fraction) -> Residue:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return Residue(self.value - self._other(other), self.field)

    def __rsub__(self, other: int | Fraction) -> Residue:
        return Residue(self._other(other) - self.value, self.field)

    def __mul__(self, other: Residue | int | Fraction) -> Residue:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return Residue(self.value * self._other(other), self.field)

    def __neg__(self) -> Residue:
        return Residue(-self.value, self.field)

    def __bool__(self) -> bool:
        return self.value != 0

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, (Residue, int, Fraction)) and self.value == self._other(other)

    def __hash__(self) -> int:
        return hash(self.value)

    __radd__ = __add__
    __rmul__ = __mul__


_NUMBERS = (Residue, int, Fraction)
"""Types that residues are added to and multiplied by."""


def rank(matrix: Sequence[Sequence[Residue]], field: PrimeField) -> int:
    """Return the rank of a matrix, by Gaussian elimination.

    At a random point it is the rank of a matrix of rational functions.
    """
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        inverse = field.of(field.reciprocal(pivot[column].value))
        for row in rows[found + 1 :]:
            factor = row[column] * inverse
            row[:] = [own - factor * other for own, other in zip(row, pivot, strict=True)]
        found += 1
    return found


def random_prime() -> int:
    """Draw a prime of `BITS` bits."""
    while True:
        candidate = secrets.randbits(BITS - 2) << 1 | 1 << (BITS - 1) | 1
        if all(candidate % small for small in (3, 5, 7, 11, 13, 17, 19, 23, 29)) and _passes(candidate):
            return candidate


def _passes(candidate: int) -> bool:
    """Return whether a number passes the Miller-Rabin primality test."""
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(ROUNDS):
        x = pow(secrets.randbelow(candidate - 3) + 2, odd, candidate)
        if x in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % candidate
            if x == candidate - 1:
                break
        else:
            return False
    return True
