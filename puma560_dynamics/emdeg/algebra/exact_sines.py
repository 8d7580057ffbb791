"""Sines and cosines to far more digits than a double has, for numbers that others are judged by."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

BITS = 320
"""Binary digits after the point."""

_ONE = 1 << BITS


def cosine_and_sine(angle: Fraction) -> tuple[Fraction, Fraction]:
    """Of an angle in rad; each within 2^-300 as long as the angle is below 10^6."""
    quarter = _pi() // 2
    scaled = round(angle * _ONE)
    turns = (2 * scaled + quarter) // (2 * quarter)
    rest = scaled - turns * quarter
    c, s = _series(rest, even=True), _series(rest, even=False)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[turns % 4]
    return Fraction(c, _ONE), Fraction(s, _ONE)


def _series(x: int, even: bool) -> int:
    """Taylor's series of the cosine (even powers) or the sine."""
    term = _ONE if even else x
    total, k = 0, 1 if even else 2
    while term:
        total += term
        term = -(term * x >> BITS) * x // (_ONE * k * (k + 1))
        k += 2
    return total


@lru_cache(maxsize=1)
def _pi() -> int:
    """Machin's formula; 64 digits more for what is added up."""
    more = 64
    return 4 * (4 * _arc_cotangent(5, more) - _arc_cotangent(239, more)) >> more


def _arc_cotangent(x: int, more: int) -> int:
    power = (_ONE << more) // x
    total, k = 0, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= x * x
        k += 2
    return total
