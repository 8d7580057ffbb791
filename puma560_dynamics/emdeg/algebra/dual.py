"""Compute exact first derivatives with dual numbers a + b ε, ε² = 0, over scalars of any algebra."""

from __future__ import annotations

from typing import Any

from .vectors import Scalar


class Dual:
    """A value with its derivative, with ``+ - *``.

    Args:
        value: the value.
        slope: its derivative.
    """

    __slots__ = ("slope", "value")

    def __init__(self, value: Scalar, slope: Scalar = 0) -> None:
        self.value = value
        self.slope = slope

    def __add__(self, other: Dual | Scalar) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.slope + other.slope)
        return Dual(self.value + other, self.slope)

    def __mul__(self, other: Dual | Scalar) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)
        return Dual(self.value * other, self.slope * other)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope)

    def __sub__(self, other: Dual | Scalar) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value - other.value, self.slope - other.slope)
        return Dual(self.value - other, self.slope)

    def __rsub__(self, other: Scalar) -> Dual:
        return Dual(other - self.value, -self.slope)

    def __bool__(self) -> bool:
        return bool(self.value) or bool(self.slope)

    __radd__ = __add__
    __rmul__ = __mul__


def slope(value: Any) -> Scalar:
    """Return the derivative of a result, which may be a constant without one."""
    return value.slope if isinstance(value, Dual) else 0
