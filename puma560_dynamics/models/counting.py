"""Count the calculations of an algorithm by running it with counting numbers.

Counting convention of all models of this package: a product or a division is one multiplication, and a sum or a
difference is one addition; sines, cosines, signs, and calculations with only constants of the arm are not counted. With
`skip_known`, products with 0 and 1 and sums with 0 that follow from the arm's parameters are not counted (a customised
algorithm); without it, all operations are counted (the textbook algorithm for any arm).
"""

from __future__ import annotations

from dataclasses import dataclass

from .terms import OperationCount


@dataclass
class Tally:
    """Counter of the operations of `Counted` numbers."""

    skip_known: bool = True
    multiplications: int = 0
    additions: int = 0

    @property
    def count(self) -> OperationCount:
        """Number of operations so far."""
        return OperationCount(self.multiplications, self.additions)

    def variable(self) -> Counted:
        """Return a number whose value depends on the state."""
        return Counted(self, None)

    def zero(self) -> Counted:
        """Return a zero that is known for every arm, because of the task (no motion, no gravity)."""
        return Counted(self, 0.0)

    def constant(self, value: float) -> Counted:
        """Return a constant parameter of the arm."""
        return Counted(self, value if self.skip_known else None)


@dataclass(frozen=True)
class Counted:
    """A counting number: `known` is the value of a constant, or None for a variable."""

    tally: Tally
    known: float | None

    def _lift(self, other: Counted | float) -> Counted:
        return other if isinstance(other, Counted) else Counted(self.tally, float(other))

    def __mul__(self, other: Counted | float) -> Counted:
        right = self._lift(other)
        if self.known is not None and right.known is not None:
            return Counted(self.tally, self.known * right.known)
        for one, two in ((self, right), (right, self)):
            if one.known == 0.0:
                return one
            if one.known in (1.0, -1.0):
                return two
        self.tally.multiplications += 1
        return Counted(self.tally, None)

    def __add__(self, other: Counted | float) -> Counted:
        right = self._lift(other)
        if self.known is not None and right.known is not None:
            return Counted(self.tally, self.known + right.known)
        if self.known == 0.0:
            return right
        if right.known == 0.0:
            return self
        self.tally.additions += 1
        return Counted(self.tally, None)

    def __neg__(self) -> Counted:
        return Counted(self.tally, None if self.known is None else -self.known)

    def __sub__(self, other: Counted | float) -> Counted:
        return self + (-self._lift(other))

    def __rsub__(self, other: float) -> Counted:
        return self._lift(other) - self

    def __rtruediv__(self, other: float) -> Counted:
        if self.known is not None:
            return Counted(self.tally, float(other) / self.known)
        self.tally.multiplications += 1
        return Counted(self.tally, None)

    def __truediv__(self, other: Counted | float) -> Counted:
        right = self._lift(other)
        inverse = 1.0 / right.known if right.known else None
        return self * Counted(self.tally, inverse)

    def __pow__(self, exponent: int) -> Counted:
        result = self
        for _ in range(exponent - 1):
            result = result * self
        return result

    __rmul__ = __mul__
    __radd__ = __add__
