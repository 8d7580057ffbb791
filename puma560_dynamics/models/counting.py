"""Counting numbers: an algorithm that runs on them counts its calculations.

Convention, the same for every model of this package: a product costs one multiplication and a sum
or difference one addition; a division costs as a multiplication; sines and cosines, signs, and
anything that only involves constants of the arm cost nothing. With `skip_known`, products with 0 and
1 and sums with 0 that follow from the arm's own numbers are left out (a customised algorithm);
without it, every operation counts (the algorithm as a textbook writes it for any arm).
"""

from __future__ import annotations

from dataclasses import dataclass

from .terms import OperationCount


@dataclass
class Tally:
    """Counts what `Counted` numbers do."""

    skip_known: bool = True
    multiplications: int = 0
    additions: int = 0

    @property
    def count(self) -> OperationCount:
        """The count so far."""
        return OperationCount(self.multiplications, self.additions)

    def variable(self) -> Counted:
        """Return a number that changes from state to state."""
        return Counted(self, None)

    def zero(self) -> Counted:
        """Return a zero that follows from the question (no motion, no gravity), known for every arm."""
        return Counted(self, 0.0)

    def constant(self, value: float) -> Counted:
        """Return a number of the arm, known beforehand."""
        return Counted(self, value if self.skip_known else None)


@dataclass(frozen=True)
class Counted:
    """A number of which only the value of a constant is known (`known`); None stands for a variable."""

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
