"""Represent exact coefficients by small integers, so that factoring can compare and combine them quickly.

A coefficient is ±k, where k is an index in a table of exact positive numbers; ``ONE`` represents 1, and 0 represents
zero. Products, quotients and sums are cached, so each pair of numbers is combined only once.
"""

from __future__ import annotations

from fractions import Fraction

ONE = 1
"""Coefficient that represents 1; -1 represents minus one."""


class Coefficients:
    """Table of exact numbers, each represented by an integer (its coefficient)."""

    def __init__(self) -> None:
        self._values: list[Fraction] = [Fraction(0), Fraction(1)]
        self._index: dict[Fraction | int, int] = {1: 1}
        self._products: dict[tuple[int, int], int] = {}
        self._quotients: dict[tuple[int, int], int] = {}
        self._sums: dict[tuple[int, int], int] = {}

    def of(self, value: Fraction | int) -> int:
        """Return the coefficient that represents an exact number."""
        if not value:
            return 0
        size = value if value > 0 else -value
        index = self._index.get(size)
        if index is None:
            exact = Fraction(size)
            index = self._index[exact] = len(self._values)
            self._values.append(exact)
        return index if value > 0 else -index

    def value(self, coefficient: int) -> Fraction:
        """Return the exact number of a coefficient."""
        return self._values[coefficient] if coefficient >= 0 else -self._values[-coefficient]

    def times(self, a: int, b: int) -> int:
        """Return the coefficient of the product of two numbers."""
        if a == 1 or b == 1:
            return a * b
        i, j = abs(a), abs(b)
        key = (i, j) if i < j else (j, i)
        size = self._products.get(key)
        if size is None:
            size = self._products[key] = self.of(self._values[i] * self._values[j])
        return size if (a > 0) == (b > 0) else -size

    def over(self, a: int, b: int) -> int:
        """Return the coefficient of the quotient a/b; `b` is not zero."""
        if b == 1:
            return a
        key = (abs(a), abs(b))
        size = self._quotients.get(key)
        if size is None:
            size = self._quotients[key] = self.of(self._values[key[0]] / self._values[key[1]])
        return size if (a > 0) == (b > 0) else -size

    def plus(self, a: int, b: int) -> int:
        """Return the coefficient of the sum of two numbers."""
        if a == -b:
            return 0
        key = (a, b) if a < b else (b, a)
        result = self._sums.get(key)
        if result is None:
            result = self._sums[key] = self.of(self.value(a) + self.value(b))
        return result
